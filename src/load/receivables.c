/* SPDX-License-Identifier: Apache-2.0 */
/*
 * receivables.c: inf_mensal_fidc, the monthly reports of receivables funds (doc/load.md).
 *
 * Three of the eighteen members are read, recognised by their columns: net worth (IV), quotas by class
 * and series (X.2), holders (X.1).  receivables_save.c derives the rest.
 */
#include "config.h"

#include "calc/credit/credit.h"
#include "load/cvm.h"
#include "load/receivables.h"

#define PLACES 8
#define QUOTA_PLACES 12
#define HOLDERS_MAX INT64_C(1000000000)

enum { FORM, TAX_ID, DAY, NAME, WORTH, MEAN, CLASS, SUBCLASS, QUANTITY, QUOTA, HOLDERS };

struct reports {
	struct cvm c;
	struct receivables to;
	int64_t sent, odd, line;
};

/* Implausible values are unknown; false then: figures wrong by a factor of a million occur. */
static bool put_number(struct reports *s, struct copy *to, size_t column, int places)
{
	wide v;

	switch (field_decimal(cvm_cell(&s->c, column), places,
			      places == PLACES ? MONEY_MAX_E8 : MONEY_MAX_E8 * 1000, &v)) {
	case FIELD_OK:
		copy_decimal(to, v, places);
		return true;
	case FIELD_BAD:
		s->odd++;
		copy_null(to);
		return false;
	case FIELD_ABSENT:
		break;
	}
	copy_null(to);
	return true;
}

static bool read_key(struct reports *s, char tax_id[15], struct day *day)
{
	if (!cvm_tax_id(cvm_cell(&s->c, TAX_ID), tax_id)) {
		cvm_refuse(&s->c, "CNPJ inválido: %.*s", SHOWN(cvm_cell(&s->c, TAX_ID)));
		return false;
	}
	if (field_day(cvm_cell(&s->c, DAY), day) != FIELD_OK) {
		cvm_refuse(&s->c, "data inválida: %.*s", SHOWN(cvm_cell(&s->c, DAY)));
		return false;
	}
	load_day(s->c.l, *day);
	s->sent++;
	s->line++;
	return true;
}

/* One report may be listed under the fund and under its class, both with one tax id. */
static void put_key(struct reports *s, struct copy *to, const char *tax_id, struct day day)
{
	copy_text(to, tax_id, 14);
	copy_day(to, day);
	copy_bool(to, slice_eq(cvm_cell(&s->c, FORM), "Fundo"));
}

static void read_worth(struct reports *s)
{
	struct copy *to = s->to.worth;
	char tax_id[15];
	struct day day;

	while (cvm_row(&s->c)) {
		if (!read_key(s, tax_id, &day))
			continue;
		copy_row(to, 7);
		put_key(s, to, tax_id, day);
		copy_slice(to, cvm_text(&s->c, NAME));
		(void)put_number(s, to, WORTH, PLACES);
		(void)put_number(s, to, MEAN, PLACES);
		copy_int(to, s->line);
	}
}

static bool read_class(struct reports *s, struct slice *out)
{
	*out = cvm_text(&s->c, CLASS);
	if (out->n && out->n <= 200)
		return true;
	cvm_refuse(&s->c, "falta a classe, ou é longa demais");
	s->sent--;
	return false;
}

static const char *label_of(struct reports *s, struct slice class)
{
	return class_label(s->c.row, slice_text(s->c.row, class));
}

static void read_classes(struct reports *s)
{
	struct copy *to = s->to.classes;
	char tax_id[15];
	struct slice class;
	struct day day;

	while (cvm_row(&s->c)) {
		const char *label, *layer;
		bool good;

		if (!read_key(s, tax_id, &day) || !read_class(s, &class))
			continue;
		label = label_of(s, class);
		layer = class_layer_names[class_layer_of(label)];
		copy_row(to, 10);
		put_key(s, to, tax_id, day);
		copy_slice(to, class);
		copy_text(to, label, strlen(label));
		copy_text(to, layer, strlen(layer));
		good = put_number(s, to, QUANTITY, PLACES);
		good &= put_number(s, to, QUOTA, QUOTA_PLACES);
		copy_bool(to, !good);
		copy_int(to, s->line);
	}
}

static void read_holders(struct reports *s)
{
	struct copy *to = s->to.holders;
	char tax_id[15];
	struct slice class;
	struct day day;
	int64_t n;

	while (cvm_row(&s->c)) {
		const char *label;

		if (!read_key(s, tax_id, &day) || !read_class(s, &class))
			continue;
		label = label_of(s, class);
		copy_row(to, 6);
		put_key(s, to, tax_id, day);
		copy_text(to, label, strlen(label));
		copy_slice(to, cvm_text(&s->c, SUBCLASS));
		if (field_int(cvm_cell(&s->c, HOLDERS), &n) == FIELD_OK && n >= 0 &&
		    n <= HOLDERS_MAX)
			copy_int(to, n);
		else
			copy_null(to);
	}
}

static void read_member(struct reports *s)
{
	bool worth = cvm_has(&s->c, "tab_iv_a_vl_pl"), quota = cvm_has(&s->c, "tab_x_vl_cota"),
	     holders = cvm_has(&s->c, "tab_x_nr_cotst");
	struct csv_column columns[] = {
		[FORM] = { "tp_fundo_classe|tp_fundo", false, -1 },
		[TAX_ID] = { "cnpj_fundo_classe|cnpj_fundo", true, -1 },
		[DAY] = { "dt_comptc", true, -1 },
		[NAME] = { "denom_social", false, -1 },
		[WORTH] = { "tab_iv_a_vl_pl", worth, -1 },
		[MEAN] = { "tab_iv_b_vl_pl_medio", false, -1 },
		[CLASS] = { "tab_x_classe_serie", quota || holders, -1 },
		[SUBCLASS] = { "id_subclasse", false, -1 },
		[QUANTITY] = { "tab_x_qt_cota", quota, -1 },
		[QUOTA] = { "tab_x_vl_cota", quota, -1 },
		[HOLDERS] = { "tab_x_nr_cotst", holders, -1 },
	};

	if (!worth && !quota && !holders)
		return;
	cvm_map(&s->c, columns, ARRAY_SIZE(columns), "tab_*");
	if (worth)
		read_worth(s);
	else if (quota)
		read_classes(s);
	else
		read_holders(s);
}

void load_receivables(struct load *l)
{
	struct reports s = {
		.to = { copy_spill(l), copy_spill(l), copy_spill(l) },
	};

	cvm_open(&s.c, l);
	do
		read_member(&s);
	while (cvm_next(&s.c));
	if (s.odd)
		load_warn(l, "%lld números não foram entendidos: ficaram desconhecidos.",
			  (long long)s.odd);
	/* Rows of three members form one report: they are counted by the outcome of the reports. */
	if (receivables_save(l, &s.to)) {
		l->res->written += s.sent;
		l->touched[FAMILY_REFERENCE] = true;
	} else {
		l->res->unchanged += s.sent;
	}
}

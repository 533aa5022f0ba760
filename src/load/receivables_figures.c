/* SPDX-License-Identifier: Apache-2.0 */
/*
 * receivables_figures.c: the tables of one row a fund of a receivables report, as JSON by CVM's names.
 *
 * The columns of a file are many and change from year to year: every number of the table is stored,
 * under its own name.  Cedents are rows of their own; the CPF of a person is read and forgotten.
 */
#include "config.h"

#include "load/receivables.h"

#include "core/json_write.h"

#define PLACES 8
#define NAME_MAX_BYTES 60
#define TEXT_MAX_BYTES 200
#define CEDENTS 9
#define WHOLE (100 * E8)

enum what { PASSED, FIGURE, DESCRIPTION, TAX_ID_OF };

struct header {
	enum what what[CVM_CELLS];
	const char *names[CVM_CELLS];		   /* as printed */
	int cedent[2][CEDENTS], share[2][CEDENTS]; /* cells by block and place; -1: none */
};

static bool is_figure(const char *name)
{
	return text_starts(name, "tab_") && strlen(name) <= NAME_MAX_BYTES &&
	       !name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_")] &&
	       !strstr(name, "cpf") && !strstr(name, "cnpj") && !strstr(name, "cedente_");
}

static bool is_description(const char *name)
{
	static const char *const names[] = {
		"classe_unica",
		"admin",
		"condom",
		"fundo_exclusivo",
		"cotst_interesse",
		"prazo_conversao_cota",
		"tp_prazo_conversao_cota",
		"prazo_pagto_resgate",
		"tp_prazo_pagto_resgate",
	};

	return text_among(names, ARRAY_SIZE(names), name);
}

/* "tab_i2a12_cpf_cnpj_cedente_3": the third cedent of block A. */
static void find_cedents(struct reports *s, struct header *h)
{
	for (int block = 0; block < 2; block++) {
		for (int n = 0; n < CEDENTS; n++) {
			const char *id = pool_printf(s->header, "tab_i2%c12_cpf_cnpj_cedente_%d",
						     'a' + block, n + 1);
			const char *share = pool_printf(s->header, "tab_i2%c12_pr_cedente_%d",
							'a' + block, n + 1);

			h->cedent[block][n] = h->share[block][n] = -1;
			for (size_t i = 0; i < s->c.width; i++) {
				if (str_eq(s->c.names[i], id))
					h->cedent[block][n] = (int)i;
				if (str_eq(s->c.names[i], share))
					h->share[block][n] = (int)i;
			}
		}
	}
}

static void read_header(struct reports *s, struct header *h, bool assets)
{
	for (size_t i = 0; i < s->c.width; i++) {
		const char *name = s->c.names[i];

		h->names[i] = text_upper_ascii(s->header, name);
		if (is_figure(name))
			h->what[i] = FIGURE;
		else if (assets && str_eq(name, "cnpj_admin"))
			h->what[i] = TAX_ID_OF;
		else if (assets && is_description(name))
			h->what[i] = DESCRIPTION;
	}
	if (assets)
		find_cedents(s, h);
}

static void write_figure(struct reports *s, struct json *j, const char *name, struct slice cell)
{
	wide v = 0;
	enum field f = field_decimal(cell, PLACES, MONEY_MAX_E8, &v);

	s->odd += f == FIELD_BAD;
	json_decimal_or_null(j, name, f == FIELD_OK, v, PLACES, PLACES, true);
}

static void write_text(struct reports *s, struct json *j, const char *name, struct slice cell)
{
	bool known = !field_absent(cell) && cell.n <= TEXT_MAX_BYTES;

	s->c.texts = true;
	json_text(j, name, known ? text_from_cp1252(s->c.row, cell) : NULL);
}

static void write_row(struct reports *s, const struct header *h)
{
	struct json j;

	s->written.n = 0;
	json_init(&j, &s->written);
	json_open(&j, NULL);
	for (size_t i = 0; i < s->c.width; i++) {
		char tax_id[15];

		switch (h->what[i]) {
		case FIGURE:
			write_figure(s, &j, h->names[i], s->c.cells[i]);
			break;
		case DESCRIPTION:
			write_text(s, &j, h->names[i], s->c.cells[i]);
			break;
		case TAX_ID_OF:
			json_text(&j, h->names[i],
				  cvm_tax_id(s->c.cells[i], tax_id) ? tax_id : NULL);
			break;
		case PASSED:
			break;
		}
	}
	json_close(&j);
}

/* ---- cedents ---- */

/* Letters and digits of @s, at the end of @n zeros; false when they are more. */
static bool padded(struct slice s, char *out, size_t n)
{
	memset(out, '0', n);
	out[n] = '\0';
	for (size_t i = s.n; i-- > 0;) {
		if (memchr(".-/ ", s.p[i], 4))
			continue;
		if (!n)
			return false;
		out[--n] = s.p[i];
	}
	return true;
}

/* Zeros, or the fourteen nines that stand for none. */
static bool is_placeholder(struct slice s)
{
	char id[15];

	return cvm_no_tax_id(s) || (padded(s, id, 14) && strspn(id, "9") == 14);
}

/*
 * The kind of a cedent; @out: of a company.  Leading zeros may be lost: what may be a CPF is a person,
 * unless it has the length of a CNPJ and is one.
 */
static const char *cedent_kind(struct slice s, char out[15])
{
	char id[15], normal[15];

	if (is_placeholder(s))
		return "unnamed";
	if (padded(s, id, 11) && s.n <= 14 && tax_id_normal(id, normal))
		return "person";
	if (cvm_tax_id(s, out))
		return "company";
	return padded(s, id, 14) && strspn(id, "0") >= 3 && tax_id_normal(id + 3, normal)
		       ? "person"
		       : "invalid";
}

static void put_share(struct reports *s, struct copy *to, enum field f, wide share)
{
	bool within = f == FIELD_OK && share >= 0 && share <= WHOLE;

	s->odd += f == FIELD_BAD;
	copy_decimal_if(to, within, share, PLACES);
	copy_string(to, within		 ? NULL
			: f == FIELD_OK	 ? "out_of_range"
			: f == FIELD_BAD ? "unreadable"
					 : "not_filed");
}

static struct slice cell_at(const struct reports *s, int at)
{
	return at < 0 ? (struct slice){ "", 0 } : s->c.cells[at];
}

static void put_cedents(struct reports *s, const struct header *h, const char *tax_id,
			struct day day)
{
	struct copy *to = s->to.cedents;

	for (int block = 0; block < 2; block++) {
		for (int n = 0; n < CEDENTS; n++) {
			struct slice id = cell_at(s, h->cedent[block][n]);
			struct slice cell = cell_at(s, h->share[block][n]);
			wide share = 0;
			enum field f = field_decimal(cell, PLACES, MONEY_MAX_E8, &share);
			char company[15] = "";
			const char *kind = cedent_kind(id, company);

			if (str_eq(kind, "unnamed") && f != FIELD_BAD && !share)
				continue;
			copy_row(to, 10);
			report_key(s, to, tax_id, day);
			copy_string(to, block ? "B" : "A");
			copy_int(to, n + 1);
			copy_string(to, kind);
			copy_string(to, *company ? company : NULL);
			put_share(s, to, f, share);
			copy_int(to, s->line);
		}
	}
}

/* ---- a table ---- */

void read_figures(struct reports *s, const char *tab)
{
	struct copy *to = s->to.figures;
	bool assets = str_eq(tab, "I");
	struct header *h = pool_zero(s->header, struct header);
	char tax_id[15];
	struct day day;

	read_header(s, h, assets);
	while (report_row(s, tax_id, &day)) {
		write_row(s, h);
		copy_row(to, 6);
		report_key(s, to, tax_id, day);
		copy_string(to, tab);
		copy_text(to, s->written.p, s->written.n);
		copy_int(to, s->line);
		if (assets)
			put_cedents(s, h, tax_id, day);
	}
}

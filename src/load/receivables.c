/* SPDX-License-Identifier: Apache-2.0 */
/*
 * receivables.c: inf_mensal_fidc, the monthly reports of receivables funds (doc/load.md).
 *
 * Members are recognised by a column.  Those of one row a fund have a table of figures each
 * (receivables_figures.c); net worth (IV), quotas (X_2), holders (X_1), returns (X_3, X_6), flows (X_4)
 * and debtors (VIII) have tables of their own.  The rates of IX are not read: their period is not said.
 * receivables_save.c derives the rest.
 */
#include "config.h"

#include "calc/credit/credit.h"
#include "load/receivables.h"

#define PLACES 8
#define QUOTA_PLACES 12
#define HOLDERS_MAX INT64_C(1000000000)

enum {
	NAME = REPORT_KEY,
	WORTH,
	MEAN,
	CLASS,
	SUBCLASS,
	QUANTITY,
	QUOTA,
	HOLDERS,
	RETURN,
	EXPECTED,
	REALISED,
	OPERATION,
	TOTAL,
	SEQUENCE,
	DEBT
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

static void read_worth(struct reports *s)
{
	struct copy *to = s->to.worth;
	char tax_id[15];
	struct day day;

	while (report_row(s, tax_id, &day)) {
		copy_row(to, 7);
		report_key(s, to, tax_id, day);
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
	s->c.texts = true;
	return class_label(s->c.row, slice_text(s->c.row, class));
}

static void read_classes(struct reports *s)
{
	struct copy *to = s->to.classes;
	char tax_id[15];
	struct slice class;
	struct day day;

	while (report_row(s, tax_id, &day)) {
		const char *label, *layer;
		bool good;

		if (!read_class(s, &class))
			continue;
		label = label_of(s, class);
		layer = class_layer_names[class_layer_of(label)];
		copy_row(to, 10);
		report_key(s, to, tax_id, day);
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

	while (report_row(s, tax_id, &day)) {
		const char *label;

		if (!read_class(s, &class))
			continue;
		label = label_of(s, class);
		copy_row(to, 6);
		report_key(s, to, tax_id, day);
		copy_text(to, label, strlen(label));
		copy_slice(to, cvm_text(&s->c, SUBCLASS));
		if (field_int(cvm_cell(&s->c, HOLDERS), &n) == FIELD_OK && n >= 0 &&
		    n <= HOLDERS_MAX)
			copy_int(to, n);
		else
			copy_null(to);
	}
}

/* Of X_3 and of X_6. */
static void read_returns(struct reports *s)
{
	struct copy *to = s->to.returns;
	char tax_id[15];
	struct slice class;
	struct day day;

	while (report_row(s, tax_id, &day)) {
		const char *label;

		if (!read_class(s, &class))
			continue;
		label = label_of(s, class);
		copy_row(to, 7);
		report_key(s, to, tax_id, day);
		copy_text(to, label, strlen(label));
		(void)put_number(s, to, RETURN, PLACES);
		(void)put_number(s, to, EXPECTED, PLACES);
		(void)put_number(s, to, REALISED, PLACES);
	}
}

/* "Resgates Solicitados" are to be paid, "Resgates no Mês" were. */
static const char *operation_of(struct reports *s)
{
	const char *name = text_fold(s->c.row, slice_text(s->c.row, cvm_text(&s->c, OPERATION)));

	s->c.texts = true;
	if (text_starts(name, "capta"))
		return "subscriptions";
	if (text_starts(name, "resgates solic"))
		return "redemptions_requested";
	if (text_starts(name, "resgate"))
		return "redemptions";
	return text_starts(name, "amortiza") ? "amortisations" : NULL;
}

static void read_flows(struct reports *s)
{
	struct copy *to = s->to.flows;
	char tax_id[15];
	struct slice class;
	struct day day;

	while (report_row(s, tax_id, &day)) {
		const char *label, *operation;

		if (!read_class(s, &class))
			continue;
		operation = operation_of(s);
		if (!operation) {
			cvm_refuse(&s->c, "operação desconhecida: %.*s",
				   SHOWN(cvm_text(&s->c, OPERATION)));
			s->sent--;
			continue;
		}
		label = label_of(s, class);
		copy_row(to, 9);
		report_key(s, to, tax_id, day);
		copy_string(to, operation);
		copy_slice(to, class);
		copy_text(to, label, strlen(label));
		copy_string(to, class_layer_names[class_layer_of(label)]);
		(void)put_number(s, to, TOTAL, PLACES);
		(void)put_number(s, to, QUANTITY, PLACES);
	}
}

static void read_debtors(struct reports *s)
{
	struct copy *to = s->to.debtors;
	char tax_id[15];
	struct day day;
	int64_t n = 0;
	bool known;

	while (report_row(s, tax_id, &day)) {
		copy_row(to, 5);
		report_key(s, to, tax_id, day);
		known = field_int(cvm_cell(&s->c, SEQUENCE), &n) == FIELD_OK;
		copy_int_if(to, known, n);
		(void)put_number(s, to, DEBT, PLACES);
	}
}

/* By a column that no other member has; @tab of those that have a table of figures. */
static const struct member {
	const char *mark;
	void (*read)(struct reports *s);
	const char *tab;
	bool of_class;
} members[] = {
	{ "tab_iv_a_vl_pl", read_worth, NULL, false },
	{ "tab_x_vl_cota", read_classes, NULL, true },
	{ "tab_x_nr_cotst", read_holders, NULL, true },
	{ "tab_x_vl_rentab_mes", read_returns, NULL, true },
	{ "tab_x_pr_desemp_real", read_returns, NULL, true },
	{ "tab_x_tp_oper", read_flows, NULL, true },
	{ "sequencial", read_debtors, NULL, false },
	{ "tab_i_vl_ativo", NULL, "I", false },
	{ "tab_ii_vl_carteira", NULL, "II", false },
	{ "tab_iii_vl_passivo", NULL, "III", false },
	{ "tab_v_b_vl_dircred_inad", NULL, "V", false },
	{ "tab_vi_b_vl_dircred_inad", NULL, "VI", false },
	{ "tab_vii_d_2_vl_recompra", NULL, "VII", false },
	{ "tab_x_scr_risco_devedor_aa", NULL, "X", false },
	{ "tab_x_nr_cotst_senior_pf", NULL, "X_1_1", false },
	{ "tab_x_vl_liquidez_0", NULL, "X_5", false },
	{ "tab_x_vl_garantia_dircred", NULL, "X_7", false },
};

static const struct member *member_of(const struct cvm *c)
{
	for (size_t i = 0; i < ARRAY_SIZE(members); i++)
		if (cvm_has(c, members[i].mark))
			return &members[i];
	return NULL;
}

/* Columns of I that describe the fund, and those of its cedents, are found by receivables_figures.c. */
#define PASSED                                                                                     \
	"tab_*|classe|classe_unica|cnpj_classe|cnpj_admin|admin|condom|fundo_exclusivo"            \
	"|cotst_interesse|prazo_*|tp_prazo_*"

static void read_member(struct reports *s)
{
	const struct member *m = member_of(&s->c);
	bool quotas = m && m->read == read_classes;
	struct csv_column columns[] = {
		[REPORT_FORM] = { "tp_fundo_classe|tp_fundo", false, -1 },
		[REPORT_TAX_ID] = { "cnpj_fundo_classe|cnpj_fundo", true, -1 },
		[REPORT_DAY] = { "dt_comptc", true, -1 },
		[NAME] = { "denom_social", false, -1 },
		[WORTH] = { "tab_iv_a_vl_pl", false, -1 },
		[MEAN] = { "tab_iv_b_vl_pl_medio", false, -1 },
		[CLASS] = { "tab_x_classe_serie", m && m->of_class, -1 },
		[SUBCLASS] = { "id_subclasse", false, -1 },
		[QUANTITY] = { "tab_x_qt_cota", quotas, -1 },
		[QUOTA] = { "tab_x_vl_cota", false, -1 },
		[HOLDERS] = { "tab_x_nr_cotst", false, -1 },
		[RETURN] = { "tab_x_vl_rentab_mes", false, -1 },
		[EXPECTED] = { "tab_x_pr_desemp_esperado", false, -1 },
		[REALISED] = { "tab_x_pr_desemp_real", false, -1 },
		[OPERATION] = { "tab_x_tp_oper", false, -1 },
		[TOTAL] = { "tab_x_vl_total", m && m->read == read_flows, -1 },
		[SEQUENCE] = { "sequencial", false, -1 },
		[DEBT] = { "valor", m && m->read == read_debtors, -1 },
	};

	if (!m)
		return;
	cvm_map(&s->c, columns, ARRAY_SIZE(columns), PASSED);
	if (m->read)
		m->read(s);
	else
		read_figures(s, m->tab);
}

void load_receivables(struct load *l)
{
	struct reports s = {
		.to = { copy_spill(l), copy_spill(l), copy_spill(l), copy_spill(l), copy_spill(l),
			copy_spill(l), copy_spill(l), copy_spill(l) },
	};

	buf_init(&s.written, l->pool, 8192);
	cvm_open(&s.c, l);
	do {
		s.header = pool_new(l->pool, "header");
		read_member(&s);
		pool_free(s.header);
	} while (cvm_next(&s.c));
	if (s.odd)
		load_warn(l, "%lld números não foram entendidos: ficaram desconhecidos.",
			  (long long)s.odd);
	/* Rows of the members form one report: they are counted by the outcome of the reports. */
	if (receivables_save(l, &s.to)) {
		l->res->written += s.sent;
		l->touched[FAMILY_REFERENCE] = true;
	} else {
		l->res->unchanged += s.sent;
	}
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fund_tables.c: balance, receivables, ageing, segments, risk and liquidity of a receivables fund, each
 * figure with the table and the columns that it is of; what is sold back; which sums of the filing hold.
 *
 * A zero of a list is left out; an unknown figure is null.
 */
#include "config.h"

#include "desk/desk_fund.h"

#include "core/text.h"
#include "desk/desk_facts.h"

#define BALANCE_TOLERANCE (E8 / 2)
#define CLASSES_TOLERANCE (5 * E8)

struct row {
	const char *figure, *table, *column;
};

/* Of the net worth. */
static const struct row balance[] = {
	{ "assets", "I", "TAB_I_VL_ATIVO" },
	{ "cash", "I", "TAB_I1_VL_DISP" },
	{ "portfolio", "I", "TAB_I2_VL_CARTEIRA" },
	{ "receivables_with_risk", "I", "TAB_I2A_VL_DIRCRED_RISCO" },
	{ "receivables_without_risk", "I", "TAB_I2B_VL_DIRCRED_SEM_RISCO" },
	{ "securities", "I", "TAB_I2C_VL_VLMOB" },
	{ "debentures", "I", "TAB_I2C1_VL_DEBENTURE" },
	{ "cri", "I", "TAB_I2C2_VL_CRI" },
	{ "commercial_notes", "I", "TAB_I2C3_VL_NP_COMERC" },
	{ "financial_bills", "I", "TAB_I2C4_VL_LETRA_FINANC" },
	{ "fund_quotas", "I", "TAB_I2C5_VL_COTA_FIF" },
	{ "federal_bonds", "I", "TAB_I2D_VL_TITPUB_FED" },
	{ "cdb", "I", "TAB_I2E_VL_CDB" },
	{ "repurchase_agreements", "I", "TAB_I2F_VL_OPER_COMPROM" },
	{ "other_fixed_income", "I", "TAB_I2G_VL_OUTRO_RF" },
	{ "fidc_quotas", "I", "TAB_I2H_VL_COTA_FIDC" },
	{ "derivatives", "I", "TAB_I3_VL_POSICAO_DERIV" },
	{ "other_assets", "I", "TAB_I4_VL_OUTRO_ATIVO" },
	{ "liabilities", "III", "TAB_III_VL_PASSIVO" },
	{ "payables_short", "III", "TAB_III_A1_VL_CPRAZO" },
	{ "payables_long", "III", "TAB_III_A2_VL_LPRAZO" },
};

/* Of the portfolio by segment. */
static const struct row segments[] = {
	{ "industry", "II", "TAB_II_A_VL_INDUST" },
	{ "property", "II", "TAB_II_B_VL_IMOBIL" },
	{ "commerce", "II", "TAB_II_C1_VL_COMERC" },
	{ "retail", "II", "TAB_II_C2_VL_VAREJO" },
	{ "leasing", "II", "TAB_II_C3_VL_ARREND" },
	{ "services", "II", "TAB_II_D1_VL_SERV" },
	{ "public_services", "II", "TAB_II_D2_VL_SERV_PUBLICO" },
	{ "education", "II", "TAB_II_D3_VL_SERV_EDUC" },
	{ "entertainment", "II", "TAB_II_D4_VL_ENTRET" },
	{ "agribusiness", "II", "TAB_II_E_VL_AGRONEG" },
	{ "personal_credit", "II", "TAB_II_F1_VL_CRED_PESSOA" },
	{ "payroll_credit", "II", "TAB_II_F2_VL_CRED_PESSOA_CONSIG" },
	{ "corporate_credit", "II", "TAB_II_F3_VL_CRED_CORP" },
	{ "middle_market", "II", "TAB_II_F4_VL_MIDMARKET" },
	{ "vehicles", "II", "TAB_II_F5_VL_VEICULO" },
	{ "property_companies", "II", "TAB_II_F6_VL_IMOBIL_EMPRESA" },
	{ "property_residential", "II", "TAB_II_F7_VL_IMOBIL_RESID" },
	{ "other_financial", "II", "TAB_II_F8_VL_OUTRO" },
	{ "credit_card", "II", "TAB_II_G_VL_CREDITO" },
	{ "factoring_persons", "II", "TAB_II_H1_VL_PESSOA" },
	{ "factoring_companies", "II", "TAB_II_H2_VL_CORP" },
	{ "court_ordered_debt", "II", "TAB_II_I1_VL_PRECAT" },
	{ "tax_credits", "II", "TAB_II_I2_VL_TRIBUT" },
	{ "royalties", "II", "TAB_II_I3_VL_ROYALTIES" },
	{ "other_public", "II", "TAB_II_I4_VL_OUTRO" },
	{ "lawsuits", "II", "TAB_II_J_VL_JUDICIAL" },
	{ "brands_and_patents", "II", "TAB_II_K_VL_MARCA" },
};

/* By the debtor, of receivables. */
static const struct row risk[] = {
	{ "risk_aa", "X", "TAB_X_SCR_RISCO_DEVEDOR_AA" },
	{ "risk_a", "X", "TAB_X_SCR_RISCO_DEVEDOR_A" },
	{ "risk_b", "X", "TAB_X_SCR_RISCO_DEVEDOR_B" },
	{ "risk_c", "X", "TAB_X_SCR_RISCO_DEVEDOR_C" },
	{ "risk_d", "X", "TAB_X_SCR_RISCO_DEVEDOR_D" },
	{ "risk_e", "X", "TAB_X_SCR_RISCO_DEVEDOR_E" },
	{ "risk_f", "X", "TAB_X_SCR_RISCO_DEVEDOR_F" },
	{ "risk_g", "X", "TAB_X_SCR_RISCO_DEVEDOR_G" },
	{ "risk_h", "X", "TAB_X_SCR_RISCO_DEVEDOR_H" },
	{ "tax_debt_of_cedents", "X", "TAB_X_DEBITO_TRIBUT" },
};

/* Assets that are cash by then, of the net worth. */
static const struct row liquidity[] = {
	{ "at_once", "X_5", "TAB_X_VL_LIQUIDEZ_0" },
	{ "within_30_days", "X_5", "TAB_X_VL_LIQUIDEZ_30" },
	{ "within_60_days", "X_5", "TAB_X_VL_LIQUIDEZ_60" },
	{ "within_90_days", "X_5", "TAB_X_VL_LIQUIDEZ_90" },
	{ "within_180_days", "X_5", "TAB_X_VL_LIQUIDEZ_180" },
	{ "within_360_days", "X_5", "TAB_X_VL_LIQUIDEZ_360" },
	{ "after_360_days", "X_5", "TAB_X_VL_LIQUIDEZ_MAIOR_360" },
	{ "guaranteed_receivables", "X_7", "TAB_X_VL_GARANTIA_DIRCRED" },
};

/* Items of the two blocks, which differ in a letter. */
static const struct {
	const char *item, *with, *without;
} items[] = {
#define ITEM(name, rest)                                                                           \
	{                                                                                          \
		name, "TAB_I2A" rest, "TAB_I2B" rest                                               \
	}
	ITEM("falling_due", "1_VL_CRED_VENC_AD"),
	ITEM("falling_due_of_late_contracts", "2_VL_CRED_VENC_INAD"),
	ITEM("late_instalments_of_them", "21_VL_TOTAL_PARCELA_INAD"),
	ITEM("overdue", "3_VL_CRED_INAD"),
	ITEM("to_be_performed", "4_VL_CRED_DIRCRED_PERFM"),
	ITEM("overdue_when_acquired", "5_VL_CRED_VENCIDO_PENDENTE"),
	ITEM("of_companies_in_recovery", "6_VL_CRED_EMP_RECUP"),
	ITEM("of_public_revenue", "7_VL_CRED_RECEITA_PUBLICA"),
	ITEM("in_court", "8_VL_CRED_ACAO_JUDIC"),
	ITEM("of_uncertain_validity", "9_VL_CRED_FATOR_RISCO"),
	ITEM("other", "10_VL_CRED_DIVERSO"),
	ITEM("provision", "11_VL_REDUCAO_RECUP"),
#undef ITEM
};

static const struct {
	int from, to; /* days; to 0: no end */
	const char *with, *without, *falling_with, *falling_without;
} bands[] = {
#define BAND(n, from, to, label)                                                                   \
	{                                                                                          \
		from, to, "TAB_V_B" n "_VL_INAD_" label, "TAB_VI_B" n "_VL_INAD_" label,           \
			"TAB_V_A" n "_VL_PRAZO_VENC_" label, "TAB_VI_A" n "_VL_PRAZO_VENC_" label  \
	}
	BAND("1", 1, 30, "30"),	      BAND("2", 31, 60, "60"),
	BAND("3", 61, 90, "90"),      BAND("4", 91, 120, "120"),
	BAND("5", 121, 150, "150"),   BAND("6", 151, 180, "180"),
	BAND("7", 181, 360, "360"),   BAND("8", 361, 720, "720"),
	BAND("9", 721, 1080, "1080"), BAND("10", 1081, 0, "MAIOR_1080"),
#undef BAND
};

/* ---- lists ---- */

static void write_row(struct json *j, const struct row *row, struct maybe amount,
		      struct maybe whole)
{
	json_open(j, NULL);
	json_text(j, "figure", row->figure);
	known_write(j, "amount_brl", amount, 2);
	known_write(j, "share_pct", fund_share(amount, whole), 4);
	json_text(j, "table", row->table);
	json_text(j, "column", row->column);
	json_close(j);
}

static bool any_filed(const struct fund_month *m, const struct row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (fund_cell(m, rows[i].column).v)
			return true;
	return false;
}

/* @must: so many first rows are written also when they are zero. */
static void write_rows(struct json *j, const char *name, const struct fund_month *m,
		       const struct row *rows, size_t n, size_t must, struct maybe whole)
{
	json_array(j, name);
	for (size_t i = 0; i < n; i++) {
		struct maybe amount = fund_cell(m, rows[i].column);

		if (i < must || amount.v)
			write_row(j, &rows[i], amount, whole);
	}
	json_array_end(j);
}

/* A table whose cells are all zero says nothing: filers leave it so. */
static void write_filed(struct json *j, const char *name, const char *reason,
			const struct fund_month *m, const struct row *rows, size_t n,
			struct maybe whole)
{
	bool filed = any_filed(m, rows, n);

	write_rows(j, name, m, rows, n, 0, whole);
	json_text(j, reason, filed ? NULL : "not_reported");
}

static void write_items(struct json *j, const struct fund_month *m)
{
	json_array(j, "receivables_items");
	for (size_t i = 0; i < ARRAY_SIZE(items); i++) {
		struct maybe with = fund_cell(m, items[i].with);
		struct maybe without = fund_cell(m, items[i].without);

		if (with.known && without.known && !with.v && !without.v)
			continue;
		json_open(j, NULL);
		json_text(j, "item", items[i].item);
		known_write(j, "with_risk_brl", with, 2);
		known_write(j, "without_risk_brl", without, 2);
		json_text(j, "with_risk_column", items[i].with);
		json_text(j, "without_risk_column", items[i].without);
		json_close(j);
	}
	json_array_end(j);
}

static struct maybe plus(struct maybe a, struct maybe b)
{
	return (struct maybe){ a.known && b.known, a.v + b.v };
}

static void write_bands(struct json *j, const struct fund_month *m)
{
	struct maybe whole = m->receivables;

	if (m->reason)
		whole.known = false;
	json_array(j, "ageing");
	for (size_t i = 0; i < ARRAY_SIZE(bands); i++) {
		struct maybe with = fund_cell(m, bands[i].with);
		struct maybe without = fund_cell(m, bands[i].without);

		json_open(j, NULL);
		json_int(j, "from_days", bands[i].from);
		if (bands[i].to)
			json_int(j, "to_days", bands[i].to);
		else
			json_null(j, "to_days");
		known_write(j, "with_risk_brl", with, 2);
		known_write(j, "without_risk_brl", without, 2);
		known_write(j, "overdue_pct", fund_share(plus(with, without), whole), 4);
		known_write(j, "falling_due_brl",
			    plus(fund_cell(m, bands[i].falling_with),
				 fund_cell(m, bands[i].falling_without)),
			    2);
		json_text(j, "with_risk_column", bands[i].with);
		json_text(j, "without_risk_column", bands[i].without);
		json_close(j);
	}
	json_array_end(j);
}

void fund_tables_write(struct call *c, const struct fund_month *m)
{
	struct json *j = c->out;
	struct maybe worth = fund_balanced(m) ? m->net_worth : (struct maybe){ 0 };
	struct maybe by_segment = fund_cell(m, "TAB_II_VL_CARTEIRA");

	write_rows(j, "balance", m, balance, ARRAY_SIZE(balance), 5, worth);
	write_items(j, m);
	write_bands(j, m);
	write_filed(j, "segments", "segments_reason", m, segments, ARRAY_SIZE(segments),
		    by_segment);
	write_filed(j, "risk", "risk_reason", m, risk, ARRAY_SIZE(risk), m->receivables);
	write_filed(j, "liquidity", "liquidity_reason", m, liquidity, ARRAY_SIZE(liquidity), worth);
}

/* ---- what is sold back ---- */

#define MONTHS 3
static const char *const sold_back[MONTHS][2] = {
	{ "repurchased_brl", "TAB_VII_D_2_VL_RECOMPRA" },
	{ "substituted_brl", "TAB_VII_C_2_VL_SUBST" },
	{ "sold_to_cedents_brl", "TAB_VII_B1_2_VL_CEDENTE" },
};

static struct maybe write_sold_back(struct json *j, const struct fund_month *m, struct day day)
{
	struct maybe sum = { .known = true };

	json_open(j, NULL);
	json_day(j, "month", day);
	for (size_t i = 0; i < ARRAY_SIZE(sold_back); i++) {
		struct maybe one = fund_cell_of(m, day, sold_back[i][1]);

		known_write(j, sold_back[i][0], one, 2);
		sum = plus(sum, one);
	}
	json_close(j);
	return sum;
}

void fund_repurchases_write(struct json *j, const struct fund_month *m)
{
	struct maybe sum = { .known = true }, with;
	const char *reason = m->reason;

	json_open(j, "repurchases");
	json_array(j, "months");
	for (int i = 0; i < MONTHS; i++)
		sum = plus(sum, write_sold_back(j, m, credit_months(m->day, -i)));
	json_array_end(j);
	if (!reason && !sum.known)
		reason = "months_missing";
	with = fund_share(plus(sum, m->over_90), m->receivables);
	with.known = with.known && !reason;
	known_write(j, "total_brl", sum, 2);
	known_write(j, "over_90_with_them_pct", with, 4);
	json_text(j, "reason", reason);
	json_text(j, "table", "VII");
	json_text(j, "columns",
		  "TAB_VII_D_2_VL_RECOMPRA + TAB_VII_C_2_VL_SUBST + TAB_VII_B1_2_VL_CEDENTE");
	json_close(j);
}

/* ---- which sums hold ---- */

static void write_check(struct json *j, const char *check, struct maybe left, struct maybe right,
			wide tolerance)
{
	json_open(j, NULL);
	json_text(j, "check", check);
	if (left.known && right.known)
		json_boolean(j, "holds", figures_agree(left.v, right.v, tolerance));
	else
		json_null(j, "holds");
	known_write(j, "left_brl", left, 2);
	known_write(j, "right_brl", right, 2);
	json_decimal(j, "tolerance_pct", tolerance, 8, 2, true);
	json_close(j);
}

static struct maybe less(struct maybe a, struct maybe b)
{
	return (struct maybe){ a.known && b.known, a.v - b.v };
}

bool fund_balanced(const struct fund_month *m)
{
	struct maybe net = less(fund_cell(m, "TAB_I_VL_ATIVO"), fund_cell(m, "TAB_III_VL_PASSIVO"));

	return !net.known || !m->net_worth.known ||
	       figures_agree(net.v, m->net_worth.v, BALANCE_TOLERANCE);
}

/* Items 1 to 10 less the provision; item 2 holds the instalments of 21. */
static struct maybe block_items(const struct fund_month *m, bool with)
{
	struct maybe sum = { .known = true };

	for (size_t i = 0; i < ARRAY_SIZE(items); i++) {
		struct maybe one = fund_cell(m, with ? items[i].with : items[i].without);

		if (str_eq(items[i].item, "late_instalments_of_them"))
			continue;
		if (str_eq(items[i].item, "provision"))
			one.v = -wide_abs(one.v);
		sum = plus(sum, one);
	}
	return sum;
}

static struct maybe all_bands(const struct fund_month *m, bool with)
{
	struct maybe sum = { .known = true };

	for (size_t i = 0; i < ARRAY_SIZE(bands); i++)
		sum = plus(sum, fund_cell(m, with ? bands[i].with : bands[i].without));
	return sum;
}

void fund_checks_write(struct json *j, const struct fund_month *m)
{
	static const char *const parts[] = { "TAB_I1_VL_DISP", "TAB_I2_VL_CARTEIRA",
					     "TAB_I3_VL_POSICAO_DERIV", "TAB_I4_VL_OUTRO_ATIVO" };
	struct maybe assets = fund_cell(m, "TAB_I_VL_ATIVO");

	json_array(j, "checks");
	write_check(j, "assets_are_their_parts", assets, fund_sum(m, parts, ARRAY_SIZE(parts)),
		    BALANCE_TOLERANCE);
	write_check(j, "net_worth_is_assets_less_liabilities",
		    less(assets, fund_cell(m, "TAB_III_VL_PASSIVO")), m->net_worth,
		    BALANCE_TOLERANCE);
	write_check(j, "classes_are_net_worth", m->classes_sum, m->net_worth, CLASSES_TOLERANCE);
	write_check(j, "receivables_with_risk_are_their_items", block_items(m, true),
		    fund_cell(m, "TAB_I2A_VL_DIRCRED_RISCO"), RECEIVABLES_TOLERANCE);
	write_check(j, "receivables_without_risk_are_their_items", block_items(m, false),
		    fund_cell(m, "TAB_I2B_VL_DIRCRED_SEM_RISCO"), RECEIVABLES_TOLERANCE);
	write_check(j, "segments_are_gross_receivables", fund_cell(m, "TAB_II_VL_CARTEIRA"),
		    m->receivables, RECEIVABLES_TOLERANCE);
	write_check(j, "bands_with_risk_are_overdue", all_bands(m, true),
		    fund_cell(m, "TAB_V_B_VL_DIRCRED_INAD"), RECEIVABLES_TOLERANCE);
	write_check(j, "bands_without_risk_are_overdue", all_bands(m, false),
		    fund_cell(m, "TAB_VI_B_VL_DIRCRED_INAD"), RECEIVABLES_TOLERANCE);
	json_array_end(j);
}

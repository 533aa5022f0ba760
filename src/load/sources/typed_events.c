/* SPDX-License-Identifier: Apache-2.0 */
/*
 * typed_events.c: corporate events and distributions typed by hand, as CSV (doc/load.md).
 *
 * For events without a feed: old splits, foreign dividends, yields of funds.  A typed event replaces
 * the same one published by the exchange.
 */
#include "config.h"

#include "load/run.h"

#include "load/delimited.h"
#include "load/field.h"
#include "load/corporate_events.h"
#include "market/prices/market.h"

enum {
	SYMBOL,
	TYPE,
	EVENT,
	EX_DAY,
	RECORD_DAY,
	PAY_DAY,
	FACTOR,
	AMOUNT,
	UNIT_COST,
	TAX,
	APPROVED,
	OLD_PROFITS
};

/* The typed word, and the label under which the exchange would list it, so that both share one row. */
static const struct {
	const char *typed;
	enum reference_table table;
	const char *label, *kind;
} events[] = {
	{ "split", REFERENCE_EVENT, "DESDOBRAMENTO", "split" },
	{ "grouping", REFERENCE_EVENT, "GRUPAMENTO", "split" },
	{ "bonus", REFERENCE_EVENT, "BONIFICACAO", "bonus" },
	{ "dividend", REFERENCE_DISTRIBUTION, "DIVIDENDO", "dividend" },
	{ "jcp", REFERENCE_DISTRIBUTION, "JRS CAP PROPRIO", "jcp" },
	{ "yield", REFERENCE_DISTRIBUTION, "RENDIMENTO", "yield" },
	{ "interest", REFERENCE_DISTRIBUTION, "JUROS", "interest" },
	{ "amortization", REFERENCE_DISTRIBUTION, "AMORTIZACAO", "amortization" },
	{ "capital_return", REFERENCE_DISTRIBUTION, "REST CAP DIN", "capital_return" },
	{ "desdobro", REFERENCE_EVENT, "DESDOBRAMENTO", "split" },
	{ "desdobramento", REFERENCE_EVENT, "DESDOBRAMENTO", "split" },
	{ "grupamento", REFERENCE_EVENT, "GRUPAMENTO", "split" },
	{ "bonificacao", REFERENCE_EVENT, "BONIFICACAO", "bonus" },
	{ "dividendo", REFERENCE_DISTRIBUTION, "DIVIDENDO", "dividend" },
	{ "rendimento", REFERENCE_DISTRIBUTION, "RENDIMENTO", "yield" },
	{ "juros", REFERENCE_DISTRIBUTION, "JUROS", "interest" },
	{ "amortizacao", REFERENCE_DISTRIBUTION, "AMORTIZACAO", "amortization" },
	{ "restituicao", REFERENCE_DISTRIBUTION, "REST CAP DIN", "capital_return" },
};

/* One collection per venue: the tables' keys begin with it. */
struct typed {
	struct load *l;
	struct references by_type[ASSET_TYPES];
	bool open[ASSET_TYPES];
};

static const char *read_day(const struct csv *c, size_t column, const char *wrong,
			    struct maybe_day *out)
{
	enum field got = field_day(csv_cell(c, column), &out->day);

	out->known = got == FIELD_OK;
	return got == FIELD_BAD ? wrong : NULL;
}

static const char *read_number(const struct csv *c, size_t column, const char *wrong,
			       struct maybe *out)
{
	enum field got = field_decimal(csv_cell(c, column), 12, PRICE_MAX_E12, &out->v);

	out->known = got == FIELD_OK;
	return got == FIELD_BAD || (got == FIELD_OK && out->v < 0) ? wrong : NULL;
}

static const char *read_days(const struct csv *c, const struct references *refs,
			     struct reference *row)
{
	struct maybe_day ex;
	const char *wrong = read_day(c, EX_DAY, "ex_date inválida", &ex);

	if (!wrong)
		wrong = read_day(c, RECORD_DAY, "record_date inválida", &row->record_day);
	if (!wrong)
		wrong = read_day(c, PAY_DAY, "pay_date inválida", &row->pay_day);
	if (!wrong)
		wrong = read_day(c, APPROVED, "approved_on inválida", &row->approved);
	if (!wrong && !ex.known && !row->record_day.known)
		return "falta a ex_date (ou a record_date)";
	row->ex_day = ex.known || wrong ? ex.day : references_ex_day(refs, row->record_day.day);
	return wrong;
}

static const char *read_split(const struct csv *c, struct reference *row)
{
	struct maybe factor;
	const char *wrong = read_number(c, FACTOR, "ratio inválido", &factor);

	if (!wrong && (!factor.known || !ratio_of_factor(factor.v, &row->ratio)))
		wrong = "falta o ratio: ações novas por antiga (2, 0.1 ou 1.05)";
	if (!wrong && str_eq(row->kind, "bonus") && row->ratio.n <= row->ratio.d)
		wrong = "o ratio de uma bonificação é maior que 1 (5 % é 1.05)";
	return wrong ? wrong : read_number(c, UNIT_COST, "unit_cost inválido", &row->amount);
}

static const char *read_cash(const struct csv *c, struct reference *row)
{
	const char *old = csv_text(c, OLD_PROFITS);
	const char *wrong = read_number(c, AMOUNT, "amount inválido", &row->amount);

	if (!wrong && !row->amount.known)
		return "falta o amount";
	row->old_profits = old && (str_eq(old, "true") || str_eq(old, "sim"));
	if (!wrong)
		wrong = read_number(c, TAX, "tax_pct inválido", &row->percent);
	return !wrong && row->percent.known && row->percent.v > 100 * E12 ? "tax_pct acima de 100"
									  : wrong;
}

static struct references *collection(struct typed *t, const struct csv *c, const char **wrong)
{
	const char *typed = csv_text(c, TYPE);
	int type = typed ? enum_find(asset_type_names, typed) : ASSET_STOCK;

	if (type < 0 || !market_venue((enum asset_type)type)) {
		*wrong = "o tipo não é um dos que têm eventos";
		return NULL;
	}
	/* All types of one venue share the first one's collection. */
	for (int k = 0; k < type; k++)
		if (market_venue((enum asset_type)k) &&
		    str_eq(market_venue((enum asset_type)k), market_venue((enum asset_type)type))) {
			type = k;
			break;
		}
	if (!t->open[type]) {
		references_open(&t->by_type[type], t->l, market_venue((enum asset_type)type),
				"typed");
		t->open[type] = true;
	}
	return &t->by_type[type];
}

static const char *read_row(struct typed *t, const struct csv *c)
{
	const char *wrong = NULL, *event = csv_text(c, EVENT);
	struct references *refs = collection(t, c, &wrong);
	struct reference row = { .symbol = csv_text(c, SYMBOL) };
	size_t e = 0;

	if (wrong)
		return wrong;
	if (!row.symbol || strlen(row.symbol) > 80)
		return "falta o ativo";
	event = event ? text_fold(c->l->pool, event) : "";
	while (e < ARRAY_SIZE(events) && !str_eq(event, events[e].typed))
		e++;
	if (e == ARRAY_SIZE(events))
		return "o evento não é split, grouping, bonus, dividend, jcp, yield, interest, "
		       "amortization nem capital_return";
	row.label = events[e].label;
	row.kind = events[e].kind;
	wrong = read_days(c, refs, &row);
	if (!wrong)
		wrong = events[e].table == REFERENCE_EVENT ? read_split(c, &row)
							   : read_cash(c, &row);
	if (!wrong)
		references_add(refs, events[e].table, &row);
	return wrong;
}

void load_events(struct load *l)
{
	struct csv_column columns[] = {
		[SYMBOL] = { "symbol|ativo", true, -1 },
		[TYPE] = { "asset_type|tipo", false, -1 },
		[EVENT] = { "event|evento", true, -1 },
		[EX_DAY] = { "ex_date|data_ex", false, -1 },
		[RECORD_DAY] = { "record_date|data_com", false, -1 },
		[PAY_DAY] = { "pay_date|pagamento", false, -1 },
		[FACTOR] = { "ratio|fator", false, -1 },
		[AMOUNT] = { "amount|valor", false, -1 },
		[UNIT_COST] = { "unit_cost|custo_unitario", false, -1 },
		[TAX] = { "tax_pct|imposto_pct", false, -1 },
		[APPROVED] = { "approved_on|aprovado_em", false, -1 },
		[OLD_PROFITS] = { "old_profits|lucros_ate_2025", false, -1 },
	};
	struct typed *t = pool_zero(l->pool, struct typed);
	struct csv c;

	t->l = l;
	csv_open(&c, l, columns, ARRAY_SIZE(columns));
	while (csv_next(&c))
		(void)csv_take(&c, read_row(t, &c)); /* a right one is with its type */
	for (int k = 0; k < ASSET_TYPES; k++)
		if (t->open[k])
			references_save(&t->by_type[k]);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* tax_requests.c: what answers a reason of the tax: an asset's fact, or a row as a request with what only the person knows. */
#include "config.h"

#include "core/buf.h"
#include "core/json_write.h"
#include "core/number_text.h"
#include "http/json_read.h"
#include "portfolio/tax/tax_gaps.h"

/* ---- how a person answers each reason (doc/tax.md 20.10) ---- */

#define PRICE                                                                                      \
	{                                                                                          \
		ANSWER_PRICE, "Informe o preço do lançamento.", NULL                               \
	}

/* The question of a fact is its field's label (tax_fact_form.c). */
#define FACT(name, text)                                                                           \
	{                                                                                          \
		ANSWER_FACT, text, name                                                            \
	}

static const struct tax_remedy remedies[TAX_REASONS] = {
	[TAX_KNOWN] = { ANSWER_LOWER, NULL, NULL },
	[TAX_COST_UNKNOWN] = PRICE,
	[TAX_PRICE_MISSING] = PRICE,
	[TAX_SALES_UNKNOWN] = PRICE,
	[TAX_EXEMPT_RESULT_UNKNOWN] = PRICE,
	[TAX_BONUS_COST_MISSING] = PRICE,
	[TAX_UNCOVERED_SALE] = { ANSWER_TRADE, "Lance a compra que falta.", NULL },
	[TAX_EXERCISE_WITHOUT_OPTION] = { ANSWER_TRADE, "Lance a opção que falta.", NULL },
	[TAX_GROSS_UNKNOWN] = { ANSWER_GROSS, "Informe o valor bruto, do informe de rendimentos.",
				NULL },
	[TAX_RATE_MISSING] = { ANSWER_NONE,
			       "Quem administra o serviço carrega a PTAX e a Selic do Banco Central.",
			       NULL },
	[TAX_CODE_UNCONFIRMED] = { ANSWER_NONE,
				   "O código está no informe de rendimentos do fundo ou da "
				   "corretora; escolha-o no programa da Receita.",
				   NULL },
	[TAX_USE_STATEMENT] = { ANSWER_NONE,
				"O valor, e o código onde falta, estão no informe de rendimentos do "
				"fundo ou da corretora; ponha-os no programa da Receita.",
				NULL },
	[TAX_CARRY_UNKNOWN] = { ANSWER_CARRY, "Informe os prejuízos que restavam ao fim de um mês.",
				NULL },
	[TAX_OPTION_EXERCISE_UNKNOWN] =
		FACT("outcome", "Diga o que houve com a opção no vencimento."),
	[TAX_ETF_KIND_UNKNOWN] = FACT("etf_kind", "Diga de que tipo é o ETF."),
	[TAX_PAPER_UNKNOWN] = FACT("paper", "Diga que papel é."),
	[TAX_INCENTIVE_UNKNOWN] = FACT("incentive", "Diga se é incentivada."),
	[TAX_CUSTODY_UNKNOWN] = FACT("custody", "Diga onde está guardado."),
	[TAX_ORIGIN_UNKNOWN] = FACT("origin", "Diga de onde veio o dinheiro."),
	[TAX_MISSING_TAX_ID] = FACT("tax_id", "Informe o CNPJ."),
};

struct tax_remedy tax_remedy(enum tax_reason reason)
{
	return remedies[reason];
}

const struct tax_own_asset *tax_asset_asked(const struct taxpayer *of, const struct tax_gap *g)
{
	const struct tax_own_asset *any = NULL;

	for (size_t i = 0; g->symbol && i < of->n_own; i++) {
		const struct tax_own_asset *own = &of->own[i];

		if (!str_eq(of->ledger.assets[own->asset].symbol, g->symbol))
			continue;
		if (g->row != TAX_NO_ROW && own->portfolio == g->portfolio)
			return own;
		if (!any)
			any = own;
	}
	return any;
}

bool tax_answerable(const struct taxpayer *of, const struct tax_gap *g)
{
	switch (tax_remedy(g->why).answer) {
	case ANSWER_FACT:
		return tax_asset_asked(of, g) != NULL;
	case ANSWER_GROSS:
		return g->paid != NULL;
	case ANSWER_PRICE:
	case ANSWER_TRADE:
	case ANSWER_LOWER:
		return true;
	case ANSWER_CARRY:
		return of->scope != TAX_PORTFOLIO;
	case ANSWER_NONE:
		break;
	}
	return false;
}

bool tax_was_exercised(const struct taxpayer *of, const struct tax_gap *g)
{
	const struct tax_own_asset *own = tax_asset_asked(of, g);

	return g->why == TAX_OPTION_EXERCISE_UNKNOWN && own &&
	       of->ledger.assets[own->asset].option.outcome == OUTCOME_EXERCISED;
}

static const char *base_of(void *pool, const struct taxpayer *of, size_t portfolio)
{
	return pool_printf(pool, "/portfolios/%s", of->ledger.portfolios[portfolio].id);
}

/* A change of one member of a row. */
static struct tax_request of_row(void *pool, const struct taxpayer *of, size_t at,
				 const char *member, const char *text)
{
	const struct tax_row *row = &of->ledger.rows[at];
	const char *base = base_of(pool, of, row->portfolio);
	const char *id = uuid_text(pool, row->row.id);

	return (struct tax_request){
		.text = text,
		.base = base,
		.request = json_read(
			pool, slice_of(pool_printf(pool,
						   "{\"method\":\"PATCH\",\"path\":\"/v1%s/"
						   "transactions/%s\",\"body\":{\"%s\":null},"
						   "\"fill\":[\"/%s\"]}",
						   base, id, member, member))),
	};
}

/* A new row of @symbol; its day, quantity and price are asked. */
static struct tax_request of_trade(void *pool, const char *base, const char *symbol,
				   enum asset_type type, const char *kind, const char *text)
{
	struct json *j = json_new(pool, 256);

	json_open(j, NULL);
	json_text(j, "method", "POST");
	json_text(j, "path", pool_printf(pool, "/v1%s/transactions", base));
	json_open(j, "body");
	json_text(j, "symbol", symbol);
	json_text(j, "asset_type", asset_type_names[type]);
	json_text(j, "kind", kind);
	json_null(j, "trade_date");
	json_null(j, "quantity");
	json_null(j, "price");
	json_close(j);
	json_array(j, "fill");
	json_text(j, NULL, "/trade_date");
	json_text(j, NULL, "/quantity");
	json_text(j, NULL, "/price");
	json_array_end(j);
	json_close(j);
	return (struct tax_request){ .text = text,
				     .base = base,
				     .request = json_read(pool, slice_of(json_written(j))) };
}

/* ---- an exercise without its option ---- */

static bool is_exercise_of(const struct tax_ledger *l, const struct tax_row *row,
			   const char *symbol)
{
	return row->row.event == EVENT_EXERCISE && str_eq(l->assets[row->asset].symbol, symbol);
}

/*
 * Whether the ledger has fewer of the option than the exercise needs; other causes are left to the
 * person.
 */
static bool lacks_option(const struct tax_ledger *l, size_t at)
{
	const struct tax_row *e = &l->rows[at];
	int64_t held = 0, taken = e->row.qty.e8;

	for (size_t i = 0; i < l->n_rows && !day_before(e->row.day, l->rows[i].row.day); i++) {
		const struct tax_row *row = &l->rows[i];
		const struct tax_asset *a = &l->assets[row->asset];

		if (i < at && row->row.event == EVENT_EXERCISE && row->option &&
		    str_eq(row->option, e->option))
			taken += row->row.qty.e8;
		if (a->type != ASSET_OPTION || !str_eq(a->symbol, e->option))
			continue;
		if (row->row.kind == ROW_BUY)
			held += row->row.qty.e8;
		else if (row->row.kind == ROW_SELL)
			held -= row->row.qty.e8;
	}
	return (held < 0 ? -held : held) < taken;
}

/* The exercise that the reason is about: the row itself, or the one that its cost came from. */
static const struct tax_row *exercise_of(const struct taxpayer *of, const char *symbol, size_t row)
{
	const struct tax_ledger *l = &of->ledger;

	if (row != TAX_NO_ROW && l->rows[row].row.event == EVENT_EXERCISE)
		return &l->rows[row];
	for (size_t i = 0; symbol && i < l->n_rows; i++)
		if (is_exercise_of(l, &l->rows[i], symbol) &&
		    (!l->rows[i].option || lacks_option(l, i)))
			return &l->rows[i];
	return NULL;
}

/* Whether it is a call, by the option's facts or by the letter of its code; false when neither says. */
static bool option_is_call(const struct tax_ledger *l, const char *symbol, bool *call)
{
	for (size_t i = 0; i < l->n_assets; i++)
		if (l->assets[i].type == ASSET_OPTION && l->assets[i].option.kind_known &&
		    str_eq(l->assets[i].symbol, symbol)) {
			*call = l->assets[i].option.call;
			return true;
		}
	if (strlen(symbol) < 6 || symbol[4] < 'A' || symbol[4] > 'X')
		return false;
	*call = symbol[4] < 'M';
	return true;
}

static struct tax_request of_exercise(void *pool, const struct taxpayer *of,
				      const struct tax_gap *g)
{
	const struct tax_row *row = exercise_of(of, g->symbol, g->row);
	bool call, holder = true;

	if (!row)
		return (struct tax_request){ .text = NULL };
	if (!row->option)
		return of_row(pool, of, (size_t)(row - of->ledger.rows), "option",
			      "Diga qual é a opção do exercício.");
	/* A purchase by exercise means that the call was held, or that the put had been written. */
	if (option_is_call(&of->ledger, row->option, &call))
		holder = call == (row->row.kind == ROW_BUY);
	return of_trade(pool, base_of(pool, of, row->portfolio), row->option, ASSET_OPTION,
			holder ? "buy" : "sell",
			pool_printf(pool, "Lance a %s da opção %s, que falta.",
				    holder ? "compra" : "venda", row->option));
}

/* ---- a purchase that is not there ---- */

static struct tax_request of_sale(void *pool, const struct taxpayer *of, const struct tax_gap *g)
{
	const struct tax_ledger *l = &of->ledger;

	for (size_t i = 0; g->symbol && i < l->n_assets; i++)
		if (str_eq(l->assets[i].symbol, g->symbol))
			return of_trade(
				pool, base_of(pool, of, g->portfolio), g->symbol, l->assets[i].type,
				"buy",
				pool_printf(pool, "Lance a compra de %s que falta.", g->symbol));
	return (struct tax_request){ .text = NULL };
}

/* ---- a bonus that no row has ---- */

/* The row that the issue of such an event proposes, with the value asked. */
static struct tax_request of_bonus(void *pool, const struct taxpayer *of,
				   const struct tax_bare_bonus *bonus)
{
	const char *base = base_of(pool, of, bonus->portfolio);
	struct json j;
	struct buf b;

	buf_init(&b, pool, 256);
	json_init(&j, &b);
	json_open(&j, NULL);
	json_text(&j, "method", "POST");
	json_text(&j, "path", pool_printf(pool, "/v1%s/transactions", base));
	json_open(&j, "body");
	json_text(&j, "symbol", bonus->event->symbol);
	json_text(&j, "asset_type", asset_type_names[of->ledger.assets[bonus->asset].type]);
	json_text(&j, "kind", row_kind_names[ROW_ADJUST]);
	json_text(&j, "event_kind", event_kind_names[EVENT_BONUS]);
	json_day(&j, "trade_date", bonus->event->ex_day);
	json_qty(&j, "quantity", bonus->event->qty);
	json_null(&j, "price");
	json_close(&j);
	json_array(&j, "fill");
	json_text(&j, NULL, "/price");
	json_array_end(&j);
	json_close(&j);
	return (struct tax_request){
		.text = pool_printf(pool,
				    "Bonificação de %s em %s: informe o valor declarado pela "
				    "empresa, por ação.",
				    bonus->event->symbol, date_text(pool, bonus->event->ex_day)),
		.base = base,
		.request = json_read(pool, slice_of(buf_text(&b))),
	};
}

/* ---- a price ---- */

/*
 * The row without a price, when the reason was reported for another row (the sale of such a purchase)
 * or for none.
 */
static size_t row_to_price(const struct taxpayer *of, const struct tax_gap *g)
{
	const struct tax_ledger *l = &of->ledger;
	bool of_sales = g->why == TAX_SALES_UNKNOWN || g->why == TAX_EXEMPT_RESULT_UNKNOWN;

	if (g->row != TAX_NO_ROW && !l->rows[g->row].row.price_known)
		return g->row;
	for (size_t i = 0; i < l->n_rows; i++) {
		const struct tax_row *row = &l->rows[i];

		if (!row->row.price_known && !row->row.applied &&
		    (row->row.kind == ROW_SELL) == of_sales && row->row.kind != ROW_SPLIT &&
		    (!g->symbol || str_eq(l->assets[row->asset].symbol, g->symbol)))
			return i;
	}
	return TAX_NO_ROW;
}

static struct tax_request of_price(void *pool, const struct taxpayer *of, const struct tax_gap *g)
{
	size_t at = row_to_price(of, g);
	const struct tax_row *row;

	if (at == TAX_NO_ROW)
		return (struct tax_request){ .text = NULL };
	row = &of->ledger.rows[at];
	/* A price would leave the whole cost with the old paper. */
	if (row->row.kind == ROW_ADJUST && row->row.event == EVENT_INCORPORATION)
		return (struct tax_request){
			.text = "Veio por incorporação ou cisão: diga de que papel, ou que parte do "
				"custo dele passou.",
			.base = base_of(pool, of, row->portfolio)
		};
	return of_row(pool, of, at, "price",
		      pool_printf(pool, "%s de %s em %s: informe o preço por unidade.",
				  row->row.kind == ROW_SELL  ? "Venda"
				  : row->row.kind == ROW_BUY ? "Compra"
							     : "Entrada",
				  of->ledger.assets[row->asset].symbol,
				  date_text(pool, row->row.day)));
}

struct tax_request tax_row_asked(void *pool, const struct taxpayer *of, const struct tax_gap *g)
{
	switch (tax_remedy(g->why).answer) {
	case ANSWER_PRICE:
		return g->bonus ? of_bonus(pool, of, g->bonus) : of_price(pool, of, g);
	case ANSWER_TRADE:
		return g->why == TAX_UNCOVERED_SALE ? of_sale(pool, of, g)
						    : of_exercise(pool, of, g);
	case ANSWER_NONE:
	case ANSWER_FACT:
	case ANSWER_GROSS:
	case ANSWER_CARRY:
	case ANSWER_LOWER:
		break;
	}
	return (struct tax_request){ .text = NULL };
}

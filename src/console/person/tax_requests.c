/* SPDX-License-Identifier: Apache-2.0 */
/* tax_requests.c: requests that supply missing facts of the tax, with the known values filled in. */
#include "config.h"

#include "console/person/tax_pages.h"
#include "core/buf.h"
#include "core/json_write.h"

#define OPEN "…" /* to be filled in */

static const char *object(struct json *j, struct buf *b)
{
	json_close(j);
	return buf_text(b);
}

static void begin(struct json *j, struct buf *b, void *pool)
{
	buf_init(b, pool, 256);
	json_init(j, b);
	json_open(j, NULL);
}

static const char *trade(void *pool, const char *symbol, enum asset_type type, const char *kind)
{
	struct json j;
	struct buf b;

	begin(&j, &b, pool);
	json_text(&j, "symbol", symbol);
	json_text(&j, "asset_type", asset_type_names[type]);
	json_text(&j, "kind", kind);
	json_text(&j, "trade_date", "AAAA-MM-DD");
	json_text(&j, "quantity", OPEN);
	json_text(&j, "price", OPEN);
	return object(&j, &b);
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
static const struct tax_row *exercise_of(const struct tax_view *v, const char *symbol, size_t row)
{
	const struct tax_ledger *l = &v->of.ledger;

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

static struct tax_request of_exercise(void *pool, const struct tax_view *v, const char *symbol,
				      size_t at)
{
	const struct tax_row *row = exercise_of(v, symbol, at);
	struct tax_request out = { 0 };
	bool call, holder = true;

	if (!row)
		return out;
	out.row = (size_t)(row - v->of.ledger.rows);
	if (!row->option) {
		out.text = "Diga no lançamento do exercício qual é a opção.";
		out.method = "PATCH";
		out.body = "{\"option\": \"" OPEN "\"}";
		return out;
	}
	/* A purchase by exercise means that the call was held, or that the put had been written. */
	if (option_is_call(&v->of.ledger, row->option, &call))
		holder = call == (row->row.kind == ROW_BUY);
	out.text = pool_printf(pool, "Lance a %s da opção %s, que falta.",
			       holder ? "compra" : "venda", row->option);
	out.method = "POST";
	out.body = trade(pool, row->option, ASSET_OPTION, holder ? "buy" : "sell");
	return out;
}

/* ---- missing trades ---- */

static struct tax_request of_sale(void *pool, const struct tax_view *v, const char *symbol)
{
	const struct tax_ledger *l = &v->of.ledger;

	for (size_t i = 0; symbol && i < l->n_assets; i++)
		if (str_eq(l->assets[i].symbol, symbol))
			return (struct tax_request){
				.text = pool_printf(pool, "Lance a compra de %s que falta.",
						    symbol),
				.method = "POST",
				.body = trade(pool, symbol, l->assets[i].type, "buy"),
				.row = TAX_NO_ROW,
			};
	return (struct tax_request){ 0 };
}

struct tax_request tax_trade_missing(void *pool, const struct tax_view *v, enum tax_reason why,
				     const char *symbol, size_t row)
{
	if (why == TAX_EXERCISE_WITHOUT_OPTION)
		return of_exercise(pool, v, symbol, row);
	if (why == TAX_UNCOVERED_SALE)
		return of_sale(pool, v, symbol);
	return (struct tax_request){ 0 };
}

/* ---- a payment with unknown gross amount ---- */

const char *tax_payment_body(void *pool, const struct tax_view *v, const struct tax_income *in)
{
	const struct tax_asset *a = &v->of.ledger.assets[in->asset];
	struct json j;
	struct buf b;

	begin(&j, &b, pool);
	json_text(&j, "symbol", a->symbol);
	json_text(&j, "asset_type", asset_type_names[a->type]);
	json_text(&j, "kind", income_kind_names[in->kind]);
	json_day(&j, "pay_date", in->pay_day);
	json_money(&j, "amount", in->net);
	json_text(&j, "gross_amount", OPEN);
	if (in->record_known)
		json_day(&j, "record_date", in->record_day);
	if (in->approved_known)
		json_day(&j, "approved_on", in->approved);
	if (in->profits_to_2025)
		json_boolean(&j, "profits_to_2025", true);
	return object(&j, &b);
}

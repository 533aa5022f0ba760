/* SPDX-License-Identifier: Apache-2.0 */
/* row_said.c: a row, or an income, in one sentence. */
#include "config.h"

#include "console/form/row_said.h"

#include "operations/ask.h"
#include "console/form/member_words.h"
#include "core/number_text.h"
#include "core/text.h"

#define MOST ((wide)1 << 100)

static wide number_of(struct json_object *o, const char *name, int places)
{
	const char *text = ask_text(o, name);
	wide v = 0;

	return text && dec_parse(slice_of(text), places, MOST, &v) == DEC_OK ? v : 0;
}

static const char *day_said(void *pool, struct json_object *o, const char *name)
{
	const char *iso = ask_text(o, name);

	return iso && strlen(iso) == 10 ? pool_printf(pool, "%.2s/%.2s/%.4s", iso + 8, iso + 5, iso)
					: "";
}

/* What is about to be written names no currency: assets of the class "us" alone are in dollars. */
static bool is_in_dollars(struct json_object *o)
{
	const char *currency = ask_text(o, "currency"), *type = ask_text(o, "asset_type");

	return currency ? str_eq(currency, "USD") : type && str_eq(type, "us");
}

static const char *sum_said(void *pool, struct json_object *o, struct money m)
{
	const char *brl = brl_text(pool, m);
	const char *sign = strstr(brl, "R$");

	if (!is_in_dollars(o))
		return brl;
	return pool_printf(pool, "%.*sUS$%s", (int)(sign - brl), brl, sign + 2);
}

static const char *quantity_said(void *pool, struct json_object *o)
{
	char plain[DEC_TEXT_SIZE];

	(void)dec_format(plain, number_of(o, "quantity", QTY_PLACES), QTY_PLACES, QTY_PLACES, true);
	return grouped_text(pool, plain);
}

static const char *trade_said(void *pool, struct json_object *o, const char *what, bool sold)
{
	const struct price price = { number_of(o, "price", PRICE_PLACES) };
	const struct qty qty = { (int64_t)number_of(o, "quantity", QTY_PLACES) };
	const struct money fees = { number_of(o, "fees", MONEY_PLACES) };
	bool range = false;
	struct money gross = money_gross(qty, price, &range);
	struct money net = sold ? money_sub(gross, fees, &range) : money_add(gross, fees, &range);

	if (!ask_text(o, "price") || range)
		return pool_printf(pool, "%s, por preço que não se sabe.", what);
	what = pool_printf(pool, "%s, a %s: %s", what, priced_text(pool, is_in_dollars(o), price),
			   sum_said(pool, o, gross));
	return fees.e8 ? pool_printf(pool, "%s, %s taxas %s.", what,
				     sold ? "descontadas as" : "com", sum_said(pool, o, net))
		       : pool_printf(pool, "%s.", what);
}

const char *row_said(void *pool, struct json_object *o)
{
	const char *kind = ask_text(o, "kind"), *event = ask_text(o, "event_kind");
	const char *paper = pool_printf(pool, "%s (%s)", ask_text(o, "symbol"),
					choice_word(ask_text(o, "asset_type")));
	const char *ratio = ask_text(o, "ratio");
	const char *what;

	if (ask_text(o, "pay_date"))
		return pool_printf(
			pool, "%s de %s em %s: %s.", choice_label(pool, kind), paper,
			day_said(pool, o, "pay_date"),
			sum_said(pool, o, (struct money){ number_of(o, "amount", MONEY_PLACES) }));
	if (ratio)
		return pool_printf(pool, "%s de %s em %s: %s por uma.", choice_label(pool, kind),
				   paper, day_said(pool, o, "trade_date"), comma_text(pool, ratio));
	what = pool_printf(pool, "%s de %s %s em %s", choice_label(pool, event ? event : kind),
			   quantity_said(pool, o), paper, day_said(pool, o, "trade_date"));
	return trade_said(pool, o, what, str_eq(kind, "sell"));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* portfolio_calls.c: what a person's own and a client's portfolio Functions and Actions share. */
#include "config.h"

#include "core/text.h"
#include "operations/protocol.h"
#include "http/tree.h"
#include "portfolio/portfolio.h"

#define MONTHS_SHOWN 120 /* when input.limit is absent */
#define STEPS_SHOWN 200

void wallet_call_reading(struct call *c)
{
	static const struct call_refusal words[] = {
		{ "invalid_body", 400, NULL, NULL, NULL },
		{ .code = NULL },
	};

	call_refusals(c, words);
}

const struct day *wallet_call_day(const struct call *c)
{
	return c->has_at ? &c->at : NULL;
}

static unsigned layers_of(const struct call *c, const char *const *known)
{
	struct json_object *names = tree_member(c->input, "include");
	size_t n = names ? json_object_array_length(names) : 0;
	unsigned layers = 0;

	for (size_t i = 0; i < n; i++) {
		const char *name = tree_text(json_object_array_get_idx(names, i));

		for (unsigned k = 0; known[k]; k++)
			if (str_eq(known[k], name))
				layers |= 1U << k;
	}
	return layers;
}

unsigned wallet_call_layers(const struct call *c)
{
	return layers_of(c, wallet_layers);
}

/* input.from and input.to. */
static void take_days(struct call *c, struct day *from, struct day *to)
{
	*from = call_day(c, "from", DAY_FAR_PAST);
	*to = call_day(c, "to", DAY_FAR_FUTURE);
	if (day_before(*to, *from))
		call_invalid(c, "/input/from", "maximum", "um dia até input.to",
			     call_text(c, "from"));
}

static bool newest_first(const struct call *c)
{
	const char *order = call_text(c, "order");

	return order && str_eq(order, "desc");
}

void wallet_call_history(struct call *c)
{
	const struct page_key key = { DB_DAY, newest_first(c) };
	struct wallet_months m = {
		.all = !c->operation->subject,
		.symbol = call_text(c, "symbol"),
		.at = wallet_call_day(c),
		.newest = key.descending,
		.limit = (size_t)call_int(c, "limit", MONTHS_SHOWN),
		.layers = layers_of(c, history_layers),
	};
	struct day from, to;
	struct db_arg after[2];
	struct json *meta;
	bool more;

	take_days(c, &from, &to);
	m.from = day_month(from);
	m.to = day_month(to);
	call_after(c, &key, after);
	c->operation->enter(c);
	m.after = day_month(after[0].day);
	more = wallet_history(c->ctx, &m, c->out, c->name);
	if (more)
		call_next_day(c, month_first(m.last));
	meta = call_meta(c);
	json_open(meta, NULL);
	json_int(meta, "count", (int64_t)m.count);
	json_text(meta, "next_cursor", c->next_cursor);
	json_text(meta, "order", m.newest ? "desc" : "asc");
	json_close(meta);
}

void wallet_call_ledger(struct call *c)
{
	const struct page_key key = { DB_DAY, newest_first(c) };
	struct wallet_rows want = {
		.symbol = call_text(c, "symbol"),
		.kind = call_text(c, "kind"),
		.newest = key.descending,
		.limit = call_limit(c),
	};
	struct db_rows *rows, *sums;
	struct db_arg after[2];
	struct json *meta;
	size_t n;

	take_days(c, &want.from, &want.to);
	if (c->has_at && day_before(c->at, want.to))
		want.to = c->at;
	call_after(c, &key, after);
	if (!call_has(c, "cursor"))
		after[0] = db_day(want.newest ? want.to : want.from);
	want.after = after;
	c->operation->enter(c);
	rows = wallet_rows(c->ctx, &want, &sums);
	n = call_page(c, &key, rows, WALLET_ROW_DAY, WALLET_ROW_ID);
	json_array(c->out, c->name);
	for (size_t i = 0; i < n; i++)
		wallet_row(c->out, rows, i);
	json_array_end(c->out);
	meta = call_meta(c);
	json_open(meta, NULL);
	json_int(meta, "count", c->count);
	wallet_row_sums(meta, sums);
	json_text(meta, "next_cursor", c->next_cursor);
	json_close(meta);
}

static const char *page_behind(void *arg, const char *place)
{
	return call_next_text(arg, place);
}

void wallet_call_explain(struct call *c)
{
	static const struct page_key by_place = { DB_TEXT, false };
	struct wallet_explain asked = {
		.field = call_text(c, "field"),
		.symbol = call_text(c, "symbol"),
		.asset_type = call_text(c, "asset_type"),
		.item = call_text(c, "item"),
		.month = call_text(c, "month"),
		.day = call_text(c, "day"),
		.slice = call_text(c, "slice"),
		.contribution = call_amount(c, "contribution"),
		.sell = call_bool(c, "sell", false),
		.all = !c->operation->subject,
		.limit = (size_t)call_int(c, "limit", STEPS_SHOWN),
		.cursor = page_behind,
		.arg = c,
		.meta = call_meta(c),
	};
	char at[DAY_TEXT_SIZE];
	struct db_arg after[2];

	if (c->has_at) {
		day_format(c->at, at);
		asked.at = at;
	}
	call_after(c, &by_place, after);
	if (*after[0].text)
		asked.place = after[0].text;
	c->operation->enter(c);
	wallet_explain(c->ctx, &asked, c->out, c->name);
}

/* The place of a page is the day and the key of the last payment, "2026-11-16 0192f0c1-…". */
static void take_place(struct call *c, struct wallet_incomes *asked)
{
	static const struct page_key by_place = { DB_TEXT, false };
	struct db_arg after[2];
	struct slice day, key;

	call_after(c, &by_place, after);
	asked->follows = slice_cut(slice_of(after[0].text), ' ', &day, &key) &&
			 day_parse(day, &asked->day) && uuid_parse(key, &asked->key);
}

void wallet_call_income(struct call *c)
{
	struct wallet_incomes asked = {
		.all = !c->operation->subject,
		.symbol = call_text(c, "symbol"),
		.kind = call_text(c, "kind"),
		.asset_type = call_text(c, "asset_type"),
		.limit = (size_t)call_int(c, "limit", CALL_LIMIT),
	};
	void *pool = c->ctx->pool;
	bool more;

	take_days(c, &asked.from, &asked.to);
	take_place(c, &asked);
	c->operation->enter(c);
	more = wallet_income(c->ctx, &asked, c->out, c->name);
	c->paged = true;
	c->count = (int64_t)asked.n;
	if (more) /* kept in the call */
		(void)call_next_text(c, pool_printf(pool, "%s %s", day_iso(pool, asked.day),
						    uuid_text(pool, asked.key)));
}

void wallet_call_warn(struct call *c, struct wallet_warnings w)
{
	for (size_t i = 0; i < w.n; i++)
		call_warn(c, "%s", w.items[i]);
}

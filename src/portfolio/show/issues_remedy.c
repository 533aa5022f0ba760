/* SPDX-License-Identifier: Apache-2.0 */
/*
 * issues_remedy.c: the requests that would resolve an issue, which a client may send.
 *
 * A member that only the person knows is null in the body and listed in `fill`; an action without it
 * can be sent unchanged.
 */
#include "config.h"

#include "portfolio/show/issues_remedy.h"

#include <json-c/json.h>

#include "core/pool.h"
#include "http/json_read.h"
#include "portfolio/show/issues_dismiss.h"
#include "portfolio/show/detail_json.h"

struct remedy_request {
	void *pool;
	struct json *j;
	const struct loaded *in;
	const struct issue *issue;
};

static void open_request(void *pool, struct json *j, const char *portfolio, const char *method,
			 const char *rest)
{
	json_open(j, NULL);
	json_text(j, "method", method);
	json_text(j, "path", pool_printf(pool, "/v1/portfolios/%s/%s", portfolio, rest));
}

PRINTF_LIKE(3, 4)
static void open_action(const struct remedy_request *m, const char *method, const char *fmt, ...)
{
	const char *rest;
	va_list ap;

	va_start(ap, fmt);
	rest = pool_vprintf(m->pool, fmt, ap);
	va_end(ap);
	open_request(m->pool, m->j, uuid_text(m->pool, m->in->id), method, rest);
}

static void close_action(const struct remedy_request *m)
{
	json_close(m->j);
}

/* A row in the form of a POST to transactions. */
static void put_row(const struct remedy_request *m, const struct ledger_asset *a,
		    const struct ledger_row *r)
{
	struct json *j = m->j;

	json_open(j, NULL);
	json_text(j, "symbol", a->symbol);
	json_text(j, "asset_type", asset_type_names[a->type]);
	json_text(j, "kind", row_kind_names[r->kind]);
	if (r->event != EVENT_NONE)
		json_text(j, "event_kind", event_kind_names[r->event]);
	json_day(j, "trade_date", r->day);
	json_qty(j, "quantity", r->qty);
	if (r->price_known)
		json_decimal(j, "price", r->price.e12, PRICE_PLACES, PRICE_PLACES, true);
	if (r->fees.e8 != 0)
		json_decimal(j, "fees", r->fees.e8, MONEY_PLACES, MONEY_PLACES, true);
	if (r->kind == ROW_SPLIT)
		json_decimal(j, "ratio", r->ratio_e12, PRICE_PLACES, PRICE_PLACES, true);
	if (r->note)
		json_text(j, "note", r->note);
	json_close(j);
}

static void post_drafts(const struct remedy_request *m)
{
	const struct issue *i = m->issue;
	bool priceless = false;

	open_action(m, "POST", "transactions");
	json_array(m->j, "body");
	for (size_t k = 0; k < i->n_drafts; k++) {
		put_row(m, i->asset, &i->drafts[k]);
		priceless |= !i->drafts[k].price_known;
	}
	json_array_end(m->j);
	json_array(m->j, "fill");
	for (size_t k = 0; priceless && k < i->n_drafts; k++) {
		json_text(m->j, NULL, pool_printf(m->pool, "/%zu/trade_date", k));
		json_text(m->j, NULL, pool_printf(m->pool, "/%zu/price", k));
	}
	json_array_end(m->j);
	close_action(m);
}

/* The tax asks the same (tax_facts_asked.c), so that one answer is enough for both. */
static void option_outcome(const struct remedy_request *m)
{
	open_action(m, "PATCH", "assets/%s", uuid_text(m->pool, m->issue->asset->id));
	json_open(m->j, "body");
	json_open(m->j, "facts");
	json_open(m->j, "option");
	json_null(m->j, "outcome");
	json_close(m->j);
	json_close(m->j);
	json_close(m->j);
	json_array(m->j, "fill");
	json_text(m->j, NULL, "/facts/option/outcome");
	json_array_end(m->j);
	close_action(m);
}

/* The trade that exercised it: of what paper, when and at what price the ledger does not say. */
static void option_exercise(const struct remedy_request *m)
{
	static const char *const asked[] = { "symbol", "asset_type", "kind", "trade_date",
					     "price" };

	open_action(m, "POST", "transactions");
	json_open(m->j, "body");
	for (size_t i = 0; i < ARRAY_SIZE(asked); i++)
		json_null(m->j, asked[i]);
	json_qty(m->j, "quantity", m->issue->drafts[0].qty);
	json_text(m->j, "event_kind", event_kind_names[EVENT_EXERCISE]);
	json_text(m->j, "option", m->issue->asset->symbol);
	json_close(m->j);
	json_array(m->j, "fill");
	for (size_t i = 0; i < ARRAY_SIZE(asked); i++)
		json_text(m->j, NULL, pool_printf(m->pool, "/%s", asked[i]));
	json_array_end(m->j);
	close_action(m);
}

static void option_close(const struct remedy_request *m)
{
	open_action(m, "POST", "transactions");
	json_array(m->j, "body");
	put_row(m, m->issue->asset, &m->issue->drafts[0]);
	json_array_end(m->j);
	json_array(m->j, "fill");
	json_text(m->j, NULL, "/0/price");
	json_array_end(m->j);
	close_action(m);
}

static void option_end(const struct remedy_request *m)
{
	if (issue_was_exercised(m->pool, m->issue)) {
		option_exercise(m);
		return;
	}
	option_close(m);
	option_outcome(m);
}

static void patch_rows(const struct remedy_request *m, bool quantity)
{
	const struct issue *i = m->issue;

	for (size_t k = 0; k < i->n_rows && k < ISSUE_ROWS_SHOWN; k++) {
		open_action(m, "PATCH", "transactions/%s", uuid_text(m->pool, i->rows[k].row->id));
		json_open(m->j, "body");
		json_null(m->j, "price");
		if (quantity)
			json_null(m->j, "quantity");
		json_close(m->j);
		json_array(m->j, "fill");
		json_text(m->j, NULL, "/price");
		if (quantity)
			json_text(m->j, NULL, "/quantity");
		json_array_end(m->j);
		close_action(m);
	}
}

static void delete_rows(const struct remedy_request *m)
{
	const struct issue *i = m->issue;

	for (size_t k = 0; k < i->n_drafts && k < ISSUE_ROWS_SHOWN; k++) {
		open_action(m, "DELETE", "transactions/%s", uuid_text(m->pool, i->drafts[k].id));
		json_null(m->j, "body");
		json_array(m->j, "fill");
		json_array_end(m->j);
		close_action(m);
	}
}

static void import_earlier(const struct remedy_request *m)
{
	open_action(m, "POST", "imports");
	json_null(m->j, "body");
	json_array(m->j, "fill");
	json_text(m->j, NULL, "");
	json_array_end(m->j);
	close_action(m);
}

/* PATCH replaces the metadata, so the present members are included. */
static const char *with_terms(void *pool, const char *meta)
{
	const char *text;
	struct json_object *o = json_read(pool, slice_of(meta ? meta : "{}"));
	struct json_object *terms = json_object_new_object();

	if (!o) {
		json_object_put(terms);
		return "{}"; /* unreachable: stored metadata was validated */
	}
	json_object_object_add(terms, "indexer", NULL);
	json_object_object_add(terms, "pct", NULL);
	json_object_object_add(terms, "maturity", NULL);
	json_object_object_add(o, "fixed_income", terms);
	text = json_object_to_json_string_ext(o, JSON_C_TO_STRING_PLAIN |
							 JSON_C_TO_STRING_NOSLASHESCAPE);
	return pool_strdup(pool, text);
}

static void asset_terms(const struct remedy_request *m)
{
	open_action(m, "PATCH", "assets/%s", uuid_text(m->pool, m->issue->asset->id));
	json_open(m->j, "body");
	json_raw(m->j, "meta", with_terms(m->pool, m->issue->asset->meta));
	json_close(m->j);
	json_array(m->j, "fill");
	json_text(m->j, NULL, "/meta/fixed_income/indexer");
	json_text(m->j, NULL, "/meta/fixed_income/pct");
	json_text(m->j, NULL, "/meta/fixed_income/maturity");
	json_array_end(m->j);
	close_action(m);
}

static void post_event(const struct remedy_request *m)
{
	open_action(m, "POST", "transactions");
	event_row_render(m->j, "body", m->in, m->issue->event);
	json_array(m->j, "fill");
	json_array_end(m->j);
	close_action(m);
}

static void asset_type(const struct remedy_request *m)
{
	open_action(m, "PATCH", "assets/%s", uuid_text(m->pool, m->issue->asset->id));
	json_open(m->j, "body");
	json_null(m->j, "asset_type");
	json_close(m->j);
	json_array(m->j, "fill");
	json_text(m->j, NULL, "/asset_type");
	json_array_end(m->j);
	close_action(m);
}

static void asset_symbol(const struct remedy_request *m)
{
	const struct ledger_asset *a = m->issue->asset;

	remedy_symbol_render(m->pool, m->j, uuid_text(m->pool, m->in->id),
			     uuid_text(m->pool, a->id), asset_type_names[a->type]);
}

static void patch_day(const struct remedy_request *m)
{
	open_action(m, "PATCH", "transactions/%s", uuid_text(m->pool, m->issue->rows[0].row->id));
	json_open(m->j, "body");
	json_day(m->j, "trade_date", m->issue->day);
	json_close(m->j);
	json_array(m->j, "fill");
	json_array_end(m->j);
	close_action(m);
}

/* The only credit of another paper in the rows of the issue; NULL when there is none or several fit. */
static const struct issue_row *successor_of(const struct issue *i)
{
	const struct issue_row *found = NULL;

	for (size_t k = 0; k < i->n_rows; k++) {
		if (i->rows[k].asset == i->asset)
			continue;
		if (found)
			return NULL;
		found = &i->rows[k];
	}
	return found;
}

/* The members that both kinds of a PUT to .../succession have. */
static void open_succession(const struct remedy_request *m, const struct ledger_asset *a,
			    const char *kind, const struct ledger_asset *to, struct day day)
{
	open_action(m, "PUT", "assets/%s/succession", uuid_text(m->pool, a->id));
	json_text(m->j, "symbol", a->symbol);
	json_open(m->j, "body");
	json_text(m->j, "kind", kind);
	json_open(m->j, "to");
	json_text(m->j, "symbol", to ? to->symbol : NULL);
	json_text(m->j, "asset_type", asset_type_names[to ? to->type : a->type]);
	json_close(m->j);
	json_day(m->j, "date", day);
}

static void put_succession(const struct remedy_request *m)
{
	const struct issue *i = m->issue;
	const struct issue_row *to = successor_of(i);
	int64_t debited = i->n_rows ? -i->rows[0].row->qty.e8 : 0;
	bool range = false;
	wide r;

	if (debited <= 0)
		return;
	r = to ? dec_mul_div_half_away(to->row->qty.e8, E12, debited, &range) : 0;
	if (range)
		r = 0;
	open_succession(m, i->asset, "succession", to ? to->asset : NULL, i->rows[0].row->day);
	json_decimal_or_null(m->j, "ratio", r > 0, r, PRICE_PLACES, PRICE_PLACES, true);
	json_null(m->j, "cash_per_share");
	json_close(m->j);
	json_array(m->j, "fill");
	if (!to)
		json_text(m->j, NULL, "/to/symbol");
	if (r <= 0)
		json_text(m->j, NULL, "/ratio");
	json_array_end(m->j);
	close_action(m);
}

/* One for each possible origin: the person sends the right one. */
static void put_spin_offs(const struct remedy_request *m)
{
	const struct issue *i = m->issue;

	for (size_t k = 0; k < i->n_sources; k++) {
		open_succession(m, i->sources[k], "spin_off", i->rows[0].asset,
				i->rows[0].row->day);
		json_null(m->j, "cost_share_pct");
		json_close(m->j);
		json_array(m->j, "fill");
		json_text(m->j, NULL, "/cost_share_pct");
		json_array_end(m->j);
		close_action(m);
	}
}

static void put_actions(const struct remedy_request *m)
{
	switch (m->issue->action) {
	case REMEDY_BY_HAND:
		break;
	case REMEDY_POST_DRAFTS:
		post_drafts(m);
		break;
	case REMEDY_OPTION_END:
		option_end(m);
		break;
	case REMEDY_ASSET_SYMBOL:
		asset_symbol(m);
		break;
	case REMEDY_PATCH_PRICE:
	case REMEDY_PATCH_TRADED:
		patch_rows(m, m->issue->action == REMEDY_PATCH_TRADED);
		break;
	case REMEDY_DELETE_ROWS:
		delete_rows(m);
		break;
	case REMEDY_IMPORT:
		import_earlier(m);
		break;
	case REMEDY_ASSET_TERMS:
		asset_terms(m);
		break;
	case REMEDY_POST_EVENT:
		post_event(m);
		break;
	case REMEDY_ASSET_TYPE:
		asset_type(m);
		break;
	case REMEDY_PATCH_DAY:
		patch_day(m);
		break;
	case REMEDY_SUCCESSION:
		put_succession(m);
		break;
	case REMEDY_SPIN_OFF:
		put_spin_offs(m);
		break;
	}
}

void issue_remedy_render(void *pool, struct json *j, const struct loaded *in, const struct issue *i,
			 const struct issue_effect *effect)
{
	const struct remedy_request m = { pool, j, in, i };

	json_open(j, "mend");
	json_text(j, "text", i->remedy);
	json_array(j, "actions");
	put_actions(&m);
	json_array_end(j);
	if (effect && effect->tried)
		json_texts(j, "changes", effect->said, effect->n);
	else if (effect)
		json_null(j, "changes");
	json_close(j);
	issue_dismiss_render(pool, j, in, i);
}

/* Rows and incomes go with it: written anew under another name they would count twice meanwhile. */
void remedy_symbol_render(void *pool, struct json *j, const char *portfolio, const char *asset,
			  const char *asset_type)
{
	open_request(pool, j, portfolio, "PATCH", pool_printf(pool, "assets/%s", asset));
	json_open(j, "body");
	json_null(j, "symbol");
	json_text(j, "asset_type", asset_type);
	json_close(j);
	json_array(j, "fill");
	json_text(j, NULL, "/symbol");
	json_array_end(j);
	json_close(j);
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * issues_json.c: what makes the figures of a portfolio unreliable.  GET /v1/portfolios/{id}/issues
 *
 * Load, compute, find, render.  One statement reads the closes of the days of all rows, so the number
 * of round trips does not depend on the ledger.
 */
#include "config.h"

#include "identity/caller.h"
#include "core/clock.h"
#include "db/db.h"
#include "http/request.h"
#include "http/response.h"
#include "portfolio/ledger/first_day.h"
#include "portfolio/ledger/guessed.h"
#include "portfolio/ledger/ledger_list.h"
#include "portfolio/store/row_shown.h"
#include "portfolio/show/issues_dismiss.h"
#include "portfolio/show/issues_remedy.h"
#include "portfolio/show/detail_json.h"
#include "portfolio/show/show.h"
#include "portfolio/show/portfolio_view.h"
#include "portfolio/portfolio.h"

/* One row for each requested day that has a close; n is the index of the request. */
static DB_STMT(
	quotes, "issues.quotes",
	"select w.n, q.close"
	"  from unnest($1::text[], $2::text[], $3::date[]) with ordinality w(venue, symbol, day, n)"
	"  join quote q on q.venue = w.venue and q.symbol = w.symbol and q.day = w.day"
	" order by w.n");
enum { Q_N, Q_CLOSE };

/*
 * The opposite of each adjustment in the person's other portfolios: those that the caller controls, or
 * those of the client.
 */
static DB_STMT(
	transfers, "issues.transfers",
	"select w.n, o.id, o.trade_date, o.quantity, o.price, p.name"
	"  from unnest($4::text[], $5::text[], $6::date[], $7::text[]) with ordinality"
	"         w(symbol, asset_type, day, quantity, n)"
	"  join portfolio own on own.workspace_id = $1 and own.id = $2"
	"  join portfolio p on p.workspace_id = $1 and p.id <> own.id"
	"   and not p.exclude_from_consolidated and not own.exclude_from_consolidated"
	"   and case when own.client_id is null"
	"            then p.client_id is null and own.controller_id = $3 and p.controller_id = $3"
	"            else p.client_id = own.client_id end"
	"  join asset a on a.workspace_id = $1 and a.portfolio_id = p.id"
	"   and a.symbol = w.symbol and a.asset_type = w.asset_type"
	"  join ledger o on o.workspace_id = $1 and o.portfolio_id = a.portfolio_id"
	"   and o.asset_id = a.id and o.trade_date between w.day - 30 and w.day + 30"
	"   and o.kind = 'adjust' and o.event_kind is null and o.retired_by is null"
	"   and o.quantity = w.quantity::numeric"
	" order by w.n, abs(o.trade_date - w.day), o.id limit 10000");
enum { T_N, T_ID, T_DAY, T_QTY, T_PRICE, T_NAME };

/* ---- the closes of the rows' days ---- */

/* The requested days, ascending by (asset, day), each once. */
struct days {
	const char **venues, **symbols;
	struct day *days;
	size_t *assets;
	size_t n;
};

static struct days days_of(void *pool, const struct ledger *ledger)
{
	struct days d = { .n = 0 };
	size_t most = 0;

	for (size_t a = 0; a < ledger->n_assets; a++)
		most += ledger->assets[a].n_rows;
	d.venues = pool_array(pool, const char *, most);
	d.symbols = pool_array(pool, const char *, most);
	d.days = pool_array(pool, struct day, most);
	d.assets = pool_array(pool, size_t, most);
	for (size_t a = 0; a < ledger->n_assets; a++) {
		const struct ledger_asset *asset = &ledger->assets[a];
		const char *venue = market_venue(asset->type);

		for (size_t i = 0; venue && i < asset->n_rows; i++) {
			if (!issue_row_quotable(&asset->rows[i]) ||
			    (d.n && d.assets[d.n - 1] == a &&
			     day_same(d.days[d.n - 1], asset->rows[i].day)))
				continue;
			d.venues[d.n] = venue;
			d.symbols[d.n] = asset->quoted_as ? asset->quoted_as : asset->symbol;
			d.days[d.n] = asset->rows[i].day;
			d.assets[d.n++] = a;
		}
	}
	return d;
}

static void send_quotes(struct ctx *ctx, const struct days *d)
{
	db_send(ctx, &quotes,
		DB_ARGS(db_array(DB_TEXT_ARRAY, d->venues, NULL, d->n, 0),
			db_array(DB_TEXT_ARRAY, d->symbols, NULL, d->n, 0),
			db_array(DB_DAY_ARRAY, d->days, NULL, d->n, 0)));
}

static void take_quotes(struct ctx *ctx, const struct days *d, const struct db_rows *rows,
			struct issues_input *in)
{
	struct issue_quote *found = pool_array(ctx->pool, struct issue_quote, db_count(rows));

	for (size_t i = 0; i < db_count(rows); i++) {
		size_t place = (size_t)db_get_int(rows, i, Q_N) - 1;

		found[i] = (struct issue_quote){
			.asset = d->assets[place],
			.day = d->days[place],
			.close = { db_get_decimal(rows, i, Q_CLOSE, PRICE_PLACES) },
		};
	}
	in->quotes = found;
	in->n_quotes = db_count(rows);
}

/* ---- the opposites of its adjustments ---- */

struct adjustments {
	const char **symbols, **types, **opposites;
	struct day *days;
	size_t *assets;
	const struct ledger_row **rows;
	size_t n;
};

static struct adjustments adjustments_of(void *pool, const struct ledger *ledger)
{
	struct adjustments d = { .n = 0 };
	size_t most = 0;

	for (size_t a = 0; a < ledger->n_assets; a++)
		for (size_t i = 0; i < ledger->assets[a].n_rows; i++)
			most += ledger->assets[a].rows[i].kind == ROW_ADJUST;
	d.symbols = pool_array(pool, const char *, most);
	d.types = pool_array(pool, const char *, most);
	d.opposites = pool_array(pool, const char *, most);
	d.days = pool_array(pool, struct day, most);
	d.assets = pool_array(pool, size_t, most);
	d.rows = pool_array(pool, const struct ledger_row *, most);
	for (size_t a = 0; a < ledger->n_assets; a++) {
		const struct ledger_asset *asset = &ledger->assets[a];

		for (size_t i = 0; i < asset->n_rows; i++) {
			const struct ledger_row *r = &asset->rows[i];
			char text[DEC_TEXT_SIZE];

			if (r->kind != ROW_ADJUST || r->event != EVENT_NONE || qty_is_zero(r->qty))
				continue;
			(void)dec_format(text, -(wide)r->qty.e8, QTY_PLACES, QTY_PLACES, true);
			d.symbols[d.n] = asset->symbol;
			d.types[d.n] = asset_type_names[asset->type];
			d.opposites[d.n] = pool_strdup(pool, text);
			d.days[d.n] = r->day;
			d.assets[d.n] = a;
			d.rows[d.n++] = r;
		}
	}
	return d;
}

static void send_transfers(struct ctx *ctx, const struct adjustments *d)
{
	db_send(ctx, &transfers,
		DB_ARGS(db_uuid(ctx->caller->resource_workspace), db_uuid(ctx->caller->portfolio),
			db_uuid(ctx->caller->account),
			db_array(DB_TEXT_ARRAY, d->symbols, NULL, d->n, 0),
			db_array(DB_TEXT_ARRAY, d->types, NULL, d->n, 0),
			db_array(DB_DAY_ARRAY, d->days, NULL, d->n, 0),
			db_array(DB_TEXT_ARRAY, d->opposites, NULL, d->n, 0)));
}

static void take_transfers(struct ctx *ctx, const struct adjustments *d, const struct db_rows *rows,
			   struct issues_input *in)
{
	struct issue_transfer *found = pool_array(ctx->pool, struct issue_transfer, db_count(rows));

	for (size_t i = 0; i < db_count(rows); i++) {
		size_t place = (size_t)db_get_int(rows, i, T_N) - 1;
		bool priced = !db_is_null(rows, i, T_PRICE);

		found[i] = (struct issue_transfer){
			.asset = d->assets[place],
			.own = d->rows[place],
			.other = { .day = db_get_day(rows, i, T_DAY),
				   .kind = ROW_ADJUST,
				   .qty = { (int64_t)db_get_decimal(rows, i, T_QTY, QTY_PLACES) },
				   .price_known = priced,
				   .id = db_get_uuid(rows, i, T_ID) },
			.portfolio = db_get_text(rows, i, T_NAME),
		};
		if (priced)
			found[i].other.price.e12 = db_get_decimal(rows, i, T_PRICE, PRICE_PLACES);
	}
	in->transfers = found;
	in->n_transfers = db_count(rows);
}

/* Queries the database only once the rows are loaded; none when there is nothing to look up. */
static void find_beside(struct ctx *ctx, struct issues_input *in)
{
	struct days d = days_of(ctx->pool, in->ledger);
	struct adjustments a = adjustments_of(ctx->pool, in->ledger);
	struct db_rows *got[2];
	size_t n = 0;

	if (d.n)
		send_quotes(ctx, &d);
	if (a.n)
		send_transfers(ctx, &a);
	if (!d.n && !a.n)
		return;
	db_wait(ctx, got, (size_t)(d.n > 0) + (a.n > 0));
	if (d.n)
		take_quotes(ctx, &d, got[n++], in);
	if (a.n)
		take_transfers(ctx, &a, got[n], in);
}

/* ---- the answer ---- */

#define SHOWN 1000 /* the worst issues: each may come with its remedies */

static void render_row(struct json *j, const struct issue_row *r)
{
	json_open(j, NULL);
	row_shown_write(j, r->asset, r->row);
	if (r->uncovered.e8)
		json_qty(j, "uncovered", r->uncovered);
	if (r->quote_known)
		json_price(j, "quote", r->quote);
	json_close(j);
}

static void render_weight(struct json *j, const struct issue *i)
{
	if (i->weighed == WEIGHT_UNKNOWN) {
		json_null(j, "weight");
		return;
	}
	json_open(j, "weight");
	json_money(j, "amount", i->weight);
	json_text(j, "of", issue_weight_names[i->weighed]);
	json_close(j);
}

static void render_issue(void *pool, struct json *j, const struct loaded *in, const struct issue *i)
{
	json_open(j, NULL);
	json_text(j, "code", issue_code_names[i->code]);
	json_text(j, "severity", issue_severity_names[i->severity]);
	json_text(j, "symbol", i->asset ? i->asset->symbol : NULL);
	json_text(j, "asset_type", i->asset ? asset_type_names[i->asset->type] : NULL);
	if (i->asset)
		json_uuid(j, "asset_id", i->asset->id);
	else
		json_null(j, "asset_id");
	json_text(j, "title", i->title);
	json_text(j, "detail", i->detail);
	render_weight(j, i);
	json_array(j, "rows");
	for (size_t k = 0; k < i->n_rows && k < ISSUE_ROWS_SHOWN; k++)
		render_row(j, &i->rows[k]);
	json_array_end(j);
	json_int(j, "rows_total", (int64_t)i->n_rows);
	issue_remedy_render(pool, j, in, i);
	json_close(j);
}

/* @dismissed: shows the dismissed ones instead */
static void render(struct ctx *ctx, struct json *j, const char *name, const struct issues_view *v,
		   bool dismissed)
{
	const struct issue *list = v->list + (dismissed ? v->n : 0);
	const struct loaded *in = &v->in;
	size_t n = dismissed ? v->n_dismissed : v->n, of[ISSUE_INFO + 1] = { 0 };

	json_open(j, name);
	json_array(j, "data");
	for (size_t i = 0; i < n; i++) {
		void *pool;

		of[list[i].severity]++;
		if (i >= SHOWN)
			continue;
		pool = pool_new(ctx->pool, "an issue");
		render_issue(pool, j, in, &list[i]);
		pool_free(pool);
	}
	json_array_end(j);
	json_open(j, "meta");
	json_int(j, "count", (int64_t)n);
	for (size_t s = 0; s <= ISSUE_INFO; s++)
		json_int(j, issue_severity_names[s], (int64_t)of[s]);
	json_int(j, "dismissed", (int64_t)v->n_dismissed);
	json_day(j, "as_of", ctx->today);
	json_int(j, "ledger_version", in->ledger_version);
	json_close(j);
	json_close(j);
}

/* Dismissed issues go to the end; both groups stay in order. */
static void part(void *pool, struct issues_view *v, const struct issue *all, size_t n)
{
	struct issue *parted = pool_array(pool, struct issue, n);
	bool *gone = pool_array(pool, bool, n);

	for (size_t i = 0; i < n; i++) {
		void *scratch =
			pool_new(pool, "keys of an issue"); /* of metadata, parsed for each */

		gone[i] = issue_is_dismissed(scratch, &all[i]);
		pool_free(scratch);
		if (!gone[i])
			parted[v->n++] = all[i];
	}
	for (size_t i = 0; i < n; i++)
		if (gone[i])
			parted[v->n + v->n_dismissed++] = all[i];
	v->list = parted;
}

void issues_view(struct ctx *ctx, struct issues_view *out)
{
	struct load_want want = { .as_of = ctx->today, .transactions = true, .whole = true };
	struct issues_input find = { .as_of = ctx->today };
	struct db_rows *first[2];
	const struct issue *all;
	struct guessed guessed;
	int64_t start;
	size_t n;

	first_day_send(ctx);
	guessed_send(ctx);
	db_wait(ctx, first, 2);
	find.exported = first_day_take(first[0], &find.first_export);
	guessed = guessed_take(ctx, first[1]);
	find.guessed = guessed.ids;
	find.n_guessed = guessed.n;
	load_portfolio(ctx, &want, &out->in);
	load_compute(ctx, &out->in, want.as_of, &out->portfolio);
	find.ledger = &out->in.ledger;
	find.market = out->in.market;
	find.portfolio = &out->portfolio;
	find_beside(ctx, &find);
	start = clock_monotonic_us();
	all = issues_find(ctx->pool, &find, &n);
	ctx_in_time(ctx);
	out->n = out->n_dismissed = 0;
	part(ctx->pool, out, all, n);
	ctx->calc_us += clock_monotonic_us() - start;
}

static void answer(struct ctx *ctx, struct json *out, const char *name, bool dismissed)
{
	struct issues_view v;
	int64_t start;

	issues_view(ctx, &v);
	start = clock_monotonic_us();
	render(ctx, out, name, &v, dismissed);
	ctx->json_us += clock_monotonic_us() - start;
}

void wallet_issues(struct ctx *ctx, struct json *out, const char *name)
{
	answer(ctx, out, name, false);
}

void portfolio_issues(struct ctx *ctx)
{
	bool dismissed = query_bool(ctx, "dismissed", false);

	query_done(ctx);
	ledger_readable(ctx);
	answer(ctx, respond_json(ctx, 200), NULL, dismissed);
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * issues.c: what makes the figures of a portfolio weak.  GET /v1/portfolios/{id}/issues
 *
 * Load, compute, find, render.  The closes of the days of all rows come in one statement, whatever
 * their number, so the round trips do not grow with them.
 */
#include "config.h"

#include "access/caller.h"
#include "calc/views/views.h"
#include "core/clock.h"
#include "http/request.h"
#include "http/response.h"
#include "wallet/ledger/first_day.h"
#include "wallet/ledger/guessed.h"
#include "wallet/ledger/ledger_page.h"
#include "wallet/rows/row_shown.h"
#include "wallet/show/issues_remedy.h"
#include "wallet/show/render.h"
#include "wallet/show/show.h"
#include "wallet/statements.h"
#include "wallet/wallet.h"

/* One row for each of the days that has a close; n is its place among those asked for. */
static struct db_stmt quotes = DB_STMT(
	"issues.quotes",
	"select w.n, q.close"
	"  from unnest($1::text[], $2::text[], $3::date[]) with ordinality w(venue, symbol, day, n)"
	"  join quote q on q.venue = w.venue and q.symbol = w.symbol and q.day = w.day"
	" order by w.n");
enum { Q_N, Q_CLOSE };

struct db_stmt *const issues_stmts[] = { &quotes };
const size_t n_issues_stmts = ARRAY_SIZE(issues_stmts);

/* ---- the closes of the rows' days ---- */

/* Days to ask for, ascending by (asset, day), each once. */
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

static void find_quotes(struct ctx *ctx, struct issues_input *in)
{
	struct days d = days_of(ctx->pool, in->ledger);
	struct issue_quote *found;
	struct db_rows *rows;

	if (!d.n)
		return;
	rows = db_query(ctx, &quotes,
			DB_ARGS(db_array(DB_TEXT_ARRAY, d.venues, NULL, d.n, 0),
				db_array(DB_TEXT_ARRAY, d.symbols, NULL, d.n, 0),
				db_array(DB_DAY_ARRAY, d.days, NULL, d.n, 0)));
	found = pool_array(ctx->pool, struct issue_quote, db_count(rows));
	for (size_t i = 0; i < db_count(rows); i++) {
		size_t place = (size_t)db_get_int(rows, i, Q_N) - 1;

		found[i] = (struct issue_quote){
			.asset = d.assets[place],
			.day = d.days[place],
			.close = { db_get_decimal(rows, i, Q_CLOSE, PRICE_PLACES) },
		};
	}
	in->quotes = found;
	in->n_quotes = db_count(rows);
}

/* ---- the answer ---- */

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
	json_array(j, "rows");
	for (size_t k = 0; k < i->n_rows && k < ISSUE_ROWS_SHOWN; k++)
		render_row(j, &i->rows[k]);
	json_array_end(j);
	json_int(j, "rows_total", (int64_t)i->n_rows);
	issue_remedy_render(pool, j, in, i);
	json_close(j);
}

static void render(struct ctx *ctx, struct json *j, const char *name, const struct loaded *in,
		   const struct issue *list, size_t n)
{
	size_t of[ISSUE_INFO + 1] = { 0 };

	json_open(j, name);
	json_array(j, "data");
	for (size_t i = 0; i < n; i++) {
		of[list[i].severity]++;
		render_issue(ctx->pool, j, in, &list[i]);
	}
	json_array_end(j);
	json_open(j, "meta");
	json_int(j, "count", (int64_t)n);
	for (size_t s = 0; s <= ISSUE_INFO; s++)
		json_int(j, issue_severity_names[s], (int64_t)of[s]);
	json_day(j, "as_of", ctx->today);
	json_int(j, "ledger_version", in->ledger_version);
	json_close(j);
	json_close(j);
}

void wallet_issues(struct ctx *ctx, struct json *out, const char *name)
{
	struct load_want want = { .as_of = ctx->today, .transactions = true, .whole = true };
	struct issues_input find = { .as_of = ctx->today };
	struct db_rows *first[2];
	struct guessed guessed;
	struct issue *list;
	struct portfolio p;
	struct loaded in;
	int64_t start;
	size_t n;

	first_day_send(ctx);
	guessed_send(ctx);
	db_wait(ctx, first, 2);
	find.exported = first_day_take(first[0], &find.first_export);
	guessed = guessed_take(ctx, first[1]);
	find.guessed = guessed.ids;
	find.n_guessed = guessed.n;
	load_portfolio(ctx, &want, &in);
	load_compute(ctx, &in, want.as_of, &p);
	find.ledger = &in.ledger;
	find.market = in.market;
	find.portfolio = &p;
	find_quotes(ctx, &find);
	start = clock_monotonic_us();
	list = issues_find(ctx->pool, &find, &n);
	ctx->calc_us += clock_monotonic_us() - start;
	start = clock_monotonic_us();
	render(ctx, out, name, &in, list, n);
	ctx->json_us += clock_monotonic_us() - start;
}

void portfolio_issues(struct ctx *ctx)
{
	query_done(ctx);
	ledger_readable(ctx);
	wallet_issues(ctx, respond_json(ctx, 200), NULL);
}

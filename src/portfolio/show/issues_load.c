/* SPDX-License-Identifier: Apache-2.0 */
/*
 * issues_load.c: finds what makes the figures of portfolios unreliable.
 *
 * One statement reads the closes of the days of all rows, another the opposites of all adjustments: the
 * number of round trips depends neither on the ledgers nor on the number of portfolios.
 */
#include "config.h"

#include "identity/caller.h"
#include "core/clock.h"
#include "db/db.h"
#include "portfolio/ledger/first_day.h"
#include "portfolio/ledger/guessed.h"
#include "portfolio/show/issues_dismiss.h"
#include "portfolio/show/portfolio_view.h"

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
	"  from unnest($2::uuid[], $4::text[], $5::text[], $6::date[], $7::text[]) with ordinality"
	"         w(portfolio_id, symbol, asset_type, day, quantity, n)"
	"  join portfolio own on own.workspace_id = $1 and own.id = w.portfolio_id"
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

static DB_STMT(exercises, "issues.exercises",
	       "select a.id, e.trade_date, e.quantity"
	       "  from ledger e"
	       "  join asset a on a.workspace_id = $1 and a.portfolio_id = e.portfolio_id"
	       "   and a.symbol = e.option_symbol and a.asset_type = 'option'"
	       " where e.workspace_id = $1 and e.portfolio_id = any($2::uuid[])"
	       "   and e.event_kind = 'exercise' and e.retired_by is null"
	       " order by a.id, e.trade_date limit 10000");
enum { X_OPTION, X_DAY, X_QTY };

/* ---- the closes of the rows' days ---- */

/* Of an asset of a portfolio, both as indices. */
struct place {
	size_t portfolio, asset;
};

/* The requested days, ascending by (portfolio, asset, day), each once. */
struct days {
	const char **venues, **symbols;
	struct day *days;
	struct place *places;
	size_t n;
};

static void add_days(struct days *d, const struct ledger *ledger, size_t portfolio)
{
	for (size_t a = 0; a < ledger->n_assets; a++) {
		const struct ledger_asset *asset = &ledger->assets[a];
		const char *venue = market_venue(asset->type);
		size_t first = d->n;

		for (size_t i = 0; venue && i < asset->n_rows; i++) {
			if (!issue_row_quotable(&asset->rows[i]) ||
			    (d->n > first && day_same(d->days[d->n - 1], asset->rows[i].day)))
				continue;
			d->venues[d->n] = venue;
			d->symbols[d->n] = asset->quoted_as ? asset->quoted_as : asset->symbol;
			d->days[d->n] = asset->rows[i].day;
			d->places[d->n++] = (struct place){ portfolio, a };
		}
	}
}

static struct days days_of(void *pool, const struct issues_view *list, size_t n)
{
	struct days d = { .n = 0 };
	size_t most = 0;

	for (size_t p = 0; p < n; p++)
		for (size_t a = 0; a < list[p].in.ledger.n_assets; a++)
			most += list[p].in.ledger.assets[a].n_rows;
	d.venues = pool_array(pool, const char *, most);
	d.symbols = pool_array(pool, const char *, most);
	d.days = pool_array(pool, struct day, most);
	d.places = pool_array(pool, struct place, most);
	for (size_t p = 0; p < n; p++)
		add_days(&d, &list[p].in.ledger, p);
	return d;
}

/* The rows are in the order of the request, so each portfolio's are one stretch. */
static void take_quotes(struct ctx *ctx, const struct days *d, const struct db_rows *rows,
			struct issues_input *find)
{
	struct issue_quote *found = pool_array(ctx->pool, struct issue_quote, db_count(rows));

	for (size_t i = 0; i < db_count(rows); i++) {
		size_t n = (size_t)db_get_int(rows, i, Q_N) - 1;
		struct issues_input *in = &find[d->places[n].portfolio];

		found[i] = (struct issue_quote){
			.asset = d->places[n].asset,
			.day = d->days[n],
			.close = { db_get_decimal(rows, i, Q_CLOSE, PRICE_PLACES) },
		};
		if (!in->n_quotes++)
			in->quotes = &found[i];
	}
}

/* ---- the opposites of their adjustments ---- */

struct adjustments {
	const char **symbols, **types, **opposites;
	struct uuid *portfolios;
	struct day *days;
	struct place *places;
	const struct ledger_row **rows;
	size_t n;
};

static void add_adjustment(void *pool, struct adjustments *d, const struct issues_view *v,
			   struct place at, const struct ledger_row *r)
{
	const struct ledger_asset *asset = &v->in.ledger.assets[at.asset];
	char text[DEC_TEXT_SIZE];

	(void)dec_format(text, -(wide)r->qty.e8, QTY_PLACES, QTY_PLACES, true);
	d->portfolios[d->n] = v->in.id;
	d->symbols[d->n] = asset->symbol;
	d->types[d->n] = asset_type_names[asset->type];
	d->opposites[d->n] = pool_strdup(pool, text);
	d->days[d->n] = r->day;
	d->places[d->n] = at;
	d->rows[d->n++] = r;
}

static bool is_plain_adjustment(const struct ledger_row *r)
{
	return r->kind == ROW_ADJUST && r->event == EVENT_NONE && !qty_is_zero(r->qty);
}

static size_t count_adjustments(const struct issues_view *list, size_t n)
{
	size_t most = 0;

	for (size_t p = 0; p < n; p++)
		for (size_t a = 0; a < list[p].in.ledger.n_assets; a++)
			for (size_t i = 0; i < list[p].in.ledger.assets[a].n_rows; i++)
				most += is_plain_adjustment(&list[p].in.ledger.assets[a].rows[i]);
	return most;
}

static struct adjustments adjustments_of(void *pool, const struct issues_view *list, size_t n)
{
	struct adjustments d = { .n = 0 };
	size_t most = count_adjustments(list, n);

	d.portfolios = pool_array(pool, struct uuid, most);
	d.symbols = pool_array(pool, const char *, most);
	d.types = pool_array(pool, const char *, most);
	d.opposites = pool_array(pool, const char *, most);
	d.days = pool_array(pool, struct day, most);
	d.places = pool_array(pool, struct place, most);
	d.rows = pool_array(pool, const struct ledger_row *, most);
	for (size_t p = 0; p < n; p++)
		for (size_t a = 0; a < list[p].in.ledger.n_assets; a++) {
			const struct ledger_asset *asset = &list[p].in.ledger.assets[a];

			for (size_t i = 0; i < asset->n_rows; i++)
				if (is_plain_adjustment(&asset->rows[i]))
					add_adjustment(pool, &d, &list[p], (struct place){ p, a },
						       &asset->rows[i]);
		}
	return d;
}

static void send_transfers(struct ctx *ctx, struct uuid workspace, const struct adjustments *d)
{
	db_send(ctx, &transfers,
		DB_ARGS(db_uuid(workspace), db_uuids(d->portfolios, d->n),
			db_uuid(ctx->caller->account), db_texts(d->symbols, d->n),
			db_texts(d->types, d->n), db_days(d->days, d->n),
			db_texts(d->opposites, d->n)));
}

static void take_transfers(struct ctx *ctx, const struct adjustments *d, const struct db_rows *rows,
			   struct issues_input *find)
{
	struct issue_transfer *found = pool_array(ctx->pool, struct issue_transfer, db_count(rows));

	for (size_t i = 0; i < db_count(rows); i++) {
		size_t n = (size_t)db_get_int(rows, i, T_N) - 1;
		struct issues_input *in = &find[d->places[n].portfolio];
		bool priced = !db_is_null(rows, i, T_PRICE);

		found[i] = (struct issue_transfer){
			.asset = d->places[n].asset,
			.own = d->rows[n],
			.other = { .day = db_get_day(rows, i, T_DAY),
				   .kind = ROW_ADJUST,
				   .qty = { (int64_t)db_get_decimal(rows, i, T_QTY, QTY_PLACES) },
				   .price_known = priced,
				   .id = db_get_uuid(rows, i, T_ID) },
			.portfolio = db_get_text(rows, i, T_NAME),
		};
		if (priced)
			found[i].other.price.e12 = db_get_decimal(rows, i, T_PRICE, PRICE_PLACES);
		if (!in->n_transfers++)
			in->transfers = &found[i];
	}
}

/* ---- exercised options ---- */

/* Of all portfolios: the option's id tells whose. */
static const struct issue_exercise *exercises_of(void *pool, const struct db_rows *rows)
{
	struct issue_exercise *out = pool_array(pool, struct issue_exercise, db_count(rows));

	for (size_t i = 0; i < db_count(rows); i++)
		out[i] = (struct issue_exercise){
			.option = db_get_uuid(rows, i, X_OPTION),
			.day = db_get_day(rows, i, X_DAY),
			.qty = { (int64_t)db_get_decimal(rows, i, X_QTY, QTY_PLACES) },
		};
	return out;
}

/* ---- all that is looked up beside the ledgers, in one round trip ---- */

enum { GOT_FIRST_DAY, GOT_GUESSED, GOT_EXERCISES, GOT_MORE };

static void find_beside(struct ctx *ctx, struct uuid workspace, const struct issues_view *list,
			size_t n, struct issues_input *find)
{
	struct uuid *ids = pool_array(ctx->pool, struct uuid, n);
	struct days d = days_of(ctx->pool, list, n);
	struct adjustments a = adjustments_of(ctx->pool, list, n);
	struct db_rows *got[GOT_MORE + 2];
	size_t next = GOT_MORE;
	const struct issue_exercise *exercised;
	struct guessed guessed;

	for (size_t p = 0; p < n; p++)
		ids[p] = list[p].in.id;
	first_day_send(ctx, workspace, ids, n);
	guessed_send(ctx, workspace, ids, n);
	db_send(ctx, &exercises, DB_ARGS(db_uuid(workspace), db_uuids(ids, n)));
	if (d.n)
		db_send(ctx, &quotes,
			DB_ARGS(db_texts(d.venues, d.n), db_texts(d.symbols, d.n),
				db_days(d.days, d.n)));
	if (a.n)
		send_transfers(ctx, workspace, &a);
	db_wait(ctx, got, GOT_MORE + (size_t)(d.n > 0) + (a.n > 0));
	guessed = guessed_take(ctx, got[GOT_GUESSED]);
	exercised = exercises_of(ctx->pool, got[GOT_EXERCISES]);
	for (size_t p = 0; p < n; p++) {
		find[p].exported =
			first_day_take(got[GOT_FIRST_DAY], ids[p], &find[p].first_export);
		find[p].guessed = guessed.ids;
		find[p].n_guessed = guessed.n;
		find[p].exercises = exercised;
		find[p].n_exercises = db_count(got[GOT_EXERCISES]);
	}
	if (d.n)
		take_quotes(ctx, &d, got[next++], find);
	if (a.n)
		take_transfers(ctx, &a, got[next], find);
}

/* ---- finding ---- */

/* Dismissed issues go to the end; both groups stay in order.  Answered ones are none. */
static void part(void *pool, struct issues_view *v, const struct issue *all, size_t n)
{
	struct issue *parted = pool_array(pool, struct issue, n);
	bool *gone = pool_array(pool, bool, n);

	for (size_t i = 0; i < n; i++) {
		void *scratch =
			pool_new(pool, "keys of an issue"); /* of metadata, parsed for each */

		bool answered = issue_is_answered(scratch, &all[i]);

		gone[i] = !answered && issue_is_dismissed(scratch, &all[i]);
		pool_free(scratch);
		if (!gone[i] && !answered)
			parted[v->n++] = all[i];
	}
	for (size_t i = 0; i < n; i++)
		if (gone[i])
			parted[v->n + v->n_dismissed++] = all[i];
	v->list = parted;
}

void issues_of(struct ctx *ctx, struct uuid workspace, struct issues_view *list, size_t n)
{
	struct issues_input *find = pool_array(ctx->pool, struct issues_input, n);
	int64_t start;

	for (size_t p = 0; p < n; p++)
		find[p] = (struct issues_input){ .as_of = ctx->today,
						 .ledger = &list[p].in.ledger,
						 .market = list[p].in.market,
						 .portfolio = &list[p].portfolio };
	find_beside(ctx, workspace, list, n, find);
	start = clock_monotonic_us();
	for (size_t p = 0; p < n; p++) {
		size_t found;
		const struct issue *all = issues_find(ctx->pool, &find[p], &found);

		ctx_in_time(ctx);
		list[p].n = list[p].n_dismissed = 0;
		part(ctx->pool, &list[p], all, found);
	}
	ctx->calc_us += clock_monotonic_us() - start;
}

void issues_view(struct ctx *ctx, struct issues_view *out)
{
	struct load_want want = { .as_of = ctx->today, .transactions = true, .whole = true };

	load_portfolio(ctx, &want, &out->in);
	load_compute(ctx, &out->in, want.as_of, &out->portfolio);
	issues_of(ctx, ctx->caller->resource_workspace, out, 1);
}

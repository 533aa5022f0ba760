/* SPDX-License-Identifier: Apache-2.0 */
/*
 * client_values.c: values all portfolios of many clients, one after the other.
 *
 * The stored figures are read in one round trip, and unpacked, valued and freed portfolio by portfolio;
 * stale ones are derived from their ledgers, which are all read at once.  The number of statements does
 * not depend on the number of portfolios.  A paper is looked up once for all holders.
 */
#include "config.h"

#include "identity/caller.h"
#include "calc/code_stamp.h"
#include "calc/history/packed.h"
#include "core/clock.h"
#include "db/db.h"
#include "portfolio/store/state_rows.h"
#include "portfolio/store/ledgers.h"
#include "portfolio/store/asset_terms.h"
#include "portfolio/portfolio.h"

#define OF_CLIENTS " where p.workspace_id = $1 and p.client_id = any($2::uuid[])"
#define IN_ORDER " order by p.client_id, p.created_at, p.id limit 100000"

static DB_STMT(heads, "book.heads", "select " STATE_HEAD OF_CLIENTS IN_ORDER);

static DB_STMT(counted, "book.counted",
	       "select " STATE_HEAD OF_CLIENTS " and not p.exclude_from_consolidated" IN_ORDER);

/* Papers that changed since, or whose successors did. */
static DB_STMT(changed, "book.changed",
	       "with recursive w (venue, symbol, now) as ("
	       "  select venue collate \"C\", symbol collate \"C\", symbol collate \"C\""
	       "    from unnest($1::text[], $2::text[]) u (venue, symbol)"
	       "  union"
	       "  select w.venue, w.symbol, s.to_symbol"
	       "    from w join succession s on s.venue = w.venue and s.from_symbol = w.now)"
	       " select w.venue, w.symbol, max(v.version)"
	       "   from w cross join lateral (select version from symbol_version s"
	       "                               where s.venue = w.venue and s.symbol = w.now"
	       "                               limit 1) v"
	       "  where v.version > $3"
	       "  group by w.venue, w.symbol order by w.venue, w.symbol limit 1000000");

/* ---- papers ---- */

/* A paper held by some client; those with own metadata are separate. */
struct book_asset {
	struct ledger_asset asset; /* its texts live with the request */
	int64_t version; /* reference-data version of its last change, among the versions queried */
	struct book_asset *next; /* in its slot */
};

struct book_assets {
	struct book_asset **slots;
	size_t mask;
	struct ledger_asset *list; /* each once, to load the market */
	struct book_asset **all;
	size_t n, size;
};

struct item {
	struct loaded in; /* of a stored one only the portfolio's own members */
	struct uuid client;
	size_t row;
	bool cached;
	struct book_asset **papers; /* for the assets of a stored one, in order */
	size_t n_papers;
};

struct book {
	struct ctx *ctx;
	const struct wallet_client_portfolios *want;
	const struct db_rows *rows;
	struct item *items;
	size_t n;
	struct book_assets papers;
	struct loaded **stale, **restamped;
	size_t n_stale, n_restamped;
	const struct market *market;
};

static uint32_t mix(uint32_t h, const char *s)
{
	for (; s && *s; s++)
		h = (h ^ (unsigned char)*s) * 16777619U;
	return h;
}

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

static void papers_grow(void *pool, struct book_assets *p)
{
	if (p->n < p->size)
		return;
	p->size = p->size ? 2 * p->size : 256;
	p->all = pool_resize(pool, p->all, struct book_asset *, p->size);
	p->slots = pool_array(pool, struct book_asset *, 2 * p->size);
	p->mask = 2 * p->size - 1;
	for (size_t i = 0; i < p->n; i++) {
		const struct ledger_asset *a = &p->all[i]->asset;
		size_t slot = mix(2166136261U + (uint32_t)a->type, a->symbol) & p->mask;

		p->all[i]->next = p->slots[slot];
		p->slots[slot] = p->all[i];
	}
}

static struct book_asset *paper_of(struct ctx *ctx, struct book_assets *p,
				   const struct ledger_asset *a)
{
	struct book_asset *one;
	size_t slot;

	papers_grow(ctx->pool, p);
	slot = mix(2166136261U + (uint32_t)a->type, a->symbol) & p->mask;
	for (one = p->slots[slot]; one; one = one->next)
		if (one->asset.type == a->type && str_eq(one->asset.symbol, a->symbol) &&
		    same_text(one->asset.meta, a->meta) &&
		    same_text(one->asset.contract, a->contract))
			return one;
	one = pool_zero(ctx->pool, struct book_asset);
	one->asset.symbol = pool_strdup(ctx->pool, a->symbol);
	one->asset.type = a->type;
	one->asset.currency = a->currency;
	if (a->meta)
		one->asset.meta = pool_strdup(ctx->pool, a->meta);
	if (a->contract)
		one->asset.contract = pool_strdup(ctx->pool, a->contract);
	terms_give(ctx->pool, &one->asset, 1);
	one->next = p->slots[slot];
	p->slots[slot] = one;
	p->all[p->n++] = one;
	return one;
}

/* ---- stored figures ---- */

static void send_heads(struct book *b)
{
	const struct wallet_client_portfolios *w = b->want;

	db_send(b->ctx, w->simulations ? &heads : &counted,
		DB_ARGS(db_uuid(b->ctx->caller->workspace), db_uuids(w->clients, w->n_clients),
			db_text(CALC_CODE_STAMP)));
}

/* The papers of a stored one; false when it cannot be read. */
static bool take_papers(struct book *b, struct item *it)
{
	void *pool = pool_new(b->ctx->pool, "assets of a head");
	struct ledger_asset *assets;
	bool good = head_assets(pool, state_row_bytes(b->rows, it->row), &assets, &it->n_papers);

	if (good) {
		it->papers = pool_array(b->ctx->pool, struct book_asset *, it->n_papers);
		for (size_t i = 0; i < it->n_papers; i++)
			it->papers[i] = paper_of(b->ctx, &b->papers, &assets[i]);
	}
	pool_free(pool);
	return good;
}

static void take_items(struct book *b)
{
	struct ctx *ctx = b->ctx;

	b->n = db_count(b->rows);
	b->items = pool_array(ctx->pool, struct item, b->n);
	b->stale = pool_array(ctx->pool, struct loaded *, b->n);
	b->restamped = pool_array(ctx->pool, struct loaded *, b->n);
	for (size_t i = 0; i < b->n; i++) {
		struct item *it = &b->items[i];

		state_own(b->rows, i, &it->in);
		it->row = i;
		it->client = state_row_client(b->rows, i);
		it->cached = !b->want->at &&
			     state_is_current(b->rows, i, it->in.ledger_version, ctx->today) &&
			     take_papers(b, it);
		if (it->cached)
			it->in.reference_version = state_row_reference(b->rows, i);
	}
}

/* ---- changes since they were stored ---- */

static bool is_older(const struct book *b, const struct item *it)
{
	return it->cached &&
	       it->in.reference_version < b->ctx->caller->market_version[FAMILY_REFERENCE];
}

/* The version of each paper's last change; @dollar: that of the official rates. */
static void take_changes(struct book *b, const struct db_rows *r, int64_t *dollar)
{
	struct book_assets *p = &b->papers;

	for (size_t i = 0; i < db_count(r); i++) {
		const char *venue = db_get_text(r, i, 0), *symbol = db_get_text(r, i, 1);

		if (str_eq(venue, "fx") && str_eq(symbol, "USD"))
			*dollar = db_get_int(r, i, 2);
		for (int type = 0; p->n && type < ASSET_TYPES; type++) {
			const char *of = market_venue((enum asset_type)type);

			if (!of || !str_eq(of, venue))
				continue;
			for (struct book_asset *one =
				     p->slots[mix(2166136261U + (uint32_t)type, symbol) & p->mask];
			     one; one = one->next)
				if (one->asset.type == (enum asset_type)type &&
				    str_eq(one->asset.symbol, symbol))
					one->version = db_get_int(r, i, 2);
		}
	}
}

static const struct db_rows *ask_changes(struct book *b, int64_t since)
{
	const struct book_assets *p = &b->papers;
	const char **venues = pool_array(b->ctx->pool, const char *, p->n + 1);
	const char **symbols = pool_array(b->ctx->pool, const char *, p->n + 1);
	size_t n = 0;

	for (size_t i = 0; i < p->n; i++) {
		venues[n] = market_venue(p->all[i]->asset.type);
		symbols[n] = p->all[i]->asset.symbol;
		n += venues[n] != NULL;
	}
	venues[n] = "fx"; /* costs in reais depend on official rates */
	symbols[n++] = "USD";
	return db_query(b->ctx, &changed,
			DB_ARGS(db_texts(venues, n), db_texts(symbols, n), db_int(since)));
}

static bool has_changed(const struct item *it, int64_t dollar)
{
	for (size_t i = 0; i < it->n_papers; i++) {
		const struct book_asset *p = it->papers[i];

		if (p->version > it->in.reference_version ||
		    (p->asset.currency != CURRENCY_BRL && dollar > it->in.reference_version))
			return true;
	}
	return false;
}

static void judge_changes(struct book *b)
{
	int64_t now = b->ctx->caller->market_version[FAMILY_REFERENCE], oldest = now, dollar = 0;

	for (size_t i = 0; i < b->n; i++)
		if (is_older(b, &b->items[i]) && b->items[i].in.reference_version < oldest)
			oldest = b->items[i].in.reference_version;
	if (oldest == now)
		return;
	take_changes(b, ask_changes(b, oldest), &dollar);
	for (size_t i = 0; i < b->n; i++) {
		struct item *it = &b->items[i];

		if (!is_older(b, it))
			continue;
		it->cached = !has_changed(it, dollar);
		if (it->cached)
			b->restamped[b->n_restamped++] = &it->in;
	}
}

/* ---- the rest ---- */

static void take_ledgers(struct book *b)
{
	for (size_t i = 0; i < b->n; i++)
		if (!b->items[i].cached)
			b->stale[b->n_stale++] = &b->items[i].in;
	ledgers_load(b->ctx, b->stale, b->n_stale, b->want->at ? &b->want->as_of : NULL);
	for (size_t i = 0; i < b->n_stale; i++)
		for (size_t k = 0; k < b->stale[i]->ledger.n_assets; k++)
			(void)paper_of(b->ctx, &b->papers, &b->stale[i]->ledger.assets[k]);
}

static void take_market(struct book *b, struct db_rows *const *market_rows)
{
	struct ledger all = { .n_assets = b->papers.n };
	struct ledger_asset *list = pool_array(b->ctx->pool, struct ledger_asset, b->papers.n);

	for (size_t i = 0; i < b->papers.n; i++)
		list[i] = b->papers.all[i]->asset;
	all.assets = list;
	b->market =
		market_take(b->ctx, market_rows, &all, b->want->at ? &b->want->as_of : NULL, false);
}

/* Derived figures of one portfolio: stored ones unpacked into @pool, others made to last. */
static void derive(struct book *b, struct item *it, void *pool)
{
	struct loaded *in = &it->in;

	in->market = b->market;
	if (!it->cached) {
		load_judge(b->ctx, in->name,
			   ledger_derive(b->ctx->pool, &in->ledger, b->market, b->want->as_of,
					 &in->derived));
		return;
	}
	if (!head_unpack(pool, state_row_bytes(b->rows, it->row), &in->assets, &in->ledger.n_assets,
			 &in->derived))
		fail(b->ctx, 500, "internal_error",
		     "Um estado guardado da carteira não pôde ser lido.");
	in->ledger.assets = in->assets;
	for (size_t i = 0; i < it->n_papers; i++) {
		in->assets[i].terms = it->papers[i]->asset.terms;
		in->assets[i].quoted_as = it->papers[i]->asset.quoted_as;
		in->assets[i].stated = it->papers[i]->asset.stated;
		in->assets[i].n_stated = it->papers[i]->asset.n_stated;
	}
}

/* On a past day, a portfolio exists if it was recorded by then, or has entries of that day or before. */
static bool was_there(const struct book *b, const struct item *it)
{
	return !b->want->at || it->in.ledger.n_assets ||
	       !day_before(b->want->as_of, clock_day_of(it->in.created_ms));
}

/* The next one from @i on that existed. */
static size_t next_there(const struct book *b, size_t i)
{
	while (i < b->n && !was_there(b, &b->items[i]))
		i++;
	return i;
}

static void value_one(struct book *b, struct valuer *v, struct item *it, void *pool,
		      struct portfolio *p)
{
	derive(b, it, pool);
	load_judge(b->ctx, it->in.name, portfolio_value(pool, v, &it->in.derived, NULL, p));
}

static void value_all(struct book *b, void (*each)(void *arg, const struct wallet_item *item),
		      void *arg)
{
	struct valuer *v =
		valuer_new(b->ctx->pool, b->market, b->want->as_of, b->want->values_only);
	void *pool = pool_new(b->ctx->pool, "a client");
	size_t next;

	for (size_t i = next_there(b, 0); i < b->n; i = next) {
		struct item *it = &b->items[i];
		struct portfolio p;
		bool last;

		next = next_there(b, i + 1);
		last = next == b->n || !uuid_same(b->items[next].client, it->client);
		value_one(b, v, it, pool, &p);
		each(arg, &(struct wallet_item){
				  .client = it->client,
				  .id = it->in.id,
				  .name = it->in.name,
				  .created_ms = it->in.created_ms,
				  .simulation = it->in.exclude_from_consolidated,
				  .assets = it->in.ledger.n_assets,
				  .portfolio = &p,
				  .last = last,
				  .pool = pool,
			  });
		if (!last)
			continue;
		pool_free(pool);
		pool = pool_new(b->ctx->pool, "a client");
	}
	pool_free(pool);
}

void wallet_client_portfolios(struct ctx *ctx, const struct wallet_client_portfolios *want,
			      void (*each)(void *arg, const struct wallet_item *item), void *arg)
{
	struct book b = { .ctx = ctx, .want = want };
	struct db_rows *got[1 + MARKET_STATEMENTS];
	int64_t start;

	send_heads(&b);
	db_wait(ctx, got, 1 + market_send(ctx));
	b.rows = got[0];
	start = clock_monotonic_us();
	take_items(&b);
	ctx->calc_us += clock_monotonic_us() - start;
	judge_changes(&b);
	take_ledgers(&b);
	take_market(&b, got + 1);
	start = clock_monotonic_us();
	value_all(&b, each, arg);
	ctx->calc_us += clock_monotonic_us() - start;
	if (want->at)
		return;
	state_save_many_later(ctx, b.stale, b.n_stale);
	state_restamp_many_later(ctx, b.restamped, b.n_restamped);
}

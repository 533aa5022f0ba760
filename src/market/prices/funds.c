/* SPDX-License-Identifier: Apache-2.0 */
/*
 * funds.c: facts and portfolios of funds, each in one round trip.
 *
 * Peers are ranked by fee when they are loaded, so a median reads one or two index entries, whatever
 * the size of the class.
 */
#include "config.h"

#include "market/prices/funds.h"

#include "core/order.h"
#include "core/pool.h"
#include "db/db.h"

/* A middle one of p.n peers, by rank; skips the fund's own rank. */
#define MIDDLE(plus)                                                                               \
	"(p.n + " plus ") / 2 + ((p.n + " plus ") / 2 >= coalesce(f.peer_rank, p.n + 2))::int"

static DB_STMT(
	facts, "funds.facts",
	"select w.n, f.tax_id is not null, f.name, f.active, f.fee, f.administrator, f.anbima_class, f.is_fic,"
	"       p.n, m.fee"
	"  from unnest($1::text[]) with ordinality w(tax_id, n)"
	"  left join fund f on f.tax_id = w.tax_id"
	"  left join lateral (select x.peer_rank - (f.peer_rank is not null)::int as n from fund x"
	"    where x.anbima_class = f.anbima_class and x.is_fic = f.is_fic and x.peer_rank is not null"
	"    order by x.peer_rank desc limit 1) p on true"
	"  left join lateral (select round(avg(x.fee), 8) as fee from fund x"
	"    where x.anbima_class = f.anbima_class and x.is_fic = f.is_fic and p.n > 0"
	"      and x.peer_rank in (" MIDDLE("1") ", " MIDDLE("2") ")) m on true"
								  " order by w.n");
enum { F_N, F_KNOWN, F_NAME, F_ACTIVE, F_FEE, F_ADMINISTRATOR, F_CLASS, F_FIC, F_PEERS, F_MEDIAN };

/* The month used for fund t: the last one with disclosed assets, else the last. */
#define LAST_MONTH(t)                                                                              \
	" cross join lateral (select m.day, m.pl from fund_portfolio m"                            \
	"    where m.tax_id = " t ".tax_id and m.day <= $2"                                        \
	"    order by m.assets = 0, m.day desc limit 1) l"

/* Rows of the portfolios of t, a relation of distinct tax ids. */
#define PORTFOLIOS(t)                                                                              \
	"select t.tax_id, f.name, l.day, l.pl, a.tp_aplic, a.value, a.code, a.target"              \
	"  from " t                                                                                \
	" t" LAST_MONTH("t") "  left join fund f on f.tax_id = t.tax_id"                           \
			     "  left join fund_holding a"                                          \
			     "    on a.day = l.day and a.tax_id = t.tax_id"                        \
			     " order by t.tax_id, a.block, a.tp_aplic, a.code, a.target"

static DB_STMT(held, "funds.held",
	       PORTFOLIOS("(select distinct u.tax_id from unnest($1::text[]) "
			  "u(tax_id))"));

/* The second level: funds that these hold, and that are not among them. */
static DB_STMT(
	held_by_them, "funds.held_by_them",
	PORTFOLIOS("(select distinct b.target as tax_id"
		   "   from unnest($1::text[]) u(tax_id)" LAST_MONTH(
			   "u") "   join fund_holding b on b.day = l.day and b.tax_id = u.tax_id"
				"  where b.target <> '' and b.target <> all($1::text[]))"));
enum { H_TAX_ID, H_NAME, H_DAY, H_PL, H_TP_APLIC, H_VALUE, H_CODE, H_TARGET };

/* ---- facts ---- */

static struct percent percent_at(const struct db_rows *r, size_t row, int col)
{
	return (struct percent){ db_get_decimal(r, row, col, 8) };
}

void market_fund_facts(struct ctx *ctx, const char *const *tax_ids, size_t n, struct fund_fact *out)
{
	const struct db_rows *r;

	if (!n)
		return;
	r = db_query(ctx, &facts, DB_ARGS(db_texts(tax_ids, n)));
	for (size_t i = 0; i < n; i++) {
		struct fund_fact *f = &out[i];

		*f = (struct fund_fact){ .tax_id = tax_ids[i] };
		f->known = db_get_bool(r, i, F_KNOWN);
		if (!f->known)
			continue;
		f->name = db_get_text(r, i, F_NAME);
		f->active = db_get_bool(r, i, F_ACTIVE);
		f->administrator = db_get_text(r, i, F_ADMINISTRATOR);
		f->peer_class = db_get_text(r, i, F_CLASS);
		f->is_fic = db_get_bool(r, i, F_FIC);
		f->fee_known = !db_is_null(r, i, F_FEE);
		if (f->fee_known)
			f->fee = percent_at(r, i, F_FEE);
		if (!db_is_null(r, i, F_PEERS))
			f->peers = (size_t)db_get_int(r, i, F_PEERS);
		f->median_known = !db_is_null(r, i, F_MEDIAN);
		if (f->median_known)
			f->median = percent_at(r, i, F_MEDIAN);
	}
}

/* ---- portfolios ---- */

static const char *text_or_null(const struct db_rows *r, size_t row, int col)
{
	const char *s = db_get_text(r, row, col);

	return s && s[0] ? s : NULL;
}

static struct money money_at(const struct db_rows *r, size_t row, int col)
{
	return (struct money){ db_get_decimal(r, row, col, MONEY_PLACES) };
}

/* The portfolio that begins at row @from; returns the next one's row. */
static size_t take_one(struct ctx *ctx, const struct db_rows *r, size_t from,
		       struct fund_portfolio *out)
{
	size_t end = from;
	struct fund_asset *rows;

	*out = (struct fund_portfolio){ .tax_id = db_get_text(r, from, H_TAX_ID),
					.name = db_get_text(r, from, H_NAME),
					.comptc_date = db_get_day(r, from, H_DAY),
					.pl_known = !db_is_null(r, from, H_PL) };
	if (out->pl_known)
		out->pl = money_at(r, from, H_PL);
	while (end < db_count(r) && str_eq(db_get_text(r, end, H_TAX_ID), out->tax_id))
		end++;
	if (db_is_null(r, from, H_TP_APLIC)) /* the month has no rows */
		return end;
	rows = pool_array(ctx->pool, struct fund_asset, end - from);
	for (size_t i = from; i < end; i++)
		rows[i - from] =
			(struct fund_asset){ db_get_text(r, i, H_TP_APLIC), money_at(r, i, H_VALUE),
					     text_or_null(r, i, H_CODE),
					     text_or_null(r, i, H_TARGET) };
	out->rows = rows;
	out->n = end - from;
	return end;
}

static size_t portfolios_in(const struct db_rows *r)
{
	size_t n = 0;

	for (size_t i = 0; i < db_count(r); i++)
		n += !i || !str_eq(db_get_text(r, i, H_TAX_ID), db_get_text(r, i - 1, H_TAX_ID));
	return n;
}

void market_fund_portfolios(struct ctx *ctx, const char *const *tax_ids, size_t n,
			    const struct day *at, struct fund_portfolios *out)
{
	const struct db_arg args[] = { db_texts(tax_ids, n), db_day(at ? *at : DAY_FAR_FUTURE) };
	struct db_rows *rows[2] = { NULL };
	struct fund_portfolio *list;
	size_t filled = 0;

	*out = (struct fund_portfolios){ 0 };
	if (!n)
		return;
	db_send(ctx, &held, args, ARRAY_SIZE(args));
	db_send(ctx, &held_by_them, args, ARRAY_SIZE(args));
	db_wait(ctx, rows, 2);
	list = pool_array(ctx->pool, struct fund_portfolio,
			  portfolios_in(rows[0]) + portfolios_in(rows[1]));
	for (size_t k = 0; k < 2; k++)
		for (size_t i = 0; i < db_count(rows[k]);)
			i = take_one(ctx, rows[k], i, &list[filled++]);
	order_sort(list, filled, sizeof(*list), order_text);
	*out = (struct fund_portfolios){ list, filled };
}

const struct fund_portfolio *fund_portfolio_find(const struct fund_portfolios *all,
						 const char *tax_id)
{
	return order_find(&tax_id, all->list, all->n, sizeof(*all->list), order_text);
}

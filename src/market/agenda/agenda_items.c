/* SPDX-License-Identifier: Apache-2.0 */
/*
 * agenda_items.c: reads the agenda of a window from the database.
 *
 * A payment date before the ex date is an error of the source and is not shown.  A release is an
 * estimate until a notice of the company confirms it: a typed or purchased calendar proves nothing.
 */
#include "config.h"

#include "market/agenda/agenda_items.h"

#include "db/db.h"

#define RIGHTS_MAX ((size_t)5000)
#define RELEASES_MAX ((size_t)2000)
#define MACROS_MAX ((size_t)2000)
#define SHIFT 45 /* most days by which a notice may move a release */

/* A payment with a date is confirmed, one without is declared, whatever the source calls it. */
static DB_STMT(
	rights, "agenda.rights",
	"select x.ex_day, x.symbol, coalesce(i.name, i.short_name, x.symbol), x.kind, x.per_share, x.record_day,"
	"       x.pay_day, coalesce(s.status, case when x.pay_day is null then 'declared' else 'confirmed' end), s.url"
	"  from (select p.ex_day, p.symbol, p.gross as per_share, p.record_day, p.seq,"
	"               case p.kind when 'interest' then 'yield' when 'capital_return' then 'amortization'"
	"                    else p.kind end as kind,"
	"               case when p.pay_day >= p.ex_day then p.pay_day end as pay_day"
	"          from distribution p where p.venue = 'b3' and p.kind is not null and p.ex_day >= $1 and p.ex_day <= $2"
	"        union all"
	"        select e.ex_day, e.symbol, round(e.ratio_n::numeric / e.ratio_d, 12), e.record_day, 1, 'split', null"
	"          from corporate_event e where e.venue = 'b3' and e.ex_day >= $1 and e.ex_day <= $2"
	"        union all"
	"        select b.ex_day, b.symbol, b.price, b.record_day, 1, 'subscription',"
	"               case when b.pay_day >= b.ex_day then b.pay_day end"
	"          from subscription_event b"
	"         where b.venue = 'b3' and b.price is not null and b.ex_day >= $1 and b.ex_day <= $2) x"
	"  left join instrument i on i.venue = 'b3' and i.symbol = x.symbol"
	"  left join dividend_status s on s.ticker = x.symbol and s.ex_day = x.ex_day and s.kind = x.kind"
	" order by x.ex_day, x.symbol, x.kind, x.per_share, x.seq"
	" limit $3");
enum { R_EX, R_TICKER, R_NAME, R_KIND, R_PER_SHARE, R_RECORD, R_PAY, R_STATUS, R_URL };

static DB_STMT(macros, "agenda.macros",
	       "select event_key, day, at, what, why, tag, cancelled from macro_event"
	       " where day >= $1 and day <= $2 order by day, at nulls first, event_key limit $3");
enum { M_KEY, M_DAY, M_AT, M_WHAT, M_WHY, M_TAG, M_CANCELLED };

/*
 * From a calendar, else from the company's past.  A notice about results, filed since the period ended,
 * confirms the release; if it names a day after its filing, that is the day.  A release that was filed
 * is no longer upcoming, except on the day itself.
 */
static DB_STMT(
	releases, "agenda.releases",
	"with items as ("
	" select r.ticker, r.name, r.day, r.reference_date, r.cancelled, t.company_id"
	"   from earnings_release r"
	"   left join lateral (select x.company_id from company_ticker x where x.ticker = r.ticker"
	"                       order by x.until desc nulls first, x.company_id limit 1) t on true"
	"  where r.day >= $1::date - $4::int8::int and r.day <= $2::date + $4::int8::int"
	" union all"
	" select t.ticker, coalesce(c.trading_name, c.name), f.day, f.reference_date, false, f.company_id"
	"   from earnings_forecast f"
	"   join company c on c.id = f.company_id"
	"  cross join lateral (select x.ticker from company_ticker x where x.company_id = f.company_id and x.until is null"
	"                       order by length(x.ticker), x.ticker limit 1) t"
	"  where f.day >= $1::date - $4::int8::int and f.day <= $2::date + $4::int8::int"
	"    and not exists (select from company_ticker y join earnings_release r on r.ticker = y.ticker"
	"                     where y.company_id = f.company_id and r.reference_date = f.reference_date))"
	" select x.day, x.reference_date, x.ticker, x.name,"
	"        case when x.cancelled then 'cancelled' when x.confirmed then 'confirmed' else 'forecast' end,"
	"        x.tickers, x.protocol, x.url, x.subject, x.filed_at"
	"   from (select i.ticker, i.name, i.reference_date, i.cancelled, n.id is not null or p.id is not null as confirmed,"
	"                case when p.id is not null then p.filed_at"
	"                     when n.reference_date > n.filed_at and n.reference_date <= n.filed_at + 120"
	"                     then n.reference_date else i.day end as day,"
	"                coalesce(p.protocol, n.protocol) as protocol, coalesce(p.download_url, n.download_url) as url,"
	"                coalesce(p.subject, n.subject) as subject, coalesce(p.filed_at, n.filed_at) as filed_at,"
	"                (select ',' || string_agg(k.ticker, ',') || ',' from company_ticker k"
	"                  where k.company_id = i.company_id) as tickers"
	"           from items i"
	"           left join lateral (select d.* from company_document d"
	"                 where d.company_id = i.company_id and d.filed_at > i.reference_date and d.filed_at <= $1"
	"                   and d.kind in ('material_fact', 'market_communication', 'shareholder_notice')"
	"                   and d.subject ilike '%resultado%'"
	"                 order by d.filed_at desc, d.id desc limit 1) n on true"
	"           left join lateral (select d.* from company_document d"
	"                 where d.company_id = i.company_id and d.filed_at > i.reference_date"
	"                   and d.source in ('itr', 'dfp') and d.reference_date = i.reference_date"
	"                 order by d.filed_at, d.id limit 1) p on true) x"
	"  where x.day >= $1 and x.day <= $2"
	"  order by x.day, x.ticker, x.reference_date"
	"  limit $3");
enum {
	L_DAY,
	L_REFERENCE,
	L_TICKER,
	L_NAME,
	L_STATUS,
	L_TICKERS,
	L_PROTOCOL,
	L_URL,
	L_SUBJECT,
	L_FILED
};

static bool take_day(const struct db_rows *r, size_t i, int col, struct day *out)
{
	if (db_is_null(r, i, col))
		return false;
	*out = db_get_day(r, i, col);
	return true;
}

/* Whether the query returned the one row more than fits. */
static size_t listed(const struct db_rows *r, size_t max, bool *more)
{
	*more = db_count(r) > max;
	return *more ? max : db_count(r);
}

static void take_rights(struct ctx *ctx, const struct db_rows *r, struct agenda *out)
{
	out->n_rights = listed(r, RIGHTS_MAX, &out->more_rights);
	out->rights = pool_array(ctx->pool, struct right_item, out->n_rights);
	for (size_t i = 0; i < out->n_rights; i++) {
		struct right_item *x = &out->rights[i];

		x->ex_day = db_get_day(r, i, R_EX);
		x->ticker = db_get_text(r, i, R_TICKER);
		x->name = db_get_text(r, i, R_NAME);
		x->kind = db_get_text(r, i, R_KIND);
		x->per_share.e12 = db_get_decimal(r, i, R_PER_SHARE, PRICE_PLACES);
		x->has_record = take_day(r, i, R_RECORD, &x->record_day);
		x->has_pay = take_day(r, i, R_PAY, &x->pay_day);
		x->status = db_get_text(r, i, R_STATUS);
		x->url = db_get_text(r, i, R_URL);
	}
}

static void take_macros(struct ctx *ctx, const struct db_rows *r, struct agenda *out)
{
	out->n_macros = listed(r, MACROS_MAX, &out->more_macros);
	out->macros = pool_array(ctx->pool, struct macro_item, out->n_macros);
	for (size_t i = 0; i < out->n_macros; i++) {
		struct macro_item *x = &out->macros[i];

		x->key = db_get_text(r, i, M_KEY);
		x->day = db_get_day(r, i, M_DAY);
		x->has_at = !db_is_null(r, i, M_AT);
		if (x->has_at)
			x->at_ms = db_get_timestamp(r, i, M_AT);
		x->what = db_get_text(r, i, M_WHAT);
		x->why = db_get_text(r, i, M_WHY);
		x->tag = db_get_text(r, i, M_TAG);
		x->cancelled = db_get_bool(r, i, M_CANCELLED);
	}
}

static void take_releases(struct ctx *ctx, const struct db_rows *r, struct agenda *out)
{
	out->n_releases = listed(r, RELEASES_MAX, &out->more_releases);
	out->releases = pool_array(ctx->pool, struct release_item, out->n_releases);
	for (size_t i = 0; i < out->n_releases; i++) {
		struct release_item *x = &out->releases[i];

		x->day = db_get_day(r, i, L_DAY);
		x->reference_date = db_get_day(r, i, L_REFERENCE);
		x->ticker = db_get_text(r, i, L_TICKER);
		x->name = db_get_text(r, i, L_NAME);
		x->status = db_get_text(r, i, L_STATUS);
		x->tickers = db_get_text(r, i, L_TICKERS);
		x->protocol = db_get_text(r, i, L_PROTOCOL);
		x->url = db_get_text(r, i, L_URL);
		x->subject = db_get_text(r, i, L_SUBJECT);
		x->has_filed = take_day(r, i, L_FILED, &x->filed_at);
	}
}

void agenda_load(struct ctx *ctx, int days, struct agenda *out)
{
	struct db_rows *rows[3];

	*out = (struct agenda){ .from = ctx->today,
				.to = day_plus(ctx->today, days),
				.ledger = "" };
	db_send(ctx, &rights, DB_ARGS(db_day(out->from), db_day(out->to), db_int(RIGHTS_MAX + 1)));
	db_send(ctx, &macros, DB_ARGS(db_day(out->from), db_day(out->to), db_int(MACROS_MAX + 1)));
	db_send(ctx, &releases,
		DB_ARGS(db_day(out->from), db_day(out->to), db_int(RELEASES_MAX + 1),
			db_int(SHIFT)));
	db_wait(ctx, rows, 3);
	take_rights(ctx, rows[0], out);
	take_macros(ctx, rows[1], out);
	take_releases(ctx, rows[2], out);
}

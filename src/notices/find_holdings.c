/* SPDX-License-Identifier: Apache-2.0 */
/* find_holdings.c: notices about what each portfolio holds: old prices, payments that come, results of a company. */
#include "config.h"

#include "notices/find_parts.h"

#include "core/number_text.h"
#include "core/text.h"
#include "portfolio/portfolio.h"

#define RESULTS_DAYS 30 /* a filing is told of for so long: a run may be late */
#define NAME_MAX 150	/* characters of a company's */
#define PERIOD_DAYS 400 /* a period that ended before that is not news */

static DB_STMT(
	holders, "notices.holders",
	"select distinct n.workspace_id, n.account_id, p.id, p.name, p.created_at, p.exclude_from_consolidated"
	"  from lastro.notice n"
	"  join lastro.portfolio p on p.workspace_id = n.workspace_id and p.controller_id = n.account_id"
	"                         and p.client_id is null"
	"                         and ($1::uuid[] is null or p.workspace_id = any($1::uuid[]))"
	" where n.kind in ('price_stale', 'income_due', 'results_published')"
	"   and ($1::uuid[] is null or n.workspace_id = any($1::uuid[]))"
	" order by n.workspace_id, p.created_at, p.id limit 1000000");
enum { H_WORKSPACE, H_ACCOUNT, H_PORTFOLIO, H_NAME, H_CREATED, H_SIMULATION };

/* A payment is identified by its day, its kind and its amount, so one loaded twice is one. */
static DB_STMT(payments, "notices.payments",
	       "select distinct d.symbol, d.kind, d.ex_day, d.pay_day, d.gross, d.gross::text"
	       "  from lastro.distribution d"
	       " where d.venue = 'b3' and d.symbol = any($1::text[]) and d.kind is not null"
	       "   and d.pay_day >= $2 and d.pay_day <= $3"
	       " order by d.pay_day, d.symbol, d.kind, d.ex_day, d.gross::text limit 2000");
enum { D_SYMBOL, D_KIND, D_EX, D_PAY, D_GROSS, D_GROSS_TEXT };

/* Of each period the first filing of its statements, as the agenda has it; a later version is no new result. */
static DB_STMT(
	results, "notices.results",
	"select c.id, coalesce(nullif(c.trading_name, ''), c.name), d.reference_date, min(d.filed_at),"
	"       string_agg(distinct t.ticker, ', ' order by t.ticker)"
	"  from lastro.company_ticker t"
	"  join lastro.company c on c.id = t.company_id"
	"  join lastro.company_document d on d.company_id = t.company_id and d.source in ('itr', 'dfp')"
	"                                and d.filed_at >= $2 and d.reference_date >= $2"
	" where t.ticker = any($1::text[]) and t.until is null"
	" group by c.id, d.reference_date"
	" having min(d.filed_at) >= $3"
	" order by 4, 1, 3 limit 500");
enum { R_COMPANY, R_NAME, R_PERIOD, R_FILED, R_TICKERS };

struct holder {
	const char *portfolio, *name;
	bool simulation;
};

static int64_t find_old_prices(struct ctx *ctx, const struct find_turn *t,
			       const struct wallet_holdings *held)
{
	const struct holder *h = t->arg;
	struct found_list list = found_list_new(ctx->pool, held->n);

	for (size_t i = 0; i < held->n; i++) {
		const struct wallet_holding *x = &held->list[i];
		int age = ctx->today.n - x->quote_day.n;
		struct found *f;

		if (!x->quoted || age < 1)
			continue;
		f = found_add(&list);
		f->about = pool_printf(ctx->pool, "price:%s:%.100s:%d", h->portfolio, x->ticker,
				       x->quote_day.n);
		f->title = pool_printf(ctx->pool, "Preço antigo: %.100s", x->ticker);
		f->body = pool_printf(
			ctx->pool,
			"O último preço de %.100s, da carteira \"%s\", é de %s, há %d dias. O valor da "
			"carteira se apoia nele até vir outro.",
			x->ticker, h->name, date_text(ctx->pool, x->quote_day), age);
		f->most = age;
	}
	return found_queue(ctx, t->who, "price_stale", &list);
}

static int64_t find_payments(struct ctx *ctx, const struct find_turn *t, const char *const *tickers,
			     size_t n)
{
	const struct holder *h = t->arg;
	const struct db_rows *r = db_query(ctx, &payments,
					   DB_ARGS(db_texts(tickers, n), db_day(ctx->today),
						   db_day(day_plus(ctx->today, DAYS_MAX))));
	struct found_list list = found_list_new(ctx->pool, db_count(r));

	for (size_t i = 0; i < db_count(r); i++) {
		const char *symbol = db_get_text(r, i, D_SYMBOL), *kind = db_get_text(r, i, D_KIND);
		struct price each = { db_get_decimal(r, i, D_GROSS, PRICE_PLACES) };
		struct day ex = db_get_day(r, i, D_EX), pay = db_get_day(r, i, D_PAY);
		struct found *f = found_add(&list);

		f->about = pool_printf(ctx->pool, "income:%.100s:%s:%d:%d:%s", symbol, kind, ex.n,
				       pay.n, db_get_text(r, i, D_GROSS_TEXT));
		f->title = pool_printf(ctx->pool, "Provento em %s: %.100s",
				       date_text(ctx->pool, pay), symbol);
		f->body = pool_printf(
			ctx->pool,
			"%.100s paga %s de %s por unidade em %s, a quem a tinha antes "
			"de %s (data ex). Ela está na carteira \"%s\".",
			symbol, found_kind_text(kind), priced_text(ctx->pool, false, each),
			date_text(ctx->pool, pay), date_text(ctx->pool, ex), h->name);
		f->least = pay.n - ctx->today.n;
	}
	return found_queue(ctx, t->who, "income_due", &list);
}

static int64_t find_results(struct ctx *ctx, const struct find_turn *t, const char *const *tickers,
			    size_t n)
{
	const struct holder *h = t->arg;
	const struct db_rows *r =
		db_query(ctx, &results,
			 DB_ARGS(db_texts(tickers, n), db_day(day_plus(ctx->today, -PERIOD_DAYS)),
				 db_day(day_plus(ctx->today, -RESULTS_DAYS))));
	struct found_list list = found_list_new(ctx->pool, db_count(r));
	struct day *filed = pool_array(ctx->pool, struct day, db_count(r));

	for (size_t i = 0; i < db_count(r); i++) {
		const char *name = text_head(ctx->pool, db_get_text(r, i, R_NAME), NAME_MAX),
			   *held = db_get_text(r, i, R_TICKERS);
		struct day period = db_get_day(r, i, R_PERIOD);
		struct found *f = found_add(&list);

		filed[i] = db_get_day(r, i, R_FILED);
		f->known = &filed[i];
		f->about = pool_printf(ctx->pool, "results:%lld:%d",
				       (long long)db_get_int(r, i, R_COMPANY), period.n);
		f->title = pool_printf(ctx->pool, "Resultado publicado: %.100s", held);
		f->body = pool_printf(
			ctx->pool,
			"%s entregou à CVM em %s o resultado do período encerrado em %s. A carteira "
			"\"%s\" tem %.100s.",
			name, date_text(ctx->pool, filed[i]), date_text(ctx->pool, period), h->name,
			held);
	}
	return found_queue(ctx, t->who, "results_published", &list);
}

static int64_t find_held(struct ctx *ctx, const struct find_turn *t)
{
	const struct holder *h = t->arg;
	const struct wallet_holdings held = wallet_holdings(ctx, h->portfolio);
	const char **tickers = pool_array(ctx->pool, const char *, held.n);
	int64_t queued;

	if (!held.n)
		return 0;
	for (size_t i = 0; i < held.n; i++)
		tickers[i] = held.list[i].ticker;
	queued = find_old_prices(ctx, t, &held);
	queued += find_payments(ctx, t, tickers, held.n);
	/* A simulation holds nothing. */
	return queued + (h->simulation ? 0 : find_results(ctx, t, tickers, held.n));
}

const struct db_rows *find_holders(struct finding *f)
{
	return db_query(f->ctx, &holders, DB_ARGS(f->workspaces));
}

void find_holdings(struct finding *f, const struct db_rows *r)
{
	for (size_t i = 0; i < db_count(r); i++) {
		char id[UUID_TEXT_SIZE];
		struct holder h = { id, db_get_text(r, i, H_NAME),
				    db_get_bool(r, i, H_SIMULATION) };

		uuid_format(db_get_uuid(r, i, H_PORTFOLIO), id);
		find_turn(&(struct find_turn){
			.f = f,
			.who = { db_get_uuid(r, i, H_WORKSPACE), db_get_uuid(r, i, H_ACCOUNT) },
			.what = "portfolio",
			.id = id,
			.run = find_held,
			.arg = &h,
		});
	}
}

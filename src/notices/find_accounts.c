/* SPDX-License-Identifier: Apache-2.0 */
/*
 * find_accounts.c: notices about all portfolios of a person together: payments that were announced or paid, a DARF, and the
 * summary of the week (find_week.c).
 *
 * A kind that cannot be computed for a person leaves out that kind alone.
 */
#include "config.h"

#include "notices/find_parts.h"

#include "core/clock.h"
#include "core/number_text.h"
#include "portfolio/portfolio.h"

#define PAID_DAYS 30 /* a payment is told of for so long: a run may be late */

/*
 * Who has subscribed, and to which of these kinds; a summary once it is due: not before the Monday after the subscription.
 * Not "m.about = $3": with null the planner folds that away, and a cluster no longer sees that the two tables lie together.
 */
static DB_STMT(
	subscribers, "notices.subscribers",
	"select n.workspace_id, n.account_id, bool_or(n.kind in ('income_announced', 'income_received')),"
	"       bool_or(n.kind = 'darf_due'),"
	"       bool_or(n.kind = 'weekly_summary' and n.created_at < $2"
	"               and not exists (select from lastro.notification m"
	"                                where m.workspace_id = n.workspace_id and m.notice_id = n.id"
	"                                  and m.about is not distinct from $3"
	"                                  and ($1::uuid[] is null or m.workspace_id = any($1::uuid[]))))"
	"  from lastro.notice n"
	" where ($1::uuid[] is null or n.workspace_id = any($1::uuid[]))"
	" group by n.workspace_id, n.account_id"
	" order by n.workspace_id, n.account_id limit 1000000");
enum { S_WORKSPACE, S_ACCOUNT = SUBSCRIBER_ACCOUNT, S_PAYMENTS, S_DARF, S_WEEK };

/* ---- payments ---- */

/* "dividendo de R$ 0,50 por unidade, pela data com de 11/11/2026" */
static const char *payment_text(void *pool, const struct wallet_payment *p)
{
	const char *each = priced_text(pool, p->dollars, p->each);

	if (!p->record_known)
		return pool_printf(pool,
				   "%s de %s por unidade, a quem a tinha antes de %s (data ex)",
				   found_kind_text(p->kind), each, date_text(pool, p->ex_day));
	return pool_printf(pool, "%s de %s por unidade, pela data com de %s",
			   found_kind_text(p->kind), each, date_text(pool, p->record_day));
}

static int64_t queue_announced(struct ctx *ctx, struct person who,
			       const struct wallet_payments *all)
{
	struct found_list list = found_list_new(ctx->pool, all->n_announced);
	void *pool = ctx->pool;

	for (size_t i = 0; i < all->n_announced; i++) {
		const struct wallet_payment *p = &all->announced[i];
		const char *said;
		struct found *f;

		if (!p->record_known)
			continue;
		f = found_add(&list);
		f->known = &p->known_on;
		f->about = pool_printf(pool, "announced:%.100s:%s:%d:%s:%d", p->ticker, p->kind,
				       p->ex_day.n, price_text(pool, p->each), p->among);
		f->title = pool_printf(pool, "Provento anunciado: %.100s", p->ticker);
		said = pool_printf(
			pool, "%.100s anunciou %s. %s", p->ticker, payment_text(pool, p),
			p->dated ? pool_printf(pool, "Paga em %s.", date_text(pool, p->pay_day))
				 : "O dia do pagamento ainda não foi dito.");
		f->body = pool_printf(pool, "%s " NO_AMOUNT, said);
		f->whole = pool_printf(pool, "%s A receber, pelo que há na carteira: %s, líquidos.",
				       said, found_net_text(pool, p->dollars, p->net));
	}
	return found_queue(ctx, who, "income_announced", &list);
}

static int64_t queue_paid(struct ctx *ctx, struct person who, const struct wallet_payments *all)
{
	struct found_list list = found_list_new(ctx->pool, all->n_paid);
	void *pool = ctx->pool;

	for (size_t i = 0; i < all->n_paid; i++) {
		const struct wallet_payment *p = &all->paid[i];
		struct found *f = found_add(&list);
		const char *said;

		f->known = &p->pay_day;
		f->about = pool_printf(pool, "paid:%.100s:%s:%d:%d:%s", p->ticker, p->kind,
				       p->ex_day.n, p->pay_day.n, price_text(pool, p->each));
		f->title = pool_printf(pool, "Provento pago: %.100s", p->ticker);
		said = pool_printf(pool, "%.100s pagou em %s %s.", p->ticker,
				   date_text(pool, p->pay_day), payment_text(pool, p));
		f->body = pool_printf(pool, "%s " NO_AMOUNT, said);
		f->whole = pool_printf(
			pool,
			"%s Pelo que havia na carteira: %s, líquidos; confira o crédito "
			"na corretora.",
			said, found_net_text(pool, p->dollars, p->net));
	}
	return found_queue(ctx, who, "income_received", &list);
}

static int64_t find_payments(struct ctx *ctx, const struct find_turn *t)
{
	struct wallet_payments all;

	wallet_payments(ctx, day_plus(ctx->today, -PAID_DAYS), ctx->today, &all);
	return queue_announced(ctx, t->who, &all) + queue_paid(ctx, t->who, &all);
}

/* ---- a DARF ---- */

/* @title, @said: what it is of, and the sentence about it. */
static void add_due(void *pool, const struct wallet_tax_due *d, struct day today, const char *title,
		    const char *said, struct found_list *list)
{
	struct found *f = found_add(list);

	f->about = pool_printf(pool, "darf:%s:%d:%d", d->code, d->period.n, d->due_on.n);
	f->title = pool_printf(pool, "%s vence em %s", title, date_text(pool, d->due_on));
	f->body = pool_printf(pool, "%s " NO_AMOUNT " Confira a apuração antes de pagar.", said);
	f->whole = pool_printf(pool, "%s A pagar: %s. Confira a apuração antes de pagar.", said,
			       brl_text(pool, d->left));
	f->least = d->due_on.n - today.n;
}

static int64_t find_darf(struct ctx *ctx, const struct find_turn *t)
{
	const struct day until = day_plus(ctx->today, DAYS_MAX);
	const struct wallet_tax_dues dues = wallet_tax_dues(ctx, ctx->today, until);
	struct found_list list = found_list_new(ctx->pool, dues.n + 1);
	struct wallet_tax_due abroad;
	void *pool = ctx->pool;

	for (size_t i = 0; i < dues.n; i++) {
		const struct wallet_tax_due *d = &dues.items[i];

		if (wallet_tax_due_is_open(d))
			add_due(pool, d, ctx->today,
				pool_printf(pool, "DARF de %s", month_name(d->period)),
				pool_printf(pool, "O DARF de código %s, de %s de %d, vence em %s.",
					    d->code, month_name(d->period), month_year(d->period),
					    date_text(pool, d->due_on)),
				&list);
	}
	if (wallet_tax_abroad(ctx, ctx->today, until, &abroad))
		add_due(pool, &abroad, ctx->today,
			pool_printf(pool, "Imposto do exterior de %d", month_year(abroad.period)),
			pool_printf(pool,
				    "O imposto do exterior de %d, que se paga com a declaração "
				    "(código %s), vence em %s.",
				    month_year(abroad.period), abroad.code,
				    date_text(pool, abroad.due_on)),
			&list);
	return found_queue(ctx, t->who, "darf_due", &list);
}

/* ---- all ---- */

const struct db_rows *find_subscribers(struct finding *f)
{
	struct day monday = find_monday(f->ctx->today);

	return db_query(f->ctx, &subscribers,
			DB_ARGS(f->workspaces, db_timestamp(clock_day_end(monday)),
				db_text(find_week_about(f->ctx->pool, monday))));
}

void find_accounts(struct finding *f, const struct db_rows *r)
{
	static const struct {
		int column;
		int64_t (*run)(struct ctx *ctx, const struct find_turn *t);
	} kinds[] = { { S_PAYMENTS, find_payments }, { S_DARF, find_darf }, { S_WEEK, find_week } };

	for (size_t i = 0; i < db_count(r); i++)
		for (size_t k = 0; k < ARRAY_SIZE(kinds); k++) {
			struct find_turn t = {
				.f = f,
				.who = { db_get_uuid(r, i, S_WORKSPACE),
					 db_get_uuid(r, i, S_ACCOUNT) },
				.what = "account",
				.run = kinds[k].run,
			};

			t.id = uuid_text(f->ctx->pool, t.who.account);
			if (db_get_bool(r, i, kinds[k].column))
				find_turn(&t);
		}
}

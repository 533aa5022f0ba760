/* SPDX-License-Identifier: Apache-2.0 */
/* find_week.c: the summary of a person's week: what there is, what it did, what comes, what asks for attention. */
#include "config.h"

#include "notices/find_parts.h"

#include "core/buf.h"
#include "core/clock.h"
#include "core/number_text.h"
#include "portfolio/portfolio.h"

#define LISTED 10 /* of what comes; the rest is counted */

struct day find_monday(struct day day)
{
	return day_plus(day, -((day_weekday(day) + 6) % 7));
}

const char *find_week_about(void *pool, struct day monday)
{
	return pool_printf(pool, "week:%d", monday.n);
}

static void put_worth(struct buf *b, void *pool, const struct wallet_week *w)
{
	buf_printf(b, "Patrimônio hoje: %s.\n", brl_text(pool, w->value));
	if (w->change_known)
		buf_printf(b, "Na semana, o valor mudou %s, sem contar aportes e retiradas.\n",
			   brl_text(pool, w->change));
	buf_printf(b, "Proventos da semana: %s.\n", brl_text(pool, w->received));
}

/* "- " and one thing that comes, with its amount in brackets, or NULL. */
static void put_coming(struct buf *b, const char *what, const char *amount)
{
	buf_printf(b, amount ? "- %s (%s)\n" : "- %s\n", what, amount);
}

static const char *payment_coming(void *pool, const struct wallet_payment *p)
{
	return pool_printf(pool, "%s: %.100s paga %s", date_text(pool, p->pay_day), p->ticker,
			   found_kind_text(p->kind));
}

static void put_all_coming(struct buf *b, void *pool, const struct wallet_week *w, bool amounts)
{
	size_t n = 0, dues = 0;

	for (size_t i = 0; i < w->n_dues; i++)
		dues += wallet_tax_due_is_open(&w->dues[i]);
	if (!w->n_coming && !dues) {
		buf_str(b,
			"Nos próximos sete dias: nada a receber que já esteja anunciado, e nenhum DARF "
			"a pagar.\n");
		return;
	}
	buf_str(b, "Nos próximos sete dias:\n");
	for (size_t i = 0; i < w->n_dues; i++) {
		const struct wallet_tax_due *d = &w->dues[i];

		if (wallet_tax_due_is_open(d))
			put_coming(b,
				   pool_printf(pool, "%s: vence o DARF de código %s, de %s de %d",
					       date_text(pool, d->due_on), d->code,
					       month_name(d->period), month_year(d->period)),
				   amounts ? brl_text(pool, d->left) : NULL);
	}
	for (; n < w->n_coming && n < LISTED; n++)
		put_coming(b, payment_coming(pool, &w->coming[n]),
			   amounts ? found_net_text(pool, w->coming[n].dollars, w->coming[n].net)
				   : NULL);
	if (n < w->n_coming)
		buf_printf(b, "- e mais %zu, na página Proventos\n", w->n_coming - n);
}

static void put_attention(struct buf *b, const struct wallet_week *w)
{
	if (!w->attention)
		buf_str(b, "Nada pede atenção.");
	else if (!w->urgent)
		buf_printf(b,
			   w->attention == 1 ? "Pede atenção: %zu assunto."
					     : "Pedem atenção: %zu assuntos.",
			   w->attention);
	else
		buf_printf(b,
			   w->attention == 1 ? "Pede atenção: %zu assunto, %zu urgente."
					     : "Pedem atenção: %zu assuntos, %zu com urgência.",
			   w->attention, w->urgent);
}

static const char *summary(void *pool, struct day monday, const struct wallet_week *w, bool amounts)
{
	struct buf b;

	buf_init(&b, pool, 1024);
	buf_printf(&b, "A semana de %s a %s.\n", date_text(pool, day_plus(monday, -7)),
		   date_text(pool, day_plus(monday, -1)));
	if (amounts)
		put_worth(&b, pool, w);
	else
		buf_str(&b,
			"Patrimônio, o que a semana fez dele e proventos: abra a carteira para ver o "
			"valor.\n");
	put_all_coming(&b, pool, w, amounts);
	put_attention(&b, w);
	return buf_text(&b);
}

int64_t find_week(struct ctx *ctx, const struct find_turn *t)
{
	const struct day monday = find_monday(ctx->today);
	struct found_list list = found_list_new(ctx->pool, 1);
	struct wallet_week w;
	struct found *f;

	wallet_week(ctx, monday, &w);
	if (!w.portfolios)
		return 0;
	f = found_add(&list);
	f->known = &monday;
	f->about = find_week_about(ctx->pool, monday);
	f->title = pool_printf(ctx->pool, "A semana da carteira, até %s",
			       date_text(ctx->pool, day_plus(monday, -1)));
	f->body = summary(ctx->pool, monday, &w, false);
	f->whole = summary(ctx->pool, monday, &w, true);
	return found_queue(ctx, t->who, "weekly_summary", &list);
}

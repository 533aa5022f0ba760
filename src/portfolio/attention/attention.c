/* SPDX-License-Identifier: Apache-2.0 */
/* attention.c: collects what asks something of a person, and orders it. */
#include "config.h"

#include "portfolio/attention/attention.h"

#include "core/clock.h"
#include "core/number_text.h"
#include "core/order.h"
#include "identity/caller.h"
#include "portfolio/show/open_figures.h"
#include "portfolio/show/portfolio_view.h"
#include "portfolio/store/consolidation.h"
#include "portfolio/tax/tax_answers.h"

#define NEAR_DAYS 7  /* a DARF that is due by then is urgent */
#define SOON_DAYS 30 /* … and one that is due by then comes before concentration */
#define PER_PORTFOLIO 4

const char *const attention_kind_names[] = { "darf",	      "tax_answers", "owed", "issues",
					     "concentration", "costs",	     NULL };
const char *const attention_urgency_names[] = { "urgent", "soon", "notice", NULL };

static void add(struct attention *a, struct attention_item item)
{
	a->items[a->n++] = item;
}

/* ---- tax ---- */

static bool is_unpaid(const struct tax_darf *d)
{
	return d->amount.known && (d->status == DARF_OVERDUE || d->status == DARF_OPEN);
}

/* @now: this year, which needs no name. */
static const char *due_text(void *pool, const struct tax_darf *d, int days, int now)
{
	const char *month = month_name(d->period);

	if (month_year(d->period) != now)
		month = pool_printf(pool, "%s de %d", month, month_year(d->period));
	if (d->status == DARF_OVERDUE)
		return pool_printf(pool, "DARF de %s em atraso", month);
	if (days == 0)
		return pool_printf(pool, "DARF de %s vence hoje", month);
	return pool_printf(pool,
			   days == 1 ? "DARF de %s vence em %d dia" : "DARF de %s vence em %d dias",
			   month, days);
}

static const char *due_detail(void *pool, const struct tax_darf *d, size_t n)
{
	bool late = d->status == DARF_OVERDUE;
	const char *text = pool_printf(pool, "Código %s, %s em %s", d->code,
				       late ? "venceu" : "vence", date_text(pool, d->due_on));

	if (late && d->is_late && d->late.rate_known)
		text = pool_printf(pool, "%s; com multa e juros, %s hoje", text,
				   brl_text(pool, d->late.total));
	return n > 1 ? pool_printf(pool, "%s; ao todo há %zu a pagar", text, n) : text;
}

/* Of all years until @y: one walk finds them. */
static void add_darf(struct ctx *ctx, const struct tax_year *y, struct attention *out)
{
	const struct tax_darf *first = NULL;
	size_t n = 0;
	int days;

	for (size_t i = 0; i < y->n_all_darf; i++) {
		const struct tax_darf *d = &y->all_darf[i];

		if (!is_unpaid(d))
			continue;
		n++;
		if (!first || day_before(d->due_on, first->due_on))
			first = d;
	}
	if (!first)
		return;
	days = first->due_on.n - ctx->today.n;
	add(out, (struct attention_item){
			 .kind = ATTENTION_DARF,
			 .urgency = days <= NEAR_DAYS	? ATTENTION_URGENT
				    : days <= SOON_DAYS ? ATTENTION_SOON
							: ATTENTION_NOTICE,
			 .title = due_text(ctx->pool, first, days, out->year),
			 .detail = due_detail(ctx->pool, first, n),
			 .count = n,
			 .code = first->code,
			 .period = first->period,
			 .due_on = first->due_on,
			 .amount = { first->amount.m.e8 - first->paid.e8 },
		 });
}

/* What may be due of the first of the months, its amount unknown; NULL: nothing. */
static const struct tax_darf *maybe_due(const struct tax_year *y, struct month first)
{
	for (size_t i = 0; i < y->n_all_darf; i++)
		if (y->all_darf[i].period.n == first.n && y->all_darf[i].status == DARF_UNKNOWN)
			return &y->all_darf[i];
	return NULL;
}

/* "; o DARF, se há, vence em 30/11/2026". */
static const char *due_of(struct ctx *ctx, const struct tax_darf *d, size_t n)
{
	return d ? pool_printf(ctx->pool, "; o DARF%s, se há, %s em %s",
			       n > 1 ? " do primeiro" : "",
			       day_before(d->due_on, ctx->today) ? "venceu" : "vence",
			       date_text(ctx->pool, d->due_on))
		 : "";
}

/* What may be due on a day that has passed costs more each month: it is as urgent as what is. */
static enum attention_urgency unknown_urgency(const struct ctx *ctx, struct day due_on)
{
	return day_before(due_on, ctx->today) ? ATTENTION_URGENT : ATTENTION_SOON;
}

static void add_tax_answers(struct ctx *ctx, const struct tax_year *y, struct attention *out)
{
	const struct tax_darf *due;
	struct month first = { 0 };
	bool waits[12] = { false };
	struct buf names;
	size_t n = 0, told = 0;

	for (size_t i = 0; i < y->n_months; i++)
		waits[y->months[i].month.n % 12] |= !y->months[i].due.known;
	for (size_t i = 0; i < y->n_gains; i++)
		waits[y->gains[i].month.n % 12] |= !y->gains[i].tax.known;
	for (int m = 11; m >= 0; m--)
		if (waits[m]) {
			first.n = 12 * y->year + m;
			n++;
		}
	if (!n)
		return;
	due = maybe_due(y, first);
	buf_init(&names, ctx->pool, 64);
	for (int m = 0; m < 12; m++)
		if (waits[m])
			buf_printf(&names, "%s%s",
				   !told++     ? ""
				   : told == n ? " e "
					       : ", ",
				   month_name((struct month){ m }));
	add(out,
	    (struct attention_item){
		    .kind = ATTENTION_TAX_ANSWERS,
		    .urgency = due ? unknown_urgency(ctx, due->due_on) : ATTENTION_SOON,
		    .title = n == 1 ? "O imposto de um mês espera respostas"
				    : pool_printf(ctx->pool,
						  "O imposto de %zu meses espera respostas", n),
		    .detail = pool_printf(ctx->pool, "De %d: %s%s", y->year, buf_text(&names),
					  due_of(ctx, due, n)),
		    .count = n,
		    .period = first,
	    });
}

/* Of years before @until, whose own answers are not listed: their months may owe a DARF, long due. */
static void add_earlier_answers(struct ctx *ctx, const struct tax_year *y, int until,
				struct attention *out)
{
	const struct tax_darf *first = NULL;
	size_t n = 0;

	for (size_t i = 0; i < y->n_all_darf; i++) {
		const struct tax_darf *d = &y->all_darf[i];

		if (d->status != DARF_UNKNOWN || month_year(d->period) >= until)
			continue;
		n++;
		if (!first || d->period.n < first->period.n)
			first = d;
	}
	if (first)
		add(out, (struct attention_item){
				 .kind = ATTENTION_TAX_ANSWERS,
				 .urgency = unknown_urgency(ctx, first->due_on),
				 .title = "O imposto de um ano anterior não está fechado",
				 .detail = pool_printf(
					 ctx->pool, "%s de %d; o DARF, se há, venceu em %s",
					 month_name(first->period), month_year(first->period),
					 date_text(ctx->pool, first->due_on)),
				 .count = n,
				 .period = first->period,
			 });
}

static bool has_assets_abroad(const struct taxpayer *of)
{
	enum tax_reason why;

	for (size_t i = 0; i < of->ledger.n_assets; i++) {
		enum tax_class cls = tax_class_of(&of->ledger.assets[i], &why);

		if (cls == TAX_FOREIGN || cls == TAX_CRYPTO)
			return true;
	}
	return false;
}

/* Of the year before, which is paid with its declaration and has no DARF in the list. */
static void add_exterior(struct ctx *ctx, const struct tax_year *y, struct attention *out)
{
	const struct day by = tax_declared_by(y->year);
	const int days = by.n - ctx->today.n;
	const struct tax_exterior *x = y->exterior;
	struct attention_item i = { .kind = ATTENTION_DARF,
				    .urgency = days <= NEAR_DAYS   ? ATTENTION_URGENT
					       : days <= SOON_DAYS ? ATTENTION_SOON
								   : ATTENTION_NOTICE,
				    .count = 1,
				    .period = { 12 * y->year + 11 } };

	if (!x || (x->due.known && !tax_exterior_left(x).e8))
		return;
	if (x->due.known) {
		i.title = pool_printf(ctx->pool,
				      days < 0 ? "Imposto do exterior de %d em atraso"
					       : "Imposto do exterior de %d, com a declaração",
				      y->year);
		i.detail = pool_printf(ctx->pool, "Código %s, %s em %s", TAX_RETURN_CODE,
				       days < 0 ? "venceu" : "vence", date_text(ctx->pool, by));
		if (x->is_late && x->late.rate_known)
			i.detail = pool_printf(ctx->pool, "%s; com multa e juros, %s hoje",
					       i.detail, brl_text(ctx->pool, x->late.total));
		i.code = TAX_RETURN_CODE;
		i.due_on = by;
		i.amount = tax_exterior_left(x);
	} else {
		i.kind = ATTENTION_TAX_ANSWERS;
		i.urgency = unknown_urgency(ctx, by);
		i.title = pool_printf(ctx->pool, "O imposto do exterior de %d espera respostas",
				      y->year);
		i.detail = pool_printf(ctx->pool, "Com a declaração, %s em %s",
				       days < 0 ? "venceu" : "vence", date_text(ctx->pool, by));
	}
	add(out, i);
}

/* The year before is declared until the end of May. */
static bool is_declared_now(struct day today)
{
	return day_month(today).n % 12 < 5;
}

static void add_tax(struct ctx *ctx, struct attention *out)
{
	struct taxpayer of;
	struct tax_year now, before;
	bool abroad;
	int listed = out->year - (out->year > TAX_FIRST_YEAR && is_declared_now(ctx->today));

	tax_load_account(ctx, &of);
	tax_compute(ctx, &of, out->year, &now);
	add_darf(ctx, &now, out);
	add_earlier_answers(ctx, &now, listed, out);
	abroad = out->year > TAX_FIRST_YEAR_ABROAD && has_assets_abroad(&of);
	if (listed < out->year || abroad)
		tax_compute(ctx, &of, out->year - 1, &before);
	if (abroad)
		add_exterior(ctx, &before, out);
	if (listed < out->year)
		add_tax_answers(ctx, &before, out);
	add_tax_answers(ctx, &now, out);
}

/* ---- portfolios ---- */

static struct attention_item item_of(const struct loaded *in, enum attention_kind kind,
				     enum attention_urgency urgency)
{
	return (struct attention_item){ .kind = kind,
					.urgency = urgency,
					.of_portfolio = true,
					.portfolio = in->id,
					.name = in->name };
}

/* An option that was written stands in no total: the first to expire is named. */
static void add_owed(struct ctx *ctx, const struct valued *v, struct attention *out)
{
	struct attention_item i = item_of(&v->in, ATTENTION_OWED, ATTENTION_NOTICE);
	const struct holding *first = NULL;
	struct day expiry = { 0 }, day;
	void *pool = ctx->pool;
	bool known = false;

	for (size_t k = 0; k < v->portfolio.n_holdings; k++) {
		const struct holding *h = &v->portfolio.holdings[k];
		bool expires = holding_expiry(h, &day);

		if (qty_is_zero(h->brl.short_qty))
			continue;
		i.count++;
		if (first && (!expires || (known && !day_before(day, expiry))))
			continue;
		first = h;
		known = expires;
		expiry = day;
	}
	if (!first)
		return;
	if (known && expiry.n - ctx->today.n <= SOON_DAYS)
		i.urgency =
			expiry.n - ctx->today.n <= NEAR_DAYS ? ATTENTION_URGENT : ATTENTION_SOON;
	i.title = pool_printf(pool, "%s opções %s lançadas%s",
			      quantity_text(pool, first->brl.short_qty), first->asset->symbol,
			      holding_expiry_said(pool, first, ctx->today));
	i.detail = pool_printf(
		pool,
		"É uma obrigação, que o patrimônio não desconta, também quando a carteira tem o ativo delas%s",
		i.count > 1 ? pool_printf(pool, "; e mais %zu", i.count - 1) : "");
	add(out, i);
}

static const char *issue_named(void *pool, const struct issue *i)
{
	return i->asset ? pool_printf(pool, "%s: %s", i->asset->symbol, i->title) : i->title;
}

/* The first two sorts, each by its first one, and how many more there are. */
static const char *issues_detail(void *pool, const struct issues_view *v)
{
	const struct issue *first = &v->list[0], *other = NULL;
	const char *text;
	size_t more;

	for (size_t i = 1; i < v->n && !other; i++)
		if (v->list[i].code != first->code)
			other = &v->list[i];
	text = issue_named(pool, first);
	if (other)
		text = pool_printf(pool, "%s; %s", text, issue_named(pool, other));
	more = v->n - (other ? 2 : 1);
	return more ? pool_printf(pool, "%s; e mais %zu", text, more) : text;
}

static void add_issues(void *pool, const struct issues_view *v, struct attention *out)
{
	struct attention_item i = item_of(&v->in, ATTENTION_ISSUES, ATTENTION_SOON);

	if (!v->n)
		return;
	if (v->list[0].severity == ISSUE_INFO)
		i.urgency = ATTENTION_NOTICE;
	i.count = v->n;
	i.title = v->n == 1 ? "1 pendência" : pool_printf(pool, "%zu pendências", v->n);
	i.detail = issues_detail(pool, v);
	for (size_t k = 0; k < v->n; k++)
		i.weight += v->list[k].severity == ISSUE_ERROR	   ? 1000000
			    : v->list[k].severity == ISSUE_WARNING ? 1000
								   : 1;
	add(out, i);
}

/* @one, @many: what further flags are. */
static void add_flags(void *pool, struct attention_item i, const char *const *flags, size_t n,
		      const char *one, const char *many, struct attention *out)
{
	if (!n)
		return;
	i.count = i.weight = n;
	i.title = flags[0];
	if (n > 1)
		i.detail = pool_printf(pool, "E mais %zu %s", n - 1, n == 2 ? one : many);
	add(out, i);
}

static void add_flagged(struct ctx *ctx, struct figures *list, size_t n, struct attention *out)
{
	struct costs_found *costs = pool_array(ctx->pool, struct costs_found, n);

	costs_find(ctx, list, n, costs);
	for (size_t i = 0; i < n; i++) {
		int64_t start = clock_monotonic_us();
		struct xray x;

		figures_done(ctx, &list[i],
			     xray_compute(ctx->pool, list[i].open_positions, list[i].n, &x), start);
		add_flags(ctx->pool, item_of(&list[i].in, ATTENTION_CONCENTRATION, ATTENTION_SOON),
			  x.flags, x.n_flags, "aviso de concentração", "avisos de concentração",
			  out);
		add_flags(ctx->pool, item_of(&list[i].in, ATTENTION_COSTS, ATTENTION_NOTICE),
			  costs[i].costs.flags, costs[i].costs.n_flags, "aviso de custo",
			  "avisos de custo", out);
	}
}

static void add_portfolios(struct ctx *ctx, const struct consolidation *t, struct attention *out)
{
	struct issues_view *issues = pool_array(ctx->pool, struct issues_view, t->n);
	struct figures *figures = pool_array(ctx->pool, struct figures, t->n);

	for (size_t i = 0; i < t->n; i++) {
		const struct valued *v = &t->list[i];

		issues[i] = (struct issues_view){ .in = v->in, .portfolio = v->portfolio };
		figures[i] = (struct figures){ .in = v->in, .portfolio = v->portfolio };
		figures[i].open_positions =
			open_positions_of(ctx->pool, &figures[i].portfolio, &figures[i].n);
	}
	issues_of(ctx, ctx->caller->workspace, issues, t->n);
	for (size_t i = 0; i < t->n; i++) {
		add_owed(ctx, &t->list[i], out);
		add_issues(ctx->pool, &issues[i], out);
	}
	add_flagged(ctx, figures, t->n, out);
}

/* ---- very large accounts ---- */

/* Beyond these the whole of all ledgers at once takes a worker's memory, and a second. */
#define ROWS_MOST 20000
#define HOLDINGS_MOST 2000

static bool is_large(const struct consolidation *t)
{
	size_t rows = 0, holdings = 0;

	for (size_t i = 0; i < t->n; i++) {
		const struct portfolio *p = &t->list[i].portfolio;

		holdings += p->n_holdings;
		for (size_t k = 0; k < p->n_holdings; k++)
			rows += p->holdings[k].brl.tx_count;
	}
	return rows > ROWS_MOST || holdings > HOLDINGS_MOST;
}

/* Where to look instead, each page with its own load. */
static void add_pages(struct ctx *ctx, const struct consolidation *t, struct attention *out)
{
	add(out,
	    (struct attention_item){ .kind = ATTENTION_TAX_ANSWERS,
				     .urgency = ATTENTION_NOTICE,
				     .title = "O imposto do ano está na página dele",
				     .detail = pool_printf(ctx->pool,
							   "São muitos lançamentos para resumir "
							   "aqui, de %zu carteiras",
							   t->n) });
	for (size_t i = 0; i < t->n; i++) {
		struct attention_item item =
			item_of(&t->list[i].in, ATTENTION_ISSUES, ATTENTION_NOTICE);

		item.title = "As pendências estão na página da carteira";
		add(out, item);
	}
}

/* ---- all ---- */

static int by_urgency(const void *a, const void *b)
{
	const struct attention_item *x = a, *y = b;
	int c = wide_order(x->urgency, y->urgency);

	c = c ? c : wide_order(x->kind, y->kind);
	c = c ? c : wide_order(y->weight, x->weight);
	c = c ? c : x->name && y->name ? strcmp(x->name, y->name) : 0;
	return c ? c : memcmp(x->portfolio.b, y->portfolio.b, sizeof(x->portfolio.b));
}

void attention_view(struct ctx *ctx, const struct consolidation *t, struct attention *out)
{
	out->items = pool_array(ctx->pool, struct attention_item, 5 + PER_PORTFOLIO * t->n);
	out->year = day_year(ctx->today);
	out->n = 0;
	out->whole = NULL;
	if (!t->n)
		return;
	if (is_large(t)) {
		add_pages(ctx, t, out);
	} else {
		struct consolidation *whole = pool_zero(ctx->pool, struct consolidation);

		consolidation_load(
			ctx, &(struct consolidation_want){ .as_of = ctx->today, .whole = true },
			whole);
		add_tax(ctx, out);
		add_portfolios(ctx, whole, out);
		out->whole = whole;
	}
	order_sort(out->items, out->n, sizeof(*out->items), by_urgency);
}

int attention_year(const struct ctx *ctx, const struct attention_item *i)
{
	return i->period.n ? month_year(i->period) : day_year(ctx->today);
}

const char *attention_path(struct ctx *ctx, const struct attention_item *i)
{
	static const char *const pages[] = { [ATTENTION_OWED] = "?include=closed",
					     [ATTENTION_ISSUES] = "/issues",
					     [ATTENTION_CONCENTRATION] = "/xray",
					     [ATTENTION_COSTS] = "/costs" };

	if (!i->of_portfolio)
		return pool_printf(ctx->pool, "/v1/portfolio/tax?year=%d", attention_year(ctx, i));
	return pool_printf(ctx->pool, "/v1/portfolios/%s%s", uuid_text(ctx->pool, i->portfolio),
			   pages[i->kind]);
}

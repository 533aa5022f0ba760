/* SPDX-License-Identifier: Apache-2.0 */
/*
 * issues_incorporation.c: shares credited or removed without a counterpart (doc/calculations.md 1.7).
 *
 * A debit of everything and a credit of another paper in the same days are most likely the two sides of
 * one merger, so the debit's issue names the credit, which has no issue of its own.  Compares each with
 * all holdings: stops when stop_asked() says so.
 */
#include "config.h"

#include "calc/views/issues_list.h"

#include "core/pool.h"
#include "core/stop.h"

#define CANDIDATES 5

/* Whether an unexplained row is a credit, or a debit. */
static bool is_side(const struct unexplained *u, bool credit)
{
	return (u->qty.e8 > 0) == credit;
}

/* Whether @h has one of the other side within the days of one event. */
static bool has_near(const struct holding *h, bool credit, struct day day)
{
	for (size_t i = 0; i < h->brl.n_unexplained; i++)
		if (is_side(&h->brl.unexplained[i], credit) &&
		    same_event(h->brl.unexplained[i].day, day))
			return true;
	return false;
}

static bool other_has_near(const struct issue_list *l, const struct holding *h, bool credit,
			   struct day day)
{
	const struct portfolio *p = l->in->portfolio;

	for (size_t i = 0; i < p->n_holdings; i++)
		if (&p->holdings[i] != h && has_near(&p->holdings[i], credit, day))
			return true;
	return false;
}

static void add_rows(struct issue_list *l, const struct holding *h, const struct unexplained *u)
{
	const struct ledger_asset *a;

	for (size_t i = 0; (a = issue_asset_under(h, i)); i++)
		for (size_t k = 0; k < a->n_rows; k++)
			if (day_same(a->rows[k].day, u->day) && a->rows[k].kind == ROW_ADJUST &&
			    a->rows[k].event == EVENT_INCORPORATION &&
			    a->rows[k].qty.e8 == u->qty.e8)
				issue_add_row(l, a, &a->rows[k]);
}

/* ---- left without a successor ---- */

/* Credits of other papers that may be its successor: their names; adds their rows to the issue. */
static const char *candidates(struct issue_list *l, const struct holding *h, struct day day)
{
	const struct portfolio *p = l->in->portfolio;
	const char *names = NULL;
	size_t n = 0;

	for (size_t i = 0; i < p->n_holdings; i++) {
		const struct holding *o = &p->holdings[i];

		if (o == h || !has_near(o, true, day))
			continue;
		for (size_t k = 0; k < o->brl.n_unexplained; k++)
			if (is_side(&o->brl.unexplained[k], true) &&
			    same_event(o->brl.unexplained[k].day, day))
				add_rows(l, o, &o->brl.unexplained[k]);
		if (++n <= CANDIDATES)
			names = names ? pool_printf(l->pool, "%s, %s", names, o->asset->symbol)
				      : o->asset->symbol;
	}
	return names;
}

static void successor_missing(struct issue_list *l, const struct holding *h,
			      const struct unexplained *u)
{
	struct issue *issue;
	const char *names;

	(void)issue_add(l, ISSUE_SUCCESSOR_MISSING,
			h->asset); /* the list may move until all rows are in */
	add_rows(l, h, u);
	names = candidates(l, h, u->day);
	issue = &l->items[l->n - 1];
	issue->detail = pool_printf(
		l->pool,
		"%s saiu inteiro da carteira por incorporação em %s e nada diz o que entrou no lugar: o custo "
		"saiu com ele, sem resultado.%s%s%s",
		h->asset->symbol, date_text(l->pool, u->day),
		names ? " Nos mesmos dias entrou, sem origem: " : "", names ? names : "",
		names ? "." : "");
	issue->action = REMEDY_SUCCESSION;
	issue->remedy =
		"Diga qual papel o sucedeu, quando, e quantas ações novas por ação antiga: o custo passa para "
		"ele.";
}

/* ---- came without a cost ---- */

#define SOURCES 10

/* The quantity left by an asset's own rows before a day: enough to tell whether it was held. */
static bool held_before(const struct ledger_asset *a, struct day day)
{
	struct qty held = { 0 };
	bool range = false;

	for (size_t i = 0; i < a->n_rows && day_before(a->rows[i].day, day); i++) {
		const struct ledger_row *r = &a->rows[i];

		if (r->kind == ROW_SPLIT)
			held = qty_times_ratio(held, ratio_rationalise(r->ratio_e12), &range);
		else if (r->kind == ROW_SELL)
			held = qty_sub(held, r->qty, &range);
		else
			held = qty_add(held, r->qty, &range);
		if (held.e8 < 0)
			held.e8 = 0;
	}
	return held.e8 > 0;
}

/* A paper without other unexplained rows; its other rows may have been of another day. */
static bool may_be_source(const struct ledger_asset *a, const struct ledger_asset *of,
			  struct day day)
{
	return a->type == of->type && a->currency == of->currency && !a->succession &&
	       (!a->spin_off || str_eq(a->spin_off->to, of->symbol)) && held_before(a, day);
}

static void find_sources(struct issue_list *l, struct issue *issue, const struct holding *h)
{
	const struct ledger *ledger = l->in->ledger;
	struct day day = issue->rows[0].row->day;

	issue->sources = pool_array(l->pool, const struct ledger_asset *, SOURCES);
	for (size_t i = 0; i < ledger->n_assets && issue->n_sources < SOURCES; i++) {
		const struct ledger_asset *a = &ledger->assets[i], *own;
		bool self = false;

		for (size_t k = 0; (own = issue_asset_under(h, k)); k++)
			self |= own == a;
		if (!self && may_be_source(a, issue->rows[0].asset, day))
			issue->sources[issue->n_sources++] = a;
	}
}

static void cost_share_missing(struct issue_list *l, const struct holding *h)
{
	const struct position *p = &h->brl;
	struct issue *issue = NULL;

	for (size_t i = 0; i < p->n_unexplained && stop_asked() == STOP_NOT; i++) {
		const struct unexplained *u = &p->unexplained[i];

		if (!is_side(u, true) || other_has_near(l, h, false, u->day))
			continue;
		if (!issue)
			issue = issue_add(l, ISSUE_COST_SHARE_MISSING, h->asset);
		add_rows(l, h, u);
	}
	if (!issue || !issue->n_rows)
		return;
	issue->detail = pool_printf(
		l->pool,
		"%zu %s de %s por incorporação ou cisão, desde %s, sem custo e sem o papel de origem: custo "
		"médio, resultado e rentabilidade ficam sem valor.",
		issue->n_rows, issue->n_rows == 1 ? "entrada" : "entradas", h->asset->symbol,
		date_text(l->pool, issue->rows[0].row->day));
	find_sources(l, issue, h);
	if (issue->n_sources) {
		issue->action = REMEDY_SPIN_OFF;
		issue->remedy =
			"Diga que parte do custo do papel de origem, em %, passou para este: a companhia a "
			"publica no aviso da cisão, com o dia dela. Responda uma vez só, no papel de onde veio: "
			"o custo dele diminui.";
		return;
	}
	issue->action = REMEDY_PATCH_PRICE;
	issue->remedy =
		"Nenhum papel da carteira pode ser o de origem. Informe o custo por ação de cada entrada: a parte "
		"do custo do papel antigo, que a companhia publica no aviso da cisão, dividida pela quantidade "
		"recebida.";
}

void issues_incorporations(struct issue_list *l)
{
	const struct portfolio *p = l->in->portfolio;

	for (size_t i = 0; i < p->n_holdings && stop_asked() == STOP_NOT; i++) {
		const struct holding *h = &p->holdings[i];

		for (size_t k = 0; k < h->brl.n_unexplained && stop_asked() == STOP_NOT; k++)
			if (is_side(&h->brl.unexplained[k], false))
				successor_missing(l, h, &h->brl.unexplained[k]);
		cost_share_missing(l, h);
	}
}

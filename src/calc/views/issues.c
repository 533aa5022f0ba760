/* SPDX-License-Identifier: Apache-2.0 */
/*
 * issues.c: the list of what makes figures unreliable: the part from rows and statements.
 *
 * A quote of a row's own day is compared as traded: closes are stored unadjusted, so no split lies
 * between a row and its day.  A price that is off by exactly the later splits was typed adjusted; the
 * issue says so, since the fold applies those splits once more.
 */
#include "config.h"

#include "calc/views/issues_list.h"

#include "core/order.h"
#include "core/pool.h"

#define TIMES_OFF 5
#define SYMBOLS_NAMED 5

/* ---- a price far from that of its day ---- */

bool issue_row_quotable(const struct ledger_row *row)
{
	return (row->kind == ROW_BUY || row->kind == ROW_SELL) && row->event == EVENT_NONE &&
	       row->price_known;
}

static bool far(struct price a, struct price b)
{
	return a.e12 >= TIMES_OFF * b.e12 || b.e12 >= TIMES_OFF * a.e12;
}

/* An option that ends worthless is settled at zero, whatever it closed at. */
static bool is_forfeit(const struct ledger_asset *a, const struct ledger_row *r)
{
	return a->type == ASSET_OPTION && r->price.e12 == 0;
}

/* The close in shares of @as_of, as shown by sites that adjust. */
static struct price adjusted(const struct issues_input *in, const struct ledger_asset *a,
			     const struct issue_quote *q)
{
	const struct market_symbol *m = market_find(in->market, a->symbol, a->type);
	struct price p = q->close;
	bool range = false;

	if (m)
		p = price_in_shares_of(m->events, m->n_events, p, q->day, in->as_of, &range);
	return range ? q->close : p;
}

/* Within half as much again: a day's own range and rounding by the person. */
static bool near(struct price a, struct price b)
{
	return 2 * a.e12 <= 3 * b.e12 && 2 * b.e12 <= 3 * a.e12;
}

static void off_quote(struct issue_list *l, const struct ledger_asset *a,
		      const struct ledger_row *r, const struct issue_quote *q)
{
	struct price then = adjusted(l->in, a, q);
	bool dollars = a->currency == CURRENCY_USD;
	bool typed_adjusted = then.e12 != q->close.e12 && near(r->price, then);
	struct issue *i = issue_add(l, ISSUE_PRICE_OFF_QUOTE, a);
	struct issue_row *row = issue_add_row(l, a, r);
	void *pool = l->pool;

	row->quote_known = true;
	row->quote = q->close;
	i->detail = pool_printf(
		pool, "%s de %s %s em %s a %s; o fechamento do dia foi %s.%s",
		r->kind == ROW_BUY ? "Compra" : "Venda", quantity_text(pool, r->qty), a->symbol,
		date_text(pool, r->day), priced_text(pool, dollars, r->price),
		priced_text(pool, dollars, q->close),
		typed_adjusted ? " O preço parece ajustado pelos desdobramentos de depois, que a "
				 "carteira aplica outra vez."
			       : "");
	i->action = typed_adjusted ? REMEDY_PATCH_TRADED : REMEDY_PATCH_PRICE;
	i->remedy =
		typed_adjusted
			? "Informe preço e quantidade como foram negociados no dia, sem ajuste."
			: "Confira na nota de corretagem e corrija preço, quantidade ou data do "
			  "lançamento.";
}

static void off_quotes(struct issue_list *l)
{
	const struct issues_input *in = l->in;
	size_t q = 0;

	for (size_t a = 0; a < in->ledger->n_assets; a++) {
		const struct ledger_asset *asset = &in->ledger->assets[a];

		while (q < in->n_quotes && in->quotes[q].asset < a)
			q++;
		for (size_t i = 0; i < asset->n_rows; i++) {
			const struct ledger_row *r = &asset->rows[i];

			while (q < in->n_quotes && in->quotes[q].asset == a &&
			       day_before(in->quotes[q].day, r->day))
				q++;
			if (q == in->n_quotes || in->quotes[q].asset != a)
				break;
			if (day_same(in->quotes[q].day, r->day) && issue_row_quotable(r) &&
			    !is_forfeit(asset, r) && in->quotes[q].close.e12 > 0 &&
			    far(r->price, in->quotes[q].close))
				off_quote(l, asset, r, &in->quotes[q]);
		}
	}
}

/* ---- equal rows ---- */

/* Everything in a row except its note. */
static int likeness(const struct ledger_row *a, const struct ledger_row *b)
{
	const int order[] = {
		wide_order(a->day.n, b->day.n),
		(int)a->kind - (int)b->kind,
		(int)a->event - (int)b->event,
		wide_order(a->qty.e8, b->qty.e8),
		(int)a->price_known - (int)b->price_known,
		a->price_known ? wide_order(a->price.e12, b->price.e12) : 0,
		wide_order(a->fees.e8, b->fees.e8),
		wide_order(a->ratio_e12, b->ratio_e12),
	};

	for (size_t i = 0; i < ARRAY_SIZE(order); i++) {
		if (order[i])
			return order[i];
	}
	return 0;
}

/* Among equals in ledger order, which is that of the array. */
static int likeness_then_place(const void *x, const void *y)
{
	const struct ledger_row *a = *(const struct ledger_row *const *)x;
	const struct ledger_row *b = *(const struct ledger_row *const *)y;
	int order = likeness(a, b);

	return order ? order : (a < b ? -1 : a > b);
}

static void equal_rows(struct issue_list *l, const struct ledger_asset *a)
{
	const struct ledger_row **rows = pool_array(l->pool, const struct ledger_row *, a->n_rows);
	struct issue *issue = NULL;

	for (size_t i = 0; i < a->n_rows; i++)
		rows[i] = &a->rows[i];
	order_sort(rows, a->n_rows, sizeof(*rows), likeness_then_place);
	for (size_t i = 1; i < a->n_rows; i++) {
		if (likeness(rows[i - 1], rows[i]) != 0)
			continue;
		if (!issue)
			issue = issue_add(l, ISSUE_DUPLICATE_ROWS, a);
		if (i < 2 || likeness(rows[i - 2], rows[i - 1]) != 0)
			issue_add_row(l, a, rows[i - 1]);
		issue_add_row(l, a, rows[i]);
		*issue_add_draft(l) = *rows[i];
	}
	pool_free(rows);
	if (!issue)
		return;
	issue->detail = pool_printf(
		l->pool,
		"%zu lançamentos de %s são iguais a outros no dia, no tipo, na quantidade e no "
		"preço; o primeiro é de %s.",
		issue->n_rows, a->symbol, date_text(l->pool, issue->rows[0].row->day));
	issue->action = REMEDY_DELETE_ROWS;
	issue->remedy = "Se são execuções separadas da mesma ordem, não há o que fazer; se foram "
			"lançados duas vezes, apague os repetidos.";
}

/* ---- before the first statement ---- */

/* Held before its first row: an uncovered sale, or income before the first purchase. */
static bool implies_more(const struct holding *h)
{
	if (h->brl.n_uncovered)
		return true;
	return h->n_merged == 0 && h->asset->n_income > 0 &&
	       (!h->brl.has_rows || day_before(h->asset->income[0].pay_day, h->brl.added));
}

static void gap(struct issue_list *l)
{
	const struct portfolio *p = l->in->portfolio;
	const char *names = NULL, *first = date_text(l->pool, l->in->first_export);
	struct issue *issue;
	size_t n = 0;

	if (!l->in->exported)
		return;
	for (size_t i = 0; i < p->n_holdings; i++) {
		const char *symbol = p->holdings[i].asset->symbol;

		if (!implies_more(&p->holdings[i]) || ++n > SYMBOLS_NAMED)
			continue;
		names = names ? pool_printf(l->pool, "%s, %s", names, symbol) : symbol;
	}
	if (!n)
		return;
	issue = issue_add(l, ISSUE_GAP_BEFORE_FIRST_EXPORT, NULL);
	issue->detail = pool_printf(
		l->pool,
		"O primeiro extrato importado começa em %s, e %zu %s mais do que há nos lançamentos "
		"(%s%s).",
		first, n, n == 1 ? "ativo vendeu ou rendeu" : "ativos venderam ou renderam", names,
		n > SYMBOLS_NAMED ? " e outros" : "");
	issue->action = REMEDY_IMPORT;
	issue->remedy =
		pool_printf(l->pool,
			    "Exporte na Área do Investidor da B3 os extratos de antes de %s "
			    "e importe-os; a ordem das importações não importa. O que nunca esteve "
			    "na carteira é um lançamento a corrigir.",
			    first);
}

/* ---- events that the fold applied ---- */

static void applied(struct issue_list *l, const struct applied_event *e)
{
	struct issue *i = issue_add(l, ISSUE_CORPORATE_EVENT_APPLIED,
				    ledger_traded(l->in->ledger, e->symbol));
	const char *what = e->kind == EVENT_BONUS    ? "bonificação"
			   : e->ratio.n < e->ratio.d ? "grupamento"
						     : "desdobramento";

	i->event = e;
	i->detail = pool_printf(
		l->pool,
		"O %s de %s em %s (%lld para %lld) não está nos lançamentos e foi aplicado.", what,
		e->symbol, date_text(l->pool, e->ex_day), (long long)e->ratio.d,
		(long long)e->ratio.n);
	if (e->kind == EVENT_BONUS)
		i->detail = pool_printf(l->pool,
					"A bonificação de %s %s em %s não está nos lançamentos e "
					"foi aplicada.",
					quantity_text(l->pool, e->qty), e->symbol,
					date_text(l->pool, e->ex_day));
	i->action = REMEDY_POST_EVENT;
	i->remedy =
		"Registre o evento como lançamento. Se ele não vale para esta posição, peça nos dados "
		"do ativo que nenhum evento seja aplicado sem lançamento.";
}

/* ---- types that an import guessed ---- */

static void guessed_types(struct issue_list *l)
{
	const struct ledger *ledger = l->in->ledger;
	size_t g = 0;

	for (size_t a = 0; a < ledger->n_assets && g < l->in->n_guessed; a++) {
		const struct ledger_asset *asset = &ledger->assets[a];
		struct issue *i;

		while (g < l->in->n_guessed &&
		       memcmp(l->in->guessed[g].b, asset->id.b, sizeof(asset->id.b)) < 0)
			g++;
		if (g == l->in->n_guessed || !uuid_same(l->in->guessed[g], asset->id))
			continue;
		i = issue_add(l, ISSUE_TYPE_GUESSED, asset);
		i->detail = pool_printf(
			l->pool,
			"A listagem da bolsa ainda não tem %s: o tipo (%s) foi deduzido da "
			"forma do código.",
			asset->symbol, asset_type_titles[asset->type]);
		i->action = REMEDY_ASSET_TYPE;
		i->remedy =
			"Confirme o tipo ou corrija-o; se nada for feito, ele é revisto quando a "
			"listagem conhecer o código.";
	}
}

/* ---- the whole ---- */

static int issue_order(const void *x, const void *y)
{
	const struct issue *a = x, *b = y;
	int c = (int)a->severity - (int)b->severity;

	if (c == 0)
		c = wide_order(b->weight.e8, a->weight.e8);
	if (c == 0)
		c = (int)a->code - (int)b->code;
	if (c == 0)
		c = strcmp(a->asset ? a->asset->symbol : "", b->asset ? b->asset->symbol : "");
	if (c == 0 && a->event && b->event)
		c = wide_order(a->event->ex_day.n, b->event->ex_day.n);
	if (c == 0 && a->n_rows && b->n_rows)
		c = likeness_then_place(&a->rows[0].row, &b->rows[0].row);
	return c;
}

struct issue *issues_find(void *pool, const struct issues_input *in, size_t *n)
{
	struct issue_list l = { .pool = pool, .in = in };

	l.items = pool_array(pool, struct issue, 1);
	l.size = 1;
	issues_holdings(&l);
	issues_incorporations(&l);
	off_quotes(&l);
	gap(&l);
	for (size_t i = 0; i < in->portfolio->n_applied; i++)
		applied(&l, &in->portfolio->applied[i]);
	for (size_t a = 0; a < in->ledger->n_assets; a++)
		equal_rows(&l, &in->ledger->assets[a]);
	guessed_types(&l);
	issues_transfers(&l);
	issues_weigh(&l);
	order_sort(l.items, l.n, sizeof(*l.items), issue_order);
	*n = l.n;
	return l.items;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* issues_holding.c: issues of a valued holding: costs, prices, options, terms, rates. */
#include "config.h"

#include "calc/views/issues_list.h"
#include "core/pool.h"

const struct ledger_asset *issue_asset_under(const struct holding *h, size_t i)
{
	return i == 0 ? h->asset : i <= h->n_merged ? h->merged[i - 1] : NULL;
}

/* ---- sold more than held ---- */

/* The sales of a day; the last one carries the uncovered quantity.  Returns whether there is one. */
static bool sales_of(struct issue_list *l, const struct holding *h, struct day day, struct qty q)
{
	const struct ledger_asset *a;
	struct issue_row *last = NULL;

	for (size_t i = 0; (a = issue_asset_under(h, i)); i++) {
		for (size_t k = 0; k < a->n_rows; k++) {
			if (a->rows[k].kind == ROW_SELL && day_same(a->rows[k].day, day))
				last = issue_add_row(l, a, &a->rows[k]);
		}
	}
	if (last)
		last->uncovered = q;
	return last != NULL;
}

static void sold_more(struct issue_list *l, const struct holding *h)
{
	const struct position *p = &h->brl;
	struct issue *issue;
	struct qty all = { 0 };
	bool range = false;

	if (!p->n_uncovered)
		return;
	issue = issue_add(l, ISSUE_SOLD_MORE_THAN_HELD, h->asset);
	for (size_t i = 0, to; i < p->n_uncovered; i = to) {
		struct qty q = { 0 };
		struct ledger_row *draft;

		for (to = i;
		     to < p->n_uncovered && day_same(p->uncovered[to].day, p->uncovered[i].day);
		     to++)
			q = qty_add(q, p->uncovered[to].qty, &range);
		(void)sales_of(l, h, p->uncovered[i].day, q);
		draft = issue_add_draft(l);
		draft->kind = ROW_BUY;
		draft->day = day_plus(p->uncovered[i].day, -1);
		draft->qty = q;
		all = qty_add(all, q, &range);
	}
	issue->detail = pool_printf(
		l->pool,
		"%s: %s vendidos acima do que havia, a primeira vez em %s; o resultado dessa parte "
		"não é conhecido.",
		h->asset->symbol, quantity_text(l->pool, all),
		date_text(l->pool, p->uncovered[0].day));
	issue->action = REMEDY_POST_DRAFTS;
	issue->remedy =
		"Importe o extrato do período em que foram comprados, ou lance as compras que "
		"faltam com a data e o preço verdadeiros.";
}

/* ---- costs and results ---- */

/* Unknown costs from an incorporation have an issue of their own. */
static bool costless(const struct ledger_row *r)
{
	return !r->price_known && r->event != EVENT_BONUS && r->event != EVENT_INCORPORATION &&
	       (r->kind == ROW_BUY || (r->kind == ROW_ADJUST && r->qty.e8 > 0));
}

static bool unsold(const struct ledger_row *r)
{
	return !r->price_known && r->kind == ROW_SELL;
}

/* Adds an issue for the rows that @wanted selects, if any. */
static struct issue *of_rows(struct issue_list *l, const struct holding *h, enum issue_code code,
			     bool (*wanted)(const struct ledger_row *r))
{
	const struct ledger_asset *a;
	struct issue *issue = NULL;

	for (size_t i = 0; (a = issue_asset_under(h, i)); i++) {
		for (size_t k = 0; k < a->n_rows; k++) {
			if (!wanted(&a->rows[k]))
				continue;
			if (!issue)
				issue = issue_add(l, code, h->asset);
			issue_add_row(l, a, &a->rows[k]);
		}
	}
	return issue;
}

static void unknown_amounts(struct issue_list *l, const struct holding *h)
{
	const struct position *p = h->has_native ? &h->native : &h->brl;
	struct issue *issue = NULL;

	if (h->state == HOLDING_OPEN && !p->cost_known)
		issue = of_rows(l, h, ISSUE_COST_UNKNOWN, costless);
	if (issue) {
		issue->detail =
			pool_printf(l->pool,
				    "%zu %s de %s sem preço, desde %s: custo médio, resultado e "
				    "rentabilidade ficam sem valor.",
				    issue->n_rows, issue->n_rows == 1 ? "entrada" : "entradas",
				    h->asset->symbol, date_text(l->pool, issue->rows[0].row->day));
		issue->action = REMEDY_PATCH_PRICE;
		issue->remedy =
			"Informe o preço de cada entrada: o da nota de corretagem, ou o custo "
			"da declaração do imposto de renda dividido pela quantidade.";
	}
	if (p->realized_known)
		return;
	issue = of_rows(l, h, ISSUE_RESULT_UNKNOWN, unsold);
	if (!issue)
		return;
	issue->detail = pool_printf(
		l->pool, "%zu %s de %s sem preço, desde %s: o resultado não é conhecido.",
		issue->n_rows, issue->n_rows == 1 ? "venda" : "vendas", h->asset->symbol,
		date_text(l->pool, issue->rows[0].row->day));
	issue->action = REMEDY_PATCH_PRICE;
	issue->remedy = "Informe o preço de cada venda, como está na nota de corretagem.";
}

/* ---- exchange rates ---- */

static void rates(struct issue_list *l, const struct holding *h)
{
	const struct ledger_asset *a = h->asset;
	bool marked = h->state != HOLDING_OPEN || h->fx_known;
	struct issue *issue = NULL;
	struct close rate;

	if (a->currency != CURRENCY_USD)
		return;
	for (size_t k = 0; k < a->n_rows; k++) {
		const struct ledger_row *r = &a->rows[k];

		if (r->kind == ROW_SPLIT || (!r->price_known && r->fees.e8 == 0) ||
		    fx_ptax(&l->in->market->usd, r->day, &rate))
			continue;
		if (!issue)
			issue = issue_add(l, ISSUE_NO_EXCHANGE_RATE, a);
		issue_add_row(l, a, r);
	}
	if (!issue && marked)
		return;
	if (!issue)
		issue = issue_add(l, ISSUE_NO_EXCHANGE_RATE, a);
	if (issue->n_rows)
		issue->detail = pool_printf(
			l->pool,
			"%zu %s de %s sem dólar oficial até 7 dias antes, desde %s: o custo em "
			"reais não é conhecido.",
			issue->n_rows, issue->n_rows == 1 ? "lançamento" : "lançamentos", a->symbol,
			date_text(l->pool, issue->rows[0].row->day));
	else
		issue->detail = pool_printf(l->pool, "Não há dólar para avaliar %s em reais hoje.",
					    a->symbol);
	issue->remedy =
		"A cotação oficial (PTAX) é carregada por quem opera o serviço: lastro fetch "
		"ptax.";
}

/* ---- prices ---- */

static bool market_knows(const struct market_symbol *m)
{
	return m && (m->name || m->issuer || m->has_last || m->expires || m->n_events ||
		     m->n_distributions);
}

static void unknown_ticker(struct issue_list *l, const struct holding *h)
{
	const struct ledger_asset *a = h->asset;
	struct issue *issue = issue_add(l, ISSUE_UNKNOWN_TICKER, a);

	for (size_t k = 0; k < a->n_rows; k++)
		issue_add_row(l, a, &a->rows[k]);
	issue->detail = pool_printf(l->pool,
				    "Nenhuma fonte de mercado conhece %s (%s): a posição fica pelo "
				    "custo e não recebe eventos nem proventos.",
				    a->symbol, asset_type_titles[a->type]);
	issue->action = REMEDY_ASSET_SYMBOL;
	issue->remedy =
		"Confira o ticker e o tipo. Se estão certos, informe o preço na página do ativo; senão "
		"corrija o ticker: os lançamentos e os proventos vão com ele.";
}

static void old_price(struct issue_list *l, const struct holding *h)
{
	struct issue *issue = issue_add(l, ISSUE_PRICE_STALE, h->asset);

	issue->detail = pool_printf(
		l->pool,
		h->stated
			? "O preço que você informou de %s é de %s, há %d dias: é por ele que a "
			  "posição vale."
			: "A última cotação de %s é de %s, há %d dias: é por ela que a posição vale.",
		h->asset->symbol, date_text(l->pool, h->quote_day),
		l->in->as_of.n - h->quote_day.n);
	issue->remedy =
		h->stated
			? "Informe um preço mais novo, ou lance o resgate ou a venda que encerrou "
			  "a posição."
			: "Se o papel deixou de ser negociado, lance a incorporação, o resgate ou a "
			  "venda que o encerrou; senão a cotação chega com a próxima carga.";
}

static void prices(struct issue_list *l, const struct holding *h)
{
	const struct ledger_asset *a = h->asset;
	const struct market_symbol *m = h->market;
	struct issue *issue;

	if (h->state != HOLDING_OPEN || (a->type == ASSET_RENDA_FIXA && !h->stated))
		return;
	if (holding_price_old(h, l->in->as_of)) {
		old_price(l, h);
		return;
	}
	if (h->priced || h->native_price_known)
		return;
	if (!market_knows(m)) {
		unknown_ticker(l, h);
		return;
	}
	if (h->unpriced == UNPRICED_ABSURD) {
		issue = issue_add(l, ISSUE_PRICE_ABSURD, a);
		issue->detail = pool_printf(
			l->pool,
			"Para %s, %s, e não há evento societário entre elas: nenhuma das duas é "
			"usada e a posição fica pelo custo.",
			a->symbol, unpriced_text(l->pool, h));
		issue->remedy = "Se houve grupamento ou desdobramento, lance-o; senão a cotação é "
				"corrigida com a próxima carga.";
		return;
	}
	if (h->unpriced == UNPRICED_NO_QUOTE) {
		issue = issue_add(l, ISSUE_PRICE_MISSING, a);
		issue->detail = pool_printf(
			l->pool, "Não há nenhuma cotação de %s: a posição fica pelo custo.",
			a->symbol);
		issue->remedy =
			"A cotação chega com a próxima carga; se o papel nunca é negociado, "
			"confira o ticker e o tipo.";
		return;
	}
	issue = issue_add(l, ISSUE_PRICE_STALE, a);
	issue->detail = pool_printf(
		l->pool,
		"A última cotação de %s é de %s (%s), velha demais: a posição fica pelo custo.",
		m->symbol, date_text(l->pool, m->last.day),
		priced_text(l->pool, a->currency == CURRENCY_USD, m->last.price));
	issue->remedy = "Se o papel deixou de ser negociado, lance a incorporação, o resgate ou a "
			"venda que o encerrou; senão a cotação chega com a próxima carga.";
}

/* ---- options and fixed income ---- */

/* What of cycle @i was left without a word: rows of the underlying may say that the rest was exercised. */
static struct qty unexplained(const struct issue_list *l, const struct holding *h, size_t i)
{
	const struct option_end *ends = h->ends->items, *e = &ends[i];
	struct qty left = e->qty;

	for (size_t k = 0; k < l->in->n_exercises; k++) {
		const struct issue_exercise *x = &l->in->exercises[k];

		if (uuid_same(x->option, h->asset->id) && day_before(x->day, e->settled) &&
		    (!i || day_before(ends[i - 1].settled, x->day)))
			left.e8 -= x->qty.e8;
	}
	return left;
}

/*
 * The row that closes the remainder.  Its price is left to the person: zero would be wrong of an option
 * that was exercised, which no row says.
 */
static void add_closing(struct issue_list *l, const struct option_end *e, struct qty left)
{
	struct ledger_row *draft = issue_add_draft(l);

	draft->kind = e->written ? ROW_BUY : ROW_SELL;
	draft->day = e->expiry;
	draft->qty = left;
}

static void expired(struct issue_list *l, const struct holding *h)
{
	const struct option_ends *ends = h->ends;

	for (size_t i = 0; ends && i < ends->n; i++) {
		const struct option_end *e = &ends->items[i];
		struct qty left = unexplained(l, h, i);
		struct issue *issue;

		if (left.e8 <= 0 || !day_before(e->expiry, l->in->as_of))
			continue;
		issue = issue_add(l, ISSUE_OPTION_EXPIRED, h->asset);
		add_closing(l, e, left);
		issue->detail = pool_printf(
			l->pool,
			e->open ? "%s venceu em %s e ainda tem %s %s; sem outro lançamento, em %s "
				  "será encerrada a preço zero."
				: "%s venceu em %s com %s %s, sem lançamento que a encerre, e foi "
				  "encerrada a preço zero.",
			h->asset->symbol, date_text(l->pool, e->expiry),
			quantity_text(l->pool, left), e->written ? "lançadas" : "compradas",
			date_text(l->pool, e->settled));
		issue->action = REMEDY_OPTION_END;
		issue->remedy =
			"Diga se foi exercida. Se virou pó, basta dizer isso (ou lançar o "
			"encerramento a preço zero no vencimento); se foi exercida, diga isso e lance "
			"a compra ou a venda da ação pelo preço de exercício.";
	}
}

static void expiry_unknown(struct issue_list *l, const struct holding *h)
{
	const struct option_ends *ends = h->ends;
	struct issue *issue;

	if (h->asset->type != ASSET_OPTION ||
	    (qty_is_zero(h->brl.qty) && qty_is_zero(h->brl.short_qty)) ||
	    (ends && ends->n && ends->items[ends->n - 1].open))
		return;
	issue = issue_add(l, ISSUE_OPTION_EXPIRY_UNKNOWN, h->asset);
	issue->detail =
		pool_printf(l->pool,
			    "Nem a listagem, nem o extrato, nem o código dizem quando %s vence: "
			    "fica em aberto até que um lançamento a encerre.",
			    h->asset->symbol);
	issue->remedy = "Informe o vencimento nos dados do ativo, ou lance o encerramento.";
}

static void terms(struct issue_list *l, const struct holding *h)
{
	const struct ledger_asset *a = h->asset;
	const char *why = accrual_reasons[h->accrual_reason];
	struct issue *issue;

	if (h->state != HOLDING_OPEN || a->type != ASSET_RENDA_FIXA || h->priced)
		return;
	if (a->terms && a->terms->indexer != INDEXER_OTHER) {
		issue = issue_add(l, ISSUE_PRICE_MISSING, a);
		issue->detail = pool_printf(
			l->pool,
			"O rendimento contratado de %s não pôde ser calculado (%s): a posição fica "
			"pelo custo.",
			a->symbol, why ? why : "sem valor");
		issue->remedy = "Confira os termos contratados e o preço das compras; as taxas "
				"e os índices são carregados por quem opera o serviço.";
		return;
	}
	issue = issue_add(l, ISSUE_FIXED_INCOME_WITHOUT_TERMS, a);
	issue->detail = pool_printf(
		l->pool,
		"%s não tem indexador nem vencimento informados: vale o que custou, sem render.",
		a->symbol);
	issue->action = REMEDY_ASSET_TERMS;
	issue->remedy =
		"Informe como rende (CDI, Selic, prefixado, IPCA ou IGP-M), a taxa contratada e o "
		"vencimento.";
}

void issues_holdings(struct issue_list *l)
{
	const struct portfolio *p = l->in->portfolio;

	for (size_t i = 0; i < p->n_holdings; i++) {
		sold_more(l, &p->holdings[i]);
		unknown_amounts(l, &p->holdings[i]);
		rates(l, &p->holdings[i]);
		prices(l, &p->holdings[i]);
		expired(l, &p->holdings[i]);
		expiry_unknown(l, &p->holdings[i]);
		terms(l, &p->holdings[i]);
	}
}

/* SPDX-License-Identifier: Apache-2.0 */
/* ledger_change.c: "E se?": what a write to the ledger would change, before it is written. */
#include "config.h"

#include "console/form/ledger_change.h"

#include <inttypes.h>

#include "identity/caller.h"
#include "identity/session.h"
#include "identity/pages/site.h"
#include "console/layout.h"
#include "console/form/mend_reverse.h"
#include "console/form/mend_said.h"
#include "console/form/row_form.h"
#include "console/form/what_if_tables.h"
#include "portfolio/functions/portfolio_operations.h"
#include "portfolio/what_if/issue_effects.h"
#include "core/number_text.h"
#include "core/text.h"

#define DAYS_MAX 1000

void change_warnings_write(struct html *h, struct json_object *warnings)
{
	for (size_t i = 0; i < ask_items(warnings); i++) {
		html_element_of(h, "p", "note warn",
				body_shown(json_object_array_get_idx(warnings, i)));
	}
}

/* ---- sales of more than was held ---- */

static struct qty uncovered_on(const struct holding *x, struct day day)
{
	struct qty sum = { 0 };

	for (size_t i = 0; x && i < x->brl.n_uncovered; i++)
		if (day_same(x->brl.uncovered[i].day, day))
			sum.e8 += x->brl.uncovered[i].qty.e8;
	return sum;
}

/* What the row sells of this asset on this day; 0: nothing. */
static struct qty sold_of(struct json_object *row, const struct holding *x, struct day day)
{
	const char *quantity = ask_text(row, "quantity"), *kind = ask_text(row, "kind");
	const char *on = ask_text(row, "trade_date"), *asset = ask_text(row, "asset_id");
	struct uuid id;
	struct day sold;
	wide v;

	if (!quantity || !kind || !on || !asset || !str_eq(kind, "sell") ||
	    !uuid_parse(slice_of(asset), &id) || !uuid_same(id, x->asset->id) ||
	    !day_parse(slice_of(on), &sold) || !day_same(sold, day) ||
	    dec_parse(slice_of(quantity), QTY_PLACES, (wide)1 << 100, &v) != DEC_OK)
		return (struct qty){ 0 };
	return (struct qty){ (int64_t)v };
}

static const char *units_text(void *pool, int64_t e8)
{
	char plain[DEC_TEXT_SIZE];

	(void)dec_format(plain, e8, QTY_PLACES, QTY_PLACES, true);
	return grouped_text(pool, plain);
}

static void write_short_day(struct html *h, const struct holding *x, struct day day,
			    int64_t short_e8, int64_t sold_e8)
{
	const char *symbol = x->asset->symbol;
	void *pool = h->ctx->pool;

	if (sold_e8 >= short_e8)
		html_p(h, "Em %s havia %s %s: a venda de %s passa disso em %s.",
		       date_text(pool, day), units_text(pool, sold_e8 - short_e8), symbol,
		       units_text(pool, sold_e8), units_text(pool, short_e8));
	else
		html_p(h, "A venda de %s em %s fica sem %s.", symbol, date_text(pool, day),
		       units_text(pool, short_e8));
}

/* Whether something is sold, by this change, that was not held. */
static bool write_short(struct html *h, const struct portfolio *before,
			const struct portfolio *after, struct json_object *row)
{
	bool any = false;

	for (size_t i = 0; i < after->n_holdings; i++) {
		const struct holding *b = &after->holdings[i],
				     *a = what_if_holding(before, b->asset->id);

		for (size_t k = 0; k < b->brl.n_uncovered; k++) {
			struct day day = b->brl.uncovered[k].day;
			int64_t more = uncovered_on(b, day).e8 - uncovered_on(a, day).e8;

			if (more <= 0 || (k && day_same(b->brl.uncovered[k - 1].day, day)))
				continue;
			write_short_day(h, b, day, more, sold_of(row, b, day).e8);
			any = true;
		}
	}
	return any;
}

static void write_question(struct html *h, bool again)
{
	html_hidden(h, CHANGE_SHORT, "true");
	if (again) {
		html_open_of(h, "p", "err");
		html_attr(h, "role", "alert");
		html_text(h, "Nada foi gravado: marque que é assim mesmo, ou corrija abaixo.");
		html_close(h, "p");
	}
	html_choice(h, &(struct html_choice){
			       .name = CHANGE_CONFIRM,
			       .value = "true",
			       .label = "É assim mesmo: a venda passa do que havia",
			       .hint = "Fica entre as pendências, até haver a compra que falta." });
}

/* Shows which paper a typed name or ISIN was resolved to. */
static void write_taken(struct html *h, struct json_object *answer)
{
	struct json_object *taken = ask_member(answer, "taken_for");

	if (!taken)
		return;
	html_element_of(h, "p", "note warn",
			pool_printf(h->ctx->pool, "“%s” foi lido como %s (%s).",
				    ask_text(taken, "typed"), ask_text(answer, "symbol"),
				    ask_text(taken, "name")));
}

static const char *here_of(const struct change *c)
{
	return c->here ? c->here : "/transactions";
}

static void write_button_to(struct html *h, const char *action, const char *label, const char *sure)
{
	html_open(h, "button");
	html_attr(h, "type", "submit");
	html_attr(h, "formaction", action);
	html_attr(h, "name", sure ? ENTRY_SURE : NULL);
	html_attr(h, "value", sure);
	html_text(h, label);
	html_close(h, "button");
}

void change_write_button(struct html *h, const char *action, const char *label)
{
	const char *sure = entry_warned(h->ctx);

	site_once(h);
	if (sure)
		html_element_of(h, "p", "note warn", sure);
	write_button_to(h, action, label, NULL);
	if (sure)
		write_button_to(h, action, ENTRY_SURE_SAID, sure);
}

void change_ask_button(struct html *h, const char *action)
{
	write_button_to(h, action, CHANGE_ASKED, NULL);
}

/* The same request again, conditional on the ledger version of the preview. */
static void write_confirm(struct ctx *ctx, struct html *h, const struct change *c,
			  const struct entry *e, int64_t version, bool is_short)
{
	html_form(h, c->action, csrf_token(ctx));
	site_once(h);
	html_hidden(h, ENTRY_VERSION, pool_printf(ctx->pool, "%" PRId64, version));
	if (c->form && (!c->carried || c->fresh))
		row_hidden(ctx, h, e, c->fresh);
	for (size_t i = 0; i < c->n_carried; i++)
		html_hidden(h, c->carried[i], ask_text(c->values, c->carried[i]));
	if (is_short && c->fresh)
		write_question(h, c->again);
	if (c->form)
		html_button(h, c->button);
	else
		html_button_away(h, NULL, NULL, c->button);
	html_form_end(h);
	html_p_link(h, layout_path(ctx, here_of(c)), "Não gravar");
}

void change_hold(struct ctx *ctx, const char *path)
{
	struct body *form = layout_form(ctx);

	access_resource(ctx);
	entry_hold(ctx, path, body_whole(form));
}

/* ---- the days whose tax it touches ---- */

struct days {
	struct day *list;
	size_t n;
};

static void add_day(struct days *d, struct json_object *row)
{
	const char *text = ask_text(row, "trade_date");

	if (!text)
		text = ask_text(row, "pay_date");
	if (text && d->n < DAYS_MAX && day_parse(slice_of(text), &d->list[d->n]))
		d->n++;
}

/* The day of the first changed row. The change of an asset has no day, so every month is compared: day 0. */
static struct day earliest(const struct days *d)
{
	struct day first = d->n ? d->list[0] : (struct day){ 0 };

	for (size_t i = 1; i < d->n; i++)
		if (day_before(d->list[i], first))
			first = d->list[i];
	return first;
}

/* Of the rows as they are, and as they would be. */
static struct what_if_scope scope_of(struct ctx *ctx, const struct ask *ask, const char **deleted)
{
	const struct mend_request request = { .run = ask->run,
					      .captures = { [1] = ctx->path[1] },
					      .ids = ask->n_query ? ask->query[0].value : NULL };
	const struct mend_before was = mend_before_read(ctx, &request, NULL);
	struct json_object *body = ask_parsed(ctx->pool, ask->json);
	struct days d = { .list = pool_array(ctx->pool, struct day, DAYS_MAX) };
	struct what_if_scope scope;

	for (size_t i = 0; i < was.n && d.n < DAYS_MAX; i++)
		d.list[d.n++] = was.rows[i].row.day;
	*deleted = mend_deleted_said(ctx->pool, &request, &was);
	add_day(&d, was.income);
	add_day(&d, body);
	for (size_t i = 0; i < ask_items(body); i++)
		add_day(&d, json_object_array_get_idx(body, i));
	scope = what_if_scope(ctx, d.list, d.n);
	what_if_scope_later(ctx, &scope, earliest(&d));
	return scope;
}

/* ---- the page ---- */

/* The caller stays the page's, whose request may be for a version. */
static void hold(struct ctx *ctx)
{
	const struct caller *caller = ctx->caller;

	what_if_hold(ctx);
	ctx->caller = caller;
}

void change_page(struct ctx *ctx, const struct change *c)
{
	const struct entry e = { .values = c->values };
	struct what_if_side before, after;
	struct what_if_scope scope;
	struct ask ask = *c->ask;
	struct json_object *answer;
	struct issues_view issues[2];
	const char *said = NULL, *deleted;
	bool is_short;
	struct html *h;

	ask.once = NULL; /* nothing is written yet */
	scope = scope_of(ctx, &ask, &deleted);
	hold(ctx);
	what_if_look(ctx, &scope, &before);
	if (c->issues)
		issues_view(ctx, &issues[0]);
	answer = ask_run(ctx, &ask);
	if (ask.then)
		said = ask.then(ctx, answer, ask.with).said;
	what_if_look(ctx, &scope, &after);
	if (c->issues)
		issues_view(ctx, &issues[1]);
	h = layout_portfolio(ctx, c->title, here_of(c));
	if (c->said)
		html_element(h, "h2", c->said(ctx->pool, answer));
	if (deleted)
		html_element(h, "h2", deleted);
	if (said)
		html_p(h, "%s", said);
	html_p(h, "Nada foi gravado ainda.");
	change_warnings_write(h, ask_member(answer, "warnings"));
	is_short = write_short(h, &before.v.portfolio, &after.v.portfolio, answer);
	write_taken(h, answer);
	if (c->written)
		c->written(h, c->values);
	if (c->issues)
		mend_effect_write(h, &(struct issue_effect[]){ issue_lists_compared(
					     ctx->pool, &issues[0], &issues[1], NULL) }[0]);
	what_if_write(h, &scope, &before, &after);
	write_confirm(ctx, h, c, &e, before.v.in.ledger_version, is_short);
	if (c->form) {
		html_element(h, "h2", "Corrigir antes de gravar");
		c->form->draw(ctx, h, &e);
	}
	html_page_end(h);
}

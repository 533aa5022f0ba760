/* SPDX-License-Identifier: Apache-2.0 */
/* overview_attention.c: what asks something of a person: a row each, the most urgent first, with the link that mends it. */
#include "config.h"

#include "console/person/overview_attention.h"

#include "console/layout.h"
#include "calc/tax/tax.h"

#define SHOWN 8
#define MOST 60 /* with those behind "E mais N" */

static const struct {
	const char *class, *word; /* the word is heard, not seen */
} marks[] = {
	[ATTENTION_URGENT] = { "mark bad", "Urgente: " },
	[ATTENTION_SOON] = { "mark warn", "Atenção: " },
	[ATTENTION_NOTICE] = { "mark", "Aviso: " },
};

/* The page that mends it. */
static const char *page_of(struct html *h, const struct attention *a,
			   const struct attention_item *i)
{
	char period[MONTH_TEXT_SIZE] = "";

	if (i->period.n)
		month_format(i->period, period);
	if (i->code && str_eq(i->code, TAX_RETURN_CODE)) /* it has no DARF of its own */
		return pool_printf(h->ctx->pool, "/tax?year=%d", month_year(i->period));
	if (i->code)
		return pool_printf(h->ctx->pool, "/tax?year=%d&darf=%s-%s", month_year(i->period),
				   i->code, period);
	/* The first month's card is the first of the page. */
	if (!i->of_portfolio)
		return pool_printf(h->ctx->pool, "/tax/missing?year=%d%s%s",
				   *period ? month_year(i->period) : a->year, *period ? "#" : "",
				   period);
	if (i->kind == ATTENTION_OWED) /* said at the top of its page */
		return pool_printf(h->ctx->pool, "/portfolios/%s",
				   uuid_text(h->ctx->pool, i->portfolio));
	return attention_path(h->ctx, i) + strlen("/v1");
}

static void write_name(struct html *h, const char *name)
{
	html_element(h, "bdi", name);
}

/* Issues tell of the portfolio in their first line; flags are sentences, and tell of it below. */
static void write_words(struct html *h, const struct attention *a, const struct attention_item *i)
{
	bool first = i->kind == ATTENTION_ISSUES;

	html_div(h, "who");
	html_open_of(h, "a", "over");
	html_attr(h, "href", page_of(h, a, i));
	html_text(h, shown_sentence(h->ctx->pool, i->title));
	if (first) {
		html_text(h, " em ");
		write_name(h, i->name);
	}
	html_close(h, "a");
	html_open(h, "small");
	if (i->of_portfolio && !first) {
		write_name(h, i->name);
		html_text(h, i->detail ? "· " : "");
	}
	html_text(h, i->detail ? shown_sentence(h->ctx->pool, i->detail) : "");
	html_close(h, "small");
	html_close(h, "div");
}

static void write_item(struct html *h, const struct attention *a, const struct attention_item *i)
{
	html_open(h, "li");
	html_open_of(h, "span", marks[i->urgency].class);
	html_element_of(h, "span", "vh", marks[i->urgency].word);
	html_close(h, "span");
	write_words(h, a, i);
	if (i->code) {
		html_open_of(h, "span", "n");
		shown_led(h, page_of(h, a, i));
		shown_money(h, "darf.left", true, i->amount);
		shown_explained(h, NULL);
		html_close(h, "span");
	}
	html_close(h, "li");
}

static void write_rows(struct html *h, const struct attention *a, size_t from, size_t to)
{
	html_open_of(h, "ul", "rows");
	for (size_t i = from; i < to && i < a->n; i++)
		write_item(h, a, &a->items[i]);
	html_close(h, "ul");
}

void overview_attention(struct html *h, const struct attention *a)
{
	layout_card(h, "card", "Pede atenção");
	if (!a->n)
		html_p(h, "Nada: o imposto está em dia, e todo ativo tem preço e custo.");
	else
		write_rows(h, a, 0, SHOWN);
	if (a->n > SHOWN) {
		html_open_of(h, "details", "more");
		html_element(h, "summary", pool_printf(h->ctx->pool, "E mais %zu", a->n - SHOWN));
		write_rows(h, a, SHOWN, MOST);
		html_close(h, "details");
	}
	layout_card_end(h);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* overview_announced.c: the next payments that are announced for what is held, as a card of the overview. */
#include "config.h"

#include "console/person/overview_attention.h"

#include "console/layout.h"
#include "console/person/income_pages.h"
#include "portfolio/store/consolidation.h"

#define SHOWN 5

static void write_coming(struct html *h, const struct income_payment *p)
{
	void *pool = h->ctx->pool;

	html_open(h, "li");
	html_div(h, "who");
	html_open_of(h, "a", "over");
	html_attr(h, "href", "/income#anunciado");
	html_text(h, p->asset->symbol);
	html_close(h, "a");
	html_open(h, "small");
	income_parts(h, p);
	html_text(h, p->dated ? pool_printf(pool, " · paga em %s", date_text(pool, p->day))
			      : " · sem dia de pagamento");
	html_close(h, "small");
	html_close(h, "div");
	html_open_of(h, "span", "n");
	shown_led(h, "/income#anunciado");
	shown_price_in(h, "expected", true, income_price(p->net),
		       currency_names[p->asset->currency]);
	shown_explained(h, NULL);
	html_close(h, "span");
	html_close(h, "li");
}

void overview_announced(struct html *h, const struct consolidation *t)
{
	struct income_view v = { .list = t ? t->list : NULL, .n = t ? t->n : 0 };

	income_announce(h->ctx, &v);
	if (t && !v.announced.n)
		return;
	layout_card(h, "card", "A receber, líquido");
	if (t) {
		html_open_of(h, "ul", "rows");
		for (size_t i = 0; i < v.announced.n && i < SHOWN; i++)
			write_coming(h, &v.announced.items[i]);
		html_close(h, "ul");
	}
	html_open_of(h, "p", "foot");
	html_link(h, "/income",
		  v.announced.n > SHOWN ? pool_printf(h->ctx->pool, "E mais %zu, em Proventos",
						      v.announced.n - SHOWN)
					: "Todos os proventos");
	html_close(h, "p");
	layout_card_end(h);
}

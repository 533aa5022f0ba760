/* SPDX-License-Identifier: Apache-2.0 */
/* figure_cells.c: figures in table cells and in labelled lists. */
#include "config.h"

#include "console/figure_text.h"

void shown_money_cell(struct html *h, const char *name, bool known, struct money v)
{
	shown_cell(h);
	shown_money(h, name, known, v);
	shown_cell_end(h);
}

void shown_price_cell(struct html *h, const char *name, bool known, struct price v)
{
	shown_cell(h);
	shown_price(h, name, known, v);
	shown_cell_end(h);
}

void shown_qty_cell(struct html *h, const char *name, struct qty v)
{
	shown_cell(h);
	shown_qty(h, name, v);
	shown_cell_end(h);
}

void shown_percent_cell(struct html *h, const char *name, bool known, struct percent v)
{
	shown_cell(h);
	shown_percent(h, name, known, v);
	shown_cell_end(h);
}

void shown_rate_cell(struct html *h, const char *name, bool known, double v)
{
	shown_cell(h);
	shown_rate(h, name, known, v);
	shown_cell_end(h);
}

void shown_share_cell(struct html *h, const char *name, int64_t pct_e2, struct money part,
		      struct money whole)
{
	shown_cell(h);
	shown_share(h, name, pct_e2, part, whole);
	shown_cell_end(h);
}

void shown_count_cell(struct html *h, size_t n)
{
	shown_cell(h);
	html_text(h, pool_printf(h->ctx->pool, "%zu", n));
	shown_cell_end(h);
}

void shown_money_term(struct html *h, const char *label, const char *name, bool known,
		      struct money v)
{
	shown_term(h, label);
	shown_money(h, name, known, v);
	shown_term_end(h);
}

void shown_price_term(struct html *h, const char *label, const char *name, bool known,
		      struct price v)
{
	shown_term(h, label);
	shown_price(h, name, known, v);
	shown_term_end(h);
}

void shown_qty_term(struct html *h, const char *label, const char *name, struct qty v)
{
	shown_term(h, label);
	shown_qty(h, name, v);
	shown_term_end(h);
}

void shown_percent_term(struct html *h, const char *label, const char *name, bool known,
			struct percent v)
{
	shown_term(h, label);
	shown_percent(h, name, known, v);
	shown_term_end(h);
}

void shown_rate_term(struct html *h, const char *label, const char *name, bool known, double v)
{
	shown_term(h, label);
	shown_rate(h, name, known, v);
	shown_term_end(h);
}

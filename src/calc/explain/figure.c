/* SPDX-License-Identifier: Apache-2.0 */
/* figure.c: the result of a figure, and terms that many figures share. */
#include "config.h"

#include "calc/explain/explain_holding.h"

#include <math.h>

void figure_null(struct explain_figure *f, const char *reason)
{
	f->found = true;
	f->reason = reason;
}

void figure_exact(struct explain_figure *f, enum explain_shown shown, struct term t, wide v,
		  int places)
{
	f->found = f->known = true;
	f->shown = shown;
	f->term = t;
	f->v = v;
	f->places = places;
}

void figure_real(struct explain_figure *f, enum explain_shown shown, struct term t, double v)
{
	f->found = f->known = f->real = true;
	f->shown = shown;
	f->term = t;
	f->r = v;
	f->size = fabs(v);
}

void figure_money(struct explain_figure *f, struct term t, struct money m)
{
	figure_exact(f, SHOWN_MONEY, t, m.e8, MONEY_PLACES);
}

void figure_percent(struct explain_figure *f, struct term t, struct percent p)
{
	figure_exact(f, SHOWN_PERCENT, t, p.e8, MONEY_PLACES);
}

void figure_price(struct explain_figure *f, struct term t, struct price p)
{
	figure_exact(f, SHOWN_PRICE, t, p.e12, PRICE_PLACES);
}

struct term unit(struct explain *e)
{
	return explain_constant(e, 1, 0, "Um.");
}

struct term hundred(struct explain *e)
{
	return explain_constant(e, 100, 0, "Por cento.");
}

struct term figure_term(struct explain *e, const struct explain_input *figure, wide v, int places)
{
	struct explain_input in = *figure;

	in.kind = INPUT_FIGURE;
	return explain_value(e, explain_input(e, &in), "value", v, places);
}

struct term figure_term_real(struct explain *e, const struct explain_input *figure, double v)
{
	struct explain_input in = *figure;

	in.kind = INPUT_FIGURE;
	return explain_real(e, explain_input(e, &in), "value", v);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* explain_figures.c: writes the requested figure down and compares it with the computed one. */
#include "config.h"

#include "calc/explain/explain_figures.h"

#include "core/buf.h"
#include "core/pool.h"

static const struct other_figure *const others[] = {
	result_figures, total_figures,	      history_figures, return_figures,
	point_figures,	risk_figures,	      index_figures,   xray_figures,
	cost_figures,	look_through_figures, plan_figures,
};

/* ---- names ---- */

static bool fits(const struct explain_field *f, bool of_holding)
{
	if (f->needs & TAKES_HOLDING)
		return true;
	return (f->needs & NEEDS_HOLDING ? true : false) == of_holding;
}

const struct explain_field *explain_field_find(const char *name, bool of_holding)
{
	for (const struct holding_figure *h = holding_figures; of_holding && h->field.name; h++)
		if (str_eq(h->field.name, name))
			return &h->field;
	for (size_t i = 0; i < ARRAY_SIZE(others); i++)
		for (const struct other_figure *o = others[i]; o->field.name; o++)
			if (str_eq(o->field.name, name) && fits(&o->field, of_holding))
				return &o->field;
	return NULL;
}

const char *explain_field_names(void *pool)
{
	struct buf b;

	buf_init(&b, pool, 1024);
	for (const struct holding_figure *h = holding_figures; h->field.name; h++)
		buf_printf(&b, "%s%s", h == holding_figures ? "" : ", ", h->field.name);
	for (size_t i = 0; i < ARRAY_SIZE(others); i++)
		for (const struct other_figure *o = others[i]; o->field.name; o++)
			if (!explain_field_find(o->field.name, true) ||
			    (o->field.needs & (NEEDS_HOLDING | TAKES_HOLDING)))
				buf_printf(&b, ", %s", o->field.name);
	return buf_text(&b);
}

/* ---- one figure ---- */

static void write_holding(struct explaining *x, const struct holding_figure *of)
{
	struct holding_story s;

	if ((of->field.needs & NEEDS_NATIVE) && !x->ask->holding->has_native) {
		figure_null(x->f, "O ativo é negociado em reais: não há bloco na moeda de origem.");
		return;
	}
	if (holding_open(x, x->ask->holding, &s))
		of->write(&s, x->f);
}

static void write_any(struct explaining *x)
{
	for (const struct holding_figure *h = holding_figures; h->field.name; h++)
		if (&h->field == x->ask->field) {
			write_holding(x, h);
			return;
		}
	for (size_t i = 0; i < ARRAY_SIZE(others); i++)
		for (const struct other_figure *o = others[i]; o->field.name; o++)
			if (&o->field == x->ask->field) {
				o->write(x);
				return;
			}
	x->err = CALC_INPUT;
}

/* The inputs of a holding's valuation, as in portfolio_mark(). */
static void set_marking(struct explaining *x, const struct explain_subject *s)
{
	x->marking = (struct marking){
		.pool = x->e.pool,
		.market = s->market,
		.as_of = s->as_of,
		.fx = s->portfolio->fx,
	};
	/* Includes sold papers, since the history does. */
	for (size_t i = 0; i < s->derived->n && !x->marking.accruer; i++)
		if (s->derived->holdings[i].head->terms)
			x->marking.accruer = accruer_new(x->e.pool, s->market->rates, s->as_of);
}

enum calc_err explain_figure(void *pool, const struct explain_subject *subject,
			     const struct explain_ask *ask, struct explain_figure *out)
{
	struct explaining *x = pool_zero(pool, struct explaining);
	struct explain_figure f = { .found = false };
	enum calc_err err;

	explain_init(&x->e, pool);
	x->subject = subject;
	x->ask = ask;
	x->f = &f;
	x->deriving = (struct deriving_ledger){ .pool = pool,
						.ledger = subject->ledger,
						.market = subject->market,
						.as_of = subject->as_of };
	err = derive_lineages(&x->deriving);
	if (err != CALC_OK)
		return err;
	set_marking(x, subject);
	write_any(x);
	if (x->err != CALC_OK)
		return x->err;
	if (f.known) {
		explain_finish(&x->e, &f.term);
		if (f.real)
			explain_expect_real(&x->e, f.term, f.r, f.size, ask->field->name);
		else
			explain_expect(&x->e, f.term, f.v, f.places, ask->field->name);
	}
	if (x->e.range && !x->e.wrong)
		x->e.wrong = "uma conta saiu da escala";
	f.steps = x->e;
	*out = f;
	return CALC_OK;
}

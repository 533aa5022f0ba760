/* SPDX-License-Identifier: Apache-2.0 */
/* plan_state.c: how far a portfolio is from its targets (doc/calculations.md 21.2). */
#include "config.h"

#include "calc/plan/plan.h"

#include <stdlib.h>

#include "core/pool.h"

/* ---- the document ---- */

bool plan_sum_is_whole(const struct plan_targets *t, const struct plan_slice **slice, int *sum)
{
	int all = 0;

	*slice = NULL;
	for (size_t i = 0; i < t->n; i++)
		all += t->slices[i].pct;
	*sum = all;
	if (all != PLAN_WHOLE)
		return false;
	for (size_t i = 0; i < t->n; i++) {
		const struct plan_slice *s = &t->slices[i];

		*sum = s->n_inside ? 0 : PLAN_WHOLE;
		*slice = s;
		for (size_t k = 0; k < s->n_inside; k++)
			*sum += s->inside[k].pct;
		if (*sum != PLAN_WHOLE)
			return false;
	}
	return true;
}

static bool is_asset(const struct plan_asset *a, const char *symbol, enum asset_type type)
{
	return a->type == type && str_eq(a->symbol, symbol);
}

const struct plan_slice *plan_slice_of(const struct plan_targets *t, const char *symbol,
				       enum asset_type type)
{
	for (size_t i = 0; i < t->n; i++)
		for (size_t k = 0; k < t->slices[i].n_assets; k++)
			if (is_asset(&t->slices[i].assets[k], symbol, type))
				return &t->slices[i];
	for (size_t i = 0; i < t->n; i++)
		if (t->slices[i].types & 1u << type)
			return &t->slices[i];
	return NULL;
}

/* ---- shares ---- */

/* On the grid of struct percent, from hundredths. */
static struct percent percent_of_e2(wide e2)
{
	return (struct percent){ e2 * (E8 / 100) };
}

/*
 * Whether the share of @value in @whole is further from @pct than the smaller band allows.  Exact: all is multiplied by
 * @whole and by the 10,000 of the relative band.
 */
static bool beyond(wide value, wide whole, int pct, const struct plan_targets *t)
{
	wide off = wide_abs(value * PLAN_WHOLE - pct * whole) * PLAN_WHOLE;
	wide points = (wide)t->band_pp * PLAN_WHOLE * whole;
	wide relative = (wide)pct * t->band_relative * whole;

	if (pct == 0)
		return value > 0;
	return off > (points < relative ? points : relative);
}

/* @whole: what the percentages are of, in cents. */
static enum calc_err measure(struct plan_share *s, struct money whole, const struct plan_targets *t)
{
	wide cents = s->value.e8 / (E8 / 100), of = whole.e8 / (E8 / 100);
	bool range = false;
	wide e2;

	s->missing = money_round_cents(
		(struct money){ dec_mul_div_half_away(whole.e8, s->pct, PLAN_WHOLE, &range) });
	s->missing = money_sub(s->missing, s->value, &range);
	s->share_known = of > 0;
	if (s->share_known) {
		e2 = dec_mul_div_half_away(cents, PLAN_WHOLE, of, &range);
		s->share = percent_of_e2(e2);
		s->drift = percent_of_e2(e2 - s->pct);
		s->out = beyond(cents, of, s->pct, t);
	}
	return range ? CALC_RANGE : CALC_OK;
}

/* ---- members ---- */

static int by_symbol(const void *a, const void *b)
{
	const struct plan_position *x = *(const struct plan_position *const *)a;
	const struct plan_position *y = *(const struct plan_position *const *)b;
	int order = strcmp(x->symbol, y->symbol);

	return order ? order : (int)x->type - (int)y->type;
}

static int by_value(const void *a, const void *b)
{
	const struct plan_share *x = a, *y = b;
	int c = wide_order(y->value.e8, x->value.e8);

	return c ? c : by_symbol(&x->position, &y->position);
}

static const struct plan_position *find(const struct plan_input *in, const char *symbol,
					enum asset_type type)
{
	for (size_t i = 0; i < in->n; i++)
		if (in->positions[i].type == type && str_eq(in->positions[i].symbol, symbol))
			return &in->positions[i];
	return NULL;
}

static struct plan_share member_of(const struct plan_position *p, int pct)
{
	bool known = p->held && p->value_known;

	return (struct plan_share){ .symbol = p->symbol,
				    .type = p->type,
				    .position = p,
				    .without_value = p->held && !p->value_known,
				    .value = known ? p->value : (struct money){ 0 },
				    .pct = pct };
}

static bool is_inside(const struct plan_slice *s, const struct plan_position *p)
{
	for (size_t k = 0; k < s->n_inside; k++)
		if (is_asset(&s->inside[k], p->symbol, p->type))
			return true;
	return false;
}

static struct plan_share asset_of(const struct plan_input *in, const struct plan_asset *a, int pct)
{
	const struct plan_position *p = find(in, a->symbol, a->type);

	return p ? member_of(p, pct)
		 : (struct plan_share){ .symbol = a->symbol, .type = a->type, .pct = pct };
}

/* @held: the positions of the slice, by symbol. */
static void give_members(void *pool, const struct plan_input *in,
			 const struct plan_position *const *held, size_t n,
			 struct plan_slice_state *out)
{
	const struct plan_slice *s = out->slice;

	out->named = s->n_inside || (s->n_assets == 1 && !s->types);
	if (!out->named)
		return;
	out->members = pool_array(pool, struct plan_share, s->n_inside + n + 1);
	if (!s->n_inside) {
		out->members[out->n_members++] = asset_of(in, &s->assets[0], PLAN_WHOLE);
		return;
	}
	for (size_t k = 0; k < s->n_inside; k++)
		out->members[out->n_members++] = asset_of(in, &s->inside[k], s->inside[k].pct);
	for (size_t i = 0; i < n; i++)
		if (!is_inside(s, held[i]) && held[i]->value_known)
			out->members[out->n_members++] = member_of(held[i], 0);
}

static void give_held(void *pool, const struct plan_position *const *held, size_t n,
		      struct plan_slice_state *out)
{
	out->held = pool_array(pool, struct plan_share, n);
	for (size_t i = 0; i < n; i++)
		if (held[i]->value_known)
			out->held[out->n_held++] = member_of(held[i], 0);
	qsort(out->held, out->n_held, sizeof(*out->held), by_value);
}

static enum calc_err slice_state(void *pool, const struct plan_input *in,
				 const struct plan_position *const *held, size_t n,
				 struct plan_slice_state *out)
{
	bool range = false;

	out->whole.pct = out->slice->pct;
	for (size_t i = 0; i < n; i++)
		if (held[i]->value_known)
			out->whole.value = money_add(out->whole.value, held[i]->value, &range);
	give_members(pool, in, held, n, out);
	if (!out->named)
		give_held(pool, held, n, out);
	return range ? CALC_RANGE : CALC_OK;
}

/* ---- the whole ---- */

/* The positions by slice: @of[i] is that of @list[i], or NULL. */
struct laid {
	const struct plan_position **list; /* held, by symbol */
	const struct plan_slice **of;
	size_t n;
};

static struct laid lay(void *pool, const struct plan_input *in)
{
	struct laid l = { .list = pool_array(pool, const struct plan_position *, in->n),
			  .of = pool_array(pool, const struct plan_slice *, in->n) };

	for (size_t i = 0; i < in->n; i++)
		if (in->positions[i].held)
			l.list[l.n++] = &in->positions[i];
	qsort(l.list, l.n, sizeof(*l.list), by_symbol);
	for (size_t i = 0; i < l.n; i++)
		l.of[i] = plan_slice_of(&in->targets, l.list[i]->symbol, l.list[i]->type);
	return l;
}

static enum calc_err give_slices(void *pool, const struct plan_input *in, const struct laid *l,
				 struct plan_state *out)
{
	const struct plan_position **held = pool_array(pool, const struct plan_position *, l->n);
	enum calc_err err = CALC_OK;

	for (size_t i = 0; i < out->n && err == CALC_OK; i++) {
		size_t n = 0;

		out->slices[i].slice = &in->targets.slices[i];
		for (size_t k = 0; k < l->n; k++)
			if (l->of[k] == out->slices[i].slice)
				held[n++] = l->list[k];
		err = slice_state(pool, in, held, n, &out->slices[i]);
	}
	return err;
}

static enum calc_err measure_all(const struct plan_targets *t, struct plan_state *out)
{
	enum calc_err err = CALC_OK;

	for (size_t i = 0; i < out->n && err == CALC_OK; i++) {
		struct plan_slice_state *s = &out->slices[i];

		err = measure(&s->whole, out->total, t);
		for (size_t k = 0; k < s->n_members && err == CALC_OK; k++)
			err = measure(&s->members[k], s->whole.value, t);
		for (size_t k = 0; k < s->n_held && err == CALC_OK; k++)
			err = measure(&s->held[k], s->whole.value, t);
	}
	for (size_t i = 0; i < out->n_outside && err == CALC_OK; i++)
		err = measure(&out->outside[i], out->total, t);
	return err;
}

enum calc_err plan_state(void *pool, const struct plan_input *in, struct plan_state *out)
{
	struct laid l = lay(pool, in);
	bool range = false;
	enum calc_err err;

	*out = (struct plan_state){
		.slices = pool_array(pool, struct plan_slice_state, in->targets.n),
		.n = in->targets.n,
		.without_value = pool_array(pool, const struct plan_position *, l.n),
		.outside = pool_array(pool, struct plan_share, l.n)
	};
	for (size_t i = 0; i < l.n; i++) {
		if (!l.list[i]->value_known) {
			out->without_value[out->n_without_value++] = l.list[i];
			continue;
		}
		out->total = money_add(out->total, l.list[i]->value, &range);
		if (!l.of[i])
			out->outside[out->n_outside++] = member_of(l.list[i], 0);
	}
	qsort(out->outside, out->n_outside, sizeof(*out->outside), by_value);
	err = give_slices(pool, in, &l, out);
	if (err == CALC_OK)
		err = measure_all(&in->targets, out);
	return range ? CALC_RANGE : err;
}

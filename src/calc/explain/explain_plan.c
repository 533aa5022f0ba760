/* SPDX-License-Identifier: Apache-2.0 */
/* explain_plan.c: shares beside targets, and where an amount goes (doc/calculations.md 21). */
#include "config.h"

#include "calc/explain/explain_shares.h"

#include "core/pool.h"

#define CENT (E8 / 100)

/* A slice, or an asset inside it. */
struct asked {
	const struct plan_slice_state *slice;
	const struct plan_slice_buys *buys; /* with an amount */
	const struct plan_share *asset;	    /* NULL: the slice */
	const struct plan_buy *buy;	    /* of the asset; NULL: it has none */
};

static bool find_asset(const struct explain_ask *ask, struct asked *a)
{
	for (size_t i = 0; i < a->slice->n_members; i++) {
		const struct plan_share *m = &a->slice->members[i];

		if (!str_eq(m->symbol, ask->symbol) || m->type != ask->type)
			continue;
		a->asset = m;
		a->buy = a->buys && a->buys->buys ? &a->buys->buys[i] : NULL;
		return true;
	}
	return false;
}

static bool find_asked(const struct explaining *x, struct asked *a)
{
	const struct explain_plan *p = x->subject->plan;

	for (size_t i = 0; i < p->state->n; i++) {
		if (!str_eq(p->state->slices[i].slice->name, x->ask->item))
			continue;
		*a = (struct asked){ .slice = &p->state->slices[i] };
		if (p->moves)
			a->buys = &p->moves->slices[i];
		return !x->ask->symbol || find_asset(x->ask, a);
	}
	return false;
}

/* ---- values ---- */

static struct term nothing(struct explain *e, const char *why)
{
	return explain_constant(e, 0, 2, why);
}

/* A figure of each portfolio that holds it, as the portfolio shows it. */
static struct term value_in_all(struct explaining *x, const char *symbol, enum asset_type type)
{
	const struct explain_plan *plan = x->subject->plan;
	struct term *list = pool_array(x->e.pool, struct term, plan->n_parts);
	size_t n = 0;

	for (size_t i = 0; i < plan->n_parts; i++) {
		const struct explain_part *part = &plan->parts[i];
		const struct explain_input in = { .field = "market_value",
						  .symbol = symbol,
						  .type = type,
						  .of = part->name,
						  .portfolio = &part->id };

		for (size_t k = 0; k < part->portfolio->n_holdings; k++) {
			const struct holding *h = &part->portfolio->holdings[k];

			if (h->state == HOLDING_OPEN && h->asset->type == type &&
			    str_eq(h->asset->symbol, symbol))
				list[n++] = explain_shown(
					&x->e,
					figure_term(&x->e, &in, h->market_value.e8, MONEY_PLACES));
		}
	}
	return n == 1 ? list[0]
		      : explain_sum(&x->e, list, n,
				    (struct note){ .text = "O que as carteiras têm de {name}.",
						   .name = symbol });
}

static struct term asset_value(struct explaining *x, const char *symbol, enum asset_type type,
			       const struct plan_position *p)
{
	if (!p || !p->held)
		return nothing(&x->e, "Não há nada dele na carteira.");
	if (x->subject->plan->parts)
		return value_in_all(x, symbol, type);
	return share_value(
		x, &(struct open_position){ .symbol = symbol, .type = type, .value = p->value });
}

static struct term slice_value(struct explaining *x, const struct plan_slice_state *s)
{
	return figure_term(
		&x->e,
		&(struct explain_input){ .field = "plan.slices.value", .item = s->slice->name },
		s->whole.value.e8, MONEY_PLACES);
}

/* Of one slice, or (NULL) of all that has a value. */
static struct term sum_of_positions(struct explaining *x, const struct plan_slice *of)
{
	const struct plan_input *in = x->subject->plan->in;
	struct term *list = pool_array(x->e.pool, struct term, in->n);
	size_t n = 0;

	for (size_t i = 0; i < in->n; i++) {
		const struct plan_position *p = &in->positions[i];

		if (p->held && p->value_known &&
		    (!of || plan_slice_of(&in->targets, p->symbol, p->type) == of))
			list[n++] = asset_value(x, p->symbol, p->type, p);
	}
	if (!n)
		return nothing(&x->e, "Nenhuma posição com valor.");
	return explain_sum(&x->e, list, n, note_of("Soma das posições com valor."));
}

static void write_value(struct explaining *x)
{
	struct asked a;

	if (find_asked(x, &a))
		figure_money(x->f, sum_of_positions(x, a.slice->slice), a.slice->whole.value);
}

static void write_total(struct explaining *x)
{
	figure_money(x->f, sum_of_positions(x, NULL), x->subject->plan->state->total);
}

static void write_share(struct explaining *x)
{
	const struct plan_share *s;
	struct term part, whole;
	struct asked a;

	if (!find_asked(x, &a))
		return;
	s = a.asset ? a.asset : &a.slice->whole;
	if (s->without_value || !s->share_known) {
		figure_null(x->f, s->without_value ? "O ativo não tem valor conhecido."
						   : "Não há valor de que tirar a parte.");
		return;
	}
	part = a.asset ? asset_value(x, s->symbol, s->type, s->position) : slice_value(x, a.slice);
	whole = a.asset ? slice_value(x, a.slice)
			: figure_term(&x->e, &(struct explain_input){ .field = "plan.total" },
				      x->subject->plan->state->total.e8, MONEY_PLACES);
	figure_exact(x->f, SHOWN_SHARE,
		     explain_proportion(
			     &x->e, part, hundred(&x->e), whole, ROUND_HALF_AWAY, 2,
			     note_of(a.asset ? "Percentual da fatia." : "Percentual da carteira.")),
		     s->share.e8 / CENT, 2);
}

/* ---- an amount among parts ---- */

struct part {
	const char *name;
	struct term value;
	wide cents; /* its value */
	int weight;
	wide amount;	  /* cents */
	wide floor, rest; /* what the exact amount is cut to, and what was cut off */
	bool rises;	  /* with sales: all; else those below the level */
};

struct division {
	struct explaining *x;
	struct plan_level level;
	bool sells;
	struct term amount, whole, weights;
	struct part *parts;
	size_t n;
};

static void add_part(struct division *d, const char *name, const struct plan_share *s,
		     struct term value, struct money amount)
{
	struct part p = { .name = name,
			  .value = value,
			  .cents = s->value.e8 / CENT,
			  .weight = s->pct,
			  .amount = amount.e8 / CENT };
	wide exact = d->level.n * p.weight - p.cents * d->level.d;

	p.rises = d->sells || exact > 0;
	if (p.rises && d->level.d) {
		p.floor = exact / d->level.d - (exact % d->level.d < 0);
		p.rest = exact - p.floor * d->level.d;
	}
	d->parts[d->n++] = p;
}

static struct term weight_term(struct division *d, const struct part *p)
{
	struct explain *e = &d->x->e;

	return explain_constant(e, p->weight, 2,
				pool_printf(e->pool, "A meta de %s, em pontos.", p->name));
}

/* The value of the raised parts plus the amount, and the sum of their targets. */
static void sum_up(struct division *d)
{
	struct explain *e = &d->x->e;
	struct term *values = pool_array(e->pool, struct term, d->n);
	struct term *weights = pool_array(e->pool, struct term, d->n);
	size_t n = 0, m = 0;

	for (size_t i = 0; i < d->n; i++) {
		if (!d->parts[i].rises)
			continue;
		values[n++] = d->parts[i].value;
		if (d->parts[i].weight)
			weights[m++] = weight_term(d, &d->parts[i]);
	}
	d->whole =
		explain_add(e,
			    explain_sum(e, values, n,
					note_of(d->sells ? "Valor do que se reparte."
							 : "Valor do que está abaixo do nível.")),
			    d->amount, note_of("Com o valor a dividir."));
	d->weights = explain_sum(e, weights, m, note_of("Soma das metas."));
}

static struct term floor_term(struct division *d, const struct part *p)
{
	struct explain *e = &d->x->e;
	struct term worth = explain_proportion(
		e, d->whole, weight_term(d, p), d->weights, ROUND_TRUNCATE, 2,
		(struct note){ .text = "O que {name} valeria pela meta, cortado ao centavo.",
			       .name = p->name });
	struct term zero;

	if (p->rises)
		return explain_sub(
			e, worth, p->value,
			(struct note){ .text = "O que falta a {name}; negativo onde sobra.",
				       .name = p->name });
	zero = nothing(e, "Zero.");
	return explain_negate(
		e,
		explain_min(e, zero,
			    explain_sub(e, p->value, worth, note_of("O que passa do nível.")),
			    note_of("Quem já está no nível não recebe nada.")),
		note_of("O que falta até o nível."));
}

/* The cents that the cuts leave go to the largest cut-off parts, ties by order. */
static struct term with_cent(struct division *d, const struct part *p, struct term floor)
{
	struct explain *e = &d->x->e;
	struct term *list = pool_array(e->pool, struct term, d->n), left;
	size_t n = 0;
	int before = 0;

	for (size_t i = 0; i < d->n; i++) {
		const struct part *o = &d->parts[i];

		if (!o->rises)
			continue;
		list[n++] = o == p ? floor : floor_term(d, o);
		before += o->rest > p->rest || (o->rest == p->rest && o < p);
	}
	left = explain_sub(e, d->amount, explain_sum(e, list, n, note_of("Soma dos cortes.")),
			   note_of("Centavos que os cortes deixam."));
	if (before)
		left = explain_sub(
			e, left,
			explain_constant(e, before, 2,
					 "Um centavo para cada parte de que se cortou mais."),
			note_of("Centavos que restam para esta parte."));
	return explain_add(e, floor,
			   explain_min(e, left, explain_constant(e, 1, 2, "Um centavo."),
				       note_of("Um centavo, se resta.")),
			   note_of("Com o centavo que resta."));
}

static struct term amount_term(struct division *d, const struct part *p)
{
	struct term floor;

	if (!d->level.d)
		return explain_negate(&d->x->e, p->value, note_of("Sem meta, vende-se tudo."));
	sum_up(d);
	floor = floor_term(d, p);
	return p->amount > p->floor ? with_cent(d, p, floor) : floor;
}

static struct division among_slices(struct explaining *x)
{
	const struct explain_plan *p = x->subject->plan;
	struct division d = { .x = x,
			      .level = p->moves->level,
			      .sells = p->sells,
			      .parts = pool_array(x->e.pool, struct part, p->state->n),
			      .amount = explain_constant(&x->e, p->contribution.e8 / CENT, 2,
							 "O aporte.") };

	for (size_t i = 0; i < p->state->n; i++) {
		const struct plan_slice_state *s = &p->state->slices[i];

		add_part(&d, s->slice->name, &s->whole, slice_value(x, s),
			 p->moves->slices[i].amount);
	}
	return d;
}

/* @at: set to the part that is asked for. */
static struct division inside(struct explaining *x, const struct asked *a, size_t *at)
{
	const struct plan_slice_state *s = a->slice;
	const struct explain_input amount = { .field = "plan.slices.buy", .item = s->slice->name };
	struct division d = { .x = x,
			      .level = a->buys->level,
			      .sells = x->subject->plan->sells,
			      .parts = pool_array(x->e.pool, struct part, s->n_members),
			      .amount = figure_term(&x->e, &amount, a->buys->amount.e8,
						    MONEY_PLACES) };

	*at = 0;
	for (size_t i = 0; i < s->n_members; i++) {
		const struct plan_share *m = &s->members[i];

		if (m == a->asset)
			*at = d.n;
		if (plan_takes_part(m, d.sells))
			add_part(&d, m->symbol, m, asset_value(x, m->symbol, m->type, m->position),
				 a->buys->buys[i].amount);
	}
	return d;
}

/* Why an asset has no amount, whatever the others have; or NULL. */
static const char *left_out(const struct asked *a, bool sells)
{
	if (a->asset->without_value)
		return "Sem valor conhecido, não toma parte.";
	if (!plan_takes_part(a->asset, sells))
		return "Sem meta na fatia, não recebe nada.";
	return !sells && a->buys->amount.e8 <= 0 ? "A fatia não recebe nada deste aporte." : NULL;
}

static void write_buy(struct explaining *x)
{
	const char *why;
	struct division d;
	struct asked a;
	size_t at;

	if (!find_asked(x, &a) || !a.buys || (a.asset && !a.buy))
		return;
	if (!a.asset) {
		d = among_slices(x);
		at = (size_t)(a.slice - x->subject->plan->state->slices);
		figure_money(x->f, amount_term(&d, &d.parts[at]), a.buys->amount);
		return;
	}
	why = left_out(&a, x->subject->plan->sells);
	if (why) {
		figure_money(x->f, nothing(&x->e, why), a.buy->amount);
		return;
	}
	d = inside(x, &a, &at);
	figure_money(x->f, amount_term(&d, &d.parts[at]), a.buy->amount);
}

static void write_level(struct explaining *x)
{
	const struct plan_moves *m = x->subject->plan->moves;
	struct division d;

	if (!m->level_known) {
		figure_null(x->f, "Com vendas cada fatia vai à sua meta: não há nível.");
		return;
	}
	d = among_slices(x);
	sum_up(&d);
	figure_price(x->f,
		     explain_div(&x->e, d.whole, d.weights, ROUND_HALF_AWAY, 8,
				 note_of("Reais por ponto de meta.")),
		     (struct price){ m->level_e8 * (E12 / E8) });
}

#define MOVES (NEEDS_PLAN | NEEDS_CONTRIBUTION)

const struct other_figure plan_figures[] = {
	{ { "plan.total", NEEDS_PLAN }, write_total },
	{ { "plan.level", MOVES }, write_level },
	{ { "plan.slices.value", NEEDS_PLAN | NEEDS_SLICE }, write_value },
	{ { "plan.slices.share_pct", NEEDS_PLAN | NEEDS_SLICE | TAKES_HOLDING }, write_share },
	{ { "plan.slices.buy", MOVES | NEEDS_SLICE | TAKES_HOLDING }, write_buy },
	{ .field = { .name = NULL } },
};

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain_look_through.c: the holdings of the portfolio's funds (doc/calculations.md 10).
 *
 * An exposure is named by its kind and symbol, "stock:PETR4": both come from the files of the funds.
 */
#include "config.h"

#include "calc/explain/explain_shares.h"

#include "core/order.h"
#include "core/pool.h"

#define EXPOSURE "look_through.exposures."

/* ---- which one ---- */

static const char *name_of(void *pool, const struct exposure *e)
{
	return pool_printf(pool, "%s:%s", asset_type_names[e->type], e->symbol);
}

static const struct exposure *exposure_of(const struct explaining *x, const char *item)
{
	const struct look_through *l = x->subject->look_through;

	for (size_t i = 0; i < l->n_exposures; i++)
		if (str_eq(name_of(x->e.pool, &l->exposures[i]), item))
			return &l->exposures[i];
	return NULL;
}

static struct term exposure_figure(struct explaining *x, const char *field,
				   const struct exposure *e, struct money m)
{
	return figure_term(&x->e,
			   &(struct explain_input){ .field = field, .item = name_of(x->e.pool, e) },
			   m.e8, MONEY_PLACES);
}

static const struct disclosed *disclosed_of(const struct explaining *x, const char *tax_id)
{
	const struct look_through_input *in = x->subject->disclosed;

	return order_find(&tax_id, in->funds, in->n_funds, sizeof(*in->funds), order_text);
}

/* ---- what a fund publishes ---- */

static struct term published(struct explaining *x, const struct disclosed *d, const char *member,
			     const char *text, struct money m)
{
	size_t in = explain_input(&x->e, &(struct explain_input){ .kind = INPUT_DISCLOSED,
								  .symbol = d->fund,
								  .type = ASSET_FUND,
								  .has_day = true,
								  .day = d->day,
								  .text = text });

	return explain_value(&x->e, in, member, m.e8, MONEY_PLACES);
}

static struct term published_sum(struct explaining *x, const struct disclosed *d,
				 const struct disclosed_base *b)
{
	return published(
		x, d, "disclosed",
		pool_printf(x->e.pool, "Soma do que o fundo divulga ter, de %zu linhas", d->n),
		b->sum);
}

static struct term base_term(struct explaining *x, const struct disclosed *d)
{
	struct disclosed_base b = disclosed_base(d, &x->e.range);

	return b.by_pl ? published(x, d, "pl", "Patrimônio líquido do fundo", b.base)
		       : published_sum(x, d, &b);
}

/* A row as an exposure to @code: obligations count negatively. */
static bool is_row_of(const struct disclosed_asset *a, enum asset_type type, const char *code)
{
	if (!a->code || !str_eq(a->code, code))
		return false;
	switch (a->kind) {
	case DISCLOSED_STOCK:
	case DISCLOSED_SHORT:
		return type == ASSET_STOCK;
	case DISCLOSED_DEBENTURE:
		return type == ASSET_DEBENTURE;
	case DISCLOSED_QUOTA:
		return type == ASSET_FUND;
	case DISCLOSED_OWED:
	case DISCLOSED_OTHER:
		break;
	}
	return false;
}

/* A fund's position in a paper, or (ASSET_FUND) in another fund; a term of 0 when it is not above zero. */
static struct term net_of(struct explaining *x, const struct disclosed *d, enum asset_type type,
			  const char *code)
{
	struct term *list = NULL;
	struct term net;
	size_t n = 0;

	for (size_t i = 0; i < d->n; i++) {
		const struct disclosed_asset *a = &d->assets[i];
		bool owed = a->kind == DISCLOSED_SHORT;
		struct money value = a->value;

		if (owed)
			value.e8 = -wide_abs(value.e8);
		if (!is_row_of(a, type, code))
			continue;
		if (!list)
			list = pool_array(x->e.pool, struct term, d->n - i);
		list[n++] = published(
			x, d, "value",
			pool_printf(x->e.pool, "%s na carteira do fundo%s", code,
				    owed ? ", tomado em empréstimo: conta como negativo" : ""),
			value);
	}
	net = explain_sum(&x->e, list, n,
			  (struct note){ .text = "O que o fundo tem de {name}: a soma das linhas.",
					 .name = code });
	if (!n || (net.n && explain_node(&x->e, net)->v <= 0))
		return (struct term){ 0 };
	return net;
}

static struct term part(struct explaining *x, struct term position, struct term value,
			struct term base, const char *text, const char *name)
{
	return explain_proportion(&x->e, position, value, base, ROUND_HALF_AWAY, MONEY_PLACES,
				  (struct note){ .text = text, .name = name });
}

/* ---- through one fund ---- */

/* Through the funds that @d holds: the second level, and the last. */
static size_t second_level(struct explaining *x, const struct disclosed *d, struct term position,
			   const struct exposure *e, struct term *list)
{
	const struct look_through_input *in = x->subject->disclosed;
	size_t n = 0;

	for (size_t i = 0; i < in->n_funds; i++) {
		const struct disclosed *second = &in->funds[i];
		struct term quota, mine, net;

		if (second == d || disclosed_base(second, &x->e.range).base.e8 <= 0)
			continue;
		quota = net_of(x, d, ASSET_FUND, second->fund);
		if (!quota.n)
			continue;
		mine = part(x, position, quota, base_term(x, d),
			    "A parte da posição no fundo {name}, que ele tem.", second->fund);
		net = net_of(x, second, e->type, e->symbol);
		if (net.n)
			list[n++] = part(x, mine, net, base_term(x, second),
					 "A parte dela em {name}, por esse fundo.", e->symbol);
	}
	return n;
}

static struct term through(struct explaining *x, const struct open_position *s,
			   const struct exposure *e)
{
	const struct disclosed *d = disclosed_of(x, s->symbol);
	struct term *list = pool_array(x->e.pool, struct term, x->subject->disclosed->n_funds + 1);
	struct term position = share_value(x, s);
	struct term net;
	size_t n = 0;

	if (!d) /* an exposure passes through no further fund */
		return position;
	net = net_of(x, d, e->type, e->symbol);
	if (net.n)
		list[n++] = part(x, position, net, base_term(x, d),
				 "A parte da posição em {name}: o peso dele no fundo.", e->symbol);
	n += second_level(x, d, position, e, list + n);
	return explain_rounded(
		&x->e,
		explain_sum(&x->e, list, n, note_of("Pelo fundo, e pelos fundos que ele tem.")),
		ROUND_HALF_AWAY, 2, note_of("Em centavos."));
}

static void write_via(struct explaining *x)
{
	const struct exposure *e = exposure_of(x, x->ask->item);
	const struct open_position *s = share_open_position(x, x->ask->holding);

	for (size_t i = 0; e && i < e->n_via; i++)
		if (e->via[i].fund == s)
			figure_exact(x->f, SHOWN_MONEY, through(x, s, e), e->via[i].value.e8,
				     MONEY_PLACES);
}

/* ---- an exposure ---- */

static struct term direct(struct explaining *x, const struct exposure *e)
{
	const struct explain_subject *s = x->subject;
	struct term *list = pool_array(x->e.pool, struct term, s->n_open_positions);
	size_t n = 0;

	for (size_t i = 0; i < s->n_open_positions; i++) {
		const struct open_position *p = &s->open_positions[i];

		if (open_position_counts(p) && p->type == e->type && str_eq(p->ticker, e->symbol))
			list[n++] = share_value(x, p);
	}
	return explain_sum(&x->e, list, n, note_of("Soma das posições no próprio ativo."));
}

static struct term indirect(struct explaining *x, const struct exposure *e)
{
	struct term *list = pool_array(x->e.pool, struct term, e->n_via);

	for (size_t i = 0; i < e->n_via; i++)
		list[i] = figure_term(&x->e,
				      &(struct explain_input){ .field = EXPOSURE "via.value_brl",
							       .symbol = e->via[i].fund->symbol,
							       .type = ASSET_FUND,
							       .item = name_of(x->e.pool, e) },
				      e->via[i].value.e8, MONEY_PLACES);
	return explain_sum(&x->e, list, e->n_via,
			   note_of("Soma do que há por meio de cada fundo."));
}

static void write_direct(struct explaining *x)
{
	const struct exposure *e = exposure_of(x, x->ask->item);

	if (e)
		figure_exact(x->f, SHOWN_MONEY, direct(x, e), e->direct.e8, MONEY_PLACES);
}

static void write_indirect(struct explaining *x)
{
	const struct exposure *e = exposure_of(x, x->ask->item);

	if (e)
		figure_exact(x->f, SHOWN_MONEY, indirect(x, e), e->indirect.e8, MONEY_PLACES);
}

static void write_total(struct explaining *x)
{
	const struct exposure *e = exposure_of(x, x->ask->item);
	struct term t;

	if (!e)
		return;
	t = exposure_figure(x, EXPOSURE "direct_value_brl", e, e->direct);
	t = explain_add(&x->e, t, exposure_figure(x, EXPOSURE "indirect_value_brl", e, e->indirect),
			note_of("Direto mais indireto."));
	figure_exact(x->f, SHOWN_MONEY, t, e->total.e8, MONEY_PLACES);
}

static void write_pct(struct explaining *x)
{
	const struct look_through *l = x->subject->look_through;
	const struct exposure *e = exposure_of(x, x->ask->item);
	struct term total, whole;

	if (!e)
		return;
	if (!e->pct_known) {
		figure_null(x->f, "A carteira não tem posições com valor.");
		return;
	}
	total = exposure_figure(x, EXPOSURE "total_value_brl", e, e->total);
	whole = figure_term(&x->e,
			    &(struct explain_input){ .field = "look_through.meta.patrimonio_brl" },
			    l->patrimonio.e8, MONEY_PLACES);
	figure_exact(x->f, SHOWN_SHARE,
		     explain_proportion(&x->e, total, hundred(&x->e), whole, ROUND_HALF_AWAY, 2,
					note_of("Percentual da carteira.")),
		     e->pct_e2, 2);
}

/* ---- funds ---- */

static const struct opened_fund *opened_of(const struct explaining *x, const struct holding *h)
{
	const struct look_through *l = x->subject->look_through;
	const struct open_position *s = share_open_position(x, h);

	for (size_t i = 0; i < l->n_opened; i++)
		if (l->opened[i].open_position == s)
			return &l->opened[i];
	return NULL;
}

static void write_opened_value(struct explaining *x)
{
	const struct opened_fund *o = opened_of(x, x->ask->holding);

	if (o)
		figure_exact(x->f, SHOWN_MONEY, share_value(x, o->open_position),
			     o->open_position->value.e8, MONEY_PLACES);
}

static void write_coverage(struct explaining *x)
{
	const struct opened_fund *o = opened_of(x, x->ask->holding);
	const struct disclosed *d = o ? disclosed_of(x, o->open_position->symbol) : NULL;
	struct disclosed_base b;
	struct term sum, percent;

	if (!d)
		return;
	b = disclosed_base(d, &x->e.range);
	sum = published_sum(x, d, &b);
	percent = hundred(&x->e);
	figure_exact(x->f, SHOWN_SHARE,
		     explain_proportion(&x->e, sum, percent, base_term(x, d), ROUND_HALF_AWAY, 2,
					note_of("O que o fundo divulga, sobre a base dos pesos.")),
		     o->coverage_e2, 2);
}

static void write_unopened_value(struct explaining *x)
{
	const struct look_through *l = x->subject->look_through;
	const struct open_position *s = share_open_position(x, x->ask->holding);

	for (size_t i = 0; i < l->n_unopened; i++) {
		if (l->unopened[i].open_position != s)
			continue;
		if (s->value_known)
			figure_exact(x->f, SHOWN_MONEY, share_value(x, s), s->value.e8,
				     MONEY_PLACES);
		else
			figure_null(x->f, "A posição não tem valor.");
	}
}

static void write_whole(struct explaining *x)
{
	figure_exact(x->f, SHOWN_MONEY, shares_considered(x),
		     x->subject->look_through->patrimonio.e8, MONEY_PLACES);
}

#define ITEM (NEEDS_LOOK_THROUGH | NEEDS_ITEM)
#define FUND (NEEDS_LOOK_THROUGH | NEEDS_HOLDING)

const struct other_figure look_through_figures[] = {
	{ { EXPOSURE "direct_value_brl", ITEM }, write_direct },
	{ { EXPOSURE "indirect_value_brl", ITEM }, write_indirect },
	{ { EXPOSURE "total_value_brl", ITEM }, write_total },
	{ { EXPOSURE "pct_of_portfolio", ITEM }, write_pct },
	{ { EXPOSURE "via.value_brl", ITEM | NEEDS_HOLDING }, write_via },
	{ { "look_through.funds_opened.position_value_brl", FUND }, write_opened_value },
	{ { "look_through.funds_opened.coverage_pct", FUND }, write_coverage },
	{ { "look_through.not_opened.position_value_brl", FUND }, write_unopened_value },
	{ { "look_through.meta.patrimonio_brl", NEEDS_LOOK_THROUGH }, write_whole },
	{ .field = { .name = NULL } },
};

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_unstated.c: what may lower the tax of the exchange and was not stated: withholdings by brokers, losses of before the
 * ledger.
 *
 * No figure waits for them (doc/tax.md 20.5: only stated amounts are deducted): they are asked together, apart from what is
 * missing, until an amount or a zero is stated, and until the DARF is paid.
 */
#include "config.h"

#include <inttypes.h>

#include "console/person/tax_missing.h"
#include "console/person/tax_statements.h"
#include "core/decimal.h"
#include "core/encode.h"

/* ---- what was not stated ---- */

const struct tax_darf *tax_next_darf(const struct tax_year *y, struct month month)
{
	for (size_t i = 0; i < y->n_all_darf; i++) {
		const struct tax_darf *d = &y->all_darf[i];

		if (str_eq(d->code, TAX_EXCHANGE_CODE) && d->period.n >= month.n)
			return month_year(d->period) == month_year(month) ? d : NULL;
	}
	return NULL;
}

static bool is_taxed(const struct tax_month *m, int basket)
{
	return m->basket[basket].tax.known && m->basket[basket].tax.m.e8 > 0;
}

/* A stated 0: nothing more was withheld. */
static bool is_none_stated(const struct tax_inputs *in, struct month month, int basket)
{
	for (size_t i = 0; i < in->n_withheld; i++)
		if (in->withheld[i].month.n == month.n && (int)in->withheld[i].basket == basket &&
		    !in->withheld[i].amount.e8)
			return true;
	return false;
}

struct money tax_withheld_stated(const struct tax_view *v, struct month month, int basket)
{
	const struct tax_inputs *in = &v->of.ledger.inputs;
	struct money sum = { 0 };

	for (size_t i = 0; i < in->n_withheld; i++)
		if (in->withheld[i].month.n == month.n && (int)in->withheld[i].basket == basket)
			sum.e8 += in->withheld[i].amount.e8;
	return sum;
}

const char *tax_basket_in(int basket)
{
	return basket == BASKET_COMMON ? ""
	       : basket == BASKET_FII  ? ", em FII e Fiagro"
				       : ", em day trade";
}

const char *tax_withheld_warned(void *pool, const struct tax_view *v, struct month month,
				int basket, struct money sum)
{
	struct money law = { 0 };

	for (size_t i = 0; i < v->year.n_months; i++)
		if (v->year.months[i].month.n == month.n)
			law = v->year.months[i].withheld_estimate[basket];
	if (sum.e8 <= 2 * law.e8 || sum.e8 <= law.e8 + E8)
		return "";
	return pool_printf(pool, "Pelos lançamentos de %s de %d%s, a lei %s. ",
			   tax_month_name(month), month_year(month), tax_basket_in(basket),
			   law.e8 ? pool_printf(pool, "retém cerca de %s", shown_brl(pool, law))
				  : "não retém nada");
}

/* Of a month with tax, or with sales from which a broker withholds; then of one of which much less was stated. */
static bool lacks_withheld(const struct tax_view *v, const struct tax_month *m, int basket)
{
	const struct tax_inputs *in = &v->of.ledger.inputs;
	const struct tax_darf *d = tax_next_darf(&v->year, m->month);
	struct money stated;

	if (in->estimated || m->month.n == day_month(v->year.as_of).n || /* it is not over */
	    (d ? d->status == DARF_PAID : month_year(m->month) < day_year(v->year.as_of)))
		return false;
	if (is_none_stated(in, m->month, basket))
		return false;
	stated = tax_withheld_stated(v, m->month, basket);
	if (stated.e8)
		return 10 * m->withheld_estimate[basket].e8 > 11 * stated.e8;
	return is_taxed(m, basket) || m->withheld_estimate[basket].e8 > 0;
}

static bool is_stated(const struct tax_inputs *in, struct month from, struct month to, int basket)
{
	for (size_t i = 0; i < in->n_carry; i++)
		if (in->carry[i].known[basket] && in->carry[i].month.n >= from.n &&
		    in->carry[i].month.n <= to.n)
			return true;
	return false;
}

/* One amount answers the question: what was left empty stays as it is computed. */
static bool is_answered(const struct tax_inputs *in, struct month at)
{
	for (int b = 0; b < TAX_BASKETS; b++)
		if (is_stated(in, at, at, b))
			return true;
	return false;
}

/* Of the first year with sales, until the losses at its begin are stated; @at: the month before it. */
static bool lacks_losses(const struct tax_view *v, const struct tax_month *m, int basket,
			 struct month *at)
{
	const struct tax_year *y = &v->year;
	const struct tax_inputs *in = &v->of.ledger.inputs;
	const struct tax_darf *d = tax_next_darf(y, m->month);
	size_t first = 0;

	while (!y->all_months[first].n_operations && y->all_months[first].month.n < m->month.n)
		first++;
	*at = (struct month){ 12 * month_year(m->month) - 1 };
	return month_year(y->all_months[first].month) == month_year(m->month) &&
	       is_taxed(m, basket) && d && d->status != DARF_PAID && !is_answered(in, *at) &&
	       !is_stated(in, (struct month){ 0 }, (struct month){ m->month.n - 1 }, basket);
}

static void add(struct tax_gaps *l, struct month month, int basket)
{
	struct money stated = tax_withheld_stated(l->v, month, basket);
	const char *key = pool_printf(l->pool, "unstated %d %d %" PRId64, month.n, basket,
				      (int64_t)stated.e8);

	l->unstated[l->n_unstated++] =
		(struct tax_gap){ .has_month = true,
				  .month = month,
				  .why = TAX_KNOWN,
				  .row = TAX_NO_ROW,
				  .basket = (enum tax_basket)basket,
				  .stated = stated,
				  .key = fnv1a(FNV1A_START, key, strlen(key)) };
}

void tax_unstated_find(struct tax_gaps *l)
{
	const struct tax_view *v = l->v;
	bool losses = false;
	struct month at;

	l->unstated = pool_array(l->pool, struct tax_gap, 1 + 12 * TAX_BASKETS);
	for (int pass = 0; pass < 2 && v->of.scope == TAX_ACCOUNT; pass++)
		for (size_t i = 0; i < v->year.n_months; i++)
			for (int b = 0; b < TAX_BASKETS; b++) {
				const struct tax_month *m = &v->year.months[i];

				if (pass && lacks_withheld(v, m, b)) {
					add(l, m->month, b);
				} else if (!pass && !losses && lacks_losses(v, m, b, &at)) {
					add(l, at, BASKET_NONE);
					losses = true;
				}
			}
}

const char *tax_unstated_doubt(void *pool, const struct tax_view *v, const struct tax_darf *d)
{
	const struct tax_year *y = &v->year;
	struct money stated = { 0 };
	bool withheld = false, losses = false;
	struct month at;

	if (v->of.scope != TAX_ACCOUNT || !d->amount.known || d->status == DARF_PAID ||
	    !str_eq(d->code, TAX_EXCHANGE_CODE))
		return NULL;
	for (size_t i = 0; i < y->n_all_months; i++)
		for (int b = 0; b < TAX_BASKETS; b++) {
			const struct tax_month *m = &y->all_months[i];

			if (tax_next_darf(y, m->month) == d && lacks_withheld(v, m, b)) {
				withheld = true;
				stated.e8 += tax_withheld_stated(v, m->month, b).e8;
			}
			losses |= m->month.n == d->period.n && lacks_losses(v, m, b, &at);
		}
	if (stated.e8)
		return pool_printf(
			pool, "De IRRF há %s informados%s: se %s, o valor a pagar é menor.",
			shown_brl(pool, stated), losses ? ", e nada de prejuízos de antes" : "",
			losses ? "houve mais" : "a corretora reteve mais");
	return withheld && losses
		       ? "Sem IRRF nem prejuízos de antes informados: se houve, o valor a "
			 "pagar é menor."
	       : withheld ? "Sem IRRF informado: se a corretora reteve, o valor a pagar é menor."
	       : losses ? "Sem prejuízos de antes informados: se havia, o valor a pagar é menor."
			: NULL;
}

/* ---- the questions ---- */

static const char *field(void *pool, const struct tax_gap *g, const char *name)
{
	return pool_printf(pool, "%s%s", tax_missing_prefix(pool, g), name);
}

const char *tax_unstated_none(const struct tax_gaps *l)
{
	uint64_t all = 0;

	for (size_t i = 0; i < l->n_unstated; i++)
		all ^= l->unstated[i].basket == BASKET_NONE ? 0 : l->unstated[i].key;
	return pool_printf(l->pool, "%" PRIx64, all);
}

static void write_choice(struct html *h, const struct entry *e, const char *name, const char *value,
			 const char *label)
{
	html_choice(h, &(struct html_choice){ .name = name,
					      .value = value,
					      .label = label,
					      .chosen = entry_value(h->ctx, e, name) != NULL });
}

static void write_losses(struct html *h, const struct tax_gap *g, const struct entry *e)
{
	void *pool = h->ctx->pool;

	html_group(h, pool_printf(pool, "Você trazia prejuízos de antes de janeiro de %d?",
				  month_year(g->month) + 1));
	write_choice(h, e, field(pool, g, TAX_NONE_WORD), "on", "Não trazia");
	html_p(h, "Se trazia, quanto restava ao fim de %s de %d:", tax_month_name(g->month),
	       month_year(g->month));
	tax_statement_amounts(h, tax_statement_of("carry"), e, tax_missing_prefix(pool, g));
	html_group_end(h);
}

static void write_withheld(struct html *h, const struct tax_gap *g, const struct entry *e)
{
	void *pool = h->ctx->pool;

	entry_field(h->ctx, h, e,
		    (struct html_field){
			    .name = field(pool, g, TAX_AMOUNT),
			    .label = pool_printf(
				    pool, "Quanto de IRRF a corretora reteve em %s%s%s?",
				    tax_month_name(g->month), tax_basket_in((int)g->basket),
				    g->stated.e8 ? pool_printf(pool,
							       ", além dos %s "
							       "informados",
							       shown_brl(pool, g->stated))
						 : ""),
			    .type = "text",
			    .hint = "Está na nota de corretagem, como 1,23; 0 se nada foi retido.",
			    .autocomplete = "off",
			    .inputmode = "decimal",
			    .max_length = 24,
			    .optional = true });
}

void tax_unstated_draw(struct html *h, const struct tax_gaps *l, const struct entry *e)
{
	size_t i = 0;

	html_open_of(h, "section", "card");
	html_attr(h, "id", TAX_UNSTATED);
	html_open(h, "header");
	html_element(h, "h2", "O que pode diminuir o imposto");
	html_close(h, "header");
	if (l->unstated[0].basket == BASKET_NONE)
		write_losses(h, &l->unstated[i++], e);
	if (i < l->n_unstated) {
		html_group(h, "Imposto retido na fonte");
		write_choice(h, e, TAX_NONE_WORD, tax_unstated_none(l),
			     "Nada foi retido onde eu deixar vazio");
		for (; i < l->n_unstated; i++)
			write_withheld(h, &l->unstated[i], e);
		html_group_end(h);
	}
	html_close(h, "section");
}

/* ---- an answer ---- */

struct json_object *tax_unstated_entry(struct ctx *ctx, struct body *form,
				       const struct tax_inputs *in, const struct tax_gap *g,
				       const char **about)
{
	struct json *j = json_new(ctx->pool, 128);
	struct json_object *none, *typed;
	const char *name;

	json_open(j, NULL);
	json_text(j, "month", month_iso(ctx->pool, g->month));
	if (g->basket != BASKET_NONE) {
		*about = "withheld";
		typed = body_json(form, field(ctx->pool, g, TAX_AMOUNT), OPTIONAL);
		json_text(j, "basket", tax_basket_names[g->basket]);
		json_text(j, TAX_AMOUNT, typed ? entry_money(ctx->pool, body_shown(typed)) : "0");
		json_close(j);
		return ask_parsed(ctx->pool, json_written(j));
	}
	*about = "carry";
	none = body_json(form, field(ctx->pool, g, TAX_NONE_WORD), OPTIONAL);
	for (int b = 0; b < TAX_BASKETS; b++) {
		name = field(ctx->pool, g, tax_basket_names[b]);
		typed = body_json(form, name, OPTIONAL);
		if (typed && none)
			body_error(form, name, "exclusive", "“Não trazia” ou valores, não os dois",
				   body_shown(typed));
		/* What was stated for an earlier month stays in force: a zero would end it. */
		if (typed || (none && !is_stated(in, (struct month){ 0 }, g->month, b)))
			json_text(j, tax_basket_names[b],
				  typed ? entry_money(ctx->pool, body_shown(typed)) : "0");
	}
	json_close(j);
	return ask_parsed(ctx->pool, json_written(j));
}

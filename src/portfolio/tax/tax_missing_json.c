/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_missing_json.c: the questions of a year of the tax, each with the request, or the Action, that answers it.
 *
 * GET /v1/portfolio/tax/missing
 *
 * The same questions as the page "O que falta".  An answer to a call has the Action alone.
 */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/number_text.h"
#include "http/json_read.h"
#include "http/tree.h"
#include "portfolio/show/request_action.h"
#include "portfolio/tax/tax_gaps.h"
#include "portfolio/tax/tax_json.h"

struct asking {
	void *pool;
	struct json *j;
	const struct tax_gaps *l;
	const struct tax_gap *g; /* the present one */
};

/* ---- requests ---- */

/* @body with a null at each place of @fill (ends with NULL). */
static struct json_object *request_of(const struct asking *a, const char *method, const char *path,
				      struct json_object *body, const char *const *fill)
{
	struct json_object *r = tree_empty(a->pool), *list = json_object_new_array();

	json_object_object_add(r, "method", json_object_new_string(method));
	json_object_object_add(r, "path", json_object_new_string(path));
	json_object_object_add(r, "body", json_object_get(body));
	for (; *fill; fill++)
		json_object_array_add(list, json_object_new_string(*fill));
	json_object_object_add(r, "fill", list);
	return r;
}

static const char *row_path(const struct asking *a, size_t portfolio, const char *what,
			    struct uuid id)
{
	return pool_printf(a->pool, "/v1/portfolios/%s/%s/%s",
			   a->l->of->ledger.portfolios[portfolio].id, what, uuid_text(a->pool, id));
}

/* That fact alone, so that two questions of one asset do not undo each other. */
static struct json_object *fact_request(const struct asking *a, const struct tax_fact *f)
{
	const struct tax_own_asset *own = tax_asset_asked(a->l->of, a->g);
	const char *at =
		pool_printf(a->pool, f->of_option ? "/facts/option/%s" : "/facts/%s", f->name);
	const char *body = pool_printf(a->pool,
				       f->of_option ? "{\"facts\":{\"option\":{\"%s\":null}}}"
						    : "{\"facts\":{\"%s\":null}}",
				       f->name);

	return request_of(a, "PATCH", row_path(a, own->portfolio, "assets", own->id),
			  json_read(a->pool, slice_of(body)), (const char *const[]){ at, NULL });
}

static size_t portfolios_with(const struct taxpayer *of, const char *symbol)
{
	size_t n = 0;

	for (size_t i = 0; i < of->n_own; i++)
		n += str_eq(of->ledger.assets[of->own[i].asset].symbol, symbol);
	return n;
}

/*
 * Adds the trade that exercised the option.  The ledger does not say its side, its underlying or its terms: all are in fill.
 * Returns NULL when several portfolios have the option, since the request must name one.
 */
static struct json_object *exercise_request(const struct asking *a)
{
	static const char *const fill[] = { "/symbol",	 "/asset_type", "/kind", "/trade_date",
					    "/quantity", "/price",	NULL };
	const struct tax_own_asset *own = tax_asset_asked(a->l->of, a->g);
	struct json_object *body = tree_empty(a->pool);

	if (portfolios_with(a->l->of, a->g->symbol) > 1)
		return NULL;
	for (size_t i = 0; fill[i]; i++)
		json_object_object_add(body, fill[i] + 1, NULL);
	json_object_object_add(body, "event_kind",
			       json_object_new_string(event_kind_names[EVENT_EXERCISE]));
	json_object_object_add(body, "option", json_object_new_string(a->g->symbol));
	return request_of(a, "POST",
			  pool_printf(a->pool, "/v1/portfolios/%s/transactions",
				      a->l->of->ledger.portfolios[own->portfolio].id),
			  body, fill);
}

static struct json_object *gross_request(const struct asking *a)
{
	static const char *const fill[] = { "/gross_amount", NULL };

	return request_of(a, "PATCH", row_path(a, a->g->paid->portfolio, "income", a->g->paid->id),
			  json_read(a->pool, slice_of("{\"gross_amount\":null}")), fill);
}

/* The place of the losses of a month in the list; its length: there are none. */
static size_t place_of(struct json_object *list, const char *month)
{
	size_t n = json_object_array_length(list), i = 0;

	while (i < n &&
	       !str_eq(tree_text(tree_member(json_object_array_get_idx(list, i), "month")), month))
		i++;
	return i;
}

/*
 * The stated inputs with one more entry in @name, whose @asked members are null.  A request takes the whole document, an
 * Action what changes of it.
 */
static struct json_object *inputs_request(const struct asking *a, const char *name,
					  struct month month, const char *const *asked)
{
	const struct taxpayer *of = a->l->of;
	const char *fill[TAX_BASKETS + 1] = { NULL }, *at = month_iso(a->pool, month);
	struct json_object *body = json_read(a->pool, slice_of(of->stated ? of->stated : "{}")),
			   *list, *one, *r;
	size_t place, n = 0;

	list = json_object_get(tree_member(body, name));
	if (!list)
		list = json_object_new_array();
	if (of->called)
		body = tree_empty(a->pool);
	place = str_eq(name, "carry") ? place_of(list, at) : json_object_array_length(list);
	one = json_object_array_get_idx(list, place);
	if (!one) {
		one = json_object_new_object();
		json_object_object_add(one, "month", json_object_new_string(at));
		json_object_array_add(list, one);
	}
	if (a->g->basket != BASKET_NONE && str_eq(name, "withheld"))
		json_object_object_add(one, "basket",
				       json_object_new_string(tax_basket_names[a->g->basket]));
	for (size_t i = 0; asked[i]; i++) {
		if (tree_member(one, asked[i])) /* stated: it stays */
			continue;
		json_object_object_add(one, asked[i], NULL);
		fill[n++] = pool_printf(a->pool, "/%s/%zu/%s", name, place, asked[i]);
	}
	json_object_object_add(body, name, list);
	r = request_of(a, "PUT", "/v1/portfolio/tax/inputs", body, fill);
	json_object_object_add(r, "version", json_object_new_int64(of->stated_version));
	return r;
}

static struct json_object *losses_request(const struct asking *a, struct month month)
{
	static const char *const asked[] = { "common", "day_trade", "fii", NULL };

	return inputs_request(a, "carry", month, asked);
}

static struct json_object *withheld_request(const struct asking *a)
{
	static const char *const asked[] = { "amount", NULL };

	return inputs_request(a, "withheld", a->g->month, asked);
}

/* ---- what is asked ---- */

static const char *losses_text(const struct asking *a, struct month month)
{
	return pool_printf(a->pool,
			   "Quanto restava de prejuízos ao fim de %s de %d, em cada tipo de "
			   "operação? 0 onde não restava.",
			   tax_month_name(month), month_year(month));
}

static const char *gross_text(const struct asking *a)
{
	const struct tax_income *in = a->g->paid;
	bool brl = a->l->of->ledger.assets[in->asset].currency == CURRENCY_BRL;

	return pool_printf(
		a->pool,
		"Pago em %s, líquido %s: qual é o valor bruto, do informe de "
		"rendimentos?",
		date_text(a->pool, in->pay_day),
		brl ? brl_text(a->pool, in->net)
		    : pool_printf(a->pool, "US$ %s",
				  decimal_text(a->pool, in->net.e8, MONEY_PLACES, 2, false)));
}

static const char *withheld_text(const struct asking *a)
{
	return pool_printf(a->pool,
			   "Quanto de IRRF a corretora reteve em %s de %d%s%s? Está na nota de "
			   "corretagem; 0 se nada.",
			   tax_month_name(a->g->month), month_year(a->g->month),
			   tax_basket_in((int)a->g->basket),
			   a->g->stated.e8 ? pool_printf(a->pool, ", além dos %s informados",
							 brl_text(a->pool, a->g->stated))
					   : "");
}

/* What to do about a reason that no request answers. */
static const char *elsewhere(enum tax_reason why)
{
	const char *text = tax_remedy(why).text;

	return text ? text : "Confira no informe de rendimentos ou com um contador.";
}

/* The question, what answers it, and for a fact its choices. */
static const char *asked_of(const struct asking *a, struct json_object **request,
			    const struct tax_fact **fact)
{
	const struct tax_gap *g = a->g;
	const struct tax_remedy remedy = tax_remedy(g->why);

	*request = NULL;
	*fact = NULL;
	if (!tax_answerable(a->l->of, g))
		return elsewhere(g->why);
	switch (remedy.answer) {
	case ANSWER_FACT:
		if (tax_was_exercised(a->l->of, g)) {
			*request = exercise_request(a);
			return "Foi exercida: falta o lançamento do ativo, ao preço de exercício. "
			       "Compra (buy) de quem tinha a call ou lançou a put, venda (sell) de "
			       "quem tinha a put ou lançou a call.";
		}
		*fact = tax_fact_of(remedy.fact);
		*request = fact_request(a, *fact);
		return (*fact)->question;
	case ANSWER_GROSS:
		*request = gross_request(a);
		return gross_text(a);
	case ANSWER_PRICE:
	case ANSWER_TRADE:
		*request = g->asked.request;
		return g->asked.text ? g->asked.text : remedy.text;
	case ANSWER_CARRY:
		*request = losses_request(a, tax_losses_month(a->l, g));
		return losses_text(a, tax_losses_month(a->l, g));
	case ANSWER_LOWER:
		*request = g->basket == BASKET_NONE ? losses_request(a, g->month)
						    : withheld_request(a);
		return g->basket == BASKET_NONE ? losses_text(a, g->month) : withheld_text(a);
	case ANSWER_NONE:
		break;
	}
	return elsewhere(g->why);
}

/* ---- rendering ---- */

/* @months: a bit each */
static void write_months(const struct asking *a, const char *name, unsigned months)
{
	json_array(a->j, name);
	for (int m = 0; m < 12; m++)
		if (months & (1U << m))
			tax_json_month(a->j, NULL, month_of(a->l->year->year, m + 1));
	json_array_end(a->j);
}

static void write_choices(struct json *j, const struct tax_fact *f)
{
	json_array(j, "choices");
	for (size_t i = 0; f && i < f->n_options; i++) {
		json_open(j, NULL);
		json_text(j, "value", f->options[i].value);
		json_text(j, "label", f->options[i].label);
		json_close(j);
	}
	json_array_end(j);
}

/* Without it a second answer would overwrite the first. */
static void write_if_match(struct json *j, struct json_object *version)
{
	char tag[32];

	(void)snprintf(tag, sizeof(tag), "\"%" PRId64 "\"", json_object_get_int64(version));
	json_open(j, "headers");
	json_text(j, "If-Match", tag);
	json_close(j);
}

static void write_mend(const struct asking *a, struct json_object *request)
{
	if (!json_open_if(a->j, "mend", request))
		return;
	request_action_members(a->j, request);
	if (!a->l->of->called) {
		json_text(a->j, "method", tree_text(tree_member(request, "method")));
		json_text(a->j, "path", tree_text(tree_member(request, "path")));
		if (tree_member(request, "version"))
			write_if_match(a->j, tree_member(request, "version"));
		tree_write(tree_member(request, "body"), a->j, "body");
	}
	json_close(a->j);
}

static void write_question(struct asking *a, const struct tax_gap *g)
{
	bool lowers = tax_remedy(g->why).answer == ANSWER_LOWER, answerable;
	const struct tax_fact *fact;
	struct json_object *request;
	const char *text;

	a->g = g;
	answerable = tax_answerable(a->l->of, g);
	text = asked_of(a, &request, &fact);
	json_open(a->j, NULL);
	json_text(a->j, "id", pool_printf(a->pool, "%016" PRIx64, g->key));
	json_text(a->j, "symbol", answerable ? g->symbol : NULL);
	json_text(a->j, "papers", answerable ? NULL : g->symbol);
	if (g->has_month)
		tax_json_month(a->j, "month", g->month);
	else
		json_null(a->j, "month");
	write_months(a, "waiting", g->waiting);
	write_months(a, "losses_waiting", g->brought);
	json_text(a->j, "reason", lowers ? NULL : tax_reason_names[g->why]);
	json_text(a->j, "text", lowers ? NULL : tax_reason_said(g->why));
	json_text(a->j, "question", text);
	json_text(a->j, "hint", fact ? fact->hint : NULL);
	write_choices(a->j, fact);
	json_boolean(a->j, "lowers", lowers);
	write_mend(a, request);
	json_close(a->j);
}

void tax_missing_render(struct ctx *ctx, struct json *j, const char *name,
			const struct taxpayer *of, const struct tax_year *y)
{
	const struct tax_gaps l = tax_gaps_all(ctx, of, y);
	struct asking a = { .pool = ctx->pool, .j = j, .l = &l };
	size_t answerable = 0;

	for (size_t i = 0; i < l.n; i++)
		answerable += tax_answerable(of, &l.items[i]);
	json_open(j, name);
	json_int(j, "year", y->year);
	json_day(j, "as_of", y->as_of);
	json_boolean(j, "closed", y->closed);
	json_int(j, "missing", (int64_t)answerable);
	json_int(j, "without_answer", (int64_t)(l.n - answerable));
	json_int(j, "lowering", (int64_t)l.n_unstated);
	json_boolean(j, "losses_follow", l.losses_follow);
	json_array(j, "questions");
	for (size_t i = 0; i < answerable; i++)
		write_question(&a, &l.items[i]);
	for (size_t i = 0; i < l.n_unstated; i++)
		write_question(&a, &l.unstated[i]);
	for (size_t i = answerable; i < l.n; i++)
		write_question(&a, &l.items[i]);
	json_array_end(j);
	tax_json_meta(j, of);
	json_close(j);
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain_json.c: an explanation as JSON.
 *
 * Numbers of inputs and steps are decimals in text, exact where the computation is; only the figure
 * itself is rounded as in the answer that it belongs to.
 */
#include "config.h"

#include "portfolio/show/explain_load.h"

#include "core/buf.h"
#include "core/encode.h"
#include "portfolio/show/next_call.h"

/* ---- the figure ---- */

static void render_value(struct json *j, const struct explain_figure *f)
{
	if (!f->known) {
		json_null(j, "value");
		return;
	}
	switch (f->shown) {
	case SHOWN_MONEY:
		json_money(j, "value", (struct money){ f->v });
		break;
	case SHOWN_PRICE:
		json_price(j, "value", (struct price){ f->v });
		break;
	case SHOWN_QTY:
		json_qty(j, "value", (struct qty){ (int64_t)f->v });
		break;
	case SHOWN_PERCENT:
		json_percent(j, "value", (struct percent){ f->v });
		break;
	case SHOWN_SHARE:
		json_decimal(j, "value", f->v, f->places, 2, false);
		break;
	case SHOWN_RATE:
		json_rate(j, "value", f->r, 6);
		break;
	case SHOWN_RETURN:
		json_rate(j, "value", f->r, 4);
		break;
	case SHOWN_REAL:
		json_rate(j, "value", f->r, 9);
		break;
	case SHOWN_AMOUNT:
		json_rate(j, "value", f->r, 2);
		break;
	case SHOWN_INT:
		json_int(j, "value", (int64_t)f->v);
		break;
	case SHOWN_DAY:
		json_day(j, "value", (struct day){ (int)f->v });
		break;
	}
}

static int shown_places(enum explain_shown shown)
{
	switch (shown) {
	case SHOWN_MONEY:
	case SHOWN_SHARE:
	case SHOWN_AMOUNT:
		return 2;
	case SHOWN_PRICE:
	case SHOWN_QTY:
		return 8;
	case SHOWN_PERCENT:
	case SHOWN_RETURN:
		return 4;
	case SHOWN_RATE:
		return 6;
	case SHOWN_INT:
	case SHOWN_DAY:
		return 0;
	case SHOWN_REAL:
		break;
	}
	return 9;
}

static void month_or_null(struct json *j, const char *name, bool known, struct month m)
{
	char text[MONTH_TEXT_SIZE];

	if (known)
		month_format(m, text);
	json_text(j, name, known ? text : NULL);
}

static void render_figure(void *pool, struct json *j, const struct explain_query *q,
			  const struct explain_ask *ask, const struct explain_figure *f)
{
	const struct holding *h = ask->holding;
	const char *symbol = h ? h->asset->symbol : ask->symbol;
	enum asset_type type = h ? h->asset->type : ask->type;

	json_open(j, "figure");
	json_text(j, "field", q->field->name);
	json_text(j, "symbol", symbol);
	json_text(j, "asset_type", symbol ? asset_type_names[type] : NULL);
	month_or_null(j, "month", q->has_month, q->month);
	json_day_or_null(j, "day", q->has_day, q->day);
	json_text(j, "item", q->item);
	render_value(j, f);
	json_int(j, "places", shown_places(f->shown));
	json_text(j, "exact",
		  f->known ? explain_decimal(pool, explain_node(&f->steps, f->term)) : NULL);
	json_text(j, "reason", f->known ? NULL : f->reason);
	json_close(j);
}

/* ---- inputs ---- */

static const char *quote_source(const struct explain_input *in)
{
	if (in->of)
		return "Binance, dólar em USDT, R$ por US$";
	switch (in->type) {
	case ASSET_STOCK:
	case ASSET_FII:
	case ASSET_ETF:
	case ASSET_BDR:
	case ASSET_OPTION:
	case ASSET_INDEX:
		return "B3, cotações históricas: fechamento";
	case ASSET_US:
		return "Fechamento em dólar na bolsa de origem";
	case ASSET_TESOURO:
		return "Tesouro Nacional: PU de venda da manhã";
	case ASSET_CRYPTO:
		return "Binance: fechamento do dia";
	case ASSET_DEBENTURE:
		return "Mercado secundário de debêntures: preço unitário";
	case ASSET_FUND:
		return "CVM, informe diário: valor da cota";
	case ASSET_RENDA_FIXA:
		break;
	}
	return NULL;
}

const char *explain_source(const struct explain_input *in)
{
	switch (in->kind) {
	case INPUT_QUOTE:
		return quote_source(in);
	case INPUT_STATED:
		return "Preço informado na carteira";
	case INPUT_EXCHANGE:
		return "Banco Central do Brasil, PTAX de fechamento: taxa de venda";
	case INPUT_RATE:
		return "Banco Central do Brasil, séries temporais (SGS)";
	case INPUT_REGISTER:
		return "CVM, cadastro de fundos";
	case INPUT_DISCLOSED:
		return "CVM, composição e diversificação das aplicações (CDA)";
	case INPUT_TRANSACTION:
	case INPUT_INCOME:
	case INPUT_TERMS:
	case INPUT_SPIN_OFF:
		return "Lançamentos da carteira";
	case INPUT_DISTRIBUTION:
	case INPUT_EVENT:
	case INPUT_SUCCESSION:
		return "B3, eventos corporativos";
	case INPUT_DAYS:
		return "Calendário bancário nacional";
	case INPUT_RULE:
	case INPUT_FIGURE:
		break;
	}
	return NULL;
}

static void add_contribution(void *pool, struct buf *b, const struct explain_query *q)
{
	if (q->asked->contribution)
		buf_printf(b, "&contribution=%s", url_encoded(pool, q->asked->contribution));
	if (q->asked->sell)
		buf_printf(b, "&sell=true");
}

const char *explain_href(void *pool, const struct explain_view *x, const struct explain_input *i)
{
	const struct explain_query *q = &x->q;
	unsigned needs = explain_field_find(i->field, i->symbol != NULL)->needs;
	char text[DAY_TEXT_SIZE];
	struct buf b;

	buf_init(&b, pool, 128);
	buf_printf(&b, "explain?field=%s", i->field);
	if (i->symbol) {
		buf_printf(&b, "&symbol=%s&asset_type=%s", url_encoded(pool, i->symbol),
			   asset_type_names[i->type]);
	}
	if (i->has_month) {
		month_format(i->month, text);
		buf_printf(&b, "&month=%s", text);
	}
	if (needs & NEEDS_DAY) {
		day_format(i->day, text);
		buf_printf(&b, "&day=%s", text);
	}
	if (i->item)
		buf_printf(&b, "&%s=%s", needs & NEEDS_SLICE ? "slice" : "item",
			   url_encoded(pool, i->item));
	if (needs & NEEDS_CONTRIBUTION)
		add_contribution(pool, &b, q);
	if (q->at) {
		day_format(q->as_of, text);
		buf_printf(&b, "&at=%s", text);
	}
	return buf_text(&b);
}

/* The figure as the input of its Function. */
static void render_asked(struct json *j, const struct explain_view *x,
			 const struct explain_input *i)
{
	const struct explain_query *q = &x->q;
	unsigned needs = explain_field_find(i->field, i->symbol != NULL)->needs;

	json_text(j, "field", i->field);
	if (i->symbol) {
		json_text(j, "symbol", i->symbol);
		json_text(j, "asset_type", asset_type_names[i->type]);
	}
	if (i->has_month)
		month_or_null(j, "month", true, i->month);
	if (needs & NEEDS_DAY)
		json_day(j, "day", i->day);
	if (i->item)
		json_text(j, needs & NEEDS_SLICE ? "slice" : "item", i->item);
	if (needs & NEEDS_CONTRIBUTION && q->asked->contribution)
		json_text(j, "contribution", q->asked->contribution);
	if (needs & NEEDS_CONTRIBUTION && q->asked->sell)
		json_boolean(j, "sell", true);
}

/* Whether the same call explains it, with the names that the input has anyway. */
static bool is_asked_alike(const struct explain_view *x, const struct explain_input *i)
{
	unsigned needs = explain_field_find(i->field, i->symbol != NULL)->needs;

	return !x->all && (!i->portfolio || uuid_same(*i->portfolio, x->v.in.id)) &&
	       !(needs & (NEEDS_DAY | NEEDS_SLICE | NEEDS_CONTRIBUTION));
}

/* Where the figure is explained. */
static void render_where(void *pool, struct json *j, const struct explain_view *x,
			 const struct explain_input *i)
{
	bool joint = x->all && !i->portfolio;
	const char *id = uuid_text(pool, i->portfolio ? *i->portfolio : x->v.in.id);
	const char *path =
		joint ? "/v1/portfolio/plan" : pool_printf(pool, "/v1/portfolios/%s", id);

	if (!x->called)
		json_text(j, "href", pool_printf(pool, "%s/%s", path, explain_href(pool, x, i)));
	if (is_asked_alike(x, i))
		return;
	next_call_open(j, "ask", joint ? "wallet.plan.explain" : "wallet.portfolio.explain",
		       joint ? NULL : id, x->q.at ? &x->q.as_of : NULL);
	render_asked(j, x, i);
	next_call_close(j);
}

static void render_distribution(struct json *j, const struct distribution *p)
{
	json_text(j, "income_kind", income_kind_names[p->kind]);
	json_day_or_null(j, "record_date", p->record_known, p->record_day);
	json_day_or_null(j, "ex_date", p->ex_known, p->ex_day);
}

/* Members that only this kind of input has. */
static void render_kind(void *pool, struct json *j, const struct explain_view *x,
			const struct explain_input *i)
{
	switch (i->kind) {
	case INPUT_TRANSACTION:
		if (i->from.row->applied)
			json_null(j, "transaction_id");
		else
			json_uuid(j, "transaction_id", i->from.row->id);
		json_text(j, "operation", row_kind_names[i->from.row->kind]);
		json_text(j, "event_kind",
			  i->from.row->event ? event_kind_names[i->from.row->event] : NULL);
		break;
	case INPUT_INCOME:
		if (!i->from.income)
			break;
		json_uuid(j, "income_id", i->from.income->id);
		json_text(j, "income_kind", income_kind_names[i->from.income->kind]);
		break;
	case INPUT_DISTRIBUTION:
		render_distribution(j, i->from.distribution);
		break;
	case INPUT_EVENT:
		json_text(j, "event_kind", event_kind_names[i->from.event->kind]);
		break;
	case INPUT_SUCCESSION:
		json_text(j, "successor", i->from.succession->to);
		break;
	case INPUT_SPIN_OFF:
		json_text(j, "successor", i->from.spin_off->to);
		break;
	case INPUT_FIGURE:
		json_text(j, "field", i->field);
		month_or_null(j, "month", i->has_month, i->month);
		json_text(j, "item", i->item);
		/* A client's figure has no address: its members identify it. */
		if (!x->client)
			render_where(pool, j, x, i);
		break;
	case INPUT_QUOTE:
	case INPUT_STATED:
	case INPUT_EXCHANGE:
	case INPUT_RATE:
	case INPUT_DAYS:
	case INPUT_TERMS:
	case INPUT_REGISTER:
	case INPUT_DISCLOSED:
	case INPUT_RULE:
		break;
	}
}

static void render_input(void *pool, struct json *j, const struct explain_view *x,
			 const struct explain_input *i)
{
	const struct explain *e = &x->figure.steps;

	json_open(j, NULL);
	json_text(j, "id", pool_printf(pool, "i%u", i->number));
	json_text(j, "kind", explain_kind_names[i->kind]);
	json_text(j, "source", explain_source(i));
	if (i->symbol)
		json_text(j, "symbol", i->symbol);
	if (i->symbol &&
	    (i->kind == INPUT_FIGURE || i->kind == INPUT_QUOTE || i->kind == INPUT_STATED))
		json_text(j, "asset_type", asset_type_names[i->type]);
	if (i->of)
		json_text(j, "of", i->of);
	if (i->has_day)
		json_day(j, "date", i->day);
	if (i->has_until)
		json_day(j, "until", i->until);
	if (i->text)
		json_text(j, "text", i->text);
	render_kind(pool, j, x, i);
	json_open(j, "values");
	for (uint32_t n = i->first_node; n; n = e->nodes[n - 1].next)
		json_text(j, e->nodes[n - 1].member, explain_decimal(pool, &e->nodes[n - 1]));
	json_close(j);
	json_close(j);
}

/* ---- steps ---- */

struct explain_run *explain_runs(void *pool, const struct explain *e,
				 const struct explain_node *node, size_t *n)
{
	struct explain_run *out = pool_array(pool, struct explain_run, node->n);

	*n = 0;
	for (uint32_t k = 0; k < node->n;) {
		uint32_t at = node->first + k, run = 1;

		while (k + run < node->n &&
		       explain_follows(e, e->operands[at + run - 1], e->operands[at + run]))
			run++;
		if (run < 3)
			run = 1;
		out[(*n)++] = (struct explain_run){ at, at + run - 1, run };
		k += run;
	}
	return out;
}

/* A run is written as "i3.value..i90.value". */
static void render_operands(void *pool, struct json *j, const struct explain *e,
			    const struct explain_node *node)
{
	char first[OPERAND_TEXT_SIZE], last[OPERAND_TEXT_SIZE];
	size_t n;
	const struct explain_run *runs = explain_runs(pool, e, node, &n);

	json_array(j, "of");
	for (size_t i = 0; i < n; i++) {
		explain_operand(e, e->operands[runs[i].first], first);
		explain_operand(e, e->operands[runs[i].last], last);
		json_text(j, NULL,
			  runs[i].n == 1 ? first : pool_printf(pool, "%s..%s", first, last));
	}
	json_array_end(j);
}

void explain_step_render(void *pool, struct json *j, const struct explain *e,
			 const struct explain_node *node)
{
	json_open(j, NULL);
	json_text(j, "id", pool_printf(pool, "s%u", node->number));
	json_text(j, "op", explain_op_names[node->op]);
	render_operands(pool, j, e, node);
	if (node->round) {
		json_open(j, "round");
		json_int(j, "places", node->round_places);
		json_text(j, "mode", explain_round_names[node->round]);
		json_close(j);
	} else {
		json_null(j, "round");
	}
	json_text(j, "result", explain_decimal(pool, node));
	json_boolean(j, "exact", !node->real);
	json_text(j, "text", explain_text(pool, &node->note));
	json_close(j);
}

/* ---- the whole ---- */

size_t explain_page_end(const struct explain_query *q, size_t n)
{
	return q->from + q->asked->limit < n ? q->from + q->asked->limit : n;
}

static void render_meta(struct json *j, const char *name, const struct explain_view *x)
{
	json_open(j, name);
	json_text(j, "next_cursor", x->next_cursor);
	json_int(j, "steps", (int64_t)x->figure.steps.n_steps);
	json_int(j, "inputs", (int64_t)x->figure.steps.n_shown_inputs);
	json_day(j, "as_of", x->q.as_of);
	if (x->all)
		json_null(j, "ledger_version");
	else
		json_int(j, "ledger_version", x->v.in.ledger_version);
	json_close(j);
}

void explain_render(void *pool, struct json *j, const char *name, struct json *meta,
		    const struct explain_view *x)
{
	const struct explain_query *q = &x->q;
	const struct explain *e = &x->figure.steps;

	json_open(j, name);
	render_figure(pool, j, q, &x->ask, &x->figure);
	json_array(j, "inputs");
	for (size_t i = q->from; i < explain_page_end(q, e->n_shown_inputs); i++)
		render_input(pool, j, x, &e->inputs[e->shown_inputs[i]]);
	json_array_end(j);
	json_array(j, "steps");
	for (size_t i = q->from; i < explain_page_end(q, e->n_steps); i++)
		explain_step_render(pool, j, e, &e->nodes[e->steps[i] - 1]);
	json_array_end(j);
	render_meta(meta ? meta : j, meta ? NULL : "meta", x);
	json_close(j);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* explanation_steps.c: an explanation as tables: its inputs, and the steps that lead to the figure. */
#include "config.h"

#include "console/person/explanation_steps.h"

#include "console/person/figure_words.h"
#include "console/layout.h"
#include "portfolio/show/explain_load.h"
#include "core/number_text.h"

/* ---- wording ---- */

static const char *kind_said(enum explain_kind kind)
{
	static const char *const kinds[] = {
		[INPUT_TRANSACTION] = "Lançamento",
		[INPUT_INCOME] = "Provento lançado",
		[INPUT_DISTRIBUTION] = "Provento anunciado",
		[INPUT_EVENT] = "Evento corporativo",
		[INPUT_SUCCESSION] = "Sucessão",
		[INPUT_SPIN_OFF] = "Cisão",
		[INPUT_QUOTE] = "Cotação",
		[INPUT_STATED] = "Preço informado",
		[INPUT_EXCHANGE] = "Câmbio",
		[INPUT_RATE] = "Taxa",
		[INPUT_DAYS] = "Dias úteis",
		[INPUT_TERMS] = "Condições contratadas",
		[INPUT_REGISTER] = "Cadastro",
		[INPUT_DISCLOSED] = "Carteira do fundo",
		[INPUT_RULE] = "Regra",
		[INPUT_FIGURE] = "Outro número",
	};

	return kinds[kind];
}

static const char *op_said(enum explain_op op)
{
	static const char *const ops[] = {
		[OP_TAKE] = "vale",
		[OP_ADD] = "soma",
		[OP_SUBTRACT] = "menos",
		[OP_NEGATE] = "com o sinal trocado",
		[OP_MULTIPLY] = "vezes",
		[OP_DIVIDE] = "dividido por",
		[OP_PROPORTION] = "a × b ÷ c",
		[OP_ROUND] = "arredondado",
		[OP_MIN] = "o menor de",
		[OP_POWER] = "a ^ (b ÷ c)",
		[OP_COMPOUND] = "a × b, c vezes",
		[OP_APPORTION] = "parcela de 100",
		[OP_ROOT] = "taxa que zera o valor presente",
		[OP_COUNT] = "quantos são",
		[OP_DRAWDOWN] = "maior queda",
		[OP_DRAWDOWN_START] = "começo da maior queda",
		[OP_DRAWDOWN_TROUGH] = "fundo da maior queda",
		[OP_DRAWDOWN_RECOVERY] = "volta da maior queda",
	};

	return ops[op];
}

static const char *round_said(void *pool, const struct explain_node *node)
{
	if (node->round == ROUND_NONE)
		return NULL;
	return pool_printf(pool, "%s, %d casas",
			   node->round == ROUND_TRUNCATE ? "cortado" : "meio para longe do zero",
			   node->round_places);
}

/* ---- the figure ---- */

static void write_shown(struct html *h, const char *name, const struct explain_figure *f)
{
	switch (f->shown) {
	case SHOWN_MONEY:
		shown_money(h, name, f->known, (struct money){ f->v });
		break;
	case SHOWN_PRICE:
		shown_price(h, name, f->known, (struct price){ f->v });
		break;
	case SHOWN_QTY:
		shown_qty(h, name, (struct qty){ (int64_t)f->v });
		break;
	case SHOWN_PERCENT:
		shown_percent(h, name, f->known, (struct percent){ f->v });
		break;
	case SHOWN_SHARE:
		shown_decimal(h, name, f->v, f->places, 2);
		break;
	case SHOWN_RATE:
		shown_rate(h, name, f->known, f->r);
		break;
	case SHOWN_RETURN:
		shown_points(h, name, f->known, f->r);
		break;
	case SHOWN_REAL:
		shown_real(h, name, f->r, 9);
		break;
	case SHOWN_AMOUNT:
		shown_real(h, name, f->r, 2);
		break;
	case SHOWN_INT:
		shown_decimal(h, name, f->v, 0, 0);
		break;
	case SHOWN_DAY:
		html_text(h, date_text(h->ctx->pool, (struct day){ (int)f->v }));
		break;
	}
}

/* A floating number has rounding noise after its twelfth digit: shows no more. */
#define REAL_DIGITS 12

static const char *node_said(void *pool, const struct explain_node *n)
{
	const char *exact = explain_decimal(pool, n);
	int digits = 0;
	char *out, *point, *end;

	if (!n->real)
		return exact;
	out = pool_strdup(pool, exact);
	point = strchr(out, '.');
	for (const char *p = out; *p && p != point; p++)
		digits += *p >= '0' && *p <= '9' && (digits || *p != '0');
	digits = digits < REAL_DIGITS ? REAL_DIGITS - digits : 0;
	out = pool_printf(pool, "%.*Lf", digits, n->r);
	point = strchr(out, '.');
	if (!point)
		return out;
	for (end = out + strlen(out); end[-1] == '0'; end--)
		end[-1] = '\0';
	if (end[-1] == '.')
		end[-1] = '\0';
	return str_eq(out, "-0") ? "0" : out;
}

static void write_exact(struct html *h, const char *name, const struct explain_node *n)
{
	const char *exact = explain_decimal(h->ctx->pool, n);

	if (n->is_day)
		shown_text(h, name, exact);
	else
		shown_exact_short(h, name, exact, node_said(h->ctx->pool, n));
}

void steps_figure(struct html *h, const char *name, const struct explain_figure *f)
{
	shown_list(h);
	shown_term(h, figure_said(name));
	if (f->known)
		write_shown(h, name, f);
	else
		shown_text(h, name, NULL);
	shown_term_end(h);
	if (f->known) {
		shown_term(h, "Exato");
		write_exact(h, "exact", explain_node(&f->steps, f->term));
		shown_term_end(h);
	}
	shown_list_end(h);
	if (!f->known)
		html_p(h, "%s", shown_sentence(h->ctx->pool, f->reason));
}

/* ---- inputs ---- */

static void write_values(struct html *h, const struct explain *e, const struct explain_input *i)
{
	html_cell_open(h, "n");
	for (uint32_t n = i->first_node; n; n = e->nodes[n - 1].next) {
		html_open(h, "div");
		html_text(h, pool_printf(h->ctx->pool, "%s ",
					 figure_member_said(e->nodes[n - 1].member)));
		write_exact(h, "input", &e->nodes[n - 1]);
		html_close(h, "div");
	}
	html_close(h, "td");
}

static const char *days_said(void *pool, const struct explain_input *i)
{
	if (!i->has_day)
		return i->has_month ? month_text(pool, i->month) : NULL;
	return i->has_until ? pool_printf(pool, "%s a %s", date_text(pool, i->day),
					  date_text(pool, i->until))
			    : date_text(pool, i->day);
}

/* What is no contract says itself what it is: a payment, what waits for the minimum of a DARF. */
static bool is_named(const struct explain_input *i)
{
	return i->kind == INPUT_TERMS && i->text;
}

static void write_what(struct html *h, const struct steps_shown *s, const struct explain_input *i)
{
	const char *label = i->kind == INPUT_FIGURE ? figure_said(i->field)
			    : is_named(i)	    ? i->text
						    : kind_said(i->kind);
	const char *href = i->kind == INPUT_FIGURE ? s->href(h, s->of, i) : NULL;
	const char *const of[] = { i->symbol, i->of ? figure_member_said(i->of) : NULL,
				   i->item ? figure_item_said(i->field, i->item) : NULL };
	const char *sign = ": ";

	for (size_t k = 0; k < ARRAY_SIZE(of); k++) {
		if (!of[k])
			continue;
		label = pool_printf(h->ctx->pool, "%s%s%s", label, sign, of[k]);
		sign = ", ";
	}
	shown_name_cell(h, label, href);
}

static void write_input(struct html *h, const struct steps_shown *s, const struct explain_input *i)
{
	void *pool = h->ctx->pool;
	const char *source = s->source ? s->source(i) : NULL;

	html_row(h);
	html_cell(h, pool_printf(pool, "%u", i->number));
	write_what(h, s, i);
	html_cell(h, days_said(pool, i));
	html_cell(h, is_named(i)	 ? source
		     : i->text && source ? pool_printf(pool, "%s (%s)", i->text, source)
		     : i->text		 ? i->text
					 : source);
	write_values(h, s->e, i);
	html_row_end(h);
}

static void write_inputs(struct html *h, const struct steps_shown *s)
{
	if (s->inputs >= s->inputs_end)
		return;
	layout_table(h, "Em que se apoia", 4,
		     HEADINGS("Dado", "O que é", "Quando", "De onde", "Valores"));
	for (size_t i = s->inputs; i < s->inputs_end; i++)
		write_input(h, s, &s->e->inputs[s->e->shown_inputs[i]]);
	html_table_end(h);
}

/* ---- the steps ---- */

/* "quantidade do dado 1" for an input, "passo 2" for a step, "quantidade dos dados 1 a 41" for many. */
static void run_said(struct buf *b, const struct explain *e, const struct explain_run *run)
{
	const struct explain_node *n = &e->nodes[e->operands[run->first] - 1],
				  *last = &e->nodes[e->operands[run->last] - 1];

	if (n->is_step)
		buf_printf(b, "passo %u", n->number);
	else if (run->n > 1)
		buf_printf(b, "%s dos dados %u a %u", figure_member_said(n->member),
			   e->inputs[n->input].number, e->inputs[last->input].number);
	else
		buf_printf(b, "%s do dado %u", figure_member_said(n->member),
			   e->inputs[n->input].number);
}

static const char *operands_said(void *pool, const struct explain *e,
				 const struct explain_node *node)
{
	struct buf b;
	size_t n;
	const struct explain_run *runs = explain_runs(pool, e, node, &n);

	buf_init(&b, pool, 128);
	for (size_t i = 0; i < n; i++) {
		buf_str(&b, i ? ", " : "");
		run_said(&b, e, &runs[i]);
	}
	return buf_text(&b);
}

#define FACTORS_MAX 4

/* "100 × 38,5 = 3.850" for a sum or product of a few operands; NULL for another step. */
static const char *sum_said(void *pool, const struct explain *e, const struct explain_node *node)
{
	static const char *const signs[] = {
		[OP_ADD] = "+", [OP_SUBTRACT] = "−", [OP_MULTIPLY] = "×", [OP_DIVIDE] = "÷"
	};
	const char *sign = (size_t)node->op < ARRAY_SIZE(signs) ? signs[node->op] : NULL;
	struct buf b;

	if (!sign || node->n < 2 || node->n > FACTORS_MAX)
		return NULL;
	buf_init(&b, pool, 128);
	for (uint32_t i = 0; i < node->n; i++) {
		const struct explain_node *of = &e->nodes[e->operands[node->first + i] - 1];

		if (of->is_day)
			return NULL;
		if (i)
			buf_printf(&b, " %s ", sign);
		buf_str(&b, typeset_number(pool, node_said(pool, of)));
	}
	buf_printf(&b, " = %s", typeset_number(pool, node_said(pool, node)));
	return buf_text(&b);
}

static void write_step(struct html *h, const struct explain *e, const struct explain_node *node)
{
	void *pool = h->ctx->pool;
	const char *sum = sum_said(pool, e, node);

	html_row(h);
	html_cell(h, pool_printf(pool, "%u", node->number));
	html_cell(h, explain_text(pool, &node->note));
	html_cell_open(h, NULL);
	html_text(h, pool_printf(pool, "%s: %s", op_said(node->op), operands_said(pool, e, node)));
	if (sum)
		html_element(h, "div", sum);
	html_close(h, "td");
	html_cell(h, round_said(pool, node));
	shown_cell(h);
	write_exact(h, "step", node); /* no gain: its sign has no colour */
	shown_cell_end(h);
	html_row_end(h);
}

static void write_steps(struct html *h, const struct steps_shown *s)
{
	if (s->steps >= s->steps_end)
		return;
	layout_table(h, "Passo a passo", 4,
		     HEADINGS("Passo", "O que se faz", "Conta", "Arredondamento", "Resultado"));
	for (size_t i = s->steps; i < s->steps_end; i++)
		write_step(h, s->e, &s->e->nodes[s->e->steps[i] - 1]);
	html_table_end(h);
}

const char *steps_counted(void *pool, const struct explain *e)
{
	return pool_printf(pool, "%zu %s, a partir de %zu %s", e->n_steps,
			   e->n_steps == 1 ? "passo" : "passos", e->n_shown_inputs,
			   e->n_shown_inputs == 1 ? "dado" : "dados");
}

void steps_write(struct html *h, const struct steps_shown *s)
{
	write_inputs(h, s);
	write_steps(h, s);
}

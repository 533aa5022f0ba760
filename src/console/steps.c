/* SPDX-License-Identifier: Apache-2.0 */
/* steps.c: an explanation as tables: what it rests on, and the steps that lead to the figure. */
#include "config.h"

#include "console/steps.h"

#include "console/figure_words.h"
#include "console/layout.h"
#include "wallet/show/explain.h"

/* ---- in words ---- */

static const char *kind_said(enum explain_kind kind)
{
	static const char *const kinds[] = {
		[INPUT_TRANSACTION] = "Lançamento",
		[INPUT_INCOME] = "Provento lançado",
		[INPUT_DISTRIBUTION] = "Provento anunciado",
		[INPUT_EVENT] = "Evento corporativo",
		[INPUT_SUCCESSION] = "Sucessão",
		[INPUT_QUOTE] = "Cotação",
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
		html_text(h, shown_day(h->ctx->pool, (struct day){ (int)f->v }));
		break;
	}
}

static void write_exact(struct html *h, const char *name, const struct explain_node *n)
{
	const char *exact = explain_decimal(h->ctx->pool, n);

	if (n->is_day)
		shown_text(h, name, exact);
	else
		shown_exact(h, name, exact);
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
		html_p(h, "%s", f->reason);
}

/* ---- what it rests on ---- */

static void write_values(struct html *h, const struct explain *e, const struct explain_input *i)
{
	html_open(h, "td");
	html_attr(h, "class", "n");
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
		return i->has_month ? shown_month(pool, i->month) : NULL;
	return i->has_until ? pool_printf(pool, "%s a %s", shown_day(pool, i->day),
					  shown_day(pool, i->until))
			    : shown_day(pool, i->day);
}

static void write_what(struct html *h, const struct steps_shown *s, const struct explain_input *i)
{
	const char *label = i->kind == INPUT_FIGURE ? figure_said(i->field) : kind_said(i->kind);
	const char *href = i->kind == INPUT_FIGURE ? s->href(h, s->of, i) : NULL;
	const char *of = i->symbol ? i->symbol : i->of;

	shown_name_cell(h, of ? pool_printf(h->ctx->pool, "%s: %s", label, of) : label, href);
}

static void write_input(struct html *h, const struct steps_shown *s, const struct explain_input *i)
{
	void *pool = h->ctx->pool;
	const char *source = s->source ? s->source(i) : NULL;

	html_row(h);
	html_cell(h, pool_printf(pool, "i%u", i->number));
	write_what(h, s, i);
	html_cell(h, days_said(pool, i));
	html_cell(h, i->text && source ? pool_printf(pool, "%s (%s)", i->text, source)
		     : i->text	       ? i->text
				       : source);
	write_values(h, s->e, i);
	html_row_end(h);
}

static void write_inputs(struct html *h, const struct steps_shown *s)
{
	static const char *const headings[] = { "Nome", "O que é", "Quando", "De onde", "Valores" };

	if (s->inputs >= s->inputs_end)
		return;
	layout_table(h, "Em que se apoia", headings, ARRAY_SIZE(headings), 4);
	for (size_t i = s->inputs; i < s->inputs_end; i++)
		write_input(h, s, &s->e->inputs[s->e->shown_inputs[i]]);
	html_table_end(h);
}

/* ---- the steps ---- */

/* "i1.quantity" of an input, "s2" of a step. */
static void operand_said(struct buf *b, const char *before, const char *of)
{
	const char *member = strchr(of, '.');

	if (member)
		buf_printf(b, "%s%s de %.*s", before, figure_member_said(member + 1),
			   (int)(member - of), of);
	else
		buf_printf(b, "%s%s", before, of);
}

static const char *operands_said(void *pool, const struct explain *e,
				 const struct explain_node *node)
{
	struct buf b;
	size_t n;
	const char **of = explain_operands(pool, e, node, &n);

	buf_init(&b, pool, 128);
	for (size_t i = 0; i < n; i++)
		operand_said(&b, i ? ", " : "", of[i]);
	return buf_text(&b);
}

static void write_step(struct html *h, const struct explain *e, const struct explain_node *node)
{
	void *pool = h->ctx->pool;

	html_row(h);
	html_cell(h, pool_printf(pool, "s%u", node->number));
	html_cell(h, explain_text(pool, &node->note));
	html_cell(h, pool_printf(pool, "%s: %s", op_said(node->op), operands_said(pool, e, node)));
	html_cell(h, round_said(pool, node));
	shown_cell(h);
	write_exact(h, "result", node);
	shown_cell_end(h);
	html_row_end(h);
}

static void write_steps(struct html *h, const struct steps_shown *s)
{
	static const char *const headings[] = { "Passo", "O que se faz", "Conta", "Arredondamento",
						"Resultado" };

	if (s->steps >= s->steps_end)
		return;
	layout_table(h, "Passo a passo", headings, ARRAY_SIZE(headings), 4);
	for (size_t i = s->steps; i < s->steps_end; i++)
		write_step(h, s->e, &s->e->nodes[s->e->steps[i] - 1]);
	html_table_end(h);
}

void steps_write(struct html *h, const struct steps_shown *s)
{
	write_inputs(h, s);
	write_steps(h, s);
}

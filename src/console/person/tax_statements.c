/* SPDX-License-Identifier: Apache-2.0 */
/* tax_statements.c: the lists of the tax inputs: payments, losses brought, withholdings. */
#include "config.h"

#include "console/person/tax_statements.h"

#include "operations/ask.h"
#include "console/person/tax_pages.h"
#include "core/json_write.h"
#include "core/number_text.h"
#include "http/json_read.h"

static const struct html_option codes[] = { { "6015", "6015: bolsa, FII e Fiagro" },
					    { "4600", "4600: criptoativos" },
					    { "8523", "8523: exterior, até 2023" },
					    { "0211", "0211: exterior, com a declaração" } };
static const struct html_option baskets[] = { { "common", "Operações comuns" },
					      { "day_trade", "Day trade" },
					      { "fii", "FII e Fiagro" } };
#define CHOICES(list) .kind = MEMBER_WORD, .options = (list), .n_options = ARRAY_SIZE(list)
#define MONTH_HINT "Como 10/2026."
#define MONEY_HINT "Como 1234,56."

/* The lists of the document. */
const struct tax_statement tax_statements[] = {
	{ "paid",
	  "Pagamentos",
	  "Informar um pagamento",
	  NULL,
	  { { "code", "Código da receita", CHOICES(codes) },
	    { "period", "Mês apurado",
	      "Como 10/2026. Do exterior, pago com a declaração, dezembro do ano dela: 12/2025.",
	      .kind = MEMBER_MONTH },
	    { "amount", "Valor pago, sem multa e juros", .hint = MONEY_HINT },
	    { "paid_on", "Pago em", .kind = MEMBER_DAY } } },
	{ "carry",
	  "Prejuízos que restavam",
	  "Informar prejuízos de antes",
	  "month",
	  { { "month", "Ao fim de que mês", "Como 12/2025. Vale daí em diante.",
	      .kind = MEMBER_MONTH },
	    { "common", "Operações comuns", "Como 1234,56; 0 se não restava. Vazio: como apurado.",
	      .optional = true },
	    { "day_trade", "Day trade", NULL, .optional = true },
	    { "fii", "FII e Fiagro", NULL, .optional = true } } },
	{ "withheld",
	  "Imposto retido na fonte",
	  "Informar um valor retido",
	  NULL,
	  { { "month", "Mês", MONTH_HINT, .kind = MEMBER_MONTH },
	    { "basket", "Sobre que operações", CHOICES(baskets) },
	    { "amount", "Valor retido", .hint = "Da nota de corretagem, como 1,23." } } },
	{ "exterior_loss",
	  "Prejuízo de aplicações no exterior",
	  "Informar um prejuízo no exterior",
	  "year",
	  { { "year", "Ao fim de que ano", "De 2024 em diante.", .kind = MEMBER_YEAR },
	    { "amount", "Prejuízo", .hint = MONEY_HINT } } },
	{ .name = NULL },
};

const struct tax_statement *tax_statement_of(const char *name)
{
	for (const struct tax_statement *s = tax_statements; name && s->name; s++)
		if (str_eq(s->name, name))
			return s;
	return NULL;
}

/* ---- values ---- */

struct money tax_member_money(const char *stored)
{
	wide v = 0;

	if (dec_parse(slice_of(stored), MONEY_PLACES, MONEY_MAX_E8, &v) != DEC_OK)
		v = 0;
	return (struct money){ v };
}

/* A stored value as it is typed: "12/2025", "1234,56". */
const char *tax_member_typed(void *pool, const struct tax_member *m, const char *stored)
{
	if (m->kind == MEMBER_MONTH && strlen(stored) == 7)
		return pool_printf(pool, "%s/%.4s", stored + 5, stored);
	return m->kind == MEMBER_MONEY ? comma_text(pool, stored) : stored;
}

/* The same as a person reads it. */
const char *tax_member_said(void *pool, const struct tax_member *m, const char *stored)
{
	if (m->kind == MEMBER_DAY)
		return shown_date(pool, stored);
	if (m->kind == MEMBER_MONEY)
		return shown_brl(pool, tax_member_money(stored));
	for (size_t i = 0; i < m->n_options; i++)
		if (str_eq(m->options[i].value, stored))
			return m->options[i].label;
	return tax_member_typed(pool, m, stored);
}

/* Its key and its choices need no label. */
const char *tax_entry_said(void *pool, const struct tax_statement *s, struct json_object *one)
{
	const char *said = NULL;

	for (size_t i = 0; i < TAX_MEMBERS && s->members[i].name; i++) {
		const struct tax_member *m = &s->members[i];
		const char *value = ask_text(one, m->name);
		bool key = m->options || (s->key && str_eq(s->key, m->name));

		if (value)
			said = pool_printf(pool, "%s%s%s%s%s", said ? said : "", said ? "; " : "",
					   key ? "" : m->label, key ? "" : " ",
					   tax_member_said(pool, m, value));
	}
	return said;
}

const char *tax_paid_late(const char *code, struct month period, struct day paid_on)
{
	struct day due = str_eq(code, TAX_RETURN_CODE) ? tax_declared_by(month_year(period))
						       : tax_due_day(period);

	return day_before(due, paid_on)
		       ? " Foi depois do vencimento: a multa e os juros iam junto, e não entram aqui."
		       : "";
}

/* "10/2026" or "2026-10" as the interface takes it; NULL: neither. */
static const char *month_of_text(void *pool, const char *typed)
{
	size_t n = strlen(typed), digits = strspn(typed, "0123456789");
	const char *month = typed;
	struct day first;

	if (typed[digits] == '/' && digits >= 1 && digits <= 2 && n == digits + 5)
		month = pool_printf(pool, "%s-%s%.*s", typed + digits + 1, digits == 1 ? "0" : "",
				    (int)digits, typed);
	if (strlen(month) != 7 || !day_parse(slice_of(pool_printf(pool, "%s-01", month)), &first))
		return NULL;
	return month;
}

static void put_member(struct ctx *ctx, struct json *j, struct body *form,
		       const struct tax_member *m, const char *typed)
{
	const char *month;
	struct day day;

	switch (m->kind) {
	case MEMBER_MONEY:
		json_text(j, m->name, entry_money(ctx->pool, typed));
		break;
	case MEMBER_MONTH:
		month = month_of_text(ctx->pool, typed);
		if (!month)
			body_error(form, m->name, "month", "mês e ano, como 10/2026", typed);
		json_text(j, m->name, month ? month : typed);
		break;
	case MEMBER_DAY:
		if (day_parse(slice_of(typed), &day) && day_before(ctx->today, day))
			body_error(form, m->name, "maximum", "um dia até hoje",
				   date_text(ctx->pool, day));
		json_text(j, m->name, typed);
		break;
	case MEMBER_YEAR:
		if (*typed && strlen(typed) <= 4 && !typed[strspn(typed, "0123456789")])
			json_int(j, m->name, strtol(typed, NULL, 10));
		else
			json_text(j, m->name, typed);
		break;
	case MEMBER_WORD:
		json_text(j, m->name, typed);
		break;
	}
}

static struct json_object *entry_in(struct ctx *ctx, struct body *form,
				    const struct tax_statement *s, const char *prefix,
				    const char *month)
{
	struct json *j = json_new(ctx->pool, 256);
	const char *first = NULL;
	bool any = false;

	json_open(j, NULL);
	if (month)
		json_text(j, "month", month);
	for (size_t i = 0; i < TAX_MEMBERS && s->members[i].name; i++) {
		struct tax_member m = s->members[i];
		const char *name = pool_printf(ctx->pool, "%s%s", prefix, m.name);
		struct json_object *value;

		if (month && m.kind == MEMBER_MONTH)
			continue;
		value = body_json(form, name, OPTIONAL);
		if (m.optional && !first)
			first = name;
		any |= m.optional && value;
		if (value)
			put_member(ctx, j, form, &m, body_shown(value));
		else if (!m.optional)
			body_error(form, name, "required", "texto", NULL);
	}
	if (first && !any)
		body_error(form, first, "required", "ao menos um valor; 0 se nada restava", NULL);
	json_close(j);
	return ask_parsed(ctx->pool, json_written(j));
}

struct json_object *tax_statement_in(struct ctx *ctx, struct body *form,
				     const struct tax_statement *s)
{
	return entry_in(ctx, form, s, "", NULL);
}

struct json_object *tax_statement_of_month(struct ctx *ctx, struct body *form,
					   const struct tax_statement *s, struct month month,
					   const char *prefix)
{
	return entry_in(ctx, form, s, prefix, month_iso(ctx->pool, month));
}

/* ---- the form ---- */

void tax_statement_open(struct html *h, const char *about, const char *was, const char *back)
{
	tax_form(h, "/tax/input", about, back);
	html_hidden(h, "was", was);
}

static void write_field(struct html *h, const struct tax_member *m, const struct entry *e,
			const char *name)
{
	entry_field(h->ctx, h, e,
		    (struct html_field){ .name = name,
					 .label = m->label,
					 .type = m->options		 ? "select"
						 : m->kind == MEMBER_DAY ? "date"
									 : "text",
					 .hint = m->hint,
					 .autocomplete = "off",
					 .inputmode = m->kind == MEMBER_MONEY ? "decimal" : NULL,
					 .options = m->options,
					 .n_options = m->n_options,
					 .max_length = m->options || m->kind == MEMBER_DAY ? 0 : 24,
					 .optional = m->optional });
}

void tax_statement_fields(struct html *h, const struct tax_statement *s, const struct entry *e)
{
	for (size_t i = 0; i < TAX_MEMBERS && s->members[i].name; i++)
		write_field(h, &s->members[i], e, s->members[i].name);
}

void tax_statement_amounts(struct html *h, const struct tax_statement *s, const struct entry *e,
			   const char *prefix)
{
	for (size_t i = 0; i < TAX_MEMBERS && s->members[i].name; i++)
		if (s->members[i].kind == MEMBER_MONEY)
			write_field(h, &s->members[i], e,
				    pool_printf(h->ctx->pool, "%s%s", prefix, s->members[i].name));
}

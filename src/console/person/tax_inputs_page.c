/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_inputs_page.c: what a person stated for the tax: payments, losses of before, withholdings, and facts of assets.
 *
 * GET /tax/inputs, GET /portfolios/{id}/tax/inputs; GET, POST /tax/input
 *
 * The stated document is replaced as a whole (PUT /v1/portfolio/tax/inputs): a form reads it, changes one entry and
 * writes it over the version that it read.  An entry is known by its content, since it has no id.
 */
#include "config.h"

#include "console/form/entry.h"
#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/person/tax_pages.h"
#include "core/encode.h"
#include "core/json_write.h"
#include "core/number_text.h"
#include "http/json_read.h"
#include "identity/pages/site.h"
#include "identity/session.h"
#include "portfolio/functions/portfolio_operations.h"

enum member_kind { MEMBER_MONEY, MEMBER_MONTH, MEMBER_DAY, MEMBER_YEAR, MEMBER_WORD };

static const struct html_option codes[] = { { "6015", "6015: bolsa, FII e Fiagro" },
					    { "4600", "4600: criptoativos" },
					    { "8523", "8523: exterior, até 2023" } };
static const struct html_option baskets[] = { { "common", "Operações comuns" },
					      { "day_trade", "Day trade" },
					      { "fii", "FII e Fiagro" } };
static const struct html_option policies[] = { { "informed", "Só o que eu informar" },
					       { "estimated", "Estimar onde eu não informar" } };

struct member {
	const char *name, *label, *hint;
	enum member_kind kind;
	bool optional;
	const struct html_option *options; /* of a word */
	size_t n_options;
};

#define CHOICES(list) .kind = MEMBER_WORD, .options = (list), .n_options = ARRAY_SIZE(list)
#define MONTH_HINT "Como 10/2026."
#define MONEY_HINT "Como 1234,56."

#define MEMBERS 4

/* The lists of the document. */
static const struct statement {
	const char *name;
	const char *title, *add; /* of its list, and of the link to one more */
	bool by_month;		 /* one entry a month: a new one replaces it */
	struct member members[MEMBERS];
} statements[] = {
	{ "paid",
	  "Pagamentos",
	  "Informar um pagamento",
	  false,
	  { { "code", "Código da receita", CHOICES(codes) },
	    { "period", "Mês apurado", MONTH_HINT, .kind = MEMBER_MONTH },
	    { "amount", "Valor pago, sem multa e juros", .hint = MONEY_HINT },
	    { "paid_on", "Pago em", .kind = MEMBER_DAY } } },
	{ "carry",
	  "Prejuízos que restavam",
	  "Informar prejuízos de antes",
	  true,
	  { { "month", "Ao fim de que mês", "Como 12/2025. Vale daí em diante.",
	      .kind = MEMBER_MONTH },
	    { "common", "Operações comuns", "Como 1234,56; 0 se não restava. Vazio: como apurado.",
	      .optional = true },
	    { "day_trade", "Day trade", NULL, .optional = true },
	    { "fii", "FII e Fiagro", NULL, .optional = true } } },
	{ "withheld",
	  "Imposto retido na fonte",
	  "Informar um valor retido",
	  false,
	  { { "month", "Mês", MONTH_HINT, .kind = MEMBER_MONTH },
	    { "basket", "Sobre que operações", CHOICES(baskets) },
	    { "amount", "Valor retido", .hint = "Da nota de corretagem, como 1,23." } } },
	{ "exterior_loss",
	  "Prejuízo de aplicações no exterior",
	  "Informar um prejuízo no exterior",
	  false,
	  { { "year", "Ao fim de que ano", "De 2024 em diante.", .kind = MEMBER_YEAR },
	    { "amount", "Prejuízo", .hint = MONEY_HINT } } },
};

#define POLICY "withheld_policy" /* this member and exclude are one form */

static const struct statement *statement_of(const char *name)
{
	for (size_t i = 0; name && i < ARRAY_SIZE(statements); i++)
		if (str_eq(statements[i].name, name))
			return &statements[i];
	return NULL;
}

static struct json_object *parsed(void *pool, const char *text)
{
	const char *reason;
	size_t offset;

	return text ? json_parse(pool, slice_of(text), &offset, &reason) : NULL;
}

static const char *json_of(void *pool, struct json_object *o)
{
	return pool_strdup(pool,
			   json_object_to_json_string_ext(
				   o, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE));
}

/* ---- values ---- */

/* A stored value as it is typed: "12/2025", "1234,56". */
static const char *typed_of(void *pool, const struct member *m, const char *stored)
{
	if (m->kind == MEMBER_MONTH && strlen(stored) == 7)
		return pool_printf(pool, "%s/%.4s", stored + 5, stored);
	return m->kind == MEMBER_MONEY ? comma_text(pool, stored) : stored;
}

/* The same as a person reads it. */
static const char *said_of(void *pool, const struct member *m, const char *stored)
{
	if (m->kind == MEMBER_DAY)
		return shown_date(pool, stored);
	if (m->kind == MEMBER_MONEY)
		return typeset_brl(pool, stored);
	for (size_t i = 0; i < m->n_options; i++)
		if (str_eq(m->options[i].value, stored))
			return m->options[i].label;
	return typed_of(pool, m, stored);
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

static void put_member(struct ctx *ctx, struct json *j, struct body *form, const struct member *m,
		       const char *typed)
{
	const char *month;
	struct day day;

	switch (m->kind) {
	case MEMBER_MONEY:
		json_text(j, m->name, entry_decimal(ctx->pool, typed));
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

/* The entry of a form; takes its fields. */
static struct json_object *entry_in(struct ctx *ctx, struct body *form, const struct statement *s)
{
	struct json j;
	struct buf b;

	buf_init(&b, ctx->pool, 256);
	json_init(&j, &b);
	json_open(&j, NULL);
	for (size_t i = 0; i < MEMBERS && s->members[i].name; i++) {
		const struct member *m = &s->members[i];
		struct json_object *value = body_json(form, m->name, OPTIONAL);

		if (value)
			put_member(ctx, &j, form, m, body_shown(value));
		else if (!m->optional)
			body_error(form, m->name, "required", "texto", NULL);
	}
	json_close(&j);
	return parsed(ctx->pool, buf_text(&b));
}

/* ---- forms ---- */

static void open_form(struct html *h, const char *about, const char *was, const char *back)
{
	html_form(h, "/tax/input", csrf_token(h->ctx));
	site_once(h);
	html_hidden(h, "about", about);
	html_hidden(h, "was", was);
	html_hidden(h, "back", back);
}

static void write_members(struct html *h, const struct statement *s, const struct entry *e)
{
	for (size_t i = 0; i < MEMBERS && s->members[i].name; i++) {
		const struct member *m = &s->members[i];

		entry_field(h->ctx, h, e,
			    (struct html_field){
				    .name = m->name,
				    .label = m->label,
				    .type = m->options		    ? "select"
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
}

void tax_carry_write(struct html *h, struct month month, const char *back)
{
	struct json_object *values =
		parsed(h->ctx->pool, pool_printf(h->ctx->pool, "{\"month\":\"%s\"}",
						 month_text(h->ctx->pool, month)));

	open_form(h, "carry", NULL, back);
	write_members(h, statement_of("carry"), &(struct entry){ .values = values });
	html_button(h, "Guardar");
	html_form_end(h);
}

void tax_paid_write(struct html *h, const struct tax_darf *d, struct money left, const char *back)
{
	const struct statement *s = statement_of("paid");
	void *pool = h->ctx->pool;
	char day[DAY_TEXT_SIZE];

	open_form(h, s->name, NULL, back);
	html_hidden(h, "code", d->code);
	html_hidden(h, "period", month_text(pool, d->period));
	day_format(h->ctx->today, day);
	html_field(h, &(struct html_field){
			      .name = "amount",
			      .label = s->members[2].label,
			      .type = "text",
			      .value = d->amount.known
					       ? decimal_text(pool, left.e8, MONEY_PLACES, 2, false)
					       : NULL,
			      .autocomplete = "off",
			      .inputmode = "decimal",
			      .max_length = 24 });
	html_field(h, &(struct html_field){ .name = "paid_on",
					    .label = s->members[3].label,
					    .type = "date",
					    .value = day,
					    .autocomplete = "off" });
	html_button(h, "Já paguei");
	html_form_end(h);
}

static bool is_excluded(struct json_object *exclude, const char *id)
{
	for (size_t i = 0; i < ask_items(exclude); i++)
		if (str_eq(body_shown(json_object_array_get_idx(exclude, i)), id))
			return true;
	return false;
}

static struct json_object *document(struct ctx *ctx)
{
	return ask_run(ctx, &(struct ask){ .run = tax_inputs_get });
}

static void write_policy(struct html *h, struct json_object *stated, struct json_object *list,
			 const char *back)
{
	open_form(h, POLICY, NULL, back);
	html_field(h, &(struct html_field){ .name = POLICY,
					    .label = "O que a corretora reteve",
					    .type = "select",
					    .value = ask_text(stated, POLICY),
					    .hint = "A estimativa segue as alíquotas da lei.",
					    .options = policies,
					    .n_options = ARRAY_SIZE(policies) });
	if (ask_items(list) > 1) {
		html_group(h, "Carteiras fora desta apuração");
		for (size_t i = 0; i < ask_items(list); i++) {
			struct json_object *p = json_object_array_get_idx(list, i);
			const char *id = ask_text(p, "id");

			html_choice(h, &(struct html_choice){
					       .name = pool_printf(h->ctx->pool, "out%zu", i),
					       .value = id,
					       .label = ask_text(p, "name"),
					       .chosen = is_excluded(ask_member(stated, "exclude"),
								     id) });
		}
		html_group_end(h);
	}
	html_button(h, "Guardar");
	html_form_end(h);
}

static void draw(struct ctx *ctx, struct html *h, const struct entry *e)
{
	const struct statement *s = statement_of(ask_text(e->values, "about"));
	const char *was = ask_text(e->values, "was");
	const char *back = site_local(ask_text(e->values, "back"), "/tax/inputs");

	(void)ctx; /* the page has it */
	if (s) {
		html_element(h, "h2", s->title);
		open_form(h, s->name, was, back);
		write_members(h, s, e);
		html_button(h, "Guardar");
		if (was)
			html_button_of(h, "forget", "on", "Apagar");
		html_form_end(h);
	}
	html_open(h, "p");
	html_link(h, back, "Voltar");
	html_close(h, "p");
}

const struct entry_form tax_input_form = {
	.title = "O que informei ao imposto",
	.draw = draw,
	.conflict =
		"Nada foi gravado: o que você informou mudou em outra página. Confira e envie de novo.",
};

/* ---- one entry ---- */

static NORETURN void no_form(struct ctx *ctx)
{
	fail(ctx, 404, "route_not_found", "Nenhuma página daqui envia este pedido.");
}

/* Each member that @was has, as it is typed. */
static const char *values_of(struct ctx *ctx, const struct statement *s, const char *was,
			     const char *back)
{
	struct json_object *entry = parsed(ctx->pool, was);
	struct json j;
	struct buf b;

	buf_init(&b, ctx->pool, 256);
	json_init(&j, &b);
	json_open(&j, NULL);
	json_text(&j, "about", s->name);
	if (was)
		json_text(&j, "was", was);
	if (back)
		json_text(&j, "back", back);
	for (size_t i = 0; entry && i < MEMBERS && s->members[i].name; i++)
		if (ask_text(entry, s->members[i].name))
			json_text(&j, s->members[i].name,
				  typed_of(ctx->pool, &s->members[i],
					   ask_text(entry, s->members[i].name)));
	json_close(&j);
	return buf_text(&b);
}

void tax_input_page(struct ctx *ctx)
{
	const char *about = query_text(ctx, "about"), *was = query_field(ctx, "was");
	const char *back = query_field(ctx, "back");
	const struct statement *s = statement_of(about);

	layout_person(ctx);
	if (!s)
		no_form(ctx);
	entry_page(ctx, 200, &tax_input_form,
		   &(struct entry){ .values = parsed(ctx->pool, values_of(ctx, s, was, back)) });
}

static bool same_value(const struct member *m, const char *a, const char *b)
{
	wide x, y;

	if (!a || !b)
		return a == b;
	if (m->kind == MEMBER_MONEY && dec_parse(slice_of(a), 2, (wide)1 << 100, &x) == DEC_OK &&
	    dec_parse(slice_of(b), 2, (wide)1 << 100, &y) == DEC_OK)
		return x == y;
	return str_eq(a, b);
}

static bool same_entry(const struct statement *s, struct json_object *a, struct json_object *b)
{
	for (size_t i = 0; i < MEMBERS && s->members[i].name; i++) {
		const struct member *m = &s->members[i];

		if (!same_value(m, ask_text(a, m->name), ask_text(b, m->name)))
			return false;
	}
	return true;
}

static bool same_month(const struct statement *s, struct json_object *a, struct json_object *b)
{
	const char *of_a = ask_text(a, "month"), *of_b = ask_text(b, "month");

	return s->by_month && of_a && of_b && str_eq(of_a, of_b);
}

/*
 * The list with @entry in the place of @was; @entry NULL: without it.  An equal entry is there once, so that the same
 * statement from two tabs counts once.
 */
static struct json_object *list_with(struct ctx *ctx, const struct statement *s,
				     struct json_object *list, struct json_object *was,
				     struct json_object *entry)
{
	struct json_object *out = parsed(ctx->pool, "[]");
	bool found = !was;

	for (size_t i = 0; i < ask_items(list); i++) {
		struct json_object *one = json_object_array_get_idx(list, i);

		if (was && same_entry(s, one, was))
			found = true;
		else if (!entry || !(same_entry(s, one, entry) || same_month(s, one, entry)))
			json_object_array_add(out, json_object_get(one));
	}
	if (!found)
		fail(ctx, 409, "tax_inputs_conflict", "O que se informou mudou em outra página.");
	if (entry)
		json_object_array_add(out, json_object_get(entry));
	return out;
}

static void write_document(struct ctx *ctx, struct json_object *stated)
{
	const char *version = pool_strdup(ctx->pool, ask_text(stated, "version"));

	json_object_object_del(stated, "meta");
	json_object_object_del(stated, "version");
	(void)ask_run(ctx, &(struct ask){ .run = tax_inputs_put,
					  .json = json_of(ctx->pool, stated),
					  .version = version });
}

static struct json_object *excluded_in(struct ctx *ctx, struct body *form)
{
	struct json_object *list = parsed(ctx->pool, "[]");

	for (int i = 0; i < FORM_FIELDS_MAX; i++) {
		struct json_object *id =
			body_json(form, pool_printf(ctx->pool, "out%d", i), OPTIONAL);

		if (id)
			json_object_array_add(list, json_object_get(id));
	}
	return list;
}

void tax_input_post(struct ctx *ctx)
{
	struct json_object *entry = NULL, *exclude = NULL, *was, *policy = NULL, *stated;
	const struct statement *s;
	const char *once, *back, *about;
	struct body *form;
	bool forget;

	layout_person(ctx);
	form = site_form(ctx);
	about = ask_text(body_whole(form), "about");
	s = statement_of(about);
	if (!s && !(about && str_eq(about, POLICY)))
		no_form(ctx);
	(void)body_json(form, "about", OPTIONAL);
	back = site_local(ask_text(body_whole(form), "back"), "/tax/inputs");
	(void)body_json(form, "back", OPTIONAL);
	was = body_json(form, "was", OPTIONAL);
	forget = body_json(form, "forget", OPTIONAL) != NULL;
	once = site_take_once(form);
	if (s) {
		entry = entry_in(ctx, form, s);
	} else {
		policy = body_json(form, POLICY, OPTIONAL);
		exclude = excluded_in(ctx, form);
	}
	if (forget)
		body_refuse(form);
	else
		body_done(form);
	if (!site_done_before(ctx, once)) {
		stated = document(ctx);
		if (s)
			json_object_object_add(
				stated, s->name,
				json_object_get(
					list_with(ctx, s, ask_member(stated, s->name),
						  was ? parsed(ctx->pool, body_shown(was)) : NULL,
						  forget ? NULL : entry)));
		else {
			json_object_object_add(stated, "exclude", json_object_get(exclude));
			json_object_object_add(stated, POLICY, json_object_get(policy));
		}
		write_document(ctx, stated);
		site_done(ctx);
	}
	site_go(ctx, pool_printf(ctx->pool, "%s%csaved=on", back, strchr(back, '?') ? '&' : '?'));
}

/* ---- all that was stated ---- */

static void write_entry(struct html *h, const struct statement *s, struct json_object *one,
			const char *back)
{
	void *pool = h->ctx->pool;

	tax_row_begin(h);
	for (size_t i = 0; i < MEMBERS && s->members[i].name; i++) {
		const char *value = ask_text(one, s->members[i].name);

		if (!value)
			continue;
		html_element(h, i ? "small" : "span",
			     pool_printf(pool, "%s: %s", s->members[i].label,
					 said_of(pool, &s->members[i], value)));
	}
	html_close(h, "div");
	html_link(h,
		  pool_printf(pool, "/tax/input?about=%s&was=%s&back=%s", s->name,
			      url_encoded(pool, json_of(pool, one)), url_encoded(pool, back)),
		  "Mudar");
	html_close(h, "li");
}

static void write_statement(struct html *h, const struct statement *s, struct json_object *list,
			    const char *back)
{
	void *pool = h->ctx->pool;

	layout_card(h, "card span6", s->title);
	if (ask_items(list)) {
		tax_rows(h);
		for (size_t i = 0; i < ask_items(list); i++)
			write_entry(h, s, json_object_array_get_idx(list, i), back);
		html_close(h, "ul");
	} else {
		html_p(h, "Nada informado.");
	}
	html_open(h, "p");
	html_attr(h, "class", "acts mt");
	html_open(h, "a");
	html_attr(h, "class", "btn");
	html_attr(
		h, "href",
		pool_printf(pool, "/tax/input?about=%s&back=%s", s->name, url_encoded(pool, back)));
	html_text(h, s->add);
	html_close(h, "a");
	html_close(h, "p");
	html_close(h, "section");
}

void tax_inputs_page(struct ctx *ctx)
{
	struct json_object *stated = NULL, *list = NULL;
	const char *back;
	struct tax_view v;
	struct html *h;

	tax_view(ctx, &v);
	if (v.of.scope == TAX_ACCOUNT) {
		stated = document(ctx);
		list = ask_member(ask_run(ctx, &(struct ask){ .run = portfolio_list }), "data");
	}
	back = pool_printf(ctx->pool, "%s/inputs?year=%d", v.base, v.asked);
	h = tax_page(ctx, &v, "O que informei ao imposto", "/inputs");
	html_div(h, "grid");
	if (stated) {
		for (size_t i = 0; i < ARRAY_SIZE(statements); i++)
			write_statement(h, &statements[i], ask_member(stated, statements[i].name),
					back);
		html_open(h, "section");
		html_attr(h, "class", "card span6");
		html_element(h, "h2", "Como apurar");
		write_policy(h, stated, list, back);
		html_close(h, "section");
	}
	html_open(h, "section");
	html_attr(h, "class", "card span6");
	html_element(h, "h2", "Sobre os ativos");
	if (!tax_facts_said(h, &v, back))
		html_p(h, "Nenhuma resposta foi dada ainda.");
	html_close(h, "section");
	html_close(h, "div");
	tax_page_end(h);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* entry.c: a form of the console: the values of its fields, and their errors. */
#include "config.h"

#include "console/form/entry.h"

#include <strings.h>

#include "identity/caller.h"
#include "identity/held_file.h"
#include "identity/pages/refusal.h"
#include "identity/pages/site.h"
#include "console/form/member_words.h"
#include "console/layout.h"
#include "core/problem.h"
#include "core/text.h"
#include "http/problem_answer.h"
#include "core/number_text.h"

/* ---- numbers ---- */

/* Appended to a number that is ambiguous ("1.000") or has an exponent ("1e5"), so that every operation refuses it. */
#define REFUSED_MARK "?"

/* Spreadsheets write 1E5, people do not; "10 reais" has no digit after its e. */
static bool has_exponent(const char *typed)
{
	const char *e = strpbrk(typed, "eE");

	return e && e > typed && is_digit(e[-1]) &&
	       is_digit(e[1] == '-' || e[1] == '+' ? e[2] : e[1]);
}

const char *entry_number(void *pool, const char *typed, enum sheet_mark mark)
{
	struct number_text n = cell_number(typed, false);

	if (has_exponent(typed) ||
	    (n.state == NUMBER_OK && n.two && n.mark == MARK_POINT && mark == MARK_UNKNOWN))
		return pool_printf(pool, "%s" REFUSED_MARK, typed);
	if (n.state != NUMBER_OK)
		return typed;
	return pool_strdup(pool, n.plain[n.two && mark != MARK_UNKNOWN && mark != n.mark]);
}

/* "110%" is 110: every percentage is typed in per cent. */
const char *entry_decimal(void *pool, const char *typed)
{
	struct slice s = slice_trim(slice_of(typed));

	if (s.n && s.p[s.n - 1] == '%')
		typed = slice_text(pool, (struct slice){ s.p, s.n - 1 });
	return entry_number(pool, typed, MARK_UNKNOWN);
}

const char *entry_money(void *pool, const char *typed)
{
	struct number_text n = cell_number(typed, false);

	return n.state == NUMBER_OK && n.two && n.mark == MARK_POINT ? pool_strdup(pool, n.plain[1])
								     : entry_decimal(pool, typed);
}

/* ---- what stands in it ---- */

const char *entry_value(struct ctx *ctx, const struct entry *e, const char *name)
{
	struct json_object *value = ask_member(e->values, name);

	if (!value)
		return NULL;
	/* Numbers in a form are texts; in an answer they are numbers. */
	if (e->stored && !json_object_is_type(value, json_type_string))
		return comma_text(ctx->pool, body_shown(value));
	return body_shown(value);
}

const char *entry_fault(const struct entry *e, const char *name)
{
	for (size_t i = 0; i < e->n_faults; i++)
		if (e->faults[i].field && str_eq(e->faults[i].field, name))
			return e->faults[i].text;
	return NULL;
}

void entry_field(struct ctx *ctx, struct html *h, const struct entry *e, struct html_field f)
{
	f.value = str_eq(f.type, "file") ? NULL : entry_value(ctx, e, f.name);
	f.error = entry_fault(e, f.name);
	html_field(h, &f);
}

const char *entry_sure_take(struct body *form)
{
	return body_text(form, ENTRY_SURE, OPTIONAL, 0, 60000);
}

void entry_take(struct body *form, struct ask *ask)
{
	ask->once = site_take_once(form);
	ask->version = body_line(form, ENTRY_VERSION, OPTIONAL, 1, 20);
	ask->sure = entry_sure_take(form);
}

/* ---- warnings ---- */

void entry_warn(struct ctx *ctx, const char *said, const char *sure)
{
	if (!*said || (sure && str_eq(sure, said)))
		return;
	problem_text(ctx, ENTRY_SURE, said);
	fail(ctx, 400, "invalid_body", "%sCorrija, ou grave assim mesmo.", said);
}

const char *entry_warned(struct ctx *ctx)
{
	const struct problem *p = ctx->problem;

	return p && p->details
		       ? ask_text(ask_parsed(ctx->pool, pool_printf(ctx->pool, "{%s}", p->details)),
				  ENTRY_SURE)
		       : NULL;
}

void entry_sure(struct html *h)
{
	const char *said = entry_warned(h->ctx);

	if (!said)
		return;
	html_element_of(h, "p", "note warn", said);
	html_button_of(h, ENTRY_SURE, said, ENTRY_SURE_SAID);
}

/* ---- errors ---- */

#define NUMBER "número"
#define WHOLE "inteiro"
#define DATE "data AAAA-MM-DD"

/*
 * "número de 0.0001 a 100" in Brazilian notation: with a comma.  Where what came is no number, or has too
 * many places, its bounds do not matter.
 */
static const char *as_typed(void *pool, const char *expected, const char *rule)
{
	const char *places;
	char *out;

	if (!expected)
		return "outro valor";
	if (str_eq(expected, "true ou false"))
		return "uma das opções da lista";
	if (text_starts(expected, DATE))
		return "um dia, como 20/11/2026";
	if (text_starts(expected, WHOLE))
		return pool_printf(pool, "um número %s", expected);
	if (!text_starts(expected, NUMBER))
		return expected;
	places = strstr(expected, "com até");
	if (str_eq(rule, "format"))
		return "um número, como 1000 ou 38,50";
	if (str_eq(rule, "places") && places)
		return pool_printf(pool, "um número %s", places);
	out = pool_strdup(pool, expected);
	for (char *c = strchr(out, '.'); c; c = strchr(c + 1, '.'))
		*c = ',';
	return out;
}

#define ONE_OF "um de: "

/* "um de: stock, fii" as a person reads the choices. */
static const char *choices_said(void *pool, const char *expected)
{
	const char *out = "";
	size_t n;

	if (!text_starts(expected, ONE_OF))
		return expected;
	for (const char *word = expected + strlen(ONE_OF); *word;
	     word += n + strspn(word + n, ", ")) {
		n = strcspn(word, ",");
		out = pool_printf(pool, "%s%s%s", out, *out ? ", " : "",
				  choice_word(slice_text(pool, (struct slice){ word, n })));
	}
	return pool_printf(pool, ONE_OF "%s", out);
}

#define TODAY "até hoje"

/* "um dia até hoje" with the day that it is. */
static const char *with_today(struct ctx *ctx, const char *expected)
{
	size_t n = strlen(expected), end = strlen(TODAY);

	return n >= end && str_eq(expected + n - end, TODAY)
		       ? pool_printf(ctx->pool, "%s, %s", expected,
				     date_text(ctx->pool, ctx->today))
		       : expected;
}

/* What a field of any kind lacks; a choice, and what is asked in words, are said. */
static bool says_nothing(const char *expected)
{
	return str_eq(expected, "texto") || str_eq(expected, "valor presente") ||
	       text_starts(expected, NUMBER) || text_starts(expected, WHOLE) ||
	       text_starts(expected, DATE);
}

/* Without the mark of entry_number(). */
static const char *as_came(void *pool, const char *received)
{
	size_t n = strlen(received);

	return n && received[n - 1] == *REFUSED_MARK
		       ? slice_text(pool, (struct slice){ received, n - 1 })
		       : received;
}

/* As people write it. */
static const char *received_said(void *pool, const char *received, const char *rule)
{
	struct day day;

	if (day_parse(slice_of(received), &day))
		return date_text(pool, day);
	if (strlen(received) == 7 &&
	    day_parse(slice_of(pool_printf(pool, "%s-01", received)), &day))
		return month_text(pool, day_month(day));
	if (str_eq(rule, "minimum") || str_eq(rule, "maximum") || str_eq(rule, "places"))
		return comma_text(pool, received);
	return text_quotable(pool, as_came(pool, received));
}

/* "10.000" reads in two ways; NULL: @received is something else. */
static const char *ambiguous_said(void *pool, const char *received)
{
	const char *typed = as_came(pool, received);
	struct number_text two = cell_number(typed, false);

	if (two.state != NUMBER_OK || !two.two)
		return NULL;
	return pool_printf(pool,
			   "Veio “%s”, que se lê de dois modos: com ponto de milhar, escreva %s ou "
			   "%s,00; com três casas, %s.",
			   text_quotable(pool, typed), two.plain[1],
			   grouped_text(pool, two.plain[1]), comma_text(pool, two.plain[0]));
}

#define UNKNOWN "unknown_member"

static const char *fault_text(struct ctx *ctx, struct json_object *error)
{
	const char *rule = ask_text(error, "rule"), *received = ask_text(error, "received");
	const char *wanted = ask_text(error, "expected");
	const char *expected =
		with_today(ctx, choices_said(ctx->pool, as_typed(ctx->pool, wanted, rule)));

	/* An empty field is sent as null. */
	if (str_eq(rule, "required") ||
	    (str_eq(rule, "type") && received && str_eq(received, "null")))
		return wanted && says_nothing(wanted)
			       ? "Falta preencher este campo."
			       : pool_printf(ctx->pool, "Falta preencher: %s.", expected);
	if (str_eq(rule, UNKNOWN))
		return pool_printf(
			ctx->pool, "A página não tem o campo “%s”.",
			text_quotable(ctx->pool, text_after_last(ask_text(error, "pointer"), '/')));
	if (!received)
		return pool_printf(ctx->pool, "Esperado: %s.", expected);
	if (ambiguous_said(ctx->pool, received))
		return ambiguous_said(ctx->pool, received);
	return pool_printf(ctx->pool, "Veio “%s”; esperado: %s.",
			   received_said(ctx->pool, received, rule), expected);
}

struct json_object *entry_errors(struct ctx *ctx)
{
	return ctx->problem->details
		       ? ask_member(ask_parsed(ctx->pool, pool_printf(ctx->pool, "{%s}",
								      ctx->problem->details)),
				    "errors")
		       : NULL;
}

/* A code that concerns one field of its form. */
static const struct {
	const char *code, *field;
} about[] = {
	{ "portfolio_name_taken", "name" },   { "import_unreadable", FORM_FILE },
	{ "import_unrecognized", FORM_FILE }, { "import_too_large_unpacked", FORM_FILE },
	{ "import_without_rows", FORM_FILE }, { "payload_too_complex", FORM_FILE },
};

static void read_faults(struct ctx *ctx, const struct entry_form *form, struct entry *e)
{
	struct json_object *errors = entry_errors(ctx);
	size_t n = ask_items(errors);

	e->faults = pool_array(ctx->pool, struct html_fault, n + 1);
	for (size_t i = 0; i < n; i++) {
		struct json_object *error = json_object_array_get_idx(errors, i);
		const char *pointer = ask_text(error, "pointer");
		/* "/price" is the field price. */
		const char *field = str_eq(ask_text(error, "rule"), UNKNOWN) ? ""
				    : form->field ? form->field(ctx, e, pointer)
						  : text_after_last(pointer, '/');

		e->faults[e->n_faults++] =
			(struct html_fault){ *field ? field : NULL, fault_text(ctx, error) };
	}
	for (size_t i = 0; i < ARRAY_SIZE(about) && !n; i++)
		if (str_eq(about[i].code, ctx->problem->code))
			e->faults[e->n_faults++] =
				(struct html_fault){ about[i].field, problem_detail(ctx) };
}

static const char *error_text(struct ctx *ctx, const struct entry_form *form, const struct entry *e)
{
	const char *refused = form->refused ? form->refused : "Nada foi gravado.";

	if (str_eq(ctx->problem->code, "ledger_conflict") ||
	    str_eq(ctx->problem->code, "tax_inputs_conflict") ||
	    str_eq(ctx->problem->code, "targets_conflict"))
		return form->conflict
			       ? form->conflict
			       : "Nada foi gravado: a carteira mudou depois que a página foi aberta. Confira "
				 "e envie de novo.";
	if (str_eq(ctx->problem->code, "idempotency_key_reused"))
		return "Esta página já foi enviada com outros valores. Confira e envie de novo.";
	if (e->n_faults)
		return pool_printf(ctx->pool, "%s Confira o que está marcado.", refused);
	return pool_printf(ctx->pool, "%s %s", refused, problem_detail(ctx));
}

void entry_refused(struct ctx *ctx, const struct entry_form *form, struct entry *e)
{
	read_faults(ctx, form, e);
	e->error = error_text(ctx, form, e);
}

/* ---- the page ---- */

void entry_page(struct ctx *ctx, int status, const struct entry_form *form, const struct entry *e)
{
	struct html *h = layout_answer(ctx, &(struct layout){ .status = status,
							      .title = form->title,
							      .here = form->here,
							      .error = e->error });

	if (!form->own_faults)
		html_faults(h, e->faults, e->n_faults);
	form->draw(ctx, h, e);
	html_page_end(h);
}

struct reread {
	const struct entry_form *form;
	struct entry *entry;
};

static bool is_multipart(const struct request *req)
{
	return req->content_type && strncasecmp(req->content_type, "multipart/", 10) == 0;
}

static void read_again(struct ctx *ctx, void *arg)
{
	struct reread *r = arg;
	struct form_file file = { .name = NULL };
	bool brought = r->form->file && is_multipart(ctx->req);
	struct body *form = brought ? form_open_file(ctx, &file) : form_open(ctx);

	r->entry->values = body_whole(form);
}

static void reach(struct ctx *ctx, void *arg)
{
	(void)arg; /* the shape of ctx_attempt()'s functions */
	access_resource(ctx);
}

bool entry_can_correct(const struct problem *p)
{
	/* The write may still succeed; showing the form would invite a second one. */
	if (str_eq(p->code, "idempotency_in_progress"))
		return false;
	switch (p->status) {
	case 400:
	case 402:
	case 409:
	case 412:
	case 422:
		return true;
	default:
		return str_eq(p->code, "asset_not_found");
	}
}

void entry_refuse(struct ctx *ctx)
{
	const struct entry_form *form = ctx->route->arg;
	struct problem *refusal = ctx->problem;
	struct entry e = { .values = NULL };
	/* A GET with held input shows the form again, with its faults. */
	bool held = ctx->req->method == GET, read;

	if (!entry_can_correct(refusal) || !(held || ctx->req->csrf_checked)) {
		site_refuse(ctx);
		return;
	}
	/* A missing portfolio is refused before the form's faults. */
	if (ctx->route->subject == SUBJECT_PORTFOLIO && !ctx_attempt(ctx, reach, NULL)) {
		site_refuse(ctx);
		return;
	}
	if (held && !form->file)
		e.values = ctx->req->form;
	read = held || ctx_attempt(ctx, read_again, &(struct reread){ form, &e });
	ctx->problem = refusal;
	if (!read) {
		site_refuse(ctx);
		return;
	}
	entry_refused(ctx, form, &e);
	entry_page(ctx, refusal->status, form, &e);
	problem_headers(ctx);
}

/* ---- stored values, until they are confirmed ---- */

void entry_go_held(struct ctx *ctx, const char *path, const struct form_file *file)
{
	const char *id = held_file_keep(ctx, file);

	site_go(ctx, pool_printf(ctx->pool, "%s%c" ENTRY_HELD "=%s", path,
				 strchr(path, '?') ? '&' : '?', id));
}

bool entry_is_typed(const struct ctx *ctx)
{
	return strstr(ctx->req->query_text, ENTRY_TYPED "=") != NULL;
}

void entry_hold(struct ctx *ctx, const char *path, struct json_object *typed)
{
	const char *text = json_object_to_json_string_ext(typed, JSON_C_TO_STRING_PLAIN);

	const struct form_file typed_file = { .content = slice_of(text) };

	site_go(ctx, pool_printf(ctx->pool, "%s?" ENTRY_TYPED "=%s", path,
				 held_file_keep(ctx, &typed_file)));
}

struct body *entry_held(struct ctx *ctx)
{
	const char *id = query_text(ctx, ENTRY_TYPED);
	struct body *form;
	struct form_file held;

	query_done(ctx);
	if (!held_file_read(ctx, id, &held))
		return NULL;
	/* A typed address may name a stored file that is not a form. */
	ctx->req->form = json_read(ctx->pool, held.content);
	if (!json_object_is_type(ctx->req->form, json_type_object))
		return NULL;
	form = body_of(ctx, ctx->req->form, "");
	(void)body_text(form, "csrf", OPTIONAL, 1, 100); /* of the page that it came from */
	return form;
}

bool entry_is_held(const struct ctx *ctx)
{
	return strstr(ctx->req->query_text, ENTRY_HELD "=") != NULL;
}

void entry_gone(struct ctx *ctx, const struct entry_form *form)
{
	if (ctx->route->subject == SUBJECT_PORTFOLIO)
		access_resource(ctx);
	entry_page(ctx, 410, form,
		   &(struct entry){ .error = form->file ? ENTRY_FILE_GONE : ENTRY_GONE });
}

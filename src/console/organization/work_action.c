/* SPDX-License-Identifier: Apache-2.0 */
/*
 * work_action.c: an Action by a form: its fields are those of its input_schema; its preview is shown first, and
 * executes what was previewed.
 *
 * GET, POST /offices/{org}/actions/{action}, POST …/files/{action} of the one that brings a file; the same of a desk
 *
 * An uploaded file is stored (identity/held_file.h); the preview and the execution name it.
 *
 * A refusal shows the form again, its values kept and each fault beside its field: it finds both in the envelope
 * that the form was made into.
 */
#include "config.h"

#include "identity/caller.h"
#include "identity/held_file.h"
#include "identity/pages/refusal.h"
#include "identity/pages/site.h"
#include "console/form/entry.h"
#include "console/person/imports_page.h"
#include "console/person/plan_parts.h"
#include "console/layout.h"
#include "console/organization/work_form.h"
#include "core/problem.h"
#include "http/problem_answer.h"
#include "http/request.h"
#include "http/response.h"
#include "operations/specs.h"
#include "portfolio/portfolio.h"
#include "http/tree.h"

#define FILE_PASSWORD "password"
#define VALUE_MAX ((size_t)1 << 20)

static void enter(struct ctx *ctx, struct work_form *f, enum route_transaction transaction)
{
	work_enter(ctx, f->room, transaction);
	work_form_choose(ctx, f);
}

/* The check boxes of a list, as its value. */
static void take_checked(struct ctx *ctx, struct work_form *f, struct body *b)
{
	const char *all = NULL;

	json_object_object_foreach(f->entry.values, name, value)
	{
		(void)value;
		if (text_starts(name, WORK_CHECKED) && body_text(b, name, OPTIONAL, 1, 2))
			all = pool_printf(ctx->pool, "%s%s%s", all ? all : "", all ? ", " : "",
					  name + strlen(WORK_CHECKED));
	}
	if (all)
		json_object_object_add(f->entry.values, "member_ids", json_object_new_string(all));
}

/* Reads the fields; @step: the button that was pressed. */
static void take_fields(struct ctx *ctx, struct work_form *f, struct body *b, const char **step,
			const char **once)
{
	f->entry.values = body_whole(b);
	take_checked(ctx, f, b);
	for (size_t i = 0; i < f->n; i++)
		(void)body_text(b, f->fields[i].name, OPTIONAL, 1, VALUE_MAX);
	if (work_form_aims(f)) {
		(void)body_text(b, WORK_WITHDRAW, OPTIONAL, 1, 10);
		targets_take(ctx, b);
	}
	f->held = body_line(b, ENTRY_HELD, OPTIONAL, 1, UUID_TEXT_SIZE);
	*step = body_text(b, "step", OPTIONAL, 1, 10);
	*once = site_take_once(b);
	f->back = work_back_of(ctx, f->room, body_text(b, "back", OPTIONAL, 1, 2000));
	f->about = body_text(b, "about", OPTIONAL, 1, 1000);
	body_done(b);
}

static struct work_form *form_read(struct ctx *ctx, const char **step, const char **once)
{
	struct work_form *f = work_form_new(ctx);
	struct body *b = work_form_brings_file(f) ? site_form_file(ctx, &f->file) : site_form(ctx);

	take_fields(ctx, f, b, step, once);
	return f;
}

/* Reads the stored file; false, with a fault on the form, when it has expired.  Call after work_enter(). */
static bool take_held(struct ctx *ctx, struct work_form *f)
{
	if (!f->held || held_file_read(ctx, f->held, &f->file))
		return true;
	f->held = NULL;
	work_form_write(ctx, f, 410, ENTRY_FILE_GONE);
	return false;
}

static const char *portfolio_of(struct ctx *ctx, const struct work_form *f)
{
	return work_form_value(ctx, f, "portfolio_id");
}

static const char *about(struct ctx *ctx, const char *subject)
{
	struct json *j = json_new(ctx->pool, 256);

	json_open(j, NULL);
	json_open(j, "subject");
	json_text(j, "entity_id", subject);
	json_close(j);
	json_open(j, "input");
	json_text(j, "org", ctx->path[0]);
	json_close(j);
	json_close(j);
	return json_written(j);
}

/* Runs a Function of the portfolio, which chooses it with the rights that the Action asks for. */
static const struct call *choose(struct ctx *ctx, const struct work_form *f, const char *function)
{
	return work_run(ctx, f->room, CALL_FUNCTION, function, about(ctx, portfolio_of(ctx, f)))
		->call;
}

/* The targets there are, where the form is about them. */
static const struct targets *present(struct ctx *ctx, const struct work_form *f)
{
	return choose(ctx, f, "advisor.client_targets.get")->shown;
}

/* The file's rows, as the portfolio reads them before anything is written. */
static void read_rows(struct ctx *ctx, void *arg)
{
	struct work_form *f = arg;

	(void)choose(ctx, f, "advisor.client_portfolio.ledger");
	ctx->path[0] = portfolio_of(ctx, f);
	f->read = imports_read(ctx, &f->file, f->page);
}

static void preview(struct ctx *ctx, struct work_form *f)
{
	const char *organization = ctx->path[0];
	struct json_object *answer;

	ctx->req->form = f;
	/* The preview itself reports faults of the file, beside its field. */
	if (f->held && portfolio_of(ctx, f) && !ctx_attempt(ctx, read_rows, f)) {
		ctx->problem = NULL;
		respond_reset(ctx);
	}
	ctx->path[0] = organization;
	if (work_form_aims(f))
		(void)present(ctx, f);
	answer = work_call(ctx, f->room, CALL_PREVIEW, f->spec->operation->id,
			   work_form_envelope(ctx, f, false), NULL);
	work_preview_write(ctx, f, answer);
}

/* Previews stored values in a GET, so that the browser's back button works. */
static void preview_held(struct ctx *ctx, struct work_form *f)
{
	const char *step, *once;
	struct body *b;

	enter(ctx, f, TX_UNDONE);
	b = entry_held(ctx);
	if (!b) {
		f->back = work_back_of(ctx, f->room, NULL);
		work_form_write(ctx, f, 410, ENTRY_GONE);
		return;
	}
	ctx->req->form = f;
	take_fields(ctx, f, b, &step, &once);
	preview(ctx, f);
}

/* A value from the page that led here. */
static void give(struct work_form *f, const char *name, const char *value)
{
	if (value)
		json_object_object_add(f->entry.values, name, json_object_new_string(value));
}

static void give_targets(struct ctx *ctx, struct work_form *f)
{
	json_object_object_foreach(targets_values(ctx, present(ctx, f)), name, value)
	{
		json_object_object_add(f->entry.values, name, json_object_get(value));
	}
}

/* Those whom a list has already: what is sent takes its place. */
static void give_assigned(struct ctx *ctx, struct work_form *f)
{
	const char *client = work_form_value(ctx, f, "client_id"), *all = "";
	struct json_object *ids;

	if (!client || !str_eq(f->spec->operation->id, "advisor.client_assignment.set"))
		return;
	ids = work_find(work_call(ctx, f->room, CALL_FUNCTION, "advisor.client.get",
				  about(ctx, client), NULL),
			"data.member_ids");
	for (size_t i = 0; i < ask_items(ids); i++)
		all = pool_printf(ctx->pool, "%s%s%s", all, i ? ", " : "",
				  body_shown(json_object_array_get_idx(ids, i)));
	give(f, "member_ids", all);
}

void work_action(struct ctx *ctx)
{
	struct work_form *f = work_form_new(ctx);

	if (entry_is_typed(ctx)) {
		preview_held(ctx, f);
		return;
	}
	f->entry.values = tree_empty(ctx->pool);
	f->given = true;
	for (size_t i = 0; i < f->n; i++)
		give(f, f->fields[i].name, query_field(ctx, f->fields[i].name));
	f->back = work_back_of(ctx, f->room, query_field(ctx, "back"));
	f->about = query_field(ctx, "about");
	if (work_form_brings_file(f)) {
		f->held = query_field(ctx, ENTRY_HELD);
		f->page = layout_page_asked(ctx);
	}
	query_done(ctx);
	enter(ctx, f, f->held ? TX_UNDONE : TX_READ);
	if (work_form_aims(f) && portfolio_of(ctx, f))
		give_targets(ctx, f);
	give_assigned(ctx, f);
	if (!f->held)
		work_form_write(ctx, f, 200, NULL);
	else if (take_held(ctx, f))
		preview(ctx, f);
}

/* Stores an uploaded file, of a PDF only its notes, and redirects to its preview. */
static void hold(struct ctx *ctx, struct work_form *f)
{
	enter(ctx, f, TX_WRITE);
	ctx->req->form = f;
	if (!f->file.content.n) {
		struct body *input = body_of(ctx, f->entry.values, "/input");

		body_error(input, "content", "required", "um arquivo XLSX, ODS, CSV ou PDF", NULL);
		body_refuse(input);
	}
	f->file.content =
		wallet_file_open(ctx, f->file.content, work_form_value(ctx, f, FILE_PASSWORD));
	json_object_object_del(f->entry.values, FILE_PASSWORD); /* it has done what it is for */
	site_go(ctx, pool_printf(ctx->pool, "%s?%s", work_preview_path(ctx, f),
				 work_preview_query(ctx, f, held_file_keep(ctx, &f->file))));
}

/* The same button pressed twice. */
static void answer_again(struct ctx *ctx, const struct work_form *f)
{
	bool secret = site_was_secret(ctx);
	struct html *h;

	respond_reset(ctx);
	if (!secret) {
		site_go(ctx, f->back);
		return;
	}
	h = work_form_begin(ctx, f, 200, "Isto já foi feito", NULL);
	html_p(h, "O que é secreto foi mostrado na primeira vez, e não será de novo.");
	html_p_link(h, f->back, "Voltar");
	html_page_end(h);
}

void work_action_post(struct ctx *ctx)
{
	const char *step, *once;
	const struct outcome *o;
	struct json_object *answer;
	struct work_form *f;
	bool execute;

	query_done(ctx);
	f = form_read(ctx, &step, &once);
	if (work_form_brings_file(f) && !f->held) {
		hold(ctx, f);
		return;
	}
	execute = step && str_eq(step, "execute");
	enter(ctx, f, execute || !f->held ? TX_WRITE : TX_UNDONE);
	if (ask_text(f->entry.values, TARGETS_ADD)) {
		targets_row_added(f->entry.values);
		step = "edit";
	}
	if (step && str_eq(step, "edit")) {
		work_form_write(ctx, f, 200, NULL);
		return;
	}
	if (!execute && !f->held) {
		entry_hold(ctx, ctx->req->path, f->entry.values);
		return;
	}
	if (!take_held(ctx, f))
		return;
	if (!execute) {
		preview(ctx, f);
		return;
	}
	ctx->req->form = f;
	if (work_form_aims(f))
		(void)present(ctx, f);
	ctx->req->idempotency_key = once;
	answer = work_call(ctx, f->room, CALL_ACTION, f->spec->operation->id,
			   work_form_envelope(ctx, f, true), &o);
	if (!answer) {
		answer_again(ctx, f);
		return;
	}
	if (o->call->kept) {
		site_done_secret(ctx);
		work_result_write(ctx, f, answer);
	} else {
		site_done(ctx);
		site_go(ctx, f->back);
	}
}

/* ---- a refusal ---- */

/* "/input/price" is the field price; the members of a file are the field that brings it. */
static const char *field_in_form(struct ctx *ctx, const struct entry *e, const char *pointer)
{
	const char *name, *end;

	static const char targets[] = "/input/targets";

	if (text_starts(pointer, targets))
		return targets_field(ctx, e, pointer + strlen(targets));
	if (text_starts(pointer, "/papers"))
		return pointer + 1;
	if (!text_starts(pointer, "/input/"))
		return "";
	name = pointer + strlen("/input/");
	end = strchr(name, '/');
	if (text_starts(name, "content"))
		return FORM_FILE;
	return end ? pool_strndup(ctx->pool, name, (size_t)(end - name)) : name;
}

static const struct entry_form action_form = { .field = field_in_form };

/* The form as it was before a log-in. */
static void show_unsent(struct ctx *ctx, void *detail)
{
	struct work_form *f = work_form_new(ctx);

	f->entry.values = ctx->req->unsent;
	f->back = work_back_of(ctx, f->room, ask_text(ctx->req->unsent, "back"));
	f->about = ask_text(ctx->req->unsent, "about");
	enter(ctx, f, TX_READ);
	work_form_write(ctx, f, 412,
			pool_printf(ctx->pool, "Nada foi gravado. %s", (const char *)detail));
}

/* A form that was read is of an organization that is there: what is missing then is named in one of its fields. */
static bool is_about_form(const struct problem *p)
{
	return entry_can_correct(p) || p->status == 404;
}

void work_action_refuse(struct ctx *ctx)
{
	struct work_form *f = ctx->req->form;
	struct problem *refusal = ctx->problem;

	if (ctx->req->unsent) {
		if (!ctx_attempt(ctx, show_unsent,
				 (void *)pool_strdup(ctx->pool, problem_detail(ctx))))
			site_refuse(ctx);
		else
			ctx->problem = refusal;
		return;
	}

	if (!f || !ctx->caller || !is_about_form(ctx->problem)) {
		site_refuse(ctx);
		return;
	}
	entry_refused(ctx, &action_form, &f->entry);
	if (f->held) /* which of its lines, and why */
		f->entry.error =
			pool_printf(ctx->pool, "Nada foi gravado. %s", problem_detail(ctx));
	work_form_write(ctx, f, ctx->problem->status, f->entry.error);
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * work_action.c: an Action by a form: its fields are those of its input_schema; its preview is shown first, and
 * executes what was previewed.
 *
 * GET, POST /offices/{org}/actions/{action}, POST …/files/{action} of the one that brings a file; the same of a desk
 *
 * A file is held when it comes (access/held_file.h); what is previewed then, and executed, names it.
 *
 * A refusal shows the form again, its values kept and each fault beside its field: it finds both in the envelope
 * that the form was made into.
 */
#include "config.h"

#include "access/caller.h"
#include "access/held_file.h"
#include "access/session.h"
#include "connector/site.h"
#include "console/entry.h"
#include "console/imports.h"
#include "http/response.h"
#include "console/layout.h"
#include "console/work.h"
#include "core/encode.h"
#include "ctx/problem.h"
#include "http/request.h"
#include "protocol/specs.h"
#include "protocol/tree.h"

#define CHANGES 60 /* shown of a preview */
#define VALUE_MAX ((size_t)1 << 20)

static const struct work_room *room_of(const struct ctx *ctx)
{
	const struct work_place *place = ctx->route->arg;

	return place->room;
}

/* ---- what an input takes ---- */

enum input_kind {
	INPUT_TEXT,
	INPUT_LONG,
	INPUT_NUMBER_OF,
	INPUT_CHOICE,
	INPUT_FLAG,
	INPUT_IDS,
	INPUT_TREE,
	INPUT_CONTENT,
	INPUT_HIDDEN
};

struct input {
	const char *name, *type; /* type: of the HTML field */
	enum input_kind kind;
	struct json_object *choices;
	int max;
	bool required;
};

static struct json_object *resolved(struct json_object *whole, struct json_object *schema)
{
	const char *ref = tree_text(tree_member(schema, "$ref"));

	return ref ? tree_member(tree_member(whole, "$defs"), strrchr(ref, '/') + 1) : schema;
}

static bool has_type(struct json_object *schema, const char *name)
{
	struct json_object *type = tree_member(schema, "type");

	if (tree_text(type))
		return str_eq(tree_text(type), name);
	for (size_t i = 0;
	     json_object_is_type(type, json_type_array) && i < json_object_array_length(type); i++)
		if (str_eq(tree_text(json_object_array_get_idx(type, i)), name))
			return true;
	return false;
}

static bool requires(struct json_object *whole, const char *name)
{
	struct json_object *list = tree_member(whole, "required");

	for (size_t i = 0; list && i < json_object_array_length(list); i++)
		if (str_eq(tree_text(json_object_array_get_idx(list, i)), name))
			return true;
	return false;
}

static enum input_kind kind_of(const struct input *in, struct json_object *whole,
			       struct json_object *s)
{
	if (str_eq(in->name, "org"))
		return INPUT_HIDDEN;
	if (str_eq(in->name, "content") || str_eq(in->name, "content_base64") ||
	    str_eq(in->name, "filename"))
		return INPUT_CONTENT;
	if (in->choices)
		return INPUT_CHOICE;
	if (has_type(s, "boolean"))
		return INPUT_FLAG;
	if (has_type(s, "number") || has_type(s, "integer"))
		return INPUT_NUMBER_OF;
	if (has_type(s, "array"))
		return has_type(resolved(whole, tree_member(s, "items")), "string") ? INPUT_IDS
										    : INPUT_TREE;
	if (has_type(s, "object"))
		return INPUT_TREE;
	return in->max > 500 ? INPUT_LONG : INPUT_TEXT;
}

static struct input input_of(const struct spec *s, const struct tree_member *m)
{
	struct json_object *whole = s->input_schema, *schema = resolved(whole, m->value);
	const char *format = tree_text(tree_member(schema, "format"));
	struct json_object *max = tree_member(schema, "maxLength");
	struct input in = { .name = m->name, .type = "text" };

	in.required = requires(whole, m->name);
	in.choices = tree_member(schema, "enum");
	in.max = max ? json_object_get_int(max) : 0;
	in.kind = kind_of(&in, whole, schema);
	if (format && str_eq(format, "date"))
		in.type = "date";
	if (format && str_eq(format, "email"))
		in.type = "email";
	return in;
}

static struct input *inputs_of(void *pool, const struct spec *s, size_t *n)
{
	struct tree_member *members =
		tree_members(pool, tree_member(s->input_schema, "properties"), n);
	struct input *out = pool_array(pool, struct input, *n);

	for (size_t i = 0; i < *n; i++)
		out[i] = input_of(s, &members[i]);
	return out;
}

/* ---- the form ---- */

struct form {
	const struct work_room *room;
	const struct spec *spec;
	struct input *inputs;
	size_t n;
	const char **values; /* of each input, as they stand in the form; or NULL */
	const char **faults;
	bool *given; /* by the page that led here: not to be changed */
	const char *back, *about;
	const char *held;	  /* which file is meant; NULL: none */
	struct json_object *read; /* what is read of its rows; or NULL */
	size_t page;		  /* of them */
	struct form_file file;
};

static struct form *form_new(struct ctx *ctx)
{
	struct form *f = pool_zero(ctx->pool, struct form);

	f->room = room_of(ctx);
	f->spec = spec_asked(ctx, f->room->protocol, true, ctx->path[1]);
	f->inputs = inputs_of(ctx->pool, f->spec, &f->n);
	f->values = pool_array(ctx->pool, const char *, f->n);
	f->faults = pool_array(ctx->pool, const char *, f->n);
	f->given = pool_array(ctx->pool, bool, f->n);
	memset(f->values, 0, f->n * sizeof(*f->values));
	memset(f->faults, 0, f->n * sizeof(*f->faults));
	memset(f->given, 0, f->n * sizeof(*f->given));
	return f;
}

static bool brings_file(const struct form *f)
{
	const char *id = f->room->protocol->file_action;

	return id && str_eq(id, f->spec->operation->id);
}

static const char *action_path(struct ctx *ctx, const struct form *f)
{
	return work_path(ctx, f->room,
			 pool_printf(ctx->pool, "/%s/%s", brings_file(f) ? "files" : "actions",
				     f->spec->operation->id));
}

static void write_select(struct html *h, const struct form *f, size_t i)
{
	static const char *const flags[] = { "true", "false" };
	const struct input *in = &f->inputs[i];
	size_t all = in->choices ? json_object_array_length(in->choices) : 2, n = 0;
	struct html_option *options = pool_array(h->ctx->pool, struct html_option, all + 1);

	options[n++] = (struct html_option){ "", "—" };
	for (size_t k = 0; k < all; k++) {
		const char *word = in->choices
					   ? tree_text(json_object_array_get_idx(in->choices, k))
					   : flags[k];

		if (word)
			options[n++] = (struct html_option){ word, work_word(word) };
	}
	html_field(h, &(struct html_field){ .name = in->name,
					    .label = work_label(in->name),
					    .type = "select",
					    .value = f->values[i],
					    .error = f->faults[i],
					    .options = options,
					    .n_options = n,
					    .optional = !in->required });
}

static const char *hint_of(const struct input *in)
{
	switch (in->kind) {
	case INPUT_IDS:
		return "Os ids, com vírgulas.";
	case INPUT_TREE:
		return "Em JSON.";
	case INPUT_NUMBER_OF:
		return "Com vírgula ou ponto nas casas.";
	case INPUT_TEXT:
	case INPUT_LONG:
	case INPUT_CHOICE:
	case INPUT_FLAG:
	case INPUT_CONTENT:
	case INPUT_HIDDEN:
		break;
	}
	return NULL;
}

static void write_text(struct html *h, const struct form *f, size_t i)
{
	const struct input *in = &f->inputs[i];
	bool longer = in->kind == INPUT_LONG || in->kind == INPUT_TREE;

	html_field(h, &(struct html_field){ .name = in->name,
					    .label = work_label(in->name),
					    .type = longer ? "textarea" : in->type,
					    .value = f->values[i],
					    .hint = hint_of(in),
					    .error = f->faults[i],
					    .inputmode =
						    in->kind == INPUT_NUMBER_OF ? "decimal" : NULL,
					    .max_length = in->kind == INPUT_TREE ? 0 : in->max,
					    .optional = !in->required });
}

static void write_input(struct html *h, const struct form *f, size_t i)
{
	const struct input *in = &f->inputs[i];

	if (f->given[i] && !f->faults[i]) {
		html_hidden(h, in->name, f->values[i]);
		return;
	}
	switch (in->kind) {
	case INPUT_HIDDEN:
		break;
	case INPUT_CHOICE:
	case INPUT_FLAG:
		write_select(h, f, i);
		break;
	case INPUT_CONTENT:
		if (str_eq(in->name, "content_base64"))
			html_field(h, &(struct html_field){ .name = FORM_FILE,
							    .label = "Arquivo",
							    .type = "file",
							    .error = f->faults[i] });
		break;
	case INPUT_TEXT:
	case INPUT_LONG:
	case INPUT_NUMBER_OF:
	case INPUT_IDS:
	case INPUT_TREE:
		write_text(h, f, i);
		break;
	}
}

static struct html *begin(struct ctx *ctx, const struct form *f, int status, const char *title,
			  const char *error)
{
	struct html *h = work_frame(ctx, f->room, status, title, "", error);

	if (f->about) {
		html_open(h, "p");
		html_open(h, "bdi");
		html_text(h, f->about);
		html_close(h, "bdi");
		html_close(h, "p");
	}
	return h;
}

static void open_form(struct html *h, const struct form *f)
{
	const char *token = csrf_token(h->ctx), *path = action_path(h->ctx, f);

	if (brings_file(f))
		html_form_file(h, path, token);
	else
		html_form(h, path, token);
	html_hidden(h, "back", f->back);
	html_hidden(h, "about", f->about);
	html_hidden(h, ENTRY_HELD, f->held);
}

static void write_form(struct ctx *ctx, const struct form *f, int status, const char *error)
{
	struct html *h = begin(ctx, f, status, f->spec->title, error);

	html_p(h, "%s", f->spec->summary);
	if (f->spec->description)
		html_p(h, "%s", f->spec->description);
	open_form(h, f);
	for (size_t i = 0; i < f->n; i++)
		write_input(h, f, i);
	html_button_of(h, "step", "preview", "Ver a prévia");
	html_form_end(h);
	html_open(h, "p");
	html_link(h, f->back, "Voltar");
	html_close(h, "p");
	html_page_end(h);
}

/* The page to go back to: of this service alone. */
static const char *back_of(struct ctx *ctx, const struct work_room *room, const char *asked)
{
	return site_local(asked, work_path(ctx, room, ""));
}

/* ---- the form as an envelope ---- */

/* "1.234,56" as 1234.56; what is no number is left for the schema to refuse. */
static const char *number_of(void *pool, const char *text)
{
	struct buf b;
	wide v;

	buf_init(&b, pool, strlen(text) + 1);
	for (const char *p = text; *p; p++)
		if (*p == ',')
			buf_char(&b, '.');
		else if (*p != '.' || !strchr(text, ','))
			buf_char(&b, *p);
	return dec_parse(slice_of(buf_text(&b) + (*text == '-')), 12, (wide)1 << 100, &v) == DEC_OK
		       ? buf_text(&b)
		       : NULL;
}

static void put_ids(void *pool, struct json *j, const char *name, const char *text)
{
	json_array(j, name);
	while (*text) {
		size_t n;

		text += strspn(text, ", \r\n\t");
		n = strcspn(text, ", \r\n\t");
		if (n)
			json_text(j, NULL, slice_text(pool, (struct slice){ text, n }));
		text += n;
	}
	json_array_end(j);
}

static void put_tree(struct ctx *ctx, struct json *j, const char *name, const char *text)
{
	const char *reason;
	size_t offset;
	struct json_object *o = json_parse(ctx->pool, slice_of(text), &offset, &reason);

	if (o)
		tree_write(o, j, name);
	else
		json_text(j, name, text);
}

static void put_content(struct ctx *ctx, struct json *j, const struct form *f, const char *name)
{
	if (!f->file.name)
		return;
	if (str_eq(name, "filename"))
		json_text(j, name, f->file.name);
	if (str_eq(name, "content_base64"))
		json_text(j, name, base64_encoded(ctx->pool, f->file.content.p, f->file.content.n));
}

static void put(struct ctx *ctx, struct json *j, const struct form *f, size_t i)
{
	const struct input *in = &f->inputs[i];
	const char *text = f->values[i], *number;

	if (str_eq(in->name, "org"))
		json_text(j, in->name, ctx->path[0]);
	if (in->kind == INPUT_CONTENT)
		put_content(ctx, j, f, in->name);
	if (!text || in->kind == INPUT_HIDDEN || in->kind == INPUT_CONTENT)
		return;
	switch (in->kind) {
	case INPUT_NUMBER_OF:
		number = number_of(ctx->pool, text);
		if (number)
			json_raw(j, in->name, number);
		else
			json_text(j, in->name, text);
		break;
	case INPUT_FLAG:
		json_boolean(j, in->name, str_eq(text, "true"));
		break;
	case INPUT_IDS:
		put_ids(ctx->pool, j, in->name, text);
		break;
	case INPUT_TREE:
		put_tree(ctx, j, in->name, text);
		break;
	case INPUT_TEXT:
	case INPUT_LONG:
	case INPUT_CHOICE:
	case INPUT_CONTENT:
	case INPUT_HIDDEN:
		json_text(j, in->name, text);
		break;
	}
}

static const char *envelope(struct ctx *ctx, const struct form *f, bool execute)
{
	struct json j;
	struct buf b;

	buf_init(&b, ctx->pool, 1024 + f->file.content.n / 3 * 4);
	json_init(&j, &b);
	json_open(&j, NULL);
	work_subject(ctx, f->room, f->spec->operation, &j);
	json_open(&j, "input");
	for (size_t i = 0; i < f->n; i++)
		put(ctx, &j, f, i);
	json_close(&j);
	if (execute)
		json_boolean(&j, "confirmed", true);
	json_close(&j);
	return buf_text(&b);
}

/* ---- the preview ---- */

static const char *value_said(struct json_object *value)
{
	return value ? json_object_get_string(value) : "—";
}

static void write_changes(struct html *h, struct json_object *changes)
{
	static const char *const headings[] = { "Campo", "Antes", "Depois" };
	size_t n = json_object_array_length(changes);

	if (!n) {
		html_p(h, "Nada muda.");
		return;
	}
	html_table(h, "O que muda", headings, ARRAY_SIZE(headings));
	for (size_t i = 0; i < n && i < CHANGES; i++) {
		struct json_object *c = json_object_array_get_idx(changes, i);
		const char *pointer = tree_text(tree_member(c, "pointer"));

		html_row(h);
		html_cell(h, *pointer ? work_label(pointer + 1) : "Tudo");
		shown_name_cell(h, work_word(value_said(tree_member(c, "from"))), NULL);
		shown_name_cell(h, work_word(value_said(tree_member(c, "to"))), NULL);
		html_row_end(h);
	}
	html_table_end(h);
	if (n > CHANGES)
		html_p(h, "E mais %zu mudanças.", n - CHANGES);
}

static void write_texts(struct html *h, const char *title, struct json_object *list)
{
	size_t n = list ? json_object_array_length(list) : 0;

	if (!n)
		return;
	html_element(h, "h2", title);
	html_open(h, "ul");
	for (size_t i = 0; i < n && i < CHANGES; i++)
		html_element(h, "li", value_said(json_object_array_get_idx(list, i)));
	html_close(h, "ul");
	if (n > CHANGES)
		html_p(h, "E mais %zu.", n - CHANGES);
}

static void add_parameter(struct ctx *ctx, struct buf *b, const char *name, const char *value)
{
	if (value)
		buf_str(b, pool_printf(ctx->pool, "%s=%s&", name,
				       url_encoded_but(ctx->pool, value, "")));
}

static const char *preview_path(struct ctx *ctx, const struct form *f)
{
	return work_path(ctx, f->room,
			 pool_printf(ctx->pool, "/actions/%s", f->spec->operation->id));
}

/* Where the preview of a held file is: the parameters of its page. */
static const char *preview_query(struct ctx *ctx, const struct form *f, const char *held)
{
	struct buf b;

	buf_init(&b, ctx->pool, 400);
	for (size_t i = 0; i < f->n; i++)
		add_parameter(ctx, &b, f->inputs[i].name, f->values[i]);
	add_parameter(ctx, &b, "back", f->back);
	add_parameter(ctx, &b, "about", f->about);
	add_parameter(ctx, &b, ENTRY_HELD, held);
	return buf_text(&b);
}

static void write_preview(struct ctx *ctx, const struct form *f, struct json_object *answer)
{
	struct html *h =
		begin(ctx, f, 200, pool_printf(ctx->pool, "Prévia: %s", f->spec->title), NULL);

	html_p(h, "Nada foi escrito ainda.");
	write_changes(h, tree_member(answer, "changes"));
	write_texts(h, "Avisos", tree_member(answer, "warnings"));
	write_texts(h, "O que a operação faz", f->spec->effects);
	if (f->spec->confirmation) {
		html_open(h, "div");
		html_attr(h, "class", "warn");
		html_p(h, "%s", f->spec->confirmation);
		html_close(h, "div");
	}
	if (f->read)
		imports_read_write(h, f->read,
				   pool_printf(ctx->pool, "%s?%s", preview_path(ctx, f),
					       preview_query(ctx, f, f->held)),
				   f->page);
	open_form(h, f);
	for (size_t i = 0; i < f->n; i++)
		html_hidden(h, f->inputs[i].name, f->values[i]);
	site_once(h);
	html_button_of(h, "step", "execute",
		       f->spec->confirmation ? "Confirmar e executar" : "Executar");
	if (!brings_file(f))
		html_button_of(h, "step", "edit", "Corrigir");
	html_form_end(h);
	html_open(h, "p");
	html_link(h, f->back, "Desistir");
	html_close(h, "p");
	html_page_end(h);
}

/* ---- the execution ---- */

/* A secret is shown once: such an answer is a page, others lead back. */
static void write_result(struct ctx *ctx, const struct form *f, struct json_object *answer)
{
	struct json_object *result = tree_member(answer, "result");
	struct html *h = begin(ctx, f, 200, "Feito", NULL);
	size_t n = 0;
	struct tree_member *members = tree_members(ctx->pool, result, &n);

	html_p(h, "Copie agora: o que é secreto não será mostrado de novo.");
	html_open(h, "dl");
	for (size_t i = 0; i < n; i++) {
		html_element(h, "dt", work_label(members[i].name));
		html_open(h, "dd");
		html_open(h, "code");
		html_flag(h, "data-copy", true);
		html_text(h, work_word(value_said(members[i].value)));
		html_close(h, "code");
		html_close(h, "dd");
	}
	html_close(h, "dl");
	html_open(h, "p");
	html_link(h, f->back, "Voltar");
	html_close(h, "p");
	html_page_end(h);
}

static struct form *form_read(struct ctx *ctx, const char **step, const char **once)
{
	struct form *f = form_new(ctx);
	struct body *b = brings_file(f) ? site_form_file(ctx, &f->file) : site_form(ctx);

	for (size_t i = 0; i < f->n; i++)
		f->values[i] = body_text(b, f->inputs[i].name, OPTIONAL, 1, VALUE_MAX);
	f->held = body_line(b, ENTRY_HELD, OPTIONAL, 1, UUID_TEXT_SIZE);
	*step = body_text(b, "step", OPTIONAL, 1, 10);
	*once = site_take_once(b);
	f->back = back_of(ctx, f->room, body_text(b, "back", OPTIONAL, 1, 2000));
	f->about = body_text(b, "about", OPTIONAL, 1, 1000);
	body_done(b);
	return f;
}

/* Inside the organization: the file that is meant; false where it is held no more, which the form says. */
static bool take_held(struct ctx *ctx, struct form *f)
{
	static const char gone[] = "O arquivo enviado não está mais guardado, o que se faz por uma "
				   "hora: escolha-o de novo.";

	if (!f->held || held_file_read(ctx, f->held, &f->file))
		return true;
	f->held = NULL;
	write_form(ctx, f, 410, gone);
	return false;
}

static const char *portfolio_of(const struct form *f)
{
	for (size_t i = 0; i < f->n; i++)
		if (str_eq(f->inputs[i].name, "portfolio_id"))
			return f->values[i];
	return NULL;
}

/* The file's rows, as the portfolio reads them before anything is written. */
static void read_rows(struct ctx *ctx, void *arg)
{
	struct form *f = arg;
	const char *organization = ctx->path[0];
	struct json j;
	struct buf b;

	buf_init(&b, ctx->pool, 256);
	json_init(&j, &b);
	json_open(&j, NULL);
	json_open(&j, "subject");
	json_text(&j, "entity_id", portfolio_of(f));
	json_close(&j);
	json_open(&j, "input");
	json_text(&j, "org", organization);
	json_close(&j);
	json_close(&j);
	/* A Function of the portfolio chooses it, with the rights that the Action asks for. */
	(void)work_call(ctx, f->room, CALL_FUNCTION, "advisor.client_portfolio.ledger",
			buf_text(&b), NULL);
	ctx->path[0] = portfolio_of(f);
	f->read = imports_read(ctx, &f->file, f->page);
}

static void preview(struct ctx *ctx, struct form *f)
{
	const char *organization = ctx->path[0];
	struct json_object *answer;

	ctx->req->form = f;
	/* What is wrong with the file the preview itself says, beside its field. */
	if (f->held && portfolio_of(f) && !ctx_attempt(ctx, read_rows, f)) {
		ctx->problem = NULL;
		respond_reset(ctx);
	}
	ctx->path[0] = organization;
	answer = work_call(ctx, f->room, CALL_PREVIEW, f->spec->operation->id,
			   envelope(ctx, f, false), NULL);
	write_preview(ctx, f, answer);
}

void work_action(struct ctx *ctx)
{
	struct form *f = form_new(ctx);

	for (size_t i = 0; i < f->n; i++) {
		f->values[i] = query_field(ctx, f->inputs[i].name);
		f->given[i] = f->values[i] != NULL;
	}
	f->back = back_of(ctx, f->room, query_field(ctx, "back"));
	f->about = query_field(ctx, "about");
	if (brings_file(f)) {
		f->held = query_field(ctx, ENTRY_HELD);
		f->page = layout_page_asked(ctx);
	}
	query_done(ctx);
	work_enter(ctx, f->room, f->held ? TX_UNDONE : TX_READ);
	if (!f->held)
		write_form(ctx, f, 200, NULL);
	else if (take_held(ctx, f))
		preview(ctx, f);
}

/* A file came: it is held, and its preview led to. */
static void hold(struct ctx *ctx, struct form *f)
{
	work_enter(ctx, f->room, TX_WRITE);
	if (!f->file.content.n) {
		write_form(ctx, f, 400, "Escolha um arquivo.");
		return;
	}
	site_go(ctx, pool_printf(ctx->pool, "%s?%s", preview_path(ctx, f),
				 preview_query(ctx, f, held_file_keep(ctx, &f->file))));
}

/* The same button pressed twice. */
static void answer_again(struct ctx *ctx, const struct form *f)
{
	bool secret = site_was_secret(ctx);
	struct html *h;

	respond_reset(ctx);
	if (!secret) {
		site_go(ctx, f->back);
		return;
	}
	h = begin(ctx, f, 200, "Isto já foi feito", NULL);
	html_p(h, "O que é secreto foi mostrado na primeira vez, e não será de novo.");
	html_open(h, "p");
	html_link(h, f->back, "Voltar");
	html_close(h, "p");
	html_page_end(h);
}

void work_action_post(struct ctx *ctx)
{
	const char *step, *once;
	const struct outcome *o;
	struct json_object *answer;
	struct form *f;
	bool execute;

	query_done(ctx);
	f = form_read(ctx, &step, &once);
	if (brings_file(f) && !f->held) {
		hold(ctx, f);
		return;
	}
	execute = step && str_eq(step, "execute");
	work_enter(ctx, f->room, execute ? TX_WRITE : TX_UNDONE);
	if (step && str_eq(step, "edit")) {
		write_form(ctx, f, 200, NULL);
		return;
	}
	if (!take_held(ctx, f))
		return;
	if (!execute) {
		preview(ctx, f);
		return;
	}
	ctx->req->form = f;
	ctx->req->idempotency_key = once;
	answer = work_call(ctx, f->room, CALL_ACTION, f->spec->operation->id,
			   envelope(ctx, f, true), &o);
	if (!answer) {
		answer_again(ctx, f);
		return;
	}
	if (o->call->kept) {
		site_done_secret(ctx);
		write_result(ctx, f, answer);
	} else {
		site_done(ctx);
		site_go(ctx, f->back);
	}
}

/* ---- a refusal ---- */

static void note_fault(void *pool, struct form *f, const char *pointer, const char *text)
{
	const char *rest;

	if (!text_starts(pointer, "/input/"))
		return;
	rest = pointer + strlen("/input/");
	for (size_t i = 0; i < f->n; i++) {
		size_t n = strlen(f->inputs[i].name);

		if (strncmp(rest, f->inputs[i].name, n) == 0 && (!rest[n] || rest[n] == '/'))
			f->faults[i] = f->faults[i] ? pool_printf(pool, "%s %s", f->faults[i], text)
						    : text;
	}
}

static const char *note_faults(struct ctx *ctx, struct form *f)
{
	const char *reason, *details = ctx->problem->details, *first = NULL;
	size_t offset;
	struct json_object *errors =
		details ? tree_member(json_parse(ctx->pool,
						 slice_of(pool_printf(ctx->pool, "{%s}", details)),
						 &offset, &reason),
				      "errors")
			: NULL;

	for (size_t i = 0; errors && i < json_object_array_length(errors); i++) {
		struct json_object *e = json_object_array_get_idx(errors, i);
		const char *pointer = tree_text(tree_member(e, "pointer"));
		const char *expected = tree_text(tree_member(e, "expected"));
		const char *rule = tree_text(tree_member(e, "rule"));
		const char *text = pool_printf(
			ctx->pool, "%s (%s)",
			expected ? pool_printf(ctx->pool, "Esperado: %s", expected) : "Não serve",
			rule);

		note_fault(ctx->pool, f, pointer ? pointer : "", text);
		first = first ? first : text;
	}
	return first;
}

void work_action_refuse(struct ctx *ctx)
{
	struct form *f = ctx->req->form;
	const char *first;

	if (!f || !ctx->caller || ctx->problem->status >= 500 ||
	    !str_eq(ctx->problem->code, "invalid_input")) {
		site_refuse(ctx);
		return;
	}
	first = note_faults(ctx, f);
	write_form(ctx, f, ctx->problem->status,
		   pool_printf(ctx->pool, "Nada foi escrito. %s",
			       first ? first : problem_shown(ctx->pool, "")));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* work_form.c: the form of an Action, and the envelope made from it. */
#include "config.h"

#include "console/organization/work_form.h"

#include "identity/session.h"
#include "identity/pages/site.h"
#include "console/form/member_words.h"
#include "console/person/plan_parts.h"
#include "core/encode.h"
#include "http/response.h"
#include "http/tree.h"

/* The organization that the route is of. */
static const struct work_room *work_room_of(const struct ctx *ctx)
{
	const struct work_page *page = ctx->route->arg;

	return page->room;
}

struct work_form *work_form_new(struct ctx *ctx)
{
	struct work_form *f = pool_zero(ctx->pool, struct work_form);

	f->room = work_room_of(ctx);
	f->spec = spec_asked(ctx, f->room->protocol, true, ctx->path[1]);
	f->fields = schema_fields(ctx->pool, f->spec->input_schema, &f->n);
	f->options = pool_array(ctx->pool, struct work_options, f->n);
	f->given = work_form_aims(f); /* beside its targets it has only the portfolio */
	return f;
}

const char *work_form_value(struct ctx *ctx, const struct work_form *f, const char *name)
{
	return entry_value(ctx, &f->entry, name);
}

/* ---- whom and what it chooses from ---- */

/* What a member is chosen from: a room of "advisor." and one of "credit." name their lists alike. */
static const struct choice_list {
	const char *member, *function;
	const char *items, *id, *name; /* in its answer */
	const char *of; /* the member whose value the list is of; NULL: of the organization */
} lists[] = {
	{ "family_id", "families.list", "data", "id", "name", NULL },
	{ "member_id", "members.list", "data", "id", "name", NULL },
	{ "member_ids", "members.list", "data", "id", "name", NULL },
	{ "watchlist_id", "watchlists.list", "data", "id", "name", NULL },
	{ "asset_id", "client_portfolio.get", "holdings", "asset_id", "symbol", "portfolio_id" },
};
#define LISTED 100 /* the most of one answer */

static const struct choice_list *list_of(const char *member)
{
	for (size_t i = 0; i < ARRAY_SIZE(lists); i++)
		if (str_eq(lists[i].member, member))
			return &lists[i];
	return NULL;
}

struct listing {
	const struct work_form *f;
	const struct choice_list *list;
	const char *function, *of;
	struct json_object *items;
};

static void list_read(struct ctx *ctx, void *arg)
{
	struct listing *l = arg;
	struct json *j = json_new(ctx->pool, 256);
	const struct protocol *p = l->f->room->protocol;

	json_open(j, NULL);
	if (l->of) {
		json_open(j, "subject");
		json_text(j, "entity_id", l->of);
		json_close(j);
	} else {
		work_subject(ctx, l->f->room, spec_asked(ctx, p, false, l->function)->operation, j);
	}
	json_open(j, "input");
	if (p->org_in_input)
		json_text(j, "org", ctx->path[0]);
	if (!l->of)
		json_int(j, "limit", LISTED);
	json_close(j);
	json_close(j);
	l->items = tree_member(
		work_call(ctx, l->f->room, CALL_FUNCTION, l->function, json_written(j), NULL),
		l->list->items);
}

static void take_options(struct ctx *ctx, struct work_options *out, const struct listing *l)
{
	out->list = pool_array(ctx->pool, struct html_option, ask_items(l->items));
	for (size_t i = 0; i < ask_items(l->items); i++) {
		struct json_object *one = json_object_array_get_idx(l->items, i);
		const char *name = ask_text(one, l->list->name), *email = ask_text(one, "email");
		const char *id = ask_text(one, l->list->id);

		if (!id || (ask_text(one, "status") && !str_eq(ask_text(one, "status"), "active")))
			continue;
		if (name && email)
			name = pool_printf(ctx->pool, "%s, %s", name, email);
		else if (!name)
			name = email ? email : id;
		out->list[out->n++] = (struct html_option){ id, name };
	}
}

/* Who may not see the list, or of one longer than an answer, types the id. */
void work_form_choose(struct ctx *ctx, struct work_form *f)
{
	const char *id = f->spec->operation->id;

	for (size_t i = 0; i < f->n; i++) {
		const char *name = f->fields[i].name;
		struct listing l = { .f = f, .list = list_of(name) };

		if (!l.list || (f->given && work_form_value(ctx, f, name)))
			continue;
		if (l.list->of)
			l.of = work_form_value(ctx, f, l.list->of);
		if (l.list->of && !l.of)
			continue;
		l.function = pool_printf(ctx->pool, "%.*s.%s", (int)strcspn(id, "."), id,
					 l.list->function);
		if (!ctx_attempt(ctx, list_read, &l)) {
			ctx->problem = NULL;
			respond_reset(ctx);
		} else if (ask_items(l.items) < LISTED) {
			take_options(ctx, &f->options[i], &l);
		}
	}
}

const char *work_form_said(const struct work_form *f, const char *text)
{
	for (size_t i = 0; i < f->n; i++)
		text = html_option_label(f->options[i].list, f->options[i].n, text);
	return text;
}

bool work_form_brings_file(const struct work_form *f)
{
	const char *id = f->room->protocol->file_action;

	return id && str_eq(id, f->spec->operation->id);
}

/* The document of targets has fields of its own. */
static bool is_targets(const char *name)
{
	return str_eq(name, "targets");
}

bool work_form_aims(const struct work_form *f)
{
	for (size_t i = 0; i < f->n; i++)
		if (is_targets(f->fields[i].name))
			return true;
	return false;
}

/* The organization is the path's. */
static bool is_organization(const char *name)
{
	return str_eq(name, "org");
}

/* The member is set by programs only, and has no field in a form. */
static bool is_of_programs(const char *name)
{
	return str_eq(name, "external_id");
}

/* Members that the uploaded file fills; one field brings it. */
static bool is_of_file(const char *name)
{
	return str_eq(name, "content") || str_eq(name, "content_base64") ||
	       str_eq(name, "filename");
}

/* ---- drawn ---- */

static const char *action_path(struct ctx *ctx, const struct work_form *f)
{
	return work_path(ctx, f->room,
			 pool_printf(ctx->pool, "/%s/%s",
				     work_form_brings_file(f) ? "files" : "actions",
				     f->spec->operation->id));
}

static void write_file(struct html *h, const struct work_form *f)
{
	html_field(h, &(struct html_field){ .name = FORM_FILE,
					    .label = "Arquivo",
					    .type = "file",
					    .error = entry_fault(&f->entry, FORM_FILE) });
}

static void write_boxes(struct ctx *ctx, struct html *h, const struct work_form *f, size_t i)
{
	const char *chosen = work_form_value(ctx, f, f->fields[i].name);

	html_group(h, member_label(f->fields[i].name));
	for (size_t k = 0; k < f->options[i].n; k++) {
		const struct html_option *o = &f->options[i].list[k];

		html_choice(h, &(struct html_choice){
				       .name = pool_printf(ctx->pool, WORK_CHECKED "%s", o->value),
				       .value = "on",
				       .label = o->label,
				       .chosen = chosen && strstr(chosen, o->value) });
	}
	html_group_end(h);
}

static void write_options(struct ctx *ctx, struct html *h, const struct work_form *f, size_t i)
{
	entry_field(ctx, h, &f->entry,
		    (struct html_field){ .name = f->fields[i].name,
					 .label = member_label(f->fields[i].name),
					 .type = "select",
					 .options = f->options[i].list,
					 .n_options = f->options[i].n,
					 .optional = !f->fields[i].required });
}

/* What the page that led here set; an id stays so after a refusal that is about something else. */
static bool is_set(const struct work_form *f, const char *name, const char *value)
{
	struct uuid id;

	return value &&
	       (f->given || (uuid_parse(slice_of(value), &id) && !entry_fault(&f->entry, name)));
}

static void write_field(struct ctx *ctx, struct html *h, const struct work_form *f, size_t i)
{
	const char *name = f->fields[i].name, *value = work_form_value(ctx, f, name);

	if (is_organization(name) || is_of_programs(name))
		return;
	if (is_targets(name)) {
		html_choice(h, &(struct html_choice){
				       .name = WORK_WITHDRAW,
				       .value = "on",
				       .label = "Retirar as metas",
				       .hint = "O que está abaixo não vale então.",
				       .chosen = work_form_value(ctx, f, WORK_WITHDRAW) });
		targets_fields_write(ctx, h, &f->entry);
		return;
	}
	if (is_of_file(name)) {
		if (str_eq(name, "content_base64"))
			write_file(h, f);
		return;
	}
	if (f->options[i].list && f->fields[i].kind == FIELD_IDS)
		write_boxes(ctx, h, f, i);
	else if (f->options[i].list)
		write_options(ctx, h, f, i);
	else if (is_set(f, name, value))
		html_hidden(h, name, value);
	else
		schema_field_write(ctx, h, &f->entry, &f->fields[i], name, member_label(name));
}

struct html *work_form_begin(struct ctx *ctx, const struct work_form *f, int status,
			     const char *title, const char *error)
{
	struct html *h = work_frame(ctx, f->room, status, title, "", error);

	if (f->about) {
		html_open(h, "p");
		html_element(h, "bdi", f->about);
		html_close(h, "p");
	}
	return h;
}

void work_form_open(struct html *h, const struct work_form *f)
{
	const char *token = csrf_token(h->ctx), *path = action_path(h->ctx, f);

	if (work_form_brings_file(f))
		html_form_file(h, path, token);
	else
		html_form(h, path, token);
	html_hidden(h, "back", f->back);
	html_hidden(h, "about", f->about);
	html_hidden(h, ENTRY_HELD, f->held);
}

void work_form_write(struct ctx *ctx, const struct work_form *f, int status, const char *error)
{
	struct html *h = work_form_begin(ctx, f, status, f->spec->title, error);

	html_faults(h, f->entry.faults, f->entry.n_faults);
	html_p(h, "%s", f->spec->summary);
	if (f->spec->description)
		html_p(h, "%s", f->spec->description);
	work_form_open(h, f);
	for (size_t i = 0; i < f->n; i++)
		write_field(ctx, h, f, i);
	html_button_of(h, "step", "preview", "Ver a prévia");
	if (work_form_aims(f))
		targets_more_write(h, &f->entry);
	html_form_end(h);
	html_p_link(h, f->back, "Voltar");
	html_page_end(h);
}

/* The page to go back to: of this service alone. */
const char *work_back_of(struct ctx *ctx, const struct work_room *room, const char *asked)
{
	return site_local(asked, work_path(ctx, room, ""));
}

/* ---- its envelope ---- */

static void put_file(struct ctx *ctx, struct json *j, const struct work_form *f, const char *name)
{
	if (!f->file.name)
		return;
	if (str_eq(name, "filename"))
		json_text(j, name, f->file.name);
	if (str_eq(name, "content_base64"))
		json_text(j, name, base64_encoded(ctx->pool, f->file.content.p, f->file.content.n));
}

/* A paper's class is looked up in the portfolio, which has been chosen. */
static void put_targets(struct ctx *ctx, struct json *j, const struct work_form *f)
{
	struct body *b = body_of(ctx, f->entry.values, "");
	const char *document;

	if (work_form_value(ctx, f, WORK_WITHDRAW)) {
		json_null(j, "targets");
		return;
	}
	document = targets_json(ctx, b);
	body_refuse(b);
	json_raw(j, "targets", document);
}

static void put(struct ctx *ctx, struct json *j, const struct work_form *f, size_t i)
{
	const char *name = f->fields[i].name, *typed = work_form_value(ctx, f, name);

	if (is_organization(name))
		json_text(j, name, ctx->path[0]);
	else if (is_targets(name))
		put_targets(ctx, j, f);
	else if (is_of_file(name))
		put_file(ctx, j, f, name);
	else if ((typed && *typed) || (f->options[i].list && f->fields[i].kind == FIELD_IDS))
		schema_field_json(ctx, j, &f->fields[i], typed ? typed : "");
}

const char *work_form_envelope(struct ctx *ctx, const struct work_form *f, bool execute)
{
	struct json *j = json_new(ctx->pool, 1024 + f->file.content.n / 3 * 4);

	json_open(j, NULL);
	work_subject(ctx, f->room, f->spec->operation, j);
	json_open(j, "input");
	for (size_t i = 0; i < f->n; i++)
		put(ctx, j, f, i);
	json_close(j);
	if (execute)
		json_boolean(j, "confirmed", true);
	json_close(j);
	return json_written(j);
}

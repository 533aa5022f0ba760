/* SPDX-License-Identifier: Apache-2.0 */
/* work_form.c: draws the form of an Action. */
#include "config.h"

#include "console/organization/work_form.h"

#include "identity/session.h"
#include "identity/pages/site.h"
#include "console/form/entry.h"
#include "console/layout.h"
#include "console/static/script.h"
#include "console/static/stylesheet.h"
#include "core/encode.h"
#include "http/request.h"
#include "http/tree.h"

/* The organization that the route is of. */
static const struct work_room *work_room_of(const struct ctx *ctx)
{
	const struct work_place *place = ctx->route->arg;

	return place->room;
}

struct work_form *work_form_new(struct ctx *ctx)
{
	struct work_form *f = pool_zero(ctx->pool, struct work_form);

	f->room = work_room_of(ctx);
	f->spec = spec_asked(ctx, f->room->protocol, true, ctx->path[1]);
	f->inputs = work_inputs(ctx->pool, f->spec, &f->n);
	f->values = pool_array(ctx->pool, const char *, f->n);
	f->faults = pool_array(ctx->pool, const char *, f->n);
	f->given = pool_array(ctx->pool, bool, f->n);
	memset(f->values, 0, f->n * sizeof(*f->values));
	memset(f->faults, 0, f->n * sizeof(*f->faults));
	memset(f->given, 0, f->n * sizeof(*f->given));
	return f;
}

bool work_form_brings_file(const struct work_form *f)
{
	const char *id = f->room->protocol->file_action;

	return id && str_eq(id, f->spec->operation->id);
}

static const char *action_path(struct ctx *ctx, const struct work_form *f)
{
	return work_path(ctx, f->room,
			 pool_printf(ctx->pool, "/%s/%s",
				     work_form_brings_file(f) ? "files" : "actions",
				     f->spec->operation->id));
}

static void write_select(struct html *h, const struct work_form *f, size_t i)
{
	static const char *const flags[] = { "true", "false" };
	const struct work_input *in = &f->inputs[i];
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

static const char *hint_of(const struct work_input *in)
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

static void write_text(struct html *h, const struct work_form *f, size_t i)
{
	const struct work_input *in = &f->inputs[i];
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

static void write_input(struct html *h, const struct work_form *f, size_t i)
{
	const struct work_input *in = &f->inputs[i];

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

struct html *work_form_begin(struct ctx *ctx, const struct work_form *f, int status,
			     const char *title, const char *error)
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

	html_p(h, "%s", f->spec->summary);
	if (f->spec->description)
		html_p(h, "%s", f->spec->description);
	work_form_open(h, f);
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
const char *work_back_of(struct ctx *ctx, const struct work_room *room, const char *asked)
{
	return site_local(asked, work_path(ctx, room, ""));
}

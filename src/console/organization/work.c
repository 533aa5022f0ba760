/* SPDX-License-Identifier: Apache-2.0 */
/*
 * work.c: a person at a browser as a member of an organization, and operations of its contract.
 *
 * The session is the person's own; x-service-workspace, which no browser sends, is the organization of the path.
 * What the contract then asks of the role, the seat and the licence it asks of him as of a member's key.
 */
#include "config.h"

#include "console/organization/work.h"

#include "identity/caller.h"
#include "office/advisor.h"
#include "identity/pages/site.h"
#include "core/encode.h"
#include "desk/desk.h"
#include "http/json_read.h"
#include "operations/specs.h"
#include "http/tree.h"

static const char *const office_ways[][2] = {
	{ "", "Visão geral" },		{ "/clients", "Clientes" }, { "/families", "Famílias" },
	{ "/targets", "Metas" },	{ "/plans", "Aportes" },    { "/members", "Membros" },
	{ "/invitations", "Convites" }, { "/audit", "Auditoria" },  { NULL, NULL },
};
static const char *const desk_ways[][2] = {
	{ "", "Visão geral" },	     { "/find", "Procurar" },
	{ "/watchlists", "Listas" }, { "/terms", "Fila de termos" },
	{ "/documents", "Textos" },  { "/notes", "Notas" },
	{ "/rules", "Regras" },	     { "/members", "Membros" },
	{ "/audit", "Auditoria" },   { NULL, NULL },
};

const struct work_room work_office = { &advisor_protocol, "/offices",
				       SCOPE_ADVISOR_READ | SCOPE_ADVISOR_WRITE, office_ways };
const struct work_room work_desk = { &desk_protocol, "/desks", SCOPE_DESK_READ | SCOPE_DESK_WRITE,
				     desk_ways };

/* ---- who ---- */

void work_as_member(struct ctx *ctx, const struct work_room *room)
{
	struct caller *c;

	if (ctx->caller->form != FORM_SESSION)
		fail(ctx, 401, "credential_missing", "Entre com e-mail e senha.");
	c = pool_memdup(ctx->pool, ctx->caller, sizeof(*c));
	c->kind = room->protocol->carrier;
	c->scopes |= room->scopes;
	if (!uuid_parse(slice_of(ctx->req->workspace), &c->organization))
		fail(ctx, 404, "workspace_not_found", "Não há tal organização.");
	ctx->caller = c;
}

void work_enter(struct ctx *ctx, const struct work_room *room, enum route_transaction transaction)
{
	ctx->req->workspace = ctx->path[0];
	access_enter(ctx, transaction);
	work_as_member(ctx, room);
}

const char *work_path(struct ctx *ctx, const struct work_room *room, const char *rest)
{
	return pool_printf(ctx->pool, "%s/%s%s", room->base, url_encoded(ctx->pool, ctx->path[0]),
			   rest);
}

struct html *work_frame(struct ctx *ctx, const struct work_room *room, int status,
			const char *title, const char *here, const char *error)
{
	struct html *h =
		site_page(ctx, status, &(struct html_page){ .title = title, .error = error });

	html_open_of(h, "nav", "tabs");
	html_attr(h, "aria-label", "Nesta organização");
	html_open(h, "ul");
	for (size_t i = 0; room->ways[i][0]; i++) {
		html_open(h, "li");
		html_open(h, "a");
		html_attr(h, "href", work_path(ctx, room, room->ways[i][0]));
		html_attr(h, "aria-current", str_eq(room->ways[i][0], here) ? "page" : NULL);
		html_text(h, room->ways[i][1]);
		html_close(h, "a");
		html_close(h, "li");
	}
	html_close(h, "ul");
	html_close(h, "nav");
	return h;
}

/* ---- what ---- */

/* The envelope as JSON would have brought it. */
static struct json_object *envelope_of(struct ctx *ctx, void *arg UNUSED)
{
	return json_read(ctx->pool, ctx->req->body);
}

const struct outcome *work_run(struct ctx *ctx, const struct work_room *room, enum call_kind kind,
			       const char *id, const char *envelope)
{
	ctx->req->body = slice_of(envelope);
	return protocol_call(ctx, room->protocol, kind, id, envelope_of, NULL);
}

struct json_object *work_call(struct ctx *ctx, const struct work_room *room, enum call_kind kind,
			      const char *id, const char *envelope, const struct outcome **out)
{
	const struct outcome *o = work_run(ctx, room, kind, id, envelope);
	struct json *j;

	if (out)
		*out = o;
	if (!o)
		return NULL;
	j = json_new(ctx->pool, 4096);
	protocol_answer(o, j, NULL);
	return json_read(ctx->pool, slice_of(json_written(j)));
}

void work_subject(struct ctx *ctx, const struct work_room *room, const struct operation *o,
		  struct json *j)
{
	const char *own = room->protocol->own_subject;

	if (!o->subject)
		return;
	json_open(j, "subject");
	json_text(j, "entity_id", own && str_eq(own, o->subject) ? ctx->path[0] : ctx->path[1]);
	json_close(j);
}

struct json_object *work_ask(struct ctx *ctx, const struct work_room *room, const char *id)
{
	const struct spec *spec = spec_asked(ctx, room->protocol, false, id);
	struct json *j = json_new(ctx->pool, 256);

	json_open(j, NULL);
	work_subject(ctx, room, spec->operation, j);
	json_open(j, "input");
	if (room->protocol->org_in_input)
		json_text(j, "org", ctx->path[0]);
	json_close(j);
	json_close(j);
	return work_call(ctx, room, CALL_FUNCTION, id, json_written(j), NULL);
}

struct json_object *work_find(struct json_object *o, const char *path)
{
	char name[64];
	size_t n;

	while (o && *path) {
		n = strcspn(path, ".");
		if (n >= sizeof(name))
			return NULL;
		memcpy(name, path, n);
		name[n] = '\0';
		o = tree_member(o, name);
		path += n + (path[n] == '.');
	}
	return o;
}

bool work_takes(const struct spec *s, const char *member)
{
	return tree_member(tree_member(s->input_schema, "properties"), member) != NULL;
}

static const char *envelope(struct ctx *ctx, const struct work_room *room,
			    const struct work_source *s, const char *cursor, int limit)
{
	const struct spec *spec = spec_asked(ctx, room->protocol, false, s->function);
	struct json *j = json_new(ctx->pool, 256);

	json_open(j, NULL);
	work_subject(ctx, room, spec->operation, j);
	json_open(j, "input");
	if (work_takes(spec, "org"))
		json_text(j, "org", ctx->path[0]);
	if (s->input)
		json_text(j, s->input, ctx->path[1]);
	for (size_t i = 0; s->with && s->with[i][0]; i++)
		json_text(j, s->with[i][0], s->with[i][1]);
	if (work_takes(spec, "limit"))
		json_int(j, "limit", limit);
	if (cursor && work_takes(spec, "cursor"))
		json_text(j, "cursor", cursor);
	json_close(j);
	json_close(j);
	return json_written(j);
}

struct json_object *work_give(struct ctx *ctx, const struct work_room *room,
			      const struct work_source *s, const char *cursor, int limit,
			      const struct outcome **out)
{
	const char *body = envelope(ctx, room, s, cursor, limit);

	if (s->draw) {
		*out = work_run(ctx, room, CALL_FUNCTION, s->function, body);
		return NULL;
	}
	return work_call(ctx, room, CALL_FUNCTION, s->function, body, out);
}

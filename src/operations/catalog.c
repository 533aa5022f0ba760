/* SPDX-License-Identifier: Apache-2.0 */
/* catalog.c: the lists of Functions and Actions, and the spec of each. */
#include "config.h"

#include "identity/caller.h"
#include "core/buf.h"
#include "core/text.h"
#include "http/response.h"
#include "operations/audit.h"
#include "operations/specs.h"
#include "http/tree.h"

static bool carries(const struct ctx *ctx)
{
	return !uuid_is_nil(ctx->caller->organization);
}

/* @id: the only subject that there is; NULL: one of several, or none */
static void write_subject(const struct operation *op, const struct uuid *id, struct json *j)
{
	if (!json_open_if(j, "subject", op->subject))
		return;
	json_text(j, "type", op->subject);
	json_boolean(j, "required", true);
	if (id)
		json_uuid(j, "entity_id", *id);
	json_close(j);
}

static void write_temporal(const struct operation *op, struct json *j)
{
	if (!json_open_if(j, "temporal_cut", op->temporal))
		return;
	json_text(j, "field", op->temporal);
	json_close(j);
}

static void write_entry(const struct spec *s, struct json *j)
{
	const struct operation *op = s->operation;

	json_open(j, NULL);
	json_text(j, "id", op->id);
	json_text(j, "version", op->version);
	json_text(j, "title", s->title);
	json_text(j, "summary", s->summary);
	write_subject(op, NULL, j);
	json_text(j, "scope", scopes_text(j->out->pool, op->scope));
	if (s->action) {
		json_boolean(j, "preview", !op->no_preview);
		json_boolean(j, "confirmation_required", s->confirmation != NULL);
	} else {
		write_temporal(op, j);
	}
	json_close(j);
}

static bool is_reached(struct call *c, const struct operation *op)
{
	struct barrier b = { 0 };

	c->operation = op;
	return !(op->scope & ~c->ctx->caller->scopes) && !c->protocol->barred(c, &b);
}

void protocol_catalog(struct ctx *ctx, const struct protocol *p, bool actions, struct uuid org,
		      struct json *j, const char *name)
{
	struct call c = { .ctx = ctx, .protocol = p };
	struct buf reached;
	int64_t count = 0;
	struct spec *list = actions ? p->specs->actions : p->specs->functions;
	size_t n = actions ? p->specs->n_actions : p->specs->n_functions;

	p->enter(&c);
	buf_init(&reached, ctx->pool, 1024);
	json_open(j, name);
	json_array(j, "data");
	for (size_t i = 0; i < n; i++) {
		if (!is_reached(&c, list[i].operation))
			continue;
		buf_printf(&reached, "%s ", list[i].operation->id);
		write_entry(spec_read(ctx, p, &list[i]), j);
		count++;
	}
	respond_versions(ctx, buf_text(&reached));
	json_array_end(j);
	json_open(j, "meta");
	json_int(j, "count", count);
	json_null(j, "next_cursor");
	if (!uuid_is_nil(org))
		json_uuid(j, "org", org);
	json_close(j);
	json_close(j);
}

/* A preview writes nothing, except an audit row when it could reveal others' data. */
static void write_effects(const struct spec *s, const struct probe *probe, struct json *j)
{
	json_array(j, "effects");
	for (size_t i = 0; i < json_object_array_length(s->effects); i++)
		tree_write(json_object_array_get_idx(s->effects, i), j, NULL);
	if (probe)
		json_text(j, NULL, "preview_audited: a prévia fica na auditoria.");
	json_array_end(j);
	json_boolean(j, "preview_audited", probe != NULL);
}

static void write_action(const struct protocol *p, const struct spec *s, struct json *j)
{
	write_effects(s, audit_probe(p, s->operation), j);
	json_open(j, "confirmation");
	json_boolean(j, "required", s->confirmation != NULL);
	json_text(j, "reason", s->confirmation);
	json_close(j);
	json_open(j, "idempotency");
	json_text(j, "key", "Idempotency-Key");
	json_text(j, "window", "PT24H");
	json_close(j);
	json_boolean(j, "preview", !s->operation->no_preview);
	json_text(j, "audit_event", s->operation->event);
}

bool protocol_org_told(const struct ctx *ctx, const struct protocol *p)
{
	return p->org_in_input && carries(ctx);
}

void protocol_org_write(const struct ctx *ctx, const struct protocol *p, struct json *j)
{
	if (protocol_org_told(ctx, p))
		json_uuid(j, "const", ctx->caller->organization);
}

/* The definitions; that of org with the only value that the credential may send. */
static void write_defs(struct ctx *ctx, const struct protocol *p, struct json_object *defs,
		       struct json *j)
{
	struct tree_member *list;
	size_t n = 0;

	list = tree_members(ctx->pool, defs, &n);
	json_open(j, "$defs");
	for (size_t i = 0; i < n; i++) {
		if (!str_eq(list[i].name, "org")) {
			tree_write(list[i].value, j, list[i].name);
			continue;
		}
		json_open(j, "org");
		tree_write_members(list[i].value, j);
		protocol_org_write(ctx, p, j);
		json_close(j);
	}
	json_close(j);
}

static void write_input(struct ctx *ctx, const struct protocol *p, struct json_object *schema,
			struct json *j)
{
	struct tree_member *list;
	size_t n = 0;

	list = tree_members(ctx->pool, schema, &n);
	json_open(j, "input_schema");
	for (size_t i = 0; i < n; i++)
		if (str_eq(list[i].name, "$defs"))
			write_defs(ctx, p, list[i].value, j);
		else
			tree_write(list[i].value, j, list[i].name);
	json_close(j);
}

void protocol_spec(struct ctx *ctx, const struct protocol *p, bool action, const char *id,
		   unsigned parts, struct json *j, const char *name)
{
	const struct spec *s = spec_asked(ctx, p, action, id);
	const char *subject = s->operation->subject;
	bool own = subject && p->own_subject && str_eq(subject, p->own_subject) && carries(ctx);

	json_open(j, name);
	json_text(j, "id", s->operation->id);
	json_text(j, "version", s->operation->version);
	json_text(j, "title", s->title);
	json_text(j, "summary", s->summary);
	json_text(j, "description", s->description);
	write_subject(s->operation, own ? &ctx->caller->organization : NULL, j);
	if (!action)
		write_temporal(s->operation, j);
	json_text(j, "scope", scopes_text(j->out->pool, s->operation->scope));
	if (parts & SPEC_INPUT)
		write_input(ctx, p, s->input_schema, j);
	if (parts & SPEC_OUTPUT)
		tree_write(s->output_schema, j, "output_schema");
	if (parts & SPEC_EXAMPLE)
		tree_write(s->examples, j, "examples");
	if (action)
		write_action(p, s, j);
	json_close(j);
}

#define CODE "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

#define CODE_MAX 14 /* digits of a CNPJ */

/* Whether JSON that begins with @value is a text that could say something: no code such as PETR4. */
static bool says(const char *value)
{
	size_t n = *value == '"' ? strspn(value + 1, CODE) : 0;

	return ((*value == '{' || *value == '[') && !strchr("]}", value[1])) ||
	       (*value == '"' && (value[1 + n] != '"' || n > CODE_MAX));
}

/* A member with such a value, or, in the changes of a preview, a pointer to it.  A quote within a text is escaped. */
static bool has_member(void *pool, const char *answer, const char *name)
{
	const char *member = pool_printf(pool, "\"%s\":", name), *to;
	const char *pointer = pool_printf(pool, "/%s\",\"", name);

	for (const char *at = strstr(answer, member); at; at = strstr(at + 1, member))
		if (says(at + strlen(member)))
			return true;
	for (const char *at = strstr(answer, pointer); at; at = strstr(at + 1, pointer)) {
		to = strstr(at, "\"to\":");
		if (to && says(to + strlen("\"to\":")))
			return true;
	}
	return false;
}

const char *protocol_from_others(struct ctx *ctx, const struct protocol *p, bool action,
				 const char *id, const char *answer)
{
	const struct spec *s = spec_asked(ctx, p, action, id);
	const char *data = action ? NULL : strstr(answer, "\"data\":"); /* behind the envelope */
	const char *list = "";

	for (size_t i = 0; i < s->n_from_others; i++)
		if (has_member(ctx->pool, data ? data : answer, s->from_others[i]))
			list = pool_printf(ctx->pool, "%s%s%s", list, *list ? ", " : "",
					   s->from_others[i]);
	return list;
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * execute.c: runs a Function or an Action, or previews one.
 *
 * One entry for all three and for every caller, so that the refusals are equal; they come in the order
 * of the calls in protocol_call() and judge().  A preview is the execution, in a transaction that is
 * rolled back (TX_UNDONE).
 */
#include "config.h"

#include "identity/caller.h"
#include "identity/idempotency.h"
#include "core/problem.h"
#include "operations/audit.h"
#include "operations/changes.h"
#include "operations/specs.h"
#include "http/tree.h"

/* A deferred unique constraint must refuse a preview as it would refuse the execution. */
static DB_STMT(constraints, "protocol.constraints", "set constraints all immediate");

/* The envelope of the input. */
struct envelope {
	struct json_object *body;
	struct schema_errors errors;
};

/* ---- the envelope ---- */

static const char *shown(struct json_object *value)
{
	const char *text = tree_text(value);

	return text ? text : json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN);
}

static void unknown_members(struct envelope *e, struct json_object *object, const char *base,
			    const char *const *known, size_t n_known, const char *expected)
{
	struct tree_member *list;
	size_t n = 0;

	if (!json_object_is_type(object, json_type_object))
		return;
	list = tree_members(e->errors.pool, object, &n);
	for (size_t i = 0; i < n; i++) {
		size_t k = 0;

		while (k < n_known && !str_eq(known[k], list[i].name))
			k++;
		if (k == n_known)
			schema_error(&e->errors,
				     pool_printf(e->errors.pool, "%s/%s", base, list[i].name),
				     "unknown_member", expected, shown(list[i].value));
	}
}

static void read_members(struct call *c, struct envelope *e, bool action)
{
	static const char *const of_function[] = { "subject", "input", "at" };
	static const char *const of_action[] = { "input", "confirmed", "subject" };
	/* An Action without a subject has no member of this name; nor has a desk's `at`. */
	size_t n = action ? (c->operation->subject ? 3 : 2) : (c->protocol->no_at ? 2 : 3);

	if (!json_object_is_type(e->body, json_type_object)) {
		schema_error(&e->errors, "", "type", "objeto", shown(e->body));
		return;
	}
	unknown_members(
		e, e->body, "", action ? of_action : of_function, n,
		action ? (c->operation->subject ? "subject, input, confirmed" : "input, confirmed")
		       : (c->protocol->no_at ? "subject, input" : "subject, input, at"));
}

static void read_subject(struct call *c, struct envelope *e)
{
	static const char *const known[] = { "entity_id" };
	struct json_object *subject = tree_member(e->body, "subject");
	struct json_object *id = tree_member(subject, "entity_id");

	if (!c->operation->subject) {
		/* in an Action's envelope it is already an unknown member */
		if (subject && !c->operation->event)
			schema_error(&e->errors, "/subject", "unwanted_subject", "nenhum sujeito",
				     shown(subject));
		return;
	}
	unknown_members(e, subject, "/subject", known, 1, "entity_id");
	if (!tree_text(id))
		schema_error(&e->errors, "/subject/entity_id", "type", "texto", shown(id));
	else if (!uuid_parse(slice_of(tree_text(id)), &c->subject))
		c->subject = uuid_nil(); /* names nothing, like an unknown one */
}

static void require_subject(struct call *c, const struct envelope *e)
{
	struct json_object *subject = tree_member(e->body, "subject");

	if (!c->operation->subject)
		return;
	if (subject &&
	    (!json_object_is_type(subject, json_type_object) || tree_member(subject, "entity_id")))
		return;
	problem_text(c->ctx, "expected", c->operation->subject);
	fail(c->ctx, 400, "subject_required", "%s pede subject.entity_id, do tipo %s.",
	     c->operation->id, c->operation->subject);
}

static void read_at(struct call *c, struct envelope *e)
{
	struct json_object *at = tree_member(e->body, "at");

	if (!at || c->protocol->no_at)
		return;
	if (!tree_text(at) || !day_parse(slice_of(tree_text(at)), &c->at))
		schema_error(&e->errors, "/at", "format", "data AAAA-MM-DD que exista", shown(at));
	else if (day_before(c->ctx->today, c->at))
		schema_error(&e->errors, "/at", "maximum", "hoje ou antes", shown(at));
	c->has_at = true;
}

static void refuse_at(struct call *c, const struct envelope *e, bool action)
{
	if (action || c->operation->temporal || c->protocol->no_at || !tree_member(e->body, "at"))
		return;
	problem_text(c->ctx, "received",
		     problem_shown(c->ctx->pool, shown(tree_member(e->body, "at"))));
	fail(c->ctx, 400, "temporal_cut_unsupported", "%s não aceita at.", c->operation->id);
}

static void read_confirmed(struct call *c, const struct spec *s, struct envelope *e)
{
	struct json_object *confirmed = tree_member(e->body, "confirmed");

	if (confirmed && !json_object_is_type(confirmed, json_type_boolean))
		schema_error(&e->errors, "/confirmed", "type", "true ou false", shown(confirmed));
	else if (s->confirmation && !c->preview && !json_object_get_boolean(confirmed))
		schema_error(&e->errors, "/confirmed", "confirmation_required", "true",
			     confirmed ? "false" : NULL);
}

static bool requires_org(const struct spec *s)
{
	struct json_object *list = tree_member(s->input_schema, "required");

	for (size_t i = 0; list && i < json_object_array_length(list); i++)
		if (str_eq(tree_text(json_object_array_get_idx(list, i)), "org"))
			return true;
	return false;
}

/* The input to judge: that a required organization is absent is noted with its value, which the schema lacks. */
static struct json_object *with_org(struct call *c, const struct spec *s, struct envelope *e)
{
	const char *own = uuid_text(c->ctx->pool, c->org);
	struct json_object *out;
	struct tree_member *list;
	size_t n = 0;

	if (!c->protocol->org_in_input || uuid_is_nil(c->org) || !requires_org(s) ||
	    !json_object_is_type(c->input, json_type_object) || tree_has(c->input, "org"))
		return c->input;
	schema_error(&e->errors, "/input/org", "required",
		     pool_printf(c->ctx->pool, "%s, a organização desta credencial", own), NULL);
	out = tree_empty(c->ctx->pool);
	list = tree_members(c->ctx->pool, c->input, &n);
	for (size_t i = 0; i < n; i++)
		(void)json_object_object_add(out, list[i].name, json_object_get(list[i].value));
	(void)json_object_object_add(out, "org", json_object_new_string(own));
	return out;
}

static void read_input(struct call *c, const struct spec *s, struct envelope *e)
{
	struct json_object *sent = NULL;
	bool there = json_object_is_type(e->body, json_type_object) &&
		     json_object_object_get_ex(e->body, "input", &sent);

	c->input = sent ? sent : tree_empty(c->ctx->pool);
	if (there && !sent) { /* a missing input is an empty one; null is no input */
		schema_error(&e->errors, "/input", "type", "objeto", "null");
		return;
	}
	/* The errors are collected below, together with the envelope's. */
	(void)schema_judge(s->input, with_org(c, s, e), "/input", &e->errors);
	call_check(c, &e->errors);
}

static void match_org(struct call *c)
{
	const char *own = c->protocol->own_subject;
	struct uuid org;

	if (own && str_eq(c->operation->subject, own) && !uuid_same(c->subject, c->org))
		call_not_found(c);
	if (!c->protocol->org_in_input || uuid_is_nil(c->org) || !call_text(c, "org"))
		return;
	if (!call_uuid(c, "org", &org) || !uuid_same(org, c->org))
		call_not_found(c);
}

/* ---- checks ---- */

static struct call *call_new(struct ctx *ctx, const struct protocol *p, const struct spec *s,
			     bool preview)
{
	struct call *c = pool_zero(ctx->pool, struct call);

	c->ctx = ctx;
	c->protocol = p;
	c->operation = s->operation;
	c->preview = preview;
	c->confirms = s->confirmation != NULL;
	c->changes = changes_new(c);
	return c;
}

/* @r: where the audit of a refusal finds the input. */
static void judge(struct call *c, const struct spec *s, struct json_object *body, struct refused *r)
{
	struct envelope e = { .body = body };

	r->input = tree_member(e.body, "input");
	schema_errors_init(&e.errors, c->ctx->pool);
	require_subject(c, &e);
	refuse_at(c, &e, s->action);
	if (c->preview && s->operation->no_preview)
		schema_error(&e.errors, "", "preview_unsupported", "execute", "preview");
	read_members(c, &e, s->action);
	read_subject(c, &e);
	if (s->action)
		read_confirmed(c, s, &e);
	else
		read_at(c, &e);
	read_input(c, s, &e);
	if (e.errors.n)
		call_invalid_all(c, &e.errors);
	match_org(c);
}

/* ---- running ---- */

static void run_operation(struct ctx *ctx, void *arg)
{
	struct call *c = arg;

	c->operation->run(c);
	if (!c->operation->event)
		return;
	changes_read(c);
	changes_forget(c);
	if (c->preview)
		(void)db_exec(ctx, &constraints, DB_NO_ARGS);
}

/* Translates a refusal of another room into the contract's codes. */
static void run(struct call *c, struct outcome *o)
{
	struct json *j = pool_zero(c->ctx->pool, struct json);

	buf_init(&o->data, c->ctx->pool, 4096);
	json_init(j, &o->data);
	c->out = j;
	if (!ctx_attempt(c->ctx, run_operation, c)) {
		call_translate(c);
		ctx_leave(c->ctx);
	}
}

struct json *call_meta(struct call *c)
{
	struct json *j = json_new(c->ctx->pool, 256);

	c->meta = j->out;
	return j;
}

struct json *call_without_secret(struct call *c)
{
	struct json *j = json_new(c->ctx->pool, 256);

	c->kept = j->out;
	return j;
}

static void keep_without_secret(const struct outcome *o)
{
	struct outcome shown = *o;
	struct json *j;

	shown.data = *o->call->kept;
	j = json_new(o->call->ctx->pool, 512);
	protocol_answer(&shown, j, NULL);
	idempotency_without(o->call->ctx, json_written(j));
}

static void refuse_barred(struct call *c)
{
	struct barrier b = { 0 };

	access_scope(c->ctx, c->operation->scope);
	if (!c->protocol->barred(c, &b))
		return;
	if (b.suspended)
		call_suspended(c);
	call_forbidden(c, b.required, b.granted, b.detail);
}

struct call *protocol_entered(struct ctx *ctx, const struct protocol *p, const char *action)
{
	struct call *c = call_new(ctx, p, spec_asked(ctx, p, true, action), false);

	p->enter(c);
	refuse_barred(c);
	return c;
}

static void check_replayed(struct call *c, struct json_object *body)
{
	c->input = tree_member(body, "input");
	if (c->protocol->replayed && c->input)
		c->protocol->replayed(c);
}

bool protocol_undone(const struct protocol *p, const char *id)
{
	const struct operation *o = p->functions;

	while (o->id && !str_eq(o->id, id))
		o++;
	return o->undone;
}

struct outcome *protocol_call(struct ctx *ctx, const struct protocol *p, enum call_kind kind,
			      const char *id,
			      struct json_object *(*body)(struct ctx *ctx, void *arg), void *arg)
{
	const struct spec *s = spec_asked(ctx, p, kind != CALL_FUNCTION, id);
	struct outcome *o = pool_zero(ctx->pool, struct outcome);
	struct refused *r = pool_zero(ctx->pool, struct refused);
	struct call *c = call_new(ctx, p, s, kind == CALL_PREVIEW);
	void *before = NULL;

	o->call = c;
	*r = (struct refused){ c, s, NULL };
	ctx->called = true;
	p->enter(c);
	if (kind == CALL_ACTION && !uuid_is_nil(c->org))
		audit_refused_later(r);
	refuse_barred(c);
	if (kind == CALL_ACTION && idempotency_begin(ctx)) {
		check_replayed(c, body(ctx, arg));
		idempotency_check_gone(ctx);
		return NULL;
	}
	judge(c, s, body(ctx, arg), r);
	if (kind == CALL_PREVIEW)
		audit_probe_later(r);
	if (kind == CALL_ACTION && p->keeper)
		before = p->keeper->before(c);
	run(c, o);
	if (kind != CALL_ACTION)
		return o;
	o->event = uuid_new();
	audit_done(c, s, o->event);
	if (before)
		p->keeper->after(c, before, buf_text(&o->data), o->event);
	if (c->kept)
		keep_without_secret(o);
	return o;
}

/* ---- the answers ---- */

static void write_subject(const struct call *c, struct json *j)
{
	if (!json_open_if(j, "subject", c->operation->subject))
		return;
	json_text(j, "type", c->operation->subject);
	json_uuid(j, "entity_id", c->subject);
	json_close(j);
}

static void write_meta(const struct call *c, struct json *j)
{
	if (c->meta) {
		json_raw(j, "meta", buf_text(c->meta));
		return;
	}
	json_open(j, "meta");
	if (c->paged) {
		json_int(j, "count", c->count);
		json_text(j, "next_cursor", c->next_cursor);
	}
	json_close(j);
}

static void write_value(const struct outcome *o, struct json *j, const char *name)
{
	struct buf data = o->data;

	json_raw(j, name, data.n ? buf_text(&data) : NULL);
}

static void answer_function(const struct outcome *o, struct json *j)
{
	const struct call *c = o->call;

	json_text(j, "function", c->operation->id);
	write_subject(c, j);
	json_day_or_null(j, "at", c->has_at, c->at);
	write_value(o, j, "data");
	write_meta(c, j);
}

static void answer_preview(struct call *c, struct json *j)
{
	json_text(j, "action", c->operation->id);
	json_boolean(j, "preview", true);
	changes_target(c, j, "target");
	changes_write(c, j, "changes", false);
	changes_warnings(c, j, "warnings");
	json_array(j, "execute");
	if (c->operation->subject)
		json_text(j, NULL, "subject");
	json_text(j, NULL, "input");
	if (c->confirms)
		json_text(j, NULL, "confirmed");
	json_array_end(j);
}

static void answer_action(const struct outcome *o, struct json *j)
{
	json_text(j, "action", o->call->operation->id);
	write_value(o, j, "result");
	json_open(j, "audit_event");
	json_uuid(j, "id", o->event);
	json_text(j, "kind", o->call->operation->event);
	json_close(j);
}

void protocol_answer(const struct outcome *o, struct json *j, const char *name)
{
	json_open(j, name);
	if (!o->call->operation->event)
		answer_function(o, j);
	else if (o->call->preview)
		answer_preview(o->call, j);
	else
		answer_action(o, j);
	json_close(j);
}

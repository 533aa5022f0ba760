/* SPDX-License-Identifier: Apache-2.0 */
/*
 * audit.c: one row per execution, done or refused, in a hash chain.
 *
 * audit_append() (SQL) takes the actor and the workspace from the transaction, not from its arguments,
 * links the row to the one before it and stores the chain's head; so the worker can only append.
 */
#include "config.h"

#include "operations/audit.h"

#include "identity/caller.h"
#include "core/problem.h"
#include "operations/changes.h"
#include "http/tree.h"

static DB_STMT(append, "protocol.audit",
	       "select audit_append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)");

static const char *input_kept(struct ctx *ctx, const struct spec *s, struct json_object *input)
{
	struct json *j;

	if (!input)
		return NULL;
	j = json_new(ctx->pool, 256);
	schema_redact(s->input, ctx->pool, input, j, NULL);
	return json_written(j);
}

static void write_row(struct call *c, struct uuid id, const char *kind, const char *outcome,
		      struct db_arg subject, const char *input, const char *changes)
{
	struct ctx *ctx = c->ctx;

	(void)db_query(ctx, &append,
		       DB_ARGS(db_uuid(ctx->caller->workspace), db_uuid(id),
			       db_timestamp(ctx->now_ms), db_text(kind), db_text(c->operation->id),
			       db_text(outcome), subject, db_text(ctx->req->request_id),
			       db_text(input), db_text(changes)));
}

static void add(struct call *c, const struct spec *s, struct uuid id, const char *kind,
		const char *outcome, struct json_object *input, const char *changes)
{
	struct db_arg subject = db_null();
	struct uuid target;

	if (changes_subject(c, &target))
		subject = db_uuid(target);
	else if (s->operation->subject)
		subject = db_uuid(c->subject);
	write_row(c, id, kind, outcome, subject, input_kept(c->ctx, s, input), changes);
}

void audit_undone(struct call *c, struct uuid subject)
{
	write_row(c, uuid_new(), pool_printf(c->ctx->pool, "%s.undone", c->operation->event),
		  "done", db_uuid(subject), NULL, NULL);
}

void audit_done(struct call *c, const struct spec *s, struct uuid id)
{
	struct json *j = json_new(c->ctx->pool, 256);

	changes_write(c, j, NULL, true);
	add(c, s, id, s->operation->event, "done", c->input, json_written(j));
}

/* Runs in a transaction of its own, after the refused one was rolled back. */
static void write_refusal(struct ctx *ctx, void *arg)
{
	struct refused *r = arg;

	/* An error of our own is not a refusal, and its database may be gone. */
	if (ctx->problem->status >= 500 || !access_reenter(ctx))
		return;
	add(r->call, r->spec, uuid_new(), r->spec->operation->event, ctx->problem->code, r->input,
	    NULL);
}

void audit_refused_later(struct refused *r)
{
	ctx_after(r->call->ctx, write_refusal, r);
}

const struct probe *audit_probe(const struct protocol *p, const struct operation *o)
{
	for (const struct probe *one = p->probes; one && one->action; one++)
		if (str_eq(one->action, o->id))
			return one;
	return NULL;
}

static bool probes(const struct refused *r)
{
	const struct probe *p = audit_probe(r->call->protocol, r->spec->operation);

	return p && tree_member(r->input, p->member) != NULL;
}

/* Its transaction was rolled back, so the ids of new rows name nothing. */
static void write_probe(struct ctx *ctx, void *arg)
{
	struct refused *r = arg;
	const struct operation *o = r->spec->operation;
	const struct problem *p = ctx->problem;

	if ((p && p->status >= 500) || !access_reenter(ctx))
		return;
	r->call->changes = NULL;
	add(r->call, r->spec, uuid_new(), pool_printf(ctx->pool, "%s.preview", o->event),
	    p ? p->code : "done", r->input, NULL);
}

void audit_probe_later(struct refused *r)
{
	if (probes(r))
		ctx_after(r->call->ctx, write_probe, r);
}

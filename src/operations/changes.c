/* SPDX-License-Identifier: Apache-2.0 */
/*
 * changes.c: the effect of an Action on the rows that it names, read from the database.
 *
 * No handler declares its changes: the rows are read before and after, and compared.  So a preview,
 * which runs the same code and is rolled back, shows exactly what the execution does.
 */
#include "config.h"

#include "operations/changes.h"

#include "calc/amounts/amounts.h"
#include "identity/caller.h"
#include "identity/idempotency.h"
#include "http/json_read.h"
#include "operations/schema.h"
#include "http/tree.h"

#define TARGETS_MAX 8

struct target {
	const struct target_kind *kind;
	struct uuid id;
	bool inside;			    /* of the current portfolio */
	struct json_object *before, *after; /* NULL: no such row */
};

struct warning {
	const char *text;
	struct warning *next;
};

/* A change that no row of a target shows. */
struct figure {
	const char *pointer;
	struct json_object *from, *to;
	struct figure *next;
};

struct changes {
	struct target targets[TARGETS_MAX];
	size_t n;
	struct figure *figures, **last_figure;
	struct warning *first, **last;
};

struct changes *changes_new(struct call *c)
{
	struct changes *ch = pool_zero(c->ctx->pool, struct changes);

	ch->last = &ch->first;
	ch->last_figure = &ch->figures;
	return ch;
}

static struct json_object *row_of(struct call *c, const struct db_rows *r)
{
	const char *text = db_count(r) && !db_is_null(r, 0, 0) ? db_get_text(r, 0, 0) : NULL;

	return text ? json_read(c->ctx->pool, slice_of(text)) : NULL;
}

static struct target *target_add(struct call *c, const struct target_kind *kind, struct uuid id)
{
	struct changes *ch = c->changes;

	if (ch->n == TARGETS_MAX)
		fail(c->ctx, 500, "internal_error", "%s changes too many rows", c->operation->id);
	ch->targets[ch->n] = (struct target){ .kind = kind, .id = id };
	return &ch->targets[ch->n++];
}

static void send_row(struct call *c, const struct target *t)
{
	const struct caller *caller = c->ctx->caller;
	const struct db_arg args[] = { db_uuid(caller->workspace), db_uuid(t->id),
				       db_uuid(caller->portfolio) };

	db_send(c->ctx, t->kind->row, args, t->inside ? 3 : 2);
}

static void read_before(struct call *c, struct target *t)
{
	struct db_rows *rows[1];

	send_row(c, t);
	db_wait(c->ctx, rows, 1);
	t->before = row_of(c, rows[0]);
	if (!t->before)
		call_not_found(c);
}

void call_target(struct call *c, const struct target_kind *kind, struct uuid id)
{
	read_before(c, target_add(c, kind, id));
}

void call_target_new(struct call *c, const struct target_kind *kind, struct uuid id)
{
	(void)target_add(c, kind, id); /* there is nothing to read yet */
}

void call_target_inside(struct call *c, const struct target_kind *kind, struct uuid id)
{
	struct target *t = target_add(c, kind, id);

	t->inside = true;
	read_before(c, t);
}

void call_target_new_inside(struct call *c, const struct target_kind *kind, struct uuid id)
{
	target_add(c, kind, id)->inside = true;
}

void call_warn(struct call *c, const char *fmt, ...)
{
	struct warning *w = pool_zero(c->ctx->pool, struct warning);
	va_list ap;

	va_start(ap, fmt);
	w->text = pool_vprintf(c->ctx->pool, fmt, ap);
	va_end(ap);
	*c->changes->last = w;
	c->changes->last = &w->next;
}

void call_warn_all(struct call *c, struct json_object *list)
{
	size_t n = list ? json_object_array_length(list) : 0;

	for (size_t i = 0; i < n; i++)
		call_warn(c, "%s", tree_text(json_object_array_get_idx(list, i)));
}

void call_change(struct call *c, const char *pointer, struct json_object *from,
		 struct json_object *to)
{
	struct figure *f = pool_zero(c->ctx->pool, struct figure);

	*f = (struct figure){ pointer, from, to, NULL };
	*c->changes->last_figure = f;
	c->changes->last_figure = &f->next;
}

void changes_read(struct call *c)
{
	struct changes *ch = c->changes;
	struct db_rows *rows[TARGETS_MAX];

	for (size_t i = 0; i < ch->n; i++)
		send_row(c, &ch->targets[i]);
	if (ch->n)
		db_wait(c->ctx, rows, ch->n);
	for (size_t i = 0; i < ch->n; i++)
		ch->targets[i].after = row_of(c, rows[i]);
}

void changes_forget(struct call *c)
{
	const struct changes *ch = c->changes;
	struct uuid gone[TARGETS_MAX];
	size_t n = 0;

	for (size_t i = 0; i < ch->n; i++)
		if (ch->targets[i].before && !ch->targets[i].after)
			gone[n++] = ch->targets[i].id;
	idempotency_forget(c->ctx, gone, n);
}

bool changes_subject(const struct call *c, struct uuid *out)
{
	if (!c->changes || !c->changes->n)
		return false;
	*out = c->changes->targets[0].id;
	return true;
}

/* ---- comparing ---- */

static bool is_personal(const struct target_kind *kind, const char *name)
{
	return kind->personal && enum_find(kind->personal, name) >= 0;
}

static bool same(void *pool, struct json_object *a, struct json_object *b)
{
	struct buf x, y;

	buf_init(&x, pool, 64);
	buf_init(&y, pool, 64);
	return tree_canonical(a, &x) && tree_canonical(b, &y) && str_eq(buf_text(&x), buf_text(&y));
}

static void write_value(struct json *j, const char *name, struct json_object *value, bool hidden)
{
	if (hidden && value)
		json_text(j, name, SCHEMA_REDACTED);
	else
		tree_write(value, j, name);
}

static void write_change(struct call *c, struct json *j, const char *pointer,
			 struct json_object *from, struct json_object *to, bool hidden)
{
	if (same(c->ctx->pool, from, to))
		return;
	json_open(j, NULL);
	json_text(j, "pointer", pointer);
	write_value(j, "from", from, hidden);
	write_value(j, "to", to, hidden);
	json_close(j);
}

/* Members of both, in the order of the row; names are our columns and need no escaping. */
static void write_target(struct call *c, struct json *j, const struct target *t, const char *base,
			 bool redact)
{
	struct json_object *shape = t->after ? t->after : t->before;
	struct tree_member *list;
	size_t n = 0;

	if (!shape)
		return;
	list = tree_members(c->ctx->pool, shape, &n);
	for (size_t i = 0; i < n; i++)
		write_change(c, j, pool_printf(c->ctx->pool, "%s/%s", base, list[i].name),
			     tree_member(t->before, list[i].name),
			     tree_member(t->after, list[i].name),
			     redact && is_personal(t->kind, list[i].name));
}

void changes_write(struct call *c, struct json *j, const char *name, bool redact)
{
	const struct changes *ch = c->changes;

	json_array(j, name);
	for (size_t i = 0; i < ch->n; i++)
		/*
		 * For the first row the pointer is relative to the target; for the others it names the
		 * kind.
		 */
		write_target(c, j, &ch->targets[i],
			     i ? pool_printf(c->ctx->pool, "/%s", ch->targets[i].kind->name) : "",
			     redact);
	for (const struct figure *f = ch->figures; f; f = f->next)
		write_change(c, j, f->pointer, f->from, f->to, false);
	json_array_end(j);
}

void changes_target(struct call *c, struct json *j, const char *name)
{
	const struct target *t = c->changes->targets;
	struct tree_member *list;
	size_t n = 0;

	if (!json_open_if(j, name, c->changes->n && t->before))
		return;
	json_text(j, "type", t->kind->name);
	json_uuid(j, "entity_id", t->id);
	list = tree_members(c->ctx->pool, t->before, &n);
	for (size_t i = 0; i < n; i++)
		tree_write(list[i].value, j, list[i].name);
	json_close(j);
}

void changes_warnings(struct call *c, struct json *j, const char *name)
{
	json_array(j, name);
	for (const struct warning *w = c->changes->first; w; w = w->next)
		json_text(j, NULL, w->text);
	json_array_end(j);
}

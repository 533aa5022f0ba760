/* SPDX-License-Identifier: Apache-2.0 */
/* desk_input.c: input members common to the desk's operations, and nullable columns. */
#include "config.h"

#include "identity/caller.h"
#include "desk/desk_parts.h"
#include "http/tree.h"
#include "db/db_json.h"

struct db_arg desk_workspace(const struct call *c)
{
	return db_uuid(c->ctx->caller->workspace);
}

struct uuid desk_id(struct call *c, const char *member)
{
	struct uuid id = uuid_nil();

	if (!call_uuid(c, member, &id))
		call_not_found(c);
	return id;
}

void desk_bounded(struct call *c, struct db_stmt *count, int64_t most, const char *rule)
{
	const struct db_rows *r = db_query(c->ctx, count, DB_ARGS(desk_workspace(c)));

	if (db_get_int(r, 0, 0) >= most)
		call_conflict(c, "/input", rule,
			      pool_printf(c->ctx->pool, "até %lld em uma mesa", (long long)most),
			      NULL);
}

/* Its text if it is a number, else NULL. */
static const char *number_text(const struct call *c, const char *member)
{
	struct json_object *value = tree_member(c->input, member);

	return json_object_is_type(value, json_type_int) ||
			       json_object_is_type(value, json_type_double)
		       ? json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN)
		       : NULL;
}

void desk_check_decimal(struct call *c, const char *member)
{
	const char *text = number_text(c, member);
	wide v;

	if (text && dec_parse(slice_of(text), 8, MONEY_MAX_E8, &v) != DEC_OK)
		call_note(c, pool_printf(c->ctx->pool, "/input/%s", member), "format",
			  "um número com até 8 casas", text);
}

struct db_arg desk_decimal(struct call *c, const char *member)
{
	const char *text = number_text(c, member);
	wide v = 0;

	return text && dec_parse(slice_of(text), 8, MONEY_MAX_E8, &v) == DEC_OK ? db_decimal(v, 8)
										: db_null();
}

void desk_check_past(struct call *c, const char *member)
{
	if (call_text(c, member) && day_before(c->ctx->today, call_day(c, member, c->ctx->today)))
		call_note(c, pool_printf(c->ctx->pool, "/input/%s", member), "maximum",
			  "um dia até hoje", call_text(c, member));
}

void desk_check_visible(struct call *c, const char *member)
{
	const char *text = call_text(c, member);

	if (text && *text && !text_visible(text))
		call_note(c, pool_printf(c->ctx->pool, "/input/%s", member), "min_length",
			  "texto com algum caractere visível", text);
}

void desk_write_number(struct json *j, const char *name, const struct db_rows *r, size_t i, int col)
{
	db_json_decimal(j, name, r, i, col, 8, 8, true);
}

void desk_write_deleted(struct call *c, struct uuid id)
{
	json_open(c->out, c->name);
	json_uuid(c->out, "id", id);
	json_boolean(c->out, "deleted", true);
	json_close(c->out);
}

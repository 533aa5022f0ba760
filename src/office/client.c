/* SPDX-License-Identifier: Apache-2.0 */
/*
 * client.c: reads the office's clients.
 *
 * With `at`: the clients that existed by the end of that day, with the profile and the portfolios of
 * that time.  Former names of a client are not stored.
 */
#include "config.h"

#include "office/client.h"

#include <ctype.h>

#include "db/db_json.h"
#include "identity/caller.h"
#include "office/reach.h"
#include "portfolio/suitability/questionnaire.h"
#include "portfolio/store/consolidation.h"
#include "portfolio/show/history_json.h"

/* ---- SQL ---- */

/* Columns of a client "c" with its family, members and latest profile, all recorded before @until. */
#define CLIENT(answers, until)                                                                     \
	"select c.id, c.name, c.tax_id, c.email, c.phone, c.family_id, f.name,"                    \
	"       coalesce((select json_agg(a.member_id order by a.member_id)"                       \
	"                   from client_assignment a"                                              \
	"                  where a.workspace_id = $1 and a.client_id = c.id"                       \
	"                    and a.assigned_at < " until "), '[]')::text,"                         \
	"       c.created_at, c.updated_at,"                                                       \
	"       p.level, p.score, p.questionnaire, p.answered_at, " answers "  from client c"      \
	"  left join family f on f.workspace_id = $1 and f.id = c.family_id"                       \
	"  left join lateral (select level, score, questionnaire, answers::text, answered_at"      \
	"                       from client_profile p"                                             \
	"                      where p.workspace_id = $1 and p.client_id = c.id"                   \
	"                        and p.answered_at < " until                                       \
	"                      order by p.answered_at desc, p.id desc limit 1) p on true"
enum {
	C_ID,
	C_NAME,
	C_TAX_ID,
	C_EMAIL,
	C_PHONE,
	C_FAMILY,
	C_FAMILY_NAME,
	C_MEMBERS,
	C_CREATED,
	C_UPDATED,
	C_LEVEL,
	C_SCORE,
	C_QUESTIONNAIRE,
	C_ANSWERED,
	C_KEY,		   /* of the list */
	C_ANSWERS = C_KEY, /* of one */
	C_NOTES,
	C_PORTFOLIOS
};

/* $1 workspace, $2 $3 after, $4 member that limits the reach, $5 member filter, $6 name, $7 tax id. */
#define LISTED                                                                                     \
	" where c.workspace_id = $1 and (c.name_key, c.id) > ($2, $3::uuid)"                       \
	"   and " REACH("$4") " and " REACH(                                                       \
		"$5") "   and (strpos(c.name_key, $6) > 0 or strpos(c.tax_id, $7) = 1)"

static DB_STMT(list, "clients.list",
	       CLIENT("c.name_key", "'infinity'") LISTED " order by c.name_key, c.id limit $8");

static DB_STMT(list_family, "clients.list_family",
	       CLIENT("c.name_key", "'infinity'") LISTED " and c.family_id = $9"
							 " order by c.name_key, c.id limit $8");

static DB_STMT(
	one, "client.read",
	CLIENT("p.answers, c.notes,"
	       "       (select count(*) from portfolio o"
	       "         where o.workspace_id = $1 and o.client_id = c.id"
	       "           and o.created_at < $3)",
	       "$3") " where c.workspace_id = $1 and c.id = $2 and c.created_at < $3 and " REACH("$4"));

/* ---- rendering ---- */

static void render_family(struct json *j, const struct db_rows *r, size_t i)
{
	if (!json_open_if(j, "family", !db_is_null(r, i, C_FAMILY)))
		return;
	json_uuid(j, "id", db_get_uuid(r, i, C_FAMILY));
	json_text(j, "name", db_get_text(r, i, C_FAMILY_NAME));
	json_close(j);
}

/* The members of a client in every answer; @until_ms: hides later changes. */
static void render_head(struct json *j, const struct db_rows *r, size_t i, int64_t until_ms)
{
	db_json_columns(j, r, i, C_ID, C_PHONE);
	render_family(j, r, i);
	json_raw(j, "member_ids", db_get_text(r, i, C_MEMBERS));
	json_timestamp(j, "created_at", db_get_timestamp(r, i, C_CREATED));
	if (db_is_null(r, i, C_UPDATED) || db_get_timestamp(r, i, C_UPDATED) >= until_ms)
		json_null(j, "updated_at");
	else
		json_timestamp(j, "updated_at", db_get_timestamp(r, i, C_UPDATED));
}

static void render_listed(struct json *j, const struct db_rows *r, size_t i)
{
	json_open(j, NULL);
	render_head(j, r, i, INT64_MAX);
	if (db_is_null(r, i, C_LEVEL)) {
		json_null(j, "profile");
	} else {
		json_open(j, "profile");
		json_text(j, "level", db_get_text(r, i, C_LEVEL));
		json_int(j, "score", db_get_int(r, i, C_SCORE));
		json_timestamp(j, "updatedAt", db_get_timestamp(r, i, C_ANSWERED));
		json_close(j);
	}
	json_close(j);
}

/* Everything except the value of the portfolios; the object is left open. */
static void render_one(struct call *c, const struct db_rows *r)
{
	struct json *j = c->out;

	json_open(j, c->name);
	render_head(j, r, 0, reach_until(c).i);
	json_text(j, "notes", db_get_text(r, 0, C_NOTES));
	if (db_is_null(r, 0, C_LEVEL))
		json_null(j, "profile");
	else
		profile_render(j, "profile", db_get_text(r, 0, C_LEVEL), db_get_int(r, 0, C_SCORE),
			       db_get_int(r, 0, C_QUESTIONNAIRE), db_get_text(r, 0, C_ANSWERS),
			       db_get_timestamp(r, 0, C_ANSWERED));
	json_int(j, "portfolios", db_get_int(r, 0, C_PORTFOLIOS));
}

/* ---- one ---- */

static const struct db_rows *read_one(struct call *c, struct uuid client)
{
	const struct db_rows *r =
		db_query(c->ctx, &one,
			 DB_ARGS(db_uuid(c->ctx->caller->workspace), db_uuid(client),
				 reach_until(c), reach_member(c)));

	if (!db_count(r))
		call_not_found(c);
	return r;
}

static struct consolidation_want want_of(const struct call *c, bool history)
{
	return (struct consolidation_want){
		.client = &c->subject,
		.as_of = c->has_at ? c->at : c->ctx->today,
		.at = c->has_at,
		.history = history,
	};
}

void client_get(struct call *c)
{
	const struct db_rows *r = read_one(c, c->subject);
	struct consolidation_want want = want_of(c, false);
	struct consolidation t;

	consolidation_load(c->ctx, &want, &t);
	render_one(c, r);
	json_open(c->out, "totals");
	consolidation_render_totals(c->out, &t, want.as_of);
	json_close(c->out);
	json_close(c->out);
}

void client_history(struct call *c)
{
	struct consolidation_want want = want_of(c, true);
	struct consolidation_history prefix;
	struct consolidation t;

	reach_client(c, c->subject);
	consolidation_load(c->ctx, &want, &t);
	consolidation_walk(c->ctx, &t, want.as_of, &prefix);
	history_render_whole(c->out, c->name,
			     &(struct history_shown){
				     .history = &prefix.history,
				     .as_of = want.as_of,
				     .benchmarks = prefix.benchmarks,
				     .indices = &prefix.indices,
			     });
}

void client_result(struct call *c, struct uuid client)
{
	render_one(c, read_one(c, client));
	json_close(c->out);
}

struct uuid client_named(struct call *c)
{
	struct uuid id = uuid_nil();

	if (!call_uuid(c, "client_id", &id))
		call_not_found(c);
	reach_client(c, id);
	return id;
}

/* ---- the list ---- */

/* The beginning of a tax id, if the text can be one: at least three digits. */
static const char *tax_id_begun(void *pool, const char *q)
{
	char bare[15];
	size_t n = 0, digits = 0;

	for (; *q; q++) {
		if (*q == '.' || *q == '-' || *q == '/' || *q == ' ')
			continue;
		if (n == sizeof(bare) - 1 || !isalnum((unsigned char)*q))
			return NULL;
		digits += isdigit((unsigned char)*q) != 0;
		bare[n++] = (char)toupper((unsigned char)*q);
	}
	return digits >= 3 ? pool_strndup(pool, bare, n) : NULL;
}

static void send_list(struct call *c, const struct reach_filter *f, const struct db_arg after[2])
{
	void *pool = c->ctx->pool;
	const char *q = call_line(c, "q");
	const struct db_arg args[] = {
		db_uuid(c->ctx->caller->workspace),
		after[0],
		after[1],
		reach_member(c),
		f->member,
		db_text(q ? text_fold(pool, q) : ""),
		db_text(q ? tax_id_begun(pool, q) : NULL),
		db_int(call_limit(c)),
		f->family,
	};

	if (f->family.type == DB_NULL)
		db_send(c->ctx, &list, args, ARRAY_SIZE(args) - 1);
	else
		db_send(c->ctx, &list_family, args, ARRAY_SIZE(args));
}

void clients_list(struct call *c)
{
	static const struct page_key key = { .type = DB_TEXT };
	struct db_arg after[2];
	struct reach_filter f;
	struct db_rows *rows[2];
	size_t n;

	call_after(c, &key, after);
	f = reach_filter_send(c);
	send_list(c, &f, after);
	db_wait(c->ctx, rows, 2);
	reach_filter_take(c, rows[0]);
	n = call_page(c, &key, rows[1], C_KEY, C_ID);
	json_array(c->out, c->name);
	for (size_t i = 0; i < n; i++)
		render_listed(c->out, rows[1], i);
	json_array_end(c->out);
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * suitability_answers.c: a person's own suitability profile.
 *
 * GET, PUT /v1/suitability; GET /v1/suitability/questionnaire
 *
 * Each PUT adds a row; the latest one is the profile.
 */
#include "config.h"

#include "portfolio/suitability/suitability_answers.h"

#include "identity/caller.h"
#include "db/db.h"
#include "http/json_read.h"
#include "http/request.h"
#include "http/response.h"
#include "portfolio/ledger/write.h"
#include "portfolio/suitability/questionnaire.h"

static DB_STMT(latest, "suitability.latest",
	       "select level, score, questionnaire, answers::text, answered_at"
	       "  from suitability"
	       " where workspace_id = $1 and account_id = $2"
	       " order by answered_at desc, id desc"
	       " limit 1");
enum { C_LEVEL, C_SCORE, C_QUESTIONNAIRE, C_ANSWERS, C_ANSWERED };

static DB_STMT(
	add, "suitability.add",
	"insert into suitability (workspace_id, account_id, id, questionnaire, level, score, answers, answered_at)"
	" values ($1, $2, $3, $4, $5, $6, $7, $8)");

void suitability_questionnaire(struct ctx *ctx)
{
	query_done(ctx);
	questionnaire_render(respond_json(ctx, 200), NULL);
}

void suitability_get(struct ctx *ctx)
{
	struct db_rows *r;
	struct json *j;

	query_done(ctx);
	r = db_query(ctx, &latest,
		     DB_ARGS(db_uuid(ctx->caller->workspace), db_uuid(ctx->caller->account)));
	j = respond_json(ctx, 200);
	json_open(j, NULL);
	if (db_count(r))
		profile_render(j, "profile", db_get_text(r, 0, C_LEVEL), db_get_int(r, 0, C_SCORE),
			       db_get_int(r, 0, C_QUESTIONNAIRE), db_get_text(r, 0, C_ANSWERS),
			       db_get_timestamp(r, 0, C_ANSWERED));
	else
		json_null(j, "profile");
	json_close(j);
}

/* ---- PUT ---- */

struct sent {
	struct body *top;
	struct body **items; /* NULL when an item is not an object */
	struct given_answer *given;
	size_t n;
};

static void read_answers(struct ctx *ctx, struct sent *s)
{
	struct json_object *list = body_array(s->top, "answers", REQUIRED, ANSWERS_MAX);
	int64_t version;

	/* Another version has other questions. */
	(void)body_int(s->top, "version", OPTIONAL, QUESTIONNAIRE_VERSION, QUESTIONNAIRE_VERSION,
		       &version);
	if (!list)
		body_done(s->top); /* refuses: there is nothing to validate */
	s->n = list ? json_object_array_length(list) : 0;
	s->items = pool_array(ctx->pool, struct body *, s->n);
	s->given = pool_array(ctx->pool, struct given_answer, s->n);
	for (size_t i = 0; i < s->n; i++) {
		s->items[i] = body_item(s->top, "answers", list, i);
		if (!s->items[i])
			continue;
		s->given[i].q = body_text(s->items[i], "q", REQUIRED, 1, 40);
		s->given[i].a = body_text(s->items[i], "a", REQUIRED, 1, 40);
	}
}

static void judge(struct ctx *ctx, struct sent *s, struct profile *out)
{
	struct answer_fault *faults;
	size_t n;
	bool good = questionnaire_judge(ctx->pool, s->given, s->n, out, &faults, &n);

	for (size_t i = 0; i < n; i++) {
		struct body *at = faults[i].at < s->n ? s->items[faults[i].at] : s->top;

		body_error(at, at == s->top ? "answers" : faults[i].member, faults[i].rule,
			   faults[i].expected, faults[i].received);
	}
	body_done(s->top);
	if (!good)
		fail(ctx, 500, "internal_error", "answers without a fault make no profile");
}

void suitability_put(struct ctx *ctx)
{
	struct sent s = { .top = body_open(ctx) };
	struct uuid workspace = ctx->caller->workspace, id = uuid_new();
	struct profile p = { .answers = NULL };
	struct db_rows *rows[2];
	const char *level;
	struct json *j;

	query_done(ctx);
	read_answers(ctx, &s);
	judge(ctx, &s, &p);
	level = suitability_levels[p.suitability.level];
	db_send(ctx, &add,
		DB_ARGS(db_uuid(workspace), db_uuid(ctx->caller->account), db_uuid(id),
			db_int(QUESTIONNAIRE_VERSION), db_text(level), db_int(p.suitability.score),
			db_text(p.answers), db_timestamp(ctx->now_ms)));
	audit_account_send(ctx, workspace, "suitability.updated", id);
	db_wait(ctx, rows, ARRAY_SIZE(rows));
	j = respond_json(ctx, 200);
	json_open(j, NULL);
	profile_render(j, "profile", level, p.suitability.score, QUESTIONNAIRE_VERSION, p.answers,
		       ctx->now_ms);
	json_close(j);
}

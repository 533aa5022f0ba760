/* SPDX-License-Identifier: Apache-2.0 */
/* client_profile.c: a client's suitability profile; each new answer adds a row. */
#include "config.h"

#include "identity/caller.h"
#include "office/client.h"
#include "operations/schema.h"
#include "http/tree.h"
#include "portfolio/suitability/questionnaire.h"

/* Locks the client: the profile may be its first.  Two for one client wait for each other. */
static DB_STMT(row, "client_profile.row",
	       "select jsonb_build_object('level', p.level, 'score', p.score,"
	       "         'questionnaire', p.questionnaire, 'answers', p.answers)::text"
	       "  from client c"
	       "  left join lateral (select level, score, questionnaire, answers"
	       "                       from client_profile p"
	       "                      where p.workspace_id = $1 and p.client_id = c.id"
	       "                      order by p.answered_at desc, p.id desc limit 1) p on true"
	       " where c.workspace_id = $1 and c.id = $2 for update of c");

static DB_STMT(
	add, "client_profile.add",
	"insert into client_profile (workspace_id, client_id, id, questionnaire, level, score, answers,"
	"                            answered_by, answered_at)"
	" values ($1, $2, $3, $4, $5, $6, $7, $8, $9)");

static const struct target_kind profile_kind = { "advisor.client_profile", &row, NULL };

/* Another version has other questions. */
static void check_version(struct call *c, struct schema_errors *errors)
{
	int64_t version = call_int(c, "version", QUESTIONNAIRE_VERSION);

	if (version != QUESTIONNAIRE_VERSION)
		schema_error(errors, "/input/version", "const",
			     pool_printf(c->ctx->pool, "%d", QUESTIONNAIRE_VERSION),
			     pool_printf(c->ctx->pool, "%lld", (long long)version));
}

static void note(struct call *c, const struct answer_fault *f, size_t n,
		 struct schema_errors *errors)
{
	const char *pointer = "/input/answers";

	if (f->at < n)
		pointer = pool_printf(c->ctx->pool, "%s/%zu%s%s", pointer, f->at,
				      f->member ? "/" : "", f->member ? f->member : "");
	schema_error(errors, pointer, f->rule, f->expected, f->received);
}

static struct profile judge(struct call *c)
{
	struct json_object *list = tree_member(c->input, "answers");
	size_t n = json_object_array_length(list), n_faults;
	struct given_answer *given = pool_array(c->ctx->pool, struct given_answer, n);
	struct profile p = { .answers = NULL };
	struct answer_fault *faults;
	struct schema_errors errors;
	bool good;

	for (size_t i = 0; i < n; i++) {
		struct json_object *item = json_object_array_get_idx(list, i);

		given[i] = (struct given_answer){ tree_text(tree_member(item, "q")),
						  tree_text(tree_member(item, "a")) };
	}
	schema_errors_init(&errors, c->ctx->pool);
	check_version(c, &errors);
	good = questionnaire_judge(c->ctx->pool, given, n, &p, &faults, &n_faults);
	for (size_t i = 0; i < n_faults; i++)
		note(c, &faults[i], n, &errors);
	if (errors.n)
		call_invalid_all(c, &errors);
	if (!good)
		fail(c->ctx, 500, "internal_error", "answers without a fault make no profile");
	return p;
}

void client_profile_update(struct call *c)
{
	struct ctx *ctx = c->ctx;
	struct profile p = judge(c);
	struct uuid client = client_named(c);

	call_target(c, &profile_kind, client);
	(void)db_exec(ctx, &add,
		      DB_ARGS(db_uuid(ctx->caller->workspace), db_uuid(client), db_uuid(uuid_new()),
			      db_int(QUESTIONNAIRE_VERSION),
			      db_text(suitability_levels[p.suitability.level]),
			      db_int(p.suitability.score), db_text(p.answers),
			      db_uuid(ctx->caller->account), db_timestamp(ctx->now_ms)));
	json_open(c->out, c->name);
	json_uuid(c->out, "client_id", client);
	profile_render(c->out, "profile", suitability_levels[p.suitability.level],
		       p.suitability.score, QUESTIONNAIRE_VERSION, p.answers, ctx->now_ms);
	json_close(c->out);
}

void questionnaire_get(struct call *c)
{
	questionnaire_render(c->out, c->name);
}

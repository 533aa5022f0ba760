/* SPDX-License-Identifier: Apache-2.0 */
/* questionnaire.c: validates and renders answers; the questions are in questions.c. */
#include "config.h"

#include "portfolio/suitability/questionnaire.h"

#include "core/pool.h"

struct faults {
	void *pool;
	struct answer_fault *list;
	size_t n, max;
};

static void note(struct faults *f, const struct answer_fault *fault)
{
	if (f->n < f->max)
		f->list[f->n++] = *fault;
}

/* ---- one answer ---- */

static size_t question_at(const char *id)
{
	size_t i = 0;

	while (i < n_questions && !str_eq(questions[i].q, id))
		i++;
	return i;
}

static const struct option *option_named(const struct question *q, const char *id)
{
	for (const struct option *o = q->options; o < q->options + OPTIONS_MAX && o->a; o++)
		if (str_eq(o->a, id))
			return o;
	return NULL;
}

static const char *question_ids(void *pool)
{
	const char *text = questions[0].q;

	for (size_t i = 1; i < n_questions; i++)
		text = pool_printf(pool, "%s, %s", text, questions[i].q);
	return text;
}

static const char *option_ids(void *pool, const struct question *q)
{
	const char *text = q->options[0].a;

	for (const struct option *o = q->options + 1; o < q->options + OPTIONS_MAX && o->a; o++)
		text = pool_printf(pool, "%s, %s", text, o->a);
	return text;
}

static void judge_one(struct faults *f, const struct given_answer *g, size_t at,
		      const struct option **chosen)
{
	struct answer_fault fault = { .at = at };
	size_t i = question_at(g->q);
	const struct option *o;

	if (i == n_questions) {
		fault.member = "q";
		fault.rule = "enum";
		fault.expected = question_ids(f->pool);
		fault.received = g->q;
		note(f, &fault);
		return;
	}
	o = option_named(&questions[i], g->a);
	if (!o) {
		fault.member = "a";
		fault.rule = "enum";
		fault.expected = option_ids(f->pool, &questions[i]);
		fault.received = g->a;
		note(f, &fault);
	} else if (chosen[i]) {
		fault.rule = "unique";
		fault.expected = "uma resposta a cada pergunta";
		fault.received = g->q;
		note(f, &fault);
	}
	if (o)
		chosen[i] = o;
}

/* A question with a wrong answer is not reported as missing too. */
static bool is_asked(const struct given_answer *given, size_t n, const char *q)
{
	for (size_t i = 0; i < n; i++)
		if (given[i].q && str_eq(given[i].q, q))
			return true;
	return false;
}

/* ---- all ---- */

static const char *answers_kept(void *pool, const struct option **chosen)
{
	struct json *j = json_new(pool, 2048);

	json_array(j, NULL);
	for (size_t i = 0; i < n_questions; i++) {
		json_open(j, NULL);
		json_text(j, "q", questions[i].q);
		json_text(j, "a", chosen[i]->a);
		json_text(j, "question", questions[i].text);
		json_text(j, "answer", chosen[i]->text);
		json_close(j);
	}
	json_array_end(j);
	return json_written(j);
}

static int points_possible(const struct question *q)
{
	int most = 0;

	for (const struct option *o = q->options; o < q->options + OPTIONS_MAX && o->a; o++)
		most = o->points > most ? o->points : most;
	return most;
}

bool questionnaire_judge(void *pool, const struct given_answer *given, size_t n,
			 struct profile *out, struct answer_fault **faults, size_t *n_faults)
{
	const struct option **chosen = pool_array(pool, const struct option *, n_questions);
	struct answer_points *points = pool_array(pool, struct answer_points, n_questions);
	struct faults f = { .pool = pool, .max = n + n_questions };

	f.list = pool_array(pool, struct answer_fault, f.max);
	for (size_t i = 0; i < n; i++)
		if (given[i].q && given[i].a)
			judge_one(&f, &given[i], i, chosen);
	for (size_t i = 0; i < n_questions; i++)
		if (!is_asked(given, n, questions[i].q))
			note(&f, &(struct answer_fault){
					 .at = n, .rule = "required", .expected = questions[i].q });
	*faults = f.list;
	*n_faults = f.n;
	if (f.n)
		return false;
	for (size_t i = 0; i < n_questions; i++) {
		if (!chosen[i])
			return false; /* an answer without its members, whose error the caller has noted */
		points[i] =
			(struct answer_points){ chosen[i]->points, points_possible(&questions[i]) };
	}
	out->answers = answers_kept(pool, chosen);
	return suitability_of(points, n_questions, &out->suitability) == CALC_OK;
}

/* ---- showing ---- */

void questionnaire_render(struct json *j, const char *name)
{
	json_open(j, name);
	json_int(j, "version", QUESTIONNAIRE_VERSION);
	json_array(j, "questions");
	for (size_t i = 0; i < n_questions; i++) {
		const struct question *q = &questions[i];

		json_open(j, NULL);
		json_text(j, "q", q->q);
		json_text(j, "theme", q->theme);
		json_text(j, "text", q->text);
		json_array(j, "options");
		for (const struct option *o = q->options; o < q->options + OPTIONS_MAX && o->a;
		     o++) {
			json_open(j, NULL);
			json_text(j, "a", o->a);
			json_text(j, "text", o->text);
			json_close(j);
		}
		json_array_end(j);
		json_close(j);
	}
	json_array_end(j);
	json_close(j);
}

void profile_render(struct json *j, const char *name, const char *level, int64_t score,
		    int64_t questionnaire, const char *answers, int64_t answered_ms)
{
	if (!json_open_if(j, name, level))
		return;
	json_text(j, "level", level);
	json_int(j, "score", score);
	json_raw(j, "answers", answers);
	json_timestamp(j, "updatedAt", answered_ms);
	json_int(j, "questionnaire", questionnaire);
	json_close(j);
}

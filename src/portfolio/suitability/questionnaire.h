/* SPDX-License-Identifier: Apache-2.0 */
/*
 * questionnaire.h: the questions behind a suitability profile, for a person's own and for an office's
 * clients.
 *
 * What each answer weighs is not shown: who knows it answers for the result.
 */
#ifndef LASTRO_PORTFOLIO_SUITABILITY_QUESTIONNAIRE_H
#define LASTRO_PORTFOLIO_SUITABILITY_QUESTIONNAIRE_H

#include <json-c/json.h>

#include "calc/views/views.h"
#include "core/json_write.h"

/* Of the questions in questions.c; a change of any of them makes the next one. */
#define QUESTIONNAIRE_VERSION 1
/* More answers than questions are refused before they are looked at. */
#define ANSWERS_MAX 50

/* One answer as it came: ids; NULL where none was given. */
struct given_answer {
	const char *q, *a;
};

/* What is wrong with answers. */
struct answer_fault {
	size_t at;	    /* index into the answers; n of them: what is missing altogether */
	const char *member; /* "q", "a", or NULL: the answer as a whole */
	const char *rule, *expected, *received;
};

struct profile {
	struct suitability suitability;
	const char *answers; /* JSON: [{q, a, question, answer}], in the questionnaire's order */
};

/*
 * questionnaire_judge() - a profile of one answer to each question.
 * @faults: filled where false is returned, all that is wrong; hangs on the pool
 */
bool questionnaire_judge(void *pool, const struct given_answer *given, size_t n,
			 struct profile *out, struct answer_fault **faults,
			 size_t *n_faults) MUST_CHECK;

/* questionnaire_render() - {version, questions}. */
void questionnaire_render(struct json *j);

/*
 * profile_render() - SuitabilityProfile with its questionnaire's version.
 * @answers: the JSON that was kept
 */
void profile_render(struct json *j, const char *name, const char *level, int64_t score,
		    int64_t questionnaire, const char *answers, int64_t answered_ms);

/* ---- for questionnaire.c ---- */

struct option {
	const char *a, *text;
	int points;
};

#define OPTIONS_MAX 6
struct question {
	const char *q, *theme, *text;
	struct option options[OPTIONS_MAX]; /* end with a NULL id */
};
extern const struct question questions[];
extern const size_t n_questions;

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * questionnaire.h: the questions of a suitability profile, for a person and for an office's clients.
 *
 * The weight of an answer is not shown: a person who knew it would answer for the result.
 */
#ifndef LASTRO_PORTFOLIO_SUITABILITY_QUESTIONNAIRE_H
#define LASTRO_PORTFOLIO_SUITABILITY_QUESTIONNAIRE_H

#include <json-c/json.h>

#include "calc/views/views.h"
#include "core/json_write.h"

/* Of the questions in questions.c; a change of any of them needs a new number. */
#define QUESTIONNAIRE_VERSION 1
/* More answers than questions are refused before they are validated. */
#define ANSWERS_MAX 50

/* One answer as received: ids; NULL when missing. */
struct given_answer {
	const char *q, *a;
};

/* An error in the answers. */
struct answer_fault {
	size_t at;	    /* index of the answer; their number: a question is not answered */
	const char *member; /* "q", "a", or NULL: the answer as a whole */
	const char *rule, *expected, *received;
};

struct profile {
	struct suitability suitability;
	const char *answers; /* JSON: [{q, a, question, answer}], in the questionnaire's order */
};

/*
 * questionnaire_judge() - the profile of one answer to each question.
 * @faults: all errors, when false is returned; hangs on the pool
 */
bool questionnaire_judge(void *pool, const struct given_answer *given, size_t n,
			 struct profile *out, struct answer_fault **faults,
			 size_t *n_faults) MUST_CHECK;

/* questionnaire_render() - {version, questions}. */
void questionnaire_render(struct json *j, const char *name);

/*
 * profile_render() - SuitabilityProfile with its questionnaire's version.
 * @answers: the stored JSON
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

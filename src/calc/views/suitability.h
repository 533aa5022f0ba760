/* SPDX-License-Identifier: Apache-2.0 */
/* suitability.h: an investor's profile from the points of the answers (doc/calculations.md 15). */
#ifndef LASTRO_CALC_VIEWS_SUITABILITY_H
#define LASTRO_CALC_VIEWS_SUITABILITY_H

#include "calc/amounts/amounts.h"

enum suitability_level { LEVEL_CONSERVATIVE, LEVEL_MODERATE, LEVEL_BOLD };
extern const char *const suitability_levels[]; /* "Conservador" … */

/* The answer to one question: its points, of the points possible. */
struct answer_points {
	int points, max;
};

struct suitability {
	int score; /* 0 to 100: a position, not a grade */
	enum suitability_level level;
};

/*
 * suitability_of() - all answers of one questionnaire. CALC_INPUT: no answers, more points than
 * possible, or no points possible.
 */
enum calc_err suitability_of(const struct answer_points *answers, size_t n,
			     struct suitability *out) MUST_CHECK;

#endif

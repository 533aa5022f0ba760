/* SPDX-License-Identifier: Apache-2.0 */
/* suitability.c: an investor's profile from the points of the answers (doc/calculations.md 15). */
#include "config.h"

#include "calc/views/suitability.h"

#include <stdint.h>

const char *const suitability_levels[] = { "Conservador", "Moderado", "Arrojado", NULL };

/* The upper end of each level. */
#define CONSERVATIVE_TO 35
#define MODERATE_TO 65

static enum suitability_level level_of(int score)
{
	if (score <= CONSERVATIVE_TO)
		return LEVEL_CONSERVATIVE;
	return score <= MODERATE_TO ? LEVEL_MODERATE : LEVEL_BOLD;
}

enum calc_err suitability_of(const struct answer_points *answers, size_t n, struct suitability *out)
{
	int64_t points = 0, max = 0;
	int score;

	for (size_t i = 0; i < n; i++) {
		if (answers[i].points < 0 || answers[i].points > answers[i].max)
			return CALC_INPUT;
		points += answers[i].points;
		max += answers[i].max;
	}
	if (max == 0)
		return CALC_INPUT;
	score = (int)((points * 200 + max) / (max * 2)); /* half up */
	*out = (struct suitability){ score, level_of(score) };
	return CALC_OK;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* An investor's profile from the points of the answers (doc/calculations.md 15). */
#include "config.h"

#include "calc/views/views.h"

#include "tap.h"

/* One answer of @points out of @max, and its profile. */
static void makes(int points, int max, int score, enum suitability_level level, const char *name)
{
	struct answer_points a = { points, max };
	struct suitability s = { 0 };

	ok(suitability_of(&a, 1, &s) == CALC_OK && s.score == score && s.level == level, "%s",
	   name);
}

static void refused(const struct answer_points *list, size_t n, const char *name)
{
	struct suitability s;

	ok(suitability_of(list, n, &s) == CALC_INPUT, "%s", name);
}

int main(void)
{
	const struct answer_points two[] = { { 3, 4 }, { 0, 12 } };
	struct suitability s = { 0 };

	makes(19, 32, 59, LEVEL_MODERATE, "19 of 32 is 59.375: 59");
	makes(0, 32, 0, LEVEL_CONSERVATIVE, "nothing is 0");
	makes(32, 32, 100, LEVEL_BOLD, "everything is 100");
	makes(1, 8, 13, LEVEL_CONSERVATIVE, "12.5 goes up to 13");
	makes(71, 200, 36, LEVEL_MODERATE, "35.5 goes up to 36, which is Moderado");
	makes(354, 1000, 35, LEVEL_CONSERVATIVE, "35.4 is 35, still Conservador");
	makes(131, 200, 66, LEVEL_BOLD, "65.5 goes up to 66, which is Arrojado");
	makes(654, 1000, 65, LEVEL_MODERATE, "65.4 is 65, still Moderado");
	ok(suitability_of(two, 2, &s) == CALC_OK && s.score == 19,
	   "3 of 16 over two questions is 18.75: 19");
	refused(two, 0, "no answers make no profile");
	refused(&(struct answer_points){ 5, 4 }, 1, "more than a question gives");
	refused(&(struct answer_points){ -1, 4 }, 1, "less than nothing");
	refused(&(struct answer_points){ 0, 0 }, 1, "nothing to be had");
	return tap_done();
}

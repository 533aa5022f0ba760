/* SPDX-License-Identifier: Apache-2.0 */
/* Delays double, are drawn from their upper half, and are limited. */
#include "config.h"

#include "core/backoff.h"

#include "tap.h"

/* Many draws: all within the range, not all equal. */
static void between(unsigned again, int64_t first, int64_t most, int64_t low, int64_t high,
		    const char *name)
{
	int64_t least = INT64_MAX, greatest = INT64_MIN;

	for (int i = 0; i < 2000; i++) {
		int64_t ms = backoff_ms(again, first, most);

		least = ms < least ? ms : least;
		greatest = ms > greatest ? ms : greatest;
	}
	ok(least >= low && greatest <= high, "%s: %lld to %lld", name, (long long)least,
	   (long long)greatest);
	ok(high == low || greatest > least, "%s: and they differ", name);
}

int main(void)
{
	between(1, 2000, 60000, 1000, 2000, "the first wait");
	between(2, 2000, 60000, 2000, 4000, "the second");
	between(4, 2000, 60000, 8000, 16000, "the fourth");
	between(30, 2000, 60000, 30000, 60000, "none is above the most");
	between(1, 90000, 60000, 30000, 60000, "not even the first");
	between(5, 0, 60000, 0, 0, "no wait stays none");
	return tap_done();
}

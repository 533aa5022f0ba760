/* SPDX-License-Identifier: Apache-2.0 */
/* backoff.c: exponential backoff with jitter. */
#include "config.h"

#include "core/backoff.h"

#include <errno.h>
#include <time.h>

#include <sodium.h>

int64_t backoff_ms(unsigned again, int64_t first, int64_t most)
{
	int64_t wait = first;

	if (most > UINT32_MAX)
		most = UINT32_MAX;
	if (wait <= 0)
		return 0;
	while (again > 1 && wait < most) {
		wait *= 2;
		again--;
	}
	if (wait > most)
		wait = most;
	return wait / 2 + (int64_t)randombytes_uniform((uint32_t)(wait - wait / 2) + 1);
}

void backoff_sleep(int64_t ms)
{
	struct timespec left = { .tv_sec = ms / 1000, .tv_nsec = (long)(ms % 1000) * 1000000 };

	while (ms > 0 && nanosleep(&left, &left) < 0 && errno == EINTR)
		;
}

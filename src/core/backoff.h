/* SPDX-License-Identifier: Apache-2.0 */
/* backoff.h: how long to wait before a retry. */
#ifndef LASTRO_CORE_BACKOFF_H
#define LASTRO_CORE_BACKOFF_H

#include <stdint.h>

/*
 * backoff_ms() - the wait before retry @again (1 is the first retry): @first doubled each time, at most
 * @most, and a random part of the upper half, so that clients that failed together do not retry
 * together.
 */
int64_t backoff_ms(unsigned again, int64_t first, int64_t most);

/* backoff_sleep() - sleeps for the whole time, also when signals arrive. */
void backoff_sleep(int64_t ms);

#endif

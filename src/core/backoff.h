/* SPDX-License-Identifier: Apache-2.0 */
/* backoff.h: how long to wait before asking again. */
#ifndef LASTRO_CORE_BACKOFF_H
#define LASTRO_CORE_BACKOFF_H

#include <stdint.h>

/*
 * backoff_ms() - the wait before attempt @again (1 is the second one): @first doubled each time, at most
 * @most, of which the upper half is drawn, so that many who failed together do not return together.
 */
int64_t backoff_ms(unsigned again, int64_t first, int64_t most);

/* backoff_sleep() - wait so long, whatever signals come. */
void backoff_sleep(int64_t ms);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* transfers.c: days of a transfer of custody. */
#include "config.h"

#include "calc/amounts/transfers.h"

#include <stdlib.h>

#include "core/calendar.h"

#define TRANSFER_DAYS 2 /* business days */

struct day transfer_last_day(struct day sent)
{
	for (int left = TRANSFER_DAYS; left > 0;) {
		sent = day_plus(sent, 1);
		left -= day_is_business(sent);
	}
	return sent;
}

bool transfer_is_slow(struct day sent, struct day arrived)
{
	bool move = !day_before(arrived, sent) && !day_before(transfer_last_day(sent), arrived);

	return !move && abs(arrived.n - sent.n) <= SLOW_TRANSFER_DAYS;
}

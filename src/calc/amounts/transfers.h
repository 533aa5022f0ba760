/* SPDX-License-Identifier: Apache-2.0 */
/* transfers.h: how long a transfer between two portfolios of one person takes (doc/market-rules.md). */
#ifndef LASTRO_CALC_AMOUNTS_TRANSFERS_H
#define LASTRO_CALC_AMOUNTS_TRANSFERS_H

#include "core/day.h"

#include <stdbool.h>

#define SLOW_TRANSFER_DAYS 30 /* most days between two rows that may still be one transfer */

/*
 * transfer_last_day() - the last day on which a position that left on @sent may arrive: two business
 * days.
 */
struct day transfer_last_day(struct day sent);

/*
 * transfer_is_slow() - rows of these days are not one transfer, but may have been meant as one
 * (doc/tax.md 20.10).
 */
bool transfer_is_slow(struct day sent, struct day arrived);

#endif

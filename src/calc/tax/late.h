/* SPDX-License-Identifier: Apache-2.0 */
/* late.h: fine and interest of a DARF paid late (doc/tax.md 20.5). */
#ifndef LASTRO_CALC_TAX_LATE_H
#define LASTRO_CALC_TAX_LATE_H

#include "calc/tax/month.h"

#define TAX_FINE_A_DAY ((struct percent){ 33 * E8 / 100 })
#define TAX_FINE_MOST ((struct percent){ 20 * E8 })
#define TAX_INTEREST_OF_THE_MONTH ((struct percent){ 1 * E8 }) /* for the month of payment */

/* tax_late_of() - of what is left of an overdue payment, paid on the ledger's day. */
struct tax_late tax_late_of(const struct tax_ledger *ledger, struct day due_on, struct money left,
			    bool *range);

/* tax_late_days() - civil days from the first business day after @due_on to @today, both included. */
int tax_late_days(struct day due_on, struct day today);

/* tax_selic_of() - NULL when the month has no rate. */
const struct tax_selic *tax_selic_of(const struct tax_ledger *ledger, struct month month);

#endif

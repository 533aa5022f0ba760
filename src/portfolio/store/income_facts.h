/* SPDX-License-Identifier: Apache-2.0 */
/* income_facts.h: the tax facts of a payment in the ledger, read from its row. */
#ifndef LASTRO_PORTFOLIO_STORE_INCOME_FACTS_H
#define LASTRO_PORTFOLIO_STORE_INCOME_FACTS_H

#include "calc/amounts/amounts.h"
#include "db/db.h"

/* INCOME_FACTS() - its columns of the table income; @of: "i." or "". */
#define INCOME_FACTS(of) of "gross, " of "record_date, " of "approved_on, " of "old_profits"

/* income_facts_of() - @first: number of the first of those columns. */
struct income_facts income_facts_of(const struct db_rows *rows, size_t i, int first);

#endif

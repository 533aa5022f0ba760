/* SPDX-License-Identifier: Apache-2.0 */
/* desk_fund.h: the parts of credit.fund.get that are figures of a month's tables. */
#ifndef LASTRO_DESK_DESK_FUND_H
#define LASTRO_DESK_DESK_FUND_H

#include "calc/credit/credit.h"
#include "db/db.h"
#include "operations/protocol.h"

/* The month that is shown; receivables and reason as the report's delinquency has them. */
struct fund_month {
	struct day day;
	struct maybe net_worth, classes_sum;
	struct maybe receivables, provision, over_90;
	const char *reason;	     /* why there is no delinquency, or NULL */
	const struct db_rows *cells; /* of the month, and of VII of the two before it */
	const struct db_rows *cedents, *debtors, *flows;
};

/* The columns that desk_fund.c reads for them. */
enum { CELL_DAY, CELL_TAB, CELL_NAME, CELL_VALUE };
enum {
	CEDENT_BLOCK,
	CEDENT_KIND,
	CEDENT_ID,
	CEDENT_SHARE,
	CEDENT_REASON,
	CEDENT_OBJECT,
	CEDENT_NAME
};
enum { DEBTOR_PLACE, DEBTOR_VALUE };
enum { FLOW_OPERATION, FLOW_CLASS, FLOW_LAYER, FLOW_VALUE, FLOW_QUANTITY };

/* fund_text() - a text of table I, or NULL. */
const char *fund_text(const struct fund_month *m, const char *column);

/* fund_balanced() - assets less liabilities are the net worth, as far as they are filed. */
bool fund_balanced(const struct fund_month *m);

/* Each writes members of an open object. */
void fund_tables_write(struct call *c, const struct fund_month *m);
void fund_repurchases_write(struct json *j, const struct fund_month *m);
void fund_checks_write(struct json *j, const struct fund_month *m);

/* fund_cedents_write(), fund_parties.c: cedents, debtors, flows; returns the object of the largest cedent, or NULL. */
const char *fund_cedents_write(struct call *c, const struct fund_month *m);
void fund_debtors_write(struct json *j, const struct fund_month *m);
void fund_flows_write(struct json *j, const struct fund_month *m);

/* fund_cells.c: fund_cell() - a number of the month; of another day; the sum of several, known when all are. */
struct maybe fund_cell(const struct fund_month *m, const char *column);
struct maybe fund_cell_of(const struct fund_month *m, struct day day, const char *column);
struct maybe fund_sum(const struct fund_month *m, const char *const *columns, size_t n);

/* fund_share() - @part of @whole in percent. */
struct maybe fund_share(struct maybe part, struct maybe whole);

#endif

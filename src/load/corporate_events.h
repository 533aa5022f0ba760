/* SPDX-License-Identifier: Apache-2.0 */
/*
 * corporate_events.h: collects and saves corporate events, distributions and subscriptions.
 *
 * Parsers collect; references_save() writes with one statement per table and stamps the changed
 * symbols.  The exchange's data does not overwrite typed data.
 */
#ifndef LASTRO_LOAD_CORPORATE_EVENTS_H
#define LASTRO_LOAD_CORPORATE_EVENTS_H

#include "core/calendar.h"
#include "core/decimal.h"
#include "load/run.h"

struct maybe_day {
	bool known;
	struct day day;
};

struct reference {
	const char *symbol;
	const char *label; /* DESDOBRAMENTO, DIVIDENDO … */
	const char *kind;  /* the tables' spelling; NULL: not understood, stored */
	struct day ex_day;
	struct maybe_day record_day, pay_day, approved;
	struct maybe_day first_day, last_day; /* a subscription's trading period */
	struct ratio ratio;		      /* an event's */
	struct maybe amount;  /* 12 places: unit cost, gross a share, subscription price */
	struct maybe percent; /* 12 places: tax, percentage subscribed */
	int64_t seq;	      /* set by references_save() */
	bool old_profits;
	const char *related_to;
	const char *isin;
};

enum reference_table {
	REFERENCE_EVENT,
	REFERENCE_DISTRIBUTION,
	REFERENCE_SUBSCRIPTION,
	REFERENCE_TABLES
};

struct references {
	struct load *l;
	const char *venue;
	const char *source; /* typed or b3 */
	struct reference *rows[REFERENCE_TABLES];
	size_t n[REFERENCE_TABLES], size[REFERENCE_TABLES];
	struct holidays closed; /* of the exchange */
};

/* references_open() - starts an empty collection and reads the exchange's closed days. */
void references_open(struct references *r, struct load *l, const char *venue, const char *source);

void references_add(struct references *r, enum reference_table table, const struct reference *row);

/* references_ex_day() - the session after the last day with the right. */
struct day references_ex_day(const struct references *r, struct day record_day);

/* references_save() - writes and counts everything. */
void references_save(struct references *r);

/*
 * Converts a factor to new per old shares: 300 (percent of new shares) is 4, 5 is 21/20, with @grouping
 * 0.1 is 1/10.  @e12 on 12 places.  False when it is not positive or too large.
 */
bool ratio_of_percent(wide e12, struct ratio *out) MUST_CHECK;
bool ratio_of_factor(wide e12, struct ratio *out) MUST_CHECK;

/* income_kind_of() - the kind of a printed label, or NULL; the longest match comes first in the table. */
const char *income_kind_of(const char *label);

#endif

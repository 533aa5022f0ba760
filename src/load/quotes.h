/* SPDX-License-Identifier: Apache-2.0 */
/*
 * quotes.h: loads quotes into the database.
 *
 * Days that are new to the venue go by COPY straight into the table, in the order of the file; existing
 * days go through a staging table and change only what differs.  Tables derived from quotes (last two
 * closes, month ends, series) follow in the same transaction.
 */
#ifndef LASTRO_LOAD_QUOTES_H
#define LASTRO_LOAD_QUOTES_H

#include "core/day.h"
#include "core/decimal.h"
#include "load/run.h"

enum segment {
	SEGMENT_CASH,
	SEGMENT_ODD,	/* odd lots: stored only when the round lot did not trade */
	SEGMENT_OPTION, /* no series: an option lives for months */
	SEGMENT_INDEX,
	SEGMENT_SPOT,	/* currencies, around the clock */
	SEGMENT_MARK,	/* a price given without a trade: by the Treasury, ANBIMA */
	SEGMENT_TRADED, /* over the counter: stored only without a mark */
	SEGMENT_CROSS,	/* product of two pairs: stored only when the pair itself did not trade */
};

/* A number as the file has it: @v on a grid of @places. */
struct num {
	wide v;
	int places; /* NUM_ABSENT: missing in the file */
};
#define NUM_ABSENT (-1)
#define NUM_NONE ((struct num){ 0, NUM_ABSENT })
#define CLOSE_MAX ((wide)1000000 * E12) /* a close has at most 18 digits, wherever its point is */

struct quote {
	struct day day;
	enum segment segment;
	struct num open, high, low;
	struct num close;    /* required, below CLOSE_MAX */
	struct num volume;   /* units */
	struct num turnover; /* money */
	int64_t trades;	     /* -1: unknown */
	int64_t factor; /* number of units of the printed price; the prices here are for one unit */
	int64_t distribution; /* DISMES; -1: unknown */
};

/* quote_of() - of one unit, with nothing known but this; @close may be set later. */
static inline struct quote quote_of(struct day day, enum segment segment, struct num close)
{
	return (struct quote){ .day = day,
			       .segment = segment,
			       .open = NUM_NONE,
			       .high = NUM_NONE,
			       .low = NUM_NONE,
			       .close = close,
			       .volume = NUM_NONE,
			       .turnover = NUM_NONE,
			       .trades = -1,
			       .factor = 1,
			       .distribution = -1 };
}

/* State of a symbol until the end of the file. */
struct quoted {
	const char *symbol;
	size_t n; /* length of the symbol */
	bool series;
	bool any;	   /* newest is set */
	struct day newest; /* of the rows written by COPY */
	struct month_end *months;
	void *of_source; /* the parser's own; NULL at first */
};

struct quotes;

/* quotes_open() - begins; leaves the connection raw (load_raw()). */
struct quotes *quotes_open(struct load *l, const char *venue);

/* quotes_symbol() - found or added. */
struct quoted *quotes_symbol(struct quotes *q, struct slice symbol);

/* quotes_put() - adds one row.  A later row of the file with the same key replaces it. */
void quotes_put(struct quotes *q, struct quoted *s, const struct quote *row);

/* quotes_finish() - writes the rest, prepares closes, counts into the result.  Still raw. */
void quotes_finish(struct quotes *q);

/* quotes_each() - visits every symbol of the file, in no order. */
void quotes_each(struct quotes *q, void (*visit)(struct quoted *s, void *arg), void *arg);

#endif

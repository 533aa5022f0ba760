/* SPDX-License-Identifier: Apache-2.0 */
/* cotahist_row.h: one line of B3's historical quotes (doc/load.md), parsed strictly and classified. */
#ifndef LASTRO_LOAD_SOURCES_COTAHIST_ROW_H
#define LASTRO_LOAD_SOURCES_COTAHIST_ROW_H

#include "core/day.h"
#include "core/text.h"
#include "load/quotes.h"

#define COTAHIST_WIDTH 245

enum cotahist_kind {
	COTAHIST_HEADER,  /* 00 */
	COTAHIST_QUOTE,	  /* 01, of a market that is stored */
	COTAHIST_OTHER,	  /* 01, of another market: forward, exercise, auction, … */
	COTAHIST_TRAILER, /* 99 */
	COTAHIST_BAD,
};

struct cotahist_row {
	struct quote quote;
	struct slice symbol; /* into the line; for an odd lot without its final F */
	struct slice isin;   /* of an option: the underlying's */
	struct slice name;
	struct slice class
		; /* the first word of the kind of paper: "PN", "UNT"; "DRN A" of a receipt's classes */
	enum asset_type type;
	bool is_call; /* of an option */
	int64_t strike_cents;
	bool expires;
	struct day expiry;
	int64_t lines;	    /* COTAHIST_TRAILER: expected number */
	const char *reason; /* COTAHIST_BAD: pt-BR */
};

/* cotahist_row() - parses one line, without its line end; has no side effects. */
enum cotahist_kind cotahist_row(struct slice line, struct cotahist_row *out);

#endif

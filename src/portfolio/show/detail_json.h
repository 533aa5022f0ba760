/* SPDX-License-Identifier: Apache-2.0 */
/* detail_json.h: a computed portfolio as PortfolioDetail. */
#ifndef LASTRO_PORTFOLIO_SHOW_DETAIL_JSON_H
#define LASTRO_PORTFOLIO_SHOW_DETAIL_JSON_H

#include "core/json_write.h"
#include "portfolio/store/valued.h"

/* Layers of the detail, as bits of query_set(). */
enum {
	LAYER_CLOSED = 1 << 0,
	LAYER_MONTHLY = 1 << 1,
	LAYER_TRANSACTIONS = 1 << 2,
	LAYER_RESULT = 1 << 3
};

struct render_want {
	unsigned layers;
	struct day as_of;
	bool public_reader; /* must not see the owner's metadata */
	bool client;	    /* shown by an operation: without visibility and ledger version */
	const char *access; /* "read", "edit", "control"; NULL: the portfolio is public */
	struct twr twr;
	/* The rows of each holding, at the index of its asset; NULL: not cached. */
	const struct slice *cached_rows;
	const struct ledger_asset *assets;
	/* Income and steps of each holding, at the same index; NULL: not loaded. */
	const struct derived_holding *const *derived;
};

/* detail_render() - PortfolioDetail with its holdings. */
void detail_render(void *pool, struct json *j, const char *name, const struct loaded *in,
		   const struct portfolio *p, const struct render_want *want);

/* holding_render() - one PortfolioHolding. */
void holding_render(void *pool, struct json *j, const struct holding *h,
		    const struct render_want *want);

/*
 * event_row_render() - the body of a POST to transactions that would make an applied event part of the
 * ledger.
 */
void event_row_render(struct json *j, const char *name, const struct loaded *in,
		      const struct applied_event *e);

/* totals_render() - the totals of 17, as members of an open object. */
void totals_render(struct json *j, const struct portfolio *p);

/* months_render() - an object of YYYY-MM to amount. */
void months_render(struct json *j, const char *name, const struct months *m);

#endif

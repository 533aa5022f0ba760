/* SPDX-License-Identifier: Apache-2.0 */
/* detail_json.h: a computed portfolio as PortfolioDetail. */
#ifndef LASTRO_PORTFOLIO_SHOW_DETAIL_JSON_H
#define LASTRO_PORTFOLIO_SHOW_DETAIL_JSON_H

#include "calc/history/history.h"
#include "core/json_write.h"
#include "portfolio/store/valued.h"

/* Layers of the detail, as bits of query_set(). */
enum { LAYER_CLOSED = 1 << 0, LAYER_MONTHLY = 1 << 1, LAYER_TRANSACTIONS = 1 << 2 };

struct render_want {
	unsigned layers;
	struct day as_of;
	bool public_reader; /* sees no metadata of the person's own */
	bool client; /* an operation shows it: nobody asks for its visibility, nor by the ledger's version */
	const char *
		access; /* what the reader may: "read", "edit", "control"; NULL: because it is public */
	struct twr twr;
	/* The rows of each holding, in the place that its asset has from @assets on; NULL: not kept. */
	const struct slice *cached_rows;
	const struct ledger_asset *assets;
};

/* detail_render() - PortfolioDetail with its holdings. */
void detail_render(void *pool, struct json *j, const char *name, const struct loaded *in,
		   const struct portfolio *p, const struct render_want *want);

/* holding_render() - one PortfolioHolding. */
void holding_render(void *pool, struct json *j, const struct holding *h,
		    const struct render_want *want);

/* event_row_render() - what a POST to transactions would say to make an applied event part of the
 * ledger. */
void event_row_render(struct json *j, const char *name, const struct loaded *in,
		      const struct applied_event *e);

/* months_render() - an object of YYYY-MM to amount. */
void months_render(struct json *j, const char *name, const struct months *m);

#endif

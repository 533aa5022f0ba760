/* SPDX-License-Identifier: Apache-2.0 */
/* reconcile_json.h: a reconciliation as JSON, with the requests that would resolve its differences. */
#ifndef LASTRO_PORTFOLIO_IMPORT_RECONCILE_JSON_H
#define LASTRO_PORTFOLIO_IMPORT_RECONCILE_JSON_H

#include "calc/import/reconcile.h"
#include "core/json_write.h"
#include "portfolio/store/valued.h"

struct reconcile_shown {
	struct day day;	      /* the day of both positions */
	const char *filename; /* or NULL */
	const struct loaded *in;
	const struct position_sheet *sheet;
	const struct reconciliation *found;
};

/* reconcile_render() - PortfolioReconciliation. */
void reconcile_render(void *pool, struct json *j, const struct reconcile_shown *shown);

#endif

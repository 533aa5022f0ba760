/* SPDX-License-Identifier: Apache-2.0 */
/* explain.h: an explanation as JSON. */
#ifndef LASTRO_WALLET_SHOW_EXPLAIN_H
#define LASTRO_WALLET_SHOW_EXPLAIN_H

#include "calc/explain/explain.h"
#include "core/json_write.h"
#include "wallet/load/load.h"
#include "wallet/wallet.h"

/* What was asked, as it was understood. */
struct explain_query {
	const struct wallet_explain *asked;
	const struct explain_field *field;
	const char *symbol, *item; /* or NULL */
	bool has_type, has_month, has_day, at;
	enum asset_type type;
	struct month month;
	struct day day, as_of;
	size_t from;		/* of the page: steps and inputs, from 0 */
	int64_t cursor_version; /* where from is not 0: what the page before was of */
	const char *cursor_exact;
};

/* explain_render() - {figure, inputs, steps, meta}; @next_cursor: or NULL. */
void explain_render(void *pool, struct json *j, const char *name, const struct loaded *in,
		    const struct explain_query *q, const struct explain_ask *ask,
		    const struct explain_figure *f, const char *next_cursor);

/* explain_step_render() - one step, in an open array. */
void explain_step_render(void *pool, struct json *j, const struct explain *e,
			 const struct explain_node *node);

#endif

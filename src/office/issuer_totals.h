/* SPDX-License-Identifier: Apache-2.0 */
/* issuer_totals.h: how much of each issuer an office's clients hold together. */
#ifndef LASTRO_OFFICE_ISSUER_TOTALS_H
#define LASTRO_OFFICE_ISSUER_TOTALS_H

#include "calc/views/views.h"
#include "core/ctx.h"
#include "core/json_write.h"

struct issuer_client {
	struct uuid id;
	const char *name;
	struct money worth; /* of all that the client has */
};

struct issuer_holding; /* of one client */

struct issuer_totals {
	struct issuer_holding *list;
	size_t n, size;
	struct money federal, unknown; /* of federal bonds; of what has no known issuer */
	bool range;
};

/*
 * issuer_totals_add() - adds a client's positions.
 * @pool:   outlives the totals
 * @client: outlives the totals, too; another for each client
 */
void issuer_totals_add(struct issuer_totals *t, void *pool, const struct issuer_client *client,
		       const struct open_position *positions, size_t n);

/* issuer_totals_write() - by_issuer: the ten largest and what is left out; one statement.  Sorts the list. */
void issuer_totals_write(struct ctx *ctx, struct issuer_totals *t, struct money whole,
			 struct json *j, bool *range);

#endif

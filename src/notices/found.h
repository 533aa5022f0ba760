/* SPDX-License-Identifier: Apache-2.0 */
/* found.h: what there is to tell a person, and its queue; used only in src/notices. */
#ifndef LASTRO_NOTICES_FOUND_H
#define LASTRO_NOTICES_FOUND_H

#include "core/ctx.h"
#include "core/day.h"
#include "core/decimal.h"
#include "core/uuid.h"

#define DAYS_MAX 90 /* of a subscription */

/* Who is told: the account and its own workspace. */
struct person {
	struct uuid workspace, account;
};

struct found {
	const char *about; /* its subject, which is queued once per subscription */
	const char *title, *body;
	const char *whole;	 /* the body where the person asked for amounts; NULL: the same */
	int64_t least, most;	 /* the days of the subscriptions that it concerns */
	const struct day *known; /* those made by the end of this day; NULL: all */
	struct uuid only;	 /* this subscription alone; nil: all */
};

struct found_list {
	struct found *items;
	size_t n;
};

/* found_list_new() - an empty one with room for @most; found_add() - a new one, for all subscriptions. */
struct found_list found_list_new(void *pool, size_t most);
struct found *found_add(struct found_list *list);

/* found_queue() - for @who's subscriptions of @kind; the number of new ones.  Within the caller's transaction. */
int64_t found_queue(struct ctx *ctx, struct person who, const char *kind,
		    const struct found_list *list);

/* ---- how the texts say it ---- */

/* Stands where a text would have a figure of the person's money. */
#define NO_AMOUNT "Abra a carteira para ver o valor."

/* found_kind_text() - of a payment: "juros sobre capital próprio". */
const char *found_kind_text(const char *income_kind);
/* found_net_text() - an amount: "R$ 5,00", "US$ 5,00". */
const char *found_net_text(void *pool, bool dollars, struct money net);

#endif

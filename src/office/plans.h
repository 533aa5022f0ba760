/* SPDX-License-Identifier: Apache-2.0 */
/* plans.h: the plans of many clients, each with its amount, before the JSON, a page or a sheet. */
#ifndef LASTRO_OFFICE_PLANS_H
#define LASTRO_OFFICE_PLANS_H

#include "operations/protocol.h"
#include "portfolio/plan/plan_view.h"

#define PLANS_MAX 100 /* in one request */

struct office_plan {
	struct uuid client, portfolio;
	const char *client_name;
	struct plan_view view;
};

struct office_plans {
	struct office_plan *items;
	size_t n;
};

/* plans_get() - a Function; it shows struct office_plans. */
void plans_get(struct call *c);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* work_pages.h: the pages of an office and of a desk, as data. */
#ifndef LASTRO_CONSOLE_ORGANIZATION_WORK_PAGES_H
#define LASTRO_CONSOLE_ORGANIZATION_WORK_PAGES_H

#include "console/organization/work.h"

/* The end of a list of members. */
#define END                                                                                        \
	{                                                                                          \
		NULL, NULL, 0                                                                      \
	}

/* Lists within a page; the entry that ends each is added. */
#define ACTS(...)                                                                                  \
	(const struct work_act[])                                                                  \
	{                                                                                          \
		__VA_ARGS__,                                                                       \
		{                                                                                  \
			NULL, NULL, NULL, NULL                                                     \
		}                                                                                  \
	}
#define COUNTS(...)                                                                                \
	(const struct work_count[])                                                                \
	{                                                                                          \
		__VA_ARGS__,                                                                       \
		{                                                                                  \
			NULL, NULL                                                                 \
		}                                                                                  \
	}
#define LISTS(...)                                                                                 \
	(const struct work_list[])                                                                 \
	{                                                                                          \
		__VA_ARGS__,                                                                       \
		{                                                                                  \
			.caption = NULL                                                            \
		}                                                                                  \
	}
#define SOURCES(...)                                                                               \
	(const struct work_source[])                                                               \
	{                                                                                          \
		__VA_ARGS__,                                                                       \
		{                                                                                  \
			.function = NULL                                                           \
		}                                                                                  \
	}

/* The open alerts of one object of a desk, as a list of its page. */
extern const struct work_member work_alert_columns[];
#define OPEN_ALERTS                                                                                \
	{                                                                                          \
		.caption = "Alertas abertos", .at = "open_alerts", .columns = work_alert_columns,  \
		.acts = ACTS({ "credit.alert.acknowledge", "Dar por visto", "alert_id", "id" },    \
			     { "credit.alert.assign", "Atribuir", "alert_id", "id" },              \
			     { "credit.alert.snooze", "Adiar", "alert_id", "id" })                 \
	}

/* The trail is the same of both. */
extern const struct work_list work_audit_lists[];

extern const struct work_page work_office_overview, work_office_clients, work_office_client,
	work_office_families, work_office_portfolio, work_office_members, work_office_invitations,
	work_office_audit, work_office_actions;

/* desk_find.c */
void desk_find_page(struct ctx *ctx);

/* office_targets.c, office_plans.c */
void office_targets_page(struct ctx *ctx);
void office_plans_page(struct ctx *ctx);
void office_plans_post(struct ctx *ctx);
void office_plans_refuse(struct ctx *ctx);

extern const struct work_page work_desk_overview, work_desk_watchlists, work_desk_watchlist,
	work_desk_issuer, work_desk_debenture, work_desk_fund, work_desk_terms, work_desk_term,
	work_desk_notes, work_desk_documents, work_desk_rules, work_desk_members, work_desk_audit,
	work_desk_actions;

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * work_organizations.c: the organizations that a person works in.  GET /offices, GET /desks, GET
 * /offices/{org}
 */
#include "config.h"

#include "identity/caller.h"
#include "identity/pages/site.h"
#include "console/layout.h"
#include "console/organization/work.h"
#include "db/db.h"
#include "http/request.h"

static DB_STMT(organizations, "console.organizations",
	       "select id, name from oauth_organizations()");

static DB_STMT(kind_of, "console.kind_of", "select kind from office where workspace_id = $1");

void work_organizations(struct ctx *ctx)
{
	const struct db_rows *r;
	struct html *h;

	layout_person(ctx);
	r = db_query(ctx, &organizations, DB_NO_ARGS);
	h = layout_page(ctx, "Escritórios e mesas");
	if (!db_count(r))
		html_p(h, "Você não é membro de nenhum escritório nem mesa.");
	html_open(h, "ul");
	for (size_t i = 0; i < db_count(r); i++) {

		html_open(h, "li");
		html_open(h, "bdi");
		html_link(h,
			  pool_printf(ctx->pool, "/offices/%s",
				      uuid_text(ctx->pool, db_get_uuid(r, i, 0))),
			  db_get_text(r, i, 1));
		html_close(h, "bdi");
		html_close(h, "li");
	}
	html_close(h, "ul");
	html_page_end(h);
}

/* One list has offices and desks. */
void work_desks(struct ctx *ctx)
{
	layout_person(ctx);
	site_go(ctx, "/offices");
}

/* Redirects a member of a desk to its pages, since the list of organizations links all to /offices. */
void work_organization(struct ctx *ctx)
{
	const struct db_rows *r;

	work_enter(ctx, &work_office, TX_READ);
	r = db_query(ctx, &kind_of, DB_ARGS(db_uuid(ctx->caller->workspace)));
	if (db_count(r) && str_eq(db_get_text(r, 0, 0), "desk"))
		site_go(ctx, work_path(ctx, &work_desk, ""));
	else
		work_page(ctx);
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * grants.c: the access that a person granted to applications, and its revocation.  GET /grants, POST
 * /grants/{id}/revoke
 *
 * A token is issued at most an hour before it is used, so "last used" is the time when one was issued.
 */
#include "config.h"

#include "identity/credential_trail.h"
#include "identity/session.h"
#include "identity/pages/oauth.h"
#include "identity/pages/site.h"
#include "identity/pages/resource.h"
#include "core/text.h"
#include "db/db.h"
#include "http/request.h"

static DB_STMT(
	list, "grants.list",
	"select id, client, redirect_uri, organization, scopes, resource, created_at, last_used_at"
	"  from oauth_grant_list($1)");
enum { C_ID, C_CLIENT, C_REDIRECT, C_ORGANIZATION, C_SCOPES, C_RESOURCE, C_CREATED, C_USED };

static DB_STMT(end, "grants.end", "select oauth_grant_end($1, $2)");

#define GRANTS_MAX 200

static void write_scopes(struct html *h, unsigned scopes)
{
	html_open(h, "ul");
	for (unsigned bit = 1; bit <= SCOPE_DESK_WRITE; bit <<= 1)
		if (scopes & bit)
			html_element(h, "li", scope_sentence((enum scope)bit));
	html_close(h, "ul");
}

static void write_grant(struct ctx *ctx, struct html *h, const struct db_rows *r, size_t i,
			const char *token)
{
	const struct resource *of = resource_named(ctx, db_get_text(r, i, C_RESOURCE));
	const char *client = db_get_text(r, i, C_CLIENT);
	const char *organization = db_get_text(r, i, C_ORGANIZATION);

	html_open(h, "section");
	html_element(h, "h2", client);
	html_p(h, "Em %s. Acessa %s%s%s.",
	       redirect_origin(ctx->pool, db_get_text(r, i, C_REDIRECT)),
	       of ? of->title : db_get_text(r, i, C_RESOURCE), organization ? ", em nome de " : "",
	       organization ? organization : "");
	write_scopes(h, (unsigned)db_get_int(r, i, C_SCOPES));
	html_p(h, "Permitido em %s; último uso em %s.",
	       site_day(ctx, db_get_timestamp(r, i, C_CREATED)),
	       site_day(ctx, db_get_timestamp(r, i, C_USED)));
	html_form(h,
		  pool_printf(ctx->pool, "/grants/%s/revoke",
			      uuid_text(ctx->pool, db_get_uuid(r, i, C_ID))),
		  token);
	site_once(h);
	html_send(h, pool_printf(ctx->pool, "Retirar o acesso de %s", client));
	html_close(h, "section");
}

void grants_page(struct ctx *ctx)
{
	const char *token = csrf_token(ctx);
	const struct db_rows *r;
	struct html *h;

	query_done(ctx);
	(void)site_person(ctx); /* only for its refusal */
	r = db_query(ctx, &list, DB_ARGS(db_int(GRANTS_MAX)));
	h = site_page(ctx, 200, &(struct html_page){ .title = "Aplicativos com acesso" });
	if (!db_count(r))
		html_p(h, "Nenhum aplicativo tem acesso à sua conta.");
	html_p_link(h, "/account/applications", "O que os aplicativos fizeram, e como desfazer");
	for (size_t i = 0; i < db_count(r); i++)
		write_grant(ctx, h, r, i, token);
	html_page_end(h);
}

static NORETURN void none_such(struct ctx *ctx)
{
	fail(ctx, 404, "grant_not_found", "Este acesso não existe ou já foi retirado.");
}

void grants_revoke(struct ctx *ctx)
{
	const struct db_rows *r;
	const char *once;
	struct body *form;
	struct uuid id;

	query_done(ctx);
	form = site_form(ctx);
	once = site_take_once(form);
	body_done(form);
	if (site_done_before(ctx, once)) {
		site_go(ctx, "/grants");
		return;
	}
	if (!uuid_parse(slice_of(ctx->path[0]), &id))
		none_such(ctx);
	r = db_query(ctx, &end, DB_ARGS(db_uuid(id), db_timestamp(ctx->now_ms)));
	if (db_is_null(r, 0, 0))
		none_such(ctx);
	trail_ended(ctx, db_get_uuid(r, 0, 0), "grant.revoked", id);
	site_done(ctx);
	site_go(ctx, "/grants");
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * keys_page.c: a person's own keys.  GET, POST /keys, POST /keys/{id}/revoke
 *
 * Keys of an organization are made where it is worked in (POST /v1/keys); here they are shown and revoked.
 */
#include "config.h"

#include "connector/keys_page.h"

#include <sodium.h>

#include "access/own_keys.h"
#include "access/session.h"
#include "connector/oauth.h"
#include "connector/site.h"
#include "core/text.h"
#include "core/uuid.h"
#include "http/request.h"

#define SHOWN_MAX 200

#define DAY_MS 86400000
#define SAO_PAULO_MS (3 * 3600000) /* midnight there, after midnight in UTC */

static const enum scope offered[] = { SCOPE_ACCOUNT_READ, SCOPE_ACCOUNT_WRITE, SCOPE_MARKET_READ };

static void write_row(struct ctx *ctx, struct html *h, const struct db_rows *r, size_t i,
		      const char *token)
{
	char id[UUID_TEXT_SIZE];

	uuid_format(db_get_uuid(r, i, KEY_ID), id);
	html_row(h);
	html_cell(h, db_get_text(r, i, KEY_NAME));
	html_cell(h, pool_printf(ctx->pool, "%s…", db_get_text(r, i, KEY_PREFIX)));
	html_cell(h, scopes_text(ctx->pool, (unsigned)db_get_int(r, i, KEY_SCOPES)));
	html_cell(h, site_day(ctx, db_get_timestamp(r, i, KEY_CREATED_AT)));
	html_cell(h, db_is_null(r, i, KEY_EXPIRES_AT)
			     ? NULL
			     : site_day(ctx, db_get_timestamp(r, i, KEY_EXPIRES_AT)));
	html_open(h, "td");
	html_form(h, pool_printf(ctx->pool, "/keys/%s/revoke", id), token);
	html_button(h, pool_printf(ctx->pool, "Revogar %s", db_get_text(r, i, KEY_NAME)));
	html_form_end(h);
	html_close(h, "td");
	html_row_end(h);
}

static void write_keys(struct ctx *ctx, struct html *h, const char *token)
{
	static const char *const headings[] = { "Nome",	     "Começo",	 "Escopos",
						"Criada em", "Vence em", "Revogar" };
	const struct db_rows *r = key_rows(ctx, uuid_nil(), SHOWN_MAX);

	if (!db_count(r)) {
		html_p(h, "A sua conta não tem chaves.");
		return;
	}
	html_table(h, "Chaves em uso", headings, ARRAY_SIZE(headings));
	for (size_t i = 0; i < db_count(r); i++)
		write_row(ctx, h, r, i, token);
	html_table_end(h);
}

static void write_form(struct ctx *ctx, struct html *h, const char *token, const char *name,
		       const char *fault)
{
	html_element(h, "h2", "Nova chave");
	html_form(h, "/keys", token);
	html_field(h, &(struct html_field){ .name = "name",
					    .label = "Nome",
					    .type = "text",
					    .value = name,
					    .hint = "Para que serve, ou onde fica.",
					    .error = fault,
					    .max_length = 80 });
	html_field(h, &(struct html_field){ .name = "expires",
					    .label = "Último dia de validade",
					    .type = "date",
					    .hint = "Vazio: vale até ser revogada.",
					    .optional = true });
	html_group(h, "O que ela permite");
	for (size_t i = 0; i < ARRAY_SIZE(offered); i++)
		html_choice(h,
			    &(struct html_choice){ .name = pool_printf(ctx->pool, "scope.%s",
								       scope_name(offered[i])),
						   .value = "on",
						   .label = scope_sentence(offered[i]),
						   .chosen = offered[i] != SCOPE_ACCOUNT_WRITE });
	html_group_end(h);
	html_button(h, "Criar a chave");
	html_form_end(h);
}

static void show(struct ctx *ctx, int status, const char *name, const char *fault)
{
	const char *token = csrf_token(ctx);
	struct html *h =
		site_page(ctx, status,
			  &(struct html_page){ .title = "Chaves",
					       .error = fault ? "A chave não foi criada." : NULL });

	write_keys(ctx, h, token);
	write_form(ctx, h, token, name, fault);
	html_page_end(h);
}

void keys_page(struct ctx *ctx)
{
	query_done(ctx);
	(void)site_person(ctx); /* only whether it refuses */
	show(ctx, 200, NULL, NULL);
}

static void show_secret(struct ctx *ctx, const struct new_key *k)
{
	struct html *h = site_page(ctx, 201, &(struct html_page){ .title = "A chave foi criada" });

	html_p(h, "Copie a chave %s agora: ela não será mostrada de novo.", k->name);
	html_open(h, "p");
	html_element(h, "code", k->secret);
	html_close(h, "p");
	html_open(h, "p");
	html_link(h, "/keys", "Voltar às chaves");
	html_close(h, "p");
	html_page_end(h);
}

static const char *read_form(struct ctx *ctx, struct body *f, struct new_key *k)
{
	const char *expires = body_text(f, "expires", OPTIONAL, 1, 40);
	struct day last;

	k->name = body_line(f, "name", OPTIONAL, 1, 80);
	for (size_t i = 0; i < ARRAY_SIZE(offered); i++)
		if (body_text(f, pool_printf(ctx->pool, "scope.%s", scope_name(offered[i])),
			      OPTIONAL, 1, 10))
			k->scopes |= offered[i];
	body_done(f);
	if (!k->name)
		return "Dê um nome à chave.";
	if (!k->scopes)
		return "Marque ao menos uma permissão.";
	k->expires = expires != NULL;
	if (!expires)
		return NULL;
	if (!day_parse(slice_of(expires), &last) || day_before(last, ctx->today))
		return "O último dia de validade deve ser hoje ou depois.";
	k->expires_ms = ((int64_t)last.n + 1) * DAY_MS + SAO_PAULO_MS;
	return NULL;
}

void keys_page_post(struct ctx *ctx)
{
	struct new_key k = { .id = uuid_new(), .kind = CREDENTIAL_USER };
	const char *fault;

	query_done(ctx);
	(void)site_person(ctx); /* only whether it refuses */
	fault = read_form(ctx, site_form(ctx), &k);
	if (fault) {
		show(ctx, 422, k.name, fault);
		return;
	}
	key_issue(ctx, &k);
	show_secret(ctx, &k);
	sodium_memzero(k.secret, sizeof(k.secret));
}

void keys_page_revoke(struct ctx *ctx)
{
	query_done(ctx);
	(void)site_person(ctx); /* only whether it refuses */
	body_done(site_form(ctx));
	key_end(ctx, ctx->path[0]);
	site_go(ctx, "/keys");
}

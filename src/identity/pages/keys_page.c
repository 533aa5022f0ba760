/* SPDX-License-Identifier: Apache-2.0 */
/*
 * keys_page.c: a person's own keys.  GET, POST /keys, POST /keys/{id}/revoke
 *
 * Keys of an organization are created with POST /v1/keys; this page shows and revokes them.
 */
#include "config.h"

#include "identity/pages/person_pages.h"

#include <sodium.h>

#include "identity/caller.h"
#include "identity/own_keys.h"
#include "identity/session.h"
#include "identity/pages/oauth.h"
#include "identity/pages/refusal.h"
#include "identity/pages/site.h"
#include "core/text.h"
#include "core/uuid.h"
#include "db/db.h"
#include "http/problem_answer.h"
#include "http/request.h"
#include "http/tree.h"

#define SHOWN_MAX 200
#define KEY_NAME_MAX 80

#define DAY_MS 86400000
#define SAO_PAULO_MS (3 * 3600000) /* midnight in São Paulo is this long after midnight UTC */

static const enum scope offered[] = { SCOPE_ACCOUNT_READ, SCOPE_ACCOUNT_WRITE, SCOPE_MARKET_READ };

static void write_row(struct ctx *ctx, struct html *h, const struct db_rows *r, size_t i,
		      const char *token)
{
	html_row(h);
	html_cell(h, db_get_text(r, i, KEY_NAME));
	html_cell(h, pool_printf(ctx->pool, "%s…", db_get_text(r, i, KEY_PREFIX)));
	html_cell(h, scopes_text(ctx->pool, (unsigned)db_get_int(r, i, KEY_SCOPES)));
	html_cell(h, site_day(ctx, db_get_timestamp(r, i, KEY_CREATED_AT)));
	html_cell(h, db_is_null(r, i, KEY_EXPIRES_AT)
			     ? NULL
			     : site_day(ctx, db_get_timestamp(r, i, KEY_EXPIRES_AT)));
	html_cell_open(h, NULL);
	html_form(h,
		  pool_printf(ctx->pool, "/keys/%s/revoke",
			      uuid_text(ctx->pool, db_get_uuid(r, i, KEY_ID))),
		  token);
	site_once(h);
	html_send(h, pool_printf(ctx->pool, "Revogar %s", db_get_text(r, i, KEY_NAME)));
	html_close(h, "td");
	html_row_end(h);
}

static void write_keys(struct ctx *ctx, struct html *h, const char *token)
{
	const struct db_rows *r = key_rows(ctx, uuid_nil(), SHOWN_MAX);

	if (!db_count(r)) {
		html_p(h, "A sua conta não tem chaves.");
		return;
	}
	html_table(h, "Chaves em uso",
		   HEADINGS("Nome", "Começo", "Escopos", "Criada em", "Vence em", "Revogar"));
	for (size_t i = 0; i < db_count(r); i++)
		write_row(ctx, h, r, i, token);
	html_table_end(h);
}

/* The submitted values and their errors. */
struct typed {
	const char *name, *expires;
	unsigned scopes;
	const char *name_fault, *expires_fault, *scopes_fault;
};

static const struct typed untouched = { .scopes = SCOPE_ACCOUNT_READ | SCOPE_MARKET_READ };

static bool is_refused(const struct typed *t)
{
	return t->name_fault || t->expires_fault || t->scopes_fault;
}

static const char *field_of(struct ctx *ctx, enum scope scope)
{
	return pool_printf(ctx->pool, "scope.%s", scope_name(scope));
}

static void write_faults(struct ctx *ctx, struct html *h, const struct typed *t)
{
	struct html_fault faults[3];
	size_t n = 0;

	if (t->name_fault)
		faults[n++] = (struct html_fault){ "name", t->name_fault };
	if (t->expires_fault)
		faults[n++] = (struct html_fault){ "expires", t->expires_fault };
	if (t->scopes_fault) /* an error of a check box names its value, too */
		faults[n++] = (struct html_fault){
			pool_printf(ctx->pool, "%s-on", field_of(ctx, offered[0])), t->scopes_fault
		};
	html_faults(h, faults, n);
}

static void write_form(struct ctx *ctx, struct html *h, const char *token, const struct typed *t)
{
	html_element(h, "h2", "Nova chave");
	html_form(h, "/keys", token);
	html_field(h, &(struct html_field){ .name = "name",
					    .label = "Nome",
					    .type = "text",
					    .value = t->name,
					    .hint = "Para que serve, ou onde fica.",
					    .error = t->name_fault,
					    .max_length = KEY_NAME_MAX });
	html_field(h, &(struct html_field){ .name = "expires",
					    .label = "Último dia de validade",
					    .type = "date",
					    .value = t->expires,
					    .error = t->expires_fault,
					    .hint = "Vazio: vale até ser revogada.",
					    .optional = true });
	html_group(h, "O que ela permite");
	for (size_t i = 0; i < ARRAY_SIZE(offered); i++)
		html_choice(h, &(struct html_choice){ .name = field_of(ctx, offered[i]),
						      .value = "on",
						      .label = scope_sentence(offered[i]),
						      .hint = i ? NULL : t->scopes_fault,
						      .chosen = (t->scopes & offered[i]) != 0 });
	html_group_end(h);
	site_once(h);
	html_send(h, "Criar a chave");
}

static void show(struct ctx *ctx, int status, const struct typed *t, const char *error)
{
	const char *token = csrf_token(ctx);
	struct html *h =
		site_page(ctx, status, &(struct html_page){ .title = "Chaves", .error = error });

	write_faults(ctx, h, t);
	write_keys(ctx, h, token);
	html_p_link(h, "/account/applications", "O que os aplicativos fizeram, e como desfazer");
	write_form(ctx, h, token, t);
	html_page_end(h);
}

void keys_page(struct ctx *ctx)
{
	query_done(ctx);
	(void)site_person(ctx); /* only for its refusal */
	show(ctx, 200, &untouched, NULL);
}

static void show_secret(struct ctx *ctx, const struct new_key *k)
{
	struct html *h = site_page(ctx, 201, &(struct html_page){ .title = "A chave foi criada" });

	html_p(h, "Copie a chave %s agora: ela não será mostrada de novo.", k->name);
	html_open(h, "p");
	html_element(h, "code", k->secret);
	html_close(h, "p");
	html_p_link(h, "/keys", "Voltar às chaves");
	html_page_end(h);
}

/* The same button was pressed twice. */
static void show_made(struct ctx *ctx)
{
	struct html *h =
		site_page(ctx, 200, &(struct html_page){ .title = "A chave já foi criada" });

	html_p(h, "Ela foi mostrada na primeira vez, e não será de novo. Se não foi copiada, "
		  "revogue-a e crie outra.");
	html_p_link(h, "/keys", "Voltar às chaves");
	html_page_end(h);
}

static const char *name_fault(const char *name)
{
	if (!name || !text_visible(name))
		return "Dê um nome à chave.";
	if (text_length(name) > KEY_NAME_MAX)
		return "O nome tem até 80 letras.";
	if (!text_one_line(name))
		return "O nome é uma linha, sem marcas que mudam o sentido da escrita.";
	return NULL;
}

static void read_expiry(struct ctx *ctx, struct typed *t, struct new_key *k)
{
	struct day last;

	if (!t->expires)
		return;
	k->expires = true;
	if (!day_parse(slice_of(t->expires), &last) || day_before(last, ctx->today)) {
		t->expires_fault = "O último dia de validade deve ser hoje ou depois.";
		return;
	}
	k->expires_ms = ((int64_t)last.n + 1) * DAY_MS + SAO_PAULO_MS;
}

/* Accepts texts of any form, so that they are shown again with their error. */
static void read_form(struct ctx *ctx, struct body *f, struct typed *t, struct new_key *k)
{
	t->name = body_text(f, "name", OPTIONAL, 1, MAX_FORM);
	t->expires = body_text(f, "expires", OPTIONAL, 1, MAX_FORM);
	for (size_t i = 0; i < ARRAY_SIZE(offered); i++)
		if (body_text(f, field_of(ctx, offered[i]), OPTIONAL, 1, MAX_FORM))
			t->scopes |= offered[i];
	body_done(f);
	t->name_fault = name_fault(t->name);
	t->scopes_fault = t->scopes ? NULL : "Marque ao menos uma permissão.";
	read_expiry(ctx, t, k);
	k->name = t->name;
	k->scopes = t->scopes;
}

void keys_page_post(struct ctx *ctx)
{
	struct new_key k = { .id = uuid_new(), .kind = CREDENTIAL_USER };
	struct typed t = { .name = NULL };
	struct body *form;
	const char *once;

	query_done(ctx);
	(void)site_person(ctx); /* only for its refusal */
	form = site_form(ctx);
	once = site_take_once(form);
	read_form(ctx, form, &t, &k);
	if (is_refused(&t)) {
		show(ctx, 422, &t, "A chave não foi criada.");
		return;
	}
	if (site_done_before(ctx, once)) {
		show_made(ctx);
		return;
	}
	key_issue(ctx, &k);
	site_done(ctx);
	show_secret(ctx, &k);
	sodium_memzero(k.secret, sizeof(k.secret));
}

/* The form as it was before the log-in. */
static void show_unsent(struct ctx *ctx, void *detail)
{
	struct json_object *sent = ctx->req->unsent;
	struct typed t = { .name = tree_text(tree_member(sent, "name")),
			   .expires = tree_text(tree_member(sent, "expires")) };

	for (size_t i = 0; i < ARRAY_SIZE(offered); i++)
		if (tree_member(sent, field_of(ctx, offered[i])))
			t.scopes |= offered[i];
	access_enter(ctx, TX_READ);
	show(ctx, 412, &t,
	     pool_printf(ctx->pool, "A chave não foi criada. %s", (const char *)detail));
	db_commit(ctx);
}

void keys_page_refuse(struct ctx *ctx)
{
	struct problem *refusal = ctx->problem;

	if (ctx->req->unsent &&
	    ctx_attempt(ctx, show_unsent, (void *)pool_strdup(ctx->pool, problem_detail(ctx))))
		ctx->problem = refusal;
	else
		site_refuse(ctx);
}

void keys_page_revoke(struct ctx *ctx)
{
	struct body *form;
	const char *once;

	query_done(ctx);
	(void)site_person(ctx); /* only for its refusal */
	form = site_form(ctx);
	once = site_take_once(form);
	body_done(form);
	if (!site_done_before(ctx, once)) {
		key_end(ctx, ctx->path[0]);
		site_done(ctx);
	}
	site_go(ctx, "/keys");
}

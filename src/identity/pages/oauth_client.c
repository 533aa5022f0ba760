/* SPDX-License-Identifier: Apache-2.0 */
/*
 * oauth_client.c: applications that register themselves (RFC 7591), or are identified by the address of
 * a document (client_document.h).  POST /oauth/register
 *
 * Clients are public: PKCE and the redirect address prove their identity.  Unknown members of a
 * registration are ignored, as section 2 requires; the answer lists those in force.
 */
#include "config.h"

#include "identity/pages/oauth.h"

#include "identity/caller.h"
#include "identity/pages/client_document.h"
#include "identity/pages/resource.h"
#include "identity/pages/throttle.h"
#include "core/text.h"
#include "core/problem.h"
#include "db/db.h"
#include "http/network.h"
#include "http/request.h"
#include "http/response.h"

static DB_STMT(find, "oauth_client.find",
	       "select name, to_json(redirect_uris)::text, uri from oauth_client_find($1)");
enum { C_NAME, C_REDIRECTS, C_URI };

static DB_STMT(store, "oauth_client.register",
	       "select oauth_client_register($1, $2, $3::text[], $4, $5, $6)");

static DB_STMT(
	known, "oauth_client.known",
	"select id, name, to_json(redirect_uris)::text, uri, fetched_at from oauth_client_known($1)");
enum { K_ID, K_NAME, K_REDIRECTS, K_URI, K_FETCHED };

static DB_STMT(keep, "oauth_client.keep",
	       "select oauth_client_keep($1, $2, $3, $4::text[], $5, $6)");
static DB_STMT(allow, "oauth_client.allow",
	       "select greatest(throttle_take('document:' || $1, 30, interval '1 hour', $2),"
	       "                throttle_take('document:all', 300, interval '1 hour', $2))");

#define REDIRECTS_MAX 10
#define URI_MAX 1024
#define NAME_MAX_LENGTH 80
#define FRESH_MS ((int64_t)3600 * 1000) /* a document is not fetched again within this time */

/* ---- addresses ---- */

/* Host and port of an address with the scheme @scheme ("https://"); { NULL, 0 } for another scheme. */
static struct slice authority_of(const char *uri, const char *scheme)
{
	size_t n = strlen(scheme);

	if (strncmp(uri, scheme, n) != 0)
		return (struct slice){ NULL, 0 };
	return (struct slice){ uri + n, strcspn(uri + n, "/?#") };
}

static struct slice without_port(struct slice authority)
{
	size_t n = authority.n;

	while (n && authority.p[n - 1] >= '0' && authority.p[n - 1] <= '9')
		n--;
	/* The colons of an IPv6 address are inside its brackets. */
	if (n && authority.p[n - 1] == ':')
		authority.n = n - 1;
	return authority;
}

static bool is_loopback(struct slice authority)
{
	struct slice host = without_port(authority);

	return slice_eq(host, "localhost") || slice_eq(host, "127.0.0.1") ||
	       slice_eq(host, "[::1]");
}

/* The consent page puts it into a Content-Security-Policy, where ';' and ',' would end the directive. */
static bool is_plain(struct slice authority)
{
	for (size_t i = 0; i < authority.n; i++) {
		char c = authority.p[i];

		if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') &&
		    !strchr("-._:[]", c))
			return false;
	}
	return true;
}

bool redirect_is_allowed(const char *uri)
{
	struct slice plain = authority_of(uri, "http://");
	struct slice secure = authority_of(uri, "https://");
	struct slice authority = secure.p ? secure : plain;

	for (const char *p = uri; *p; p++)
		if (*p <= ' ' || *p > '~' || strchr("#\\\"<>^`{|}", *p))
			return false;
	if (!without_port(authority).n || !is_plain(authority))
		return false;
	return secure.p || is_loopback(plain);
}

const char *redirect_origin(void *pool, const char *uri)
{
	const char *host = strstr(uri, "://") + 3;

	return pool_strndup(pool, uri, (size_t)(host - uri) + strcspn(host, "/?#"));
}

/* RFC 8252 section 7.3: a program on the person's machine uses any free port. */
static bool same_but_port(const char *a, const char *b)
{
	struct slice x = authority_of(a, "http://");
	struct slice y = authority_of(b, "http://");

	return x.p && y.p && is_loopback(x) && slice_same(without_port(x), without_port(y)) &&
	       str_eq(x.p + x.n, y.p + y.n);
}

bool oauth_client_redirects(const struct oauth_client *c, const char *uri)
{
	for (size_t i = 0; i < c->n_redirects; i++)
		if (str_eq(c->redirects[i], uri) || same_but_port(c->redirects[i], uri))
			return true;
	return false;
}

/* ---- finding ---- */

static void take_redirects(struct ctx *ctx, const char *text, struct oauth_client *c)
{
	struct json_object *list;

	list = json_read(ctx->pool, slice_of(text));
	c->n_redirects = list ? json_object_array_length(list) : 0;
	c->redirects = pool_array(ctx->pool, const char *, c->n_redirects);
	for (size_t i = 0; i < c->n_redirects; i++)
		c->redirects[i] = json_object_get_string(json_object_array_get_idx(list, i));
}

static const struct oauth_client *registered(struct ctx *ctx, struct uuid id)
{
	struct oauth_client *c = pool_zero(ctx->pool, struct oauth_client);
	const struct db_rows *r = db_query(ctx, &find, DB_ARGS(db_uuid(id)));

	if (!db_count(r))
		return NULL;
	c->id = id;
	c->name = db_get_text(r, 0, C_NAME);
	c->uri = db_get_text(r, 0, C_URI);
	take_redirects(ctx, db_get_text(r, 0, C_REDIRECTS), c);
	return c;
}

bool oauth_client_id(struct ctx *ctx, const char *text, struct uuid *out)
{
	const struct db_rows *r;
	bool found;

	if (uuid_parse(slice_of(text), out))
		return true;
	if (!client_address_is_good(ctx, text))
		return false;
	db_begin_read(ctx);
	r = db_query(ctx, &known, DB_ARGS(db_text(text)));
	found = db_count(r) > 0;
	if (found)
		*out = db_get_uuid(r, 0, K_ID);
	db_commit(ctx);
	return found;
}

/* ---- the client's registration ---- */

static NORETURN void refuse_metadata(struct ctx *ctx, const char *detail)
{
	fail(ctx, 400, "oauth_invalid_client_metadata", "%s", detail);
}

static void read_redirects(struct ctx *ctx, struct json_object *tree, struct oauth_client *c)
{
	struct json_object *list = NULL;
	size_t n;

	(void)json_object_object_get_ex(tree, "redirect_uris", &list); /* absent leaves NULL */
	n = json_object_is_type(list, json_type_array) ? json_object_array_length(list) : 0;
	if (!n || n > REDIRECTS_MAX)
		fail(ctx, 400, "oauth_invalid_redirect_uri",
		     "redirect_uris deve ter de 1 a %d endereços.", REDIRECTS_MAX);
	c->redirects = pool_array(ctx->pool, const char *, n);
	for (size_t i = 0; i < n; i++) {
		struct json_object *item = json_object_array_get_idx(list, i);
		const char *uri = json_object_is_type(item, json_type_string)
					  ? json_object_get_string(item)
					  : "";

		if (!redirect_is_allowed(uri) || strlen(uri) > URI_MAX)
			fail(ctx, 400, "oauth_invalid_redirect_uri",
			     "O endereço %s não serve: use https, ou http em localhost, sem fragmento.",
			     problem_shown(ctx->pool, uri));
		c->redirects[c->n_redirects++] = uri;
	}
}

static const char *text_of(struct json_object *tree, const char *name)
{
	struct json_object *value = NULL;

	(void)json_object_object_get_ex(tree, name, &value); /* absent leaves NULL */
	return json_object_is_type(value, json_type_string) ? json_object_get_string(value) : NULL;
}

/* A list, when given, must contain what this service supports. */
static void require_one(struct ctx *ctx, struct json_object *tree, const char *name,
			const char *needed)
{
	struct json_object *list = NULL;

	if (!json_object_object_get_ex(tree, name, &list) || !list)
		return;
	for (size_t i = 0;
	     json_object_is_type(list, json_type_array) && i < json_object_array_length(list);
	     i++) {
		struct json_object *item = json_object_array_get_idx(list, i);

		if (json_object_is_type(item, json_type_string) &&
		    str_eq(json_object_get_string(item), needed))
			return;
	}
	refuse_metadata(ctx, pool_printf(ctx->pool, "%s deve conter %s.", name, needed));
}

static void read_client(struct ctx *ctx, struct json_object *tree, struct oauth_client *c)
{
	const char *name;
	const char *uri;

	if (!json_object_is_type(tree, json_type_object))
		refuse_metadata(ctx, "O corpo deve ser um objeto JSON.");
	read_redirects(ctx, tree, c);
	require_one(ctx, tree, "grant_types", "authorization_code");
	require_one(ctx, tree, "response_types", "code");
	name = text_of(tree, "client_name");
	if (name && (!text_one_line(name) || text_length(name) > NAME_MAX_LENGTH))
		refuse_metadata(ctx, "client_name deve ser uma linha de até 80 caracteres.");
	c->name = name && text_visible(name) ? name : "Aplicativo sem nome";
	uri = text_of(tree, "client_uri");
	c->uri = uri && strlen(uri) <= URI_MAX && redirect_is_allowed(uri) ? uri : NULL;
}

/* ---- identified by an address ---- */

static NORETURN void refuse_document(struct ctx *ctx, const char *why)
{
	fail(ctx, 400, "oauth_invalid_client", "O documento do aplicativo não serve: %s.", why);
}

/*
 * A logged-in person chooses the address, and a worker waits for it: fetches are limited per person and hour, and all
 * together to a third of one worker's time.
 */
static void allow_fetch(struct ctx *ctx)
{
	int64_t wait;
	const char *account = uuid_text(ctx->pool, ctx->caller->account);

	db_begin_write(ctx);
	wait = db_get_int(
		db_query(ctx, &allow, DB_ARGS(db_text(account), db_timestamp(ctx->now_ms))), 0, 0);
	db_commit(ctx);
	throttle_refuse(ctx, wait);
}

static void read_document(struct ctx *ctx, const char *address, struct oauth_client *c)
{
	struct json_object *tree;
	struct slice text;
	const char *why, *id, *method;
	size_t offset;

	if (!client_document_fetch(ctx, address, &text, &why))
		refuse_document(ctx, why);
	tree = json_parse(ctx->pool, text, &offset, &why);
	if (!json_object_is_type(tree, json_type_object))
		refuse_document(ctx, "não é um objeto JSON");
	id = text_of(tree, "client_id");
	if (!id || !str_eq(id, address))
		refuse_document(ctx, "client_id não é o endereço dele");
	method = text_of(tree, "token_endpoint_auth_method");
	if ((method && !str_eq(method, "none")) ||
	    json_object_object_get_ex(tree, "client_secret", NULL))
		refuse_document(ctx, "pede um segredo, e só none é aceito");
	read_client(ctx, tree, c);
}

/*
 * Runs in the request's transaction.  When the document must be fetched, that transaction ends first, and a new one of
 * the same caller begins afterwards.
 */
static const struct oauth_client *fetched(struct ctx *ctx, const char *address,
					  struct oauth_client *c)
{
	const struct db_rows *r;

	db_commit(ctx);
	allow_fetch(ctx);
	read_document(ctx, address, c);
	db_begin_write(ctx);
	access_resume(ctx);
	r = db_query(ctx, &keep,
		     DB_ARGS(db_uuid(uuid_new()), db_text(address), db_text(c->name),
			     db_texts(c->redirects, c->n_redirects), db_text(c->uri),
			     db_timestamp(ctx->now_ms)));
	c->id = db_get_uuid(r, 0, 0);
	return c;
}

static const struct oauth_client *by_address(struct ctx *ctx, const char *address)
{
	struct oauth_client *c = pool_zero(ctx->pool, struct oauth_client);
	const struct db_rows *r = db_query(ctx, &known, DB_ARGS(db_text(address)));

	c->document = address;
	if (!db_count(r) || db_get_timestamp(r, 0, K_FETCHED) <= ctx->now_ms - FRESH_MS)
		return fetched(ctx, address, c);
	c->id = db_get_uuid(r, 0, K_ID);
	c->name = db_get_text(r, 0, K_NAME);
	c->uri = db_get_text(r, 0, K_URI);
	take_redirects(ctx, db_get_text(r, 0, K_REDIRECTS), c);
	return c;
}

const struct oauth_client *oauth_client_find(struct ctx *ctx, const char *id)
{
	struct uuid own;

	if (id && uuid_parse(slice_of(id), &own))
		return registered(ctx, own);
	return id && client_address_is_good(ctx, id) ? by_address(ctx, id) : NULL;
}

/* ---- registering itself ---- */

static void write_client(struct ctx *ctx, const struct oauth_client *c)
{
	struct json *j = respond_json(ctx, 201);

	json_open(j, NULL);
	json_uuid(j, "client_id", c->id);
	json_int(j, "client_id_issued_at", ctx->now_ms / 1000);
	json_text(j, "client_name", c->name);
	if (c->uri)
		json_text(j, "client_uri", c->uri);
	json_texts(j, "redirect_uris", c->redirects, c->n_redirects);
	json_array(j, "grant_types");
	json_text(j, NULL, "authorization_code");
	json_text(j, NULL, "refresh_token");
	json_array_end(j);
	json_array(j, "response_types");
	json_text(j, NULL, "code");
	json_array_end(j);
	json_text(j, "token_endpoint_auth_method", "none");
	json_close(j);
}

void oauth_register_client(struct ctx *ctx)
{
	struct oauth_client c = { .id = uuid_new() };
	const struct db_rows *r;
	int64_t wait;

	base_required(ctx);
	read_client(ctx, body_tree(ctx), &c);
	db_begin_write(ctx);
	r = db_query(ctx, &store,
		     DB_ARGS(db_uuid(c.id), db_text(c.name), db_texts(c.redirects, c.n_redirects),
			     db_text(c.uri),
			     network_is_assistant(ctx) ? db_null() : db_text(request_network(ctx)),
			     db_timestamp(ctx->now_ms)));
	wait = db_get_int(r, 0, 0);
	db_commit(ctx);
	throttle_refuse(ctx, wait);
	write_client(ctx, &c);
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * request.c: the client's request as validated text.
 *
 * CGI variables come from nginx, Apache or a shell; all but those named here are ignored.  A defect in
 * a header other than Authorization is noted and refused by request_check(), since the credential comes
 * first in the order of refusals.
 */
#include "config.h"

#include "http/request.h"

#include <strings.h>

#include "core/encode.h"
#include "core/uuid.h"
#include "core/problem.h"
#include "http/query.h"

#define REQUEST_ID_MIN 8
#define REQUEST_ID_MAX 64
#define IDEMPOTENCY_KEY_MAX 255

/* The CGI variables that are read. */
enum variable {
	V_REQUEST_METHOD,
	V_PATH_INFO,
	V_SCRIPT_NAME,
	V_DOCUMENT_URI,
	V_REQUEST_URI,
	V_QUERY_STRING,
	V_CONTENT_LENGTH,
	V_CONTENT_TYPE,
	V_REMOTE_ADDR,
	V_JUDGE,
	V_AUTHORIZATION, /* from here on: headers, each at most once */
	V_WORKSPACE,
	V_IF_NONE_MATCH,
	V_IF_MATCH,
	V_IDEMPOTENCY_KEY,
	V_ACCEPT,
	V_ORIGIN,
	V_TRACEPARENT,
	V_REQUEST_ID,
	V_TRANSFER_ENCODING,
	V_CONTENT_ENCODING,
	V_COUNT,
};

static const char *const variables[V_COUNT] = {
	"REQUEST_METHOD",	 "PATH_INFO",
	"SCRIPT_NAME",		 "DOCUMENT_URI",
	"REQUEST_URI",		 "QUERY_STRING",
	"CONTENT_LENGTH",	 "CONTENT_TYPE",
	"REMOTE_ADDR",		 "LASTRO_JUDGE",
	"HTTP_AUTHORIZATION",	 "HTTP_X_SERVICE_WORKSPACE",
	"HTTP_IF_NONE_MATCH",	 "HTTP_IF_MATCH",
	"HTTP_IDEMPOTENCY_KEY",	 "HTTP_ACCEPT",
	"HTTP_ORIGIN",		 "HTTP_TRACEPARENT",
	"HTTP_X_REQUEST_ID",	 "HTTP_TRANSFER_ENCODING",
	"HTTP_CONTENT_ENCODING",
};

/* The header's name as a client knows it; NULL for a variable that is not a header. */
static const char *const headers[V_COUNT] = {
	[V_CONTENT_LENGTH] = "Content-Length",
	[V_CONTENT_TYPE] = "Content-Type",
	[V_AUTHORIZATION] = "Authorization",
	[V_WORKSPACE] = "X-Service-Workspace",
	[V_IF_NONE_MATCH] = "If-None-Match",
	[V_IF_MATCH] = "If-Match",
	[V_IDEMPOTENCY_KEY] = "Idempotency-Key",
	[V_ACCEPT] = "Accept",
	[V_ORIGIN] = "Origin",
	[V_TRACEPARENT] = "Traceparent",
	[V_REQUEST_ID] = "X-Request-Id",
	[V_TRANSFER_ENCODING] = "Transfer-Encoding",
	[V_CONTENT_ENCODING] = "Content-Encoding",
};

struct environment {
	const char *value[V_COUNT]; /* NULL when absent, or when empty means the same */
	bool repeated[V_COUNT];
};

/* Their absence has a meaning, so an empty value must not count as absent. */
static bool empty_matters(size_t v)
{
	return v == V_WORKSPACE || v == V_IF_MATCH || v == V_IDEMPOTENCY_KEY;
}

static void sort_variable(struct environment *e, const char *entry)
{
	const char *equals = strchr(entry, '=');
	size_t n = equals ? (size_t)(equals - entry) : 0;

	for (size_t v = 0; equals && v < V_COUNT; v++) {
		if (variables[v][0] != entry[0] || strlen(variables[v]) != n ||
		    memcmp(variables[v], entry, n) != 0)
			continue;
		if (v >= V_AUTHORIZATION && e->value[v])
			e->repeated[v] = true;
		else if (equals[1] || empty_matters(v))
			e->value[v] = equals + 1;
		return;
	}
}

/* The environment's strings may go away with the next request; copies on the pool stay. */
static const char *kept(struct ctx *ctx, const char *value)
{
	return value ? pool_strdup(ctx->pool, value) : NULL;
}

enum method request_method(const char *text)
{
	static const char *const names[] = { "GET",   "HEAD",	"POST",	  "PUT",
					     "PATCH", "DELETE", "OPTIONS" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (str_eq(text, names[i]))
			return (enum method)i;
	return METHOD_OTHER;
}

/* ---- headers ---- */

static bool is_visible(const char *value, bool blanks)
{
	for (; *value; value++)
		if (*value > '~' || *value < '!')
			if (!blanks || *value != ' ')
				return false;
	return true;
}

static bool is_request_id(const char *s)
{
	size_t n = s ? strlen(s) : 0;

	if (n < REQUEST_ID_MIN || n > REQUEST_ID_MAX)
		return false;
	return strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") == n;
}

/* The client's request id is used only when it is safe in a header and in a log line. */
static const char *request_id(struct ctx *ctx, const struct environment *e)
{
	if (is_request_id(e->value[V_REQUEST_ID]) && !e->repeated[V_REQUEST_ID])
		return kept(ctx, e->value[V_REQUEST_ID]);
	return uuid_text(ctx->pool, uuid_new());
}

/*
 * A second Authorization header arrives joined by a comma or as a second variable, depending on the
 * server.  No Bearer credential contains a comma (RFC 6750 section 2.1), so both are refused alike.
 */
static void check_authorization(struct ctx *ctx, const struct environment *e)
{
	const char *value = e->value[V_AUTHORIZATION];
	const char *defect = NULL;

	if (!value)
		return;
	if (e->repeated[V_AUTHORIZATION] || strchr(value, ','))
		defect = "veio mais de uma vez";
	else if (!is_visible(value, true))
		defect = "tem caracteres que não são ASCII visível";
	if (!defect)
		return;
	problem_text(ctx, "header", "Authorization");
	fail(ctx, 400, "invalid_header", "O cabeçalho Authorization %s.", defect);
}

bool is_idempotency_key(const char *value)
{
	return *value && is_visible(value, false) && strlen(value) <= IDEMPOTENCY_KEY_MAX;
}

static const char *header_defect(struct ctx *ctx, const struct environment *e, size_t v)
{
	const char *value = e->value[v];

	if (!value || !headers[v] || v == V_REQUEST_ID || v == V_CONTENT_LENGTH)
		return NULL;
	if (e->repeated[v])
		return pool_printf(ctx->pool, "O cabeçalho %s veio mais de uma vez.", headers[v]);
	if (v == V_IDEMPOTENCY_KEY && !is_idempotency_key(value))
		return "O cabeçalho Idempotency-Key deve ter de 1 a 255 caracteres ASCII visíveis, "
		       "sem espaços.";
	/* A value that names no workspace is workspace_not_found, whatever its form. */
	if (v != V_WORKSPACE && !is_visible(value, true))
		return pool_printf(ctx->pool,
				   "O cabeçalho %s tem caracteres que não são ASCII visível.",
				   headers[v]);
	return NULL;
}

static void note_defects(struct ctx *ctx, const struct environment *e)
{
	struct request *req = ctx->req;

	for (size_t v = 0; v < V_COUNT && !req->header_defect; v++) {
		req->header_defect = header_defect(ctx, e, v);
		req->defect_of = headers[v];
	}
}

void request_check(struct ctx *ctx)
{
	const struct request *req = ctx->req;

	if (!req->header_defect)
		return;
	problem_text(ctx, "header", req->defect_of);
	fail(ctx, 400, "invalid_header", "%s", req->header_defect);
}

/* Bytes that are not UTF-8 become '?': such a value names no workspace, but may be looked up. */
static const char *workspace(struct ctx *ctx, const char *value)
{
	char *text;
	size_t at;

	if (!value)
		return NULL;
	text = pool_strdup(ctx->pool, value);
	while (!text_valid(slice_of(text), &at))
		text[at] = '?';
	return text;
}

static void read_length(struct ctx *ctx, const struct environment *e)
{
	const char *value = e->value[V_CONTENT_LENGTH];
	wide n = 0;

	ctx->req->chunked = !value && e->value[V_TRANSFER_ENCODING];
	if (!value)
		return;
	if (value[strspn(value, "0123456789")] ||
	    dec_parse(slice_of(value), 0, INT64_MAX, &n) != DEC_OK) {
		problem_text(ctx, "header", "Content-Length");
		fail(ctx, 400, "invalid_header",
		     "O cabeçalho Content-Length não é um número de bytes.");
	}
	ctx->req->content_length = (size_t)n;
}

/* For values that are shown or logged before they are validated. */
static const char *if_visible(struct ctx *ctx, const char *value)
{
	return value && is_visible(value, true) ? pool_strdup(ctx->pool, value) : NULL;
}

static void read_method(struct ctx *ctx, const struct environment *e)
{
	const char *text = e->value[V_REQUEST_METHOD];

	if (text)
		text = if_visible(ctx, text);
	else
		text = "GET";
	ctx->req->method_text = text ? text : "?";
	ctx->req->method = request_method(ctx->req->method_text);
}

/* ---- the path ---- */

/*
 * PATH_INFO, DOCUMENT_URI and SCRIPT_NAME arrive decoded (RFC 3875 section 4.1.5) and are not decoded
 * again: a server's rules for paths must apply to the path that is served.  Only REQUEST_URI is as
 * sent.
 */
static const char *find_path(struct ctx *ctx, const struct environment *e)
{
	static const enum variable decoded[] = { V_PATH_INFO, V_DOCUMENT_URI, V_SCRIPT_NAME };
	const char *uri = e->value[V_REQUEST_URI];
	struct slice path;
	struct slice query;
	const char *text;

	for (size_t i = 0; i < ARRAY_SIZE(decoded); i++)
		if (e->value[decoded[i]])
			return kept(ctx, e->value[decoded[i]]);
	if (!uri)
		return "/";
	(void)slice_cut(slice_of(uri), '?', &path,
			&query); /* without '?' the whole URI is the path */
	text = url_decoded(ctx->pool, path, false);
	if (!text)
		fail_parameter(ctx, "path", url_shown(ctx->pool, path),
			       "caminho em UTF-8, sem U+0000");
	return text;
}

/*
 * A slash sent as %2F is part of a segment and separates none.  Servers pass the path decoded, so it is
 * looked for in REQUEST_URI, provided that it ends with the path: a prefix may be missing, but the path
 * may not be rewritten.
 */
static const char *routed_path(struct ctx *ctx, const struct environment *e, const char *path)
{
	struct slice raw, query;
	char *marked, *plain;
	size_t n = strlen(path), all;

	(void)slice_cut(slice_of(e->value[V_REQUEST_URI]), '?', &raw, &query);
	marked = slice_text(ctx->pool, raw);
	for (char *p = marked; (p = strchr(p, '%')); p++)
		if (p[1] == '2' && (p[2] == 'F' || p[2] == 'f'))
			p[1] = '0', p[2] = '1';
	plain = url_decoded(ctx->pool, raw, false);
	marked = url_decoded(ctx->pool, slice_of(marked), false);
	all = plain ? strlen(plain) : 0;
	if (!plain || !marked || all < n || !str_eq(plain + all - n, path))
		return path;
	return marked + all - n;
}

static void read_path(struct ctx *ctx, const struct environment *e)
{
	const char *path = find_path(ctx, e);

	ctx->req->path = path; /* also when wrong: `instance` shows it encoded */
	ctx->req->routed = e->value[V_REQUEST_URI] ? routed_path(ctx, e, path) : path;
	if (!text_valid(slice_of(path), NULL))
		fail_parameter(ctx, "path", url_encoded(ctx->pool, path),
			       "caminho em UTF-8, sem U+0000");
	if (path[0] != '/')
		fail(ctx, 404, "route_not_found", "O caminho \"%s\" não começa com uma barra.",
		     problem_shown(ctx->pool, path));
}

/* Set by the web server: no header of a client can become a variable of this name. */
static enum judge judge(const char *value)
{
	if (!value || !*value)
		return JUDGE_NOT;
	return str_eq(value, "may") ? JUDGE_MAY : JUDGE_REFUSED;
}

/* ---- all of it ---- */

void request_read(struct ctx *ctx, const struct source *src)
{
	struct environment e = { 0 };
	struct request *req = pool_zero(ctx->pool, struct request);

	for (size_t i = 0; src->env[i]; i++)
		sort_variable(&e, src->env[i]);
	ctx->req = req;
	req->env = src->env;
	req->request_id = request_id(ctx, &e);
	read_method(ctx, &e);
	req->query_text = e.value[V_QUERY_STRING] ? kept(ctx, e.value[V_QUERY_STRING]) : "";
	req->remote_addr = kept(ctx, e.value[V_REMOTE_ADDR]);
	req->judge = judge(e.value[V_JUDGE]);
	req->content_type = kept(ctx, e.value[V_CONTENT_TYPE]);
	req->content_encoding = kept(ctx, e.value[V_CONTENT_ENCODING]);
	req->workspace = workspace(ctx, e.value[V_WORKSPACE]);
	req->if_none_match = kept(ctx, e.value[V_IF_NONE_MATCH]);
	req->if_match = kept(ctx, e.value[V_IF_MATCH]);
	req->idempotency_key = kept(ctx, e.value[V_IDEMPOTENCY_KEY]);
	req->accept = kept(ctx, e.value[V_ACCEPT]);
	req->origin = kept(ctx, e.value[V_ORIGIN]);
	req->traceparent = if_visible(ctx, e.value[V_TRACEPARENT]);
	read_path(ctx, &e);
	note_defects(ctx, &e);
	check_authorization(ctx, &e);
	req->authorization = kept(ctx, e.value[V_AUTHORIZATION]);
	read_length(ctx, &e);
	query_split(ctx);
}

/* ---- headers that few routes read ---- */

/* Whether @entry is the variable of a header: HTTP_X_CSRF_TOKEN=… of "X-CSRF-Token". */
static const char *value_if(const char *entry, const char *name)
{
	if (!text_starts(entry, "HTTP_"))
		return NULL;
	for (entry += 5; *name; name++, entry++) {
		char c = *name == '-'			? '_'
			 : *name >= 'a' && *name <= 'z' ? (char)(*name - 'a' + 'A')
							: *name;

		if (*entry != c)
			return NULL;
	}
	return *entry == '=' ? entry + 1 : NULL;
}

const char *request_header(const struct ctx *ctx, const char *name)
{
	for (size_t i = 0; ctx->req->env[i]; i++) {
		const char *value = value_if(ctx->req->env[i], name);

		if (value)
			return value;
	}
	return NULL;
}

const char *request_cookie(const struct ctx *ctx, const char *name)
{
	struct slice rest = slice_of(request_header(ctx, "Cookie"));
	bool more = rest.n > 0;

	while (more) {
		struct slice pair;
		struct slice left;
		struct slice value;

		more = slice_cut(rest, ';', &pair, &rest);
		if (slice_cut(slice_trim(pair), '=', &left, &value) && slice_eq(left, name))
			return slice_text(ctx->pool, value);
	}
	return NULL;
}

/* ---- the body ---- */

const char *request_size(void *pool, size_t bytes)
{
	if (bytes >= 1 << 20 && bytes % (1 << 20) == 0)
		return pool_printf(pool, "%zu MiB", bytes >> 20);
	if (bytes % (1 << 10) == 0)
		return pool_printf(pool, "%zu KiB", bytes >> 10);
	return pool_printf(pool, "%zu bytes", bytes);
}

static NORETURN void too_large(struct ctx *ctx, size_t max)
{
	problem_int(ctx, "limit", (int64_t)max);
	/* An absurdly large length is not an exact number for a JSON reader. */
	if (ctx->req->content_length && ctx->req->content_length < (size_t)1 << 53)
		problem_int(ctx, "received", (int64_t)ctx->req->content_length);
	fail(ctx, 413, "payload_too_large", "O corpo passa do limite desta operação, de %s.",
	     request_size(ctx->pool, max));
}

static NORETURN void no_body_taken(struct ctx *ctx)
{
	problem_raw(ctx, "errors",
		    "[{\"pointer\":\"\",\"rule\":\"no_body\",\"expected\":\"nenhum corpo\","
		    "\"received\":\"um corpo\"}]");
	fail(ctx, 400, "invalid_body", "Esta operação não aceita corpo.");
}

static void refuse_encoded(struct ctx *ctx)
{
	const char *encoding = ctx->req->content_encoding;

	if (!encoding || strcasecmp(encoding, "identity") == 0)
		return;
	problem_text(ctx, "received", problem_shown(ctx->pool, encoding));
	problem_text(ctx, "expected", "identity");
	fail(ctx, 415, "content_encoding_unsupported",
	     "O corpo veio com Content-Encoding %s; envie-o sem compressão.",
	     problem_shown(ctx->pool, encoding));
}

/* Reads up to @n bytes; returns their number. */
static size_t read_all(const struct source *src, char *into, size_t n)
{
	size_t have = 0;
	size_t got;

	while (have < n && (got = src->read(src->arg, into + have, n - have)) > 0)
		have += got;
	return have;
}

static void read_chunked(struct ctx *ctx, const struct source *src, size_t max)
{
	struct buf b;
	size_t room = 65536;
	size_t got;

	buf_init(&b, ctx->pool, room);
	while ((got = read_all(src, buf_room(&b, room), room)) > 0) {
		b.n += got;
		if (b.n > max && max)
			too_large(ctx, max);
		if (!max)
			no_body_taken(ctx);
	}
	ctx->req->body = b.n ? (struct slice){ b.p, b.n } : (struct slice){ NULL, 0 };
}

/* Reads the announced body; returns the number of bytes received. */
static size_t read_announced(struct ctx *ctx, const struct source *src)
{
	size_t n = ctx->req->content_length;
	char *body = pool_array(ctx->pool, char, n + 1);
	size_t have = read_all(src, body, n);

	ctx->req->body = (struct slice){ body, have };
	return have;
}

void request_read_body(struct ctx *ctx, const struct source *src, size_t max)
{
	size_t n = ctx->req->content_length;
	size_t have;

	if (max && (ctx->req->chunked || n))
		refuse_encoded(ctx);
	if (ctx->req->chunked) {
		read_chunked(ctx, src, max);
		return;
	}
	if (!n)
		return;
	if (!max)
		no_body_taken(ctx);
	if (n > max)
		too_large(ctx, max);
	have = read_announced(ctx, src);
	if (have < n) {
		problem_raw(
			ctx, "errors",
			"[{\"pointer\":\"\",\"rule\":\"length\",\"expected\":\"o corpo inteiro\","
			"\"received\":\"um corpo interrompido\"}]");
		fail(ctx, 400, "invalid_body", "O corpo terminou em %zu de %zu bytes.", have, n);
	}
}

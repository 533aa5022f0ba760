/* SPDX-License-Identifier: Apache-2.0 */
/*
 * idempotency.c: executes a repeated POST once.
 *
 * An advisory try-lock on credential and key lasts as long as the transaction that does the work and
 * stores the answer, so a second request meanwhile is refused, and a later one finds the answer. A
 * fingerprint detects another request under the same key; for a multipart body it covers the decoded
 * parts, since each retry makes another boundary, and for a JSON body its value. An answer is stored
 * with every id in it, in its path and in its request's body: deleting a resource deletes the answers
 * that name it.
 */
#include "config.h"

#include "identity/idempotency.h"

#include <sodium.h>
#include <string.h>
#include <strings.h>

#include "core/order.h"
#include "core/problem.h"
#include "db/db.h"
#include "http/json_read.h"
#include "http/multipart.h"
#include "http/request.h"
#include "http/response.h"
#include "http/tree.h"

static DB_STMT(
	begin, "idempotency.begin",
	"select outcome, status, content_type, location, body from idempotency_begin($1, $2, $3)");
enum { C_OUTCOME, C_STATUS, C_CONTENT_TYPE, C_LOCATION, C_BODY };

static DB_STMT(keep, "idempotency.keep",
	       "select idempotency_keep($1, $2, $3, $4, $5, $6, $7::uuid[], $8)");

static DB_STMT(forget, "idempotency.forget", "select idempotency_forget($1::uuid[])");

struct idempotency {
	uint8_t fingerprint[crypto_hash_sha256_BYTES];
	const char *body; /* stored instead of the answer's body, or NULL */
	bool gone;	  /* the answer was deleted with its resource */
};

/* Each piece with its length, so that no two different lists of pieces hash alike. */
static void add(crypto_hash_sha256_state *h, struct slice s)
{
	const uint64_t n = s.n;
	uint8_t size[8];

	for (int i = 0; i < 8; i++)
		size[i] = (uint8_t)(n >> (8 * i));
	crypto_hash_sha256_update(h, size, sizeof(size));
	if (s.n)
		crypto_hash_sha256_update(h, (const unsigned char *)s.p, s.n);
}

static void add_text(crypto_hash_sha256_state *h, const char *s)
{
	add(h, slice_of(s));
}

/* A JSON body by its value: in any order of members and any spelling of numbers. */
static bool add_json(struct ctx *ctx, struct slice body, crypto_hash_sha256_state *h)
{
	void *pool = pool_new(ctx->pool, "fingerprint");
	struct json_object *tree;
	struct buf value;
	bool good;

	buf_init(&value, pool, body.n + 64);
	tree = json_read(pool, body);
	good = tree && tree_canonical(tree, &value);
	if (good) {
		add_text(h, "application/json");
		add(h, (struct slice){ value.p, value.n });
	}
	pool_free(pool);
	return good;
}

static void add_body(struct ctx *ctx, crypto_hash_sha256_state *h)
{
	const struct request *req = ctx->req;
	struct slice body = req->once_body.p ? req->once_body : req->body;
	struct part parts[PARTS_MAX];
	const char *reason;
	size_t n = 0;

	if (req->content_type && strncasecmp(req->content_type, "application/json", 16) == 0 &&
	    add_json(ctx, body, h))
		return;
	if (!req->content_type || strncasecmp(req->content_type, "multipart/", 10) ||
	    !multipart_parse(ctx->pool, req->content_type, body, parts, &n, &reason)) {
		add_text(h, req->content_type);
		add(h, body);
		return;
	}
	for (size_t i = 0; i < n; i++) {
		add_text(h, parts[i].name);
		add_text(h, parts[i].filename);
		add_text(h, parts[i].content_type);
		add(h, parts[i].content);
	}
}

static void fingerprint(struct ctx *ctx, uint8_t out[crypto_hash_sha256_BYTES])
{
	crypto_hash_sha256_state h;

	crypto_hash_sha256_init(&h);
	add_text(&h, ctx->req->method_text);
	add_text(&h, ctx->req->path);
	add_text(&h, ctx->req->query_text);
	add_text(&h, ctx->req->workspace);
	add_body(ctx, &h);
	crypto_hash_sha256_final(&h, out);
}

static struct slice bytes_of(const uint8_t *p)
{
	return (struct slice){ (const char *)p, crypto_hash_sha256_BYTES };
}

static void replay(struct ctx *ctx, const struct db_rows *r)
{
	const char *location = db_get_text(r, 0, C_LOCATION);

	respond_bytes(ctx, (int)db_get_int(r, 0, C_STATUS), db_get_text(r, 0, C_CONTENT_TYPE),
		      db_get_bytes(r, 0, C_BODY));
	if (location)
		respond_header(ctx, "Location", "%s", location);
	respond_header(ctx, "Idempotency-Replayed", "true");
}

bool idempotency_begin(struct ctx *ctx)
{
	struct idempotency *i;
	const struct db_rows *r;
	const char *outcome;

	ctx->idempotency = NULL;
	if (!ctx->req->idempotency_key)
		return false;
	i = pool_zero(ctx->pool, struct idempotency);
	fingerprint(ctx, i->fingerprint);
	r = db_query(ctx, &begin,
		     DB_ARGS(db_text(ctx->req->idempotency_key), db_bytes(bytes_of(i->fingerprint)),
			     db_timestamp(ctx->now_ms)));
	outcome = db_get_text(r, 0, C_OUTCOME);
	if (str_eq(outcome, "in_progress")) {
		problem_open(ctx)->retry_after = "1";
		fail(ctx, 409, "idempotency_in_progress",
		     "Outro pedido com a mesma Idempotency-Key ainda está em andamento.");
	}
	if (str_eq(outcome, "reused"))
		fail(ctx, 422, "idempotency_key_reused",
		     "Esta Idempotency-Key já foi usada por esta chave em outro pedido.");
	if (str_eq(outcome, "replay")) {
		replay(ctx, r);
		return true;
	}
	i->gone = str_eq(outcome, "gone");
	ctx->idempotency = i;
	return i->gone;
}

void idempotency_check_gone(struct ctx *ctx)
{
	if (ctx->idempotency && ctx->idempotency->gone)
		fail(ctx, 410, "idempotency_answer_gone",
		     "O pedido com esta Idempotency-Key já foi atendido, e aquilo de que a resposta tratava foi apagado "
		     "depois.");
}

static const char *location_of(const struct response *res)
{
	for (size_t i = 0; i < res->n_headers; i++)
		if (str_eq(res->headers[i].name, "Location"))
			return res->headers[i].value;
	return NULL;
}

/* ---- ids in an answer ---- */

struct ids {
	struct uuid *id;
	size_t n, room;
};

static void add_id(void *pool, struct ids *l, struct uuid id)
{
	if (l->n == l->room) {
		struct uuid *more = pool_array(pool, struct uuid, l->room ? 2 * l->room : 16);

		if (l->n)
			memcpy(more, l->id, l->n * sizeof(*more));
		l->id = more;
		l->room = l->room ? 2 * l->room : 16;
	}
	l->id[l->n++] = id;
}

/* Every id in a text, whatever the text's format. */
static void add_ids(void *pool, struct ids *l, struct slice s)
{
	const size_t length = UUID_TEXT_SIZE - 1,
		     before = 8; /* hexadecimal digits before the first dash */
	const char *end = s.p + s.n, *from = s.p;
	struct uuid id;

	while (s.n && from < end) {
		const char *dash = memchr(from, '-', (size_t)(end - from));

		if (!dash)
			return;
		from = dash + 1;
		if ((size_t)(dash - s.p) < before || (size_t)(end - dash) < length - before ||
		    !uuid_parse((struct slice){ dash - before, length }, &id))
			continue;
		add_id(pool, l, id);
		from = dash - before + length;
	}
}

static struct db_arg about(struct ctx *ctx, struct slice answer)
{
	struct ids l = { 0 };
	size_t n = 0;

	add_ids(ctx->pool, &l, slice_of(ctx->req->path));
	add_ids(ctx->pool, &l, ctx->req->body);
	add_ids(ctx->pool, &l, answer);
	order_sort(l.id, l.n, sizeof(*l.id), order_uuid);
	for (size_t i = 0; i < l.n; i++)
		if (!n || order_uuid(&l.id[n - 1], &l.id[i]))
			l.id[n++] = l.id[i];
	return db_uuids(l.id, n);
}

void idempotency_forget(struct ctx *ctx, const struct uuid *ids, size_t n)
{
	if (n)
		db_send_quiet(ctx, &forget, DB_ARGS(db_uuids(ids, n)));
}

void idempotency_keep(struct ctx *ctx)
{
	const struct idempotency *i = ctx->idempotency;
	const struct response *res = ctx->res;
	struct slice body;

	if (!i || res->status < 200 || res->status > 299)
		return;
	body = i->body ? slice_of(i->body) : (struct slice){ res->body.p, res->body.n };
	db_send_quiet(ctx, &keep,
		      DB_ARGS(db_text(ctx->req->idempotency_key),
			      db_bytes(bytes_of(i->fingerprint)), db_int(res->status),
			      db_text(res->content_type), db_text(location_of(res)), db_bytes(body),
			      about(ctx, body), db_timestamp(ctx->now_ms)));
}

void idempotency_without(struct ctx *ctx, const char *body)
{
	if (ctx->idempotency && !ctx->idempotency->body)
		ctx->idempotency->body = body;
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * router.c: matches method and path to a route.
 *
 * Rows with the same path form one place.  Places become the branches of one PCRE2 pattern, the more
 * literal first, each with a mark that is its number.  Two places that match a common path, with
 * neither more literal in every segment, are a defect of the tables and stop the program.
 */
#include "config.h"

#include "http/router.h"

#include <stdlib.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "core/problem.h"

#define SEGMENTS_MAX 16
#define METHODS 6 /* GET … DELETE; HEAD's place stays empty */

enum segment_kind { LITERAL, DIGITS, ANY }; /* the more literal, the smaller */

struct segment {
	enum segment_kind kind;
	struct slice text; /* of a literal */
};

struct place {
	struct segment segments[SEGMENTS_MAX];
	size_t n;
	size_t captures;
	const struct route *by_method[METHODS];
	const char *pattern; /* the pattern of its first row */
};

struct router {
	void *pool;
	struct place *places;
	size_t n;
	pcre2_code *code;
	pcre2_match_data *match;
	const char *error; /* while building */
};

bool route_is_own(const struct ctx *ctx)
{
	const char *with = ctx->route->own_with;

	for (size_t i = 0; with && i < ctx->req->n_query; i++)
		if (str_eq(ctx->req->query[i].name, with))
			return true;
	return false;
}

enum route_validator route_validator(const struct ctx *ctx)
{
	return route_is_own(ctx) ? VALIDATOR_FOUND : ctx->route->validator;
}

bool heavy_always(const struct ctx *ctx UNUSED)
{
	return true;
}

/* ---- reading the rows ---- */

static bool refuse(struct router *r, const struct route *route, const char *what)
{
	if (!r->error)
		r->error = pool_printf(r->pool, "route %s \"%s\": %s",
				       route->operation ? route->operation : "(no operation)",
				       route->pattern ? route->pattern : "", what);
	return false;
}

static bool is_literal(struct slice s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~",
			    s.p[i]))
			return false;
	return s.n > 0;
}

static bool read_segment(struct slice text, struct segment *out)
{
	struct slice name;
	bool digits;

	*out = (struct segment){ LITERAL, text };
	if (!text.n || text.p[0] != '{')
		return is_literal(text);
	if (text.n < 3 || text.p[text.n - 1] != '}')
		return false;
	digits = text.p[1] == '#';
	out->kind = digits ? DIGITS : ANY;
	name = (struct slice){ text.p + 1 + digits, text.n - 2 - digits };
	return is_literal(name);
}

static bool read_pattern(const char *pattern, struct place *out)
{
	struct slice rest;
	bool more = true;

	if (!pattern || pattern[0] != '/')
		return false;
	rest = slice_of(pattern + 1);
	*out = (struct place){ .pattern = pattern };
	if (!rest.n) { /* the root path */
		out->segments[out->n++] = (struct segment){ LITERAL, rest };
		return true;
	}
	while (more) {
		struct slice text;

		more = slice_cut(rest, '/', &text, &rest);
		if (out->n == SEGMENTS_MAX || !read_segment(text, &out->segments[out->n]))
			return false;
		out->captures += out->segments[out->n++].kind != LITERAL;
	}
	return out->captures <= PATH_CAPTURES;
}

static bool row_is_good(struct router *r, const struct route *route, const struct place *place)
{
	if (!route->operation || !*route->operation)
		return refuse(r, route, "has no operation id");
	if (route->method >= METHODS || route->method == HEAD)
		return refuse(r, route, "has a method that no row may have");
	if (route->caller == CALLER_NOBODY && route->scope != SCOPE_NONE)
		return refuse(r, route, "asks for a scope, but for no credential");
	if (route->caller == CALLER_NOBODY && route->transaction != TX_NONE &&
	    route->transaction != TX_CHOSEN)
		return refuse(r, route, "has a transaction, but nobody whose it is");
	if (route->subject == SUBJECT_PORTFOLIO && !place->captures)
		return refuse(r, route, "is about a portfolio, but its path names none");
	if (route->right != RIGHT_READ && route->subject != SUBJECT_PORTFOLIO)
		return refuse(r, route, "asks for a right to what is no portfolio");
	if (route->method == GET && route->body != BODY_NONE)
		return refuse(r, route, "is a GET with a body");
	if ((route->body == BODY_NONE) != (route->body_max == 0))
		return refuse(r, route, "has a body without a bound, or a bound without a body");
	if (route->once != ONCE_NOT &&
	    (route->transaction == TX_READ || route->transaction == TX_NONE))
		return refuse(r, route, "keeps answers, but writes nothing");
	if (route->validator == VALIDATOR_LEDGER && route->subject != SUBJECT_PORTFOLIO)
		return refuse(r, route, "is tagged by a ledger, but about no portfolio");
	if (route->validator != VALIDATOR_NONE &&
	    route->transaction != (route->validator == VALIDATOR_PROGRAM ? TX_NONE : TX_READ))
		return refuse(r, route, "has a validator, but is no read");
	if (route->replica && route->validator != VALIDATOR_MARKET)
		return refuse(r, route, "goes to a replica, but is not of public data");
	return true;
}

/* ---- comparing places ---- */

/* Negative: @a is the more literal one; positive: @b. */
static int segment_order(const struct segment *a, const struct segment *b)
{
	return (int)a->kind - (int)b->kind;
}

static bool all_digits(struct slice s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] < '0' || s.p[i] > '9')
			return false;
	return true;
}

/* Whether some text matches both; @a is not the less literal one. */
static bool segments_meet(const struct segment *a, const struct segment *b)
{
	if (a->kind != LITERAL || b->kind == ANY)
		return true;
	if (b->kind == DIGITS)
		return all_digits(a->text);
	return a->text.n == b->text.n && memcmp(a->text.p, b->text.p, a->text.n) == 0;
}

static bool places_meet(const struct place *a, const struct place *b)
{
	for (size_t i = 0; i < a->n; i++) {
		const struct segment *x = &a->segments[i];
		const struct segment *y = &b->segments[i];

		if (!(segment_order(x, y) <= 0 ? segments_meet(x, y) : segments_meet(y, x)))
			return false;
	}
	return true;
}

/* Overlapping places must be ordered the same way in every segment. */
static bool places_clash(const struct place *a, const struct place *b)
{
	bool before = false;
	bool behind = false;

	if (a->n != b->n || !places_meet(a, b))
		return false;
	for (size_t i = 0; i < a->n; i++) {
		int order = segment_order(&a->segments[i], &b->segments[i]);

		before |= order < 0;
		behind |= order > 0;
	}
	return before && behind;
}

static bool same_place(const struct place *a, const struct place *b)
{
	if (a->n != b->n || !places_meet(a, b))
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (segment_order(&a->segments[i], &b->segments[i]) != 0)
			return false;
	return true;
}

/* A total order, so that the pattern does not depend on the order of the tables. */
static int place_order(const void *x, const void *y)
{
	const struct place *a = x, *b = y;

	if (a->n != b->n)
		return a->n < b->n ? -1 : 1;
	for (size_t i = 0; i < a->n; i++) {
		int order = segment_order(&a->segments[i], &b->segments[i]);

		if (order)
			return order;
	}
	return strcmp(a->pattern, b->pattern);
}

/* ---- building ---- */

static bool add_row(struct router *r, const struct route *route)
{
	struct place place;
	struct place *at = NULL;

	if (!read_pattern(route->pattern, &place))
		return refuse(r, route, "is no path that can be matched");
	if (!row_is_good(r, route, &place))
		return false;
	for (size_t i = 0; i < r->n; i++) {
		if (same_place(&r->places[i], &place))
			at = &r->places[i];
		else if (places_clash(&r->places[i], &place))
			return refuse(r, route,
				      pool_printf(r->pool, "is ambiguous with \"%s\"",
						  r->places[i].pattern));
	}
	if (!at) {
		at = &r->places[r->n++];
		*at = place;
	}
	if (at->by_method[route->method])
		return refuse(r, route,
			      pool_printf(r->pool, "has the same method and path as %s",
					  at->by_method[route->method]->operation));
	at->by_method[route->method] = route;
	return true;
}

void router_each(const struct router *r, void (*visit)(const struct route *route, void *arg),
		 void *arg)
{
	for (size_t i = 0; i < r->n; i++)
		for (size_t m = 0; m < METHODS; m++)
			if (r->places[i].by_method[m])
				visit(r->places[i].by_method[m], arg);
}

static int operation_order(const void *x, const void *y)
{
	const struct route *const *a = x;
	const struct route *const *b = y;

	return strcmp((*a)->operation, (*b)->operation);
}

static void collect(const struct route *route, void *arg)
{
	const struct route ***next = arg;

	*(*next)++ = route;
}

static bool operations_differ(struct router *r, size_t rows)
{
	const struct route **all = pool_array(r->pool, const struct route *, rows);
	const struct route **next = all;

	router_each(r, collect, &next);
	qsort(all, rows, sizeof(const struct route *), operation_order);
	for (size_t i = 1; i < rows; i++)
		if (str_eq(all[i]->operation, all[i - 1]->operation))
			return refuse(r, all[i], "has an operation id used before");
	return true;
}

static void put_branch(struct buf *out, const struct place *place, size_t number)
{
	for (size_t i = 0; i < place->n; i++) {
		const struct segment *s = &place->segments[i];

		buf_char(out, '/');
		if (s->kind == LITERAL) {
			buf_str(out, "\\Q");
			buf_put(out, s->text.p, s->text.n);
			buf_str(out, "\\E");
		} else {
			buf_str(out, s->kind == DIGITS ? "([0-9]+)" : "([^/]+)");
		}
	}
	buf_printf(out, "\\z(*MARK:%zu)", number);
}

static void free_code(void *arg)
{
	pcre2_code_free(arg);
}

static void free_match(void *arg)
{
	pcre2_match_data_free(arg);
}

static bool compile(struct router *r)
{
	struct buf pattern;
	PCRE2_UCHAR message[128] = "out of memory";
	PCRE2_SIZE at = 0;
	int error = 0;

	buf_init(&pattern, r->pool, 4096);
	buf_str(&pattern, "\\A(?|");
	for (size_t i = 0; i < r->n; i++) {
		if (i)
			buf_char(&pattern, '|');
		put_branch(&pattern, &r->places[i], i);
	}
	buf_char(&pattern, ')');
	r->code =
		pcre2_compile((PCRE2_SPTR)pattern.p, pattern.n, PCRE2_ANCHORED, &error, &at, NULL);
	if (!r->code) {
		/* Keeps the previous message when PCRE2 has none. */
		(void)pcre2_get_error_message(error, message, ARRAY_SIZE(message));
		r->error = pool_printf(r->pool, "the routes do not compile at %zu: %s", at,
				       (const char *)message);
		return false;
	}
	pool_on_free(r->pool, free_code, r->code);
	/* Without JIT, the interpreter matches. */
	(void)pcre2_jit_compile(r->code, PCRE2_JIT_COMPLETE);
	r->match = pcre2_match_data_create(PATH_CAPTURES + 1, NULL);
	if (!r->match) {
		r->error = "out of memory";
		return false;
	}
	pool_on_free(r->pool, free_match, r->match);
	return true;
}

struct router *router_new(void *pool, const struct route *const *tables, size_t n,
			  const char **error)
{
	struct router *r = pool_zero(pool, struct router);
	size_t rows = 0;
	bool good = true;

	r->pool = r;
	for (size_t t = 0; t < n; t++)
		for (const struct route *row = tables[t]; row->run; row++)
			rows++;
	r->places = pool_array(r->pool, struct place, rows);
	for (size_t t = 0; good && t < n; t++)
		for (const struct route *row = tables[t]; good && row->run; row++)
			good = add_row(r, row);
	if (!rows) {
		r->error = "there are no routes";
		good = false;
	}
	good = good && operations_differ(r, rows);
	if (good) {
		qsort(r->places, r->n, sizeof(*r->places), place_order);
		good = compile(r);
	}
	*error = r->error;
	return good ? r : NULL;
}

/* ---- matching ---- */

static const struct place *find_place(const struct router *r, const char *path)
{
	int found = pcre2_match(r->code, (PCRE2_SPTR)path, strlen(path), 0, 0, r->match, NULL);
	PCRE2_SPTR mark;
	size_t number = 0;

	if (found < 0)
		return NULL;
	for (mark = pcre2_get_mark(r->match); *mark; mark++)
		number = number * 10 + (size_t)(*mark - '0');
	return &r->places[number];
}

static const char *allowed(void *pool, const struct place *place)
{
	static const char *const names[METHODS] = {
		"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"
	};
	struct buf out;

	buf_init(&out, pool, 64);
	for (size_t m = 0; m < METHODS; m++) {
		bool there = place->by_method[m == HEAD ? GET : m];

		if (there)
			buf_printf(&out, "%s, ", names[m]);
	}
	buf_str(&out, "OPTIONS");
	return buf_text(&out);
}

void router_match(struct ctx *ctx, const struct router *r)
{
	const struct request *req = ctx->req;
	const struct place *place = find_place(r, req->routed);
	enum method method = req->method == HEAD ? GET : req->method;
	const PCRE2_SIZE *at;

	if (!place)
		fail(ctx, 404, "route_not_found", "Não há operação no caminho \"%s\".",
		     problem_shown(ctx->pool, req->path));
	at = pcre2_get_ovector_pointer(r->match);
	for (size_t i = 0; i < place->captures; i++)
		ctx->path[i] = pool_strndup(ctx->pool, req->path + at[2 * i + 2],
					    at[2 * i + 3] - at[2 * i + 2]);
	ctx->route = method < METHODS ? place->by_method[method] : NULL;
	if (!ctx->route) {
		problem_open(ctx)->allow = allowed(ctx->pool, place);
		fail(ctx, 405, "method_not_allowed", "O método %s não é aceito em \"%s\"; use %s.",
		     problem_shown(ctx->pool, req->method_text),
		     problem_shown(ctx->pool, req->path), ctx->problem->allow);
	}
}

/* Whether the path has the form of a row's pattern. */
static bool has_form(void *pool, const char *pattern, const char *path, const char **captures)
{
	size_t found = 0;

	while (*pattern == '/' && *path == '/') {
		size_t m = strcspn(++pattern, "/"), n = strcspn(++path, "/");

		if (*pattern == '{' && n)
			captures[found++] = pool_strndup(pool, path, n);
		else if (m != n || strncmp(pattern, path, n) != 0)
			return false;
		pattern += m;
		path += n;
	}
	return !*pattern && !*path;
}

const struct route *router_row(void *pool, const struct route *table, const char *method,
			       const char *path, const char *captures[PATH_CAPTURES])
{
	for (const struct route *row = table; row->run; row++)
		if (row->method == request_method(method) &&
		    has_form(pool, row->pattern, path, captures))
			return row;
	return NULL;
}

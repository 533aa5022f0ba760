/* SPDX-License-Identifier: Apache-2.0 */
/*
 * query.c: query parameters, strictly.
 *
 * A handler takes the parameters that it knows and ends with query_done(): any other is unknown, and
 * the refusal lists those that the route knows.
 */
#include "config.h"

#include "http/query.h"

#include "core/encode.h"
#include "core/problem.h"
#include "http/request.h"

void query_split(struct ctx *ctx)
{
	struct request *req = ctx->req;
	struct slice rest = slice_of(req->query_text);
	size_t max = 1;

	for (size_t i = 0; i < rest.n; i++)
		max += rest.p[i] == '&';
	req->query = pool_array(ctx->pool, struct parameter, max);
	while (rest.n) {
		struct slice piece;
		struct slice name;
		struct slice value = { NULL, 0 };
		struct parameter *p;

		if (!slice_cut(rest, '&', &piece, &rest))
			rest = (struct slice){ NULL, 0 };
		if (!piece.n)
			continue;
		if (!slice_cut(piece, '=', &name, &value))
			value = (struct slice){ NULL, 0 };
		p = &req->query[req->n_query++];
		p->name = url_decoded(ctx->pool, name, true);
		p->value = url_decoded(ctx->pool, value, true);
		if (!p->name || !p->value) {
			if (!req->query_defect)
				req->query_defect = url_shown(ctx->pool, piece);
			req->n_query--;
		}
	}
}

static void check_decoded(struct ctx *ctx)
{
	if (ctx->req->query_defect)
		fail_parameter(ctx, "query", ctx->req->query_defect,
			       "texto UTF-8 codificado com %XX, sem U+0000");
}

static void remember(struct ctx *ctx, const char *name)
{
	struct request *req = ctx->req;

	for (size_t i = 0; i < req->n_asked; i++)
		if (str_eq(req->asked[i], name))
			return;
	if (req->n_asked < ASKED_MAX)
		req->asked[req->n_asked++] = name;
}

/* The only parameter of this name; a second one is refused. */
static const char *take(struct ctx *ctx, const char *name)
{
	struct request *req = ctx->req;
	const char *value = NULL;

	check_decoded(ctx);
	remember(ctx, name);
	for (size_t i = 0; i < req->n_query; i++) {
		struct parameter *p = &req->query[i];

		if (!str_eq(p->name, name))
			continue;
		if (value)
			fail_parameter(ctx, name, p->value, "uma única ocorrência do parâmetro");
		value = p->value;
		p->taken = true;
	}
	return value;
}

const char *query_text(struct ctx *ctx, const char *name)
{
	const char *value = take(ctx, name);

	if (value && !*value)
		fail_parameter(ctx, name, value, "um texto não vazio");
	return value;
}

const char *query_field(struct ctx *ctx, const char *name)
{
	const char *value = take(ctx, name);

	return value && *value ? value : NULL;
}

size_t query_repeated(struct ctx *ctx, const char *name, const char **values, size_t max)
{
	struct request *req = ctx->req;
	size_t n = 0;

	check_decoded(ctx);
	remember(ctx, name);
	for (size_t i = 0; i < req->n_query; i++) {
		struct parameter *p = &req->query[i];

		if (!str_eq(p->name, name))
			continue;
		if (!*p->value)
			fail_parameter(ctx, name, p->value, "um texto não vazio");
		if (n == max)
			fail_parameter(ctx, name, p->value,
				       pool_printf(ctx->pool, "no máximo %zu ocorrências", max));
		values[n++] = p->value;
		p->taken = true;
	}
	return n;
}

/* -?(0|[1-9][0-9]{0,17}): each number has one spelling. */
static bool parse_long(const char *s, long *out)
{
	const char *digits = s + (*s == '-');
	size_t n = strlen(digits);
	long v = 0;

	if (!n || n > 18 || strspn(digits, "0123456789") != n || (n > 1 && *digits == '0'))
		return false;
	for (size_t i = 0; i < n; i++)
		v = v * 10 + (digits[i] - '0');
	*out = *s == '-' ? -v : v;
	return true;
}

long query_int(struct ctx *ctx, const char *name, long min, long max, long otherwise)
{
	const char *value = take(ctx, name);
	long v;

	if (!value)
		return otherwise;
	if (!parse_long(value, &v) || v < min || v > max)
		fail_parameter(ctx, name, value,
			       pool_printf(ctx->pool, "inteiro de %ld a %ld", min, max));
	return v;
}

bool query_bool(struct ctx *ctx, const char *name, bool otherwise)
{
	const char *value = take(ctx, name);

	if (!value)
		return otherwise;
	if (!str_eq(value, "true") && !str_eq(value, "false"))
		fail_parameter(ctx, name, value, "true ou false");
	return str_eq(value, "true");
}

bool query_day(struct ctx *ctx, const char *name, struct day *out)
{
	const char *value = take(ctx, name);

	if (!value)
		return false;
	if (!day_parse(slice_of(value), out))
		fail_parameter(ctx, name, value, "data AAAA-MM-DD que exista");
	return true;
}

int query_choice(struct ctx *ctx, const char *name, const char *const *choices)
{
	const char *value = take(ctx, name);

	if (!value)
		return -1;
	for (int i = 0; choices[i]; i++)
		if (str_eq(value, choices[i]))
			return i;
	fail_parameter(ctx, name, value, problem_choices(ctx->pool, choices));
}

/* How often the parameter of a set may be repeated; a set has fewer words. */
#define SET_VALUES 32

/* Adds the words of one occurrence to those of earlier ones. */
static unsigned add_words(struct ctx *ctx, const char *name, const char *value,
			  const char *const *choices, unsigned set)
{
	struct slice rest = slice_of(value);
	bool more = true;

	while (more) {
		struct slice word;
		unsigned bit = 0;

		more = slice_cut(rest, ',', &word, &rest);
		for (unsigned i = 0; choices[i]; i++)
			if (slice_eq(word, choices[i]))
				bit = 1U << i;
		if (!bit || (set & bit))
			fail_parameter(ctx, name, value,
				       pool_printf(ctx->pool,
						   "%s; separados por vírgula, sem repetir",
						   problem_choices(ctx->pool, choices)));
		set |= bit;
	}
	return set;
}

unsigned query_set(struct ctx *ctx, const char *name, const char *const *choices)
{
	const char *values[SET_VALUES];
	size_t n = query_repeated(ctx, name, values, SET_VALUES);
	unsigned set = 0;

	for (size_t i = 0; i < n; i++)
		set = add_words(ctx, name, values[i], choices, set);
	return set;
}

void query_done(struct ctx *ctx)
{
	struct request *req = ctx->req;

	check_decoded(ctx);
	for (size_t i = 0; i < req->n_query; i++) {
		const struct parameter *p = &req->query[i];

		if (p->taken)
			continue;
		req->asked[req->n_asked] = NULL;
		problem_text(ctx, "parameter", problem_shown(ctx->pool, p->name));
		problem_text(ctx, "received", problem_shown(ctx->pool, p->value));
		problem_text(ctx, "expected",
			     req->n_asked ? problem_choices(ctx->pool, req->asked)
					  : "nenhum parâmetro");
		fail(ctx, 400, "invalid_parameter", "O parâmetro \"%s\" não existe nesta operação.",
		     problem_shown(ctx->pool, p->name));
	}
}

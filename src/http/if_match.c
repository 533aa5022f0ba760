/* SPDX-License-Identifier: Apache-2.0 */
/* if_match.c: the header If-Match. */
#include "config.h"

#include "http/if_match.h"

#include <inttypes.h>

#include "core/problem.h"
#include "http/request.h"
#include "http/response.h"

/* Reads one tag and its version into *version; returns the rest, or NULL when it is malformed. */
static const char *take_tag(const char *p, int64_t *version)
{
	bool quoted;
	int digits = 0;

	if (text_starts(p, "W/"))
		p += 2;
	quoted = *p == '"';
	p += quoted;
	*version = 0;
	for (; *p >= '0' && *p <= '9' && digits < 18; p++, digits++)
		*version = *version * 10 + (*p - '0');
	if (digits == 0)
		return NULL;
	if (quoted && *p == '.')
		p += strcspn(p, "\"");
	if (quoted && *p++ != '"')
		return NULL;
	return p;
}

/* The text after one tag, or after a version without quotes; NULL when it is neither. */
static const char *behind_tag(const char *p)
{
	size_t n;

	if (text_starts(p, "W/"))
		p += 2;
	if (*p != '"') {
		n = strspn(p, "0123456789");
		return n ? p + n : NULL;
	}
	p += 1 + strcspn(p + 1, "\"");
	return *p ? p + 1 : NULL;
}

void if_match_check(struct ctx *ctx)
{
	const char *p = ctx->req->if_match;

	if (!p || str_eq(p, "*"))
		return;
	do {
		p = behind_tag(p + strspn(p, " \t"));
		if (!p)
			if_match_refuse(ctx);
		p += strspn(p, " \t");
	} while (*p++ == ',');
	if (p[-1])
		if_match_refuse(ctx);
}

void if_match_refuse(struct ctx *ctx)
{
	problem_text(ctx, "header", "If-Match");
	problem_text(ctx, "received", problem_shown(ctx->pool, ctx->req->if_match));
	fail(ctx, 412, "precondition_failed", "O que existe não tem a versão que If-Match pede.");
}

bool if_match_version(struct ctx *ctx, int64_t version, int64_t *wanted)
{
	const char *p = ctx->req ? ctx->req->if_match : NULL;
	bool found = false;
	size_t n = 0;

	if (!p || str_eq(p, "*"))
		return true;
	do {
		int64_t one;

		p = take_tag(p + strspn(p, " \t"), &one);
		if (!p)
			if_match_refuse(ctx);
		if (n++ == 0)
			*wanted = one;
		found |= one == version;
		p += strspn(p, " \t");
	} while (*p++ == ',');
	if (p[-1])
		if_match_refuse(ctx);
	return found;
}

static NORETURN void conflict(struct ctx *ctx, const char *code, const char *are, int64_t version,
			      int64_t wanted)
{
	problem_int(ctx, "version", version);
	problem_int(ctx, "expected_version", wanted);
	fail(ctx, 409, code, "%s na versão %lld, e o pedido foi feito sobre a versão %lld.", are,
	     (long long)version, (long long)wanted);
}

void if_match_document(struct ctx *ctx, const char *code, const char *are, int64_t version)
{
	int64_t wanted;

	if (!if_match_version(ctx, version, &wanted))
		conflict(ctx, code, are, version, wanted);
}

void if_match_lost(struct ctx *ctx, const char *code, const char *are, int64_t version)
{
	int64_t wanted = 0;

	if (if_match_version(ctx, version, &wanted)) /* any was */
		wanted = 0;
	problem_open(ctx)->retry = true;
	conflict(ctx, code, are, version, wanted);
}

void if_match_answer(struct ctx *ctx, int64_t version)
{
	respond_header(ctx, "ETag", "W/\"%" PRId64 "\"", version);
}

bool if_match_tag(const struct ctx *ctx, const char *etag)
{
	const char *sent = ctx->req->if_match;

	return !sent || str_eq(sent, "*") || (etag && etag_matches(sent, etag));
}

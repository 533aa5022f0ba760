/* SPDX-License-Identifier: Apache-2.0 */
/* scope.c: the names of scopes. */
#include "config.h"

#include "identity/caller.h"
#include "core/buf.h"

static const struct {
	enum scope scope;
	const char *name;
} scopes[] = {
	{ SCOPE_ACCOUNT_READ, "account:read" },	  { SCOPE_ACCOUNT_WRITE, "account:write" },
	{ SCOPE_MARKET_READ, "market:read" },	  { SCOPE_ADVISOR_READ, "advisor:read" },
	{ SCOPE_ADVISOR_WRITE, "advisor:write" }, { SCOPE_DESK_READ, "desk:read" },
	{ SCOPE_DESK_WRITE, "desk:write" },	  { SCOPE_METRICS_READ, "metrics:read" },
};

const char *scope_name(enum scope s)
{
	for (size_t i = 0; i < ARRAY_SIZE(scopes); i++)
		if (scopes[i].scope == s)
			return scopes[i].name;
	return "";
}

bool scopes_parse(const char *const *names, size_t n, unsigned *out)
{
	unsigned all = 0;

	for (size_t i = 0; i < n; i++) {
		size_t k = 0;

		while (k < ARRAY_SIZE(scopes) && !str_eq(scopes[k].name, names[i]))
			k++;
		if (k == ARRAY_SIZE(scopes))
			return false;
		all |= scopes[k].scope;
	}
	*out = all;
	return true;
}

size_t scopes_names(unsigned set, const char *out[SCOPES_MAX])
{
	size_t n = 0;

	for (size_t i = 0; i < ARRAY_SIZE(scopes); i++)
		if (set & scopes[i].scope)
			out[n++] = scopes[i].name;
	return n;
}

const char *scopes_text(void *pool, unsigned set)
{
	const char *names[SCOPES_MAX];
	size_t n = scopes_names(set, names);
	struct buf b;

	buf_init(&b, pool, 128);
	for (size_t i = 0; i < n; i++)
		buf_printf(&b, "%s%s", i ? " " : "", names[i]);
	return buf_text(&b);
}

unsigned scopes_of(enum credential_kind kind)
{
	switch (kind) {
	case CREDENTIAL_USER:
	case CREDENTIAL_PLATFORM:
		return SCOPE_ACCOUNT_READ | SCOPE_ACCOUNT_WRITE | SCOPE_MARKET_READ;
	case CREDENTIAL_MEMBER:
		return SCOPE_ADVISOR_READ | SCOPE_ADVISOR_WRITE | SCOPE_MARKET_READ;
	case CREDENTIAL_DESK:
		return SCOPE_DESK_READ | SCOPE_DESK_WRITE | SCOPE_MARKET_READ;
	}
	return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * asset_named.c: assets that a person names by an ISIN, a tax id or a name instead of the symbol.
 *
 * Only an exact key or the only exact name is accepted, and the answer says what it was resolved to; a
 * similar name is refused with its candidates. A text that can be a symbol is one, and costs nothing here.
 */
#include "config.h"

#include "portfolio/ledger/asset.h"

#include "portfolio/store/symbol.h"

/* How an asset type is looked up; other types have names of their own, or none. */
static const struct named_type {
	enum asset_type type;
	const char *kind, *subkind, *key_type;
} named_types[] = {
	{ ASSET_STOCK, "equity_security", NULL, "ticker" },
	{ ASSET_BDR, "equity_security", "bdr", "ticker" },
	{ ASSET_FII, "fund", "fii", "ticker" },
	{ ASSET_ETF, "fund", "etf", "ticker" },
	{ ASSET_FUND, "fund", NULL, "cnpj" },
	{ ASSET_DEBENTURE, "instrument", "debenture", "code" },
};

static const struct named_type *named_type(enum asset_type type)
{
	for (size_t i = 0; i < ARRAY_SIZE(named_types); i++)
		if (named_types[i].type == type)
			return &named_types[i];
	return NULL;
}

/* Twelve letters and digits are a ticker by their form; BR…, ending in a digit, is an ISIN. */
static bool is_isin(const char *symbol)
{
	return strlen(symbol) == 12 && text_starts(symbol, "BR") && symbol[11] >= '0' &&
	       symbol[11] <= '9';
}

bool asset_is_named(enum asset_type type, const char *symbol)
{
	return named_type(type) && (!symbol || is_isin(symbol));
}

struct object_question asset_question(enum asset_type type, const char *text)
{
	const struct named_type *t = named_type(type);

	if (!t)
		return (struct object_question){ text, "", NULL, "" };
	return (struct object_question){ text, t->kind, t->subkind, t->key_type };
}

static void note_refusal(const struct asset_ref *ref, const struct object_answer *a, void *pool)
{
	if (a && a->candidates)
		body_error(ref->body, "symbol", "not_exact",
			   pool_printf(pool, "o código; parecidos: %s", a->candidates), ref->typed);
	else
		body_error(ref->body, "symbol", "format", ref->expected, ref->typed);
}

static void take(struct ctx *ctx, struct asset_ref *ref, const struct object_answer *a)
{
	const char *expected = "";
	const char *symbol =
		a && a->id ? symbol_normal(ctx->pool, ref->type, a->key, &expected) : NULL;

	if (!symbol) {
		note_refusal(ref, a, ctx->pool);
		return;
	}
	ref->symbol = symbol;
	ref->taken_for = a;
}

/* Rows with the same text share a question; -1: too many questions. */
static int question_of(struct object_question *q, size_t *n, const struct asset_ref *ref)
{
	struct object_question one = asset_question(ref->type, ref->typed);

	for (size_t i = 0; i < *n; i++)
		if (str_eq(q[i].text, one.text) && str_eq(q[i].kind, one.kind) &&
		    q[i].subkind == one.subkind)
			return (int)i;
	if (*n == OBJECT_QUESTIONS_MAX)
		return -1;
	q[*n] = one;
	return (int)(*n)++;
}

void asset_refs_identify(struct ctx *ctx, struct asset_ref *const *refs, size_t n)
{
	struct object_question papers[OBJECT_QUESTIONS_MAX];
	struct object_answer *answers;
	size_t asked = 0;
	int *of;

	for (size_t i = 0; i < n; i++)
		asked += refs[i]->typed != NULL;
	if (!asked)
		return;
	asked = 0;
	of = pool_array(ctx->pool, int, n);
	answers = pool_array(ctx->pool, struct object_answer, OBJECT_QUESTIONS_MAX);
	for (size_t i = 0; i < n; i++)
		of[i] = refs[i]->typed ? question_of(papers, &asked, refs[i]) : -1;
	objects_identify(ctx, papers, asked, answers);
	for (size_t i = 0; i < n; i++)
		if (refs[i]->typed)
			take(ctx, refs[i], of[i] < 0 ? NULL : &answers[of[i]]);
}

void asset_taken_for(struct json *j, const struct asset_ref *ref)
{
	if (!ref->taken_for)
		return;
	json_open(j, "taken_for");
	json_text(j, "typed", ref->typed);
	json_text(j, "id", ref->taken_for->id);
	json_text(j, "name", ref->taken_for->name);
	json_text(j, "match_kind", ref->taken_for->match_kind);
	json_close(j);
}

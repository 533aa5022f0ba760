/* SPDX-License-Identifier: Apache-2.0 */
/* deposit_guarantee.c: the kinds of paper that the FGC covers, and sums by issuer. */
#include "config.h"

#include "calc/views/deposit_guarantee.h"

#include "calc/amounts/accrual.h"
#include "core/order.h"
#include "core/pool.h"
#include "core/text.h"

/* The only list of them: doc/market-rules.md says why. */
static const struct {
	const char *paper;
	bool covered;
	const char *reason;
} papers[] = {
	{ "CDB", true, "depósito a prazo em um banco" },
	{ "RDB", true, "depósito a prazo em uma instituição financeira" },
	{ "LC", true, "letra de câmbio de uma financeira" },
	{ "LCI", true, "letra de crédito imobiliário" },
	{ "LCA", true, "letra de crédito do agronegócio" },
	{ "LCD", true, "letra de crédito do desenvolvimento" },
	{ "LH", true, "letra hipotecária" },
	{ "POUPANCA", true, "depósito de poupança" },
	{ "Poupança", true, "depósito de poupança" },
	{ "POUPANÇA", true, "depósito de poupança" },
	{ "LF", false, "letra financeira: o FGC não a cobre" },
	{ "LFS", false, "letra financeira subordinada: o FGC não a cobre" },
	{ "LFSN", false, "letra financeira subordinada: o FGC não a cobre" },
	{ "LIG", false,
	  "letra imobiliária garantida: responde por ela uma carteira de imóveis, não o FGC" },
	{ "CRI", false, "certificado de recebíveis: o FGC não o cobre" },
	{ "CRA", false, "certificado de recebíveis: o FGC não o cobre" },
	{ "CPR", false, "cédula de produto rural: o FGC não a cobre" },
	{ "CDCA", false, "certificado do agronegócio: o FGC não o cobre" },
	{ "COE", false, "certificado de operações estruturadas: o FGC não o cobre" },
	{ "DEB", false, "dívida de uma empresa: o FGC não a cobre" },
	{ "DEBENTURE", false, "dívida de uma empresa: o FGC não a cobre" },
};

enum guarantee guarantee_of(enum asset_type type, const char *paper, const char **reason)
{
	if (type == ASSET_TESOURO) {
		*reason = "dívida da União: responde por ela o Tesouro Nacional, não o FGC";
		return GUARANTEE_NONE;
	}
	if (type == ASSET_DEBENTURE) {
		*reason = "dívida de uma empresa: o FGC não a cobre";
		return GUARANTEE_NONE;
	}
	if (!paper) {
		*reason = "não se informou que papel é: CDB, LCI, LCA…";
		return GUARANTEE_UNKNOWN;
	}
	for (size_t i = 0; i < ARRAY_SIZE(papers); i++)
		if (accrual_paper_is(paper, papers[i].paper)) {
			*reason = papers[i].reason;
			return papers[i].covered ? GUARANTEE_COVERED : GUARANTEE_NONE;
		}
	*reason = "não se sabe se o FGC cobre este tipo de papel";
	return GUARANTEE_UNKNOWN;
}

/* ---- sums ---- */

struct entry {
	const char *key; /* of the issuer: NULL last */
	const struct guaranteed *of;
};

static int key_order(const struct entry *x, const struct entry *y)
{
	if (!x->key || !y->key)
		return (y->key != NULL) - (x->key != NULL);
	return strcmp(x->key, y->key);
}

static int by_key(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int c = key_order(x, y);

	return c ? c : (x->of > y->of) - (x->of < y->of);
}

static int by_value(const void *a, const void *b)
{
	const struct guarantee_issuer *x = a, *y = b;
	int c = (y->issuer != NULL) - (x->issuer != NULL);

	c = c ? c : wide_order(y->value.e8, x->value.e8);
	return c || !x->issuer ? c : strcmp(x->issuer, y->issuer);
}

static struct guarantee_issuer issuer_of(const struct entry *e, size_t n, bool *range)
{
	struct guarantee_issuer s = { .issuer = e->of->issuer, .papers = n, .known = true };

	for (size_t i = 0; i < n; i++) {
		s.known &= e[i].of->value_known;
		s.at_cost += e[i].of->at_cost;
		if (e[i].of->value_known)
			s.value = money_add_shown(s.value, e[i].of->value, range);
	}
	if (!s.issuer)
		s.unknown = "sem o emissor não se sabe o que passa do limite de uma instituição";
	else if (!s.known)
		s.unknown = "não se sabe o valor de todos os papéis deste emissor";
	s.above_known = !s.unknown;
	if (s.above_known && s.value.e8 > GUARANTEE_LIMIT.e8)
		s.above = money_sub(s.value, GUARANTEE_LIMIT, range);
	return s;
}

static void add_total(struct guarantee_sums *s, const struct guaranteed *g, bool *range)
{
	struct money *to = g->guarantee == GUARANTEE_COVERED ? &s->covered
			   : g->guarantee == GUARANTEE_NONE  ? &s->none
							     : &s->unknown;

	if (g->value_known)
		*to = money_add_shown(*to, g->value, range);
}

enum calc_err guarantee_sum(void *pool, const struct guaranteed *list, size_t n,
			    struct guarantee_sums *out)
{
	struct entry *entries = pool_array(pool, struct entry, n);
	struct guarantee_sums s = { .issuers = pool_array(pool, struct guarantee_issuer, n) };
	bool range = false;
	size_t covered = 0;

	for (size_t i = 0; i < n; i++) {
		add_total(&s, &list[i], &range);
		if (list[i].guarantee != GUARANTEE_COVERED)
			continue;
		entries[covered++] =
			(struct entry){ list[i].issuer ? text_fold(pool, list[i].issuer) : NULL,
					&list[i] };
	}
	order_sort(entries, covered, sizeof(*entries), by_key);
	for (size_t i = 0, end; i < covered; i = end) {
		for (end = i + 1; end < covered && key_order(&entries[i], &entries[end]) == 0;)
			end++;
		s.issuers[s.n++] = issuer_of(&entries[i], end - i, &range);
	}
	order_sort(s.issuers, s.n, sizeof(*s.issuers), by_value);
	if (range)
		return CALC_RANGE;
	*out = s;
	return CALC_OK;
}

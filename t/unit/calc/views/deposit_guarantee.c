/* SPDX-License-Identifier: Apache-2.0 */
/* What the FGC covers, and what is above its limit; sums by hand. */
#include "config.h"

#include "calc/views/views.h"
#include "core/pool.h"

#include "tap.h"

static void *pool;

static void is_kind(enum asset_type type, const char *paper, enum guarantee want)
{
	const char *reason = NULL;
	enum guarantee got = guarantee_of(type, paper, &reason);

	ok(got == want && reason && *reason, "%s %s: %d, with a reason", asset_type_names[type],
	   paper ? paper : "(none)", (int)want);
}

static void kinds(void)
{
	static const char *const covered[] = {
		"CDB", "RDB", "LC", "LCI", "LCA", "LCD", "LH", "cdb", "LCI Banco Azul", "Poupança"
	};
	static const char *const not [] = {
		"LF", "LFSN", "LIG", "CRI", "CRA", "CPR", "CDCA", "COE"
	};

	for (size_t i = 0; i < ARRAY_SIZE(covered); i++)
		is_kind(ASSET_RENDA_FIXA, covered[i], GUARANTEE_COVERED);
	for (size_t i = 0; i < ARRAY_SIZE(not ); i++)
		is_kind(ASSET_RENDA_FIXA, not [i], GUARANTEE_NONE);
	is_kind(ASSET_TESOURO, NULL, GUARANTEE_NONE);
	is_kind(ASSET_DEBENTURE, "CDB", GUARANTEE_NONE);
	is_kind(ASSET_RENDA_FIXA, NULL, GUARANTEE_UNKNOWN);
	is_kind(ASSET_RENDA_FIXA, "LCX", GUARANTEE_UNKNOWN);
	is_kind(ASSET_RENDA_FIXA, "LCIA", GUARANTEE_UNKNOWN);
	/* Each kind whose tax is known has an answer. */
	for (size_t i = 0; accrual_papers[i]; i++) {
		const char *reason;

		ok(guarantee_of(ASSET_RENDA_FIXA, accrual_papers[i], &reason) != GUARANTEE_UNKNOWN,
		   "%s", accrual_papers[i]);
	}
}

static struct guaranteed held(const char *issuer, enum guarantee g, int64_t cents, bool known)
{
	return (struct guaranteed){ .issuer = issuer,
				    .guarantee = g,
				    .value_known = known,
				    .value = { (wide)cents * (E8 / 100) } };
}

static void sums(void)
{
	struct guaranteed list[] = {
		held("Banco Azul", GUARANTEE_COVERED, 20000000, true),	/* 200,000.00 */
		held("BANCO  AZUL", GUARANTEE_COVERED, 5000001, true),	/* + 50,000.01 */
		held("Banco Verde", GUARANTEE_COVERED, 25000000, true), /* the limit */
		held("Banco Cinza", GUARANTEE_COVERED, 100, true),
		held("Banco Cinza", GUARANTEE_COVERED, 0, false),
		held(NULL, GUARANTEE_COVERED, 90000000, true),
		held("Tesouro Nacional", GUARANTEE_NONE, 700, true),
		held("Banco Azul", GUARANTEE_UNKNOWN, 900, true),
	};
	struct guarantee_sums s;

	list[1].at_cost = true;
	ok(guarantee_sum(pool, list, ARRAY_SIZE(list), &s) == CALC_OK, "sums");
	is_int((int64_t)s.n, 4, "issuers of covered papers");
	is_text(s.issuers[0].issuer, "Banco Azul", "the largest");
	is_money(s.issuers[0].value, "250000.01", "of two papers, written in two ways");
	is_money(s.issuers[0].above, "0.01", "a centavo above the limit");
	is_int((int64_t)s.issuers[0].papers * 10 + (int64_t)s.issuers[0].at_cost, 21,
	       "two papers, one at its cost");
	ok(s.issuers[1].above_known && s.issuers[1].above.e8 == 0 && !s.issuers[1].unknown,
	   "250,000.00: nothing is above");
	is_text(s.issuers[2].issuer, "Banco Cinza", "one whose value is not known");
	ok(!s.issuers[2].known && !s.issuers[2].above_known && s.issuers[2].unknown,
	   "and nor what is above");
	ok(!s.issuers[3].issuer && s.issuers[3].known && !s.issuers[3].above_known &&
		   s.issuers[3].unknown,
	   "without an issuer nothing is compared with the limit");
	/* 200,000.00 + 50,000.01 + 250,000.00 + 1.00 + 900,000.00 */
	is_money(s.covered, "1400001.01", "all that is covered by its kind");
	is_money(s.none, "7", "not");
	is_money(s.unknown, "9", "and not known");
	ok(guarantee_sum(pool, NULL, 0, &s) == CALC_OK && s.n == 0, "nothing");
	list[0].value.e8 = (wide)1 << 126;
	list[1].value.e8 = (wide)1 << 126;
	ok(guarantee_sum(pool, list, ARRAY_SIZE(list), &s) == CALC_RANGE, "beyond the grid");
}

int main(void)
{
	pool = pool_new(NULL, "guarantee");
	kinds();
	sums();
	pool_free(pool);
	return tap_done();
}

/* SPDX-License-Identifier: Apache-2.0 */
/* The spellings of a paper, and its form in the ledger. */
#include "config.h"

#include "core/pool.h"
#include "portfolio/store/symbol.h"

#include "tap.h"

static void *pool;

static void kept(enum asset_type type, const char *in, const char *want, const char *name)
{
	const char *expected = NULL;

	is_text(symbol_normal(pool, type, in, &expected), want, name);
	if (!want)
		ok(expected && *expected, "%s: says what one looks like", name);
}

int main(void)
{
	pool = pool_new(NULL, "test");
	kept(ASSET_STOCK, " petr4 ", "PETR4", "capitals, no blanks around");
	kept(ASSET_STOCK, "PETR4F", "PETR4", "the F of the fractional market goes");
	kept(ASSET_FII, "hglg11f", "HGLG11", "of a fund too");
	kept(ASSET_ETF, "GOLF", "GOLF", "an F that follows a letter stays");
	kept(ASSET_OPTION, "PETRF123", "PETRF123", "an option's month stays");
	kept(ASSET_OPTION, "PETRA12F", "PETRA12F", "an option has no fractional market");
	kept(ASSET_STOCK, "PE TR4", NULL, "a blank inside");
	kept(ASSET_STOCK, "AÇÃO3", NULL, "an accent");
	kept(ASSET_STOCK, "AB", NULL, "too short");
	kept(ASSET_US, "brk.b", "BRK.B", "a class after a point");
	kept(ASSET_US, "", NULL, "nothing");
	kept(ASSET_CRYPTO, "btc", "BTC", "crypto");
	kept(ASSET_FUND, "33.000.167/0001-01", "33000167000101",
	     "a fund is its tax id, without punctuation");
	kept(ASSET_FUND, "33.000.167/0001-02", NULL, "check digits are verified");
	kept(ASSET_FUND, "111.444.777-35", NULL, "a person's tax id is no fund");
	kept(ASSET_TESOURO, "TESOURO IPCA + 2035", "Tesouro IPCA+ 2035",
	     "a title is one however it is spelled");
	kept(ASSET_TESOURO, "tesouro prefixado com juros semestrais - 2033",
	     "Tesouro Prefixado com Juros Semestrais 2033", "with a dash before the year too");
	kept(ASSET_TESOURO, "tesouro renda+ aposentadoria extra 2045",
	     "Tesouro Renda+ Aposentadoria Extra 2045", "or in small letters");
	kept(ASSET_TESOURO, "Tesouro do avô", "Tesouro do avô", "what is no title stays");
	kept(ASSET_TESOURO, "  Tesouro  IPCA+ 2035 ", "Tesouro IPCA+ 2035",
	     "a bond keeps its name");
	kept(ASSET_TESOURO, "Tesouro\nSelic", NULL, "a control character");
	kept(ASSET_RENDA_FIXA, "cdb123abc", "CDB123ABC", "a code in capitals");
	kept(ASSET_RENDA_FIXA, "CDB Banco Público 2028", "CDB Banco Público 2028",
	     "a name as typed");
	kept(ASSET_DEBENTURE, "vale29", "VALE29", "a debenture's code");
	pool_free(pool);
	return tap_done();
}

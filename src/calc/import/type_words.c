/* SPDX-License-Identifier: Apache-2.0 */
/* type_words.c: names of asset types used by people and other trackers (doc/calculations.md 16.4). */
#include "config.h"

#include "calc/import/import_row.h"

const char type_words_known[] =
	"ação, fii, fiagro, etf, bdr, stock, reit, exterior, internacional, tesouro direto, cripto, renda fixa, "
	"CDB, LCI, LCA, CRI, CRA, debênture, fundo, opção";

/* In the form of column_key(), singular and plural, beside the contract's own names. */
static const struct {
	const char *one, *many;
	enum asset_type type;
} words[] = {
	{ "acao", "acoes", ASSET_STOCK },
	{ "stock", "stocks", ASSET_STOCK }, /* asset_type_said() also considers the ticker */
	{ "fii", "fiis", ASSET_FII },
	{ "fundoimobiliario", "fundosimobiliarios", ASSET_FII },
	{ "fiagro", "fiagros", ASSET_FII },
	{ "etf", "etfs", ASSET_ETF },
	{ "bdr", "bdrs", ASSET_BDR },
	{ "reit", "reits", ASSET_US },
	{ "exterior", "exteriores", ASSET_US },
	{ "eua", "euas", ASSET_US },
	{ "internacional", "internacionais", ASSET_US },
	{ "etfexterior", "etfsexterior", ASSET_US },
	{ "etfnoexterior", "etfsnoexterior", ASSET_US },
	{ "etfinternacional", "etfsinternacionais", ASSET_US },
	{ "tesouro", "tesouros", ASSET_TESOURO },
	{ "tesourodireto", "tesourosdiretos", ASSET_TESOURO },
	{ "cripto", "criptos", ASSET_CRYPTO },
	{ "crypto", "cryptos", ASSET_CRYPTO },
	{ "criptomoeda", "criptomoedas", ASSET_CRYPTO },
	{ "criptoativo", "criptoativos", ASSET_CRYPTO },
	{ "rendafixa", "rendasfixas", ASSET_RENDA_FIXA },
	{ "cdb", "cdbs", ASSET_RENDA_FIXA },
	{ "lci", "lcis", ASSET_RENDA_FIXA },
	{ "lca", "lcas", ASSET_RENDA_FIXA },
	{ "cri", "cris", ASSET_RENDA_FIXA },
	{ "cra", "cras", ASSET_RENDA_FIXA },
	{ "debenture", "debentures", ASSET_DEBENTURE },
	{ "fundo", "fundos", ASSET_FUND },
	{ "fund", "funds", ASSET_FUND },
	{ "fundodeinvestimento", "fundosdeinvestimento", ASSET_FUND },
	{ "opcao", "opcoes", ASSET_OPTION },
	{ "option", "options", ASSET_OPTION },
	{ "indice", "indices", ASSET_INDEX },
};

int asset_type_of_word(void *pool, const char *cell)
{
	const char *key = column_key(pool, cell);

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (str_eq(words[i].one, key) || str_eq(words[i].many, key))
			return (int)words[i].type;
	return enum_find(asset_type_names, text_fold(pool, cell));
}

int asset_type_said(void *pool, const char *cell, const char *ticker)
{
	static const struct import_context nothing;
	const char *key = column_key(pool, cell);
	const char *clean = ticker_clean(pool, &nothing, ticker, false);

	if ((str_eq(key, "stock") || str_eq(key, "stocks")) && ticker_ending(clean) < 0)
		return ASSET_US;
	return asset_type_of_word(pool, cell);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* format_words.c: what the programs call a trade, an income and what is no holding. */
#include "config.h"

#include "calc/import/formats/format_parts.h"

const char format_cash[] = "movimento de dinheiro da conta, que não forma posição";

const char format_moved[] = "transferência entre contas da própria pessoa, sem efeito";
static const char account_fee[] = "taxa da conta, que não é de uma operação";
const char format_account_tax[] = "imposto da conta, sem papel";
static const char account_interest[] = "juros da conta, sem papel";

#define BUY "compra"
#define SELL "venda"
const char format_entry[] = BUY, format_removal[] = SELL;
#define ANY_INCOME "provento" /* the kind usual for the paper: the program has one word for all */

/* Keys as column_key() gives them: without accents, case, marks and blanks. */
static const struct format_word words[] = {
	{ "c", KIND_BUY, BUY, NULL },
	{ "compra", KIND_BUY, BUY, NULL },
	{ "comprar", KIND_BUY, BUY, NULL },
	{ "buy", KIND_BUY, BUY, NULL },
	{ "b", KIND_BUY, BUY, NULL },
	{ "kauf", KIND_BUY, BUY, NULL },
	{ "bought", KIND_BUY, BUY, NULL },
	{ "aplicacao", KIND_BUY, BUY, NULL },
	{ "tradingin", KIND_BUY, BUY, NULL },
	{ "transactionbuy", KIND_BUY, BUY, NULL },
	{ "einlieferung", KIND_BUY, format_entry, NULL },
	{ "deliveryinbound", KIND_BUY, format_entry, NULL },
	{ "bonificacaorecebimento", KIND_BUY, format_entry, NULL },
	{ "entregaentrada", KIND_BUY, format_entry, NULL },
	{ "transferin", KIND_BUY, format_entry, NULL },
	{ "v", KIND_SELL, SELL, NULL },
	{ "venda", KIND_SELL, SELL, NULL },
	{ "vender", KIND_SELL, SELL, NULL },
	{ "sell", KIND_SELL, SELL, NULL },
	{ "verkauf", KIND_SELL, SELL, NULL },
	{ "sold", KIND_SELL, SELL, NULL },
	{ "s", KIND_SELL, SELL, NULL },
	{ "resgate", KIND_SELL, SELL, NULL },
	{ "tradingout", KIND_SELL, SELL, NULL },
	{ "transactionsold", KIND_SELL, SELL, NULL },
	{ "auslieferung", KIND_SELL, format_removal, NULL },
	{ "deliveryoutbound", KIND_SELL, format_removal, NULL },
	{ "bonificacaosaida", KIND_SELL, format_removal, NULL },
	{ "entregasaida", KIND_SELL, format_removal, NULL },
	{ "transferout", KIND_SELL, format_removal, NULL },
	{ "dividendo", KIND_INCOME, ANY_INCOME, NULL },
	{ "dividendos", KIND_INCOME, "dividendo", NULL },
	{ "dividend", KIND_INCOME, ANY_INCOME, NULL },
	{ "dividends", KIND_INCOME, ANY_INCOME, NULL },
	{ "dividende", KIND_INCOME, ANY_INCOME, NULL },
	{ "div", KIND_INCOME, ANY_INCOME, NULL },
	{ "paymentinlieuofdividends", KIND_INCOME, "dividendo", NULL },
	{ "jurossobrecapital", KIND_INCOME, "jcp", NULL },
	{ "jurossobrecapitalproprio", KIND_INCOME, "jcp", NULL },
	{ "jcp", KIND_INCOME, "jcp", NULL },
	{ "rendimento", KIND_INCOME, "rendimento", NULL },
	{ "rendimentos", KIND_INCOME, "rendimento", NULL },
	{ "rendimentoliquido", KIND_INCOME, "rendimento", NULL },
	{ "reembolso", KIND_INCOME, "rendimento", NULL },
	{ "eventoemdinheiro", KIND_INCOME, "dividendo", NULL },
	{ "bonificacaoemdinheiro", KIND_INCOME, "dividendo", NULL },
	{ "pagamentodejuros", KIND_INCOME, "juros", NULL },
	{ "pagamentodepremio", KIND_INCOME, "juros", NULL },
	{ "amortizacao", KIND_INCOME, "amortizacao", NULL },
	{ "interest", KIND_INCOME, "juros", account_interest },
	{ "zinsen", KIND_INCOME, "juros", account_interest },
	{ "juros", KIND_INCOME, "juros", account_interest },
	{ "coupon", KIND_INCOME, "juros", account_interest },
	{ "split", KIND_SPLIT, "desdobro", NULL },
	{ "withholdingtax", KIND_TAX, NULL, format_account_tax },
	{ "divnra", KIND_TAX, NULL, format_account_tax },
	{ "deposit", KIND_NOTHING, NULL, format_cash },
	{ "deposito", KIND_NOTHING, NULL, format_cash },
	{ "einlage", KIND_NOTHING, NULL, format_cash },
	{ "withdrawal", KIND_NOTHING, NULL, format_cash },
	{ "withdraw", KIND_NOTHING, NULL, format_cash },
	{ "removal", KIND_NOTHING, NULL, format_cash },
	{ "entnahme", KIND_NOTHING, NULL, format_cash },
	{ "saque", KIND_NOTHING, NULL, format_cash },
	{ "saqueretirada", KIND_NOTHING, NULL, format_cash },
	{ "levantamento", KIND_NOTHING, NULL, format_cash },
	{ "cambio", KIND_NOTHING, NULL, "câmbio: não forma posição" },
	{ "cashin", KIND_NOTHING, NULL, format_cash },
	{ "cashout", KIND_NOTHING, NULL, format_cash },
	{ "walletin", KIND_NOTHING, NULL, format_moved },
	{ "walletout", KIND_NOTHING, NULL, format_moved },
	{ "transferinbound", KIND_NOTHING, NULL, format_moved },
	{ "transferoutbound", KIND_NOTHING, NULL, format_moved },
	{ "umbuchungeingang", KIND_NOTHING, NULL, format_moved },
	{ "umbuchungausgang", KIND_NOTHING, NULL, format_moved },
	{ "transferenciaentrada", KIND_NOTHING, NULL, format_moved },
	{ "transferenciasaida", KIND_NOTHING, NULL, format_moved },
	{ "transfer", KIND_NOTHING, NULL, format_moved },
	{ "fee", KIND_NOTHING, NULL, account_fee },
	{ "fees", KIND_NOTHING, NULL, account_fee },
	{ "gebuhren", KIND_NOTHING, NULL, account_fee },
	{ "taxas", KIND_NOTHING, NULL, account_fee },
	{ "taxascomissoes", KIND_NOTHING, NULL, account_fee },
	{ "comissoes", KIND_NOTHING, NULL, account_fee },
	{ "taxadesaque", KIND_NOTHING, NULL, account_fee },
	{ "taxaderetirada", KIND_NOTHING, NULL, account_fee },
	{ "taxadesaqueretirada", KIND_NOTHING, NULL, account_fee },
	{ "feesrefund", KIND_NOTHING, NULL, account_fee },
	{ "gebuhrenerstattung", KIND_NOTHING, NULL, account_fee },
	{ "reembolsodetaxas", KIND_NOTHING, NULL, account_fee },
	{ "tax", KIND_NOTHING, NULL, format_account_tax },
	{ "taxes", KIND_NOTHING, NULL, format_account_tax },
	{ "steuern", KIND_NOTHING, NULL, format_account_tax },
	{ "impostos", KIND_NOTHING, NULL, format_account_tax },
	{ "taxrefund", KIND_NOTHING, NULL, format_account_tax },
	{ "steuerruckerstattung", KIND_NOTHING, NULL, format_account_tax },
	{ "reembolsodeimpostos", KIND_NOTHING, NULL, format_account_tax },
	{ "interestcharge", KIND_NOTHING, NULL, account_interest },
	{ "zinsbelastung", KIND_NOTHING, NULL, account_interest },
	{ "encargosdejuros", KIND_NOTHING, NULL, account_interest },
	{ "brokerinterestreceived", KIND_NOTHING, NULL, account_interest },
	{ "brokerinterestpaid", KIND_NOTHING, NULL, account_interest },
	{ "credit", KIND_NOTHING, NULL, format_cash },
	{ "liability", KIND_NOTHING, NULL, "dívida cadastrada no programa: não forma posição" },
	{ "item", KIND_NOTHING, NULL, "bem cadastrado à mão no programa: não forma posição" },
};

const struct format_word *format_word(void *pool, const char *text)
{
	const char *key = column_key(pool, text);

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (str_eq(words[i].key, key))
			return &words[i];
	return NULL;
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * formats.c: files of other programs (doc/market-rules.md), each as its bytes are, with invented
 * numbers; the expected rows are calculated by hand beside them.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "calc/import/import.h"
#include "core/clock.h"
#include "core/pool.h"
#include "sheet/sheet.h"
#include "tap.h"

static void *pool;

/* ---- a file, read and mapped ---- */

struct read {
	struct import_translation t;
	struct import_result r;
	bool known;
	const char *reason; /* of an unreadable file */
};

static struct read *read_bytes(struct slice bytes)
{
	struct read *out = pool_zero(pool, struct read);
	struct worksheets *all = pool_zero(pool, struct worksheets);
	struct import_context ctx = { .today = { 21000 }, .translated = &out->t };
	size_t header;

	all->max = SHEETS_MAX;
	if (!bytes.n || sheets_read(pool, bytes, all, &out->reason) != SHEET_OK)
		return out;
	out->known = import_translate(
		pool, all->items, all->n,
		import_detect(pool, &all->items[0].sheet, &header) == IMPORT_MANUAL, &out->t);
	if (out->known && !out->t.refusal &&
	    import_map(pool, &out->t.sheet, &ctx, &out->r) != CALC_OK)
		diag("import_map failed: %s", out->r.refusal ? out->r.refusal : "no refusal");
	return out;
}

static struct read *read_text(const char *text)
{
	return read_bytes(slice_of(text));
}

static const char *decimal(wide v, int places)
{
	char text[DEC_TEXT_SIZE];

	(void)dec_format(text, v, places, places, true);
	return pool_strdup(pool, text);
}

static const char *trade_shown(const struct import_entry *e)
{
	const char *numbers =
		e->trade.kind == ROW_SPLIT
			? pool_printf(pool, "x %s", decimal(e->trade.ratio_e12, 12))
			: pool_printf(pool, "%s a %s taxas %s", decimal(e->trade.qty.e8, 8),
				      e->trade.price_known ? decimal(e->trade.price.e12, 12) : "?",
				      decimal(e->trade.fees.e8, 8));

	return pool_printf(pool, "%s %s %s %s %s %s", day_iso(pool, e->day),
			   row_kind_names[e->trade.kind], e->symbol, asset_type_names[e->type],
			   numbers, currency_names[e->currency]);
}

static const char *income_shown(const struct import_entry *e)
{
	return pool_printf(pool, "%s %s %s %s %s%s%s %s", day_iso(pool, e->day),
			   income_kind_names[e->income_kind], e->symbol, asset_type_names[e->type],
			   decimal(e->amount.e8, 8), e->facts.gross_known ? " de " : "",
			   e->facts.gross_known ? decimal(e->facts.gross.e8, 8) : "",
			   currency_names[e->currency]);
}

static const char *entry_shown(const struct import_entry *e)
{
	if (e->status == IMPORT_IGNORED)
		return pool_printf(pool, "- %s", e->reason);
	if (e->status == IMPORT_ERROR)
		return pool_printf(pool, "! %s", e->reason);
	return e->effect == ENTRY_INCOME ? income_shown(e) : trade_shown(e);
}

/* All rows, one a line. */
static const char *rows_of(const struct read *f)
{
	const char *out = "";

	if (!f->known)
		return f->reason ? f->reason : "unknown";
	if (f->t.refusal)
		return f->t.refusal;
	for (size_t i = 0; i < f->r.n_entries; i++)
		out = pool_printf(pool, "%s%s\n", out, entry_shown(&f->r.entries[i]));
	return out;
}

#define KEPT_MAX 40

static const char *kept[KEPT_MAX]; /* the files of the tests before, to be damaged */
static size_t n_kept;

static void gives(const char *text, const char *program, const char *rows, const char *what)
{
	struct read *f = read_text(text);

	if (n_kept < KEPT_MAX)
		kept[n_kept++] = text;

	is_text(f->known ? f->t.program : "unknown", program, what);
	is_text(rows_of(f), rows, what);
}

/* ---- trackers ---- */

static void statusinvest(void)
{
	/* fees 1.50 + 0.20 + 0.05 = 1.75; IRRF 0.06 is none. 1.500 of a share is 1500. */
	gives("Data operação;Categoria;Código Ativo;Operação C/V;Quantidade;Preço "
	      "unitário;Corretora;Corretagem;Taxas;Impostos;IRRF\r\n"
	      "02/01/2024;Ações;ITSA4;C;1.500;9,87;X;1,50;0,20;0,05;0,06\r\n"
	      "03/01/2024;REITS;O;V;2,5;55,10;X;0,00;0,10;0,00;0,00\r\n"
	      "04/01/2024;Criptomoedas;BTC;C;0,00125;200.000,00;X;;;;\r\n"
	      "05/01/2024;Ações;ITSA4;Z;1;9,87;X;;;;\r\n"
	      "05/01/2024;Ações;ITSA4;C;-1;9,87;X;;;;\r\n"
	      "06/01/2024;Ações;ITSA4;C;1;US$ 9,87;X;;;;\r\n"
	      "06/01/2024;Stocks;KO;C;1;R$ 300,00;X;;;;\r\n",
	      "StatusInvest",
	      "2024-01-02 buy ITSA4 stock 1500 a 9.87 taxas 1.75 BRL\n"
	      "2024-01-03 sell O us 2.5 a 55.1 taxas 0.1 USD\n"
	      "2024-01-04 buy BTC crypto 0.00125 a 200000 taxas 0 BRL\n"
	      "! operação desconhecida: Z\n"
	      "! compra com quantidade negativa\n"
	      "! moeda USD em ITSA4: só o tipo us é em USD\n"
	      "! moeda BRL em KO: só o tipo us é em USD\n",
	      "StatusInvest");
}

static void ghostfolio(void)
{
	/* 4 x 0.55 = 2.20; 02:30 UTC of the 1st is 23:30 of the day before in Brasília. */
	gives("Date,Code,DataSource,Currency,Price,Quantity,Action,Fee,Note\n"
	      "02-01-2024,ITSA4.SA,YAHOO,BRL,9.875,100,buy,-1.50,a\n"
	      "2024/02/05,KO,YAHOO,USD,0.55,4,dividend,0,\n"
	      "2024-03-01T02:30:00.000Z,KO,YAHOO,USD,60.5,-2,sell,1,\n"
	      "2024-03-02,,MANUAL,USD,1,1,fee,3,\n"
	      "2024-03-03,7e91b7d4-1430-4212-8380-289a06c9bbc1,MANUAL,BRL,1,1,buy,0,\n"
	      "2024-03-04,BTCUSD,COINGECKO,USD,60000,1,buy,0,\n",
	      "Ghostfolio",
	      "2024-01-02 buy ITSA4 stock 100 a 9.875 taxas 1.5 BRL\n"
	      "2024-02-05 dividend KO us 2.2 USD\n"
	      "2024-02-29 sell KO us 2 a 60.5 taxas 1 USD\n"
	      "- taxa da conta, que não é de uma operação\n"
	      "! ativo cadastrado à mão no programa, sem código: lance-o na carteira\n"
	      "! BTC negociado em USD: criptoativos entram em reais; lance-o com o valor em reais do "
	      "dia\n",
	      "Ghostfolio in CSV");
	gives("{\"accounts\":[{\"id\":\"a\",\"name\":\"b\"}],\"activities\":["
	      "{\"symbol\":\"KO\",\"dataSource\":\"YAHOO\",\"type\":\"BUY\",\"quantity\":3,"
	      "\"unitPrice\":60.123,\"fee\":0.5,\"currency\":\"USD\","
	      "\"date\":\"2024-01-05T00:00:00.000Z\",\"tags\":[]}]}",
	      "Ghostfolio", "2024-01-05 buy KO us 3 a 60.123 taxas 0.5 USD\n",
	      "Ghostfolio in JSON");
	is_int(read_text("ticker,type,date,price,quantity\nITSA4,buy,2024-01-02,9.87,1\n")->known,
	       false, "a hand-made sheet in English stays one");
}

static void yahoo(void)
{
	gives("Symbol,Current Price,Date,Time,Trade Date,Purchase Price,Quantity,Commission,Comment\n"
	      "ITSA4.SA,10,2026/01/02,17:00 BRT,20240102,9.87,100.0,2.5,\n"
	      "KO,60,2026/01/02,16:00 EST,20240103,58.5,-2,,\n"
	      "PEP,60,2026/01/02,16:00 EST,,,,,\n"
	      "PEP,60,2026/01/02,16:00 EST,,150,1,,\n"
	      "PEP,60,2026/01/02,16:00 EST,20240103,1,9.0E-6,,\n"
	      "PEP,60,2026/01/02,16:00 EST,20240103,1,1,,Stock Split\n"
	      "PEP,60,2026/01/02,16:00 EST,1/2/2024,1,1,,\n"
	      "PEP,60,2026/01/02,16:00 EST,20240103,-1,1,,\n"
	      "EURUSD,1,2026/01/02,16:00 EST,20240103,1,1,,\n"
	      "VWCE.DE,100,2026/01/02,17:00 CET,20240103,101,1,,\n",
	      "Yahoo Finance (carteira)",
	      "2024-01-02 buy ITSA4 stock 100 a 9.87 taxas 2.5 BRL\n"
	      "2024-01-03 sell KO us 2 a 58.5 taxas 0 USD\n"
	      "- papel acompanhado, sem compra\n"
	      "! data ausente\n"
	      "2024-01-03 buy PEP us 0.000009 a 1 taxas 0 USD\n"
	      "! desdobramento escrito como venda e compra: lance o desdobro com o seu fator\n"
	      "2024-01-02 buy PEP us 1 a 1 taxas 0 USD\n"
	      "! preço negativo: -1\n"
	      "- câmbio: não forma posição\n"
	      "! VWCE.DE em outra bolsa (.DE): os papéis entram em reais ou, no exterior, em dólares\n",
	      "Yahoo");
}

static void wealthfolio(void)
{
	/* an income without an amount: 3 x 0.20 = 0.60 */
	gives("date;symbol;instrumentType;quantity;activityType;unitPrice;currency;fee;amount;fxRate;"
	      "subtype\n"
	      "2024-01-02;KO;EQUITY;3;BUY;58.25;USD;1.5;;;\n"
	      "2024-02-02;KO;EQUITY;3;DIVIDEND;0.20;USD;;;;\n"
	      "2024-03-02;KO;EQUITY;2;SPLIT;;USD;;;;\n"
	      "2024-03-03;$CASH-USD;;1;INTEREST;1;USD;;5;;\n"
	      "2024-03-04;KO;EQUITY;1;DIVIDEND;1;USD;;5;;DRIP\n"
	      "2024-03-05;KO;EQUITY;1;TRANSFER_OUT;0;USD;;;;\n"
	      "2024-03-06;KO;EQUITY;1;TRANSFER_IN;55;USD;;;;\n"
	      "2024-03-07;KO;EQUITY;1;TAX;1;USD;;0.18;;WITHHOLDING\n",
	      "Wealthfolio",
	      "2024-01-02 buy KO us 3 a 58.25 taxas 1.5 USD\n"
	      "2024-02-02 dividend KO us 0.6 USD\n"
	      "2024-03-02 split KO us x 2 USD\n"
	      "- juros da conta, sem papel\n"
	      "! provento pago em papéis: lance o provento e a entrada dos papéis\n"
	      "2024-03-05 sell KO us 1 a ? taxas 0 USD\n" /* for nothing: no result is invented */
	      "2024-03-06 buy KO us 1 a 55 taxas 0 USD\n"
	      "! imposto de KO em linha própria: não foi descontado; corrija o provento ou a "
	      "operação\n",
	      "Wealthfolio");
}

static void portfolio_performance(void)
{
	/*
	 * buy (1.012,50 - 2,50 - 10,00) / 100 = 10; sell (500,00 + 4,00 + 6,00) / 50 = 10,20, fee 4;
	 * dividend 17,00 net, gross 17 + 3 = 20.
	 */
	gives("Data;Tipo;Valor;Moeda da transação;Valor bruto;Valor Bruto em Moeda;Taxa de "
	      "Câmbio;Taxas;Impostos;Quantidade;ISIN;WKN;Símbolo do Ativo;Nome do Ativo;Nota\r\n"
	      "2024-01-02T00:00;Comprar;-1.012,50;BRL;;;;2,50;10,00;100;;;ITSA4.SA;ITAUSA;\r\n"
	      "2024-02-02T00:00;Vender;500,00;BRL;;;;4,00;6,00;50;;;ITSA4.SA;ITAUSA;\r\n"
	      "2024-03-02T00:00;Dividendo;17,00;BRL;;;;;3,00;50;;;ITSA4.SA;ITAUSA;JCP\r\n"
	      "2024-03-03T00:00;Juros;1,00;BRL;;;;;;;;;;;\r\n"
	      "2024-03-04T00:00;Transferência (Saída);1,00;BRL;;;;;;1;;;ITSA4.SA;;\r\n"
	      "2024-03-05T00:00;Dividendo;-17,00;BRL;;;;;3,00;50;;;ITSA4.SA;ITAUSA;\r\n"
	      "2024-03-06T00:00;Dividendo;1,10;BRL;;;;;;1;;;HGLG11.SA;;\r\n",
	      "Portfolio Performance",
	      "2024-01-02 buy ITSA4 stock 100 a 10 taxas 12.5 BRL\n"
	      "2024-02-02 sell ITSA4 stock 50 a 10.2 taxas 4 BRL\n"
	      "2024-03-02 dividend ITSA4 stock 17 de 20 BRL\n"
	      "- juros da conta, sem papel\n"
	      "- transferência entre contas da própria pessoa, sem efeito\n"
	      "! valor menor que as taxas: confira a linha\n"
	      "2024-03-06 yield HGLG11 fii 1.1 BRL\n",
	      "Portfolio Performance in Portuguese");
	/* In dollars by the rate of the row: 505 - 5 = 500 reais / 5 = 100 dollars for 2; fee 5 / 5 = 1. */
	gives("Date,Type,Value,Transaction Currency,Gross Amount,Currency Gross Amount,Exchange "
	      "Rate,Fees,Taxes,Shares,ISIN,WKN,Ticker Symbol,Security Name,Note\r\n"
	      "2024-01-02T00:00,Buy,505.00,BRL,100.00,USD,5.00,5.00,,2,,,KO,Coca,\r\n"
	      "2024-01-02T00:00,Buy,505.00,BRL,100.00,USD,,5.00,,2,,,KO,Coca,\r\n",
	      "Portfolio Performance",
	      "2024-01-02 buy KO us 2 a 50 taxas 1 USD\n"
	      "! papel em USD sem a taxa de câmbio da linha\n",
	      "Portfolio Performance in English");
	gives("Datum;Typ;Wert;Buchungswährung;Bruttobetrag;Währung "
	      "Bruttobetrag;Wechselkurs;Gebühren;Steuern;Stück;ISIN;WKN;Ticker-Symbol;Wertpapiername;"
	      "Notiz\r\n"
	      "2024-01-02T00:00;Einlieferung;120,00;USD;;;;;;2;;;KO;Coca;\r\n"
	      "2024-01-03T00:00;Einlage;9,00;USD;;;;;;;;;;;\r\n",
	      "Portfolio Performance",
	      "2024-01-02 buy KO us 2 a 60 taxas 0 USD\n"
	      "- movimento de dinheiro da conta, que não forma posição\n",
	      "Portfolio Performance in German");
}

static void sharesight(void)
{
	gives("Report\nBetween\n\nMarket,Code,Date,Type,Quantity,Price *,Brokerage "
	      "*,Value,Currency,Comments\n"
	      "NYSE,KO,15/01/2024,Buy,4,58.25,1.5,234.5,USD,\n"
	      "NYSE,BRK B,16/01/2024,Sell,-1,400.10,,-400.10,USD,\n"
	      "NYSE,KO,17/01/2024,Sell,1,58.25,,58.25,USD,\n"
	      "NYSE,KO,18/01/2024,Split,4,,,,USD,\n"
	      "\n* footnote\n",
	      "Sharesight (All Trades)",
	      "2024-01-15 buy KO us 4 a 58.25 taxas 1.5 USD\n"
	      "2024-01-16 sell BRK.B us 1 a 400.1 taxas 0 USD\n"
	      "! o sinal da quantidade contradiz a operação Sell\n"
	      "! desdobramento sem o fator: lance-o com o fator do papel\n"
	      "- linha fora da tabela, sem efeito\n",
	      "Sharesight");
}

/* ---- brokers abroad ---- */

static void ibkr_flex(void)
{
	/* net 10 - 3 = 7 */
	gives("\"CurrencyPrimary\",\"Symbol\",\"AssetClass\",\"TradeDate\",\"Buy/Sell\",\"Quantity\","
	      "\"TradePrice\",\"IBCommission\",\"IBCommissionCurrency\",\"LevelOfDetail\"\n"
	      "\"USD\",\"KO\",\"STK\",\"20240102\",\"BUY\",\"5\",\"58.5\",\"-1\",\"USD\",\"ORDER\"\n"
	      "\"USD\",\"KO\",\"STK\",\"20240102\",\"BUY\",\"2\",\"58.5\",\"-0.4\",\"USD\","
	      "\"EXECUTION\"\n"
	      "\"USD\",\"KO\",\"STK\",\"20240102\",\"BUY\",\"3\",\"58.5\",\"-0.6\",\"EUR\","
	      "\"EXECUTION\"\n"
	      "\"USD\",\"KO\",\"STK\",\"20240103\",\"SELL\",\"-1\",\"60\",\"0\",\"USD\","
	      "\"EXECUTION\"\n"
	      "\"USD\",\"KO\",\"STK\",\"20240103\",\"SELL (Ca.)\",\"1\",\"60\",\"0\",\"USD\","
	      "\"EXECUTION\"\n"
	      "\"USD\",\"USD.BRL\",\"CASH\",\"20240103\",\"BUY\",\"1\",\"5\",\"0\",\"USD\","
	      "\"EXECUTION\"\n"
	      "\"USD\",\"KO\",\"STK\",\"01/02/2024\",\"BUY\",\"1\",\"60\",\"0\",\"USD\",\"EXECUTION\"\n"
	      "\"Type\",\"SettleDate\",\"Description\",\"Amount\",\"CurrencyPrimary\"\n"
	      "\"Dividends\",\"20240401\",\"KO(US1912161007) CASH DIVIDEND USD "
	      "0.5\",\"10\",\"USD\"\n"
	      "\"Withholding Tax\",\"20240401\",\"KO(US1912161007) CASH DIVIDEND - US "
	      "TAX\",\"-3\",\"USD\"\n"
	      "\"Withholding Tax\",\"20240402\",\"PEP(US7134481081) - US TAX\",\"-3\",\"USD\"\n",
	      "Interactive Brokers (Flex)",
	      "- repetição de execuções do arquivo\n"
	      "2024-01-02 buy KO us 2 a 58.5 taxas 0.4 USD\n"
	      "2024-01-02 buy KO us 3 a 58.5 taxas 0 USD\n"
	      "- execução cancelada\n"
	      "- cancelamento de uma execução\n"
	      "- câmbio: não forma posição\n"
	      "! data com duas leituras: 01/02/2024; exporte com o ano primeiro\n"
	      "2024-04-01 dividend KO us 7 de 10 USD\n"
	      "- contado no provento do mesmo papel e dia\n"
	      "! imposto sem o provento do mesmo papel e dia no arquivo\n",
	      "Flex");
	/* Each payment as it came and as a sum: 10 - 3 = 7, once. */
	gives("\"Type\",\"SettleDate\",\"Description\",\"Amount\",\"CurrencyPrimary\","
	      "\"LevelOfDetail\"\n"
	      "\"Dividends\",\"20240401\",\"KO(US1912161007) CASH DIVIDEND\",\"10\",\"USD\",\"DETAIL\"\n"
	      "\"Dividends\",\"20240401\",\"KO(US1912161007) CASH DIVIDEND\",\"10\",\"USD\",\"SUMMARY\"\n"
	      "\"Withholding Tax\",\"20240401\",\"KO(US1912161007) - US TAX\",\"-3\",\"USD\",\"DETAIL\"\n"
	      "\"Withholding Tax\",\"20240401\",\"KO(US1912161007) - US TAX\",\"-3\",\"USD\",\"SUMMARY\"\n"
	      "\"Dividends\",\"20240402\",\"PEP(US7134481081) CASH DIVIDEND\",\"10\",\"USD\",\"DETAIL\"\n"
	      "\"Withholding Tax\",\"20240402\",\"PEP(US7134481081) - US TAX\",\"x\",\"USD\",\"DETAIL\"\n",
	      "Interactive Brokers (Flex)",
	      "2024-04-01 dividend KO us 7 de 10 USD\n"
	      "- soma de linhas que estão no arquivo\n"
	      "- contado no provento do mesmo papel e dia\n"
	      "- soma de linhas que estão no arquivo\n"
	      "! uma linha do mesmo papel e dia não se lê: lance-o\n"
	      "! valor não é um número: x\n",
	      "a Flex query of cash with sums");
}

static void ibkr_activity(void)
{
	gives("Statement,Header,Field Name,Field Value\n"
	      "Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. "
	      "Price,C. Price,Proceeds,Comm/Fee,Code\n"
	      "Trades,Data,Order,Stocks,USD,KO,\"2024-01-02, 09:35:00\",\"1,000\",58.5,58,-58500,-2,O\n"
	      "Trades,Data,Execution,Stocks,USD,KO,\"2024-01-02, "
	      "09:35:00\",\"1,000\",58.5,58,-58500,-2,O\n"
	      "Trades,SubTotal,,Stocks,USD,KO,,1000,,,-58500,-2,\n"
	      "Trades,Header,DataDiscriminator,Asset Category,Currency,Account,Symbol,Date/"
	      "Time,Quantity,T. Price,Comm/Fee\n"
	      "Trades,Data,Execution,Stocks,USD,U1,PEP,\"2024-01-03, 09:35:00\",-2,170,-1\n"
	      "Trades,Data,Order,Forex,USD,U1,USD.BRL,\"2024-01-03, 09:35:00\",1,5,0\n"
	      "Dividends,Header,Currency,Date,Description,Amount\n"
	      "Dividends,Data,USD,2024-04-01,KO(US1912161007) Cash Dividend,20\n"
	      "Dividends,Data,Total,,,20\n"
	      "Withholding Tax,Header,Currency,Date,Description,Amount,Code\n"
	      "Withholding Tax,Data,USD,2024-04-01,KO(US1912161007) Cash Dividend - US Tax,-6,\n"
	      "Corporate Actions,Header,Asset Category,Currency,Report "
	      "Date,Date/Time,Description,Quantity\n"
	      "Corporate Actions,Data,Stocks,USD,2024-06-10,\"2024-06-07, "
	      "20:25:00\",\"KO(US1912161007) Split 10 for 1 (KO, COCA, US1912161007)\",9000\n"
	      "Corporate Actions,Data,Stocks,USD,2024-06-10,x,KO(US1912161007) Split for 1,9000\n"
	      "Deposits & Withdrawals,Header,Currency,Settle Date,Description,Amount\n"
	      "Deposits & Withdrawals,Data,USD,2024-01-01,Wire,1000\n"
	      "Transfers,Header,Asset Category,Currency,Symbol,Date,Qty\n"
	      "Transfers,Data,Stocks,USD,KO,2024-01-01,50\n",
	      "Interactive Brokers (Activity Statement)",
	      "2024-01-02 buy KO us 1000 a 58.5 taxas 2 USD\n"
	      "- execução de uma ordem do arquivo\n"
	      "2024-01-03 sell PEP us 2 a 170 taxas 1 USD\n"
	      "- câmbio: não forma posição\n"
	      "2024-04-01 dividend KO us 14 de 20 USD\n"
	      "- contado no provento do mesmo papel e dia\n"
	      "2024-06-10 split KO us x 10 USD\n"
	      "! evento societário que não se lê: KO(US1912161007) Split for 1; lance-o\n"
	      "- movimento de dinheiro da conta, que não forma posição\n"
	      "! entrada ou saída de papéis sem compra nem venda: lance-a com o custo\n",
	      "activity statement");
}

static void avenue(void)
{
	/* 2.5 x 58.40 = 146.00; 4.00 - 1.20 = 2.80 */
	gives("Data transação;Data liquidação;Descrição;Valor;Saldo\n"
	      "15/01/2024;17/01/2024;Compra de 2,5 KO a $ 58,40;-146,00;0,00\n"
	      "15/01/2024;17/01/2024;Corretagem da compra de KO;-1,50;0,00\n"
	      "16/01/2024;17/01/2024;Venda de 2 KO a $ 58,40;100,00;0,00\n"
	      "20/02/2024;20/02/2024;Dividendos de KO;4,00;0,00\n"
	      "20/02/2024;20/02/2024;Imposto sobre dividendo de KO;-1,20;0,00\n"
	      "21/02/2024;21/02/2024;Câmbio;500,00;0,00\n"
	      "22/02/2024;22/02/2024;Estorno de algo;5,00;0,00\n",
	      "Avenue (extrato da conta)",
	      "2024-01-15 buy KO us 2.5 a 58.4 taxas 1.5 USD\n"
	      "- contada nas taxas da operação\n"
	      "! quantidade x preço não dá o valor da linha: Venda de 2 KO a $ 58,40\n"
	      "2024-02-20 dividend KO us 2.8 de 4 USD\n"
	      "- contado no provento do mesmo papel e dia\n"
	      "- câmbio: não forma posição\n"
	      "! operação desconhecida: estorno\n",
	      "Avenue");
}

/* ---- coins ---- */

static void binance(void)
{
	/*
	 * 0.02 - 0.00002 came in for 4200: 4200 / 0.01998 = 210210.210210210210…; 01:30 UTC is the day
	 * before.
	 */
	gives("\xef\xbb\xbf"
	      "Date(UTC),Pair,Side,Price,Executed,Amount,Fee\n"
	      "2024-02-01 01:30:00,BTCBRL,BUY,210000,0.02BTC,4200BRL,0.00002BTC\n"
	      "2024-02-01 13:30:00,1INCHBRL,SELL,2.50,10.01INCH,25.00BRL,0.05BRL\n"
	      "2024-02-01 13:31:00,BTCUSDT,BUY,42000,0.01BTC,420USDT,0.001BNB\n"
	      "2024-02-01 13:32:00,ETHBRL,BUY,12000,0.1ETH,1200BRL,0.001BNB\n",
	      "Binance (histórico de negociações)",
	      "2024-01-31 buy BTC crypto 0.01998 a 210210.21021021021 taxas 0 BRL\n"
	      "2024-02-01 sell 1INCH crypto 10 a 2.5 taxas 0.05 BRL\n"
	      "! BTC negociado em USD: criptoativos entram em reais; lance-o com o valor em reais do "
	      "dia\n"
	      "2024-02-01 buy ETH crypto 0.1 a 12000 taxas 0 BRL\n",
	      "Binance trades");
	/* Two fills of one second: 0.01 + 0.02 for 2000 + 4000, less 0.00003: 6000 / 0.02997. */
	gives("User_ID,UTC_Time,Account,Operation,Coin,Change,Remark\n"
	      "1,2024-01-10 13:00:00,Spot,Transaction Buy,BTC,0.01,\n"
	      "1,2024-01-10 13:00:00,Spot,Transaction Spend,BRL,-2000,\n"
	      "1,2024-01-10 13:00:01,Spot,Transaction Buy,BTC,0.02,\n"
	      "1,2024-01-10 13:00:01,Spot,Transaction Spend,BRL,-4000,\n"
	      "1,2024-01-10 13:00:00,Spot,Transaction Fee,BTC,-0.00003,\n"
	      "1,2024-01-11 13:00:00,Spot,Deposit,BRL,100,\n"
	      "1,2024-01-12 13:00:00,Earn,Staking Rewards,ETH,0.5,\n"
	      "1,2024-01-13 13:00:00,Spot,Binance Convert,ETH,-1,\n"
	      "1,2024-01-13 13:00:00,Spot,Binance Convert,SOL,20,\n"
	      "1,2024-01-14 13:00:00,Spot,Mystery,ETH,1,\n"
	      /* A second begins before the legs of the first are all there: 0.03 for 100 + 200. */
	      "1,2024-01-15 13:00:00,Spot,Transaction Buy,BTC,0.01,\n"
	      "1,2024-01-15 13:00:00,Spot,Transaction Spend,BRL,-100,\n"
	      "1,2024-01-15 13:00:01,Spot,Transaction Buy,BTC,0.02,\n"
	      "1,2024-01-15 13:00:02,Spot,Transaction Spend,BRL,-200,\n"
	      /* Three seconds, each with its own. */
	      "1,2024-01-16 13:00:00,Spot,Transaction Buy,BTC,0.01,\n"
	      "1,2024-01-16 13:00:00,Spot,Transaction Spend,BRL,-100,\n"
	      "1,2024-01-16 13:00:01,Spot,Transaction Buy,ETH,0.1,\n"
	      "1,2024-01-16 13:00:01,Spot,Transaction Spend,BRL,-50,\n"
	      "1,2024-01-16 13:00:02,Spot,Transaction Sold,BTC,-0.01,\n"
	      "1,2024-01-16 13:00:02,Spot,Transaction Revenue,BRL,120,\n",
	      "Binance (histórico de transações)",
	      "2024-01-10 buy BTC crypto 0.02997 a 200200.2002002002 taxas 0 BRL\n"
	      "- parte de uma operação contada em outra linha\n"
	      "- parte de uma operação contada em outra linha\n"
	      "- parte de uma operação contada em outra linha\n"
	      "- parte de uma operação contada em outra linha\n"
	      "- transferência entre contas da própria pessoa, sem efeito\n"
	      "2024-01-12 adjust ETH crypto 0.5 a ? taxas 0 BRL\n"
	      "! troca de ETH por SOL sem valor em reais no arquivo: lance a venda e a compra com o "
	      "valor do dia\n"
	      "- parte de uma operação contada em outra linha\n"
	      "! operação desconhecida: Mystery\n"
	      "2024-01-15 buy BTC crypto 0.03 a 10000 taxas 0 BRL\n"
	      "- parte de uma operação contada em outra linha\n"
	      "- parte de uma operação contada em outra linha\n"
	      "- parte de uma operação contada em outra linha\n"
	      "2024-01-16 buy BTC crypto 0.01 a 10000 taxas 0 BRL\n"
	      "- parte de uma operação contada em outra linha\n"
	      "2024-01-16 buy ETH crypto 0.1 a 500 taxas 0 BRL\n"
	      "- parte de uma operação contada em outra linha\n"
	      "2024-01-16 sell BTC crypto 0.01 a 12000 taxas 0 BRL\n"
	      "- parte de uma operação contada em outra linha\n",
	      "Binance statement");
}

static void mercado_bitcoin(void)
{
	/* 500 / 0.002 = 250000, the reais first; a coin alone has no value */
	gives("Data,Categoria,Moeda,Quantidade,Saldo\n"
	      "02/01/2024 10:00:00,Execução de ordem,BRL,500.00,0\n"
	      "02/01/2024 10:00:02,Execução de ordem,BTC,-0.002,0\n"
	      "03/01/2024 10:00:00,Execução de ordem,BTC,0.002,0\n"
	      "04/01/2024 10:00:00,Saque/Retirada,BRL,-10,0\n",
	      "Mercado Bitcoin (extrato antigo)",
	      "- valor em reais da execução ao lado\n"
	      "2024-01-02 sell BTC crypto 0.002 a 250000 taxas 0 BRL\n"
	      "! execução sem a linha em reais ao lado\n"
	      "- movimento de dinheiro da conta, que não forma posição\n",
	      "Mercado Bitcoin, old");
	/* bought: 1000 / 49.75; sold: fee 600 - 598.20 = 1.80 */
	gives("MERCADO BITCOIN,,,,,,,\n"
	      "Ativo,Operação Tipo,Operação Data/Hora,Preço BRL,Liquido BRL,Bruto BRL,Liquido "
	      "Cripto,Bruto Cripto\n"
	      "XRP,TRADING-OUT,21/03/2025 22:00:00,\"12,00\",\"598,20\",\"600,00\",50,50\n"
	      "XRP,TRADING-IN,20/03/2025 22:00:00,\"20,00\",\"1.000,00\",\"1.000,00\",\"49,75\",50\n"
	      "BRL,CASH-IN,19/03/2025 22:00:00,1,10,10,10,10\n",
	      "Mercado Bitcoin",
	      "2025-03-21 sell XRP crypto 50 a 12 taxas 1.8 BRL\n"
	      "2025-03-20 buy XRP crypto 49.75 a 20.100502512563 taxas 0 BRL\n"
	      "- movimento de dinheiro da conta, que não forma posição\n",
	      "Mercado Bitcoin, new");
}

/* ---- in Portuguese ---- */

static void others(void)
{
	/* abroad: 1.500,00 / 5,00 / 3 = 100 dollars */
	gives("Data;Produto;Descrição;Quantidade;Valor total;Câmbio;Instituição\n"
	      "05/02/2024;KO - COCA COLA;Aplicação;3;1.500,00;5,00;Avenue\n"
	      "06/02/2024;ITSA4 - ITAUSA PN;Resgate;10;98,70;;XP\n"
	      "07/02/2024;HGLG11 - CSHG LOG FII;Rendimentos;;1,10;;XP\n"
	      "08/02/2024;CDB EXEMPLO;Aplicação;;1.000,00;;XP\n",
	      "Kinvo (extrato)",
	      "2024-02-05 buy KO us 3 a 100 taxas 0 USD\n"
	      "2024-02-06 sell ITSA4 stock 10 a 9.87 taxas 0 BRL\n"
	      "2024-02-07 yield HGLG11 fii 1.1 BRL\n"
	      "! tipo do ativo não reconhecido: CDB EXEMPLO; preencha a coluna tipo\n",
	      "Kinvo");
	gives("Produto;Pagamento;Tipo de Evento;Instituição;Quantidade;Preço unitário;Valor líquido\n"
	      "ITSA4 - ITAUSA;28/06/2024;Juros Sobre Capital Próprio;XP;10;0,5;4,25\n"
	      "ITSA4 - ITAUSA;28/06/2024;Dividendo - Transferido;XP;10;0,5;4,25\n"
	      ";;;;;Total;8,50\n",
	      "relatório consolidado mensal da B3 (proventos)",
	      "2024-06-28 jcp ITSA4 stock 4.25 BRL\n"
	      "- repetição do evento de ativo emprestado\n"
	      "- linha de total, sem efeito\n",
	      "the exchange's monthly report");
}

static void refused(void)
{
	struct read *f =
		read_text("<html><body><table><tr><th>Ativo</th><th>Qtd</th><th>Pre&ccedil;o "
			  "m&#233;dio</th><th>Preço atual</th><th>Total "
			  "atual</th></tr><tr><td>ITSA4</td><td>1</td></tr></table></body>");

	ok(f->known && f->t.refusal && strstr(f->t.refusal, "MyProfit"), "MyProfit is refused");
	f = read_text(
		"Tipo de ativo;Ativo;Quant.;Preço Médio;Preço Atual;Saldo\nAções;ITSA4;1;9;9;9\n");
	ok(f->known && f->t.refusal && strstr(f->t.refusal, "Investidor10"), "Investidor10 too");
	f = read_text("Data;Operação;Tipo de ativo;Ativo;Quant.;Preço Médio;Preço Atual;Saldo\n");
	ok(!f->known, "but not a hand-made sheet of trades with its columns");
	f = read_text("Produto;Classe do Ativo;Valor aplicado;Saldo bruto\nX;Ações;1;2\n");
	ok(f->known && f->t.refusal && strstr(f->t.refusal, "Kinvo"), "and the position of Kinvo");
	f = read_text("Data operação,Categoria,Código Ativo,Operação C/V,Quantidade,Preço unitário,"
		      "Corretagem,UTC_Time,Operation,Coin,Change\n"
		      "2024-01-01,a,b,C,1,1,0,x,y,z,1\n");
	ok(f->known && f->t.refusal && strstr(f->t.refusal, "StatusInvest") &&
		   strstr(f->t.refusal, "Binance"),
	   "a header of two formats is refused with both names");
}

/* ---- hostile ---- */

static void hostile(void)
{
	static const char head[] = "Date,Code,DataSource,Currency,Price,Quantity,Action,Fee,Note\n";
	char *line = pool_array(pool, char, (size_t)10 << 20);
	struct read *f;

	gives(pool_printf(pool,
			  "%s2024-01-02,=cmd|'/c calc'!A1,YAHOO,USD,1,1,buy,0,=1+1\n"
			  "2024-01-02,KO,YAHOO,USD,1e30,1,buy,0,\n"
			  "2024-01-02,KO,YAHOO,USD,1,99999999999999999999,buy,0,\n"
			  "2024-01-02,KO,YAHOO,EUR,1,1,buy,0,\n"
			  "2024-01-02,KO,YAHOO,USD,um,1,buy,0,\n"
			  "2124-01-02,KO,YAHOO,USD,1,1,buy,0,\n"
			  "2024-01-02,KO\n",
			  head),
	      "Ghostfolio",
	      "! ticker inválido: =CMD|'/C.CALC'!A1\n"
	      "! preço fora da escala: 1e30\n"
	      "! quantidade fora da escala: 99999999999999999999\n"
	      "! KO em EUR: os papéis entram em reais ou, no exterior, em dólares\n"
	      "! preço não é um número: um\n"
	      "! data depois de hoje: 2124-01-02\n"
	      "! operação desconhecida: vazia\n",
	      "what is no number, date or paper");
	memset(line, 'a', ((size_t)10 << 20) - 1);
	f = read_bytes((struct slice){ line, ((size_t)10 << 20) - 1 });
	ok(!f->known && f->reason, "ten megabytes of one line");
	memcpy(line, "<table>", 7);
	ok(read_bytes((struct slice){ line, ((size_t)10 << 20) - 1 })->reason, "in a page");
	line[0] = '{';
	ok(read_bytes((struct slice){ line, ((size_t)10 << 20) - 1 })->reason, "and in a JSON");
	memset(line, '[', (size_t)1 << 20);
	line[0] = '{';
	ok(read_bytes((struct slice){ line, (size_t)1 << 20 })->reason, "a JSON of brackets");
	ok(read_bytes(SLICE("<table><tr><td>a\0b</td></tr></table>"))->reason, "a page with NUL");
	ok(read_bytes(SLICE("{\"activities\":[{\"date\":\"2024-01-0"))->reason, "a JSON cut off");
	ok(read_bytes(SLICE("<table><tr><td>a</td></tr>"))->reason, "a page cut off");
	ok(read_bytes(SLICE("<table><tr><td><table>"))->reason, "a table inside a table");
	ok(read_bytes(SLICE("<table><tr><td colspan=\"2\">a</td></tr></table>"))->reason,
	   "a cell of two columns");
	is_text(read_bytes(SLICE("<table><tr><td colspan=\"1\">a</td></tr></table>"))->reason, NULL,
		"of one it is read");
	ok(read_bytes(SLICE("<!-- <table><tr><td>a"))->reason, "a page that is a comment");
	f = read_text("Data opera\xe7\xe3o;Categoria;C\xf3"
		      "digo Ativo;Opera\xe7\xe3o C/V;Quantidade;Pre\xe7o unit\xe1rio;Corretagem\n"
		      "02/01/2024;A\xe7\xf5"
		      "es;ITSA4;C;1;9,87;\n");
	is_text(rows_of(f), "2024-01-02 buy ITSA4 stock 1 a 9.87 taxas 0 BRL\n",
		"Windows-1252 is read as what it is");
}

/* The same numbers in each run: a damaged file that fails can be found again. */
static unsigned next_number(void)
{
	static uint32_t state = 2463534242u;

	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state >> 3;
}

/* A character, or a piece of the file, in the place of others; or the file cut off. */
static struct slice damaged(void *in, const char *text)
{
	static const char odd[] = ";,\"\n\t -.(){}[]<>&=$0129eEXx:%\xff\xc3";
	size_t n = strlen(text);
	char *out = pool_strndup(in, text, n);

	for (unsigned k = next_number() % 6; k < 6; k++) {
		size_t at = next_number() % n, from = next_number() % n, some = next_number() % 20;

		if (next_number() % 2)
			out[at] = odd[next_number() % (sizeof(odd) - 1)];
		else if (at + some < n && from + some < n)
			memmove(out + at, out + from, some);
	}
	return (struct slice){ out, next_number() % 4 ? n : next_number() % n };
}

/* Damaged files are read or refused: under the sanitizers, nothing else. */
static void mutated(void)
{
	void *whole = pool;
	int times = random_cases(60), done = 0;

	for (size_t i = 0; i < n_kept; i++) {
		for (int k = 0; k < times; k++, done++) {
			pool = pool_new(whole, "damaged");
			(void)rows_of(read_bytes(damaged(pool, kept[i])));
			pool_free(pool);
		}
	}
	pool = whole;
	is_int(done, (int64_t)n_kept * times, "damaged files are read or refused");
}

/* The two legs of a trade of 0.001 BTC for 200 reais, in a second of its own. */
static size_t write_trade(char *at, size_t room, int number)
{
	int second = 2 * number;
	int n = snprintf(at, room,
			 "2024-01-10 %02d:%02d:%02d,Transaction Buy,BTC,0.001,\n"
			 "2024-01-10 %02d:%02d:%02d,Transaction Spend,BRL,-200,\n",
			 second / 3600, second / 60 % 60, second % 60, second / 3600,
			 second / 60 % 60, second % 60);

	return n > 0 ? (size_t)n : 0;
}

static void large(void)
{
	enum { TRADES = 30000, ROOM = 30000 * 120 };
	char *text = pool_array(pool, char, ROOM);
	size_t n = 0;
	int64_t start = clock_process_us();
	struct read *f;

	n += (size_t)snprintf(text, ROOM, "UTC_Time,Operation,Coin,Change,Remark\n");
	for (int i = 0; i < TRADES; i++)
		n += write_trade(text + n, ROOM - n, i);
	f = read_bytes((struct slice){ text, n });
	is_int((int64_t)f->r.imported, TRADES, "sixty thousand legs are half as many trades");
	ok(clock_process_us() - start < 20000000, "within twenty seconds, sanitizers and all");
}

int main(void)
{
	pool = pool_new(NULL, "test");
	if (!clock_init(NULL))
		return 1;
	statusinvest();
	ghostfolio();
	yahoo();
	wealthfolio();
	portfolio_performance();
	sharesight();
	ibkr_flex();
	ibkr_activity();
	avenue();
	binance();
	mercado_bitcoin();
	others();
	refused();
	hostile();
	mutated();
	large();
	pool_free(pool);
	return tap_done();
}

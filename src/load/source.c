/* SPDX-License-Identifier: Apache-2.0 */
/* source.c: the sources.  A new one is a row here and a parser. */
#include "config.h"

#include "load/run.h"

const struct load_source load_sources[] = {
	{ "cotahist", "B3, cotações históricas (COTAHIST)", "", "*.TXT", load_cotahist },
	{ "sgs", "Banco Central, uma série do SGS, JSON ou CSV", "--code", "*", load_sgs },
	{ "ptax", "Banco Central, PTAX, JSON ou CSV", "--currency", "*", load_ptax },
	{ "companies", "B3, suplemento de uma companhia: proventos, desdobramentos", "", "*",
	  load_supplement },
	{ "cash-dividends", "B3, histórico de proventos de uma companhia", "--issuer", "*",
	  load_cash_dividends },
	{ "company-details", "B3, página de uma companhia: códigos, ISIN, CNPJ", "", "*",
	  load_details },
	{ "holidays", "feriados: texto, .cal, JSON ou CSV", "--calendar", "*", load_holidays },
	{ "klines", "Binance, velas diárias, JSON ou CSV", "--symbol", "*", load_klines },
	{ "usdt", "Binance, o par USDT/BRL de agora", "", "*", load_usdt },
	{ "ohlc", "preços diários em CSV: Yahoo, yfinance, Stooq", "--symbol --type --currency",
	  "*", load_ohlc },
	{ "tesouro", "Tesouro Direto, preços de todos os títulos", "", "*.csv", load_tesouro },
	{ "anbima-debentures", "ANBIMA, debêntures de um dia (dbAAMMDD.txt)", "", "db*.txt",
	  load_anbima_debentures },
	{ "debenture-prices", "debentures.com.br, preços negociados", "", "*",
	  load_debenture_prices },
	{ "debentures", "debentures.com.br, características das emissões", "", "*",
	  load_debentures },
	{ "sectors", "B3, classificação setorial, CSV", "", "*", load_sectors },
	{ "index-components", "B3, papéis e índices de que fazem parte (GetStockIndex)", "", "*",
	  load_index_components },
	{ "instruments", "instrumentos, CSV nosso", "", "*", load_instruments },
	{ "events", "desdobramentos, bonificações e proventos digitados, CSV nosso", "", "*",
	  load_events },
	{ "market-events", "eventos de mercado, evidências e histórias, JSON Lines nosso", "", "*",
	  load_market_events },
	{ "earnings-calendar", "datas de divulgação de resultados, CSV nosso", "", "*",
	  load_earnings_calendar },
	{ "macro-calendar", "agenda de eventos econômicos, CSV nosso", "", "*",
	  load_macro_calendar },
	{ "dividend-status", "o que foi feito de um provento anunciado, CSV nosso", "", "*",
	  load_dividend_status },
	{ "edition", "uma edição do noticiário, JSON nosso", "", "*", load_edition },
	{ "successions", "trocas de código e incorporações, CSV nosso", "", "*", load_successions },
	{ "funds", "CVM, cadastro de fundos da RCVM 175: fundos, classes, subclasses", "",
	  "registro_*.csv", load_fund_register },
	{ "funds-old", "CVM, cadastro antigo de fundos (cad_fi)", "", "cad_fi*.csv",
	  load_funds_old },
	{ "fund-fees", "CVM, extrato de fundos: taxas e classe ANBIMA (extrato_fi)", "",
	  "extrato_fi*.csv", load_fund_fees },
	{ "fund-quotas", "CVM, cotas diárias de fundos (inf_diario_fi)", "", "inf_diario_fi*.csv",
	  load_fund_quotas },
	{ "fund-portfolios", "CVM, carteiras mensais de fundos (cda_fi)", "", "cda_fi_*.csv",
	  load_fund_portfolios },
	{ "objects", "objetos, relações e observações, JSON Lines nosso", "", "*", load_objects },
	{ "ratings", "notas de crédito, JSON Lines nosso", "", "*", load_ratings },
	{ "regulation-terms", "termos lidos em regulamentos, JSON Lines nosso, para uma mesa",
	  "--org", "*", load_regulation_terms },
	{ "fund-reports", "CVM, informes mensais de fundos de recebíveis (inf_mensal_fidc)", "",
	  "inf_mensal_fidc*.csv", load_receivables },
	{ "company-register", "CVM, cadastro de companhias (cad_cia_aberta)", "",
	  "cad_cia_aberta*.csv", load_company_register },
	{ "company-forms",
	  "CVM, formulários cadastrais: códigos de negociação, nomes (fca_cia_aberta)", "",
	  "fca_cia_aberta*.csv", load_company_forms },
	{ "company-documents", "CVM, documentos de companhias (ipe_cia_aberta)", "",
	  "ipe_cia_aberta*.csv", load_company_documents },
	{ "dfp", "CVM, demonstrações anuais (dfp_cia_aberta)", "", "dfp_cia_aberta*.csv",
	  load_statements },
	{ "itr", "CVM, informações trimestrais (itr_cia_aberta)", "", "itr_cia_aberta*.csv",
	  load_statements },
	{ "offerings", "CVM, ofertas públicas dos dois regimes (oferta_distribuicao)", "",
	  "oferta_*.csv", load_offerings },
	{ 0 },
};

const struct load_source *load_source_find(const char *name)
{
	for (const struct load_source *s = load_sources; s->name; s++)
		if (str_eq(s->name, name))
			return s;
	return NULL;
}

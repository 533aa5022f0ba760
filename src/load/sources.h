/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sources.h: the sources.  A new one is a row here and a parser; run.h declares the parsers from it,
 * source.c makes its table.
 *
 * A row: name, title of --help, options, members inside an archive, the parser.
 */
#ifndef LASTRO_LOAD_SOURCES_H
#define LASTRO_LOAD_SOURCES_H

/* clang-format off */
#define LOAD_SOURCES(ROW) \
	ROW("cotahist", "B3, cotações históricas (COTAHIST)", "", "*.TXT", load_cotahist) \
	ROW("sgs", "Banco Central, uma série do SGS, JSON ou CSV", "--code", "*", load_sgs) \
	ROW("ptax", "Banco Central, PTAX, JSON ou CSV", "--currency", "*", load_ptax) \
	ROW("companies", "B3, suplemento de uma companhia: proventos, desdobramentos", "", "*", load_supplement) \
	ROW("cash-dividends", "B3, histórico de proventos de uma companhia", "--issuer", "*", load_cash_dividends) \
	ROW("company-details", "B3, página de uma companhia: códigos, ISIN, CNPJ", "", "*", load_details) \
	ROW("holidays", "feriados: texto, .cal, JSON ou CSV", "--calendar", "*", load_holidays) \
	ROW("klines", "Binance, velas diárias, JSON ou CSV", "--symbol", "*", load_klines) \
	ROW("usdt", "Binance, o par USDT/BRL de agora", "", "*", load_usdt) \
	ROW("ohlc", "preços diários em CSV: Yahoo, yfinance, Stooq", "--symbol --type --currency", "*", load_ohlc) \
	ROW("tesouro", "Tesouro Direto, preços de todos os títulos", "", "*.csv", load_tesouro) \
	ROW("anbima-debentures", "ANBIMA, debêntures de um dia (dbAAMMDD.txt)", "", "db*.txt", load_anbima_debentures) \
	ROW("debenture-prices", "debentures.com.br, preços negociados", "", "*", load_debenture_prices) \
	ROW("debentures", "debentures.com.br, características das emissões", "", "*", load_debentures) \
	ROW("debenture-agenda", "debentures.com.br, agenda de pagamentos das debêntures", "", "*", load_debenture_agenda) \
	ROW("zero-curves", "ANBIMA, ETTJ: curvas zero de um dia (CZ-down)", "", "*", load_zero_curves) \
	ROW("reference-curves", "B3, curvas de referência de um dia (TaxaSwap)", "", "*.txt", load_reference_curves) \
	ROW("index-numbers", "números-índice do IPCA e do IGP-M digitados, CSV nosso", "", "*", load_index_numbers) \
	ROW("sectors", "B3, classificação setorial, CSV", "", "*", load_sectors) \
	ROW("index-components", "B3, papéis e índices de que fazem parte (GetStockIndex)", "", "*", load_index_components) \
	ROW("instruments", "instrumentos, CSV nosso", "", "*", load_instruments) \
	ROW("events", "desdobramentos, bonificações e proventos digitados, CSV nosso", "", "*", load_events) \
	ROW("market-events", "eventos de mercado, evidências e histórias, JSON Lines nosso", "", "*", load_market_events) \
	ROW("earnings-calendar", "datas de divulgação de resultados, CSV nosso", "", "*", load_earnings_calendar) \
	ROW("macro-calendar", "agenda de eventos econômicos, CSV nosso", "", "*", load_macro_calendar) \
	ROW("dividend-status", "o que foi feito de um provento anunciado, CSV nosso", "", "*", load_dividend_status) \
	ROW("edition", "uma edição do noticiário, JSON nosso", "", "*", load_edition) \
	ROW("successions", "trocas de código e incorporações, CSV nosso", "", "*", load_successions) \
	ROW("funds", "CVM, cadastro de fundos da RCVM 175: fundos, classes, subclasses", "", "registro_*.csv", load_fund_register) \
	ROW("funds-old", "CVM, cadastro antigo de fundos (cad_fi)", "", "cad_fi*.csv", load_funds_old) \
	ROW("fund-fees", "CVM, extrato de fundos: taxas e classe ANBIMA (extrato_fi)", "", "extrato_fi*.csv", load_fund_fees) \
	ROW("fund-quotas", "CVM, cotas diárias de fundos (inf_diario_fi)", "", "inf_diario_fi*.csv", load_fund_quotas) \
	ROW("fund-portfolios", "CVM, carteiras mensais de fundos (cda_fi)", "", "cda_fi_*.csv", load_fund_portfolios) \
	ROW("objects", "objetos, relações, observações e nomes, JSON Lines nosso", "", "*", load_objects) \
	ROW("ratings", "notas de crédito, JSON Lines nosso", "", "*", load_ratings) \
	ROW("regulation-terms", "termos lidos em regulamentos, JSON Lines nosso, para uma mesa", "--org", "*", load_regulation_terms) \
	ROW("fund-reports", "CVM, informes mensais de fundos de recebíveis (inf_mensal_fidc)", "", "inf_mensal_fidc*.csv", load_receivables) \
	ROW("company-register", "CVM, cadastro de companhias (cad_cia_aberta)", "", "cad_cia_aberta*.csv", load_company_register) \
	ROW("company-forms", "CVM, formulários cadastrais: códigos de negociação, nomes (fca_cia_aberta)", "", "fca_cia_aberta*.csv", load_company_forms) \
	ROW("company-documents", "CVM, documentos de companhias (ipe_cia_aberta)", "", "ipe_cia_aberta*.csv", load_company_documents) \
	ROW("dfp", "CVM, demonstrações anuais (dfp_cia_aberta)", "", "dfp_cia_aberta*.csv", load_statements) \
	ROW("itr", "CVM, informações trimestrais (itr_cia_aberta)", "", "itr_cia_aberta*.csv", load_statements) \
	ROW("offerings", "CVM, ofertas públicas dos dois regimes (oferta_distribuicao)", "", "oferta_*.csv", load_offerings)
/* clang-format on */

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * companies.h: companies, their filings and results, for other modules.
 *
 * Modules that rank or link companies join the tables themselves; sql/0311_companies.sql explains their
 * columns ("listed" is company.trades): company, company_code, company_name, company_ticker,
 * company_document, statement_measure, share_capital.  company_find(code, tax id, ticker) in SQL finds
 * the company of a key.
 */
#ifndef LASTRO_MARKET_COMPANIES_COMPANIES_H
#define LASTRO_MARKET_COMPANIES_COMPANIES_H

#include "market/companies/document_kind.h" /* kinds of documents */
#include "market/companies/company_measures.h" /* the table of figures, for those that load and compute */
#include "http/route.h"

extern const struct route companies_routes[];

#endif

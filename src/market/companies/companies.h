/* SPDX-License-Identifier: Apache-2.0 */
/*
 * companies.h: companies, what they filed and what they earn, as other modules see it.
 *
 * Whoever ranks or links companies joins the tables themselves, whose columns sql/0031_companies.sql
 * explains, and of company.trades, which is what "listed" answers, 0102: company, company_code, company_name, company_ticker, company_document, statement_measure,
 * share_capital.  company_find(code, tax id, ticker) says in SQL which company a key means.
 */
#ifndef LASTRO_MARKET_COMPANIES_COMPANIES_H
#define LASTRO_MARKET_COMPANIES_COMPANIES_H

#include "market/companies/document_kind.h" /* kinds of documents */
#include "market/companies/company_measures.h" /* the table of figures, for those that load and compute */
#include "http/route.h"

extern const struct route companies_routes[];

#endif

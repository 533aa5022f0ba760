/* SPDX-License-Identifier: Apache-2.0 */
/* routes.c: what is answered of companies (contract.md "Companies", completions.md 5). */
#include "config.h"

#include "companies/companies.h"

#include "companies/company.h"
#include "companies/measures.h"

const struct route companies_routes[] = {
	ROUTE_MARKET("/v1/companies", companies_list, "listCompanies"),
	ROUTE_MARKET("/v1/companies/{company}/documents", company_documents,
		     "listCompanyDocuments"),
	ROUTE_MARKET("/v1/companies/{company}/financials", company_financials,
		     "listCompanyFinancials"),
	{ .run = NULL },
};

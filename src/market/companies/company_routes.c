/* SPDX-License-Identifier: Apache-2.0 */
/* company_routes.c: the routes of companies. */
#include "config.h"

#include "market/companies/companies.h"

#include "market/companies/company.h"

const struct route companies_routes[] = {
	ROUTE_MARKET("/v1/companies", companies_list, "listCompanies"),
	ROUTE_MARKET("/v1/companies/{company}/documents", company_documents,
		     "listCompanyDocuments"),
	ROUTE_MARKET("/v1/companies/{company}/financials", company_financials,
		     "listCompanyFinancials"),
	{ .run = NULL },
};

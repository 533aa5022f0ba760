/* SPDX-License-Identifier: Apache-2.0 */
/* document_kind.h: the stable kinds of company documents, from the source's free text. */
#ifndef LASTRO_MARKET_COMPANIES_DOCUMENT_KIND_H
#define LASTRO_MARKET_COMPANIES_DOCUMENT_KIND_H

enum document_kind {
	DOCUMENT_MATERIAL_FACT,
	DOCUMENT_MARKET_COMMUNICATION,
	DOCUMENT_FINANCIAL_REPORT,
	DOCUMENT_SHAREHOLDER_NOTICE,
	DOCUMENT_SHAREHOLDER_MEETING,
	DOCUMENT_PERIODIC_REPORT,
	DOCUMENT_MANAGEMENT_REPORT,
	DOCUMENT_DEBT_INSTRUMENT,
	DOCUMENT_GOVERNING_DOCUMENT,
	DOCUMENT_OTHER,
};

extern const char *const document_kind_names[]; /* "material_fact" …, NULL */

/* document_kind_of() - the kind of a category and a type, both folded (text_fold); the type may be "". */
enum document_kind document_kind_of(const char *category, const char *type);

#endif

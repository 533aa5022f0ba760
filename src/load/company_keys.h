/* SPDX-License-Identifier: Apache-2.0 */
/* company_keys.h: what CVM's loaders of companies share: codes and tax ids become one company. */
#ifndef LASTRO_LOAD_COMPANY_KEYS_H
#define LASTRO_LOAD_COMPANY_KEYS_H

#include "load/spill.h"
#include "load/cvm.h"

/* A registration as a file says it; absent texts are NULL. */
struct company_row {
	int64_t cvm_code;
	const char *tax_id; /* NULL: a foreign issuer */
	const char *name, *trading_name;
	const char *sector;
	const char *status; /* active, suspended, cancelled, unknown */
	bool on_exchange;
	bool has_registered, has_cancelled;
	struct day registered_on, cancelled_on;
	const char *cancel_reason, *issuer_state, *control;
	const char *category; /* A, B, or NULL */
};

/*
 * companies_seen() - the table of what a file says of companies, company_seen; companies_copy() - into it.
 * companies_put() - one of them; texts are of cells, kept until then.
 */
void companies_seen(struct load *l);
struct copy *companies_copy(struct load *l);
void companies_put(struct load *l, struct copy *to, const struct company_row *row);

/*
 * companies_identify() - every code in company_seen is a registration of a company; returns how many
 * registrations were written, and in @codes how many there are.
 * @source: register, form, document, statement; a register's word on a registration is not undone by
 * the others, whose rows only make known what was not.
 */
int64_t companies_identify(struct load *l, const char *source, int64_t *codes);

/* companies_refresh() - what a company shows, for all in the table company_touched (company_id). */
void companies_refresh(struct load *l);

/* companies_quoted() - of which companies a paper is quoted lately; their version advances when that changes. */
void companies_quoted(struct load *l);

/* A cell as UTF-8 in the row's pool, or NULL when absent. */
const char *companies_text(struct cvm *c, size_t column);

/* companies_code() - CVM code of a cell, leading zeros or not; false: none. */
bool companies_code(struct slice s, int64_t *out) MUST_CHECK;

/* companies_year() - the year that the file's name ends in, or refuses: its rows replace that year's. */
int64_t companies_year(struct load *l);

/*
 * A document of a company, staged in the table document_stage; companies_documents() puts them in.
 * @source: ipe, dfp, itr, fca; of ipe what left its year's file goes
 */
#define DOCUMENT_COLUMNS                                                                           \
	"line, cvm_code, tax_id, name, folded, doc_key, version, kind, category, type, species,"   \
	" subject, reference_date, delivered, presentation, protocol, download_url"
void companies_document_stage(struct load *l);
/* companies_index() - the index of a file of forms (CATEG_DOC, ID_DOC, LINK_DOC), whole, into that table. */
void companies_index(struct cvm *c);
/* companies_see_documents() - the issuers of what is staged, into company_seen. */
void companies_see_documents(struct load *l);
void companies_documents(struct load *l, const char *source, int64_t file_year, bool replace);

#endif

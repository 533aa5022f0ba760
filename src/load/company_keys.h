/* SPDX-License-Identifier: Apache-2.0 */
/* company_keys.h: what CVM's loaders of companies share: resolving codes and tax ids to a company. */
#ifndef LASTRO_LOAD_COMPANY_KEYS_H
#define LASTRO_LOAD_COMPANY_KEYS_H

#include "load/spill.h"
#include "load/cvm.h"

/* A registration as in a file; absent texts are NULL. */
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
 * companies_stage() - creates the temporary table company_seen for a file's data about companies;
 * companies_copy() - a COPY into it.
 * companies_put() - adds a row; its texts are cells, valid until then.
 */
void companies_stage(struct load *l);
struct copy *companies_copy(struct load *l);
void companies_put(struct load *l, struct copy *to, const struct company_row *row);

/*
 * companies_identify() - makes every code in company_seen a registration of a company; returns how many
 * registrations were written, and in @codes how many there are.
 * @source: register, form, document, statement; the other sources do not overwrite a registration from
 * the register, they only add missing ones.
 */
int64_t companies_identify(struct load *l, const char *source, int64_t *codes);

/*
 * companies_refresh() - derives the displayed members of all companies in the table company_touched
 * (company_id).
 */
void companies_refresh(struct load *l);

/*
 * companies_quoted() - marks companies with recently quoted papers; their version advances when that
 * changes.
 */
void companies_quoted(struct load *l);

/* A cell as UTF-8 in the row's pool, or NULL when absent. */
const char *companies_text(struct cvm *c, size_t column);

/* companies_code() - CVM code of a cell, with or without leading zeros; false: none. */
bool companies_code(struct slice s, int64_t *out) MUST_CHECK;

/* companies_year() - the year at the end of the file's name, or refuses: its rows replace that year's. */
int64_t companies_year(struct load *l);

/*
 * A document of a company, staged in the table document_stage; companies_documents() writes them.
 * @source: ipe, dfp, itr, fca; for ipe, documents missing from their year's file are deleted
 */
#define DOCUMENT_COLUMNS                                                                           \
	"line, cvm_code, tax_id, name, folded, doc_key, version, kind, category, type, species,"   \
	" subject, reference_date, delivered, presentation, protocol, download_url"
void companies_document_stage(struct load *l);
/* companies_index() - stages the index of a file of forms (CATEG_DOC, ID_DOC, LINK_DOC). */
void companies_index(struct cvm *c);
/* companies_see_documents() - adds the issuers of the staged documents to company_seen. */
void companies_see_documents(struct load *l);
void companies_documents(struct load *l, const char *source, int64_t file_year, bool replace);

#endif

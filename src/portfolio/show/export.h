/* SPDX-License-Identifier: Apache-2.0 */
/* export.h: a portfolio's ledger as a file, for other programs and for importing again. */
#ifndef LASTRO_PORTFOLIO_SHOW_EXPORT_H
#define LASTRO_PORTFOLIO_SHOW_EXPORT_H

#include "core/buf.h"
#include "core/json_write.h"
#include "portfolio/ledger/guessed.h"
#include "portfolio/store/valued.h"

/* One entry of the ledger, in the order of the export: by day, rows before income, then as inserted. */
struct export_entry {
	struct day day;
	const struct ledger_asset *asset;
	const struct ledger_row *row; /* NULL: income */
	struct uuid id;
	enum income_kind income;
	struct money amount;	 /* of income, net */
	const char *note;	 /* or NULL */
	const char *external_id; /* of a row, or NULL */
	const char *option;	 /* of an exercise, or NULL */
	const char *institution; /* of a row, or NULL */
	struct income_facts facts;
};

struct export
{
	const struct loaded *in;
	struct day as_of;
	struct export_entry *entries;
	size_t n;
	struct guessed guessed; /* assets whose type an import guessed */
	bool external_ids, options, institutions, income_facts; /* a row has one */
	bool has_first_day; /* exchange statements are among its sources */
	struct day first_day;
	const struct ledger_asset **watched; /* assets without entries, by symbol, then type */
	size_t n_watched;
};

/* Of the CSV: "br" for a Brazilian Excel, the default, or "rfc4180". */
extern const char *const export_dialects[];

void export_csv(struct buf *out, const struct export *e, bool br);
void export_json(struct json *j, const struct export *e);
void export_beancount(struct buf *out, const struct export *e);

#endif

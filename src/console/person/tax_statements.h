/* SPDX-License-Identifier: Apache-2.0 */
/* tax_statements.h: the lists of the tax inputs. */
#ifndef LASTRO_CONSOLE_PERSON_TAX_STATEMENTS_H
#define LASTRO_CONSOLE_PERSON_TAX_STATEMENTS_H

#include <json-c/json.h>

#include "console/form/entry.h"

enum tax_member_kind { MEMBER_MONEY, MEMBER_MONTH, MEMBER_DAY, MEMBER_YEAR, MEMBER_WORD };

struct tax_member {
	const char *name, *label, *hint;
	enum tax_member_kind kind;
	bool optional;
	const struct html_option *options; /* of a word */
	size_t n_options;
};

#define TAX_MEMBERS 4

struct tax_statement {
	const char *name;
	const char *title, *add;		/* of its list, and of the link to one more */
	const char *key;			/* one entry for each value of it; NULL: many */
	struct tax_member members[TAX_MEMBERS]; /* those with a name */
};

extern const struct tax_statement tax_statements[]; /* a name of NULL at the end */

/* tax_statement_of() - NULL for another name. */
const struct tax_statement *tax_statement_of(const char *name);

/* A stored value as it is typed, "12/2025", "1234,56"; and as a person reads it. */
const char *tax_member_typed(void *pool, const struct tax_member *m, const char *stored);
const char *tax_member_said(void *pool, const struct tax_member *m, const char *stored);

/* tax_entry_said() - an entry as a person reads it: "12/2025; Operações comuns R$ 480,00". */
const char *tax_entry_said(void *pool, const struct tax_statement *s, struct json_object *one);

/* tax_member_money() - 0 for what is no amount: the operation refuses it. */
struct money tax_member_money(const char *stored);

/*
 * tax_paid_late() - what a payment of @period after its last day leaves out, as a sentence after a space: it is stated
 * without fine and interest, which are no part of any figure; "" for one in time.
 */
const char *tax_paid_late(const char *code, struct month period, struct day paid_on);

/* tax_statement_in() - the entry of a form; takes its fields, and stores its errors. */
struct json_object *tax_statement_in(struct ctx *ctx, struct body *form,
				     const struct tax_statement *s);

/* tax_statement_fields() - a field each member. */
void tax_statement_fields(struct html *h, const struct tax_statement *s, const struct entry *e);

/* tax_statement_amounts() - of a month that the page says: only its amounts, named with @prefix; tax_statement_of_month() - its entry. */
void tax_statement_amounts(struct html *h, const struct tax_statement *s, const struct entry *e,
			   const char *prefix);
struct json_object *tax_statement_of_month(struct ctx *ctx, struct body *form,
					   const struct tax_statement *s, struct month month,
					   const char *prefix);

/* tax_statement_open() - the form of an entry of list @about; @was: the present one, or NULL. */
void tax_statement_open(struct html *h, const char *about, const char *was, const char *back);

#define TAX_PAID "paid"		     /* the list of payments */
#define TAX_WITHHELD "withheld"	     /* that of withholdings */
#define TAX_POLICY "withheld_policy" /* this member and exclude are one form */

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* declaration.h: a portfolio's part of the yearly declaration (doc/tax.md 20.9). */
#ifndef LASTRO_CALC_TAX_DECLARATION_H
#define LASTRO_CALC_TAX_DECLARATION_H

#include "calc/tax/year.h"

struct tax_good {
	const char *symbol;
	size_t asset;
	struct tax_code code; /* empty when unconfirmed */
	const char *country;  /* or NULL */
	bool traded_on_exchange, optional;
	const char *tax_id; /* or NULL */
	struct qty qty;
	struct tax_figure previous, current;
	const char *discrimination;
	tax_reasons reasons;
};

/* One part of a summed figure. */
enum tax_source {
	SOURCE_GROSS,	  /* of income: gross, to the cent */
	SOURCE_CREDITED,  /* of income: what was credited */
	SOURCE_BONUS,	  /* operations.bonuses */
	SOURCE_MONTH,	  /* exempt gain of a month */
	SOURCE_GAIN,	  /* gain of tokens in a month */
	SOURCE_OPERATION, /* operations.items: its result */
};

struct tax_part {
	enum tax_source source;
	size_t at; /* its index there */
};

struct tax_parts {
	struct tax_part *items;
	size_t n, size;
};

struct tax_line {
	const char *code;		       /* or NULL */
	int code_year;			       /* 0: no code */
	const char *payer_tax_id, *payer_name; /* or NULL */
	struct tax_figure amount;
	const char **symbols; /* alphabetical */
	size_t n_symbols;
	tax_reasons reasons;
	bool has_withheld, has_ledger; /* lines 09; 06 and 12 */
	struct tax_figure withheld, ledger;
	struct tax_parts parts; /* of ledger if it has one, else of amount */
	struct tax_parts taxed; /* the first payment of each month with tax withheld */
};

struct tax_lines {
	struct tax_line *items;
	size_t n;
};

/* Income that the person declares month by month. */
struct tax_taxable {
	struct month month;
	const char *symbol;
	size_t asset;
	struct tax_figure amount, foreign_tax;
	tax_reasons reasons;	/* also of the tax that is not computed */
	struct tax_parts parts; /* income */
};

struct tax_declaration {
	int year;
	struct day as_of;
	bool provisional;
	struct tax_good *goods; /* by group, code, symbol; those without code last */
	size_t n_goods;
	struct tax_lines exempt, exclusive; /* isentos, exclusiva; by code, payer */
	struct tax_taxable *taxable;	    /* tributaveis; by month, symbol */
	size_t n_taxable;
	const struct tax_year *sheets; /* renda_variavel, exterior */
	struct tax_warnings warnings;
};

/*
 * tax_declaration_compute() - from a computed year.
 * @out: points into @ledger, @year and @pool
 */
enum calc_err tax_declaration_compute(void *pool, const struct tax_ledger *ledger,
				      const struct tax_year *year,
				      struct tax_declaration *out) MUST_CHECK;

/* tax_discrimination() - the text of a good; @held at the end of the year. */
const char *tax_discrimination(void *pool, const struct tax_ledger *ledger, size_t asset, int year,
			       const struct tax_position *held);

#endif

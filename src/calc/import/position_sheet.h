/* SPDX-License-Identifier: Apache-2.0 */
/*
 * position_sheet.h: the exchange's position sheet (posicao-AAAA-MM-DD.xlsx), or a similar table:
 * holdings by paper.
 *
 * Pure.  One worksheet per class of paper, each with its own header; quantities at several
 * institutions, and lent ones, are summed.
 */
#ifndef LASTRO_CALC_IMPORT_POSITION_SHEET_H
#define LASTRO_CALC_IMPORT_POSITION_SHEET_H

#include "calc/amounts/amounts.h"

/* Papers of one group share a namespace of symbols: a ticker is a share, a fund, an ETF or a BDR. */
enum paper_group {
	GROUP_EXCHANGE,
	GROUP_TREASURY,
	GROUP_PRIVATE, /* renda fixa and debentures */
	GROUP_OPTION,
	GROUP_US,
	GROUP_CRYPTO,
	GROUP_FUND,
	GROUP_INDEX,
};
enum paper_group paper_group_of(enum asset_type type);

/* The sheet's holding of one paper. */
struct sheet_position {
	const char *symbol;
	enum asset_type type;
	bool typed;	   /* the sheet has the type; else guessed from the ticker's form */
	bool faulty;	   /* a row of it was unreadable: the quantity is incomplete */
	bool transient;	   /* a right or receipt of a subscription: not a position (1.6) */
	const char *name;  /* as printed, or NULL */
	struct qty qty;	   /* all institutions, including lent ones */
	const char *sheet; /* of its first row, or NULL */
	size_t line;
};

/* An unreadable row. */
struct position_fault {
	const char *sheet; /* or NULL */
	size_t line;
	const char *symbol; /* or NULL */
	const char *code;   /* "number_unreadable" …, or NULL */
	const char *reason; /* pt-BR */
};

struct position_sheet {
	struct sheet_position *items; /* ascending by symbol, then group */
	size_t n;
	struct position_fault *faults; /* in the file's order */
	size_t n_faults;
	unsigned groups; /* bits 1 << enum paper_group that the file covers completely */
	size_t tables;	 /* worksheets that have the columns of a position */
};

/*
 * position_sheet_read() - out->tables 0: no worksheet has a paper and its quantity.
 *
 * Worksheets with the exchange's own names cover everything that the exchange keeps; other tables cover
 * only the groups that occur in them.
 */
void position_sheet_read(void *pool, const struct worksheet *sheets, size_t n,
			 struct position_sheet *out);

#endif

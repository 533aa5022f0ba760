/* SPDX-License-Identifier: Apache-2.0 */
/*
 * position_sheet.h: the exchange's position sheet (posicao-AAAA-MM-DD.xlsx), or a table like one of its
 * worksheets: what is held, by paper.
 *
 * Pure.  A worksheet a class of paper, each with its own header; what is held at several institutions,
 * and what is lent out, is added up.
 */
#ifndef LASTRO_CALC_IMPORT_POSITION_SHEET_H
#define LASTRO_CALC_IMPORT_POSITION_SHEET_H

#include "calc/amounts/amounts.h"

/* Papers of one group have one symbol: a ticker is a share, a fund, an ETF or a BDR. */
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

/* What the sheet says is held of one paper. */
struct sheet_position {
	const char *symbol;
	enum asset_type type;
	bool typed;	   /* the sheet says the type; else it is a guess by the ticker's form */
	bool faulty;	   /* a row of it could not be read: the quantity is not all */
	bool transient;	   /* a right or receipt of a subscription: no position (1.6) */
	const char *name;  /* as printed, or NULL */
	struct qty qty;	   /* all institutions, and what is lent */
	const char *sheet; /* of its first row, or NULL */
	size_t line;
};

/* A row that could not be read. */
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
	unsigned groups; /* bits 1 << enum paper_group that the file tells all of */
	size_t tables;	 /* worksheets that have the columns of one */
};

/*
 * position_sheet_read() - out->tables 0: no worksheet has a paper and its quantity.
 *
 * Worksheets of the exchange's own names tell everything that the exchange keeps; of other tables only
 * the groups that stand in them are told.
 */
void position_sheet_read(void *pool, const struct worksheet *sheets, size_t n,
			 struct position_sheet *out);

#endif

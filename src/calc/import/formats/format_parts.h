/* SPDX-License-Identifier: Apache-2.0 */
/* format_parts.h: what the formats share; only files of this folder include it. */
#ifndef LASTRO_CALC_IMPORT_FORMATS_FORMAT_PARTS_H
#define LASTRO_CALC_IMPORT_FORMATS_FORMAT_PARTS_H

#include "calc/import/formats/formats.h"
#include "calc/import/import_row.h"

#define FORMAT_COLUMNS 20

/*
 * One header that a format is known by.  A name is in the form of column_key(); several for one column
 * are separated by blanks, and the first that the file has counts.
 */
struct format_header {
	const char *names[FORMAT_COLUMNS]; /* by the format's own numbers */
	unsigned needs; /* bits of the columns without which it is not this header */
	bool weak;	/* so few columns that a hand-made sheet may have them */
};

struct format_work;
struct format_word;

/* A format: how it is known and how its rows become those of the hand-made sheet. */
struct format {
	const char *name; /* of the program and the file, for a person */
	const char *
		caution; /* pt-BR: how surely the format is known; NULL when a file of it was seen */
	const struct format_header *headers;
	size_t n_headers;
	unsigned numbers;     /* bits of its number columns: their texts prove the decimal mark */
	enum sheet_mark mark; /* of the program, where the texts prove none */
	const char *refusal;  /* pt-BR: such a file is refused, and what to do with it; or NULL */
	bool executions;      /* as in struct import_translation */
	bool sections;	      /* several headers in one file: none names the columns of all rows */
	void (*row)(struct format_work *f, size_t row); /* one row by itself */
	void (*read)(struct format_work *f);		/* or all of them */
};

/* The columns of a row in the hand-made form. */
enum draft_cell {
	DRAFT_TICKER,
	DRAFT_OPERATION,
	DRAFT_DAY,
	DRAFT_QUANTITY,
	DRAFT_PRICE,
	DRAFT_AMOUNT,
	DRAFT_FEES,
	DRAFT_TYPE,
	DRAFT_RATIO,
	DRAFT_CURRENCY,
	DRAFT_NOTE,
	DRAFT_BROKER,
	DRAFT_NAME,
	DRAFT_GROSS,
	DRAFT_EVENT,
	DRAFT_OPTION,
	DRAFT_CELLS
};

struct draft {
	size_t row;	  /* of the file's sheet */
	const char *sign; /* the money of the sign in a number's cell, "BRL"; or NULL */
	const char *cells[DRAFT_CELLS];
	struct import_verdict verdict;
};

/* A file being read. */
struct format_work {
	void *pool;
	const struct format *format;
	const struct sheet *sheet;
	size_t header;		   /* its row */
	size_t at[FORMAT_COLUMNS]; /* SIZE_MAX: not in this file */
	enum sheet_mark mark;
	struct draft *drafts; /* at most one for each row of the sheet */
	size_t n;
	const char *last_label; /* of format_judge(), whose rows mostly repeat it; or NULL */
	const struct format_word *last_word;
	const char *doubt; /* the first of @n_doubts, as in struct import_translation; or NULL */
	size_t n_doubts;
};

/* ---- format_headers.c ---- */

/* format_keys() - the cells of a row in the form of column_key(); NULL where it is empty. */
const char **format_keys(void *pool, const struct sheet *s, size_t row);
/* format_header_at() - whether a row with these keys is the header @h, and where its columns stand. */
bool format_header_at(const struct format_header *h, const char *const *keys, size_t n,
		      size_t at[FORMAT_COLUMNS]);

/* ---- format_cells.c ---- */

/* format_cell() - a cell without blanks around, or NULL; format_text() - by the sheet's column. */
const char *format_cell(const struct format_work *f, size_t row, int column);
const char *format_text(const struct format_work *f, size_t row, size_t at);
/* format_draft() - the row of the hand-made form that @row becomes. */
struct draft *format_draft(struct format_work *f, size_t row);
/* format_ignore() - the row has no effect, and why; format_fail() - it is in error. */
void format_ignore(struct draft *d, const char *reason);
void format_fail(struct format_work *f, struct draft *d, const char *fmt, ...) PRINTF_LIKE(3, 4);
/* format_ignore_row() - the same for a row of which nothing else is known. */
void format_ignore_row(struct format_work *f, size_t row, const char *reason);
/*
 * format_number() - a number with twelve places; unknown when the cell is empty, and when it is no
 * number: the draft is then in error.
 * @what: pt-BR, for the error
 */
struct maybe format_number(struct format_work *f, struct draft *d, int column, const char *what);
/* format_value() - the same of a text that is not a cell by itself. */
struct maybe format_value(struct format_work *f, struct draft *d, const char *text,
			  const char *what);
/* format_plain() - @v of twelve places as text, with a decimal point. */
const char *format_plain(const struct format_work *f, wide v);
/* format_local_day() - an instant in UTC as the day in Brasília; a text that is none unchanged. */
const char *format_local_day(const struct format_work *f, const char *cell);
/* format_instant() - "2024-01-10 08:30:24", "10/01/2024 08:30:24" in seconds; false for another text. */
bool format_instant(const char *cell, int64_t *seconds);
/* format_before() - the text before the first @c; all of it without one. */
const char *format_before(const struct format_work *f, const char *text, char c);

/* ---- format_papers.c ---- */

/* A paper as the hand-made sheet names it. */
struct format_paper {
	const char *symbol;
	const char *type;     /* or NULL: by what is known of the symbol */
	const char *currency; /* in capitals, or NULL */
};

/*
 * format_paper() - from a symbol as sites write it (PETR4.SA, BTC-USD, NASDAQ:AAPL, BRK B).
 * @currency: of the row, or NULL: that of the symbol, dollars without one
 */
struct format_paper format_paper(const struct format_work *f, const char *raw,
				 const char *currency);
/* format_coin() - a coin against @money. */
struct format_paper format_coin(const struct format_work *f, const char *coin, const char *money);

/* ---- format_words.c ---- */

enum format_kind {
	KIND_BUY,
	KIND_SELL,
	KIND_INCOME,
	KIND_SPLIT,
	KIND_TAX,     /* withheld from an income */
	KIND_NOTHING, /* no holding: @reason */
};

struct format_word {
	const char *key; /* in the form of column_key() */
	enum format_kind kind;
	const char *operation; /* as the hand-made sheet says it */
	const char *reason;    /* KIND_NOTHING: pt-BR */
};

/* format_word() - what a word of any of the programs means, or NULL. */
const struct format_word *format_word(void *pool, const char *text);
/* Reasons: of money alone, between own accounts, of a tax that names no paper. */
extern const char format_cash[], format_moved[], format_account_tax[];
extern const char format_entry[],
	format_removal[]; /* operations: a trade for which no money went */

/* ---- format_deals.c ---- */

/* A trade, an income or a split; numbers with twelve places, as the file has them. */
struct format_deal {
	const struct format_word *word;
	const char *label; /* the word as printed */
	const char *day;
	struct format_paper paper;
	struct maybe quantity, price, amount; /* of an income: @amount, net */
	struct maybe fees;		      /* a cost is positive */
	struct maybe gross, ratio;
	const char *note, *broker, *name;
	bool converted; /* from another money: the signs in the file's cells are not the paper's */
};

/* format_put() - fills the draft in, unless it is in error. */
void format_put(struct format_work *f, struct draft *d, const struct format_deal *deal);
/*
 * format_judge() - the word of a row: true when it is a deal of a paper; else the draft is ignored or in
 * error.
 */
bool format_judge(struct format_work *f, struct draft *d, const char *label, const char *symbol,
		  const struct format_word **word);

/* ---- format_incomes.c ---- */

/* One row of an income whose gross amount and tax stand in rows of their own. */
struct format_income {
	struct draft *draft;
	const struct format_word *word; /* KIND_INCOME, or KIND_TAX */
	struct format_paper paper;
	const char *label, *day;
	wide v; /* twelve places; a tax is negative */
};

/*
 * format_put_incomes() - those of one paper and day become one: the first row of the income has the net
 * amount, the others are counted in it.  A tax without its income is in error.
 */
void format_put_incomes(struct format_work *f, struct format_income *items, size_t n);
/* format_symbol_in() - the symbol at the beginning of "VT(US9220427424) CASH DIVIDEND …". */
const char *format_symbol_in(const struct format_work *f, const char *description);

/* ---- one format each ---- */

extern const struct format format_statusinvest, format_ghostfolio, format_yahoo, format_wealthfolio,
	format_portfolio_performance, format_sharesight, format_ibkr_flex, format_ibkr_activity,
	format_binance_trades, format_binance_statement, format_mercado_bitcoin_old,
	format_mercado_bitcoin, format_avenue, format_consolidated, format_kinvo,
	format_kinvo_position, format_investidor10, format_myprofit, format_brokerage_note;

#endif

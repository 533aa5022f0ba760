/* SPDX-License-Identifier: Apache-2.0 */
/*
 * column_mapping.h: any sheet, once a person has said which column is which (doc/calculations.md 16.4).
 *
 * A mapping turns the rows into those of the hand-made sheet, cells and all, which import_map() then reads as any
 * other: numbers with two readings, types, duplicates and refusals are decided in one place.
 */
#ifndef LASTRO_CALC_IMPORT_COLUMN_MAPPING_H
#define LASTRO_CALC_IMPORT_COLUMN_MAPPING_H

#include "calc/import/formats/formats.h"
#include "core/day.h"

#define MAPPED_WIDTH_MAX 200	/* columns of a sheet that can be mapped */
#define MAPPED_WORDS_MAX 20	/* different operations */
#define MAPPED_WORD_CHARS 80	/* of an operation */
#define MAPPED_HEADER_ROWS 30	/* first rows, of which one may be the header */
#define MAPPED_SIGNED_CHARS 100 /* of a cell of a signature */

/* The columns that a mapping may name. */
enum mapped_column {
	MAPPED_DAY,
	MAPPED_TICKER,
	MAPPED_OPERATION,
	MAPPED_QUANTITY,
	MAPPED_PRICE,
	MAPPED_AMOUNT,
	MAPPED_FEES,
	MAPPED_TYPE,
	MAPPED_CURRENCY,
	MAPPED_RATIO,
	MAPPED_COLUMNS
};
extern const char *const mapped_column_names[]; /* "date", "ticker" … */

/* The meaning of an operation. */
enum mapped_meaning {
	MEANS_BUY,
	MEANS_SELL,
	MEANS_DIVIDEND,
	MEANS_JCP,
	MEANS_YIELD,
	MEANS_INTEREST,
	MEANS_AMORTIZATION,
	MEANS_SPLIT,
	MEANS_GROUPING,
	MEANS_BONUS,
	MEANS_IGNORED,
	MAPPED_MEANINGS
};
extern const char *const mapped_meaning_names[]; /* "buy", "sell" … */
bool mapped_is_income(enum mapped_meaning means);

struct mapped_word {
	const char *word; /* as the sheet has it; compared without accents and case */
	enum mapped_meaning means;
};

struct column_mapping {
	bool header;		   /* the sheet has one; else its first row is of data */
	size_t at[MAPPED_COLUMNS]; /* SIZE_MAX: none */
	bool all_mean;		   /* every row is the same operation: @means */
	enum mapped_meaning means;
	const char *type; /* of every paper, a word of the column `tipo`; or NULL */
	bool month_first; /* "11/12/2026" is of November */
	struct mapped_word words[MAPPED_WORDS_MAX];
	size_t n_words;
};

/* column_mapping_clear() - no column, no word. */
void column_mapping_clear(struct column_mapping *m);

/*
 * mapping_signature() - the text by which the same kind of sheet is known again: the cells of a header, or,
 * without one, which cells of the first row are dates, numbers and texts.  NULL: nothing to know it by.
 */
const char *mapping_signature(void *pool, const struct sheet *s, size_t row, bool header);

/*
 * mapping_translate() - the rows below @header (SIZE_MAX: all) in the hand-made form.
 * @today: dates two-digit years
 */
void mapping_translate(void *pool, const struct sheet *s, size_t header,
		       const struct column_mapping *m, struct day today,
		       struct import_translation *out);

/* mapping_expected() - import_expected() of the column @at; NULL: the mapping does not use it. */
const char *mapping_expected(void *pool, const struct column_mapping *m, size_t at);

/* ---- guesses ---- */

struct column_guess {
	bool has_header;
	size_t header; /* its row, when there is one */
	size_t width;  /* columns of the sheet, at most MAPPED_WIDTH_MAX */
	struct column_mapping
		mapping;    /* words: those of the operation's column, the unknown ones left out */
	const char **words; /* the different operations, in the order of the sheet */
	size_t n_words;
	bool too_many; /* more than MAPPED_WORDS_MAX, or too long */
	bool dates_open; /* the order of day and month matters: dates are written with three numbers */
	bool dates_proved; /* and some date is possible in one order only */
};

enum { HEADER_GUESSED = -2, HEADER_NONE = -1 };

/*
 * column_guess() - from the words of the header and from the cells.
 * @header: a row, HEADER_NONE, or HEADER_GUESSED
 * @operation: the column of the operation; SIZE_MAX: guessed
 */
void column_guess(void *pool, const struct sheet *s, long header, size_t operation,
		  struct day today, struct column_guess *out);

/* mapping_worksheet() - the worksheet to map: the first with three columns and two rows; @n: none. */
size_t mapping_worksheet(const struct worksheet *sheets, size_t n);

#endif

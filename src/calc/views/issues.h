/* SPDX-License-Identifier: Apache-2.0 */
/*
 * issues.h: what makes the figures of a portfolio unreliable, and the remedies.
 *
 * Plain structs in, a list out.  Texts are pt-BR and name the values; the remedies are rows and values,
 * which the wallet writes as requests.
 */
#ifndef LASTRO_CALC_VIEWS_ISSUES_H
#define LASTRO_CALC_VIEWS_ISSUES_H

#include "calc/value/value.h"

enum issue_code {
	ISSUE_SOLD_MORE_THAN_HELD,
	ISSUE_COST_UNKNOWN,
	ISSUE_SUCCESSOR_MISSING,
	ISSUE_COST_SHARE_MISSING,
	ISSUE_UNKNOWN_TICKER,
	ISSUE_NO_EXCHANGE_RATE,
	ISSUE_PRICE_OFF_QUOTE,
	ISSUE_GAP_BEFORE_FIRST_EXPORT,
	ISSUE_RESULT_UNKNOWN,
	ISSUE_PRICE_MISSING,
	ISSUE_PRICE_STALE,
	ISSUE_PRICE_ABSURD,
	ISSUE_OPTION_EXPIRED,
	ISSUE_OPTION_EXPIRY_UNKNOWN,
	ISSUE_FIXED_INCOME_WITHOUT_TERMS,
	ISSUE_TYPE_GUESSED,
	ISSUE_TRANSFER_MAYBE,
	ISSUE_CORPORATE_EVENT_APPLIED,
	ISSUE_DUPLICATE_ROWS,
};

enum issue_severity { ISSUE_ERROR, ISSUE_WARNING, ISSUE_INFO };

extern const char *const issue_code_names[];
extern const char *const issue_severity_names[];

/* What the weight of an issue is the amount of. */
enum issue_weight {
	WEIGHT_UNKNOWN,
	WEIGHT_POSITION, /* the value of the holding today */
	WEIGHT_ROWS,	 /* its rows: quantity times price */
};
extern const char *const issue_weight_names[]; /* index 0 is NULL */

/* A row of the ledger that an issue cites. */
struct issue_row {
	const struct ledger_asset *asset;
	const struct ledger_row *row;
	struct qty uncovered; /* sold_more_than_held: of its day; 0 on the others of that day */
	bool quote_known;     /* price_off_quote */
	struct price quote;   /* close of the row's day, as traded */
};

/* The kind of requests that resolve it. */
enum issue_remedy {
	REMEDY_BY_HAND,	     /* none: the text says what to do */
	REMEDY_POST_DRAFTS,  /* post the drafts */
	REMEDY_OPTION_END,   /* say whether it was exercised, or post the draft with its price */
	REMEDY_ASSET_SYMBOL, /* give the asset its right symbol */
	REMEDY_PATCH_PRICE,  /* give each row its price */
	REMEDY_PATCH_TRADED, /* give each row price and quantity as traded */
	REMEDY_DELETE_ROWS,  /* delete the drafts' rows */
	REMEDY_IMPORT,	     /* import an earlier statement */
	REMEDY_ASSET_TERMS,  /* give the asset contracted terms */
	REMEDY_POST_EVENT,   /* post the row of @event */
	REMEDY_ASSET_TYPE,   /* give the asset its type */
	REMEDY_PATCH_DAY,    /* give the first row @day */
	REMEDY_SUCCESSION,   /* give the asset its successor */
	REMEDY_SPIN_OFF,     /* give one of @sources the share that moved to the asset */
};

struct issue {
	enum issue_code code;
	enum issue_severity severity;
	const struct ledger_asset *asset; /* NULL: the whole portfolio */
	const char *title, *detail, *remedy;
	enum issue_weight weighed;
	struct money weight; /* BRL: what depends on it; 0 when unknown */
	struct issue_row *rows;
	size_t n_rows;
	enum issue_remedy action;
	struct ledger_row *drafts; /* of @asset */
	size_t n_drafts;
	const struct applied_event *event;   /* corporate_event_applied */
	struct day day;			     /* REMEDY_PATCH_DAY */
	const struct ledger_asset **sources; /* REMEDY_SPIN_OFF: possible origins */
	size_t n_sources;
};

/* The close of a day on which an asset has a row; as traded. */
struct issue_quote {
	size_t asset; /* index into the ledger */
	struct day day;
	struct price close;
};

/* A plain adjustment and its opposite in another portfolio of the same person, at most 30 days apart. */
struct issue_transfer {
	size_t asset; /* index into the ledger */
	const struct ledger_row *own;
	struct ledger_row other;
	const char *portfolio; /* the other's name */
};

/* A row of the underlying that says that an option was exercised. */
struct issue_exercise {
	struct uuid option; /* id of its asset */
	struct day day;
	struct qty qty;
};

struct issues_input {
	const struct ledger *ledger; /* whole: rows with their ids, income, terms */
	const struct market *market;
	const struct portfolio *portfolio;
	struct day as_of;
	const struct issue_quote *quotes; /* ascending by (asset, day), each once */
	size_t n_quotes;
	const struct uuid *guessed; /* assets whose type is a guess, ascending */
	size_t n_guessed;
	const struct issue_transfer *transfers; /* by own row, the nearest first */
	size_t n_transfers;
	const struct issue_exercise *exercises;
	size_t n_exercises;
	bool exported; /* a statement of the exchange was imported */
	struct day first_export;
};

/* issue_row_quotable() - whether it is a plain trade with a price, so that its day's close is needed. */
bool issue_row_quotable(const struct ledger_row *row);

/*
 * issues_find() - by severity, then weight, the largest first and the unknown last, then code, symbol and
 * the day of the first row.  Points into the input and @pool.  Incomplete when stop_asked() ended it.
 */
struct issue *issues_find(void *pool, const struct issues_input *in, size_t *n);

#endif

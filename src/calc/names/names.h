/* SPDX-License-Identifier: Apache-2.0 */
/*
 * names.h: finds, scores and compares named things of the market (doc/calculations.md 13 and 14).
 *
 * SQL finds candidates and observations; their evaluation is here.
 */
#ifndef LASTRO_CALC_NAMES_NAMES_H
#define LASTRO_CALC_NAMES_NAMES_H

#include "calc/amounts/amounts.h"
#include "core/day.h"

/* NULL-terminated, in the contract's spelling. */
extern const char *const object_kinds[];
extern const char *const object_subkinds[];
extern const char *const object_verbs[];
extern const char *const object_directions[];
extern const char *const object_key_types[];

/* object_subkind_fits() - whether a subkind, or none (NULL), belongs to this kind. */
bool object_subkind_fits(const char *kind, const char *subkind);

/* ---- names (name_words.c) ---- */

#define OBJECT_WORDS_MAX 64 /* distinct words of a name that count; the rest is ignored */

struct object_words {
	const char **word; /* distinct, ascending by bytes */
	size_t n;
	const char *joined; /* the same with a blank between: equal for equal names in any order */
	const char *kind, *subkind; /* the restriction by the first type word; NULL: none */
};

/*
 * object_words_of() - a name in comparable form: without accents, case and order; articles and legal
 * forms are dropped unless nothing would be left.
 */
void object_words_of(void *pool, const char *name, struct object_words *out);

/* object_word_is_generic() - a fund word or type word: it has less weight, and finds nothing alone. */
bool object_word_is_generic(const char *word);

/* ---- keys (name_keys.c) ---- */

/* object_key_normal() - A-Z and 0-9 alone, accents folded; "" when nothing is left. */
char *object_key_normal(void *pool, const char *s);

enum object_key_form { KEY_FORM_OTHER, KEY_FORM_CNPJ, KEY_FORM_CPF, KEY_FORM_ISIN };
extern const char *const object_key_forms[]; /* "", "cnpj", "cpf", "isin" */

/*
 * object_key_form() - the form of a normalised key by its letters and digits.
 * @right: set to whether its check digits are correct, for a form that has them
 */
enum object_key_form object_key_form(const char *normal, bool *right);

/* ---- candidates (name_score.c, name_verdict.c) ---- */

#define OBJECT_SCORE_MIN 0.35

struct object_score {
	double words;	 /* F: weight of the common words */
	double trigrams; /* J: Jaccard index of the trigrams */
	double score;	 /* the mean of both */
	const char *corrected_from,
		*corrected_to; /* the first word matched approximately, or NULL */
};

/*
 * object_score_of() - the similarity of a name to a query.
 * @unknown: for each word of the query, whether no name contains it: then a word of the name that is
 * one
 *           letter away counts for it; NULL: all are known
 */
void object_score_of(void *pool, const struct object_words *query, const bool *unknown,
		     const struct object_words *name, struct object_score *out);

/*
 * object_words_near() - whether they differ by one letter too many, missing, wrong, or two swapped;
 * four letters or more.  Never for a word with a digit: another digit is another issue, series or
 * ticker.
 */
bool object_words_near(const char *a, const char *b);

/*
 * object_name_begins() - whether the words of a query, in their order, are the first ones of a name; one
 * word may be a letter off.
 */
bool object_name_begins(void *pool, const char *query, const char *name);

/* Where an object stands: cancelled, by its register; neither; on the exchange. */
enum object_standing { STANDING_GONE, STANDING_PLAIN, STANDING_LISTED };

enum object_match_kind { MATCH_KEY, MATCH_NAME, MATCH_FUZZY };
extern const char *const object_match_kinds[];

enum object_confidence { CONFIDENCE_HIGH, CONFIDENCE_MEDIUM, CONFIDENCE_LOW };
extern const char *const object_confidences[];

struct object_candidate {
	const char *id, *kind, *subkind, *name; /* subkind may be NULL */
	enum object_match_kind match;
	const char *matched_type, *matched_value; /* "name" and the name, unless matched by a key */
	struct object_score score;		  /* 1 unless fuzzy */
	const char *status;			  /* of the register, or NULL */
	enum object_standing standing;
	int64_t traded; /* BRL, of its papers in 60 days */
	bool begins;	/* fuzzy: object_name_begins(); cleared by object_rank() unless it counts */
	enum object_confidence confidence; /* set by object_rank() */
	size_t row;			   /* the caller's */
};

enum object_reason {
	REASON_EXACT_KEY,
	REASON_AMBIGUOUS_KEY,
	REASON_EXACT_NAME,
	REASON_AMBIGUOUS_NAME,
	REASON_FUZZY,
	REASON_NO_MATCH
};
extern const char *const object_reasons[];

struct object_verdict {
	const char *best_id; /* NULL: no object is identified */
	enum object_reason reason;
};

/*
 * object_rank() - keeps the best candidate of each object; best first; sets the confidence.  Of equal ones
 * the living precede the cancelled, the listed the others, and the more traded the less.  A name that
 * begins with the query counts when it is the only listed company's: then it precedes the similar ones.
 * @n: their number; fuzzy ones below OBJECT_SCORE_MIN are dropped
 */
void object_rank(struct object_candidate *c, size_t *n, struct object_verdict *out);

/* ---- cohorts (cohort_rank.c) ---- */

enum cohort_reduce {
	REDUCE_LAST,
	REDUCE_MIN,
	REDUCE_MAX,
	REDUCE_AVG,
	REDUCE_SUM,
	REDUCE_COUNT,
	REDUCE_DELTA,
	REDUCE_PCT_CHANGE
};
extern const char *const cohort_reduces[];

/* The reduced observations of an object; values on 12 places. */
struct cohort_facts {
	int64_t n; /* number in the window; unused by reducers of ends */
	wide sum, min, max;
	bool has_to, has_from; /* the ends: v(at), v(since_from) */
	wide to, from;
	struct day to_day, from_day; /* for a window: its last and first day */
};

struct cohort_value {
	wide e12;
	int64_t observations; /* number of values used */
	bool has_from;	      /* as_of_from is not null */
	struct day as_of, as_of_from;
};

static inline bool cohort_has_window(enum cohort_reduce r)
{
	return r >= REDUCE_MIN && r <= REDUCE_COUNT;
}

/*
 * cohort_value_of() - the reduced value; sets *left_out when the object has none: no observation, a
 * missing end, both ends the same one, base 0.  CALC_RANGE when it leaves the grid.
 */
enum calc_err cohort_value_of(enum cohort_reduce reduce, const struct cohort_facts *facts,
			      bool *left_out, struct cohort_value *out) MUST_CHECK;

enum cohort_op { COHORT_GT, COHORT_GE, COHORT_LT, COHORT_LE, COHORT_EQ, COHORT_NE };
extern const char *const cohort_ops[];

bool cohort_passes(enum cohort_op op, wide value, wide bound);

/* Negative when a row of (value, id) precedes the other; ties by id, always ascending. */
int cohort_order(bool descending, wide a, const char *a_id, wide b, const char *b_id);

#endif

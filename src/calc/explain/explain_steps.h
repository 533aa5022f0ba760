/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain_steps.h: a figure as inputs and operations that a person can redo by hand.
 *
 * Every operation is evaluated when it is written down, with the roundings of core/decimal.h, so a step
 * always has the result of its operands; explain_expect() compares the last one with the computed
 * figure.  The writer may write more than is needed: explain_finish() keeps the steps that the
 * requested figure depends on, and numbers them.
 */
#ifndef LASTRO_CALC_EXPLAIN_EXPLAIN_STEPS_H
#define LASTRO_CALC_EXPLAIN_EXPLAIN_STEPS_H

#include "calc/amounts/amounts.h"

/* A value: a member of an input, or the result of a step.  n is 0 where there is none. */
struct term {
	uint32_t n;
};

enum explain_op {
	OP_TAKE,       /* a */
	OP_ADD,	       /* a + b + ... */
	OP_SUBTRACT,   /* a - b - ... */
	OP_NEGATE,     /* -a */
	OP_MULTIPLY,   /* a x b */
	OP_DIVIDE,     /* a / b */
	OP_PROPORTION, /* a x b / c, rounded once */
	OP_ROUND,      /* a */
	OP_MIN,	       /* the smaller of a and b */
	OP_POWER,      /* a ^ (b / c) */
	OP_COMPOUND,   /* a x b, c times, cut after each */
	OP_APPORTION,  /* the share of 100 of value a (from 1) among c, d, ... of the whole b */
	OP_ROOT,  /* r with sum a_i / (1 + r)^(days_i / 365) = 0, days since the first a's date */
	OP_COUNT, /* the number of operands */
	OP_DRAWDOWN,	      /* the least a_i / max(a_1 ... a_i) - 1 */
	OP_DRAWDOWN_START,    /* dates: of that maximum, the last time it was there, */
	OP_DRAWDOWN_TROUGH,   /* of a_i, the first of them that is so low, */
	OP_DRAWDOWN_RECOVERY, /* and of the first after it that is as high as that maximum */
};

enum explain_round {
	ROUND_NONE, /* exact; or, for a real operand, in floating point */
	ROUND_HALF_AWAY,
	ROUND_TRUNCATE,
};

extern const char *const explain_op_names[];
extern const char *const explain_round_names[]; /* index 0 is NULL */

enum explain_kind {
	INPUT_TRANSACTION,  /* of.row */
	INPUT_INCOME,	    /* of.income */
	INPUT_DISTRIBUTION, /* of.distribution */
	INPUT_EVENT,	    /* of.event */
	INPUT_SUCCESSION,   /* of.succession */
	INPUT_SPIN_OFF,	    /* of.spin_off */
	INPUT_QUOTE,	    /* a close, or the pair USDT/BRL */
	INPUT_STATED,	    /* a price that the person stated */
	INPUT_EXCHANGE,	    /* an official rate of the dollar */
	INPUT_RATE,	    /* of an index over a period */
	INPUT_DAYS,	    /* bank days of a period */
	INPUT_TERMS,	    /* contracted */
	INPUT_REGISTER,	    /* of a fund */
	INPUT_DISCLOSED,    /* of a fund's disclosed portfolio */
	INPUT_RULE,	    /* a constant, with its rule */
	INPUT_FIGURE,	    /* another figure of the portfolio, explained separately */
};

extern const char *const explain_kind_names[];

struct explain_input {
	enum explain_kind kind;
	const char *symbol; /* or NULL */
	enum asset_type type;
	const char *text; /* pt-BR description; or NULL */
	const char *of;	  /* INPUT_RATE, INPUT_QUOTE: its subject; or NULL */
	bool has_day, has_until;
	struct day day, until;
	union {
		const struct ledger_row *row;
		const struct income_row *income;
		const struct distribution *distribution;
		const struct reference_event *event;
		const struct succession *succession;
		const struct spin_off *spin_off;
	} from;
	const char *field, *item;     /* INPUT_FIGURE */
	const struct uuid *portfolio; /* likewise: its owner, of several; NULL: the subject */
	bool has_month;
	struct month month;

	uint32_t first_node, last_node; /* its values */
	uint32_t number;		/* as shown, from 1; 0: not used */
};

/* The description of a step, in pt-BR; "{day}" and "{name}" in it are replaced by these. */
struct note {
	const char *text;
	struct day day;
	const char *name;
};

static inline struct note note_of(const char *text)
{
	return (struct note){ .text = text };
}

/* note_on() - the same, of a day. */
static inline struct note note_on(const char *text, struct day day)
{
	return (struct note){ .text = text, .day = day };
}

struct explain_node {
	bool is_step, real;
	bool is_day; /* .v is one */
	enum explain_op op;
	enum explain_round round;
	int round_places;
	uint32_t first, n;  /* operands */
	uint32_t input;	    /* its index, when this is a value */
	uint32_t next;	    /* value of the same input, a term; 0 after the last */
	const char *member; /* its name in the input */
	wide v;		    /* on a grid of .places */
	int places;
	long double r; /* the same where real */
	struct note note;
	bool used;
	uint32_t number; /* of a step, as shown, from 1 */
};

struct explain {
	void *pool;
	struct explain_node *nodes;
	uint32_t n, size;
	uint32_t *operands;
	size_t n_operands, operands_size;
	struct explain_input *inputs;
	size_t n_inputs, inputs_size;
	struct term zero;
	bool range;	   /* a result left the grid */
	const char *wrong; /* a result that differs from the computed one, or NULL */
	/* The costs given by spin-offs, each written down once per source and currency: explain_fold.c. */
	struct spin_term {
		const void *source;
		bool in_reais;
		struct term part;
	} * spins;
	size_t n_spins, spins_size;

	/* explain_finish() */
	uint32_t *steps; /* indices of nodes in the order shown */
	size_t n_steps;
	uint32_t *shown_inputs;
	size_t n_shown_inputs;
};

void explain_init(struct explain *e, void *pool);

/* ---- inputs ---- */

size_t explain_input(struct explain *e, const struct explain_input *in);
struct term explain_value(struct explain *e, size_t input, const char *member, wide v, int places);
struct term explain_real(struct explain *e, size_t input, const char *member, double v);
/* explain_constant() - @text: the rule; equal ones are stored once. */
struct term explain_constant(struct explain *e, wide v, int places, const char *text);

/* ---- steps; when an operand is a term of 0, so is the result ---- */

struct term explain_add(struct explain *e, struct term a, struct term b, struct note note);
struct term explain_sub(struct explain *e, struct term a, struct term b, struct note note);
/* explain_sum() - zero for no operand; many are added in groups. */
struct term explain_sum(struct explain *e, const struct term *list, size_t n, struct note note);
struct term explain_negate(struct explain *e, struct term a, struct note note);
struct term explain_mul(struct explain *e, struct term a, struct term b, enum explain_round round,
			int places, struct note note);
struct term explain_div(struct explain *e, struct term a, struct term b, enum explain_round round,
			int places, struct note note);
struct term explain_proportion(struct explain *e, struct term a, struct term b, struct term c,
			       enum explain_round round, int places, struct note note);
struct term explain_rounded(struct explain *e, struct term a, enum explain_round round, int places,
			    struct note note);

/* explain_shown() - rounded to cents, as shown, when it has more places. */
struct term explain_shown(struct explain *e, struct term a);
struct term explain_min(struct explain *e, struct term a, struct term b, struct note note);
/* explain_power() - a real result when @round is ROUND_NONE. */
struct term explain_power(struct explain *e, struct term a, struct term b, struct term c,
			  enum explain_round round, int places, struct note note);
struct term explain_compound(struct explain *e, struct term a, struct term b, struct term c,
			     struct note note);
/*
 * explain_apportion() - the percentage of the @which-th of @list in @whole, two places, so that all of
 * them sum to 100: rounded down, and the missing hundredths given to the largest remainders, ties to
 * the earlier. Repeats the rule of largest_remainder() on purpose: as an operation that is compared
 * with it. @pct_e2: as computed
 */
struct term explain_apportion(struct explain *e, size_t which, struct term whole,
			      const struct term *list, size_t n, int64_t pct_e2, struct note note);
/* explain_root() - of terms that are values of dated inputs, ascending; @r as computed. */
struct term explain_root(struct explain *e, const struct term *list, size_t n, double r,
			 struct note note);

/* explain_count() - the number of terms. */
struct term explain_count(struct explain *e, const struct term *list, size_t n, struct note note);
/*
 * explain_drawdown() - of terms that are values of dated inputs, ascending; @op is one of the four.
 * Values within DRAWDOWN_NOISE count as equal.  A term of 0 when there is no such date: no fall, or no
 * recovery.
 */
struct term explain_drawdown(struct explain *e, enum explain_op op, const struct term *list,
			     size_t n, struct note note);

/* ---- reading ---- */

static inline const struct explain_node *explain_node(const struct explain *e, struct term t)
{
	return &e->nodes[t.n - 1];
}
bool explain_is_zero(const struct explain *e, struct term t);
int explain_compare(const struct explain *e, struct term a,
		    struct term b); /* <0, 0, >0; exact ones */
long double explain_number(const struct explain *e, struct term t);

/* explain_expect() - compares @t with the computed value; on a difference e->wrong becomes @what. */
void explain_expect(struct explain *e, struct term t, wide v, int places, const char *what);
/* explain_expect_real() - the same for a floating figure, to 1e-9 of @size, or of 1 if that is larger. */
void explain_expect_real(struct explain *e, struct term t, double v, double size, const char *what);

/* explain_finish() - keeps what @asked depends on, and numbers it; it becomes the last step. */
void explain_finish(struct explain *e, struct term *asked);

/* explain_operand() - "s7" or "i3.price"; @out has room for 64. */
#define OPERAND_TEXT_SIZE 64
void explain_operand(const struct explain *e, uint32_t node, char out[OPERAND_TEXT_SIZE]);

/* explain_follows() - whether @b is the same member of the input shown right after that of @a. */
bool explain_follows(const struct explain *e, uint32_t a, uint32_t b);

/* explain_decimal() - a node's value as text, without trailing zeros after the point. */
const char *explain_decimal(void *pool, const struct explain_node *node);

/* explain_text() - the sentence of a step. */
const char *explain_text(void *pool, const struct note *note);

#endif

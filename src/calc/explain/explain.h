/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain.h: any shown figure, as the inputs and operations that give it.
 *
 * A figure is named by its place in the answer that shows it ("patrimonio", "native.avg_price",
 * "history.equity", "history.meta.risk.volatility", "xray.by_class.pct"), with a symbol, month, day or
 * item when there are several. The number is the computed one; if the steps do not lead to it, nothing
 * is answered.
 */
#ifndef LASTRO_CALC_EXPLAIN_EXPLAIN_H
#define LASTRO_CALC_EXPLAIN_EXPLAIN_H

#include "calc/explain/explain_steps.h"
#include "calc/history/history.h"
#include "calc/plan/plan.h"
#include "calc/views/views.h"

/* How a figure is shown. */
enum explain_shown {
	SHOWN_MONEY,   /* 2 places */
	SHOWN_PRICE,   /* up to 8 */
	SHOWN_QTY,     /* up to 8 */
	SHOWN_PERCENT, /* 4 places */
	SHOWN_SHARE,   /* 2 places of a percentage */
	SHOWN_RATE,    /* 6 places */
	SHOWN_RETURN,  /* 4 places, of a floating number */
	SHOWN_REAL,    /* as it is */
	SHOWN_AMOUNT,  /* 2 places, of a floating number */
	SHOWN_INT,
	SHOWN_DAY,
};

/* The inputs that a figure requires, and must be loaded. */
enum {
	NEEDS_HOLDING = 1 << 0,
	NEEDS_MONTH = 1 << 1,
	NEEDS_DAY = 1 << 2,
	NEEDS_ITEM = 1 << 3,
	NEEDS_HISTORY = 1 << 4,
	NEEDS_XRAY = 1 << 5,
	NEEDS_COSTS = 1 << 6,
	NEEDS_NATIVE = 1 << 7, /* null for an asset in reais */
	NEEDS_BENCHMARKS = 1 << 9,
	NEEDS_LOOK_THROUGH = 1 << 10,
	NEEDS_PLAN = 1 << 11,
	NEEDS_SLICE = 1 << 12, /* of the targets; it is the item */
	NEEDS_CONTRIBUTION = 1 << 13,
	TAKES_HOLDING = 1 << 8, /* of the portfolio, or with a symbol of one holding */
};

struct explain_field {
	const char *name;
	unsigned needs;
};

/* explain_field_find() - NULL when no figure of a holding, or of the whole, has that name. */
const struct explain_field *explain_field_find(const char *name, bool of_holding);

/* explain_field_names() - all of them, with commas. */
const char *explain_field_names(void *pool);

/* One of several portfolios. */
struct explain_part {
	struct uuid id;
	const char *name;
	const struct portfolio *portfolio;
};

/* Targets beside what is held, and where an amount goes. */
struct explain_plan {
	const struct plan_input *in;
	const struct plan_state *state;
	const struct plan_moves *moves; /* with an amount, or NULL */
	bool sells;
	struct money contribution;
	const struct explain_part *parts; /* each of all portfolios; NULL: of the subject's one */
	size_t n_parts;
};

/* The results and inputs of the computation; the parts that the field needs. */
struct explain_subject {
	const struct ledger *ledger; /* whole, with ids */
	const struct market *market;
	const struct derived *derived;
	const struct portfolio *portfolio;
	struct day as_of;
	const struct history *history;
	const struct xray *xray;
	const struct open_position *open_positions;
	size_t n_open_positions;
	const struct look_through *look_through;
	const struct look_through_input *disclosed; /* its inputs */
	const struct costs *costs;
	const struct explain_plan *plan;
	const struct percent *cdi_12m;
	const struct benchmark_data *indices;
	const struct benchmark_result *benchmarks; /* of .portfolio's flows, by enum benchmark */
};

struct explain_ask {
	const struct explain_field *field;
	const struct holding *holding; /* with NEEDS_HOLDING */
	const char *symbol; /* with NEEDS_PLAN, of an asset, which may not be held; or NULL */
	enum asset_type type;
	const char *item;
	struct month month;
	struct day day;
};

struct explain_figure {
	bool found; /* false: there is no such month, item or day */
	bool known; /* false: null, for .reason */
	const char *reason;
	enum explain_shown shown;
	struct term term;
	bool real;
	wide v; /* as computed */
	int places;
	double r;
	double size; /* magnitude of the terms of .r: the comparison tolerates 1e-9 of it */
	struct explain steps; /* finished */
};

/*
 * explain_figure() - the figure and its steps.
 * @out: filled on CALC_OK; when .steps.wrong is not NULL the steps did not lead to the figure, and
 *       must not be shown
 */
enum calc_err explain_figure(void *pool, const struct explain_subject *subject,
			     const struct explain_ask *ask, struct explain_figure *out) MUST_CHECK;

#endif

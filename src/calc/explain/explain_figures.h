/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain_figures.h: the list of figures, and the function that writes each down.
 *
 * Internal to explain.
 */
#ifndef LASTRO_CALC_EXPLAIN_EXPLAIN_FIGURES_H
#define LASTRO_CALC_EXPLAIN_EXPLAIN_FIGURES_H

#include "calc/explain/explain_holding.h"

/* A figure of one holding. */
struct holding_figure {
	struct explain_field field;
	void (*write)(struct holding_story *s, struct explain_figure *f);
};

extern const struct holding_figure
	holding_figures[]; /* explain_position.c; ends with a name of NULL */

/* Any other figure; the holding is given when the field needs one. */
struct other_figure {
	struct explain_field field;
	void (*write)(struct explaining *x);
};

extern const struct other_figure result_figures[];	 /* explain_result.c */
extern const struct other_figure total_figures[];	 /* totals.c */
extern const struct other_figure history_figures[];	 /* explain_history.c */
extern const struct other_figure return_figures[];	 /* explain_returns.c */
extern const struct other_figure point_figures[];	 /* points.c */
extern const struct other_figure risk_figures[];	 /* risk.c */
extern const struct other_figure index_figures[];	 /* indices.c */
extern const struct other_figure xray_figures[];	 /* xray.c */
extern const struct other_figure cost_figures[];	 /* costs.c */
extern const struct other_figure look_through_figures[]; /* look_through.c */
extern const struct other_figure plan_figures[];	 /* explain_plan.c */

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * plan_parts.h: what the pages of a plan share.  A page without a portfolio in its path shows all portfolios together; a
 * page of an office, a client's portfolio.
 */
#ifndef LASTRO_CONSOLE_PERSON_PLAN_PARTS_H
#define LASTRO_CONSOLE_PERSON_PLAN_PARTS_H

#include "console/form/entry.h"
#include "http/html.h"
#include "portfolio/plan/plan_view.h"

/* plan_of_all() - whether the page is of all portfolios; plan_path() - "/plan" or "/portfolios/{id}/plan", and @rest. */
bool plan_of_all(const struct ctx *ctx);
bool plan_of_client(const struct ctx *ctx);
const char *plan_path(struct ctx *ctx, const char *rest);

/* plan_readable() - refuses a caller who may not see the plan; plan_editable() - whether the caller may change it. */
void plan_readable(struct ctx *ctx);
bool plan_editable(const struct ctx *ctx);

/*
 * plan_explains() - links the figures that follow to the explanation of @field: of a slice, of an asset inside it, or (NULL)
 * of all.  Of several portfolios there is none.
 */
void plan_explains(struct html *h, const struct plan_view *v, const char *field, const char *slice,
		   const struct plan_share *asset);
#define PLAN_SHARE "plan.slices.share_pct"
#define PLAN_BUY "plan.slices.buy"

/* plan_points() - hundredths as a figure, "62.88" shown as "62,88%". */
void plan_points(struct html *h, const char *name, wide hundredths);

/* plan_shares_write() - how far each slice is from its target, with what is inside; plan_out_said() - a sentence on those out of band. */
void plan_shares_write(struct html *h, const struct plan_view *v);
void plan_out_said(struct html *h, const struct plan_state *state);
/* plan_left_out_write() - what has no target, and what has no value. */
void plan_left_out_write(struct html *h, const struct plan_view *v);

/* plan_moves_rows() - where an amount goes, as rows of six cells: what, its part, quantity, price, value, left. */
void plan_moves_rows(struct html *h, const struct plan_view *v);

/* plan_plain() - a number as JSON has it, "2000.00". */
const char *plan_plain(void *pool, wide v, int places, int shown);

/* targets_class() - a class as it stands in parentheses: "Exterior, EUA". */
const char *targets_class(enum asset_type type);

/* targets_papers() - the assets of a slice with their parts, separated by @between; "" for none. */
const char *targets_papers(void *pool, const struct plan_slice *s, const char *between);
/* targets_holds() - the classes and assets of a slice in words. */
const char *targets_holds(void *pool, const struct plan_slice *s);
/* targets_values() - a document as the fields of its form. */
struct json_object *targets_values(struct ctx *ctx, const struct targets *t);
/* targets_json() - the fields of a form as a document; notes faults of its papers and classes. */
const char *targets_json(struct ctx *ctx, struct body *form);
/* targets_field() - the field of a pointer of the document, for entry_form. */
const char *targets_field(struct ctx *ctx, const struct entry *e, const char *pointer);
void targets_draw(struct ctx *ctx, struct html *h, const struct entry *e);
/*
 * targets_fields_write() - the fields alone, for a form that has others, targets_more_write() its button for one more;
 * targets_hidden_write() - what was typed, hidden; targets_take() - takes the fields from a form.
 */
void targets_fields_write(struct ctx *ctx, struct html *h, const struct entry *e);
void targets_more_write(struct html *h, const struct entry *e);
void targets_hidden_write(struct html *h, struct json_object *values);
void targets_take(struct ctx *ctx, struct body *form);
/* targets_row_added() - the same values with one more row. */
void targets_row_added(struct json_object *values);

#define TARGETS_ROWS "rows" /* how many rows the form has */
#define TARGETS_ADD "add"   /* the button that asks for one more */

#endif

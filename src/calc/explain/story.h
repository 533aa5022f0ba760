/* SPDX-License-Identifier: Apache-2.0 */
/*
 * story.h: a fold being written down.
 *
 * Internal to explain_fold.c, which walks the journal, and explain_corporate.c, which writes the
 * effects of entries other than trades.
 */
#ifndef LASTRO_CALC_EXPLAIN_STORY_H
#define LASTRO_CALC_EXPLAIN_STORY_H

#include "calc/explain/explain_fold.h"

/* ---- inputs ---- */

struct row_terms {
	struct term qty, price, fees, n, d;
};

/* story_row() - a row; price, n and d are terms of 0 when it has none. */
struct row_terms story_row(const struct fold_story *s, const struct ledger_row *row);

/* story_ratio() - new and old shares, from input @in. */
void story_ratio(struct explain *e, size_t in, struct ratio r, struct term *n, struct term *d);

size_t story_event(const struct fold_story *s, const struct reference_event *event);
size_t story_succession(const struct fold_story *s, const struct succession *succession);

/* story_converted() - an amount in reais, if the entry was converted. */
struct term story_converted(const struct fold_story *s, const struct journal_entry *j,
			    struct term amount);

/* ---- state ---- */

/* story_changed() - records the state of a paper after the entry. */
void story_changed(struct fold_story *s, const struct journal_entry *j, size_t ticker);

/* story_settle() - the same; ends the cycle when nothing is held. */
void story_settle(struct fold_story *s, const struct journal_entry *j, struct ticker_terms *p);

/* story_realize() - records a result of a day. */
void story_realize(struct fold_story *s, struct day day, struct term result);

/* story_flow() - the amount of the entry's flow, or of the one @more after it. */
void story_flow(struct fold_story *s, const struct journal_entry *j, size_t more,
		struct term amount);

/* story_take_cost() - the part of the cost that leaves with @q. */
struct term story_take_cost(struct fold_story *s, const struct journal_entry *j,
			    struct ticker_terms *p, struct term q);

/* ---- explain_corporate.c: one entry each ---- */

void corporate_split(struct fold_story *s, const struct journal_entry *j, struct ticker_terms *p);
void corporate_bonus(struct fold_story *s, const struct journal_entry *j, struct ticker_terms *p);
void corporate_adjust_in(struct fold_story *s, const struct journal_entry *j,
			 struct ticker_terms *p);
void corporate_adjust_out(struct fold_story *s, const struct journal_entry *j,
			  struct ticker_terms *p);
void corporate_exchange(struct fold_story *s, const struct journal_entry *j,
			struct ticker_terms *p);
void corporate_give_back(struct fold_story *s, const struct journal_entry *j,
			 struct ticker_terms *p);
/*
 * corporate_spin_out() - stores the cost given in s->given; corporate_spin_in() - @part waits for its
 * credit.
 */
void corporate_spin_out(struct fold_story *s, const struct journal_entry *j,
			struct ticker_terms *p);
void corporate_spin_in(struct fold_story *s, const struct journal_entry *j, struct ticker_terms *p,
		       struct term part);
void corporate_succeed(struct fold_story *s, const struct journal_entry *j,
		       struct ticker_terms *from);

#endif

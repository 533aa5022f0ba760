/* SPDX-License-Identifier: Apache-2.0 */
/*
 * statement_blocks.c: selects the block of lines that counts for a period.
 *
 * This period's column precedes a later document's comparison, then the latest filing counts, then the
 * highest version (doc/calculations.md 12).  A block counts as a whole: its lines were restated
 * together.
 */
#include "config.h"

#include "calc/credit/statement_blocks.h"

#include <stdlib.h>

#include "core/pool.h"

/* A line with all its sort keys, since qsort() passes nothing else. */
struct entry {
	enum block_group group;
	struct day start, after;
	bool last;
	size_t rank;
	enum statement_kind statement;
	enum statement_item item;
	const char *account;
	size_t line;
};

struct ranked {
	struct statement_filing f;
	struct day
		filed; /* the version's own day, or the previous version's when it has none or an earlier one */
	size_t at;
};

static enum block_group group_of(enum statement_kind kind)
{
	switch (kind) {
	case BPA:
		return GROUP_ASSETS;
	case BPP:
		return GROUP_LIABILITIES;
	case DRE:
		return GROUP_INCOME;
	case DFC_MD:
	case DFC_MI:
		return GROUP_CASH_FLOW;
	case DVA:
		return GROUP_VALUE;
	case DRA:
	case DMPL:
		break;
	}
	return GROUP_OTHER;
}

struct day day_plus_months(struct day d, int months)
{
	int year, month, dom;
	struct day out, last;
	struct month m;

	day_to_ymd(d, &year, &month, &dom);
	m.n = year * 12 + month - 1 + months;
	last = month_last(m);
	out = day_plus(month_first(m), dom - 1);
	return day_before(last, out) ? last : out;
}

/* ---- filings ---- */

static int by_document(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;
	int c = wide_order(x->f.form, y->f.form);

	c = c ? c : wide_order(x->f.reference_date.n, y->f.reference_date.n);
	return c ? c : wide_order(x->f.version, y->f.version);
}

static int by_filing(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;
	int c = wide_order(x->filed.n, y->filed.n);

	c = c ? c : wide_order(x->f.version, y->f.version);
	c = c ? c : wide_order(x->f.reference_date.n, y->f.reference_date.n);
	return c ? c : wide_order(x->at, y->at);
}

static bool same_document(const struct statement_filing *a, const struct statement_filing *b)
{
	return a->form == b->form && day_same(a->reference_date, b->reference_date);
}

static void rank_filings(void *pool, struct statements *s)
{
	struct ranked *r = pool_array(pool, struct ranked, s->n_filings);

	for (size_t i = 0; i < s->n_filings; i++)
		r[i] = (struct ranked){ .f = s->filings[i], .at = i };
	qsort(r, s->n_filings, sizeof(*r), by_document);
	for (size_t i = 0; i < s->n_filings; i++) {
		r[i].filed = r[i].f.dated ? r[i].f.filed_at : r[i].f.reference_date;
		if (!r[i].f.dated && i > 0 && same_document(&r[i - 1].f, &r[i].f) &&
		    day_before(r[i].filed, r[i - 1].filed))
			r[i].filed = r[i - 1].filed;
	}
	qsort(r, s->n_filings, sizeof(*r), by_filing);
	s->rank = pool_array(pool, size_t, s->n_filings);
	for (size_t i = 0; i < s->n_filings; i++)
		s->rank[r[i].at] = i;
}

bool filing_visible(const struct statements *s, size_t filing, struct statement_view view)
{
	const struct statement_filing *f = &s->filings[filing];

	return !view.cut || (f->dated && !day_before(view.at, f->filed_at));
}

/* ---- blocks ---- */

static int compare_period(const struct entry *x, const struct entry *y)
{
	int c = wide_order(x->group, y->group);

	c = c ? c : wide_order(x->after.n, y->after.n);
	return c ? c : wide_order(x->start.n, y->start.n);
}

/* Of each period's blocks, the one that counts comes first. */
static int compare_block(const struct entry *x, const struct entry *y)
{
	int c = compare_period(x, y);

	c = c ? c : wide_order(y->last, x->last);
	c = c ? c : wide_order(y->rank, x->rank);
	return c ? c
		 : wide_order(y->statement, x->statement); /* indirect before direct: it has D&A */
}

static int by_entry(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int c = compare_block(x, y);

	c = c ? c : wide_order(x->item, y->item);
	c = c ? c : strcmp(x->account, y->account);
	return c ? c : wide_order(x->line, y->line);
}

#define START_SLACK 5 /* days */

/*
 * The first day of the 3, 6, 9 or 12 months that end before @after, when @start is close to it; else
 * @start itself.
 */
static struct day start_meant(struct day start, struct day after)
{
	for (int months = 3; months <= 12; months += 3) {
		struct day first = day_plus_months(after, -months);

		if (first.n - start.n <= START_SLACK && start.n - first.n <= START_SLACK)
			return first;
	}
	return start;
}

static struct entry entry_of(const struct statements *s, size_t line)
{
	const struct statement_line *l = &s->lines[line];
	struct day after = day_plus(l->end, 1);

	return (struct entry){ .group = group_of(l->statement),
			       .start = l->flow ? start_meant(l->start, after) : after,
			       .after = after,
			       .last = l->last,
			       .rank = s->rank[l->filing],
			       .statement = l->statement,
			       .item = l->item,
			       .account = l->account,
			       .line = line };
}

static void make_blocks(struct statements *s, const struct entry *e)
{
	for (size_t i = 0; i < s->n_lines; i++) {
		s->order[i] = e[i].line;
		if (i == 0 || compare_block(&e[i - 1], &e[i]) != 0)
			s->blocks[s->n_blocks++] =
				(struct block){ .group = e[i].group,
						.start = e[i].start,
						.after = e[i].after,
						.filing = s->lines[e[i].line].filing,
						.last = e[i].last,
						.first = i };
		s->blocks[s->n_blocks - 1].n++;
	}
}

enum calc_err statements_open(void *pool, const struct statement_filing *filings, size_t n_filings,
			      const struct statement_line *lines, size_t n_lines,
			      struct statements **out)
{
	struct statements *s = pool_zero(pool, struct statements);
	struct entry *e = pool_array(pool, struct entry, n_lines);

	s->filings = filings;
	s->n_filings = n_filings;
	s->lines = lines;
	s->n_lines = n_lines;
	rank_filings(pool, s);
	for (size_t i = 0; i < n_lines; i++) {
		if (lines[i].filing >= n_filings ||
		    (lines[i].flow && day_before(lines[i].end, lines[i].start)))
			return CALC_INPUT;
		e[i] = entry_of(s, i);
	}
	qsort(e, n_lines, sizeof(*e), by_entry);
	s->order = pool_array(pool, size_t, n_lines);
	s->blocks = pool_array(pool, struct block, n_lines);
	make_blocks(s, e);
	*out = s;
	return CALC_OK;
}

/* The first block not before (group, after, start). */
static size_t lower_bound(const struct statements *s, enum block_group group, struct day after,
			  struct day start)
{
	const struct entry key = { .group = group, .start = start, .after = after };
	size_t low = 0, high = s->n_blocks;

	while (low < high) {
		size_t mid = low + (high - low) / 2;
		const struct block *b = &s->blocks[mid];
		const struct entry at = { .group = b->group, .start = b->start, .after = b->after };

		if (compare_period(&at, &key) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

const struct block *block_find(const struct statements *s, struct statement_view view,
			       enum block_group group, struct day start, struct day after)
{
	for (size_t i = lower_bound(s, group, after, start); i < s->n_blocks; i++) {
		const struct block *b = &s->blocks[i];

		if (b->group != group || !day_same(b->after, after) || !day_same(b->start, start))
			break;
		if (filing_visible(s, b->filing, view))
			return b;
	}
	return NULL;
}

size_t blocks_ending(const struct statements *s, enum block_group group, struct day after,
		     size_t *first)
{
	size_t n = 0;

	*first = lower_bound(s, group, after, DAY_FAR_PAST);
	while (*first + n < s->n_blocks && s->blocks[*first + n].group == group &&
	       day_same(s->blocks[*first + n].after, after))
		n++;
	return n;
}

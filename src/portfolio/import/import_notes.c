/* SPDX-License-Identifier: Apache-2.0 */
/*
 * import_notes.c: brokerage notes in PDF, which go on as the sheet of their executions.
 *
 * From here on there is only that sheet: the PDF, its password, and the client's name, address and CPF in it
 * are stored nowhere.  The exchange's quotes of the note's day say which paper a title is, else those of the
 * nearest earlier day.
 */
#include "config.h"

#include "portfolio/import/import_parts.h"

#include "calc/import/notes/notes.h"
#include "core/clock.h"
#include "core/problem.h"
#include "core/settings.h"
#include "portfolio/portfolio.h"
#include "sheet/pdf_words.h"

#define READING_US INT64_C(11000000) /* its own clock ends it after ten seconds */
#define ANSWERING_US INT64_C(1000000)

static DB_STMT(titles, "import.titles",
	       "select q.place, t.symbol, t.last_day"
	       "  from unnest($1::text[], $2::text[], $3::date[]) with ordinality"
	       "       as q (title, class, day, place)"
	       "  join instrument_title t on t.venue = 'b3' and t.title = q.title"
	       "   and t.class = q.class and t.first_day <= q.day"
	       " order by q.place, t.symbol");
enum { T_PLACE, T_SYMBOL, T_LAST_DAY };

/* The readings of all titles, as arrays. */
struct asked {
	const char **names, **classes;
	struct day *days;
	struct note_row **rows; /* whose reading it is */
	size_t n;
};

static size_t count_splits(const struct notes *notes)
{
	size_t n = 0;

	for (size_t i = 0; i < notes->n; i++)
		for (size_t k = 0; k < notes->items[i].n; k++)
			n += notes->items[i].rows[k].n_splits;
	return n;
}

static struct asked ask_all(void *pool, const struct notes *notes)
{
	size_t most = count_splits(notes);
	struct asked a = { .names = pool_array(pool, const char *, most),
			   .classes = pool_array(pool, const char *, most),
			   .days = pool_array(pool, struct day, most),
			   .rows = pool_array(pool, struct note_row *, most) };

	for (size_t i = 0; i < notes->n; i++) {
		for (size_t k = 0; k < notes->items[i].n; k++) {
			struct note_row *r = &notes->items[i].rows[k];

			for (size_t s = 0; s < r->n_splits; s++) {
				a.names[a.n] = r->splits[s].name;
				a.classes[a.n] = r->splits[s].class;
				a.days[a.n] = notes->items[i].day;
				a.rows[a.n++] = r;
			}
		}
	}
	return a;
}

/* The paper that traded under the title last, and another one of the same day. */
static void take(void *pool, struct note_row *r, struct day *best, const char *symbol,
		 struct day last)
{
	if (r->ticker && day_before(last, *best))
		return;
	if (r->ticker && day_same(last, *best)) {
		if (!str_eq(r->ticker, symbol))
			r->rival = pool_strdup(pool, symbol);
		return;
	}
	*best = last;
	r->ticker = pool_strdup(pool, symbol);
	r->rival = NULL;
}

static void refuse_rivals(void *pool, const struct notes *notes)
{
	for (size_t i = 0; i < notes->n; i++) {
		for (size_t k = 0; k < notes->items[i].n; k++) {
			struct note_row *r = &notes->items[i].rows[k];

			if (r->rival && !r->error)
				r->error = pool_printf(pool,
						       "o papel \"%.60s\" pode ser %.12s ou %.12s: "
						       "lance a operação com o ticker dele",
						       r->title, r->ticker, r->rival);
		}
	}
}

static void find_titles(struct ctx *ctx, struct notes *notes)
{
	struct asked a = ask_all(ctx->pool, notes);
	struct note_row *of = NULL;
	struct day best = { 0 };
	struct db_rows *rows;

	if (!a.n)
		return;
	rows = db_query(
		ctx, &titles,
		DB_ARGS(db_texts(a.names, a.n), db_texts(a.classes, a.n), db_days(a.days, a.n)));
	for (size_t i = 0; i < db_count(rows); i++) {
		size_t place = (size_t)db_get_int(rows, i, T_PLACE) - 1;
		struct day last = db_get_day(rows, i, T_LAST_DAY);

		if (a.rows[place] != of)
			best = (struct day){ 0 };
		of = a.rows[place];
		/* Until the note's day: later days say no more about it. */
		take(ctx->pool, of, &best, db_get_text(rows, i, T_SYMBOL),
		     day_before(a.days[place], last) ? a.days[place] : last);
	}
	refuse_rivals(ctx->pool, notes);
}

static int64_t reads_until(const struct ctx *ctx)
{
	int64_t until = clock_monotonic_us() + READING_US;

	return ctx->deadline_us && ctx->deadline_us - ANSWERING_US < until
		       ? ctx->deadline_us - ANSWERING_US
		       : until;
}

struct slice wallet_file_open(struct ctx *ctx, struct slice content, const char *password)
{
	struct page_words words;
	struct notes notes;
	const char *reason = NULL;
	enum sheet_err err;

	if (!pdf_is(content))
		return content;
	err = pdf_words_read(ctx->pool, ctx->config->pdf_program, content, password,
			     reads_until(ctx), &words, &reason);
	import_sheet_read(ctx, err, reason);
	notes_read(ctx->pool, &words, &notes);
	if (notes.refusal)
		fail(ctx, 400, "import_unreadable", "%s", notes.refusal);
	find_titles(ctx, &notes);
	return notes_csv(ctx->pool, &notes);
}

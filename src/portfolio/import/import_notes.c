/* SPDX-License-Identifier: Apache-2.0 */
/*
 * import_notes.c: brokerage notes in PDF, which go on as the sheet of their executions.
 *
 * From here on there is only that sheet: the PDF, its password, and the client's name, address and CPF in it
 * are stored nowhere.  The exchange's quotes of the note's day say which paper a title is, else those of the
 * nearest earlier day; a code in it counts when it is a paper's of that day and no name says otherwise.
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

/* Of a ticker whose quotes were loaded, not before its first day. */
static DB_STMT(codes, "import.title_codes",
	       "select q.place"
	       "  from unnest($1::text[], $2::date[]) with ordinality as q (code, day, place)"
	       "  join (select i.symbol, min(t.first_day) as since"
	       "          from instrument i"
	       "          left join instrument_title t on t.venue = 'b3' and t.symbol = i.symbol"
	       "         where i.venue = 'b3' and i.symbol = any ($1::text[])"
	       "           and i.asset_type = any (array['stock', 'fii', 'etf', 'bdr'])"
	       "         group by i.symbol) k"
	       "    on k.symbol = q.code and (k.since is null or k.since <= q.day)"
	       " order by q.place");

static DB_STMT(any_title, "import.any_title",
	       "select exists (select 1 from instrument_title where venue = 'b3')");

static const char no_quotes[] = "as cotações da B3, que dizem de que papel é a linha, não estão "
				"carregadas: lance a operação com o ticker dele";

/* The readings of all titles, or the codes in them, as arrays. */
struct asked {
	const char **names, **classes;
	struct day *days;
	struct note_row **rows; /* whose reading it is */
	size_t n;
};

/* At least as many as there are of either. */
static size_t count_readings(const struct notes *notes)
{
	size_t n = 0;

	for (size_t i = 0; i < notes->n; i++)
		for (size_t k = 0; k < notes->items[i].n; k++)
			n += notes->items[i].rows[k].n_splits + notes->items[i].rows[k].n_codes;
	return n;
}

static struct asked ask_all(void *pool, const struct notes *notes)
{
	size_t most = count_readings(notes);
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

static void take_titles(struct ctx *ctx, const struct asked *a, const struct db_rows *rows)
{
	struct note_row *of = NULL;
	struct day best = { 0 };

	for (size_t i = 0; i < db_count(rows); i++) {
		size_t place = (size_t)db_get_int(rows, i, T_PLACE) - 1;
		struct day last = db_get_day(rows, i, T_LAST_DAY);

		if (a->rows[place] != of)
			best = (struct day){ 0 };
		of = a->rows[place];
		/* Until the note's day: later days say no more about it. */
		take(ctx->pool, of, &best, db_get_text(rows, i, T_SYMBOL),
		     day_before(a->days[place], last) ? a->days[place] : last);
	}
}

/* ---- codes ---- */

static struct asked ask_codes(void *pool, const struct notes *notes)
{
	size_t most = count_readings(notes);
	struct asked a = { .names = pool_array(pool, const char *, most),
			   .days = pool_array(pool, struct day, most),
			   .rows = pool_array(pool, struct note_row *, most) };

	for (size_t i = 0; i < notes->n; i++) {
		for (size_t k = 0; k < notes->items[i].n; k++) {
			struct note_row *r = &notes->items[i].rows[k];

			for (size_t c = 0; c < r->n_codes; c++) {
				a.names[a.n] = r->codes[c];
				a.days[a.n] = notes->items[i].day;
				a.rows[a.n++] = r;
			}
		}
	}
	return a;
}

/* Keeps the codes that are tickers, each once a row. */
static void take_codes(const struct asked *a, const struct db_rows *rows)
{
	for (size_t i = 0; i < a->n; i++)
		a->rows[i]->n_codes = 0;
	for (size_t i = 0; i < db_count(rows); i++) {
		size_t place = (size_t)db_get_int(rows, i, 0) - 1;
		struct note_row *r = a->rows[place];

		if (!r->n_codes || !str_eq(r->codes[r->n_codes - 1], a->names[place]))
			r->codes[r->n_codes++] = a->names[place];
	}
}

/* The paper of the name wins over a code; a code decides when two papers have the name. */
static void choose(void *pool, struct note_row *r, bool quoted)
{
	for (size_t c = 0; c < r->n_codes && r->rival; c++) {
		if (str_eq(r->codes[c], r->ticker) || str_eq(r->codes[c], r->rival)) {
			r->ticker = r->codes[c];
			r->rival = NULL;
		}
	}
	if (!r->ticker && !quoted && !r->n_codes && r->code_alone)
		r->n_codes = 1;
	if (!r->ticker && r->n_codes) {
		r->ticker = r->codes[0];
		r->rival = r->n_codes > 1 ? r->codes[1] : NULL;
	}
	if (r->rival && !r->error)
		r->error = pool_printf(pool,
				       "o papel \"%.60s\" pode ser %.12s ou %.12s: lance a "
				       "operação com o ticker dele",
				       r->title, r->ticker, r->rival);
	if (!r->ticker && !quoted && !r->error && !r->ignored)
		r->error = no_quotes;
}

static void find_papers(struct ctx *ctx, struct notes *notes)
{
	struct asked of_titles = ask_all(ctx->pool, notes);
	struct asked of_codes = ask_codes(ctx->pool, notes);
	struct db_rows *rows[3];

	db_send(ctx, &titles,
		DB_ARGS(db_texts(of_titles.names, of_titles.n),
			db_texts(of_titles.classes, of_titles.n),
			db_days(of_titles.days, of_titles.n)));
	db_send(ctx, &codes,
		DB_ARGS(db_texts(of_codes.names, of_codes.n), db_days(of_codes.days, of_codes.n)));
	db_send(ctx, &any_title, DB_NO_ARGS);
	db_wait(ctx, rows, ARRAY_SIZE(rows));
	take_titles(ctx, &of_titles, rows[0]);
	take_codes(&of_codes, rows[1]);
	for (size_t i = 0; i < notes->n; i++)
		for (size_t k = 0; k < notes->items[i].n; k++)
			choose(ctx->pool, &notes->items[i].rows[k], db_get_bool(rows[2], 0, 0));
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
	find_papers(ctx, &notes);
	return notes_csv(ctx->pool, &notes);
}

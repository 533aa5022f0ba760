/* SPDX-License-Identifier: Apache-2.0 */
/*
 * calendars.c: upcoming events, as our own CSV: releases of results, macro events, and the outcome of
 * announced payments (doc/load.md).
 *
 * A row with the status cancelled stays, and is shown as such.
 */
#include "config.h"

#include "load/run.h"

#include "core/clock.h"
#include "load/delimited.h"
#include "load/field.h"

#define ROWS_MAX ((size_t)100000)

static DB_STMT(
	save_releases, "calendars.releases",
	"insert into earnings_release as r (ticker, reference_date, day, name, cancelled)"
	" select distinct on (u.ticker, u.reference_date) u.ticker, u.reference_date, u.day, u.name, u.cancelled"
	"   from unnest($1::text[], $2::date[], $3::date[], $4::text[], $5::bool[]) with ordinality"
	"        u(ticker, reference_date, day, name, cancelled, n)"
	"  order by u.ticker, u.reference_date, u.n desc"
	" on conflict (ticker, reference_date) do update"
	" set day = excluded.day, name = excluded.name, cancelled = excluded.cancelled"
	" where (r.day, r.name, r.cancelled) is distinct from (excluded.day, excluded.name, excluded.cancelled)");

static DB_STMT(
	save_macros, "calendars.macros",
	"insert into macro_event as m (event_key, day, at, what, why, tag, cancelled)"
	" select distinct on (u.key) u.key, u.day, u.at::timestamptz, u.what, u.why, u.tag, u.cancelled"
	"   from unnest($1::text[], $2::date[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bool[])"
	"        with ordinality u(key, day, at, what, why, tag, cancelled, n)"
	"  order by u.key, u.n desc"
	" on conflict (event_key) do update"
	" set day = excluded.day, at = excluded.at, what = excluded.what, why = excluded.why, tag = excluded.tag,"
	"     cancelled = excluded.cancelled"
	" where (m.day, m.at, m.what, m.why, m.tag, m.cancelled)"
	"    is distinct from (excluded.day, excluded.at, excluded.what, excluded.why, excluded.tag, excluded.cancelled)");

static DB_STMT(
	save_statuses, "calendars.statuses",
	"insert into dividend_status as s (ticker, ex_day, kind, status, url)"
	" select distinct on (u.ticker, u.ex_day, u.kind) u.ticker, u.ex_day, u.kind, u.status, u.url"
	"   from unnest($1::text[], $2::date[], $3::text[], $4::text[], $5::text[]) with ordinality"
	"        u(ticker, ex_day, kind, status, url, n)"
	"  order by u.ticker, u.ex_day, u.kind, u.n desc"
	" on conflict (ticker, ex_day, kind) do update set status = excluded.status, url = excluded.url"
	" where (s.status, s.url) is distinct from (excluded.status, excluded.url)");

/* ---- rows of a file, by column ---- */

#define TEXTS 5
struct columns {
	struct load *l;
	const char *texts[TEXTS][ROWS_MAX];
	struct day days[2][ROWS_MAX];
	bool cancelled[ROWS_MAX];
	size_t n;
};

static struct db_arg texts(const struct columns *c, int i)
{
	return db_texts(c->texts[i], c->n);
}

static struct db_arg days(const struct columns *c, int i)
{
	return db_days(c->days[i], c->n);
}

static bool is_cancelled(const struct csv *c, size_t column, const char **wrong)
{
	const char *text = csv_text(c, column);

	if (!text)
		return false;
	text = text_fold(c->l->pool, text);
	if (str_eq(text, "cancelled") || str_eq(text, "cancelado") || str_eq(text, "cancelada"))
		return true;
	if (!str_eq(text, "scheduled") && !str_eq(text, "previsto") && !str_eq(text, "prevista"))
		*wrong = "status não é scheduled (previsto) nem cancelled (cancelado)";
	return false;
}

static bool is_ticker(const char *s)
{
	size_t n = s ? strlen(s) : 0;

	return n >= 4 && n <= 12 && !s[strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")];
}

/* One line of text for people, of at most so many bytes. */
static const char *words(const struct csv *c, size_t column, size_t most)
{
	const char *text = csv_text(c, column);

	return text && strlen(text) <= most && text_one_line(text) ? text : NULL;
}

typedef const char *row_reader(struct columns *into, const struct csv *c);

static const struct columns *read_all(struct load *l, struct csv_column *wanted, size_t n,
				      row_reader *read_row)
{
	struct columns *into = pool_zero(l->pool, struct columns);
	struct csv c;

	into->l = l;
	csv_open(&c, l, wanted, n);
	while (csv_next(&c)) {
		if (into->n == ROWS_MAX)
			load_fail(l, "mais de %zu linhas.", ROWS_MAX);
		into->n += csv_take(&c, read_row(into, &c));
	}
	return into;
}

/* ---- releases of results ---- */

enum { E_TICKER, E_REFERENCE, E_DAY, E_NAME, E_STATUS };

static const char *read_release(struct columns *into, const struct csv *c)
{
	const char *wrong = NULL;
	size_t n = into->n;

	into->texts[0][n] = csv_text(c, E_TICKER);
	into->texts[1][n] = words(c, E_NAME, 200);
	into->cancelled[n] = is_cancelled(c, E_STATUS, &wrong);
	if (!is_ticker(into->texts[0][n]))
		return "ticker inválido";
	if (!into->texts[1][n])
		return "falta o nome da companhia";
	if (field_day(csv_cell(c, E_REFERENCE), &into->days[0][n]) != FIELD_OK)
		return "reference_date inválida";
	if (field_day(csv_cell(c, E_DAY), &into->days[1][n]) != FIELD_OK)
		return "date inválida";
	if (!day_before(into->days[0][n], into->days[1][n]))
		return "a divulgação não vem depois do fim do período";
	if (!wrong)
		load_day(into->l, into->days[1][n]);
	return wrong;
}

void load_earnings_calendar(struct load *l)
{
	struct csv_column wanted[] = {
		[E_TICKER] = { "ticker|ativo", true, -1 },
		[E_REFERENCE] = { "reference_date|periodo", true, -1 },
		[E_DAY] = { "date|data", true, -1 },
		[E_NAME] = { "name|nome|empresa", true, -1 },
		[E_STATUS] = { "status", false, -1 },
	};
	const struct columns *c = read_all(l, wanted, ARRAY_SIZE(wanted), read_release);
	int64_t touched = db_exec(l->ctx, &save_releases,
				  DB_ARGS(texts(c, 0), days(c, 0), days(c, 1), texts(c, 1),
					  db_array(DB_BOOL_ARRAY, c->cancelled, NULL, c->n, 0)));

	load_counted(l, (int64_t)c->n, touched, FAMILY_AGENDA);
}

/* ---- macro events ---- */

enum { M_KEY, M_WHEN, M_WHAT, M_WHY, M_TAG, M_STATUS };

static const char *read_macro(struct columns *into, const struct csv *c)
{
	struct slice when = csv_cell(c, M_WHEN);
	const char *wrong = NULL;
	size_t n = into->n;
	int64_t ms;

	into->texts[0][n] = words(c, M_KEY, 100);
	into->texts[1][n] = NULL;
	into->texts[2][n] = words(c, M_WHAT, 300);
	into->texts[3][n] = words(c, M_WHY, 2000);
	into->texts[4][n] = words(c, M_TAG, 60);
	into->cancelled[n] = is_cancelled(c, M_STATUS, &wrong);
	if (!into->texts[0][n] || !into->texts[2][n] || !into->texts[3][n] || !into->texts[4][n])
		return "falta key, what, why ou tag";
	if (day_parse(when, &into->days[0][n]) || day_parse_br(when, &into->days[0][n])) {
		/* the whole day */
	} else if (timestamp_parse(when, &ms)) {
		into->texts[1][n] = timestamp_iso(into->l->pool, ms);
		into->days[0][n] = clock_day_of(ms);
	} else {
		return "when não é uma data nem um instante RFC 3339";
	}
	if (!wrong)
		load_day(into->l, into->days[0][n]);
	return wrong;
}

void load_macro_calendar(struct load *l)
{
	struct csv_column wanted[] = {
		[M_KEY] = { "key|chave", true, -1 },	[M_WHEN] = { "when|quando", true, -1 },
		[M_WHAT] = { "what|o_que", true, -1 },	[M_WHY] = { "why|por_que", true, -1 },
		[M_TAG] = { "tag|etiqueta", true, -1 }, [M_STATUS] = { "status", false, -1 },
	};
	const struct columns *c = read_all(l, wanted, ARRAY_SIZE(wanted), read_macro);
	int64_t touched =
		db_exec(l->ctx, &save_macros,
			DB_ARGS(texts(c, 0), days(c, 0), texts(c, 1), texts(c, 2), texts(c, 3),
				texts(c, 4), db_array(DB_BOOL_ARRAY, c->cancelled, NULL, c->n, 0)));

	load_counted(l, (int64_t)c->n, touched, FAMILY_AGENDA);
}

/* ---- the outcome of a payment ---- */

enum { D_TICKER, D_EX_DAY, D_KIND, D_STATUS, D_URL };

static const char *const kinds[] = { "dividend",     "jcp",   "yield", "amortization",
				     "subscription", "split", NULL };
static const char *const statuses[] = { "declared", "confirmed", "cancelled", "forecast", NULL };

static const char *read_status(struct columns *into, const struct csv *c)
{
	size_t n = into->n;

	into->texts[0][n] = csv_text(c, D_TICKER);
	into->texts[1][n] = csv_text(c, D_KIND);
	into->texts[2][n] = csv_text(c, D_STATUS);
	into->texts[3][n] = csv_text(c, D_URL);
	if (!is_ticker(into->texts[0][n]))
		return "ticker inválido";
	if (field_day(csv_cell(c, D_EX_DAY), &into->days[0][n]) != FIELD_OK)
		return "ex_date inválida";
	if (!into->texts[1][n] || enum_find(kinds, into->texts[1][n]) < 0)
		return "kind não é dividend, jcp, yield, amortization, subscription ou split";
	if (!into->texts[2][n] || enum_find(statuses, into->texts[2][n]) < 0)
		return "status não é declared, confirmed, cancelled ou forecast";
	if (into->texts[3][n] && !text_starts(into->texts[3][n], "https://") &&
	    !text_starts(into->texts[3][n], "http://"))
		return "url não começa com https://";
	load_day(into->l, into->days[0][n]);
	return NULL;
}

void load_dividend_status(struct load *l)
{
	struct csv_column wanted[] = {
		[D_TICKER] = { "ticker|ativo", true, -1 },
		[D_EX_DAY] = { "ex_date|data_ex", true, -1 },
		[D_KIND] = { "kind|evento", true, -1 },
		[D_STATUS] = { "status", true, -1 },
		[D_URL] = { "url", false, -1 },
	};
	const struct columns *c = read_all(l, wanted, ARRAY_SIZE(wanted), read_status);
	int64_t touched =
		db_exec(l->ctx, &save_statuses,
			DB_ARGS(texts(c, 0), days(c, 0), texts(c, 1), texts(c, 2), texts(c, 3)));

	load_counted(l, (int64_t)c->n, touched, FAMILY_AGENDA);
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * corporate_events.c: writes events and distributions into the tables.
 *
 * The ex day is computed from the last day with the right, so it may move when the list of closed days
 * grows: the row of the same right under another ex day is replaced.
 */
#include "config.h"

#include "load/corporate_events.h"

#include "calc/ledger/fold.h"
#include "core/order.h"

#define ROWS_MAX ((size_t)200000)

static DB_STMT(closed_days, "reference.closed_days",
	       "select day from holiday where calendar = 'b3' order by day limit 20000");

#define KEYS                                                                                       \
	"$1::text[], $2::text[], $3::date[], $4::date[]" /* symbols, labels, ex days, record days  \
							  */

static DB_STMT(
	move_events, "reference.move_events",
	"delete from corporate_event e using unnest(" KEYS ") u(symbol, label, ex_day, record_day)"
	" where e.venue = $5 and e.symbol = u.symbol and e.label = u.label and e.record_day = u.record_day"
	"   and e.ex_day <> u.ex_day and e.source = 'b3'");

static DB_STMT(
	save_events, "reference.events",
	"insert into corporate_event as e (venue, symbol, label, ex_day, record_day, source, kind, ratio_n, ratio_d,"
	"                                  unit_cost, approved, isin)"
	" select distinct on (u.symbol, u.ex_day, u.label) $5, u.symbol, u.label, u.ex_day, u.record_day, $6,"
	"        u.kind, u.ratio_n, u.ratio_d, u.unit_cost, u.approved, u.isin"
	"   from unnest(" KEYS
	", $7::text[], $8::int8[], $9::int8[], $10::numeric[], $11::date[], $12::text[])"
	"        with ordinality u(symbol, label, ex_day, record_day, kind, ratio_n, ratio_d, unit_cost, approved,"
	"                          isin, n)"
	"  order by u.symbol, u.ex_day, u.label, u.n desc"
	" on conflict (venue, symbol, ex_day, label) do update"
	" set record_day = excluded.record_day, source = excluded.source, kind = excluded.kind,"
	"     ratio_n = excluded.ratio_n, ratio_d = excluded.ratio_d, unit_cost = coalesce(excluded.unit_cost, e.unit_cost),"
	"     approved = excluded.approved, isin = excluded.isin"
	" where (e.source = 'b3' or excluded.source = 'typed')"
	"   and (e.record_day, e.source, e.kind, e.ratio_n, e.ratio_d, e.unit_cost, e.approved, e.isin)"
	"       is distinct from (excluded.record_day, excluded.source, excluded.kind, excluded.ratio_n,"
	"           excluded.ratio_d, coalesce(excluded.unit_cost, e.unit_cost), excluded.approved, excluded.isin)"
	" returning symbol");

static DB_STMT(
	move_distributions, "reference.move_distributions",
	"delete from distribution e using unnest(" KEYS ") u(symbol, label, ex_day, record_day)"
	" where e.venue = $5 and e.symbol = u.symbol and e.label = u.label and e.record_day = u.record_day"
	"   and e.ex_day <> u.ex_day and e.source = 'b3'");

/* A typed distribution rarely has its day of approval: without it the two still match. */
static DB_STMT(
	replace_distributions, "reference.replace_distributions",
	"delete from distribution e using unnest($1::text[], $2::text[], $3::date[], $4::numeric[])"
	"            u(symbol, label, ex_day, gross)"
	" where e.venue = $5 and e.symbol = u.symbol and e.label = u.label and e.ex_day = u.ex_day"
	"   and e.gross = u.gross and e.source = 'b3'");

/* Two lists of the exchange have different members of one distribution: neither overwrites the other's. */
static DB_STMT(
	save_distributions, "reference.distributions",
	"insert into distribution as e (venue, symbol, label, ex_day, record_day, source, kind, pay_day, gross, approved, seq,"
	"                          related_to, tax_pct, old_profits, isin)"
	" select $5, u.symbol, u.label, u.ex_day, u.record_day, $6, u.kind, u.pay_day, u.gross, u.approved, u.seq,"
	"        u.related_to, u.tax_pct, u.old_profits, u.isin"
	"   from unnest(" KEYS
	", $7::text[], $8::date[], $9::numeric[], $10::date[], $11::int8[], $12::text[],"
	"               $13::numeric[], $14::bool[], $15::text[])"
	"        u(symbol, label, ex_day, record_day, kind, pay_day, gross, approved, seq, related_to, tax_pct,"
	"          old_profits, isin)"
	"  where $6 = 'typed'"
	"     or not exists (select from distribution t where t.venue = $5 and t.symbol = u.symbol and t.label = u.label"
	"                      and t.ex_day = u.ex_day and t.gross = u.gross and t.source = 'typed')"
	" on conflict on constraint distribution_key do update"
	" set record_day = coalesce(excluded.record_day, e.record_day), source = excluded.source, kind = excluded.kind,"
	"     pay_day = coalesce(excluded.pay_day, e.pay_day), related_to = coalesce(excluded.related_to, e.related_to),"
	"     tax_pct = coalesce(excluded.tax_pct, e.tax_pct), old_profits = excluded.old_profits,"
	"     isin = coalesce(excluded.isin, e.isin)"
	" where (e.source = 'b3' or excluded.source = 'typed')"
	"   and (e.record_day, e.source, e.kind, e.pay_day, e.related_to, e.tax_pct, e.old_profits, e.isin)"
	"       is distinct from (coalesce(excluded.record_day, e.record_day), excluded.source, excluded.kind,"
	"           coalesce(excluded.pay_day, e.pay_day), coalesce(excluded.related_to, e.related_to),"
	"           coalesce(excluded.tax_pct, e.tax_pct), excluded.old_profits, coalesce(excluded.isin, e.isin))"
	" returning symbol");

static DB_STMT(
	save_subscriptions, "reference.subscriptions",
	"insert into subscription_event as e (venue, symbol, label, ex_day, record_day, source, percentage, price,"
	"                                     first_day, last_day, pay_day, approved, isin)"
	" select distinct on (u.symbol, u.ex_day, u.label) $5, u.symbol, u.label, u.ex_day, u.record_day, $6,"
	"        u.percentage, u.price, u.first_day, u.last_day, u.pay_day, u.approved, u.isin"
	"   from unnest(" KEYS
	", $7::numeric[], $8::numeric[], $9::date[], $10::date[], $11::date[], $12::date[],"
	"               $13::text[])"
	"        with ordinality u(symbol, label, ex_day, record_day, percentage, price, first_day, last_day, pay_day,"
	"                          approved, isin, n)"
	"  order by u.symbol, u.ex_day, u.label, u.n desc"
	" on conflict (venue, symbol, ex_day, label) do update"
	" set record_day = excluded.record_day, source = excluded.source, percentage = excluded.percentage,"
	"     price = excluded.price, first_day = excluded.first_day, last_day = excluded.last_day,"
	"     pay_day = excluded.pay_day, approved = excluded.approved, isin = excluded.isin"
	" where (e.record_day, e.source, e.percentage, e.price, e.first_day, e.last_day, e.pay_day, e.approved, e.isin)"
	"    is distinct from (excluded.record_day, excluded.source, excluded.percentage, excluded.price,"
	"        excluded.first_day, excluded.last_day, excluded.pay_day, excluded.approved, excluded.isin)"
	" returning symbol");

/* ---- collecting ---- */

void references_open(struct references *r, struct load *l, const char *venue, const char *source)
{
	const struct db_rows *rows = db_query(l->ctx, &closed_days, DB_NO_ARGS);
	size_t n = db_count(rows);
	struct day *days = pool_array(l->pool, struct day, n);

	for (size_t i = 0; i < n; i++)
		days[i] = db_get_day(rows, i, 0);
	*r = (struct references){ .l = l, .venue = venue, .source = source, .closed = { days, n } };
}

void references_add(struct references *r, enum reference_table t, const struct reference *row)
{
	if (r->n[t] == ROWS_MAX)
		load_fail(r->l, "mais de %zu eventos.", ROWS_MAX);
	pool_grow(r->l->pool, r->rows[t], struct reference, r->n[t], r->size[t], 64);
	r->rows[t][r->n[t]++] = *row;
	load_day(r->l, row->ex_day);
}

struct day references_ex_day(const struct references *r, struct day record_day)
{
	return session_after(record_day, &r->closed);
}

bool ratio_of_factor(wide e12, struct ratio *out)
{
	if (e12 <= 0 || e12 > (wide)1000000 * E12)
		return false;
	*out = ratio_rationalise((int64_t)e12);
	return true;
}

bool ratio_of_percent(wide e12, struct ratio *out)
{
	return e12 > 0 && e12 <= (wide)10000000 * E12 &&
	       ratio_of_factor(E12 + dec_div_half_away(e12, 100), out) &&
	       out->n > out->d; /* a change below the grid's resolution is no event */
}

const char *income_kind_of(const char *label)
{
	static const struct {
		const char *prefix, *kind;
	} labels[] = {
		{ "DIVIDENDO", "dividend" },	     { "JRS CAP PROPRIO", "jcp" },
		{ "JUROS SOBRE CAPITAL", "jcp" },    { "JCP", "jcp" },
		{ "RENDIMENTO", "yield" },	     { "JUROS", "interest" },
		{ "AMORTIZACAO", "amortization" },   { "REST CAP", "capital_return" },
		{ "RESTITUICAO", "capital_return" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(labels); i++)
		if (text_starts(label, labels[i].prefix))
			return labels[i].kind;
	return NULL;
}

/* ---- columns ---- */

/* Arrays for db.h, made of one member of every row. */
struct columns {
	void *pool;
	const struct reference *rows;
	size_t n;
};

#define TEXT_COLUMN(c, member) text_column((c), offsetof(struct reference, member))
#define DAY_COLUMN(c, member) day_column((c), offsetof(struct reference, member))
#define WIDE_COLUMN(c, member) wide_column((c), offsetof(struct reference, member))

static const void *member_of(const struct columns *c, size_t i, size_t offset)
{
	return (const char *)&c->rows[i] + offset;
}

static struct db_arg text_column(const struct columns *c, size_t offset)
{
	const char **items = pool_array(c->pool, const char *, c->n);

	for (size_t i = 0; i < c->n; i++)
		items[i] = *(const char *const *)member_of(c, i, offset);
	return db_texts(items, c->n);
}

static struct db_arg day_column(const struct columns *c, size_t offset)
{
	struct day *items = pool_array(c->pool, struct day, c->n);
	bool *nulls = pool_array(c->pool, bool, c->n);

	for (size_t i = 0; i < c->n; i++) {
		const struct maybe_day *d = member_of(c, i, offset);

		items[i] = d->day;
		nulls[i] = !d->known;
	}
	return db_array(DB_DAY_ARRAY, items, nulls, c->n, 0);
}

static struct db_arg wide_column(const struct columns *c, size_t offset)
{
	wide *items = pool_array(c->pool, wide, c->n);
	bool *nulls = pool_array(c->pool, bool, c->n);

	for (size_t i = 0; i < c->n; i++) {
		const struct maybe *w = member_of(c, i, offset);

		items[i] = w->v;
		nulls[i] = !w->known;
	}
	return db_array(DB_DECIMAL_ARRAY, items, nulls, c->n, 12);
}

static struct db_arg ex_days(const struct columns *c)
{
	struct day *items = pool_array(c->pool, struct day, c->n);

	for (size_t i = 0; i < c->n; i++)
		items[i] = c->rows[i].ex_day;
	return db_days(items, c->n);
}

enum integer { RATIO_N, RATIO_D, SEQ };

static struct db_arg integers(const struct columns *c, enum integer which)
{
	int64_t *items = pool_array(c->pool, int64_t, c->n);

	for (size_t i = 0; i < c->n; i++)
		items[i] = which == RATIO_N   ? c->rows[i].ratio.n
			   : which == RATIO_D ? c->rows[i].ratio.d
					      : c->rows[i].seq;
	return db_ints(items, c->n);
}

static struct db_arg old_profits(const struct columns *c)
{
	bool *items = pool_array(c->pool, bool, c->n);

	for (size_t i = 0; i < c->n; i++)
		items[i] = c->rows[i].old_profits;
	return db_array(DB_BOOL_ARRAY, items, NULL, c->n, 0);
}

/* ---- writing ---- */

/* Stamps the symbols of the written rows. */
static void written(struct references *r, size_t sent, const struct db_rows *rows)
{
	size_t n = db_count(rows);
	const char **symbols = pool_array(r->l->pool, const char *, n);

	for (size_t i = 0; i < n; i++)
		symbols[i] = db_get_text(rows, i, 0);
	load_symbols_changed(r->l, r->venue, symbols, n);
	load_counted(r->l, (int64_t)sent, (int64_t)n, FAMILY_REFERENCE);
}

static void save(struct references *r, const struct columns *c, enum reference_table t)
{
	struct db_arg symbol = TEXT_COLUMN(c, symbol), label = TEXT_COLUMN(c, label),
		      ex = ex_days(c);
	struct db_arg record = DAY_COLUMN(c, record_day), venue = db_text(r->venue),
		      source = db_text(r->source);
	struct ctx *ctx = r->l->ctx;
	const struct db_rows *rows = NULL;

	switch (t) {
	case REFERENCE_EVENT:
		(void)db_exec(ctx, &move_events, DB_ARGS(symbol, label, ex, record, venue));
		rows = db_query(ctx, &save_events,
				DB_ARGS(symbol, label, ex, record, venue, source,
					TEXT_COLUMN(c, kind), integers(c, RATIO_N),
					integers(c, RATIO_D), WIDE_COLUMN(c, amount),
					DAY_COLUMN(c, approved), TEXT_COLUMN(c, isin)));
		break;
	case REFERENCE_DISTRIBUTION:
		(void)db_exec(ctx, &move_distributions, DB_ARGS(symbol, label, ex, record, venue));
		if (str_eq(r->source, "typed"))
			(void)db_exec(ctx, &replace_distributions,
				      DB_ARGS(symbol, label, ex, WIDE_COLUMN(c, amount), venue));
		rows = db_query(ctx, &save_distributions,
				DB_ARGS(symbol, label, ex, record, venue, source,
					TEXT_COLUMN(c, kind), DAY_COLUMN(c, pay_day),
					WIDE_COLUMN(c, amount), DAY_COLUMN(c, approved),
					integers(c, SEQ), TEXT_COLUMN(c, related_to),
					WIDE_COLUMN(c, percent), old_profits(c),
					TEXT_COLUMN(c, isin)));
		break;
	case REFERENCE_SUBSCRIPTION:
		rows = db_query(ctx, &save_subscriptions,
				DB_ARGS(symbol, label, ex, record, venue, source,
					WIDE_COLUMN(c, percent), WIDE_COLUMN(c, amount),
					DAY_COLUMN(c, first_day), DAY_COLUMN(c, last_day),
					DAY_COLUMN(c, pay_day), DAY_COLUMN(c, approved),
					TEXT_COLUMN(c, isin)));
		break;
	case REFERENCE_TABLES:
		return;
	}
	written(r, c->n, rows);
}

static int by_key(const void *va, const void *vb)
{
	const struct reference *a = va, *b = vb;
	int c = strcmp(a->symbol, b->symbol);

	if (!c)
		c = strcmp(a->label, b->label);
	if (!c)
		c = (a->ex_day.n > b->ex_day.n) - (a->ex_day.n < b->ex_day.n);
	if (!c)
		c = (a->amount.v > b->amount.v) - (a->amount.v < b->amount.v);
	if (!c)
		c = a->approved.known - b->approved.known;
	if (!c && a->approved.known)
		c = (a->approved.day.n > b->approved.day.n) -
		    (a->approved.day.n < b->approved.day.n);
	return c;
}

/* Instalments that differ only in the payment date keep their order: it is their number. */
static int by_key_and_payment(const void *va, const void *vb)
{
	const struct reference *a = va, *b = vb;
	int c = by_key(a, b);

	if (!c)
		c = b->pay_day.known - a->pay_day.known;
	return c ? c
		 : (a->pay_day.day.n > b->pay_day.day.n) - (a->pay_day.day.n < b->pay_day.day.n);
}

static void number_equals(struct references *r)
{
	struct reference *rows = r->rows[REFERENCE_DISTRIBUTION];
	size_t n = r->n[REFERENCE_DISTRIBUTION];

	order_sort(rows, n, sizeof(*rows), by_key_and_payment);
	for (size_t i = 0; i < n; i++)
		rows[i].seq = i && by_key(&rows[i - 1], &rows[i]) == 0 ? rows[i - 1].seq + 1 : 1;
}

void references_save(struct references *r)
{
	number_equals(r);
	for (int t = 0; t < REFERENCE_TABLES; t++) {
		struct columns c = { r->l->pool, r->rows[t], r->n[t] };

		if (c.n)
			save(r, &c, (enum reference_table)t);
	}
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * debenture.c: writes debentures and their terms, from either source, into the tables.
 *
 * The depository (debentures.com.br) registers the contract, ANBIMA only prints it: the depository's
 * terms take precedence.
 */
#include "config.h"

#include "load/debenture.h"

#define BATCH ((size_t)5000)

/*
 * Columns of the terms keep the depository's values; a missing value of a source does not clear a
 * column.
 */
#define TERM(column)                                                                               \
	"case when d.source = 'snd' and excluded.source <> 'snd' then d." column                   \
	" else excluded." column " end"
#define SAID(column) "coalesce(excluded." column ", d." column ")"

#define COLUMNS                                                                                                   \
	"indexer, index_text, pct, spread, rate, rate_kind, source, issuer_name, issuer_tax_id, isin, index_day," \
	" series, issued, maturity, next_event, incentivised, standard"
#define NEW_VALUES                                                                                                                                                                               \
	TERM("indexer")                                                                                                                                                                          \
	", " TERM("index_text") ", " TERM("pct") ", " TERM("spread") ", " TERM("rate") ", " TERM("rate_kind") ", " TERM("source") ", " SAID("issuer_name") ", " SAID("issuer_tax_id") ", " SAID( \
		"isin") ", " SAID("index_day") ", " SAID("series") ", " SAID("issued") ", " SAID("maturity") ", " SAID("next_event") ", " SAID("incentivised") ", " SAID("standard")

static DB_STMT(
	save, "debenture.save",
	"insert into debenture as d (code, " COLUMNS ")"
	" select distinct on (u.code) u.code, u.indexer, u.index_text, u.pct, u.spread, u.rate, u.rate_kind, $18, u.issuer_name,"
	"        u.tax_id, u.isin, u.index_day, u.series, u.issued, u.maturity, u.next_event, u.incentivised, u.standard"
	"   from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],"
	"               $8::numeric[], $9::numeric[], $10::numeric[], $11::int8[], $12::date[], $13::date[],"
	"               $14::date[], $15::bool[], $16::bool[], $17::text[])"
	"        with ordinality u(code, issuer_name, tax_id, isin, series, indexer, index_text, pct, spread, rate,"
	"                          index_day, issued, maturity, next_event, incentivised, standard, rate_kind, n)"
	"  order by u.code, u.n desc"
	" on conflict (code) do update set (" COLUMNS ") = row(" NEW_VALUES ")"
	" where (d.indexer, d.index_text, d.pct, d.spread, d.rate, d.rate_kind, d.source, d.issuer_name, d.issuer_tax_id, d.isin,"
	"        d.index_day, d.series, d.issued, d.maturity, d.next_event, d.incentivised, d.standard)"
	"    is distinct from (" NEW_VALUES ")"
	" returning code");

static DB_STMT(
	introduce, "debenture.instrument",
	"insert into instrument as i (venue, symbol, asset_type, name, isin, issuer_tax_id, currency, expiry)"
	" select 'debenture', d.code, 'debenture', d.issuer_name, d.isin, d.issuer_tax_id, 'BRL', d.maturity"
	"   from debenture d where d.code = any ($1::text[])"
	" on conflict (venue, symbol) do update"
	" set name = excluded.name, isin = excluded.isin, issuer_tax_id = excluded.issuer_tax_id,"
	"     expiry = excluded.expiry"
	" where not i.typed and (i.name, i.isin, i.issuer_tax_id, i.expiry)"
	"    is distinct from (excluded.name, excluded.isin, excluded.issuer_tax_id, excluded.expiry)"
	" returning symbol");

struct rates {
	wide e8[BATCH];
	bool none[BATCH];
};

struct days {
	struct day day[BATCH];
	bool none[BATCH];
};

struct flags {
	bool set[BATCH];
	bool none[BATCH];
};

struct debentures {
	struct load *l;
	const char *source;
	const char *code[BATCH], *issuer_name[BATCH], *tax_id[BATCH], *isin[BATCH], *series[BATCH],
		*indexer[BATCH], *index_text[BATCH], *rate_kind[BATCH];
	struct rates pct, spread, rate;
	int64_t index_day[BATCH];
	bool no_index_day[BATCH];
	struct days issued, maturity, next_event;
	struct flags incentivised, standard;
	size_t n;
	int64_t touched;
};

struct debentures *debentures_open(struct load *l, const char *source)
{
	struct debentures *d = pool_zero(l->pool, struct debentures);

	d->l = l;
	d->source = source;
	return d;
}

static struct db_arg texts(const struct debentures *d, const char *const *items)
{
	return db_texts(items, d->n);
}

static struct db_arg rates(const struct debentures *d, const struct rates *r)
{
	return db_array(DB_DECIMAL_ARRAY, r->e8, r->none, d->n, RATE_PLACES);
}

static struct db_arg days(const struct debentures *d, const struct days *r)
{
	return db_array(DB_DAY_ARRAY, r->day, r->none, d->n, 0);
}

static struct db_arg flags(const struct debentures *d, const struct flags *f)
{
	return db_array(DB_BOOL_ARRAY, f->set, f->none, d->n, 0);
}

/* Stamps the symbols in the first column of @r. */
static size_t changed(struct load *l, const struct db_rows *r)
{
	const char **symbols = pool_array(l->pool, const char *, db_count(r));

	for (size_t i = 0; i < db_count(r); i++)
		symbols[i] = db_get_text(r, i, 0);
	load_symbols_changed(l, "debenture", symbols, db_count(r));
	return db_count(r);
}

static void flush(struct debentures *d)
{
	struct load *l = d->l;

	if (!d->n)
		return;
	d->touched += (int64_t)changed(
		l, db_query(l->ctx, &save,
			    DB_ARGS(texts(d, d->code), texts(d, d->issuer_name),
				    texts(d, d->tax_id), texts(d, d->isin), texts(d, d->series),
				    texts(d, d->indexer), texts(d, d->index_text),
				    rates(d, &d->pct), rates(d, &d->spread), rates(d, &d->rate),
				    db_array(DB_INT_ARRAY, d->index_day, d->no_index_day, d->n, 0),
				    days(d, &d->issued), days(d, &d->maturity),
				    days(d, &d->next_event), flags(d, &d->incentivised),
				    flags(d, &d->standard), texts(d, d->rate_kind),
				    db_text(d->source))));
	(void)changed(l, db_query(l->ctx, &introduce, DB_ARGS(texts(d, d->code))));
	d->n = 0;
}

static void set_rate(struct rates *to, size_t i, const struct maybe *from)
{
	to->none[i] = !from->known;
	to->e8[i] = from->v;
}

static void set_day(struct days *to, size_t i, bool known, struct day day)
{
	to->none[i] = !known;
	to->day[i] = day;
}

void debentures_add(struct debentures *d, const struct debenture *row)
{
	size_t i = d->n;

	d->code[i] = row->code;
	d->issuer_name[i] = row->issuer_name;
	d->tax_id[i] = row->issuer_tax_id;
	d->isin[i] = row->isin;
	d->series[i] = row->series;
	d->indexer[i] = row->terms.indexer;
	d->index_text[i] = row->index_text;
	d->rate_kind[i] = row->terms.rate_kind;
	set_rate(&d->pct, i, &row->terms.pct);
	set_rate(&d->spread, i, &row->terms.spread);
	set_rate(&d->rate, i, &row->terms.rate);
	d->index_day[i] = row->index_day;
	d->no_index_day[i] = row->index_day == 0;
	set_day(&d->issued, i, row->has_issued, row->issued);
	set_day(&d->maturity, i, row->has_maturity, row->maturity);
	set_day(&d->next_event, i, row->has_next, row->next_event);
	d->incentivised.none[i] = !row->knows_incentive;
	d->incentivised.set[i] = row->incentivised;
	d->standard.none[i] = !row->knows_standard;
	d->standard.set[i] = row->standard;
	if (++d->n == BATCH)
		flush(d);
}

int64_t debentures_save(struct debentures *d)
{
	flush(d);
	return d->touched;
}

const char *debenture_code(struct load *l, struct slice s)
{
	s = slice_trim(s);
	if (s.n < 4 || s.n > 10)
		return NULL;
	for (size_t i = 0; i < s.n; i++)
		if (!((s.p[i] >= 'A' && s.p[i] <= 'Z') || (s.p[i] >= '0' && s.p[i] <= '9')))
			return NULL;
	return slice_text(l->pool, s);
}

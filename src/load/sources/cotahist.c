/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cotahist.c: B3's historical quotes (doc/load.md): quotes, instruments, ISINs, renames.
 *
 * Streaming: a row goes to the server as it is read.  The newest description of each symbol is stored,
 * and the ISINs of each symbol that is not an option.  The key of a row, (day, ticker), is unique
 * without the markets that are no quote of a holding.
 */
#include "config.h"

#include "load/run.h"

#include "load/spill.h"
#include "load/sources/cotahist_row.h"

#define CHUNK 4096

/* Days on which a symbol traded under an ISIN. */
struct isin_seen {
	struct isin_seen *other;
	struct day first, last;
	char isin[12];
};

/* Days on which a symbol traded under a title: its name and class (cotahist_row.h). */
struct title_seen {
	struct title_seen *other;
	struct day first, last;
	char text[24]; /* name and class, one after the other */
	uint8_t name_n, class_n;
};

/* The newest description of a symbol in the file; hangs on quoted.of_source. */
struct quoted_ticker {
	struct isin_seen *isins;
	struct title_seen *titles;
	struct day day; /* of the description */
	struct day expiry;
	int64_t strike; /* cents */
	char name[12];
	char isin[12];
	uint8_t name_n;
	uint8_t type;
	bool has_isin, is_call, expires, described;
	bool odd; /* described by an odd lot: a round lot is more accurate */
};

struct cotahist {
	struct load *l;
	struct quotes *quotes;
	struct copy *papers, *isins, *titles;
	struct quoted_ticker *free_papers;
	size_t n_free_papers;
	int64_t lines; /* announced by the trailer */
	bool ended;
};

/* ---- statements on temporary tables ---- */

static const char make_stages[] =
	"create temp table paper_stage (symbol text collate \"C\", day date, asset_type text, short_name text,"
	"  isin text collate \"C\", option_kind text, strike numeric, expiry date) on commit drop;"
	"create temp table isin_stage (symbol text collate \"C\", isin text collate \"C\", first_day date,"
	"  last_day date) on commit drop;"
	"create temp table title_stage (title text collate \"C\", class text collate \"C\", symbol text collate \"C\","
	"  first_day date, last_day date) on commit drop;"
	"create temp table changed (symbol text collate \"C\") on commit drop";

static const char add_issuers[] =
	"insert into issuer (code)"
	" select distinct substr(isin, 3, 4) from paper_stage where isin is not null and asset_type <> 'option'"
	" on conflict do nothing";

/* An older file does not overwrite newer data: its last day decides. */
static const char upsert_instruments[] =
	"with up as ("
	"  insert into instrument as i (venue, symbol, asset_type, short_name, isin, issuer_code, option_kind,"
	"                               strike, expiry)"
	"  select 'b3', s.symbol, s.asset_type, s.short_name, s.isin, substr(s.isin, 3, 4), s.option_kind,"
	"         s.strike, s.expiry"
	"    from paper_stage s"
	"    left join last_close c on c.venue = 'b3' and c.symbol = s.symbol"
	"   where c.last_day is null or c.last_day <= s.day"
	"  on conflict (venue, symbol) do update"
	"  set asset_type = case when i.typed then i.asset_type else excluded.asset_type end,"
	"      short_name = excluded.short_name, isin = coalesce(excluded.isin, i.isin),"
	"      issuer_code = coalesce(excluded.issuer_code, i.issuer_code), option_kind = excluded.option_kind,"
	"      strike = excluded.strike, expiry = excluded.expiry"
	"  where (i.short_name, i.isin, i.option_kind, i.strike, i.expiry)"
	"     is distinct from (excluded.short_name, coalesce(excluded.isin, i.isin), excluded.option_kind,"
	"                       excluded.strike, excluded.expiry)"
	"     or (not i.typed and i.asset_type <> excluded.asset_type)"
	"  returning i.symbol)"
	" insert into changed select symbol from up";

static const char upsert_isins[] =
	"insert into instrument_isin as i (isin, venue, symbol, first_day, last_day)"
	" select isin, 'b3', symbol, first_day, last_day from isin_stage"
	" on conflict (isin, venue, symbol) do update"
	" set first_day = least(i.first_day, excluded.first_day), last_day = greatest(i.last_day, excluded.last_day)"
	" where i.first_day is null or i.last_day is null"
	"    or excluded.first_day < i.first_day or excluded.last_day > i.last_day";

static const char upsert_titles[] =
	"insert into instrument_title as i (venue, title, class, symbol, first_day, last_day)"
	" select 'b3', title, class, symbol, first_day, last_day from title_stage"
	" on conflict (venue, title, class, symbol) do update"
	" set first_day = least(i.first_day, excluded.first_day), last_day = greatest(i.last_day, excluded.last_day)"
	" where excluded.first_day < i.first_day or excluded.last_day > i.last_day";

/* A derived rename is deleted when the old ticker continues to trade. */
static const char drop_renames[] =
	"with gone as ("
	"  delete from succession s using isin_stage t, last_close c"
	"   where s.venue = 'b3' and s.source = 'isin' and s.from_symbol = t.symbol"
	"     and c.venue = 'b3' and c.symbol = s.from_symbol and c.last_day >= s.day"
	"  returning s.from_symbol)"
	" insert into changed select from_symbol from gone";

/* The same ISIN under a new ticker, after the old one has stopped trading (doc/load.md). */
static const char add_renames[] =
	"with named as ("
	"  select distinct on (o.symbol) o.symbol as from_symbol, n.symbol as to_symbol, n.first_day as day"
	"    from (select distinct isin from isin_stage) t"
	"    join instrument_isin o on o.isin = t.isin and o.venue = 'b3'"
	"    join last_close c on c.venue = 'b3' and c.symbol = o.symbol"
	"    join instrument_isin n on n.isin = t.isin and n.venue = 'b3' and n.symbol <> o.symbol"
	"     and n.first_day > o.last_day and n.first_day > c.last_day"
	"   order by o.symbol, n.first_day, n.symbol),"
	" up as ("
	"  insert into succession as s (venue, from_symbol, to_symbol, day, ratio_n, ratio_d, source)"
	"  select 'b3', from_symbol, to_symbol, day, 1, 1, 'isin' from named"
	"  on conflict (venue, from_symbol) do update set to_symbol = excluded.to_symbol, day = excluded.day"
	"  where s.source = 'isin' and (s.to_symbol, s.day) is distinct from (excluded.to_symbol, excluded.day)"
	"  returning s.from_symbol, s.to_symbol)"
	" insert into changed select unnest(array[from_symbol, to_symbol]) from up";

/* Options have no events to be derived from. */
static const char stamp_changed[] =
	"insert into symbol_version (venue, symbol, version)"
	" select distinct 'b3', c.symbol, version_next(v.version)"
	"   from changed c"
	"   join instrument i on i.venue = 'b3' and i.symbol = c.symbol and i.asset_type <> 'option'"
	"   join market_version v on v.family = 'reference'"
	" on conflict (venue, symbol) do update set version = excluded.version";

/* ---- while the file is read ---- */

static void see_isin(struct cotahist *h, struct quoted_ticker *p, struct slice isin, struct day d)
{
	struct isin_seen *i = p->isins;

	while (i && memcmp(i->isin, isin.p, sizeof(i->isin)) != 0)
		i = i->other;
	if (!i) {
		i = pool_zero(h->l->pool, struct isin_seen);
		memcpy(i->isin, isin.p, sizeof(i->isin));
		i->first = i->last = d;
		i->other = p->isins;
		p->isins = i;
	}
	if (day_before(d, i->first))
		i->first = d;
	if (day_before(i->last, d))
		i->last = d;
}

static bool same_title(const struct title_seen *t, const struct cotahist_row *row)
{
	return slice_same((struct slice){ t->text, t->name_n }, row->name) &&
	       slice_same((struct slice){ t->text + t->name_n, t->class_n }, row->class);
}

static void see_title(struct cotahist *h, struct quoted_ticker *p, const struct cotahist_row *row)
{
	struct title_seen *t = p->titles;
	struct day d = row->quote.day;

	while (t && !same_title(t, row))
		t = t->other;
	if (!t) {
		t = pool_zero(h->l->pool, struct title_seen);
		memcpy(t->text, row->name.p, row->name.n);
		memcpy(t->text + row->name.n, row->class.p, row->class.n);
		t->name_n = (uint8_t)row->name.n;
		t->class_n = (uint8_t)row->class.n;
		t->first = t->last = d;
		t->other = p->titles;
		p->titles = t;
	}
	if (day_before(d, t->first))
		t->first = d;
	if (day_before(t->last, d))
		t->last = d;
}

static struct quoted_ticker *new_paper(struct cotahist *h)
{
	if (!h->n_free_papers) {
		h->free_papers = pool_array(h->l->pool, struct quoted_ticker, CHUNK);
		h->n_free_papers = CHUNK;
	}
	h->n_free_papers--;
	return h->free_papers++;
}

static void describe(struct cotahist *h, struct quoted *s, const struct cotahist_row *row)
{
	struct quoted_ticker *p = s->of_source;
	bool odd = row->quote.segment == SEGMENT_ODD;

	if (!p)
		p = s->of_source = new_paper(h);
	if (row->isin.n && row->type != ASSET_OPTION)
		see_isin(h, p, row->isin, row->quote.day);
	if (row->type != ASSET_OPTION && row->name.n && row->class.n)
		see_title(h, p, row);
	if (p->described && (odd > p->odd || (odd == p->odd && day_before(row->quote.day, p->day))))
		return;
	p->described = true;
	p->odd = odd;
	p->day = row->quote.day;
	p->type = (uint8_t)row->type;
	p->name_n = (uint8_t)(row->name.n < sizeof(p->name) ? row->name.n : sizeof(p->name));
	memcpy(p->name, row->name.p, p->name_n);
	p->has_isin = row->isin.n == sizeof(p->isin);
	if (p->has_isin)
		memcpy(p->isin, row->isin.p, sizeof(p->isin));
	p->strike = row->strike_cents;
	p->is_call = row->is_call;
	p->expires = row->expires;
	p->expiry = row->expiry;
}

static void read_row(struct cotahist *h, struct slice line)
{
	struct load *l = h->l;
	struct cotahist_row row;
	enum cotahist_kind kind = cotahist_row(line, &row);
	int64_t number = reader_line_number(l->in);
	struct quoted *s;

	if (number == 1 && kind != COTAHIST_HEADER)
		load_fail(l, "não é um COTAHIST: falta o registro 00 na primeira linha.");
	if (h->ended && line.n) {
		l->res->read++;
		load_refuse(l, number, "linha depois do registro final (99)");
		return;
	}
	switch (kind) {
	case COTAHIST_HEADER:
		if (number > 1) {
			l->res->read++;
			load_refuse(l, number, "cabeçalho no meio do arquivo");
		}
		break;
	case COTAHIST_TRAILER:
		h->ended = true;
		h->lines = row.lines;
		break;
	case COTAHIST_OTHER:
		l->res->read++;
		l->res->ignored++;
		break;
	case COTAHIST_BAD:
		if (!line.n)
			break;
		l->res->read++;
		load_refuse(l, number, "%s", row.reason);
		break;
	case COTAHIST_QUOTE:
		l->res->read++;
		s = quotes_symbol(h->quotes, row.symbol);
		describe(h, s, &row);
		quotes_put(h->quotes, s, &row.quote);
		break;
	}
}

static void check_trailer(struct cotahist *h, int64_t lines)
{
	struct load *l = h->l;

	if (h->ended && h->lines == lines)
		return;
	if (l->opt->strict && h->ended)
		load_fail(l, "o registro final diz %lld linhas e o arquivo tem %lld: está cortado.",
			  (long long)h->lines, (long long)lines);
	if (l->opt->strict)
		load_fail(l, "falta o registro final (99): o arquivo está cortado.");
	if (h->ended)
		load_warn(l,
			  "O registro final diz %lld linhas e o arquivo tem %lld: pode estar "
			  "cortado.",
			  (long long)h->lines, (long long)lines);
	else
		load_warn(l, "Falta o registro final (99): o arquivo pode estar cortado.");
}

/* ---- the end ---- */

static void write_paper(struct quoted *s, void *arg)
{
	struct cotahist *h = arg;
	const struct quoted_ticker *p = s->of_source;
	const char *type = asset_type_names[p->type];
	bool option = p->type == ASSET_OPTION;
	char *name = text_from_cp1252(h->l->pool, (struct slice){ p->name, p->name_n });

	copy_row(h->papers, 8);
	copy_text(h->papers, s->symbol, s->n);
	copy_day(h->papers, p->day);
	copy_text(h->papers, type, strlen(type));
	copy_text(h->papers, name, strlen(name));
	pool_free(name);
	if (p->has_isin)
		copy_text(h->papers, p->isin, sizeof(p->isin));
	else
		copy_null(h->papers);
	if (option) {
		copy_text(h->papers, p->is_call ? "call" : "put", p->is_call ? 4 : 3);
		copy_decimal(h->papers, p->strike, 2);
	} else {
		copy_null(h->papers);
		copy_null(h->papers);
	}
	copy_day_if(h->papers, option && p->expires, p->expiry);
}

static void write_isins(struct quoted *s, void *arg)
{
	struct cotahist *h = arg;
	const struct quoted_ticker *p = s->of_source;

	for (const struct isin_seen *i = p->isins; i; i = i->other) {
		copy_row(h->isins, 4);
		copy_text(h->isins, s->symbol, s->n);
		copy_text(h->isins, i->isin, sizeof(i->isin));
		copy_day(h->isins, i->first);
		copy_day(h->isins, i->last);
	}
}

static void write_titles(struct quoted *s, void *arg)
{
	struct cotahist *h = arg;
	const struct quoted_ticker *p = s->of_source;

	for (const struct title_seen *t = p->titles; t; t = t->other) {
		char *name = text_from_cp1252(h->l->pool, (struct slice){ t->text, t->name_n });
		char *class = text_from_cp1252(h->l->pool,
					       (struct slice){ t->text + t->name_n, t->class_n });

		copy_row(h->titles, 5);
		copy_text(h->titles, name, strlen(name));
		copy_text(h->titles, class, strlen(class));
		copy_text(h->titles, s->symbol, s->n);
		copy_day(h->titles, t->first);
		copy_day(h->titles, t->last);
		pool_free(name);
		pool_free(class);
	}
}

/* After the quotes: their last day decides which description is the newest. */
static void save_papers(struct cotahist *h)
{
	struct load *l = h->l;
	int64_t changed;

	(void)load_sql(l, make_stages);
	h->papers = copy_to(l, "paper_stage (symbol, day, asset_type, short_name, isin, "
			       "option_kind, strike, expiry)");
	quotes_each(h->quotes, write_paper, h);
	copy_end(h->papers);
	h->isins = copy_to(l, "isin_stage (symbol, isin, first_day, last_day)");
	quotes_each(h->quotes, write_isins, h);
	copy_end(h->isins);
	h->titles = copy_to(l, "title_stage (title, class, symbol, first_day, last_day)");
	quotes_each(h->quotes, write_titles, h);
	copy_end(h->titles);
	(void)load_sql(l, "analyze paper_stage, isin_stage, title_stage");
	(void)load_sql(l, add_issuers);
	changed = load_sql(l, upsert_instruments);
	(void)load_sql(l, upsert_isins);
	(void)load_sql(l, upsert_titles);
	changed += load_sql(l, drop_renames);
	changed += load_sql(l, add_renames);
	if (changed) {
		(void)load_sql(l, stamp_changed);
		l->touched[FAMILY_REFERENCE] = true;
	}
}

void load_cotahist(struct load *l)
{
	struct cotahist h = { .l = l, .quotes = quotes_open(l, "b3") };
	struct slice line;

	while (reader_line(l->in, &line))
		read_row(&h, line);
	check_trailer(&h, reader_line_number(l->in));
	quotes_finish(h.quotes);
	save_papers(&h);
}

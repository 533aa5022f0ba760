/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fund_quotas.c: inf_diario_fi, the daily quota of every fund (doc/load.md), as quotes of venue
 * fund.
 *
 * A class is its tax id; with sub-classes it has a row a day for each, under TAXID:SUBCLASS.  A quota
 * of zero or less, as on the days on which a fund begins, is not a price.  Net worth and holders go to
 * fund_day.
 */
#include "config.h"

#include "load/fund.h"
#include "load/quotes.h"

#define SUBCLASS_MAX ((size_t)60)
#define QUOTA_MAX (E12 * E12 - 1) /* the table's limit */
#define WORTH_PLACES 8
#define WORTH_MAX (E12 * E12) /* on that grid */
#define HOLDERS_MAX 1000000000

enum { TAX_ID, SUBCLASS, DAY, QUOTA, WORTH, HOLDERS };

static const char make_days[] =
	"create temp table fund_day_stage (symbol text collate \"C\", day date, net_worth numeric, holders int8, line int8)"
	" on commit drop";

/* A repeated day was filed again: the last row of the file counts, and replaces the stored one. */
static const char save_days[] =
	"insert into fund_day as f (symbol, day, net_worth, holders)"
	" select distinct on (symbol, day) symbol, day, net_worth, holders from fund_day_stage order by symbol, day, line desc"
	" on conflict (symbol, day) do update set net_worth = excluded.net_worth, holders = excluded.holders"
	" where (f.net_worth, f.holders) is distinct from (excluded.net_worth, excluded.holders)";

/* The file's data besides the quotas. */
struct days {
	struct copy *rows;
	int64_t line; /* across all files of a zip */
	int64_t odd;
};

static const char make_seen[] =
	"create temp table fund_seen (symbol text collate \"C\") on commit drop";

/* The symbol becomes known, so that it can be held; the register gives it a name. */
static const char introduce[] =
	"with added as (insert into instrument (venue, symbol, asset_type, name)"
	"               select 'fund', s.symbol, 'fund', f.name from fund_seen s left join fund f on f.tax_id = s.symbol"
	"                where not exists (select from instrument i where i.venue = 'fund' and i.symbol = s.symbol)"
	"               on conflict (venue, symbol) do nothing returning symbol)"
	" insert into symbol_version (venue, symbol, version)"
	" select 'fund', a.symbol, version_next(v.version) from added a, market_version v where v.family = 'reference'"
	" on conflict (venue, symbol) do update set version = excluded.version";

/*
 * Twelve places, of which the last are usually zeros.  A close has 18 digits: a quota above a million
 * is rounded.
 */
static bool quota(struct slice s, struct num *out)
{
	out->places = PRICE_PLACES;
	if (field_decimal(s, PRICE_PLACES, QUOTA_MAX, &out->v) != FIELD_OK)
		return false;
	while (out->places > 0 && out->v % 10 == 0) {
		out->v /= 10;
		out->places--;
	}
	while (out->places > 0 && wide_abs(out->v) >= CLOSE_MAX) {
		out->v = dec_div_half_away(out->v, 10);
		out->places--;
	}
	return true;
}

/* An impossible value for a fund is unknown, and counted. */
static void put_day(struct cvm *c, struct days *d, struct slice symbol, struct day day)
{
	wide worth, holders;
	enum field has_worth = field_decimal(cvm_cell(c, WORTH), WORTH_PLACES, WORTH_MAX, &worth);
	enum field has_holders = field_decimal(cvm_cell(c, HOLDERS), 0, HOLDERS_MAX, &holders);

	if (has_holders == FIELD_OK && holders < 0)
		has_holders = FIELD_BAD;
	d->odd += (has_worth == FIELD_BAD) + (has_holders == FIELD_BAD);
	d->line++;
	if (has_worth != FIELD_OK && has_holders != FIELD_OK)
		return;
	copy_row(d->rows, 5);
	copy_text(d->rows, symbol.p, symbol.n);
	copy_day(d->rows, day);
	copy_decimal_if(d->rows, has_worth == FIELD_OK, worth, WORTH_PLACES);
	copy_int_if(d->rows, has_holders == FIELD_OK, (int64_t)holders);
	copy_int(d->rows, d->line);
}

static void put(struct cvm *c, struct quotes *q, struct days *d)
{
	char symbol[14 + 1 + SUBCLASS_MAX + 1];
	struct slice sub = cvm_text(c, SUBCLASS);
	struct quote row = quote_of((struct day){ 0 }, SEGMENT_CASH, NUM_NONE);
	size_t n = 14;

	if (!cvm_tax_id(cvm_cell(c, TAX_ID), symbol)) {
		cvm_refuse(c, "CNPJ inválido: %.*s", SHOWN(cvm_cell(c, TAX_ID)));
		return;
	}
	if (sub.n > SUBCLASS_MAX) {
		cvm_refuse(c, "código de subclasse com mais de %zu letras", SUBCLASS_MAX);
		return;
	}
	if (sub.n) {
		symbol[n++] = ':';
		memcpy(symbol + n, sub.p, sub.n);
		n += sub.n;
	}
	if (field_day(cvm_cell(c, DAY), &row.day) != FIELD_OK) {
		cvm_refuse(c, "data inválida: %.*s", SHOWN(cvm_cell(c, DAY)));
		return;
	}
	if (field_absent(cvm_cell(c, QUOTA))) {
		c->l->res->ignored++;
	} else if (!quota(cvm_cell(c, QUOTA), &row.close)) {
		cvm_refuse(c, "cota inválida: %.*s", SHOWN(cvm_cell(c, QUOTA)));
		return;
	} else if (row.close.v <= 0) {
		c->l->res->ignored++;
	} else {
		quotes_put(q, quotes_symbol(q, (struct slice){ symbol, n }), &row);
	}
	load_day(c->l, row.day);
	put_day(c, d, (struct slice){ symbol, n }, row.day);
}

static void save(struct load *l, struct days *d)
{
	(void)load_sql(l, make_days);
	copy_replay(d->rows, "fund_day_stage (symbol, day, net_worth, holders, line)");
	(void)load_sql(l, save_days);
	if (d->odd)
		load_warn(
			l,
			"%lld patrimônios ou números de cotistas não são números de um fundo: ficaram desconhecidos.",
			(long long)d->odd);
}

static void write_seen(struct quoted *s, void *arg)
{
	struct copy *c = arg;

	copy_row(c, 1);
	copy_text(c, s->symbol, s->n);
}

void load_fund_quotas(struct load *l)
{
	struct csv_column columns[] = {
		[TAX_ID] = { "cnpj_fundo_classe|cnpj_fundo", true, -1 },
		[SUBCLASS] = { "id_subclasse", false, -1 },
		[DAY] = { "dt_comptc", true, -1 },
		[QUOTA] = { "vl_quota", true, -1 },
		[WORTH] = { "vl_patrim_liq", false, -1 },
		[HOLDERS] = { "nr_cotst", false, -1 },
	};
	struct days days = { .rows = copy_spill(l) };
	struct quotes *q;
	struct copy *seen;
	struct cvm c;

	cvm_open(&c, l);
	q = quotes_open(l, "fund");
	do {
		cvm_map(&c, columns, ARRAY_SIZE(columns), "tp_fundo*|vl_total|captc_dia|resg_dia");
		while (cvm_row(&c))
			put(&c, q, &days);
	} while (cvm_next(&c));
	quotes_finish(q);
	save(l, &days);
	(void)load_sql(l, make_seen);
	seen = copy_to(l, "fund_seen (symbol)");
	quotes_each(q, write_seen, seen);
	copy_end(seen);
	if (load_sql(l, introduce))
		l->touched[FAMILY_REFERENCE] = true;
}

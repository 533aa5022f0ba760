/* SPDX-License-Identifier: Apache-2.0 */
/*
 * instruments.c: instruments typed by hand, as CSV (doc/load.md): names, tax ids, foreign papers.
 *
 * Typed data is not derived again: COTAHIST does not change the type of such an instrument.
 */
#include "config.h"

#include "load/run.h"

#include "load/delimited.h"
#include "load/field.h"
#include "market/prices/market.h"

#define BATCH ((size_t)5000)

static DB_STMT(
	save, "instruments.save",
	"insert into instrument as i (venue, symbol, asset_type, name, isin, issuer_code, issuer_tax_id, sector, currency,"
	"                             option_kind, strike, expiry, typed)"
	" select distinct on (u.venue, u.symbol) u.venue, u.symbol, u.asset_type, u.name, u.isin,"
	"        case when u.venue = 'b3' then substr(u.isin, 3, 4) end, u.tax_id, u.sector, u.currency,"
	"        u.option_kind, u.strike, u.expiry, true"
	"   from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],"
	"               $9::text[], $10::numeric[], $11::date[])"
	"        with ordinality u(venue, symbol, asset_type, name, isin, tax_id, sector, currency, option_kind, strike,"
	"                          expiry, n)"
	"  order by u.venue, u.symbol, u.n desc"
	" on conflict (venue, symbol) do update"
	" set asset_type = excluded.asset_type, name = coalesce(excluded.name, i.name),"
	"     isin = coalesce(excluded.isin, i.isin), issuer_code = coalesce(excluded.issuer_code, i.issuer_code),"
	"     issuer_tax_id = coalesce(excluded.issuer_tax_id, i.issuer_tax_id),"
	"     sector = coalesce(excluded.sector, i.sector), currency = excluded.currency,"
	"     option_kind = coalesce(excluded.option_kind, i.option_kind), strike = coalesce(excluded.strike, i.strike),"
	"     expiry = coalesce(excluded.expiry, i.expiry), typed = true"
	" where (i.asset_type, i.name, i.isin, i.issuer_code, i.issuer_tax_id, i.sector, i.currency, i.option_kind,"
	"        i.strike, i.expiry, i.typed)"
	"    is distinct from (excluded.asset_type, coalesce(excluded.name, i.name), coalesce(excluded.isin, i.isin),"
	"        coalesce(excluded.issuer_code, i.issuer_code), coalesce(excluded.issuer_tax_id, i.issuer_tax_id),"
	"        coalesce(excluded.sector, i.sector), excluded.currency, coalesce(excluded.option_kind, i.option_kind),"
	"        coalesce(excluded.strike, i.strike), coalesce(excluded.expiry, i.expiry), true)"
	" returning venue, symbol");

static DB_STMT(
	save_isins, "instruments.isins",
	"insert into instrument_isin (isin, venue, symbol)"
	" select distinct u.isin, u.venue, u.symbol from unnest($1::text[], $2::text[], $3::text[]) u(isin, venue, symbol)"
	"  where u.isin is not null"
	" on conflict do nothing");

enum { SYMBOL, TYPE, NAME, ISIN, TAX_ID, SECTOR, CURRENCY, OPTION, STRIKE, EXPIRY };

struct instruments {
	struct load *l;
	const char *venue[BATCH], *symbol[BATCH], *type[BATCH], *name[BATCH], *isin[BATCH],
		*tax_id[BATCH], *sector[BATCH], *currency[BATCH], *option[BATCH];
	wide strike[BATCH];
	bool no_strike[BATCH];
	struct day expiry[BATCH];
	bool no_expiry[BATCH];
	size_t n;
};

/* Stamps the changed ones, venue by venue. */
static void stamp(struct load *l, const struct db_rows *r)
{
	size_t n = db_count(r);
	bool *done = pool_array(l->pool, bool, n);
	const char **symbols = pool_array(l->pool, const char *, n);

	for (size_t i = 0; i < n; i++) {
		const char *venue = db_get_text(r, i, 0);
		size_t same = 0;

		if (done[i])
			continue;
		for (size_t k = i; k < n; k++) {
			if (done[k] || !str_eq(db_get_text(r, k, 0), venue))
				continue;
			done[k] = true;
			symbols[same++] = db_get_text(r, k, 1);
		}
		load_symbols_changed(l, venue, symbols, same);
	}
}

static void flush(struct instruments *s)
{
	struct load *l = s->l;
	const struct db_rows *r;

	if (!s->n)
		return;
	r = db_query(
		l->ctx, &save,
		DB_ARGS(db_texts(s->venue, s->n), db_texts(s->symbol, s->n),
			db_texts(s->type, s->n), db_texts(s->name, s->n), db_texts(s->isin, s->n),
			db_texts(s->tax_id, s->n), db_texts(s->sector, s->n),
			db_texts(s->currency, s->n), db_texts(s->option, s->n),
			db_array(DB_DECIMAL_ARRAY, s->strike, s->no_strike, s->n, PRICE_PLACES),
			db_array(DB_DAY_ARRAY, s->expiry, s->no_expiry, s->n, 0)));
	(void)db_exec(l->ctx, &save_isins,
		      DB_ARGS(db_texts(s->isin, s->n), db_texts(s->venue, s->n),
			      db_texts(s->symbol, s->n)));
	stamp(l, r);
	load_counted(l, (int64_t)s->n, (int64_t)db_count(r), FAMILY_REFERENCE);
	s->n = 0;
}

/* NULL when valid, else why not. */
static const char *read_names(struct instruments *s, const struct csv *c)
{
	const char *type = csv_text(c, TYPE), *cnpj = csv_text(c, TAX_ID);
	int t = type ? enum_find(asset_type_names, type) : -1;
	size_t i = s->n;

	s->symbol[i] = csv_text(c, SYMBOL);
	if (!s->symbol[i] || strlen(s->symbol[i]) > 80)
		return "falta o ativo (symbol)";
	if (t < 0 || !market_venue((enum asset_type)t))
		return "o tipo não é um dos que têm cotação (stock, fii, etf, bdr, us, option …)";
	s->type[i] = asset_type_names[t];
	s->venue[i] = market_venue((enum asset_type)t);
	s->name[i] = csv_text(c, NAME);
	s->isin[i] = csv_text(c, ISIN);
	if (s->isin[i] && strlen(s->isin[i]) != 12)
		return "o ISIN não tem 12 caracteres";
	s->tax_id[i] = NULL;
	if (cnpj) {
		char *plain = pool_array(c->l->pool, char, 15);

		if (!tax_id_normal(cnpj, plain))
			return "CNPJ inválido";
		s->tax_id[i] = plain;
	}
	s->sector[i] = csv_text(c, SECTOR);
	s->currency[i] = csv_text(c, CURRENCY);
	if (!s->currency[i])
		s->currency[i] = t == ASSET_US ? "USD" : "BRL";
	if (t == ASSET_US && !str_eq(s->currency[i], "USD"))
		return "currency: asset_type us é sempre em USD";
	return str_eq(s->currency[i], "BRL") || str_eq(s->currency[i], "USD")
		       ? NULL
		       : "currency: só BRL ou USD";
}

static const char *read_terms(struct instruments *s, const struct csv *c)
{
	const char *option = csv_text(c, OPTION);
	size_t i = s->n;
	enum field got;

	s->option[i] = NULL;
	if (option) {
		if (!str_eq(option, "call") && !str_eq(option, "put"))
			return "option_kind: call ou put";
		s->option[i] = option;
	}
	got = field_decimal(csv_cell(c, STRIKE), PRICE_PLACES, PRICE_MAX_E12, &s->strike[i]);
	if (got == FIELD_BAD)
		return "strike inválido";
	s->no_strike[i] = got == FIELD_ABSENT;
	got = field_day(csv_cell(c, EXPIRY), &s->expiry[i]);
	s->no_expiry[i] = got == FIELD_ABSENT;
	return got == FIELD_BAD ? "vencimento inválido" : NULL;
}

static void read_row(struct instruments *s, const struct csv *c)
{
	const char *wrong = read_names(s, c);

	if (!wrong)
		wrong = read_terms(s, c);
	if (csv_take(c, wrong) && ++s->n == BATCH)
		flush(s);
}

void load_instruments(struct load *l)
{
	struct csv_column columns[] = {
		[SYMBOL] = { "symbol|ativo", true, -1 },
		[TYPE] = { "asset_type|tipo", true, -1 },
		[NAME] = { "name|nome", false, -1 },
		[ISIN] = { "isin", false, -1 },
		[TAX_ID] = { "tax_id|cnpj", false, -1 },
		[SECTOR] = { "sector|setor", false, -1 },
		[CURRENCY] = { "currency|moeda", false, -1 },
		[OPTION] = { "option_kind|opcao", false, -1 },
		[STRIKE] = { "strike", false, -1 },
		[EXPIRY] = { "expiry|vencimento", false, -1 },
	};
	struct instruments *s = pool_zero(l->pool, struct instruments);
	struct csv c;

	s->l = l;
	csv_open(&c, l, columns, ARRAY_SIZE(columns));
	while (csv_next(&c))
		read_row(s, &c);
	flush(s);
}

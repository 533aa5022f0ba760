/* SPDX-License-Identifier: Apache-2.0 */
/*
 * import_map.c: the rows of statements against the worked cases of doc/calculations.md 16, and
 * rules around them.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include <json-c/json.h>

#include "calc/import/import.h"
#include "core/pool.h"
#include "tap.h"

static void *pool;

/* ---- sheets from text: rows end with '\n', cells with '|' ---- */

static struct sheet sheet_of(const char *text)
{
	const char *const **rows = pool_array(pool, const char *const *, 256);
	size_t *n_cells = pool_array(pool, size_t, 256), n = 0;

	while (*text) {
		const char **cells = pool_array(pool, const char *, 16);
		size_t c = 0;

		for (;;) {
			size_t len = strcspn(text, "|\n");

			if (len)
				cells[c] = pool_strndup(pool, text, len);
			c++;
			text += len + 1;
			if (text[-1] == '\n')
				break;
		}
		rows[n] = cells;
		n_cells[n++] = c;
	}
	return (struct sheet){ .rows = (const char *const *const *)rows,
			       .n_cells = n_cells,
			       .n_rows = n };
}

#define MOVE_HEAD                                                                                        \
	"Entrada/Saída|Data|Movimentação|Produto|Instituição|Quantidade|Preço unitário|Valor da " \
	"Operação\n"
#define TRADE_HEAD                                                                                 \
	"Data do Negócio|Tipo de Movimentação|Mercado|Prazo/Vencimento|Instituição|"          \
	"Código de Negociação|Quantidade|Preço|Valor\n"
#define MANUAL_HEAD                                                                                \
	"ticker|operacao|data|quantidade|preco|tipo|taxas|fator|moeda|evento|nota|meta\n"

static struct import_result map_in(const struct import_context *ctx, const char *text)
{
	struct sheet s = sheet_of(text);
	struct import_result r = { 0 };
	enum calc_err err = import_map(pool, &s, ctx, &r);

	if (err != CALC_OK)
		diag("import_map: %d", (int)err);
	return r;
}

static struct import_result map(const char *text)
{
	struct import_context ctx = { .today = { 21000 } };

	return map_in(&ctx, text);
}

static struct day day_of(const char *s)
{
	struct day d = { 0 };

	if (!day_parse(slice_of(s), &d))
		diag("no day: %s", s);
	return d;
}

static struct ledger_fact fact(const char *symbol, enum row_kind kind, const char *day,
			       int64_t units, int64_t cents)
{
	return (struct ledger_fact){ .symbol = symbol,
				     .kind = kind,
				     .day = day_of(day),
				     .qty = { units * 100000000 },
				     .price_known = true,
				     .price = { (wide)cents * (E12 / 100) },
				     .id = uuid_new(),
				     .import_id = { { 7 } } };
}

static const char *status(const struct import_result *r, size_t i)
{
	return import_status_names[r->entries[i].status];
}

/* ---- section 16 of t/cases ---- */

static const char *text_at(struct json_object *o, const char *name)
{
	struct json_object *v = NULL;

	if (!o || !json_object_object_get_ex(o, name, &v) || !v)
		return NULL;
	return json_object_get_string(v);
}

static void decimal_at(struct json_object *o, const char *name, int places, wide got,
		       const char *id, size_t row)
{
	const char *text = text_at(o, name);
	wide want = 0;
	bool rounded;

	if (!text)
		return;
	if (dec_parse_rounded(slice_of(text), places, E16 * E12, &want, &rounded) != DEC_OK)
		diag("no number: %s", text);
	/* Expected values have at most twelve places. */
	ok(wide_abs(got - want) <= 1, "%s row %zu: %s", id, row + 1, name);
}

static void check_row(const char *id, size_t i, const struct import_entry *e,
		      struct json_object *want)
{
	const char *kind = text_at(want, "kind");
	char day[DAY_TEXT_SIZE] = "";

	if (e->has_day)
		day_format(e->day, day);
	is_text(e->symbol, text_at(want, "symbol"),
		pool_printf(pool, "%s row %zu: symbol", id, i + 1));
	is_text(day, text_at(want, "trade_date"), pool_printf(pool, "%s row %zu: date", id, i + 1));
	is_text(import_status_names[e->status], text_at(want, "status"),
		pool_printf(pool, "%s row %zu: status", id, i + 1));
	if (text_at(want, "reason"))
		is_text(e->reason, text_at(want, "reason"),
			pool_printf(pool, "%s row %zu: reason", id, i + 1));
	if (text_at(want, "cross_source"))
		ok(e->cross_source, "%s row %zu: cross source", id, i + 1);
	if (kind)
		is_text(e->effect == ENTRY_INCOME ? "income" : row_kind_names[e->trade.kind], kind,
			pool_printf(pool, "%s row %zu: kind", id, i + 1));
	if (text_at(want, "income_kind"))
		is_text(income_kind_names[e->income_kind], text_at(want, "income_kind"),
			pool_printf(pool, "%s row %zu: income kind", id, i + 1));
	if (text_at(want, "event_kind"))
		is_text(event_kind_names[e->trade.event], text_at(want, "event_kind"),
			pool_printf(pool, "%s row %zu: event kind", id, i + 1));
	decimal_at(want, "quantity", QTY_PLACES, e->trade.qty.e8, id, i);
	decimal_at(want, "ratio", PRICE_PLACES, e->trade.ratio_e12, id, i);
	decimal_at(want, "amount", MONEY_PLACES, e->amount.e8, id, i);
	if (kind && !str_eq(kind, "income") && json_object_object_get_ex(want, "price", NULL)) {
		if (text_at(want, "price"))
			decimal_at(want, "price", PRICE_PLACES, e->trade.price.e12, id, i);
		else
			ok(!e->trade.price_known, "%s row %zu: price unknown", id, i + 1);
	}
}

static int fact_compare(const void *a, const void *b)
{
	return strcmp(((const struct ledger_fact *)a)->symbol,
		      ((const struct ledger_fact *)b)->symbol);
}

static struct sheet case_sheet(struct json_object *in, struct ledger_fact *facts, size_t *n_facts)
{
	struct json_object *header = json_object_object_get(in, "header"),
			   *rows = json_object_object_get(in, "rows");
	size_t columns = json_object_array_length(header), n = json_object_array_length(rows);
	const char *const **out = pool_array(pool, const char *const *, n + 1);
	size_t *n_cells = pool_array(pool, size_t, n + 1);

	for (size_t r = 0; r <= n; r++) {
		const char **cells = pool_array(pool, const char *, columns);
		struct json_object *row = r ? json_object_array_get_idx(rows, r - 1) : NULL;

		for (size_t c = 0; c < columns; c++) {
			const char *name =
				json_object_get_string(json_object_array_get_idx(header, c));

			cells[c] = r ? text_at(row, name) : name;
		}
		if (row && text_at(row, "_qty_before")) {
			const char *product = text_at(row, "Produto");

			facts[(*n_facts)++] =
				fact(pool_strndup(pool, product, 5), ROW_BUY, "2020-01-02",
				     strtol(text_at(row, "_qty_before"), NULL, 10), 1000);
		}
		out[r] = cells;
		n_cells[r] = columns;
	}
	return (struct sheet){ .rows = (const char *const *const *)out,
			       .n_cells = n_cells,
			       .n_rows = n + 1 };
}

static void check_map_case(const char *id, struct json_object *in, struct json_object *want)
{
	struct json_object *rows = json_object_object_get(want, "rows"), *trades = NULL;
	struct ledger_fact facts[32];
	struct import_context ctx = { .facts = facts, .today = { 21000 } };
	struct import_result r = { 0 };
	struct sheet s = case_sheet(in, facts, &ctx.n_facts);

	if (json_object_object_get_ex(in, "negociacao", &trades)) {
		for (size_t i = 0; i < json_object_array_length(trades); i++) {
			struct json_object *t = json_object_array_get_idx(trades, i);
			struct ledger_fact *f = &facts[ctx.n_facts++];

			*f = fact(text_at(t, "symbol"),
				  str_eq(text_at(t, "kind"), "buy") ? ROW_BUY : ROW_SELL,
				  text_at(t, "trade_date"), 0, 0);
			f->source = IMPORT_NEGOCIACAO;
		}
	}
	qsort(facts, ctx.n_facts, sizeof(*facts), fact_compare);
	is_int(import_map(pool, &s, &ctx, &r), CALC_OK, id);
	is_text(import_source_names[r.source], text_at(want, "source"), id);
	is_int((int64_t)r.n_entries, (int64_t)json_object_array_length(rows), id);
	for (size_t i = 0; i < r.n_entries; i++)
		check_row(id, i, &r.entries[i], json_object_array_get_idx(rows, i));
}

static struct natural_key *keys_of(struct json_object *rows, size_t *n)
{
	struct natural_key *k;

	*n = json_object_array_length(rows);
	k = pool_array(pool, struct natural_key, *n);
	for (size_t i = 0; i < *n; i++) {
		struct json_object *o = json_object_array_get_idx(rows, i);
		wide v = 0;

		k[i] = (struct natural_key){ .symbol = text_at(o, "symbol"),
					     .day = day_of(text_at(o, "trade_date")),
					     .kind = enum_find(row_kind_names,
							       text_at(o, "kind")) };
		ok(dec_parse(slice_of(text_at(o, "quantity")), QTY_PLACES, QTY_MAX_E8, &v) ==
			   DEC_OK,
		   "quantity");
		k[i].qty.e8 = (int64_t)v;
		k[i].price_known = dec_parse(slice_of(text_at(o, "price")), PRICE_PLACES,
					     PRICE_MAX_E12, &k[i].price.e12) == DEC_OK;
	}
	return k;
}

static void check_dedupe_case(const char *id, struct json_object *in, struct json_object *want)
{
	struct json_object *expected = json_object_object_get(want, "status");
	size_t n_have, n_come;
	struct natural_key *have = keys_of(json_object_object_get(in, "existing"), &n_have);
	struct natural_key *come = keys_of(json_object_object_get(in, "incoming"), &n_come);
	bool same[64];

	import_dedupe(pool, have, n_have, come, n_come, same);
	for (size_t i = 0; i < n_come; i++)
		is_text(same[i] ? "duplicate" : "imported",
			json_object_get_string(json_object_array_get_idx(expected, i)), id);
}

/* Rows of one key, "a b -" by their external ids; "-" is a row without one. */
static struct natural_key *named_keys(const char *names, size_t *n)
{
	struct natural_key *k = pool_array(pool, struct natural_key, 16);
	char *text = pool_strdup(pool, names), *rest = text, *name;

	*n = 0;
	while ((name = strsep(&rest, " ")))
		if (*name)
			k[(*n)++] = (struct natural_key){ .symbol = "PETR4",
							  .external_id =
								  str_eq(name, "-") ? NULL : name };
	return k;
}

static void dedupe_is(const char *existing, const char *incoming, const char *want)
{
	size_t n_have, n_come;
	struct natural_key *have = named_keys(existing, &n_have);
	struct natural_key *come = named_keys(incoming, &n_come);
	char got[17] = "";
	bool same[16];

	import_dedupe(pool, have, n_have, come, n_come, same);
	for (size_t i = 0; i < n_come; i++)
		got[i] = same[i] ? 'd' : 'n';
	is_text(got, want, pool_printf(pool, "%s upon %s", incoming, existing));
}

static void external_ids(void)
{
	dedupe_is("a", "a", "d");
	dedupe_is("a", "b", "n");
	dedupe_is("-", "b", "d");
	dedupe_is("a", "-", "d");
	dedupe_is("a -", "b a -", "ddn");
	dedupe_is("a -", "- a b", "ndd");
	dedupe_is("a b c", "- - b", "ddd");
	dedupe_is("a b", "- - b", "dnd");
	dedupe_is("- - -", "x - y -", "dddn");
	dedupe_is("", "x -", "nn");
}

static void worked_cases(void)
{
	const char *top = getenv("LASTRO_TOP_SRCDIR");
	char *path = pool_printf(pool, "%s/t/cases/16-imports.json", top ? top : ".");
	struct json_object *all = json_object_from_file(path), *cases = NULL;

	if (!ok(all && json_object_object_get_ex(all, "cases", &cases), "%s holds cases", path))
		return;
	for (size_t i = 0; i < json_object_array_length(cases); i++) {
		struct json_object *c = json_object_array_get_idx(cases, i);
		struct json_object *in = json_object_object_get(c, "inputs"),
				   *want = json_object_object_get(c, "expected");
		const char *id = text_at(c, "id");

		if (str_eq(text_at(c, "function"), "import_map"))
			check_map_case(id, in, want);
		else
			check_dedupe_case(id, in, want);
	}
	json_object_put(all);
}

/* ---- numbers and dates ---- */

static void number_is(const char *cell, const char *want)
{
	struct number_text n = cell_number(cell, false);
	char text[DEC_TEXT_SIZE] = "", *got = pool_strdup(pool, "");

	for (int reading = 0; reading <= (n.two ? 1 : 0); reading++) {
		static const char *const states[] = { "absent", "", "wrong", "range" };
		bool rounded;
		wide v = 0;
		enum number_cell state =
			cell_number_value(&n, reading, 8, MONEY_MAX_E8, &v, &rounded);

		text[0] = '\0';
		if (state == NUMBER_OK)
			dec_format(text, v, 8, 8, true);
		got = pool_printf(pool, "%s%s%s%s%s", got, reading ? " or " : "", states[state],
				  text, state == NUMBER_OK && rounded ? " rounded" : "");
	}
	is_text(n.currency < 0 ? got : pool_printf(pool, "%s %s", got, currency_names[n.currency]),
		want, cell);
}

static void day_is(const char *cell, const char *want)
{
	struct date_text d = cell_date(cell, false, day_of("2026-11-20"));
	char text[2][DAY_TEXT_SIZE] = { "none", "none" };

	for (int k = 0; k < 2; k++)
		if (d.real[k])
			day_format(d.day[k], text[k]);
	is_text(str_eq(text[0], text[1]) ? text[0]
					 : pool_printf(pool, "%s or %s", text[0], text[1]),
		want, cell);
}

static void numbers(void)
{
	static const char *const pairs[][2] = {
		{ "1.234,56", "1234.56" },
		{ "R$ 1.234,56", "1234.56 BRL" },
		{ "RR$\t1.000,00", "1000 BRL" },
		{ " RR$\t5,99 ", "5.99 BRL" },
		{ "1234.56", "1234.56" },
		{ "1.234.567", "1234567" },
		{ "1,234,567", "1234567" },
		{ "1,234.56", "1234.56" },
		{ "R$ 1.234", "1.234 or 1234 BRL" },
		{ "1.234", "1.234 or 1234" },
		{ "1,234", "1.234 or 1234" },
		{ "0.234", "0.234" },
		{ "1234.567", "1234.567" },
		{ "12,5", "12.5" },
		{ ",5", "0.5" },
		{ "-12,5", "-12.5" },
		{ "+12,5", "12.5" },
		{ "\xe2\x88\x92"
		  "12,5",
		  "-12.5" },
		{ "(12,5)", "-12.5" },
		{ "-R$ 5,00", "-5 BRL" },
		{ "R$ -5,00", "-5 BRL" },
		{ "US$ 5.00", "5 USD" },
		{ "5,00 BRL", "5 BRL" },
		{ "$ 5,00", "5" },
		{ "100 un", "100" },
		{ "100 cotas", "100" },
		{ "100 A\xc3\x87\xc3\x95"
		  "ES",
		  "100" },
		{ "2.5499999999999998", "2.55 rounded" },
		{ "272.27999999999997", "272.28 rounded" },
		{ "0.30000000000000004", "0.3 rounded" },
		{ "1E-3", "0.001" },
		{ "1.5e2", "150" },
		{ "1,5E+02", "150" },
		{ "0,123456789", "0.12345679 rounded" },
		{ "-", "absent" },
		{ "\xe2\x80\x93", "absent" },
		{ "n/d", "absent" },
		{ "R$ -", "absent BRL" },
		{ "", "absent" },
		{ "--", "absent" },
		{ "\xc2\xa0", "absent" },
		{ "10 000", "10000" },
		{ "10\xe2\x80\xaf"
		  "000,5",
		  "10000.5" },
		{ "1 000.500", "1000.5" },
		{ "10 00", "wrong" },
		{ "1 2", "wrong" },
		{ "1.234 567", "wrong" },
		{ "NaN", "wrong" },
		{ "inf", "wrong" },
		{ "1.23.4", "wrong" },
		{ "12.34,5,6", "wrong" },
		{ "1,2345.6", "wrong" },
		{ "5.", "wrong" },
		{ "0x10", "wrong" },
		{ "e5", "wrong" },
		{ "5e", "wrong" },
		{ "5%", "wrong" },
		{ "R$ 5 USD", "wrong BRL" },
		{ "123456789012345678901234567890", "range" },
	};
	static const char *const days[][2] = {
		{ "31/12/2024", "2024-12-31 or none" },
		{ "05/03/2026", "2026-03-05 or 2026-05-03" },
		{ " 2024-12-31 00:00:00", "2024-12-31" },
		{ "05/03/2026 10:11", "2026-03-05 or 2026-05-03" },
		{ "05/25/2026 10:11:12 PM", "none or 2026-05-25" },
		{ "45657", "2024-12-31" },
		{ "31/02/2024", "none" },
		{ "12345", "none" },
		{ "5-3-26", "2026-03-05 or 2026-05-03" },
		{ "25.12.27", "1927-12-25 or none" },
		{ "25.12.26", "2026-12-25 or none" },
		{ "1\xc2\xba de mar\xc3\xa7o de 2024", "2024-03-01" },
		{ "02-jan-24", "2024-01-02" },
		{ "Mar 2, 2024", "2024-03-02" },
		{ "2024/6/3", "2024-06-03" },
		{ "2024.06.03", "2024-06-03" },
		{ "20241301", "none" },
		{ "2/1/124", "none" },
		{ "2 mars 2024", "none" },
		{ "12#3/2024", "none" },
		{ "29/02/1900", "none" },
		{ "hoje", "none" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(pairs); i++)
		number_is(pairs[i][0], pairs[i][1]);
	for (size_t i = 0; i < ARRAY_SIZE(days); i++)
		day_is(days[i][0], days[i][1]);
}

/* ---- rules ---- */

static void errors_stay_in_their_row(void)
{
	struct import_result r = map(
		TRADE_HEAD
		"31/02/2026|Compra|Mercado à Vista|-|X|PETR4|100|36,5|3650\n"
		"03/03/2026|Compra|Mercado à Vista|-|X|PETR4|-100|36,5|3650\n"
		"03/03/2026|Compra|Mercado à Vista|-|X|PETR4|123456789012345678901234567890|1|1\n"
		"03/03/2026|Compra|Mercado à Vista|-|X|PETR4|NaN|1|1\n"
		"03/03/2026|Troca|Mercado à Vista|-|X|PETR4|1|1|1\n"
		"03/03/2026|Compra|Mercado Fracionário|-|X|PETR4F|7|36,5|255,5\n");

	is_text(r.entries[0].reason, "data inválida: 31/02/2026", "31 February");
	is_text(r.entries[1].reason, "quantidade negativa: -100", "a negative quantity");
	is_text(r.entries[2].reason, "quantidade fora da escala: 123456789012345678901234567890",
		"thirty digits");
	is_text(r.entries[3].reason, "quantidade não é um número: NaN", "NaN");
	is_text(r.entries[4].reason, "tipo de movimentação desconhecido: Troca", "an unknown side");
	is_text(r.entries[5].symbol, "PETR4", "the F of the fractional market goes");
	is_int((int64_t)r.errors, 5, "five rows are errors");
	is_int((int64_t)r.imported, 1, "and the good one is imported");
}

static void shapes(void)
{
	struct import_result r = map(
		TRADE_HEAD
		"03/03/2026|Compra|Mercado à Vista|-|X|AAPL34|1|50|50\n"
		"03/03/2026|Compra|Mercado à Vista|-|X|HGLG11|1|150|150\n"
		"03/03/2026|Compra|Renda Fixa|-|X|FIXA11|1|15|15\n"
		"03/03/2026|Compra|Opção de Venda sobre Ações|17/04/2026|X|TAEEP334|100|0,19|19\n"
		"03/03/2026|Compra|Mercado a Termo|20/04/2026|X|PETR4T|100|37|3700\n"
		"03/03/2026|Compra|Mercado à Vista|-|X|CPTS11B|1|8|8\n");

	is_int(r.entries[0].type, ASSET_BDR, "ending 34 is a BDR");
	is_int(r.entries[1].type, ASSET_FII, "ending 11 is a fund unless known otherwise");
	ok(r.entries[1].type_guessed, "which is a guess");
	ok(r.entries[2].type == ASSET_ETF && !r.entries[2].type_guessed,
	   "on the market of fixed income it is an ETF");
	is_int(r.entries[3].type, ASSET_OPTION, "an option by its market");
	is_text(r.entries[4].reason, "contrato a termo: conta na liquidação",
		"a forward counts at its settlement");
	is_text(r.entries[5].symbol, "CPTS11B", "the B stays while the bare ticker is unknown");
}

static void known_types_win(void)
{
	struct import_known known[] = { { "CPTS11", 1u << ASSET_FII },
					{ "TAEE11", 1u << ASSET_STOCK } };
	struct import_context ctx = { .known = known, .n_known = 2, .today = { 21000 } };
	struct import_result r =
		map_in(&ctx, TRADE_HEAD "03/03/2026|Compra|Mercado à Vista|-|X|TAEE11|1|35|35\n"
					"03/03/2026|Compra|Mercado à Vista|-|X|CPTS11B|1|8|8\n");

	is_int(r.entries[0].type, ASSET_STOCK, "a unit that the market knows is a stock");
	is_text(r.entries[1].symbol, "CPTS11", "the B goes when the bare ticker is known");
}

static void products(void)
{
	struct import_result r = map(
		MOVE_HEAD
		"Credito|04/06/2026|Compra|CDB - CDB1234ABCD - BANCO X - Y|X|2|1.000,00|2.000,00\n"
		"Credito|04/06/2026|Compra|DEB - VALE29 - VALE|X|2|1.000,00|2.000,00\n"
		"Credito|04/06/2026|Rendimento|HCTR12       - HECTARE CE FDO INV IMOB   "
		"|X|2|1,00|2,00\n"
		"Credito|04/06/2026|Compra|Tesouro  IPCA+ com Juros Semestrais 2032 "
		"|X|0,1|3.000|300\n"
		"Debito|04/06/2026|Vencimento|Opção de Compra - PETRF407 - PETR|X|100|-|-\n"
		"Credito|04/06/2026|Dividendo|IVVB11 - ISHARES S&P 500 FDO DE INDICE|X|1|1|1\n");

	is_text(r.entries[0].symbol, "CDB1234ABCD", "private paper is its code");
	is_text(r.entries[0].paper, "CDB", "and knows its class");
	is_text(r.entries[0].name, "BANCO X - Y", "a bank's name may hold the separator");
	is_int(r.entries[1].type, ASSET_DEBENTURE, "DEB is a debenture");
	is_text(r.entries[2].symbol, "HCTR12", "an old, padded product");
	is_text(r.entries[3].symbol, "Tesouro IPCA+ com Juros Semestrais 2032",
		"a Treasury bond keeps its name");
	is_int(r.entries[4].trade.price_known, true,
	       "an expired option is worth nothing, which is known");
	is_int(r.entries[4].type, ASSET_OPTION, "an option by its product");
	ok(r.entries[5].type == ASSET_ETF && !r.entries[5].type_guessed,
	   "a printed name says what the ending 11 does not");
	r = map(MOVE_HEAD "Credito|04/06/2026|Dividendo| - VALE S.A.|X|1|1|1\n");
	is_text(r.entries[0].reason, "produto ausente", "a name without a paper names none");
}

static void unknown_is_kept(void)
{
	struct import_result r =
		map(MOVE_HEAD
		    "Credito|04/06/2026|Ritual Novo|PETR4 - PETROBRAS|X|1|1,00|1,00\n"
		    "Credito|04/06/2026|RESGATE ANTECIPADO/|CDB - CDB1 - BANCO|X|1|1,00|1,00\n");

	is_text(r.entries[0].reason, "movimentação não reconhecida",
		"an unknown type is kept, ignored");
	is_int((int64_t)r.n_warnings, 2, "with a warning");
	is_text(r.warnings[0],
		"Movimentação \"Ritual Novo\" de PETR4 em 04/06/2026 não reconhecida.",
		"that names it");
	is_int(r.entries[1].trade.kind, ROW_SELL, "a trailing slash does not matter");
	is_int((int64_t)r.ignored, 1, "it counts as ignored");
}

static void events_in_order(void)
{
	/* Newest first: the grouping applies to the holding after the earlier split. */
	struct import_result r =
		map(MOVE_HEAD
		    "Credito|10/06/2026|Grupamento|WEGE3 - WEG|X|20|-|-\n"
		    "Credito|10/04/2026|Desdobro|WEGE3 - WEG|Y|40|-|-\n"
		    "Credito|10/04/2026|Desdobro|WEGE3 - WEG|X|60|-|-\n"
		    "Credito|02/03/2026|Transferência - Liquidação|WEGE3 - WEG|Y|40|10|400\n"
		    "Credito|02/03/2026|Transferência - Liquidação|WEGE3 - WEG|X|60|10|600\n");

	is_int(r.entries[2].trade.ratio_e12, 2000000000000,
	       "a split at two brokers is one: (100 + 100) / 100");
	is_text(r.entries[1].reason, "somado ao mesmo evento do dia",
		"its second row is part of it");
	is_int(r.entries[0].trade.ratio_e12, 100000000000, "the grouping sees 200 held: 20 / 200");
	is_int((int64_t)r.written[0], 4, "written oldest first");
	r = map(MOVE_HEAD "Credito|10/04/2026|Grupamento|WEGE3 - WEG|X|20|-|-\n");
	is_text(r.entries[0].reason, "Grupamento de WEGE3 sem posição em carteira no dia anterior",
		"nothing to group");
}

static void reference_wins(void)
{
	struct reference_event split = { .ex_day = day_of("2026-04-08"),
					 .kind = EVENT_SPLIT,
					 .ratio = { 2, 1 } };
	struct market_symbol symbol = {
		.symbol = "WEGE3", .type = ASSET_STOCK, .events = &split, .n_events = 1
	};
	struct market market = { .symbols = &symbol, .n_symbols = 1 };
	struct ledger_fact facts[] = { fact("WEGE3", ROW_BUY, "2026-03-02", 101, 1000), { 0 } };
	struct import_context ctx = {
		.facts = facts, .n_facts = 1, .market = &market, .today = { 21000 }
	};
	const char *file = MOVE_HEAD "Credito|10/04/2026|Desdobro|WEGE3 - WEG|X|100|-|-\n";
	struct import_result r = map_in(&ctx, file);
	char day[DAY_TEXT_SIZE];

	is_int(r.entries[0].trade.ratio_e12, 2000000000000,
	       "the ratio of the reference data, not 201/101");
	day_format(r.entries[0].trade.day, day);
	is_text(day, "2026-04-08", "and its ex date");
	facts[1] = fact("WEGE3", ROW_SPLIT, "2026-04-10", 100,
			0); /* imported before the market data had it */
	facts[1].ratio_e12 = 1990099009901;
	ctx.n_facts = 2;
	r = map_in(&ctx, file);
	is_text(status(&r, 0), "duplicate", "the same split under its earlier date is a duplicate");
}

static void cover_both_orders(void)
{
	const char *moves = MOVE_HEAD
		"Credito|09/03/2026|Transferência - Liquidação|PETR4 - PETROBRAS|X|50|40|2000\n"
		"Credito|05/03/2026|Transferência - Liquidação|PETR4 - PETROBRAS|X|100|36,5|3650\n";
	const char *trades =
		TRADE_HEAD "03/03/2026|Compra|Mercado à Vista|-|X|PETR4|60|36,4|2184\n"
			   "03/03/2026|Compra|Mercado Fracionário|-|X|PETR4F|40|36,65|1466\n";
	struct ledger_fact facts[2] = { fact("PETR4", ROW_BUY, "2026-03-03", 60, 3640),
					fact("PETR4", ROW_BUY, "2026-03-03", 40, 3665) };
	struct import_context ctx = { .facts = facts, .n_facts = 2, .today = { 21000 } };
	struct import_result r;

	facts[0].source = facts[1].source = IMPORT_NEGOCIACAO;
	r = map_in(&ctx, moves);
	ok(r.entries[1].cross_source && r.entries[1].retired,
	   "the executions of a day summed cover the settlement");
	is_text(status(&r, 0), "imported", "another quantity is not covered");
	is_int((int64_t)r.cross_source, 1, "counted apart");

	facts[0] = fact("PETR4", ROW_BUY, "2026-03-05", 100, 3650);
	facts[1] = fact("PETR4", ROW_BUY, "2026-03-09", 50, 4000);
	facts[0].source = facts[1].source = IMPORT_MOVIMENTACAO;
	facts[0].settlement = facts[1].settlement = true;
	r = map_in(&ctx, trades);
	is_int((int64_t)r.imported, 2, "the trades come in");
	ok(r.n_retired == 1 && uuid_same(r.retired[0], facts[0].id),
	   "and retire the settlement that they cover");

	facts[0].retired = true;
	r = map_in(&ctx, moves);
	ok(r.entries[1].cross_source && !r.entries[1].retired,
	   "a retired settlement that comes again is not written");
	is_text(status(&r, 0), "duplicate", "nor is the live one");
}

static void cover_one_to_one(void)
{
	struct ledger_fact facts[1] = { fact("PETR4", ROW_BUY, "2026-03-03", 100, 3650) };
	struct import_context ctx = { .facts = facts, .n_facts = 1, .today = { 21000 } };
	struct import_result r;

	facts[0].source = IMPORT_NEGOCIACAO;
	r = map_in(
		&ctx, MOVE_HEAD
		"Credito|05/03/2026|Transferência - Liquidação|PETR4 - PETROBRAS|X|100|36,5|3650\n"
		"Credito|06/03/2026|Transferência - Liquidação|PETR4 - PETROBRAS|X|100|36,5|3650\n"
		"Debito|05/03/2026|Transferência - Liquidação|PETR4 - PETROBRAS|X|100|36,5|3650\n"
		"Credito|11/03/2026|Transferência - Liquidação|PETR4 - "
		"PETROBRAS|X|100|36,5|3650\n");
	is_int((int64_t)r.cross_source, 1,
	       "a trade covers one settlement, of its side, at most seven days later");
	ok(r.entries[0].cross_source, "the earliest");
	r = map_in(
		&ctx, MOVE_HEAD
		"Credito|05/03/2026|Transferência - Liquidação|PETR4 - PETROBRAS|X|70|36,5|2555\n"
		"Credito|05/03/2026|Transferência - Liquidação|PETR4 - PETROBRAS|Y|30|36,5|1095\n");
	is_int((int64_t)r.cross_source, 2,
	       "settlements of one day at two brokers that add up to it");
}

static void repeated_rows(void)
{
	struct import_result r = map(
		MOVE_HEAD
		"Credito|05/03/2026|COMPRA / VENDA|PETR4 - PETROBRAS|X|100|36,5|3650\n"
		"Credito|05/03/2026|Transferência - Liquidação|PETR4 - PETROBRAS|X|100|36,5|3650\n"
		"Credito|10/03/2026|PAGAMENTO DE JUROS|CDB - CDB1 - BANCO|X|1|10|10\n"
		"Debito|10/03/2026|PAGAMENTO DE JUROS|CDB - CDB1 - BANCO|X|1|10|10\n"
		"Credito|12/03/2026|Dividendo|PETR4 - PETROBRAS|X|100|0,8|80\n"
		"Debito|15/03/2026|Estorno|PETR4 - PETROBRAS|X|100|0,8|80\n");

	is_text(r.entries[0].reason, "repetição da liquidação",
		"COMPRA / VENDA repeats the settlement");
	is_text(status(&r, 2), "imported", "of a coupon pair the credit counts");
	is_text(r.entries[3].reason, "débito do par, sem efeito", "and the debit does not");
	is_text(r.entries[4].reason, "estornado em 15/03/2026",
		"a reversed dividend is not received");
	is_text(r.entries[5].reason, "estorno de lançamento anterior",
		"nor is its reversal a cost");
}

static void subscription_chain(void)
{
	struct import_result r =
		map(MOVE_HEAD "Credito|22/09/2020|Atualização|CVCB3 - CVC|X|15|-|-\n"
			      "Credito|17/08/2020|Atualização|CVCB11 - CVC|X|15|-|-\n"
			      "Credito|17/08/2020|Atualização|CVCB9 - CVC|X|15|-|-\n"
			      "Debito|12/08/2020|Direitos de Subscrição - Excercído|CVCB1 - "
			      "CVC|X|15|12,84|192,60\n"
			      "Debito|12/08/2020|Solicitação de Subscrição|CVCB1 - CVC|X|15|-|-\n"
			      "Credito|16/07/2020|Direito de Subscrição|CVCB1 - CVC|X|15|-|-\n");

	is_int(r.entries[0].trade.event, EVENT_SUBSCRIPTION, "the share arrives: a subscription");
	ok(r.entries[0].trade.price_known &&
		   r.entries[0].trade.price.e12 == (wide)1284 * (E12 / 100),
	   "at the price paid when the right was exercised");
	is_int((int64_t)r.imported, 1, "once");
	is_text(r.entries[1].reason, "atualização do saldo, sem efeito",
		"a warrant is not the share");
	r = map(MOVE_HEAD
		"Credito|22/03/2021|Atualização|CVCB3 - CVC|X|15|-|-\n"
		"Debito|12/08/2020|Direitos de Subscrição - Excercído|CVCB1 - CVC|X|15|-|-\n");
	is_int((int64_t)r.imported, 0, "a right of more than 180 days ago is forgotten");
}

static void rights_bought(void)
{
	struct import_context ctx = { .today = { 21000 } };
	struct import_result r =
		map(MOVE_HEAD
		    "Credito|02/12/2020|Atualização|LGCP11 - LOG|X|16|-|-\n"
		    "Debito|21/10/2020|Direitos de Subscrição - Excercído|LGCP12 - LOG|X|16|-|-\n"
		    "Credito|13/10/2020|Transferência - Liquidação|LGCP12 - LOG|X|8|0,60|4,80\n"
		    "Credito|08/09/2020|Atualização|IFIE11 - IFI|X|4|-|-\n"
		    "Credito|31/08/2020|Transferência - Liquidação|IFIE13 - IFI|X|4|-|-\n");

	is_int((int64_t)r.imported, 2, "two subscriptions");
	ok(!r.entries[0].trade.price_known, "a right's price is never the subscription's");
	is_money(r.entries[0].trade.fees, "4.8", "what was paid for it is a fee");
	is_text(r.entries[2].reason, "direito comprado: entra nas taxas da subscrição",
		"a right is no position");
	is_int(r.entries[3].trade.qty.e8, 400000000, "a receipt without a price becomes the quota");
	is_money(r.entries[3].trade.fees, "0", "for which no right was bought");
	r = map(MOVE_HEAD
		"Credito|13/10/2020|Transferência - Liquidação|LGCP12 - LOG|X|8|0,60|4,80\n");
	is_text(r.warnings[0],
		"Direito LGCP12 comprado em 13/10/2020 e nunca exercido: o que foi pago entrou como perda.",
		"one that ends in nothing is told");
	is_int(r.entries[0].trade.kind, ROW_SELL, "and is a loss on its date");
	is_money(r.entries[0].trade.fees, "4.8", "of what was paid");
	ctx.today = day_of("2021-04-11"); /* 180 days */
	r = map_in(&ctx, MOVE_HEAD
		   "Credito|13/10/2020|Transferência - Liquidação|LGCP12 - LOG|X|8|0,60|4,80\n");
	is_int((int64_t)r.imported, 0, "but not while it may still be exercised");
	r = map(MOVE_HEAD
		"Debito|20/10/2020|Transferência - Liquidação|LGCP12 - LOG|X|8|0,70|5,60\n"
		"Credito|13/10/2020|Transferência - Liquidação|LGCP12 - LOG|X|8|0,60|4,80\n");
	is_int((int64_t)r.imported, 2, "one that is sold has its purchase");
	is_int(r.entries[0].trade.event, EVENT_SUBSCRIPTION, "and its sale is a right's");
	r = map(TRADE_HEAD "03/03/2026|Venda|Mercado à Vista|-|X|LGCP12|8|0,70|5,60\n");
	is_int((int64_t)r.n_warnings, 0, "sold in the other file it is not uncovered");
}

static void sales(void)
{
	struct import_result r =
		map(TRADE_HEAD "05/03/2026|Venda|Mercado à Vista|-|X|PETR4|150|40|6000\n"
			       "03/03/2026|Compra|Mercado à Vista|-|X|PETR4|100|36,5|3650\n");

	is_int((int64_t)r.n_warnings, 1, "one warning");
	is_text(r.warnings[0], "Venda de PETR4 em 05/03/2026 acima da quantidade em carteira.",
		"a sale above the holding");
	is_int((int64_t)r.imported, 2, "is imported all the same");
	r = map(TRADE_HEAD "05/03/2026|Compra|Mercado à Vista|-|X|PETR4|1,123456789|1|1\n");
	is_text(r.entries[0].warning, "Número com mais casas que a escala, arredondado.",
		"rounding is said on the row");
	is_int(r.entries[0].trade.qty.e8, 112345679, "half away from zero");
}

static void manual(void)
{
	struct import_result r =
		map(MANUAL_HEAD "PETR4|compra|2026-03-03|100|36.5||1.2|||||\n"
				"AAPL|Compra|03/03/2026|2,5|601,10|us|1||USD||primeira|\n"
				"PETR4|desdobro|10/04/2026|100|||||BRL|split||\n"
				"PETR4|desdobro|10/04/2026|100||||2||split||\n"
				"PETR4|grupamento|11/04/2026||||  |10||||\n"
				"PETR4|ajuste|12/04/2026|-5|||-1||||nota|\n"
				"PETR4|provento|13/04/2026|1|80.00||||BRL|jcp||\n"
				"LCA-24G00396297|compra|14/04/2026|10|1000||||||"
				"|{\"fixed_income\":{\"indexer\":\"cdi\"}}\n"
				"IBOV|compra|14/04/2026|10|1000|index||||||\n"
				"XYZ|compra|14/04/2026|10|1000|||||||\n");

	is_money(r.entries[0].trade.fees, "1.2", "fees");
	is_int(r.entries[1].currency, CURRENCY_USD, "currency");
	is_int(r.entries[1].type, ASSET_US, "type");
	is_text(r.entries[1].trade.note, "primeira", "note");
	ok(text_starts(r.entries[2].reason, "fator ausente"), "a split needs its ratio");
	is_int(r.entries[3].trade.ratio_e12, 2000000000000, "ratio of a split");
	is_int(r.entries[4].trade.ratio_e12, 100000000000, "ten to one, written as 10");
	is_int(r.entries[5].trade.qty.e8, -500000000, "an adjustment may be negative");
	is_money(r.entries[5].trade.fees, "-1", "and so may its fees");
	is_int(r.entries[6].income_kind, INCOME_JCP, "kind of income");
	is_money(r.entries[6].amount, "80", "amount of income");
	is_text(r.entries[7].symbol, "24G00396297", "private paper by its code");
	is_text(r.entries[7].meta, "{\"fixed_income\":{\"indexer\":\"cdi\"}}",
		"meta travels as it is");
	is_text(r.entries[8].reason, "índice não aceita lançamentos: IBOV",
		"an index has no transactions");
	is_text(r.entries[9].reason, "tipo do ativo não reconhecido: XYZ; preencha a coluna tipo",
		"an unknown shape asks");
}

static void headers(void)
{
	size_t row = 99;
	struct sheet s = sheet_of("Extrato|\nqualquer|coisa\n |" TRADE_HEAD);

	is_int(import_detect(pool, &s, &row), IMPORT_NEGOCIACAO,
	       "the header is found below a title and beside a nameless column");
	is_int((int64_t)row, 2, "in its row");
	s = sheet_of("Período (Inicial)|Período (Final)|Instituição\n");
	is_int(import_detect(pool, &s, &row), IMPORT_SUMMARY,
	       "the summary without dates is known for what it is");
	s = sheet_of("a|b\n");
	is_int(import_detect(pool, &s, &row), IMPORT_UNKNOWN, "anything else is unknown");
}

static void again(void)
{
	struct ledger_fact facts[2] = { fact("CDB1", ROW_SELL, "2026-06-14", 500, 110000), { 0 } };
	struct import_context ctx = { .facts = facts, .n_facts = 1, .today = { 21000 } };
	const char *file = MOVE_HEAD "Debito|14/06/2026|VENCIMENTO|CDB - CDB1 - BANCO|X|500|-|-\n"
				     "Debito|14/06/2026|VENCIMENTO|CDB - CDB1 - BANCO|X|500|-|-\n";
	struct import_result r;

	facts[0].source = IMPORT_MOVIMENTACAO;
	facts[0].type = ASSET_RENDA_FIXA;
	r = map_in(&ctx, file);
	is_int((int64_t)r.duplicates, 1, "a row that a person priced since is not imported again");
	is_int((int64_t)r.imported, 1, "but a second one is");
	facts[0] = fact("MXRF11", ROW_BUY, "2020-10-05", 71, 1000);
	facts[0].type = ASSET_FII;
	facts[0].event = EVENT_SUBSCRIPTION;
	facts[0].source = IMPORT_MOVIMENTACAO;
	r = map_in(&ctx,
		   MOVE_HEAD "Credito|05/10/2020|Atualização|MXRF11 - MAXI RENDA FII|X|71|-|-\n");
	is_text(status(&r, 0), "duplicate", "an Atualização whose right was in an earlier file");
	is_int((int64_t)r.n_warnings, 0, "and nothing is said of it again");
}

int main(void)
{
	pool = pool_new(NULL, "test");
	external_ids();
	worked_cases();
	numbers();
	headers();
	errors_stay_in_their_row();
	shapes();
	known_types_win();
	products();
	unknown_is_kept();
	events_in_order();
	reference_wins();
	cover_both_orders();
	cover_one_to_one();
	repeated_rows();
	subscription_chain();
	rights_bought();
	sales();
	manual();
	again();
	pool_free(pool);
	return tap_done();
}

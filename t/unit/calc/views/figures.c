/* SPDX-License-Identifier: Apache-2.0 */
/* figures.c: the edges of x-ray, costs and look-through (doc/calculations.md 8, 9, 10). */
#include "config.h"

#include "calc/amounts/amounts.h"
#include "calc/history/units.h"
#include "calc/views/views.h"
#include "core/pool.h"

#include "rows.h"
#include "tap.h"

static void *pool;

static struct open_position open_position(const char *symbol, enum asset_type type,
					  const char *value)
{
	struct open_position s = { .symbol = symbol, .ticker = symbol, .type = type };

	s.currency = type == ASSET_US ? CURRENCY_USD : CURRENCY_BRL;
	s.value_known = value != NULL;
	if (value)
		s.value = brl(value);
	return s;
}

static void is_said(const char *got, const char *want, const char *name)
{
	if (!ok(got && str_eq(got, want), "%s", name))
		diag("expected %s, got %s", want, got ? got : "nothing");
}

static void is_number(int64_t got, int64_t want, const char *name)
{
	if (!ok(got == want, "%s", name))
		diag("expected %lld, got %lld", (long long)want, (long long)got);
}

/* ---- texts ---- */

static void check_texts(void)
{
	is_said(brl_text(pool, brl("0")), "R$ 0,00", "nothing has two places");
	is_said(brl_text(pool, brl("999.995")), "R$ 1.000,00", "half a cent rounds away from zero");
	is_said(brl_text(pool, brl("1234567.8")), "R$ 1.234.567,80", "thousands in threes");
	is_said(brl_text(pool, brl("-123456.78")), "-R$ 123.456,78", "a sign before the currency");
	is_said(percent_text(pool, (struct percent){ 9995 * E8 / 100 }, 1), "100,0",
		"99.95 to the tenth");
}

/* ---- x-ray ---- */

static struct xray xray(const struct open_position *open_positions, size_t n)
{
	struct xray x = { 0 };

	ok(xray_compute(pool, open_positions, n, &x) == CALC_OK, "an x-ray of %zu positions", n);
	return x;
}

static void check_empty_xray(void)
{
	struct open_position none[] = { open_position("XPTO11", ASSET_DEBENTURE, NULL),
					open_position("OPCA10", ASSET_OPTION, "0") };
	struct xray x = xray(none, 0);

	is_number((int64_t)(x.by_class.n + x.by_sector.n + x.by_indexer.n + x.by_currency.n +
			    x.n_top + x.n_flags),
		  0, "an empty portfolio has empty lists");
	is_number((int64_t)x.patrimonio.e8, 0, "and is worth nothing");
	x = xray(none, 2);
	is_number((int64_t)x.ignored, 2, "without value, or worth zero: counted apart");
	is_number((int64_t)x.considered, 0, "and nothing is considered");
	is_number((int64_t)x.by_indexer.n, 0, "nor grouped");
}

static void check_limits(void)
{
	struct open_position tie[] = { open_position("AAAA3", ASSET_STOCK, "1000"),
				       open_position("BBBB3", ASSET_STOCK, "1000"),
				       open_position("CASH", ASSET_RENDA_FIXA, "8000") };
	struct xray x = xray(tie, 3);

	is_number((int64_t)x.n_flags, 3, "exactly 10 % of the portfolio is not above 10 %");
	is_said(x.flags[0], "CASH representa 80,0% da carteira (limite de atenção: 10%).",
		"a position above it is");
	is_said(x.flags[1],
		"A classe Renda fixa representa 80,0% da carteira (limite de atenção: 60%).",
		"a class by its name");
	is_said(x.flags[2],
		"O indexador outro representa 100,0% da renda fixa (limite de atenção: 70%).",
		"paper without terms is of another indexer");
	is_said(x.top[1].open_position->symbol, "AAAA3", "ties by symbol");
	tie[0].value.e8++;
	x = xray(tie, 3);
	is_said(x.flags[1], "AAAA3 representa 10,0% da carteira (limite de atenção: 10%).",
		"one hundred-millionth above is above");
	tie[0].sector = "Bancos";
	tie[0].value = brl("9000");
	tie[2].currency = CURRENCY_USD;
	x = xray(tie, 3);
	is_said(x.flags[2], "O setor Bancos representa 50,0% da carteira (limite de atenção: 25%).",
		"a sector, but never what has none");
	is_said(x.flags[x.n_flags - 1],
		"Ativos em moeda estrangeira representam 44,4% da carteira (limite de atenção: 30%).",
		"foreign currency last");
}

static void check_thirds(void)
{
	struct open_position s[] = { open_position("AAAA3", ASSET_STOCK, "1"),
				     open_position("FIIX11", ASSET_FII, "1"),
				     open_position("ETFX11", ASSET_ETF, "1") };
	struct xray x = xray(s, 3);

	is_said(x.by_class.items[0].name, "etf", "equal classes by name");
	is_number(x.by_class.items[0].pct_e2, 3334, "the missing hundredth goes to the earlier");
	is_number(x.by_class.items[1].pct_e2, 3333, "and not to the second");
	is_number(x.by_class.items[2].pct_e2, 3333, "nor to the third");
	is_number(x.top[0].pct_e2, 3333, "positions are no partition and are just rounded");
	is_said(x.by_sector.items[1].name, "Fundos Imobiliários", "a FII has a sector of its own");
	is_number((int64_t)x.by_sector.items[0].value.e8, 200000000,
		  "an ETF and a share that is not mapped have none");
}

static void check_indexers(void)
{
	static const struct {
		const char *title;
		enum indexer_group group;
	} titles[] = {
		{ "Tesouro Selic 2029", GROUP_SELIC },
		{ "Tesouro Reserva 2030", GROUP_SELIC },
		{ "Tesouro IPCA+ com Juros Semestrais 2040", GROUP_IPCA },
		{ "Tesouro RendA+ Aposentadoria Extra 2045", GROUP_IPCA },
		{ "TESOURO EDUCA+ 2035", GROUP_IPCA },
		{ "Tesouro Prefixado 2029", GROUP_PREFIXADO },
		{ "Tesouro IGPM+ com Juros Semestrais 2031", GROUP_OUTRO },
		{ "Tesouro Verde 2040", GROUP_OUTRO },
	};
	struct accrual_terms spread = { .indexer = INDEXER_CDI, .has_spread = true };
	struct open_position cdb = open_position("CDB1", ASSET_RENDA_FIXA, "1");

	for (size_t i = 0; i < ARRAY_SIZE(titles); i++) {
		struct open_position s = open_position(titles[i].title, ASSET_TESOURO, "1");

		is_said(indexer_group_names[open_position_indexer(pool, &s)],
			indexer_group_names[titles[i].group], titles[i].title);
	}
	cdb.terms = &spread;
	is_said(indexer_group_names[open_position_indexer(pool, &cdb)], "cdi",
		"CDI with a spread is CDI");
}

static void check_huge(void)
{
	struct open_position s[] = { open_position("AAAA3", ASSET_STOCK, "1"),
				     open_position("BBBB3", ASSET_STOCK, "1") };
	struct xray x = { .ignored = 7 };

	s[0].value.e8 = s[1].value.e8 = (wide)1 << 126;
	ok(xray_compute(pool, s, 2, &x) == CALC_RANGE, "a sum off the grid is refused");
	is_number((int64_t)x.ignored, 7, "and the answer is untouched");
}

/* ---- costs ---- */

static const struct percent cdi = { 144321 * E8 / 10000 };

static struct costs costs(const struct open_position *open_positions, const struct fund_cost *funds,
			  size_t n, const struct percent *cdi_12m)
{
	struct costs c = { 0 };

	ok(costs_compute(pool, open_positions, funds, n, cdi_12m, &c) == CALC_OK,
	   "costs of %zu positions", n);
	return c;
}

static void check_no_costs(void)
{
	struct open_position s = open_position("11222333000181", ASSET_FUND, NULL);
	struct fund_cost f = { .fee_known = true, .fee = { 2 * E8 } };
	struct costs c = costs(&s, &f, 0, NULL);

	ok(!c.pct_known && !c.n_items && !c.n_unknown && !c.n_flags && !c.n_recipients,
	   "an empty portfolio costs nothing, of nothing");
	c = costs(&s, &f, 1, NULL);
	ok(!c.pct_known && !c.n_items && !c.n_unknown && c.ignored == 1,
	   "a fund without value has no cost");
}

static void check_custody(void)
{
	struct open_position s[] = { open_position("Tesouro Selic 2029", ASSET_TESOURO, "6000"),
				     open_position("Tesouro Selic 2031", ASSET_TESOURO, "4000"),
				     open_position("Tesouro Reserva 2030", ASSET_TESOURO, "11000"),
				     open_position("Tesouro Prefixado 2029", ASSET_TESOURO, "1") };
	struct fund_cost none[4] = { 0 };
	struct costs c = costs(s, none, 4, NULL);

	is_said(c.items[0].open_position->symbol, "Tesouro Reserva 2030",
		"its exemption is its own");
	is_number((int64_t)c.items[0].annual.e8, 200000000, "0.20 % of the 1,000 above it");
	is_number((int64_t)c.items[0].annual_pct.e8, 1818182, "0.0182 % of the value");
	is_number((int64_t)c.items[1].annual.e8, 0, "10,000.00 of Selic are exempt");
	ok(c.items[2].note && c.items[3].note && !c.items[1].note, "and the note says why");
	is_said(c.items[1].open_position->symbol, "Tesouro Prefixado 2029",
		"a fifth of a cent is no cent");
	is_number((int64_t)c.items[1].annual_pct.e8, 20000000,
		  "of a rate that is told all the same");
	is_number((int64_t)c.n_recipients, 1, "all to one");
	s[1].value.e8++;
	c = costs(s, none, 4, NULL);
	ok(c.items[2].annual_pct.e8 == 0 && c.items[3].annual.e8 == 0,
	   "a hundred-millionth above the exemption is no cent either");
}

static void check_gap(void)
{
	struct accrual_terms below = { .indexer = INDEXER_CDI,
				       .has_pct = true,
				       .pct = { 9999 * E8 / 100 } };
	struct accrual_terms exact = { .indexer = INDEXER_CDI };
	struct accrual_terms spread = { .indexer = INDEXER_CDI,
					.has_pct = true,
					.pct = { 85 * E8 },
					.has_spread = true,
					.spread = { E8 } };
	struct accrual_terms exempt = { .indexer = INDEXER_IPCA, .exempt = true };
	struct open_position s[] = { open_position("A", ASSET_RENDA_FIXA, "100000"),
				     open_position("B", ASSET_RENDA_FIXA, "1"),
				     open_position("C", ASSET_RENDA_FIXA, "1"),
				     open_position("D", ASSET_RENDA_FIXA, "1"),
				     open_position("E", ASSET_RENDA_FIXA, "1") };
	struct fund_cost none[5] = { 0 };
	struct costs c;

	s[0].terms = &below;
	s[1].terms = &exact;
	s[2].terms = &spread;
	s[3].terms = &exempt;
	c = costs(s, none, 5, &cdi);
	is_number((int64_t)c.n_items, 1, "only a percentage below 100 is compared");
	is_number((int64_t)c.items[0].annual.e8, 144000000, "100,000 x 14.4321 % x 0.01 %");
	is_said(c.items[0].recipient, "Emissor/distribuidor", "without an issuer");
	is_said(c.items[0].note, "Contratado a 99,99% do CDI; CDI de 12 meses de 14,43%.",
		"the note");
	is_number((int64_t)c.n_flags, 0, "90 % and more is not named");
	is_said(c.unknown[0].reason, "contratado a 100% do CDI ou mais: sem diferença a estimar",
		"no percentage is 100");
	is_said(c.unknown[1].reason,
		"indexador diferente de percentual do CDI: sem diferença de taxa comparável",
		"a spread cannot be compared");
	is_said(c.unknown[2].reason, "taxa contratada não informada", "no terms");
	is_said(c.unknown[3].reason,
		"título isento de imposto: comparação com 100% do CDI não se aplica",
		"exempt comes before its indexer");
	c = costs(s, none, 1, NULL);
	is_said(c.unknown[0].reason, "CDI de 12 meses indisponível", "no CDI, no estimate");
}

static void check_fund_fees(void)
{
	struct open_position s[] = { open_position("11222333000181", ASSET_FUND, "10000"),
				     open_position("44555666000199", ASSET_FUND, "9999.99") };
	struct fund_cost f[] = {
		{ .fee_known = true,
		  .fee = { 3 * E8 },
		  .peer_class = "Ações",
		  .median = { 2 * E8 },
		  .peers = 5,
		  .administrator = "Banco X" },
		{ .fee_known = true,
		  .fee = { 301 * E8 / 100 },
		  .peer_class = "Ações",
		  .median = { 2 * E8 },
		  .peers = 5,
		  .administrator = "Banco X" },
	};
	struct costs c = costs(s, f, 2, NULL);

	is_said(c.items[0].open_position->symbol, "44555666000199", "larger cost first: 301.00");
	is_number((int64_t)c.n_flags, 2, "the total and one fund are named");
	is_said(c.flags[0], "Custo recorrente estimado de R$ 601,00 por ano, 3,0% do patrimônio.",
		"more than 1 % of the portfolio");
	is_said(c.flags[1],
		"44555666000199: taxa de administração de 3,01% a.a., acima da mediana de 2,00% "
		"a.a. de 5 fundos comparáveis.",
		"above one and a half medians; exactly that is not");
	is_number((int64_t)c.recipients[0].annual.e8, 60100000000, "one administrator, one sum");
	f[1].peers = 4;
	c = costs(s, f, 2, NULL);
	ok(!c.items[0].benchmark && c.items[1].benchmark, "four peers are no reference");
	is_number((int64_t)c.excess.e8, 10000000000, "only what has a reference exceeds it");
	f[0].fee.e8 = E8;
	c = costs(s, f, 1, NULL);
	is_number((int64_t)c.items[0].excess.e8, 0, "cheaper than the median exceeds by nothing");
}

static void check_examples(void)
{
	static const char *const symbols[] = { "L3", "K3", "J3", "I3", "H3", "G3",
					       "F3", "E3", "D3", "C3", "B3", "A3" };
	struct open_position s[ARRAY_SIZE(symbols)];
	struct fund_cost none[ARRAY_SIZE(symbols)] = { 0 };
	struct costs c;

	for (size_t i = 0; i < ARRAY_SIZE(symbols); i++)
		s[i] = open_position(symbols[i], ASSET_STOCK, "1");
	c = costs(s, none, ARRAY_SIZE(symbols), NULL);
	is_number((int64_t)c.unknown[0].positions, 12, "all are counted");
	is_number((int64_t)c.unknown[0].n_symbols, 10, "ten are named");
	is_said(c.unknown[0].symbols[9], "J3", "the first of the alphabet");
}

/* ---- look-through ---- */

#define FUND_A "11111111000111"
#define FUND_B "22222222000122"
#define FUND_C "33333333000133"

static struct disclosed_asset held(enum disclosed_kind kind, const char *code, const char *value)
{
	return (struct disclosed_asset){ kind, brl(value), code };
}

static struct disclosed fund(const char *tax_id, const char *pl, const struct disclosed_asset *rows,
			     size_t n)
{
	struct disclosed d = { .fund = tax_id, .day = on("2026-08-31"), .assets = rows, .n = n };

	d.pl_known = pl != NULL;
	if (pl)
		d.pl = brl(pl);
	return d;
}

static struct look_through look(const struct open_position *open_positions, size_t n_open_positions,
				const struct disclosed *funds, size_t n_funds, size_t shown)
{
	struct look_through_input in = { open_positions, n_open_positions, funds, n_funds, shown };
	struct look_through l = { 0 };

	ok(look_through_compute(pool, &in, &l) == CALC_OK, "look through %zu positions",
	   n_open_positions);
	return l;
}

static void check_nothing_to_open(void)
{
	struct open_position s[] = { open_position(FUND_A, ASSET_FUND, NULL),
				     open_position(FUND_B, ASSET_FUND, "10"),
				     open_position(FUND_C, ASSET_FUND, "20"),
				     open_position("PETR4", ASSET_STOCK, "70") };
	struct disclosed empty = fund(FUND_B, "1000", NULL, 0);
	struct look_through l = look(s, 0, NULL, 0, 50);

	ok(!l.has_funds && !l.n_exposures, "an empty portfolio has no funds");
	l = look(s, 4, &empty, 1, 50);
	is_number((int64_t)l.n_unopened, 3, "no fund is opened");
	is_said(l.unopened[0].reason, "fundo sem carteira divulgada", "the largest first");
	is_said(l.unopened[1].reason, "carteira divulgada sem ativos",
		"a net worth and nothing in it");
	is_said(l.unopened[2].reason, "posição sem valor", "without value last");
	is_number((int64_t)l.n_exposures, 1, "what is held directly is there");
	is_number(l.exposures[0].pct_e2, 7000, "as a part of the portfolio");
	is_number((int64_t)l.n_days, 0, "and no month was used");
	l = look(s, 1, NULL, 0, 50);
	ok(l.has_funds && !l.n_exposures && l.n_unopened == 1, "a portfolio that is worth nothing");
}

static void check_itself(void)
{
	struct disclosed_asset rows[] = { held(DISCLOSED_QUOTA, FUND_A, "500"),
					  held(DISCLOSED_STOCK, "PETR4", "500") };
	struct disclosed d = fund(FUND_A, "1000", rows, 2);
	struct open_position s = open_position(FUND_A, ASSET_FUND, "100");
	struct look_through l = look(&s, 1, &d, 1, 50);

	is_number((int64_t)l.n_exposures, 1, "a fund that holds itself does not open itself");
	is_number((int64_t)l.exposures[0].indirect.e8, 5000000000,
		  "half of it is PETR4, and no more");
	is_number(l.opened[0].coverage_e2, 10000, "its own quotas are disclosed all the same");
}

static void check_cycle(void)
{
	struct disclosed_asset a[] = { held(DISCLOSED_QUOTA, FUND_B, "500"),
				       held(DISCLOSED_STOCK, "PETR4", "500") };
	struct disclosed_asset b[] = { held(DISCLOSED_QUOTA, FUND_A, "500"),
				       held(DISCLOSED_STOCK, "PETR4", "250"),
				       held(DISCLOSED_STOCK, "VALE3", "250") };
	struct disclosed both[] = { fund(FUND_A, "1000", a, 2), fund(FUND_B, "1000", b, 3) };
	struct open_position s[] = { open_position(FUND_A, ASSET_FUND, "100"),
				     open_position(FUND_B, ASSET_FUND, "100") };
	struct look_through l = look(s, 2, both, 2, 50);

	/* A: 50 + 50 x 1/4 = 62.50 of PETR4, 12.50 of VALE3.  B: 25 + 50 x 1/2 = 50, 25. */
	is_said(l.exposures[0].symbol, "PETR4", "two funds that hold each other end at two levels");
	is_number((int64_t)l.exposures[0].total.e8, 11250000000, "62.50 + 50.00");
	is_said(l.exposures[0].via[0].fund->symbol, FUND_A, "the larger way first");
	is_number((int64_t)l.exposures[1].total.e8, 3750000000, "12.50 + 25.00");
	is_said(l.exposures[1].via[0].fund->symbol, FUND_B, "here the other fund");
	is_number((int64_t)l.n_days, 1, "one month, once");
}

static void check_absurd_worth(void)
{
	struct disclosed_asset rows[] = { held(DISCLOSED_STOCK, "PETR4", "75000"),
					  held(DISCLOSED_OTHER, NULL, "25000") };
	struct disclosed thousands = fund(FUND_A, "999.99", rows, 2);
	struct disclosed twofold = fund(FUND_A, "50000", rows, 2);
	struct open_position s = open_position(FUND_A, ASSET_FUND, "100");
	struct look_through l = look(&s, 1, &thousands, 1, 50);

	ok(!l.opened[0].by_pl, "a net worth of a hundredth of the assets is not believed");
	is_number((int64_t)l.exposures[0].total.e8, 7500000000,
		  "the weight is of what is disclosed");
	l = look(&s, 1, &twofold, 1, 50);
	ok(l.opened[0].by_pl, "but a fund may hold more than its net worth");
	is_number(l.opened[0].coverage_e2, 20000, "and says so");
	is_number((int64_t)l.exposures[0].total.e8, 15000000000, "by the net worth");
}

static void check_short(void)
{
	struct disclosed_asset rows[] = {
		held(DISCLOSED_STOCK, "PETR4", "300"), held(DISCLOSED_SHORT, "PETR4", "-300"),
		held(DISCLOSED_STOCK, "VALE3", "300"), held(DISCLOSED_SHORT, "VALE3", "100"),
		held(DISCLOSED_SHORT, "MGLU3", "50"),  held(DISCLOSED_OWED, NULL, "90"),
		held(DISCLOSED_OTHER, "NTNB", "100"),  held(DISCLOSED_OTHER, NULL, "-20"),
		held(DISCLOSED_DEBENTURE, NULL, "10"),
	};
	struct disclosed d = fund(FUND_A, "1000", rows, ARRAY_SIZE(rows));
	struct open_position s[] = { open_position(FUND_A, ASSET_FUND, "100"),
				     open_position("MGLU3", ASSET_STOCK, "7") };
	struct look_through l = look(s, 2, &d, 1, 50);

	is_number((int64_t)l.n_exposures, 2, "what is short on balance is dropped");
	is_said(l.exposures[0].symbol, "VALE3", "what is left of a long one is not");
	is_number((int64_t)l.exposures[0].indirect.e8, 2000000000, "300 - 100 of 1,000");
	is_number((int64_t)l.exposures[1].total.e8, 700000000,
		  "the fund's short takes nothing from what the person holds");
	is_number(l.opened[0].coverage_e2, 7100, "disclosed: 300 + 300 + 100 + 10, debts aside");
}

static void check_pieces(void)
{
	struct disclosed_asset rows[] = { held(DISCLOSED_STOCK, "AAAA3", "1"),
					  held(DISCLOSED_STOCK, "BBBB3", "1"),
					  held(DISCLOSED_DEBENTURE, "AAAA3", "1"),
					  held(DISCLOSED_STOCK, "CCCC3", "0.001") };
	struct disclosed d = fund(FUND_A, "3", rows, 4);
	struct open_position s = open_position(FUND_A, ASSET_FUND, "100");
	struct look_through l = look(&s, 1, &d, 1, 2);

	is_number((int64_t)l.exposures[0].total.e8, 3333000000, "a third, to the cent");
	is_said(asset_type_names[l.exposures[0].type], "debenture",
		"equal ones by kind: a paper is told by kind and code");
	is_said(l.exposures[1].symbol, "AAAA3", "then by symbol");
	is_number((int64_t)l.truncated, 2, "two are not shown");
	is_number((int64_t)l.exposures[1].n_via, 1, "a shown one has its way");
	s.value = brl("1");
	l = look(&s, 1, &d, 1, 50);
	is_number((int64_t)l.n_exposures, 3, "less than half a cent is no exposure");
}

static void check_kinds(void)
{
	static const struct {
		const char *text;
		enum disclosed_kind kind;
	} texts[] = {
		{ "Ações", DISCLOSED_STOCK },
		{ "Ações e outros TVM cedidos em empréstimo", DISCLOSED_STOCK },
		{ "Certificado ou recibo de depósito de valores mobiliários", DISCLOSED_STOCK },
		{ "Obrigações por ações e outros TVM recebidos em empréstimo", DISCLOSED_SHORT },
		{ "Debêntures", DISCLOSED_DEBENTURE },
		{ "Debênture simples", DISCLOSED_DEBENTURE },
		{ "Cotas de Fundos", DISCLOSED_QUOTA },
		{ "Obrigações por compra a termo a pagar", DISCLOSED_OWED },
		{ "Valores a pagar", DISCLOSED_OWED },
		{ "Opções - Posições titulares", DISCLOSED_OTHER },
		{ "Brazilian Depository Receipt - BDR", DISCLOSED_OTHER },
		{ "Ações e outros TVM recebidos em garantia", DISCLOSED_OTHER },
		{ "", DISCLOSED_OTHER },
	};

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		ok(disclosed_kind_of(pool, texts[i].text) == texts[i].kind, "'%s'", texts[i].text);
}

/* ---- the result of a holding ---- */

static struct percent pct(const char *text)
{
	return (struct percent){ brl(text).e8 };
}

static void check_result(void)
{
	/* 2 x 120 x 5.50 = 1,320.00 for 1,000.00; 40 dollars of gain. */
	struct income_entry paid[] = {
		{ .pay_day = on("2025-11-30"), .net_known = true, .net = brl("5") },
		{ .pay_day = on("2025-12-01"), .net_known = true, .net = brl("2") },
		{ .pay_day = on("2026-03-02"), .net_known = true, .net = brl("10.34") },
		{ .pay_day = on("2026-04-02"), .net_known = false, .net = brl("7") },
		{ .pay_day = on("2026-11-21"), .net_known = true, .net = brl("9") },
	};
	const struct derived_holding d = { .entries = paid, .n_entries = ARRAY_SIZE(paid) };
	struct holding h = {
		.state = HOLDING_OPEN,
		.brl = { .cost_known = true,
			 .cost = brl("1000"),
			 .realized_known = true,
			 .realized = brl("1.005") },
		.income.received = brl("17.34"),
		.value_known = true,
		.market_value = brl("1320"),
		.pl_known = true,
		.unrealized_pl = brl("320"),
		.has_native = true,
		.native_pl_known = true,
		.native_pl = brl("40"),
		.fx_known = true,
		.fx_rate = at("5.5"),
	};
	struct holding_result r = { 0 };

	is_number(holding_result(&h, &d, on("2026-11-20"), &r), CALC_OK, "a result");
	ok(r.dollar_known, "in parts");
	is_money(r.price, "220", "40 dollars at today's rate are the price's");
	is_money(r.dollar, "100", "the rest is the dollar's");
	is_money(r.total, "338.35", "320.00 + 1.01 + 17.34, as each is shown");
	is_money(r.income_12m, "12.34", "paid in twelve months, until 2026-11-20");
	ok(r.on_cost_known && r.on_cost.e8 == pct("1.234").e8, "of the cost");
	ok(r.on_value_known && r.on_value.e8 == pct("0.93484848").e8,
	   "of the value: 12.34 / 1,320");

	h.has_native = false;
	is_number(holding_result(&h, &d, on("2026-11-20"), &r), CALC_OK, "in reais");
	ok(!r.dollar_known, "no dollar");
	is_money(r.price, "320", "all of it is the price's");

	h.pl_known = h.brl.cost_known = false;
	is_number(holding_result(&h, &d, on("2026-11-20"), &r), CALC_OK, "without a cost");
	ok(!r.open_known && !r.total_known && !r.on_cost_known && r.on_value_known,
	   "only what does not rest on it is known");

	h.state = HOLDING_CLOSED;
	h.value_known = false;
	is_number(holding_result(&h, &d, on("2026-11-20"), &r), CALC_OK, "a closed one");
	is_money(r.total, "18.35", "has what was realised and received");
	ok(!r.on_cost_known && !r.on_value_known, "and nothing that is held");

	/* A leap day: the year before ends on 28 February. */
	paid[0].pay_day = on("2027-02-28");
	paid[1].pay_day = on("2027-03-01");
	is_number(holding_result(&h, &d, on("2028-02-29"), &r), CALC_OK, "of a leap day");
	is_money(r.income_12m, "2", "what was paid on the last day of the February before is out");
}

/*
 * 100 at 10 in January; 100 more at 12 in March: 2,200 / 200.  A sale leaves the mean; so does June.
 * All is sold in July, bought again in August at an unknown cost, and sold in 2027.
 */
static void check_means(void)
{
	const struct fold_step steps[] = {
		{ on("2026-01-05"), { 50 * E8 }, true, brl("400") },
		{ on("2026-01-20"), { 100 * E8 }, true, brl("1000") },
		{ on("2026-03-02"), { 200 * E8 }, true, brl("2200") },
		{ on("2026-05-04"), { 150 * E8 }, true, brl("1650") },
		{ on("2026-07-01"), { 0 }, true, brl("0") },
		{ on("2026-08-03"), { 10 * E8 }, false, brl("0") },
		{ on("2026-09-01"), { 3 * E8 }, true, brl("10") },
		{ on("2027-01-04"), { 0 }, true, brl("0") },
	};
	const struct derived_holding d = { .steps = steps, .n_steps = ARRAY_SIZE(steps) };
	struct mean_month m[ARRAY_SIZE(steps)];

	is_number((int)history_means(&d, on("2026-11-20"), m), 4, "only where it changes");
	is_number(m[0].month.n, day_month(on("2026-01-01")).n, "January");
	ok(m[0].known && m[0].mean.e12 == at("10").e12, "as its last day left it");
	is_number(m[1].month.n, day_month(on("2026-03-01")).n, "March");
	ok(m[1].known && m[1].mean.e12 == at("11").e12, "2,200 / 200");
	is_number(m[2].month.n, day_month(on("2026-07-01")).n, "July");
	ok(!m[2].known, "nothing is held; an unknown cost in August says the same");
	is_number(m[3].month.n, day_month(on("2026-09-01")).n, "September");
	ok(m[3].known && m[3].mean.e12 == at("3.333333333333").e12, "10 / 3");
	is_number((int)history_means(&d, on("2026-02-20"), m), 1, "up to a day");
}

int main(void)
{
	pool = pool_new(NULL, "figures");
	check_texts();
	check_means();
	check_empty_xray();
	check_limits();
	check_thirds();
	check_indexers();
	check_huge();
	check_no_costs();
	check_custody();
	check_gap();
	check_fund_fees();
	check_examples();
	check_nothing_to_open();
	check_itself();
	check_cycle();
	check_absurd_worth();
	check_short();
	check_pieces();
	check_kinds();
	check_result();
	pool_free(pool);
	return tap_done();
}

/* SPDX-License-Identifier: Apache-2.0 */
/* One line of COTAHIST: accepted lines, their kinds, refused lines (doc/load.md). */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "load/sources/cotahist_row.h"

#include "tap.h"

#define WIDTH ((size_t)COTAHIST_WIDTH)

static char line[COTAHIST_WIDTH + 1];

static void put(size_t first, const char *text)
{
	memcpy(line + first - 1, text, strlen(text));
}

/* A share that traded: PETR4 on 2024-11-08, 35.10 36.00 34.90 35.55, 1,000 units, R$ 35,550.00 in 12 trades. */
static void share(void)
{
	memset(line, ' ', WIDTH);
	put(1, "01"
	       "20241108"
	       "02"
	       "PETR4       "
	       "010"
	       "PETROBRAS   "
	       "PN      N2"
	       "   "
	       "R$  ");
	put(57, "0000000003510"
		"0000000003600"
		"0000000003490"
		"0000000003540"
		"0000000003555");
	put(122, "0000000003554"
		 "0000000003556"
		 "00012"
		 "000000000000001000"
		 "000000000003555000");
	put(189, "0000000000000"
		 "0"
		 "99991231"
		 "0000001"
		 "0000000000000"
		 "BRPETRACNPR6"
		 "219");
}

static enum cotahist_kind read_line(struct cotahist_row *row)
{
	return cotahist_row((struct slice){ line, WIDTH }, row);
}

static bool slice_is(struct slice s, const char *text)
{
	return slice_eq(s, text);
}

static void test_share(void)
{
	struct cotahist_row row;
	char day[DAY_TEXT_SIZE];

	share();
	ok(read_line(&row) == COTAHIST_QUOTE, "a share of the cash market is kept");
	day_format(row.quote.day, day);
	is_text(day, "2024-11-08", "its session");
	ok(slice_is(row.symbol, "PETR4") && slice_is(row.isin, "BRPETRACNPR6") &&
		   slice_is(row.name, "PETROBRAS"),
	   "ticker, ISIN and name without their blanks");
	is_int(row.type, ASSET_STOCK, "PN is a share");
	is_int((int64_t)row.quote.open.v, 3510, "open");
	is_int((int64_t)row.quote.high.v, 3600, "high");
	is_int((int64_t)row.quote.low.v, 3490, "low");
	is_int((int64_t)row.quote.close.v, 3555, "the close is the last trade, not the mean");
	is_int(row.quote.close.places, 2, "in cents");
	is_int((int64_t)row.quote.volume.v, 1000, "units");
	is_int((int64_t)row.quote.turnover.v, 3555000, "money, in cents");
	is_int(row.quote.trades, 12, "trades");
	is_int(row.quote.distribution, 219, "distribution");
}

static void test_factor(void)
{
	struct cotahist_row row;

	share();
	put(211, "0001000");
	ok(read_line(&row) == COTAHIST_QUOTE && row.quote.close.v == 3555 &&
		   row.quote.close.places == 5,
	   "a price for 1,000 units: 0.03555 each, exactly");
	put(211, "0000003");
	ok(read_line(&row) == COTAHIST_QUOTE && row.quote.close.places == 12 &&
		   row.quote.close.v == (wide)11850000000000,
	   "for 3 units: 11.85 each");
	put(211, "0000000");
	ok(read_line(&row) == COTAHIST_BAD, "for none");
}

static int64_t type_of(const char *group, const char *especi, const char *name, const char *isin)
{
	struct cotahist_row row;

	share();
	put(11, group);
	put(28, name);
	put(40, especi);
	put(231, isin);
	return read_line(&row) == COTAHIST_QUOTE ? (int64_t)row.type : -1;
}

static void test_types(void)
{
	is_int(type_of("08", "ON      NM", "GOL         ", "BRGOLLACNOR7"), ASSET_STOCK,
	       "a share in judicial recovery");
	is_int(type_of("02", "UNT     N2", "TAESA       ", "BRTAEECDAM10"), ASSET_STOCK, "a unit");
	is_int(type_of("34", "DRN       ", "APPLE       ", "BRAAPLBDR004"), ASSET_BDR,
	       "a BDR, in a group that is no exercise");
	is_int(type_of("36", "DRE       ", "BIVB        ", "BRBIVBBDR003"), ASSET_BDR,
	       "a BDR of an ETF");
	is_int(type_of("12", "CI  ER    ", "FII KINEA   ", "BRKNRICTF007"), ASSET_FII,
	       "a real-estate fund");
	is_int(type_of("13", "CI        ", "FIAGRO SUNO ", "BRSNAGCTF000"), ASSET_FII, "a FIAGRO");
	is_int(type_of("14", "CI        ", "ISHARES BOVA", "BRBOVACTF003"), ASSET_ETF, "an ETF");
	is_int(type_of("14", "CI  EA    ", "FIC FI BCNA ", "BRBODBCTF009"), ASSET_FII,
	       "an infrastructure fund among the ETFs");
	is_int(type_of("12", "DIR       ", "FII SUNO EL ", "BRSNELD02M11"), ASSET_FII,
	       "a right of a fund");
	is_int(type_of("10", "DIR ORD NM", "HIDROVIAS   ", "BRHBSAD01OR5"), ASSET_STOCK,
	       "a right of a share");
	is_int(type_of("38", "ON      NM", "PETROBRAS   ", "BRPETRACNOR9"), -1,
	       "the exercise of a call is no quote");
}

static void test_markets(void)
{
	struct cotahist_row row;
	char day[DAY_TEXT_SIZE];

	share();
	put(13, "PETR4F      020");
	ok(read_line(&row) == COTAHIST_QUOTE && row.quote.segment == SEGMENT_ODD &&
		   slice_is(row.symbol, "PETR4"),
	   "an odd lot, under the ticker without its F");
	put(13, "PETR4T      030");
	ok(read_line(&row) == COTAHIST_OTHER, "a forward");
	put(13, "PETR4       017");
	ok(read_line(&row) == COTAHIST_OTHER, "an auction");

	share();
	put(11, "78PETRA139    070");
	put(189, "0000000001294"
		 "0"
		 "20250117");
	ok(read_line(&row) == COTAHIST_QUOTE && row.type == ASSET_OPTION && row.is_call, "a call");
	is_int(row.strike_cents, 1294, "its strike is told, not the number in the ticker");
	day_format(row.expiry, day);
	ok(row.expires && strcmp(day, "2025-01-17") == 0, "and its expiry");
	put(25, "080");
	ok(read_line(&row) == COTAHIST_QUOTE && !row.is_call, "a put");
	put(203, "20250230");
	ok(read_line(&row) == COTAHIST_BAD, "the 30th of February is no expiry");
}

static void is_refused(const char *reason, const char *name)
{
	struct cotahist_row row;

	if (ok(read_line(&row) == COTAHIST_BAD, "%s", name))
		is_text(row.reason, reason, name);
}

static void test_refused(void)
{
	struct cotahist_row row;

	share();
	ok(cotahist_row((struct slice){ line, WIDTH - 1 }, &row) == COTAHIST_BAD, "244 columns");
	ok(cotahist_row((struct slice){ line, 0 }, &row) == COTAHIST_BAD, "none");
	put(3, "20241131");
	is_refused("a data do pregão não existe", "the 31st of November");
	share();
	put(109, "00000000355,5");
	is_refused("um preço não é numérico", "a comma in a price");
	share();
	put(109, "0000000000000");
	is_refused("o último preço é zero", "a close of zero");
	share();
	put(13, "PE\xe7R4       ");
	is_refused("o código de negociação não é de letras e números", "an accent in a ticker");
	share();
	put(1, "02");
	is_refused("tipo de registro desconhecido", "a record type that there is not");
}

static void test_ends(void)
{
	struct cotahist_row row;

	memset(line, ' ', WIDTH);
	put(1, "00COTAHIST.2024BOVESPA 20241108");
	ok(read_line(&row) == COTAHIST_HEADER, "the header");
	put(1, "99COTAHIST.2024BOVESPA 2024110800000012228");
	ok(read_line(&row) == COTAHIST_TRAILER && row.lines == 12228, "the trailer, and its count");
}

int main(void)
{
	test_share();
	test_factor();
	test_types();
	test_markets();
	test_refused();
	test_ends();
	return tap_done();
}

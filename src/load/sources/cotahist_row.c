/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cotahist_row.c: 245 columns, no delimiter, implied decimals.
 *
 * Neither the bulletin group nor the market type alone determines a paper: shares under judicial
 * recovery, rights of funds and BDRs are in odd groups.  The kind of paper (ESPECI) decides; the group
 * only distinguishes real-estate funds from ETFs, which look alike.
 */
#include "config.h"

#include "load/sources/cotahist_row.h"

#include <string.h>

/* Columns in the exchange's numbering, from 1, the last one included. */
static struct slice field(struct slice line, size_t first, size_t last)
{
	struct slice s = { line.p + first - 1, last - first + 1 };

	while (s.n && s.p[s.n - 1] == ' ')
		s.n--;
	return s;
}

static bool digits(struct slice line, size_t first, size_t last, int64_t *out)
{
	int64_t v = 0;

	for (size_t i = first - 1; i < last; i++) {
		if (line.p[i] < '0' || line.p[i] > '9')
			return false;
		v = 10 * v + (line.p[i] - '0');
	}
	*out = v;
	return true;
}

/* Funds traded like ETFs (infrastructure, equity holdings): they pay yields like real-estate funds. */
static bool is_fund_name(struct slice name)
{
	return slice_starts(name, "FII ") || slice_starts(name, "FIAGRO") ||
	       slice_starts(name, "FIC ") || slice_starts(name, "FIP ") ||
	       slice_starts(name, "FI ") || memmem(name.p, name.n, "INFRA", 5);
}

static enum asset_type paper_type(struct slice especi, int64_t group, struct slice name)
{
	if (slice_starts(especi, "DR"))
		return ASSET_BDR;
	if (slice_starts(especi, "CI") || slice_starts(especi, "FID"))
		return group == 14 && !is_fund_name(name) && !slice_starts(especi, "FID")
			       ? ASSET_ETF
			       : ASSET_FII;
	if ((slice_starts(especi, "DIR") || slice_starts(especi, "REC")) &&
	    (group == 12 || group == 13 || is_fund_name(name)))
		return ASSET_FII;
	return ASSET_STOCK;
}

/* Its first word; the words behind it say the state of the day and the segment, but for the classes of a receipt. */
static struct slice class_of(struct slice especi)
{
	struct slice class, rest;

	(void)slice_cut(especi, ' ', &class, &rest); /* without a blank it is all of it */
	rest = slice_trim(rest);
	if (slice_starts(class, "DR") && rest.n && (rest.n == 1 || rest.p[1] == ' '))
		class.n = (size_t)(rest.p - class.p) + 1;
	return class;
}

/* Bulletin groups whose rows are no quote of a holding although they are in the cash market. */
static bool is_excluded_group(int64_t group)
{
	return group == 32 || group == 33 || group == 38 || group == 42 ||
	       (group >= 62 && group <= 82);
}

/* A printed price, in cents, is for @factor units: exact on a finer grid when that is a power of ten. */
static struct num unit_price(int64_t cents, int64_t factor)
{
	struct num n = { cents, 2 };
	int64_t rest = factor;

	for (; rest % 10 == 0; rest /= 10)
		n.places++;
	if (rest == 1)
		return n;
	n = (struct num){ dec_div_half_away((wide)cents * (E12 / 100), factor), PRICE_PLACES };
	while (n.v >= CLOSE_MAX) {
		n.v = dec_div_half_away(n.v, 10);
		n.places--;
	}
	return n;
}

static const char *read_prices(struct slice line, struct quote *q)
{
	int64_t open, high, low, close, trades, volume, turnover, factor, distribution;

	if (!digits(line, 57, 69, &open) || !digits(line, 70, 82, &high) ||
	    !digits(line, 83, 95, &low) || !digits(line, 109, 121, &close))
		return "um preço não é numérico";
	if (!digits(line, 148, 152, &trades) || !digits(line, 153, 170, &volume) ||
	    !digits(line, 171, 188, &turnover))
		return "negócios, quantidade ou volume não é numérico";
	if (!digits(line, 211, 217, &factor) || factor == 0)
		return "o fator de cotação não é numérico ou é zero";
	if (!close)
		return "o último preço é zero";
	q->open = unit_price(open, factor);
	q->high = unit_price(high, factor);
	q->low = unit_price(low, factor);
	q->close = unit_price(close, factor);
	if (!digits(line, 243, 245, &distribution))
		distribution = -1;
	q->volume = (struct num){ volume, 0 };
	q->turnover = (struct num){ turnover, 2 };
	q->trades = trades;
	q->factor = factor;
	q->distribution = distribution;
	return NULL;
}

static const char *read_option(struct slice line, int64_t market, struct cotahist_row *out)
{
	if (!digits(line, 189, 201, &out->strike_cents))
		return "o preço de exercício não é numérico";
	out->type = ASSET_OPTION;
	out->is_call = market == 70;
	out->expires = memcmp(line.p + 202, "99991231", 8) != 0;
	if (out->expires && !day_parse_compact((struct slice){ line.p + 202, 8 }, &out->expiry))
		return "o vencimento da opção não é uma data";
	return NULL;
}

static bool is_code(struct slice s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!(s.p[i] >= 'A' && s.p[i] <= 'Z') && !(s.p[i] >= '0' && s.p[i] <= '9'))
			return false;
	return s.n > 0;
}

static enum cotahist_kind read_quote(struct slice line, struct cotahist_row *out)
{
	struct slice especi = field(line, 40, 49);
	int64_t group = 0, market;

	/* No known file has letters in the group, but it matters little: not a reason to refuse. */
	(void)digits(line, 11, 12, &group);
	if (!digits(line, 25, 27, &market)) {
		out->reason = "o tipo de mercado não é numérico";
		return COTAHIST_BAD;
	}
	if (!day_parse_compact((struct slice){ line.p + 2, 8 }, &out->quote.day)) {
		out->reason = "a data do pregão não existe";
		return COTAHIST_BAD;
	}
	if ((market != 10 && market != 20 && market != 70 && market != 80) ||
	    (market == 10 && is_excluded_group(group)))
		return COTAHIST_OTHER;
	out->symbol = field(line, 13, 24);
	out->name = field(line, 28, 39);
	out->class = class_of(especi);
	out->isin = field(line, 231, 242);
	if (out->isin.n != 12 || out->isin.p[0] < 'A' || !is_code(out->isin))
		out->isin.n = 0; /* the internal code of the years before 1995, or zeros */
	out->quote.segment = market == 10   ? SEGMENT_CASH
			     : market == 20 ? SEGMENT_ODD
					    : SEGMENT_OPTION;
	if (market == 20) {
		if (out->symbol.n < 2 || out->symbol.p[out->symbol.n - 1] != 'F')
			return COTAHIST_OTHER;
		out->symbol.n--;
	}
	out->reason = is_code(out->symbol) ? read_prices(line, &out->quote)
					   : "o código de negociação não é de letras e números";
	if (!out->reason && market >= 70)
		out->reason = read_option(line, market, out);
	else
		out->type = paper_type(especi, group, out->name);
	return out->reason ? COTAHIST_BAD : COTAHIST_QUOTE;
}

enum cotahist_kind cotahist_row(struct slice line, struct cotahist_row *out)
{
	int64_t type;

	*out = (struct cotahist_row){ .quote = { .trades = -1, .distribution = -1 } };
	out->reason = "a linha não tem 245 colunas";
	if (line.n != COTAHIST_WIDTH)
		return COTAHIST_BAD;
	out->reason = "tipo de registro desconhecido";
	if (!digits(line, 1, 2, &type))
		return COTAHIST_BAD;
	if (type == 0)
		return memcmp(line.p + 2, "COTAHIST", 8) == 0 ? COTAHIST_HEADER : COTAHIST_BAD;
	if (type == 99) {
		out->reason = "o total de linhas não é numérico";
		return digits(line, 32, 42, &out->lines) ? COTAHIST_TRAILER : COTAHIST_BAD;
	}
	if (type != 1)
		return COTAHIST_BAD;
	out->reason = NULL;
	return read_quote(line, out);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* cotahist.c: lines of B3's historical quotes: parsed values stay within their bounds and inside the line. */
#include "config.h"

#include "load/spill.h"
#include "load/sources/cotahist_row.h"

#include "entry.h"

static bool within(struct slice part, struct slice line)
{
	return part.n == 0 || (part.p >= line.p && part.p + part.n <= line.p + line.n);
}

static void check_num(struct num n)
{
	unsigned char out[40];

	promise(n.places >= 0 && n.places <= 12);
	promise(n.v >= 0 && n.v < CLOSE_MAX);
	promise(numeric_binary(out, n.v, n.places) <= sizeof(out));
}

static void check_row(const struct cotahist_row *row, struct slice line)
{
	promise(row->symbol.n >= 1 && row->symbol.n <= 12 && within(row->symbol, line));
	promise((row->isin.n == 0 || row->isin.n == 12) && within(row->isin, line));
	promise(row->name.n <= 12 && within(row->name, line));
	promise(row->quote.close.v > 0 || row->quote.close.places == 12);
	check_num(row->quote.open);
	check_num(row->quote.high);
	check_num(row->quote.low);
	check_num(row->quote.close);
	promise(row->quote.factor > 0 && row->quote.trades >= 0);
	promise(row->type == ASSET_OPTION || !row->expires);
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t n)
{
	struct slice rest = { (const char *)input, n };
	struct slice line;
	bool more = true;

	while (more) {
		struct cotahist_row row;
		enum cotahist_kind kind;

		more = slice_cut(rest, '\n', &line, &rest);
		kind = cotahist_row(line, &row);
		if (kind == COTAHIST_QUOTE)
			check_row(&row, line);
		else if (kind == COTAHIST_BAD)
			promise(row.reason);
		else
			promise(line.n == COTAHIST_WIDTH);
	}
	return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* number_text.c: numbers with decimal comma, and points between groups of three digits. */
#include "config.h"

#include "calc/amounts/number_text.h"

#include "core/buf.h"

const char *brl_text(void *pool, struct money m)
{
	char text[DEC_TEXT_SIZE];
	const char *digits = text;
	struct buf out;
	size_t whole;

	dec_format(text, m.e8, MONEY_PLACES, 2, false);
	buf_init(&out, pool, DEC_TEXT_SIZE);
	if (*digits == '-')
		buf_char(&out, *digits++);
	buf_str(&out, "R$ ");
	whole = strcspn(digits, ".");
	for (size_t i = 0; i < whole; i++) {
		if (i > 0 && (whole - i) % 3 == 0)
			buf_char(&out, '.');
		buf_char(&out, digits[i]);
	}
	buf_char(&out, ',');
	buf_str(&out, digits + whole + 1);
	return buf_text(&out);
}

const char *percent_text(void *pool, struct percent p, int places)
{
	char text[DEC_TEXT_SIZE];
	char *point;

	dec_format(text, p.e8, 8, places, false);
	point = strchr(text, '.');
	if (point)
		*point = ',';
	return pool_strdup(pool, text);
}

const char *date_text(void *pool, struct day d)
{
	int y, m, n;

	day_to_ymd(d, &y, &m, &n);
	return pool_printf(pool, "%02d/%02d/%04d", n, m, y);
}

static const char *decimal(void *pool, wide v, int places)
{
	char text[DEC_TEXT_SIZE], *point;

	dec_format(text, v, places, places, true);
	point = strchr(text, '.');
	if (point)
		*point = ',';
	return pool_strdup(pool, text);
}

const char *quantity_text(void *pool, struct qty q)
{
	return decimal(pool, q.e8, QTY_PLACES);
}

const char *price_text(void *pool, struct price p)
{
	return decimal(pool, p.e12, PRICE_PLACES);
}

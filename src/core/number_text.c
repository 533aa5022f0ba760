/* SPDX-License-Identifier: Apache-2.0 */
/* number_text.c: decimal comma, thousands in groups of three by points, days from the day to the year. */
#include "config.h"

#include "core/number_text.h"

#include "core/buf.h"

const char *comma_text(void *pool, const char *plain)
{
	char *text = pool_strdup(pool, plain), *point = strchr(text, '.');

	if (point)
		*point = ',';
	return text;
}

const char *grouped_text(void *pool, const char *plain)
{
	size_t sign = *plain == '-', whole = strcspn(plain, ".");
	struct buf out;

	buf_init(&out, pool, 2 * strlen(plain) + 1);
	for (size_t i = 0; i < whole; i++) {
		if (i > sign && (whole - i) % 3 == 0)
			buf_char(&out, '.');
		buf_char(&out, plain[i]);
	}
	if (plain[whole]) {
		buf_char(&out, ',');
		buf_str(&out, plain + whole + 1);
	}
	return buf_text(&out);
}

const char *decimal_text(void *pool, wide v, int places, int shown, bool trim)
{
	char plain[DEC_TEXT_SIZE];

	(void)dec_format(plain, v, places, shown, trim);
	return comma_text(pool, plain);
}

const char *brl_text(void *pool, struct money m)
{
	char plain[DEC_TEXT_SIZE];
	bool negative;

	(void)dec_format(plain, m.e8, MONEY_PLACES, 2, false);
	negative = *plain == '-';
	return pool_printf(pool, "%sR$ %s", negative ? "-" : "",
			   grouped_text(pool, plain + negative));
}

const char *percent_text(void *pool, struct percent p, int places)
{
	return decimal_text(pool, p.e8, 8, places, false);
}

const char *quantity_text(void *pool, struct qty q)
{
	return decimal_text(pool, q.e8, QTY_PLACES, QTY_PLACES, true);
}

const char *price_text(void *pool, struct price p)
{
	return decimal_text(pool, p.e12, PRICE_PLACES, PRICE_PLACES, true);
}

const char *priced_text(void *pool, bool dollars, struct price p)
{
	char plain[DEC_TEXT_SIZE], *point;

	(void)dec_format(plain, p.e12, PRICE_PLACES, PRICE_PLACES, true);
	point = strchr(plain, '.');
	if (!point || strlen(point) <= 3)
		(void)dec_format(plain, p.e12, PRICE_PLACES, 2, false);
	return pool_printf(pool, "%s %s", dollars ? "US$" : "R$", grouped_text(pool, plain));
}

static const char *typeset(void *pool, const char *unit, const char *plain)
{
	bool negative = *plain == '-';

	return pool_printf(pool, "%s%s%s", negative ? "−" : "", unit,
			   grouped_text(pool, plain + negative));
}

const char *typeset_number(void *pool, const char *plain)
{
	return typeset(pool, "", plain);
}

const char *typeset_brl(void *pool, const char *plain)
{
	return typeset(pool, "R$\u00a0", plain);
}

const char *date_text(void *pool, struct day d)
{
	char iso[DAY_TEXT_SIZE];

	day_format(d, iso);
	return pool_printf(pool, "%.2s/%.2s/%.4s", iso + 8, iso + 5, iso);
}

const char *month_text(void *pool, struct month m)
{
	char iso[MONTH_TEXT_SIZE];

	month_format(m, iso);
	return pool_printf(pool, "%.2s/%.4s", iso + 5, iso);
}

const char *month_name(struct month m)
{
	static const char *const names[] = { "janeiro",	 "fevereiro", "março",	  "abril",
					     "maio",	 "junho",     "julho",	  "agosto",
					     "setembro", "outubro",   "novembro", "dezembro" };

	return names[m.n % 12];
}

const char *tax_id_text(void *pool, const char *id)
{
	size_t n = strlen(id);

	if (n == 14 && !strpbrk(id, "./- "))
		return pool_printf(pool, "%.2s.%.3s.%.3s/%.4s-%.2s", id, id + 2, id + 5, id + 8,
				   id + 12);
	if (n == 11 && strspn(id, "0123456789") == n)
		return pool_printf(pool, "%.3s.%.3s.%.3s-%.2s", id, id + 3, id + 6, id + 9);
	return id;
}

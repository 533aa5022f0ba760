/* SPDX-License-Identifier: Apache-2.0 */
/* format_cells.c: cells, numbers and days of another program's file, and what becomes of a row. */
#include "config.h"

#include <stdarg.h>
#include <stdint.h>

#include "calc/import/formats/format_parts.h"
#include "core/clock.h"
#include "core/pool.h"

#define AMOUNT_MAX_E12 (MONEY_MAX_E8 * (E12 / E8))

const char *format_text(const struct format_work *f, size_t row, size_t at)
{
	return column_cell(f->pool, f->sheet, row, at);
}

const char *format_cell(const struct format_work *f, size_t row, int column)
{
	return format_text(f, row, f->at[column]);
}

struct draft *format_draft(struct format_work *f, size_t row)
{
	struct draft *d = &f->drafts[f->n++];

	d->row = row;
	return d;
}

void format_ignore(struct draft *d, const char *reason)
{
	if (!d->verdict.error)
		d->verdict.ignored = reason;
}

void format_fail(struct format_work *f, struct draft *d, const char *fmt, ...)
{
	va_list ap;

	if (d->verdict.error) /* the first one is told */
		return;
	va_start(ap, fmt);
	d->verdict.error = pool_vprintf(f->pool, fmt, ap);
	va_end(ap);
	d->verdict.ignored = NULL;
}

void format_ignore_row(struct format_work *f, size_t row, const char *reason)
{
	format_ignore(format_draft(f, row), reason);
}

static struct maybe settled(struct format_work *f, struct draft *d, const char *text, bool native,
			    const char *what)
{
	struct number_text n = cell_number(text, native);
	struct maybe out = { 0 };
	bool rounded;

	if (n.currency >= 0)
		d->sign = currency_names[n.currency];
	if (n.two && f->mark == MARK_UNKNOWN) {
		format_fail(f, d, "%s com duas leituras: %.40s", what, text);
		d->verdict.code = numbers_err_codes[NUMBERS_AMBIGUOUS];
		return out;
	}
	switch (cell_number_value(&n, n.two && f->mark != n.mark, PRICE_PLACES, AMOUNT_MAX_E12,
				  &out.v, &rounded)) {
	case NUMBER_OK:
		out.known = true;
		break;
	case NUMBER_ABSENT:
		break;
	case NUMBER_WRONG:
		format_fail(f, d, "%s não é um número: %.40s", what, text);
		d->verdict.code = numbers_err_codes[NUMBERS_UNREADABLE];
		break;
	case NUMBER_RANGE:
		format_fail(f, d, "%s fora da escala: %.40s", what, text);
		d->verdict.code = numbers_err_codes[NUMBERS_RANGE];
		break;
	}
	return out;
}

struct maybe format_number(struct format_work *f, struct draft *d, int column, const char *what)
{
	const struct sheet *s = f->sheet;
	const char *text = format_cell(f, d->row, column);
	bool native = text && s->kinds && s->kinds[d->row][f->at[column]] == SHEET_NUMBER;

	return text ? settled(f, d, text, native, what) : (struct maybe){ 0 };
}

struct maybe format_value(struct format_work *f, struct draft *d, const char *text,
			  const char *what)
{
	return settled(f, d, text, false, what);
}

const char *format_plain(const struct format_work *f, wide v)
{
	char text[DEC_TEXT_SIZE];

	(void)dec_format(text, v, PRICE_PLACES, PRICE_PLACES, true);
	return pool_strdup(f->pool, text);
}

/* Seconds of a time at @p, "13:30", "13:30:00" or "13:30:00.000", possibly with Z; -1: another text. */
static int seconds_of(const char *p)
{
	int hour, minute, second = 0;

	if (!digits_read(p, 2, &hour) || p[2] != ':' || !digits_read(p + 3, 2, &minute))
		return -1;
	p += 5;
	if (*p == ':') {
		if (!digits_read(p + 1, 2, &second))
			return -1;
		p += 3;
		if (*p == '.')
			p += 1 + strspn(p + 1, "0123456789");
	}
	if (*p == 'Z')
		p++;
	return *p || hour > 23 || minute > 59 || second > 59 ? -1
							     : (hour * 60 + minute) * 60 + second;
}

const char *format_local_day(const struct format_work *f, const char *cell)
{
	struct day day;
	int seconds;

	if (!cell || strlen(cell) < 16 || (cell[10] != 'T' && cell[10] != ' ') ||
	    !day_parse((struct slice){ cell, 10 }, &day))
		return cell;
	seconds = seconds_of(cell + 11);
	if (seconds < 0)
		return cell;
	if (seconds) /* midnight is a day, not an instant */
		day = clock_day_of(((int64_t)day.n * 86400 + seconds) * 1000);
	return day_iso(f->pool, day);
}

bool format_instant(const char *cell, int64_t *seconds)
{
	struct day day;
	int time;

	if (!cell || strlen(cell) < 16 || (cell[10] != 'T' && cell[10] != ' ') ||
	    (!day_parse((struct slice){ cell, 10 }, &day) &&
	     !day_parse_br((struct slice){ cell, 10 }, &day)))
		return false;
	time = seconds_of(cell + 11);
	*seconds = (int64_t)day.n * 86400 + time;
	return time >= 0;
}

const char *format_before(const struct format_work *f, const char *text, char c)
{
	const char *end = strchr(text, c);
	struct slice s = { text, end ? (size_t)(end - text) : strlen(text) };

	return slice_text(f->pool, slice_trim(s));
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * format.c: date and date-time (RFC 3339), uuid (RFC 9562), email (RFC 5321's Mailbox).
 *
 * They check only the form: a date may be of any four-digit year, whatever range the service computes
 * with.
 */
#include "config.h"

#include "operations/format.h"

#include <arpa/inet.h>
#include <strings.h>

#include "core/attributes.h"
#include "core/clock.h"
#include "core/order.h"
#include "core/text.h"
#include "core/uuid.h"

#define LOCAL_MAX 64 /* RFC 5321 4.5.3.1 */
#define LABEL_MAX 63

static bool is_alnum(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_leap(int year)
{
	return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static bool is_date(struct slice s)
{
	static const int last[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	int year, month, day;

	if (s.n != 10 || s.p[4] != '-' || s.p[7] != '-' || !digits_read(s.p, 4, &year) ||
	    !digits_read(s.p + 5, 2, &month) || !digits_read(s.p + 8, 2, &day))
		return false;
	if (month < 1 || month > 12 || day < 1)
		return false;
	return day <= last[month - 1] + (month == 2 && is_leap(year) ? 1 : 0);
}

static bool is_date_time(struct slice s)
{
	int hour, minute, second, offset, utc;
	size_t i = 19;

	if (s.n < 20 || !is_date((struct slice){ s.p, 10 }) || (s.p[10] != 'T' && s.p[10] != 't') ||
	    s.p[13] != ':' || s.p[16] != ':' || !digits_read(s.p + 11, 2, &hour) ||
	    !digits_read(s.p + 14, 2, &minute) || !digits_read(s.p + 17, 2, &second))
		return false;
	if (s.p[i] == '.') {
		for (i++; i < s.n && is_digit(s.p[i]); i++)
			continue;
		if (i == 20)
			return false;
	}
	if (!offset_parse((struct slice){ s.p + i, s.n - i }, &offset) || hour > 23 || minute > 59)
		return false;
	if (second < 60)
		return true;
	/* A leap second is the last of a UTC day. */
	utc = (hour * 60 + minute - offset + 2 * 24 * 60) % (24 * 60);
	return second == 60 && utc == 23 * 60 + 59;
}

static bool is_uuid(struct slice s)
{
	struct uuid id;

	return uuid_parse(s, &id);
}

/* ---- email ---- */

static bool is_quoted_local(struct slice s)
{
	if (s.n < 2 || s.p[0] != '"' || s.p[s.n - 1] != '"')
		return false;
	for (size_t i = 1; i + 1 < s.n; i++) {
		if (s.p[i] == '\\' && ++i + 1 >= s.n)
			return false;
		if (s.p[i] < ' ' || s.p[i] > '~' || (s.p[i] == '"' && s.p[i - 1] != '\\'))
			return false;
	}
	return true;
}

static bool is_dot_local(struct slice s)
{
	static const char more[] = "!#$%&'*+-/=?^_`{|}~.";

	if (!s.n || s.p[0] == '.' || s.p[s.n - 1] == '.')
		return false;
	for (size_t i = 0; i < s.n; i++)
		if (!s.p[i] || (!is_alnum(s.p[i]) && !strchr(more, s.p[i])) ||
		    (s.p[i] == '.' && s.p[i - 1] == '.'))
			return false;
	return true;
}

static bool is_address_literal(struct slice s)
{
	unsigned char address[16];
	char text[64] = "";
	bool six = s.n > 7 && strncasecmp(s.p, "[IPv6:", 6) == 0;
	size_t skip = six ? 6 : 1;

	if (s.n < 3 || s.n - skip > sizeof(text) || s.p[0] != '[' || s.p[s.n - 1] != ']')
		return false;
	memcpy(text, s.p + skip, s.n - skip - 1);
	return inet_pton(six ? AF_INET6 : AF_INET, text, address) == 1;
}

static bool is_domain(struct slice s)
{
	struct slice label;

	if (s.n && s.p[0] == '[')
		return is_address_literal(s);
	for (bool more = true; more;) {
		more = slice_cut(s, '.', &label, &s);
		if (!label.n || label.n > LABEL_MAX || label.p[0] == '-' ||
		    label.p[label.n - 1] == '-')
			return false;
		for (size_t i = 0; i < label.n; i++)
			if (!is_alnum(label.p[i]) && label.p[i] != '-')
				return false;
	}
	return true;
}

static bool is_email(struct slice s)
{
	size_t at = s.n;

	/* A quoted local part may hold an @; a domain may not. */
	while (at && s.p[at - 1] != '@')
		at--;
	if (!at || at - 1 > LOCAL_MAX || s.n > EMAIL_MAX)
		return false;
	return (is_dot_local((struct slice){ s.p, at - 1 }) ||
		is_quoted_local((struct slice){ s.p, at - 1 })) &&
	       is_domain((struct slice){ s.p + at, s.n - at });
}

static const struct format formats[] = {
	{ "date", "data AAAA-MM-DD que exista", is_date },
	{ "date-time", "data e hora RFC 3339", is_date_time },
	{ "uuid", "UUID", is_uuid },
	{ "email", "endereço de e-mail", is_email },
};

const struct format *format_named(const char *name)
{
	return order_seek(&name, formats, ARRAY_SIZE(formats), sizeof(*formats), order_text);
}

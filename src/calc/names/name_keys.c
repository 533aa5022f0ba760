/* SPDX-License-Identifier: Apache-2.0 */
/* name_keys.c: tickers, tax ids, ISINs and codes in comparable form (doc/calculations.md 14, "Keys"). */
#include "config.h"

#include "calc/names/names.h"
#include "core/text.h"

const char *const object_key_forms[] = { "", "cnpj", "cpf", "isin", NULL };

static bool is_letter(char c)
{
	return c >= 'A' && c <= 'Z';
}

char *object_key_normal(void *pool, const char *s)
{
	char *folded = text_fold(pool, s), *to = folded;

	for (const char *p = folded; *p; p++) {
		if (is_digit(*p))
			*to++ = *p;
		else if (*p >= 'a' && *p <= 'z')
			*to++ = (char)(*p - 'a' + 'A');
	}
	*to = '\0';
	return folded;
}

/* ISO 6166: letters as two digits, then every second digit from the right doubled (Luhn). */
static bool isin_right(const char *s)
{
	int digits[24], sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < 12; i++) {
		int v = is_digit(s[i]) ? s[i] - '0' : s[i] - 'A' + 10;

		if (v >= 10)
			digits[n++] = v / 10;
		digits[n++] = v % 10;
	}
	for (size_t i = 0; i < n; i++) {
		int d = digits[n - 1 - i];

		if (i % 2)
			d = 2 * d > 9 ? 2 * d - 9 : 2 * d;
		sum += d;
	}
	return sum % 10 == 0;
}

static bool looks_like_isin(const char *s, size_t n)
{
	return n == 12 && is_letter(s[0]) && is_letter(s[1]) && is_digit(s[11]);
}

/* A name of fourteen letters is not a tax id: at least four digits, the last two among them. */
static bool looks_like_cnpj(const char *s, size_t n)
{
	size_t digits = 0;

	for (size_t i = 0; i < n; i++)
		digits += is_digit(s[i]);
	return n == 14 && is_digit(s[12]) && is_digit(s[13]) && digits >= 4;
}

enum object_key_form object_key_form(const char *normal, bool *right)
{
	size_t n = strlen(normal);
	char id[15];

	*right = false;
	if (looks_like_isin(normal, n)) {
		*right = isin_right(normal);
		return KEY_FORM_ISIN;
	}
	if (looks_like_cnpj(normal, n)) {
		*right = tax_id_normal(normal, id);
		return KEY_FORM_CNPJ;
	}
	if (n == 11 && strspn(normal, "0123456789") == 11) {
		*right = tax_id_normal(normal, id);
		return KEY_FORM_CPF;
	}
	return KEY_FORM_OTHER;
}

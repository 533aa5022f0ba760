/* SPDX-License-Identifier: Apache-2.0 */
/* XIRR against LibreOffice: t/data/xirr_libreoffice.txt, made by contrib/xirr/make. */
#include "config.h"

#include "calc/amounts/amounts.h"
#include "core/pool.h"

#include "tap.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST_FLOWS 64
#define WITHIN 1e-9

/* A line has the rate, then day and amount of each flow. */
static double read_line(char *line, struct flow *flows, size_t *n)
{
	struct slice rest = slice_of(line);
	struct slice word, amount;
	double rate = strtod(line, NULL);

	(void)slice_cut(rest, ' ', &word, &rest);
	for (*n = 0; rest.n && *n < MOST_FLOWS; ++*n) {
		struct flow *f = &flows[*n];

		if (!slice_cut(rest, ' ', &word, &rest))
			return (double)NAN;
		if (!slice_cut(rest, ' ', &amount, &rest))
			rest.n = 0; /* the last one */
		if (!day_parse(word, &f->day) ||
		    dec_parse(amount, MONEY_PLACES, MONEY_MAX_E8, &f->amount.e8) != DEC_OK)
			return (double)NAN;
	}
	return rate;
}

int main(void)
{
	void *pool = pool_new(NULL, "xirr");
	const char *top = getenv("LASTRO_TOP_SRCDIR");
	const char *path = pool_printf(pool, "%s/t/data/xirr_libreoffice.txt", top ? top : ".");
	FILE *file = fopen(path, "r");
	struct flow flows[MOST_FLOWS];
	char line[4096];
	int sets = 0;

	if (!ok(file != NULL, "%s can be read", path))
		return tap_done();
	while (fgets(line, sizeof(line), file)) {
		double want, got = (double)NAN;
		size_t n;

		line[strcspn(line, "\n")] = '\0';
		if (line[0] == '#')
			continue;
		want = read_line(line, flows, &n);
		sets++;
		ok(xirr(pool, flows, n, &got) && fabs(got - want) < WITHIN,
		   "set %d of %zu flows: %.12f, LibreOffice says %.12f", sets, n, got, want);
	}
	(void)fclose(file);
	ok(sets == 200, "two hundred sets");
	pool_free(pool);
	return tap_done();
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * zero_curves.c: ANBIMA's zero curves of one day (doc/load.md): the parameters, of which every vertex that the page
 * prints follows (doc/market-rules.md).  The vertices only prove them: a page with a number cut short is refused.
 *
 * The page answers another day than the one asked for when that day has none, so the day is the page's.
 */
#include "config.h"

#include "load/run.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "load/field.h"

#define PARAMETERS 6
#define BETAS 4
#define CELL_MAX 40
#define YEAR 252.0
#define DAYS_MAX 100000
#define RATE_PLACES 4	  /* of a vertex, per cent */
#define RATE_MAX 10000000 /* 1000 % */

static DB_STMT(
	upsert, "zero_curve.upsert",
	"insert into zero_curve as z (curve, day, beta1, beta2, beta3, beta4, lambda1, lambda2)"
	" select u.curve, $1, u.b1::float8, u.b2::float8, u.b3::float8, u.b4::float8, u.l1::float8,"
	"        u.l2::float8"
	"   from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])"
	"        u(curve, b1, b2, b3, b4, l1, l2)"
	" on conflict (curve, day) do update"
	" set beta1 = excluded.beta1, beta2 = excluded.beta2, beta3 = excluded.beta3, beta4 = excluded.beta4,"
	"     lambda1 = excluded.lambda1, lambda2 = excluded.lambda2"
	" where (z.beta1, z.beta2, z.beta3, z.beta4, z.lambda1, z.lambda2) is distinct from"
	"       (excluded.beta1, excluded.beta2, excluded.beta3, excluded.beta4, excluded.lambda1,"
	"        excluded.lambda2)");

/* The cell up to the next ';', which is taken off @line. */
static struct slice cell(struct slice *line)
{
	const char *end = memchr(line->p, ';', line->n);
	struct slice out = { line->p, end ? (size_t)(end - line->p) : line->n };

	line->p += end ? out.n + 1 : out.n;
	line->n -= end ? out.n + 1 : out.n;
	return slice_trim(out);
}

/* A number with a decimal comma, also in E notation, with a point; NULL when it is none or out of range. */
static const char *parameter(struct load *l, struct slice s, bool lambda)
{
	char *text, *end;
	double v;

	if (!s.n || s.n > CELL_MAX)
		return NULL;
	text = pool_strndup(l->pool, s.p, s.n);
	if (text[strspn(text, "0123456789+-,Ee")])
		return NULL;
	if ((end = strchr(text, ',')))
		*end = '.';
	errno = 0;
	v = strtod(text, &end);
	if (*end || errno == ERANGE || !isfinite(v) || fabs(v) >= (lambda ? 1000 : 100) ||
	    (lambda && v <= 0))
		return NULL;
	return text;
}

/* The six parameters of the curve that the line is named for. */
static void read_curve(struct load *l, const char *named, const char **out)
{
	struct slice line, name;

	if (!reader_line(l->in, &line))
		load_fail(l, "falta a linha %s.", named);
	name = cell(&line);
	if (!slice_eq(name, named))
		load_fail(l, "linha %lld: esperava-se %s.", (long long)reader_line_number(l->in),
			  named);
	for (int i = 0; i < PARAMETERS; i++) {
		struct slice text = cell(&line);

		out[i] = parameter(l, text, i >= BETAS);
		if (!out[i])
			load_fail(l, "linha %lld: parâmetro %d inválido: %.*s",
				  (long long)reader_line_number(l->in), i + 1, SHOWN(text));
	}
	if (slice_trim(line).n)
		load_fail(l, "linha %lld: há mais que seis parâmetros.",
			  (long long)reader_line_number(l->in));
	l->res->read++;
}

/* ---- the printed vertices ---- */

/* The mean of e^-u over u from 0 to @x. */
static double mean_decay(double x)
{
	return -expm1(-x) / x; /* 1 - exp(-x) would lose its digits in a short term */
}

/* Per cent a year, in units of the last place that a vertex is printed with. */
static double rate_at(const double *p, double years)
{
	double near = p[4] * years, far = p[5] * years;

	return 1e6 * (p[0] + p[1] * mean_decay(near) + p[2] * (mean_decay(near) - exp(-near)) +
		      p[3] * (mean_decay(far) - exp(-far)));
}

/* Whether the cell has a rate; refuses the file when it is not that of the parameters. */
static bool prove(struct load *l, struct slice s, const char *const *values, double days)
{
	double p[PARAMETERS];
	wide printed;

	for (int i = 0; i < PARAMETERS; i++)
		p[i] = strtod(values[i], NULL);
	switch (field_br(s, RATE_PLACES, RATE_MAX, &printed)) {
	case FIELD_ABSENT:
		return false; /* the nominal curve is printed for ten years */
	case FIELD_BAD:
		break;
	case FIELD_OK:
		/* Truncated, so less than one of the last place away. */
		if (fabs(rate_at(p, days / YEAR) - (double)printed) <= 1)
			return true;
		break;
	}
	load_fail(l,
		  "linha %lld: a taxa %.*s não é a dos parâmetros: a página tem um número errado.",
		  (long long)reader_line_number(l->in), SHOWN(s));
}

/* Up to the blank line after them; another table of other days follows. */
static void prove_curves(struct load *l, const char *const *nominal, const char *const *real)
{
	struct slice line, name;
	bool proved[2] = { false, false };

	do {
		if (!reader_line(l->in, &line))
			load_fail(l, "a página acaba antes da tabela Vertices: veio cortada.");
		name = cell(&line);
	} while (!slice_eq(name, "Vertices"));
	while (reader_line(l->in, &line) && slice_trim(line).n) {
		wide days;

		if (field_br(cell(&line), 0, DAYS_MAX, &days) != FIELD_OK || days <= 0)
			load_fail(l, "linha %lld: vértice inválido.",
				  (long long)reader_line_number(l->in));
		proved[0] |= prove(l, cell(&line), real, (double)days);
		proved[1] |= prove(l, cell(&line), nominal, (double)days);
	}
	if (!proved[0] || !proved[1])
		load_fail(l, "a tabela Vertices não tem taxas das duas curvas.");
}

void load_zero_curves(struct load *l)
{
	static const char *const curves[] = { "ettj_nominal", "ettj_ipca" };
	const char *values[2][PARAMETERS], *columns[PARAMETERS][2];
	struct slice line;
	struct day day;

	if (!reader_line(l->in, &line) || field_day(cell(&line), &day) != FIELD_OK ||
	    !slice_eq(cell(&line), "Beta 1"))
		load_fail(
			l,
			"não é a página da ETTJ da ANBIMA: a primeira linha tem o dia e os nomes dos parâmetros.");
	read_curve(l, "PREFIXADOS", values[0]);
	read_curve(l, "IPCA", values[1]);
	prove_curves(l, values[0], values[1]);
	for (int i = 0; i < PARAMETERS; i++)
		for (int k = 0; k < 2; k++)
			columns[i][k] = values[k][i];
	load_day(l, day);
	load_counted(l, 2,
		     db_exec(l->ctx, &upsert,
			     DB_ARGS(db_day(day), db_texts(curves, 2), db_texts(columns[0], 2),
				     db_texts(columns[1], 2), db_texts(columns[2], 2),
				     db_texts(columns[3], 2), db_texts(columns[4], 2),
				     db_texts(columns[5], 2))),
		     FAMILY_REFERENCE);
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * zero_curves.c: ANBIMA's zero curves of one day (doc/load.md): the parameters, of which every vertex that the page
 * prints follows (doc/market-rules.md).
 *
 * The page answers another day than the one asked for when that day has none, so the day is the page's.
 */
#include "config.h"

#include "load/run.h"

#include <math.h>
#include <stdlib.h>

#include "load/field.h"

#define PARAMETERS 6
#define BETAS 4
#define CELL_MAX 40

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
	v = strtod(text, &end);
	if (*end || !isfinite(v) || fabs(v) >= (lambda ? 1000 : 100) || (lambda && v <= 0))
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
	while (reader_line(l->in, &line)) /* the vertices follow from the parameters */
		;
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

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sectors.c: the exchange's classification of companies, as CSV (doc/load.md).
 *
 * The exchange publishes a workbook with a cell filled only where it changes; saved as CSV with a
 * column for the code, an empty cell repeats the line above.  A code is an issuer's (PETR) or a paper's
 * (PETR4).  Real-estate funds are not companies: all of them get one sector.
 */
#include "config.h"

#include "load/run.h"

#include "load/delimited.h"

#define ROWS_MAX ((size_t)20000)
#define LEAD_LINES 20

static DB_STMT(
	save, "sectors.issuer",
	"insert into issuer as i (code, name, sector, subsector, segment)"
	" select distinct on (u.code) u.code, u.name, u.sector, u.subsector, u.segment"
	"   from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])"
	"        with ordinality u(code, name, sector, subsector, segment, n)"
	"  where length(u.code) = 4"
	"  order by u.code, u.n desc"
	" on conflict (code) do update"
	" set name = coalesce(i.name, excluded.name), sector = excluded.sector, subsector = excluded.subsector,"
	"     segment = excluded.segment"
	" where (i.name, i.sector, i.subsector, i.segment)"
	"    is distinct from (coalesce(i.name, excluded.name), excluded.sector, excluded.subsector, excluded.segment)");

/* Papers of these issuers, these papers, and the real-estate funds; a typed sector stays. */
static DB_STMT(
	spread, "sectors.papers",
	"update instrument i set sector = s.sector"
	"  from (select x.symbol, case when x.asset_type = 'fii' then 'Fundos Imobiliários'"
	"               else coalesce(p.sector, c.sector) end as sector"
	"          from instrument x"
	"          left join unnest($1::text[], $2::text[]) p(code, sector) on p.code = x.symbol"
	"          left join issuer c on c.code = x.issuer_code"
	"         where x.venue = 'b3' and not x.typed and x.asset_type in ('stock', 'bdr', 'fii')) s"
	" where i.venue = 'b3' and i.symbol = s.symbol and s.sector is not null and i.sector is distinct from s.sector"
	" returning i.symbol");

enum { CODE, NAME, SECTOR, SUBSECTOR, SEGMENT, COLUMNS };

struct sectors {
	struct load *l;
	const char *cells[COLUMNS][ROWS_MAX];
	const char *above[COLUMNS];
	size_t n;
};

static bool is_code(const char *s)
{
	size_t n = strlen(s);

	return n >= 4 && n <= 12 && s[strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")] == '\0';
}

static void read_row(struct sectors *s, const struct csv *c)
{
	struct load *l = s->l;
	const char *code = csv_text(c, CODE);

	l->res->read++;
	for (int i = SECTOR; i < COLUMNS; i++) {
		const char *text = csv_text(c, (size_t)i);

		if (!text)
			continue;
		s->above[i] = text;
		for (int below = i + 1; below < COLUMNS; below++)
			s->above[below] = NULL; /* a new sector has no subsector yet */
	}
	if (!code) { /* a heading */
		l->res->ignored++;
		return;
	}
	if (!is_code(code)) {
		load_refuse(l, reader_line_number(l->in), "código inválido: %.20s", code);
		return;
	}
	if (!s->above[SECTOR]) {
		load_refuse(l, reader_line_number(l->in), "%s: falta o setor", code);
		return;
	}
	if (s->n == ROWS_MAX)
		load_fail(l, "mais de %zu códigos.", ROWS_MAX);
	s->cells[CODE][s->n] = code;
	s->cells[NAME][s->n] = csv_text(c, NAME);
	for (int i = SECTOR; i < COLUMNS; i++)
		s->cells[i][s->n] = s->above[i];
	s->n++;
}

static struct db_arg texts(const struct sectors *s, int column)
{
	return db_texts(s->cells[column], s->n);
}

static void save_rows(struct sectors *s)
{
	struct load *l = s->l;
	int64_t touched = db_exec(l->ctx, &save,
				  DB_ARGS(texts(s, CODE), texts(s, NAME), texts(s, SECTOR),
					  texts(s, SUBSECTOR), texts(s, SEGMENT)));
	const struct db_rows *r =
		db_query(l->ctx, &spread, DB_ARGS(texts(s, CODE), texts(s, SECTOR)));
	const char **symbols = pool_array(l->pool, const char *, db_count(r));
	int64_t papers = 0;

	for (size_t i = 0; i < db_count(r); i++)
		symbols[i] = db_get_text(r, i, 0);
	load_symbols_changed(l, "b3", symbols, db_count(r));
	for (size_t i = 0; i < s->n; i++) {
		if (strlen(s->cells[CODE][i]) == 4)
			continue;
		for (size_t k = 0; k < db_count(r); k++)
			papers += str_eq(s->cells[CODE][i], symbols[k]);
	}
	load_counted(l, (int64_t)s->n, touched + papers, FAMILY_REFERENCE);
}

/* Titles may precede the header. */
static struct slice header_of(struct load *l)
{
	struct slice line;

	for (int i = 0; i < LEAD_LINES && reader_line(l->in, &line); i++)
		if ((memchr(line.p, ';', line.n) || memchr(line.p, ',', line.n)) &&
		    strstr(text_fold(l->pool, text_from_cp1252(l->pool, line)), "set"))
			return line;
	load_fail(l, "falta o cabeçalho: codigo;empresa;setor;subsetor;segmento.");
}

void load_sectors(struct load *l)
{
	struct csv_column columns[COLUMNS] = {
		[CODE] = { "codigo|code", true, -1 },
		[NAME] = { "empresa|nome|name", false, -1 },
		[SECTOR] = { "setor|setor economico|sector", true, -1 },
		[SUBSECTOR] = { "subsetor|subsector", false, -1 },
		[SEGMENT] = { "segmento|segment", false, -1 },
	};
	struct sectors *s = pool_zero(l->pool, struct sectors);
	struct csv c;

	s->l = l;
	csv_header(&c, l, header_of(l), columns, ARRAY_SIZE(columns));
	while (csv_next(&c))
		read_row(s, &c);
	save_rows(s);
}

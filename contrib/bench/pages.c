/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pages.c: the cost of pages of public data against a bare keyset SELECT of the same columns.
 *
 *   pages CONNINFO SOCKET KEY DIRECTORY ROUNDS
 *
 * On the data of pages.sql, in the worker's role.  DIRECTORY has the worker's statements, one per file.
 * Each round runs both of a pair in turn, for another company each time, so that other load on the machine
 * affects both equally.  Prints medians, the median of the rounds' ratios, and the goal.
 * "at the worker" is the whole request over its socket, including credential and JSON.
 */
#include "config.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client.h"

#define COMPANIES 1999

#define DOCUMENT                                                                                   \
	"select d.id, d.cvm_code, d.kind, d.category, d.type, d.subject, d.reference_date,"        \
	" d.filed_at, d.protocol, d.download_url, d.version, d.version_filed_at, d.species,"       \
	" d.first_version, d.first_protocol, d.filed_at, d.first_url, d.present_version,"          \
	" d.present_protocol, d.present_filed_at, d.present_url from company_document d"
#define BARE_ORDER " order by d.filed_at desc, d.id desc limit 101"
#define ANOMALY "select a.day, a.strength, a.series_code, a.body from anomaly a"
#define ANOMALY_ORDER " order by a.day desc, a.strength desc, a.series_code desc limit 1001"
#define FINANCIALS "/v1/companies/10001/financials"
#define LINES                                                                                           \
	"select p.scope, p.form, p.reference_date, p.version, f.filed_at, p.statement, l.item, l.last," \
	" l.period_start, l.period_end, l.account, l.value from statement_part p"                       \
	" join statement_filing f using (company_id, form, reference_date, version)"                    \
	" join statement_line l on l.part_id = p.id and l.item is not null"                             \
	" where p.company_id = 10001 and p.scope = 'consolidated'"

/* A statement, or, without one, a request. */
struct side {
	const char *name; /* a file in DIRECTORY, or NULL */
	const char *sql;  /* the statement when name is NULL */
	const char *path, *query;
	const char *args[12]; /* "%d" stands for the round's company */
};

static const struct pair {
	const char *name;
	double goal;
	int limit; /* minimum of expected rows */
	struct side of, to;
} pairs[] = {
	{ "documents, first page of 100",
	  1.5,
	  101,
	  { "documents.list", .args = { "%d", NULL, NULL, "1900-01-01", "2199-12-31", "2199-12-31",
					"9223372036854775807", "101", "" } },
	  { .sql = DOCUMENT " where d.company_id = $1 and (d.filed_at, d.id) < ($2, $3)" BARE_ORDER,
	    .args = { "%d", "2199-12-31", "9223372036854775807", "" } } },
	{ "  its deepest page",
	  1.5,
	  50,
	  { "documents.list", .args = { "%d", NULL, NULL, "1900-01-01", "2199-12-31", "2004-01-01",
					"9223372036854775807", "101", "" } },
	  { .sql = DOCUMENT " where d.company_id = $1 and (d.filed_at, d.id) < ($2, $3)" BARE_ORDER,
	    .args = { "%d", "2004-01-01", "9223372036854775807", "" } } },
	{ "  of one kind, by ticker",
	  1.5,
	  101,
	  { "documents.kind",
	    .args = { NULL, NULL, "T%04d3", "1900-01-01", "2199-12-31", "material_fact",
		      "2199-12-31", "9223372036854775807", "101", "" } },
	  { .sql = DOCUMENT " where d.company_id = $1 and d.kind = 'material_fact'"
			    " and (d.filed_at, d.id) < ($2, $3)" BARE_ORDER,
	    .args = { "%d", "2199-12-31", "9223372036854775807", "" } } },
	{ "  its deepest page to its first",
	  1.5,
	  0,
	  { "documents.list", .args = { "%d", NULL, NULL, "1900-01-01", "2199-12-31", "2006-01-01",
					"9223372036854775807", "101", "" } },
	  { "documents.list", .args = { "%d", NULL, NULL, "1900-01-01", "2199-12-31", "2199-12-31",
					"9223372036854775807", "101", "" } } },
	{ "anomalies of the market, 1,000",
	  1.5,
	  1001,
	  { "anomalies.market",
	    .args = { "1900-01-01", "2199-12-31", "999999999999", "", "3", "1001", "" } },
	  { .sql = ANOMALY
	    " where a.market and (a.day, a.strength, a.series_code) < ($1, $2, $3)" ANOMALY_ORDER,
	    .args = { "2199-12-31", "999999999999", "", "" } } },
	{ "  their deepest page",
	  1.5,
	  500,
	  { "anomalies.market",
	    .args = { "1900-01-01", "1997-01-01", "999999999999", "", "3", "1001", "" } },
	  { .sql = ANOMALY
	    " where a.market and (a.day, a.strength, a.series_code) < ($1, $2, $3)" ANOMALY_ORDER,
	    .args = { "1997-01-01", "999999999999", "", "" } } },
	{ "  at the worker, 1.3 MB",
	  0,
	  1001,
	  { .path = "/v1/events/anomalies", .query = "limit=1000&min_z=3" },
	  { .sql = ANOMALY
	    " where a.market and (a.day, a.strength, a.series_code) < ($1, $2, $3)" ANOMALY_ORDER,
	    .args = { "2199-12-31", "999999999999", "", "" } } },
	{ "statements of ten years, at the worker",
	  2,
	  1,
	  { .path = FINANCIALS, .query = "limit=100" },
	  { .sql = LINES, .args = { "" } } },
	{ "  their statement",
	  2,
	  1,
	  { "financials.lines",
	    .args = { "10001", NULL, NULL, "consolidated", "1900-01-01", "2199-12-31", "2199-12-31",
		      "{DFP,ITR}", "2199-12-31", "102", "1130", "" } },
	  { .sql = LINES, .args = { "" } } },
	{ "documents, first page, at the worker",
	  0,
	  101,
	  { .path = "/v1/companies/%d/documents", .query = "limit=100" },
	  { .sql = DOCUMENT " where d.company_id = $1 and (d.filed_at, d.id) < ($2, $3)" BARE_ORDER,
	    .args = { "%d", "2199-12-31", "9223372036854775807", "" } } },
};
#define PAIRS (sizeof(pairs) / sizeof(pairs[0]))

struct bench {
	PGconn *pg;
	const char *socket, *key, *directory;
};

static char *read_statement(const struct bench *b, const char *name)
{
	static char text[16384];
	char path[512];
	size_t n;
	FILE *f;

	(void)snprintf(path, sizeof(path), "%s/%s.sql", b->directory, name);
	f = fopen(path, "r");
	if (!f)
		die(path, "não abre");
	n = fread(text, 1, sizeof(text) - 1, f);
	text[n] = '\0';
	(void)fclose(f);
	return text;
}

/* Prepares each side under a separate name: "0of", "0to". */
static void prepare(const struct bench *b, size_t i, const struct side *s, const char *which)
{
	char name[16];
	PGresult *r;

	if (s->path)
		return;
	(void)snprintf(name, sizeof(name), "%zu%s", i, which);
	r = PQprepare(b->pg, name, s->name ? read_statement(b, s->name) : s->sql, 0, NULL);
	if (PQresultStatus(r) != PGRES_COMMAND_OK)
		die(pairs[i].name, PQerrorMessage(b->pg));
	PQclear(r);
}

static void fill(char *out, size_t size, const char *format, int company)
{
	const char *at = strchr(format, '%');

	if (!at)
		(void)snprintf(out, size, "%s", format);
	else if (strncmp(at, "%04d", 4) == 0)
		(void)snprintf(out, size, "%.*s%04d%s", (int)(at - format), format, company,
			       at + 4);
	else
		(void)snprintf(out, size, "%.*s%d%s", (int)(at - format), format, company, at + 2);
}

static int64_t request(const struct bench *b, const struct side *s, int company)
{
	char path[128];
	int64_t start;

	fill(path, sizeof(path), s->path, company);
	start = now_ns();
	(void)get(b->socket, b->key, path, s->query);
	return now_ns() - start;
}

static int64_t statement(const struct bench *b, size_t i, const struct side *s, const char *which,
			 int company)
{
	char name[16], room[12][64];
	const char *values[12] = { NULL };
	int n = 0, rows;
	int64_t start;
	PGresult *r;

	/* A final empty string ends the list; an empty string before others is an argument, NULL is SQL's null. */
	for (n = 0; n < 11 && !(s->args[n] && !*s->args[n] && !s->args[n + 1]); n++)
		if (s->args[n]) {
			fill(room[n], sizeof(room[n]), s->args[n], company);
			values[n] = room[n];
		}
	(void)snprintf(name, sizeof(name), "%zu%s", i, which);
	start = now_ns();
	r = PQexecPrepared(b->pg, name, n, values, NULL, NULL, 1);
	if (PQresultStatus(r) != PGRES_TUPLES_OK)
		die(pairs[i].name, PQerrorMessage(b->pg));
	start = now_ns() - start;
	rows = PQntuples(r);
	PQclear(r);
	if (rows < pairs[i].limit)
		die(pairs[i].name, "faltam linhas");
	return start;
}

static int64_t ask_side(const struct bench *b, size_t i, const struct side *s, const char *which,
			int company)
{
	return s->path ? request(b, s, company) : statement(b, i, s, which, company);
}

static void measure(const struct bench *b, size_t i, int rounds)
{
	int64_t *of = times_new(rounds), *to = times_new(rounds), *ratio = times_new(rounds);
	double median;

	for (int round = -20; round < rounds; round++) {
		int company = 1 + (round + 20) * 7 % COMPANIES;
		int64_t x = 0, y = 0;

		/* Runs both twice and counts the second time, since the first one may read from disk. */
		for (int k = 0; k < 4; k++)
			if ((round + k) % 2)
				x = ask_side(b, i, &pairs[i].of, "of", company);
			else
				y = ask_side(b, i, &pairs[i].to, "to", company);
		if (round < 0)
			continue;
		of[round] = x;
		to[round] = y;
		ratio[round] = x * 1000000 / y;
	}
	median = median_us(ratio, rounds) / 1000;
	printf("%-40s %9.0f %9.0f %7.2f", pairs[i].name, median_us(of, rounds),
	       median_us(to, rounds), median);
	if (pairs[i].goal > 0)
		printf(" %5.1f  %s", pairs[i].goal, median <= pairs[i].goal ? "met" : "NOT MET");
	printf("\n");
	fflush(stdout);
	free(of);
	free(to);
	free(ratio);
}

int main(int argc, char **argv)
{
	struct bench b = { .pg = NULL };
	int rounds = argc == 6 ? atoi(argv[5]) : 0;

	if (rounds < 1)
		die("uso", "pages CONNINFO SOCKET KEY DIRECTORY ROUNDS");
	b.pg = PQconnectdb(argv[1]);
	b.socket = argv[2];
	b.key = argv[3];
	b.directory = argv[4];
	if (PQstatus(b.pg) != CONNECTION_OK)
		die("conexão", PQerrorMessage(b.pg));
	PQclear(PQexec(b.pg, "set search_path = lastro"));
	PQclear(PQexec(b.pg,
		       "set plan_cache_mode = force_generic_plan")); /* a keyset scan, not a sort */
	printf("# medians of %d rounds, in microseconds, and of their ratios\n", rounds);
	printf("%-40s %9s %9s %7s %5s\n", "what", "page", "bare", "ratio", "goal");
	for (size_t i = 0; i < PAIRS; i++) {
		prepare(&b, i, &pairs[i].of, "of");
		prepare(&b, i, &pairs[i].to, "to");
		measure(&b, i, rounds);
	}
	PQfinish(b.pg);
	return 0;
}

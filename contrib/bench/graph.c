/* SPDX-License-Identifier: Apache-2.0 */
/*
 * graph.c: the cost of a page of a cohort and of a traversal against a hand-written SELECT of the same answer.
 *
 *   graph CONNINFO SOCKET KEY ROUNDS
 *
 * Each round measures both in turn, so that other load on the machine affects both equally: libpq fetches the page by a
 * prepared statement in binary; then the whole request at a worker.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client.h"

#define DAY "date '2026-11-20'"
#define OBSERVED                                                                                   \
	" from lastro.object_observation x where x.measure_no = 9 and x.object_no = o.no"          \
	" and x.base_date <= " DAY " and x.superseded = 9223372036854775807"
/* The newest value of a measure of o. */
#define NEWEST(no, as)                                                                             \
	" cross join lateral (select x.value, x.base_date from lastro.object_observation x"        \
	" where x.measure_no = " no " and x.object_no = o.no and x.base_date <= " DAY              \
	" and x.superseded = 9223372036854775807"                                                  \
	" order by x.base_date desc, x.filed_at desc, x.revision desc, x.version desc limit 1) " as
#define PAGE " order by 5 desc, 1 limit 100"
#define IN_FORCE(r) r ".since <= " DAY " and " r ".until > " DAY

static const struct question {
	const char *name, *path, *query, *sql;
	double goal; /* limit of the ratio to the statement; 0: none */
} questions[] = {
	{ "cohort, the last observation", "/v1/objects/cohort",
	  "kind=fund&subkind=fii&measure=net_worth&at=2026-11-20",
	  "select o.id, o.kind, o.subkind, o.name, t.value, t.base_date from lastro.object o cross join lateral"
	  " (select x.value, x.base_date" OBSERVED
	  "   order by x.base_date desc, x.filed_at desc, x.revision desc, x.version desc limit 1) t"
	  " where o.kind = 'fund' and o.subkind = 'fii'" PAGE,
	  5 },
	{ "cohort, the mean of 250 observations", "/v1/objects/cohort",
	  "kind=fund&subkind=fii&measure=net_worth&at=2026-11-20&reduce=avg&since=2025-01-01",
	  "select o.id, o.kind, o.subkind, o.name, t.value, t.n, t.first, t.last from lastro.object o cross join lateral"
	  " (select avg(y.value) as value, count(*) as n, min(y.base_date) as first, max(y.base_date) as last from"
	  "   (select distinct on (x.base_date) x.base_date, x.value" OBSERVED
	  "     and x.base_date >= '2025-01-01'"
	  "     order by x.base_date desc, x.filed_at desc, x.revision desc, x.version desc) y having count(*) > 0) t"
	  " where o.kind = 'fund' and o.subkind = 'fii'" PAGE,
	  5 },
	{ "cohort, the last without the implausible", "/v1/objects/cohort",
	  "kind=fund&subkind=fii&measure=net_worth&at=2026-11-20&exclude_out_of_prior=true", NULL,
	  0 },
	{ "screen, four ratios of 5,000 companies", "/v1/objects/cohort",
	  "kind=company&measure=net_debt_to_ebitda&at=2026-11-20&where=net_margin:gt:-5&where=ebitda_margin:gt:-10&where=return_on_equity:gt:-3",
	  "select o.id, o.kind, o.subkind, o.name, t.value, t.base_date from lastro.object o" NEWEST(
		  "44", "t") NEWEST("42", "a") NEWEST("43", "b")
		  NEWEST("47",
			 "c") " where o.kind = 'company' and a.value > -5 and b.value > -10 and c.value > -3" PAGE,
	  5 },
	{ "traversal, three steps to 100,000 objects", "/v1/objects/traverse",
	  "from=instrument:B1&path=administers:out,holds:out,issued:out&at=2026-11-20",
	  "select o.id, o.kind, o.subkind, o.name, count(distinct b.object_no) from lastro.object f"
	  " join lastro.object_relation a on a.subject_no = f.no and a.verb = 'administers' and " IN_FORCE("a") " join lastro.object_relation b on b.subject_no = a.object_no and b.verb = 'holds' and " IN_FORCE(
		  "b") " join lastro.object_relation c on c.subject_no = b.object_no and c.verb = 'issued' and " IN_FORCE("c") " join lastro.object o on o.no = c.object_no where f.id = 'instrument:B1'"
															       " group by o.no" PAGE,
	  5 },
	{ "a key", "/v1/objects/resolve", "q=B160",
	  "select o.* from lastro.object o where o.id = 'fund:B160'", 0 },
	{ "a name", "/v1/objects/resolve", "q=menafe+pisitevo",
	  "select o.* from lastro.object o where o.id = 'fund:B160'", 0 },
};

static int64_t fetch(PGconn *pg, const char *name, int *rows)
{
	int64_t start = now_ns();
	PGresult *r = PQexecPrepared(pg, name, 0, NULL, NULL, NULL, 1);

	if (PQresultStatus(r) != PGRES_TUPLES_OK)
		die(name, PQerrorMessage(pg));
	*rows = PQntuples(r);
	PQclear(r);
	return now_ns() - start;
}

static int64_t request(const char *socket, const char *key, const struct question *q)
{
	int64_t start = now_ns();

	(void)get(socket, key, q->path, q->query);
	return now_ns() - start;
}

static void measure(PGconn *pg, const char *socket, const char *key, const struct question *q,
		    int rounds)
{
	int64_t *sql = times_new(rounds), *whole = times_new(rounds);
	double floor_us = 0, us;
	int rows = 0;

	for (int r = -1; r < rounds; r++) { /* round -1 warms up */
		int64_t a = q->sql ? fetch(pg, q->name, &rows) : 0, b = request(socket, key, q);

		if (r < 0)
			continue;
		sql[r] = a;
		whole[r] = b;
	}
	us = median_us(whole, rounds);
	printf("%-44s %10.2f ms", q->name, us / 1000);
	if (q->sql) {
		floor_us = median_us(sql, rounds);
		printf("  SELECT %10.2f ms %4d rows  ratio %6.2f", floor_us / 1000, rows,
		       us / floor_us);
	}
	if (q->goal > 0)
		printf("  goal %.1f  %s", q->goal, us <= q->goal * floor_us ? "met" : "NOT MET");
	printf("\n");
	free(sql);
	free(whole);
}

int main(int argc, char **argv)
{
	PGconn *pg;
	int rounds;

	if (argc != 5) {
		fputs("graph CONNINFO SOCKET KEY ROUNDS\n", stderr);
		return 2;
	}
	rounds = (int)strtol(argv[4], NULL, 10);
	if (rounds < 1 || rounds > 1000)
		die("ROUNDS", argv[4]);
	pg = PQconnectdb(argv[1]);
	if (PQstatus(pg) != CONNECTION_OK)
		die("connect", PQerrorMessage(pg));
	for (size_t i = 0; i < sizeof(questions) / sizeof(*questions); i++) {
		const struct question *q = &questions[i];

		if (q->sql) {
			PGresult *r = PQprepare(pg, q->name, q->sql, 0, NULL);

			if (PQresultStatus(r) != PGRES_COMMAND_OK)
				die(q->name, PQerrorMessage(pg));
			PQclear(r);
		}
		measure(pg, argv[2], argv[3], q, rounds);
	}
	PQfinish(pg);
	return 0;
}

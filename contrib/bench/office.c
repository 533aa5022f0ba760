/* SPDX-License-Identifier: Apache-2.0 */
/*
 * office.c: the cost of an office's overview against the floor, which only fetches its rows.
 *
 *   office CONNINFO SOCKET KEY ORG ROUNDS
 *
 * Each round measures all in turn, so that other load on the machine affects them equally: (r) libpq
 * fetches the numeric columns of every ledger in binary by the covering index, unsorted, without reading
 * the values; (k) libpq fetches the cached heads that the overview reads; (o) the whole overview at a
 * worker.  Before the rounds, once each: (c) the overview with an empty cache, and the first one after a
 * load that changed one paper; after them (a) as of a past day, from the ledgers.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client.h"

#define GOAL 2.0

static const char ledgers[] =
	"select asset_id, trade_date, quantity, price, fees, ratio from lastro.ledger"
	" where workspace_id = $1 and portfolio_id = any(array(select id from lastro.portfolio"
	"   where workspace_id = $1 and client_id is not null)) and retired_by is null";
static const char heads[] =
	"select p.id, p.client_id, p.name, p.ledger_version, s.reference_version, s.first_day, s.until,"
	"       s.head from lastro.portfolio p join lastro.portfolio_state s"
	"   on s.workspace_id = p.workspace_id and s.portfolio_id = p.id"
	" where p.workspace_id = $1 and p.client_id is not null";

struct office {
	PGconn *pg;
	const char *socket, *key;
	char workspace[64], body[160], past[200];
};

static int64_t fetch(struct office *o, const char *name, int *rows)
{
	const char *values[] = { o->workspace };
	int64_t start = now_ns();
	PGresult *r = PQexecPrepared(o->pg, name, 1, values, NULL, NULL, 1);

	if (PQresultStatus(r) != PGRES_TUPLES_OK)
		die(name, PQerrorMessage(o->pg));
	*rows = PQntuples(r);
	PQclear(r);
	return now_ns() - start;
}

static int64_t overview(struct office *o, const char *body)
{
	const struct asked a = { .method = "POST",
				 .path = "/v1/advisor/functions/advisor.overview.get/execute",
				 .type = "application/json",
				 .body = body,
				 .n = strlen(body),
				 .status = 200 };
	int64_t start = now_ns();
	size_t n;

	(void)ask(o->socket, o->key, &a, &n);
	return now_ns() - start;
}

static void run(struct office *o, const char *sql)
{
	PGresult *r = PQexec(o->pg, sql);

	if (PQresultStatus(r) != PGRES_COMMAND_OK && PQresultStatus(r) != PGRES_TUPLES_OK)
		die(sql, PQerrorMessage(o->pg));
	PQclear(r);
}

static void prepare(struct office *o, const char *conninfo, const char *org)
{
	const char *values[] = { org };
	PGresult *r;

	o->pg = PQconnectdb(conninfo);
	if (PQstatus(o->pg) != CONNECTION_OK)
		die("connect", PQerrorMessage(o->pg));
	r = PQexecParams(o->pg, "select id from lastro.workspace where organization_id = $1", 1,
			 NULL, values, NULL, NULL, 0);
	if (PQntuples(r) != 1)
		die("organization", org);
	(void)snprintf(o->workspace, sizeof(o->workspace), "%s", PQgetvalue(r, 0, 0));
	PQclear(r);
	run(o, "set max_parallel_workers_per_gather = 0");
	run(o, "set enable_sort = on");
	PQclear(PQprepare(o->pg, "ledgers", ledgers, 0, NULL));
	PQclear(PQprepare(o->pg, "heads", heads, 0, NULL));
	(void)snprintf(o->body, sizeof(o->body), "{\"input\":{\"org\":\"%s\"}}", org);
	(void)snprintf(o->past, sizeof(o->past),
		       "{\"at\":\"2024-06-28\",\"input\":{\"org\":\"%s\"}}", org);
}

static void line(const char *name, double us, double floor_us, double goal)
{
	printf("%-46s %10.1f ms %8.2f", name, us / 1000, us / floor_us);
	if (goal > 0)
		printf("  goal %.1f  %s", goal, us / floor_us <= goal ? "met" : "NOT MET");
	printf("\n");
}

int main(int argc, char **argv)
{
	struct office o = { .pg = NULL };
	int64_t *t[3], cold, touched, past;
	double rows_us, heads_us;
	int rounds, n_rows = 0, n_heads = 0;

	if (argc != 6) {
		fputs("office CONNINFO SOCKET KEY ORG ROUNDS\n", stderr);
		return 2;
	}
	rounds = (int)strtol(argv[5], NULL, 10);
	if (rounds < 1 || rounds > 1000)
		die("ROUNDS", argv[5]);
	o.socket = argv[2];
	o.key = argv[3];
	prepare(&o, argv[1], argv[4]);
	for (int i = 0; i < 3; i++)
		t[i] = times_new(rounds);
	cold = overview(&o, o.body);
	(void)overview(&o, o.body); /* the worker saves the heads derived before this one */
	run(&o, "update lastro.market_version set version = version + 1");
	run(&o, "insert into lastro.symbol_version select 'b3', 'XAAO3', version"
		"  from lastro.market_version where family = 'reference'"
		" on conflict (venue, symbol) do update set version = excluded.version");
	touched = overview(&o, o.body);
	(void)overview(&o, o.body);
	for (int r = -1; r < rounds; r++) {
		int64_t row = fetch(&o, "ledgers", &n_rows), head = fetch(&o, "heads", &n_heads);
		int64_t whole = overview(&o, o.body);

		if (r < 0)
			continue; /* warm-up */
		t[0][r] = row;
		t[1][r] = head;
		t[2][r] = whole;
	}
	past = overview(&o, o.past);
	rows_us = median_us(t[0], rounds);
	heads_us = median_us(t[1], rounds);
	printf("%d rows of the ledgers, %d kept heads\n", n_rows, n_heads);
	line("fetching the rows", rows_us, rows_us, 0);
	line("fetching what is kept", heads_us, rows_us, 0);
	line("overview", median_us(t[2], rounds), rows_us, GOAL);
	line("  to fetching what is kept", median_us(t[2], rounds), heads_us, GOAL);
	line("  after a load that touched one paper", (double)touched / 1000, rows_us, 0);
	line("  with nothing kept", (double)cold / 1000, rows_us, 0);
	line("  as of a day of the past", (double)past / 1000, rows_us, 0);
	PQfinish(o.pg);
	return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * board.c: the cost of a watchlist's board against the floor, which only fetches its rows.
 *
 *   board CONNINFO SOCKET KEY WORKSPACE LIST ROUNDS
 *
 * Each round measures both in turn, so that other load on the machine affects both equally: (r) libpq fetches the rows
 * of the board (objects, rules, limits, statements and their lines, filings, prices, reports) by hand-written prepared
 * statements over the watchlist, in binary, in one round trip, without reading the values; (b) the whole request at a
 * worker.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client.h"

#define GOAL 2.0

#define LIST "lastro.watchlist_item i"
#define OF_LIST " where i.workspace_id = $1 and i.watchlist_id = $2"
#define COMPANIES                                                                                  \
	"(select o.anchor_value as tax_id from " LIST                                              \
	" join lastro.object o on o.id = i.object_id and o.kind = 'company'" OF_LIST               \
	" union select d.issuer_tax_id from " LIST                                                 \
	" join lastro.object o on o.id = i.object_id and o.subkind = 'debenture'"                  \
	" join lastro.debenture d on d.code = o.anchor_value" OF_LIST                              \
	") k join lastro.company c on c.tax_id = k.tax_id"
#define NEWEST                                                                                     \
	" cross join lateral (select * from lastro.statement_measure s"                            \
	"  where s.company_id = c.id and s.present order by s.reference_date desc, s.scope limit 1) m"

static const char *const statements[] = {
	"select i.object_id, o.kind, o.subkind, o.name, o.anchor_value,"
	" (select count(*) from lastro.alert a where a.workspace_id = $1 and a.object_id = i.object_id"
	"   and a.acknowledged_at is null and (a.snoozed_until is null or a.snoozed_until <= '2026-01-06'))"
	" from " LIST " join lastro.object o on o.id = i.object_id" OF_LIST
	" order by i.added_at, i.id",
	"select r.id, r.kind, r.object_id, r.threshold, r.band_pct from lastro.alert_rule r"
	" where r.workspace_id = $1 and (r.watchlist_id = $2 or r.object_id in (select i.object_id from " LIST
		OF_LIST "))",
	"select t.id, t.term, t.object_id, t.approved from lastro.regulation_term t"
	" where t.workspace_id = $1 and t.approved > 0 and t.object_id in (select i.object_id from " LIST
		OF_LIST ")",
	"select c.tax_id, c.id, c.cvm_code, c.status, c.fiscal_year_end, m.scope, m.form, m.version, m.reference_date,"
	" m.filed_at, m.revenue_ttm, m.ebitda_ttm, m.ebit_ttm, m.net_income_ttm, m.cash, m.gross_debt, m.net_debt, m.equity"
	" from " COMPANIES NEWEST,
	"select c.id, l.account, p.reference_date, p.version, l.last, l.period_start, l.period_end, l.value"
	" from " COMPANIES NEWEST
	" join lastro.statement_part p on p.company_id = c.id and p.scope = m.scope"
	"  and p.reference_date between m.reference_date - 366 and m.reference_date and p.statement in ('DRE', 'BPP')"
	" join lastro.statement_line l on l.part_id = p.id and l.account in ('3.06.02', '2.01.04') and l.fixed",
	"select c.id, d.id, d.category, d.subject, d.filed_at, d.reference_date, d.download_url"
	" from " COMPANIES
	" cross join lateral (select * from lastro.company_document x where x.company_id = c.id"
	"  order by x.filed_at desc, x.id desc limit 1) d",
	"select d.code, q.last_day, q.last, q.prev_day, q.prev, d.indexer, d.issuer_tax_id, d.maturity, m.day, m.rate, m.before"
	" from " LIST " join lastro.object o on o.id = i.object_id and o.subkind = 'debenture'"
	" join lastro.debenture d on d.code = o.anchor_value"
	" left join lastro.last_close q on q.venue = 'debenture' and q.symbol = d.code"
	" left join lateral (select x.day, x.rate, lead(x.rate) over (order by x.day desc) as before"
	"  from (select * from lastro.debenture_mark y where y.code = d.code order by y.day desc limit 2) x"
	"  order by x.day desc limit 1) m on true" OF_LIST,
	"select r.* from " LIST " join lastro.object o on o.id = i.object_id and o.subkind = 'fidc'"
	" cross join lateral (select r.tax_id, r.day, r.net_worth, r.senior, r.subordinate, r.holders"
	"  from lastro.receivables_report r where r.tax_id = o.anchor_value order by r.day desc limit 1) r" OF_LIST,
};
#define STATEMENTS (sizeof(statements) / sizeof(*statements))

struct board {
	PGconn *pg;
	const char *socket, *key, *workspace, *list;
	char body[160];
};

static void prepare(struct board *b)
{
	for (size_t i = 0; i < STATEMENTS; i++) {
		char name[16];
		PGresult *r;

		(void)snprintf(name, sizeof(name), "s%zu", i);
		r = PQprepare(b->pg, name, statements[i], 0, NULL);
		if (PQresultStatus(r) != PGRES_COMMAND_OK)
			die(name, PQerrorMessage(b->pg));
		PQclear(r);
	}
	if (!PQenterPipelineMode(b->pg))
		die("pipeline", PQerrorMessage(b->pg));
}

static void send_all(struct board *b)
{
	const char *values[] = { b->workspace, b->list };

	for (size_t i = 0; i < STATEMENTS; i++) {
		char name[16];

		(void)snprintf(name, sizeof(name), "s%zu", i);
		if (!PQsendQueryPrepared(b->pg, name, 2, values, NULL, NULL, 1))
			die(name, PQerrorMessage(b->pg));
	}
	if (!PQpipelineSync(b->pg))
		die("sync", PQerrorMessage(b->pg));
}

static int64_t fetch(struct board *b, int *rows)
{
	int64_t start = now_ns();
	PGresult *r;

	send_all(b);
	*rows = 0;
	for (size_t i = 0; i < STATEMENTS; i++) {
		r = PQgetResult(b->pg);
		if (PQresultStatus(r) != PGRES_TUPLES_OK)
			die(statements[i], PQerrorMessage(b->pg));
		*rows += PQntuples(r);
		PQclear(r);
		if (PQgetResult(b->pg))
			die("rows", "um resultado a mais");
	}
	r = PQgetResult(b->pg);
	if (PQresultStatus(r) != PGRES_PIPELINE_SYNC)
		die("sync", PQerrorMessage(b->pg));
	PQclear(r);
	return now_ns() - start;
}

static int64_t request(struct board *b, size_t *bytes)
{
	const struct asked a = { .method = "POST",
				 .path = "/v1/desk/functions/credit.watchlist.board/execute",
				 .type = "application/json",
				 .body = b->body,
				 .n = strlen(b->body),
				 .status = 200 };
	int64_t start = now_ns();

	(void)ask(b->socket, b->key, &a, bytes);
	return now_ns() - start;
}

int main(int argc, char **argv)
{
	struct board b;
	int64_t *floor, *whole;
	double floor_us, whole_us;
	size_t bytes = 0;
	int rounds, rows = 0;

	if (argc != 7) {
		fputs("board CONNINFO SOCKET KEY WORKSPACE LIST ROUNDS\n", stderr);
		return 2;
	}
	rounds = (int)strtol(argv[6], NULL, 10);
	if (rounds < 1 || rounds > 1000)
		die("ROUNDS", argv[6]);
	b = (struct board){ PQconnectdb(argv[1]), argv[2], argv[3], argv[4], argv[5], "" };
	if (PQstatus(b.pg) != CONNECTION_OK)
		die("connect", PQerrorMessage(b.pg));
	(void)snprintf(b.body, sizeof(b.body),
		       "{\"subject\":{\"entity_id\":\"%.40s\"},\"input\":{}}", b.list);
	prepare(&b);
	floor = times_new(rounds);
	whole = times_new(rounds);
	for (int r = -5; r < rounds; r++) { /* negative rounds warm up */
		int64_t f = fetch(&b, &rows), w = request(&b, &bytes);

		if (r < 0)
			continue;
		floor[r] = f;
		whole[r] = w;
	}
	floor_us = median_us(floor, rounds);
	whole_us = median_us(whole, rounds);
	printf("fetching %d rows %.2f ms; the board, %zu bytes, %.2f ms: ratio %.2f, goal %.1f, %s\n",
	       rows, floor_us / 1000, bytes, whole_us / 1000, whole_us / floor_us, GOAL,
	       whole_us <= GOAL * floor_us ? "met" : "NOT MET");
	PQfinish(b.pg);
	return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ratios.c: the cost of every answer of a portfolio against the floor, which only fetches its rows.
 *
 *   ratios CONNINFO SOCKET KEY KEY_TEN WORKER ROUNDS
 *   ratios --soak CONNINFO SOCKET KEY KEY_TEN WORKER REQUESTS
 *
 * On the ledgers of wallet.sql, at one worker.  Each round requests every answer once, so that other load
 * affects all equally, and in a random order, so that none always finds the caches as the same other one
 * left them.  Prints medians, ratios, goals and verdicts; the last column is the ratio of processor time
 * (client, worker and database), which other load affects less.  --soak sends mixed requests and prints
 * the private memory of WORKER.
 */
#include "config.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "client.h"

#define ROWS 10000
#define TEN 10
#define PAPERS 108    /* of the exchange, which a file without types names */
#define IMPORT_EACH 4 /* rounds to one import */
#define WARMING 3

enum what {
	FETCH,
	DETAIL,
	HISTORY,
	XRAY,
	COSTS,
	LOOK,
	LAYERS,
	WRITE,
	WRITTEN, /* including the worker's work after the answer */
	AFTER,	 /* the detail right after a write */
	REBUILD,
	REBUILT,
	FLUSH, /* a commit that flushes only its own record */
	FETCH_TEN,
	TOGETHER,
	SMALL,
	LARGE,
	PLAN,
	AMOUNT, /* a plan that divides an amount */
	TAX,	/* a year of it */
	WHAT_IF,
	COPY,
	IMPORT,
	PARTS, /* what a what-if consists of: computed from their medians */
	WHATS
};

static const struct ratio {
	const char *name;
	enum what of, to;
	double goal;	/* 0: none; printed next to another */
	bool committed; /* the time of a flush is subtracted */
} ratios[] = {
	{ "warm detail", DETAIL, FETCH, 0.15, false },
	{ "history", HISTORY, FETCH, 0.25, false },
	{ "x-ray", XRAY, FETCH, 0.5, false },
	{ "costs", COSTS, FETCH, 0.5, false },
	{ "look-through", LOOK, FETCH, 0.5, false },
	{ "one trade written, without its flush", WRITE, FETCH, 0.4, true },
	{ "  and the worker free again", WRITTEN, FETCH, 0, true },
	{ "  first detail after it", AFTER, FETCH, 1, false },
	{ "rebuild (state dropped, detail)", REBUILD, FETCH, 1.3, false },
	{ "  and the state saved", REBUILT, FETCH, 0, true },
	{ "all three layers", LAYERS, FETCH, 1.3, false },
	{ "consolidated of 10, to fetching the 10", TOGETHER, FETCH_TEN, 0.5, false },
	{ "  to fetching one of them", TOGETHER, FETCH, 0.5, false },
	{ "detail of 100,000 rows to one of 1,000", LARGE, SMALL, 1.3, false },
	{ "plan, to the detail", PLAN, DETAIL, 1.2, false },
	{ "plan of an amount, to the detail", AMOUNT, DETAIL, 1.2, false },
	{ "what-if of one trade, to its parts", WHAT_IF, PARTS, 1.3, false },
	{ "import of 10,000 rows to COPY", IMPORT, COPY, 3, false },
};

struct bench {
	struct floor floor;
	const char *socket, *key, *key_ten;
	struct place small, main, write, rebuild, large, ten[TEN], copy;
	char assets[PAPERS][40]; /* assets of the portfolio that COPY fills */
	char symbols[PAPERS][16];
	char *csv;
	size_t csv_n, few_n; /* bytes of the whole file and of its first 200 lines */
	int rounds, round, imports;
	int64_t *times[WHATS], *cpu[WHATS];
	const char *worker;
	char backends[2][16]; /* pids of the floor's and the worker's backends */
};

/* ---- the floor ---- */

static PGresult *query(struct bench *b, const char *sql)
{
	PGresult *r = PQexec(b->floor.pg, sql);

	if (PQresultStatus(r) != PGRES_TUPLES_OK && PQresultStatus(r) != PGRES_COMMAND_OK)
		die(sql, PQerrorMessage(b->floor.pg));
	return r;
}

static void place_of(struct bench *b, const char *sql, struct place *out)
{
	PGresult *r = query(b, sql);

	if (PQntuples(r) != 1)
		die("carteira", sql);
	floor_place(&b->floor, PQgetvalue(r, 0, 0), out);
	PQclear(r);
}

static void find_place(struct bench *b, const char *name, struct place *out)
{
	char sql[160];

	(void)snprintf(sql, sizeof(sql), "select id from portfolio where name = 'bench %s'", name);
	place_of(b, sql, out);
}

static void find_empty(struct bench *b, struct place *out)
{
	place_of(b,
		 "select p.id from portfolio p where p.name like 'bench import %'"
		 "   and not exists (select from ledger l where l.workspace_id = p.workspace_id"
		 "                      and l.portfolio_id = p.id) order by p.id limit 1",
		 out);
}

static void find_places(struct bench *b)
{
	char name[32];

	find_place(b, "small", &b->small);
	find_place(b, "main", &b->main);
	find_place(b, "write", &b->write);
	find_place(b, "rebuild", &b->rebuild);
	find_place(b, "large", &b->large);
	find_place(b, "import 0", &b->copy);
	for (int i = 0; i < TEN; i++) {
		(void)snprintf(name, sizeof(name), "ten %d", i + 1);
		find_place(b, name, &b->ten[i]);
	}
}

static void find_assets(struct bench *b)
{
	char sql[256];
	PGresult *r;

	(void)snprintf(sql, sizeof(sql),
		       "select id, symbol from asset where portfolio_id = '%s'"
		       "   and asset_type in ('stock', 'fii', 'etf') order by symbol",
		       b->copy.portfolio);
	r = query(b, sql);
	if (PQntuples(r) != PAPERS)
		die("papéis", b->copy.portfolio);
	for (int i = 0; i < PAPERS; i++) {
		(void)snprintf(b->assets[i], sizeof(b->assets[i]), "%s", PQgetvalue(r, i, 0));
		(void)snprintf(b->symbols[i], sizeof(b->symbols[i]), "%s", PQgetvalue(r, i, 1));
	}
	PQclear(r);
}

static void drop_state(struct bench *b, const struct place *p)
{
	char sql[160];

	(void)snprintf(sql, sizeof(sql), "delete from portfolio_state where portfolio_id = '%s'",
		       p->portfolio);
	PQclear(query(b, sql));
}

/* ---- processor time ---- */

static void find_backends(struct bench *b)
{
	PGresult *r = query(b, "select pid, usename = 'lastro_worker' from pg_stat_activity"
			       " where pid = pg_backend_pid() or usename = 'lastro_worker'"
			       " order by 2 limit 2");

	if (PQntuples(r) != 2)
		die("pg_stat_activity", "o trabalhador não está ligado");
	for (int i = 0; i < 2; i++)
		(void)snprintf(b->backends[i], sizeof(b->backends[i]), "%s", PQgetvalue(r, i, 0));
	PQclear(r);
}

static int64_t cpu_of(const char *pid)
{
	char path[64];
	long long ns = 0;
	FILE *f;

	(void)snprintf(path, sizeof(path), "/proc/%s/schedstat", pid);
	f = fopen(path, "r");
	if (!f)
		return 0;
	if (fscanf(f, "%lld", &ns) != 1)
		ns = 0;
	(void)fclose(f);
	return ns;
}

static int64_t cpu_ns(const struct bench *b)
{
	return cpu_of("self") + cpu_of(b->worker) + cpu_of(b->backends[0]) + cpu_of(b->backends[1]);
}

/* ---- ten thousand rows, as a CSV file and for COPY ---- */

struct trade {
	int paper, quantity, cents;
	char day[16];
	const char *kind, *told;
};

static struct trade trade(int i)
{
	struct trade t = { .paper = i % PAPERS,
			   .quantity = 1 + i % 97,
			   .cents = 1000 + i * 7919 % 9000 };
	int day = i * 5400 / ROWS;
	int sells = i / PAPERS % 4 == 3;

	(void)snprintf(t.day, sizeof(t.day), "20%02d-%02d-%02d", 10 + day / 360, 1 + day / 30 % 12,
		       1 + (unsigned)day % 28);
	t.kind = sells ? "sell" : "buy";
	t.told = sells ? "venda" : "compra";
	return t;
}

static void make_csv(struct bench *b)
{
	size_t room = (size_t)ROWS * 80 + 100;
	size_t n;

	b->csv = malloc(room);
	if (!b->csv)
		die("memória", "malloc");
	n = (size_t)snprintf(b->csv, room, "ticker,operacao,data,quantidade,preco\r\n");
	for (int i = 0; i < ROWS; i++) {
		struct trade t = trade(i);

		if (i == 200)
			b->few_n = n;
		n += (size_t)snprintf(b->csv + n, room - n, "%s,%s,%s,%d,%d.%02d\r\n",
				      b->symbols[t.paper], t.told, t.day, t.quantity, t.cents / 100,
				      t.cents % 100);
	}
	b->csv_n = n;
}

static void copy_rows(struct bench *b)
{
	int64_t turn = now_ns();
	PGconn *pg = b->floor.pg;
	char line[512];
	PGresult *r = PQexec(pg, "copy ledger (workspace_id, portfolio_id, id, asset_id, kind,"
				 " trade_date, quantity, price, source, created_at) from stdin");

	if (PQresultStatus(r) != PGRES_COPY_IN)
		die("copy", PQerrorMessage(pg));
	PQclear(r);
	for (int i = 0; i < ROWS; i++) {
		struct trade t = trade(i);
		int n = snprintf(line, sizeof(line),
				 "%s\t%s\t%08x-%04x-7000-8000-%012x\t%s\t%s\t%s\t%d\t%d.%02d"
				 "\tmanual\t2025-01-06\n",
				 b->copy.workspace, b->copy.portfolio, (unsigned)(turn >> 32),
				 (unsigned)(turn >> 16) & 0xffff, (unsigned)i, b->assets[t.paper],
				 t.kind, t.day, t.quantity, t.cents / 100, t.cents % 100);

		if (PQputCopyData(pg, line, n) != 1)
			die("copy", PQerrorMessage(pg));
	}
	if (PQputCopyEnd(pg, NULL) != 1)
		die("copy", PQerrorMessage(pg));
	r = PQgetResult(pg);
	if (PQresultStatus(r) != PGRES_COMMAND_OK)
		die("copy", PQerrorMessage(pg));
	PQclear(r);
	while ((r = PQgetResult(pg)))
		PQclear(r);
}

/* ---- the worker ---- */

static void read_one(struct bench *b, const struct place *p, const char *rest, const char *query)
{
	char path[128];

	(void)snprintf(path, sizeof(path), "/v1/portfolios/%s%s", p->portfolio, rest);
	(void)get(b->socket, b->key, path, query);
}

struct body {
	const char *p;
	size_t n;
};

/* Waits until the worker has finished its work after the answer, so that the next answer is not charged with it. */
static void settle(struct bench *b)
{
	(void)get(b->socket, b->key, "/problems/route_not_found", NULL);
}

static void post(struct bench *b, const struct place *p, const char *rest, const char *query,
		 const char *type, struct body body, int status)
{
	char path[128], once[64];
	size_t size;

	(void)snprintf(path, sizeof(path), "/v1/portfolios/%s%s", p->portfolio, rest);
	(void)snprintf(once, sizeof(once), "bench-%.8s-%lld", p->portfolio, (long long)now_ns());
	(void)ask(b->socket, b->key,
		  &(struct asked){ .method = "POST",
				   .path = path,
				   .query = query,
				   .type = type,
				   .body = body.p,
				   .n = body.n,
				   .once = once,
				   .status = status },
		  &size);
}

/* The time of a commit that flushes only its own record. */
static void flush(struct bench *b)
{
	PQclear(query(b, "select pg_current_xact_id()"));
}

static void send_trade(struct bench *b, const struct place *p, const char *rest, int status)
{
	char body[256];
	int n = snprintf(body, sizeof(body),
			 "[{\"symbol\": \"%s\", \"asset_type\": \"stock\", \"kind\": \"buy\","
			 " \"quantity\": 1, \"price\": 10.5, \"trade_date\": \"2024-12-30\"}]",
			 b->symbols[(b->round + WARMING) % 90]);

	post(b, p, rest, NULL, "application/json", (struct body){ body, (size_t)n }, status);
}

static void write_trade(struct bench *b, const struct place *p)
{
	send_trade(b, p, "/transactions", 201);
}

static void import_file(struct bench *b)
{
	struct place p;
	int64_t start, cpu;

	find_empty(b, &p);
	cpu = cpu_ns(b);
	start = now_ns();
	post(b, &p, "/imports", NULL, "text/csv", (struct body){ b->csv, b->csv_n }, 201);
	b->times[IMPORT][b->imports] = now_ns() - start;
	b->cpu[IMPORT][b->imports++] = cpu_ns(b) - cpu;
}

static void run(struct bench *b, enum what w)
{
	switch (w) {
	case FETCH:
		if (floor_fetch(&b->floor, &b->main) != ROWS)
			die("lançamentos", "não são 10.000");
		break;
	case DETAIL:
		read_one(b, &b->main, "", NULL);
		break;
	case HISTORY:
		read_one(b, &b->main, "/history", NULL);
		break;
	case XRAY:
		read_one(b, &b->main, "/xray", NULL);
		break;
	case COSTS:
		read_one(b, &b->main, "/costs", NULL);
		break;
	case LOOK:
		read_one(b, &b->main, "/look-through", NULL);
		break;
	case LAYERS:
		read_one(b, &b->main, "", "include=closed,monthly,transactions");
		break;
	case WRITE:
		write_trade(b, &b->write);
		break;
	case AFTER:
		read_one(b, &b->write, "", NULL);
		break;
	case REBUILD:
		read_one(b, &b->rebuild, "", NULL);
		break;
	case WRITTEN:
	case REBUILT:
		settle(b);
		break;
	case FLUSH:
		flush(b);
		break;
	case FETCH_TEN:
		for (int i = 0; i < TEN; i++)
			(void)floor_fetch(&b->floor, &b->ten[i]);
		break;
	case TOGETHER:
		(void)get(b->socket, b->key_ten, "/v1/portfolio", NULL);
		break;
	case SMALL:
		read_one(b, &b->small, "", NULL);
		break;
	case LARGE:
		read_one(b, &b->large, "", NULL);
		break;
	case PLAN:
		read_one(b, &b->main, "/plan", NULL);
		break;
	case AMOUNT:
		read_one(b, &b->main, "/plan", "contribution=2000.00");
		break;
	case TAX:
		read_one(b, &b->main, "/tax", "year=2024");
		break;
	case WHAT_IF:
		send_trade(b, &b->main, "/what-if", 200);
		break;
	case COPY:
	case IMPORT:
	case PARTS:
	case WHATS:
		break;
	}
}

/* ---- rounds ---- */

static void run_one(struct bench *b, enum what w)
{
	int64_t start, took, cpu;

	if (w == REBUILD)
		drop_state(b, &b->rebuild);
	cpu = cpu_ns(b);
	start = now_ns();
	run(b, w);
	took = now_ns() - start;
	cpu = cpu_ns(b) - cpu;
	if (w != WRITE && w != REBUILD)
		settle(b);
	if (b->round < 0)
		return;
	b->times[w][b->round] = took;
	b->cpu[w][b->round] = cpu;
	if (w == WRITTEN || w == REBUILT) {
		b->times[w][b->round] += b->times[w - 1][b->round];
		b->cpu[w][b->round] += b->cpu[w - 1][b->round];
	}
}

/* Whether an item measures the effects of the one before it. */
static int follows(int w)
{
	return w == WRITTEN || w == AFTER || w == REBUILT;
}

/* Knuth's MMIX generator, so that the rounds are the same every time. */
static unsigned below(unsigned n)
{
	static uint64_t state = 1;

	state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (unsigned)(state >> 33) % n;
}

static void run_round(struct bench *b)
{
	int order[COPY], n = 0;

	for (int w = FETCH; w < COPY; w++)
		if (!follows(w))
			order[n++] = w;
	for (; n > 0; n--) {
		int at = (int)below((unsigned)n);
		int w = order[at];

		order[at] = order[n - 1];
		do
			run_one(b, (enum what)w++);
		while (w < COPY && follows(w));
	}
}

/* Separate and last: their rows would change the plan of the floor before a vacuum. */
static void run_import(struct bench *b)
{
	int64_t cpu = cpu_ns(b), start = now_ns();

	copy_rows(b);
	b->times[COPY][b->imports] = now_ns() - start;
	b->cpu[COPY][b->imports] = cpu_ns(b) - cpu;
	import_file(b);
	settle(b);
}

/* A trade, and twice, before and after it, what is asked again: the detail, the x-ray, the year's tax. */
static double parts_of(const double *of)
{
	return of[WRITE] + 2 * (of[DETAIL] + of[XRAY] + of[TAX]);
}

static void print(struct bench *b)
{
	double us[WHATS], cpu[WHATS];
	int missed = 0;

	for (int w = 0; w < PARTS; w++) {
		int n = w == COPY || w == IMPORT ? b->imports : b->rounds;

		us[w] = median_us(b->times[w], n);
		cpu[w] = median_us(b->cpu[w], n);
	}
	us[PARTS] = parts_of(us);
	cpu[PARTS] = parts_of(cpu);
	printf("%-40s %10s %10s %7s %6s  %-8s %6s\n", "what", "us", "to us", "ratio", "goal",
	       "verdict", "cpu");
	for (size_t i = 0; i < sizeof(ratios) / sizeof(*ratios); i++) {
		const struct ratio *r = &ratios[i];
		double flush_us = r->committed ? us[FLUSH] : 0;
		double flush_cpu = r->committed ? cpu[FLUSH] : 0;
		double is = (us[r->of] - flush_us) / us[r->to];

		printf("%-40s %10.0f %10.0f %7.3f ", r->name, us[r->of], us[r->to], is);
		if (r->goal > 0)
			printf("%6.2f  %-8s", r->goal, is <= r->goal ? "met" : "NOT MET");
		else
			printf("%16s", "");
		printf(" %6.3f\n", (cpu[r->of] - flush_cpu) / cpu[r->to]);
		missed += r->goal > 0 && is > r->goal;
	}
	printf("# a commit of nothing: %.0f us\n", us[FLUSH]);
	printf("# %d of these not met\n", missed);
}

/* ---- memory ---- */

/* Private memory in kB. */
static long private_kb(const char *worker)
{
	char path[64], line[256];
	long kb = 0, n;
	FILE *f;

	(void)snprintf(path, sizeof(path), "/proc/%s/smaps_rollup", worker);
	f = fopen(path, "r");
	if (!f)
		die("worker", worker);
	while (fgets(line, sizeof(line), f))
		if (sscanf(line, "Private_%*[a-zA-Z]: %ld", &n) == 1)
			kb += n;
	(void)fclose(f);
	return kb;
}

static void refused(struct bench *b, const char *path, int status)
{
	size_t size;

	(void)ask(b->socket, b->key,
		  &(struct asked){ .method = "GET", .path = path, .status = status }, &size);
}

/* In the proportions of a busy day: mostly reads, some of them invalid. */
static void soak_request(struct bench *b, int n)
{
	static const enum what reads[] = { DETAIL, HISTORY, XRAY,     COSTS, LOOK,
					   LAYERS, SMALL,   TOGETHER, LARGE };

	b->round = n;
	switch (n % 16) {
	case 0:
		write_trade(b, &b->write);
		break;
	case 1:
		run(b, AFTER);
		break;
	case 2:
		(void)get(b->socket, b->key, "/v1/portfolios", NULL);
		break;
	case 3:
		read_one(b, &b->main, "/transactions", "limit=200");
		break;
	case 4:
		refused(b, "/v1/portfolios/01900000-0000-7000-8000-00000000dead", 404);
		break;
	case 5:
		refused(b, "/v1/nada", 404);
		break;
	case 6:
		post(b, &b->copy, "/imports", "dry_run=true", "text/csv",
		     (struct body){ b->csv, b->few_n }, 200);
		break;
	default:
		run(b, reads[n % 16 - 7]);
	}
}

static int soak(struct bench *b, const char *worker, int requests)
{
	static const struct timespec idle = { 0, 500000000 };

	for (int n = 1; n <= requests; n++) {
		soak_request(b, n);
		if (n == requests || n == 100) {
			settle(b);
			printf("%d requests %ld kB private, ", n, private_kb(worker));
			(void)nanosleep(&idle, NULL);
			printf("%ld kB when idle\n", private_kb(worker));
		}
	}
	return 0;
}

/* ---- */

static int number(const char *text, int max)
{
	long n = strtol(text, NULL, 10);

	if (n < 1 || n > max)
		die("número", text);
	return (int)n;
}

static void open_bench(struct bench *b, char **argv)
{
	b->socket = argv[1];
	b->key = argv[2];
	b->key_ten = argv[3];
	floor_open(&b->floor, argv[0]);
	find_places(b);
	find_assets(b);
	make_csv(b);
}

int main(int argc, char **argv)
{
	static struct bench b;

	if (argc == 8 && strcmp(argv[1], "--soak") == 0) {
		open_bench(&b, argv + 2);
		return soak(&b, argv[6], number(argv[7], 1000000));
	}
	if (argc != 7) {
		fputs("ratios CONNINFO SOCKET KEY KEY_TEN WORKER ROUNDS\n", stderr);
		return 2;
	}
	open_bench(&b, argv + 1);
	b.worker = argv[5];
	b.rounds = number(argv[6], 10000);
	settle(&b); /* the worker has a connection from here on */
	find_backends(&b);
	for (int w = 0; w < WHATS; w++) {
		b.times[w] = times_new(b.rounds);
		b.cpu[w] = times_new(b.rounds);
	}
	for (b.round = -WARMING; b.round < b.rounds; b.round++) {
		if (b.round ==
		    0) /* as autovacuum, which is off, would by now: the first plans knew no cached rows */
			PQclear(query(
				&b,
				"analyze portfolio_state, asset_state, portfolio_rows, asset_rows"));
		run_round(&b);
	}
	while (b.imports * IMPORT_EACH < b.rounds)
		run_import(&b);
	print(&b);
	PQfinish(b.floor.pg);
	free(b.csv);
	return 0;
}

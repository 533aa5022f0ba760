/* SPDX-License-Identifier: Apache-2.0 */
/*
 * detail.c: what the detail of a portfolio costs, against the floor of fetching its rows.
 *
 *   detail CONNINFO SOCKET PORT KEY ROUNDS PORTFOLIO...
 *
 * For each portfolio, interleaved in one process: (a) libpq alone fetches the ledger's numeric columns
 * in binary through the covering index, touching nothing; (b) the whole GET at a worker, over its
 * FastCGI socket; (c) the same through nginx on a plain loopback port; (n) a null request through both.
 * Prints medians and the ratios (b)/(a) and (c)/(n).  Other jobs move all alike, so ratios hold.
 */
#include "config.h"

#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include <libpq-fe.h>

static int64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

static void die(const char *what, const char *why)
{
	fprintf(stderr, "detail: %s: %s\n", what, why);
	exit(1);
}

/* ---- (a) ---- */

static const char rows_sql[] =
	"select asset_id, trade_date, kind, event_kind, quantity, price, fees, ratio"
	"  from ledger"
	" where workspace_id = $1 and portfolio_id = $2 and retired_by is null"
	" order by asset_id, trade_date, id";

struct floor {
	PGconn *pg;
	char workspace[40];
};

static void floor_open(struct floor *f, const char *conninfo)
{
	PGresult *r;

	f->pg = PQconnectdb(conninfo);
	if (PQstatus(f->pg) != CONNECTION_OK)
		die("conexão", PQerrorMessage(f->pg));
	PQclear(PQexec(f->pg, "set search_path = lastro"));
	PQclear(PQexec(f->pg, "set jit = off"));
	r = PQprepare(f->pg, "rows", rows_sql, 0, NULL);
	if (PQresultStatus(r) != PGRES_COMMAND_OK)
		die("prepare", PQerrorMessage(f->pg));
	PQclear(r);
}

static void floor_workspace(struct floor *f, const char *portfolio)
{
	const char *const values[] = { portfolio };
	PGresult *r = PQexecParams(
		f->pg, "select workspace_id from portfolio_directory where portfolio_id = $1", 1,
		NULL, values, NULL, NULL, 0);

	if (PQresultStatus(r) != PGRES_TUPLES_OK || PQntuples(r) != 1)
		die("carteira", portfolio);
	(void)snprintf(f->workspace, sizeof(f->workspace), "%s", PQgetvalue(r, 0, 0));
	PQclear(r);
}

static int floor_fetch(struct floor *f, const char *portfolio)
{
	const char *const values[] = { f->workspace, portfolio };
	PGresult *r = PQexecPrepared(f->pg, "rows", 2, values, NULL, NULL, 1);
	int n;

	if (PQresultStatus(r) != PGRES_TUPLES_OK)
		die("rows", PQerrorMessage(f->pg));
	n = PQntuples(r);
	PQclear(r);
	return n;
}

/* ---- (b) FastCGI, as small as it can be ---- */

static void put_record(char **p, int type, const char *body, size_t n)
{
	const unsigned char head[8] = {
		1, (unsigned char)type, 0, 1, (unsigned char)(n >> 8), (unsigned char)n, 0, 0
	};

	memcpy(*p, head, 8);
	memcpy(*p + 8, body, n);
	*p += 8 + n;
}

static size_t put_param(char *p, const char *name, const char *value)
{
	size_t n = strlen(name);
	size_t m = strlen(value);
	size_t k = 0;

	p[k++] = (char)n;
	if (m > 127) {
		p[k++] = (char)(0x80 | m >> 24);
		p[k++] = (char)(m >> 16);
		p[k++] = (char)(m >> 8);
	}
	p[k++] = (char)m;
	memcpy(p + k, name, n);
	memcpy(p + k + n, value, m);
	return k + n + m;
}

static void write_all(int fd, const char *p, size_t n)
{
	while (n) {
		ssize_t w = write(fd, p, n);

		if (w <= 0)
			die("socket", "escrita");
		p += w;
		n -= (size_t)w;
	}
}

static void read_exact(int fd, char *p, size_t n)
{
	while (n) {
		ssize_t r = read(fd, p, n);

		if (r <= 0)
			die("socket", "leitura");
		p += r;
		n -= (size_t)r;
	}
}

/* Returns the bytes of the answer; dies unless it is 200. */
static size_t request(const char *path, const char *socket_path, const char *key)
{
	static char answer[64 * 1024 * 1024];
	struct sockaddr_un at = { .sun_family = AF_UNIX };
	char params[2048];
	char auth[256];
	char out[4096];
	char *p = out;
	size_t n = 0;
	size_t got = 0;
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	(void)snprintf(at.sun_path, sizeof(at.sun_path), "%s", socket_path);
	if (fd < 0 || connect(fd, (struct sockaddr *)&at, sizeof(at)) != 0)
		die("socket", socket_path);
	(void)snprintf(auth, sizeof(auth), "Bearer %s", key);
	n += put_param(params + n, "REQUEST_METHOD", "GET");
	n += put_param(params + n, "PATH_INFO", path);
	n += put_param(params + n, "QUERY_STRING", "");
	n += put_param(params + n, "SERVER_PROTOCOL", "HTTP/1.1");
	n += put_param(params + n, "HTTP_AUTHORIZATION", auth);
	put_record(&p, 1, "\0\1\0\0\0\0\0\0", 8);
	put_record(&p, 4, params, n);
	put_record(&p, 4, "", 0);
	put_record(&p, 5, "", 0);
	write_all(fd, out, (size_t)(p - out));
	for (;;) {
		unsigned char head[8];
		char skip[65535];
		size_t size;

		read_exact(fd, (char *)head, 8);
		size = (size_t)head[4] << 8 | head[5];
		if (head[1] == 6 && got + size < sizeof(answer)) {
			read_exact(fd, answer + got, size);
			got += size;
		} else {
			read_exact(fd, skip, size);
		}
		read_exact(fd, skip, head[6]);
		if (head[1] == 3)
			break;
	}
	close(fd);
	answer[got] = '\0';
	if (!strstr(answer, "Status: 200"))
		die(path, answer);
	return got;
}

/* ---- (c) and (n): through nginx, a connection each ---- */

static void request_http(const char *path, int port, const char *key)
{
	struct sockaddr_in at = { .sin_family = AF_INET,
				  .sin_port = htons((uint16_t)port),
				  .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	char head[1024];
	char part[65536];
	char first[16] = "";
	ssize_t n;
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (fd < 0 || connect(fd, (struct sockaddr *)&at, sizeof(at)) != 0)
		die("nginx", path);
	(void)snprintf(head, sizeof(head),
		       "GET %s HTTP/1.0\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n",
		       path, key);
	write_all(fd, head, strlen(head));
	while ((n = read(fd, part, sizeof(part))) > 0)
		if (!*first)
			(void)snprintf(first, sizeof(first), "%.13s", part);
	close(fd);
	if (!strstr(first, " 200"))
		die(path, first);
}

/* ---- medians ---- */

static int by_value(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a;
	int64_t y = *(const int64_t *)b;

	return x < y ? -1 : x > y;
}

static double median_us(int64_t *t, int n)
{
	qsort(t, (size_t)n, sizeof(*t), by_value);
	return (double)t[n / 2] / 1000;
}

struct series {
	int64_t *fetch, *detail, *nginx, *null;
};

static int64_t *times(int rounds)
{
	int64_t *t = calloc((size_t)rounds, sizeof(*t));

	if (!t)
		die("memória", "calloc");
	return t;
}

static void measure(struct floor *f, char **argv, int rounds, const char *portfolio,
		    struct series *t)
{
	static const char nothing[] = "/problems/route_not_found";
	int port = (int)strtol(argv[3], NULL, 10);
	char path[128];
	size_t bytes = 0;
	int rows = 0;
	double fetch, detail, nginx, null;

	floor_workspace(f, portfolio);
	(void)snprintf(path, sizeof(path), "/v1/portfolios/%s", portfolio);
	for (int r = -5; r < rounds; r++) {
		int64_t at[5];

		at[0] = now_ns();
		rows = floor_fetch(f, portfolio);
		at[1] = now_ns();
		bytes = request(path, argv[2], argv[4]);
		at[2] = now_ns();
		request_http(path, port, argv[4]);
		at[3] = now_ns();
		request_http(nothing, port, argv[4]);
		at[4] = now_ns();
		if (r < 0)
			continue; /* warming */
		t->fetch[r] = at[1] - at[0];
		t->detail[r] = at[2] - at[1];
		t->nginx[r] = at[3] - at[2];
		t->null[r] = at[4] - at[3];
	}
	fetch = median_us(t->fetch, rounds);
	detail = median_us(t->detail, rounds);
	nginx = median_us(t->nginx, rounds);
	null = median_us(t->null, rounds);
	printf("%8d %10.0f %10.0f %10.0f %10.0f %8.2f %8.1f %9zu\n", rows, fetch, detail, nginx,
	       null, detail / fetch, nginx / null, bytes);
}

int main(int argc, char **argv)
{
	struct floor f;
	struct series t;
	int rounds;

	if (argc < 7) {
		fputs("detail CONNINFO SOCKET PORT KEY ROUNDS PORTFOLIO...\n", stderr);
		return 2;
	}
	rounds = (int)strtol(argv[5], NULL, 10);
	if (rounds < 1 || rounds > 100000)
		die("ROUNDS", argv[5]);
	t = (struct series){ times(rounds), times(rounds), times(rounds), times(rounds) };
	floor_open(&f, argv[1]);
	printf("%8s %10s %10s %10s %10s %8s %8s %9s\n", "rows", "fetch us", "detail us", "nginx us",
	       "null us", "det/fet", "ngx/nul", "bytes");
	for (int i = 6; i < argc; i++)
		measure(&f, argv, rounds, argv[i], &t);
	PQfinish(f.pg);
	return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* client.c: shared parts of the measuring programs. */
#include "config.h"

#include "client.h"

#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE_S 60 /* for one answer */

int64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

void die(const char *what, const char *why)
{
	fprintf(stderr, "bench: %s: %.2000s\n", what, why);
	exit(1);
}

/* ---- sockets ---- */

static int connected(int family, const struct sockaddr *at, socklen_t n, const char *what)
{
	const struct timeval patience = { .tv_sec = PATIENCE_S };
	int fd = socket(family, SOCK_STREAM, 0);

	if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience)) != 0 ||
	    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience)) != 0 ||
	    connect(fd, at, n) != 0)
		die(what, "sem ligação");
	return fd;
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

/* ---- a minimal FastCGI client ---- */

enum { BEGIN_REQUEST = 1, END_REQUEST = 3, PARAMS, STDIN_DATA, STDOUT_DATA };

#define RECORD_MAX 65535

/* Sends a request in one piece, as nginx does. */
struct sent {
	char *p;
	size_t n, room;
};

static void put_record(struct sent *out, int type, const char *body, size_t n)
{
	const unsigned char head[8] = {
		1, (unsigned char)type, 0, 1, (unsigned char)(n >> 8), (unsigned char)n, 0, 0
	};

	if (out->room - out->n < n + sizeof(head)) {
		out->room = 2 * (out->n + n + sizeof(head));
		out->p = realloc(out->p, out->room);
		if (!out->p)
			die("memória", "realloc");
	}
	memcpy(out->p + out->n, head, sizeof(head));
	memcpy(out->p + out->n + sizeof(head), body, n);
	out->n += n + sizeof(head);
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

static void put_request(int fd, const char *key, const struct asked *a)
{
	static struct sent out;
	char params[4096], auth[256], length[32];
	size_t n = 0;

	(void)snprintf(auth, sizeof(auth), "Bearer %s", key);
	(void)snprintf(length, sizeof(length), "%zu", a->n);
	n += put_param(params + n, "REQUEST_METHOD", a->method);
	n += put_param(params + n, "PATH_INFO", a->path);
	n += put_param(params + n, "QUERY_STRING", a->query ? a->query : "");
	n += put_param(params + n, "SERVER_PROTOCOL", "HTTP/1.1");
	n += put_param(params + n, "HTTP_AUTHORIZATION", auth);
	if (a->once)
		n += put_param(params + n, "HTTP_IDEMPOTENCY_KEY", a->once);
	if (a->body) {
		n += put_param(params + n, "CONTENT_TYPE", a->type);
		n += put_param(params + n, "CONTENT_LENGTH", length);
	}
	out.n = 0;
	put_record(&out, BEGIN_REQUEST, "\0\1\0\0\0\0\0\0", 8);
	put_record(&out, PARAMS, params, n);
	put_record(&out, PARAMS, "", 0);
	for (size_t at = 0, part; at < a->n; at += part) {
		part = a->n - at < RECORD_MAX ? a->n - at : RECORD_MAX;
		put_record(&out, STDIN_DATA, a->body + at, part);
	}
	put_record(&out, STDIN_DATA, "", 0);
	write_all(fd, out.p, out.n);
}

static char answer[64 * 1024 * 1024];

/* Unwraps the received records from @at on in place; true at the end of the request. */
static int take_records(size_t *at, size_t got, size_t *n)
{
	while (got - *at >= 8) {
		const unsigned char *head = (const unsigned char *)answer + *at;
		size_t size = (size_t)head[4] << 8 | head[5];
		size_t whole = 8 + size + head[6];
		int type = head[1];

		if (got - *at < whole)
			return 0;
		if (type == STDOUT_DATA) {
			memmove(answer + *n, answer + *at + 8, size);
			*n += size;
		}
		*at += whole;
		if (type == END_REQUEST)
			return 1;
	}
	return 0;
}

static size_t read_answer(int fd)
{
	size_t got = 0, at = 0, n = 0;

	do {
		ssize_t r = read(fd, answer + got, sizeof(answer) - 1 - got);

		if (r <= 0)
			die("socket", "leitura");
		got += (size_t)r;
	} while (!take_records(&at, got, &n));
	answer[n] = '\0';
	return n;
}

const char *ask(const char *socket_path, const char *key, const struct asked *a, size_t *size)
{
	struct sockaddr_un at = { .sun_family = AF_UNIX };
	char wanted[32];
	int fd;

	(void)snprintf(at.sun_path, sizeof(at.sun_path), "%s", socket_path);
	fd = connected(AF_UNIX, (struct sockaddr *)&at, sizeof(at), socket_path);
	put_request(fd, key, a);
	*size = read_answer(fd);
	close(fd);
	(void)snprintf(wanted, sizeof(wanted), "Status: %d", a->status);
	if (!strstr(answer, wanted))
		die(a->path, answer);
	return answer;
}

size_t get(const char *socket_path, const char *key, const char *path, const char *query)
{
	const struct asked a = { .method = "GET", .path = path, .query = query, .status = 200 };
	size_t n;

	(void)ask(socket_path, key, &a, &n);
	return n;
}

void get_http(const char *path, int port, const char *key)
{
	struct sockaddr_in at = { .sin_family = AF_INET,
				  .sin_port = htons((uint16_t)port),
				  .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	char head[1024];
	char part[65536];
	char first[16] = "";
	ssize_t n;
	int fd = connected(AF_INET, (struct sockaddr *)&at, sizeof(at), path);

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

/* ---- the floor ---- */

static const char rows_sql[] =
	"select asset_id, trade_date, kind, event_kind, quantity, price, fees, ratio"
	"  from ledger"
	" where workspace_id = $1 and portfolio_id = $2 and retired_by is null"
	" order by asset_id, trade_date, id";

void floor_open(struct floor *f, const char *conninfo)
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

void floor_place(struct floor *f, const char *portfolio, struct place *out)
{
	const char *const values[] = { portfolio };
	PGresult *r = PQexecParams(
		f->pg, "select workspace_id from portfolio_directory where portfolio_id = $1", 1,
		NULL, values, NULL, NULL, 0);

	if (PQresultStatus(r) != PGRES_TUPLES_OK || PQntuples(r) != 1)
		die("carteira", portfolio);
	(void)snprintf(out->workspace, sizeof(out->workspace), "%s", PQgetvalue(r, 0, 0));
	(void)snprintf(out->portfolio, sizeof(out->portfolio), "%s", portfolio);
	PQclear(r);
}

int floor_fetch(struct floor *f, const struct place *p)
{
	const char *const values[] = { p->workspace, p->portfolio };
	PGresult *r = PQexecPrepared(f->pg, "rows", 2, values, NULL, NULL, 1);
	int n;

	if (PQresultStatus(r) != PGRES_TUPLES_OK)
		die("rows", PQerrorMessage(f->pg));
	n = PQntuples(r);
	PQclear(r);
	return n;
}

/* ---- medians ---- */

int64_t *times_new(int rounds)
{
	int64_t *t = calloc((size_t)rounds, sizeof(*t));

	if (!t)
		die("memória", "calloc");
	return t;
}

static int by_value(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a;
	int64_t y = *(const int64_t *)b;

	return x < y ? -1 : x > y;
}

double median_us(int64_t *t, int n)
{
	if (n < 1)
		return 0;
	qsort(t, (size_t)n, sizeof(*t), by_value);
	return (double)t[n / 2] / 1000;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* client.h: shared parts of the measuring programs: a clock, a FastCGI client, the floor, medians. */
#ifndef LASTRO_BENCH_CLIENT_H
#define LASTRO_BENCH_CLIENT_H

#include <stddef.h>
#include <stdint.h>

#include <libpq-fe.h>

int64_t now_ns(void);

/* die() - prints the failed step and its cause; exit status 1. */
void die(const char *what, const char *why) __attribute__((noreturn));

/* ---- requests to a worker over its socket, one connection each ---- */

struct asked {
	const char *method, *path, *query;
	const char *type, *body; /* content type and body; NULL: none */
	size_t n;
	const char *once; /* Idempotency-Key, or NULL */
	int status;	  /* expected; any other status ends the program */
};

/* ask() - sends a request and returns head and body, valid until the next call; *@size: their bytes. */
const char *ask(const char *socket_path, const char *key, const struct asked *a, size_t *size);

/* get() - a GET that expects 200; returns the bytes of the answer. */
size_t get(const char *socket_path, const char *key, const char *path, const char *query);

/* get_http() - the same by HTTP/1.0 through a web server on a loopback port without TLS. */
void get_http(const char *path, int port, const char *key);

/* ---- the floor: libpq alone ---- */

struct floor {
	PGconn *pg;
};

/* The parameters of the floor's statement for one portfolio. */
struct place {
	char workspace[40], portfolio[40];
};

void floor_open(struct floor *f, const char *conninfo);
void floor_place(struct floor *f, const char *portfolio, struct place *out);

/* floor_fetch() - fetches the ledger's columns in binary by the covering index, without reading the values. */
int floor_fetch(struct floor *f, const struct place *p);

/* ---- medians ---- */

int64_t *times_new(int rounds);
double median_us(int64_t *t, int n);

#endif

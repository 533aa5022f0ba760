/* SPDX-License-Identifier: Apache-2.0 */
/* client.h: what the measuring programs share: a clock, a FastCGI client, the floor, medians. */
#ifndef LASTRO_BENCH_CLIENT_H
#define LASTRO_BENCH_CLIENT_H

#include <stddef.h>
#include <stdint.h>

#include <libpq-fe.h>

int64_t now_ns(void);

/* die() - what was being done, and why it did not work; exit status 1. */
void die(const char *what, const char *why) __attribute__((noreturn));

/* ---- asking a worker over its own socket, one connection each ---- */

struct asked {
	const char *method, *path, *query;
	const char *type, *body; /* of the body; NULL: none */
	size_t n;
	const char *once; /* Idempotency-Key, or NULL */
	int status;	  /* wanted: any other one is the end */
};

/* ask() - returns the answer's text, its head first, until the next call; *@size: its bytes. */
const char *ask(const char *socket_path, const char *key, const struct asked *a, size_t *size);

/* get() - 200 or the end; returns the bytes of the answer. */
size_t get(const char *socket_path, const char *key, const char *path, const char *query);

/* get_http() - the same through a web server on a plain loopback port, HTTP/1.0. */
void get_http(const char *path, int port, const char *key);

/* ---- the floor: libpq alone ---- */

struct floor {
	PGconn *pg;
};

/* A portfolio as the floor asks for it. */
struct place {
	char workspace[40], portfolio[40];
};

void floor_open(struct floor *f, const char *conninfo);
void floor_place(struct floor *f, const char *portfolio, struct place *out);

/* floor_fetch() - its ledger's columns in binary through the covering index, touching nothing. */
int floor_fetch(struct floor *f, const struct place *p);

/* ---- medians ---- */

int64_t *times_new(int rounds);
double median_us(int64_t *t, int n);

#endif

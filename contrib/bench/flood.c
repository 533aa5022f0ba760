/* SPDX-License-Identifier: Apache-2.0 */
/*
 * flood.c: TLS clients of a service behind nginx, one thread each: a probe that sends requests at a steady rate and is
 * timed, and attackers, from any number of loopback addresses.
 *
 *	flood probe PORT SECONDS FILE			each line "KEY PATH": 25 a second; prints "microseconds status"
 *	flood ask PORT SECONDS ADDRESSES EACH KEY PATH	as fast as answers come; prints "status count"
 *	flood each PORT SECONDS FILE			each line "KEY PATH": one connection, as fast as answers come, all
 *							from one address; prints "status count"
 *	flood anew PORT SECONDS ADDRESSES EACH KEY PATH	the same, with a new connection for each request
 *	flood drip PORT SECONDS ADDRESSES EACH KEY PATH	sends a body at one byte a second
 *	flood read PORT SECONDS BYTES FILE		each line "KEY PATH": reads the answer at BYTES a second
 *
 * KEY: an API key, or a session's secret, which is sent as a cookie; "-": no credential; "?": a new, well-formed but
 * unknown key for each request.
 */
#include "config.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <openssl/ssl.h>

#include "client.h"

#define CLIENTS_MAX 4000
#define PACE_NS 40000000L /* of the probe: 25 a second, half of what one credential may */
#define STACK ((size_t)256 << 10)
#define STATUS_MAX 600
#define NS INT64_C(1000000000)

struct client {
	pthread_t thread;
	char address[16]; /* the client's source address */
	char key[80], path[160];
	unsigned seed;
	SSL *ssl;
	long seen[STATUS_MAX]; /* answers by status; 0: lost */
	bool (*run)(struct client *c);
};

static SSL_CTX *tls;
static int port;
static int64_t end_ns;
static size_t bytes_a_second;
static pthread_mutex_t printing = PTHREAD_MUTEX_INITIALIZER;

/* ---- a connection ---- */

static void hang_up(struct client *c)
{
	int fd;

	if (!c->ssl)
		return;
	fd = SSL_get_fd(c->ssl);
	SSL_free(c->ssl);
	close(fd);
	c->ssl = NULL;
}

static bool call(struct client *c)
{
	struct sockaddr_in from = { .sin_family = AF_INET }, to = from;
	struct timeval patience = { .tv_sec = 20 };
	int on = 1, fd;

	if (c->ssl)
		return true;
	fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		die("socket", "no more of them");
	to.sin_port = htons((uint16_t)port);
	(void)inet_pton(AF_INET, c->address, &from.sin_addr);
	(void)inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
	(void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	(void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	c->ssl = SSL_new(tls);
	if (!c->ssl || SSL_set_fd(c->ssl, fd) != 1)
		die("TLS", "no connection");
	if (bind(fd, (struct sockaddr *)&from, sizeof(from)) == 0 &&
	    connect(fd, (struct sockaddr *)&to, sizeof(to)) == 0 && SSL_connect(c->ssl) == 1)
		return true;
	hang_up(c);
	return false;
}

/* ---- requests ---- */

static uint32_t crc32_of(const char *s)
{
	uint32_t crc = ~UINT32_C(0);

	for (; *s; s++) {
		crc ^= (unsigned char)*s;
		for (int i = 0; i < 8; i++)
			crc = crc >> 1 ^ (crc & 1 ? UINT32_C(0xedb88320) : 0);
	}
	return ~crc;
}

/* In the form of identity/key.h, so that only the database can refuse it. */
static void stranger(unsigned *seed, char key[80])
{
	static const char base62[] =
		"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
	size_t n = (size_t)snprintf(key, 80, "lst_user_0");
	uint32_t crc;

	while (n < 9 + 43)
		key[n++] = base62[rand_r(seed) % 62];
	key[n] = '\0';
	crc = crc32_of(key);
	for (int i = 5; i >= 0; i--, crc /= 62)
		key[n + (size_t)i] = base62[crc % 62];
	key[n + 6] = '\0';
}

static bool send_head(struct client *c, const char *method, const char *more)
{
	char head[600], key[80];
	int n;

	(void)snprintf(key, sizeof(key), "%s", c->key);
	if (*c->key == '?')
		stranger(&c->seed, key);
	n = snprintf(head, sizeof(head), "%s %s HTTP/1.1\r\nHost: localhost\r\n%s%s%s%s\r\n",
		     method, c->path,
		     *key == '-'			     ? ""
		     : strncmp(key, "lst_session_", 12) == 0 ? "Cookie: __Host-lastro_session="
							     : "Authorization: Bearer ",
		     *key == '-' ? "" : key, *key == '-' ? "" : "\r\n", more);
	return SSL_write(c->ssl, head, n) == n;
}

/* ---- answers ---- */

/* Reads one whole answer; returns its status, 0 when the connection broke. */
static int read_answer(struct client *c)
{
	static const char last[] = "\r\n0\r\n\r\n";
	char buf[16385], tail[8] = "";
	char *body = NULL, *found;
	size_t n = 0;
	long left;
	int got;

	while (!body && n < sizeof(buf) - 1) {
		got = SSL_read(c->ssl, buf + n, (int)(sizeof(buf) - 1 - n));
		if (got <= 0)
			return 0;
		n += (size_t)got;
		buf[n] = '\0';
		body = strstr(buf, "\r\n\r\n");
	}
	if (!body || strncmp(buf, "HTTP/1.1 ", 9) != 0)
		return 0;
	found = strcasestr(buf, "\r\ncontent-length:");
	left = found && found < body ? strtol(found + 17, NULL, 10) - (long)(buf + n - body - 4)
				     : -1;
	got = (int)(buf + n - body);
	memmove(buf + 9 + 4, body, (size_t)got);
	for (char *p = buf + 13; left > 0 || (left < 0 && memcmp(tail, last, 7) != 0);
	     p = buf + 13) {
		if (left < 0) {
			size_t keep = got < 7 ? (size_t)got : 7;

			memmove(tail, tail + keep, 7 - keep);
			memcpy(tail + 7 - keep, p + (size_t)got - keep, keep);
			if (memcmp(tail, last, 7) == 0)
				break;
		}
		got = SSL_read(c->ssl, p, (int)(sizeof(buf) - 14));
		if (got <= 0)
			return 0;
		left -= left > 0 ? got : 0;
	}
	return (int)strtol(buf + 9, NULL, 10);
}

static bool answered(struct client *c)
{
	int status = read_answer(c);

	c->seen[status > 0 && status < STATUS_MAX ? status : 0]++;
	if (!status)
		hang_up(c);
	return status != 0;
}

/* ---- clients ---- */

static void sleep_until(int64_t ns)
{
	struct timespec at = { ns / NS, ns % NS };

	(void)clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL);
}

/* Times each request from its scheduled start, so that a late answer also counts against the delayed next one. */
static bool probe(struct client *c)
{
	for (int64_t due = now_ns() + rand_r(&c->seed) % PACE_NS; due < end_ns; due += PACE_NS) {
		int status = 0;

		sleep_until(due);
		if (call(c) && send_head(c, "GET", ""))
			status = read_answer(c);
		if (!status)
			hang_up(c);
		(void)pthread_mutex_lock(&printing);
		(void)printf("%lld %d\n", (long long)(now_ns() - due) / 1000, status);
		(void)pthread_mutex_unlock(&printing);
	}
	return true;
}

static bool ask_on(struct client *c)
{
	while (now_ns() < end_ns) {
		if (call(c) && send_head(c, "GET", "") && answered(c))
			continue;
		hang_up(c);
		sleep_until(now_ns() + NS / 100);
	}
	return true;
}

/* Uses a new connection for each request, and closes it after the head of the answer. */
static bool ask_anew(struct client *c)
{
	char buf[2048];

	while (now_ns() < end_ns) {
		int got =
			call(c) && send_head(c, "GET", "") ? SSL_read(c->ssl, buf, sizeof(buf)) : 0;

		c->seen[got > 12 ? strtol(buf + 9, NULL, 10) % STATUS_MAX : 0]++;
		hang_up(c);
	}
	return true;
}

static bool drip(struct client *c)
{
	while (now_ns() < end_ns) {
		bool open =
			call(c) &&
			send_head(c, "POST",
				  "Content-Type: application/json\r\nContent-Length: 90000\r\n");

		c->seen[open ? 100 : 0]++;
		for (; open && now_ns() < end_ns; sleep_until(now_ns() + NS))
			open = SSL_write(c->ssl, " ", 1) == 1;
		hang_up(c);
	}
	return true;
}

static bool read_slowly(struct client *c)
{
	char buf[16384];
	int got = 0;

	/* Repeats a refused request. */
	for (int status = 0; status != 200 && now_ns() < end_ns; sleep_until(now_ns() + NS)) {
		if (status)
			hang_up(c);
		if (!call(c) || !send_head(c, "GET", ""))
			return false;
		got = SSL_read(c->ssl, buf, 1024);
		status = got > 12 ? (int)strtol(buf + 9, NULL, 10) % STATUS_MAX : 0;
		c->seen[status]++;
	}
	while (got > 0 && now_ns() < end_ns) {
		got = SSL_read(c->ssl, buf,
			       bytes_a_second < sizeof(buf) ? (int)bytes_a_second
							    : (int)sizeof(buf));
		sleep_until(now_ns() + NS);
	}
	hang_up(c);
	return got > 0;
}

/* ---- running the clients ---- */

static struct client clients[CLIENTS_MAX];

static void *run(void *arg)
{
	struct client *c = arg;

	if (!c->run(c))
		c->seen[0]++;
	return NULL;
}

/* Reads lines of "KEY PATH"; returns their number. */
static size_t read_clients(const char *path, const char *address)
{
	FILE *f = fopen(path, "r");
	size_t n = 0;

	if (!f)
		die(path, "cannot be read");
	while (n < CLIENTS_MAX && fscanf(f, "%79s %159s", clients[n].key, clients[n].path) == 2)
		(void)snprintf(clients[n++].address, sizeof(clients->address), "%s", address);
	(void)fclose(f);
	return n;
}

static size_t make_clients(int addresses, int each, const char *key, const char *path)
{
	size_t n = 0;

	for (int i = 0; i < addresses * each && n < CLIENTS_MAX; i++, n++) {
		struct client *c = &clients[n];

		(void)snprintf(c->address, sizeof(c->address), "127.0.%d.%d",
			       1 + i % addresses / 250, 1 + i % addresses % 250);
		(void)snprintf(c->key, sizeof(c->key), "%s", key);
		(void)snprintf(c->path, sizeof(c->path), "%s", path);
	}
	return n;
}

static void tell(size_t n, bool probing)
{
	for (int s = 0; s < STATUS_MAX && !probing; s++) {
		long sum = 0;

		for (size_t i = 0; i < n; i++)
			sum += clients[i].seen[s];
		if (sum)
			(void)printf("%d %ld\n", s, sum);
	}
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	bool probing = argc == 5 && strcmp(what, "probe") == 0,
	     of_file = probing || (argc == 5 && strcmp(what, "each") == 0),
	     of_pace = argc == 6 && strcmp(what, "read") == 0;
	pthread_attr_t attr;
	size_t n;

	if (!of_file && !of_pace && argc != 8)
		die("usage", "flood probe|each|ask|anew|drip|read PORT SECONDS …");
	(void)signal(SIGPIPE, SIG_IGN);
	port = (int)strtol(argv[2], NULL, 10);
	end_ns = now_ns() + strtol(argv[3], NULL, 10) * NS;
	bytes_a_second = of_pace ? (size_t)strtol(argv[4], NULL, 10) : 0;
	tls = SSL_CTX_new(TLS_client_method());
	if (!tls)
		die("TLS", "no context");
	n = of_file || of_pace
		    ? read_clients(argv[argc - 1], probing || of_pace ? "127.0.0.1" : "127.0.1.1")
		    : make_clients((int)strtol(argv[4], NULL, 10), (int)strtol(argv[5], NULL, 10),
				   argv[6], argv[7]);
	(void)pthread_attr_init(&attr);
	(void)pthread_attr_setstacksize(&attr, STACK);
	for (size_t i = 0; i < n; i++) {
		clients[i].seed = (unsigned)(i * 7919 + 1);
		clients[i].run = probing	  ? probe
				 : of_pace	  ? read_slowly
				 : *what == 'd'	  ? drip
				 : what[1] == 'n' ? ask_anew
						  : ask_on;
		if (pthread_create(&clients[i].thread, &attr, run, &clients[i]))
			die("thread", "no more of them");
	}
	for (size_t i = 0; i < n; i++)
		(void)pthread_join(clients[i].thread, NULL);
	tell(n, probing);
	return 0;
}

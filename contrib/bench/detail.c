/* SPDX-License-Identifier: Apache-2.0 */
/*
 * detail.c: the cost of a portfolio's detail against the floor, which only fetches its rows.
 *
 *   detail CONNINFO SOCKET PORT KEY ROUNDS PORTFOLIO...
 *
 * For each portfolio, interleaved in one process: (a) libpq alone fetches the ledger's numeric columns
 * in binary by the covering index, without reading the values; (b) the whole GET at a worker, over its
 * FastCGI socket; (c) the same through nginx on a loopback port without TLS; (n) a null request through both.
 * Prints medians and the ratios (b)/(a) and (c)/(n).  Other load affects all equally, so the ratios are stable.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "client.h"

struct series {
	int64_t *fetch, *detail, *nginx, *null;
};

static void measure(struct floor *f, char **argv, int rounds, const char *portfolio,
		    struct series *t)
{
	static const char nothing[] = "/problems/route_not_found";
	int port = (int)strtol(argv[3], NULL, 10);
	struct place place;
	char path[128];
	size_t bytes = 0;
	int rows = 0;
	double fetch, detail, nginx, null;

	floor_place(f, portfolio, &place);
	(void)snprintf(path, sizeof(path), "/v1/portfolios/%s", portfolio);
	for (int r = -5; r < rounds; r++) {
		int64_t at[5];

		at[0] = now_ns();
		rows = floor_fetch(f, &place);
		at[1] = now_ns();
		bytes = get(argv[2], argv[4], path, NULL);
		at[2] = now_ns();
		get_http(path, port, argv[4]);
		at[3] = now_ns();
		get_http(nothing, port, argv[4]);
		at[4] = now_ns();
		if (r < 0)
			continue; /* warm-up */
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
	t = (struct series){ times_new(rounds), times_new(rounds), times_new(rounds),
			     times_new(rounds) };
	floor_open(&f, argv[1]);
	printf("%8s %10s %10s %10s %10s %8s %8s %9s\n", "rows", "fetch us", "detail us", "nginx us",
	       "null us", "det/fet", "ngx/nul", "bytes");
	for (int i = 6; i < argc; i++)
		measure(&f, argv, rounds, argv[i], &t);
	PQfinish(f.pg);
	return 0;
}

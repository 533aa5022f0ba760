/* SPDX-License-Identifier: Apache-2.0 */
/*
 * serve/serve.h: one request, from its source to its finished answer.
 *
 * Knows the order in which a request is judged and answered, but not how it arrived: the worker, plain
 * CGI and tests pass a source and take bytes.
 */
#ifndef LASTRO_SERVE_SERVE_H
#define LASTRO_SERVE_SERVE_H

#include <stdbool.h>
#include <stdint.h>

#include "identity/attempts.h"
#include "identity/weight.h"
#include "core/text.h"
#include "core/settings.h"
#include "http/request.h"
#include "serve/pool_link.h"

/* The time that a worker may take beyond the deadline to cancel, drain and answer. */
#define GRACE_MS 2000

/* State that outlives requests. */
struct server {
	void *pool;
	const struct config *config;
	const struct router *router;
	struct db *db;
	struct db *db_read;	    /* routes of public data; db itself when there is no replica */
	int64_t replica_at_us;	    /* it failed and is not asked before this time */
	struct turn *turn;	    /* the last request's, until its pool is freed */
	bool unsafe;		    /* the database role must not serve; the worker exits */
	struct place *place;	    /* never NULL; the server's own without a master */
	const struct place *places; /* of all workers, two a lane, since a worker may be leaving */
	size_t n_places;	    /* 0 without a master */
	bool given;		    /* the socket outlives the pool (serve/pool_link.h) */
	struct place own_place;
	struct attempts *attempts; /* never NULL, likewise */
	struct metrics *metrics;   /* likewise */
	struct weights *weights;   /* likewise */
	struct rates *rates;	   /* NULL without a master */
};

/* server_new() - compiles the routes; opens no connection.  NULL and *error (English) on a bad table. */
struct server *server_new(void *pool, const struct config *config, const char **error) MUST_CHECK;

/*
 * server_connect() - tries the database once, briefly.  False when the role is unsafe (the log says
 * why); an unreachable database does not prevent the start.
 */
bool server_connect(struct server *s) MUST_CHECK;

/* serve_sent() - the answer was sent: tells the database that the request is over. */
void serve_sent(struct server *s);

/*
 * serve_rest() - runs what the last request left for after its answer (ctx_later()), before its pool is
 * freed.  Never refuses: failures are only logged.
 */
void serve_rest(struct server *s);

/*
 * serve() - the answer in CGI form: header block, then body, or a large body in @rest.  @pool is the
 * request's.
 */
struct slice serve(struct server *s, void *pool, const struct source *src, struct slice *rest);

#endif

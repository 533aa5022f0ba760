/* SPDX-License-Identifier: Apache-2.0 */
/* connection.h: what the files of src/db share about one connection; no other room includes it. */
#ifndef LASTRO_DB_CONNECTION_H
#define LASTRO_DB_CONNECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <libpq-fe.h>

#include "core/buf.h"
#include "db/db.h"

enum item_kind {
	ITEM_ROWS,  /* db_send()'s: its rows are wanted */
	ITEM_AHEAD, /* db_send_ahead()'s: its rows are kept for db_next() */
	ITEM_QUIET, /* begin, commit, settings: must succeed, rows are not wanted */
	ITEM_PREPARE,
	ITEM_SYNC,
};

/* The statements queued on the connection whose results are not read yet, oldest first. */
struct item {
	enum item_kind kind;
	struct db_stmt *stmt; /* of ITEM_ROWS, ITEM_AHEAD and ITEM_PREPARE */
};

enum prepared { PREPARED_NO, PREPARED_QUEUED, PREPARED_YES };

struct known {
	const char *name; /* the statement's name and a hash of its SQL */
	enum prepared state;
};

enum db_transaction { TRANSACTION_NONE, TRANSACTION_READ, TRANSACTION_WRITE };

struct conflict {
	const char *constraint;
	int status;
	const char *code;
	const char *detail;
	const char *errors; /* details.errors, or NULL */
	struct conflict *next;
};

struct db {
	void *pool;
	const char *conninfo;
	bool by_name;	     /* prepared statements are used */
	int connect_ms;	     /* longest wait for a connection */
	PGconn *conn;	     /* NULL while not connected; in pipeline mode unless @raw */
	uint64_t connection; /* number of connections opened so far */
	void (*guard)(
		struct ctx *ctx); /* of a worker: refuses a new connection with an unsafe role */
	bool unsafe;		  /* the last role checked was unsafe */
	bool raw;
	bool spoiled; /* prepared statements cannot be trusted: close when abandoned */
	bool timed;   /* the transaction (or the batch outside one) has its statement_timeout */
	enum db_transaction transaction;
	bool unsynced;	 /* something was queued since the last sync */
	bool ending;	 /* the end of a read is queued, not sent */
	bool written;	 /* this request committed a write */
	bool committing; /* or may have committed: the commit was sent */
	void *request;	 /* pool of the current request */
	struct conflict *conflicts;
	struct db_rows *ahead; /* for db_next(), oldest first */
	struct item *items;
	size_t n_items, room_items;
	size_t n_asked;	     /* number of items that the server was told to answer */
	size_t n_rows;	     /* ITEM_ROWS among them */
	struct known *known; /* by slot */
	size_t n_known;
};

struct db_rows {
	struct ctx *ctx;
	PGresult *res;
	const char *stmt;
	bool lent;	      /* borrowed: the keeper of the rows frees them */
	uint64_t bits;	      /* bit set of checked column types, first 64 columns */
	uint64_t *checked;    /* the same bits, shared by borrowed rows */
	struct db_rows *next; /* among those kept for db_next() */
};

/* connect.c */
enum wait {
	WAIT_OK,
	WAIT_LOST,
	WAIT_LATE,
	WAIT_BUSY /* the account holds too many workers: core/stop.h */
};

int remaining_ms(int64_t deadline_us); /* 0: passed; -1: no deadline */
/* await_result() - until a result can be taken without blocking; sends what is still unsent. */
enum wait await_result(PGconn *conn, int64_t deadline_us) MUST_CHECK;
/* connect_now() - make the connection, or fail(). */
void connect_now(struct ctx *ctx);
void queue_item(struct db *db, enum item_kind kind, struct db_stmt *stmt);
/* lost() - refuses because the connection is lost: 503; may be retried when nothing was written. */
NORETURN void lost(struct ctx *ctx);

/* results.c */
/* results_wait() - one round trip for the queued statements; db_wait() on a connection that is ready. */
void results_wait(struct ctx *ctx, struct db_rows **rows, size_t n);
/*
 * db_hear() - reads all results up to the last sync; false when that fails, refuses when the deadline
 * passes.
 */
bool db_hear(struct ctx *ctx) MUST_CHECK;
/*
 * settle() - reads all results up to the last sync and rolls an open transaction back; false when that
 * fails.
 */
bool settle(struct db *db) MUST_CHECK;

/* ready.c: have_connection() - makes the connection ready for this request, or fails. */
void have_connection(struct ctx *ctx);

#define STMT_COMMIT "db.commit" /* the name of its statement, by which results.c knows it */

/* raw.c: for the connection of db_raw(); each refuses when its statement fails. */
PGresult *raw_exec(struct ctx *ctx, PGconn *conn, const char *sql);
void raw_do(struct ctx *ctx, PGconn *conn, const char *sql);
PGresult *raw_params(struct ctx *ctx, PGconn *conn, const char *sql, int n,
		     const char *const *values);

/*
 * db_functions.c: applies the functions whose text changed, in one transaction under the lock; returns
 * their number.
 */
/*
 * How long a worker waits for a row lock.  The first try waits about as long as writing a trade takes;
 * a retry that has claimed a place (serve/serve.c) waits longer, but not long enough for an import in
 * the same ledger.
 */
#define LOCK_MS "20"
#define LOCK_PATIENT_MS "250"

#define MIGRATION_LOCK "select pg_advisory_xact_lock(7811887395442)"
int functions_apply(struct ctx *ctx, PGconn *conn);
/* distribute.c: distributes new tenant tables where the others are distributed; returns their number. */
int distribute_after_migration(struct ctx *ctx, PGconn *conn);

/* param.c: arguments as PQsendQueryPrepared() takes them. */
struct params {
	int n;
	const char **values;
	int *lengths;
	int *formats;
};

void params_of(void *pool, const struct db_arg *args, size_t n, struct params *out);

/* rows.c */
struct db_rows *rows_of(struct ctx *ctx, const char *stmt, PGresult *res);

/* numeric.c: PostgreSQL's binary numeric, to and from a grid. */
enum dec_err numeric_decode(const unsigned char *p, size_t n, int places, wide *out) MUST_CHECK;
void numeric_encode(struct buf *out, wide value, int places);

/* refuse.c: the only file that knows SQLSTATEs. */
bool may_run_again(
	const struct db *db); /* whether nothing of the request can have been committed */
NORETURN void refuse_result(struct ctx *ctx, const char *stmt, PGresult *res); /* clears it */
NORETURN void refuse_lost(struct ctx *ctx, const char *cause);
NORETURN void refuse_uncertain(struct ctx *ctx, const char *cause); /* perhaps committed */
NORETURN void refuse_late(struct ctx *ctx);

/* rows.c: column_type() - of a text, whole number, flag, day, moment or id; another type is a defect. */
enum db_type column_type(const struct db_rows *r, size_t row, int col);

#endif

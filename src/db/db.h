/* SPDX-License-Identifier: Apache-2.0 */
/*
 * db.h: the only way to PostgreSQL.
 *
 * SQL text is constant; values travel as parameters.  A statement is prepared once a connection,
 * results come in binary.  Everything runs in pipeline mode: db_send() queues, db_wait() makes one
 * round trip for all queued statements.  Errors call fail(): SQLSTATE is mapped in this room and
 * nowhere else. Rows hang on ctx->pool.
 */
#ifndef LASTRO_DB_DB_H
#define LASTRO_DB_DB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "core/day.h"
#include "core/decimal.h"
#include "core/uuid.h"
#include "core/ctx.h"

struct db_stmt {
	const char *name; /* "room.verb" */
	const char *sql;
	unsigned slot; /* index of the connection's bookkeeping; 0 until first used */
};

/*
 * DB_STMT() - defines a statement and lists it, so that db_stmts_each() finds it: the linker collects the lists
 * of all files.  An array's elements are DB_STMT_TEXT(), and DB_LISTED() lists the array.
 */
#define DB_STMT(stmt, stmt_name, stmt_sql)                                                         \
	struct db_stmt stmt = DB_STMT_TEXT(stmt_name, stmt_sql);                                   \
	DB_LISTED(stmt, &stmt, 1)
#define DB_STMT_TEXT(stmt_name, stmt_sql)                                                          \
	{                                                                                          \
		.name = (stmt_name), .sql = (stmt_sql)                                             \
	}
#define DB_LISTED(stmt, stmt_first, stmt_count)                                                    \
	static struct db_listed stmt##_listed                                                      \
		__attribute__((used, section("db_listed"))) = { (stmt_first), (stmt_count) }

struct db_listed {
	struct db_stmt *first;
	size_t n;
};

/*
 * ---- parameters ----
 *
 * PostgreSQL infers the type of each $n from its place (the test that prepares all statements sees the
 * same types as production).  Scalars fit any inferred type; an array must be cast in the SQL to the
 * type it is sent as: text[], uuid[], int8[], date[], numeric[], bool[] or bytea[]
 * ("unnest($3::numeric[])").
 */

enum db_type {
	DB_NULL,
	DB_TEXT,
	DB_UUID,
	DB_DAY,
	DB_INT,
	DB_BOOL,
	DB_BYTES,
	DB_DECIMAL,
	DB_TIMESTAMP,
	DB_ARRAY
};

enum db_element {
	DB_TEXT_ARRAY,
	DB_UUID_ARRAY,
	DB_INT_ARRAY,
	DB_DAY_ARRAY,
	DB_DECIMAL_ARRAY,
	DB_BOOL_ARRAY,
	DB_BYTES_ARRAY
};

struct db_arg {
	enum db_type type;
	union {
		const char *text;
		struct uuid uuid;
		struct day day;
		int64_t i;
		bool b;
		wide decimal;
		struct slice bytes;
		struct {
			const void *
				items; /* const char *[] (NULL = null), struct uuid[], int64_t[], struct day[], wide[], bool[], struct slice[] */
			const bool *nulls; /* NULL = none is null */
			size_t n;
			enum db_element type;
		} array;
	};
	int places; /* of a decimal or an array of decimals */
};

static inline struct db_arg db_null(void)
{
	return (struct db_arg){ .type = DB_NULL };
}
static inline struct db_arg db_text(const char *s) /* NULL is null */
{
	return s ? (struct db_arg){ .type = DB_TEXT, .text = s } : db_null();
}
static inline struct db_arg db_uuid(struct uuid u)
{
	return (struct db_arg){ .type = DB_UUID, .uuid = u };
}
static inline struct db_arg db_day(struct day d)
{
	return (struct db_arg){ .type = DB_DAY, .day = d };
}
static inline struct db_arg db_int(int64_t i)
{
	return (struct db_arg){ .type = DB_INT, .i = i };
} /* int8 */
static inline struct db_arg db_bool(bool b)
{
	return (struct db_arg){ .type = DB_BOOL, .b = b };
}
static inline struct db_arg db_bytes(struct slice s)
{
	return (struct db_arg){ .type = DB_BYTES, .bytes = s };
}
static inline struct db_arg db_timestamp(int64_t ms)
{
	return (struct db_arg){ .type = DB_TIMESTAMP, .i = ms };
}
static inline struct db_arg db_decimal(wide v, int places) /* numeric */
{
	return (struct db_arg){ .type = DB_DECIMAL, .decimal = v, .places = places };
}
static inline struct db_arg db_array(enum db_element t, const void *items, const bool *nulls,
				     size_t n, int places)
{
	return (struct db_arg){ .type = DB_ARRAY,
				.array = { items, nulls, n, t },
				.places = places };
}
static inline struct db_arg db_texts(const char *const *items, size_t n)
{
	return db_array(DB_TEXT_ARRAY, items, NULL, n, 0);
}
static inline struct db_arg db_uuids(const struct uuid *items, size_t n)
{
	return db_array(DB_UUID_ARRAY, items, NULL, n, 0);
}
static inline struct db_arg db_days(const struct day *items, size_t n)
{
	return db_array(DB_DAY_ARRAY, items, NULL, n, 0);
}
static inline struct db_arg db_ints(const int64_t *items, size_t n)
{
	return db_array(DB_INT_ARRAY, items, NULL, n, 0);
}

#define DB_ARGS(...)                                                                               \
	(const struct db_arg[]){ __VA_ARGS__ },                                                    \
		(sizeof((const struct db_arg[]){ __VA_ARGS__ }) / sizeof(struct db_arg))
#define DB_NO_ARGS NULL, 0

/*
 * db_words() - turns typed words into a tsquery (as text): without accents and case, at most eight, all
 * required, each as a prefix; NULL when there is none.
 */
const char *db_words(void *pool, const char *said);

/* ---- running ---- */

struct db_rows; /* rows of one statement; hangs on ctx->pool */

/* db_query() - one statement, one round trip. */
struct db_rows *db_query(struct ctx *ctx, struct db_stmt *stmt, const struct db_arg *args,
			 size_t n);
/* db_exec() - the same for a statement without rows; returns the number of affected rows. */
int64_t db_exec(struct ctx *ctx, struct db_stmt *stmt, const struct db_arg *args, size_t n);

/*
 * db_send() - queues a statement in the pipeline; db_wait() returns its rows, in order. The arguments
 * are copied.
 */
void db_send(struct ctx *ctx, struct db_stmt *stmt, const struct db_arg *args, size_t n);

/* db_send_quiet() - the same, but db_wait() returns no rows of it: only its failure is reported. */
void db_send_quiet(struct ctx *ctx, struct db_stmt *stmt, const struct db_arg *args, size_t n);
/*
 * db_sync() - sends the queue, so that the server works on it meanwhile; the next db_wait() returns its
 * rows before those of statements queued later.  Within a transaction only: it ends an implicit one.
 * db_flush() - the same, but the server answers only together with what is queued later: when no one
 * reads the answer before, a separate answer would only wake the worker.
 */
void db_sync(struct ctx *ctx);
void db_flush(struct ctx *ctx);
/*
 * db_send_ahead() - queues a statement whose rows db_next() returns, whatever db_wait() awaits
 * meanwhile.
 * db_next() - the rows of the oldest of these, as soon as they arrive, so that the worker processes
 * them while the server computes the next.  Requests a flush when none was requested.
 */
void db_send_ahead(struct ctx *ctx, struct db_stmt *stmt, const struct db_arg *args, size_t n);
struct db_rows *db_next(struct ctx *ctx);
/*
 * db_consume_input() - reads the rows of db_send_ahead() that have arrived, without waiting, since the
 * server stops while the socket is full.  Call it between two stretches of work.
 */
void db_consume_input(struct ctx *ctx);
/* db_wait() - one round trip; fills rows[0..n) for the n statements queued since the last one. */
void db_wait(struct ctx *ctx, struct db_rows **rows, size_t n);

/*
 * db_timeout() - the statement_timeout in ms of the transaction just begun, or null, as an argument of
 * its first statement, which then sets it; saves the separate statement that would.
 */
struct db_arg db_timeout(struct ctx *ctx);

/* Transactions.  db_begin_* queue; the first db_wait() or db_query() carries them along. */
void db_begin_read(struct ctx *ctx);  /* REPEATABLE READ, READ ONLY */
void db_begin_write(struct ctx *ctx); /* READ COMMITTED */
void db_commit(struct ctx *ctx);      /* of a read: queued, for db_send_end() */
void db_rollback(struct ctx *ctx);    /* likewise */
/*
 * db_send_end() - sends the end of a read; its answer is not awaited.  Call it after the request's
 * answer was sent, so that the server does not work on it before the client reads.  The next queued
 * statement sends it, too.
 */
void db_send_end(struct db *db);
/*
 * db_conflict() - what a violation of @constraint means to the client, until the transaction ends:
 * fail(status, code, detail).  Any other violation is a defect and fails 500.
 */
void db_conflict(struct ctx *ctx, const char *constraint, int status, const char *code,
		 const char *detail, ...) PRINTF_LIKE(5, 6);
/*
 * db_conflict_met() - refuses with the conflict announced last, for a statement that detects it without
 * an error ("on conflict do nothing", "not exists").  A taken name thus logs no error in the database,
 * which a client could otherwise cause as often as he likes.
 */
NORETURN void db_conflict_met(struct ctx *ctx);

/*
 * db_insert() - runs an "insert … on conflict do nothing" of one row with db_exec(); refuses as
 * db_conflict_met() when it inserted none.
 */
void db_insert(struct ctx *ctx, struct db_stmt *stmt, const struct db_arg *args, size_t n);

/* db_conflict_errors() - sets details.errors (a JSON array) of the conflict announced last. */
void db_conflict_errors(struct ctx *ctx, const char *errors);
/* db_reads() - whether the current transaction was begun by db_begin_read(). */
bool db_reads(const struct db *db);
/* db_abandon() - after a failure: reads or closes the connection and rolls back; never fails. */
void db_abandon(struct db *db);

/* ---- rows ---- */

size_t db_count(const struct db_rows *r);
int64_t db_touched(const struct db_rows *r); /* of an INSERT, UPDATE or DELETE */
bool db_is_null(const struct db_rows *r, size_t row, int col);
const char *db_get_text(const struct db_rows *r, size_t row,
			int col); /* NULL when null; valid as long as the rows */
struct slice db_get_bytes(const struct db_rows *r, size_t row, int col);
struct uuid db_get_uuid(const struct db_rows *r, size_t row, int col);
struct day db_get_day(const struct db_rows *r, size_t row,
		      int col);					  /* infinity becomes DAY_FAR_* */
int64_t db_get_int(const struct db_rows *r, size_t row, int col); /* int2, int4 or int8 */
/* db_get_ints() - an int8[] of exactly @n elements, none null; anything else is a defect: fails 500. */
void db_get_ints(const struct db_rows *r, size_t row, int col, int64_t *out, size_t n);
bool db_get_bool(const struct db_rows *r, size_t row, int col);
/* db_find() - the row with these bytes in @col, by whose bytes the rows ascend, such as text or uuid; SIZE_MAX: none. */
size_t db_find(const struct db_rows *r, int col, struct slice bytes);
size_t db_find_uuid(const struct db_rows *r, int col, struct uuid id);
/* db_text_of() - the text in @text of the row that db_find_uuid() finds; NULL: none. */
const char *db_text_of(const struct db_rows *r, int col, struct uuid id, int text);
int64_t db_get_timestamp(const struct db_rows *r, size_t row, int col); /* ms, UTC */
/* db_get_decimal() - numeric on a grid; a value off the grid or out of range is a defect: fails 500. */
wide db_get_decimal(const struct db_rows *r, size_t row, int col, int places);

/*
 * Values packed one after another in a bytea column, each as its type's send function writes it.  A
 * malformed value is a defect: fails 500.  Valid as long as the rows.
 */
struct db_packed {
	const struct db_rows *rows;
	size_t row;
	int col;
	const unsigned char *p, *end; /* the bytes not read yet */
};
struct db_packed db_get_packed(const struct db_rows *r, size_t row, int col);
int64_t db_take_int(struct db_packed *b); /* of 8 bytes */
struct uuid db_take_uuid(struct db_packed *b);
struct day db_take_day(struct db_packed *b);
wide db_take_decimal(struct db_packed *b, int places);
struct slice db_take_word(struct db_packed *b); /* up to a slash, which is consumed */
void db_packed_end(const struct db_packed *b);	/* fails unless all bytes were read */

/*
 * db_keep() - moves rows to @pool, so that they outlive the request, which may still read them;
 * db_lend() - makes kept rows readable in a later request, for as long as they are kept.
 * db_rows_bytes() - the memory that they take.
 */
struct db_rows *db_keep(void *pool, struct db_rows *r);
struct db_rows *db_lend(struct ctx *ctx, const struct db_rows *kept);
size_t db_rows_bytes(const struct db_rows *r);

/* ---- connection ---- */

/* db_new() - connects when first used; freed with the pool. */
struct db *db_new(void *pool, const char *conninfo, bool prepared);
/*
 * db_new_guarded() - the same for a worker: each new connection's role is checked first
 * (db_check_role()); a role that row security does not bind is refused with 503, and db_is_unsafe() is
 * true from then on.
 */
struct db *db_new_guarded(void *pool, const char *conninfo, bool prepared);

/* db_connect_within() - sets the longest wait for a connection; the default is 5 s. */
void db_connect_within(struct db *db, int ms);
bool db_is_unsafe(const struct db *db);
/* db_connect() - connects when not connected; every other call does so itself. */
void db_connect(struct ctx *ctx);
/* db_check_role() - why a worker must not run with this role (superuser, BYPASSRLS, owner), or NULL. */
const char *db_check_role(struct ctx *ctx);
bool db_is_connected(const struct db *db);
/* db_connection() - a number that each new connection increments. */
uint64_t db_connection(const struct db *db);
void db_disconnect(struct db *db);

/* The raw connection, outside pipeline mode, for COPY and other things that only libpq does (loaders). */
struct pg_conn;
struct pg_conn *db_raw(struct ctx *ctx); /* is a PGconn *; all queued statements have run */
void db_cooked(struct ctx *ctx); /* back to pipeline mode; the raw connection must be idle */
/*
 * db_raw_fail() - refuses because of an error result (a PGresult *, which is cleared) of the raw
 * connection.
 */
struct pg_result;
NORETURN void db_raw_fail(struct ctx *ctx, struct pg_result *res);

/*
 * db_copy_out(), db_copy_in() - COPY … TO STDOUT into a file, COPY … FROM STDIN out of one, in the
 * current transaction; return the number of rows.  @sql consists of constants and of names quoted by
 * the server; @path is named in a refusal.
 * db_run() - runs such a text as a statement without a plan (create temp table).
 */
int64_t db_copy_out(struct ctx *ctx, const char *sql, FILE *to, const char *path);
int64_t db_copy_in(struct ctx *ctx, const char *sql, FILE *from, const char *path);
void db_run(struct ctx *ctx, const char *sql);

/*
 * db_prepare() - prepares a statement without running it.  db_stmts_each() - visits every statement of
 * the program
 */
void db_prepare(struct ctx *ctx, struct db_stmt *stmt);
void db_stmts_each(void (*visit)(struct db_stmt *stmt, void *arg), void *arg);

#endif

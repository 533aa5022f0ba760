/* SPDX-License-Identifier: Apache-2.0 */
/*
 * refuse.c: maps the database's errors to refusals; the only file that knows SQLSTATEs.
 *
 * A violation announced by db_conflict() is the client's mistake.  A prepared statement that the server
 * no longer has, a deadlock, a failed serialization and a connection that the server closed do not
 * depend on the request: serve() may run it once more while nothing is committed.  Everything else is a
 * defect: 500.
 */
#include "config.h"

#include "db/connection.h"
#include "core/problem.h"

static bool one_of(const char *state, const char *const *states)
{
	for (; *states; states++)
		if (!strncmp(state, *states, strlen(*states)))
			return true;
	return false;
}

/* Prefixes: two characters name a class. */
static const char *const unavailable[] = { "53", "57P03", NULL };
static const char *const cut_off[] = { "08", "57P01", "57P02", "57P05", "25P03", NULL };
static const char *const forgotten[] = { "26000", "0A000", "42P05", NULL };
/* What a coordinator says of a commit whose node went away before it answered. */
static const char *const engine[] = { "XX000", NULL };
static const char *const collided[] = { "40001", "40P01", NULL };

NORETURN void refuse_lost(struct ctx *ctx, const char *cause)
{
	struct problem *p = problem_open(ctx);

	p->cause = cause;
	p->retry_after = "2";
	fail(ctx, 503, "database_unavailable",
	     "O banco de dados não está acessível agora. Tente de novo em instantes.");
}

NORETURN void refuse_uncertain(struct ctx *ctx, const char *cause)
{
	problem_open(ctx)->cause = cause;
	fail(ctx, 503, "write_uncertain",
	     "O banco de dados saiu do ar durante a gravação. Confira se ela foi feita antes "
	     "de repetir, ou repita com a mesma Idempotency-Key.");
}

NORETURN void refuse_late(struct ctx *ctx)
{
	fail(ctx, 504, "deadline_exceeded",
	     "O prazo do pedido acabou antes que o banco de dados respondesse.");
}

/* Whether @found, of @n characters, is the constraint @name, or a shard's copy of it: "name_102008". */
static bool names_constraint(const char *found, size_t n, const char *name)
{
	size_t length = strlen(name);

	if (n < length || strncmp(found, name, length))
		return false;
	if (n == length)
		return true;
	return n > length + 1 && found[length] == '_' &&
	       strspn(found + length + 1, "0123456789") >= n - length - 1;
}

/* Whether a message names the constraint, in quotes as PostgreSQL does. */
static bool says_constraint(const char *message, const char *name)
{
	const char *open, *end;

	for (open = strchr(message, '"'); open; open = strchr(end + 1, '"')) {
		end = strchr(open + 1, '"');
		if (!end)
			return false;
		if (names_constraint(open + 1, (size_t)(end - open - 1), name))
			return true;
	}
	return false;
}

/* The constraint has a field of its own; a violation on another machine may name it only in the message. */
static const struct conflict *announced(const struct db *db, const char *state, const PGresult *res)
{
	const char *constraint = PQresultErrorField(res, PG_DIAG_CONSTRAINT_NAME);
	const char *message = PQresultErrorField(res, PG_DIAG_MESSAGE_PRIMARY);

	if (strncmp(state, "23", 2))
		return NULL;
	for (const struct conflict *c = db->conflicts; c; c = c->next) {
		if (constraint && names_constraint(constraint, strlen(constraint), c->constraint))
			return c;
		if (message && says_constraint(message, c->constraint))
			return c;
	}
	return NULL;
}

/*
 * The cause for the log.  Class 22 quotes the wrong value, which may be personal data: only its state
 * is logged.
 */
static const char *cause_of(void *pool, const char *stmt, const char *state, const PGresult *res)
{
	const char *message = PQresultErrorField(res, PG_DIAG_MESSAGE_PRIMARY);
	const char *constraint = PQresultErrorField(res, PG_DIAG_CONSTRAINT_NAME);

	if (!strncmp(state, "22", 2) || !message)
		message = "";
	return pool_printf(pool, "%s: %s %s%s%s", stmt, state, message, constraint ? " " : "",
			   constraint ? constraint : "");
}

bool may_run_again(const struct db *db)
{
	return db->transaction != TRANSACTION_NONE && !db->written && !db->committing;
}

NORETURN void refuse_result(struct ctx *ctx, const char *stmt, PGresult *res)
{
	const char *field = PQresultErrorField(res, PG_DIAG_SQLSTATE);
	const char *state = pool_strdup(ctx->pool, field ? field : "08000");
	const struct conflict *conflict = announced(ctx->db, state, res);
	const char *cause = cause_of(ctx->pool, stmt, state, res);
	bool again = may_run_again(ctx->db);

	PQclear(res);
	if (conflict && conflict->errors)
		problem_raw(ctx, "errors", conflict->errors);
	if (conflict)
		fail(ctx, conflict->status, conflict->code, "%s", conflict->detail);
	problem_open(ctx)->cause = cause;
	if (str_eq(state, "57014"))
		refuse_late(ctx);
	if (str_eq(state, "55P03")) {
		problem_open(ctx)->retry = again;
		problem_open(ctx)->retry_after = "1";
		fail(ctx, 409, "ledger_busy",
		     "Outra gravação do mesmo recurso está em andamento. Tente de novo em instantes.");
	}
	if (ctx->db->committing && (one_of(state, cut_off) || one_of(state, engine)))
		refuse_uncertain(ctx, cause);
	if (one_of(state, unavailable))
		refuse_lost(ctx, cause);
	if (one_of(state, forgotten)) {
		ctx->db->spoiled = true;
		problem_open(ctx)->retry = again;
	}
	if (one_of(state, collided)) { /* certainly rolled back, even when it happened at commit */
		ctx->db->committing = false;
		problem_open(ctx)->retry = may_run_again(ctx->db);
		refuse_lost(ctx, cause);
	}
	if (one_of(state, cut_off)) {
		problem_open(ctx)->retry = again;
		refuse_lost(ctx, cause);
	}
	if (!ctx->req) /* the command: its user is the operator, who needs the cause */
		fail(ctx, 500, "internal_error", "O banco de dados recusou: %s", cause);
	fail(ctx, 500, "internal_error", "Erro interno; o registro do serviço tem a causa.");
}

NORETURN void db_raw_fail(struct ctx *ctx, struct pg_result *res)
{
	if (PQstatus(ctx->db->conn) == CONNECTION_BAD) {
		PQclear(res);
		refuse_lost(ctx, "connection lost in raw mode");
	}
	refuse_result(ctx, "raw", res);
}

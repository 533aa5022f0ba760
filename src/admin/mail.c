/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mail.c: lastro mail send: hands over the messages that sign-ups left, by a program that takes them as sendmail
 * does.
 *
 * A message whose program failed is tried again at the next run, ten times; one that it took is dropped, with the
 * link in it.  Should this command die in between, a message comes twice.
 */
#include "config.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "admin/admin.h"
#include "core/encode.h"
#include "core/text.h"

#define MESSAGES_MAX 100
#define ATTEMPTS_MAX 10

static struct db_stmt list =
	DB_STMT("mail.list", "select id, recipient, subject, body, created_at"
			     "  from lastro.mail_outbox"
			     " where expires_at > $1 and attempts < $2"
			     " order by created_at, id limit $3 for update skip locked");
enum { C_ID, C_RECIPIENT, C_SUBJECT, C_BODY, C_CREATED };

static struct db_stmt drop =
	DB_STMT("mail.drop",
		"delete from lastro.mail_outbox where id = any($1::uuid[]) or expires_at <= $2");
static struct db_stmt failed =
	DB_STMT("mail.failed",
		"update lastro.mail_outbox set attempts = attempts + 1 where id = any($1::uuid[])");

static struct db_stmt *const statements[] = { &list, &drop, &failed };

const struct flag mail_send_flags[] = {
	{ "from", "ENDEREÇO", "de quem são as mensagens", true },
	{ "sendmail", "PROGRAMA", "que as recebe, como sendmail -t -i (/usr/sbin/sendmail)",
	  false },
	{ .name = NULL },
};

static const struct column columns[] = {
	{ "sent", "enviadas", CELL_INT },
	{ "failed", "falharam", CELL_INT },
};

static const char *message(struct run *r, const struct db_rows *rows, size_t i)
{
	void *pool = r->ctx->pool;
	const char *subject = db_get_text(rows, i, C_SUBJECT);
	struct buf out;

	buf_init(&out, pool, 1024);
	buf_printf(&out, "From: %s\nTo: %s\nSubject: =?utf-8?B?%s?=\n", run_flag(r, "from"),
		   db_get_text(rows, i, C_RECIPIENT),
		   base64_encoded(pool, subject, strlen(subject)));
	buf_str(&out, "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"
		      "Content-Transfer-Encoding: 8bit\nAuto-Submitted: auto-generated\n\n");
	buf_str(&out, db_get_text(rows, i, C_BODY));
	return buf_text(&out);
}

static bool write_all(int fd, const char *text)
{
	size_t n = strlen(text);

	while (n) {
		ssize_t sent = write(fd, text, n);

		if (sent < 0 && errno == EINTR)
			continue;
		if (sent < 0)
			return false;
		text += sent;
		n -= (size_t)sent;
	}
	return true;
}

/* The program with @in as its standard input; 0: it could not be started. */
static pid_t start(const char *program, const int in[2])
{
	char *const argv[] = { (char[]){ "sendmail" }, (char[]){ "-t" }, (char[]){ "-i" }, NULL };
	char *const env[] = { (char[]){ "PATH=/usr/sbin:/usr/bin:/sbin:/bin" }, NULL };
	posix_spawn_file_actions_t actions;
	pid_t pid = 0;

	if (posix_spawn_file_actions_init(&actions))
		return 0;
	if (posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO) ||
	    posix_spawn_file_actions_addclose(&actions, in[1]) ||
	    posix_spawn(&pid, program, &actions, NULL, argv, env))
		pid = 0;
	(void)posix_spawn_file_actions_destroy(&actions); /* holds no more than memory */
	return pid;
}

static bool hand_over(const char *program, const char *text)
{
	int in[2], status = -1;
	bool written;
	pid_t pid;

	if (pipe(in))
		return false;
	pid = start(program, in);
	(void)close(in[0]); /* the program's end */
	written = pid && write_all(in[1], text);
	(void)close(in[1]);
	while (pid && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		continue;
	return written && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static struct db_arg ids_of(const struct uuid *ids, size_t n)
{
	return db_array(DB_UUID_ARRAY, ids, NULL, n, 0);
}

enum exit_status mail_send(struct run *r)
{
	struct ctx *ctx = r->ctx;
	const char *program = run_flag(r, "sendmail");
	const struct db_rows *rows;
	struct uuid *sent, *left;
	size_t n_sent = 0, n_left = 0;

	if (!text_one_line(run_flag(r, "from")))
		run_usage(r, "--from deve ser uma linha");
	(void)signal(SIGPIPE, SIG_IGN); /* a program that stops reading has failed, not we */
	db_begin_write(ctx);
	rows = db_query(
		ctx, &list,
		DB_ARGS(db_timestamp(ctx->now_ms), db_int(ATTEMPTS_MAX), db_int(MESSAGES_MAX)));
	sent = pool_array(ctx->pool, struct uuid, db_count(rows));
	left = pool_array(ctx->pool, struct uuid, db_count(rows));
	for (size_t i = 0; i < db_count(rows); i++) {
		bool taken =
			hand_over(program ? program : "/usr/sbin/sendmail", message(r, rows, i));

		if (taken)
			sent[n_sent++] = db_get_uuid(rows, i, C_ID);
		else
			left[n_left++] = db_get_uuid(rows, i, C_ID);
	}
	(void)db_exec(ctx, &drop, DB_ARGS(ids_of(sent, n_sent), db_timestamp(ctx->now_ms)));
	(void)db_exec(ctx, &failed, DB_ARGS(ids_of(left, n_left)));
	db_commit(ctx);
	print_one(r, columns, ARRAY_SIZE(columns),
		  (struct cell[]){ cell_int((int64_t)n_sent), cell_int((int64_t)n_left) });
	return n_left ? EXIT_REFUSED : EXIT_DONE;
}

void mail_register(void)
{
	db_register(statements, ARRAY_SIZE(statements));
}

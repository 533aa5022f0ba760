/* SPDX-License-Identifier: Apache-2.0 */
/* notices_command.c: lastro compute notices, deliver, mail send. */
#include "config.h"

#include "admin/deletions.h"
#include "admin/jobs.h"

#include "core/text.h"
#include "notices/deliver.h"
#include "notices/find_notices.h"
#include "notices/mail_queue.h"

/* The flags that choose the way of an e-mail. */
#define MAIL_FLAGS(needed)                                                                         \
	{ "from", "ENDEREÇO", "de quem são as mensagens", needed },                                \
		{ "sendmail", "PROGRAMA",                                                          \
		  "que as recebe, como sendmail -t -i (/usr/sbin/sendmail)", false },              \
	{                                                                                          \
		"smtp", "URL", "o servidor, smtp:// ou smtps://, no lugar do programa", false      \
	}

static struct mail_way way_of(struct run *r)
{
	const struct mail_way way = { run_flag(r, "from"), run_flag(r, "sendmail"),
				      run_flag(r, "smtp") };

	if (way.from && !text_one_line(way.from))
		run_usage(r, "--from deve ser uma linha");
	if (!way.from && (way.smtp || way.sendmail))
		run_usage(r, "falta --from: de quem são as mensagens");
	if (way.smtp && !text_starts(way.smtp, "smtp://") && !text_starts(way.smtp, "smtps://"))
		run_usage(r, "--smtp começa com smtp:// ou smtps://");
	return way;
}

static void find_part(struct ctx *ctx, const struct job_part *part, void *arg)
{
	*(int64_t *)arg += notices_find(ctx, part->workspaces, part->reachable);
}

static enum exit_status compute_notices(struct run *r)
{
	static const struct column columns[] = {
		{ "queued", "avisos novos", CELL_INT },
		{ "deleted", "contas apagadas", CELL_INT },
	};
	struct deletions deletions;
	int64_t queued = 0;
	enum exit_status status;

	/* Deletions come first, so that no notice is queued for a deleted account. */
	deletions_run(r, &deletions);
	status = job_each(r, "notices", find_part, &queued);
	print_one(r, columns, ARRAY_SIZE(columns),
		  (struct cell[]){ cell_int(queued), cell_int(deletions.done) });
	return deletions.left ? EXIT_REFUSED : status;
}

static const struct flag deliver_flags[] = {
	MAIL_FLAGS(false),
	{ "allow-private", NULL, "também http e endereços internos, em uma intranet ou um teste",
	  false },
	{ .name = NULL },
};

static enum exit_status deliver(struct run *r)
{
	static const struct column columns[] = {
		{ "delivered", "entregues", CELL_INT },
		{ "failed", "falharam, para tentar de novo", CELL_INT },
		{ "dead", "desistidas", CELL_INT },
	};
	const struct mail_way way = way_of(r);
	struct deliver_result res = { 0 };
	struct reach reach = job_reach(r);

	if (!reach.none)
		notices_deliver(r->ctx,
				&(struct deliver_want){ .mail = way.from ? &way : NULL,
							.private_too = run_flag(r, "allow-private"),
							.workspaces = reach.workspaces },
				&res);
	print_one(r, columns, ARRAY_SIZE(columns),
		  (struct cell[]){ cell_int(res.sent), cell_int(res.again), cell_int(res.dead) });
	return res.again || res.dead ? EXIT_REFUSED : reach.status;
}

static const struct flag mail_send_flags[] = {
	MAIL_FLAGS(true),
	{ .name = NULL },
};

static enum exit_status mail_send(struct run *r)
{
	static const struct column columns[] = {
		{ "sent", "enviadas", CELL_INT },
		{ "failed", "falharam", CELL_INT },
	};
	const struct mail_way way = way_of(r);
	struct mail_queue_result res;

	mail_queue_send(r->ctx, &way, &res);
	print_one(r, columns, ARRAY_SIZE(columns),
		  (struct cell[]){ cell_int(res.sent), cell_int(res.failed) });
	return res.failed ? EXIT_REFUSED : EXIT_DONE;
}

const struct command notices_commands[] = {
	{ "mail send", "", "entrega as mensagens que pedidos de conta e de exclusão deixaram", 0, 0,
	  mail_send_flags, mail_send, NULL },
	{ "compute notices", "",
	  "acha o que há para avisar a quem pediu, e apaga as contas cujo prazo passou", 0, 0, NULL,
	  compute_notices, NULL },
	{ "deliver", "", "envia os alertas das mesas e os avisos que as pessoas pediram", 0, 0,
	  deliver_flags, deliver, NULL },
	{ .name = NULL },
};

/* SPDX-License-Identifier: Apache-2.0 */
/* mail_out.h: sends one e-mail, by a program with the interface of sendmail, or over SMTP. */
#ifndef LASTRO_NOTICES_MAIL_OUT_H
#define LASTRO_NOTICES_MAIL_OUT_H

#include "core/uuid.h"

struct mail_way {
	const char *from;     /* of one line: "a@b", or "Lastro <a@b>" */
	const char *sendmail; /* the program; NULL: /usr/sbin/sendmail */
	const char *smtp;     /* the server that replaces it, smtp:// or smtps://; or NULL */
};

struct mail {
	const char *to, *subject, *body; /* UTF-8; to and subject of one line */
	struct uuid id;			 /* of the message: the same in each attempt */
};

/*
 * mail_out() - sends it; NULL when it was accepted, else why not.  Over SMTP with STARTTLS if the
 * server offers it; LASTRO_SMTP_USER and LASTRO_SMTP_PASSWORD in the environment log in, and then TLS
 * is required.  The process ignores SIGPIPE: a program that stops reading has failed.
 */
const char *mail_out(void *pool, const struct mail_way *way, const struct mail *m);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* mail_out.h: sends one e-mail, by a program with the interface of sendmail, or over SMTP. */
#ifndef LASTRO_ADMIN_MAIL_OUT_H
#define LASTRO_ADMIN_MAIL_OUT_H

#include "admin/command.h"

/* The flags that choose the way: --from, --sendmail, --smtp. */
#define MAIL_FLAGS(needed)                                                                         \
	{ "from", "ENDEREÇO", "de quem são as mensagens", needed },                                \
		{ "sendmail", "PROGRAMA",                                                          \
		  "que as recebe, como sendmail -t -i (/usr/sbin/sendmail)", false },              \
	{                                                                                          \
		"smtp", "URL", "o servidor, smtp:// ou smtps://, no lugar do programa", false      \
	}

struct mail {
	const char *to, *subject, *body; /* UTF-8; to and subject of one line */
	struct uuid id;			 /* of the message: the same in each attempt */
};

/* mail_out_check() - checks the flags; exits when they are inconsistent. */
void mail_out_check(struct run *r);

/*
 * mail_out() - sends it; NULL when it was accepted, else why not.  Over SMTP with STARTTLS if the
 * server offers it; LASTRO_SMTP_USER and LASTRO_SMTP_PASSWORD in the environment log in, and then TLS
 * is required.
 */
const char *mail_out(struct run *r, const struct mail *m);

#endif

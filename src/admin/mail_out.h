/* SPDX-License-Identifier: Apache-2.0 */
/* mail_out.h: one message by e-mail: by a program that takes it as sendmail does, or over SMTP. */
#ifndef LASTRO_ADMIN_MAIL_OUT_H
#define LASTRO_ADMIN_MAIL_OUT_H

#include "admin/command.h"

/* The flags that say how: --from, --sendmail, --smtp. */
#define MAIL_FLAGS(needed)                                                                         \
	{ "from", "ENDEREÇO", "de quem são as mensagens", needed },                                \
		{ "sendmail", "PROGRAMA",                                                          \
		  "que as recebe, como sendmail -t -i (/usr/sbin/sendmail)", false },              \
	{                                                                                          \
		"smtp", "URL", "o servidor, smtp:// ou smtps://, no lugar do programa", false      \
	}

struct mail {
	const char *to, *subject, *body; /* UTF-8; to and subject of one line */
	struct uuid id;			 /* of the message: the same each time that it is sent */
};

/* mail_out_check() - the flags; exits where they make no sense. */
void mail_out_check(struct run *r);

/*
 * mail_out() - NULL when the message was taken, else why it was not.  Over SMTP with STARTTLS where the server offers it;
 * LASTRO_SMTP_USER and LASTRO_SMTP_PASSWORD in the environment log in, and then TLS is demanded.
 */
const char *mail_out(struct run *r, const struct mail *m);

#endif

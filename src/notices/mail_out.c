/* SPDX-License-Identifier: Apache-2.0 */
/* mail_out.c: sends one e-mail, by a program with the interface of sendmail, or over SMTP. */
#include "config.h"

#include "notices/mail_out.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <curl/curl.h>

#include "core/buf.h"
#include "core/encode.h"
#include "core/pool.h"
#include "core/text.h"
#include "core/uuid.h"

#define SECONDS 20L

/* "Lastro <a@b>" as a@b. */
static const char *bare(void *pool, const char *from)
{
	const char *open = strrchr(from, '<');

	return open ? pool_strndup(pool, open + 1, strcspn(open + 1, ">")) : from;
}

/* With the line ends of e-mail, which a program with the interface of sendmail accepts too. */
static const char *message(void *pool, const struct mail_way *way, const struct mail *m)
{
	const char *host = strrchr(bare(pool, way->from), '@');
	struct buf out;
	const char *id = uuid_text(pool, m->id);

	buf_init(&out, pool, 1024);
	buf_printf(&out, "From: %s\nTo: %s\nSubject: =?utf-8?B?%s?=\nMessage-ID: <%s%s>\n",
		   way->from, m->to, base64_encoded(pool, m->subject, strlen(m->subject)), id,
		   host ? host : "@lastro");
	buf_str(&out, "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"
		      "Content-Transfer-Encoding: 8bit\nAuto-Submitted: auto-generated\n\n");
	buf_str(&out, m->body);
	return buf_text(&out);
}

/* ---- by a program ---- */

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

/* Starts the program with @in as its standard input; 0: it could not be started. */
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
	(void)posix_spawn_file_actions_destroy(&actions); /* has nothing but memory to release */
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

/* ---- over SMTP ---- */

struct reading {
	const char *p;
};

static size_t read_message(char *to, size_t size, size_t n, void *arg)
{
	struct reading *r = arg;
	size_t left = strlen(r->p), now = left < size * n ? left : size * n;

	memcpy(to, r->p, now);
	r->p += now;
	return now;
}

static const char *with_crlf(void *pool, const char *text)
{
	struct buf b;

	buf_init(&b, pool, strlen(text) + 200);
	for (; *text; text++) {
		if (*text == '\n')
			buf_char(&b, '\r');
		if (*text != '\r')
			buf_char(&b, *text);
	}
	return buf_text(&b);
}

static bool log_in(CURL *c)
{
	const char *user = getenv("LASTRO_SMTP_USER"), *password = getenv("LASTRO_SMTP_PASSWORD");

	if (!user || !password)
		return curl_easy_setopt(c, CURLOPT_USE_SSL, (long)CURLUSESSL_TRY) == CURLE_OK;
	return curl_easy_setopt(c, CURLOPT_USE_SSL, (long)CURLUSESSL_ALL) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_USERNAME, user) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_PASSWORD, password) == CURLE_OK;
}

static const char *send_smtp(void *pool, const struct mail_way *way, CURL *c, struct curl_slist *to,
			     const struct mail *m)
{
	char why[CURL_ERROR_SIZE] = "";
	struct reading reading = { with_crlf(pool, message(pool, way, m)) };
	CURLcode got;

	if (curl_easy_setopt(c, CURLOPT_URL, way->smtp) != CURLE_OK ||
	    curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, "smtp,smtps") != CURLE_OK ||
	    curl_easy_setopt(c, CURLOPT_MAIL_FROM, bare(pool, way->from)) != CURLE_OK ||
	    curl_easy_setopt(c, CURLOPT_MAIL_RCPT, to) != CURLE_OK ||
	    curl_easy_setopt(c, CURLOPT_READFUNCTION, read_message) != CURLE_OK ||
	    curl_easy_setopt(c, CURLOPT_READDATA, &reading) != CURLE_OK ||
	    curl_easy_setopt(c, CURLOPT_UPLOAD, 1L) != CURLE_OK ||
	    curl_easy_setopt(c, CURLOPT_PROXY, "") != CURLE_OK ||
	    curl_easy_setopt(c, CURLOPT_TIMEOUT, SECONDS) != CURLE_OK ||
	    curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L) != CURLE_OK ||
	    curl_easy_setopt(c, CURLOPT_ERRORBUFFER, why) != CURLE_OK || !log_in(c))
		return "libcurl não aceita o envio";
	got = curl_easy_perform(c);
	return got == CURLE_OK ? NULL : pool_strdup(pool, why[0] ? why : curl_easy_strerror(got));
}

static const char *over_smtp(void *pool, const struct mail_way *way, const struct mail *m)
{
	struct curl_slist *to = curl_slist_append(NULL, m->to);
	CURL *c = to ? curl_easy_init() : NULL;
	const char *why = c ? send_smtp(pool, way, c, to, m) : "não há memória";

	curl_easy_cleanup(c);
	curl_slist_free_all(to);
	return why;
}

const char *mail_out(void *pool, const struct mail_way *way, const struct mail *m)
{
	if (way->smtp)
		return over_smtp(pool, way, m);
	return hand_over(way->sendmail ? way->sendmail : "/usr/sbin/sendmail",
			 message(pool, way, m))
		       ? NULL
		       : "o programa de correio não aceitou a mensagem";
}

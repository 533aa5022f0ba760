/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pdf_words.c: starts lastro-pdf, hands it the file and its password, and reads what it says.
 *
 * File and password lie in memory that only the two processes have (memfd), so that neither is on a disk or
 * a command line and no write can wait for the other side.
 */
#include "config.h"

#include "sheet/pdf_words.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/buf.h"
#include "core/clock.h"
#include "core/log.h"
#include "core/pool.h"
#include "pdf/pdf_status.h"

#define ANSWER_MAX (PDF_TEXT_MAX + 4096)
#define COORDINATE_MAX 2000000

bool pdf_is(struct slice content)
{
	return slice_starts(content, "%PDF-");
}

/* ---- its answer ---- */

/* A number before a blank or the end. */
static bool take_int(struct slice *line, int *out)
{
	struct slice head, tail;
	size_t at = 0;
	int v = 0;

	(void)slice_cut(*line, ' ', &head, &tail); /* without a blank the head is all of it */
	if (head.n && head.p[0] == '-')
		at = 1;
	if (head.n - at == 0 || head.n - at > 7)
		return false;
	for (size_t i = at; i < head.n; i++) {
		if (!is_digit(head.p[i]))
			return false;
		v = 10 * v + (head.p[i] - '0');
	}
	*out = at ? -v : v;
	*line = tail;
	return v <= COORDINATE_MAX;
}

static bool take_word(void *pool, struct slice line, struct page_words *out, size_t *size)
{
	struct page_word w = { .page = 0 };

	if (!take_int(&line, &w.page) || !take_int(&line, &w.x) || !take_int(&line, &w.y) ||
	    !take_int(&line, &w.width) || !take_int(&line, &w.height) || !line.n || w.page < 1 ||
	    w.page > out->pages || !text_valid(line, &(size_t){ 0 }))
		return false;
	w.text = slice_text(pool, line);
	pool_grow(pool, out->items, struct page_word, out->n, *size, 512);
	out->items[out->n++] = w;
	return true;
}

bool pdf_words_parse(void *pool, struct slice answer, struct page_words *out)
{
	struct slice line, rest;
	size_t size = 0;

	*out = (struct page_words){ .n = 0 };
	if (!slice_cut(answer, '\n', &line, &rest) || !take_int(&line, &out->pages) || line.n ||
	    out->pages < 1 || out->pages > PDF_PAGES_MAX)
		return false;
	while (slice_cut(rest, '\n', &line, &rest)) {
		if (slice_eq(line, "end"))
			return rest.n == 0;
		if (!take_word(pool, line, out, &size))
			return false;
	}
	return false;
}

/* ---- the program ---- */

/* A descriptor at the beginning of @bytes; -1: the system has none. */
static int held(struct slice bytes)
{
	int fd = memfd_create("lastro-pdf", MFD_CLOEXEC);
	size_t done = 0;

	while (fd >= 0 && done < bytes.n) {
		ssize_t n = write(fd, bytes.p + done, bytes.n - done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			(void)close(fd); /* nothing but memory */
			return -1;
		}
		done += (size_t)n;
	}
	if (fd >= 0 && lseek(fd, 0, SEEK_SET) != 0) {
		(void)close(fd);
		return -1;
	}
	return fd;
}

/* Descriptors beyond those that the program has for itself, so that placing one covers no other. */
static int above(int fd)
{
	int up = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, PDF_PASSWORD_FD + 1);

	if (fd >= 0)
		(void)close(fd);
	return up;
}

static int place(posix_spawn_file_actions_t *a, int file, int password, int answer)
{
	return posix_spawn_file_actions_adddup2(a, file, STDIN_FILENO) ||
	       posix_spawn_file_actions_adddup2(a, answer, STDOUT_FILENO) ||
	       posix_spawn_file_actions_addopen(a, STDERR_FILENO, "/dev/null", O_WRONLY, 0) ||
	       posix_spawn_file_actions_adddup2(a, password, PDF_PASSWORD_FD) ||
	       posix_spawn_file_actions_addclosefrom_np(a, PDF_PASSWORD_FD + 1);
}

static int set_signals(posix_spawnattr_t *attributes)
{
	sigset_t none, all;

	(void)sigemptyset(&none); /* these fail only for a wrong pointer */
	(void)sigfillset(&all);
	return posix_spawnattr_setsigmask(attributes, &none) ||
	       posix_spawnattr_setsigdefault(attributes, &all) ||
	       posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

/* Starts it with these descriptors, nothing else open and no environment; 0: it could not be started. */
static pid_t start(const char *program, int file, int password, int answer)
{
	char *const argv[] = { (char[]){ "lastro-pdf" }, NULL }, *const env[] = { NULL };
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	pid_t pid = 0;

	if (posix_spawn_file_actions_init(&actions))
		return 0;
	if (posix_spawnattr_init(&attributes)) {
		(void)posix_spawn_file_actions_destroy(&actions);
		return 0;
	}
	if (place(&actions, file, password, answer) || set_signals(&attributes) ||
	    posix_spawn(&pid, program, &actions, &attributes, argv, env))
		pid = 0;
	(void)posix_spawnattr_destroy(&attributes); /* both have nothing but memory to release */
	(void)posix_spawn_file_actions_destroy(&actions);
	return pid;
}

/* All that it writes, until its end; false when it is late or says too much. */
static bool listen_to(int fd, int64_t until_us, struct buf *answer)
{
	for (;;) {
		struct pollfd p = { .fd = fd, .events = POLLIN };
		int64_t left_ms = (until_us - clock_monotonic_us()) / 1000;
		ssize_t n;

		if (left_ms <= 0 || answer->n > ANSWER_MAX)
			return false;
		n = poll(&p, 1, (int)left_ms);
		if (n == 0 || (n < 0 && errno == EINTR))
			continue;
		n = n < 0 ? -1 : read(fd, buf_room(answer, 65536), 65536);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n == 0;
		answer->n += (size_t)n;
	}
}

/* One that has ended keeps its own status; one that only closed its answer is not waited for. */
static int end_of(pid_t pid)
{
	int status = -1;

	(void)kill(pid, SIGKILL); /* it may have ended by itself */
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		continue;
	return status;
}

/* The exit status; -1: it did not end by itself, -2: it could not be started. */
static int run(const char *program, const int fd[2], int64_t until_us, struct buf *answer)
{
	int out[2], status;
	pid_t pid;
	bool heard;

	if (fd[0] < 0 || fd[1] < 0 || pipe2(out, O_CLOEXEC))
		return -2;
	out[1] = above(out[1]);
	pid = out[1] < 0 ? 0 : start(program, fd[0], fd[1], out[1]);
	(void)close(out[1]); /* its end */
	heard = pid && listen_to(out[0], until_us, answer);
	(void)close(out[0]);
	if (!pid)
		return -2;
	status = end_of(pid);
	return heard && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int ask_program(const char *program, struct slice content, const char *password,
		       int64_t until_us, struct buf *answer)
{
	const int fd[] = { above(held(content)), above(held(slice_of(password ? password : ""))) };
	int status = run(program, fd, until_us, answer);

	for (size_t i = 0; i < ARRAY_SIZE(fd); i++)
		if (fd[i] >= 0)
			(void)close(fd[i]);
	return status;
}

static const char *refusal_of(int status, const char *password)
{
	switch (status) {
	case PDF_STATUS_PASSWORD:
		return password
			       ? "A senha não abre este PDF: confira-a. Em muitas corretoras ela é "
				 "o começo do seu CPF."
			       : "O PDF pede uma senha: envie-o de novo com ela. Em muitas "
				 "corretoras ela é o começo do seu CPF. Ela não é guardada.";
	case PDF_STATUS_TOO_LARGE:
		return "O PDF passa de 100 páginas ou de 8 MB de texto: divida-o.";
	case PDF_STATUS_UNCONFINED:
	case 127: /* posix_spawn() of older systems */
	case -2:
		log_event(LOG_ERROR, NULL, "lastro-pdf could not be started or confined");
		return "O leitor de PDF deste serviço não está funcionando: envie a planilha da "
		       "corretora, ou tente mais tarde.";
	default:
		return "O PDF não pôde ser lido: está cortado, danificado, ou leva tempo demais. "
		       "Baixe-o de novo na corretora.";
	}
}

enum sheet_err pdf_words_read(void *pool, const char *program, struct slice content,
			      const char *password, int64_t until_us, struct page_words *out,
			      const char **reason)
{
	struct buf answer;
	int status;

	buf_init(&answer, pool, 65536);
	status = password && strlen(password) > PDF_PASSWORD_MAX
			 ? PDF_STATUS_PASSWORD
			 : ask_program(program, content, password, until_us, &answer);
	if (status == PDF_STATUS_READ &&
	    pdf_words_parse(pool, (struct slice){ answer.p, answer.n }, out))
		return SHEET_OK;
	*reason = refusal_of(status, password);
	return SHEET_UNREADABLE;
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reader.c: bytes from files, archives and pipes.
 *
 * libarchive reads zip, gzip and plain files alike ("raw").  On a seekable file, a zip is read by its
 * central directory: re-saved ones have no sizes before their members.
 */
#include "config.h"

#include "load/reader.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/pool.h"
#include "core/ctx.h"

#define BUFFER_SIZE ((size_t)(256 * 1024))
#define LINE_MAX_BYTES ((size_t)(64 * 1024))

struct reader {
	struct ctx *ctx;
	void *pool;
	struct archive *archive; /* NULL: the bytes were given */
	const char *path;	 /* for messages */
	const char *member;	 /* pattern of the names in the archive */
	const char *name;
	char *buffer; /* read but not consumed: [at, end) */
	size_t at, end;
	bool finished;
	int64_t line;
	int64_t total; /* bytes of the file on disk; 0 when unknown */
	void (*report)(void *arg, int64_t done, int64_t total);
	void *report_arg;
};

static void close_archive(void *arg)
{
	(void)archive_read_free(arg);
}

static void close_file(void *arg)
{
	(void)close(*(int *)arg);
}

NORETURN static void unreadable(struct reader *r)
{
	const char *why = archive_error_string(r->archive);

	fail(r->ctx, 400, "invalid_input", "%s: não se consegue ler (%s).", r->path,
	     why ? why : "formato desconhecido");
}

/* Fills the buffer's free end. */
static void fill(struct reader *r)
{
	la_ssize_t n;

	if (r->finished)
		return;
	if (r->at) {
		memmove(r->buffer, r->buffer + r->at, r->end - r->at);
		r->end -= r->at;
		r->at = 0;
	}
	while (r->end < BUFFER_SIZE) {
		n = archive_read_data(r->archive, r->buffer + r->end, BUFFER_SIZE - r->end);
		if (n < 0)
			unreadable(r);
		if (n == 0) {
			r->finished = true;
			break;
		}
		r->end += (size_t)n;
	}
	if (r->report)
		r->report(r->report_arg, archive_filter_bytes(r->archive, -1), r->total);
}

/* Whether the first bytes allow this to be the requested file. */
static void check_start(struct reader *r)
{
	struct slice s;

	fill(r);
	if (r->end - r->at >= 3 && memcmp(r->buffer + r->at, "\xef\xbb\xbf", 3) == 0)
		r->at += 3;
	s = slice_trim((struct slice){ r->buffer + r->at, r->end - r->at });
	if (!s.n)
		fail(r->ctx, 400, "invalid_input", "%s: o arquivo está vazio.", r->path);
	if (s.p[0] == '<')
		fail(r->ctx, 400, "invalid_input",
		     "%s: é uma página HTML ou XML, não o arquivo de dados.", r->path);
}

static void open_file(struct reader *r, const char *path)
{
	int *fd = pool_zero(r->pool, int);
	struct stat st;
	int failed;

	if (str_eq(path, "-")) {
		r->path = "entrada padrão";
		if (archive_read_open_fd(r->archive, STDIN_FILENO, 65536) != ARCHIVE_OK)
			unreadable(r);
		return;
	}
	*fd = open(path, O_RDONLY | O_CLOEXEC);
	failed = errno;
	if (*fd < 0)
		fail(r->ctx, 400, "invalid_input", "%s: não se consegue abrir (%s).", path,
		     strerror(failed));
	pool_on_free(r->pool, close_file, fd);
	if (fstat(*fd, &st) == 0 && S_ISDIR(st.st_mode))
		fail(r->ctx, 400, "invalid_input", "%s: é uma pasta.", path);
	r->total = S_ISREG(st.st_mode) ? (int64_t)st.st_size : 0;
	if (archive_read_open_fd(r->archive, *fd, 65536) != ARCHIVE_OK)
		unreadable(r);
}

static struct reader *reader_new(struct ctx *ctx, void *pool, const char *path)
{
	struct reader *r = pool_zero(pool, struct reader);

	r->ctx = ctx;
	r->pool = pool;
	r->path = path;
	return r;
}

/* "x.csv.gz" holds x.csv. */
static const char *without_gz(void *pool, const char *name)
{
	size_t n = strlen(name);

	return n > 3 && strcasecmp(name + n - 3, ".gz") == 0 ? pool_strndup(pool, name, n - 3)
							     : name;
}

/* Goes to the next matching file; false when the archive has no more. */
static bool next_member(struct reader *r)
{
	struct archive_entry *entry = NULL;

	for (;;) {
		int got = archive_read_next_header(r->archive, &entry);
		const char *path;

		if (got == ARCHIVE_EOF)
			return false;
		if (got != ARCHIVE_OK && got != ARCHIVE_WARN)
			unreadable(r);
		if (archive_format(r->archive) == ARCHIVE_FORMAT_RAW)
			return true;
		path = archive_entry_pathname(entry);
		r->name = pool_strdup(r->pool, text_after_last(path ? path : "", '/'));
		if (archive_entry_filetype(entry) == AE_IFREG &&
		    fnmatch(r->member, r->name, FNM_CASEFOLD) == 0)
			return true;
	}
}

struct reader *reader_open(struct ctx *ctx, void *pool, const char *path, const char *member)
{
	struct reader *r = reader_new(ctx, pool, path);

	r->member = member;
	r->name = without_gz(pool, str_eq(path, "-") ? "-" : text_after_last(path, '/'));
	r->archive = archive_read_new();
	if (!r->archive)
		fail(ctx, 500, "internal_error", "Falta memória para ler %s.", path);
	pool_on_free(pool, close_archive, r->archive);
	(void)archive_read_support_filter_gzip(r->archive); /* both are compiled into libarchive */
	(void)archive_read_support_format_zip(r->archive);
	(void)archive_read_support_format_raw(r->archive);
	(void)archive_read_support_format_empty(r->archive);
	open_file(r, path);
	r->buffer = pool_array(pool, char, BUFFER_SIZE);
	if (!next_member(r))
		fail(ctx, 400, "invalid_input", "%s: %s.", r->path,
		     archive_format(r->archive) == ARCHIVE_FORMAT_ZIP
			     ? "nenhum membro do arquivo zip tem o nome esperado"
			     : "o arquivo está vazio");
	check_start(r);
	return r;
}

bool reader_next(struct reader *r)
{
	if (!r->archive || archive_format(r->archive) != ARCHIVE_FORMAT_ZIP || !next_member(r))
		return false;
	r->at = r->end = 0;
	r->line = 0;
	r->finished = false;
	check_start(r);
	return true;
}

struct reader *reader_of(struct ctx *ctx, void *pool, const char *name, struct slice text)
{
	struct reader *r = reader_new(ctx, pool, name);

	r->name = name;
	r->buffer = pool_strndup(pool, text.p ? text.p : "", text.n);
	r->end = text.n;
	r->finished = true;
	check_start(r);
	return r;
}

void reader_progress(struct reader *r, void (*report)(void *arg, int64_t done, int64_t total),
		     void *arg)
{
	r->report = report;
	r->report_arg = arg;
}

const char *reader_name(const struct reader *r)
{
	return r->name;
}

int64_t reader_line_number(const struct reader *r)
{
	return r->line;
}

char reader_peek(const struct reader *r)
{
	struct slice s = slice_trim((struct slice){ r->buffer + r->at, r->end - r->at });

	return s.n ? s.p[0] : '\0';
}

bool reader_line(struct reader *r, struct slice *line)
{
	const char *lf = memchr(r->buffer + r->at, '\n', r->end - r->at);
	size_t n;

	if (!lf && !r->finished) {
		fill(r);
		lf = memchr(r->buffer + r->at, '\n', r->end - r->at);
	}
	if (!lf && r->at == r->end)
		return false;
	n = lf ? (size_t)(lf - (r->buffer + r->at)) : r->end - r->at;
	r->line++;
	if (n > LINE_MAX_BYTES)
		fail(r->ctx, 400, "invalid_input", "%s, linha %lld: mais de 64 KiB.", r->path,
		     (long long)r->line);
	*line = (struct slice){ r->buffer + r->at, n };
	r->at += n + (lf != NULL);
	if (line->n && line->p[line->n - 1] == '\r')
		line->n--;
	return true;
}

struct slice reader_all(struct reader *r, size_t max)
{
	size_t n = 0, size = BUFFER_SIZE;
	char *all = pool_array(r->pool, char, size);

	for (;;) {
		size_t have = r->end - r->at;

		if (n + have > max)
			fail(r->ctx, 400, "invalid_input", "%s: maior que %zu MiB.", r->path,
			     max / (1024 * 1024));
		if (n + have > size) {
			size = 2 * (n + have);
			all = pool_resize(r->pool, all, char, size);
		}
		memcpy(all + n, r->buffer + r->at, have);
		n += have;
		r->at = r->end;
		if (r->finished)
			break;
		fill(r);
	}
	return (struct slice){ all, n };
}

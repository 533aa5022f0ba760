/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fetch.c: downloads a file and loads it: conditional requests, retries, the cache, validation.
 *
 * While downloading, the cache has FILE.part with FILE.part.meta (the rest is requested by Range, of
 * the same version only), then FILE until it is loaded; a file that the loader refused stays for
 * inspection, until it is fetched again.
 */
#include "config.h"

#include "load/fetch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/backoff.h"
#include "core/buf.h"
#include "core/pool.h"
#include "db/db.h"
#include "load/fetch_http.h"

#define WAIT_MOST_MS INT64_C(60000)
#define RETRY_AFTER_MOST 600
#define LIVE_SECONDS 30L
#define HEAD_BYTES 4096
#define PAGES_MAX 200
#define LEFT_SECONDS INT64_C(604800) /* age of an abandoned part */

static DB_STMT(known, "fetch.known", "select etag, last_modified from fetched where url = $1");

static DB_STMT(
	record, "fetch.record",
	"insert into fetched (url, source, etag, last_modified, bytes, loaded_at, role)"
	" values ($1, $2, $3, $4, $5, $6, session_user)"
	" on conflict (url) do update set source = excluded.source, etag = excluded.etag,"
	"     last_modified = excluded.last_modified, bytes = excluded.bytes, loaded_at = excluded.loaded_at,"
	"     role = excluded.role");

struct fetch {
	struct ctx *ctx;
	void *pool;
	const struct fetch_source *source;
	const struct fetch_options *opt;
	const char *url, *agent;
	bool any_scheme;
	struct buf bytes; /* of a live source */
	/* of the others */
	const char *whole, *part, *part_meta;
	int fd; /* of part; -1: closed */
	int64_t n;
	struct fetch_validators of_part;
	struct fetch_validators loaded; /* stored in the database */
	bool has_loaded;
};

/* ---- location ---- */

/* The base URL that replaces the official server, or NULL. */
static const char *other_base(const struct fetch_source *s, const struct fetch_options *opt)
{
	const char *base = opt->base_url;

	if (!base && str_eq(s->source, "usdt"))
		base = getenv("LASTRO_FETCH_BASE_USDT");
	if (!base || !*base)
		base = getenv("LASTRO_FETCH_BASE");
	return base && *base ? base : NULL;
}

static const char *url_of(void *pool, const struct fetch_source *s, const struct fetch_options *opt,
			  int page)
{
	const char *base = other_base(s, opt);

	return pool_printf(pool, "%s%s", base ? base : s->base,
			   fetch_expand(pool, s->path, s, opt, page, true));
}

const char *fetch_url(void *pool, const struct fetch_source *s, const struct fetch_options *opt)
{
	return url_of(pool, s, opt, 1);
}

static void name_url(struct fetch *f, int page)
{
	const char *said = f->opt->contact ? f->opt->contact : getenv("LASTRO_FETCH_CONTACT");

	f->any_scheme = other_base(f->source, f->opt) != NULL;
	f->url = url_of(f->pool, f->source, f->opt, page);
	if (said && !text_one_line(said))
		fail(f->ctx, 400, "invalid_input", "O contato não é um endereço de uma linha.");
	f->agent = said && *said ? pool_printf(f->pool, "lastro/%s (+%s)", PACKAGE_VERSION, said)
				 : "lastro/" PACKAGE_VERSION;
}

static void make_folder(struct ctx *ctx, const char *path)
{
	struct stat st;

	if (mkdir(path, 0700) == 0)
		return;
	if (errno != EEXIST || stat(path, &st) != 0 || !S_ISDIR(st.st_mode))
		fail(ctx, 400, "invalid_input", "%s: não é uma pasta de cache que se possa usar.",
		     path);
}

/* The cache directory, created when missing. */
static const char *cache_folder(struct ctx *ctx, const struct fetch_options *opt)
{
	const char *folder = opt->cache ? opt->cache : getenv("LASTRO_FETCH_CACHE");
	const char *home = getenv("HOME");

	if (!folder || !*folder) {
		if (!home || !*home)
			fail(ctx, 400, "invalid_input",
			     "Falta a pasta de cache: dê --cache ou LASTRO_FETCH_CACHE.");
		make_folder(ctx, pool_printf(ctx->pool, "%s/.cache", home));
		folder = pool_printf(ctx->pool, "%s/.cache/lastro", home);
	}
	make_folder(ctx, folder);
	return folder;
}

static void name_files(struct fetch *f, int page)
{
	f->whole =
		pool_printf(f->pool, "%s/%s", cache_folder(f->ctx, f->opt),
			    fetch_expand(f->pool, f->source->file, f->source, f->opt, page, false));
	f->part = pool_printf(f->pool, "%s.part", f->whole);
	f->part_meta = pool_printf(f->pool, "%s.part.meta", f->whole);
}

static void drop_if_old(struct ctx *ctx, const char *path)
{
	struct stat st;

	if (lstat(path, &st) == 0 && S_ISREG(st.st_mode) &&
	    (int64_t)st.st_mtime < ctx->now_ms / 1000 - LEFT_SECONDS)
		(void)unlink(path); /* the next run tries again */
}

void fetch_sweep(struct ctx *ctx, const struct fetch_options *opt)
{
	const char *folder = cache_folder(ctx, opt);
	DIR *dir = opendir(folder);

	if (!dir)
		return;
	for (const struct dirent *e; (e = readdir(dir));)
		if (text_ends(e->d_name, ".part") || text_ends(e->d_name, ".part.meta"))
			drop_if_old(ctx, pool_printf(ctx->pool, "%s/%s", folder, e->d_name));
	(void)closedir(dir); /* it was only read */
}

/* ---- a file's metadata: three lines ---- */

static bool write_meta(const struct fetch *f, const char *path, const struct fetch_validators *v)
{
	const char *text = pool_printf(f->pool, "%s\n%s\n%s\n", f->url, v->etag, v->last_modified);
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	size_t n = strlen(text);
	bool good;

	if (fd < 0)
		return false;
	good = write(fd, text, n) == (ssize_t)n;
	return close(fd) == 0 && good;
}

/* False when it does not exist, is of another URL, or is empty. */
static bool read_meta(const struct fetch *f, const char *path, struct fetch_validators *v)
{
	char text[4096];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof(text));
	struct slice rest = { text, n > 0 ? (size_t)n : 0 }, url, etag, modified;

	*v = (struct fetch_validators){ { 0 }, { 0 } };
	if (fd >= 0)
		(void)close(fd);
	if (!slice_cut(rest, '\n', &url, &rest) || !slice_eq(url, f->url) ||
	    !slice_cut(rest, '\n', &etag, &rest) || !slice_cut(rest, '\n', &modified, &rest) ||
	    etag.n >= sizeof(v->etag) || modified.n >= sizeof(v->last_modified))
		return false;
	memcpy(v->etag, etag.p, etag.n);
	memcpy(v->last_modified, modified.p, modified.n);
	return true;
}

static bool says(const struct fetch_validators *v)
{
	return v->etag[0] || v->last_modified[0];
}

static void read_known(struct fetch *f)
{
	const struct db_rows *r;

	db_begin_read(f->ctx);
	r = db_query(f->ctx, &known, DB_ARGS(db_text(f->url)));
	f->has_loaded = db_count(r) > 0;
	if (f->has_loaded) {
		const char *etag = db_get_text(r, 0, 0), *modified = db_get_text(r, 0, 1);

		(void)snprintf(f->loaded.etag, sizeof(f->loaded.etag), "%s", etag ? etag : "");
		(void)snprintf(f->loaded.last_modified, sizeof(f->loaded.last_modified), "%s",
			       modified ? modified : "");
	}
	db_commit(f->ctx);
}

/* ---- the part file ---- */

static void close_part(void *arg)
{
	struct fetch *f = arg;

	if (f->fd >= 0)
		(void)close(f->fd);
	f->fd = -1;
}

static void open_part(struct fetch *f)
{
	struct stat st;

	f->fd = open(f->part, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (f->fd < 0 || fstat(f->fd, &st) != 0)
		fail(f->ctx, 400, "invalid_input", "%s: não se consegue abrir (%s).", f->part,
		     strerror(errno));
	if (flock(f->fd, LOCK_EX | LOCK_NB) != 0)
		fail(f->ctx, 400, "invalid_input", "%s: outro lastro fetch baixa este arquivo.",
		     f->part);
	f->n = (int64_t)st.st_size;
	/* Without a validator, the rest could be of another version. */
	if (f->n && (!read_meta(f, f->part_meta, &f->of_part) ||
		     (f->of_part.etag[0] != '"' && !f->of_part.last_modified[0])))
		f->n = 0;
}

static bool take_file(void *arg, bool fresh, const struct fetch_validators *now, const char *p,
		      size_t n)
{
	struct fetch *f = arg;

	if (fresh) {
		f->n = 0;
		f->of_part = *now;
		if (ftruncate(f->fd, 0) != 0 || !write_meta(f, f->part_meta, now))
			return false;
	}
	while (n) {
		ssize_t w = pwrite(f->fd, p, n, (off_t)f->n);

		if (w < 0 && errno == EINTR)
			continue;
		if (w <= 0)
			return false;
		f->n += w;
		p += w;
		n -= (size_t)w;
	}
	return true;
}

static bool take_bytes(void *arg, bool fresh UNUSED, const struct fetch_validators *now UNUSED,
		       const char *p, size_t n)
{
	struct fetch *f = arg;

	buf_put(&f->bytes, p, n);
	return true;
}

static void drop_part(struct fetch *f)
{
	f->n = 0;
	(void)unlink(f->part_meta); /* without it the bytes are not resumed */
}

/* ---- attempts ---- */

NORETURN static void give_up(struct fetch *f, const struct fetch_answer *a, int attempts)
{
	if (f->part && !f->n) /* nothing to resume */
		(void)unlink(f->part);
	if (f->opt->absent)
		*f->opt->absent = a->status == 404 || (f->opt->probe && a->status == 400);
	if (attempts > 1)
		fail(f->ctx, 400, "invalid_input", "%s: %s (%d tentativas).", f->url, a->why,
		     attempts);
	fail(f->ctx, 400, "invalid_input", "%s: %s.", f->url, a->why);
}

static void pause_before(struct fetch *f, const struct fetch_answer *a, int again)
{
	int64_t wait = backoff_ms((unsigned)again, f->opt->wait_ms, WAIT_MOST_MS);

	if (a->retry_after > RETRY_AFTER_MOST)
		fail(f->ctx, 400, "invalid_input", "%s: %s e pede que se volte em %lld segundos.",
		     f->url, a->why, (long long)a->retry_after);
	backoff_sleep(wait > a->retry_after * 1000 ? wait : a->retry_after * 1000);
}

static const struct fetch_validators *condition(const struct fetch *f)
{
	if (f->n)
		return &f->of_part;
	return f->has_loaded && !f->opt->again && says(&f->loaded) ? &f->loaded : NULL;
}

/* Until it is complete, or unchanged (false). */
static bool download(struct fetch *f)
{
	for (int attempt = 1;; attempt++) {
		void *pool = pool_new(f->pool, "fetch attempt");
		const struct fetch_request rq = { .url = f->url,
						  .agent = f->agent,
						  .any_scheme = f->any_scheme,
						  .max = f->source->max,
						  .resume = f->n,
						  .have = condition(f),
						  .body = take_file,
						  .arg = f };
		struct fetch_answer a;

		fetch_http(pool, &rq, &a);
		if (a.end == FETCH_DONE || a.end == FETCH_UNCHANGED)
			return a.end == FETCH_DONE;
		if (a.end == FETCH_RESTART)
			drop_part(f);
		if (a.end == FETCH_REFUSED || attempt >= f->opt->attempts)
			give_up(f, &a, attempt);
		pause_before(f, &a, attempt);
		pool_free(pool);
		/* Without a validator, the received bytes are useless. */
		if (f->n && f->of_part.etag[0] != '"' && !f->of_part.last_modified[0])
			drop_part(f);
	}
}

/* ---- validation of the content ---- */

/* NULL when it is acceptable, else why not. */
static const char *wrong_start(const struct fetch_source *s, struct slice head)
{
	struct slice text = head;

	if (text.n >= 3 && memcmp(text.p, "\xef\xbb\xbf", 3) == 0)
		text = (struct slice){ text.p + 3, text.n - 3 };
	text = slice_trim(text);
	if (!text.n)
		return "o arquivo veio vazio";
	if (*text.p == '<')
		return "veio uma página HTML ou XML, não o arquivo de dados";
	switch (s->kind) {
	case FETCH_ZIP:
		return head.n >= 4 && memcmp(head.p, "PK\3\4", 4) == 0 ? NULL : "não veio um zip";
	case FETCH_JSON:
		return *text.p && strchr("[{\"", *text.p) ? NULL : "não veio JSON";
	case FETCH_TEXT:
		return memmem(text.p, text.n, s->begins, strlen(s->begins))
			       ? NULL
			       : "não veio o arquivo esperado: falta o cabeçalho";
	}
	return NULL;
}

static void check_part(struct fetch *f)
{
	char head[HEAD_BYTES];
	ssize_t n = pread(f->fd, head, sizeof(head), 0);
	const char *wrong = wrong_start(f->source, (struct slice){ head, n > 0 ? (size_t)n : 0 });

	if (!wrong)
		return;
	drop_part(f);
	(void)unlink(f->part);
	if (f->opt->absent)
		*f->opt->absent = f->opt->probe;
	fail(f->ctx, 400, "invalid_input", "%s: %s.", f->url, wrong);
}

static void make_whole(struct fetch *f)
{
	if (rename(f->part, f->whole) != 0)
		fail(f->ctx, 400, "invalid_input", "%s: não se consegue gravar (%s).", f->whole,
		     strerror(errno));
	(void)unlink(f->part_meta);
}

/* ---- the load ---- */

/* The number after "totalPages" in the answer; 1 when there is none. */
static int pages_of(struct fetch *f)
{
	char head[HEAD_BYTES];
	int fd = open(f->whole, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, head, sizeof(head));
	const char *p = n > 0 ? memmem(head, (size_t)n, "totalPages", 10) : NULL;
	const char *end = head + (n > 0 ? n : 0);
	int pages = 0;

	if (fd >= 0)
		(void)close(fd);
	if (!p)
		return 1;
	for (p += 10; p < end && strchr("\\\": ", *p) && *p;)
		p++;
	for (; p < end && *p >= '0' && *p <= '9' && pages < PAGES_MAX; p++)
		pages = 10 * pages + (*p - '0');
	return pages < 1 ? 1 : pages < PAGES_MAX ? pages : PAGES_MAX;
}

static void remember(struct fetch *f)
{
	struct stat st;
	int64_t bytes = stat(f->whole, &st) == 0 ? (int64_t)st.st_size : 0;

	db_begin_write(f->ctx);
	(void)db_exec(
		f->ctx, &record,
		DB_ARGS(db_text(f->url), db_text(f->source->source),
			db_text(f->of_part.etag[0] ? f->of_part.etag : NULL),
			db_text(f->of_part.last_modified[0] ? f->of_part.last_modified : NULL),
			db_int(bytes), db_timestamp(f->ctx->now_ms)));
	db_commit(f->ctx);
	(void)unlink(f->whole);
}

static void load_live(struct fetch *f, const struct load_source *to,
		      const struct load_options *load, struct load_result *res)
{
	const struct fetch_request rq = { .url = f->url,
					  .agent = f->agent,
					  .any_scheme = f->any_scheme,
					  .max = f->source->max,
					  .seconds = LIVE_SECONDS,
					  .body = take_bytes,
					  .arg = f };
	struct fetch_answer a;

	buf_init(&f->bytes, f->pool, 4096);
	fetch_http(f->pool, &rq, &a);
	if (a.end != FETCH_DONE)
		give_up(f, &a, 1);
	load_text(f->ctx, to, f->source->file, (struct slice){ f->bytes.p, f->bytes.n }, load, res);
}

bool fetch_load(struct ctx *ctx, const struct fetch_source *s, const struct fetch_options *opt,
		int page, const struct load_options *load, struct load_result *res,
		const char **name, int *pages)
{
	struct fetch *f = pool_zero(ctx->pool, struct fetch);
	const struct load_source *to = load_source_find(s->source);

	*f = (struct fetch){ .ctx = ctx, .pool = f, .source = s, .opt = opt, .fd = -1 };
	*pages = 1;
	name_url(f, page);
	*name = f->url;
	if (s->live) {
		load_live(f, to, load, res);
		return true;
	}
	name_files(f, page);
	pool_on_free(f, close_part, f);
	open_part(f);
	read_known(f);
	if (!download(f)) {
		(void)unlink(f->part);
		return false;
	}
	check_part(f);
	make_whole(f);
	close_part(f);
	load_file(ctx, to, f->whole, load, res);
	*pages = pages_of(f);
	remember(f);
	return true;
}

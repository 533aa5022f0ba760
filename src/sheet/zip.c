/* SPDX-License-Identifier: Apache-2.0 */
/*
 * zip.c: members of a ZIP in memory, with libarchive's seeking reader.
 *
 * Re-saved XLSX have data descriptors, so local headers lack sizes: only the reader that uses the
 * central directory is enabled.  Each member is looked up with a reader of its own: parts of a workbook
 * refer to each other in any order, and a directory has a dozen entries.
 */
#include "config.h"

#include "sheet/zip.h"

#include <strings.h>

#include <archive.h>
#include <archive_entry.h>

#include "core/clock.h"
#include "core/pool.h"

/* Above this size, a compression ratio over 200 is suspicious (real workbooks reach 60). */
#define BOMB_BYTES ((size_t)16 << 20)
#define BOMB_RATIO 200

static void reader_free(void *arg)
{
	(void)archive_read_free(arg); /* only releases memory */
}

static struct archive *reader(void *scope, struct slice bytes)
{
	struct archive *a = archive_read_new();

	if (!a)
		return NULL;
	pool_on_free(scope, reader_free, a);
	if (archive_read_support_format_zip_seekable(a) != ARCHIVE_OK ||
	    archive_read_open_memory(a, bytes.p, bytes.n) != ARCHIVE_OK)
		return NULL;
	return a;
}

static const char *entry_name(struct archive_entry *e)
{
	const char *name = archive_entry_pathname_utf8(e);

	return name ? name : archive_entry_pathname(e);
}

static enum sheet_err damaged(struct zip *z)
{
	z->reason = "O arquivo XLSX está incompleto ou danificado: baixe-o de novo.";
	return SHEET_UNREADABLE;
}

static enum sheet_err too_large(struct zip *z)
{
	z->reason = "A planilha descompactada passa de 200 MiB.";
	return SHEET_TOO_LARGE;
}

static enum sheet_err look_through(struct zip *z, void *scope)
{
	struct archive *a = reader(scope, z->bytes);
	struct archive_entry *e;
	size_t total = 0;
	int members = 0, rc;

	if (!a)
		return damaged(z);
	while ((rc = archive_read_next_header(a, &e)) == ARCHIVE_OK || rc == ARCHIVE_WARN) {
		la_int64_t size = archive_entry_size_is_set(e) ? archive_entry_size(e) : 0;

		if (archive_entry_is_encrypted(e)) {
			z->reason = "A planilha está protegida por senha: salve-a sem senha.";
			return SHEET_UNREADABLE;
		}
		if (++members > SHEET_MEMBERS_MAX) {
			z->reason = "O arquivo XLSX tem mais de 1.000 partes.";
			return SHEET_UNREADABLE;
		}
		if (size < 0 || (uint64_t)size > SHEET_UNPACKED_MAX)
			return too_large(z);
		total += (size_t)size;
		if (total > SHEET_UNPACKED_MAX)
			return too_large(z);
	}
	return rc == ARCHIVE_EOF && members ? SHEET_OK : damaged(z);
}

enum sheet_err zip_open(struct zip *z, void *pool, struct slice bytes)
{
	void *scope = pool_new(pool, "zip directory");
	enum sheet_err err;

	*z = (struct zip){ .pool = pool,
			   .bytes = bytes,
			   .until_us = clock_process_us() + SHEET_SECONDS * INT64_C(1000000) };
	err = look_through(z, scope);
	pool_free(scope);
	return err;
}

static bool same_name(const char *member, const char *wanted)
{
	for (; *member && *wanted; member++, wanted++) {
		char a = *member == '\\' ? '/' : *member;

		if (strncasecmp(&a, wanted, 1) != 0)
			return false;
	}
	return *member == *wanted;
}

static enum sheet_err unpack(struct zip *z, struct archive *a,
			     bool (*take)(void *arg, const char *p, size_t n), void *arg)
{
	char *piece = pool_array(z->pool, char, 65536);
	la_ssize_t n;

	while ((n = archive_read_data(a, piece, 65536)) > 0) {
		z->unpacked += (size_t)n;
		if (z->unpacked > SHEET_UNPACKED_MAX ||
		    (z->unpacked > BOMB_BYTES && z->unpacked / BOMB_RATIO > z->bytes.n))
			return too_large(z);
		if (clock_process_us() > z->until_us) {
			z->reason = "A planilha levou mais de 5 segundos de processamento: "
				    "divida-a por período.";
			return SHEET_TOO_COMPLEX;
		}
		if (!take(arg, piece, (size_t)n))
			break;
	}
	pool_free(piece);
	return n < 0 ? damaged(z) : SHEET_OK;
}

enum sheet_err zip_member(struct zip *z, const char *name,
			  bool (*take)(void *arg, const char *p, size_t n), void *arg, bool *found)
{
	void *scope = pool_new(z->pool, "zip member");
	struct archive *a = reader(scope, z->bytes);
	enum sheet_err err = SHEET_OK;
	struct archive_entry *e;
	int rc = ARCHIVE_FATAL;

	*found = false;
	while (a && ((rc = archive_read_next_header(a, &e)) == ARCHIVE_OK || rc == ARCHIVE_WARN)) {
		const char *member = entry_name(e);

		if (member && same_name(member, name)) {
			*found = true;
			err = unpack(z, a, take, arg);
			break;
		}
	}
	if (!*found && rc != ARCHIVE_EOF)
		err = damaged(z);
	pool_free(scope);
	return err;
}

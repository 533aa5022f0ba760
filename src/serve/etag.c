/* SPDX-License-Identifier: Apache-2.0 */
/*
 * serve/etag.c: the ETag of an answer, known before the answer is computed.
 *
 * Everything that determines an answer with a validator is known once the caller is: the request, the
 * access, the versions of the ledger and of the public data, the civil date, and the program itself.
 * Answers of public data alone have the same tag for all callers.  The live exchange rate is covered by
 * its version family, which changes when the pair is too old.
 */
#include "config.h"

#include "serve/etag.h"

#include <elf.h>
#include <inttypes.h>
#include <link.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "core/order.h"
#include "identity/caller.h"
#include "core/buf.h"
#include "http/request.h"
#include "http/response.h"

static char build[2 * crypto_generichash_BYTES + 1];

/* The build id in a segment of notes, which the linker computes over the whole program; false when it has none. */
static bool build_id(const char *note, const char *end)
{
	while ((size_t)(end - note) >= sizeof(ElfW(Nhdr))) {
		const ElfW(Nhdr) *head = (const void *)note;
		const char *name = note + sizeof(*head);
		const char *id = name + ((head->n_namesz + 3U) & ~3U);

		note = id + ((head->n_descsz + 3U) & ~3U);
		if (head->n_type != NT_GNU_BUILD_ID || head->n_namesz != sizeof(ELF_NOTE_GNU) ||
		    memcmp(name, ELF_NOTE_GNU, sizeof(ELF_NOTE_GNU)) != 0 ||
		    2 * head->n_descsz >= sizeof(build))
			continue;
		sodium_bin2hex(build, sizeof(build), (const unsigned char *)id, head->n_descsz);
		return true;
	}
	return false;
}

/* The first object is the program. */
static int of_program(struct dl_phdr_info *program, size_t size, void *found)
{
	(void)size;
	for (size_t i = 0; i < program->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &program->dlpi_phdr[i];
		const char *at = (const char *)(program->dlpi_addr + p->p_vaddr);

		if (p->p_type == PT_NOTE && build_id(at, at + p->p_memsz)) {
			*(bool *)found = true;
			break;
		}
	}
	return 1;
}

void etag_init(void)
{
	unsigned char random[crypto_generichash_BYTES];
	bool found = false;

	if (sodium_init() < 0)
		abort();
	(void)dl_iterate_phdr(of_program, &found);
	if (found)
		return;
	/* A build without an identity validates nothing beyond the life of its process. */
	randombytes_buf(random, sizeof(random));
	sodium_bin2hex(build, sizeof(build), random, sizeof(random));
}

static int by_name_and_value(const void *a, const void *b)
{
	const struct parameter *const *x = a;
	const struct parameter *const *y = b;
	int names = strcmp((*x)->name, (*y)->name);

	return names ? names : strcmp((*x)->value, (*y)->value);
}

/*
 * Layers of an answer are a set: neither their order nor the number of parameters that name them
 * matters.
 */
static const char *normal_layers(struct ctx *ctx, const struct parameter *const *from, size_t count)
{
	const char **layers;
	struct buf b;
	size_t n = 0, most = 0;

	for (size_t i = 0; i < count; i++)
		most += strlen(from[i]->value) + 1;
	layers = pool_array(ctx->pool, const char *, most);
	for (size_t i = 0; i < count; i++) {
		struct slice rest = slice_of(from[i]->value);

		while (rest.n) {
			struct slice one;

			if (!slice_cut(rest, ',', &one, &rest))
				rest = (struct slice){ NULL, 0 };
			layers[n++] = slice_text(ctx->pool, one);
		}
	}
	order_sort(layers, n, sizeof(*layers), order_text);
	buf_init(&b, ctx->pool, 64);
	for (size_t i = 0; i < n; i++)
		buf_printf(&b, "%s,", layers[i]);
	return buf_text(&b);
}

/* The query in a canonical order and spelling; lengths keep values apart. */
static const char *normal_query(struct ctx *ctx)
{
	const struct request *req = ctx->req;
	const struct parameter **sorted =
		pool_array(ctx->pool, const struct parameter *, req->n_query);
	struct buf b;

	for (size_t i = 0; i < req->n_query; i++)
		sorted[i] = &req->query[i];
	order_sort(sorted, req->n_query, sizeof(*sorted), by_name_and_value);
	buf_init(&b, ctx->pool, 128);
	for (size_t i = 0; i < req->n_query; i++) {
		const char *value = sorted[i]->value;

		if (str_eq(sorted[i]->name, "include")) {
			size_t first = i;

			while (i + 1 < req->n_query && str_eq(sorted[i + 1]->name, "include"))
				i++;
			value = normal_layers(ctx, sorted + first, i + 1 - first);
		}
		buf_printf(&b, "%zu:%s=%zu:%s;", strlen(sorted[i]->name), sorted[i]->name,
			   strlen(value), value);
	}
	return buf_text(&b);
}

/* The caller's access. */
static size_t caller_parts(struct ctx *ctx, const char **parts)
{
	const struct caller *caller = ctx->caller;
	size_t n = 0;

	parts[n++] = uuid_text(ctx->pool, caller->account);
	parts[n++] = uuid_text(ctx->pool, caller->workspace);
	parts[n++] = pool_printf(ctx->pool, "%d %d %u %" PRId64, (int)caller->kind,
				 (int)caller->access, caller->scopes, caller->ledger_version);
	return n;
}

#define CALLER_PARTS 3

const char *etag_for(struct ctx *ctx)
{
	const enum route_validator validator = route_validator(ctx);
	const char *parts[7 + CALLER_PARTS + PATH_CAPTURES];
	char day[DAY_TEXT_SIZE];
	size_t n = 0;

	if (validator == VALIDATOR_PROGRAM)
		return etag_of(ctx, (const char *[]){ ctx->route->operation, build }, 2);
	day_format(ctx->today, day);
	parts[n++] = ctx->route->operation;
	parts[n++] = normal_query(ctx);
	parts[n++] = access_versions(ctx, validator == VALIDATOR_MARKET ? FAMILY_COUNT
									: FAMILIES_PRICED);
	parts[n++] = day;
	parts[n++] = build;
	parts[n++] = ctx->route->negotiated && ctx->req->accept ? ctx->req->accept : "";
	if (validator != VALIDATOR_MARKET)
		n += caller_parts(ctx, parts + n);
	if (validator == VALIDATOR_CONSOLIDATED)
		parts[n++] = access_ledgers(ctx);
	if (validator == VALIDATOR_FOUND || ctx->res->versions)
		parts[n++] = ctx->res->versions;
	for (size_t i = 0; i < PATH_CAPTURES; i++)
		parts[n++] = ctx->path[i] ? ctx->path[i] : "";
	if (validator != VALIDATOR_LEDGER)
		return etag_of(ctx, parts, n);
	/*
	 * The ledger's version comes first, so that If-Match can name the version that a write is based
	 * on.
	 */
	return pool_printf(ctx->pool, "W/\"%" PRId64 ".%s", ctx->caller->ledger_version,
			   etag_of(ctx, parts, n) + strlen("W/\""));
}

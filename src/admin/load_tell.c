/* SPDX-License-Identifier: Apache-2.0 */
/* load_tell.c: reports the outcome of a loaded file, for people or as one object. */
#include "config.h"

#include "admin/admin.h"
#include "load/load.h"

static void tell_json(struct run *r, const char *source, const char *file,
		      const struct load_result *res)
{
	struct json *j = json_new(r->ctx->pool, 512);

	json_open(j, NULL);
	json_text(j, "source", source);
	json_text(j, "file", file);
	json_int(j, "read", res->read);
	json_int(j, "written", res->written);
	json_int(j, "unchanged", res->unchanged);
	json_int(j, "ignored", res->ignored);
	json_int(j, "refused", res->refused);
	if (res->has_days) {
		json_day(j, "first_day", res->first_day);
		json_day(j, "last_day", res->last_day);
	} else {
		json_null(j, "first_day");
		json_null(j, "last_day");
	}
	json_array(j, "refusals");
	for (size_t i = 0; i < res->n_shown; i++) {
		json_open(j, NULL);
		json_int(j, "line", res->shown[i].line);
		json_text(j, "reason", res->shown[i].reason);
		json_close(j);
	}
	json_array_end(j);
	json_texts(j, "warnings", res->warnings, res->n_warnings);
	json_close(j);
	print_json(r, json_written(j));
}

static const char *counted(struct run *r, int64_t n, const char *one, const char *many)
{
	return pool_printf(r->ctx->pool, "%lld %s", (long long)n, n == 1 ? one : many);
}

void load_tell(struct run *r, const char *source, const char *file, const struct load_result *res)
{
	if (r->json) {
		tell_json(r, source, file, res);
		return;
	}
	print_line(r, "%s: %s, %s, %s, %lld de outro tipo, %s", file,
		   counted(r, res->read, "linha lida", "linhas lidas"),
		   counted(r, res->written, "gravada", "gravadas"),
		   counted(r, res->unchanged, "igual", "iguais"), (long long)res->ignored,
		   counted(r, res->refused, "recusada", "recusadas"));
	if (res->has_days)
		print_line(r, "  de %s a %s", day_iso(r->ctx->pool, res->first_day),
			   day_iso(r->ctx->pool, res->last_day));
	for (size_t i = 0; i < res->n_warnings; i++)
		print_line(r, "  aviso: %s", res->warnings[i]);
	for (size_t i = 0; i < res->n_shown; i++)
		print_line(r, "  linha %lld: %s", (long long)res->shown[i].line,
			   res->shown[i].reason);
	if (res->refused > (int64_t)res->n_shown)
		print_line(r, "  … e mais %lld recusadas",
			   (long long)(res->refused - (int64_t)res->n_shown));
}

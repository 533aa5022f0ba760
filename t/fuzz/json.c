/* SPDX-License-Identifier: Apache-2.0 */
/* json.c: the scanner, json-c behind it, and the writer: what one lets through the others can take.
 */
#include "config.h"

#include "core/pool.h"
#include "http/json_read.h"
#include "core/json_write.h"

#include "../unit/http_bench.h"
#include "entry.h"

/* Takes some members, so that errors of all kinds are noted and shown. */
static void read_body(struct ctx *ctx)
{
	static const char *const choices[] = { "buy", "sell", NULL };
	struct body *in = body_open(ctx);
	struct json_object *list;
	struct body *meta;
	struct uuid id;
	struct day day;
	int64_t n;
	wide v;

	(void)body_text(in, "name", REQUIRED, 1, 60); /* only the noted errors matter */
	(void)body_int(in, "n", OPTIONAL, -5, 5, &n);
	(void)body_day(in, "day", OPTIONAL, &day);
	(void)body_uuid(in, "id", OPTIONAL, &id);
	(void)body_decimal(in, "quantity", OPTIONAL, 8, 0, QTY_MAX_E8, &v);
	(void)body_choice(in, "kind", OPTIONAL, choices);
	meta = body_member(in, "meta");
	if (meta)
		(void)body_json(meta, "any", REQUIRED);
	list = body_array(in, "list", OPTIONAL, 3);
	for (size_t i = 0; list && i < json_object_array_length(list); i++)
		(void)body_item(in, "list", list, i);
	body_done(in);
}

static void check_written(void *pool, struct slice text)
{
	struct buf out;
	struct json j;
	size_t offset = 0;
	const char *reason = NULL;
	struct json_object *back;

	if (!text_valid(text, NULL))
		return;
	buf_init(&out, pool, 16);
	json_init(&j, &out);
	json_array(&j, NULL);
	json_text(&j, NULL, slice_text(pool, text));
	json_array_end(&j);
	back = json_parse(pool, (struct slice){ out.p, out.n }, &offset, &reason);
	promise(back);
	back = json_object_array_get_idx(back, 0);
	promise((size_t)json_object_get_string_len(back) == text.n);
	promise(text.n == 0 || memcmp(json_object_get_string(back), text.p, text.n) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t n)
{
	static const char *const env[] = { "PATH_INFO=/x", "CONTENT_TYPE=application/json", NULL };
	struct slice text = { (const char *)input, n };
	struct bench *b = bench_new();
	size_t offset = 0;
	const char *reason = NULL;
	bool good = json_scan(text, &offset, &reason);

	promise(good || (reason && offset <= n));
	if (good) {
		struct json_object *tree = json_parse(b->ctx.pool, text, &offset, &reason);
		const char *again = tree ? json_object_to_json_string(tree) : "null";

		promise(tree || slice_eq(slice_trim(text), "null"));
		promise(json_scan(slice_of(again), &offset, &reason));
	}
	check_written(b->ctx.pool, text);
	promise(bench_request(b, env));
	b->ctx.req->body = text;
	if (!bench_try(b, read_body)) {
		promise(b->ctx.problem->status == 400);
		promise(json_scan(slice_of(bench_problem(b)), &offset, &reason));
	} else {
		promise(good);
	}
	bench_free(b);
	return 0;
}

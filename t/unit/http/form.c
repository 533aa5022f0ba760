/* SPDX-License-Identifier: Apache-2.0 */
/* Forms: those that browsers send, and malformed ones. */
#include "config.h"

#include "http/form.h"

#include "http_bench.h"
#include "tap.h"

static struct bench *b;
static const char *name, *note;

static void sent(const char *type, const char *body)
{
	const char *env[] = { "REQUEST_METHOD=POST", "PATH_INFO=/x",
			      pool_printf(b->ctx.pool, "CONTENT_TYPE=%s", type),
			      pool_printf(b->ctx.pool, "CONTENT_LENGTH=%zu", strlen(body)), NULL };

	if (!bench_request(b, env))
		diag("refused: %s", b->ctx.problem->code);
	b->ctx.req->body = slice_of(body);
}

static void form(const char *body)
{
	sent("application/x-www-form-urlencoded", body);
}

static void take(struct ctx *ctx)
{
	struct body *f = form_open(ctx);

	name = body_text(f, "name", REQUIRED, 1, 10);
	note = body_text(f, "note", OPTIONAL, 1, 10);
	body_done(f);
}

static void take_some(struct ctx *ctx)
{
	struct body *f = form_open(ctx);

	name = body_text(f, "name", REQUIRED, 1, 10);
	body_refuse(f);
}

static void refused(const char *detail, const char *test)
{
	const char *problem;

	if (bench_try(b, take)) {
		ok(false, "%s", test);
		return;
	}
	problem = bench_problem(b);
	if (!ok(strstr(problem, detail) != NULL, "%s", test))
		diag("%s", problem);
}

int main(void)
{
	struct buf many;

	b = bench_new();
	form("name=Ana+L%C3%BAcia&note=a%26b%3Dc%25");
	ok(bench_try(b, take) && str_eq(name, "Ana Lúcia") && str_eq(note, "a&b=c%"),
	   "fields are decoded");
	form("name=Ana&note=");
	ok(bench_try(b, take) && !note, "an empty field is as if it had not come");
	form("&name=Ana&");
	ok(bench_try(b, take) && str_eq(name, "Ana"), "stray separators are passed over");
	form("name=a\"\\%0A");
	ok(bench_try(b, take) && str_eq(name, "a\"\\\n"), "what JSON would escape comes as it is");
	sent("application/x-www-form-urlencoded; charset=UTF-8", "name=Ana");
	ok(bench_try(b, take), "with a charset");
	sent("application/json", "{\"name\":\"Ana\"}");
	(void)is_refused(b, take, "unsupported_media_type", "JSON is no form");
	form("note=x");
	refused("{\"pointer\":\"/name\",\"rule\":\"required\"", "a field that is missing");
	form("name=Ana&name=Bia");
	refused("{\"pointer\":\"/name\",\"rule\":\"unique\"", "a field that comes twice");
	form("name=Ana&note=&note=x");
	refused("\"rule\":\"unique\"", "also when one is empty");
	form("name=Ana&other=1");
	refused("{\"pointer\":\"/other\",\"rule\":\"unknown_member\"",
		"a field that nobody asked for");
	ok(bench_try(b, take_some), "is let be where the standard says so");
	form("name=%ff");
	refused("\"rule\":\"format\"", "no UTF-8");
	form("name=%00");
	refused("\"rule\":\"format\"", "U+0000");
	form("name=%4");
	refused("\"rule\":\"format\"", "half an escape");
	form("=x&name=Ana");
	refused("de 1 a 64 bytes", "a field without a name");
	buf_init(&many, b->ctx.pool, 1024);
	for (int i = 0; i < 161; i++)
		buf_printf(&many, "f%d=1&", i);
	form(buf_text(&many));
	refused("até 160 campos", "too many fields");
	form("");
	refused("\"rule\":\"required\"", "nothing at all");
	bench_free(b);
	return tap_done();
}

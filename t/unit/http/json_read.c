/* SPDX-License-Identifier: Apache-2.0 */
/* Reading JSON: the strict grammar, and all errors of a body at once. */
#include "config.h"

#include "http/json_read.h"

#include "http_bench.h"
#include "tap.h"

static struct bench *b;

static void grammar(const char *text, bool good, size_t at, const char *name)
{
	size_t offset = 0;
	const char *reason = NULL;
	bool got = json_scan(slice_of(text), &offset, &reason);

	if (!ok(got == good && (good || (offset == at && reason)), "%s", name))
		diag("%s at %zu: %s", got ? "taken" : "refused", offset, reason ? reason : "");
}

static void test_grammar(void)
{
	size_t offset = 0;
	const char *reason = NULL;

	grammar(" {\"a\":[1,-0.5e+3,true,false,null,\"x\"],\"b\":{}} ", true, 0, "a document");
	grammar("0", true, 0, "a number alone");
	grammar("\"\\u00e7\\ud834\\udd1e\\n\\/\"", true, 0, "escapes and a surrogate pair");
	grammar("999999999999999999", true, 0, "an integer of 18 digits");
	grammar("{\"a\":{\"a\":1},\"b\":{\"a\":2}}", true, 0, "the same name in different objects");
	grammar("", false, 0, "nothing");
	grammar("   ", false, 3, "only blanks");
	grammar("NaN", false, 0, "NaN");
	grammar("[Infinity]", false, 1, "Infinity");
	grammar("[-Infinity]", false, 1, "-Infinity");
	grammar("{'a':1}", false, 1, "single quotes");
	grammar("[1.]", false, 1, "a point without digits");
	grammar("[.5]", false, 1, "a point first");
	grammar("[01]", false, 1, "a leading zero");
	grammar("[+1]", false, 1, "a plus sign");
	grammar("[1e]", false, 1, "an exponent without digits");
	grammar("[0x10]", false, 2, "hexadecimal");
	grammar("[1,]", false, 3, "a comma at the end of an array");
	grammar("{\"a\":1,}", false, 7, "a comma at the end of an object");
	grammar("{\"a\" 1}", false, 5, "a missing colon");
	grammar("[1 2]", false, 3, "a missing comma");
	grammar("[1}", false, 2, "the wrong bracket");
	grammar("[1] x", false, 4, "something behind the document");
	grammar("{\"a\":1", false, 6, "an object cut off");
	grammar("\"abc", false, 0, "a string cut off");
	grammar("\"a\tb\"", false, 2, "a raw tab in a string");
	grammar("\"\\x\"", false, 1, "an unknown escape");
	grammar("\"\\u12g4\"", false, 3, "a malformed \\u");
	grammar("\"\\ud800\"", false, 1, "a lone high surrogate");
	grammar("\"\\ud800\\u0041\"", false, 1, "a high surrogate before something else");
	grammar("\"x\\udc00\"", false, 2, "a lone low surrogate");
	grammar("\"a\\u0000b\"", false, 2, "an escaped U+0000");
	grammar("\"a\xc3(\"", false, 2, "invalid UTF-8");
	grammar("\"\xed\xa0\x80\"", false, 1, "an encoded surrogate");
	grammar("\xef\xbb\xbf{}", false, 0, "a byte order mark");
	grammar("{\"a\":1,\"b\":2,\"a\":3}", false, 13, "a repeated member, at its second place");
	grammar("{\"a\":1,\"\\u0061\":3}", false, 7, "a repeated member spelled otherwise");
	grammar("{\"\":1,\"\":3}", false, 6, "a repeated empty name");
	grammar("[1000000000000000000]", false, 1, "an integer of 19 digits");
	grammar("123456789012345678901234567890", false, 0, "an integer of 30 digits");
	grammar("// x\n1", false, 0, "a comment");
	grammar("tru", false, 0, "half a word");
	ok(!json_scan((struct slice){ "[1,\0]", 5 }, &offset, &reason) && offset == 3, "a raw NUL");
}

static void test_depth(void)
{
	char text[80] = "";

	memset(text, '[', 32);
	memset(text + 32, ']', 32);
	grammar(text, true, 0, "32 levels");
	memset(text, '[', 33);
	memset(text + 33, ']', 33);
	grammar(text, false, 32, "33 levels");
}

/* 140,000 members in one object: duplicates are found without comparing every pair. */
static void test_many_members(void)
{
	struct buf out;
	size_t offset;
	const char *reason;
	size_t last;

	buf_init(&out, b->ctx.pool, 1 << 20);
	buf_char(&out, '{');
	for (int i = 0; i < 140000; i++)
		buf_printf(&out, "\"k%d\":0,", i);
	last = out.n;
	buf_str(&out, "\"k77\":0}");
	ok(!json_scan((struct slice){ out.p, out.n }, &offset, &reason) && offset == last,
	   "one repeated name among 140,000");
	buf_init(&out, b->ctx.pool, 1 << 20);
	buf_char(&out, '[');
	for (int i = 0; i < 149998; i++)
		buf_str(&out, "0,");
	buf_str(&out, "0]");
	ok(json_scan((struct slice){ out.p, out.n }, &offset, &reason), "150,000 values");
	out.n--;
	last = out.n + 1;
	buf_str(&out, ",0]");
	ok(!json_scan((struct slice){ out.p, out.n }, &offset, &reason) && offset == last &&
		   json_too_complex(reason),
	   "are as many as there may be");
}

static void test_parse(void)
{
	size_t offset = 0;
	const char *reason = NULL;
	struct json_object *tree =
		json_parse(b->ctx.pool, SLICE("{\"q\":0.10000000000000000001}"), &offset, &reason);
	struct json_object *q = NULL;

	ok(tree && json_object_object_get_ex(tree, "q", &q), "a tree");
	is_text(json_object_to_json_string(q), "0.10000000000000000001",
		"a number keeps its lexeme");
	tree = json_parse(b->ctx.pool, SLICE("12"), &offset, &reason);
	ok(tree && json_object_get_int64(tree) == 12, "a number at the top");
	ok(!json_parse(b->ctx.pool, SLICE("[1,NaN]"), &offset, &reason) && offset == 3 && reason,
	   "offset and reason");
}

/* ---- bodies ---- */

static const char *const json_post[] = { "REQUEST_METHOD=POST", "PATH_INFO=/x",
					 "CONTENT_TYPE=application/json", NULL };

static void with_body(const char *text)
{
	if (!bench_request(b, json_post))
		diag("the request was refused");
	b->ctx.req->body = slice_of(text);
}

static struct {
	const char *text;
	bool has_flag, flag;
	int64_t n;
	struct day day;
	wide decimal;
	int choice;
	bool decimal_good;
	size_t items;
} got;

static const char *const kinds[] = { "buy", "sell", NULL };

static void read_trade(struct ctx *ctx)
{
	struct body *in = body_open(ctx);
	struct body *meta;
	struct json_object *members;

	got.text = body_text(in, "name", REQUIRED, 1, 5);
	got.has_flag = body_bool(in, "flag", OPTIONAL, &got.flag);
	(void)body_int(in, "n", OPTIONAL, 1, 10, &got.n); /* errors are noted */
	(void)body_day(in, "day", OPTIONAL, &got.day);
	got.decimal_good = body_decimal(in, "quantity", OPTIONAL, 8, 1, QTY_MAX_E8, &got.decimal);
	got.choice = body_choice(in, "kind", OPTIONAL, kinds);
	meta = body_member(in, "me/ta");
	if (meta)
		(void)body_text(meta, "a~b", REQUIRED, 0, 10);
	members = body_array(in, "members", OPTIONAL, 2);
	got.items = members ? json_object_array_length(members) : 0;
	for (size_t i = 0; i < got.items; i++) {
		struct body *item = body_item(in, "members", members, i);

		if (item)
			(void)body_text(item, "id", REQUIRED, 1, 9);
	}
	body_done(in);
}

static bool reads(const char *text)
{
	memset(&got, 0, sizeof(got));
	with_body(text);
	return bench_try(b, read_trade);
}

static void errors_are(const char *text, const char *errors, const char *name)
{
	if (reads(text)) {
		ok(false, "%s", name);
		diag("it was taken");
		return;
	}
	is_text(b->ctx.problem->details, pool_printf(b->ctx.pool, "\"errors\":[%s]", errors), name);
}

static void test_bodies(void)
{
	ok(reads("{\"name\":\"ação\",\"flag\":false,\"n\":10,\"day\":\"2024-02-29\",\"quantity\":1.50,"
		 "\"kind\":\"sell\",\"me/ta\":{\"a~b\":\"\"},\"members\":[{\"id\":\"1\"}]}"),
	   "a good body");
	is_text(got.text, "ação", "text, measured in characters");
	ok(got.has_flag && !got.flag && got.n == 10 && got.choice == 1 && got.items == 1,
	   "its members");
	ok(got.decimal == 150000000, "a decimal, exactly");
	ok(reads("{\"name\":\"a\",\"quantity\":\"0.00000001\"}") && got.decimal == 1,
	   "a decimal as text");
	ok(!reads("{\"name\":\"a\",\"quantity\":1,\"day\":null}"),
	   "null is refused where a member may not be null");
	errors_are(
		"{}",
		"{\"pointer\":\"/name\",\"rule\":\"required\",\"expected\":\"texto\",\"received\":null}",
		"a missing member");
	errors_are(
		"{\"name\":null}",
		"{\"pointer\":\"/name\",\"rule\":\"type\",\"expected\":\"texto\",\"received\":\"null\"}",
		"null where a value is required");
	errors_are(
		"{\"name\":\"abcdef\",\"n\":11,\"day\":\"2023-02-29\",\"kind\":\"hold\",\"x\":[1]}",
		"{\"pointer\":\"/name\",\"rule\":\"max_length\",\"expected\":\"texto de 1 a 5 caracteres\",\"received\":\"abcdef\"},"
		"{\"pointer\":\"/n\",\"rule\":\"maximum\",\"expected\":\"inteiro de 1 a 10\",\"received\":\"11\"},"
		"{\"pointer\":\"/day\",\"rule\":\"format\",\"expected\":\"data AAAA-MM-DD que exista\",\"received\":\"2023-02-29\"},"
		"{\"pointer\":\"/kind\",\"rule\":\"enum\",\"expected\":\"um de: buy, sell\",\"received\":\"hold\"},"
		"{\"pointer\":\"/x\",\"rule\":\"unknown_member\",\"expected\":\"membro que esta operação conheça\",\"received\":\"[1]\"}",
		"all errors at once, the unknown member too");
	errors_are(
		"{\"name\":\"a\",\"me/ta\":{\"c\":1},\"members\":[{\"id\":\"1\"},7]}",
		"{\"pointer\":\"/me~1ta/a~0b\",\"rule\":\"required\",\"expected\":\"texto\",\"received\":null},"
		"{\"pointer\":\"/members/1\",\"rule\":\"type\",\"expected\":\"objeto\",\"received\":\"7\"},"
		"{\"pointer\":\"/me~1ta/c\",\"rule\":\"unknown_member\",\"expected\":\"membro que esta operação conheça\",\"received\":\"1\"}",
		"pointers into nested objects, escaped");
	errors_are(
		"[]",
		"{\"pointer\":\"\",\"rule\":\"type\",\"expected\":\"objeto\",\"received\":\"[]\"}",
		"an array where an object is expected");
	errors_are(
		"null",
		"{\"pointer\":\"\",\"rule\":\"type\",\"expected\":\"objeto\",\"received\":\"null\"}",
		"null");
	errors_are(
		"{\"name\":\"a\\u0001\"}",
		"{\"pointer\":\"/name\",\"rule\":\"format\",\"expected\":\"texto sem caracteres de controle\",\"received\":\"a\\u0001\"}",
		"control characters");
}

static void decimal_rule(const char *value, const char *rule)
{
	const char *body = pool_printf(b->ctx.pool, "{\"name\":\"a\",\"quantity\":%s}", value);

	ok(!reads(body) && strstr(b->ctx.problem->details,
				  pool_printf(b->ctx.pool, "\"rule\":\"%s\"", rule)),
	   "quantity %s: %s", value, rule);
}

static void test_decimals(void)
{
	decimal_rule("0.123456789", "places");
	decimal_rule("\"12,5\"", "format");
	decimal_rule("\"NaN\"", "format");
	decimal_rule("\" 1\"", "format");
	decimal_rule("\"\"", "format");
	decimal_rule("-1", "minimum");
	decimal_rule("0", "minimum");
	decimal_rule("123456789012345678901234567890.0", "maximum");
	decimal_rule("1e400", "maximum");
	decimal_rule("-1e400", "minimum");
	decimal_rule("true", "type");
	decimal_rule("[1]", "type");
	ok(reads("{\"name\":\"a\",\"quantity\":1e-8}") && got.decimal == 1,
	   "an exponent that fits");
	ok(reads("{\"name\":\"a\",\"quantity\":1.500000000000}") && got.decimal == 150000000,
	   "further places that are zeros");
}

static void read_many(struct ctx *ctx)
{
	size_t n = 0;
	struct body **rows = body_open_array(ctx, 150, &n);

	got.items = n;
	for (size_t i = 0; i < n; i++)
		(void)body_int(rows[i], "n", REQUIRED, 0, 9, &got.n);
	body_done(rows[0]);
}

static bool reads_many(const char *text)
{
	with_body(text);
	return bench_try(b, read_many);
}

static void test_arrays(void)
{
	struct buf out;
	size_t commas = 0;

	ok(reads_many("{\"n\":1}") && got.items == 1, "one object stands for an array of one");
	ok(reads_many("[{\"n\":1},{\"n\":2}]") && got.items == 2, "an array");
	ok(!reads_many("[{\"n\":1},{\"n\":2,\"z\":0}]") &&
		   strstr(b->ctx.problem->details, "\"/1/z\""),
	   "unknown members of every row are found");
	ok(!reads_many("[]") && str_eq(b->ctx.problem->code, "invalid_body"), "an empty array");
	ok(!reads_many("[{\"n\":1},2]") && strstr(b->ctx.problem->details, "\"/1\""),
	   "a row that is no object");
	buf_init(&out, b->ctx.pool, 4096);
	for (int i = 0; i < 151; i++)
		buf_str(&out, i ? ",{}" : "[{}");
	buf_char(&out, ']');
	ok(!reads_many(buf_text(&out)) && strstr(b->ctx.problem->details, "max_items"),
	   "too many rows");
	out.n -= 4;
	buf_char(&out, ']');
	ok(!reads_many(buf_text(&out)) && strstr(b->ctx.problem->details, "\"errors_total\":150"),
	   "150 errors …");
	for (const char *p = b->ctx.problem->details; (p = strstr(p, "\"pointer\"")); p++)
		commas++;
	is_int((int64_t)commas, 100, "… of which 100 are shown");
}

static bool takes_type(const char *type)
{
	with_body("{\"name\":\"a\"}");
	b->ctx.req->content_type = type;
	return bench_try(b, read_trade);
}

static void test_refusals(void)
{
	ok(takes_type("application/json; charset=utf-8"), "charset=utf-8");
	ok(takes_type("Application/JSON;charset=\"UTF-8\""), "case does not matter");
	ok(!takes_type("application/json; charset=latin1") &&
		   str_eq(b->ctx.problem->code, "unsupported_media_type"),
	   "another charset");
	ok(!takes_type("text/plain"), "another type");
	ok(!takes_type(NULL) && b->ctx.problem->status == 415, "no type");
	with_body("{\"name\":\"a\",\"quantity\":NaN}");
	ok(!bench_try(b, read_trade) && str_eq(b->ctx.problem->code, "invalid_json"),
	   "NaN is invalid_json");
	is_text(b->ctx.problem->details, "\"offset\":23", "with the offset");
	with_body("");
	ok(!bench_try(b, read_trade) && str_eq(b->ctx.problem->code, "invalid_json"),
	   "an empty body");
	with_body(
		"{\"name\":\"áááááááááááááááááááááááááááááááááááááááááááááááááááááááááááááááááááááááááááááááááááá\"}");
	ok(!bench_try(b, read_trade) &&
		   strstr(b->ctx.problem->details,
			  "\"áááááááááááááááááááááááááááááááááááááááááááááááááááááááááááááááááááááááááááááááá…\""),
	   "a long value is shown as its first 80 characters");
}

int main(void)
{
	b = bench_new();
	test_grammar();
	test_depth();
	test_many_members();
	test_parse();
	test_bodies();
	test_decimals();
	test_arrays();
	test_refusals();
	bench_free(b);
	return tap_done();
}

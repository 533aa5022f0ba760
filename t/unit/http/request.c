/* SPDX-License-Identifier: Apache-2.0 */
/* The request: a server's variables, hostile or not, become validated text. */
#include "config.h"

#include "http/request.h"

#include "core/uuid.h"

#include "http_bench.h"
#include "tap.h"

static struct bench *b;

#define ENV(...)                                                                                   \
	((const char *const[]){ "REQUEST_METHOD=GET", "PATH_INFO=/v1/x", __VA_ARGS__, NULL })
#define WHERE(...) ((const char *const[]){ __VA_ARGS__, NULL })

static const struct request *read_env(const char *const *env)
{
	if (!bench_request(b, env))
		diag("refused: %s %s", b->ctx.problem->code, b->ctx.problem->detail);
	return b->ctx.req;
}

static void test_path(void)
{
	is_text(read_env(WHERE("PATH_INFO=/v1/a b+c%41"))->path, "/v1/a b+c%41",
		"PATH_INFO is decoded already, and not once more");
	is_text(read_env(WHERE("PATH_INFO=", "SCRIPT_NAME=/v1/y", "DOCUMENT_URI=/v1/x"))->path,
		"/v1/x", "DOCUMENT_URI");
	is_text(read_env(WHERE("SCRIPT_NAME=/v1/y", "REQUEST_URI=/other"))->path, "/v1/y",
		"SCRIPT_NAME");
	is_text(read_env(WHERE("REQUEST_URI=/v1/a%C3%A7%C3%A3o+x%20y?q=%41"))->path, "/v1/ação+x y",
		"REQUEST_URI is decoded, '+' stays");
	is_text(read_env(WHERE("REQUEST_METHOD=GET"))->path, "/", "no path at all");
	ok(!bench_request(b, WHERE("REQUEST_URI=/v1/%00x")) &&
		   str_eq(b->ctx.problem->code, "invalid_parameter"),
	   "U+0000 in the path");
	ok(!bench_request(b, WHERE("REQUEST_URI=/v1/%ff")) &&
		   str_eq(b->ctx.problem->code, "invalid_parameter"),
	   "bytes that are not UTF-8");
	ok(!bench_request(b, WHERE("PATH_INFO=/v1/\xff")) &&
		   str_eq(b->ctx.problem->code, "invalid_parameter"),
	   "also decoded");
	ok(strstr(bench_problem(b), "\"instance\":\"/v1/%FF\"") &&
		   text_valid(slice_of(bench_problem(b)), NULL),
	   "and the Problem about it is UTF-8 itself");
	ok(!bench_request(b, WHERE("REQUEST_URI=/\xf6/%")) &&
		   text_valid(slice_of(bench_problem(b)), NULL),
	   "raw bytes in REQUEST_URI: the Problem is UTF-8");
	ok(!bench_request(b, WHERE("REQUEST_URI=/v1/%4")) &&
		   str_eq(b->ctx.problem->code, "invalid_parameter"),
	   "half an escape");
	ok(!bench_request(b, WHERE("REQUEST_URI=*")) &&
		   str_eq(b->ctx.problem->code, "route_not_found"),
	   "no slash");
}

static void check(struct ctx *ctx)
{
	request_check(ctx);
}

static void defect(const char *variable, const char *name)
{
	if (!bench_request(b, ENV(variable))) {
		ok(false, "%s", name);
		diag("refused before the credential was judged");
		return;
	}
	(void)is_refused(b, check, "invalid_header", name);
}

static void test_headers(void)
{
	const struct request *req =
		read_env(ENV("HTTP_AUTHORIZATION=Bearer abc", "HTTP_ACCEPT=*/*", "HTTP_ORIGIN=",
			     "HTTP_X_SERVICE_WORKSPACE=personal", "CONTENT_TYPE=text/plain"));

	is_text(req->authorization, "Bearer abc", "Authorization");
	is_text(req->workspace, "personal", "X-Service-Workspace");
	ok(!req->origin && !req->if_match, "an empty or absent header is NULL");
	ok(bench_try(b, check), "good headers");
	ok(!bench_request(b, ENV("HTTP_AUTHORIZATION=Bearer a", "HTTP_AUTHORIZATION=Bearer b")) &&
		   str_eq(b->ctx.problem->code, "invalid_header"),
	   "Authorization twice");
	ok(!bench_request(b, ENV("HTTP_AUTHORIZATION=Bearer a", "HTTP_AUTHORIZATION=Bearer a")) &&
		   str_eq(b->ctx.problem->code, "invalid_header"),
	   "twice the same is twice");
	ok(!bench_request(b, ENV("HTTP_AUTHORIZATION=Bearer a, Bearer b")) &&
		   str_eq(b->ctx.problem->code, "invalid_header"),
	   "joined by the server");
	ok(!bench_request(b, ENV("HTTP_AUTHORIZATION=Bearer \x01")) &&
		   str_eq(b->ctx.problem->code, "invalid_header"),
	   "a control character");
	ok(!bench_request(b, ENV("CONTENT_LENGTH=12x")) &&
		   str_eq(b->ctx.problem->code, "invalid_header"),
	   "a Content-Length that is no number");
	ok(!bench_request(b, ENV("CONTENT_LENGTH=-1")) &&
		   str_eq(b->ctx.problem->code, "invalid_header"),
	   "a negative one");
	ok(!bench_request(b, ENV("CONTENT_LENGTH=99999999999999999999")) &&
		   str_eq(b->ctx.problem->code, "invalid_header"),
	   "one past 64 bits");
	defect("HTTP_IDEMPOTENCY_KEY=a b", "a blank in Idempotency-Key");
	defect("HTTP_IDEMPOTENCY_KEY=a\xc3\xa7", "not ASCII in Idempotency-Key");
	defect(pool_printf(b->ctx.pool, "HTTP_IDEMPOTENCY_KEY=%0256d", 1),
	       "Idempotency-Key of 256");
	defect("HTTP_IF_MATCH=\"a\x7f\"", "a control character elsewhere");
	ok(bench_request(b, ENV(pool_printf(b->ctx.pool, "HTTP_IDEMPOTENCY_KEY=%0255d", 1))) &&
		   bench_try(b, check),
	   "Idempotency-Key of 255");
	defect("HTTP_IDEMPOTENCY_KEY=", "an empty Idempotency-Key protects nothing");
	is_text(read_env(ENV("HTTP_IF_MATCH="))->if_match, "", "an empty If-Match is one");
	is_text(read_env(ENV("HTTP_X_SERVICE_WORKSPACE="))->workspace, "",
		"an empty workspace is not the personal one");
	is_text(read_env(ENV("HTTP_X_SERVICE_WORKSPACE=a\xff"
			     "b"))
			->workspace,
		"a?b", "a workspace of any form is kept, as text");
	ok(bench_try(b, check), "and is no defect of form");
}

static void test_request_id(void)
{
	struct uuid id;

	is_text(read_env(ENV("HTTP_X_REQUEST_ID=abc_DEF-12"))->request_id, "abc_DEF-12",
		"X-Request-Id is taken");
	ok(uuid_parse(slice_of(read_env(ENV("HTTP_X_REQUEST_ID=short"))->request_id), &id),
	   "too short: made");
	ok(uuid_parse(slice_of(read_env(ENV("HTTP_X_REQUEST_ID=with a blank"))->request_id), &id),
	   "blank: made");
	ok(uuid_parse(slice_of(read_env(ENV("HTTP_X_REQUEST_ID=abcdefgh\"}"))->request_id), &id),
	   "quote: made");
	ok(uuid_parse(slice_of(read_env(ENV("HTTP_HOST=x"))->request_id), &id), "absent: made");
	ok(!bench_request(b, ENV("HTTP_X_REQUEST_ID=abcdefgh", "HTTP_AUTHORIZATION=a,b")) &&
		   strstr(bench_problem(b), "\"request_id\":\"abcdefgh\""),
	   "a refusal of the head carries it too");
}

/* ---- query ---- */

static const char *const orders[] = { "asc", "desc", NULL };
static const char *const layers[] = { "closed", "monthly", "transactions", NULL };

static struct {
	const char *q;
	long limit;
	bool total;
	struct day from;
	int order;
	unsigned include;
	size_t n;
	const char *where[3];
} got;

static void read_query(struct ctx *ctx)
{
	memset(&got, 0, sizeof(got));
	got.q = query_text(ctx, "q");
	got.limit = query_int(ctx, "limit", 1, 1000, 100);
	got.total = query_bool(ctx, "total", false);
	(void)query_day(ctx, "from", &got.from); /* an absent one leaves it unchanged */
	got.order = query_choice(ctx, "order", orders);
	got.include = query_set(ctx, "include", layers);
	got.n = query_repeated(ctx, "where", got.where, ARRAY_SIZE(got.where));
	query_done(ctx);
}

static bool takes(const char *query)
{
	return bench_request(b, ENV(pool_printf(b->ctx.pool, "QUERY_STRING=%s", query))) &&
	       bench_try(b, read_query);
}

static void bad(const char *query, const char *details, const char *name)
{
	if (takes(query)) {
		ok(false, "%s", name);
		diag("it was taken");
		return;
	}
	is_text(b->ctx.problem->details, details, name);
}

static void test_query(void)
{
	ok(takes("q=a%C3%A7%C3%A3o+x%2By&limit=1000&total=true&from=2024-02-29&order=desc&include=closed,transactions"
		 "&where=a&where=b%3D&"),
	   "a full query");
	is_text(got.q, "ação x+y", "'+' is a blank, %2B a plus");
	ok(got.limit == 1000 && got.total && got.from.n == 19782 && got.order == 1 &&
		   got.include == 5,
	   "numbers, switches, days, choices, sets");
	ok(got.n == 2 && str_eq(got.where[1], "b="), "a parameter that may be repeated");
	ok(takes("") && got.limit == 100 && got.order == -1 && !got.q,
	   "an empty query: the defaults");
	bad("limits=5",
	    "\"parameter\":\"limits\",\"received\":\"5\",\"expected\":"
	    "\"um de: q, limit, total, from, order, include, where\"",
	    "an unknown parameter, and what is known");
	bad("limit=5&limit=5",
	    "\"parameter\":\"limit\",\"received\":\"5\",\"expected\":\"uma única ocorrência do parâmetro\"",
	    "a repeated one");
	bad("limit=0",
	    "\"parameter\":\"limit\",\"received\":\"0\",\"expected\":\"inteiro de 1 a 1000\"",
	    "below the bound, not clamped");
	bad("limit=1001",
	    "\"parameter\":\"limit\",\"received\":\"1001\",\"expected\":\"inteiro de 1 a 1000\"",
	    "above it");
	bad("limit=1e2",
	    "\"parameter\":\"limit\",\"received\":\"1e2\",\"expected\":\"inteiro de 1 a 1000\"",
	    "no integer");
	bad("limit=9999999999999999999",
	    "\"parameter\":\"limit\",\"received\":\"9999999999999999999\",\"expected\":"
	    "\"inteiro de 1 a 1000\"",
	    "past 64 bits");
	bad("limit=",
	    "\"parameter\":\"limit\",\"received\":\"\",\"expected\":\"inteiro de 1 a 1000\"",
	    "an empty value");
	bad("q=", "\"parameter\":\"q\",\"received\":\"\",\"expected\":\"um texto não vazio\"",
	    "an empty text");
	bad("total=1", "\"parameter\":\"total\",\"received\":\"1\",\"expected\":\"true ou false\"",
	    "no switch");
	bad("from=2023-02-29",
	    "\"parameter\":\"from\",\"received\":\"2023-02-29\",\"expected\":\"data AAAA-MM-DD que exista\"",
	    "a day that does not exist");
	bad("order=up",
	    "\"parameter\":\"order\",\"received\":\"up\",\"expected\":\"um de: asc, desc\"",
	    "no choice");
	bad("include=closed,closed",
	    "\"parameter\":\"include\",\"received\":\"closed,closed\",\"expected\":"
	    "\"um de: closed, monthly, transactions; separados por vírgula, sem repetir\"",
	    "a layer twice");
	bad("include=closed,",
	    "\"parameter\":\"include\",\"received\":\"closed,\",\"expected\":"
	    "\"um de: closed, monthly, transactions; separados por vírgula, sem repetir\"",
	    "a comma at the end");
	bad("q=%ff",
	    "\"parameter\":\"query\",\"received\":\"q=%ff\",\"expected\":\"texto UTF-8 codificado com %XX, sem U+0000\"",
	    "bytes that are not UTF-8");
	bad("q=a%00",
	    "\"parameter\":\"query\",\"received\":\"q=a%00\",\"expected\":\"texto UTF-8 codificado com %XX, sem U+0000\"",
	    "U+0000");
	bad("q=%zz",
	    "\"parameter\":\"query\",\"received\":\"q=%zz\",\"expected\":\"texto UTF-8 codificado com %XX, sem U+0000\"",
	    "a malformed escape");
	bad("where=a&where=b&where=c&where=d",
	    "\"parameter\":\"where\",\"received\":\"d\",\"expected\":\"no máximo 3 ocorrências\"",
	    "repeated too often");
	bad("=x",
	    "\"parameter\":\"\",\"received\":\"x\",\"expected\":\"um de: q, limit, total, from, order, include, where\"",
	    "a value without a name");
	ok(!takes("q=\xff") && text_valid(slice_of(bench_problem(b)), NULL),
	   "raw bytes: the Problem is UTF-8");
}

/* ---- body ---- */

static size_t body_max;

static void read_it(struct ctx *ctx)
{
	request_check(ctx); /* as serve() does beforehand */
	request_read_body(ctx, &b->source, body_max);
}

static bool reads(const char *length, const char *sent, size_t max)
{
	body_max = max;
	b->body = slice_of(sent);
	return bench_request(b, ENV(length)) && bench_try(b, read_it);
}

static void test_body(void)
{
	ok(reads("CONTENT_LENGTH=5", "abcdef", 10) && slice_eq(b->ctx.req->body, "abcde"),
	   "as long as announced");
	ok(reads("CONTENT_LENGTH=0", "", 0) && b->ctx.req->body.n == 0, "none");
	ok(reads("CONTENT_LENGTH=10", "0123456789", 10), "at the limit");
	ok(!reads("CONTENT_LENGTH=11", "0123456789x", 10) &&
		   str_eq(b->ctx.problem->code, "payload_too_large"),
	   "over it");
	is_text(b->ctx.problem->details, "\"limit\":10,\"received\":11", "with the limit");
	is_int(b->ctx.problem->status, 413, "413");
	is_int((int64_t)b->body.n, 11, "and nothing of it was read");
	ok(!reads("CONTENT_LENGTH=5", "abc", 10) && str_eq(b->ctx.problem->code, "invalid_body"),
	   "cut off");
	ok(!reads("CONTENT_LENGTH=5", "abcde", 0) && str_eq(b->ctx.problem->code, "invalid_body"),
	   "a body where none is taken");
	ok(reads("HTTP_TRANSFER_ENCODING=chunked", "abc", 10) && slice_eq(b->ctx.req->body, "abc"),
	   "a body of unannounced length");
	ok(!reads("HTTP_TRANSFER_ENCODING=chunked", "0123456789x", 10) &&
		   str_eq(b->ctx.problem->code, "payload_too_large"),
	   "over the limit without saying so");
	ok(!reads("HTTP_IDEMPOTENCY_KEY=a b", "", 10) &&
		   str_eq(b->ctx.problem->code, "invalid_header"),
	   "no body is read behind bad headers");
}

static void test_cookies(void)
{
	static const char *const env[] = { "PATH_INFO=/",
					   "HTTP_COOKIE=a=1; ab=2;b = 3; c=x=y; a=4; d",
					   "HTTP_X_CSRF_TOKEN=t", "HTTP_X_CSRF=u", NULL };

	ok(bench_request(b, env), "cookies");
	is_text(request_cookie(&b->ctx, "a"), "1", "the first of two of one name");
	is_text(request_cookie(&b->ctx, "ab"), "2", "a name is the whole name");
	is_text(request_cookie(&b->ctx, "c"), "x=y", "a value may hold a sign of its own");
	ok(!request_cookie(&b->ctx, "d") && !request_cookie(&b->ctx, "e"), "one that is not there");
	is_text(request_header(&b->ctx, "X-CSRF-Token"), "t", "a header by its name");
	ok(!request_header(&b->ctx, "X-CSRF-Tok"), "by its whole name");
	ok(bench_request(b, ENV("PATH_INFO=/")) && !request_cookie(&b->ctx, "a"), "no cookies");
}

int main(void)
{
	b = bench_new();
	test_path();
	test_headers();
	test_request_id();
	test_query();
	test_body();
	test_cookies();
	bench_free(b);
	return tap_done();
}

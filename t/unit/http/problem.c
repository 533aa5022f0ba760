/* SPDX-License-Identifier: Apache-2.0 */
/* Problems: their form, and the pages of the catalogue. */
#include "config.h"

#include "http/problem_answer.h"

#include "http_bench.h"
#include "tap.h"

static struct bench *b;

static const char *header(const char *name)
{
	for (size_t i = 0; i < b->ctx.res->n_headers; i++)
		if (str_eq(b->ctx.res->headers[i].name, name))
			return b->ctx.res->headers[i].value;
	return NULL;
}

static void one_parameter(struct ctx *ctx)
{
	fail_parameter(ctx, "limit", "0\"", "inteiro de 1 a 1000");
}

static void with_members(struct ctx *ctx)
{
	static const char *const required[] = { "account:read", "market:read" };

	problem_texts(ctx, "required", required, 2);
	problem_int(ctx, "limit", 3);
	problem_text(ctx, "name", NULL);
	fail(ctx, 403, "scope_missing", NULL);
}

static void missing(struct ctx *ctx)
{
	fail(ctx, 401, "credential_missing", "Falta o cabeçalho Authorization.");
}

static void expired(struct ctx *ctx)
{
	fail(ctx, 401, "credential_expired", "A chave venceu em 2026-01-01.");
}

static void down(struct ctx *ctx)
{
	fail(ctx, 503, "database_unavailable", "Sem acesso ao banco.");
}

static void defect(struct ctx *ctx)
{
	problem_text(ctx, "query", "select secret");
	fail(ctx, 500, "internal_error", "relation \"secret\" does not exist");
}

static void unknown(struct ctx *ctx)
{
	fail(ctx, 418, "teapot", "not in the catalogue");
}

static void refuse(void (*run)(struct ctx *ctx))
{
	static const char *const env[] = { "PATH_INFO=/v1/a b", "HTTP_X_REQUEST_ID=abcdefgh",
					   NULL };

	if (!bench_request(b, env) || bench_try(b, run))
		diag("not refused as it should be");
}

static void test_shape(void)
{
	refuse(one_parameter);
	is_text(bench_problem(b),
		"{\"type\":\"/problems/invalid_parameter\",\"title\":\"Parâmetro inválido\",\"status\":400,"
		"\"detail\":\"O parâmetro \\\"limit\\\" recebeu \\\"0\\\"\\\"; esperado: inteiro de 1 a 1000.\","
		"\"instance\":\"/v1/a%20b\",\"details\":{\"code\":\"invalid_parameter\",\"request_id\":\"abcdefgh\","
		"\"parameter\":\"limit\",\"received\":\"0\\\"\",\"expected\":\"inteiro de 1 a 1000\"}}",
		"the shape");
	is_text(b->ctx.res->content_type, "application/problem+json", "its type");
	is_int(b->ctx.res->status, 400, "its status");
	refuse(with_members);
	ok(strstr(bench_problem(b),
		  "\"required\":[\"account:read\",\"market:read\"],\"limit\":3,\"name\":null}}"),
	   "members of details, in order");
	ok(!strstr(bench_problem(b), "\"detail\":"), "no detail, no member");
}

static void test_headers(void)
{
	refuse(missing);
	(void)bench_problem(b);
	is_text(header("WWW-Authenticate"),
		"Bearer realm=\"lastro\", "
		"resource_metadata=\"https://lastro.example/.well-known/oauth-protected-resource\"",
		"no credential: a challenge without an error");
	refuse(expired);
	(void)bench_problem(b);
	is_text(header("WWW-Authenticate"),
		"Bearer realm=\"lastro\", error=\"invalid_token\", "
		"resource_metadata=\"https://lastro.example/.well-known/oauth-protected-resource\"",
		"a bad one: invalid_token");
	refuse(with_members);
	(void)bench_problem(b);
	ok(header("WWW-Authenticate") && strstr(header("WWW-Authenticate"), "insufficient_scope"),
	   "403: insufficient_scope");
	refuse(one_parameter);
	(void)bench_problem(b);
	ok(!header("WWW-Authenticate") && !header("Retry-After"), "other refusals have neither");
	refuse(down);
	(void)bench_problem(b);
	is_text(header("Retry-After"), "2", "503: Retry-After");
}

static void test_leaks(void)
{
	refuse(defect);
	ok(!strstr(bench_problem(b), "secret"), "internals do not leak");
	ok(b->ctx.problem->cause && strstr(b->ctx.problem->cause, "secret"), "the log has them");
	refuse(unknown);
	ok(strstr(bench_problem(b), "\"code\":\"internal_error\""),
	   "a code without an entry is a defect");
	is_int(b->ctx.res->status, 500, "of ours");
}

static void test_catalogue(void)
{
	/* Every code of the contract and its completions. */
	static const char *const named[] = {
		"method_not_allowed",
		"route_not_found",
		"invalid_parameter",
		"unsupported_media_type",
		"invalid_json",
		"invalid_body",
		"payload_too_large",
		"invalid_cursor",
		"idempotency_key_reused",
		"idempotency_in_progress",
		"rate_limited",
		"deadline_exceeded",
		"database_unavailable",
		"invalid_header",
		"credential_missing",
		"credential_invalid",
		"credential_expired",
		"credential_revoked",
		"scope_missing",
		"user_key_required",
		"plan_limit_reached",
		"portfolio_not_found",
		"import_not_found",
		"asset_not_found",
		"transaction_not_found",
		"company_not_found",
		"event_not_found",
		"thread_not_found",
		"edition_not_found",
		"object_not_found",
		"function_not_found",
		"action_not_found",
		"import_unreadable",
		"import_unrecognized",
		"import_too_large_unpacked",
		"portfolio_name_taken",
		"ledger_conflict",
		"internal_error",
		"workspace_not_found",
		"wallet_not_installed",
		"wallet_suspended",
		"wallet_resource_forbidden",
		"subject_required",
		"subject_not_found",
		"temporal_cut_unsupported",
		"invalid_input",
		"ledger_out_of_range",
	};
	size_t n;
	const struct problem_kind *kinds = problem_kinds(&n);
	size_t good = 0;

	for (size_t i = 0; i < ARRAY_SIZE(named); i++)
		if (!problem_kind(named[i]))
			diag("%s has no entry", named[i]);
		else
			good++;
	is_int((int64_t)good, (int64_t)ARRAY_SIZE(named),
	       "every code of the documents has an entry");
	good = 0;
	for (size_t i = 0; i < n; i++)
		good += kinds[i].status >= 400 && kinds[i].status < 600 && kinds[i].title &&
			kinds[i].meaning && kinds[i].remedy &&
			problem_kind(kinds[i].code) == &kinds[i];
	is_int((int64_t)good, (int64_t)n, "every entry is whole and its code stands once");
}

static const char *page(const char *code, const char *accept)
{
	const char *env[] = { "PATH_INFO=/problems/x",
			      pool_printf(b->ctx.pool, "HTTP_ACCEPT=%s", accept), NULL };

	b->ctx.res = NULL;
	if (!bench_request(b, env))
		return "refused";
	b->ctx.path[0] = code;
	if (!bench_try(b, problem_routes[0].run))
		return b->ctx.problem->code;
	return pool_strndup(b->ctx.pool, b->ctx.res->body.p, b->ctx.res->body.n);
}

static void test_pages(void)
{
	const char *html = page("invalid_json",
				"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8");

	ok(text_starts(html, "<!DOCTYPE html>\n<html lang=\"pt-BR\">") &&
		   strstr(html, "<h1>JSON inválido</h1>"),
	   "a browser gets HTML");
	ok(strstr(html, "<script src=\"/static/") &&
		   !strstr(strstr(html, "<script") + 1, "<script"),
	   "with the pages' script alone");
	is_text(b->ctx.res->content_type, "text/html; charset=utf-8", "its type");
	ok(header("Content-Security-Policy") &&
		   strstr(header("Content-Security-Policy"), "default-src 'none'") &&
		   !strstr(header("Content-Security-Policy"), "unsafe"),
	   "a policy that lets nothing in");
	is_text(header("Vary"), "Accept", "a cache keeps both forms apart");
	ok(text_starts(
		   page("invalid_json", "*/*"),
		   "{\"type\":\"/problems/invalid_json\",\"code\":\"invalid_json\",\"status\":400,"),
	   "a program gets JSON");
	ok(text_starts(page("invalid_json", ""), "{"), "also without Accept");
	ok(text_starts(page("invalid_json", "application/json, text/html;q=0.5"), "{"),
	   "q decides: JSON");
	ok(text_starts(page("invalid_json", "application/json;q=0.5, text/html"), "<"),
	   "q decides: HTML");
	ok(text_starts(page("invalid_json", "text/html;q=0"), "{"), "q=0 is a no");
	is_text(page("no_such_code", "*/*"), "route_not_found", "an unknown code");
}

static int ran[3], n_ran;

static void note(struct ctx *ctx, void *arg)
{
	ran[n_ran++] = *(int *)arg + (ctx != &b->ctx);
}

int main(void)
{
	int one = 1, two = 2, three = 3;

	b = bench_new();
	test_shape();
	test_headers();
	test_leaks();
	test_catalogue();
	test_pages();
	ctx_after(&b->ctx, note, &one);
	ctx_after(&b->ctx, note, &two);
	ctx_after(&b->ctx, note, &three);
	for (const struct after *a = b->ctx.after; a; a = a->next)
		a->run(&b->ctx, a->arg);
	ok(ran[0] == 1 && ran[1] == 2 && ran[2] == 3,
	   "what survives a refusal runs in the order it was queued");
	bench_free(b);
	return tap_done();
}

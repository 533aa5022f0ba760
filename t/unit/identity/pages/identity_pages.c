/* SPDX-License-Identifier: Apache-2.0 */
/* The connector without a server: passwords, addresses, form tokens. */
#include "config.h"

#include <sodium.h>

#include "identity/session.h"
#include "identity/pages/oauth.h"
#include "identity/pages/password.h"
#include "identity/pages/resource.h"
#include "identity/pages/site.h"
#include "http/network.h"

#include "http_bench.h"
#include "tap.h"

static struct bench *b;
static const char *encoded;
static bool matches;

static void hash(struct ctx *ctx)
{
	encoded = password_hash(ctx, "uma frase comprida");
}

static void compare(struct ctx *ctx)
{
	matches = password_matches(ctx, encoded, "uma frase comprida", false);
}

static void compare_other(struct ctx *ctx)
{
	matches = password_matches(ctx, encoded, "uma frase Comprida", false);
}

static void compare_nobody(struct ctx *ctx)
{
	matches = password_matches(ctx, NULL, "uma frase comprida", false);
}

static void test_passwords(void)
{
	char weak[crypto_pwhash_STRBYTES];

	ok(bench_try(b, hash) && text_starts(encoded, "$argon2id$v=19$m=19456,t=2,p=1$"),
	   "argon2id, its parameters in it");
	ok(bench_try(b, compare) && matches, "the password matches");
	ok(bench_try(b, compare_other) && !matches, "another does not");
	ok(bench_try(b, compare_nobody) && !matches, "nobody's is nobody's");
	ok(!password_is_old(encoded), "today's parameters");
	ok(crypto_pwhash_str(weak, "x", 1, 1, 8192) == 0 && password_is_old(weak),
	   "those of yesterday");
	ok(password_fault("curta", "a@b.c") && password_fault("aaaaaaaaaaaa", "a@b.c") &&
		   password_fault("ana@example.com", "ana@example.com"),
	   "too short, one character, the e-mail");
	ok(!password_fault("dez letras", "a@b.c"), "ten characters do");
}

static void test_redirects(void)
{
	static const char *const good[] = { "https://a.example/back",
					    "https://a.example:8443/b?c=d", "http://localhost/x",
					    "http://127.0.0.1:1/x", "http://[::1]:8080/" };
	static const char *const bad[] = { "http://a.example/",
					   "https://",
					   "https:///x",
					   "https://u:p@a.example/",
					   "https://a.example/#f",
					   "https://a.example/ b",
					   "javascript:alert(1)",
					   "http://localhost.evil.example/",
					   "http://127.0.0.1.evil/",
					   "https://a.example/\"x",
					   "HTTPS://a.example/",
					   "" };
	size_t right = 0;

	for (size_t i = 0; i < ARRAY_SIZE(good); i++)
		right += redirect_is_allowed(good[i]);
	is_int((int64_t)right, (int64_t)ARRAY_SIZE(good), "addresses that may be answered at");
	right = 0;
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		right += !redirect_is_allowed(bad[i]);
	is_int((int64_t)right, (int64_t)ARRAY_SIZE(bad), "and those that may not");
	is_text(redirect_origin(b->ctx.pool, "https://a.example:8443/b?c"),
		"https://a.example:8443", "the origin of one");
}

static void test_resources(void)
{
	const struct resource *r = resource_named(&b->ctx, "https://lastro.example/");

	ok(r && str_eq(r->path, ""), "the interface, with a last slash");
	r = resource_named(&b->ctx, "https://lastro.example/v1/mcp/advisor");
	ok(r && str_eq(r->path, "/v1/mcp/advisor"), "a profile");
	ok(!resource_named(&b->ctx, "https://lastro.example.evil") &&
		   !resource_named(&b->ctx, "https://lastro.example/v1/mcp") &&
		   !resource_named(&b->ctx, "https://other.example"),
	   "nothing of others");
}

static const char *address_of(const char *sent)
{
	const char *env[] = { "PATH_INFO=/", pool_printf(b->ctx.pool, "REMOTE_ADDR=%s", sent),
			      NULL };

	return bench_request(b, env) ? request_network(&b->ctx) : "refused";
}

static void test_addresses(void)
{
	is_text(address_of("192.0.2.7"), "192.0.2.7", "an IPv4 address");
	is_text(address_of("2001:db8:1:2:3:4:5:6"), "20010db800010002", "the /64 of an IPv6 one");
	is_text(address_of("::ffff:192.0.2.7"), "192.0.2.7", "a mapped one");
	is_text(address_of("unix:"), "?", "none");
}

static const char *token;

static void check(struct ctx *ctx)
{
	csrf_check(ctx, token);
}

static bool accepted(const char *cookie, const char *more)
{
	const char *env[] = { "PATH_INFO=/", pool_printf(b->ctx.pool, "HTTP_COOKIE=%s", cookie),
			      more, NULL };

	return bench_request(b, env) && bench_try(b, check);
}

static void test_tokens(void)
{
	static const char session[] = "__Host-lastro_session=lst_session_a";
	static const char other[] = "__Host-lastro_session=lst_session_b";
	const char *env[] = { "PATH_INFO=/", NULL };

	token = csrf_token_of(&b->ctx, "lst_session_a");
	ok(accepted(session, "X=y"), "a session's token");
	ok(!accepted(other, "X=y") && str_eq(b->ctx.problem->code, "csrf_token_invalid"),
	   "not of another session");
	ok(!accepted("a=b", "X=y"), "nor of none");
	ok(!accepted(session, "HTTP_ORIGIN=https://evil.example") &&
		   !accepted(session, "HTTP_ORIGIN=null") &&
		   !accepted(session, "HTTP_ORIGIN=https://lastro.example.evil"),
	   "nor from a page elsewhere");
	ok(accepted(session, "HTTP_ORIGIN=https://lastro.example"), "from one of ours");
	ok(!accepted(session, "HTTP_SEC_FETCH_SITE=same-site"), "a neighbour is elsewhere");
	b->ctx.res = NULL;
	ok(bench_request(b, env), "a browser without cookies");
	token = csrf_token(&b->ctx);
	is_text(csrf_token(&b->ctx), token, "has one token a page");
	ok(accepted(pool_printf(b->ctx.pool, "__Host-lastro_browser=%s", b->ctx.req->browser),
		    "X=y"),
	   "which its cookie proves");
}

static void test_ways(void)
{
	is_text(site_local("/grants?a=b", "/"), "/grants?a=b", "a page of ours");
	is_text(site_local("//evil.example", "/"), "/", "not another host");
	is_text(site_local("/\\evil.example", "/"), "/", "however it is written");
	is_text(site_local("https://evil.example", "/"), "/", "nor a whole address");
	is_text(site_local("/a\r\nb", "/"), "/", "nor two lines");
}

static void test_scopes(void)
{
	unsigned scopes = 0;

	ok(scopes_read(b->ctx.pool, "account:read  market:read", &scopes) &&
		   scopes == (SCOPE_ACCOUNT_READ | SCOPE_MARKET_READ),
	   "scopes by their names");
	ok(!scopes_read(b->ctx.pool, "account:read openid", &scopes), "all must be known");
	is_int(scopes_known(b->ctx.pool, "openid account:read email"), SCOPE_ACCOUNT_READ,
	       "or those that are");
	is_text(scopes_text(b->ctx.pool, SCOPE_ACCOUNT_READ | SCOPE_ADVISOR_WRITE),
		"account:read advisor:write", "written");
}

int main(void)
{
	if (sodium_init() < 0)
		return 1;
	b = bench_new();
	test_passwords();
	test_redirects();
	test_resources();
	test_addresses();
	test_tokens();
	test_ways();
	test_scopes();
	bench_free(b);
	return tap_done();
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Pages: values are escaped, and each part has its markup. */
#include "config.h"

#include "http/html.h"

#include "http_bench.h"
#include "tap.h"

static struct bench *b;

static const char *header(const char *name)
{
	for (size_t i = 0; i < b->ctx.res->n_headers; i++)
		if (str_eq(b->ctx.res->headers[i].name, name))
			return b->ctx.res->headers[i].value;
	return "";
}

static const char *page_text(void)
{
	return pool_strndup(b->ctx.pool, b->ctx.res->body.p, b->ctx.res->body.n);
}

static void has(const char *piece, const char *name)
{
	if (!ok(strstr(page_text(), piece) != NULL, "%s", name))
		diag("%s", page_text());
}

static struct html *begin(const struct html_page *page)
{
	b->ctx.res = NULL;
	return html_page(&b->ctx, 200, page);
}

static void test_escaping(void)
{
	struct html *h = begin(&(struct html_page){ .title = "</title><b>&" });

	has("<title>&lt;/title&gt;&lt;b&gt;&amp; · lastro</title>", "a title");
	has("<h1>&lt;/title&gt;&lt;b&gt;&amp;</h1>", "which is the heading");
	html_p(h, "%s", "<script>alert('x')</script>");
	has("<p>&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;</p>", "a text");
	html_link(h, "/a?b=\"><c", "x");
	has("<a href=\"/a?b=&quot;&gt;&lt;c\">x</a>", "an attribute");
	html_element(h, "p",
		     "a\x01\x7f"
		     "b\n");
	has("<p>ab\n</p>", "controls go");
}

static void test_policy(void)
{
	(void)begin(&(struct html_page){ .title = "x" });
	is_text(header("Content-Security-Policy"),
		"default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; manifest-src "
		"'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
		"a policy that lets in our own files and nothing else");
	is_text(header("X-Frame-Options"), "DENY", "no frame");
	is_text(b->ctx.res->content_type, "text/html; charset=utf-8", "the type");
	(void)begin(&(struct html_page){ .title = "x", .form_action = "https://a.example" });
	ok(strstr(header("Content-Security-Policy"), "form-action 'self' https://a.example;") !=
		   NULL,
	   "a form may lead on to one origin");
}

static void test_form(void)
{
	struct html *h = begin(&(struct html_page){ .title = "x", .error = "Não deu." });

	has("<title>Erro: x · lastro", "an error is in the title");
	has("<div class=\"note faults err\" role=\"alert\">Não deu.</div>", "and told at once");
	html_form(h, "/log-in", "t0ken");
	has("<form method=\"post\" action=\"/log-in\"><input type=\"hidden\" name=\"csrf\" value=\"t0ken\"",
	    "a form carries its token");
	html_field(h, &(struct html_field){ .name = "email",
					    .label = "E-mail",
					    .type = "email",
					    .value = "a\"b",
					    .hint = "O da conta.",
					    .error = "Falta o @.",
					    .autocomplete = "username",
					    .max_length = 254 });
	has("<label for=\"email\">E-mail</label>", "a label names its field");
	has("<p class=\"hint\" id=\"email-dica\">O da conta.</p>", "a hint");
	has("<input id=\"email\" name=\"email\" type=\"email\" value=\"a&quot;b\" autocomplete=\"username\" "
	    "maxlength=\"254\" aria-describedby=\"email-dica email-erro\" aria-invalid=\"true\" required>",
	    "the field is described by hint and error");
	html_group(h, "Permissões");
	html_choice(h, &(struct html_choice){ .name = "scope",
					      .value = "account:read",
					      .label = "Ler",
					      .chosen = true });
	has("<input type=\"checkbox\" id=\"scope-account:read\" name=\"scope\" value=\"account:read\" checked>",
	    "a check box");
	html_group_end(h);
	html_button_of(h, "do", "allow", "Permitir");
	has("<button type=\"submit\" name=\"do\" value=\"allow\">Permitir</button>", "a button");
	html_form_end(h);
	html_page_end(h);
	ok(text_ends(page_text(), "</footer>\n</body>\n</html>\n"), "the page ends");
}

static void test_table(void)
{
	static const char *const headings[] = { "Nome", "Criada em" };
	struct html *h = begin(&(struct html_page){ .title = "x" });

	html_table(h, "Chaves", headings, 2);
	html_row(h);
	html_cell(h, "a & b");
	html_cell(h, NULL);
	html_row_end(h);
	html_table_end(h);
	has("<div class=\"scroll\" role=\"region\" aria-label=\"Chaves\" tabindex=\"0\"><table class=\"t flip\">"
	    "<caption>Chaves</caption>",
	    "a table scrolls by itself and has a name");
	has("<th scope=\"col\">Criada em</th>", "headings are headings of columns");
	has("<td class=\"lead\">a &amp; b</td>\n<td data-k=\"Criada em\">—</td>", "cells");
}

int main(void)
{
	b = bench_new();
	test_escaping();
	test_policy();
	test_form();
	test_table();
	bench_free(b);
	return tap_done();
}

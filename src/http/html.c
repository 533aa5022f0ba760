/* SPDX-License-Identifier: Apache-2.0 */
/*
 * html.c: pages for people.
 *
 * Stylesheet, script and icon are files of this service (http/static/), which a browser keeps.
 */
#include "config.h"

#include "http/html.h"

#include "http/response.h"
#include "http/static_file.h"

#define PAGE_FIRST ((size_t)8192)

/* ---- writing ---- */

/* The attributes end here. */
static void tag_done(struct html *h)
{
	if (h->in_tag)
		buf_char(h->out, '>');
	h->in_tag = false;
}

/* HTML allows no control characters; honest clients send none. */
static void put_escaped(struct buf *b, const char *text)
{
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c == '&')
			buf_str(b, "&amp;");
		else if (c == '<')
			buf_str(b, "&lt;");
		else if (c == '>')
			buf_str(b, "&gt;");
		else if (c == '"')
			buf_str(b, "&quot;");
		else if (c == '\'')
			buf_str(b, "&#39;");
		else if (c >= 0x20 ? c != 0x7f : c == '\t' || c == '\n')
			buf_char(b, (char)c);
	}
}

void html_open(struct html *h, const char *tag)
{
	tag_done(h);
	buf_char(h->out, '<');
	buf_str(h->out, tag);
	h->in_tag = true;
}

void html_attr(struct html *h, const char *name, const char *value)
{
	if (!value)
		return;
	buf_char(h->out, ' ');
	buf_str(h->out, name);
	buf_str(h->out, "=\"");
	put_escaped(h->out, value);
	buf_char(h->out, '"');
}

void html_flag(struct html *h, const char *name, bool on)
{
	if (!on)
		return;
	buf_char(h->out, ' ');
	buf_str(h->out, name);
}

void html_close(struct html *h, const char *tag)
{
	tag_done(h);
	buf_str(h->out, "</");
	buf_str(h->out, tag);
	buf_str(h->out, ">\n");
}

void html_text(struct html *h, const char *text)
{
	tag_done(h);
	put_escaped(h->out, text);
}

void html_open_of(struct html *h, const char *tag, const char *class)
{
	html_open(h, tag);
	html_attr(h, "class", class);
}

void html_div(struct html *h, const char *class)
{
	html_open_of(h, "div", class);
}

void html_element_of(struct html *h, const char *tag, const char *class, const char *text)
{
	html_open_of(h, tag, class);
	html_text(h, text);
	html_close(h, tag);
}

void html_element(struct html *h, const char *tag, const char *text)
{
	html_element_of(h, tag, NULL, text);
}

void html_p(struct html *h, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	html_element(h, "p", pool_vprintf(h->ctx->pool, fmt, ap));
	va_end(ap);
}

void html_made(struct html *h, const unsigned char *markup, size_t n)
{
	const char *text;

	memcpy(&text, &markup, sizeof(text)); /* the same bytes, seen as text */
	tag_done(h);
	buf_put(h->out, text, n);
}

void html_link(struct html *h, const char *href, const char *text)
{
	html_open(h, "a");
	html_attr(h, "href", href);
	html_text(h, text);
	tag_done(h);
	buf_str(h->out, "</a>");
}

void html_p_link(struct html *h, const char *href, const char *text)
{
	html_open(h, "p");
	html_link(h, href, text);
	html_close(h, "p");
}

void html_copied(struct html *h, const char *name, const char *text)
{
	html_open(h, "p");
	html_open(h, "code");
	html_attr(h, "data-name", name);
	html_flag(h, "data-copy", true);
	html_text(h, text);
	html_close(h, "code");
	html_close(h, "p");
}

/* ---- the page ---- */

static void add_headers(struct ctx *ctx, const struct html_page *page)
{
	const char *action = page->form_action;

	respond_header(ctx, "Content-Security-Policy",
		       "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
		       "manifest-src 'self'; form-action 'self'%s%s; base-uri 'none'; "
		       "frame-ancestors 'none'",
		       action ? " " : "", action ? action : "");
	respond_header(ctx, "X-Frame-Options", "DENY");
	/* Not no-referrer: browsers would then send Origin: null with our own forms. */
	respond_header(ctx, "Referrer-Policy", "same-origin");
	respond_header(ctx, "Permissions-Policy",
		       "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
	if (!page->popup)
		respond_header(ctx, "Cross-Origin-Opener-Policy", "same-origin");
}

static void write_file(struct html *h, const char *rel, const char *name)
{
	html_open(h, "link");
	html_attr(h, "rel", rel);
	html_attr(h, "href", static_path(h->ctx->pool, name));
	tag_done(h);
}

static void write_head(struct html *h, const struct html_page *page)
{
	buf_str(h->out, "<!DOCTYPE html>\n<html lang=\"pt-BR\">\n<head>\n<meta charset=\"utf-8\">\n"
			"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1, "
			"viewport-fit=cover\">\n<title>");
	if (page->error)
		buf_str(h->out, "Erro: ");
	put_escaped(h->out, page->title);
	buf_str(h->out, " · lastro</title>\n");
	write_file(h, "stylesheet", "console.css");
	write_file(h, "icon", "icon.svg");
	write_file(h, "manifest", "lastro.webmanifest");
	html_open(h, "script");
	html_attr(h, "src", static_path(h->ctx->pool, "console.js"));
	html_flag(h, "defer", true);
	html_close(h, "script");
	buf_str(h->out, "</head>\n<body>\n<a class=\"skip\" href=\"#conteudo\">"
			"Ir para o conteúdo</a>\n");
}

static void write_error(struct html *h, const char *error)
{
	html_div(h, "note faults err");
	html_attr(h, "role", "alert");
	html_text(h, error);
	html_close(h, "div");
}

static void write_top(struct html *h, const struct html_page *page)
{
	html_open(h, "header");
	html_attr(h, "class", "top");
	html_div(h, NULL);
	html_open(h, "a");
	html_attr(h, "class", "brand");
	html_attr(h, "href", "/");
	tag_done(h);
	buf_str(h->out, "<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"M2 12h20c-.8 "
			"5-4.7 8.5-10 8.5S2.8 17 2 12ZM11 2.5h2V10h-2z\"/></svg>lastro");
	html_close(h, "a");
	if (page->ways)
		page->ways(h);
	html_close(h, "div");
	html_close(h, "header");
}

struct html *html_page(struct ctx *ctx, int status, const struct html_page *page)
{
	struct html *h = pool_zero(ctx->pool, struct html);

	respond_bytes(ctx, status, "text/html; charset=utf-8", (struct slice){ NULL, 0 });
	buf_init(&ctx->res->body, ctx->pool, PAGE_FIRST);
	*h = (struct html){ .ctx = ctx, .out = &ctx->res->body, .below = page->below };
	add_headers(ctx, page);
	write_head(h, page);
	write_top(h, page);
	html_open(h, "main");
	html_attr(h, "id", "conteudo");
	html_attr(h, "tabindex", "-1");
	if (!page->own_head) {
		html_div(h, "head");
		html_element(h, "h1", page->title);
		html_close(h, "div");
	}
	if (page->error)
		write_error(h, page->error);
	return h;
}

void html_page_end(struct html *h)
{
	html_close(h, "main");
	html_open(h, "footer");
	html_p(h, "lastro · não é recomendação de investimento.");
	html_close(h, "footer");
	if (h->below)
		h->below(h);
	buf_str(h->out, "</body>\n</html>\n");
}

/* ---- forms ---- */

static void open_form(struct html *h, const char *action, const char *enctype, const char *token)
{
	html_open(h, "form");
	html_attr(h, "method", "post");
	html_attr(h, "action", action);
	html_attr(h, "enctype", enctype);
	html_hidden(h, "csrf", token);
}

void html_form(struct html *h, const char *action, const char *token)
{
	open_form(h, action, NULL, token);
}

void html_form_file(struct html *h, const char *action, const char *token)
{
	open_form(h, action, "multipart/form-data", token);
}

void html_query(struct html *h, const char *action)
{
	html_open(h, "form");
	html_attr(h, "method", "get");
	html_attr(h, "action", action);
}

void html_hidden(struct html *h, const char *name, const char *value)
{
	if (!value)
		return;
	html_open(h, "input");
	html_attr(h, "type", "hidden");
	html_attr(h, "name", name);
	html_attr(h, "value", value);
}

static void write_button(struct html *h, const char *class, const char *name, const char *value,
			 bool unchecked, const char *label)
{
	html_open(h, "button");
	html_attr(h, "class", class);
	html_attr(h, "type", "submit");
	html_flag(h, "formnovalidate", unchecked);
	html_attr(h, "name", name);
	html_attr(h, "value", value);
	html_text(h, label);
	html_close(h, "button");
}

void html_button_of(struct html *h, const char *name, const char *value, const char *label)
{
	write_button(h, NULL, name, value, false, label);
}

void html_button_unchecked(struct html *h, const char *name, const char *value, const char *label)
{
	write_button(h, NULL, name, value, true, label);
}

void html_button_away(struct html *h, const char *name, const char *value, const char *label)
{
	write_button(h, "btn", name, value, false, label);
}

void html_button(struct html *h, const char *label)
{
	html_button_of(h, NULL, NULL, label);
}

void html_form_end(struct html *h)
{
	html_close(h, "form");
}

void html_send(struct html *h, const char *label)
{
	html_button(h, label);
	html_form_end(h);
}

static void write_hint(struct html *h, const char *id, const char *class, const char *text)
{
	if (!text)
		return;
	html_open(h, "p");
	html_attr(h, "class", class);
	html_attr(h, "id", id);
	html_text(h, text);
	html_close(h, "p");
}

static void write_label(struct html *h, const char *id, const char *text)
{
	html_open(h, "label");
	html_attr(h, "for", id);
	html_text(h, text);
	html_close(h, "label");
}

static void write_options(struct html *h, const struct html_field *f)
{
	bool own = f->n_options && !*f->options[0].value; /* "Todas" */

	if (!own && (f->optional || !f->value || !*f->value)) {
		html_open(h, "option");
		html_attr(h, "value", "");
		html_text(h, "—");
		html_close(h, "option");
	}
	for (size_t i = 0; i < f->n_options; i++) {
		html_open(h, "option");
		html_attr(h, "value", f->options[i].value);
		html_flag(h, "selected", f->value && str_eq(f->value, f->options[i].value));
		html_text(h, f->options[i].label);
		html_close(h, "option");
	}
}

static bool is_input(const struct html_field *f)
{
	return !str_eq(f->type, "select") && !str_eq(f->type, "textarea");
}

/* The content of a control that has an end tag. */
static void write_inside(struct html *h, const struct html_field *f)
{
	if (str_eq(f->type, "select")) {
		write_options(h, f);
		html_close(h, "select");
	} else if (str_eq(f->type, "textarea")) {
		html_text(h, f->value ? f->value : "");
		html_close(h, "textarea");
	}
}

static void write_control(struct html *h, const struct html_field *f, const char *described)
{
	void *pool = h->ctx->pool;

	html_open(h, is_input(f) ? "input" : f->type);
	html_attr(h, "id", f->name);
	html_attr(h, "name", f->name);
	if (is_input(f)) {
		html_attr(h, "type", f->type);
		html_attr(h, "value", f->value);
	}
	html_attr(h, "inputmode", f->inputmode);
	html_attr(h, "accept", f->accept);
	html_attr(h, "autocomplete", f->autocomplete);
	if (f->max_length)
		html_attr(h, "maxlength", pool_printf(pool, "%d", f->max_length));
	html_attr(h, "aria-describedby", described);
	html_attr(h, "aria-invalid", f->error ? "true" : NULL);
	html_flag(h, "required", !f->optional);
	write_inside(h, f);
}

void html_field(struct html *h, const struct html_field *f)
{
	void *pool = h->ctx->pool;
	const char *hint = f->hint ? pool_printf(pool, "%s-dica", f->name) : NULL;
	const char *error = f->error ? pool_printf(pool, "%s-erro", f->name) : NULL;
	const char *described = NULL;

	if (hint || error)
		described = pool_printf(pool, "%s%s%s", hint ? hint : "", hint && error ? " " : "",
					error ? error : "");
	html_div(h, "field");
	write_label(h, f->name, f->label);
	write_hint(h, hint, "hint", f->hint);
	write_hint(h, error, "err", f->error);
	write_control(h, f, described);
	html_close(h, "div");
}

void html_faults(struct html *h, const struct html_fault *faults, size_t n)
{
	if (!n)
		return;
	html_div(h, "note faults err");
	html_attr(h, "role", "alert");
	html_open(h, "ul");
	for (size_t i = 0; i < n; i++) {
		html_open(h, "li");
		if (faults[i].field)
			html_link(h, pool_printf(h->ctx->pool, "#%s", faults[i].field),
				  faults[i].text);
		else
			html_text(h, faults[i].text);
		html_close(h, "li");
	}
	html_close(h, "ul");
	html_close(h, "div");
}

void html_group_of(struct html *h, const char *id, const char *legend, const char *error)
{
	const char *said = error ? pool_printf(h->ctx->pool, "%s-erro", id) : NULL;

	html_open(h, "fieldset");
	html_attr(h, "id", id);
	html_attr(h, "aria-describedby", said);
	html_element(h, "legend", legend);
	write_hint(h, said, "err", error);
}

void html_group(struct html *h, const char *legend)
{
	html_group_of(h, NULL, legend, NULL);
}

void html_group_end(struct html *h)
{
	html_close(h, "fieldset");
}

void html_choice(struct html *h, const struct html_choice *c)
{
	void *pool = h->ctx->pool;
	const char *id = pool_printf(pool, "%s-%s", c->name, c->value);
	const char *hint = c->hint ? pool_printf(pool, "%s-dica", id) : NULL;

	html_div(h, "choice");
	html_open(h, "input");
	html_attr(h, "type", c->one ? "radio" : "checkbox");
	html_attr(h, "id", id);
	html_attr(h, "name", c->name);
	html_attr(h, "value", c->value);
	html_attr(h, "aria-describedby", hint);
	html_flag(h, "checked", c->chosen);
	write_label(h, id, c->label);
	write_hint(h, hint, "hint", c->hint);
	html_close(h, "div");
}

const char *html_option_label(const struct html_option *options, size_t n, const char *value)
{
	for (size_t i = 0; i < n; i++)
		if (str_eq(options[i].value, value))
			return options[i].label;
	return value;
}

/* ---- tables ---- */

/* No two regions of a page have one name: of a second table with this caption, with its number. */
static const char *region_name(struct html *h, const char *caption)
{
	size_t n = 1;

	for (size_t i = 0; i < h->n_captions; i++)
		n += str_eq(h->captions[i], caption);
	if (h->n_captions < ARRAY_SIZE(h->captions))
		h->captions[h->n_captions++] = caption;
	return n == 1 ? caption : pool_printf(h->ctx->pool, "%s, %zu", caption, n);
}

void html_table_begin(struct html *h, const char *caption)
{
	/* A scrollable element must have keyboard focus, and therefore a name. */
	html_div(h, "scroll");
	html_attr(h, "role", "region");
	html_attr(h, "aria-label", region_name(h, caption));
	html_attr(h, "tabindex", "0");
	html_open(h, "table");
	html_attr(h, "class", "t flip");
	html_element(h, "caption", caption);
	html_open(h, "thead");
	html_row(h);
	h->headings = NULL;
}

void html_headings(struct html *h, const char *const *headings, size_t n)
{
	h->headings = headings;
	h->n_headings = n;
}

void html_table_body(struct html *h)
{
	html_row_end(h);
	html_close(h, "thead");
	html_open(h, "tbody");
}

void html_table(struct html *h, const char *caption, const char *const *headings, size_t n)
{
	html_table_begin(h, caption);
	for (size_t i = 0; i < n; i++) {
		html_open(h, "th");
		html_attr(h, "scope", "col");
		html_text(h, headings[i]);
		html_close(h, "th");
	}
	html_headings(h, headings, n);
	html_table_body(h);
}

void html_row(struct html *h)
{
	html_open(h, "tr");
	h->column = 0;
}

/* The first cell begins a row's card on a telephone; each other one follows with the name of its column. */
void html_cell_open(struct html *h, const char *class)
{
	size_t i = h->column++;

	html_open(h, "td");
	html_attr(h, "class", class ? class : i == 0 ? "lead" : NULL);
	if (i && h->headings && i < h->n_headings)
		html_attr(h, "data-k", h->headings[i]);
}

void html_cell(struct html *h, const char *text)
{
	html_cell_open(h, NULL);
	html_text(h, text ? text : "—");
	html_close(h, "td");
}

void html_row_end(struct html *h)
{
	html_close(h, "tr");
}

void html_table_end(struct html *h)
{
	html_close(h, "tbody");
	html_close(h, "table");
	html_close(h, "div");
}

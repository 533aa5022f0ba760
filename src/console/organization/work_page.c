/* SPDX-License-Identifier: Apache-2.0 */
/* work_page.c: a page of an organization: answers of Functions as figures and tables, links to Actions. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "identity/caller.h"
#include "console/chart.h"
#include "console/form/member_words.h"
#include "console/layout.h"
#include "console/organization/work.h"
#include "core/encode.h"
#include "core/number_text.h"
#include "core/text.h"
#include "http/request.h"
#include "operations/specs.h"
#include "http/tree.h"

#define LIMIT 25 /* rows of a paged list */
#define SHOWN 60 /* rows of a list without pages */

/* ---- one value ---- */

static const char *text_of(struct json_object *value)
{
	return value ? json_object_get_string(value) : NULL;
}

static const char *day_said(void *pool, const char *text)
{
	struct day d;

	return strlen(text) >= 10 && day_parse((struct slice){ text, 10 }, &d) ? date_text(pool, d)
									       : text;
}

static void write_list(struct html *h, struct json_object *list)
{
	size_t n = json_object_array_length(list);

	for (size_t i = 0; i < n && i < 8; i++)
		html_element(h, "div", text_of(json_object_array_get_idx(list, i)));
	if (n > 8)
		html_element(h, "div", pool_printf(h->ctx->pool, "e mais %zu", n - 8));
}

static void write_reasons(struct html *h, struct json_object *list)
{
	size_t n = json_object_array_length(list);

	if (!n)
		html_text(h, "—");
	for (size_t i = 0; i < n && i < 8; i++) {
		struct json_object *item = json_object_array_get_idx(list, i);

		html_element(h, "div",
			     pool_printf(h->ctx->pool, "%s: %s",
					 text_of(work_find(item, "object.name")),
					 choice_word(text_of(work_find(item, "reason")))));
	}
	if (n > 8)
		html_element(h, "div", pool_printf(h->ctx->pool, "e mais %zu", n - 8));
}

/* A member of an answer, as @kind. */
static void work_shown(struct html *h, const struct work_member *m, struct json_object *value)
{
	const char *text = text_of(value);
	void *pool = h->ctx->pool;

	if (!value) {
		shown_text(h, m->name, NULL);
		return;
	}
	switch (m->kind) {
	case WORK_TEXT:
	case WORK_WORD:
		html_open(h, "bdi");
		if (json_object_is_type(value, json_type_array))
			write_list(h, value);
		else
			html_text(h, m->kind == WORK_WORD ? choice_word(text) : text);
		html_close(h, "bdi");
		break;
	case WORK_TAX_ID:
		html_text(h, tax_id_text(pool, text));
		break;
	case WORK_MONEY:
	case WORK_GAIN:
		shown_exact_as(h, m->name, text, "R$\u00a0", "");
		break;
	case WORK_PCT:
		shown_exact_as(h, m->name, text, "", "%");
		break;
	case WORK_NUMBER:
		shown_exact(h, m->name, text);
		break;
	case WORK_DAY:
		html_text(h, day_said(pool, text));
		break;
	case WORK_FLAG:
		html_text(h, json_object_get_boolean(value) ? "sim" : "não");
		break;
	case WORK_REASONS:
		write_reasons(h, value);
		break;
	}
}

static bool is_figure(const struct work_member *m)
{
	return m->kind == WORK_MONEY || m->kind == WORK_GAIN || m->kind == WORK_PCT ||
	       m->kind == WORK_NUMBER;
}

/* ---- links to Actions ---- */

/* The subject in the page's path: path[1], or the organization itself. */
static const char *named(const struct ctx *ctx)
{
	return ctx->path[1];
}

static void write_act(struct html *h, const struct work_room *room, const struct work_page *page,
		      const struct work_act *a, struct json_object *row)
{
	struct ctx *ctx = h->ctx;
	const char *id = a->from ? text_of(work_find(row, a->from)) : named(ctx);
	const char *about = text_of(work_find(row, "name"));
	const char *at =
		work_path(ctx, room,
			  named(ctx) ? pool_printf(ctx->pool, "%s%s", page->here,
						   url_encoded_but(ctx->pool, named(ctx), ""))
				     : page->here);
	struct buf b;

	buf_init(&b, ctx->pool, 256);
	buf_printf(&b, "%s/actions/%s?back=%s", work_path(ctx, room, ""), a->action,
		   url_encoded(ctx->pool, at));
	if (a->input && id)
		buf_printf(&b, "&%s=%s", a->input, url_encoded_but(ctx->pool, id, ""));
	/* The version that the page shows, so that no other is meant. */
	if (text_of(work_find(row, "version")) &&
	    work_takes(spec_asked(ctx, room->protocol, true, a->action), "version"))
		buf_printf(&b, "&version=%s", text_of(work_find(row, "version")));
	/* Adds the page's own subject to the row's: its list, its portfolio. */
	if (a->from && named(ctx) && page->acts && page->acts->input &&
	    work_takes(spec_asked(ctx, room->protocol, true, a->action), page->acts->input))
		buf_printf(&b, "&%s=%s", page->acts->input,
			   url_encoded_but(ctx->pool, named(ctx), ""));
	if (about && a->from)
		buf_printf(&b, "&about=%s", url_encoded(ctx->pool, about));
	html_open_of(h, "a", "act");
	html_attr(h, "href", buf_text(&b));
	html_text(h, a->label);
	html_close(h, "a");
}

/* @data: what the page is about */
static void write_acts(struct html *h, const struct work_room *room, const struct work_page *page,
		       struct json_object *data)
{
	if (!page->acts || !page->acts->action)
		return;
	html_open(h, "p");
	if (page->of && work_find(data, page->of) &&
	    (!page->of_when || work_find(data, page->of_when))) {
		html_link(h,
			  work_path(h->ctx, room,
				    pool_printf(h->ctx->pool, "%s%s", page->of_to,
						url_encoded_but(h->ctx->pool,
								text_of(work_find(data, page->of)),
								""))),
			  page->of_title);
		html_text(h, " ");
	}
	if (page->more) {
		html_link(h,
			  work_path(h->ctx, room,
				    pool_printf(h->ctx->pool, "%s%s%s", page->here, named(h->ctx),
						page->more)),
			  page->more_title);
		html_text(h, " ");
	}
	for (const struct work_act *a = page->acts; a->action; a++) {
		write_act(h, room, page, a, data);
		html_text(h, " ");
	}
	html_close(h, "p");
}

/* ---- figures and tables ---- */

/* The path of the page's subject, such as a client's portfolio. */
static const char *own_path(struct ctx *ctx, const struct work_room *room,
			    const struct work_page *page)
{
	return work_path(ctx, room,
			 pool_printf(ctx->pool, "%s%s", page->here,
				     url_encoded_but(ctx->pool, named(ctx), "")));
}

/* Writes a value, as a link to its parts where it has them. */
static void write_leading(struct html *h, const char *href, const struct work_member *m,
			  struct json_object *value)
{
	bool leads = href && is_figure(m);

	if (leads) {
		html_open(h, "a");
		html_attr(h, "href", href);
	}
	work_shown(h, m, value);
	if (leads)
		html_close(h, "a");
}

static const char *made_of(struct ctx *ctx, const struct work_room *room,
			   const struct work_source *s, const char *name)
{
	for (const struct work_count *c = s->counts; c && c->name; c++)
		if (str_eq(c->name, name))
			return work_path(ctx, room, c->to);
	return s->made_of ? pool_printf(ctx->pool, "#%s", s->made_of) : NULL;
}

/* Whether the object that holds the figure is not null. */
static bool is_there(struct ctx *ctx, const struct work_member *m, struct json_object *data)
{
	const char *dot = strrchr(m->name, '.');

	return !dot || work_find(data, pool_strndup(ctx->pool, m->name, (size_t)(dot - m->name)));
}

/* A reason is told where there is one. */
static bool is_no_reason(const struct work_member *m, struct json_object *data)
{
	return m->kind == WORK_WORD && strstr(m->name, "reason") && !work_find(data, m->name);
}

/* @leads: they link to their parts */
static void write_figures(struct html *h, const struct work_room *room, const struct work_source *s,
			  const struct work_member *figures, bool leads, struct json_object *data)
{
	shown_list(h);
	for (const struct work_member *m = figures; m->name; m++) {
		if (s->of_what_is && (!is_there(h->ctx, m, data) || is_no_reason(m, data)))
			continue;
		shown_term(h, m->title);
		write_leading(h, leads ? made_of(h->ctx, room, s, m->name) : NULL, m,
			      work_find(data, m->name));
		shown_term_end(h);
	}
	shown_list_end(h);
}

static void write_parts(struct html *h, const struct work_room *room, const struct work_source *s,
			struct json_object *data)
{
	const struct work_parts *parts = s->parts;

	html_open(h, "section");
	html_attr(h, "id", parts->anchor);
	html_element(h, "h2", parts->title);
	html_p(h, "%s", parts->how);
	write_figures(h, room, s, parts->figures, false, data);
	html_close(h, "section");
}

static void write_source(struct html *h, const struct work_room *room, const struct work_page *page,
			 const struct work_source *s, struct json_object *data)
{
	if (s->explained)
		layout_explains_at(h, own_path(h->ctx, room, page), NULL, NULL);
	if (s->figures)
		write_figures(h, room, s, s->figures, true, data);
	shown_explained(h, NULL);
	if (s->parts)
		write_parts(h, room, s, data);
}

static void write_headings(struct html *h, const struct work_list *l)
{
	html_table_begin(h, l->caption);
	for (const struct work_member *m = l->columns; m->name; m++)
		layout_heading(h, m->title, is_figure(m));
	if (l->acts)
		layout_heading(h, "O que fazer", false);
	html_table_body(h);
}

static const char *first_said(void *pool, const struct work_member *m, const char *text)
{
	if (!text)
		return "—";
	if (m->kind == WORK_DAY)
		return day_said(pool, text);
	return m->kind == WORK_WORD ? choice_word(text) : text;
}

static const char *way_to(const struct work_list *l, struct json_object *row)
{
	for (const struct work_fork *f = l->forks; f && f->member; f++) {
		const char *value = text_of(work_find(row, f->member));

		if (value && (!f->value || str_eq(value, f->value)))
			return f->to;
	}
	return l->to;
}

/* The target of a row's link, or NULL. */
static const char *way_of(struct ctx *ctx, const struct work_room *room, const struct work_list *l,
			  struct json_object *row)
{
	const char *id = l->id ? text_of(work_find(row, l->id)) : NULL;

	if (l->there && !work_find(row, l->there))
		return NULL;
	return id ? work_path(ctx, room,
			      pool_printf(ctx->pool, "%s%s", way_to(l, row),
					  url_encoded_but(ctx->pool, id, "")))
		  : NULL;
}

/* Sets the links of the row's following figures. */
static void explain_row(struct html *h, const struct work_room *room, const struct work_page *page,
			const struct work_list *l, struct json_object *row)
{
	if (l->explained == WORK_PORTFOLIOS)
		layout_explains_at(h, way_of(h->ctx, room, l, row), NULL, NULL);
	if (l->explained == WORK_HOLDINGS)
		layout_explains_at(h, own_path(h->ctx, room, page),
				   text_of(work_find(row, "symbol")),
				   text_of(work_find(row, "asset_type")));
}

static void write_row(struct html *h, const struct work_room *room, const struct work_page *page,
		      const struct work_list *l, struct json_object *row)
{
	const char *way = way_of(h->ctx, room, l, row);
	const char *first = text_of(work_find(row, l->columns->name));
	bool unknown;

	explain_row(h, room, page, l, row);
	html_row(h);
	shown_name_cell(h, first_said(h->ctx->pool, l->columns, first), way);
	for (const struct work_member *m = l->columns + 1; m->name; m++) {
		html_cell_open(h, is_figure(m) ? "n" : NULL);
		unknown = m->kind == WORK_GAIN && work_find(row, "valuation_reason");
		write_leading(h, l->explained == WORK_ROWS ? way : NULL, m,
			      unknown ? NULL : work_find(row, m->name));
		html_close(h, "td");
	}
	if (l->acts) {
		html_cell_open(h, NULL);
		for (const struct work_act *a = l->acts; a->action; a++) {
			write_act(h, room, page, a, row);
			html_text(h, " ");
		}
		html_close(h, "td");
	}
	html_row_end(h);
	shown_explained(h, NULL);
}

/* @number: of the list on its page, from 1 */
static void write_table(struct html *h, const struct work_room *room, const struct work_page *page,
			const struct work_list *l, int number, struct json_object *data)
{
	struct json_object *rows = l->at ? work_find(data, l->at) : data;
	size_t n = json_object_is_type(rows, json_type_array) ? json_object_array_length(rows) : 0;

	if (!n) {
		html_p(h, "%s: nada.", l->caption);
		return;
	}
	if (l->anchor) {
		html_open(h, "section");
		html_attr(h, "id", l->anchor);
	}
	write_headings(h, l);
	for (size_t i = 0; i < n && i < SHOWN; i++)
		write_row(h, room, page, l, json_object_array_get_idx(rows, i));
	html_table_end(h);
	if (n > SHOWN)
		html_p(h, "E mais %zu.", n - SHOWN);
	html_p_link(h, pool_printf(h->ctx->pool, "?" WORK_CSV "=%d", number), "Baixar em planilha");
	if (l->anchor)
		html_close(h, "section");
}

/* ---- a chart ---- */

static double drawn(struct json_object *value)
{
	return value ? strtod(text_of(value), NULL) : (double)NAN;
}

static void write_chart(struct html *h, const struct work_chart *w, struct json_object *data)
{
	struct json_object *rows = work_find(data, w->at);
	size_t n = json_object_is_type(rows, json_type_array) ? json_object_array_length(rows) : 0;
	void *pool = h->ctx->pool;
	double *values[2] = { pool_array(pool, double, n), pool_array(pool, double, n) };
	const char **labels = pool_array(pool, const char *, n);
	struct chart_mark *marks = pool_array(pool, struct chart_mark, n);
	const struct chart_series lines[] = { { .name = w->lines[0][1], .values = values[0] },
					      { .name = w->lines[1][1], .values = values[1] } };
	size_t n_marks = 0;
	bool any = false;

	for (size_t i = 0; i < n; i++) {
		struct json_object *row = json_object_array_get_idx(rows, n - 1 - i);
		struct json_object *second = work_find(row, w->lines[1][0]);

		labels[i] = day_said(pool, text_of(work_find(row, w->day)));
		values[0][i] = drawn(work_find(row, w->lines[0][0]));
		values[1][i] = drawn(second);
		any |= !isnan(values[0][i]) || second;
		if (second)
			marks[n_marks++] = (struct chart_mark){
				.kind = MARK_BUY,
				.at = i,
				.value = values[1][i],
				.text = pool_printf(pool, "%s %s%s em %s", w->marked,
						    typeset_number(pool, text_of(second)), w->unit,
						    labels[i])
			};
	}
	if (any)
		chart_lines(h, &(struct chart){ .id = w->id,
						.title = w->title,
						.description = w->how,
						.labels = labels,
						.days = true,
						.n = n,
						.series = lines,
						.n_series = ARRAY_SIZE(lines),
						.marks = marks,
						.n_marks = n_marks,
						.unit = w->unit });
}

/* ---- the page ---- */

/* What a source has given. */
struct given {
	struct json_object *answer; /* NULL: the source is drawn from its struct */
	const struct call *call;
};

static const char *title_of(const struct work_page *page, const struct given *first)
{
	const char *name =
		page->name ? text_of(work_find(tree_member(first->answer, "data"), page->name))
			   : NULL;

	return name ? name : page->title;
}

static struct given give(struct ctx *ctx, const struct work_room *room, const struct work_source *s,
			 const char *cursor)
{
	const struct outcome *o;
	struct given g = { .answer = work_give(ctx, room, s, cursor, LIMIT, &o) };

	g.call = o->call;
	return g;
}

/* The cursor is the first list's; the others show their beginning. */
static struct given *ask(struct ctx *ctx, const struct work_room *room,
			 const struct work_page *page, const char *cursor)
{
	struct given *out;
	size_t n = 0;

	while (page->sources[n].function)
		n++;
	out = pool_array(ctx->pool, struct given, n);
	for (size_t i = 0; i < n; i++)
		out[i] = give(ctx, room, &page->sources[i], cursor);
	return out;
}

/* @lists: of the page, written so far */
static void write_given(struct html *h, const struct work_room *room, const struct work_page *page,
			const struct work_source *s, const struct given *g, int *lists)
{
	struct json_object *data = tree_member(g->answer, "data");

	if (s->draw) {
		s->draw(h, g->call);
	} else {
		write_source(h, room, page, s, data);
		if (s->chart)
			write_chart(h, s->chart, data);
		for (const struct work_list *l = s->lists; l && l->caption; l++)
			write_table(h, room, page, l, ++*lists, data);
	}
	layout_next(h, g->call->next_cursor);
}

void work_page(struct ctx *ctx)
{
	const struct work_page *page = ctx->route->arg;
	const struct work_room *room = page->room;
	const char *cursor = query_field(ctx, "cursor");
	const struct work_source *source = NULL;
	const struct work_list *sheet = work_csv_asked(ctx, page, &source);
	struct given *given;
	int lists = 0;
	struct html *h;

	query_done(ctx);
	if (!ctx->caller)
		work_enter(ctx, room, TX_READ);
	if (sheet) {
		work_csv(ctx, page, source, sheet);
		return;
	}
	given = ask(ctx, room, page, cursor);
	h = work_frame(ctx, room, 200, title_of(page, given), page->here, NULL);
	write_acts(h, room, page, tree_member(given[0].answer, "data"));
	for (size_t i = 0; page->sources[i].function; i++)
		write_given(h, room, page, &page->sources[i], &given[i], &lists);
	html_page_end(h);
}

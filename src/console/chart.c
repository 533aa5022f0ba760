/* SPDX-License-Identifier: Apache-2.0 */
/* chart.c: lines, bars and stacked shares as SVG. */
#include "config.h"

#include "console/chart.h"

#include <math.h>

#include "core/number_text.h"

/* Parts of a thousand of the drawing's height: the uppermost value, and the floor. */
#define TOP 40.0
#define FLOOR 900.0
#define STEPS 4
#define LABELS 6 /* number of labels along the axis */
#define HUES 5
#define THOUSANDS 100000 /* from here on, figures are in thousands */

struct scale {
	double low, high, step;
	double unit; /* of the figures in the table */
};

/* Between the marks of an axis that spans @span in at most STEPS steps: 1, 2, 2.5 or 5 of a power of ten. */
static double chart_step(double span)
{
	static const double nice[] = { 1, 2, 2.5, 5 };
	double least = span / STEPS;
	double power;

	if (!(least > 0))
		return 1;
	power = pow(10, floor(log10(least)));
	for (size_t i = 0; i < ARRAY_SIZE(nice); i++)
		if (nice[i] * power >= least)
			return nice[i] * power;
	return 10 * power;
}

/* The value axis of @c.  It starts at 0 for bars, and for lines whose minimum is below half of their maximum. */
static struct scale scale_of(const struct chart *c, bool bars)
{
	struct scale s = { HUGE_VAL, -HUGE_VAL, 1, 1 };

	for (size_t k = 0; k < c->n_series; k++)
		for (size_t i = 0; i < c->n; i++) {
			s.low = fmin(s.low, c->series[k].values[i]);
			s.high = fmax(s.high, c->series[k].values[i]);
		}
	if (!isfinite(s.low))
		s.low = s.high = 0;
	if (fmax(fabs(s.low), fabs(s.high)) >= THOUSANDS)
		s.unit = 1000;
	if (bars || s.low * 2 < s.high)
		s.low = fmin(s.low, 0);
	s.high = fmax(s.high, bars ? 0 : s.low);
	s.step = chart_step(s.high - s.low);
	s.low = floor(s.low / s.step) * s.step;
	s.high = ceil(s.high / s.step) * s.step;
	if (!(s.high > s.low))
		s.high = s.low + s.step;
	return s;
}

static double y_of(const struct scale *s, double value)
{
	return TOP + (FLOOR - TOP) * (s->high - value) / (s->high - s->low);
}

/* Of a line's point, in thousandths of the width. */
static double x_of(const struct chart *c, size_t i)
{
	return c->n > 1 ? 1000.0 * (double)i / (double)(c->n - 1) : 1000;
}

/* ---- pieces ---- */

/* Thousandths as a percentage. */
static void place(struct html *h, const char *name, double value)
{
	html_attr(h, name, pool_printf(h->ctx->pool, "%.4g%%", value / 10));
}

static void text_at(struct html *h, const char *class, double x, double y, const char *anchor,
		    const char *text)
{
	html_open_of(h, "text", class);
	place(h, "x", x);
	place(h, "y", y);
	html_attr(h, "text-anchor", anchor);
	html_text(h, text);
	html_close(h, "text");
}

static void box(struct html *h, const char *class, const double at[4])
{
	html_open_of(h, "rect", class);
	place(h, "x", at[0]);
	place(h, "y", at[1]);
	place(h, "width", at[2]);
	place(h, "height", at[3]);
	html_close(h, "rect");
}

static void open_drawing(struct html *h, const struct chart *c, const char *class)
{
	void *pool = h->ctx->pool;
	const char *title = pool_printf(pool, "%s-titulo", c->id);
	const char *about = pool_printf(pool, "%s-descricao", c->id);

	html_open_of(h, "svg", class);
	html_attr(h, "role", "img");
	html_attr(h, "aria-labelledby", pool_printf(pool, "%s %s", title, about));
	html_open(h, "title");
	html_attr(h, "id", title);
	html_text(h, c->title);
	html_close(h, "title");
	html_open(h, "desc");
	html_attr(h, "id", about);
	html_text(h, c->description);
	html_close(h, "desc");
}

/* "1,5 mi", "500 mil" */
static const char *mark_text(void *pool, double value)
{
	double size = fabs(value);
	const char *unit = size >= 1e6 ? " mi" : size >= 1e3 ? " mil" : "";
	double of = size >= 1e6 ? 1e6 : size >= 1e3 ? 1e3 : 1;

	return pool_printf(pool, "%s%s",
			   typeset_number(pool, pool_printf(pool, "%.4g", value / of)), unit);
}

static void write_axes(struct html *h, const struct scale *s)
{
	int steps = (int)lround((s->high - s->low) / s->step);

	for (int i = 0; i <= steps; i++) {
		double value = s->low + i * s->step, y = y_of(s, value);

		html_open_of(h, "line", fabs(value) < s->step / 2 ? "axis z" : "axis");
		html_attr(h, "x2", "100%");
		place(h, "y1", y);
		place(h, "y2", y);
		html_close(h, "line");
		html_open(h, "text");
		html_attr(h, "x", "-8");
		place(h, "y", y);
		html_attr(h, "dy", "4");
		html_attr(h, "text-anchor", "end");
		html_text(h, mark_text(h->ctx->pool, value));
		html_close(h, "text");
	}
}

/* @bars: a label stands in the middle of its part of the width. */
static void write_labels(struct html *h, const struct chart *c, bool bars)
{
	size_t every = (c->n + LABELS - 1) / LABELS;

	for (size_t i = 0; i < c->n; i += every)
		text_at(h, i / every % 2 ? "wide" : NULL,
			bars ? 1000 * ((double)i + 0.5) / (double)c->n : x_of(c, i), 990,
			bars		? "middle"
			: i == 0	? "start"
			: i + 1 == c->n ? "end"
					: "middle",
			c->days ? pool_printf(h->ctx->pool, "%.5s", c->labels[i]) : c->labels[i]);
}

/* ---- the figures behind a chart ---- */

static const char *figure(void *pool, const struct scale *s, double value)
{
	if (isnan(value))
		return "—";
	return typeset_number(pool, s->unit > 1 ? pool_printf(pool, "%.1f", value / s->unit)
						: pool_printf(pool, "%.2f", value));
}

static void write_figures(struct html *h, const struct chart *c, const struct scale *s, bool bars)
{
	void *pool = h->ctx->pool;

	html_open_of(h, "details", "data");
	html_element(h, "summary", "Ver os números");
	html_table_begin(h, pool_printf(pool, "%s, em %s", c->title,
					c->unit	      ? c->unit
					: s->unit > 1 ? "milhares de reais"
						      : "reais"));
	for (size_t k = 0; k <= c->n_series; k++) {
		html_open(h, "th");
		html_attr(h, "scope", "col");
		html_attr(h, "class", k ? "n" : NULL);
		html_text(h, k ? c->series[k - 1].name : c->unit ? "Dia" : "Mês");
		html_close(h, "th");
	}
	html_table_body(h);
	for (size_t i = c->n; i-- > 0;) {
		html_row(h);
		html_attr(h, "data-x",
			  pool_printf(pool, "%.4g",
				      bars ? 100 * ((double)i + 0.5) / (double)c->n
					   : x_of(c, i) / 10));
		html_open(h, "th");
		html_attr(h, "scope", "row");
		html_text(h, c->labels[i]);
		html_close(h, "th");
		for (size_t k = 0; k < c->n_series; k++)
			html_element_of(h, "td", "n", figure(pool, s, c->series[k].values[i]));
		html_row_end(h);
	}
	html_table_end(h);
	html_close(h, "details");
}

static void begin_figure(struct html *h, const struct chart *c, const struct scale *s)
{
	html_open(h, "figure");
	html_attr(h, "data-read", c->unit ? c->unit : s->unit > 1 ? "mil reais" : "reais");
	html_open_of(h, "p", "read");
	html_attr(h, "aria-live", "off");
	html_close(h, "p");
}

/* ---- lines ---- */

/* Its points; a value that is not known interrupts the line. */
static void write_line(struct html *h, const struct chart *c, const struct scale *s, size_t k)
{
	const struct chart_series *x = &c->series[k];
	struct buf d;

	buf_init(&d, h->ctx->pool, 32 * c->n + 1);
	for (size_t i = 0; i < c->n; i++) {
		double y = isnan(x->values[i]) ? 0 : y_of(s, x->values[i]);
		bool joined = i && !isnan(x->values[i - 1]);

		if (isnan(x->values[i]))
			continue;
		if (joined && x->steps)
			buf_printf(&d, "H%.0f V%.0f", x_of(c, i), y);
		else
			buf_printf(&d, "%c%.0f %.0f", joined ? 'L' : 'M', x_of(c, i), y);
	}
	html_open_of(h, "path", pool_printf(h->ctx->pool, "l l%zu", k + 1));
	html_attr(h, "d", buf_text(&d));
	html_close(h, "path");
}

static void write_marks(struct html *h, const struct chart *c, const struct scale *s)
{
	static const char *const classes[] = { "buy", "sell", "pay" };

	for (size_t i = 0; i < c->n_marks; i++) {
		const struct chart_mark *m = &c->marks[i];

		if (m->kind == MARK_PAY) {
			html_open_of(h, "line", "pay");
			place(h, "x1", x_of(c, m->at));
			place(h, "x2", x_of(c, m->at));
			place(h, "y1", FLOOR - 25);
			place(h, "y2", FLOOR);
		} else {
			html_open_of(h, "circle", classes[m->kind]);
			place(h, "cx", x_of(c, m->at));
			place(h, "cy", y_of(s, m->value));
			html_attr(h, "r", "5");
		}
		html_element(h, "title", m->text);
		html_close(h, m->kind == MARK_PAY ? "line" : "circle");
	}
}

/* "R$ 1,2 mil", the newest value, or "+R$ 200" of a change; NULL: not known. */
static const char *legend_text(void *pool, const struct chart *c, size_t k)
{
	double last = c->series[k].values[c->n - 1];
	double value = c->change ? last - c->series[k].values[0] : last;

	if (isnan(value))
		return NULL;
	return pool_printf(pool, "%s%s%s%s",
			   !c->change  ? ""
			   : value < 0 ? "−"
				       : "+",
			   c->unit ? "" : "R$\u00a0",
			   mark_text(pool, c->change ? fabs(value) : value),
			   c->unit ? c->unit : "");
}

/* The name of each line and its newest value, or its change; all but the first may be hidden. */
static void write_legend(struct html *h, const struct chart *c)
{
	void *pool = h->ctx->pool;

	if (c->change)
		html_p(h, "De %s a %s mudou:", c->labels[0], c->labels[c->n - 1]);
	html_div(h, "legend");
	html_attr(h, "role", "group");
	html_attr(h, "aria-label", "Linhas do gráfico");
	for (size_t k = 0; k < c->n_series; k++) {
		const char *line = pool_printf(pool, "l%zu", k + 1);
		const char *text = legend_text(pool, c, k);

		html_open(h, k ? "label" : "span");
		if (k) {
			html_open(h, "input");
			html_attr(h, "type", "checkbox");
			html_attr(h, "value", line);
			html_flag(h, "checked", !c->series[k].off);
		}
		html_open_of(h, "svg", "key");
		html_attr(h, "aria-hidden", "true");
		html_open_of(h, "line", pool_printf(pool, "l %s", line));
		html_attr(h, "x2", "100%");
		html_attr(h, "y1", "50%");
		html_attr(h, "y2", "50%");
		html_close(h, "line");
		html_close(h, "svg");
		html_text(h, pool_printf(pool, "%s ", c->series[k].name));
		if (text)
			html_element(h, "b", text);
		html_close(h, k ? "label" : "span");
	}
	html_close(h, "div");
}

void chart_lines(struct html *h, const struct chart *c)
{
	struct scale s = scale_of(c, false);

	begin_figure(h, c, &s);
	open_drawing(h, c, "plot pad");
	write_axes(h, &s);
	html_open(h, "svg");
	html_attr(h, "viewBox", "0 0 1000 1000");
	html_attr(h, "preserveAspectRatio", "none");
	html_attr(h, "width", "100%");
	html_attr(h, "height", "100%");
	for (size_t k = c->n_series; k-- > 0;)
		write_line(h, c, &s, k);
	html_close(h, "svg");
	write_labels(h, c, false);
	write_marks(h, c, &s);
	html_close(h, "svg");
	write_legend(h, c);
	write_figures(h, c, &s, false);
	html_close(h, "figure");
}

/* ---- bars ---- */

void chart_bars(struct html *h, const struct chart *c)
{
	struct scale s = scale_of(c, true);
	double each = 1000 / (double)c->n, bar = each * 0.8 / (double)c->n_series;

	begin_figure(h, c, &s);
	open_drawing(h, c, "plot low pad");
	write_axes(h, &s);
	for (size_t k = 0; k < c->n_series; k++)
		for (size_t i = 0; i < c->n; i++) {
			double value = c->series[k].values[i];
			double x = ((double)i + 0.1) * each + (double)k * bar;
			double top = y_of(&s, fmax(value, 0));

			if (value != 0)
				box(h, pool_printf(h->ctx->pool, "k%zu", k + 1),
				    (double[4]){ x, top, bar, y_of(&s, fmin(value, 0)) - top });
		}
	write_labels(h, c, true);
	html_close(h, "svg");
	html_div(h, "legend");
	for (size_t k = 0; k < c->n_series; k++) {
		html_open(h, "span");
		html_open_of(h, "svg", "key");
		html_attr(h, "aria-hidden", "true");
		box(h, pool_printf(h->ctx->pool, "k%zu", k + 1), (double[4]){ 0, 0, 1000, 1000 });
		html_close(h, "svg");
		html_text(h, c->series[k].name);
		html_close(h, "span");
	}
	html_close(h, "div");
	write_figures(h, c, &s, true);
	html_close(h, "figure");
}

/* ---- shares ---- */

void chart_shares(struct html *h, const struct chart *c, const struct chart_share *parts, size_t n)
{
	double x = 0;

	html_open(h, "figure");
	open_drawing(h, c, "share");
	for (size_t i = 0; i < n; i++) {
		double width = 10 * parts[i].pct;

		box(h, pool_printf(h->ctx->pool, "k%zu", i < HUES ? i + 1 : (size_t)8),
		    (double[4]){ x, 0, width, 1000 });
		x += width;
	}
	html_close(h, "svg");
	html_close(h, "figure");
}

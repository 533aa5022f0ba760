/* SPDX-License-Identifier: Apache-2.0 */
/* chart.c: lines, bars and stacked shares as SVG. */
#include "config.h"

#include "console/chart.h"

#include <math.h>

#include "console/figure_text.h"
#include "core/number_text.h"

#define WIDE 720
#define HIGH 300
#define LEFT 96 /* where the axis ends and the figures begin */
#define RIGHT 12
#define TOP 34
#define BOTTOM 34
#define STEPS 5
#define LABELS 6 /* number of labels along the axis */
#define HUES 5

struct scale {
	double low, high, step;
};

/* Between the marks of an axis that spans @span in at most 5 steps: 1, 2 or 5 of a power of ten. */
static double chart_step(double span)
{
	static const double nice[] = { 1, 2, 5 };
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

static struct scale scale_of(const struct chart *c)
{
	struct scale s = { 0, 0, 1 };

	for (size_t k = 0; k < c->n_series; k++)
		for (size_t i = 0; i < c->n; i++) {
			s.low = fmin(s.low, c->series[k].values[i]);
			s.high = fmax(s.high, c->series[k].values[i]);
		}
	s.step = chart_step(s.high - s.low);
	s.low = floor(s.low / s.step) * s.step;
	s.high = ceil(s.high / s.step) * s.step;
	if (!(s.high > s.low))
		s.high = s.low + s.step;
	return s;
}

static double y_of(const struct scale *s, double value)
{
	return TOP + (HIGH - TOP - BOTTOM) * (s->high - value) / (s->high - s->low);
}

static void place(struct html *h, const char *name, double value)
{
	html_attr(h, name, pool_printf(h->ctx->pool, "%.1f", value));
}

static void text_at(struct html *h, double x, double y, const char *anchor, const char *text)
{
	html_open(h, "text");
	place(h, "x", x);
	place(h, "y", y);
	html_attr(h, "text-anchor", anchor);
	html_text(h, text);
	html_close(h, "text");
}

static void box(struct html *h, const char *class, const double at[4])
{
	html_open(h, "rect");
	html_attr(h, "class", class);
	place(h, "x", at[0]);
	place(h, "y", at[1]);
	place(h, "width", at[2]);
	place(h, "height", at[3]);
	html_close(h, "rect");
}

static void open_chart(struct html *h, const struct chart *c, int high)
{
	void *pool = h->ctx->pool;
	const char *title = pool_printf(pool, "%s-titulo", c->id);
	const char *about = pool_printf(pool, "%s-descricao", c->id);

	html_open(h, "figure");
	html_element(h, "figcaption", c->title);
	html_open(h, "svg");
	html_attr(h, "viewBox", pool_printf(pool, "0 0 %d %d", WIDE, high));
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

static void close_chart(struct html *h)
{
	html_close(h, "svg");
	html_close(h, "figure");
}

/* "R$ 12 mil": rounded, in words. */
static const char *mark(void *pool, double value)
{
	double size = fabs(value);
	const char *unit = size >= 1e6 ? " mi" : size >= 1e3 ? " mil" : "";
	double of = size >= 1e6 ? 1e6 : size >= 1e3 ? 1e3 : 1;

	return pool_printf(pool, "%sR$ %s%s", value < 0 ? "−" : "",
			   typeset_number(pool, pool_printf(pool, "%.4g", size / of)), unit);
}

static void write_axes(struct html *h, const struct chart *c, const struct scale *s)
{
	size_t every = (c->n + LABELS - 1) / LABELS;
	double each = (double)(WIDE - LEFT - RIGHT) / (double)c->n;
	int steps = (int)lround((s->high - s->low) / s->step);

	for (int i = 0; i <= steps; i++) {
		double value = s->low + i * s->step;
		double y = y_of(s, value);

		html_open(h, "path");
		html_attr(h, "class", "axis");
		html_attr(h, "d", pool_printf(h->ctx->pool, "M%d %.1fH%d", LEFT, y, WIDE - RIGHT));
		html_close(h, "path");
		text_at(h, LEFT - 8, y + 5, "end", mark(h->ctx->pool, value));
	}
	for (size_t i = 0; i < c->n; i += every)
		text_at(h, LEFT + ((double)i + 0.5) * each, HIGH - 10, "middle", c->labels[i]);
}

/* Which line is which. */
static void write_key(struct html *h, const struct chart *c, bool lines)
{
	for (size_t k = 0; k < c->n_series; k++) {
		double x = LEFT + 200.0 * (double)k;

		if (lines) {
			html_open(h, "path");
			html_attr(h, "class", pool_printf(h->ctx->pool, "line s%zu", k));
			html_attr(h, "d", pool_printf(h->ctx->pool, "M%.1f 14h28", x));
			html_close(h, "path");
		} else {
			box(h, pool_printf(h->ctx->pool, "f%zu", k), (double[4]){ x, 6, 28, 14 });
		}
		text_at(h, x + 36, 19, "start", c->series[k].name);
	}
}

void chart_lines(struct html *h, const struct chart *c)
{
	struct scale s = scale_of(c);
	double each = (double)(WIDE - LEFT - RIGHT) / (double)c->n;

	open_chart(h, c, HIGH);
	write_axes(h, c, &s);
	write_key(h, c, true);
	for (size_t k = 0; k < c->n_series; k++) {
		struct buf d;

		buf_init(&d, h->ctx->pool, 16 * c->n + 1);
		for (size_t i = 0; i < c->n; i++)
			if (!isnan(c->series[k].values[i]))
				buf_printf(&d, "%c%.1f %.1f",
					   i && !isnan(c->series[k].values[i - 1]) ? 'L' : 'M',
					   LEFT + ((double)i + 0.5) * each,
					   y_of(&s, c->series[k].values[i]));
		html_open(h, "path");
		html_attr(h, "class", pool_printf(h->ctx->pool, "line s%zu", k));
		html_attr(h, "d", buf_text(&d));
		html_close(h, "path");
	}
	close_chart(h);
}

void chart_bars(struct html *h, const struct chart *c)
{
	struct scale s = scale_of(c);
	double each = (double)(WIDE - LEFT - RIGHT) / (double)c->n;
	double bar = each * 0.8 / (double)c->n_series;

	open_chart(h, c, HIGH);
	write_axes(h, c, &s);
	write_key(h, c, false);
	for (size_t k = 0; k < c->n_series; k++)
		for (size_t i = 0; i < c->n; i++) {
			double value = c->series[k].values[i];
			double x = LEFT + ((double)i + 0.1) * each + (double)k * bar;
			double top = y_of(&s, fmax(value, 0));

			if (value != 0)
				box(h, pool_printf(h->ctx->pool, "f%zu", k),
				    (double[4]){ x, top, bar, y_of(&s, fmin(value, 0)) - top });
		}
	close_chart(h);
}

void chart_shares(struct html *h, const struct chart *c, const struct chart_share *parts, size_t n)
{
	double x = 0;

	open_chart(h, c, 60);
	for (size_t i = 0; i < n; i++) {
		double width = WIDE * parts[i].pct / 100;

		box(h, pool_printf(h->ctx->pool, "part f%zu", i < HUES ? i : (size_t)HUES - 1),
		    (double[4]){ x, 4, width, 34 });
		/* A part too narrow for its name is named in the table only. */
		if (width > 9.0 * (double)strlen(parts[i].name))
			text_at(h, x + 4, 55, "start", parts[i].name);
		x += width;
	}
	close_chart(h);
}

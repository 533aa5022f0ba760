/* SPDX-License-Identifier: Apache-2.0 */
/* chart_span.c: the span of time that a chart shows, as a choice of the page. */
#include "config.h"

#include "console/chart_span.h"

#include "core/problem.h"
#include "http/request.h"

const struct chart_span chart_spans[] = {
	{ "1m", "1M", 2, true },
	{ "6m", "6M", 7, false },
	{ "ano", "No ano", 0, false },
	{ "12m", "12M", 13, false },
	{ "24m", "24M", 25, false },
	{ "inicio", "Início", SIZE_MAX, false },
	{ .name = NULL },
};
const struct chart_span *const chart_spans_long = &chart_spans[3];

const struct chart_span *chart_span_asked(struct ctx *ctx, const struct chart_span *all)
{
	const char *asked = query_text(ctx, "periodo");
	const char *names[ARRAY_SIZE(chart_spans)] = { NULL };
	const struct chart_span *s = all;

	for (size_t i = 0; s->name; s++, i++) {
		names[i] = s->key;
		if (asked ? str_eq(s->key, asked) : !s[1].name)
			return s;
	}
	fail_parameter(ctx, "periodo", asked, problem_choices(ctx->pool, names));
}

size_t chart_span_months(const struct chart_span *s, struct day today, size_t n)
{
	size_t months = s->months ? s->months : (size_t)(day_month(today).n % 12) + 2;

	return months < n ? months : n;
}

void chart_span_chips(struct html *h, const char *path, const struct chart_span *all,
		      const struct chart_span *chosen)
{
	html_open_of(h, "nav", "chips");
	html_attr(h, "aria-label", "Período");
	for (const struct chart_span *s = all; s->name; s++) {
		html_open(h, "a");
		html_attr(h, "href", pool_printf(h->ctx->pool, "%s?periodo=%s", path, s->key));
		html_attr(h, "aria-current", s == chosen ? "true" : NULL);
		html_text(h, s->name);
		html_close(h, "a");
	}
	html_close(h, "nav");
}

/* SPDX-License-Identifier: Apache-2.0 */
/* plan_shares.c: targets as meters: the share of today, the target as a stroke, its band behind it. */
#include "config.h"

#include "console/person/plan_parts.h"

#include "console/figure_text.h"
#include "console/layout.h"

#define HUES 5
#define PLAN_SHARES "metas" /* the place of the page */

static wide hundredths(struct percent p)
{
	return p.e8 / (E8 / 100);
}

/* How far a share may be from its target: the narrower of the two bands. */
static wide band_of(const struct plan_targets *t, int pct)
{
	wide relative = (wide)pct * t->band_relative / PLAN_WHOLE;

	return relative < t->band_pp ? relative : t->band_pp;
}

/* ---- the meter ---- */

/* The scale ends at the next ten per cent beyond all that is drawn; @most: of the others so far. */
static wide scale_with(wide most, const struct plan_targets *t, const struct plan_share *s)
{
	wide end = s->pct + band_of(t, s->pct);

	end = s->share_known && hundredths(s->share) > end ? hundredths(s->share) : end;
	end = (end / 1000 + 1) * 1000;
	end = end > PLAN_WHOLE ? PLAN_WHOLE : end;
	return end > most ? end : most;
}

/* "64.3%" of the width. */
static const char *across(void *pool, wide v, wide scale)
{
	wide tenths = v <= 0 ? 0 : v >= scale ? 1000 : v * 1000 / scale;

	return pool_printf(pool, "%d.%d%%", (int)(tenths / 10), (int)(tenths % 10));
}

static void write_rect(struct html *h, const char *class, const char *x, const char *width)
{
	html_open_of(h, "rect", class);
	html_attr(h, "x", x);
	html_attr(h, "width", width);
	html_attr(h, "height", "100%");
	html_attr(h, "rx", "3");
	html_close(h, "rect");
}

static void write_meter(struct html *h, const struct plan_targets *t, const struct plan_share *s,
			const char *name, wide scale, size_t hue)
{
	void *pool = h->ctx->pool;
	wide band = band_of(t, s->pct), low = s->pct - band;
	const char *at = across(pool, s->pct, scale);

	html_open_of(h, "svg", "meter");
	html_attr(h, "role", "img");
	html_attr(h, "aria-label",
		  pool_printf(pool, "%s: %s%%, meta de %s%%", name, percent_text(pool, s->share, 2),
			      decimal_text(pool, s->pct, 2, 2, false)));
	write_rect(h, "bg", NULL, "100%");
	write_rect(h, "band", across(pool, low, scale), across(pool, s->pct + band - low, scale));
	write_rect(h, pool_printf(pool, "k%d", (int)(hue % HUES) + 1), NULL,
		   across(pool, hundredths(s->share), scale));
	html_open_of(h, "line", "want");
	html_attr(h, "x1", at);
	html_attr(h, "x2", at);
	html_attr(h, "y1", "-50%");
	html_attr(h, "y2", "150%");
	html_close(h, "line");
	html_close(h, "svg");
}

/* ---- its words ---- */

/* "12,88 pontos acima" */
static void write_drift(struct html *h, const struct plan_share *s)
{
	wide drift = hundredths(s->drift);
	void *pool = h->ctx->pool;

	if (!drift) {
		html_text(h, "na meta");
		return;
	}
	shown_exact_short(h, "drift_pp", plan_plain(pool, drift, 2, 2),
			  plan_plain(pool, wide_abs(drift), 2, 2));
	html_text(h, wide_abs(drift) == 100 ? " ponto" : " pontos");
	html_text(h, drift > 0 ? " acima" : " abaixo");
}

static void write_missing(struct html *h, const struct plan_share *s)
{
	if (!s->missing.e8)
		return;
	html_text(h, s->missing.e8 > 0 ? "; para a meta faltam " : "; além da meta há ");
	shown_money(h, "missing", true, (struct money){ (int64_t)wide_abs(s->missing.e8) });
}

/* Of an asset: that of its position. */
static void explain_value(struct html *h, const struct plan_view *v, const struct plan_share *s)
{
	if (s->position)
		plan_explains(h, v, "market_value", NULL, s);
}

/* @slice: its name, of an asset inside that of its slice */
static void write_state(struct html *h, const struct plan_view *v, const char *slice,
			const struct plan_share *s)
{
	const struct plan_share *asset = s->symbol ? s : NULL;

	html_open(h, "small");
	if (s->without_value) {
		html_text(h, "Sem valor: fica fora da conta.");
	} else {
		if (s->symbol)
			explain_value(h, v, s);
		else
			plan_explains(h, v, "plan.slices.value", slice, NULL);
		shown_money(h, "value", true, s->value);
		html_text(h, s->share_known ? " · " : " · nada há aqui com valor");
	}
	if (s->share_known && !s->without_value) {
		plan_explains(h, v, PLAN_SHARE, slice, asset);
		html_open(h, s->out ? "b" : "span");
		write_drift(h, s);
		html_text(h, s->out ? ", fora da faixa" : "");
		html_close(h, s->out ? "b" : "span");
		write_missing(h, s);
	}
	shown_explained(h, NULL);
	html_close(h, "small");
}

static void write_share(struct html *h, const struct plan_view *v, const char *slice,
			const struct plan_share *s, wide scale, size_t hue)
{
	const char *name = s->symbol ? s->symbol : slice;
	bool known = s->share_known && !s->without_value;

	html_open(h, "li");
	html_div(h, "who");
	html_div(h, "line-facts");
	html_element(h, "b", name);
	html_open_of(h, "span", "n");
	plan_explains(h, v, PLAN_SHARE, slice, s->symbol ? s : NULL);
	if (known)
		plan_points(h, "share_pct", hundredths(s->share));
	else
		html_text(h, "—");
	html_text(h, " de ");
	shown_led(h, plan_path(h->ctx, plan_of_client(h->ctx) ? "" : "/targets"));
	plan_points(h, "pct", s->pct);
	shown_explained(h, NULL);
	html_close(h, "span");
	html_close(h, "div");
	if (known)
		write_meter(h, &v->targets.plan, s, name, scale, hue);
	write_state(h, v, slice, s);
	html_close(h, "div");
	html_close(h, "li");
}

static void write_inside(struct html *h, const struct plan_view *v,
			 const struct plan_slice_state *s)
{
	const struct plan_targets *t = &v->targets.plan;
	wide scale = 0;

	for (size_t i = 0; i < s->n_members; i++)
		scale = scale_with(scale, t, &s->members[i]);
	html_open_of(h, "details", "more foot");
	html_element(h, "summary", pool_printf(h->ctx->pool, "Dentro de %s", s->slice->name));
	html_open_of(h, "ul", "rows");
	for (size_t i = 0; i < s->n_members; i++)
		write_share(h, v, s->slice->name, &s->members[i], scale, i);
	html_close(h, "ul");
	html_close(h, "details");
}

void plan_shares_write(struct html *h, const struct plan_view *v)
{
	const struct plan_targets *t = &v->targets.plan;
	const struct plan_slice_state *list = v->state.slices;
	wide scale = 0;

	for (size_t i = 0; i < v->state.n; i++)
		scale = scale_with(scale, t, &list[i].whole);
	layout_card(h, "card flush span7", "Metas e onde está");
	html_open_of(h, "ul", "rows");
	html_attr(h, "id", PLAN_SHARES);
	for (size_t i = 0; i < v->state.n; i++)
		write_share(h, v, list[i].slice->name, &list[i].whole, scale, i);
	html_close(h, "ul");
	for (size_t i = 0; i < v->state.n; i++)
		if (list[i].slice->n_inside)
			write_inside(h, v, &list[i]);
	html_open_of(h, "p", "foot");
	html_text(h, "De ");
	plan_explains(h, v, "plan.total", NULL, NULL);
	shown_money(h, "total", true, v->state.total);
	shown_explained(h, NULL);
	html_text(h, " ao todo. ");
	html_text(h,
		  pool_printf(h->ctx->pool,
			      "A barra é a parcela de hoje; o traço, a meta; o cinza, a faixa: %s "
			      "pontos ou %s por cento da meta, o que for menos.",
			      decimal_text(h->ctx->pool, t->band_pp, 2, 2, true),
			      decimal_text(h->ctx->pool, t->band_relative, 2, 2, true)));
	html_close(h, "p");
	layout_card_end(h);
}

void plan_out_said(struct html *h, const struct plan_state *state)
{
	size_t n = 0;

	shown_led(h, "#" PLAN_SHARES);
	for (size_t i = 0; i < state->n; i++)
		n += state->slices[i].whole.share_known && state->slices[i].whole.out;
	html_open_of(h, "p", n ? "note warn" : "note ok");
	if (!n)
		html_text(h, state->total.e8 > 0 ? "Todas as metas estão dentro da faixa."
						 : "Nada do que há tem valor hoje.");
	else
		html_text(h, "Fora da faixa: ");
	for (size_t i = 0, k = 0; n && i < state->n; i++) {
		const struct plan_share *s = &state->slices[i].whole;

		if (!s->share_known || !s->out)
			continue;
		html_text(h, k == 0 ? "" : k + 1 == n ? " e " : ", ");
		html_element(h, "bdi", state->slices[i].slice->name);
		html_text(h, " ");
		write_drift(h, s);
		html_text(h, ++k == n ? "." : "");
	}
	shown_explained(h, NULL);
	html_close(h, "p");
}

/* ---- what the targets leave out ---- */

static void write_outside(struct html *h, const struct plan_view *v)
{
	const struct plan_state *state = &v->state;

	layout_card(h, "card flush", "Sem meta");
	html_open_of(h, "ul", "rows");
	for (size_t i = 0; i < state->n_outside; i++) {
		const struct plan_share *s = &state->outside[i];

		html_open(h, "li");
		html_div(h, "who");
		html_element(h, "b", s->symbol);
		html_open(h, "small");
		html_text(h, asset_type_titles[s->type]);
		if (s->share_known) {
			html_text(h, ", ");
			plan_explains(h, v, "plan.total", NULL, NULL);
			plan_points(h, "share_pct", hundredths(s->share));
			html_text(h, " do total");
		}
		html_close(h, "small");
		html_close(h, "div");
		html_open_of(h, "span", "n");
		explain_value(h, v, s);
		shown_money(h, "value", true, s->value);
		shown_explained(h, NULL);
		html_close(h, "span");
		html_close(h, "li");
	}
	html_close(h, "ul");
	html_element_of(h, "p", "foot", "Nenhuma meta os tem. O valor deles conta no total.");
	layout_card_end(h);
}

void plan_left_out_write(struct html *h, const struct plan_view *v)
{
	const struct plan_state *state = &v->state;
	const char *names = "";

	if (state->n_outside)
		write_outside(h, v);
	for (size_t i = 0; i < state->n_without_value; i++)
		names = pool_printf(h->ctx->pool, "%s%s%s", names, i ? ", " : "",
				    state->without_value[i]->symbol);
	if (!state->n_without_value)
		return;
	layout_card(h, "card", "Sem valor");
	html_p(h,
	       "Ficam fora de toda a conta, também do aporte: %s. Um preço informado os traz de volta.",
	       names);
	layout_card_end(h);
}

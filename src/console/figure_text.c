/* SPDX-License-Identifier: Apache-2.0 */
/* figure_text.c: figures in Brazilian notation. */
#include "config.h"

#include "console/figure_text.h"

#include "core/json_write.h"
#include "core/number_text.h"
#include "core/text.h"

#define SHARE_PLACES 2
#define PLAIN_MAX ((wide)1000000000000000 * E12) /* largest value of an answer */

static const char *places(void *pool, wide value, int of, int shown, bool trim)
{
	char text[DEC_TEXT_SIZE];

	(void)dec_format(text, value, of, shown, trim);
	return pool_strdup(pool, text);
}

/* A double in the JSON's spelling. */
static const char *rate_text(void *pool, double value, int shown)
{
	struct json *j = json_new(pool, 64);

	json_rate(j, NULL, value, shown);
	return json_written(j);
}

/* The first of these that fits is taken at each place. */
static const char *const of_people[][2] = {
	{ "nem o XIRR nem o TWR", "nem a TIR nem a rentabilidade" },
	{ "o TWR acumulado de", "a rentabilidade acumulada de" },
	{ "não é anualizado", "não é anualizada" },
	{ "estão próximos", "estão próximas" },
	{ "do TWR", "da rentabilidade" },
	{ "o TWR", "a rentabilidade" },
	{ "TWR", "rentabilidade" },
	{ "XIRR", "TIR" },
	{ "a.a.", "ao ano" },
	{ "(Exterior (EUA))", "(Exterior, EUA)" },
	{ "Código 6015,", "Código 6015 (ganhos em bolsa, pessoa física)," },
};

const char *shown_sentence(void *pool, const char *sentence)
{
	struct buf b;

	if (!sentence)
		return NULL;
	buf_init(&b, pool, strlen(sentence) + 1);
	while (*sentence) {
		size_t k = 0;

		while (k < ARRAY_SIZE(of_people) && !text_starts(sentence, of_people[k][0]))
			k++;
		if (k == ARRAY_SIZE(of_people)) {
			buf_char(&b, *sentence++);
			continue;
		}
		buf_str(&b, of_people[k][1]);
		sentence += strlen(of_people[k][0]);
	}
	return buf_text(&b);
}

const char *shown_brl(void *pool, struct money m)
{
	return typeset_brl(pool, places(pool, m.e8, MONEY_PLACES, 2, false));
}

static const char *pct(void *pool, const char *plain)
{
	return pool_printf(pool, "%s%%", typeset_number(pool, plain));
}

/* "12,3%" */
static const char *shown_pct(void *pool, double points)
{
	return pct(pool, rate_text(pool, points, 1));
}

/* ---- writing ---- */

void shown_explained(struct html *h, const struct shown_explained *e)
{
	h->explained = e;
}

void shown_led(struct html *h, const char *href)
{
	struct shown_explained *e = pool_zero(h->ctx->pool, struct shown_explained);

	e->href = href;
	shown_explained(h, e);
}

/* The address of the figure's explanation, or NULL. */
static const char *explained_at(const struct html *h, const char *name)
{
	const struct shown_explained *e = h->explained;
	const char *field = !e || e->href ? NULL
			    : e->field	  ? e->field
					  : pool_printf(h->ctx->pool, "%s%s", e->prefix, name);

	if (e && e->href)
		return e->href;
	return e && e->known(field) ? pool_printf(h->ctx->pool, "%s%s%s", e->path, field, e->rest)
				    : NULL;
}

static void write(struct html *h, const char *name, const char *exact, const char *shown)
{
	const char *href = explained_at(h, name);

	if (href) {
		html_open(h, "a");
		html_attr(h, "href", href);
	}
	html_open_of(h, "data", name);
	html_attr(h, "value", exact);
	html_text(h, shown);
	html_close(h, "data");
	if (href)
		html_close(h, "a");
}

/* True when there is a figure to write. */
static bool known_or_dash(struct html *h, const char *name, bool known)
{
	if (!known)
		write(h, name, "null", "—");
	return known;
}

void shown_money(struct html *h, const char *name, bool known, struct money m)
{
	void *pool = h->ctx->pool;
	const char *exact;

	if (!known_or_dash(h, name, known))
		return;
	exact = places(pool, m.e8, MONEY_PLACES, 2, false);
	write(h, name, exact, typeset_brl(pool, exact));
}

void shown_price(struct html *h, const char *name, bool known, struct price p)
{
	void *pool = h->ctx->pool;

	if (known_or_dash(h, name, known))
		write(h, name, places(pool, p.e12, PRICE_PLACES, 8, true),
		      typeset_brl(pool, places(pool, p.e12, PRICE_PLACES, 2, false)));
}

void shown_price_in(struct html *h, const char *name, bool known, struct price p,
		    const char *currency)
{
	void *pool = h->ctx->pool;

	if (known_or_dash(h, name, known))
		write(h, name, places(pool, p.e12, PRICE_PLACES, 8, true),
		      pool_printf(
			      pool, "%s\u00a0%s",
			      str_eq(currency, "BRL")	? "R$"
			      : str_eq(currency, "USD") ? "US$"
							: currency,
			      typeset_number(pool, places(pool, p.e12, PRICE_PLACES, 2, false))));
}

void shown_qty(struct html *h, const char *name, struct qty q)
{
	void *pool = h->ctx->pool;
	const char *exact = places(pool, q.e8, QTY_PLACES, QTY_PLACES, true);

	write(h, name, exact, typeset_number(pool, exact));
}

/* Shows a percentage with one place, or with two where one place would read 0,0%. */
#define SMALL_E8 5000000 /* 0.05 */

static const char *small_pct(void *pool, wide e8)
{
	int shown = e8 && wide_abs(e8) < SMALL_E8 ? 2 : 1;

	return pct(pool, places(pool, e8, MONEY_PLACES, shown, false));
}

void shown_percent(struct html *h, const char *name, bool known, struct percent p)
{
	void *pool = h->ctx->pool;

	if (known_or_dash(h, name, known))
		write(h, name, places(pool, p.e8, MONEY_PLACES, 4, false), small_pct(pool, p.e8));
}

void shown_rate(struct html *h, const char *name, bool known, double rate)
{
	void *pool = h->ctx->pool;

	if (known_or_dash(h, name, known))
		write(h, name, rate_text(pool, rate, 6), shown_pct(pool, rate * 100));
}

void shown_points(struct html *h, const char *name, bool known, double points)
{
	void *pool = h->ctx->pool;

	if (known_or_dash(h, name, known))
		write(h, name, rate_text(pool, points, 4), shown_pct(pool, points));
}

void shown_share(struct html *h, const char *name, int64_t pct_e2, struct money part,
		 struct money whole)
{
	void *pool = h->ctx->pool;
	bool range = false;
	wide exact = (wide)pct_e2 * (E8 / 100);

	if (whole.e8 > 0)
		exact = dec_mul_div_trunc(part.e8, 100 * E8, whole.e8, &range);
	write(h, name, places(pool, pct_e2, SHARE_PLACES, SHARE_PLACES, false),
	      small_pct(pool, range ? (wide)pct_e2 * (E8 / 100) : exact));
}

void shown_decimal(struct html *h, const char *name, wide v, int of, int shown)
{
	const char *exact = places(h->ctx->pool, v, of, shown, false);

	write(h, name, exact, typeset_number(h->ctx->pool, exact));
}

void shown_real(struct html *h, const char *name, double v, int shown)
{
	const char *exact = rate_text(h->ctx->pool, v, shown);

	write(h, name, exact, typeset_number(h->ctx->pool, exact));
}

void shown_exact_as(struct html *h, const char *name, const char *exact, const char *before,
		    const char *behind)
{
	void *pool = h->ctx->pool;
	const char *text = typeset_number(pool, exact + (*exact == '-'));

	write(h, name, exact,
	      pool_printf(pool, "%s%s%s%s", *exact == '-' ? "−" : "", before, text, behind));
}

void shown_exact(struct html *h, const char *name, const char *exact)
{
	write(h, name, exact, typeset_number(h->ctx->pool, exact));
}

void shown_exact_short(struct html *h, const char *name, const char *exact, const char *text)
{
	write(h, name, exact, typeset_number(h->ctx->pool, text));
}

void shown_text(struct html *h, const char *name, const char *text)
{
	if (known_or_dash(h, name, text != NULL))
		write(h, name, text, text);
}

const char *shown_date(void *pool, const char *iso)
{
	struct day d;

	return iso && day_parse(slice_of(iso), &d) ? date_text(pool, d) : "—";
}

void shown_plain(struct html *h, const char *name, const char *plain)
{
	if (known_or_dash(h, name, plain != NULL))
		shown_exact(h, name, plain);
}

void shown_plain_in(struct html *h, const char *name, const char *plain, const char *currency)
{
	struct price p = { 0 };
	bool known = plain && dec_parse(slice_of(plain), PRICE_PLACES, PLAIN_MAX, &p.e12) == DEC_OK;

	shown_price_in(h, name, known, p, currency ? currency : "BRL");
}

void shown_cell(struct html *h)
{
	html_cell_open(h, "n");
}

void shown_cell_end(struct html *h)
{
	html_close(h, "td");
}

void shown_list(struct html *h)
{
	html_open_of(h, "dl", "facts");
}

void shown_term(struct html *h, const char *label)
{
	html_open(h, "div");
	html_element(h, "dt", label);
	html_open(h, "dd");
}

void shown_term_end(struct html *h)
{
	html_close(h, "dd");
	html_close(h, "div");
}

void shown_list_end(struct html *h)
{
	html_close(h, "dl");
}

void shown_names_cell(struct html *h, const char *text, const char *more, const char *href)
{
	html_cell_open(h, NULL);
	html_open(h, "bdi");
	if (href)
		html_link(h, href, text);
	else
		html_text(h, text);
	html_close(h, "bdi");
	if (more && !str_eq(more, text)) {
		html_open(h, "small");
		html_element(h, "bdi", more);
		html_close(h, "small");
	}
	html_close(h, "td");
}

void shown_name_cell(struct html *h, const char *text, const char *href)
{
	shown_names_cell(h, text, NULL, href);
}

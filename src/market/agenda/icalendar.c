/* SPDX-License-Identifier: Apache-2.0 */
/*
 * icalendar.c: the agenda as iCalendar (RFC 5545), to which phone calendars subscribe.
 *
 * Days are whole-day events; a macro event with an hour is a time in UTC, so that no time zone
 * definition is needed.  Lines end with CRLF and are folded at 75 octets, never inside a character.
 */
#include "config.h"

#include "market/agenda/agenda_items.h"

#include "portfolio/portfolio.h"

#include "core/buf.h"
#include "core/clock.h"
#include "core/number_text.h"

#define FOLD_AT 75

struct calendar {
	void *pool;
	struct buf out;
	char stamp[20]; /* the present time: DTSTAMP */
};

/* One content line; the caller has escaped @value if its type requires it. */
static void line(struct calendar *c, const char *name, const char *value)
{
	const char *text = pool_printf(c->pool, "%s:%s", name, value);
	size_t n = strlen(text), at = 0, room = FOLD_AT;

	while (n - at > room) {
		size_t take = room;

		while (take > 1 && ((unsigned char)text[at + take] & 0xc0) == 0x80)
			take--; /* the rest of a character goes with its first byte */
		buf_put(&c->out, text + at, take);
		buf_str(&c->out, "\r\n ");
		at += take;
		room = FOLD_AT - 1; /* the blank counts */
	}
	buf_put(&c->out, text + at, n - at);
	buf_str(&c->out, "\r\n");
}

/* Escapes a TEXT of section 3.3.11: backslash, semicolon, comma and line ends. */
static const char *escaped(void *pool, const char *s)
{
	struct buf b;

	buf_init(&b, pool, strlen(s) + 16);
	for (; *s; s++) {
		if (*s == '\\' || *s == ';' || *s == ',')
			buf_char(&b, '\\');
		if (*s == '\n')
			buf_str(&b, "\\n");
		else if ((unsigned char)*s >= ' ')
			buf_char(&b, *s);
	}
	return buf_text(&b);
}

static void text(struct calendar *c, const char *name, const char *value)
{
	line(c, name, escaped(c->pool, value));
}

static const char *compact(void *pool, struct day d)
{
	int year, month, dom;

	day_to_ymd(d, &year, &month, &dom);
	return pool_printf(pool, "%04d%02d%02d", year, month, dom);
}

/* 2026-11-21T18:03:00.000Z without its marks and milliseconds. */
static const char *moment(void *pool, int64_t ms)
{
	const char *t = timestamp_iso(pool, ms);

	return pool_printf(pool, "%.4s%.2s%.2sT%.2s%.2s%.2sZ", t, t + 5, t + 8, t + 11, t + 14,
			   t + 17);
}

static void open_event(struct calendar *c, const char *uid, struct day day)
{
	line(c, "BEGIN", "VEVENT");
	text(c, "UID", pool_printf(c->pool, "%s@lastro", uid));
	line(c, "DTSTAMP", c->stamp);
	line(c, "DTSTART;VALUE=DATE", compact(c->pool, day));
	line(c, "DTEND;VALUE=DATE", compact(c->pool, day_plus(day, 1)));
	line(c, "TRANSP", "TRANSPARENT");
}

static void close_event(struct calendar *c, const char *status)
{
	line(c, "STATUS",
	     str_eq(status, "cancelled")   ? "CANCELLED"
	     : str_eq(status, "confirmed") ? "CONFIRMED"
					   : "TENTATIVE");
	line(c, "END", "VEVENT");
}

static const char *kind_pt(const char *kind)
{
	static const char *const names[][2] = {
		{ "dividend", "Dividendo" },	  { "jcp", "JCP" },
		{ "yield", "Rendimento" },	  { "amortization", "Amortização" },
		{ "subscription", "Subscrição" }, { "split", "Desdobramento" },
	};

	return text_paired(names, ARRAY_SIZE(names), kind, kind);
}

static const char *status_pt(const char *status)
{
	return str_eq(status, "confirmed")   ? "confirmado"
	       : str_eq(status, "cancelled") ? "cancelado"
	       : str_eq(status, "forecast")  ? "previsão"
					     : "declarado";
}

static void add_right(struct calendar *c, const struct right_item *r)
{
	const char *value =
		decimal_text(c->pool, r->per_share.e12, PRICE_PLACES, PRICE_PLACES, true);
	const char *words;

	open_event(c,
		   pool_printf(c->pool, "%s-%s-%s-%s", r->ticker, compact(c->pool, r->ex_day),
			       r->kind, value),
		   r->ex_day);
	text(c, "SUMMARY",
	     pool_printf(c->pool, "%s: data ex de %s (%s)", r->ticker, kind_pt(r->kind),
			 status_pt(r->status)));
	words = str_eq(r->kind, "split")
			? pool_printf(c->pool, "%s: %s ações novas por antiga.", r->name, value)
			: pool_printf(c->pool, "%s: R$ %s por ação.", r->name, value);
	if (r->has_pay)
		words = pool_printf(c->pool, "%s\nPagamento em %s.", words,
				    date_text(c->pool, r->pay_day));
	if (r->expected_known)
		words = pool_printf(c->pool, "%s\nVocê tem %s: valor bruto esperado R$ %s.", words,
				    decimal_text(c->pool, r->held.e8, QTY_PLACES, QTY_PLACES, true),
				    decimal_text(c->pool, r->expected.e8, MONEY_PLACES, 2, false));
	text(c, "DESCRIPTION", words);
	line(c, "CATEGORIES", "MERCADO");
	close_event(c, r->status);
}

static void add_macro(struct calendar *c, const struct macro_item *m)
{
	if (m->has_at) {
		line(c, "BEGIN", "VEVENT");
		text(c, "UID", pool_printf(c->pool, "macro-%s@lastro", m->key));
		line(c, "DTSTAMP", c->stamp);
		line(c, "DTSTART", moment(c->pool, m->at_ms));
		line(c, "DURATION", "PT30M");
	} else {
		open_event(c, pool_printf(c->pool, "macro-%s", m->key), m->day);
	}
	text(c, "SUMMARY", m->what);
	text(c, "DESCRIPTION", m->why);
	line(c, "CATEGORIES", "MACRO");
	close_event(c, m->cancelled ? "cancelled" : "confirmed");
}

static void add_due(struct calendar *c, const struct wallet_tax_due *d)
{
	char period[MONTH_TEXT_SIZE];

	month_format(d->period, period);
	open_event(c, pool_printf(c->pool, "darf-%s-%s", d->code, period), d->due_on);
	text(c, "SUMMARY", pool_printf(c->pool, "DARF %s de %s vence hoje", d->code, period));
	text(c, "DESCRIPTION",
	     d->amount_known
		     ? pool_printf(c->pool, "Valor apurado R$ %s; confira antes de pagar.",
				   decimal_text(c->pool, d->amount.e8, MONEY_PLACES, 2, false))
		     : "O valor não pôde ser apurado; a apuração diz o motivo.");
	line(c, "CATEGORIES", "IMPOSTO");
	close_event(c, "confirmed");
}

static void add_expiry(struct calendar *c, const struct wallet_expiry *e)
{
	open_event(c, pool_printf(c->pool, "opcao-%s-%s", e->ticker, compact(c->pool, e->day)),
		   e->day);
	text(c, "SUMMARY", pool_printf(c->pool, "%s: a opção vence hoje", e->ticker));
	text(c, "DESCRIPTION",
	     pool_printf(c->pool, "Você tem %s %s.",
			 decimal_text(c->pool, e->qty.e8, QTY_PLACES, QTY_PLACES, true),
			 e->written ? "lançadas" : "compradas"));
	line(c, "CATEGORIES", "OPÇÕES");
	close_event(c, "confirmed");
}

static void add_ahead(struct ctx *ctx, struct calendar *c, const struct agenda *a,
		      const struct ahead_payment *p)
{
	const struct wallet_fixed *f = &a->fixed[p->paper];
	struct money amount;
	const char *words;

	open_event(c,
		   pool_printf(c->pool, "renda-fixa-%s-%s-%s", f->symbol,
			       compact(c->pool, p->of.due), p->of.kind),
		   ahead_day(&p->of));
	text(c, "SUMMARY", pool_printf(c->pool, "%s: %s", f->symbol, ahead_title(p->of.kind)));
	words = agenda_pays(ctx, a, p, &amount)
			? pool_printf(
				  c->pool, "Você tem %s: valor bruto esperado R$ %s.",
				  decimal_text(c->pool, f->qty.e8, QTY_PLACES, QTY_PLACES, true),
				  decimal_text(c->pool, amount.e8, MONEY_PLACES, 2, false))
			: pool_printf(c->pool, "O valor não se conhece: %s.", p->of.unknown);
	text(c, "DESCRIPTION", words);
	line(c, "CATEGORIES", "RENDA FIXA");
	close_event(c, "scheduled");
}

static void add_release(struct calendar *c, const struct release_item *r)
{
	open_event(c,
		   pool_printf(c->pool, "resultado-%s-%s", r->ticker,
			       compact(c->pool, r->reference_date)),
		   r->day);
	text(c, "SUMMARY",
	     pool_printf(c->pool, "%s: resultado (%s)", r->ticker, status_pt(r->status)));
	text(c, "DESCRIPTION",
	     pool_printf(c->pool, "%s: resultado do período encerrado em %s.", r->name,
			 date_text(c->pool, r->reference_date)));
	line(c, "CATEGORIES", "RESULTADOS");
	if (r->url && str_eq(r->status, "confirmed"))
		line(c, "URL", r->url);
	close_event(c, r->status);
}

struct slice agenda_calendar(struct ctx *ctx, const struct agenda *a)
{
	struct calendar c = { .pool = ctx->pool };
	const char *stamp = moment(ctx->pool, ctx->now_ms);

	memcpy(c.stamp, stamp, strlen(stamp) + 1);
	buf_init(&c.out, ctx->pool, 4096);
	line(&c, "BEGIN", "VCALENDAR");
	line(&c, "VERSION", "2.0");
	line(&c, "PRODID", "-//lastro//agenda//PT");
	line(&c, "CALSCALE", "GREGORIAN");
	line(&c, "METHOD", "PUBLISH");
	line(&c, "X-WR-CALNAME", "Agenda do mercado");
	if (a->more_rights || a->more_macros || a->more_releases)
		text(&c, "X-WR-CALDESC",
		     "A lista é longa demais e não chega ao fim do período; peça menos dias.");
	line(&c, "REFRESH-INTERVAL;VALUE=DURATION", "PT6H");
	for (size_t i = 0; i < a->n_rights; i++)
		add_right(&c, &a->rights[i]);
	for (size_t i = 0; i < a->n_macros; i++)
		add_macro(&c, &a->macros[i]);
	for (size_t i = 0; i < a->n_releases; i++)
		add_release(&c, &a->releases[i]);
	for (size_t i = 0; i < a->n_dues; i++)
		add_due(&c, &a->dues[i]);
	for (size_t i = 0; i < a->n_expiries; i++)
		add_expiry(&c, &a->expiries[i]);
	for (size_t i = 0; i < a->ahead.n; i++)
		add_ahead(ctx, &c, a, &a->ahead.items[i]);
	line(&c, "END", "VCALENDAR");
	return (struct slice){ c.out.p, c.out.n };
}

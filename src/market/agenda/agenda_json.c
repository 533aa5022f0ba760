/* SPDX-License-Identifier: Apache-2.0 */
/* agenda_json.c: the agenda as JSON. */
#include "config.h"

#include "market/agenda/agenda_items.h"

#include "portfolio/portfolio.h"

#include "core/json_write.h"

static const char *weekday_pt(struct day d)
{
	static const char *const names[] = { "domingo",	     "segunda-feira", "terça-feira",
					     "quarta-feira", "quinta-feira",  "sexta-feira",
					     "sábado" };

	return names[day_weekday(d)];
}

static void render_right(struct json *j, const struct right_item *r)
{
	json_open(j, NULL);
	json_day(j, "date", r->ex_day);
	json_text(j, "day", weekday_pt(r->ex_day));
	json_text(j, "ticker", r->ticker);
	json_text(j, "name", r->name);
	json_text(j, "kind", r->kind);
	json_text(j, "unit", str_eq(r->kind, "split") ? "new per old" : "BRL per share");
	json_decimal(j, "perShare", r->per_share.e12, PRICE_PLACES, PRICE_PLACES, true);
	json_text(j, "status", r->status);
	json_day_or_null(j, "recordDate", r->has_record, r->record_day);
	json_day_or_null(j, "paymentDate", r->has_pay, r->pay_day);
	if (r->url)
		json_text(j, "url", r->url);
	if (r->expected_known) {
		json_open(j, "expected");
		json_qty(j, "qty", r->held);
		json_money(j, "amount_brl", r->expected);
		json_close(j);
	}
	json_close(j);
}

static void render_macro(struct json *j, const struct macro_item *m)
{
	json_open(j, NULL);
	if (m->has_at)
		json_timestamp(j, "when", m->at_ms);
	else
		json_day(j, "when", m->day);
	json_text(j, "what", m->what);
	json_text(j, "why", m->why);
	json_text(j, "tag", m->tag);
	json_day(j, "date", m->day);
	json_text(j, "day", weekday_pt(m->day));
	json_text(j, "status", m->cancelled ? "cancelled" : "confirmed");
	json_close(j);
}

static void render_release(struct json *j, const struct release_item *r)
{
	json_open(j, NULL);
	json_day(j, "date", r->day);
	json_text(j, "day", weekday_pt(r->day));
	json_day(j, "publishDate", r->day);
	json_text(j, "ticker", r->ticker);
	json_text(j, "name", r->name);
	json_text(j, "status", r->status);
	json_day(j, "referenceDate", r->reference_date);
	if (str_eq(r->status, "confirmed")) {
		json_open(j, "document");
		json_text(j, "protocol", r->protocol);
		json_text(j, "subject", r->subject);
		json_text(j, "download_url", r->url);
		json_day_or_null(j, "filed_at", r->has_filed, r->filed_at);
		json_close(j);
	}
	json_close(j);
}

static void render_due(struct json *j, const struct wallet_tax_due *d)
{
	char period[MONTH_TEXT_SIZE];

	month_format(d->period, period);
	json_open(j, NULL);
	json_day(j, "date", d->due_on);
	json_text(j, "day", weekday_pt(d->due_on));
	json_text(j, "code", d->code);
	json_text(j, "period", period);
	json_money_or_null(j, "amount", d->amount_known, d->amount);
	json_text(j, "status", d->status);
	json_array(j, "reasons");
	for (int i = 1; i < TAX_REASONS; i++)
		if (d->reasons & TAX_WHY(i))
			json_text(j, NULL, tax_reason_names[i]);
	json_array_end(j);
	json_close(j);
}

static void render_expiry(struct json *j, const struct wallet_expiry *e)
{
	json_open(j, NULL);
	json_day(j, "date", e->day);
	json_text(j, "day", weekday_pt(e->day));
	json_text(j, "symbol", e->ticker);
	json_qty(j, "quantity", e->qty);
	json_boolean(j, "written", e->written);
	json_close(j);
}

static void render_paper(struct json *j, const struct wallet_fixed *f)
{
	json_text(j, "symbol", f->symbol);
	json_text(j, "asset_type", asset_type_names[f->type]);
	json_text(j, "name", f->name ? f->name : f->symbol);
}

static void render_ahead(struct ctx *ctx, struct json *j, const struct agenda *a,
			 const struct ahead_payment *p)
{
	struct money amount = { 0 };
	bool known = agenda_pays(ctx, a, p, &amount);

	json_open(j, NULL);
	json_day(j, "date", ahead_day(&p->of));
	json_text(j, "day", weekday_pt(ahead_day(&p->of)));
	render_paper(j, &a->fixed[p->paper]);
	json_qty(j, "quantity", a->fixed[p->paper].qty);
	json_money_or_null(j, "amount_brl", known, amount);
	json_open(j, "payment");
	ahead_write(j, p);
	json_close(j);
	json_close(j);
}

/* The papers whose payments may be missing. */
static void render_left_out(struct json *j, const struct agenda *a)
{
	json_array(j, "left_out");
	for (size_t i = 0; i < a->n_fixed; i++) {
		if (!a->ahead.unknown[i])
			continue;
		json_open(j, NULL);
		render_paper(j, &a->fixed[i]);
		json_text(j, "reason", a->ahead.unknown[i]);
		json_close(j);
	}
	json_array_end(j);
}

static void render_meta(struct json *j, const struct agenda *a)
{
	json_open(j, "meta");
	json_day(j, "from", a->from);
	json_day(j, "to", a->to);
	json_array(j, "truncated");
	if (a->more_rights)
		json_text(j, NULL, "mercado");
	if (a->more_macros)
		json_text(j, NULL, "macro");
	if (a->more_releases)
		json_text(j, NULL, "resultados");
	json_array_end(j);
	if (a->n_fixed)
		render_left_out(j, a);
	json_close(j);
}

void agenda_render(struct ctx *ctx, struct json *j, const char *name, const struct agenda *a)
{
	json_open(j, name);
	json_array(j, "mercado");
	for (size_t i = 0; i < a->n_rights; i++)
		render_right(j, &a->rights[i]);
	json_array_end(j);
	json_array(j, "macro");
	for (size_t i = 0; i < a->n_macros; i++)
		render_macro(j, &a->macros[i]);
	json_array_end(j);
	json_array(j, "resultados");
	for (size_t i = 0; i < a->n_releases; i++)
		render_release(j, &a->releases[i]);
	json_array_end(j);
	if (a->n_dues) {
		json_array(j, "imposto");
		for (size_t i = 0; i < a->n_dues; i++)
			render_due(j, &a->dues[i]);
		json_array_end(j);
	}
	if (a->n_expiries) {
		json_array(j, "opcoes");
		for (size_t i = 0; i < a->n_expiries; i++)
			render_expiry(j, &a->expiries[i]);
		json_array_end(j);
	}
	if (a->ahead.n) {
		json_array(j, "renda_fixa");
		for (size_t i = 0; i < a->ahead.n; i++)
			render_ahead(ctx, j, a, &a->ahead.items[i]);
		json_array_end(j);
	}
	render_meta(j, a);
	json_close(j);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* fixed_income_json.c: all fixed income of a person.  GET /v1/portfolio/fixed-income */
#include "config.h"

#include "core/clock.h"
#include "core/number_text.h"
#include "http/request.h"
#include "http/response.h"
#include "portfolio/portfolio.h"
#include "portfolio/show/fixed_income_view.h"
#include "portfolio/show/show.h"

#define GUARANTEE_TEXT                                                                                              \
	"O FGC garante a cada pessoa até R$ 250.000,00 por instituição ou conglomerado, somados o principal "    \
	"e os rendimentos até o dia da intervenção, e até R$ 1.000.000,00 no que paga em quatro anos. Aqui se " \
	"soma pelo nome do emissor: de que conglomerado ele é não se sabe, e emissores de um mesmo "              \
	"conglomerado dividem um só limite. Uma conta conjunta divide o limite entre os titulares."

static void write_rate(struct json *j, const struct fixed_holding *f)
{
	const struct accrual_terms *t = f->of->asset->terms;
	enum rate_kind kind = t ? accrual_rate_kind(t) : RATE_KIND_UNKNOWN;
	const struct percent *more = !t		     ? NULL
				     : t->has_rate   ? &t->rate
				     : t->has_spread ? &t->spread
						     : NULL;

	if (!json_open_if(j, "rate", f->rate != NULL))
		return;
	json_text(j, "text", f->rate);
	json_text(j, "indexer", indexer_names[t->indexer]);
	json_text(j, "kind", rate_kind_names[kind]);
	json_percent_or_null(j, "pct_of_index", t->has_pct, t->pct);
	json_percent_or_null(j, "rate_pct", more != NULL, more ? *more : (struct percent){ 0 });
	json_text(j, "source", f->published ? "published" : "typed");
	json_close(j);
}

/* Why there is no contracted rate. */
static const char *rate_unknown(const struct fixed_holding *f)
{
	if (f->rate)
		return NULL;
	return f->of->asset->type == ASSET_TESOURO
		       ? "a taxa da compra não foi informada; a do dia não é a dela"
		       : "a taxa contratada não foi informada";
}

static void write_day_rate(struct json *j, const struct day_rate *d)
{
	if (!json_open_if(j, "day_rate", d->known))
		return;
	json_text(j, "text", "taxa do dia, do mercado, e não a contratada");
	json_day(j, "date", d->day);
	json_text(j, "kind", d->kind);
	json_percent_or_null(j, "buy_pct", d->buy_known, d->buy);
	json_percent_or_null(j, "sell_pct", d->sell_known, d->sell);
	json_percent_or_null(j, "indicative_pct", d->indicative_known, d->indicative);
	json_close(j);
}

static void write_next(struct ctx *ctx, struct json *j, const struct fixed_holding *f)
{
	struct money amount = { 0 };
	bool range = false;

	if (f->next && f->next->of.amount_known)
		amount = money_round_cents(money_gross(f->of->brl.qty, f->next->of.amount, &range));
	if (range)
		fail(ctx, 422, "ledger_out_of_range", "O que %s paga sai da escala.",
		     f->of->asset->symbol);
	if (json_open_if(j, "next_payment", f->next != NULL)) {
		ahead_write(j, f->next);
		json_close(j);
	}
	json_money_or_null(j, "next_amount", f->next && f->next->of.amount_known, amount);
	json_text(j, "next_reason", f->next_unknown);
}

static void write_guarantee(struct json *j, const struct fixed_holding *f)
{
	json_open(j, "fgc");
	if (f->guarantee == GUARANTEE_UNKNOWN)
		json_null(j, "covered");
	else
		json_boolean(j, "covered", f->guarantee == GUARANTEE_COVERED);
	json_text(j, "reason", f->guarantee_reason);
	json_close(j);
}

static void write_holding(struct ctx *ctx, struct json *j, const struct fixed_holding *f)
{
	const struct holding *h = f->of;

	json_open(j, NULL);
	json_uuid(j, "portfolio_id", f->portfolio->in.id);
	json_text(j, "portfolio", f->portfolio->in.name);
	json_uuid(j, "asset_id", h->asset->id);
	json_text(j, "symbol", h->asset->symbol);
	json_text(j, "asset_type", asset_type_names[h->asset->type]);
	json_text(j, "name", holding_name(h) ? holding_name(h) : h->asset->symbol);
	json_text(j, "paper", f->paper);
	json_text(j, "issuer", f->issuer);
	write_rate(j, f);
	json_text(j, "rate_reason", rate_unknown(f));
	write_day_rate(j, &f->day_rate);
	json_day_or_null(j, "maturity", f->matures, f->maturity);
	if (f->matures)
		json_int(j, "days_to_maturity", f->maturity.n - ctx->today.n);
	else
		json_null(j, "days_to_maturity");
	json_qty(j, "quantity", h->brl.qty);
	json_money_or_null(j, "market_value", h->value_known, h->market_value);
	json_text(j, "valuation", valuation_names[h->valuation]);
	json_text(j, "valuation_reason", unpriced_text(ctx->pool, h));
	write_next(ctx, j, f);
	write_guarantee(j, f);
	json_close(j);
}

static void write_issuer(struct json *j, const struct guarantee_issuer *s)
{
	json_open(j, NULL);
	json_text(j, "issuer", s->issuer);
	json_int(j, "papers", (int64_t)s->papers);
	json_int(j, "at_cost", (int64_t)s->at_cost);
	json_money_or_null(j, "covered_value", s->known, s->value);
	json_money_or_null(j, "above_limit", s->above_known, s->above);
	json_text(j, "reason", s->unknown);
	json_close(j);
}

static void write_fgc(struct json *j, const struct guarantee_sums *s)
{
	json_open(j, "fgc");
	json_money(j, "limit_by_issuer", GUARANTEE_LIMIT);
	json_money(j, "limit_in_four_years", GUARANTEE_LIMIT_YEARS);
	json_text(j, "text", GUARANTEE_TEXT);
	json_money(j, "covered_value", s->covered);
	json_money(j, "not_covered_value", s->none);
	json_money(j, "unknown_value", s->unknown);
	json_array(j, "issuers");
	for (size_t i = 0; i < s->n; i++)
		write_issuer(j, &s->issuers[i]);
	json_array_end(j);
	json_close(j);
}

void wallet_fixed_income(struct ctx *ctx, struct json *out, const char *name)
{
	struct fixed_income_view v;
	int64_t start;

	fixed_income_view(ctx, &v);
	start = clock_monotonic_us();
	json_open(out, name);
	json_day(out, "as_of", ctx->today);
	json_money(out, "market_value", v.value);
	json_int(out, "without_value", (int64_t)v.without_value);
	write_fgc(out, &v.sums);
	json_array(out, "holdings");
	for (size_t i = 0; i < v.n; i++)
		write_holding(ctx, out, &v.list[i]);
	json_array_end(out);
	json_close(out);
	ctx->json_us += clock_monotonic_us() - start;
}

void portfolio_fixed_income(struct ctx *ctx)
{
	query_done(ctx);
	wallet_fixed_income(ctx, respond_json(ctx, 200), NULL);
}

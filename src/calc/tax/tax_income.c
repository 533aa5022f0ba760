/* SPDX-License-Identifier: Apache-2.0 */
/* tax_income.c: dividends, JCP, yields and payments from abroad in the declaration (doc/tax.md 20.9, 20.7). */
#include "config.h"

#include "calc/tax/lines.h"
#include "core/calendar.h"
#include "core/pool.h"

#include <stdlib.h>

#define DIVIDEND_YEAR 2026 /* Law 15.270/2025 */
#define DIVIDEND_LIMIT ((struct money){ 50000 * E8 })
#define DIVIDEND_NET_LIMIT ((struct money){ 45000 * E8 }) /* 50,000 less 10 % */

struct filling {
	void *pool;
	const struct tax_ledger *ledger;
	const struct tax_year *year;
	struct tax_declaration *out;
	bool range;
};

static struct tax_figure gross_of(const struct tax_income *in)
{
	return (struct tax_figure){ in->gross_known, money_round_cents(in->gross) };
}

static size_t place_of(const struct filling *f, const struct tax_income *in)
{
	return (size_t)(in - f->ledger->income);
}

/* The credited amount; without tax withheld it is also the gross amount. */
static struct tax_figure credited_exactly(struct filling *f, const struct tax_income *in)
{
	if (in->net_known)
		return tax_is(in->net);
	if (in->gross_known && in->tax_known)
		return tax_is(money_sub(in->gross, in->tax, &f->range));
	return (struct tax_figure){ 0 };
}

static struct tax_figure credited(struct filling *f, const struct tax_income *in)
{
	struct tax_figure out = credited_exactly(f, in);

	out.m = money_round_cents(out.m);
	return out;
}

static struct tax_figure gross_or_net(struct filling *f, const struct tax_income *in)
{
	return in->gross_known ? gross_of(in) : credited(f, in);
}

static bool paid_in_year(const struct filling *f, const struct tax_income *in)
{
	return day_year(in->pay_day) == f->year->year && !day_before(f->ledger->as_of, in->pay_day);
}

static void needs_tax_id(struct tax_line *line)
{
	if (!line->payer_tax_id)
		line->reasons |= TAX_WHY(TAX_MISSING_TAX_ID);
}

/* ---- dividends: isentos 09 ---- */

/* Approved in January 2026, it is exempt under an injunction that is not final. */
static bool under_injunction(const struct tax_income *in)
{
	return in->approved_known && day_year(in->approved) == 2026 &&
	       day_month(in->approved).n == month_of(2026, 1).n;
}

static bool same_payer(const struct tax_asset *a, const struct tax_asset *b)
{
	if (a->tax_id && b->tax_id)
		return str_eq(a->tax_id, b->tax_id);
	return !a->tax_id && !b->tax_id && str_eq(a->symbol, b->symbol);
}

/* Whether two tickers (PETR3, PETR4) may be of one payer: a tax id is missing, so it is unknown. */
static bool maybe_same_payer(const struct tax_asset *a, const struct tax_asset *b)
{
	return (!a->tax_id || !b->tax_id) && !str_eq(a->symbol, b->symbol) &&
	       strncmp(a->symbol, b->symbol, 4) == 0;
}

/* Dividends of one payer in one month: 10 % of everything above the limit. */
struct payer_month {
	struct money gross, net; /* net: of rows whose gross is unknown */
	bool net_only, injunction;
};

static bool is_dividend(const struct filling *f, const struct tax_income *in)
{
	return in->kind == INCOME_DIVIDEND && f->ledger->assets[in->asset].type == ASSET_STOCK;
}

typedef bool paying(const struct tax_asset *payer, const struct tax_asset *asset);

static enum tax_withheld_as withheld_as(const struct tax_ledger *l, const struct tax_asset *payer,
					const struct tax_income *in, paying *pays)
{
	const struct tax_asset *a = &l->assets[in->asset];

	if (in->kind != INCOME_DIVIDEND || a->type != ASSET_STOCK ||
	    day_before(l->as_of, in->pay_day) || in->profits_to_2025 || !pays(payer, a))
		return WITHHELD_NOT;
	return under_injunction(in) ? WITHHELD_DISPUTED : WITHHELD_COUNTS;
}

enum tax_withheld_as tax_withheld_as(const struct tax_ledger *l, const struct tax_asset *payer,
				     const struct tax_income *in)
{
	return withheld_as(l, payer, in, same_payer);
}

static struct payer_month payer_month(struct filling *f, const struct tax_asset *payer,
				      struct month month, paying *pays)
{
	const struct tax_ledger *l = f->ledger;
	struct payer_month p = { 0 };

	for (size_t i = 0; i < l->n_income; i++) {
		const struct tax_income *in = &l->income[i];

		enum tax_withheld_as as = withheld_as(l, payer, in, pays);

		if (day_month(in->pay_day).n != month.n || as == WITHHELD_NOT)
			continue;
		if (as == WITHHELD_DISPUTED) {
			p.injunction = true;
		} else if (in->gross_known) {
			p.gross = money_add_shown(p.gross, in->gross, &f->range);
		} else {
			p.net = money_add(p.net, credited(f, in).m, &f->range);
			p.net_only = true;
		}
	}
	return p;
}

static bool above_limit(const struct payer_month *p, bool *range)
{
	struct money all = money_add(p->gross, p->net, range);

	return all.e8 > (p->net_only ? DIVIDEND_NET_LIMIT : DIVIDEND_LIMIT).e8;
}

/* Within the limit alone, but not with the tickers that may be of the same payer. */
static bool is_of_unknown_payer(struct filling *f, const struct tax_asset *payer,
				struct month month, struct payer_month p)
{
	struct payer_month more = payer_month(f, payer, month, maybe_same_payer);

	if (above_limit(&p, &f->range))
		return false;
	p.gross = money_add(p.gross, more.gross, &f->range);
	p.net = money_add(p.net, more.net, &f->range);
	p.net_only |= more.net_only;
	return above_limit(&p, &f->range);
}

/* The tax that a payer withheld in a month; used by its first row. */
static void withhold(struct filling *f, struct tax_line *line, const struct tax_income *in)
{
	const struct tax_asset *payer = &f->ledger->assets[in->asset];
	struct month month = day_month(in->pay_day);
	struct payer_month p = payer_month(f, payer, month, same_payer);

	if (p.injunction) {
		line->withheld.known = false;
		line->reasons |=
			TAX_WHY(TAX_PROFITS_2025_INJUNCTION) | TAX_WHY(TAX_PROGRAM_NOT_PUBLISHED);
	}
	if (is_of_unknown_payer(f, payer, month, p)) {
		line->withheld.known = false;
		line->reasons |= TAX_WHY(TAX_MISSING_TAX_ID) | TAX_WHY(TAX_PROGRAM_NOT_PUBLISHED);
	}
	if (!above_limit(&p, &f->range))
		return;
	if (p.net_only) {
		line->withheld.known = line->amount.known = false;
		line->reasons |= TAX_WHY(TAX_GROSS_UNKNOWN) | TAX_WHY(TAX_PROGRAM_NOT_PUBLISHED);
	} else {
		tax_parts_add(f->pool, &line->taxed,
			      (struct tax_part){ SOURCE_GROSS, place_of(f, in) });
		line->withheld.m = money_add(
			line->withheld.m,
			money_round_cents((struct money){ dec_div_half_away(p.gross.e8, 10) }),
			&f->range);
		line->reasons |= TAX_WHY(TAX_PROGRAM_NOT_PUBLISHED);
	}
}

static bool first_of_month(const struct filling *f, size_t at)
{
	const struct tax_ledger *l = f->ledger;
	const struct tax_income *in = &l->income[at];

	for (size_t i = 0; i < at; i++)
		if (is_dividend(f, &l->income[i]) &&
		    day_month(l->income[i].pay_day).n == day_month(in->pay_day).n &&
		    same_payer(&l->assets[in->asset], &l->assets[l->income[i].asset]))
			return false;
	return true;
}

static void dividend(struct filling *f, size_t at)
{
	const struct tax_income *in = &f->ledger->income[at];
	const struct tax_asset *a = &f->ledger->assets[in->asset];
	struct tax_line *line = tax_line_of(f->pool, &f->out->exempt, "09", f->year->year, a);

	if (!line->has_withheld)
		line->withheld = tax_is((struct money){ 0 });
	line->has_withheld = true;
	needs_tax_id(line);
	tax_line_symbol(f->pool, line, a->symbol);
	tax_line_add(f->pool, line,
		     (struct tax_part){ in->gross_known ? SOURCE_GROSS : SOURCE_CREDITED, at },
		     gross_or_net(f, in), &f->range);
	if (f->year->year >= DIVIDEND_YEAR && first_of_month(f, at))
		withhold(f, line, in);
}

/* The 2026 program's code for a taxed dividend is not published: the whole line has none. */
static void dividends_done(struct tax_declaration *d)
{
	for (size_t i = 0; i < d->exempt.n; i++)
		if (d->exempt.items[i].reasons & TAX_WHY(TAX_PROGRAM_NOT_PUBLISHED)) {
			d->exempt.items[i].code = NULL;
			d->exempt.items[i].code_year = 0;
		}
}

/* ---- JCP: exclusiva 10 ---- */

#define SAME_PAYMENT_DAYS 5 /* days between a row and the calendar's payment */

/* The record day of @a's JCP paid nearest to @paid, and closer than @nearest days. */
static int nearest_record(const struct tax_asset *a, struct day paid, int nearest,
			  struct day *record)
{
	for (size_t i = 0; i < a->n_distributions; i++) {
		const struct distribution *d = &a->distributions[i];
		int apart = abs(d->pay_day.n - paid.n);

		if (d->kind != INCOME_JCP || !d->record_known || !d->pay_known || apart >= nearest)
			continue;
		nearest = apart;
		*record = d->record_day;
	}
	return nearest;
}

/* The record day: as stated, else from the calendar; false without either. */
static bool record_of(const struct filling *f, const struct tax_income *in, struct day *record)
{
	const struct tax_position *ends = f->year->operations.held[1];
	int nearest = SAME_PAYMENT_DAYS + 1;
	size_t asset = in->asset;

	*record = in->record_day;
	if (in->record_known)
		return true;
	nearest = nearest_record(&f->ledger->assets[asset], in->pay_day, nearest, record);
	while (ends[asset].into != asset) { /* paid under the successor's ticker */
		asset = ends[asset].into;
		nearest = nearest_record(&f->ledger->assets[asset], in->pay_day, nearest, record);
	}
	return nearest <= SAME_PAYMENT_DAYS;
}

static void jcp(struct filling *f, const struct tax_income *in)
{
	const struct tax_asset *a = &f->ledger->assets[in->asset];
	struct tax_line *line;
	struct day record;
	bool across = record_of(f, in, &record) && day_year(record) != day_year(in->pay_day);

	if (across && day_year(record) == f->year->year)
		tax_warn(f->pool, &f->out->warnings,
			 (struct tax_warning){ .code = WARN_JCP_ACROSS_YEARS,
					       .month = day_month(record),
					       .symbol = a->symbol });
	if (!paid_in_year(f, in))
		return;
	line = tax_line_of(f->pool, &f->out->exclusive, "10", f->year->year, a);
	needs_tax_id(line);
	tax_line_symbol(f->pool, line, a->symbol);
	tax_line_add(f->pool, line, (struct tax_part){ SOURCE_CREDITED, place_of(f, in) },
		     credited(f, in), &f->range);
	if (!across)
		return;
	line->reasons |= TAX_WHY(TAX_JCP_ACROSS_YEARS);
	tax_warn(f->pool, &f->out->warnings,
		 (struct tax_warning){ .code = WARN_JCP_ACROSS_YEARS,
				       .month = day_month(in->pay_day),
				       .symbol = a->symbol });
}

/* ---- the rest ---- */

/* Yields of FIIs and Fiagros; the line of 2024 is unconfirmed. */
static const char *code_of_yields(int year)
{
	if (year <= 2023)
		return "26";
	return year == 2024 ? NULL : "99";
}

static void plain(struct filling *f, struct tax_lines *lines, const char *code,
		  const struct tax_income *in)
{
	const struct tax_asset *a = &f->ledger->assets[in->asset];
	struct tax_line *line = tax_line_of(f->pool, lines, code, f->year->year, a);
	struct tax_figure got = credited(f, in);

	if (!code)
		line->reasons |= TAX_WHY(TAX_CODE_UNCONFIRMED);
	needs_tax_id(line);
	tax_line_symbol(f->pool, line, a->symbol);
	tax_line_add(
		f->pool, line,
		(struct tax_part){ got.known ? SOURCE_CREDITED : SOURCE_GROSS, place_of(f, in) },
		got.known ? got : gross_of(in), &f->range);
	if (!line->amount.known)
		line->reasons |= TAX_WHY(TAX_GROSS_UNKNOWN);
}

/* Coupons: the payer's statement has the taxed amount. */
static void coupon(struct filling *f, const struct tax_income *in, bool exempt)
{
	const struct tax_asset *a = &f->ledger->assets[in->asset];
	struct tax_line *line = tax_line_of(f->pool, exempt ? &f->out->exempt : &f->out->exclusive,
					    exempt ? "12" : "06", f->year->year, a);

	tax_line_symbol(f->pool, line, a->symbol);
	tax_line_add_ledger(f->pool, line,
			    (struct tax_part){ in->gross_known ? SOURCE_GROSS : SOURCE_CREDITED,
					       place_of(f, in) },
			    in->gross_known ? (struct tax_figure){ true, in->gross }
					    : credited_exactly(f, in),
			    &f->range);
}

bool tax_half_month_rate(const struct tax_ledger *ledger, struct day paid, struct close *rate)
{
	struct day d = day_plus(month_first((struct month){ day_month(paid).n - 1 }), 14);

	while (!day_is_business(d))
		d = day_plus(d, -1);
	return fx_ptax(&ledger->buy, d, rate);
}

static struct tax_figure at_half_month(struct filling *f, const struct tax_income *in,
				       struct tax_figure native)
{
	struct close rate;

	if (!native.known || !tax_half_month_rate(f->ledger, in->pay_day, &rate))
		return (struct tax_figure){ 0 };
	return tax_is(money_round_cents(money_times_rate(native.m, rate.price, &f->range)));
}

static void taxable(struct filling *f, const struct tax_income *in, enum tax_reason why)
{
	struct tax_declaration *d = f->out;
	const struct tax_asset *a = &f->ledger->assets[in->asset];
	bool dollars = a->currency == CURRENCY_USD;
	struct tax_taxable one = { .month = day_month(in->pay_day),
				   .symbol = a->symbol,
				   .asset = in->asset,
				   .reasons = TAX_WHY(why) };
	struct tax_figure tax = { in->tax_known, in->tax };
	const struct tax_part part = { in->gross_known ? SOURCE_GROSS : SOURCE_CREDITED,
				       place_of(f, in) };

	if (dollars) {
		one.amount =
			at_half_month(f, in, (struct tax_figure){ in->gross_known, in->gross });
		one.foreign_tax = at_half_month(f, in, tax);
	} else {
		one.amount = gross_or_net(f, in);
		one.foreign_tax = (struct tax_figure){ tax.known, money_round_cents(tax.m) };
	}
	if (!one.amount.known)
		one.reasons |= TAX_WHY(in->gross_known ? TAX_RATE_MISSING : TAX_GROSS_UNKNOWN);
	for (size_t i = 0; i < d->n_taxable; i++) {
		struct tax_taxable *x = &d->taxable[i];

		if (x->month.n != one.month.n || x->asset != one.asset)
			continue;
		x->amount.known &= one.amount.known;
		x->amount.m = money_add(x->amount.m, one.amount.m, &f->range);
		x->foreign_tax.known &= one.foreign_tax.known;
		x->foreign_tax.m = money_add(x->foreign_tax.m, one.foreign_tax.m, &f->range);
		x->reasons |= one.reasons;
		tax_parts_add(f->pool, &x->parts, part);
		return;
	}
	tax_parts_add(f->pool, &one.parts, part);
	d->taxable = pool_resize(f->pool, d->taxable, struct tax_taxable, d->n_taxable + 1);
	d->taxable[d->n_taxable++] = one;
}

static void take(struct filling *f, size_t at)
{
	const struct tax_income *in = &f->ledger->income[at];
	enum tax_reason why;
	enum tax_class cls = tax_class_of(&f->ledger->assets[in->asset], &why);

	if (income_lowers_cost(in->kind))
		return;
	if (in->kind == INCOME_JCP) {
		jcp(f, in);
		return;
	}
	if (!paid_in_year(f, in))
		return;
	if (cls == TAX_BDR)
		taxable(f, in, TAX_BDR_INCOME_REGIME);
	else if (cls == TAX_FOREIGN && f->year->year < TAX_FIRST_YEAR_ABROAD)
		taxable(f, in, TAX_OTHER_INCOME_UNKNOWN);
	else if (tax_is_paid_abroad(f->ledger, in))
		return; /* belongs to the yearly sheet */
	else if (is_dividend(f, in))
		dividend(f, at);
	else if (cls == TAX_FII || cls == TAX_FIAGRO)
		plain(f, &f->out->exempt, code_of_yields(f->year->year), in);
	else if (cls == TAX_INFRA)
		plain(f, &f->out->exempt, NULL, in);
	else if (cls == TAX_FIXED_TAXED || cls == TAX_FIXED_EXEMPT)
		coupon(f, in, cls == TAX_FIXED_EXEMPT);
	else
		plain(f, &f->out->exclusive, NULL, in);
}

enum calc_err tax_income_lines(void *pool, const struct tax_ledger *ledger,
			       const struct tax_year *year, struct tax_declaration *out)
{
	struct filling f = { .pool = pool, .ledger = ledger, .year = year, .out = out };

	for (size_t i = 0; i < ledger->n_income; i++)
		take(&f, i);
	dividends_done(out);
	return f.range ? CALC_RANGE : CALC_OK;
}

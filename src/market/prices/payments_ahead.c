/* SPDX-License-Identifier: Apache-2.0 */
/*
 * payments_ahead.c: the schedule of Treasury bonds by their contract, of debentures as their newest agenda announces it, and
 * maturities.
 */
#include "config.h"

#include "market/prices/payments_ahead.h"

#include "core/order.h"
#include "core/pool.h"
#include "db/db.h"

#define ROWS_MAX 20000

static DB_STMT(bonds, "ahead.bonds",
	       "select x.n, i.expiry from unnest($1::text[]) with ordinality x(symbol, n)"
	       "  join instrument i on i.venue = 'tesouro' and i.symbol = x.symbol"
	       " where i.expiry is not null order by x.n");
enum { B_N, B_MATURITY };

/* A paper that no agenda tells of has a row without a day; a maturity that none tells is the contract's. */
static DB_STMT(
	debentures, "ahead.debentures",
	"with p as (select x.n, x.code, d.maturity,"
	"                  (select max(e.seen_on) from debenture_event e where e.code = x.code) as seen_on"
	"             from unnest($1::text[]) with ordinality x(code, n)"
	"             left join debenture d on d.code = x.code)"
	" select p.n, e.day, e.event, e.pays_on, e.pct, e.rows_differ, p.seen_on, p.maturity"
	"   from p cross join lateral (select y.* from debenture_event y"
	"                               where y.code = p.code and y.seen_on = p.seen_on"
	"                                 and coalesce(y.pays_on, y.day) between $2 and $3"
	"                               order by coalesce(y.pays_on, y.day), y.day, y.event limit $5) e"
	" union all"
	" select p.n, p.maturity, 'maturity', null, null, false, null, p.maturity from p"
	"  where p.maturity between $2 and $3 and not exists (select from debenture_event e"
	"    where e.code = p.code and e.seen_on = p.seen_on and e.event = 'maturity')"
	" union all"
	" select p.n, null, null, null, null, false, p.seen_on, p.maturity from p"
	" order by 1, 2 nulls first, 3, 4 limit $4");
enum { D_N, D_DAY, D_EVENT, D_PAYS, D_PCT, D_DIFFER, D_SEEN, D_MATURITY };

#define NOT_PROJECTED "o que rende até o vencimento não é projetado"

struct reading {
	struct ctx *ctx;
	const struct ahead_paper *papers;
	size_t n;
	struct day from, to;
	size_t each;
	struct payments_ahead *out;
	size_t room;
	bool *matures;
	struct day *maturities;
};

static struct ahead_payment *add(struct reading *r, size_t paper, const char *source)
{
	struct ahead_payment *p;

	pool_grow(r->ctx->pool, r->out->items, struct ahead_payment, r->out->n, r->room, 64);
	p = &r->out->items[r->out->n++];
	*p = (struct ahead_payment){ .paper = paper, .source = source };
	return p;
}

static bool falls(const struct reading *r, struct day day)
{
	return !day_before(day, r->from) && !day_before(r->to, day);
}

/* ---- the Treasury ---- */

static void add_bond(struct reading *r, size_t i)
{
	const struct ahead_paper *p = &r->papers[i];
	struct coupon *list = pool_array(r->ctx->pool, struct coupon, r->each);
	size_t n = 0;

	if (!treasury_is_known(p->symbol))
		r->out->unknown[i] = "não se conhece o tipo deste título do Tesouro";
	else if (!r->matures[i])
		r->out->unknown[i] = "não se conhece o vencimento deste título do Tesouro";
	else
		n = treasury_coupons(p->symbol, r->maturities[i], r->from, r->to, list, r->each);
	for (size_t k = 0; k < n; k++)
		add(r, i, "regra do título")->of = list[k];
}

static void take_bonds(struct reading *r, const struct db_rows *rows, const size_t *index)
{
	for (size_t i = 0; i < db_count(rows); i++) {
		size_t at = index[db_get_int(rows, i, B_N) - 1];

		r->matures[at] = true;
		r->maturities[at] = db_get_day(rows, i, B_MATURITY);
	}
}

/* ---- debentures ---- */

static const char *kind_of(const char *event)
{
	return str_eq(event, "amortisation") ? "amortization" : event;
}

static const char *part_of(const char *event)
{
	if (str_eq(event, "interest"))
		return "a taxa do contrato, sobre o valor nominal do dia";
	return str_eq(event, "amortisation") ? "do valor nominal que resta, como a agenda o diz"
					     : "como a agenda o diz";
}

static void add_event(struct reading *r, const struct db_rows *rows, size_t i, size_t paper)
{
	const char *event = db_get_text(rows, i, D_EVENT);
	bool told = !db_is_null(rows, i, D_SEEN), differ = db_get_bool(rows, i, D_DIFFER);
	struct ahead_payment *p = add(r, paper, told ? "debentures.com.br" : "contrato");

	p->told = told;
	if (told)
		p->told_on = db_get_day(rows, i, D_SEEN);
	p->of = (struct coupon){
		.kind = kind_of(event),
		.due = db_get_day(rows, i, D_DAY),
		.pays_known = !db_is_null(rows, i, D_PAYS),
		.pct_known = !db_is_null(rows, i, D_PCT),
		.unknown =
			differ ? "a agenda diz este pagamento de mais de um modo"
			       : "o valor nominal desse dia, de que ele depende, não é projetado",
	};
	if (p->of.pays_known)
		p->of.pays_on = db_get_day(rows, i, D_PAYS);
	if (!p->of.pct_known)
		return;
	p->of.pct = (struct percent){ db_get_decimal(rows, i, D_PCT, MONEY_PLACES) };
	p->of.of = part_of(event);
}

static void take_debentures(struct reading *r, const struct db_rows *rows, const size_t *index)
{
	for (size_t i = 0; i < db_count(rows); i++) {
		size_t at = index[db_get_int(rows, i, D_N) - 1];

		if (!db_is_null(rows, i, D_DAY)) {
			add_event(r, rows, i, at);
			continue;
		}
		if (db_is_null(rows, i, D_SEEN))
			r->out->unknown[at] = "a agenda desta debênture não está nos dados";
		if (db_is_null(rows, i, D_MATURITY))
			continue;
		r->matures[at] = true;
		r->maturities[at] = db_get_day(rows, i, D_MATURITY);
	}
}

/* ---- what is contracted with a bank ---- */

static void add_maturity(struct reading *r, size_t i)
{
	if (!r->matures[i])
		r->out->unknown[i] = "não se informou o vencimento deste papel";
	else if (falls(r, r->maturities[i]))
		add(r, i, "contrato")->of = (struct coupon){ .kind = "maturity",
							     .due = r->maturities[i],
							     .unknown = NOT_PROJECTED };
}

/* ---- all ---- */

static int by_day(const void *a, const void *b)
{
	const struct ahead_payment *x = a, *y = b;
	int c = wide_order(ahead_day(&x->of).n, ahead_day(&y->of).n);

	c = c ? c : wide_order(x->paper, y->paper);
	c = c ? c : wide_order(x->of.due.n, y->of.due.n);
	return c ? c : strcmp(x->of.kind, y->of.kind);
}

/* The symbols of one type, and the index of each. */
static size_t symbols_of(const struct reading *r, enum asset_type type, const char **symbols,
			 size_t *index)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++)
		if (r->papers[i].type == type) {
			symbols[n] = r->papers[i].symbol;
			index[n++] = i;
		}
	return n;
}

static void ask(struct reading *r)
{
	void *pool = r->ctx->pool;
	const char **of_bonds = pool_array(pool, const char *, r->n);
	const char **of_debentures = pool_array(pool, const char *, r->n);
	size_t *at_bonds = pool_array(pool, size_t, r->n);
	size_t *at_debentures = pool_array(pool, size_t, r->n);
	size_t n = symbols_of(r, ASSET_TESOURO, of_bonds, at_bonds);
	size_t m = symbols_of(r, ASSET_DEBENTURE, of_debentures, at_debentures);
	struct db_rows *rows[2];

	if (!n && !m)
		return;
	db_send(r->ctx, &bonds, DB_ARGS(db_texts(of_bonds, n)));
	db_send(r->ctx, &debentures,
		DB_ARGS(db_texts(of_debentures, m), db_day(r->from), db_day(r->to),
			db_int((int64_t)(4 * m < ROWS_MAX ? ROWS_MAX : 4 * m)),
			db_int((int64_t)r->each)));
	db_wait(r->ctx, rows, 2);
	take_bonds(r, rows[0], at_bonds);
	take_debentures(r, rows[1], at_debentures);
}

void payments_ahead(struct ctx *ctx, const struct ahead_paper *papers, size_t n, struct day from,
		    struct day to, size_t each, struct payments_ahead *out)
{
	struct reading r = { .ctx = ctx,
			     .papers = papers,
			     .n = n,
			     .from = from,
			     .to = to,
			     .each = each < AHEAD_MOST ? each : AHEAD_MOST };

	*out = (struct payments_ahead){ .n = 0 };
	if (!n)
		return;
	r.out = out;
	out->unknown = pool_array(ctx->pool, const char *, n);
	r.matures = pool_array(ctx->pool, bool, n);
	r.maturities = pool_array(ctx->pool, struct day, n);
	for (size_t i = 0; i < n; i++) {
		out->unknown[i] = NULL;
		r.matures[i] = papers[i].matures;
		r.maturities[i] = papers[i].maturity;
	}
	ask(&r);
	for (size_t i = 0; i < n; i++)
		if (papers[i].type == ASSET_TESOURO)
			add_bond(&r, i);
		else if (papers[i].type == ASSET_RENDA_FIXA)
			add_maturity(&r, i);
	order_sort(out->items, out->n, sizeof(*out->items), by_day);
	out->matures = r.matures;
	out->maturities = r.maturities;
}

/* ---- written ---- */

void ahead_write(struct json *j, const struct ahead_payment *p)
{
	json_text(j, "kind", p->of.kind);
	json_day(j, "due_on", p->of.due);
	json_day_or_null(j, "pays_on", p->of.pays_known, p->of.pays_on);
	json_text(j, "status", "scheduled");
	json_decimal_or_null(j, "pct", p->of.pct_known, p->of.pct.e8, MONEY_PLACES, 6, true);
	json_text(j, "pct_of", p->of.pct_known ? p->of.of : NULL);
	json_price_or_null(j, "per_unit", p->of.amount_known, p->of.amount);
	json_text(j, "amount_reason", p->of.amount_known ? NULL : p->of.unknown);
	json_text(j, "source", p->source);
	json_day_or_null(j, "told_on", p->told, p->told_on);
}

const char *ahead_title(const char *kind)
{
	static const char *const titles[][2] = {
		{ "interest", "Juros" },
		{ "amortization", "Amortização" },
		{ "maturity", "Vencimento" },
		{ "correction", "Correção" },
		{ "put_option", "Opção de venda" },
		{ "participation", "Participação" },
		{ "premium", "Prêmio" },
		{ "repricing", "Repactuação" },
		{ "redemption", "Resgate" },
	};

	return text_paired(titles, ARRAY_SIZE(titles), kind, "Outro evento");
}

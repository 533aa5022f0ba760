/* SPDX-License-Identifier: Apache-2.0 */
/*
 * look_through.c: the holdings of a portfolio's funds (doc/calculations.md 10).
 *
 * All disclosed rows and all directly held positions are sorted once by security.  That numbers the
 * securities, nets the rows of one fund and joins direct with indirect, so that opening a fund is only
 * additions into an array indexed by security.
 */
#include "config.h"

#include "calc/views/look_through.h"

#include "core/order.h"
#include "core/pool.h"

#include <stdlib.h>

#define CENT_E8 ((wide)1000000)
#define PL_SHARE_MAX 100 /* largest ratio of disclosed assets to net worth */
#define DIRECT SIZE_MAX	 /* instead of a fund's index: held by the person */

/* ---- rows ---- */

enum disclosed_kind disclosed_kind_of(void *pool, const char *tp_aplic)
{
	static const struct {
		const char *prefix;
		bool whole;
		enum disclosed_kind kind;
	} known[] = {
		{ "acoes", true, DISCLOSED_STOCK },
		{ "acoes e outros tvm cedidos em emprestimo", true, DISCLOSED_STOCK },
		{ "certificado ou recibo de deposito de valores mobiliarios", true,
		  DISCLOSED_STOCK },
		{ "obrigacoes por acoes e outros tvm recebidos em emprestimo", true,
		  DISCLOSED_SHORT },
		{ "debenture", false, DISCLOSED_DEBENTURE },
		{ "cotas de fundos", false, DISCLOSED_QUOTA },
		{ "obrigacoes", false, DISCLOSED_OWED },
		{ "valores a pagar", false, DISCLOSED_OWED },
		{ "outras operacoes passivas", false, DISCLOSED_OWED },
	};
	const char *text = text_fold(pool, tp_aplic);

	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		if (known[i].whole ? str_eq(text, known[i].prefix)
				   : text_starts(text, known[i].prefix))
			return known[i].kind;
	return DISCLOSED_OTHER;
}

/* One row, or one directly held position. */
struct entry {
	enum asset_type type; /* stock, debenture; fund for a quota */
	const char *code;
	size_t fund; /* among in->funds, or DIRECT */
	struct money value;
};

struct security {
	enum asset_type type;
	const char *code;
	struct money direct, indirect;
	size_t shown; /* place among the exposures + 1, or 0 */
};

/* A security (or, for quotas, a fund) inside one fund: the net of its rows, above zero. */
struct slot {
	size_t what;
	struct money value;
};

struct book {		   /* a disclosed portfolio */
	struct money base; /* the base of weights; 0: nothing is disclosed */
	int64_t coverage_e2;
	bool by_pl, used;
	struct slot *securities, *quotas;
	size_t n_securities, n_quotas;
};

struct found { /* a security reached through a fund */
	size_t security;
	struct exposure_via via;
};

struct opening {
	void *pool;
	const struct look_through_input *in;
	struct entry *entries;
	size_t n_entries;
	struct security *securities;
	size_t n_securities;
	struct book *books;    /* parallel to in->funds */
	struct money *reached; /* by security: one fund's holding of it */
	struct found *found;
	size_t n_found, found_room;
	bool range;
};

static int by_security(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int order;

	if (x->type != y->type)
		return (int)x->type - (int)y->type;
	order = strcmp(x->code, y->code);
	if (order)
		return order;
	return x->fund < y->fund ? -1 : x->fund > y->fund;
}

static void add_entry(struct opening *w, enum asset_type type, const char *code, size_t fund,
		      struct money value)
{
	if (code)
		w->entries[w->n_entries++] = (struct entry){ type, code, fund, value };
}

static void add_row(struct opening *w, size_t fund, const struct disclosed_asset *a)
{
	switch (a->kind) {
	case DISCLOSED_STOCK:
		add_entry(w, ASSET_STOCK, a->code, fund, a->value);
		return;
	case DISCLOSED_SHORT: /* some files write obligations without a sign */
		add_entry(w, ASSET_STOCK, a->code, fund, (struct money){ -wide_abs(a->value.e8) });
		return;
	case DISCLOSED_DEBENTURE:
		add_entry(w, ASSET_DEBENTURE, a->code, fund, a->value);
		return;
	case DISCLOSED_QUOTA:
		add_entry(w, ASSET_FUND, a->code, fund, a->value);
		return;
	case DISCLOSED_OWED:
	case DISCLOSED_OTHER:
		return;
	}
}

static void gather(struct opening *w)
{
	const struct look_through_input *in = w->in;
	size_t room = in->n_open_positions;

	for (size_t i = 0; i < in->n_funds; i++)
		room += in->funds[i].n;
	w->entries = pool_array(w->pool, struct entry, room);
	for (size_t i = 0; i < in->n_open_positions; i++) {
		const struct open_position *s = &in->open_positions[i];

		if (open_position_counts(s) &&
		    (s->type == ASSET_STOCK || s->type == ASSET_DEBENTURE))
			add_entry(w, s->type, s->ticker, DIRECT, s->value);
	}
	for (size_t i = 0; i < in->n_funds; i++)
		for (size_t k = 0; k < in->funds[i].n; k++)
			add_row(w, i, &in->funds[i].assets[k]);
	order_sort(w->entries, w->n_entries, sizeof(*w->entries), by_security);
}

/* ---- portfolios ---- */

/* Index among in->funds; n_funds when it discloses nothing. */
static size_t fund_at(const struct look_through_input *in, const char *tax_id)
{
	size_t at = order_first(&tax_id, in->funds, in->n_funds, sizeof(*in->funds), order_text);

	return at < in->n_funds && str_eq(in->funds[at].fund, tax_id) ? at : in->n_funds;
}

/* Adds the net of the rows of one security in one fund to that fund's book. */
static void give_net(struct opening *w, const struct entry *e, struct money net)
{
	struct book *book;
	size_t target;

	if (e->fund == DIRECT) {
		w->securities[w->n_securities - 1].direct = net;
		return;
	}
	if (net.e8 <= 0) /* short, or nothing left */
		return;
	book = &w->books[e->fund];
	if (e->type != ASSET_FUND) {
		book->securities[book->n_securities++] = (struct slot){ w->n_securities - 1, net };
		return;
	}
	target = fund_at(w->in, e->code);
	if (target != w->in->n_funds && target != e->fund)
		book->quotas[book->n_quotas++] = (struct slot){ target, net };
}

/* Entries come by security and fund: runs are netted, and each new security gets its number. */
static void net_entries(struct opening *w)
{
	struct security *securities = pool_array(w->pool, struct security, w->n_entries);

	w->securities = securities;
	for (size_t i = 0; i < w->n_entries;) {
		const struct entry *e = &w->entries[i];
		const struct security *last =
			w->n_securities ? &securities[w->n_securities - 1] : NULL;
		struct money net = { 0 };

		if (e->type != ASSET_FUND &&
		    (!last || last->type != e->type || !str_eq(last->code, e->code)))
			securities[w->n_securities++] =
				(struct security){ .type = e->type, .code = e->code };
		for (; i < w->n_entries && by_security(e, &w->entries[i]) == 0; i++)
			net = money_add(net, w->entries[i].value, &w->range);
		give_net(w, e, net);
	}
}

/*
 * A net worth below a hundredth of the disclosed assets is a filing error (reais instead of thousands);
 * it must not turn into a position a hundred times the cost of the quota.
 */
struct disclosed_base disclosed_base(const struct disclosed *d, bool *range)
{
	struct disclosed_base b = { .by_pl = false };

	for (size_t i = 0; i < d->n; i++) {
		const struct disclosed_asset *a = &d->assets[i];

		if (a->kind != DISCLOSED_SHORT && a->kind != DISCLOSED_OWED && a->value.e8 > 0)
			b.sum = money_add(b.sum, a->value, range);
	}
	if (d->n == 0)
		return b;
	b.by_pl = d->pl_known && d->pl.e8 > 0 && b.sum.e8 / PL_SHARE_MAX <= d->pl.e8;
	b.base = b.by_pl ? d->pl : b.sum;
	return b;
}

static void find_base(struct opening *w, const struct disclosed *d, struct book *book)
{
	struct disclosed_base b = disclosed_base(d, &w->range);

	book->by_pl = b.by_pl;
	book->base = b.base;
	if (b.base.e8 > 0)
		book->coverage_e2 =
			(int64_t)dec_mul_div_half_away(b.sum.e8, 10000, b.base.e8, &w->range);
}

static void make_books(struct opening *w)
{
	const struct look_through_input *in = w->in;

	w->books = pool_array(w->pool, struct book, in->n_funds);
	for (size_t i = 0; i < in->n_funds; i++) {
		struct book *book = &w->books[i];

		find_base(w, &in->funds[i], book);
		book->securities = pool_array(w->pool, struct slot, in->funds[i].n);
		book->quotas = pool_array(w->pool, struct slot, in->funds[i].n);
	}
	net_entries(w);
	w->reached = pool_array(w->pool, struct money, w->n_securities);
}

/* ---- opening ---- */

static struct money part_of(struct opening *w, struct money position, struct money value,
			    struct money base)
{
	return (struct money){ dec_mul_div_half_away(position.e8, value.e8, base.e8, &w->range) };
}

static void reach(struct opening *w, const struct book *book, struct money position)
{
	for (size_t i = 0; i < book->n_securities; i++) {
		struct money *at = &w->reached[book->securities[i].what];

		*at = money_add(*at, part_of(w, position, book->securities[i].value, book->base),
				&w->range);
	}
}

/* Rounded to the cent at once; less than half a cent is no exposure. */
static void keep_security(struct opening *w, size_t security, const struct open_position *s)
{
	struct money cents = money_round_cents(w->reached[security]);

	w->reached[security].e8 = 0;
	if (cents.e8 == 0)
		return;
	pool_grow(w->pool, w->found, struct found, w->n_found, w->found_room, 256);
	w->found[w->n_found++] = (struct found){ security, { s, cents } };
	w->securities[security].indirect =
		money_add(w->securities[security].indirect, cents, &w->range);
}

static void keep_reached(struct opening *w, const struct book *book, const struct open_position *s)
{
	for (size_t i = 0; i < book->n_securities; i++)
		keep_security(w, book->securities[i].what, s);
}

static void open_fund(struct opening *w, struct book *book, const struct open_position *s)
{
	book->used = true;
	reach(w, book, s->value);
	for (size_t i = 0; i < book->n_quotas; i++) {
		struct book *second = &w->books[book->quotas[i].what];

		if (second->base.e8 <= 0)
			continue;
		second->used = true;
		reach(w, second, part_of(w, s->value, book->quotas[i].value, book->base));
	}
	/* A security reached twice is stored once: the first time sets it to zero. */
	keep_reached(w, book, s);
	for (size_t i = 0; i < book->n_quotas; i++)
		keep_reached(w, &w->books[book->quotas[i].what], s);
}

static void open_funds(struct opening *w, struct look_through *out)
{
	const struct look_through_input *in = w->in;

	out->opened = pool_array(w->pool, struct opened_fund, in->n_open_positions);
	out->unopened = pool_array(w->pool, struct unopened_fund, in->n_open_positions);
	for (size_t i = 0; i < in->n_open_positions; i++) {
		const struct open_position *s = &in->open_positions[i];
		size_t at = s->type == ASSET_FUND ? fund_at(in, s->symbol) : 0;
		const char *reason = NULL;

		if (s->type != ASSET_FUND)
			continue;
		out->has_funds = true;
		if (!open_position_counts(s))
			reason = "posição sem valor";
		else if (at == in->n_funds)
			reason = "fundo sem carteira divulgada";
		else if (w->books[at].base.e8 <= 0)
			reason = "carteira divulgada sem ativos";
		if (reason) {
			out->unopened[out->n_unopened++] = (struct unopened_fund){ s, reason };
			continue;
		}
		open_fund(w, &w->books[at], s);
		out->opened[out->n_opened++] =
			(struct opened_fund){ s, in->funds[at].day, w->books[at].coverage_e2,
					      w->books[at].by_pl };
	}
}

/* ---- order ---- */

static int by_exposure(const void *a, const void *b)
{
	const struct exposure *x = a, *y = b;
	int order = wide_order(y->total.e8, x->total.e8);

	order = order ? order : wide_order(y->indirect.e8, x->indirect.e8);
	order = order ? order : strcmp(asset_type_names[x->type], asset_type_names[y->type]);
	return order ? order : strcmp(x->symbol, y->symbol);
}

static int by_open_position(const struct open_position *x, const struct open_position *y)
{
	if (x->value_known != y->value_known)
		return x->value_known ? -1 : 1;
	if (x->value_known && x->value.e8 != y->value.e8)
		return x->value.e8 > y->value.e8 ? -1 : 1;
	return strcmp(x->symbol, y->symbol);
}

static int by_opened(const void *a, const void *b)
{
	return by_open_position(((const struct opened_fund *)a)->open_position,
				((const struct opened_fund *)b)->open_position);
}

static int by_unopened(const void *a, const void *b)
{
	return by_open_position(((const struct unopened_fund *)a)->open_position,
				((const struct unopened_fund *)b)->open_position);
}

static int by_via(const void *a, const void *b)
{
	const struct exposure_via *x = a, *y = b;
	int c = wide_order(y->value.e8, x->value.e8);

	return c ? c : strcmp(x->fund->symbol, y->fund->symbol);
}

/* ---- exposures ---- */

static struct security *security_named(struct opening *w, enum asset_type type, const char *code)
{
	size_t low = 0, high = w->n_securities;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct security *p = &w->securities[middle];

		if (p->type < type || (p->type == type && strcmp(p->code, code) < 0))
			low = middle + 1;
		else
			high = middle;
	}
	return &w->securities[low]; /* every exposure is one of the securities */
}

/* The funds behind the exposures that are shown. */
static void give_vias(struct opening *w, struct look_through *out)
{
	for (size_t i = 0; i < out->n_exposures; i++)
		security_named(w, out->exposures[i].type, out->exposures[i].symbol)->shown = i + 1;
	for (size_t i = 0; i < w->n_found; i++) {
		size_t shown = w->securities[w->found[i].security].shown;

		if (shown)
			out->exposures[shown - 1].n_via++;
	}
	for (size_t i = 0; i < out->n_exposures; i++) {
		struct exposure *e = &out->exposures[i];

		e->via = pool_array(w->pool, struct exposure_via, e->n_via);
		e->n_via = 0;
	}
	for (size_t i = 0; i < w->n_found; i++) {
		size_t shown = w->securities[w->found[i].security].shown;
		struct exposure *e = shown ? &out->exposures[shown - 1] : NULL;

		if (e)
			e->via[e->n_via++] = w->found[i].via;
	}
	for (size_t i = 0; i < out->n_exposures; i++)
		order_sort(out->exposures[i].via, out->exposures[i].n_via,
			   sizeof(*out->exposures[i].via), by_via);
}

static void list_exposures(struct opening *w, struct look_through *out)
{
	out->exposures = pool_array(w->pool, struct exposure, w->n_securities);
	for (size_t i = 0; i < w->n_securities; i++) {
		const struct security *p = &w->securities[i];
		struct exposure e = {
			.symbol = p->code,
			.type = p->type,
			.direct = p->direct,
			.indirect = p->indirect,
			.total = money_add(p->direct, p->indirect, &w->range),
			.pct_known = out->patrimonio.e8 > 0,
		};

		if (e.total.e8 == 0)
			continue;
		if (e.pct_known)
			e.pct_e2 = (int64_t)dec_mul_div_half_away(e.total.e8, 10000,
								  out->patrimonio.e8, &w->range);
		out->exposures[out->n_exposures++] = e;
	}
	if (!out->n_exposures)
		return;
	qsort(out->exposures, out->n_exposures, sizeof(*out->exposures), by_exposure);
	if (out->n_exposures > w->in->shown) {
		out->truncated = out->n_exposures - w->in->shown;
		out->n_exposures = w->in->shown;
	}
	give_vias(w, out);
}

static void list_days(struct opening *w, struct look_through *out)
{
	size_t n = 0;

	out->days = pool_array(w->pool, struct day, w->in->n_funds);
	for (size_t i = 0; i < w->in->n_funds; i++)
		if (w->books[i].used)
			out->days[n++] = w->in->funds[i].day;
	if (!n)
		return;
	qsort(out->days, n, sizeof(*out->days), order_day);
	for (size_t i = 0; i < n; i++)
		if (i == 0 || !day_same(out->days[i], out->days[i - 1]))
			out->days[out->n_days++] = out->days[i];
}

enum calc_err look_through_compute(void *pool, const struct look_through_input *in,
				   struct look_through *out)
{
	struct opening w = { .pool = pool, .in = in };
	struct look_through o = { 0 };
	size_t considered, ignored;

	w.found = pool_array(pool, struct found, 0);
	o.patrimonio = open_positions_value(in->open_positions, in->n_open_positions, &considered,
					    &ignored, &w.range);
	if (w.range)
		return CALC_RANGE;
	gather(&w);
	make_books(&w);
	open_funds(&w, &o);
	if (o.has_funds)
		list_exposures(&w, &o);
	list_days(&w, &o);
	if (w.range)
		return CALC_RANGE;
	order_sort(o.opened, o.n_opened, sizeof(*o.opened), by_opened);
	order_sort(o.unopened, o.n_unopened, sizeof(*o.unopened), by_unopened);
	*out = o;
	return CALC_OK;
}

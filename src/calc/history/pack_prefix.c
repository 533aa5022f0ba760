/* SPDX-License-Identifier: Apache-2.0 */
/* pack_prefix.c: the prefix of a history as bytes.  Doubles are stored bit for bit. */
#include "config.h"

#include "calc/history/pack_bytes.h"
#include "calc/history/packed.h"
#include "core/pool.h"

static void pack_double(struct buf *b, double v)
{
	uint64_t bits;
	char *p = buf_room(b, sizeof(bits));

	memcpy(&bits, &v, sizeof(bits));
	for (size_t i = 0; i < sizeof(bits); i++)
		p[i] = (char)(bits >> 8 * i);
	b->n += sizeof(bits);
}

static double unpack_double(struct unpacking *r)
{
	uint64_t bits = 0;
	double v;

	if ((size_t)(r->end - r->p) < sizeof(bits)) {
		r->bad = true;
		return 0;
	}
	for (size_t i = 0; i < sizeof(bits); i++)
		bits |= (uint64_t)*r->p++ << 8 * i;
	memcpy(&v, &bits, sizeof(v));
	return v;
}

/* ---- months ---- */

/* The first month's index, regardless of months before @first, which the reader already has. */
static void pack_prefix_months(struct buf *b, const struct history_prefix *p, size_t first)
{
	pack_signed(b, p->first_month.n);
	pack_number(b, p->n_months - first);
	for (size_t i = first; i < p->n_months; i++) {
		const struct prefix_month *m = &p->months[i];

		pack_wide(b, m->equity.e8);
		pack_wide(b, m->stale.e8);
		pack_wide(b, m->contributed.e8);
		pack_number(b, m->known);
		if (m->known)
			pack_double(b, m->product);
	}
}

static void unpack_prefix_months(struct unpacking *r, const struct history_prefix *before,
				 struct history_prefix *p)
{
	size_t first = before ? before->n_months : 0, n;

	p->first_month.n = (int)unpack_signed(r);
	n = unpack_count(r, 4);
	p->n_months = first + n;
	p->months = pool_array(r->pool, struct prefix_month, p->n_months);
	if (first)
		memcpy(p->months, before->months, first * sizeof(*p->months));
	for (size_t i = first; i < p->n_months; i++) {
		struct prefix_month *m = &p->months[i];

		m->equity.e8 = unpack_wide(r);
		m->stale.e8 = unpack_wide(r);
		m->contributed.e8 = unpack_wide(r);
		m->known = unpack_number(r);
		if (m->known)
			m->product = unpack_double(r);
	}
}

/* ---- chains ---- */

static void pack_chain(struct buf *b, const struct twr_chain *c)
{
	struct day epoch = { 0 };

	pack_number(b, c->known);
	pack_day(b, c->first, &epoch);
	pack_double(b, c->product);
	pack_double(b, c->equity);
	pack_double(b, c->result);
}

static void unpack_chain(struct unpacking *r, struct twr_chain *c)
{
	struct day epoch = { 0 };

	c->known = unpack_number(r);
	c->first = unpack_day(r, &epoch);
	c->product = unpack_double(r);
	c->equity = unpack_double(r);
	c->result = unpack_double(r);
}

enum { SPAN_REACHED = 1, SPAN_BEGUN = 2 };

static void pack_span(struct buf *b, const struct prefix_span *s)
{
	struct day epoch = { 0 };

	pack_number(b, (s->reached ? SPAN_REACHED : 0) | (s->begun ? SPAN_BEGUN : 0));
	pack_day(b, s->from, &epoch);
	pack_wide(b, s->opening.e8);
	pack_chain(b, &s->chain);
}

static void unpack_span(struct unpacking *r, struct prefix_span *s)
{
	struct day epoch = { 0 };
	uint64_t what = unpack_number(r);

	s->reached = what & SPAN_REACHED;
	s->begun = what & SPAN_BEGUN;
	s->from = unpack_day(r, &epoch);
	s->opening.e8 = unpack_wide(r);
	unpack_chain(r, &s->chain);
}

static void pack_drawdown(struct buf *b, const struct drawdown *d)
{
	struct day before = { 0 };

	pack_number(b, (d->known ? 1 : 0) | (d->recovered ? 2 : 0));
	pack_day(b, d->peak, &before);
	pack_day(b, d->trough, &before);
	pack_day(b, d->recovery, &before);
	pack_day(b, d->top_day, &before);
	pack_double(b, d->depth);
	pack_double(b, d->level);
	pack_double(b, d->top);
	pack_double(b, d->deepest_top);
}

static void unpack_drawdown(struct unpacking *r, struct drawdown *d)
{
	struct day before = { 0 };
	uint64_t what = unpack_number(r);

	d->known = what & 1;
	d->recovered = what & 2;
	d->peak = unpack_day(r, &before);
	d->trough = unpack_day(r, &before);
	d->recovery = unpack_day(r, &before);
	d->top_day = unpack_day(r, &before);
	d->depth = unpack_double(r);
	d->level = unpack_double(r);
	d->top = unpack_double(r);
	d->deepest_top = unpack_double(r);
}

/* ---- the rest ---- */

static void pack_prefix_holdings(struct buf *b, const struct history_prefix *p)
{
	pack_number(b, p->partial);
	pack_number(b, p->n_holdings);
	for (size_t i = 0; i < p->n_holdings; i++) {
		const struct prefix_holding *h = &p->holdings[i];
		bool moves = h->buys != 0 || h->sells != 0 || h->income != 0;

		buf_put(b, (const char *)h->asset.b, sizeof(h->asset.b));
		pack_number(b, (uint64_t)h->was << 2 | (uint64_t)h->flows_known << 1 | moves);
		pack_wide(b, h->value.e8);
		if (!moves)
			continue;
		pack_double(b, h->buys);
		pack_double(b, h->sells);
		pack_double(b, h->income);
	}
}

static void unpack_prefix_holdings(struct unpacking *r, struct history_prefix *p)
{
	p->partial = unpack_number(r);
	p->n_holdings = unpack_count(r, sizeof(p->holdings->asset.b) + 2);
	p->holdings = pool_array(r->pool, struct prefix_holding, p->n_holdings);
	for (size_t i = 0; i < p->n_holdings && !r->bad; i++) {
		struct prefix_holding *h = &p->holdings[i];
		uint64_t what;

		if ((size_t)(r->end - r->p) < sizeof(h->asset.b)) {
			r->bad = true;
			return;
		}
		memcpy(h->asset.b, r->p, sizeof(h->asset.b));
		r->p += sizeof(h->asset.b);
		what = unpack_number(r);
		r->bad |= what >> 2 > STANDING_SOLD;
		h->was = (enum standing)(what >> 2 & 7);
		h->flows_known = what & 2;
		h->value.e8 = unpack_wide(r);
		if (!(what & 1))
			continue;
		h->buys = unpack_double(r);
		h->sells = unpack_double(r);
		h->income = unpack_double(r);
	}
}

/* ---- days ---- */

static void pack_days(struct buf *b, const struct history_prefix *p)
{
	struct day before = p->as_of;

	pack_number(b, p->n_days);
	for (size_t i = 0; i < p->n_days; i++) {
		pack_day(b, p->days[i].day, &before);
		pack_wide(b, p->days[i].equity.e8);
		pack_wide(b, p->days[i].contributed.e8);
	}
}

static void unpack_days(struct unpacking *r, struct history_prefix *p)
{
	struct day before = p->as_of;

	p->n_days = unpack_count(r, 3);
	p->days = pool_array(r->pool, struct history_day, p->n_days);
	for (size_t i = 0; i < p->n_days; i++) {
		p->days[i].day = unpack_day(r, &before);
		p->days[i].equity.e8 = unpack_wide(r);
		p->days[i].contributed.e8 = unpack_wide(r);
	}
}

/* ---- benchmarks ---- */

static void pack_values(struct buf *b, const struct index_value *values, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		bool known = values && values[i].known;

		pack_number(b, known);
		if (known)
			pack_double(b, values[i].value);
	}
}

static const struct index_value *unpack_values(struct unpacking *r, size_t n)
{
	struct index_value *values = pool_array(r->pool, struct index_value, n);

	for (size_t i = 0; i < n; i++) {
		values[i].known = unpack_number(r);
		if (values[i].known)
			values[i].value = unpack_double(r);
	}
	return values;
}

static void pack_benchmark(struct buf *b, const struct benchmark_result *x,
			   const struct history_prefix *p)
{
	pack_number(b, (uint64_t)x->reason << 1 | x->xirr_known);
	pack_double(b, x->final_value);
	pack_double(b, x->xirr);
	pack_double(b, x->index_change);
	pack_values(b, x->months, p->n_months);
	pack_values(b, x->days, p->n_days);
	pack_values(b, x->spans, SPANS);
}

static void unpack_benchmark(struct unpacking *r, const struct history_prefix *p,
			     struct benchmark_result *x)
{
	uint64_t what = unpack_number(r);

	r->bad |= what >> 1 > BENCHMARK_NO_DATA;
	x->reason = (enum benchmark_reason)(what >> 1 & 3);
	x->xirr_known = what & 1;
	x->final_value = unpack_double(r);
	x->xirr = unpack_double(r);
	x->index_change = unpack_double(r);
	x->months = unpack_values(r, p->n_months);
	x->days = unpack_values(r, p->n_days);
	x->spans = unpack_values(r, SPANS);
}

/* A history up to a day; months only from @first on. */
static void pack_history(struct buf *b, const struct history_prefix *p, size_t first)
{
	struct day epoch = { 0 };

	pack_day(b, p->as_of, &epoch);
	pack_prefix_months(b, p, first);
	pack_chain(b, &p->chain);
	for (int k = 0; k < SPANS; k++)
		pack_span(b, &p->spans[k]);
	pack_drawdown(b, &p->drawdown);
	pack_prefix_holdings(b, p);
}

/* The last month must be that of the day, since finishing adds to it. */
static void unpack_history(struct unpacking *r, const struct history_prefix *cut,
			   struct history_prefix *p)
{
	struct day epoch = { 0 };

	p->as_of = unpack_day(r, &epoch);
	unpack_prefix_months(r, cut, p);
	unpack_chain(r, &p->chain);
	for (int k = 0; k < SPANS; k++)
		unpack_span(r, &p->spans[k]);
	unpack_drawdown(r, &p->drawdown);
	unpack_prefix_holdings(r, p);
	r->bad |= p->n_months &&
		  (int64_t)p->first_month.n + (int64_t)p->n_months - 1 != day_month(p->as_of).n;
}

void prefix_pack(struct buf *out, const struct cached_prefix *cached)
{
	const struct history_prefix *p = &cached->prefix;
	size_t start = out->n;

	pack_number(out, PACKED_FORM);
	pack_number(out, p->cut != NULL);
	if (p->cut) {
		pack_number(out, cached->seen.n);
		if (cached->seen.n)
			buf_put(out, cached->seen.p, cached->seen.n);
		pack_history(out, p->cut, 0);
	}
	pack_history(out, p, p->cut ? p->cut->n_months : 0);
	pack_days(out, p);
	for (int k = 0; k < BENCHMARKS; k++)
		pack_benchmark(out, &cached->benchmarks[k], p);
	pack_checksum(out, start);
}

static void unpack_cut(struct unpacking *r, struct cached_prefix *out)
{
	struct history_prefix *cut = pool_zero(r->pool, struct history_prefix);

	out->seen.n = unpack_count(r, 1);
	out->seen.p = pool_strndup(r->pool, (const char *)r->p, out->seen.n);
	r->p += out->seen.n;
	unpack_history(r, NULL, cut);
	out->prefix.cut = cut;
}

bool prefix_unpack(void *pool, struct slice bytes, struct cached_prefix *out)
{
	struct unpacking r = unpacking_of(pool, bytes);
	struct cached_prefix cached = { .prefix = { .n_months = 0 } };

	if (unpack_number(&r) != PACKED_FORM)
		return false;
	if (unpack_number(&r))
		unpack_cut(&r, &cached);
	unpack_history(&r, cached.prefix.cut, &cached.prefix);
	r.bad |= cached.prefix.cut &&
		 cached.prefix.cut->first_month.n != cached.prefix.first_month.n;
	unpack_days(&r, &cached.prefix);
	for (int k = 0; k < BENCHMARKS; k++)
		unpack_benchmark(&r, &cached.prefix, &cached.benchmarks[k]);
	if (r.bad || r.p != r.end)
		return false;
	*out = cached;
	return true;
}

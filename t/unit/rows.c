/* SPDX-License-Identifier: Apache-2.0 */
/* rows.c: ledger entries typed as text, for tests. */
#include "config.h"

#include "rows.h"

#include "core/pool.h"
#include "tap.h"

static wide decimal(struct slice s, int places)
{
	wide v = 0;

	if (dec_parse(s, places, (wide)1 << 100, &v) != DEC_OK)
		ok(false, "'%.*s' is a decimal", (int)s.n, s.p);
	return v;
}

struct day on(const char *text)
{
	struct day d = { 0 };

	if (!day_parse(slice_of(text), &d))
		ok(false, "%s is a day", text);
	return d;
}

struct qty units(const char *text)
{
	return (struct qty){ (int64_t)decimal(slice_of(text), QTY_PLACES) };
}

struct price at(const char *text)
{
	return (struct price){ decimal(slice_of(text), PRICE_PLACES) };
}

struct money brl(const char *text)
{
	return (struct money){ decimal(slice_of(text), MONEY_PLACES) };
}

static struct slice word(struct slice *rest)
{
	struct slice head = *rest;
	struct slice tail = { 0 };

	(void)slice_cut(*rest, ' ', &head, &tail); /* the last word has no blank after it */
	*rest = tail;
	return head;
}

static int named(const char *const *names, struct slice name)
{
	for (int i = 0; names[i]; i++)
		if (slice_eq(name, names[i]))
			return i;
	ok(false, "'%.*s' is a name", (int)name.n, name.p);
	return 0;
}

struct ledger_row row(const char *text)
{
	struct slice rest = slice_of(text);
	struct slice kind, event, w;
	struct ledger_row r = { 0 };

	if (!day_parse(word(&rest), &r.day))
		ok(false, "'%s' begins with a day", text);
	w = word(&rest);
	kind = w;
	if (slice_cut(w, ':', &kind, &event))
		r.event = (enum event_kind)named(event_kind_names, event);
	r.kind = (enum row_kind)named(row_kind_names, kind);
	r.qty.e8 = (int64_t)decimal(word(&rest), QTY_PLACES);
	w = word(&rest);
	r.price_known = !slice_eq(w, "-");
	if (r.price_known)
		r.price.e12 = decimal(w, PRICE_PLACES);
	r.fees.e8 = decimal(word(&rest), MONEY_PLACES);
	if (rest.n)
		r.ratio_e12 = (int64_t)decimal(rest, 12);
	return r;
}

struct fold_asset asset_of(void *pool, const char *symbol, const char *const *rows)
{
	struct ledger_row *typed;
	size_t n = 0;

	while (rows[n])
		n++;
	typed = pool_array(pool, struct ledger_row, n);
	for (size_t i = 0; i < n; i++)
		typed[i] = row(rows[i]);
	return (struct fold_asset){ .symbol = symbol, .rows = typed, .n_rows = n };
}

struct fold_output input_fold(void *pool, const struct fold_input *in)
{
	struct fold_output out = { 0 };
	enum calc_err err = fold(pool, in, &out);

	if (err != CALC_OK)
		ok(false, "the ledger folds (error %d)", (int)err);
	return out;
}

struct fold_output asset_fold(void *pool, enum asset_type type, const char *const *rows)
{
	struct fold_asset a = asset_of(pool, "AAAA3", rows);
	struct fold_input in = {
		.type = type, .assets = &a, .n_assets = 1, .as_of = on("2026-11-20")
	};

	return input_fold(pool, &in);
}

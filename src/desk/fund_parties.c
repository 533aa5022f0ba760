/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fund_parties.c: cedents and debtors of a receivables fund by their shares, and what its holders paid in
 * and took out.
 *
 * A person is one of them without a tax id.  What a cedent's share is of, the source does not say: it is
 * taken as of its block of receivables, net.
 */
#include "config.h"

#include "desk/desk_fund.h"

#include "core/order.h"
#include "core/text.h"
#include "desk/desk_facts.h"

#define DEBTORS_SHOWN 10
#define ROUNDED (E8 / 10)  /* of shares that add up to 100 */
#define EXCEEDS (105 * E8) /* debtors of receivables, percent */

struct cedent {
	const char *id, *kind, *object, *name, *reason;
	struct maybe filed[2]; /* percent, by block */
	struct maybe share;    /* of receivables, percent */
};

static bool is_next_of(const struct db_rows *r, size_t i, const struct cedent *c)
{
	return c->id && !db_is_null(r, i, CEDENT_ID) && str_eq(c->id, db_get_text(r, i, CEDENT_ID));
}

/* Rows come by tax id; one without it is a cedent of its own.  Returns their number. */
static size_t read_cedents(const struct db_rows *r, struct cedent *list)
{
	size_t n = 0;

	for (size_t i = 0; i < db_count(r); i++) {
		int block = str_eq(db_get_text(r, i, CEDENT_BLOCK), "B");
		struct cedent *c;

		if (!n || !is_next_of(r, i, &list[n - 1]))
			list[n++] = (struct cedent){ .id = db_get_text(r, i, CEDENT_ID),
						     .kind = db_get_text(r, i, CEDENT_KIND),
						     .object = db_get_text(r, i, CEDENT_OBJECT),
						     .name = db_get_text(r, i, CEDENT_NAME) };
		c = &list[n - 1];
		if (db_is_null(r, i, CEDENT_SHARE)) {
			c->reason = db_get_text(r, i, CEDENT_REASON);
			continue;
		}
		c->filed[block].known = true;
		c->filed[block].v += db_get_decimal(r, i, CEDENT_SHARE, 8);
	}
	return n;
}

/* Shares that exceed their block are no shares of it. */
static bool within_blocks(const struct cedent *list, size_t n)
{
	wide sum[2] = { 0, 0 };

	for (size_t i = 0; i < n; i++)
		for (int block = 0; block < 2; block++)
			sum[block] += list[i].filed[block].known ? list[i].filed[block].v : 0;
	return sum[0] <= 100 * E8 + ROUNDED && sum[1] <= 100 * E8 + ROUNDED;
}

/* Of both blocks: the sum of share times block over their sum. */
static struct maybe weigh(const struct cedent *c, const struct maybe block[2])
{
	struct maybe whole = { block[0].known && block[1].known, block[0].v + block[1].v };
	struct maybe part = { .known = whole.known };

	for (int i = 0; i < 2; i++)
		if (c->filed[i].known)
			part.v += dec_div_half_away(c->filed[i].v * (block[i].v / 100), E8);
	return fund_share(part, whole);
}

static int largest_first(const void *a, const void *b)
{
	const struct cedent *x = a, *y = b;

	if (x->share.known != y->share.known)
		return x->share.known ? -1 : 1;
	if (x->share.v != y->share.v)
		return wide_order(y->share.v, x->share.v);
	return strcmp(x->id ? x->id : "", y->id ? y->id : "");
}

static void write_cedent(struct json *j, const struct cedent *c)
{
	json_open(j, NULL);
	json_text(j, "tax_id", c->id);
	json_text(j, "kind", c->kind);
	json_text(j, "object_id", c->object);
	json_text(j, "name", c->name);
	known_write(j, "with_risk_share_pct", c->filed[0], 4);
	known_write(j, "without_risk_share_pct", c->filed[1], 4);
	known_write(j, "share_of_receivables_pct", c->share, 4);
	json_text(j, "reason", c->reason);
	json_close(j);
}

const char *fund_cedents_write(struct call *c, const struct fund_month *m)
{
	struct json *j = c->out;
	const size_t most = db_count(m->cedents);
	struct cedent *list = pool_array(c->ctx->pool, struct cedent, most + 1);
	const struct maybe block[2] = { fund_cell(m, "TAB_I2A_VL_DIRCRED_RISCO"),
					fund_cell(m, "TAB_I2B_VL_DIRCRED_SEM_RISCO") };
	size_t n = read_cedents(m->cedents, list);
	bool good = within_blocks(list, n);
	struct maybe listed = { .known = n > 0 };
	const char *object = NULL;

	for (size_t i = 0; i < n; i++) {
		if (!list[i].reason && good)
			list[i].share = weigh(&list[i], block);
		listed.known &= list[i].share.known;
		listed.v += list[i].share.v;
	}
	order_sort(list, n, sizeof(*list), largest_first);
	json_open(j, "cedents");
	known_write(j, "listed_pct", listed, 4);
	json_text(j, "reason",
		  !n		 ? "not_reported"
		  : !good	 ? "shares_exceed_block"
		  : listed.known ? NULL
				 : "share_unknown");
	json_text(j, "table", "I");
	json_text(j, "columns", "TAB_I2A12_PR_CEDENTE_1 a 9, TAB_I2B12_PR_CEDENTE_1 a 9");
	json_array(j, "list");
	for (size_t i = 0; i < n; i++) {
		write_cedent(j, &list[i]);
		if (!object)
			object = list[i].object;
	}
	json_array_end(j);
	json_close(j);
	return object;
}

/* ---- debtors ---- */

static struct maybe debt(const struct db_rows *r, size_t i)
{
	struct maybe out = { .known = !db_is_null(r, i, DEBTOR_VALUE) };

	if (out.known)
		out.v = db_get_decimal(r, i, DEBTOR_VALUE, 8);
	return out;
}

static struct maybe largest(const struct db_rows *r, size_t most)
{
	struct maybe sum = { .known = db_count(r) > 0 };

	for (size_t i = 0; i < db_count(r) && i < most; i++) {
		struct maybe one = debt(r, i);

		sum.known &= one.known;
		sum.v += one.v;
	}
	return sum;
}

void fund_debtors_write(struct json *j, const struct fund_month *m)
{
	const struct db_rows *r = m->debtors;
	struct maybe all = largest(r, db_count(r)), whole = m->receivables;
	struct maybe share = fund_share(all, whole);
	const char *reason = !db_count(r)			? "not_reported"
			     : !all.known			? "value_unknown"
			     : share.known && share.v > EXCEEDS ? "debtors_exceed_receivables"
			     : !share.known			? m->reason
								: NULL;

	if (reason)
		whole.known = false;
	json_open(j, "debtors");
	json_int(j, "count", (int64_t)db_count(r));
	known_write(j, "amount_brl", all, 2);
	known_write(j, "share_pct", fund_share(all, whole), 4);
	known_write(j, "largest_pct", fund_share(largest(r, 1), whole), 4);
	known_write(j, "largest_5_pct", fund_share(largest(r, 5), whole), 4);
	known_write(j, "largest_10_pct", fund_share(largest(r, 10), whole), 4);
	json_text(j, "reason", reason);
	json_text(j, "table", "VIII");
	json_text(j, "columns", "VALOR");
	json_array(j, "list");
	for (size_t i = 0; i < db_count(r) && i < DEBTORS_SHOWN; i++) {
		json_open(j, NULL);
		json_int(j, "place", db_get_int(r, i, DEBTOR_PLACE));
		known_write(j, "amount_brl", debt(r, i), 2);
		known_write(j, "share_pct", fund_share(debt(r, i), whole), 4);
		json_close(j);
	}
	json_array_end(j);
	json_close(j);
}

/* ---- flows ---- */

/* Requested redemptions are money to come. */
static int sign_of(const char *operation)
{
	if (str_eq(operation, "subscriptions"))
		return 1;
	return str_eq(operation, "redemptions_requested") ? 0 : -1;
}

void fund_flows_write(struct json *j, const struct fund_month *m)
{
	const struct db_rows *r = m->flows;
	struct maybe net = { .known = db_count(r) > 0 };

	json_open(j, "flows");
	json_array(j, "list");
	for (size_t i = 0; i < db_count(r); i++) {
		struct maybe value = { .known = !db_is_null(r, i, FLOW_VALUE) };
		int sign = sign_of(db_get_text(r, i, FLOW_OPERATION));

		if (value.known)
			value.v = db_get_decimal(r, i, FLOW_VALUE, 8);
		net.known &= value.known || !sign;
		net.v += sign * value.v;
		json_open(j, NULL);
		json_text(j, "operation", db_get_text(r, i, FLOW_OPERATION));
		json_text(j, "class", db_get_text(r, i, FLOW_CLASS));
		json_text(j, "layer", db_get_text(r, i, FLOW_LAYER));
		known_write(j, "amount_brl", value, 2);
		json_close(j);
	}
	json_array_end(j);
	known_write(j, "net_brl", net, 2);
	json_text(j, "reason", !db_count(r) ? "not_reported" : net.known ? NULL : "value_unknown");
	json_text(j, "table", "X_4");
	json_text(j, "columns", "TAB_X_VL_TOTAL");
	json_close(j);
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_inputs.c: a person's statements for the tax: losses carried, withholdings, payments, portfolios
 * left out.
 *
 * GET, PUT /v1/portfolio/tax/inputs (doc/tax.md 20.1, 20.11)
 *
 * One document an account, replaced as a whole; its version is its ETag, for If-Match.
 */
#include "config.h"

#include "portfolio/tax/tax_json.h"

#include "core/number_text.h"
#include "identity/caller.h"
#include "db/db.h"
#include "http/if_match.h"
#include "http/json_read.h"
#include "http/request.h"
#include "http/response.h"
#include "portfolio/ledger/write.h"

#define CONFLICT "tax_inputs_conflict", "O documento está"
#define ENTRIES_MAX 600
#define AMOUNT_MAX ((wide)1000000000000 * E8)

static DB_STMT(get, "tax_inputs.get",
	       "select version, document::text from tax_inputs"
	       " where workspace_id = $1 and account_id = $2");

/*
 * Locks the row, so that of two documents based on one version only one is accepted; the first document
 * has no row to lock.
 */
static DB_STMT(lock, "tax_inputs.lock",
	       "select version, document::text from tax_inputs"
	       " where workspace_id = $1 and account_id = $2 for update");

static DB_STMT(put_first, "tax_inputs.put_first",
	       "insert into tax_inputs (workspace_id, account_id, version, document, updated_at)"
	       " values ($1, $2, 1, $3::text::jsonb, $4)"
	       " on conflict (workspace_id, account_id) do nothing returning version");

static DB_STMT(
	put_next, "tax_inputs.put_next",
	"update tax_inputs set version = version + 1, document = $3::text::jsonb, updated_at = $4"
	" where workspace_id = $1 and account_id = $2 returning version");

/* An account without a document has the empty one. */
DB_STMT(tax_inputs_row, "tax_inputs.row",
	"select (jsonb_build_object('carry', '[]'::jsonb, 'withheld', '[]'::jsonb,"
	"         'withheld_policy', 'informed', 'paid', '[]'::jsonb,"
	"         'exterior_loss', '[]'::jsonb, 'exclude', '[]'::jsonb)"
	"        || coalesce((select document from tax_inputs"
	"                      where workspace_id = $1 and account_id = $2), '{}'))::text");

static DB_STMT(changed, "tax_inputs.changed",
	       "select updated_at from tax_inputs where workspace_id = $1 and account_id = $2");

static const char *const policies[] = { "informed", "estimated", NULL };
static const char *const codes[] = { TAX_EXCHANGE_CODE, TAX_CRYPTO_CODE, TAX_FOREIGN_CODE,
				     TAX_RETURN_CODE, NULL };

/* ---- a received or stored document ---- */

/* Of a month to come nothing can be stated. */
static bool month_in(struct ctx *ctx, struct body *b, const char *name, struct month *out)
{
	const char *text = body_text(b, name, REQUIRED, 7, 7);
	char day[DAY_TEXT_SIZE + 1];
	struct day first;

	if (!text)
		return false;
	memcpy(day, text, 7);
	memcpy(day + 7, "-01", 4);
	if (!day_parse(slice_of(day), &first)) {
		body_error(b, name, "month", "um mês AAAA-MM", NULL);
		return false;
	}
	*out = day_month(first);
	if (day_before(ctx->today, first))
		body_error(b, name, "maximum",
			   pool_printf(ctx->pool, "um mês até o atual, %s",
				       month_text(ctx->pool, day_month(ctx->today))),
			   text);
	return true;
}

static bool amount_in(struct body *b, const char *name, enum presence p, struct money *out)
{
	wide v = 0;
	bool known = body_decimal(b, name, p, 2, 0, AMOUNT_MAX / 1000000, &v);

	out->e8 = v * 1000000;
	return known;
}

static struct body **items_of(void *pool, struct body *b, const char *name, size_t *n)
{
	struct json_object *list = body_array(b, name, OPTIONAL, ENTRIES_MAX);
	struct body **items;

	*n = list ? json_object_array_length(list) : 0;
	items = pool_array(pool, struct body *, *n);
	for (size_t i = 0; i < *n; i++)
		items[i] = body_item(b, name, list, i);
	return items;
}

static void read_carry(struct ctx *ctx, struct body *b, struct tax_stated *out)
{
	size_t n;
	struct body **items = items_of(ctx->pool, b, "carry", &n);
	struct tax_carry *all = pool_array(ctx->pool, struct tax_carry, n);

	for (size_t i = 0; i < n; i++) {
		if (!items[i])
			continue;
		(void)month_in(ctx, items[i], "month", &all[i].month); /* or noted */
		for (int k = 0; k < TAX_BASKETS; k++)
			all[i].known[k] =
				amount_in(items[i], tax_basket_names[k], NULLABLE, &all[i].loss[k]);
	}
	out->inputs.carry = all;
	out->inputs.n_carry = n;
}

static void read_withheld(struct ctx *ctx, struct body *b, struct tax_stated *out)
{
	size_t n;
	struct body **items = items_of(ctx->pool, b, "withheld", &n);
	struct tax_withheld *all = pool_array(ctx->pool, struct tax_withheld, n);

	for (size_t i = 0; i < n; i++) {
		int basket;

		if (!items[i])
			continue;
		(void)month_in(ctx, items[i], "month", &all[i].month);
		basket = body_choice(items[i], "basket", REQUIRED, tax_basket_names);
		all[i].basket = basket < 0 ? BASKET_COMMON : (enum tax_basket)basket;
		(void)amount_in(items[i], "amount", REQUIRED, &all[i].amount);
	}
	out->inputs.withheld = all;
	out->inputs.n_withheld = n;
}

/* The declaration is of a year, whose last month stands for it. */
static bool is_return(struct month period)
{
	return period.n % 12 == 11 && month_year(period) >= TAX_FIRST_YEAR_ABROAD;
}

static void read_paid(struct ctx *ctx, struct body *b, struct tax_stated *out)
{
	size_t n;
	struct body **items = items_of(ctx->pool, b, "paid", &n);
	struct tax_payment *all = pool_array(ctx->pool, struct tax_payment, n);

	for (size_t i = 0; i < n; i++) {
		bool known;
		int code;

		if (!items[i])
			continue;
		code = body_choice(items[i], "code", REQUIRED, codes);
		all[i].code = codes[code < 0 ? 0 : code];
		known = month_in(ctx, items[i], "period", &all[i].period);
		if (known && str_eq(all[i].code, TAX_RETURN_CODE) && !is_return(all[i].period))
			body_error(items[i], "period", "value",
				   "de " TAX_RETURN_CODE ", dezembro de um ano a partir de 2024",
				   month_text(ctx->pool, all[i].period));
		(void)amount_in(items[i], "amount", REQUIRED, &all[i].amount);
		if (!body_day(items[i], "paid_on", REQUIRED, &all[i].paid_on) || !known ||
		    !day_before(all[i].paid_on, month_first(all[i].period)))
			continue;
		body_error(items[i], "paid_on", "minimum",
			   pool_printf(ctx->pool, "um dia a partir de %s",
				       date_text(ctx->pool, month_first(all[i].period))),
			   day_iso(ctx->pool, all[i].paid_on));
	}
	out->inputs.paid = all;
	out->inputs.n_paid = n;
}

static void read_losses_abroad(struct ctx *ctx, struct body *b, struct tax_stated *out)
{
	size_t n;
	struct body **items = items_of(ctx->pool, b, "exterior_loss", &n);
	struct tax_exterior_loss *all = pool_array(ctx->pool, struct tax_exterior_loss, n);

	for (size_t i = 0; i < n; i++) {
		int64_t year = 0;

		if (!items[i])
			continue;
		(void)body_int(items[i], "year", REQUIRED, TAX_FIRST_YEAR_ABROAD, DAY_MAX_YEAR,
			       &year);
		all[i].year = (int)year;
		(void)amount_in(items[i], "amount", REQUIRED, &all[i].amount);
	}
	out->inputs.exterior_loss = all;
	out->inputs.n_exterior_loss = n;
}

static void read_excluded(struct ctx *ctx, struct body *b, struct tax_stated *out)
{
	struct json_object *list = body_array(b, "exclude", OPTIONAL, ENTRIES_MAX);
	size_t n = list ? json_object_array_length(list) : 0;
	struct uuid *all = pool_array(ctx->pool, struct uuid, n);

	for (size_t i = 0; i < n; i++) {
		struct json_object *one = json_object_array_get_idx(list, i);

		if (!json_object_is_type(one, json_type_string) ||
		    !uuid_parse(slice_of(json_object_get_string(one)), &all[out->n_exclude++])) {
			body_error(b, "exclude", "uuid", "ids de carteiras", body_shown(one));
			return;
		}
	}
	out->exclude = all;
}

static void read_document(struct ctx *ctx, struct body *b, struct tax_stated *out)
{
	int policy = body_choice(b, "withheld_policy", OPTIONAL, policies);

	out->inputs.estimated = policy == 1;
	read_carry(ctx, b, out);
	read_withheld(ctx, b, out);
	read_paid(ctx, b, out);
	read_losses_abroad(ctx, b, out);
	read_excluded(ctx, b, out);
}

struct tax_stated tax_stated_of(struct ctx *ctx, int64_t version, const char *document)
{
	struct tax_stated out = { .version = version, .document = document };
	struct json_object *o = json_read(ctx->pool, slice_of(document));

	if (o)
		read_document(ctx, body_of(ctx, o, ""), &out);
	return out;
}

/* ---- rendering ---- */

static void show_carry(struct json *j, const struct tax_inputs *in)
{
	json_array(j, "carry");
	for (size_t i = 0; i < in->n_carry; i++) {
		json_open(j, NULL);
		tax_json_month(j, "month", in->carry[i].month);
		for (int b = 0; b < TAX_BASKETS; b++)
			if (in->carry[i].known[b])
				json_money(j, tax_basket_names[b], in->carry[i].loss[b]);
		json_close(j);
	}
	json_array_end(j);
}

static void show_withheld(struct json *j, const struct tax_inputs *in)
{
	json_array(j, "withheld");
	for (size_t i = 0; i < in->n_withheld; i++) {
		json_open(j, NULL);
		tax_json_month(j, "month", in->withheld[i].month);
		json_text(j, "basket", tax_basket_names[in->withheld[i].basket]);
		json_money(j, "amount", in->withheld[i].amount);
		json_close(j);
	}
	json_array_end(j);
	json_text(j, "withheld_policy", policies[in->estimated]);
}

static void show_paid(struct json *j, const struct tax_inputs *in)
{
	json_array(j, "paid");
	for (size_t i = 0; i < in->n_paid; i++) {
		json_open(j, NULL);
		json_text(j, "code", in->paid[i].code);
		tax_json_month(j, "period", in->paid[i].period);
		json_money(j, "amount", in->paid[i].amount);
		json_day(j, "paid_on", in->paid[i].paid_on);
		json_close(j);
	}
	json_array_end(j);
	json_array(j, "exterior_loss");
	for (size_t i = 0; i < in->n_exterior_loss; i++) {
		json_open(j, NULL);
		json_int(j, "year", in->exterior_loss[i].year);
		json_money(j, "amount", in->exterior_loss[i].amount);
		json_close(j);
	}
	json_array_end(j);
}

static void show(struct json *j, const char *name, const struct tax_stated *s)
{
	json_open(j, name);
	json_int(j, "version", s->version);
	show_carry(j, &s->inputs);
	show_withheld(j, &s->inputs);
	show_paid(j, &s->inputs);
	json_array(j, "exclude");
	for (size_t i = 0; i < s->n_exclude; i++)
		json_uuid(j, NULL, s->exclude[i]);
	json_array_end(j);
	json_open(j, "meta");
	json_text(j, "caveat", TAX_CAVEAT);
	json_close(j);
	json_close(j);
}

static void answer(struct ctx *ctx, const struct tax_stated *s)
{
	show(respond_json(ctx, 200), NULL, s);
	if_match_answer(ctx, s->version);
}

void tax_inputs_get(struct ctx *ctx)
{
	struct tax_stated s = { 0 };
	struct db_rows *r;

	query_done(ctx);
	r = db_query(ctx, &get,
		     DB_ARGS(db_uuid(ctx->caller->workspace), db_uuid(ctx->caller->account)));
	if (db_count(r))
		s = tax_stated_of(ctx, db_get_int(r, 0, 0), db_get_text(r, 0, 1));
	answer(ctx, &s);
}

int64_t tax_inputs_changed(struct ctx *ctx)
{
	struct db_rows *r =
		db_query(ctx, &changed,
			 DB_ARGS(db_uuid(ctx->caller->workspace), db_uuid(ctx->caller->account)));

	return db_count(r) ? db_get_timestamp(r, 0, 0) : 0;
}

/* Writes @document after the locked @version; an operation's audit is the protocol's. */
static void store(struct ctx *ctx, int64_t version, const char *document)
{
	struct db_rows *rows[2];
	size_t n = 1;

	db_send(ctx, version ? &put_next : &put_first,
		DB_ARGS(db_uuid(ctx->caller->workspace), db_uuid(ctx->caller->account),
			db_text(document), db_timestamp(ctx->now_ms)));
	if (!ctx->called) {
		audit_account_send(ctx, ctx->caller->workspace, "tax_inputs.updated",
				   ctx->caller->account);
		n++;
	}
	db_wait(ctx, rows, n);
	if (!db_count(rows[0])) /* another request has just inserted the first */
		if_match_lost(ctx, CONFLICT, 1);
}

/* The present version, and its document or NULL, locked. */
static int64_t present(struct ctx *ctx, const char **document)
{
	const struct db_rows *r =
		db_query(ctx, &lock,
			 DB_ARGS(db_uuid(ctx->caller->workspace), db_uuid(ctx->caller->account)));

	*document = db_count(r) ? db_get_text(r, 0, 1) : NULL;
	return db_count(r) ? db_get_int(r, 0, 0) : 0;
}

void tax_inputs_put(struct ctx *ctx)
{
	struct body *b = body_open(ctx);
	struct tax_stated s = { 0 };
	const char *before;
	int64_t version;

	query_done(ctx);
	read_document(ctx, b, &s);
	body_done(b);
	version = present(ctx, &before);
	if_match_document(ctx, CONFLICT, version);
	store(ctx, version, slice_text(ctx->pool, ctx->req->body));
	s.version = version + 1;
	answer(ctx, &s);
}

/* ---- for an operation ---- */

void tax_inputs_judge(struct ctx *ctx, struct body *b)
{
	struct tax_stated s = { 0 };

	read_document(ctx, b, &s);
	body_done(b);
}

static const char *merged(void *pool, const char *document, struct json_object *given)
{
	struct json_object *whole = json_read(pool, slice_of(document ? document : "{}"));

	json_object_object_foreach(given, member, value)
	{
		json_object_object_add(whole, member, json_object_get(value));
	}
	return pool_strdup(pool, json_object_to_json_string_ext(whole, JSON_C_TO_STRING_PLAIN));
}

void tax_inputs_set(struct ctx *ctx, int64_t version, struct json_object *given, struct json *out,
		    const char *name)
{
	const char *before;
	int64_t now = present(ctx, &before);
	struct tax_stated s;

	if (version != now)
		fail(ctx, 409, "tax_inputs_conflict", "O documento está na versão %lld.",
		     (long long)now);
	s = tax_stated_of(ctx, now + 1, merged(ctx->pool, before, given));
	store(ctx, now, s.document);
	show(out, name, &s);
}

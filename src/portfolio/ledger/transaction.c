/* SPDX-License-Identifier: Apache-2.0 */
/*
 * transaction.c: writes rows of the ledger.
 *
 * POST and PATCH of /v1/portfolios/{id}/transactions
 *
 * A body of 5,000 rows needs as many statements as one row: one finds the assets, one writes the
 * missing ones, one the rows.  A sale of more than is held is accepted, since history before the first
 * statement is often missing, and answered with a warning (doc/calculations.md 1.4).
 */
#include "config.h"

#include "portfolio/ledger/transaction.h"

#include "identity/caller.h"
#include "db/db.h"
#include "http/request.h"
#include "portfolio/ledger/state_write.h"
#include "portfolio/ledger/transaction_doubts.h"
#include "portfolio/ledger/write.h"
#include "portfolio/portfolio.h"
#include "core/number_text.h"

static DB_STMT(
	add, "transaction.add",
	"insert into ledger (workspace_id, portfolio_id, id, asset_id, kind, event_kind, "
	"trade_date, quantity,"
	"                    price, fees, ratio, currency, note, external_id, option_symbol,"
	"                    institution, created_at)"
	" select p.workspace_id, p.id, u.id, u.asset_id, u.kind, u.event_kind, u.trade_date, u.quantity, "
	"u.price, u.fees,"
	"        u.ratio, u.currency, u.note, u.external_id, u.option_symbol, u.institution, $3"
	"   from portfolio p, unnest($4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::date[], $9::numeric[],"
	"               $10::numeric[], $11::numeric[], $12::numeric[], $13::text[], $14::text[],"
	"               $15::text[], $16::text[], $17::text[])"
	"     as u (id, asset_id, kind, event_kind, trade_date, quantity, price, fees, ratio, "
	"currency, note, external_id, option_symbol, institution)"
	"  where p.workspace_id = $1 and p.id = $2");

/* The same of one row: distributed, an insert from a select is planned for every shard. */
static DB_STMT(
	add_one, "transaction.add_one",
	"insert into ledger (workspace_id, portfolio_id, id, asset_id, kind, event_kind, "
	"trade_date, quantity,"
	"                    price, fees, ratio, currency, note, external_id, option_symbol,"
	"                    institution, created_at)"
	" values ($1, $2, ($4::uuid[])[1], ($5::uuid[])[1], ($6::text[])[1], ($7::text[])[1], ($8::date[])[1],"
	"         ($9::numeric[])[1], ($10::numeric[])[1], ($11::numeric[])[1], ($12::numeric[])[1],"
	"         ($13::text[])[1], ($14::text[])[1], ($15::text[])[1], ($16::text[])[1], ($17::text[])[1], $3)");

static DB_STMT(
	one, "transaction.one",
	"select l.asset_id, a.symbol, a.asset_type, a.currency, l.kind, l.event_kind, l.trade_date,"
	"       l.quantity, l.price, l.fees, l.ratio, l.note, l.external_id, l.option_symbol,"
	"       l.institution, l.source, l.import_id"
	"  from ledger l"
	"  join asset a on a.workspace_id = $1 and a.portfolio_id = l.portfolio_id"
	"              and a.id = l.asset_id"
	" where l.workspace_id = $1 and l.portfolio_id = $2 and l.id = $3 and l.retired_by is "
	"null");
enum {
	O_ASSET,
	O_SYMBOL,
	O_TYPE,
	O_CURRENCY,
	O_KIND,
	O_EVENT,
	O_DAY,
	O_QTY,
	O_PRICE,
	O_FEES,
	O_RATIO,
	O_NOTE,
	O_EXTERNAL,
	O_OPTION,
	O_INSTITUTION,
	O_SOURCE,
	O_IMPORT
};

static DB_STMT(
	change, "transaction.change",
	"update ledger"
	"   set kind = $4, event_kind = $5, trade_date = $6, quantity = $7, price = $8, fees = $9, "
	"ratio = $10,"
	"       note = $11, external_id = $12, updated_at = $13, option_symbol = $14,"
	"       institution = $15, asset_id = $16"
	" where workspace_id = $1 and portfolio_id = $2 and id = $3 and retired_by is null");

/* ---- warnings ---- */

/* What the rows sell of the holding on this day; 0: nothing.  A changed row stands first, and again as what it left. */
static struct qty sold_on(const struct derived_holding *h, struct day day,
			  const struct transaction *rows, size_t n)
{
	struct qty sum = { 0 };

	for (size_t i = 0; i < n; i++) {
		const struct ledger_row *r = &rows[i].row;

		if (r->kind == ROW_SELL && day_same(r->day, day) &&
		    holding_has(h, rows[i].asset.id) &&
		    (i == 0 || !uuid_same(r->id, rows[0].row.id)))
			sum.e8 += r->qty.e8;
	}
	return sum;
}

/* ": havia 100"; nothing where earlier rows of the day were uncovered, too. */
static const char *held_said(void *pool, const struct position *p, struct day day, struct qty sold)
{
	char plain[DEC_TEXT_SIZE];

	for (size_t i = 0; i < p->n_uncovered; i++)
		if (day_same(p->uncovered[i].day, day))
			sold.e8 -= p->uncovered[i].qty.e8;
	if (sold.e8 < 0)
		return "";
	(void)dec_format(plain, sold.e8, QTY_PLACES, QTY_PLACES, true);
	return pool_printf(pool, ": havia %s", grouped_text(pool, plain));
}

/* The uncovered sales of the present ledger that coincide with a sale just written. */
static struct wallet_warnings uncovered(struct ctx *ctx, const struct derived_holding *list,
					size_t n_holdings, const struct transaction *rows, size_t n)
{
	struct wallet_warnings out = { NULL, 0 };
	size_t most = 0;

	for (size_t i = 0; i < n_holdings; i++)
		most += list[i].brl.n_uncovered;
	out.items = pool_array(ctx->pool, const char *, most);
	for (size_t i = 0; i < n_holdings; i++) {
		const struct derived_holding *h = &list[i];

		for (size_t k = 0; k < h->brl.n_uncovered; k++) {
			struct day day = h->brl.uncovered[k].day;
			struct qty sold = sold_on(h, day, rows, n);

			if ((k > 0 && day_same(h->brl.uncovered[k - 1].day, day)) || sold.e8 == 0)
				continue; /* one warning a day is enough */
			out.items[out.n++] = pool_printf(
				ctx->pool, "Venda de %s em %s acima da quantidade em carteira%s.",
				h->head->symbol, date_text(ctx->pool, day),
				held_said(ctx->pool, &h->brl, day, sold));
		}
	}
	return out;
}

/* Only a sale can be uncovered; splits and large rows can push a quantity off the grid. */
static bool needs_fold(const struct transaction *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct ledger_row *r = &rows[i].row;

		if (r->kind == ROW_SELL || r->kind == ROW_SPLIT || row_is_large(r))
			return true;
	}
	return false;
}

/* Runs the queued writes (@n_sent statements) and derives the touched figures, in one round trip. */
static struct wallet_warnings write_and_fold(struct ctx *ctx, size_t n_sent,
					     struct db_rows **results,
					     const struct transaction *rows, size_t n,
					     struct ledger *now)
{
	struct state_written done;
	struct uuid *touched;
	size_t n_touched = transactions_assets(ctx, rows, n, &touched);

	state_write(ctx, n_sent, results, touched, n_touched, needs_fold(rows, n), &done);
	*now = done.ledger;
	return uncovered(ctx, done.holdings, done.n_holdings, rows, n);
}

/* ---- POST ---- */

static void add_send(struct ctx *ctx, const struct transaction *t, size_t n)
{
	void *pool = ctx->pool;
	struct uuid *ids = pool_array(pool, struct uuid, n),
		    *assets = pool_array(pool, struct uuid, n);
	const char **kinds = pool_array(pool, const char *, n),
		   **events = pool_array(pool, const char *, n);
	const char **currencies = pool_array(pool, const char *, n),
		   **notes = pool_array(pool, const char *, n),
		   **external = pool_array(pool, const char *, n),
		   **options = pool_array(pool, const char *, n),
		   **institutions = pool_array(pool, const char *, n);
	struct day *days = pool_array(pool, struct day, n);
	wide *qty = pool_array(pool, wide, n), *price = pool_array(pool, wide, n);
	wide *fees = pool_array(pool, wide, n), *ratio = pool_array(pool, wide, n);
	bool *no_price = pool_array(pool, bool, n), *no_ratio = pool_array(pool, bool, n);

	for (size_t i = 0; i < n; i++) {
		const struct ledger_row *r = &t[i].row;

		ids[i] = r->id;
		assets[i] = t[i].asset.id;
		kinds[i] = row_kind_names[r->kind];
		events[i] = r->event == EVENT_NONE ? NULL : event_kind_names[r->event];
		days[i] = r->day;
		qty[i] = r->qty.e8;
		price[i] = r->price.e12;
		no_price[i] = !r->price_known;
		fees[i] = r->fees.e8;
		ratio[i] = r->ratio_e12;
		no_ratio[i] = r->kind != ROW_SPLIT;
		currencies[i] = currency_names[t[i].asset.currency];
		notes[i] = r->note;
		external[i] = t[i].external_id;
		options[i] = t[i].option;
		institutions[i] = t[i].institution;
	}
	db_send(ctx, n == 1 ? &add_one : &add,
		DB_ARGS(DB_CHOSEN(ctx), db_timestamp(ctx->now_ms), db_uuids(ids, n),
			db_uuids(assets, n), db_texts(kinds, n), db_texts(events, n),
			db_days(days, n), db_array(DB_DECIMAL_ARRAY, qty, NULL, n, QTY_PLACES),
			db_array(DB_DECIMAL_ARRAY, price, no_price, n, PRICE_PLACES),
			db_array(DB_DECIMAL_ARRAY, fees, NULL, n, MONEY_PLACES),
			db_array(DB_DECIMAL_ARRAY, ratio, no_ratio, n, PRICE_PLACES),
			db_texts(currencies, n), db_texts(notes, n), db_texts(external, n),
			db_texts(options, n), db_texts(institutions, n)));
}

/*
 * What is odd about the row comes first.
 * @rows: the results of transaction_doubts_send(), before those of the write
 */
static struct wallet_warnings doubted(struct ctx *ctx, const struct transaction *t,
				      struct db_rows *const *rows, const struct ledger *now,
				      bool stood, const struct wallet_warnings *w)
{
	struct wallet_warnings out = {
		pool_array(ctx->pool, const char *, w->n + TRANSACTION_DOUBTS_MAX), 0
	};

	out.n = transaction_doubts_take(ctx, t, rows, now, stood, out.items);
	for (size_t i = 0; i < w->n; i++)
		out.items[out.n++] = w->items[i];
	return out;
}

/* One round trip locks the portfolio and finds the assets, another writes and reads back. */
static struct wallet_warnings find_and_add(struct ctx *ctx, const struct transactions *all)
{
	struct transaction *t = all->rows;
	size_t n = all->n, sent;
	struct asset_ref *refs = pool_array(ctx->pool, struct asset_ref, n);
	struct new_assets added;
	struct db_rows *rows[3], *results[WRITE_STATEMENTS];
	struct wallet_warnings warnings;
	struct ledger now;
	bool named;

	for (size_t i = 0; i < n; i++)
		refs[i] = t[i].asset;
	ledger_lock_send(ctx);
	asset_refs_send(ctx, refs, n);
	named = external_ids_send(ctx, t, n);
	db_wait(ctx, rows, named ? 3 : 2);
	(void)ledger_lock_take(ctx, rows[0]); /* only the lock matters, not the version */
	added = asset_refs_take(ctx, refs, n, rows[1]);
	body_done(refs[0].body);
	if (named)
		external_ids_take(ctx, t, n, rows[2]);
	for (size_t i = 0; i < n; i++)
		t[i].asset = refs[i];
	asset_room(ctx, added.n);

	/* A list comes from a program, which asks about none of its rows. */
	sent = all->list ? 0 : transaction_doubts_send(ctx, t);
	sent += asset_refs_add_send(ctx, &added) ? 2 : 1;
	add_send(ctx, t, n);
	sent += ledger_written_send(ctx, "transaction.created",
				    all->list ? ctx->caller->portfolio : t[0].row.id, (int64_t)n);
	warnings = write_and_fold(ctx, sent, results, t, n, &now);
	return all->list ? warnings : doubted(ctx, t, results, &now, false, &warnings);
}

static void render_one(struct json *j, const char *name, const struct transaction *t,
		       const struct wallet_warnings *w)
{
	json_open(j, name);
	transaction_write(j, t);
	asset_taken_for(j, &t->asset);
	if (w)
		json_texts(j, "warnings", w->items, w->n);
	json_close(j);
}

static void render_many(struct json *j, const char *name, const struct transaction *t, size_t n,
			const struct wallet_warnings *w)
{
	json_open(j, name);
	json_array(j, "data");
	for (size_t i = 0; i < n; i++)
		render_one(j, NULL, &t[i], NULL);
	json_array_end(j);
	json_open(j, "meta");
	json_int(j, "count", (int64_t)n);
	json_texts(j, "warnings", w->items, w->n);
	json_close(j);
	json_close(j);
}

/* An array body is answered with a list, even for one row. */
static bool body_is_array(struct ctx *ctx)
{
	struct slice s = slice_trim(ctx->req->body);

	return s.n > 0 && s.p[0] == '[';
}

/*
 * Rows to be added out of the objects of one document, at most
 * WALLET_ROWS_MAX; all their errors are refused at once.
 * @list: answered as a list, even one
 */
static struct transactions *wallet_transactions_read(struct ctx *ctx, struct body **bodies,
						     size_t n, bool list)
{
	struct transactions *all = pool_zero(ctx->pool, struct transactions);

	struct asset_ref **refs = pool_array(ctx->pool, struct asset_ref *, n);

	all->rows = pool_array(ctx->pool, struct transaction, n);
	all->n = n;
	all->list = list;
	for (size_t i = 0; i < n; i++) {
		struct transaction *t = &all->rows[i];

		asset_ref_read(ctx, bodies[i], &t->asset);
		transaction_read(bodies[i], REQUIRED, t);
		external_id_read(bodies[i], t);
		transaction_check(bodies[i], t, ctx->today);
		t->row.id = uuid_new();
		refs[i] = &t->asset;
	}
	external_ids_once(ctx, all->rows, bodies, n);
	asset_refs_identify(ctx, refs, n);
	body_done(bodies[0]); /* one document: all errors of all rows at once */
	return all;
}

struct transactions *wallet_transactions_of(struct ctx *ctx, struct body *b, bool many)
{
	struct json_object *list;
	struct body **bodies;
	size_t n;

	if (!many)
		return wallet_transactions_read(ctx, &b, 1, false);
	list = body_array(b, "transactions", REQUIRED, WALLET_ROWS_MAX);
	n = json_object_array_length(list);
	bodies = pool_array(ctx->pool, struct body *, n);
	for (size_t i = 0; i < n; i++)
		bodies[i] = body_item(b, "transactions", list, i);
	return wallet_transactions_read(ctx, bodies, n, true);
}

struct wallet_warnings wallet_transactions_add(struct ctx *ctx, const struct transactions *all,
					       struct json *out, const char *name)
{
	struct transaction *t = all->rows;
	struct wallet_warnings warnings = find_and_add(ctx, all);

	if (all->list)
		render_many(out, name, t, all->n, &warnings);
	else
		render_one(out, name, &t[0], &warnings);
	return warnings;
}

struct uuid wallet_transaction_id(const struct transactions *all)
{
	return all->rows[0].row.id;
}

struct transactions *wallet_transactions_sent(struct ctx *ctx, size_t max)
{
	size_t n;
	struct body **bodies = body_open_array(ctx, max, &n);

	return wallet_transactions_read(ctx, bodies, n, body_is_array(ctx));
}

void transaction_create(struct ctx *ctx)
{
	struct transactions *all;

	query_done(ctx);
	all = wallet_transactions_sent(ctx, WALLET_ROWS_MAX);
	access_resource(ctx);
	(void)wallet_transactions_add(ctx, all, respond_json(ctx, 201), NULL); /* shown already */
	if (!all->list)
		respond_created(ctx, "transactions", wallet_transaction_id(all));
}

/* ---- PATCH ---- */

static void take_stored(struct ctx *ctx, const struct db_rows *r, struct transaction *t)
{
	if (db_count(r) == 0)
		path_none(ctx, "transaction_not_found", "lançamento");
	t->asset.id = db_get_uuid(r, 0, O_ASSET);
	t->asset.symbol = db_get_text(r, 0, O_SYMBOL);
	t->asset.type = (enum asset_type)enum_find(asset_type_names, db_get_text(r, 0, O_TYPE));
	t->asset.currency = (enum currency)enum_find(currency_names, db_get_text(r, 0, O_CURRENCY));
	t->row.kind = (enum row_kind)enum_find(row_kind_names, db_get_text(r, 0, O_KIND));
	if (!db_is_null(r, 0, O_EVENT))
		t->row.event =
			(enum event_kind)enum_find(event_kind_names, db_get_text(r, 0, O_EVENT));
	t->row.day = db_get_day(r, 0, O_DAY);
	t->row.qty.e8 = (int64_t)db_get_decimal(r, 0, O_QTY, QTY_PLACES);
	t->row.price_known = !db_is_null(r, 0, O_PRICE);
	if (t->row.price_known)
		t->row.price.e12 = db_get_decimal(r, 0, O_PRICE, PRICE_PLACES);
	t->row.fees.e8 = db_get_decimal(r, 0, O_FEES, MONEY_PLACES);
	t->ratio_known = !db_is_null(r, 0, O_RATIO);
	if (t->ratio_known)
		t->row.ratio_e12 = (int64_t)db_get_decimal(r, 0, O_RATIO, PRICE_PLACES);
	t->row.note = db_get_text(r, 0, O_NOTE);
	t->external_id = db_get_text(r, 0, O_EXTERNAL);
	t->option = db_get_text(r, 0, O_OPTION);
	t->institution = db_get_text(r, 0, O_INSTITUTION);
	t->source = db_get_text(r, 0, O_SOURCE);
	t->imported = !db_is_null(r, 0, O_IMPORT);
	if (t->imported)
		t->import_id = db_get_uuid(r, 0, O_IMPORT);
	t->kind_known = t->qty_given = true;
}

/*
 * The body's form is checked before the portfolio, and rules that depend on the stored row afterwards
 * (order of refusals).  So the body is read twice, first over an empty row of no kind, for which no
 * rule requires members.
 */
static void judge_form(struct ctx *ctx, struct body *b, bool moves, struct asset_ref *to)
{
	struct transaction blank = { .kind_known = false };

	if (moves) {
		asset_ref_read(ctx, b, to);
		asset_refs_identify(ctx, &to, 1);
	}
	transaction_read(b, OPTIONAL, &blank);
	external_id_read(b, &blank);
	blank.kind_known = false;
	transaction_check(b, &blank, ctx->today);
	(void)body_choice(b, "currency", OPTIONAL, currency_names); /* compared later */
	if (!moves && !body_has(b, "kind") && !body_has(b, "trade_date") &&
	    !body_has(b, "quantity") && !body_has(b, "price") && !body_has(b, "fees") &&
	    !body_has(b, "ratio") && !body_has(b, "currency") && !body_has(b, "note") &&
	    !body_has(b, "event_kind") && !body_has(b, "external_id") && !body_has(b, "option") &&
	    !body_has(b, "institution"))
		body_error(b, NULL, "min_properties", "ao menos um campo a mudar", "{}");
	body_done(b);
}

static void change_send(struct ctx *ctx, const struct transaction *t)
{
	const struct ledger_row *r = &t->row;

	db_send(ctx, &change,
		DB_ARGS(DB_CHOSEN(ctx), db_uuid(r->id), db_text(row_kind_names[r->kind]),
			db_text(r->event == EVENT_NONE ? NULL : event_kind_names[r->event]),
			db_day(r->day), db_decimal(r->qty.e8, QTY_PLACES),
			r->price_known ? db_decimal(r->price.e12, PRICE_PLACES) : db_null(),
			db_decimal(r->fees.e8, MONEY_PLACES),
			t->ratio_known ? db_decimal(r->ratio_e12, PRICE_PLACES) : db_null(),
			db_text(r->note), db_text(t->external_id), db_timestamp(ctx->now_ms),
			db_text(t->option), db_text(t->institution), db_uuid(t->asset.id)));
}

/* Whether what is doubted of a new row is another than of the stored one. */
static bool trades_otherwise(const struct ledger_row *was, const struct ledger_row *is)
{
	return was->kind != is->kind || !day_same(was->day, is->day) || was->qty.e8 != is->qty.e8 ||
	       was->price_known != is->price_known || was->price.e12 != is->price.e12;
}

void transaction_update(struct ctx *ctx)
{
	struct body *b = body_open(ctx);
	bool moves = body_has(b, "symbol") || body_has(b, "asset_type") || body_has(b, "asset_id"),
	     named;
	struct transaction t = { .row = { .price_known = false } }, both[2];
	struct asset_ref to = { 0 };
	struct wallet_warnings warnings;
	struct db_rows *rows[4], *results[WRITE_STATEMENTS];
	size_t asked = 2, sent = 1;
	bool doubts;
	struct ledger now;
	struct new_assets added;
	struct ledger_row was;
	int currency;

	query_done(ctx);
	judge_form(ctx, b, moves, &to);
	access_resource(ctx);
	t.row.id = path_id(ctx, "transaction_not_found", "lançamento");
	external_id_read(b, &t);
	ledger_lock_send(ctx);
	db_send(ctx, &one, DB_ARGS(DB_CHOSEN(ctx), db_uuid(t.row.id)));
	named = external_ids_send(ctx, &t, 1);
	asked += named;
	if (moves)
		asset_refs_send(ctx, &to, 1);
	db_wait(ctx, rows, asked + moves);
	(void)ledger_lock_take(ctx, rows[0]); /* only the lock matters, not the version */
	take_stored(ctx, rows[1], &t);
	was = t.row;
	transaction_read(b, OPTIONAL, &t);
	external_id_read(b, &t);
	transaction_of_kind(b, &t);
	transaction_check(b, &t, ctx->today);
	currency = body_choice(b, "currency", OPTIONAL, currency_names);
	if (currency >= 0 && (enum currency)currency != t.asset.currency)
		body_error(b, "currency", "asset_currency", currency_names[t.asset.currency],
			   currency_names[currency]);
	body_done(b);
	if (named)
		external_ids_take(ctx, &t, 1, rows[2]);
	both[1] = t; /* the paper that it leaves is derived again, too */
	if (moves) {
		added = asset_ref_move(ctx, b, t.asset.currency, &to, rows[asked]);
		t.asset = to;
	}
	doubts = moves || trades_otherwise(&was, &t.row);
	if (doubts)
		sent += transaction_doubts_send(ctx, &t);
	if (moves && asset_refs_add_send(ctx, &added))
		sent++;
	both[0] = t;
	change_send(ctx, &t);
	sent += ledger_written_send(ctx, "transaction.updated", t.row.id, 1);
	warnings = write_and_fold(ctx, sent, results, both, 2, &now);
	if (doubts)
		warnings = doubted(ctx, &t, results, &now,
				   uuid_same(both[0].asset.id, both[1].asset.id), &warnings);
	render_one(respond_json(ctx, 200), NULL, &t, &warnings);
}

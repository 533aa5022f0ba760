/* SPDX-License-Identifier: Apache-2.0 */
/*
 * income_rows.c: income and capital returns in the ledger, imported or typed.
 *
 * GET, POST /v1/portfolios/{id}/income and GET, PATCH, DELETE /v1/portfolios/{id}/income/{incomeId}
 *
 * Amounts are net and in cents, as credited.
 */
#include "config.h"

#include "portfolio/ledger/income_rows.h"

#include "identity/caller.h"
#include "core/number_text.h"
#include "db/db.h"
#include "http/request.h"
#include "portfolio/ledger/asset.h"
#include "portfolio/ledger/ledger_list.h"
#include "portfolio/ledger/state_write.h"
#include "portfolio/ledger/write.h"
#include "portfolio/portfolio.h"
#include "portfolio/store/income_facts.h"
#include "portfolio/store/symbol.h"

#define CENTS 2
#define NOTE_MAX 500

#define COLUMNS                                                                                    \
	"select i.id, i.asset_id, a.symbol, a.asset_type, i.currency, i.kind, i.pay_date, "        \
	"i.amount, i.note,"                                                                        \
	"       i.source, i.import_id, " INCOME_FACTS(                                             \
		"i.") "  from income i"                                                            \
		      "  join asset a on a.workspace_id = $1 and a.portfolio_id = i.portfolio_id"  \
		      "              and a.id = i.asset_id"                                        \
		      " where i.workspace_id = $1 and i.portfolio_id = $2"
#define LIST                                                                                       \
	COLUMNS                                                                                    \
	"   and (i.pay_date, i.id) > ($3::date, $4::uuid) and i.pay_date <= $5"
#define PAGE " order by i.pay_date, i.id limit "
enum {
	C_ID,
	C_ASSET,
	C_SYMBOL,
	C_TYPE,
	C_CURRENCY,
	C_KIND,
	C_DAY,
	C_AMOUNT,
	C_NOTE,
	C_SOURCE,
	C_IMPORT,
	C_FACTS
};

static DB_STMT(list_all, "income.all", LIST PAGE "$6");
static DB_STMT(list_symbol, "income.symbol", LIST " and a.symbol = any($6::text[])" PAGE "$7");

static DB_STMT(one, "income.one", COLUMNS " and i.id = $3");

static DB_STMT(add, "income.add",
	       "insert into income (workspace_id, portfolio_id, id, asset_id, kind, "
	       "pay_date, amount, currency, note,"
	       "                    created_at, gross, record_date, approved_on,"
	       "                    old_profits)"
	       " values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)");

static DB_STMT(
	change, "income.change",
	"update income set kind = $4, pay_date = $5, amount = $6, note = $7, updated_at = $8,"
	"                  gross = $9, record_date = $10, approved_on = $11, old_profits = $12,"
	"                  asset_id = $13"
	" where workspace_id = $1 and portfolio_id = $2 and id = $3");

static DB_STMT(equal, "income.equal",
	       "select exists (select from income"
	       "                where workspace_id = $1 and portfolio_id = $2 and asset_id = $3"
	       "                  and kind = $4 and pay_date = $5 and amount = $6 and id <> $7)");

static DB_STMT(drop, "income.drop",
	       "delete from income where workspace_id = $1 and portfolio_id = $2 and id = $3"
	       " returning asset_id");

struct income_row_shown {
	struct uuid id, asset;
	const char *symbol, *asset_type, *currency, *kind, *note, *source;
	struct day day;
	struct money amount;
	struct income_facts facts;
	const struct asset_ref *ref;		/* of a body, or NULL */
	const struct wallet_warnings *warnings; /* of a write, or NULL */
	bool doubted;				/* it is new, or says something else than before */
};

/* The facts that the tax needs, when given. */
static void render_facts(struct json *j, const struct income_facts *f)
{
	if (f->gross_known)
		json_money(j, "gross_amount", f->gross);
	if (f->record_known)
		json_day(j, "record_date", f->record);
	if (f->approved_known)
		json_day(j, "approved_on", f->approved);
	if (f->old_profits)
		json_boolean(j, "profits_to_2025", true);
}

static void render(struct json *j, const struct income_row_shown *r)
{
	json_open(j, NULL);
	json_uuid(j, "id", r->id);
	json_uuid(j, "asset_id", r->asset);
	json_text(j, "symbol", r->symbol);
	json_text(j, "asset_type", r->asset_type);
	json_text(j, "kind", r->kind);
	json_day(j, "pay_date", r->day);
	json_money(j, "amount", r->amount);
	json_text(j, "currency", r->currency);
	json_text(j, "note", r->note);
	json_text(j, "source", r->source);
	render_facts(j, &r->facts);
	if (r->ref)
		asset_taken_for(j, r->ref);
	if (r->warnings)
		json_texts(j, "warnings", r->warnings->items, r->warnings->n);
	json_close(j);
}

static struct income_row_shown take(const struct db_rows *rows, size_t i)
{
	return (struct income_row_shown){
		.id = db_get_uuid(rows, i, C_ID),
		.asset = db_get_uuid(rows, i, C_ASSET),
		.symbol = db_get_text(rows, i, C_SYMBOL),
		.asset_type = db_get_text(rows, i, C_TYPE),
		.currency = db_get_text(rows, i, C_CURRENCY),
		.kind = db_get_text(rows, i, C_KIND),
		.note = db_get_text(rows, i, C_NOTE),
		.source = db_get_text(rows, i, C_SOURCE),
		.day = db_get_day(rows, i, C_DAY),
		.amount = { db_get_decimal(rows, i, C_AMOUNT, MONEY_PLACES) },
		.facts = income_facts_of(rows, i, C_FACTS),
	};
}

void income_get(struct ctx *ctx)
{
	const struct income_row_shown r =
		take(path_row(ctx, &one, "income_not_found", "provento"), 0);

	render(respond_json(ctx, 200), &r);
}

void income_list(struct ctx *ctx)
{
	const char *symbol = query_text(ctx, "symbol");
	struct ledger_page page = ledger_page_take(ctx, false);
	struct symbol_names names;
	struct db_arg args[7];
	struct db_rows *rows;
	size_t n = 5, shown;
	struct json *j;

	query_done(ctx);
	ledger_readable(ctx);
	args[0] = db_uuid(ctx->caller->resource_workspace);
	args[1] = db_uuid(ctx->caller->portfolio);
	args[2] = db_day(page.after_day);
	args[3] = db_uuid(page.after_id);
	args[4] = db_day(page.to);
	if (symbol) {
		names = symbol_names_of(ctx->pool, symbol);
		args[n++] = db_texts(names.names, names.n);
	}
	args[n++] = db_int(page_limit(&page.page));
	rows = db_query(ctx, symbol ? &list_symbol : &list_all, args, n);
	shown = page_shown(&page.page, db_count(rows));
	j = page_open(ctx);
	for (size_t i = 0; i < shown; i++) {
		const struct income_row_shown r = take(rows, i);

		render(j, &r);
	}
	ledger_page_end(ctx, &page, rows, C_DAY, C_ID, -1);
}

static void judge_earlier(struct body *b, const char *name, struct day paid, struct day day)
{
	char text[DAY_TEXT_SIZE];

	if (!day_before(paid, day))
		return;
	day_format(day, text);
	body_error(b, name, "maximum", "até pay_date", text);
}

static bool read_earlier(struct body *b, const char *name, struct day paid, struct day *out)
{
	if (!body_day(b, name, NULLABLE, out))
		return false;
	judge_earlier(b, name, paid, *out);
	return true;
}

/* Further facts for the tax, all optional; null takes a known one away. */
static void read_facts(struct body *b, const struct income_row_shown *r, struct income_facts *f)
{
	wide v;

	f->gross_known &= !body_has(b, "gross_amount");
	if (body_decimal(b, "gross_amount", NULLABLE, CENTS, 1, MONEY_MAX_E8 / (E8 / 100), &v)) {
		f->gross_known = true;
		f->gross.e8 = v * (E8 / 100);
	}
	if (f->gross_known && f->gross.e8 < r->amount.e8)
		body_error(b, "gross_amount", "minimum", "ao menos o que foi creditado", NULL);
	if (body_has(b, "record_date"))
		f->record_known = read_earlier(b, "record_date", r->day, &f->record);
	else if (f->record_known)
		judge_earlier(b, "record_date", r->day, f->record);
	if (body_has(b, "approved_on"))
		f->approved_known = read_earlier(b, "approved_on", r->day, &f->approved);
	else if (f->approved_known)
		judge_earlier(b, "approved_on", r->day, f->approved);
	(void)body_bool(b, "profits_to_2025", OPTIONAL, &f->old_profits);
}

static void read_kind(struct body *b, enum presence p, struct income_row_shown *r)
{
	int kind = body_choice(b, "kind", p, income_kind_names);

	if (kind >= 0)
		r->kind = income_kind_names[kind];
}

/* The members of a credit but its kind and its paper; errors are noted in the body. */
static void read_members(struct ctx *ctx, struct body *b, enum presence p,
			 struct income_row_shown *r)
{
	wide v;

	if (body_day(b, "pay_date", p, &r->day) && day_before(ctx->today, r->day))
		body_error(b, "pay_date", "maximum", "até hoje", day_iso(ctx->pool, r->day));
	if (body_decimal(b, "amount", p, CENTS, 1, MONEY_MAX_E8 / (E8 / 100), &v))
		r->amount.e8 = v * (E8 / 100);
	if (body_has(b, "note"))
		r->note = body_prose(b, "note", NULLABLE, 0, NOTE_MAX);
	if (r->note && !*r->note)
		r->note = NULL;
	read_facts(b, r, &r->facts);
}

static void set_paper(struct income_row_shown *r, const struct asset_ref *ref)
{
	r->ref = ref;
	r->asset = ref->id;
	r->symbol = ref->symbol;
	r->asset_type = asset_type_names[ref->type];
	r->currency = currency_names[ref->currency];
}

/* The same with its paper; the caller calls body_done(). */
static void read_income(struct ctx *ctx, struct body *b, struct asset_ref *ref,
			struct income_row_shown *r)
{
	read_kind(b, REQUIRED, r);
	asset_ref_read(ctx, b, ref);
	read_members(ctx, b, REQUIRED, r);
	asset_refs_identify(ctx, (struct asset_ref *const[]){ ref }, 1);
	body_done(b);
}

/* ---- writing ---- */

/* When the right to the credit arose or, where that is not said, it was paid. */
static struct day right_day(const struct income_row_shown *r)
{
	return r->facts.record_known ? r->facts.record : r->day;
}

/* Whether the lineage of the asset was held on that day, be it until its rows. */
static bool was_held(const struct derived_holding *list, size_t n, const struct income_row_shown *r)
{
	for (size_t i = 0; i < n; i++) {
		const struct derived_holding *h = &list[i];
		struct day day = right_day(r);
		const struct fold_step *end = fold_step_at(h->steps, h->n_steps, day);
		const struct fold_step *start =
			fold_step_at(h->steps, h->n_steps, day_plus(day, -1));

		if (holding_has(h, r->asset) &&
		    ((end && end->qty.e8 > 0) || (start && start->qty.e8 > 0)))
			return true;
	}
	return false;
}

static void equal_send(struct ctx *ctx, const struct income_row_shown *r)
{
	db_send(ctx, &equal,
		DB_ARGS(DB_CHOSEN(ctx), db_uuid(r->asset), db_text(r->kind), db_day(r->day),
			db_decimal(r->amount.e8, MONEY_PLACES), db_uuid(r->id)));
}

/* Runs the queued write (@sent statements, equal_send() before it) of the assets @touched, and answers with what is odd about the row. */
static void write_and_answer(struct ctx *ctx, const struct income_row_shown *r, size_t sent,
			     const struct uuid *touched, size_t n_touched, int status)
{
	struct db_rows *rows[WRITE_STATEMENTS];
	const char *items[2];
	struct wallet_warnings w = { items, 0 };
	struct income_row_shown shown = *r;
	struct state_written done;

	state_write(ctx, sent, rows, touched, n_touched, true, &done);
	if (r->doubted && !was_held(done.holdings, done.n_holdings, r))
		items[w.n++] = pool_printf(ctx->pool, "A carteira não tinha %s em %s.", r->symbol,
					   date_text(ctx->pool, right_day(r)));
	if (r->doubted && db_get_bool(rows[0], 0, 0))
		items[w.n++] = pool_printf(ctx->pool, "Já há um provento igual de %s em %s.",
					   r->symbol, date_text(ctx->pool, r->day));
	shown.warnings = &w;
	render(respond_json(ctx, status), &shown);
}

void income_create(struct ctx *ctx)
{
	struct body *b = body_open(ctx);
	struct income_row_shown r = { .id = uuid_new(), .doubted = true };
	struct asset_ref ref;
	struct new_assets added;
	struct db_rows *rows[2];
	size_t sent;

	query_done(ctx);
	read_income(ctx, b, &ref, &r);
	access_resource(ctx);
	ledger_lock_send(ctx);
	asset_refs_send(ctx, &ref, 1);
	db_wait(ctx, rows, 2);
	(void)ledger_lock_take(ctx, rows[0]); /* only the lock matters, not the version */
	added = asset_refs_take(ctx, &ref, 1, rows[1]);
	body_done(b);
	set_paper(&r, &ref);
	asset_room(ctx, added.n);

	equal_send(ctx, &r);
	sent = asset_refs_add_send(ctx, &added) ? 2 : 1;
	db_send(ctx, &add,
		DB_ARGS(DB_CHOSEN(ctx), db_uuid(r.id), db_uuid(r.asset), db_text(r.kind),
			db_day(r.day), db_decimal(r.amount.e8, MONEY_PLACES), db_text(r.currency),
			db_text(r.note), db_timestamp(ctx->now_ms),
			r.facts.gross_known ? db_decimal(r.facts.gross.e8, MONEY_PLACES)
					    : db_null(),
			r.facts.record_known ? db_day(r.facts.record) : db_null(),
			r.facts.approved_known ? db_day(r.facts.approved) : db_null(),
			db_bool(r.facts.old_profits)));
	sent += 1 + ledger_written_send(ctx, "income.created", r.id, 1);
	write_and_answer(ctx, &r, sent, &r.asset, 1, 201);
	respond_created(ctx, "income", r.id);
}

/* The form of the body is checked before the portfolio: over a row of today, with which no rule disagrees. */
static void judge_form(struct ctx *ctx, struct body *b, bool moves, struct asset_ref *to)
{
	struct income_row_shown blank = { .day = ctx->today };

	if (moves) {
		asset_ref_read(ctx, b, to);
		asset_refs_identify(ctx, &to, 1);
	}
	read_kind(b, OPTIONAL, &blank);
	read_members(ctx, b, OPTIONAL, &blank);
	if (!json_object_object_length(body_whole(b)))
		body_error(b, NULL, "min_properties", "ao menos um campo a mudar", "{}");
	body_done(b);
}

static void change_send(struct ctx *ctx, const struct income_row_shown *r)
{
	db_send(ctx, &change,
		DB_ARGS(DB_CHOSEN(ctx), db_uuid(r->id), db_text(r->kind), db_day(r->day),
			db_decimal(r->amount.e8, MONEY_PLACES), db_text(r->note),
			db_timestamp(ctx->now_ms),
			r->facts.gross_known ? db_decimal(r->facts.gross.e8, MONEY_PLACES)
					     : db_null(),
			r->facts.record_known ? db_day(r->facts.record) : db_null(),
			r->facts.approved_known ? db_day(r->facts.approved) : db_null(),
			db_bool(r->facts.old_profits), db_uuid(r->asset)));
}

void income_update(struct ctx *ctx)
{
	struct body *b = body_open(ctx);
	bool moves = body_has(b, "symbol") || body_has(b, "asset_type") || body_has(b, "asset_id");
	struct asset_ref to = { 0 };
	struct new_assets added = { NULL, 0 };
	struct db_rows *rows[3];
	struct income_row_shown r, was;
	struct uuid id, touched[2];
	size_t sent = 2;

	query_done(ctx);
	judge_form(ctx, b, moves, &to);
	access_resource(ctx);
	id = path_id(ctx, "income_not_found", "provento");
	ledger_lock_send(ctx);
	db_send(ctx, &one, DB_ARGS(DB_CHOSEN(ctx), db_uuid(id)));
	if (moves)
		asset_refs_send(ctx, &to, 1);
	db_wait(ctx, rows, 2 + moves);
	(void)ledger_lock_take(ctx, rows[0]); /* only the lock matters, not the version */
	if (db_count(rows[1]) == 0)
		path_none(ctx, "income_not_found", "provento");
	r = was = take(rows[1], 0);
	touched[1] = r.asset; /* the paper that it leaves is derived again, too */
	read_kind(b, OPTIONAL, &r);
	read_members(ctx, b, OPTIONAL, &r);
	body_done(b);
	if (moves) {
		added = asset_ref_move(ctx, b, (enum currency)enum_find(currency_names, r.currency),
				       &to, rows[2]);
		set_paper(&r, &to);
	}
	touched[0] = r.asset;
	r.doubted = moves || !str_eq(r.kind, was.kind) || !day_same(r.day, was.day) ||
		    r.amount.e8 != was.amount.e8 || !day_same(right_day(&r), right_day(&was));
	equal_send(ctx, &r);
	sent += asset_refs_add_send(ctx, &added);
	change_send(ctx, &r);
	sent += ledger_written_send(ctx, "income.updated", id, 1);
	write_and_answer(ctx, &r, sent, touched, uuid_same(touched[0], touched[1]) ? 1 : 2, 200);
}

void income_delete(struct ctx *ctx)
{
	struct uuid id, asset;
	struct db_rows *rows[LEDGER_WRITTEN];
	size_t sent;

	query_done(ctx);
	access_resource(ctx);
	id = path_id(ctx, "income_not_found", "provento");
	asset = write_delete(ctx, &drop, id);
	if (uuid_is_nil(asset))
		path_none(ctx, "income_not_found", "provento");
	sent = ledger_written_send(ctx, "income.deleted", id, 1);
	state_write(ctx, sent, rows, &asset, 1, false, NULL);
	respond_deleted(ctx, id);
}

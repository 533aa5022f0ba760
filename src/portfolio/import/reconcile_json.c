/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reconcile_json.c: a reconciliation as JSON.
 *
 * A remedy is a request that a client may send, as for issues: a member that only the person knows is
 * null in the body and listed in `fill`.
 */
#include "config.h"

#include "portfolio/import/reconcile_json.h"

#include "core/pool.h"
#include "portfolio/store/row_shown.h"

#define FAULTS_SHOWN 500

static void put_row(struct json *j, const struct reconcile_row *r)
{
	json_open(j, NULL);
	row_shown_write(j, r->asset, r->row);
	if (r->row->kind == ROW_SPLIT)
		json_decimal(j, "ratio", r->row->ratio_e12, PRICE_PLACES, PRICE_PLACES, true);
	json_close(j);
}

/* In the form of a POST to transactions. */
static void put_mend_row(struct json *j, const struct mend_row *r)
{
	const struct ledger_row *row = &r->row;

	json_open(j, NULL);
	json_text(j, "symbol", r->symbol);
	json_text(j, "asset_type", asset_type_names[r->type]);
	json_text(j, "kind", row_kind_names[row->kind]);
	if (row->event != EVENT_NONE)
		json_text(j, "event_kind", event_kind_names[row->event]);
	json_day_or_null(j, "trade_date", !r->day_open, row->day);
	json_qty(j, "quantity", row->qty);
	if (row->price_known)
		json_decimal(j, "price", row->price.e12, PRICE_PLACES, PRICE_PLACES, true);
	else if (r->price_open)
		json_null(j, "price");
	if (row->kind == ROW_SPLIT)
		json_decimal(j, "ratio", row->ratio_e12, PRICE_PLACES, PRICE_PLACES, true);
	json_close(j);
}

static void put_mend(void *pool, struct json *j, struct uuid portfolio, const struct mend *m)
{
	json_open(j, NULL);
	json_text(j, "kind", mend_kind_names[m->kind]);
	json_text(j, "text", m->text);
	json_array(j, "actions");
	if (m->n_rows) {
		json_open(j, NULL);
		json_text(j, "method", "POST");
		json_text(j, "path",
			  pool_printf(pool, "/v1/portfolios/%s/transactions",
				      uuid_text(pool, portfolio)));
		json_array(j, "body");
		for (size_t k = 0; k < m->n_rows; k++)
			put_mend_row(j, &m->rows[k]);
		json_array_end(j);
		json_array(j, "fill");
		for (size_t k = 0; k < m->n_rows; k++) {
			if (m->rows[k].day_open)
				json_text(j, NULL, pool_printf(pool, "/%zu/trade_date", k));
			if (m->rows[k].price_open)
				json_text(j, NULL, pool_printf(pool, "/%zu/price", k));
		}
		json_array_end(j);
		json_close(j);
	}
	json_array_end(j);
	json_close(j);
}

static void put_item(void *pool, struct json *j, struct uuid portfolio,
		     const struct reconcile_item *i)
{
	bool range = false;

	json_open(j, NULL);
	json_text(j, "status", reconcile_status_names[i->status]);
	json_text(j, "symbol", i->symbol);
	json_text(j, "asset_type", asset_type_names[i->type]);
	if (i->holding)
		json_uuid(j, "asset_id", i->holding->head->id);
	else
		json_null(j, "asset_id");
	json_text(j, "name", i->position ? i->position->name : NULL);
	json_text(j, "sheet", i->position ? i->position->sheet : NULL);
	if (i->position)
		json_int(j, "line", (int64_t)i->position->line);
	else
		json_null(j, "line");
	json_qty(j, "sheet_quantity", i->sheet);
	json_qty(j, "ledger_quantity", i->ledger);
	json_qty(j, "difference", qty_sub(i->sheet, i->ledger, &range)); /* compared on the grid */
	json_day_or_null(j, "agreed_until", i->agreed, i->agreed_on);
	json_array(j, "rows");
	for (size_t k = 0; k < i->n_rows; k++)
		put_row(j, &i->rows[k]);
	json_array_end(j);
	json_int(j, "rows_total", (int64_t)i->rows_total);
	json_array(j, "mends");
	for (size_t k = 0; k < i->n_mends; k++)
		put_mend(pool, j, portfolio, &i->mends[k]);
	json_array_end(j);
	json_close(j);
}

static void put_left_out(struct json *j, const char *symbol, enum asset_type type, struct qty qty,
			 const char *reason)
{
	json_open(j, NULL);
	json_text(j, "symbol", symbol);
	json_text(j, "asset_type", asset_type_names[type]);
	json_qty(j, "quantity", qty);
	json_text(j, "reason", reason);
	json_close(j);
}

static void put_not_compared(struct json *j, const struct reconciliation *r)
{
	json_array(j, "not_compared");
	for (size_t k = 0; k < r->n_not_compared; k++) {
		const struct derived_holding *h = r->not_compared[k];

		put_left_out(j, h->head->symbol, h->head->type, h->brl.qty,
			     "a planilha não trata desta classe de ativo");
	}
	for (size_t k = 0; k < r->n_transient; k++)
		put_left_out(j, r->transient[k]->symbol, r->transient[k]->type,
			     r->transient[k]->qty,
			     "direito ou recibo de subscrição: não é posição");
	json_array_end(j);
}

static void put_faults(struct json *j, const struct position_sheet *s)
{
	json_array(j, "errors");
	for (size_t k = 0; k < s->n_faults && k < FAULTS_SHOWN; k++) {
		const struct position_fault *f = &s->faults[k];

		json_open(j, NULL);
		json_text(j, "sheet", f->sheet);
		json_int(j, "line", (int64_t)f->line);
		json_text(j, "symbol", f->symbol);
		json_text(j, "reason", f->reason);
		json_text(j, "code", f->code);
		json_close(j);
	}
	json_array_end(j);
	json_int(j, "errors_total", (int64_t)s->n_faults);
}

void reconcile_render(void *pool, struct json *j, const struct reconcile_shown *shown)
{
	const struct reconciliation *r = shown->found;

	json_open(j, NULL);
	json_day(j, "date", shown->day);
	json_text(j, "filename", shown->filename);
	json_int(j, "ledger_version", shown->in->ledger_version);
	json_open(j, "summary");
	for (size_t s = 0; s < RECONCILE_STATUSES; s++)
		json_int(j, reconcile_status_names[s], (int64_t)r->count[s]);
	json_close(j);
	json_array(j, "assets");
	for (size_t k = 0; k < r->n; k++)
		put_item(pool, j, shown->in->id, &r->items[k]);
	json_array_end(j);
	put_not_compared(j, r);
	put_faults(j, shown->sheet);
	json_close(j);
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * usdt.c: the ticker of USDT/BRL, with its change of 24 hours: GET /api/v3/ticker/24hr?symbol=USDTBRL.
 *
 * It has a version family of its own, so that a rate every minute invalidates no price.
 */
#include "config.h"

#include "load/sources/usdt.h"

#include <json-c/json.h>

#include "load/field.h"

#define FUTURE_MS INT64_C(300000) /* allowed clock difference; beyond it the ticker's is wrong */

static DB_STMT(
	save, "usdt.save",
	"insert into usdt as u (pair, rate, at, change_pct) values ('USDTBRL', $1, $2, $3)"
	" on conflict (pair) do update set rate = excluded.rate, at = excluded.at, change_pct = excluded.change_pct"
	" where excluded.at > u.at"
	"    or (excluded.at = u.at and (u.rate, u.change_pct) is distinct from (excluded.rate, excluded.change_pct))");

bool usdt_save(struct load *l, const struct fx_live *now, const struct fx_live *before)
{
	struct percent change = now->change;
	bool known = now->change_known, range = false;
	int64_t touched;

	if (!known && before->known) {
		change.e8 = dec_mul_div_half_away(now->rate.e12 - before->rate.e12, 100 * E8,
						  before->rate.e12, &range);
		known = !range;
	}
	touched = db_exec(l->ctx, &save,
			  DB_ARGS(db_decimal(now->rate.e12, PRICE_PLACES), db_timestamp(now->at_ms),
				  known ? db_decimal(change.e8, 8) : db_null()));
	if (touched)
		l->touched[FAMILY_RATE] = true;
	return touched > 0;
}

void load_usdt(struct load *l)
{
	static const struct fx_live none;
	struct fx_live r = { .known = true };
	struct json_object *top = load_json(l);
	enum field change;

	if (!json_object_is_type(top, json_type_object))
		load_fail(l, "não é o objeto de um par.");
	if (field_json(top, "msg").n)
		load_fail(l, "o serviço respondeu com um erro: %.200s",
			  slice_text(l->pool, field_json(top, "msg")));
	if (!slice_eq(field_json(top, "symbol"), "USDTBRL"))
		load_fail(l, "não é o par USDTBRL.");
	if (field_decimal(field_json(top, "lastPrice"), PRICE_PLACES, PRICE_MAX_E12, &r.rate.e12) !=
		    FIELD_OK ||
	    r.rate.e12 <= 0)
		load_fail(l, "lastPrice não é um preço.");
	if (field_int(field_json(top, "closeTime"), &r.at_ms) != FIELD_OK || r.at_ms <= 0)
		load_fail(l, "closeTime não é um horário em milissegundos.");
	if (r.at_ms > l->ctx->now_ms + FUTURE_MS)
		load_fail(l, "closeTime está no futuro.");
	change = field_decimal(field_json(top, "priceChangePercent"), 8, 100000 * E8, &r.change.e8);
	if (change == FIELD_BAD)
		load_fail(l, "priceChangePercent não é um número.");
	r.change_known = change == FIELD_OK;
	l->res->read = 1;
	if (usdt_save(l, &r, &none))
		l->res->written = 1;
	else
		l->res->unchanged = 1;
}

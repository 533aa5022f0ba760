/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cash_dividends.c: B3's whole history of a company's cash dividends (doc/load.md).
 *
 * It has no ISIN and no payment date: the issuer's code comes from the file's name or --issuer, the
 * ticker from it and the class, and the payment date from the supplement, whichever is loaded first.
 */
#include "config.h"

#include "load/run.h"

#include <json-c/json.h>

#include "load/sources/supplement.h"
#include "load/field.h"
#include "load/corporate_events.h"

/* Four separate capitals or digits: GetListedCashDividends_PETR.json. */
static const char *issuer_of(struct load *l)
{
	const char *s = l->name;

	if (l->opt->issuer) {
		if (strlen(l->opt->issuer) != 4 ||
		    strspn(l->opt->issuer, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != 4)
			load_fail(l, "--issuer %s não é um código de emissor, como PETR.",
				  l->opt->issuer);
		return l->opt->issuer;
	}
	while (*s) {
		size_t n = strcspn(s, "_-.");

		if (n == 4 && strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == 4)
			return pool_strndup(l->pool, s, 4);
		s += n + (s[n] != '\0');
	}
	load_fail(l, "o arquivo não diz de que companhia é: dê --issuer, como PETR.");
}

static bool read_amount(struct load *l, int64_t line, struct json_object *item,
			struct reference *row)
{
	struct slice value = field_json(item, "valueCash"),
		     per = field_json(item, "quotedPerShares");
	wide units;
	enum field got = field_br(per, 0, 1000000, &units);

	if (got == FIELD_ABSENT)
		units = 1;
	if (got == FIELD_BAD || units <= 0)
		return load_refuse(l, line, "%s: quotedPerShares inválido: %.*s", row->label,
				   SHOWN(per));
	if (field_br(value, PRICE_PLACES, PRICE_MAX_E12, &row->amount.v) != FIELD_OK ||
	    row->amount.v < 0)
		return load_refuse(l, line, "%s: valor inválido: %.*s", row->label, SHOWN(value));
	row->amount.v = dec_div_half_away(row->amount.v, units);
	row->amount.known = true;
	return true;
}

static void read_row(struct references *refs, const char *issuer, int64_t line,
		     struct json_object *item)
{
	struct load *l = refs->l;
	const char *class_name = slice_text(l->pool, slice_trim(field_json(item, "typeStock")));
	const char *number = class_number(class_name);
	struct slice last_day = field_json(item, "lastDatePriorEx"),
		     approved = field_json(item, "dateApproval");
	struct reference row = { 0 };
	struct day last_old;

	l->res->read++;
	row.label = slice_text(l->pool, slice_trim(field_json(item, "corporateAction")));
	if (!row.label[0] || !number) {
		load_refuse(l, line, "falta o tipo do provento, ou a espécie %.20s não é conhecida",
			    class_name);
		return;
	}
	if (field_day(last_day, &row.record_day.day) != FIELD_OK) {
		load_refuse(l, line, "%s: último dia com direito inválido: %.*s", row.label,
			    SHOWN(last_day));
		return;
	}
	if (!read_amount(l, line, item, &row))
		return;
	row.record_day.known = true;
	row.ex_day = references_ex_day(refs, row.record_day.day);
	row.approved.known = field_day(approved, &row.approved.day) == FIELD_OK;
	row.old_profits = row.approved.known && day_from_ymd(2025, 12, 31, &last_old) &&
			  !day_before(last_old, row.approved.day);
	row.kind = income_kind_of(row.label);
	row.symbol = pool_printf(l->pool, "%s%s", issuer, number);
	references_add(refs, REFERENCE_DISTRIBUTION, &row);
}

void load_cash_dividends(struct load *l)
{
	struct json_object *top = load_json(l), *list = NULL;
	const char *issuer = issuer_of(l);
	struct references refs;

	if (!json_object_is_type(top, json_type_object) ||
	    !json_object_object_get_ex(top, "results", &list) ||
	    !json_object_is_type(list, json_type_array))
		load_fail(l, "não é a lista de proventos de uma companhia: falta results.");
	references_open(&refs, l, "b3", "b3");
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		struct json_object *item = json_object_array_get_idx(list, i);

		if (!json_object_is_type(item, json_type_object))
			load_fail(l, "results tem um elemento que não é objeto.");
		read_row(&refs, issuer, (int64_t)i + 1, item);
	}
	references_save(&refs);
}

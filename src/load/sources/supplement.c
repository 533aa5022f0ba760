/* SPDX-License-Identifier: Apache-2.0 */
/*
 * supplement.c: B3's supplement of a listed company (doc/load.md): dividends, splits, subscriptions.
 *
 * One event is repeated for every ISIN of the company; only that of the share counts.  The factor of a
 * stock dividend has another meaning under each label.
 */
#include "config.h"

#include "load/sources/supplement.h"

#include <json-c/json.h>

#include "load/field.h"
#include "load/corporate_events.h"

static DB_STMT(
	by_isin, "company.by_isin",
	"select i.isin, i.symbol, i.first_day, i.last_day"
	"  from instrument_isin i"
	"  join instrument p on p.venue = i.venue and p.symbol = i.symbol and p.asset_type <> 'option'"
	" where i.venue = 'b3' and i.isin = any($1::text[])"
	" order by i.isin, i.first_day nulls first, i.symbol limit 20000");
enum { T_ISIN, T_SYMBOL, T_FIRST, T_LAST };

/* The exchange's other name of it, by which its other pages are requested. */
static DB_STMT(
	save_names, "company.names",
	"insert into issuer as i (code, cvm_code, trading_name)"
	" select u.code, min(u.cvm_code), min(u.trading_name)"
	"   from unnest($1::text[], $2::text[], $3::text[]) u (code, cvm_code, trading_name)"
	"  group by u.code"
	" on conflict (code) do update"
	" set cvm_code = coalesce(i.cvm_code, excluded.cvm_code),"
	"     trading_name = coalesce(excluded.trading_name, i.trading_name)"
	" where i.trading_name is distinct from coalesce(excluded.trading_name, i.trading_name)"
	"    or (i.cvm_code is null and excluded.cvm_code is not null)");

/* ---- tickers ---- */

struct tickers {
	struct load *l;
	const struct db_rows *rows;
};

/* What is known of @n ISINs, in one query. */
static struct tickers *tickers_of(struct load *l, const char *const *isins, size_t n)
{
	struct tickers *t = pool_zero(l->pool, struct tickers);

	t->l = l;
	t->rows = db_query(l->ctx, &by_isin, DB_ARGS(db_texts(isins, n)));
	return t;
}

bool isin_is_share(const char *isin)
{
	static const char *const kinds[] = { "ACN", "CDA", "BDR", "CTF" };

	if (strlen(isin) != 12)
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (memcmp(isin + 6, kinds[i], 3) == 0)
			return true;
	return false;
}

const char *class_number(const char *class_name)
{
	static const struct {
		const char *name, *number;
	} classes[] = {
		{ "ON", "3" },	{ "OR", "3" },	{ "PN", "4" },	 { "PR", "4" },	 { "PNA", "5" },
		{ "PA", "5" },	{ "PNB", "6" }, { "PB", "6" },	 { "PNC", "7" }, { "PC", "7" },
		{ "PND", "8" }, { "PD", "8" },	{ "UNT", "11" }, { "CI", "11" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(classes); i++)
		if (str_eq(class_name, classes[i].name))
			return classes[i].number;
	return NULL;
}

/* The ISIN's own content: issuer in letters 3-6, class in 10-11 of a share, units and funds are 11. */
static const char *ticker_of_isin(void *pool, const char *isin)
{
	char class_name[3] = { isin[9], isin[10], '\0' };
	const char *number = memcmp(isin + 6, "ACN", 3) == 0   ? class_number(class_name)
			     : memcmp(isin + 6, "BDR", 3) == 0 ? NULL
							       : "11";

	return number ? pool_printf(pool, "%.4s%s", isin + 2, number) : NULL;
}

/* Of several, the last to have begun by that day: the ticker of the time. */
static const char *ticker_at(const struct tickers *t, const char *isin, struct day day)
{
	const char *found = NULL;

	for (size_t i = 0; i < db_count(t->rows); i++) {
		if (!str_eq(db_get_text(t->rows, i, T_ISIN), isin))
			continue;
		if (!found || db_is_null(t->rows, i, T_FIRST) ||
		    !day_before(day, db_get_day(t->rows, i, T_FIRST)))
			found = db_get_text(t->rows, i, T_SYMBOL);
	}
	return found ? found : ticker_of_isin(t->l->pool, isin);
}

/* ---- the supplement ---- */

struct supplement {
	struct load *l;
	struct references refs;
	struct tickers *tickers;
	int64_t line; /* ordinal of the row in the file */
};

/* Members that the three lists share.  False: refused or ignored. */
static bool read_common(struct supplement *s, struct json_object *item, struct reference *row)
{
	struct load *l = s->l;
	const char *isin = slice_text(l->pool, slice_trim(field_json(item, "isinCode")));
	struct slice last_day = field_json(item, "lastDatePrior"),
		     approved = field_json(item, "approvedOn");
	enum field got;

	*row = (struct reference){ 0 };
	l->res->read++;
	s->line++;
	row->label = slice_text(l->pool, slice_trim(field_json(item, "label")));
	if (!row->label[0] || strlen(isin) != 12)
		return load_refuse(l, s->line, "falta o tipo do evento ou o ISIN");
	if (!isin_is_share(isin)) {
		l->res->ignored++;
		return false;
	}
	if (field_day(last_day, &row->record_day.day) != FIELD_OK)
		return load_refuse(l, s->line, "%s: último dia com direito inválido: %.*s",
				   row->label, SHOWN(last_day));
	row->record_day.known = true;
	row->ex_day = references_ex_day(&s->refs, row->record_day.day);
	got = field_day(approved, &row->approved.day);
	row->approved.known = got == FIELD_OK;
	if (got == FIELD_BAD)
		return load_refuse(l, s->line, "%s: data de aprovação inválida: %.*s", row->label,
				   SHOWN(approved));
	row->isin = isin;
	row->symbol = ticker_at(s->tickers, isin, row->ex_day);
	if (!row->symbol)
		return load_refuse(l, s->line, "o ISIN %s não está entre os instrumentos", isin);
	return true;
}

static void read_cash(struct supplement *s, struct json_object *item)
{
	struct reference row;
	struct slice rate = field_json(item, "rate"), paid = field_json(item, "paymentDate");
	struct day last_old;
	enum field got;

	if (!read_common(s, item, &row))
		return;
	row.amount.known = field_br(rate, PRICE_PLACES, PRICE_MAX_E12, &row.amount.v) == FIELD_OK;
	if (!row.amount.known || row.amount.v < 0) {
		load_refuse(s->l, s->line, "%s: valor inválido: %.*s", row.label, SHOWN(rate));
		return;
	}
	got = field_day(paid, &row.pay_day.day);
	row.pay_day.known = got == FIELD_OK;
	if (got == FIELD_BAD) {
		load_refuse(s->l, s->line, "%s: data de pagamento inválida: %.*s", row.label,
			    SHOWN(paid));
		return;
	}
	row.kind = income_kind_of(row.label);
	if (!field_absent(field_json(item, "relatedTo")))
		row.related_to = slice_text(s->l->pool, slice_trim(field_json(item, "relatedTo")));
	/* Approved by this day, its profits are of periods up to then (doc/calculations.md 2.3). */
	row.old_profits = row.approved.known && day_from_ymd(2025, 12, 31, &last_old) &&
			  !day_before(last_old, row.approved.day);
	references_add(&s->refs, REFERENCE_DISTRIBUTION, &row);
}

static void read_stock(struct supplement *s, struct json_object *item)
{
	struct reference row;
	struct slice factor = field_json(item, "factor");
	wide e12;
	bool good = false;

	if (!read_common(s, item, &row))
		return;
	if (!str_eq(row.label, "DESDOBRAMENTO") && !str_eq(row.label, "BONIFICACAO") &&
	    !str_eq(row.label, "GRUPAMENTO")) {
		s->l->res->ignored++; /* CIS RED CAP, INCORPORACAO …: their factor is no ratio */
		return;
	}
	row.kind = str_eq(row.label, "BONIFICACAO") ? "bonus" : "split";
	if (field_br(factor, PRICE_PLACES, PRICE_MAX_E12, &e12) == FIELD_OK)
		good = str_eq(row.label, "GRUPAMENTO") ? ratio_of_factor(e12, &row.ratio)
						       : ratio_of_percent(e12, &row.ratio);
	if (good)
		references_add(&s->refs, REFERENCE_EVENT, &row);
	else
		load_refuse(s->l, s->line, "%s: fator inválido: %.*s", row.label, SHOWN(factor));
}

static void read_subscription(struct supplement *s, struct json_object *item)
{
	struct reference row;
	struct slice period = slice_trim(field_json(item, "tradingPeriod"));

	if (!read_common(s, item, &row))
		return;
	row.percent.known = field_br(field_json(item, "percentage"), 12, PRICE_MAX_E12,
				     &row.percent.v) == FIELD_OK;
	row.amount.known = field_br(field_json(item, "priceUnit"), 12, PRICE_MAX_E12,
				    &row.amount.v) == FIELD_OK;
	row.pay_day.known =
		field_day(field_json(item, "subscriptionDate"), &row.pay_day.day) == FIELD_OK;
	if (period.n == 23) { /* dd/mm/yyyy a dd/mm/yyyy */
		row.first_day.known =
			field_day((struct slice){ period.p, 10 }, &row.first_day.day) == FIELD_OK;
		row.last_day.known = field_day((struct slice){ period.p + 13, 10 },
					       &row.last_day.day) == FIELD_OK;
	}
	references_add(&s->refs, REFERENCE_SUBSCRIPTION, &row);
}

static void each(struct supplement *s, struct json_object *company, const char *list,
		 void (*read)(struct supplement *s, struct json_object *item))
{
	struct json_object *items = NULL;

	if (!json_object_object_get_ex(company, list, &items) ||
	    !json_object_is_type(items, json_type_array))
		return;
	for (size_t i = 0; i < json_object_array_length(items); i++)
		read(s, json_object_array_get_idx(items, i));
}

struct isin_list {
	const char **items;
	size_t n, size;
};

static void collect_isins(struct load *l, struct json_object *company, struct isin_list *all)
{
	static const char *const lists[] = { "cashDividends", "stockDividends", "subscriptions" };
	struct json_object *items;

	for (size_t k = 0; k < ARRAY_SIZE(lists); k++) {
		if (!json_object_object_get_ex(company, lists[k], &items) ||
		    !json_object_is_type(items, json_type_array))
			continue;
		for (size_t i = 0; i < json_object_array_length(items); i++) {
			struct json_object *item = json_object_array_get_idx(items, i);

			if (!json_object_is_type(item, json_type_object))
				load_fail(l, "%s tem um elemento que não é objeto.", lists[k]);
			pool_grow(l->pool, all->items, const char *, all->n, all->size, 64);
			all->items[all->n++] =
				slice_text(l->pool, slice_trim(field_json(item, "isinCode")));
		}
	}
}

/* A member that is a short word; NULL when it is absent or something else. */
static const char *word_of(struct load *l, struct json_object *company, const char *name,
			   size_t most)
{
	struct slice s = slice_trim(field_json(company, name));

	return field_absent(s) || s.n > most ? NULL : slice_text(l->pool, s);
}

static void keep_names(struct load *l, struct json_object *top)
{
	size_t n = json_object_array_length(top), found = 0;
	const char **codes = pool_array(l->pool, const char *, n);
	const char **cvm_codes = pool_array(l->pool, const char *, n);
	const char **names = pool_array(l->pool, const char *, n);

	for (size_t i = 0; i < n; i++) {
		struct json_object *company = json_object_array_get_idx(top, i);

		codes[found] = word_of(l, company, "code", 12);
		cvm_codes[found] = word_of(l, company, "codeCVM", 12);
		names[found] = word_of(l, company, "tradingName", 60);
		found += codes[found] != NULL;
	}
	if (found)
		(void)db_exec(l->ctx, &save_names,
			      DB_ARGS(db_texts(codes, found), db_texts(cvm_codes, found),
				      db_texts(names, found)));
}

void load_supplement(struct load *l)
{
	struct json_object *top = load_json(l);
	struct supplement s = { .l = l };
	struct isin_list isins = { 0 };
	size_t n;

	if (!json_object_is_type(top, json_type_array))
		load_fail(l, "não é a lista com o suplemento de uma companhia.");
	n = json_object_array_length(top);
	for (size_t i = 0; i < n; i++) {
		if (!json_object_is_type(json_object_array_get_idx(top, i), json_type_object))
			load_fail(l, "não é a lista com o suplemento de uma companhia.");
		collect_isins(l, json_object_array_get_idx(top, i), &isins);
	}
	keep_names(l, top);
	references_open(&s.refs, l, "b3", "b3");
	s.tickers = tickers_of(l, isins.items, isins.n);
	for (size_t i = 0; i < n; i++) {
		each(&s, json_object_array_get_idx(top, i), "cashDividends", read_cash);
		each(&s, json_object_array_get_idx(top, i), "stockDividends", read_stock);
		each(&s, json_object_array_get_idx(top, i), "subscriptions", read_subscription);
	}
	references_save(&s.refs);
}

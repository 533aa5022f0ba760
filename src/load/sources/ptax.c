/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ptax.c: closing rates of the central bank (doc/load.md), JSON of the service or CSV.
 *
 * Of several bulletins a day only the closing one is stored.  Days without business have no rows:
 * readers use the last earlier one.
 */
#include "config.h"

#include "load/run.h"

#include <json-c/json.h>

#include "load/delimited.h"
#include "load/field.h"

#define BATCH ((size_t)10000)

/* Upserts rates and records the first changed day, from which derived rows are stale. */
static DB_STMT(
	upsert, "ptax.upsert",
	"with w as ("
	"insert into ptax as p (currency, day, buy, sell)"
	" select distinct on (u.day) $1, u.day, u.buy, u.sell"
	"   from unnest($2::date[], $3::numeric[], $4::numeric[]) with ordinality u(day, buy, sell, n)"
	"  order by u.day, u.n desc"
	" on conflict (currency, day) do update set buy = excluded.buy, sell = excluded.sell"
	" where (p.buy, p.sell) is distinct from (excluded.buy, excluded.sell)"
	" returning p.day), c as ("
	"insert into close_change as c (venue, symbol, first_day)"
	" select 'fx', $1, min(day) from w having count(*) > 0"
	" on conflict (venue, symbol) do update set first_day = least(c.first_day, excluded.first_day))"
	"select count(*) from w");

struct ptax {
	struct load *l;
	const char *currency;
	struct day days[BATCH];
	wide buy[BATCH], sell[BATCH];
	bool no_buy[BATCH];
	size_t n;
};

static void flush(struct ptax *p)
{
	int64_t touched;

	if (!p->n)
		return;
	touched = db_get_int(
		db_query(p->l->ctx, &upsert,
			 DB_ARGS(db_text(p->currency), db_days(p->days, p->n),
				 db_array(DB_DECIMAL_ARRAY, p->buy, p->no_buy, p->n, PRICE_PLACES),
				 db_array(DB_DECIMAL_ARRAY, p->sell, NULL, p->n, PRICE_PLACES))),
		0, 0);
	load_counted(p->l, (int64_t)p->n, touched, FAMILY_CLOSES);
	p->n = 0;
}

static void put(struct ptax *p, int64_t line, struct slice day, struct slice buy, struct slice sell)
{
	struct load *l = p->l;
	enum field bought;

	l->res->read++;
	if (field_day(day, &p->days[p->n]) != FIELD_OK) {
		load_refuse(l, line, "data inválida: %.*s", SHOWN(day));
		return;
	}
	bought = field_decimal(buy, PRICE_PLACES, PRICE_MAX_E12, &p->buy[p->n]);
	if (bought == FIELD_BAD || (bought == FIELD_OK && p->buy[p->n] <= 0)) {
		load_refuse(l, line, "taxa de compra inválida: %.*s", SHOWN(buy));
		return;
	}
	if (field_decimal(sell, PRICE_PLACES, PRICE_MAX_E12, &p->sell[p->n]) != FIELD_OK ||
	    p->sell[p->n] <= 0) {
		load_refuse(l, line, "taxa de venda inválida: %.*s", SHOWN(sell));
		return;
	}
	p->no_buy[p->n] = bought == FIELD_ABSENT;
	load_day(l, p->days[p->n]);
	if (++p->n == BATCH)
		flush(p);
}

static bool is_closing(struct slice bulletin)
{
	return !bulletin.n || slice_eq(bulletin, "Fechamento") ||
	       slice_eq(bulletin, "Fechamento PTAX");
}

static void read_json(struct ptax *p)
{
	struct json_object *top = load_json(p->l), *list = NULL;

	if (!json_object_is_type(top, json_type_object) ||
	    !json_object_object_get_ex(top, "value", &list) ||
	    !json_object_is_type(list, json_type_array))
		load_fail(p->l, "não é a resposta do serviço PTAX: falta a lista value.");
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		struct json_object *item = json_object_array_get_idx(list, i);
		int64_t line = (int64_t)i + 1;

		if (!json_object_is_type(item, json_type_object)) {
			p->l->res->read++;
			load_refuse(p->l, line, "não é um objeto");
		} else if (!is_closing(slice_trim(field_json(item, "tipoBoletim")))) {
			p->l->res->read++;
			p->l->res->ignored++;
		} else {
			put(p, line, field_json(item, "dataHoraCotacao"),
			    field_json(item, "cotacaoCompra"), field_json(item, "cotacaoVenda"));
		}
	}
}

static void read_csv(struct ptax *p)
{
	struct csv_column columns[] = {
		{ "data|data_referencia|datahoracotacao", true, -1 },
		{ "compra|cotacao_compra|cotacaocompra", false, -1 },
		{ "venda|cotacao_venda|cotacaovenda", true, -1 },
		{ "tipoboletim", false, -1 },
	};
	struct csv c;

	csv_open(&c, p->l, columns, ARRAY_SIZE(columns));
	while (csv_next(&c)) {
		if (is_closing(csv_cell(&c, 3))) {
			put(p, reader_line_number(p->l->in), csv_cell(&c, 0), csv_cell(&c, 1),
			    csv_cell(&c, 2));
		} else {
			p->l->res->read++;
			p->l->res->ignored++;
		}
	}
}

void load_ptax(struct load *l)
{
	struct ptax *p = pool_zero(l->pool, struct ptax);

	p->l = l;
	p->currency = l->opt->currency ? l->opt->currency : "USD";
	if (strlen(p->currency) != 3 || strspn(p->currency, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != 3)
		load_fail(l, "--currency %s não é o código de uma moeda.", p->currency);
	if (reader_peek(l->in) == '{')
		read_json(p);
	else
		read_csv(p);
	flush(p);
	if (l->touched[FAMILY_CLOSES] && str_eq(p->currency, "USD"))
		load_rates_changed(l);
}

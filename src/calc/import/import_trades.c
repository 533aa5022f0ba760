/* SPDX-License-Identifier: Apache-2.0 */
/* import_trades.c: one row of the negociacao export: a trade, on its trade date,
 * without fees. */
#include "config.h"

#include "calc/import/import_row.h"
#include "core/pool.h"

/* The special cases of a row's market. */
struct market_kind {
	bool fractional, option, forward, exercise, fixed_income;
};

static struct market_kind market_kind(void *pool, const char *cell)
{
	const char *fold = cell ? text_fold(pool, cell) : "";

	return (struct market_kind){
		.fractional = strstr(fold, "fracionario") != NULL,
		.option = text_starts(fold, "opcao de"),
		.forward = strstr(fold, "termo") != NULL,
		.exercise = text_starts(fold, "exercicio"),
		.fixed_income = text_starts(fold, "renda fixa"),
	};
}

/* "PETR4T": the forward of PETR4, which counts when it is delivered. */
static const char *forward_base(void *pool, const char *symbol)
{
	size_t n = strlen(symbol);
	const char *base = n > 5 && symbol[n - 1] == 'T' ? pool_strndup(pool, symbol, n - 1) : NULL;

	return base && ticker_ending(base) >= 0 ? base : NULL;
}

static bool read_symbol(struct import_work *w, size_t i, struct market_kind m)
{
	struct import_line *l = &w->lines[i];
	struct import_entry *e = &w->entries[i];
	const char *cell = import_cell(w, l, COL_TICKER), *base;

	if (!cell || slice_eq(slice_trim(slice_of(cell)), "-"))
		return import_fail(w, i, "produto ausente");
	e->symbol = ticker_clean(w->pool, w->ctx, cell, m.fractional);
	if (strlen(e->symbol) > 20) {
		import_fail(w, i, "código de negociação desconhecido: %.40s", e->symbol);
		e->symbol = NULL;
		return false;
	}
	l->option_market = m.option;
	l->fixed_income_market = m.fixed_income;
	base = forward_base(w->pool, e->symbol);
	if (base)
		e->symbol = base;
	import_take_type(w, i);
	if (base || m.forward) {
		import_ignore(e, "contrato a termo: conta na liquidação");
		return false;
	}
	return true;
}

/* The column Prazo/Vencimento has the expiry of an option, whose code only has the month. */
static void read_expiry(struct import_work *w, size_t i)
{
	struct import_entry *e = &w->entries[i];
	const char *cell = import_cell(w, &w->lines[i], COL_TERM);
	struct slice text = slice_trim(slice_of(cell ? cell : ""));
	char day_text[DAY_TEXT_SIZE];
	struct day day;

	if (e->type != ASSET_OPTION || (!day_parse_br(text, &day) && !day_parse(text, &day)))
		return;
	day_format(day, day_text);
	e->meta = pool_printf(w->keep, "{\"expiry\":\"%s\"}", day_text);
}

void negociacao_read(struct import_work *w, size_t i)
{
	struct import_line *l = &w->lines[i];
	struct import_entry *e = &w->entries[i];
	const char *side = import_cell(w, l, COL_SIDE);
	struct market_kind m = market_kind(w->pool, import_cell(w, l, COL_MARKET));
	const char *fold = side ? text_fold(w->pool, side) : "";
	bool usable = import_date(w, i);

	e->label = side;
	if (!usable || !read_symbol(w, i, m))
		return;
	if (!str_eq(fold, "compra") && !str_eq(fold, "venda")) {
		import_fail(w, i, "tipo de movimentação desconhecido: %.40s",
			    side ? side : "vazio");
		return;
	}
	l->credit = str_eq(fold, "compra");
	if (!import_numbers(w, i, SIGN_REFUSED))
		return;
	if (l->qty.e8 == 0) {
		import_fail(w, i, "quantidade ausente");
		return;
	}
	if (m.exercise && option_shape(e->symbol) && ticker_ending(e->symbol) < 0) {
		import_ignore(e, "exercício de opção: lance a ação pelo preço de exercício");
		import_warn(w, i,
			    "Exercício da opção %s em %s: lance a compra ou a venda da ação pelo "
			    "preço de exercício.",
			    e->symbol, date_text(w->pool, e->day));
		return;
	}
	import_trade(w, i, l->credit ? ROW_BUY : ROW_SELL,
		     !l->credit && ticker_is_right(e->symbol) ? EVENT_SUBSCRIPTION : EVENT_NONE);
	read_expiry(w, i);
	if (!l->price_known)
		import_warn(w, i, "%s de %s em %s sem preço: o custo fica desconhecido.",
			    l->credit ? "Compra" : "Venda", e->symbol, date_text(w->pool, e->day));
}

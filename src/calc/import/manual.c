/* SPDX-License-Identifier: Apache-2.0 */
/*
 * manual.c: one row of the hand-made spreadsheet, and of our own export (completions.md 3).
 *
 * Five columns are enough: ticker, operacao, data, quantidade, preco.  The export adds tipo, taxas,
 * fator, moeda, evento, nota, meta, and comes back without loss:
 *   desdobro, grupamento   fator is new shares per old; quantidade tells, and may be empty
 *   ajuste                 quantidade signed, may be 0; taxas may be negative
 *   distributiono               the net amount is quantidade x preco (quantidade empty: preco); evento
 * is the kind of income, in the contract's words or in Portuguese
 *
 * A file with all of those columns is taken as it stands: numbers are exact, not a float's, and texts
 * come out from behind the apostrophe of import_guarded().  What else it says is in export.c.
 */
#include "config.h"

#include <ctype.h>

#include "calc/import/row.h"
#include "core/pool.h"

enum operation { OP_BUY, OP_SELL, OP_SPLIT, OP_GROUPING, OP_ADJUST, OP_INCOME };

static const char *const operations[] = { "compra", "venda",	"desdobro", "grupamento",
					  "ajuste", "provento", NULL };

static const char *lower_cell(const struct import_work *w, const struct import_line *l,
			      enum column c)
{
	const char *cell = manual_text(w, l, c);

	return cell ? text_fold(w->pool, cell) : NULL;
}

static bool only(const char *s, int (*allowed)(int c), const char *others)
{
	for (; *s; s++) {
		if (!allowed((unsigned char)*s) && !strchr(others, *s))
			return false;
	}
	return true;
}

/* The spelling of the ledger for a type that was given (wallet/symbol.c says the same of the API).
 */
static const char *spelled(struct import_work *w, const char *cell, enum asset_type type)
{
	struct product product;
	char tax_id[15];

	switch (type) {
	case ASSET_TESOURO:
		product_read(w->pool, cell, &product);
		return product.class == PAPER_TREASURY ? product.symbol : cell;
	case ASSET_RENDA_FIXA:
		return only(cell, isalnum, "-./") ? text_upper_ascii(w->pool, cell) : cell;
	case ASSET_FUND:
		if (!tax_id_normal(text_upper_ascii(w->pool, cell), tax_id) || strlen(tax_id) != 14)
			return NULL;
		return pool_strdup(w->pool, tax_id);
	case ASSET_US:
		return only(cell, isalnum, ".-") ? text_upper_ascii(w->pool, cell) : NULL;
	case ASSET_STOCK:
	case ASSET_FII:
	case ASSET_ETF:
	case ASSET_BDR:
	case ASSET_OPTION:
	case ASSET_DEBENTURE:
	case ASSET_CRYPTO:
	case ASSET_INDEX:
		break;
	}
	if (w->exact && str_eq(text_upper_ascii(w->pool, cell), cell))
		return cell; /* as the ledger has it */
	return only(cell, isalnum, "") ? ticker_clean(w->pool, w->ctx, cell, false) : NULL;
}

/* Without the column `tipo`: by what is known, else by the shape; false when neither tells. */
static bool guess(struct import_work *w, size_t i, const char *cell)
{
	struct import_line *l = &w->lines[i];
	struct import_entry *e = &w->entries[i];
	char tax_id[15];

	product_read(w->pool, cell, &l->product);
	if (!l->product.symbol)
		return false;
	if (l->product.class == PAPER_TICKER && tax_id_normal(l->product.symbol, tax_id) &&
	    strlen(tax_id) == 14) {
		e->symbol = pool_strdup(w->pool, tax_id);
		e->type = ASSET_FUND;
		return true;
	}
	e->symbol = l->product.class == PAPER_TICKER
			    ? ticker_clean(w->pool, w->ctx, l->product.symbol, false)
			    : l->product.symbol;
	e->paper = l->product.paper;
	e->type = import_type(w, l, e->symbol);
	return l->product.class != PAPER_TICKER || ticker_ending(e->symbol) >= 0 ||
	       import_known_types(w->ctx, e->symbol);
}

bool manual_asset(struct import_work *w, size_t i, bool index_allowed)
{
	struct import_line *l = &w->lines[i];
	struct import_entry *e = &w->entries[i];
	const char *cell = manual_text(w, l, COL_TICKER), *type = lower_cell(w, l, COL_TYPE);
	int t = type ? enum_find(asset_type_names, type) : -1;

	if (!cell) {
		import_fail(w, i, "ticker ausente");
		return false;
	}
	if (type && t < 0) {
		import_fail(w, i, "tipo desconhecido: %.40s", type);
		return false;
	}
	if (t == ASSET_INDEX && !index_allowed) {
		import_fail(w, i, "índice não aceita lançamentos: %.40s", cell);
		return false;
	}
	if (t >= 0) {
		e->type = (enum asset_type)t;
		e->symbol = spelled(w, cell, e->type);
	} else if (!guess(w, i, cell)) {
		import_fail(w, i, "tipo do ativo não reconhecido: %.40s; preencha a coluna tipo",
			    cell);
		return false;
	}
	if (!e->symbol || !*e->symbol || text_length(e->symbol) > 80) {
		import_fail(w, i, "ticker inválido: %.40s", cell);
		e->symbol = NULL;
		return false;
	}
	return true;
}

bool manual_words(struct import_work *w, size_t i)
{
	struct import_line *l = &w->lines[i];
	struct import_entry *e = &w->entries[i];
	const char *currency = manual_text(w, l, COL_CURRENCY);
	int c = currency ? enum_find(currency_names, text_upper_ascii(w->pool, currency)) : -1;

	if (currency && c < 0) {
		import_fail(w, i, "moeda desconhecida: %.40s", currency);
		return false;
	}
	e->currency = c >= 0 ? (enum currency)c : e->type == ASSET_US ? CURRENCY_USD : CURRENCY_BRL;
	if ((e->currency == CURRENCY_USD) != (e->type == ASSET_US)) {
		import_fail(w, i, "moeda %s em %s: só o tipo us é em USD",
			    currency_names[e->currency], e->symbol);
		return false;
	}
	e->trade.note = manual_text(w, l, COL_NOTE);
	if (e->trade.note && text_length(e->trade.note) > 500) {
		import_fail(w, i, "nota com mais de 500 caracteres");
		return false;
	}
	e->meta = manual_text(w, l, COL_META);
	e->name = manual_text(w, l, COL_NAME);
	return true;
}

static bool read_fees(struct import_work *w, size_t i, bool negative_allowed)
{
	const char *cell = import_cell(w, &w->lines[i], COL_FEES);
	bool rounded;
	wide v = 0;

	switch (import_number_in(w, cell, MONEY_PLACES, MONEY_MAX_E8, &v, &rounded)) {
	case NUMBER_ABSENT:
		return true;
	case NUMBER_OK:
		break;
	case NUMBER_WRONG:
	case NUMBER_RANGE:
		import_fail(w, i, "taxas não são um número da escala: %.40s", cell);
		return false;
	}
	if (v < 0 && !negative_allowed) {
		import_fail(w, i, "taxas negativas: %.40s", cell);
		return false;
	}
	w->lines[i].rounded |= rounded;
	w->entries[i].trade.fees.e8 = v;
	return true;
}

static bool read_ratio(struct import_work *w, size_t i, bool grouping)
{
	const char *cell = import_cell(w, &w->lines[i], COL_RATIO);
	bool rounded;
	wide v = 0;

	if (import_number_in(w, cell, 12, (wide)1000000 * E12, &v, &rounded) != NUMBER_OK ||
	    v <= 0) {
		import_fail(
			w, i,
			"fator ausente ou inválido: %.40s (quantidade nova por quantidade antiga)",
			cell ? cell : "vazio");
		return false;
	}
	if (grouping && v > E12) /* "10" of a ten-to-one grouping */
		v = dec_mul_div_half_away(E12, E12, v, &rounded);
	w->lines[i].rounded |= rounded;
	w->entries[i].trade.ratio_e12 = (int64_t)v;
	return true;
}

static bool read_event(struct import_work *w, size_t i, enum event_kind *out)
{
	const char *cell = lower_cell(w, &w->lines[i], COL_EVENT);
	int v = cell ? enum_find(event_kind_names, cell) : (int)EVENT_NONE;

	if (v < 0) {
		import_fail(w, i, "evento desconhecido: %.40s", cell);
		return false;
	}
	*out = (enum event_kind)v;
	return true;
}

static bool income_kind_of(const char *cell, enum asset_type type, enum income_kind *out)
{
	static const char *const portuguese[] = { "dividendo",	 "juros sobre capital proprio",
						  "rendimento",	 "juros",
						  "amortizacao", "restituicao de capital",
						  NULL };
	int v = cell		    ? enum_find(income_kind_names, cell)
		: type == ASSET_FII ? INCOME_YIELD
				    : INCOME_DIVIDEND;

	if (v < 0)
		v = enum_find(portuguese, cell);
	if (v >= 0)
		*out = (enum income_kind)v;
	return v >= 0;
}

static void income(struct import_work *w, size_t i)
{
	struct import_line *l = &w->lines[i];
	struct import_entry *e = &w->entries[i];
	const char *kind = lower_cell(w, l, COL_EVENT);
	bool range = false;

	if (!income_kind_of(kind, e->type, &e->income_kind)) {
		import_fail(w, i, "evento desconhecido: %.40s", kind);
		return;
	}
	if (!l->price_known) {
		import_fail(w, i, "provento sem preço: o valor é quantidade x preço");
		return;
	}
	if (!l->qty_known)
		l->qty.e8 = (int64_t)E8;
	e->amount = money_round_cents(money_gross(l->qty, l->price, &range));
	if (range || e->amount.e8 > MONEY_MAX_E8 || e->amount.e8 <= 0) {
		import_fail(w, i, "valor do provento fora da escala");
		return;
	}
	e->effect = ENTRY_INCOME;
	e->status = IMPORT_IMPORTED;
}

static void trade(struct import_work *w, size_t i, enum operation op)
{
	static const enum row_kind kinds[] = { ROW_BUY,	  ROW_SELL,   ROW_SPLIT,
					       ROW_SPLIT, ROW_ADJUST, ROW_ADJUST };
	struct import_line *l = &w->lines[i];
	struct import_entry *e = &w->entries[i];
	bool split = kinds[op] == ROW_SPLIT;
	enum event_kind event;

	if (!read_event(w, i, &event) || !read_fees(w, i, op == OP_ADJUST) ||
	    (split && !read_ratio(w, i, op == OP_GROUPING)))
		return;
	if (!split && (!l->qty_known || (op != OP_ADJUST && l->qty.e8 == 0))) {
		import_fail(w, i, "quantidade ausente");
		return;
	}
	if (split && event == EVENT_NONE && w->column[COL_EVENT] == SIZE_MAX)
		event = EVENT_SPLIT;
	import_trade(w, i, kinds[op], event);
	if (split)
		e->trade.price_known = false;
	if (!l->price_known && (op == OP_BUY || op == OP_SELL))
		import_warn(w, i, "%s de %s em %s sem preço: o custo fica desconhecido.",
			    op == OP_BUY ? "Compra" : "Venda", e->symbol,
			    date_text(w->pool, e->day));
}

void manual_read(struct import_work *w, size_t i)
{
	struct import_line *l = &w->lines[i];
	struct import_entry *e = &w->entries[i];
	const char *label = import_cell(w, l, COL_OPERATION);
	int op = label ? enum_find(operations, text_fold(w->pool, label)) : -1;

	e->label = label;
	if (!import_date(w, i) || !manual_asset(w, i, false))
		return;
	if (op < 0) {
		import_fail(w, i, "operação desconhecida: %.40s", label ? label : "vazia");
		return;
	}
	if (!manual_words(w, i) || !import_quantity(w, i, op == OP_ADJUST) ||
	    !import_values(w, i, false))
		return;
	if (op == OP_INCOME)
		income(w, i);
	else
		trade(w, i, (enum operation)op);
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * manual.c: one row of the hand-made spreadsheet, and of our own export.
 *
 * Five columns suffice: ticker, operacao, data, quantidade, preco.  The export adds tipo, taxas, fator,
 * moeda, evento, nota, meta, and is imported without loss:
 *   desdobro, grupamento   fator is new shares per old; quantidade is informative, and may be empty
 *   ajuste                 quantidade signed, may be 0; taxas may be negative
 *   provento               the net amount is quantidade x preco (quantidade empty: preco); evento is
 *                          the kind of income, in the contract's words or in Portuguese
 *
 * A file with all of those columns is taken as it stands: numbers are exact, not a float's, and texts
 * come out from behind the apostrophe of csv_guarded().  What else it says is in export.c.
 */
#include "config.h"

#include <ctype.h>

#include "calc/import/import_row.h"
#include "core/pool.h"

#define RATIO_MAX_E12 ((wide)1000000 * E12)
#define RATIO_PART_MAX ((wide)1000000000000) /* six places */

enum operation { OP_BUY, OP_SELL, OP_SPLIT, OP_GROUPING, OP_BONUS, OP_ADJUST, OP_INCOME };

#define BY_TYPE (-1) /* the kind of income usual for the paper */

/* Words of the column `operacao`, in the form of column_key(); the first of each is the one shown. */
static const struct word {
	const char *key;
	enum operation op;
	int income; /* OP_INCOME: enum income_kind if the word determines it, or BY_TYPE */
} words[] = {
	{ "compra", OP_BUY, 0 },
	{ "c", OP_BUY, 0 },
	{ "buy", OP_BUY, 0 },
	{ "b", OP_BUY, 0 },
	{ "aplicacao", OP_BUY, 0 },
	{ "venda", OP_SELL, 0 },
	{ "v", OP_SELL, 0 },
	{ "sell", OP_SELL, 0 },
	{ "s", OP_SELL, 0 },
	{ "resgate", OP_SELL, 0 },
	{ "desdobro", OP_SPLIT, 0 },
	{ "desdobramento", OP_SPLIT, 0 },
	{ "split", OP_SPLIT, 0 },
	{ "grupamento", OP_GROUPING, 0 },
	{ "inplit", OP_GROUPING, 0 },
	{ "bonificacao", OP_BONUS, 0 },
	{ "ajuste", OP_ADJUST, 0 },
	{ "provento", OP_INCOME, BY_TYPE },
	{ "dividendo", OP_INCOME, INCOME_DIVIDEND },
	{ "dividendos", OP_INCOME, INCOME_DIVIDEND },
	{ "jcp", OP_INCOME, INCOME_JCP },
	{ "jurossobrecapitalproprio", OP_INCOME, INCOME_JCP },
	{ "rendimento", OP_INCOME, INCOME_YIELD },
	{ "rendimentos", OP_INCOME, INCOME_YIELD },
	{ "amortizacao", OP_INCOME, INCOME_AMORTIZATION },
	{ "juros", OP_INCOME, INCOME_INTEREST },
};

static const char known_words[] =
	"compra, venda, desdobro, grupamento, bonificação, ajuste, provento, dividendo, JCP, "
	"rendimento, amortização, juros";

const char import_extra_cells[] = "a linha tem mais células que o cabeçalho: um número com vírgula "
				  "num CSV separado por vírgulas?";

static const struct word *word_of(void *pool, const char *label)
{
	const char *key = label ? column_key(pool, label) : "";

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (str_eq(words[i].key, key))
			return &words[i];
	return NULL;
}

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

/* The ledger's spelling for a given type (portfolio/store/symbol.c does the same for the API). */
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
		if (!cnpj_normal(text_upper_ascii(w->pool, cell), tax_id))
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
		return cell; /* already in the ledger's spelling */
	cell = ticker_at_home(w->pool, cell);
	return only(cell, isalnum, "") ? ticker_clean(w->pool, w->ctx, cell, false) : NULL;
}

/*
 * Without the column `tipo`: by known types, else by the ticker's form; false when neither determines
 * it.
 */
static bool guess(struct import_work *w, size_t i, const char *cell)
{
	struct import_line *l = &w->lines[i];
	struct import_entry *e = &w->entries[i];
	char tax_id[15];

	product_read(w->pool, cell, &l->product);
	if (!l->product.symbol)
		return false;
	if (l->product.class == PAPER_TICKER && cnpj_normal(l->product.symbol, tax_id)) {
		e->symbol = pool_strdup(w->pool, tax_id);
		e->type = ASSET_FUND;
		return true;
	}
	e->symbol = l->product.class == PAPER_TICKER
			    ? ticker_clean(w->pool, w->ctx, l->product.symbol, false)
			    : l->product.symbol;
	e->paper = l->product.paper;
	import_take_type(w, i);
	return l->product.class != PAPER_TICKER || ticker_ending(e->symbol) >= 0 ||
	       import_known_types(w->ctx, e->symbol);
}

/* Types whose papers are also found by an ISIN or a name. */
static bool may_be_named(enum asset_type type)
{
	return type == ASSET_STOCK || type == ASSET_BDR || type == ASSET_FII || type == ASSET_ETF ||
	       type == ASSET_FUND || type == ASSET_DEBENTURE;
}

static bool is_isin(const char *symbol)
{
	return strlen(symbol) == 12 && text_starts(symbol, "BR") &&
	       isdigit((unsigned char)symbol[11]);
}

/* Resolves a text that is not a ticker of its type to the paper with exactly that name; false: an error. */
static bool take_named(struct import_work *w, size_t i, const char *cell)
{
	struct import_entry *e = &w->entries[i];
	const struct import_context *c = w->ctx;

	e->typed = cell;
	e->symbol = NULL;
	for (size_t k = 0; k < c->n_named; k++) {
		const struct import_named *n = &c->named[k];

		if (n->type != e->type || !str_eq(n->typed, cell))
			continue;
		if (n->symbol) {
			e->symbol = n->symbol;
			import_warn(w, i, "Linha %zu: \"%.80s\" foi tomado por %s (%s).", e->line,
				    cell, n->symbol, n->name);
			return true;
		}
		if (n->candidates)
			import_fail(w, i, "não é um ticker nem um nome exato: %.80s; parecidos: %s",
				    cell, n->candidates);
		else
			break;
		return false;
	}
	return import_fail(w, i, "ticker inválido: %.40s", cell);
}

bool manual_asset(struct import_work *w, size_t i, bool index_allowed)
{
	struct import_line *l = &w->lines[i];
	struct import_entry *e = &w->entries[i];
	const char *cell = manual_text(w, l, COL_TICKER), *type = manual_text(w, l, COL_TYPE);
	int t = !type	   ? -1
		: w->exact ? asset_type_of_word(w->pool, type)
			   : asset_type_said(w->pool, type, cell ? cell : "");

	if (!cell)
		return import_fail(w, i, "ticker ausente");
	if (type && t < 0)
		return import_fail(w, i, "tipo desconhecido: %.40s; os conhecidos são %s", type,
				   type_words_known);
	if (t == ASSET_INDEX && !index_allowed)
		return import_fail(w, i, "índice não aceita lançamentos: %.40s", cell);
	if (t >= 0) {
		e->type = (enum asset_type)t;
		e->symbol = spelled(w, cell, e->type);
		if (may_be_named(e->type) && (!e->symbol || is_isin(e->symbol)))
			return take_named(w, i, cell);
	} else if (!guess(w, i, cell)) {
		return import_fail(
			w, i, "tipo do ativo não reconhecido: %.40s; preencha a coluna tipo", cell);
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

	if (currency && c < 0)
		return import_fail(w, i, "moeda desconhecida: %.40s", currency);
	e->currency = c >= 0 ? (enum currency)c : e->type == ASSET_US ? CURRENCY_USD : CURRENCY_BRL;
	if ((e->currency == CURRENCY_USD) != (e->type == ASSET_US))
		return import_fail(w, i, "moeda %s em %s: só o tipo us é em USD",
				   currency_names[e->currency], e->symbol);
	e->trade.note = manual_text(w, l, COL_NOTE);
	if (e->trade.note && text_length(e->trade.note) > 500)
		return import_fail(w, i, "nota com mais de 500 caracteres");
	e->meta = manual_text(w, l, COL_META);
	e->name = manual_text(w, l, COL_NAME);
	e->external_id = manual_text(w, l, COL_EXTERNAL);
	if (e->external_id && (text_length(e->external_id) > EXTERNAL_ID_MAX ||
			       e->external_id[strcspn(e->external_id, "\r\n\t")]))
		return import_fail(w, i,
				   "id externo com mais de %d caracteres, ou de várias linhas",
				   EXTERNAL_ID_MAX);
	return true;
}

static bool read_fees(struct import_work *w, size_t i, bool negative_allowed)
{
	wide sum = 0;

	for (size_t k = 0; k < w->columns.n_fees; k++) {
		size_t at = w->columns.fees[k];
		bool known;
		wide v = 0;

		if (!import_number(w, i, at, "taxas", MONEY_PLACES, MONEY_MAX_E8, &v, &known))
			return false;
		if (known && v < 0 && !negative_allowed)
			return import_fail(w, i, "taxas negativas: %.40s", w->lines[i].cells[at]);
		sum += known ? v : 0;
	}
	if (wide_abs(sum) > MONEY_MAX_E8)
		return import_fail(w, i, "taxas fora da escala");
	w->entries[i].trade.fees.e8 = sum;
	return true;
}

/* "1:2" - two new shares for one: 2. */
static bool ratio_pair(void *pool, const char *cell, wide *out)
{
	struct slice head, tail;
	struct number_text from, to;
	wide a = 0, b = 0;
	bool rounded, range = false;

	if (!cell || !slice_cut(slice_of(cell), ':', &head, &tail) || head.n > 20 || tail.n > 20)
		return false;
	from = cell_number(slice_text(pool, head), false);
	to = cell_number(slice_text(pool, tail), false);
	if (from.two || to.two ||
	    cell_number_value(&from, 0, 6, RATIO_PART_MAX, &a, &rounded) != NUMBER_OK ||
	    cell_number_value(&to, 0, 6, RATIO_PART_MAX, &b, &rounded) != NUMBER_OK || a <= 0 ||
	    b <= 0)
		return false;
	*out = dec_mul_div_half_away(b, E12, a, &range);
	return !range && *out > 0;
}

static bool read_ratio(struct import_work *w, size_t i, bool grouping)
{
	const char *cell = import_cell(w, &w->lines[i], COL_RATIO);
	bool known = false, range = false;
	wide v = 0;

	if (ratio_pair(w->pool, cell, &v)) {
		known = true;
	} else {
		if (!import_number(w, i, w->columns.at[COL_RATIO], "fator", 12, RATIO_MAX_E12, &v,
				   &known))
			return false;
		if (grouping && v > E12) /* "10" of a ten-to-one grouping */
			v = dec_mul_div_half_away(E12, E12, v, &range);
	}
	if (!known || v <= 0 || v > RATIO_MAX_E12)
		return import_fail(
			w, i,
			"fator ausente ou inválido: %.40s (quantidade nova por quantidade antiga)",
			cell ? cell : "vazio");
	w->entries[i].trade.ratio_e12 = (int64_t)v;
	return true;
}

static bool read_event(struct import_work *w, size_t i, enum event_kind *out)
{
	const char *cell = lower_cell(w, &w->lines[i], COL_EVENT);
	int v = cell ? enum_find(event_kind_names, cell) : (int)EVENT_NONE;

	if (v < 0)
		return import_fail(w, i, "evento desconhecido: %.40s", cell);
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

/* A day not after the payment; false when the cell has none. */
static bool read_earlier(struct import_work *w, size_t i, enum column c, const char *what,
			 bool *known, struct day *out)
{
	struct import_line *l = &w->lines[i];
	const char *cell = manual_text(w, l, c);
	struct date_text d;

	*known = cell != NULL;
	if (!cell)
		return true;
	d = cell_date(cell, import_kind(l, w->columns.at[c]) == SHEET_DATE, w->ctx->today);
	*out = d.day[w->month_first];
	if (d.real[w->month_first] && !day_before(w->entries[i].day, *out))
		return true;
	return import_fail(w, i, "data de %s inválida: %.40s; é um dia até o do pagamento", what,
			   cell);
}

/* Columns of our own export, which other sheets lack. */
static bool read_facts(struct import_work *w, size_t i)
{
	struct import_entry *e = &w->entries[i];
	struct income_facts *f = &e->facts;
	const char *old = lower_cell(w, &w->lines[i], COL_OLD_PROFITS);
	wide gross = 0;

	if (!import_number(w, i, w->columns.at[COL_GROSS], "provento bruto", MONEY_PLACES,
			   MONEY_MAX_E8, &gross, &f->gross_known) ||
	    !read_earlier(w, i, COL_RECORD, "registro", &f->record_known, &f->record) ||
	    !read_earlier(w, i, COL_APPROVED, "aprovação", &f->approved_known, &f->approved))
		return false;
	f->gross = money_round_cents((struct money){ gross });
	if (f->gross_known && f->gross.e8 < e->amount.e8)
		return import_fail(w, i, "provento bruto menor que o creditado");
	if (old && !str_eq(old, "sim") && !str_eq(old, "nao"))
		return import_fail(w, i, "lucros até 2025 inválido: %.40s; é sim ou não", old);
	f->old_profits = old && str_eq(old, "sim");
	return true;
}

static void income(struct import_work *w, size_t i, const struct word *word)
{
	struct import_line *l = &w->lines[i];
	struct import_entry *e = &w->entries[i];
	const char *kind = lower_cell(w, l, COL_EVENT);
	bool range = false;

	if (!kind && word->income != BY_TYPE) {
		e->income_kind = (enum income_kind)word->income;
	} else if (!income_kind_of(kind, e->type, &e->income_kind)) {
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
	if (!read_facts(w, i))
		return;
	e->effect = ENTRY_INCOME;
	e->status = IMPORT_IMPORTED;
}

/* The option of an exercise. */
static bool read_option(struct import_work *w, size_t i, enum event_kind event)
{
	struct import_entry *e = &w->entries[i];
	const char *cell = manual_text(w, &w->lines[i], COL_OPTION);

	if (!cell)
		return true;
	if (event != EVENT_EXERCISE || text_length(cell) > OPTION_SYMBOL_MAX)
		return import_fail(
			w, i,
			"opção inválida: %.60s; só um exercício (evento exercise) tem a sua, "
			"com até %d caracteres",
			cell, OPTION_SYMBOL_MAX);
	e->option = cell;
	return true;
}

static void trade(struct import_work *w, size_t i, enum operation op)
{
	static const enum row_kind kinds[] = { ROW_BUY,	   ROW_SELL,   ROW_SPLIT, ROW_SPLIT,
					       ROW_ADJUST, ROW_ADJUST, ROW_ADJUST };
	struct import_line *l = &w->lines[i];
	struct import_entry *e = &w->entries[i];
	bool split = kinds[op] == ROW_SPLIT;
	enum event_kind event = EVENT_NONE;

	if (!read_event(w, i, &event) || !read_option(w, i, event) ||
	    !read_fees(w, i, op == OP_ADJUST) || (split && !read_ratio(w, i, op == OP_GROUPING)))
		return;
	if (!split && (!l->qty_known || (op != OP_ADJUST && l->qty.e8 == 0))) {
		import_fail(w, i, "quantidade ausente");
		return;
	}
	if (split && event == EVENT_NONE && w->columns.at[COL_EVENT] == SIZE_MAX)
		event = EVENT_SPLIT;
	if (op == OP_BONUS)
		event = EVENT_BONUS;
	import_trade(w, i, kinds[op], event);
	if (split)
		e->trade.price_known = false;
	if (!l->price_known && (op == OP_BUY || op == OP_SELL))
		import_warn(w, i, "%s de %s em %s sem preço: o custo fica desconhecido.",
			    op == OP_BUY ? "Compra" : "Venda", e->symbol,
			    date_text(w->pool, e->day));
}

static bool says_total(const struct import_work *w, const char *cell)
{
	static const char *const names[] = { "total",	  "totais",	"totalgeral", "subtotal",
					     "subtotais", "grandtotal", "soma",	      NULL };

	return cell && enum_find(names, column_key(w->pool, cell)) >= 0;
}

/* A total line below the rows: it names neither a paper nor a day. */
static bool is_total(const struct import_work *w, const struct import_line *l)
{
	const char *day = import_cell(w, l, COL_DATE), *ticker = import_cell(w, l, COL_TICKER);
	bool said = false;

	if (w->exact || (day && !says_total(w, day)) || (ticker && !says_total(w, ticker)))
		return false;
	for (size_t k = 0; k < l->n_cells && !said; k++)
		said = says_total(w, l->cells[k]);
	return said;
}

void manual_read(struct import_work *w, size_t i)
{
	struct import_line *l = &w->lines[i];
	struct import_entry *e = &w->entries[i];
	const char *label = import_cell(w, l, COL_OPERATION);
	const struct word *word = word_of(w->pool, label);

	e->label = label;
	if (is_total(w, l)) {
		import_ignore(e, "linha de total, sem efeito");
		return;
	}
	if (l->n_cells > w->columns.width) {
		import_fail_as(w, i, "extra_cells", "%s", import_extra_cells);
		return;
	}
	if (!import_date(w, i) || !manual_asset(w, i, false))
		return;
	if (!word) {
		import_fail_as(w, i, "operation_unknown",
			       "operação desconhecida: %.40s; as conhecidas são %s",
			       label ? label : "vazia", known_words);
		return;
	}
	if (!manual_words(w, i) || !import_numbers(w, i,
						   word->op == OP_ADJUST ? SIGN_KEPT
						   : word->op == OP_SELL ? SIGN_DROPPED
									 : SIGN_REFUSED))
		return;
	if (word->op == OP_INCOME)
		income(w, i, word);
	else
		trade(w, i, word->op);
}

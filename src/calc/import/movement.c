/* SPDX-License-Identifier: Apache-2.0 */
/*
 * movement.c: one row of the movimentacao export by itself (doc/calculations.md 16).
 *
 * Types compare folded, without a trailing '/', because B3 writes them with and without accents, in
 * capitals for the fixed-income side, and misspells some.  rights.c has the rules that depend on other
 * rows of the file.
 */
#include "config.h"

#include "calc/import/import_row.h"

static const char custody[] = "transferência de custódia, sem efeito";
static const char right[] = "direito de subscrição, sem efeito";
static const char request[] = "solicitação de subscrição, sem efeito";
static const char lent[] = "repetição do evento de ativo emprestado";

static const struct {
	const char *label;
	struct movement movement;
} types[] = {
	{ "transferencia - liquidacao", { .kind = MOVE_SETTLEMENT } },
	{ "dividendo", { .kind = MOVE_INCOME, .income = INCOME_DIVIDEND } },
	{ "evento em dinheiro", { .kind = MOVE_INCOME, .income = INCOME_DIVIDEND } },
	{ "bonificacao em dinheiro", { .kind = MOVE_INCOME, .income = INCOME_DIVIDEND } },
	{ "juros sobre capital proprio", { .kind = MOVE_INCOME, .income = INCOME_JCP } },
	{ "rendimento", { .kind = MOVE_INCOME, .income = INCOME_YIELD } },
	{ "rendimento liquido", { .kind = MOVE_INCOME, .income = INCOME_YIELD } },
	{ "reembolso", { .kind = MOVE_INCOME, .income = INCOME_YIELD } },
	{ "juros", { .kind = MOVE_INCOME, .income = INCOME_INTEREST } },
	{ "pagamento de juros", { .kind = MOVE_INCOME, .income = INCOME_INTEREST } },
	{ "pagamento de premio", { .kind = MOVE_INCOME, .income = INCOME_INTEREST } },
	{ "pagamento de rendimentos", { .kind = MOVE_INCOME, .income = INCOME_INTEREST } },
	{ "amortizacao", { .kind = MOVE_INCOME, .income = INCOME_AMORTIZATION } },
	{ "amortizacao programada", { .kind = MOVE_INCOME, .income = INCOME_AMORTIZATION } },
	{ "restituicao de capital", { .kind = MOVE_INCOME, .income = INCOME_CAPITAL_RETURN } },
	{ "compra", { .kind = MOVE_BUY } },
	{ "aplicacao", { .kind = MOVE_BUY } },
	{ "liquidacao termo", { .kind = MOVE_BUY } },
	{ "venda", { .kind = MOVE_SELL } },
	{ "resgate", { .kind = MOVE_SELL } },
	{ "vencimento", { .kind = MOVE_MATURITY } },
	{ "resgate antecipado", { .kind = MOVE_MATURITY } },
	{ "vencimento/resgate saldo em conta", { .kind = MOVE_MATURITY } },
	{ "compra / venda", { .kind = MOVE_BY_SIDE } },
	{ "compra/venda", { .kind = MOVE_BY_SIDE } },
	{ "compra/venda definitiva/cessao", { .kind = MOVE_BY_SIDE } },
	{ "compra/venda definitiva a termo", { .kind = MOVE_BY_SIDE } },
	{ "mda compra/venda definitiva mercado primario", { .kind = MOVE_BY_SIDE } },
	{ "desdobro", { .kind = MOVE_SPLIT } },
	{ "desdobramento", { .kind = MOVE_SPLIT } },
	{ "grupamento", { .kind = MOVE_GROUPING } },
	{ "bonificacao em ativos", { .kind = MOVE_BONUS } },
	{ "bonificacao", { .kind = MOVE_BONUS } },
	{ "incorporacao", { .kind = MOVE_INCORPORATION } },
	{ "fusao", { .kind = MOVE_INCORPORATION } },
	{ "conversao de ativos", { .kind = MOVE_INCORPORATION } },
	{ "restituicao de capital em acoes", { .kind = MOVE_INCORPORATION } },
	{ "cisao", { .kind = MOVE_SPIN_OFF } },
	{ "fracao em ativos", { .kind = MOVE_IGNORED, .reason = "fração baixada no leilão" } },
	{ "leilao de fracao", { .kind = MOVE_FRACTION_SALE } },
	{ "recibo de subscricao", { .kind = MOVE_RECEIPT } },
	{ "atualizacao", { .kind = MOVE_UPDATE } },
	{ "exercicio", { .kind = MOVE_OPTION_EXERCISE } },
	{ "exercicio de opcao", { .kind = MOVE_OPTION_EXERCISE } },
	{ "emprestimo", { .kind = MOVE_LENDING } },
	{ "aluguel de ativos", { .kind = MOVE_LENDING } },
	{ "estorno", { .kind = MOVE_REVERSAL } },
	{ "transferencia", { .kind = MOVE_IGNORED, .reason = custody } },
	{ "transferencia sem financeiro", { .kind = MOVE_IGNORED, .reason = custody } },
	{ "saida cust-transf s/fin", { .kind = MOVE_IGNORED, .reason = custody } },
	{ "entr. cust-transf s/fin", { .kind = MOVE_IGNORED, .reason = custody } },
	{ "entrada em custodia s/financ.", { .kind = MOVE_IGNORED, .reason = custody } },
	{ "retirada de custodia", { .kind = MOVE_IGNORED, .reason = custody } },
	{ "bloqueio de custodia", { .kind = MOVE_IGNORED, .reason = custody } },
	{ "desbloqueio de custodia", { .kind = MOVE_IGNORED, .reason = custody } },
	{ "direito de subscricao", { .kind = MOVE_IGNORED, .reason = right } },
	{ "direitos de subscricao", { .kind = MOVE_IGNORED, .reason = right } },
	{ "direito sobras de subscricao", { .kind = MOVE_IGNORED, .reason = right } },
	{ "sobras de subscricao", { .kind = MOVE_IGNORED, .reason = right } },
	{ "subscricao", { .kind = MOVE_IGNORED, .reason = right } },
	{ "cancelamento de subscricao",
	  { .kind = MOVE_IGNORED, .reason = "cancelamento de subscrição, sem efeito" } },
	{ "cessao de direitos",
	  { .kind = MOVE_IGNORED, .reason = "cessão de direitos, sem efeito" } },
	{ "cessao de direitos - solicitada",
	  { .kind = MOVE_IGNORED, .reason = "cessão de direitos, sem efeito" } },
	{ "incorporacao de juros",
	  { .kind = MOVE_IGNORED,
	    .reason = "incorporação de juros ao valor do papel, sem efeito" } },
	{ "cobranca de taxa semestral",
	  { .kind = MOVE_IGNORED, .reason = "taxa de custódia: não altera a posição" } },
};

static bool find_type(const char *fold, struct movement *out)
{
	for (size_t i = 0; i < ARRAY_SIZE(types); i++) {
		if (str_eq(fold, types[i].label)) {
			*out = types[i].movement;
			return true;
		}
	}
	return false;
}

/* The effect of a type outside the tables, by its words. */
static struct movement by_words(const char *fold)
{
	bool about_rights = text_starts(fold, "direito") || text_starts(fold, "sobras");

	if (text_ends(fold, "transferido") || text_ends(fold, "transferida"))
		return (struct movement){ .kind = MOVE_IGNORED, .reason = lent };
	if (text_ends(fold, "excluido") || text_ends(fold, "excluida") ||
	    text_starts(fold, "estorno"))
		return (struct movement){ .kind = MOVE_REVERSAL };
	if (about_rights && strstr(fold, "nao exerc"))
		return (struct movement){ .kind = MOVE_IGNORED,
					  .reason = "direito não exercido, sem efeito" };
	if (about_rights && (text_ends(fold, "exercido") || text_ends(fold, "excercido")))
		return (struct movement){ .kind = MOVE_EXERCISED };
	if (text_starts(fold, "solicitacao"))
		return (struct movement){ .kind = MOVE_IGNORED, .reason = request };
	if (text_starts(fold, "cessao"))
		return (struct movement){ .kind = MOVE_IGNORED,
					  .reason = "cessão de direitos, sem efeito" };
	if (about_rights)
		return (struct movement){ .kind = MOVE_IGNORED, .reason = right };
	return (struct movement){ .kind = MOVE_UNKNOWN };
}

static struct movement movement_of(void *pool, const char *label)
{
	static const char *const again[] = { " - reativado", " - reativada" };
	char *fold = text_fold(pool, label);
	struct movement m;
	size_t n = strlen(fold);

	while (n && (fold[n - 1] == '/' || fold[n - 1] == ' '))
		fold[--n] = '\0';
	for (size_t i = 0; i < ARRAY_SIZE(again); i++) {
		if (text_ends(fold, again[i]))
			fold[n - strlen(again[i])] = '\0';
	}
	return find_type(fold, &m) ? m : by_words(fold);
}

static bool read_product(struct import_work *w, size_t i)
{
	struct import_line *l = &w->lines[i];
	struct import_entry *e = &w->entries[i];

	product_read(w->pool, import_cell(w, l, COL_PRODUCT), &l->product);
	if (!l->product.symbol || !*l->product.symbol)
		return import_fail(w, i, "produto ausente");
	if (l->product.class == PAPER_TICKER)
		l->product.symbol = ticker_clean(w->pool, w->ctx, l->product.symbol, false);
	if (text_length(l->product.symbol) > 80)
		return import_fail(w, i, "produto com mais de 80 caracteres: %.40s…",
				   l->product.symbol);
	e->symbol = l->product.symbol;
	e->name = l->product.name;
	e->paper = l->product.paper;
	import_take_type(w, i);
	return true;
}

static bool read_side(struct import_work *w, size_t i)
{
	const char *cell = import_cell(w, &w->lines[i], COL_SIDE);
	const char *fold = cell ? text_fold(w->pool, cell) : "";

	w->lines[i].credit = str_eq(fold, "credito");
	if (!w->lines[i].credit && !str_eq(fold, "debito"))
		return import_fail(w, i, "entrada/saída não é Credito nem Debito: %.40s",
				   cell ? cell : "vazio");
	return true;
}

static bool need_quantity(struct import_work *w, size_t i)
{
	if (w->lines[i].qty.e8 == 0)
		import_fail(w, i, "quantidade ausente");
	return w->lines[i].qty.e8 != 0;
}

static void income(struct import_work *w, size_t i)
{
	struct import_line *l = &w->lines[i];
	struct import_entry *e = &w->entries[i];

	if (!l->credit) {
		import_ignore(e, "débito do par, sem efeito");
		return;
	}
	if (!l->amount_known || money_round_cents(l->amount).e8 == 0) {
		import_ignore(e, "evento sem valor, sem efeito");
		import_warn(w, i, "%s de %s em %s sem valor.", e->label, e->symbol,
			    date_text(w->pool, e->day));
		return;
	}
	e->effect = ENTRY_INCOME;
	e->status = IMPORT_IMPORTED;
	e->income_kind = l->movement.income;
	e->amount = money_round_cents(l->amount);
}

static void trade(struct import_work *w, size_t i, bool buy)
{
	struct import_line *l = &w->lines[i];
	struct import_entry *e = &w->entries[i];

	if (!need_quantity(w, i))
		return;
	import_trade(w, i, buy ? ROW_BUY : ROW_SELL, EVENT_NONE);
	e->settlement = true;
	if (!l->price_known)
		import_warn(w, i, "%s de %s em %s sem preço: o custo fica desconhecido.",
			    buy ? "Compra" : "Venda", e->symbol, date_text(w->pool, e->day));
}

/* At maturity the file prints a price of 0 for "not informed"; an option that expires is worth
 * nothing. */
static void maturity(struct import_work *w, size_t i)
{
	struct import_line *l = &w->lines[i];
	struct import_entry *e = &w->entries[i];
	bool option = e->type == ASSET_OPTION;

	if (!need_quantity(w, i))
		return;
	if (option && (!l->price_known || l->price.e12 == 0)) {
		l->price_known = true;
		l->price.e12 = 0;
	} else if (l->price_known && l->price.e12 == 0) {
		l->price_known = false;
	}
	import_trade(w, i, option && l->credit ? ROW_BUY : ROW_SELL, EVENT_NONE);
	e->settlement = !option;
	if (!l->price_known)
		import_warn(w, i, "%s de %s em %s sem o valor recebido: informe o preço.", e->label,
			    e->symbol, date_text(w->pool, e->day));
}

static void settlement(struct import_work *w, size_t i)
{
	struct import_line *l = &w->lines[i];
	const char *symbol = w->entries[i].symbol;
	bool priced = l->price_known && l->price.e12 > 0;

	if (l->credit && l->qty.e8 && (ticker_is_right(symbol) || ticker_is_receipt(symbol)))
		w->entries[i].status = IMPORT_IGNORED; /* decided by movements_relate() */
	else if (!priced)
		import_ignore(&w->entries[i], "liquidação sem preço (empréstimo)");
	else
		trade(w, i, l->credit);
	if (!l->credit && ticker_is_right(symbol) && w->entries[i].effect == ENTRY_TRADE)
		w->entries[i].trade.event = EVENT_SUBSCRIPTION; /* of a right: never uncovered */
}

static void redemption(struct import_work *w, size_t i)
{
	struct import_line *l = &w->lines[i];
	struct import_entry *e = &w->entries[i];

	if (l->credit &&
	    !l->price_known) { /* a class conversion; the new class has a row of its own */
		import_ignore(e, "resgate sem valor (conversão), sem efeito");
		import_warn(w, i,
			    "Resgate de %s em %s sem valor: se for conversão, lance a saída da "
			    "classe antiga.",
			    e->symbol, date_text(w->pool, e->day));
		return;
	}
	trade(w, i, false);
}

static void bonus(struct import_work *w, size_t i)
{
	struct import_line *l = &w->lines[i];
	struct import_entry *e = &w->entries[i];
	const struct reference_event *known;

	if (!l->credit) {
		import_ignore(e, "débito do par, sem efeito");
		return;
	}
	if (!need_quantity(w, i))
		return;
	import_trade(w, i, ROW_ADJUST, EVENT_BONUS);
	known = event_known(w, i, EVENT_BONUS);
	if (known) {
		e->trade.day = known->ex_day;
		if (!l->price_known && known->unit_cost_known) {
			e->trade.price_known = true;
			e->trade.price = known->unit_cost;
		}
	}
	if (!e->trade.price_known)
		import_warn(w, i,
			    "Bonificação de %s em %s sem custo atribuído: entrou a custo zero.",
			    e->symbol, date_text(w->pool, e->day));
}

/* Units that come, or go by a debit, at no price of their own. */
static void exchanged(struct import_work *w, size_t i, enum event_kind event)
{
	struct import_entry *e = &w->entries[i];

	import_trade(w, i, ROW_ADJUST, event);
	e->trade.price_known = false;
	if (!w->lines[i].credit)
		e->trade.qty.e8 = -e->trade.qty.e8;
}

/* Shares exchanged; a temporary code (rights, receipts) holds nothing, its successor has its own row. */
static void incorporation(struct import_work *w, size_t i)
{
	struct import_line *l = &w->lines[i];
	struct import_entry *e = &w->entries[i];

	if (ticker_is_right(e->symbol) || ticker_is_receipt(e->symbol)) {
		import_ignore(e, "código transitório, sem efeito");
		return;
	}
	if (!need_quantity(w, i))
		return;
	exchanged(w, i, EVENT_INCORPORATION);
	if (l->movement.kind == MOVE_SPIN_OFF)
		import_warn(w, i,
			    "Cisão de %s em %s: informe a parte do custo que cabe a cada papel.",
			    e->symbol, date_text(w->pool, e->day));
}

static void option_exercise(struct import_work *w, size_t i)
{
	struct import_entry *e = &w->entries[i];

	if (!need_quantity(w, i))
		return;
	exchanged(w, i, EVENT_NONE);
	import_warn(w, i, "Exercício da opção %s em %s: o prêmio entra no custo da ação; ajuste-o.",
		    e->symbol, date_text(w->pool, e->day));
}

/* The ratio depends on the quantity held the day before (sold_short.c). */
static void split(struct import_work *w, size_t i)
{
	struct import_line *l = &w->lines[i];
	struct import_entry *e = &w->entries[i];
	const struct reference_event *known;

	if (!l->credit && l->movement.kind == MOVE_SPLIT) {
		import_ignore(e, "débito do par, sem efeito");
		return;
	}
	if (!need_quantity(w, i))
		return;
	import_trade(w, i, ROW_SPLIT, EVENT_SPLIT);
	e->trade.price_known = false;
	known = event_known(w, i, EVENT_SPLIT);
	if (known)
		e->trade.day = known->ex_day;
}

static void apply(struct import_work *w, size_t i)
{
	struct import_line *l = &w->lines[i];
	struct import_entry *e = &w->entries[i];

	switch (l->movement.kind) {
	case MOVE_IGNORED:
		import_ignore(e, l->movement.reason);
		break;
	case MOVE_INCOME:
		if (l->movement.income == INCOME_CAPITAL_RETURN && !l->amount_known && l->qty.e8)
			incorporation(w, i); /* quantity only: shares are delivered */
		else
			income(w, i);
		break;
	case MOVE_LENDING:
		if (l->credit && l->amount_known && l->amount.e8) {
			l->movement.income = INCOME_YIELD; /* the lender's fee */
			income(w, i);
		} else {
			import_ignore(e, "empréstimo de ativos, sem efeito");
		}
		break;
	case MOVE_SETTLEMENT:
		settlement(w, i);
		break;
	case MOVE_BUY:
		trade(w, i, true);
		break;
	case MOVE_SELL:
		redemption(w, i);
		break;
	case MOVE_MATURITY:
		maturity(w, i);
		break;
	case MOVE_BY_SIDE:
		trade(w, i, l->credit);
		break;
	case MOVE_OPTION_EXERCISE:
		option_exercise(w, i);
		break;
	case MOVE_SPLIT:
	case MOVE_GROUPING:
		split(w, i);
		break;
	case MOVE_BONUS:
		bonus(w, i);
		break;
	case MOVE_INCORPORATION:
	case MOVE_SPIN_OFF:
		incorporation(w, i);
		break;
	case MOVE_FRACTION_SALE:
		if (need_quantity(w, i))
			import_trade(w, i, ROW_SELL, EVENT_FRACTION);
		break;
	case MOVE_EXERCISED:
	case MOVE_RECEIPT:
	case MOVE_UPDATE:
	case MOVE_REVERSAL:
		e->status = IMPORT_IGNORED; /* decided by movements_relate() */
		break;
	case MOVE_UNKNOWN:
		import_ignore(e, "movimentação não reconhecida");
		import_warn(w, i, "Movimentação \"%.60s\" de %s em %s não reconhecida.", e->label,
			    e->symbol, date_text(w->pool, e->day));
		break;
	}
}

void movement_read(struct import_work *w, size_t i)
{
	struct import_line *l = &w->lines[i];
	struct import_entry *e = &w->entries[i];
	const char *label = import_cell(w, l, COL_MOVEMENT);

	e->label = label;
	l->movement = movement_of(w->pool, label ? label : "");
	if (!import_date(w, i) || !read_product(w, i) || !read_side(w, i))
		return;
	if (l->movement.kind == MOVE_IGNORED) { /* its numbers do not matter */
		import_ignore(e, l->movement.reason);
		return;
	}
	if (!import_numbers(w, i, SIGN_REFUSED))
		return;
	if (l->product.class == PAPER_FORWARD) {
		import_ignore(e, "contrato a termo: conta na liquidação");
	} else if (l->product.class == PAPER_FUTURE) {
		import_ignore(e, "contrato futuro: não forma posição");
		import_warn(w, i, "Contrato futuro %s em %s não forma posição.", e->symbol,
			    date_text(w->pool, e->day));
	} else {
		apply(w, i);
	}
}

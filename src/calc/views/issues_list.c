/* SPDX-License-Identifier: Apache-2.0 */
/* issues_list.c: the list of issues under construction, and the title of each kind. */
#include "config.h"

#include "calc/views/issues_list.h"

#include "core/pool.h"

const char *const issue_code_names[] = {
	"sold_more_than_held",
	"cost_unknown",
	"successor_missing",
	"cost_share_missing",
	"unknown_ticker",
	"no_exchange_rate",
	"price_off_quote",
	"gap_before_first_export",
	"result_unknown",
	"price_missing",
	"price_stale",
	"price_absurd",
	"option_expired",
	"option_expiry_unknown",
	"fixed_income_without_terms",
	"type_guessed",
	"transfer_maybe",
	"corporate_event_applied",
	"duplicate_rows",
	NULL,
};
const char *const issue_severity_names[] = { "error", "warning", "info", NULL };

static const struct {
	enum issue_severity severity;
	const char *title;
} kinds[] = {
	{ ISSUE_ERROR, "Venda acima da quantidade em carteira" },
	{ ISSUE_ERROR, "Custo desconhecido" },
	{ ISSUE_ERROR, "Falta dizer qual papel sucedeu a este" },
	{ ISSUE_ERROR, "Falta o custo das ações recebidas" },
	{ ISSUE_ERROR, "Ticker desconhecido" },
	{ ISSUE_ERROR, "Sem cotação do dólar" },
	{ ISSUE_WARNING, "Preço longe da cotação do dia" },
	{ ISSUE_WARNING, "Falta o período anterior ao primeiro extrato" },
	{ ISSUE_WARNING, "Resultado desconhecido" },
	{ ISSUE_WARNING, "Sem cotação" },
	{ ISSUE_WARNING, "Cotação velha" },
	{ ISSUE_WARNING, "Cotação sem cabimento" },
	{ ISSUE_WARNING, "Opção vencida sem lançamento" },
	{ ISSUE_WARNING, "Vencimento da opção desconhecido" },
	{ ISSUE_WARNING, "Renda fixa sem os termos contratados" },
	{ ISSUE_WARNING, "Tipo do ativo deduzido do código" },
	{ ISSUE_WARNING, "Saída e entrada que podem ser uma transferência" },
	{ ISSUE_INFO, "Evento societário aplicado sem lançamento" },
	{ ISSUE_INFO, "Lançamentos iguais" },
};

struct issue *issue_add(struct issue_list *l, enum issue_code code,
			const struct ledger_asset *asset)
{
	struct issue *i;

	pool_grow(l->pool, l->items, struct issue, l->n, l->size, 16);
	i = &l->items[l->n++];
	*i = (struct issue){ .code = code,
			     .severity = kinds[code].severity,
			     .title = kinds[code].title,
			     .asset = asset };
	return i;
}

/* Grows a list by doubling: sizes are powers of two. */
static bool full(size_t n)
{
	return (n & (n - 1)) == 0;
}

struct issue_row *issue_add_row(struct issue_list *l, const struct ledger_asset *asset,
				const struct ledger_row *row)
{
	struct issue *i = &l->items[l->n - 1];

	if (full(i->n_rows))
		i->rows = pool_resize(l->pool, i->rows, struct issue_row,
				      i->n_rows ? 2 * i->n_rows : 1);
	i->rows[i->n_rows] = (struct issue_row){ .asset = asset, .row = row };
	return &i->rows[i->n_rows++];
}

struct ledger_row *issue_add_draft(struct issue_list *l)
{
	struct issue *i = &l->items[l->n - 1];

	if (full(i->n_drafts))
		i->drafts = pool_resize(l->pool, i->drafts, struct ledger_row,
					i->n_drafts ? 2 * i->n_drafts : 1);
	i->drafts[i->n_drafts] = (struct ledger_row){ .kind = ROW_BUY };
	return &i->drafts[i->n_drafts++];
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * issues_transfers.c: positions that left a portfolio and entered another of the same person, slower
 * than a transfer takes (doc/tax.md 20.10).  Reported, not assumed: the tax takes each row literally.
 */
#include "config.h"

#include "calc/views/issues_list.h"

#include "core/pool.h"
#include "core/stop.h"

/* The row is one side of a transfer that is already matched. */
static bool is_move(const struct issues_input *in, const struct ledger_row *row)
{
	for (size_t i = 0; i < in->n_transfers; i++) {
		const struct issue_transfer *t = &in->transfers[i];
		bool sent = row->qty.e8 < 0;

		if (t->own == row && !transfer_is_slow(sent ? row->day : t->other.day,
						       sent ? t->other.day : row->day))
			return true;
	}
	return false;
}

static void maybe(struct issue_list *l, const struct issue_transfer *t)
{
	const struct ledger_asset *a = &l->in->ledger->assets[t->asset];
	bool sent = t->own->qty.e8 < 0;
	const struct qty q = sent ? t->other.qty : t->own->qty;
	struct issue *i = issue_add(l, ISSUE_TRANSFER_MAYBE, a);

	issue_add_row(l, a, t->own);
	issue_add_row(l, a, &t->other);
	i->detail = pool_printf(
		l->pool,
		sent ? "%s %s saíram daqui em %s e a mesma quantidade entrou em %s em %s: pode ser "
		       "uma transferência que demorou."
		     : "%s %s entraram aqui em %s e a mesma quantidade saiu de %s em %s: pode ser "
		       "uma transferência que demorou.",
		quantity_text(l->pool, q), a->symbol, date_text(l->pool, t->own->day), t->portfolio,
		date_text(l->pool, t->other.day));
	i->action = REMEDY_PATCH_DAY;
	i->day = t->other.day;
	i->remedy =
		"Se foi transferência, ponha as duas no mesmo dia: o custo segue com a posição. "
		"Se não foi, não há o que fazer.";
}

void issues_transfers(struct issue_list *l)
{
	const struct issues_input *in = l->in;
	const struct ledger_row *told = NULL;

	for (size_t i = 0; i < in->n_transfers && stop_asked() == STOP_NOT; i++) {
		const struct issue_transfer *t = &in->transfers[i];

		if (t->own == told || is_move(in, t->own))
			continue;
		told = t->own; /* the nearest one */
		maybe(l, t);
	}
}

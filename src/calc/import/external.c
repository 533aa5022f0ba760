/* SPDX-License-Identifier: Apache-2.0 */
/* external.c: external ids in a sheet: each of one row, and only of trades. */
#include "config.h"

#include "calc/import/import_row.h"
#include "core/order.h"
#include "core/pool.h"

struct external {
	const char *id;
	size_t row;
};

static int external_compare(const void *x, const void *y)
{
	const struct external *a = x, *b = y;
	int c = strcmp(a->id, b->id);

	return c ? c : (a->row > b->row) - (a->row < b->row);
}

void externals_check(struct import_work *w)
{
	struct external *all = pool_array(w->pool, struct external, w->n);
	size_t n = 0;

	for (size_t i = 0; i < w->n; i++) {
		struct import_entry *e = &w->entries[i];

		if (!e->external_id || e->status != IMPORT_IMPORTED)
			continue;
		if (e->effect == ENTRY_TRADE) {
			all[n++] = (struct external){ e->external_id, i };
			continue;
		}
		import_warn(w, i,
			    "Linha %zu: o id externo não é guardado; só compras, vendas, "
			    "desdobramentos e ajustes o têm.",
			    e->line);
		e->external_id = NULL;
	}
	order_sort(all, n, sizeof(*all), external_compare);
	for (size_t k = 1; k < n; k++)
		if (str_eq(all[k - 1].id, all[k].id))
			import_fail(w, all[k].row, "id externo de outra linha do arquivo: %.80s",
				    all[k].id);
}

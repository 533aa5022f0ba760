/* SPDX-License-Identifier: Apache-2.0 */
/* paper_kind.c: what a paper of fixed income is, from the metadata of its asset. */
#include "config.h"

#include "portfolio/store/paper_kind.h"

#include "calc/amounts/accrual.h"
#include "calc/amounts/coupons.h"
#include "core/pool.h"
#include "http/json_read.h"

const char *paper_kind(void *pool, const struct ledger_asset *a)
{
	struct json_object *o = a->meta && strstr(a->meta, "\"paper\"")
					? json_read(pool, slice_of(a->meta))
					: NULL,
			   *paper = NULL;

	if (o && json_object_object_get_ex(o, "paper", &paper) &&
	    json_object_is_type(paper, json_type_string))
		return pool_strdup(pool, json_object_get_string(paper));
	return a->terms ? a->terms->paper : NULL;
}

const char *paper_interest_unknown(void *pool, const struct ledger_asset *a,
				   const struct market_symbol *m, struct day today)
{
	if (m && m->n_distributions)
		return NULL;
	if (a->type == ASSET_TESOURO &&
	    treasury_pays(a->quoted_as ? a->quoted_as : a->symbol, today))
		return "os juros de um título do Tesouro não são calculados: só contam os digitados ou importados";
	if (a->type == ASSET_DEBENTURE)
		return "os juros e as amortizações de uma debênture não são calculados: só contam os digitados ou importados";
	if (a->type == ASSET_RENDA_FIXA && accrual_pays_on_the_way(paper_kind(pool, a)))
		return "os juros e as amortizações deste papel não são calculados: só contam os digitados ou importados";
	return NULL;
}

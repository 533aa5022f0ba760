/* SPDX-License-Identifier: Apache-2.0 */
/* paper_kind.h: the kind of a paper of a bank or a securitiser, as a statement or the person said it. */
#ifndef LASTRO_PORTFOLIO_STORE_PAPER_KIND_H
#define LASTRO_PORTFOLIO_STORE_PAPER_KIND_H

#include "calc/amounts/amounts.h"

/* paper_kind() - "CDB", "LCI Banco Azul": meta.paper, else that of the contract; NULL: not said. */
const char *paper_kind(void *pool, const struct ledger_asset *a);

/*
 * paper_interest_unknown() - of a paper that pays interest before it matures and of which no calendar has it: why it is in no
 * sum unless somebody typed or imported it, pt-BR; NULL: such a paper it is not (doc/market-rules.md, Interest that is not derived).
 * @m: the market's, or NULL
 */
const char *paper_interest_unknown(void *pool, const struct ledger_asset *a,
				   const struct market_symbol *m, struct day today);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * funds.h: CVM's data about funds, for costs (doc/calculations.md 9.1) and look-through (10).
 *
 * A fund is named by the tax id of its class, 14 characters, as in the ledger.  Each query is one round
 * trip, whatever the number of funds.
 */
#ifndef LASTRO_MARKET_PRICES_FUNDS_H
#define LASTRO_MARKET_PRICES_FUNDS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/day.h"
#include "core/decimal.h"
#include "core/ctx.h"

/* The register's data; NULL or false for an unknown fund. */
struct fund_fact {
	const char *tax_id;
	const char *name; /* NULL: unknown */
	bool known;	  /* the register or a statement of fees has the fund */
	bool active;
	bool fee_known;
	struct percent fee;	   /* administration, a year */
	const char *administrator; /* NULL: unknown */
	const char *peer_class;	   /* of ANBIMA; NULL: none, so no peers */
	bool is_fic;		   /* a fund of funds */
	/*
	 * Active funds of the same class and FIC condition whose fee is in ]0, 20], this one excluded.
	 * The caller decides how many a median needs (five).
	 */
	size_t peers;
	bool median_known; /* peers > 0 */
	struct percent median;
};

/* One disclosed kind of asset of a fund, its rows summed. */
struct fund_asset {
	const char *tp_aplic;  /* as CVM writes it: "Ações", "Cotas de Fundos" */
	struct money value;    /* negative: short or payable */
	const char *code;      /* ticker, paper or SELIC code; NULL: none */
	const char *fund_cnpj; /* for quotas: the tax id of their class; else NULL */
};

struct fund_portfolio {
	const char *tax_id;
	const char *name; /* NULL: unknown */
	struct day comptc_date;
	bool pl_known;
	struct money pl; /* net worth at that date */
	const struct fund_asset *rows;
	size_t n; /* 0: a month without disclosed assets */
};

/* Ascending by tax id. */
struct fund_portfolios {
	const struct fund_portfolio *list;
	size_t n;
};

/* market_fund_facts() - out[i] is of tax_ids[i], in any order; the data lives with ctx->pool. */
void market_fund_facts(struct ctx *ctx, const char *const *tax_ids, size_t n,
		       struct fund_fact *out);

/*
 * market_fund_portfolios() - the last disclosed month of each of these funds, and of the funds whose
 * quotas they hold (the second level), in one list.  A fund that discloses nothing is missing.
 * @at: only months up to this day; or NULL
 */
void market_fund_portfolios(struct ctx *ctx, const char *const *tax_ids, size_t n,
			    const struct day *at, struct fund_portfolios *out);

/* fund_portfolio_find() - NULL: it discloses nothing. */
const struct fund_portfolio *fund_portfolio_find(const struct fund_portfolios *all,
						 const char *tax_id);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * desk_facts.h: the present facts of companies, debentures and receivables funds, for the board, an
 * issuer's page and the alerts.  Each list is read in one round trip, whatever its length.
 */
#ifndef LASTRO_DESK_DESK_FACTS_H
#define LASTRO_DESK_DESK_FACTS_H

#include "calc/credit/credit.h"
#include "desk/object_names.h"

/* A company's newest statements; amounts and ratios alike on 8 places. */
struct company_facts {
	const char *tax_id;
	int64_t id;
	int64_t cvm_code;
	const char *status; /* of its registration */
	bool active;
	const char *state; /* of the issuer, as the register says it; NULL: not said */
	bool has_cancelled_on;
	struct day cancelled_on;
	int year_end; /* last month of its fiscal year */
	bool filed;   /* there are statements: the following members are theirs */
	const char *scope, *form;
	int64_t version;
	struct day reference;
	bool dated;
	struct day filed_at;
	struct maybe revenue, ebitda, ebit, net_income, cash, gross_debt, net_debt, equity;
	struct maybe short_debt, interest; /* the latter of twelve months */
	bool has_liabilities;	     /* the document has the statement that tells short_debt */
	const char *interest_source; /* of interest_source_names, or NULL */
	struct json_object *reasons; /* why figures are not known, by their names; or NULL */
	struct maybe leverage, coverage, liquidity;
	/* Those of the date before, of the same scope and made of the same lines. */
	bool has_before;
	struct day before;
	struct maybe leverage_before, coverage_before;
	const char *reason_before; /* leverage_reason() then */
};

struct company_list {
	struct company_facts *list; /* by tax id */
	size_t n;
};

/* facts_companies() - for those of @names that are companies of the register. */
struct company_list facts_companies(struct ctx *ctx, const struct names *names);
const struct company_facts *company_facts_of(const struct company_list *l, const char *tax_id);

/*
 * leverage_reason() - "ebitda_not_positive" when there is net debt without positive EBITDA, which
 * breaks every limit of leverage; else NULL.
 */
const char *leverage_reason(const struct company_facts *c);

/* company_facts_write() - writes figures and ratios with their filing as members of an open object. */
void company_facts_write(struct json *j, const struct company_facts *f);

/* A price in percent of the par that the contract accrues to: coupons and amortisations do not move it. */
struct par_facts {
	const char *source;
	struct maybe now, then, points; /* points: now less then */
	struct day day, before;		/* of the two that are known */
};

/* A debenture's last prices and marks. */
struct paper_facts {
	const char *code;
	struct day day, before;
	bool has_before;
	const char *price_source;
	wide price_e12, price_before_e12;
	struct maybe change; /* percent, with what was paid in between put back */
	struct par_facts par;
	const char *rate_kind; /* of rate_kind_names, or NULL */
	struct maybe rate, rate_before;
	bool has_mark;
	struct day mark_day;
	const char *indexer, *issuer_tax_id;
	bool has_maturity;
	struct day maturity;
};

struct paper_list {
	struct paper_facts *list; /* by code */
	size_t n;
};

/* paper_source() - the source of a price: trades over the counter, else ANBIMA. */
const char *paper_source(const char *segment);

struct paper_list facts_papers(struct ctx *ctx, const struct names *names);
const struct paper_facts *paper_facts_of(const struct paper_list *l, const char *code);

/* A receivables fund's newest monthly report. */
struct fund_facts {
	const char *tax_id;
	struct day day;
	struct maybe net_worth, senior, mezzanine, junior, subordinate;
	struct maybe subordination, of_mezzanine; /* percent of the classes below the layer */
	const char *reason;			  /* why there is no subordination, or NULL */
	struct maybe classes_sum, difference;	  /* difference: from net worth, percent of it */
	bool differ;				  /* by more than filings round */
	int64_t holders;			  /* -1: not said */
	bool has_before;
	struct day before; /* of the report before */
	struct maybe net_worth_before, subordination_before;
};

struct fund_list {
	struct fund_facts *list; /* by tax id */
	size_t n;
};

struct fund_list facts_funds(struct ctx *ctx, const struct names *names);
const struct fund_facts *fund_facts_of(const struct fund_list *l, const char *tax_id);

/*
 * paper_facts_write() - writes price, par and rate into an open object; null when unknown, all null
 * when @p is NULL.
 */
void paper_facts_write(struct json *j, const struct paper_facts *p);

/* fund_facts_write() - writes fund_report into an open object; null when @f is NULL. */
void fund_facts_write(struct json *j, const struct fund_facts *f);

/* known_write() - a figure, or null. */
void known_write(struct json *j, const char *name, struct maybe v, int shown);

#endif

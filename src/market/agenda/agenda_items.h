/* SPDX-License-Identifier: Apache-2.0 */
/* agenda_items.h: the agenda of a window before it is rendered. */
#ifndef LASTRO_MARKET_AGENDA_AGENDA_ITEMS_H
#define LASTRO_MARKET_AGENDA_AGENDA_ITEMS_H

#include "core/day.h"
#include "core/decimal.h"
#include "core/ctx.h"
#include "market/prices/payments_ahead.h"

struct wallet_tax_due; /* portfolio/portfolio.h */
struct wallet_fixed;   /* likewise */
struct wallet_expiry;

/* A right that is separated from a paper on its ex day. */
struct right_item {
	struct day ex_day;
	const char *ticker, *name, *kind, *status;
	struct price per_share; /* BRL; for a split new shares per old */
	bool has_record, has_pay;
	struct day record_day, pay_day;
	const char *url; /* of the document that changed its status, or NULL */
	bool expected_known;
	struct qty held; /* by the portfolio, with expected_known */
	struct money expected;
};

struct macro_item {
	const char *key, *what, *why, *tag;
	struct day day;
	bool has_at;
	int64_t at_ms;
	bool cancelled;
};

struct release_item {
	struct day day, reference_date;
	const char *ticker, *name, *status;
	const char *tickers;		      /* all of the company's, each between commas */
	const char *protocol, *url, *subject; /* of the document that confirms, or NULL */
	bool has_filed;
	struct day filed_at;
};

struct agenda {
	struct day from, to;
	struct right_item *rights;
	size_t n_rights;
	struct macro_item *macros;
	size_t n_macros;
	struct release_item *releases;
	size_t n_releases;
	bool more_rights, more_macros,
		more_releases; /* there are more: the lists end before the window does */
	const struct wallet_tax_due *dues; /* of the account, when a person asks with a portfolio */
	size_t n_dues;
	const struct wallet_expiry *expiries; /* of the portfolio's options, in the window */
	size_t n_expiries;
	const struct wallet_fixed *fixed; /* what the portfolio has of fixed income, */
	size_t n_fixed;
	struct payments_ahead
		ahead;	    /* and what it pays in the window, by contract; paper: of fixed */
	const char *ledger; /* id and version of the selected portfolio; "" */
};

/* agenda_load() - the events in [today, today + @days]. */
void agenda_load(struct ctx *ctx, int days, struct agenda *out);

/*
 * agenda_narrow() - keeps only events of the holdings of the caller's portfolio with this id, and adds
 * the expected amount of each payment, the expiries of its options and what its fixed income pays; macro events stay.  Refuses as the wallet does.
 */
void agenda_narrow(struct ctx *ctx, const char *portfolio, struct agenda *a);

/* agenda_remind() - the DARF due in the window, when the caller is one person; after agenda_narrow(). */
void agenda_remind(struct ctx *ctx, struct agenda *a);

/* agenda_pays() - the gross amount of a payment of fixed income for what is held, cents; false: not known. */
bool agenda_pays(struct ctx *ctx, const struct agenda *a, const struct ahead_payment *p,
		 struct money *out);

/* agenda_is_cash() - whether the right is a payment of money. */
bool agenda_is_cash(const struct right_item *r);

/* agenda_render() - {mercado, macro, resultados, meta}; meta.truncated names the truncated lists. */
struct json;
void agenda_render(struct ctx *ctx, struct json *j, const char *name, const struct agenda *a);

/* agenda_calendar() - the same as iCalendar (RFC 5545), on ctx->pool. */
struct slice agenda_calendar(struct ctx *ctx, const struct agenda *a);

void feed_create(struct ctx *ctx);
void feed_list(struct ctx *ctx);
void feed_delete(struct ctx *ctx);
void feed_get(struct ctx *ctx);

#endif

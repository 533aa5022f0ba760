/* SPDX-License-Identifier: Apache-2.0 */
/* run.h: what the parsers of src/load share while one file is loaded; nobody else includes this. */
#ifndef LASTRO_LOAD_RUN_H
#define LASTRO_LOAD_RUN_H

#include <libpq-fe.h>

#include "access/caller.h"
#include "core/pool.h"
#include "core/text.h"
#include "db/db.h"
#include "load/load.h"
#include "load/reader.h"

struct load {
	struct ctx *ctx;
	void *pool; /* of this file */
	const struct load_source *source;
	const struct load_options *opt;
	struct load_result *res;
	struct reader *in;
	const char *name;	    /* of the innermost file, without folders */
	bool touched[FAMILY_COUNT]; /* families that this file changed */
	PGconn *raw;		    /* while outside pipeline mode, else NULL */
};

/* load_refuse() - one row is bad: counted, the first ones shown. */
void load_refuse(struct load *l, int64_t line, const char *reason, ...) PRINTF_LIKE(3, 4);

/* A cell in a reason, for "%.*s": its first 80 bytes. */
#define SHOWN(s) (int)((s).n < 80 ? (s).n : 80), (s).p

/* load_warn() - say something of the whole file. */
void load_warn(struct load *l, const char *warning, ...) PRINTF_LIKE(2, 3);

/* load_fail() - refuse the file. */
NORETURN void load_fail(struct load *l, const char *why, ...) PRINTF_LIKE(2, 3);

/* load_day() - a day that the file is about. */
void load_day(struct load *l, struct day d);

/* load_counted() - @touched of @sent rows were written, the rest was there already. */
void load_counted(struct load *l, int64_t sent, int64_t touched, enum market_family family);

/*
 * load_raw() - libpq itself, for COPY and temporary tables; load_cooked() returns to db.h, in the
 * same transaction.  load_sql() runs one statement there and says how many rows it touched.
 */
PGconn *load_raw(struct load *l);
void load_cooked(struct load *l);
int64_t load_sql(struct load *l, const char *sql);

/* load_json() - the whole file as JSON, strictly read; a JSON string that holds JSON is opened. */
struct json_object;
struct json_object *load_json(struct load *l);

/* load_symbols_changed() - stamp what their derived state was made from; families[REFERENCE] is touched. */
void load_symbols_changed(struct load *l, const char *venue, const char *const *symbols, size_t n);

/* load_rates_changed() - the same for what was made from official rates of the dollar. */
void load_rates_changed(struct load *l);

/* Statements of the rooms, for load_register(). */
void load_own_register(void);
void quotes_register(void);
void sgs_register(void);
void ptax_register(void);
void ohlc_register(void);
void klines_register(void);
void usdt_register(void);
void holidays_register(void);
void reference_register(void);
void company_register(void);
void details_register(void);
void instruments_register(void);
void successions_register(void);
void prices_register(void);
void tesouro_register(void);
void debenture_register(void);
void anbima_debentures_register(void);
void sectors_register(void);
void market_events_register(void);
void calendars_register(void);
void objects_register(void);
void credit_lines_register(void);

/* The parsers. */
void load_cotahist(struct load *l);
void load_sgs(struct load *l);
void load_ptax(struct load *l);
void load_ohlc(struct load *l);
void load_klines(struct load *l);
void load_usdt(struct load *l);
void load_holidays(struct load *l);
void load_supplement(struct load *l);
void load_cash_dividends(struct load *l);
void load_details(struct load *l);
void load_instruments(struct load *l);
void load_events(struct load *l);
void load_successions(struct load *l);
void load_funds_old(struct load *l);
void load_fund_register(struct load *l);
void load_fund_fees(struct load *l);
void load_fund_quotas(struct load *l);
void load_fund_portfolios(struct load *l);
void load_tesouro(struct load *l);
void load_anbima_debentures(struct load *l);
void load_debenture_prices(struct load *l);
void load_debentures(struct load *l);
void load_sectors(struct load *l);
void load_objects(struct load *l);
void load_company_register(struct load *l);
void load_company_forms(struct load *l);
void load_company_documents(struct load *l);
void load_statements(struct load *l);
void load_offerings(struct load *l);
void load_market_events(struct load *l);
void load_earnings_calendar(struct load *l);
void load_macro_calendar(struct load *l);
void load_dividend_status(struct load *l);
void load_edition(struct load *l);
void load_ratings(struct load *l);
void load_regulation_terms(struct load *l);
void load_receivables(struct load *l);
void load_index_components(struct load *l);

#endif

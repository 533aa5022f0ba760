/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_answers.h: the income tax of an account, a portfolio or a client (doc/tax.md 20).
 *
 * Load, compute and render are separate, so that a page shows what the answer shows.
 */
#ifndef LASTRO_PORTFOLIO_TAX_TAX_ANSWERS_H
#define LASTRO_PORTFOLIO_TAX_TAX_ANSWERS_H

#include "calc/tax/tax.h"
#include "core/json_write.h"
#include "db/db.h"

#define TAX_CAVEAT                                                                                     \
	"Apuração auxiliar feita com os lançamentos informados e as regras vigentes em cada data; " \
	"não substitui os informes de rendimentos, as notas de corretagem, o programa da Receita "    \
	"Federal nem um contador. Campos sem valor trazem o motivo. Multa e juros de atraso são "     \
	"estimados; o Sicalc decide. Não inclui operações fora da carteira."

/* The taxpayer: all portfolios that the account controls; one, as if it were all; or a client's. */
enum tax_scope { TAX_ACCOUNT, TAX_PORTFOLIO, TAX_CLIENT };
extern const char *const tax_scope_names[];

/* An asset of the joint ledger, in one of its portfolios. */
struct tax_own_asset {
	struct uuid id;
	size_t asset, portfolio; /* indices in the ledger */
	const char *meta;	 /* JSON as stored, or NULL */
};

/* A bonus of the reference data without a declared value, which no row of the portfolio has. */
struct tax_bare_bonus {
	size_t asset, portfolio; /* indices in the ledger */
	const struct applied_event *event;
};

struct taxpayer {
	enum tax_scope scope;
	struct tax_ledger ledger;
	const struct uuid *portfolios; /* as in ledger.portfolios */
	const struct tax_own_asset *own;
	size_t n_own;
	const struct tax_bare_bonus *bonuses; /* by portfolio */
	size_t n_bonuses;
	const char *stated; /* the stored document of inputs, or NULL */
	int64_t stated_version;
	bool called; /* as of ctx */
};

/* taxpayer_sentence() - what is computed together, in pt-BR. */
const char *taxpayer_sentence(const struct taxpayer *of);

/* tax_load_account() - the caller's own; tax_load_portfolio() - the chosen one, without stated inputs. */
void tax_load_account(struct ctx *ctx, struct taxpayer *out);
void tax_load_portfolio(struct ctx *ctx, struct taxpayer *out);
/* tax_load_client() - the consolidated portfolios of @client, without stated inputs. */
void tax_load_client(struct ctx *ctx, struct uuid client, struct taxpayer *out);

/* tax_compute(), tax_declare() - 422 ledger_out_of_range when a sum leaves the grid. */
void tax_compute(struct ctx *ctx, const struct taxpayer *of, int year, struct tax_year *out);
void tax_declare(struct ctx *ctx, const struct taxpayer *of, const struct tax_year *year,
		 struct tax_declaration *out);

/*
 * tax_versions() - the versions of everything that tax_load_account() reads, for an ETag known before
 * it.
 */
const char *tax_versions(struct ctx *ctx);

/* ---- parameters; each refuses with 400 invalid_parameter ---- */

/* tax_year_asked() - 2020 to this year. */
int tax_year_asked(struct ctx *ctx, const char *text);

/* ---- as JSON, one value under @name ---- */

void tax_year_render(struct json *j, const char *name, const struct taxpayer *of,
		     const struct tax_year *y);
/*
 * tax_missing_render() - renders the questions of a year (tax_gaps.h) in this order: the tax is unknown without the
 * answer; the answer may lower the tax; no request can answer.
 */
void tax_missing_render(struct ctx *ctx, struct json *j, const char *name,
			const struct taxpayer *of, const struct tax_year *y);
void tax_declaration_render(struct json *j, const char *name, const struct taxpayer *of,
			    const struct tax_declaration *d);

/* ---- in words, as pages, sheets and answers have them (tax_said.c) ---- */

const char *tax_reason_said(enum tax_reason reason);
/* tax_reasons_said() - a sentence each; NULL: none. */
const char *tax_reasons_said(void *pool, tax_reasons set);
const char *tax_warning_said(enum tax_warning_code code);
const char *tax_basket_said(int basket);
/* tax_basket_in() - ", em day trade"; "" of common operations. */
const char *tax_basket_in(int basket);
/* tax_month_name() - "outubro"; tax_month_in() - of a page about @year; tax_month_title() - "Outubro de 2026". */
const char *tax_month_name(struct month m);
const char *tax_month_in(void *pool, struct month m, int year);
const char *tax_month_title(void *pool, struct month m);
const char *tax_darf_said(enum darf_status status);
/* tax_code_said() - what the tax of a DARF's code is on: "6015" is "ganhos em bolsa, pessoa física". */
const char *tax_code_said(const char *code);

/* ---- a month as the program's sheets of the exchange ask it ---- */

enum tax_market { MARKET_SPOT, MARKET_ETF, MARKET_OPTIONS, MARKET_FII, MARKET_FIAGRO, TAX_MARKETS };
const char *tax_market_said(enum tax_market market);
/* tax_market_sum() - the result of a market in a basket, without the exempt gain; false: nothing was sold there. */
bool tax_market_sum(const struct tax_month *m, enum tax_basket basket, enum tax_market market,
		    struct tax_figure *out);
/* tax_paid_of() - what was paid of the month's DARF of the exchange. */
struct money tax_paid_of(const struct tax_year *y, struct month month);

/* ---- as CSV ---- */

struct slice tax_year_csv(void *pool, const struct tax_year *y);
struct slice tax_declaration_csv(void *pool, const struct tax_declaration *d);

/* ---- stated inputs ---- */

struct tax_stated {
	int64_t version;      /* 0: none stated yet */
	const char *document; /* JSON as stored, or NULL */
	struct tax_inputs inputs;
	const struct uuid *exclude;
	size_t n_exclude;
};

/* tax_stated_of() - parses a stored document for calc. */
struct tax_stated tax_stated_of(struct ctx *ctx, int64_t version, const char *document);

/* The document of an account, for previews: $1 the workspace, $2 the account. */
extern struct db_stmt tax_inputs_row;

/*
 * tax_inputs_judge() - refuses members of a document as PUT does.
 * tax_inputs_set() - replaces, by the members that @given has, those of the document of @version, and writes the whole one
 * to @out; 409 tax_inputs_conflict when the present one has another version.
 */
struct body;
struct json_object;
void tax_inputs_judge(struct ctx *ctx, struct body *b);
void tax_inputs_set(struct ctx *ctx, int64_t version, struct json_object *given, struct json *out,
		    const char *name);

/* tax_inputs_changed() - when the caller's were last written; 0: never. */
int64_t tax_inputs_changed(struct ctx *ctx);

/* ---- facts of assets ---- */

/* tax_facts_of() - adds the tax facts in an asset's stored meta to those in @a. */
void tax_facts_of(void *pool, const char *meta, const char *contract, struct tax_asset *a);

/* ---- routes ---- */

void tax_year_get(struct ctx *ctx);
void tax_declaration_get(struct ctx *ctx);
void tax_missing_get(struct ctx *ctx);
void tax_portfolio_year_get(struct ctx *ctx);
void tax_portfolio_declaration_get(struct ctx *ctx);
void tax_explain_get(struct ctx *ctx);
void tax_portfolio_explain_get(struct ctx *ctx);
void tax_inputs_get(struct ctx *ctx);
void tax_inputs_put(struct ctx *ctx);

#endif

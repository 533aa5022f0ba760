/* SPDX-License-Identifier: Apache-2.0 */
/* portfolio.h: portfolios, their ledgers and their figures, for other modules and the command. */
#ifndef LASTRO_PORTFOLIO_PORTFOLIO_H
#define LASTRO_PORTFOLIO_PORTFOLIO_H

#include "calc/import/import.h"
#include "calc/tax/tax.h"
#include "calc/value/value.h"
#include "core/uuid.h"
#include "http/route.h"

extern const struct route wallet_routes[];
extern const struct route import_routes[];

/*
 * ---- for modules with portfolios of their own (access_client() chose one) ----
 *
 * Each writes one value under @name to @out, and refuses with the wallet's codes.
 */

struct json;
struct body;
struct transactions;

/* A row of the ledger for previews: $1 the workspace, $2 its id, $3 the portfolio. */
extern struct db_stmt wallet_transaction_row;

/* An asset, likewise. */
extern struct db_stmt wallet_asset_row;

/* The targets of a portfolio: $1 the workspace, $2 the portfolio, which it locks. */
extern struct db_stmt wallet_targets_row;

/* The targets of all portfolios of an account together: $1 the workspace, $2 the account. */
extern struct db_stmt wallet_joint_targets_row;

/* How many rows a portfolio p has, $1 the workspace: members of a jsonb object. */
#define WALLET_ROW_COUNTS                                                                          \
	"'assets', (select count(*) from asset a"                                                  \
	"            where a.workspace_id = $1 and a.portfolio_id = p.id),"                        \
	"'transactions', (select count(*) from ledger l"                                           \
	"                  where l.workspace_id = $1"                                              \
	"                    and l.portfolio_id = p.id and l.retired_by is null),"                 \
	"'income', (select count(*) from income i"                                                 \
	"            where i.workspace_id = $1 and i.portfolio_id = p.id),"                        \
	"'imports', (select count(*) from import i"                                                \
	"             where i.workspace_id = $1 and i.portfolio_id = p.id)"

extern const char *const wallet_layers[]; /* of the detail; in the order of its bits */

/* wallet_detail() - PortfolioDetail with those layers; @at: as of a past day, or NULL. */
void wallet_detail(struct ctx *ctx, unsigned layers, const struct day *at, struct json *out,
		   const char *name);

/* All portfolios of many clients. */
struct wallet_client_portfolios {
	const struct uuid *clients; /* which the caller has checked */
	size_t n_clients;
	struct day as_of;
	bool at;	  /* a past day was requested */
	bool simulations; /* includes simulations, which do not count */
	bool values_only; /* only values: see portfolio_value() */
};

/* One of them, valued, without its money-weighted return. */
struct wallet_item {
	struct uuid client, id;
	const char *name;
	int64_t created_ms;
	bool simulation;
	size_t assets;
	const struct portfolio *portfolio;
	bool last;  /* of its client */
	void *pool; /* of its client: valid until the client's last portfolio was visited */
};

/*
 * wallet_client_portfolios() - visits each, by client, then in order of creation.  The number of
 * statements does not grow with the portfolios; newly derived figures are saved after the answer.
 */
void wallet_client_portfolios(struct ctx *ctx, const struct wallet_client_portfolios *want,
			      void (*each)(void *arg, const struct wallet_item *item), void *arg);

extern const char *const history_layers[]; /* in the order of these bits */
enum { HISTORY_DAILY = 1 << 0 };

/* A page of a history. */
struct wallet_months {
	bool all;	       /* of all portfolios together; else of the chosen one */
	const char *symbol;    /* only this paper, or NULL */
	const struct day *at;  /* a past day, or NULL */
	struct month from, to; /* only these, both counted */
	bool newest;	       /* the newest first */
	struct month after;    /* only months beyond this one, in that order */
	size_t limit;	       /* at least 1 */
	unsigned layers;       /* HISTORY_* */
	/* what was shown */
	size_t count;
	struct month last;
};

/* wallet_history() - months, return, benchmarks and risk; true when more months follow. */
bool wallet_history(struct ctx *ctx, struct wallet_months *m, struct json *out,
		    const char *name) MUST_CHECK;

/* wallet_moved() - what moved the months @from to @month, "2026-11" or NULL, of the chosen portfolio. */
void wallet_moved(struct ctx *ctx, const char *from, const char *month, struct json *out,
		  const char *name);

/* A page of the portfolio's received incomes, newest first.  Without a filter a text is NULL, @from and @to far away. */
struct wallet_incomes {
	bool all; /* of all portfolios */
	const char *symbol, *kind, *asset_type;
	struct day from, to;
	size_t limit; /* at least 1 */
	bool follows; /* only payments after @day and @key, in the order of the list */
	/* of the last payment that was shown, afterwards */
	struct day day;
	struct uuid key;
	size_t n;
};

/* wallet_income() - {summary, received}; true when more payments follow. */
bool wallet_income(struct ctx *ctx, struct wallet_incomes *asked, struct json *out,
		   const char *name) MUST_CHECK;

/* wallet_fixed_income() - all fixed income of the caller's portfolios: rates, maturities, what the FGC covers. */
void wallet_fixed_income(struct ctx *ctx, struct json *out, const char *name);

/*
 * wallet_targets() - its targets, or those of @all together, @at the end of a day, or now (NULL); false, and nothing is
 * written, when there are none.  @out: NULL: only tells
 */
bool wallet_targets(struct ctx *ctx, bool all, const struct day *at, struct json *out,
		    const char *name) MUST_CHECK;

/*
 * wallet_targets_read() - a document of targets; refuses as PUT does.
 * wallet_targets_set() - writes @t, or (NULL) withdraws the present one: then the result is null.  404 targets_not_found where there is none to withdraw.
 * wallet_targets_warning() - a sentence (pt-BR) on how much of what there is the present targets leave out; NULL: nothing,
 * or no targets.  Values the portfolio.
 * @all: those of all portfolios together
 */
struct plan_targets;
struct plan_targets *wallet_targets_read(struct ctx *ctx, struct body *b);
void wallet_targets_set(struct ctx *ctx, bool all, const struct plan_targets *t, struct json *out,
			const char *name);
const char *wallet_targets_warning(struct ctx *ctx, bool all);

/*
 * wallet_what_if() - what transactions would change in the chosen portfolio; in a TX_UNDONE.
 * @left_out: NULL, or it is a preview: the tax of each month from the first row's to today is compared, and the figures may be
 * left out: false, with the reason and nothing written, when another what-if of the portfolio is running or they would take
 * too long
 */
bool wallet_what_if(struct ctx *ctx, const struct transactions *all, struct json *out,
		    const char *name, const char **left_out);

/* Any write to the chosen portfolio. */
struct wallet_trial {
	bool touches; /* the tax, from the month of @first to today */
	struct day first;
	void (*write)(struct ctx *ctx, void *arg);
	void *arg;
};
/*
 * wallet_try_write() - the same of it, without rows; its warnings are of sales that it leaves uncovered, and not those of the
 * write itself.
 */
bool wallet_try_write(struct ctx *ctx, const struct wallet_trial *trial, struct json *out,
		      const char *name, const char **left_out);

/*
 * Concentration, costs, look-through and issues of the chosen portfolio.
 * @effects: also what the mends of these issues change, in a TX_UNDONE; NULL: of none
 */
struct wallet_issues_tried {
	const char *symbol, *asset_type, *severity, *code; /* NULL: of any */
};
void wallet_xray(struct ctx *ctx, struct json *out, const char *name);
void wallet_costs(struct ctx *ctx, struct json *out, const char *name);
void wallet_look_through(struct ctx *ctx, struct json *out, const char *name);
void wallet_issues(struct ctx *ctx, const struct wallet_issues_tried *effects, struct json *out,
		   const char *name);

/* A figure to be explained; a text is NULL when it was not given. */
struct wallet_explain {
	const char *field, *symbol, *asset_type, *item, *month, *day, *at;
	const char *slice, *contribution; /* of the plan */
	bool sell;
	bool all;	   /* of the plan of all portfolios together */
	size_t limit;	   /* steps and inputs of a page; at least 1 */
	const char *place; /* where the page begins, as returned by cursor(); NULL: at the first */
	const char *(*cursor)(void *arg, const char *place); /* makes the cursor of that place */
	void *arg;
	struct json *meta; /* meta goes here as a separate value; NULL: into the answer */
};

/* wallet_explain() - {figure, inputs, steps, meta}; refuses with invalid_parameter, as for a query. */
void wallet_explain(struct ctx *ctx, const struct wallet_explain *asked, struct json *out,
		    const char *name);

/*
 * What a client owes and declares, and the explanation of its figures; the caller has checked @client.
 * Each refuses with invalid_parameter and figure_not_found, as for a query.
 */
void wallet_client_tax(struct ctx *ctx, struct uuid client, const char *year, struct json *out,
		       const char *name);
void wallet_client_declaration(struct ctx *ctx, struct uuid client, const char *year,
			       struct json *out, const char *name);

/* A text is NULL when it was not given. */
struct wallet_tax_figure {
	const char *year, *field, *month, *symbol, *code, *item;
	struct json *meta; /* meta goes here as a separate value */
};
void wallet_client_tax_explain(struct ctx *ctx, struct uuid client,
			       const struct wallet_tax_figure *asked, struct json *out,
			       const char *name);

struct db_rows;
struct db_arg;

/* A page of the ledger, by day and id. */
struct wallet_rows {
	const char *symbol;	    /* only this paper, or NULL */
	const char *kind;	    /* only this kind of row, or NULL */
	struct day from, to;	    /* rows of these days */
	bool newest;		    /* first */
	const struct db_arg *after; /* only rows after this day and id, in that order */
	int64_t limit;		    /* number of rows */
};
#define WALLET_ROW_ID 0 /* columns of the result */
#define WALLET_ROW_DAY 7

/* wallet_rows() - the page; @sums: of all rows that its filters mean, for wallet_row_sums(). */
struct db_rows *wallet_rows(struct ctx *ctx, const struct wallet_rows *want, struct db_rows **sums);
/* wallet_row_sums() - writes the members total and sums. */
void wallet_row_sums(struct json *j, const struct db_rows *sums);
/* wallet_row() - writes one of them: PortfolioTransaction with its asset. */
void wallet_row(struct json *j, const struct db_rows *rows, size_t i);

/* Sentences about a write; the answer has them, too. */
struct wallet_warnings {
	const char **items;
	size_t n;
};

struct new_asset;
struct upload;

#define WALLET_ROWS_MAX 5000

/* wallet_asset_read() - reads a new asset from a body, and refuses with its errors. */
struct new_asset *wallet_asset_read(struct ctx *ctx, struct body *b);
/*
 * wallet_asset_add() - adds it; a duplicate violates asset_symbol_unique, which the caller announces
 * with db_conflict().
 */
void wallet_asset_add(struct ctx *ctx, const struct new_asset *a, struct json *out,
		      const char *name);
/* wallet_asset_id() - the id of the new asset. */
struct uuid wallet_asset_id(const struct new_asset *a);
/* wallet_asset_drop() - deletes it with its rows and income; false when the portfolio has no such asset. */
bool wallet_asset_drop(struct ctx *ctx, struct uuid id) MUST_CHECK;

/*
 * wallet_price_read() - reads a price that the person states, or, with a price of null, withdraws.
 * wallet_price_write() - writes it; 404 asset_not_found, 404 stated_price_not_found.
 */
struct stated_price {
	struct body *body; /* for errors that only the asset reveals */
	bool withdraws;
	struct close close;
};
struct stated_price *wallet_price_read(struct ctx *ctx, struct body *b);
void wallet_price_write(struct ctx *ctx, const struct stated_price *p, struct uuid asset,
			struct json *out, const char *name);

/* wallet_transactions_sent() - the rows of the request's body, at most @max; refuses with all their errors. */
struct transactions *wallet_transactions_sent(struct ctx *ctx, size_t max);
/* wallet_transactions_of() - the same out of one object: its own members, or those of its "transactions". */
struct transactions *wallet_transactions_of(struct ctx *ctx, struct body *b, bool many);
/* wallet_transactions_add() - adds all or none, and creates missing assets. */
struct wallet_warnings wallet_transactions_add(struct ctx *ctx, const struct transactions *all,
					       struct json *out, const char *name);
/* wallet_transaction_id() - the id of the first new row. */
struct uuid wallet_transaction_id(const struct transactions *all);
/* wallet_transaction_drop() - deletes a row; false when the portfolio has no such row. */
bool wallet_transaction_drop(struct ctx *ctx, struct uuid id) MUST_CHECK;

/*
 * wallet_file_open() - @content as it is, or, of a PDF, its brokerage notes as a CSV: nothing else of it goes
 * on.  400 import_unreadable, also without the password that it asks for.
 * @password: or NULL; kept nowhere
 */
struct slice wallet_file_open(struct ctx *ctx, struct slice content, const char *password);
/* wallet_upload() - a file to be imported, parsed and recognised; refuses as the import does. */
struct upload *wallet_upload(struct ctx *ctx, const char *filename, struct slice content);
/*
 * ---- for the pages of an import ----
 *
 * wallet_columns() - the sheet of a file and its columns: as the account's mapping of such a sheet says, or guessed.
 * @header, @operation: of column_guess()
 */
struct wallet_columns {
	const struct sheet *sheet;
	struct column_guess guess;
	const char *name;		   /* of the mapping; NULL: all is guessed */
	const struct column_mapping *kept; /* of such a sheet, whatever was chosen since; or NULL */
};
void wallet_columns(struct ctx *ctx, struct slice content, long header, size_t operation,
		    struct wallet_columns *out);

/* A row of a held file, as it is read with what was corrected so far. */
struct wallet_file_row {
	size_t n;				   /* at most CORRECTED_CELLS_MAX cells */
	const char *names[CORRECTED_CELLS_MAX];	   /* of the header; NULL: none */
	const char *cells[CORRECTED_CELLS_MAX];	   /* NULL: empty */
	const char *in_file[CORRECTED_CELLS_MAX];  /* the file's own, likewise */
	const char *expected[CORRECTED_CELLS_MAX]; /* pt-BR, or NULL */
	const char *reason;			   /* pt-BR: what is wrong, or NULL */
	bool corrected, left_out;
};
/* wallet_file_row() - the row of data at @line; false when the file has none there. */
struct form_file;
bool wallet_file_row(struct ctx *ctx, const struct form_file *file, size_t line,
		     struct wallet_file_row *out);
/* wallet_file_corrections() - what was corrected of a held file, ascending by line; *n of them. */
const struct row_correction *wallet_file_corrections(struct ctx *ctx, const struct form_file *file,
						     size_t *n);

/* import_mapping_create() - POST /v1/import-mappings, for a page; likewise import_mapping_list(). */
void import_mapping_create(struct ctx *ctx);
void import_mapping_list(struct ctx *ctx);
/* import_mapping_drop() - deletes one of the account; answers as DELETE does; 404 import_mapping_not_found. */
void import_mapping_drop(struct ctx *ctx, const char *id);

/* wallet_upload_refusals() - its possible refusals, for a file at @pointer of an input. */
struct call_refusal;
const struct call_refusal *wallet_upload_refusals(void *pool, const char *pointer);
/*
 * wallet_upload_accept() - whether the person has confirmed the difference in the file's own sums, without which
 * wallet_upload_write() refuses (409 import_unconfirmed).
 */
void wallet_upload_accept(struct upload *u, bool accepted);
/* wallet_upload_show_rows() - wallet_upload_write() will also write the rows, as a dry run does: for a preview. */
void wallet_upload_show_rows(struct upload *u);
/* wallet_upload_write() - writes it to the portfolio; writes the import summary. */
struct wallet_warnings wallet_upload_write(struct ctx *ctx, const struct upload *u,
					   struct json *out, const char *name);

/* ---- for protocol calls: a person's own portfolios and a client's alike ---- */

struct call;

/*
 * wallet_call_reading() - begins to read the input by the functions that read bodies; their errors name members of
 * the input.
 */
void wallet_call_reading(struct call *c);

/* wallet_call_day() - the requested past day, or NULL. */
const struct day *wallet_call_day(const struct call *c);
/* wallet_call_layers() - the indices of wallet_layers in input.include, as bits. */
unsigned wallet_call_layers(const struct call *c);
/*
 * A page of the history, the ledger, an explanation or the received incomes; the operation's enter() selects the portfolio after
 * the cursor was read.  An operation without a subject explains the plan of all portfolios together.
 */
void wallet_call_history(struct call *c);
void wallet_call_ledger(struct call *c);
void wallet_call_explain(struct call *c);
void wallet_call_income(struct call *c);
/*
 * The plan of the portfolio that the call has entered, @client's or (NULL) the caller's own; in a TX_UNDONE.  404
 * targets_not_found.
 */
void wallet_call_plan(struct call *c, const struct uuid *client);
/* wallet_call_plan_of_all() - of all portfolios of the wallet together. */
void wallet_call_plan_of_all(struct call *c);

/*
 * Actions on a portfolio: the subject of the call, or input.portfolio_id.  The input is checked first (400); then the
 * operation's enter() calls wallet_call_writing() and selects the portfolio; what its ledger does not allow is refused after
 * that (409).  The operation's arg:
 */
struct target_kind;
struct wallet_kinds {
	const struct target_kind *portfolio, *asset, *transaction, *targets;
};
/* wallet_call_portfolio() - the id of the portfolio. */
struct uuid wallet_call_portfolio(const struct call *c);
/* wallet_call_input() - begins to read the input in the form in which the wallet reads bodies. */
struct body *wallet_call_input(struct call *c);
/* wallet_call_writing() - translates the refusals of a write: those of the ledger become conflicts (409). */
void wallet_call_writing(struct call *c);
/* wallet_call_import() - imports the file; a preview adds its rows as read. */
void wallet_call_import(struct call *c);
void wallet_call_import_undo(struct call *c);
void wallet_call_imports(struct call *c);
void wallet_call_warn(struct call *c, struct wallet_warnings w);
/* wallet_call_transactions() - one row in the input itself, or many in input.transactions. */
struct transactions *wallet_call_transactions(struct call *c);
/* wallet_call_transaction_begin() - the rows, with the targets announced; wallet_call_transaction_write() - adds them. */
struct transactions *wallet_call_transaction_begin(struct call *c);
void wallet_call_transaction_write(struct call *c, const struct transactions *rows);
void wallet_call_price_state(struct call *c);
/* wallet_call_targets() - sets or withdraws them, by input.targets; an operation without kinds: those of all portfolios together. */
void wallet_call_targets(struct call *c);

/*
 * wallet_client_portfolio_add() - adds a portfolio of @client; a name that the client already uses
 * violates portfolio_name_unique.
 */
void wallet_client_portfolio_add(struct ctx *ctx, struct uuid client, struct uuid id,
				 const char *name, bool exclude_from_consolidated);
/* wallet_client_portfolio_drop() - deletes the chosen one with everything in it. */
void wallet_client_portfolio_drop(struct ctx *ctx);

struct wallet_file {
	const char *name;     /* or NULL */
	const char *password; /* or NULL */
	struct slice content;
	bool accepted; /* wallet_upload_accept() */
};

/*
 * wallet_import_file() - imports a file into ctx->caller's portfolio (resource_workspace, portfolio,
 * account); writes the import summary to @out.  Refuses as the import does; a dry run writes nothing.
 */
void wallet_import_file(struct ctx *ctx, const struct wallet_file *file, bool dry_run,
			struct json *out);

/* A holding of a portfolio, by its present ticker. */
struct wallet_holding {
	const char *ticker;
	struct qty qty; /* > 0 */
	bool quoted;	/* its value is based on a market close */
	struct day quote_day;
};
struct wallet_expiry {
	const char *ticker;
	struct day day; /* not before today */
	struct qty qty; /* > 0 */
	bool written;
};
/* Fixed income that is held: a bond of the Treasury, a debenture, or a paper of a bank. */
struct wallet_fixed {
	const char *symbol, *name; /* name: or NULL */
	const char *market_symbol; /* as the market spells it */
	enum asset_type type;
	struct qty qty;
	bool matures; /* maturity, of its contract */
	struct day maturity;
};
struct wallet_holdings {
	const struct wallet_holding *list;
	size_t n;
	const struct wallet_fixed *fixed;
	size_t n_fixed;
	const struct wallet_expiry *expiries; /* of options, by day and ticker */
	size_t n_expiries;
	const char *version; /* id and ledger version, for an ETag */
};

/*
 * wallet_readable() - chooses the portfolio with this id in the caller's own workspace; refuses as
 * wallet_holdings() does.  wallet_editable() - the same, and 403 wallet_resource_forbidden for a
 * read-only caller; the calling operation audits the write, not the wallet.
 */
void wallet_readable(struct ctx *ctx, const char *portfolio);
void wallet_editable(struct ctx *ctx, const char *portfolio);
/* wallet_entered() - the same for a page of all portfolios, whose write the wallet audits. */
void wallet_entered(struct ctx *ctx, const char *portfolio);

/*
 * wallet_holdings() - the open positions of the portfolio with this id in the caller's own workspace.
 * 403 scope_missing, 404 wallet_not_installed, 404 portfolio_not_found for one that he may not read.
 */
struct wallet_holdings wallet_holdings(struct ctx *ctx, const char *portfolio);

/* An unpaid DARF of the caller's account (doc/tax.md 20.5). */
struct wallet_tax_due {
	const char *code, *status;
	struct month period;
	struct day due_on;
	bool amount_known;
	struct money amount, left; /* left: less what was paid */
	tax_reasons reasons;	   /* why the amount is unknown */
};
struct wallet_tax_dues {
	struct wallet_tax_due *items; /* by year, code, period */
	size_t n;
	const char *versions; /* of everything that was read, for an ETag */
};

/* wallet_tax_dues() - those due in [@from, @to], @from not before today. */
struct wallet_tax_dues wallet_tax_dues(struct ctx *ctx, struct day from, struct day to);
/*
 * wallet_tax_abroad() - what is left to pay of the tax from abroad of the year before, with its declaration; false: nothing, it is
 * not known, or it is not due in [@from, @to].
 */
bool wallet_tax_abroad(struct ctx *ctx, struct day from, struct day to,
		       struct wallet_tax_due *out) MUST_CHECK;
/* wallet_tax_due_is_open() - whether something is to be paid, and how much is known. */
bool wallet_tax_due_is_open(const struct wallet_tax_due *d);

/* A paper whose closes are stored, under the spelling of its venue. */
struct wallet_quoted {
	const char *symbol, *venue;
};
/* wallet_quoted() - the paper of @type, or (-1) the first of any, that @typed means; false: no close of it is stored. */
bool wallet_quoted(struct ctx *ctx, const char *typed, int type,
		   struct wallet_quoted *out) MUST_CHECK;
/* wallet_quoted_text() - a price of that venue: "R$ 42,00", "US$ 42,00", "130.000 pontos". */
const char *wallet_quoted_text(void *pool, const char *venue, struct price p);
/* wallet_quoted_currency() - "BRL" or "USD"; NULL: points. */
const char *wallet_quoted_currency(const char *venue);

/* A payment of the calendar to what the caller's portfolios hold, of all of them together; no simulations. */
struct wallet_payment {
	const char *ticker, *kind; /* under which it is paid; of income_kind_names */
	struct price each;	   /* gross, of a unit */
	bool record_known, dated;  /* dated: the day of payment is known */
	struct day record_day, ex_day, pay_day;
	struct day known_on; /* announced by then: its approval, else its record day or ex day */
	int among;	     /* its place among payments that differ in the day of payment alone */
	bool dollars;
	struct money net; /* after the tax withheld, in its currency, cents */
};
struct wallet_payments {
	const struct wallet_payment *announced; /* not paid yet, by day, those without one last */
	size_t n_announced;
	const struct wallet_payment *
		paid; /* since the day that was asked for, by day; that no row of the ledger repeats */
	size_t n_paid;
	struct money
		received; /* in reais, by rows and by the calendar, in the days that were asked for */
};
/* wallet_payments() - as the income view has them; @from and @to: the days of paid and received, not after today. */
void wallet_payments(struct ctx *ctx, struct day from, struct day to, struct wallet_payments *out);

/* What happened in a week, and what comes. */
struct wallet_week {
	size_t portfolios;     /* 0: nothing else is set */
	struct money value;    /* of all portfolios, today */
	bool change_known;     /* they were held when the week began */
	struct money change;   /* of the value in the week, without contributions and withdrawals */
	struct money received; /* in the week */
	const struct wallet_payment *coming; /* by day */
	size_t n_coming;
	const struct wallet_tax_due *dues;
	size_t n_dues;
	size_t attention, urgent; /* items of /v1/portfolio/attention */
};
/* wallet_week() - of the seven days before @monday, which is not after today; what comes by the seventh day after today. */
void wallet_week(struct ctx *ctx, struct day monday, struct wallet_week *out);

#endif

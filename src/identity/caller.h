/* SPDX-License-Identifier: Apache-2.0 */
/*
 * caller.h: the caller, the workspace, and the caller's right on the resource.
 *
 * access_enter() (SQL) answers all of this in the first round trip, and sets the workspace of the
 * transaction for row security.
 */
#ifndef LASTRO_IDENTITY_CALLER_H
#define LASTRO_IDENTITY_CALLER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/uuid.h"
#include "core/ctx.h"
#include "db/db.h"
#include "http/route.h"

/* The kind of a caller: a person, an integrator, a member of an advisory office or of a desk. */
enum credential_kind { CREDENTIAL_USER, CREDENTIAL_PLATFORM, CREDENTIAL_MEMBER, CREDENTIAL_DESK };

/* The kind of his credential. */
enum credential_form { FORM_KEY, FORM_TOKEN, FORM_SESSION };

enum resource_access { ACCESS_NONE, ACCESS_PUBLIC, ACCESS_READ, ACCESS_EDIT, ACCESS_CONTROL };

/*
 * Version families of public data; a load increments those that it changes.  The order is that of SQL
 * access_enter(): a new family is a line here and a row of market_version with this position.
 */
enum market_family {
	FAMILY_REFERENCE,
	FAMILY_CLOSES,
	FAMILY_RATE,
	FAMILY_COMPANIES,
	FAMILY_OFFERINGS,
	FAMILY_OBJECTS,
	FAMILY_EVENTS,
	FAMILY_AGENDA,
	FAMILY_NEWS,
	FAMILY_SERIES,
	FAMILY_COUNT
};
#define FAMILIES_PRICED (FAMILY_RATE + 1) /* the first ones, used to value portfolios */

extern const char
	*const market_family_names[FAMILY_COUNT]; /* "reference" …, as in market_version */

struct caller {
	struct uuid account;
	struct uuid credential; /* id of the key, token or session */
	enum credential_kind kind;
	enum credential_form form;
	struct uuid organization; /* the office or desk that the credential carries; nil: none */
	const char *audience;	  /* of a token: the resource it was issued for; NULL: any */
	unsigned scopes;	  /* enum scope bits */
	struct uuid workspace;	  /* the caller's (selected) one */
	bool personal;		  /* workspace is the account's own */
	bool wallet;		  /* that workspace has a wallet */
	bool suspended;		  /* its wallet is suspended: only reads may get here */

	/* With SUBJECT_PORTFOLIO: */
	struct uuid portfolio;
	struct uuid resource_workspace; /* the portfolio's; row security is set to it */
	enum resource_access access;
	int64_t ledger_version;
	bool resource_checked; /* access_resource() was called; serve() answers no 2xx before */
	bool client;	       /* it is a client's: set by access_client() */
	bool operation;	       /* an operation chose it: access_client(), access_chosen() */
	int64_t locked_version; /* the ledger's, read under its lock (portfolio/ledger/write.h); 0: not locked */
	bool written; /* and the next version was taken */

	/*
	 * The one rule of every cache and ETag: the versions that went into the value, and the day, identify it.  Within a day the clock moves only the rate, which it gives another version (caller_find()).
	 */
	int64_t market_version[FAMILY_COUNT];
	int64_t version_floor; /* a write gives the ledger this version or a later one (SQL: version_floor) */

	const char *ledgers; /* of access_ledgers(); NULL: not read yet */

	int64_t closing_ms; /* when the account is to be deleted; 0: it stays */
};

/*
 * caller_is_person() - whether the credential belongs to one user: a user's key, a session, or a token
 * without an organization.
 */
bool caller_is_person(const struct caller *c);

/*
 * caller_reader() - who opened a secret address: the person that made it, @credential being the address, only to read; the
 * versions of public data are in column @version, a row each.
 */
struct caller *caller_reader(struct ctx *ctx, struct uuid account, struct uuid workspace,
			     struct uuid credential, const struct db_rows *r, int version);

/* caller_reads_another() - whether the portfolio is another person's, who shows it to the caller; not one that is public. */
bool caller_reads_another(const struct caller *c);

/* access_credential() - 401 for a missing or mistyped credential; needs no database. */
void access_credential(struct ctx *ctx);

/*
 * access_enter() - begins the request's transaction, and in its first round trip authenticates, sets
 * row security, and refuses, in this order: 401, header's form, workspace, wallet, scope, user key,
 * suspended.  Sets ctx->caller and ctx->transaction, by which serve() ends
 * it.  access_resource() makes the refusals that depend on the portfolio, after the request's own 400s.
 * @transaction: TX_READ, TX_WRITE or TX_UNDONE
 *
 * serve() calls it as the route's row says; the handler of a TX_CHOSEN route calls it itself, once.
 */
void access_enter(struct ctx *ctx, enum route_transaction transaction);

/*
 * access_scope() - 403 scope_missing when the credential lacks one of @scopes; ctx->caller must be
 * known.
 */
void access_scope(struct ctx *ctx, unsigned scopes);

/*
 * access_reenter() - authenticates the same credential in another transaction, for ctx_after(), and
 * sets row security to the caller's workspace.  False when the credential is no longer valid.
 */
bool access_reenter(struct ctx *ctx) MUST_CHECK;

/*
 * access_resource() - 404 portfolio_not_found or 403 wallet_resource_forbidden, according to the right
 * that the route needs.
 */
void access_resource(struct ctx *ctx);

/*
 * access_client() - chooses a client's portfolio of the caller's own workspace, which an operation of
 * the protocol has found.  The protocol checked the access and audits: the wallet requires no If-Match
 * and writes no audit row of its own.
 */
void access_client(struct ctx *ctx, struct uuid portfolio, int64_t ledger_version);

/* access_chosen() - the same for a portfolio of the wallet, which the caller may read, edit or control. */
void access_chosen(struct ctx *ctx, struct uuid portfolio, int64_t ledger_version,
		   enum resource_access access);

/* access_as_named() - the chosen portfolio is as if the route had named it: the wallet holds to If-Match, and audits. */
void access_as_named(struct ctx *ctx);

/*
 * access_resume() - restores the request's row security in a transaction that follows its own; one
 * round trip.
 */
void access_resume(struct ctx *ctx);

/* access_later() - runs everything queued by ctx_later() in such a transaction; for ctx_attempt(). */
void access_later(struct ctx *ctx, void *arg);

/* access_versions() - the versions of the first @n families of public data as one text, for an ETag. */
const char *access_versions(struct ctx *ctx, int n);

/*
 * access_ledgers() - ids and ledger versions of the caller's consolidated portfolios as one text,
 * "id:version id:version" ascending, for an ETag; one round trip.  Stored in ctx->caller->ledgers.
 */
const char *access_ledgers(struct ctx *ctx);

/* Scope names: "account:read" … */
const char *scope_name(enum scope s);
/* scopes_text() - the names of a set, a blank between them, as OAuth writes them. */
const char *scopes_text(void *pool, unsigned set);
bool scopes_parse(const char *const *names, size_t n, unsigned *out) MUST_CHECK;
#define SCOPES_MAX 8
size_t scopes_names(unsigned set, const char *out[SCOPES_MAX]); /* how many */
unsigned scopes_of(enum credential_kind kind); /* the default scopes of a key of this kind */

extern const struct route access_routes[]; /* /v1/keys */

/* DB_CHOSEN() - $1 and $2 of a statement on the chosen portfolio: its workspace, its id. */
#define DB_CHOSEN(ctx) db_uuid((ctx)->caller->resource_workspace), db_uuid((ctx)->caller->portfolio)

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * caller.h: who is asking, in which workspace, and what they may do with the resource.
 *
 * access_enter() (SQL) answers all of this in the first round trip, and sets the
 * workspace of the transaction for row security.
 */
#ifndef LASTRO_IDENTITY_CALLER_H
#define LASTRO_IDENTITY_CALLER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/uuid.h"
#include "core/ctx.h"
#include "http/route.h"

/* What a caller is: a person, an integrator, a member of an advisory office or of a desk. */
enum credential_kind { CREDENTIAL_USER, CREDENTIAL_PLATFORM, CREDENTIAL_MEMBER, CREDENTIAL_DESK };

/* The kind of his credential. */
enum credential_form { FORM_KEY, FORM_TOKEN, FORM_SESSION };

enum resource_access { ACCESS_NONE, ACCESS_PUBLIC, ACCESS_READ, ACCESS_EDIT, ACCESS_CONTROL };

/*
 * Version families of public data; a load bumps the ones it touches.  In the order in which access_enter()
 * tells them: a new family is a line here and a row of market_version with this position.
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
#define FAMILIES_PRICED (FAMILY_RATE + 1) /* the first ones: what portfolios are valued by */

extern const char
	*const market_family_names[FAMILY_COUNT]; /* "reference" …, as in market_version */

struct caller {
	struct uuid account;
	struct uuid credential; /* id of the key, token or session */
	enum credential_kind kind;
	enum credential_form form;
	struct uuid organization; /* the office or desk that the credential carries; nil: none */
	const char *audience;	  /* of a token: the resource that it was made for; NULL: any */
	unsigned scopes;	  /* enum scope bits */
	struct uuid workspace;	  /* the caller's (selected) one */
	bool personal;		  /* workspace is the account's own */
	bool wallet;		  /* that workspace has one */
	bool suspended;		  /* which only reads are asked of now */

	/* With SUBJECT_PORTFOLIO: */
	struct uuid portfolio;
	struct uuid resource_workspace; /* the portfolio's; row security is set to it */
	enum resource_access access;
	int64_t ledger_version;
	bool resource_checked; /* access_resource() was asked; serve() answers no 2xx before */
	bool client;	       /* it is a client's: access_client() */
	bool operation;	       /* an operation chose it: access_client(), access_chosen() */
	int64_t locked_version; /* the ledger's, read under its lock (portfolio/ledger/write.h); 0: not locked */
	bool written; /* and the next version was asked for */

	/*
	 * The one rule of every cache and ETag: the versions that went into the value, and the day, identify it.  Within a day the clock moves only the rate, which it gives another version (caller_find()).
	 */
	int64_t market_version[FAMILY_COUNT];
	int64_t version_floor; /* a ledger that is written takes this version or a later one (SQL: version_floor) */

	const char *ledgers; /* of access_ledgers(); NULL: not asked */
};

/*
 * caller_is_person() - whether the credential is one user's own: a user's key, a session, or a token that
 * carries no organization.
 */
bool caller_is_person(const struct caller *c);

/* access_credential() - 401 for a missing or mistyped credential; needs no database. */
void access_credential(struct ctx *ctx);

/*
 * access_enter() - begin the transaction that the request runs in, and in its first round trip
 * authenticate, set row security, and refuse in the order of completions.md section 1 (401, header's
 * form, workspace, wallet, scope, user key, suspended).  Sets ctx->caller and ctx->transaction, by which
 * serve() ends it.  What depends on the portfolio is refused by access_resource(), after the request's
 * own 400s.
 * @transaction: TX_READ, TX_WRITE or TX_UNDONE
 *
 * serve() calls it as the route's row says; the handler of a TX_CHOSEN route itself, once.
 */
void access_enter(struct ctx *ctx, enum route_transaction transaction);

/* access_scope() - 403 scope_missing when the credential lacks one of @scopes; ctx->caller is known. */
void access_scope(struct ctx *ctx, unsigned scopes);

/*
 * access_reenter() - the same credential in another transaction, as what ctx_after() runs needs it: sets
 * row security to the caller's workspace.  False when the credential is no longer good.
 */
bool access_reenter(struct ctx *ctx) MUST_CHECK;

/* access_resource() - 404 portfolio_not_found, 403 wallet_resource_forbidden as the route's right asks. */
void access_resource(struct ctx *ctx);

/*
 * access_client() - what follows is about a client's portfolio of the caller's own workspace, which
 * an operation of the protocol has found.  The protocol judged who may, and audits: the wallet asks
 * neither for If-Match nor writes an audit row of its own.
 */
void access_client(struct ctx *ctx, struct uuid portfolio, int64_t ledger_version);

/* access_chosen() - the same for a portfolio of the wallet, which the caller may read, edit or control. */
void access_chosen(struct ctx *ctx, struct uuid portfolio, int64_t ledger_version,
		   enum resource_access access);

/*
 * access_resume() - one round trip: row security as it was in the request's own transaction, for
 * one that follows it.
 */
void access_resume(struct ctx *ctx);

/* access_later() - in such a transaction, everything that ctx_later() queued; for ctx_attempt(). */
void access_later(struct ctx *ctx, void *arg);

/* access_versions() - the versions of the first @n families of public data as one text, for an ETag. */
const char *access_versions(struct ctx *ctx, int n);

/*
 * access_ledgers() - ids and ledger versions of the portfolios that count together for this caller,
 * as one text, "id:version id:version" ascending, for an ETag; one round trip.  It stands in
 * ctx->caller->ledgers from then on.
 */
const char *access_ledgers(struct ctx *ctx);

/* Scope names: "account:read" … */
const char *scope_name(enum scope s);
/* scopes_text() - the names of a set, a blank between them, as OAuth writes them. */
const char *scopes_text(void *pool, unsigned set);
bool scopes_parse(const char *const *names, size_t n, unsigned *out) MUST_CHECK;
#define SCOPES_MAX 8
size_t scopes_names(unsigned set, const char *out[SCOPES_MAX]); /* how many */
unsigned scopes_of(enum credential_kind kind); /* what a key of the kind has when none are named */

extern const struct route access_routes[]; /* /v1/keys */

#endif

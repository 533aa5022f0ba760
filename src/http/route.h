/* SPDX-License-Identifier: Apache-2.0 */
/*
 * route.h: one row of a module's table: everything about a request but its work.
 *
 * serve() reads the row and knows no operation by name.  Rows name their members; a member left out is
 * zero: no credential, no scope, no body, one read transaction, a Problem for a refusal, no validator.
 */
#ifndef LASTRO_HTTP_ROUTE_H
#define LASTRO_HTTP_ROUTE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/ctx.h"
#include "http/request.h"

enum scope {
	SCOPE_NONE = 0, /* none needed, or the handler checks it (access_scope()) */
	SCOPE_ACCOUNT_READ = 1 << 0,
	SCOPE_ACCOUNT_WRITE = 1 << 1,
	SCOPE_MARKET_READ = 1 << 2,
	SCOPE_ADVISOR_READ = 1 << 3,
	SCOPE_ADVISOR_WRITE = 1 << 4,
	SCOPE_DESK_READ = 1 << 5,
	SCOPE_DESK_WRITE = 1 << 6,
	SCOPE_METRICS_READ = 1 << 7, /* the operator's: never granted to an application */
};

/* The scopes of a profile of the connector, and those that its tokens may carry. */
#define SCOPES_WALLET (SCOPE_ACCOUNT_READ | SCOPE_ACCOUNT_WRITE | SCOPE_MARKET_READ)
#define SCOPES_ADVISOR (SCOPE_ADVISOR_READ | SCOPE_ADVISOR_WRITE)
#define SCOPES_DESK (SCOPE_DESK_READ | SCOPE_DESK_WRITE)

/* Who may ask. */
enum route_caller {
	CALLER_NOBODY, /* served without a credential */
	CALLER_ANY,    /* any credential with the scope */
	CALLER_PERSON, /* a per-user one, else 403 user_key_required */
};

/* The subject of the request, which decides the row security of its transaction. */
enum route_subject {
	SUBJECT_WORKSPACE, /* the caller's, as x-service-workspace says */
	SUBJECT_WALLET, /* the same, and its wallet: 404 wallet_not_installed, 403 wallet_suspended */
	SUBJECT_PORTFOLIO, /* likewise, of the portfolio that path[0] names */
	SUBJECT_ACCOUNT,   /* the account itself; no workspace matters */
	SUBJECT_OFFICE, /* an organization, which judges its members itself, suspended ones too */
};

/* The right needed on the portfolio, else 403 wallet_resource_forbidden. */
enum route_right { RIGHT_READ, RIGHT_EDIT, RIGHT_CONTROL };

/* The transaction that the handler runs in. */
enum route_transaction {
	TX_READ,   /* of one snapshot */
	TX_WRITE,  /* committed when the handler returns */
	TX_UNDONE, /* a write that is always rolled back: a preview */
	TX_NONE,   /* none; the handler may begin its own (db.h) */
	TX_CHOSEN, /* the handler's choice, by access_enter() once it has read the body */
};

/* Who checks whether an Idempotency-Key was used. */
enum route_once {
	ONCE_NOT,   /* the route takes none */
	ONCE,	    /* serve(), before the handler */
	ONCE_LATER, /* the handler, by idempotency_begin(), after refusals of its own */
};

/* How the body is read. */
enum route_body {
	BODY_NONE,	/* a body is 400 invalid_body */
	BODY_JSON,	/* application/json */
	BODY_FORM,	/* application/x-www-form-urlencoded, of one of our pages: site_form() */
	BODY_FORM_FILE, /* multipart/form-data, likewise: site_form_file() */
	BODY_MULTIPART, /* multipart/form-data, or the raw bytes of one file */
	BODY_RAW,	/* any type */
};

#define MAX_JSON ((size_t)1 << 20)
#define MAX_TRANSACTIONS ((size_t)4 << 20)
#define MAX_SPREADSHEET ((size_t)20 << 20)
#define MAX_FILE ((size_t)28 << 20) /* a spreadsheet in base64 inside JSON */
#define MAX_FORM ((size_t)64 << 10)

/*
 * What the ETag of a 200 covers; If-None-Match is compared before the handler when that is known by
 * then.
 */
enum route_validator {
	VALIDATOR_NONE,
	VALIDATOR_LEDGER,	/* access, versions of public data and of the portfolio's ledger */
	VALIDATOR_CONSOLIDATED, /* the same, for the ledgers that are consolidated */
	VALIDATOR_FOUND, /* the same, for the versions that the handler passes to respond_versions() */
	VALIDATOR_MARKET,  /* only versions of public data: shared by all callers */
	VALIDATOR_PROGRAM, /* only the program, which contains the answer: needs no database */
};

struct route {
	enum method method;
	const char *pattern;   /* "/v1/portfolios/{id}"; {x} is one segment, {#x} digits only */
	const char *operation; /* operationId of doc/openapi.yaml */
	void (*run)(struct ctx *ctx);
	const void *arg; /* passed to run(): its protocol, its page … */
	enum route_caller caller;
	enum scope scope;
	unsigned challenge; /* scopes named by a 401; 0: none */
	enum route_subject subject;
	enum route_right right;
	enum route_transaction transaction;
	/* Whether this read of a TX_READ row must write, and be rolled back as a TX_UNDONE.  NULL: never. */
	bool (*undone)(const struct ctx *ctx);
	enum route_once once;
	enum route_body body;
	size_t body_max; /* bytes; 413 payload_too_large beyond */
	/*
	 * Whether this request carries a file: then the longer deadline and @heavy_max bytes apply.
	 * NULL: never.
	 */
	bool (*heavy)(const struct ctx *ctx);
	size_t heavy_max;
	enum route_validator validator;
	/*
	 * The versions of a VALIDATOR_FOUND, when they are known before the handler (NULL: the handler
	 * sets them), or what the tag of a VALIDATOR_LEDGER covers besides (NULL: nothing).
	 */
	const char *(*versions)(struct ctx *ctx);
	bool negotiated; /* Accept chooses the representation, and is part of the tag */
	bool replica;	 /* LASTRO_DATABASE_READ may answer: public data, which tolerates lag */
	/*
	 * A parameter that makes the answer the caller's own: then VALIDATOR_FOUND, and no replica.
	 * NULL: none.
	 */
	const char *own_with;
	/* refuse() - renders ctx->problem as the answer; NULL: problem_render().  Never refuses itself. */
	void (*refuse)(struct ctx *ctx);
};

/*
 * Public market data: a read with any credential, tagged for all callers alike, also answered by a
 * replica.
 */
#define ROUTE_MARKET(path, function, id)                                                           \
	{                                                                                          \
		.method = GET, .pattern = (path), .operation = (id), .run = (function),            \
		.caller = CALLER_ANY, .scope = SCOPE_MARKET_READ, .validator = VALIDATOR_MARKET,   \
		.replica = true                                                                    \
	}

/*
 * route_is_own() - whether the request has the parameter own_with; route_validator() - the validator
 * that then applies.
 */
bool route_is_own(const struct ctx *ctx);
enum route_validator route_validator(const struct ctx *ctx);

/* heavy_always() - for a route whose every request carries a file. */
bool heavy_always(const struct ctx *ctx);

#endif

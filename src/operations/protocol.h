/* SPDX-License-Identifier: Apache-2.0 */
/*
 * protocol.h: Functions and Actions: named reads and writes with published schemas, seven operations.
 *
 * A module offers two tables, Functions and Actions.  An entry is a row here, a file of texts and
 * schemas (schemas/ID.json, compiled in), and a C function; the engine knows nothing else of it.
 * The engine keeps one order of refusals:
 *
 *	404 unknown id; 403 scope_missing (scope, role, seat); 400 subject_required;
 *	400 temporal_cut_unsupported; 400 invalid_input; 404 subject_not_found; 409 invalid_input
 *
 * A file has title, summary, description, input_schema, output_schema (of `data` or `result`),
 * examples, and for an Action effects and, if it needs one, confirmation (why).  Referenced $defs of
 * the module's file "_defs" are copied into the schema, so that the published schema is complete.  An
 * output_schema that is a string names another file, whose output_schema is used: one shared by two
 * contracts is described once.
 */
#ifndef LASTRO_OPERATIONS_PROTOCOL_H
#define LASTRO_OPERATIONS_PROTOCOL_H

#include <json-c/json.h>

#include "identity/caller.h"
#include "core/uuid.h"
#include "db/db.h"
#include "core/ctx.h"
#include "core/json_write.h"
#include "http/route.h"

struct call;
struct schema_errors; /* operations/schema.h */

/* One Function or Action. */
struct operation {
	const char *id;	      /* "advisor.client.get"; the name of its file too */
	const char *version;  /* of the spec, "1.0.0" */
	const char *subject;  /* type of the required subject, or NULL: it takes none */
	const char *temporal; /* the field that `at` cuts, or NULL: it takes no `at` */
	unsigned scope;	      /* enum scope bits, all required */
	int role;	      /* for the module's allow() */
	const char *event; /* Action: kind of its audit row, "client.created"; NULL in a Function */
	bool no_preview;   /* Action: it has no preview */
	bool undone;	   /* Function: it writes, and its transaction is rolled back */
	int64_t rows; /* Function that lists: of a page when input.limit is absent; 0: CALL_LIMIT */
	void (*run)(struct call *c);
	void (*enter)(
		struct
		call *c); /* called by run() to select what is read, if it does not select itself */
	const void
		*arg; /* run()'s own: the route that it calls, the kinds of rows that it writes */
};

/* Why a caller may not run an operation: 403 scope_missing, @required against @granted. */
struct barrier {
	const char *required, *granted, *detail;
	bool suspended; /* only reads are accepted: call_suspended() */
};

/* OPERATION() - a row of a contract's table; further members are given by name. */
#define OPERATION(op_id, op_run, ...)                                                              \
	{                                                                                          \
		.id = (op_id), .version = "1.0.0", .run = (op_run), __VA_ARGS__                    \
	}

/*
 * An Action, and the input member whose preview reveals whether another row has that value, which the
 * caller may not see: such a preview is recorded in the trail.  A table ends with a NULL action.
 */
struct probe {
	const char *action, *member;
};

/*
 * Checks of an operation's input beyond its schema, reported together with the schema's errors in one
 * refusal. A table ends with a NULL operation.
 */
struct check {
	const char *operation;
	const char *lines[4]; /* members that call_line() reads; ends with NULL */
	/* Notes errors by call_note(); the input may violate the schema.  NULL: nothing more. */
	void (*run)(struct call *c);
};

/* A file of schemas/, as embed-schemas compiles it in; a table ends with a NULL id. */
struct spec_file {
	const char *id;
	const unsigned char *text;
	size_t n;
};

struct specs; /* of the files (operations/specs.h) */

/*
 * Keeps what Actions write.  before() runs when the input is validated; NULL: this one is not kept.  after() gets its value,
 * the result as JSON and the id of the audit row, in the Action's transaction.
 */
struct keeper {
	void *(*before)(struct call *c);
	void (*after)(struct call *c, void *before, const char *result, struct uuid event);
};

struct protocol {
	const char *base;	      /* "/v1/advisor" */
	enum credential_kind carrier; /* the kind of credential that carries its organization */
	const char *const *roles;     /* their names, by the module's enum */
	const struct operation *functions, *actions; /* end with a NULL id */
	const struct spec_file *files;
	const struct probe *probes; /* or NULL */
	const struct check *checks; /* likewise */
	bool org_in_input; /* input.org names the organization; else the subject belongs to the caller's */
	bool no_at;	   /* `at` is invalid_input, not temporal_cut_unsupported */
	const char *own_subject; /* the subject type that is the organization itself; NULL: none */
	const char *
		file_action; /* the Action with a file: MAX_FILE and an import's deadline; or NULL */
	const char *large_action; /* one with as large a body that imports nothing; or NULL */
	/*
	 * enter() - finds the caller's organization: sets c->org and c->who, or leaves them when the
	 * credential has none.  Refuses nothing.
	 */
	void (*enter)(struct call *c);
	/* barred() - whether role, seat or kind of credential forbid c->operation, and which. */
	bool (*barred)(const struct call *c, struct barrier *b);
	/*
	 * replayed() - call_not_found() when the target of c->input exists but the caller may no longer
	 * see it: a stored answer is shown only with today's access.  The input was validated when it
	 * was stored.  NULL: always shown.
	 */
	void (*replayed)(struct call *c);
	const struct keeper *keeper; /* or NULL */
	struct specs *specs;
};

/* One execution or preview. */
struct call {
	struct ctx *ctx;
	const struct protocol *protocol;
	const struct operation *operation;
	bool preview;
	bool confirms;		   /* its execution asks for confirmed */
	struct uuid org;	   /* the caller's organization; nil when the credential has none */
	const void *who;	   /* the module's data: member, role … */
	struct json_object *input; /* validated by its schema */
	struct uuid subject;	   /* if the operation takes one; it may not exist */
	bool has_at;
	struct day at; /* not after today */
	/*
	 * run() writes one value here, under this name: the Function's data or the Action's result.
	 * Write it last: a preview discards an Action's.
	 */
	struct json *out;
	const char *name;
	/* The struct that a Function wrote out from, of the type that its header names, for the page that shows it; or NULL. */
	const void *shown;
	/* A Function that lists: what meta shows. */
	bool paged;
	int64_t count;
	const char *next_cursor;
	struct buf *meta;	 /* of call_meta(); NULL: count and cursor of a list, or nothing */
	struct changes *changes; /* the engine's */
	struct buf *kept;	 /* set by call_without_secret() */
	const struct call_refusal *refusals; /* set by call_refusals() */
	struct schema_errors *errors;	     /* set by call_note() */
};

/* protocol_start() - lists the operations of a module; @pool is the program's. */
void protocol_start(void *pool, struct protocol *p);

/*
 * protocol_wrong() - reads all of a module's files: texts, schemas, examples; for tests.  What is wrong when one is missing or
 * superfluous, has an unsupported keyword, or an example that its schema refuses; else NULL.
 */
const char *protocol_wrong(const struct protocol *p);

/* ---- running ---- */

enum call_kind { CALL_FUNCTION, CALL_PREVIEW, CALL_ACTION };

/* The outcome; protocol_answer() writes it. */
struct outcome {
	struct call *call;
	struct buf data;   /* one JSON value: a Function's data, an Action's result; empty: none */
	struct uuid event; /* of an Action: its audit row */
};

/*
 * protocol_call() - runs the operation @id on @body, the parsed envelope {subject, input, at,
 * confirmed}.  The transaction was begun by access_enter(): TX_READ (TX_UNDONE when protocol_undone()),
 * TX_UNDONE and TX_WRITE for the three kinds.  Refuses by fail() with 404 function_not_found or action_not_found, or one of the
 * contract's five codes, or with one that a single Action adds (not_proposer).
 * @body: called with @arg at its place in the order of refusals; may itself refuse
 *
 * NULL: the Idempotency-Key of the request was already used for this Action; ctx->res is the answer.
 */
struct outcome *protocol_call(struct ctx *ctx, const struct protocol *p, enum call_kind kind,
			      const char *id,
			      struct json_object *(*body)(struct ctx *ctx, void *arg), void *arg);

/*
 * protocol_entered() - the call of an Action that is not run: the caller may execute it today, which is refused otherwise as
 * by protocol_call().  For a page that takes an execution back.
 */
struct call *protocol_entered(struct ctx *ctx, const struct protocol *p, const char *action);

/* protocol_answer() - {function, subject, at, data, meta}, {action, result, audit_event} or a preview. */
void protocol_answer(const struct outcome *o, struct json *j, const char *name);

/*
 * protocol_catalog() - {data: [{id, title, summary …}], meta}: the operations that the caller may run.
 * Sets their versions by respond_versions().
 * @org: the caller's organization, shown in meta for clients that only have a credential; nil: not
 * shown
 */
void protocol_catalog(struct ctx *ctx, const struct protocol *p, bool actions, struct uuid org,
		      struct json *j, const char *name);

/*
 * protocol_org_write() - the value that input.org must have, as the member const of an open schema: the
 * organization of the credential, if it belongs to one and the contract takes an org.
 */
void protocol_org_write(const struct ctx *ctx, const struct protocol *p, struct json *j);
/* protocol_org_told() - whether that writes one. */
bool protocol_org_told(const struct ctx *ctx, const struct protocol *p);

/* protocol_spec() - the spec of one, with these of its long parts; 404 as protocol_call(). */
enum { SPEC_INPUT = 1 << 0, SPEC_OUTPUT = 1 << 1, SPEC_EXAMPLE = 1 << 2, SPEC_ALL = 7 };
void protocol_spec(struct ctx *ctx, const struct protocol *p, bool action, const char *id,
		   unsigned parts, struct json *j, const char *name);

/*
 * protocol_from_others() - the members of an answer of the operation, as text, that hold text which others wrote, with ", "
 * between; "" for none.  The output schema marks them x-from-others.
 */
const char *protocol_from_others(struct ctx *ctx, const struct protocol *p, bool action,
				 const char *id, const char *answer);

/* protocol_undone() - whether the Function @id writes, and must be rolled back. */
bool protocol_undone(const struct protocol *p, const char *id);

/* ---- the seven operations over HTTP (operations.c); the route's arg is the protocol ---- */

void protocol_functions_get(struct ctx *ctx);
void protocol_function_get(struct ctx *ctx);
void protocol_function_execute(struct ctx *ctx);
void protocol_actions_get(struct ctx *ctx);
void protocol_action_get(struct ctx *ctx);
void protocol_action_preview(struct ctx *ctx);
void protocol_action_execute(struct ctx *ctx);
bool protocol_heavy(const struct ctx *ctx);  /* whether the path names one of these two Actions */
bool protocol_undoes(const struct ctx *ctx); /* whether it names such a Function */

#define PROTOCOL_ROW(verb, path, id, function, p)                                                  \
	.method = verb, .pattern = (path), .operation = (id), .run = (function), .arg = (p),       \
	.caller = CALLER_ANY, .subject = SUBJECT_OFFICE
#define PROTOCOL_BODY .body = BODY_JSON, .body_max = MAX_JSON
#define PROTOCOL_FILE PROTOCOL_BODY, .heavy = protocol_heavy, .heavy_max = MAX_FILE

/* The rows of a contract.  The scope is the operation's, checked after its id: 404 precedes 403. */
#define PROTOCOL_ROUTES(base, Name, p)                                                             \
	{ PROTOCOL_ROW(GET, base "/functions", "list" Name "Functions", protocol_functions_get,    \
		       p),                                                                         \
	  .validator = VALIDATOR_FOUND },                                                          \
		{ PROTOCOL_ROW(GET, base "/functions/{functionId}", "get" Name "Function",         \
			       protocol_function_get, p) },                                        \
		{ PROTOCOL_ROW(POST, base "/functions/{functionId}/execute",                       \
			       "execute" Name "Function", protocol_function_execute, p),           \
		  PROTOCOL_BODY, .undone = protocol_undoes },                                      \
		{ PROTOCOL_ROW(GET, base "/actions", "list" Name "Actions", protocol_actions_get,  \
			       p),                                                                 \
		  .validator = VALIDATOR_FOUND },                                                  \
		{ PROTOCOL_ROW(GET, base "/actions/{actionId}", "get" Name "Action",               \
			       protocol_action_get, p) },                                          \
		{ PROTOCOL_ROW(POST, base "/actions/{actionId}/preview", "preview" Name "Action",  \
			       protocol_action_preview, p),                                        \
		  .transaction = TX_UNDONE, PROTOCOL_FILE },                                       \
	{                                                                                          \
		PROTOCOL_ROW(POST, base "/actions/{actionId}/execute", "execute" Name "Action",    \
			     protocol_action_execute, p),                                          \
			.transaction = TX_WRITE, .once = ONCE_LATER, PROTOCOL_FILE                 \
	}

/* call_meta() - for a Function whose meta is more than that of a list: writes it here, as one object. */
struct json *call_meta(struct call *c);

/*
 * call_without_secret() - for an Action whose result shows a secret once: writes the result without it
 * here, to be stored for a repeated Idempotency-Key.
 */
struct json *call_without_secret(struct call *c);

/* ---- refusing, from enter(), allow() and run() ---- */

/* call_forbidden() - 403 scope_missing: @required ("role:admin", "seat") against @granted. */
NORETURN void call_forbidden(struct call *c, const char *required, const char *granted,
			     const char *detail);
/* call_invalid() - 400 invalid_input for a rule beyond the schema; @pointer "/input/…". */
NORETURN void call_invalid(struct call *c, const char *pointer, const char *rule,
			   const char *expected, const char *received);
/* call_note() - in a check: notes such an error, reported with all others. */
void call_note(struct call *c, const char *pointer, const char *rule, const char *expected,
	       const char *received);
/* call_check() - runs the module's checks of the input, noting into @errors. */
void call_check(struct call *c, struct schema_errors *errors);
/* call_invalid_all() - refuses with everything that schema_error() noted, at least one. */
NORETURN void call_invalid_all(struct call *c, const struct schema_errors *errors);
/* call_not_found() - 404 subject_not_found: unknown, or not the caller's; the same for both. */
NORETURN void call_not_found(struct call *c);
/* call_conflict() - 409 invalid_input for a rule that depends on state: "seat_limit", "name_taken" … */
NORETURN void call_conflict(struct call *c, const char *pointer, const char *rule,
			    const char *expected, const char *received);
/* call_conflict_all() - the same with everything that schema_error() noted, at least one. */
NORETURN void call_conflict_all(struct call *c, const struct schema_errors *errors);
/* call_unique() - the violation of @constraint is call_conflict(c, pointer, rule, expected, received). */
void call_unique(struct call *c, const char *constraint, const char *pointer, const char *rule,
		 const char *expected, const char *received);
/* call_suspended() - the same for a write when only reads are accepted; details.reason says so. */
NORETURN void call_suspended(struct call *c);

/* The translation of another room's refusal into one of the five codes. */
struct call_refusal {
	const char *code;
	int status; /* 400 and 409 invalid_input; 404 subject_not_found */
	/*
	 * The only error of the former; NULL: the room has already noted its errors in these terms, or,
	 * for invalid_parameter, in those of a query, from which the pointers are made.
	 */
	const char *pointer, *rule, *expected;
};

/* call_refusals() - valid from here on; @list ends with a NULL code and replaces the previous one. */
void call_refusals(struct call *c, const struct call_refusal *list);
/* call_translate() - translates ctx->problem, set by another room, into the contract's codes. */
void call_translate(struct call *c);

/* ---- input, after its schema was checked ---- */

const char *call_text(const struct call *c, const char *member);   /* NULL: absent or null */
const char *call_amount(const struct call *c, const char *member); /* of a number, as it was sent */
bool call_has(const struct call *c, const char *member);	   /* even as null */
bool call_uuid(const struct call *c, const char *member, struct uuid *out);
/* call_day() - a member that is a day, in the form that its schema requires; @otherwise when absent. */
struct day call_day(struct call *c, const char *member, struct day otherwise);
int64_t call_int(const struct call *c, const char *member, int64_t otherwise);
bool call_bool(const struct call *c, const char *member, bool otherwise);
/* call_file() - the bytes of input.content or input.content_base64; @pointer: the member used. */
struct slice call_file(struct call *c, const char **pointer);
/*
 * call_line() - a text for one line, trimmed; NULL: absent.  A struct check names the member: 400 for
 * multi-line text.
 */
const char *call_line(struct call *c, const char *member);

/* ---- an operation that is a route of the HTTP interface ---- */

struct route_call {
	void (*run)(struct ctx *ctx);
	/* The members of the input that are the captures of its path; NULL: the subject, and nothing. */
	const char *first, *second;
	const char *only; /* the only member that is a parameter; NULL: all others */
	const char *
		repeated; /* a list that is a parameter for each of its items; others are one; or NULL */
	bool body;	  /* the other members are the body; else the query */
};

/*
 * call_route() - runs it, and writes what it answers to @c->out; of a list,
 * {data, meta}, what it lists.  Its errors about the body are reported as the input's; what it refuses is
 * translated as call_refusals() says.  Returns the answer as a tree.
 */
struct json_object *call_route(struct call *c, const struct route_call *of);

/* ---- pages: input.limit and input.cursor of a Function that lists ---- */

#define CALL_LIMIT 50 /* when absent; a schema bounds it by 100 */

/* The sort key of a list: one column, then the id.  A list sorted by two columns stores a third that orders by both. */
struct page_key {
	enum db_type type; /* DB_TEXT, DB_DAY or DB_TIMESTAMP; days are of 1800 to 2199 */
	bool descending;   /* key and id alike; not a text */
};

/*
 * call_after() - key and id after which the page begins: input.cursor's, or values before all rows. 400
 * invalid_input when the cursor was edited, or made with another input, subject or `at`.
 */
void call_after(struct call *c, const struct page_key *k, struct db_arg out[2]);
/* call_limit() - the number of rows to fetch: one more than shown, to detect a further page. */
int64_t call_limit(const struct call *c);
/* call_next_day() - a page follows after this day: for a list of days (a DB_DAY key) without ids. */
void call_next_day(struct call *c, struct day last);
/* call_next_text() - the same after this text (a DB_TEXT key); returns the cursor. */
const char *call_next_text(struct call *c, const char *last);
/* call_page() - the number of @rows to show; sets count and next_cursor of meta from these columns. */
size_t call_page(struct call *c, const struct page_key *k, const struct db_rows *rows, int key_col,
		 int id_col);

/* ---- changes of an Action ---- */

/*
 * A kind of row, as previews, results and the audit show it.
 * @row: $1 the workspace, $2 the id; one jsonb object without ids that are made anew and without
 *       times of recording, so that a preview says what the execution then does
 */
struct target_kind {
	const char *name; /* "advisor.client" */
	struct db_stmt *row;
	const char *const *personal; /* members that the audit does not store; ends with NULL */
};

/* call_target() - @id will be changed or deleted: reads its present row; 404 when there is none. */
void call_target(struct call *c, const struct target_kind *kind, struct uuid id);
/* call_target_new() - @id will be created by this Action. */
void call_target_new(struct call *c, const struct target_kind *kind, struct uuid id);
/*
 * call_target_inside(), call_target_new_inside() - the same for a row of the portfolio that
 * access_client() chose, which is $3 of @row.
 */
void call_target_inside(struct call *c, const struct target_kind *kind, struct uuid id);
void call_target_new_inside(struct call *c, const struct target_kind *kind, struct uuid id);
/* call_warn() - adds a sentence (pt-BR) to the preview's warnings. */
void call_warn(struct call *c, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* call_warn_all() - the same for each sentence of a list; NULL: none. */
void call_warn_all(struct call *c, struct json_object *list);
/* call_change() - a figure that the changes would change, for a preview; nothing when both are equal. */
void call_change(struct call *c, const char *pointer, struct json_object *from,
		 struct json_object *to);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * protocol.h: Functions and Actions: named reads and writes with published schemas, seven operations.
 *
 * A module offers two tables, Functions and Actions.  An entry is a row here, a file of texts and
 * schemas (schemas/ID.json, compiled in), and a C function; the engine knows nothing else of it.
 * completions.md section 4 has the order of refusals, which the engine keeps:
 *
 *	404 unknown id; 403 scope_missing (scope, role, seat); 400 subject_required;
 *	400 temporal_cut_unsupported; 400 invalid_input; 404 subject_not_found; 409 invalid_input
 *
 * A file holds title, summary, description, input_schema, output_schema (of `data` or `result`),
 * examples, and of an Action effects and, where it asks for one, confirmation (why).  What $defs of
 * the module's file "_defs" a schema refers to are put into it, so that a client reads it whole.  An
 * output_schema that is a text names another file, whose output_schema it is: what two contracts show
 * alike is described once.
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
	const char *subject;  /* type of the subject that it must have, or NULL: it takes none */
	const char *temporal; /* the field that `at` cuts, or NULL: it takes no `at` */
	unsigned scope;	      /* enum scope bits, all of which it takes */
	int role;	      /* for the module's allow() */
	const char *event; /* Action: kind of its audit row, "client.created"; NULL in a Function */
	bool no_preview;   /* Action: the spec offers none */
	void (*run)(struct call *c);
};

/* What keeps a caller from an operation: 403 scope_missing, @required against @granted. */
struct barrier {
	const char *required, *granted, *detail;
	bool suspended; /* only reads are accepted: call_suspended() */
};

/* OPERATION() - a row of a contract's table; what else it has comes by name. */
#define OPERATION(op_id, op_run, ...)                                                              \
	{                                                                                          \
		.id = (op_id), .version = "1.0.0", .run = (op_run), __VA_ARGS__                    \
	}

/*
 * An Action, and the member of its input whose preview tells whether somebody has that value already, whom the caller
 * may not see: such a preview is in the trail.  A table ends with a NULL action.
 */
struct probe {
	const char *action, *member;
};

/*
 * What of an operation's input a schema cannot say: told together with what the schema says, so that one refusal has all.
 * A table ends with a NULL operation.
 */
struct check {
	const char *operation;
	const char *lines[4]; /* members that call_line() reads; ends with NULL */
	/* Notes by call_note(); the input may be anything that the schema refuses.  NULL: nothing more. */
	void (*run)(struct call *c);
};

/* A file of schemas/, as json2c compiles it in; a table ends with a NULL id. */
struct spec_file {
	const char *id;
	const unsigned char *text;
	size_t n;
};

struct specs; /* made of the files by protocol_start() */

struct protocol {
	const char *base;	      /* "/v1/advisor" */
	enum credential_kind carrier; /* the kind of credential that carries its organization */
	const char *const *roles;     /* their names, by the module's enum */
	const struct operation *functions, *actions; /* end with a NULL id */
	const struct spec_file *files;
	const struct probe *probes; /* or NULL */
	const struct check *checks; /* likewise */
	bool org_in_input; /* input.org names the organization; else the subject is of the caller's */
	bool no_at;	   /* `at` is invalid_input, not temporal_cut_unsupported */
	const char *
		own_subject; /* the type of subject that is the caller's organization itself; NULL: none is */
	const char *
		file_action; /* the Action that brings a file: MAX_FILE and an import's deadline; or NULL */
	/*
	 * enter() - find the caller's organization: sets c->org and c->who, or leaves them where the
	 * credential has none.  Refuses nothing.
	 */
	void (*enter)(struct call *c);
	/* barred() - whether role, seat or kind of credential keep the caller from c->operation, and what does. */
	bool (*barred)(const struct call *c, struct barrier *b);
	/*
	 * replayed() - call_not_found() where what c->input names is there and no longer the caller's to see: an
	 * answer that was kept is shown to who may see it today.  The input was judged when it was kept.  NULL: all may.
	 */
	void (*replayed)(struct call *c);
	struct specs *specs;
};

/* One execution or preview. */
struct call {
	struct ctx *ctx;
	const struct protocol *protocol;
	const struct operation *operation;
	bool preview;
	struct uuid org;	   /* the caller's organization; nil when the credential has none */
	const void *who;	   /* the module's: member, role … */
	struct json_object *input; /* as its schema says */
	struct uuid subject;	   /* when the operation takes one; it may not exist */
	bool has_at;
	struct day at; /* not after today */
	/*
	 * Where run() writes its one value, under this name: the Function's data or the Action's result.
	 * Write it last: an Action's is thrown away in a preview.
	 */
	struct json *out;
	const char *name;
	/* A Function that lists: what meta shows. */
	bool paged;
	int64_t count;
	const char *next_cursor;
	struct buf *meta;	 /* of call_meta(); NULL: count and cursor of a list, or nothing */
	struct changes *changes; /* the engine's */
	struct buf *kept;	 /* likewise: of call_without_secret() */
	const struct call_refusal *refusals; /* likewise: of call_refusals() */
	struct schema_errors *errors;	     /* likewise: of call_note() */
};

/*
 * protocol_start() - read a module's files: texts, schemas, examples.  False with *error when one is
 * missing or superfluous, holds a keyword that nobody enforces, or an example that its schema refuses.
 */
bool protocol_start(void *pool, struct protocol *p, const char **error) MUST_CHECK;

/* ---- running ---- */

enum call_kind { CALL_FUNCTION, CALL_PREVIEW, CALL_ACTION };

/* What came of one; protocol_answer() writes it. */
struct outcome {
	struct call *call;
	struct buf data;   /* one JSON value: a Function's data, an Action's result; empty: none */
	struct uuid event; /* of an Action: its audit row */
};

/*
 * protocol_call() - run the operation @id on @body, the envelope {subject, input, at, confirmed} as it
 * was parsed.  The transaction was begun by access_enter(): TX_READ, TX_UNDONE and TX_WRITE for the
 * three kinds.  Refuses by fail() with 404 function_not_found or action_not_found, or one of the
 * contract's five codes.
 * @body: asked for when it is its turn in the order of refusals; may itself refuse
 *
 * NULL: the Idempotency-Key of the request was used for this very Action; ctx->res is the answer.
 */
struct outcome *protocol_call(struct ctx *ctx, const struct protocol *p, enum call_kind kind,
			      const char *id, struct json_object *(*body)(struct ctx *ctx));

/* protocol_answer() - {function, subject, at, data, meta}, {action, result, audit_event} or a preview. */
void protocol_answer(const struct outcome *o, struct json *j, const char *name);

/*
 * protocol_catalog() - {data: [{id, title, summary …}], meta}: what the caller reaches.  Says by respond_versions() what
 * that is.
 * @org: the caller's organization, in meta, for who has nothing but a credential; nil: not told
 */
void protocol_catalog(struct ctx *ctx, const struct protocol *p, bool actions, struct uuid org,
		      struct json *j, const char *name);

/* protocol_spec() - the spec of one; 404 as protocol_call(). */
void protocol_spec(struct ctx *ctx, const struct protocol *p, bool action, const char *id,
		   struct json *j, const char *name);

/* ---- the seven operations over HTTP (operations.c); the route's arg is the protocol ---- */

void protocol_functions_get(struct ctx *ctx);
void protocol_function_get(struct ctx *ctx);
void protocol_function_execute(struct ctx *ctx);
void protocol_actions_get(struct ctx *ctx);
void protocol_action_get(struct ctx *ctx);
void protocol_action_preview(struct ctx *ctx);
void protocol_action_execute(struct ctx *ctx);
bool protocol_heavy(
	const struct ctx *ctx); /* whether the path names the Action that brings a file */

#define PROTOCOL_ROW(verb, path, id, function, p)                                                  \
	.method = verb, .pattern = (path), .operation = (id), .run = (function), .arg = (p),       \
	.caller = CALLER_ANY, .subject = SUBJECT_OFFICE
#define PROTOCOL_BODY .body = BODY_JSON, .body_max = MAX_JSON
#define PROTOCOL_FILE PROTOCOL_BODY, .heavy = protocol_heavy, .heavy_max = MAX_FILE

/* The rows of a contract.  The scope is the operation's, judged after its id: 404 goes before 403. */
#define PROTOCOL_ROUTES(base, Name, p)                                                             \
	{ PROTOCOL_ROW(GET, base "/functions", "list" Name "Functions", protocol_functions_get,    \
		       p),                                                                         \
	  .validator = VALIDATOR_FOUND },                                                          \
		{ PROTOCOL_ROW(GET, base "/functions/{functionId}", "get" Name "Function",         \
			       protocol_function_get, p) },                                        \
		{ PROTOCOL_ROW(POST, base "/functions/{functionId}/execute",                       \
			       "execute" Name "Function", protocol_function_execute, p),           \
		  PROTOCOL_BODY },                                                                 \
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

/* call_meta() - where a Function whose meta is more than that of a list writes it, as one object. */
struct json *call_meta(struct call *c);

/*
 * call_without_secret() - where an Action whose result shows a secret once writes that result without
 * it, as its answer is kept for a repeated Idempotency-Key.
 */
struct json *call_without_secret(struct call *c);

/* ---- refusing, from enter(), allow() and run() ---- */

/* call_forbidden() - 403 scope_missing: @required ("role:admin", "seat") against @granted. */
NORETURN void call_forbidden(struct call *c, const char *required, const char *granted,
			     const char *detail);
/* call_invalid() - 400 invalid_input for what a schema cannot say; @pointer "/input/…". */
NORETURN void call_invalid(struct call *c, const char *pointer, const char *rule,
			   const char *expected, const char *received);
/* call_note() - from a check: one such error, told with all others. */
void call_note(struct call *c, const char *pointer, const char *rule, const char *expected,
	       const char *received);
/* call_check() - the engine's: what the module's checks note of the input, into @errors. */
void call_check(struct call *c, struct schema_errors *errors);
/* call_invalid_all() - the same for all that schema_error() noted, at least one. */
NORETURN void call_invalid_all(struct call *c, const struct schema_errors *errors);
/* call_not_found() - 404 subject_not_found: none such, or not the caller's; the same for both. */
NORETURN void call_not_found(struct call *c);
/* call_conflict() - 409 invalid_input for what depends on state: "seat_limit", "name_taken" … */
NORETURN void call_conflict(struct call *c, const char *pointer, const char *rule,
			    const char *expected, const char *received);
/* call_unique() - the violation of @constraint is call_conflict(c, pointer, rule, expected, received). */
void call_unique(struct call *c, const char *constraint, const char *pointer, const char *rule,
		 const char *expected, const char *received);
/* call_suspended() - the same of an operation that writes where only reads are accepted: details.reason says it. */
NORETURN void call_suspended(struct call *c);

/* What a room below refuses with, as one of the five codes. */
struct call_refusal {
	const char *code;
	int status; /* 400 and 409 invalid_input; 404 subject_not_found */
	/*
	 * The one error of the former; NULL: the room told its errors in these terms itself, or, of
	 * invalid_parameter, in those of a query, of which the pointers are made.
	 */
	const char *pointer, *rule, *expected;
};

/* call_refusals() - from here on; @list ends with a NULL code and replaces the one before. */
void call_refusals(struct call *c, const struct call_refusal *list);
/* call_translate() - the engine's: ctx->problem, said by a room below, in the contract's codes. */
void call_translate(struct call *c);

/* ---- input, once its schema has held ---- */

const char *call_text(const struct call *c, const char *member); /* NULL: absent or null */
bool call_has(const struct call *c, const char *member);	 /* even as null */
bool call_uuid(const struct call *c, const char *member, struct uuid *out);
int64_t call_int(const struct call *c, const char *member, int64_t otherwise);
bool call_bool(const struct call *c, const char *member, bool otherwise);
/* call_file() - the bytes of input.content or input.content_base64; @pointer: where they stood. */
struct slice call_file(struct call *c, const char **pointer);
/* call_line() - a text for one line, trimmed; NULL: absent.  A struct check names the member: 400 for another text. */
const char *call_line(struct call *c, const char *member);

/* ---- pages: input.limit and input.cursor of a Function that lists ---- */

#define CALL_LIMIT 50 /* when absent; a schema bounds it by 100 */

/* What a list is ordered by, before its rows' ids. */
struct page_key {
	enum db_type type; /* DB_TEXT, DB_DAY or DB_TIMESTAMP */
	bool descending;   /* key and id alike */
};

/*
 * call_after() - key and id behind which the page begins: input.cursor's, or what goes before all.
 * 400 invalid_input when the cursor was edited, or made under another input, subject or `at`.
 */
void call_after(struct call *c, const struct page_key *k, struct db_arg out[2]);
/* call_limit() - how many rows to ask for: one more than are shown, to see whether a page follows. */
int64_t call_limit(const struct call *c);
/* call_next_day() - a page follows, behind this day: for a list of days (a DB_DAY key) without ids. */
void call_next_day(struct call *c, struct day last);
/* call_next_text() - the same, behind this text (a DB_TEXT key); the cursor. */
const char *call_next_text(struct call *c, const char *last);
/* call_page() - how many of @rows to show; sets count and next_cursor of meta by these columns. */
size_t call_page(struct call *c, const struct page_key *k, const struct db_rows *rows, int key_col,
		 int id_col);

/* ---- what an Action changes ---- */

/*
 * A kind of row, as previews, results and the audit show it.
 * @row: $1 the workspace, $2 the id; one jsonb object without ids that are made anew and without
 *       times of recording, so that a preview says what the execution then does
 */
struct target_kind {
	const char *name; /* "advisor.client" */
	struct db_stmt *row;
	const char *const *personal; /* members that the audit does not keep; ends with NULL */
};

/* call_target() - @id will be changed or deleted: reads it as it is; 404 when there is none. */
void call_target(struct call *c, const struct target_kind *kind, struct uuid id);
/* call_target_new() - @id will be made by this Action. */
void call_target_new(struct call *c, const struct target_kind *kind, struct uuid id);
/*
 * call_target_inside(), call_target_new_inside() - the same for a row of the portfolio that
 * access_client() chose, which is $3 of @row.
 */
void call_target_inside(struct call *c, const struct target_kind *kind, struct uuid id);
void call_target_new_inside(struct call *c, const struct target_kind *kind, struct uuid id);
/* call_warn() - a sentence (pt-BR) for the preview's warnings. */
void call_warn(struct call *c, const char *fmt, ...) PRINTF_LIKE(2, 3);

#endif

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
 * the module's file "_defs" a schema refers to are put into it, so that a client reads it whole.
 */
#ifndef LASTRO_PROTOCOL_PROTOCOL_H
#define LASTRO_PROTOCOL_PROTOCOL_H

#include <json-c/json.h>

#include "core/uuid.h"
#include "db/db.h"
#include "http/ctx.h"
#include "http/json_write.h"
#include "http/router.h"

struct call;

/* One Function or Action. */
struct operation {
	const char *id;	      /* "advisor.client.get"; the name of its file too */
	const char *version;  /* of the spec, "1.0.0" */
	const char *subject;  /* type of the subject that it must have, or NULL: it takes none */
	const char *temporal; /* the field that `at` cuts, or NULL: it takes no `at` */
	enum scope scope;
	int role;	   /* for the module's allow() */
	const char *event; /* Action: kind of its audit row, "client.created"; NULL in a Function */
	bool no_preview;   /* Action: the spec offers none */
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
	const char *base;			     /* "/v1/advisor" */
	const struct operation *functions, *actions; /* end with a NULL id */
	const struct spec_file *files;
	bool org_in_input; /* input.org names the organization; else the subject is of the caller's */
	bool no_at;	   /* `at` is invalid_input, not temporal_cut_unsupported */
	/* The Action that brings a file: a body up to BODY_FILE and an import's deadline; or NULL. */
	const char *file_action;
	/*
	 * enter() - find the caller's organization: sets c->org and c->who, or leaves them where the
	 * credential has none.  Refuses nothing.
	 */
	void (*enter)(struct call *c);
	/* allow() - call_forbidden() unless role and seat reach c->operation. */
	void (*allow)(struct call *c);
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
	struct changes *changes; /* the engine's */
	struct buf *kept;	 /* likewise: of call_without_secret() */
};

/*
 * protocol_start() - read a module's files: texts, schemas, examples.  False with *error when one is
 * missing or superfluous, holds a keyword that nobody enforces, or an example that its schema refuses.
 */
bool protocol_start(void *pool, struct protocol *p, const char **error) MUST_CHECK;

/* The seven operations; a module's routes call them with its own tables. */
void protocol_functions(struct ctx *ctx, const struct protocol *p);
void protocol_function(struct ctx *ctx, const struct protocol *p);
void protocol_run_function(struct ctx *ctx, const struct protocol *p); /* ROUTE_READ */
void protocol_actions(struct ctx *ctx, const struct protocol *p);
void protocol_action(struct ctx *ctx, const struct protocol *p);
void protocol_preview(struct ctx *ctx, const struct protocol *p); /* ROUTE_UNDONE */
void protocol_run_action(struct ctx *ctx,
			 const struct protocol *p); /* ROUTE_IDEMPOTENT | ROUTE_LATE_KEY */

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
/* call_invalid_all() - the same for all that schema_error() noted, at least one. */
struct schema_errors;
NORETURN void call_invalid_all(struct call *c, const struct schema_errors *errors);
/* call_not_found() - 404 subject_not_found: none such, or not the caller's; the same for both. */
NORETURN void call_not_found(struct call *c);
/* call_conflict() - 409 invalid_input for what depends on state: "seat_limit", "name_taken" … */
NORETURN void call_conflict(struct call *c, const char *pointer, const char *rule,
			    const char *expected, const char *received);
/* call_unique() - the violation of @constraint is call_conflict(c, pointer, rule, expected, received). */
void call_unique(struct call *c, const char *constraint, const char *pointer, const char *rule,
		 const char *expected, const char *received);

/* What a room below refuses with, as one of the five codes. */
struct call_refusal {
	const char *code;
	int status; /* 400 and 409 invalid_input; 404 subject_not_found */
	/* The one error of the former; NULL: the room told its errors in these terms itself. */
	const char *pointer, *rule, *expected;
};

/* call_refusals() - from here on; @list ends with a NULL code and replaces the one before. */
void call_refusals(struct call *c, const struct call_refusal *list);

/* ---- input, once its schema has held ---- */

const char *call_text(const struct call *c, const char *member); /* NULL: absent or null */
bool call_has(const struct call *c, const char *member);	 /* even as null */
bool call_uuid(const struct call *c, const char *member, struct uuid *out);
int64_t call_int(const struct call *c, const char *member, int64_t otherwise);
bool call_bool(const struct call *c, const char *member, bool otherwise);
/* call_line() - a text for one line, trimmed; NULL: absent.  Control characters or only blanks: 400. */
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

void protocol_register(void);

#endif

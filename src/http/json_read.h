/* SPDX-License-Identifier: Apache-2.0 */
/*
 * json_read.h: request bodies, read strictly, with all errors reported at once.
 *
 * json-c builds the tree after our scanner has refused what json-c would accept (NaN, 1., single
 * quotes, repeated keys, lone surrogates, U+0000, invalid UTF-8, depth above 32, integers of more than
 * 18 digits): 400 invalid_json with details.offset.  Wrong shapes collect errors, and body_done()
 * refuses once with 400 invalid_body and details.errors[].
 */
#ifndef LASTRO_HTTP_JSON_READ_H
#define LASTRO_HTTP_JSON_READ_H

#include <json-c/json.h>

#include "core/day.h"
#include "core/decimal.h"
#include "core/uuid.h"
#include "core/ctx.h"

/*
 * json_scan() - the strict grammar alone.  True when @text is one JSON value as described above;
 * else false with the offset and a pt-BR reason.
 */
bool json_scan(struct slice text, size_t *offset, const char **reason) MUST_CHECK;

/*
 * json_too_complex() - whether such a reason is about the number of values or levels, not about the
 * grammar.
 */
bool json_too_complex(const char *reason);

/* json_parse() - scans and builds; the tree hangs on the pool.  NULL with offset and reason. */
struct json_object *json_parse(void *pool, struct slice text, size_t *offset,
			       const char **reason) MUST_CHECK;

/* json_read() - the same for who needs no reason. */
struct json_object *json_read(void *pool, struct slice text) MUST_CHECK;

/* json_own() - text that we wrote, however large; never NULL. */
struct json_object *json_own(struct ctx *ctx, struct slice text);

/* body_expect_type() - 415 unless the body was sent as @expected, alone or with charset=utf-8. */
void body_expect_type(struct ctx *ctx, const char *expected);

/* body_tree() - the request's JSON body as a tree, NULL for null (415, invalid_json as needed). */
struct json_object *body_tree(struct ctx *ctx);

/* A JSON object being read: takes members by name and collects errors. */
struct body;

/* body_open() - the request's JSON body as an object (415, invalid_json as needed). */
struct body *body_open(struct ctx *ctx);
/* body_open_array() - the body as an object or an array of at most @max objects; *n of them. */
struct body **body_open_array(struct ctx *ctx, size_t max, size_t *n);
/* body_of() - an object inside another document, at @pointer ("" for the top). */
struct body *body_of(struct ctx *ctx, struct json_object *object, const char *pointer);
/* body_member() - an object member; NULL when absent (or null), an error when of another type. */
struct body *body_member(struct body *b, const char *name);

/* Whether a member is required, optional, or may also be null; the first two refuse null. */
enum presence { REQUIRED, OPTIONAL, NULLABLE };

/* Each takes one member.  False or NULL when absent, null, or wrong (then an error is noted). */
const char *body_text(struct body *b, const char *name, enum presence p, size_t min, size_t max);
/* body_prose() - a text of several lines, such as a note, that hides nothing (text_hides). */
const char *body_prose(struct body *b, const char *name, enum presence p, size_t min, size_t max);
/*
 * body_line() - a text for one line, such as a name (text_one_line); with @min, a visible one
 * (text_visible).
 */
const char *body_line(struct body *b, const char *name, enum presence p, size_t min, size_t max);
bool body_bool(struct body *b, const char *name, enum presence p, bool *out);
bool body_int(struct body *b, const char *name, enum presence p, int64_t min, int64_t max,
	      int64_t *out);
bool body_day(struct body *b, const char *name, enum presence p, struct day *out);
bool body_uuid(struct body *b, const char *name, enum presence p, struct uuid *out);
/* body_decimal() - a JSON number (its lexeme) or a string holding one, exactly on the grid. */
bool body_decimal(struct body *b, const char *name, enum presence p, int places, wide min, wide max,
		  wide *out);
/* body_choice() - index into @choices (NULL-terminated), or -1. */
int body_choice(struct body *b, const char *name, enum presence p, const char *const *choices);
/* body_json() - the member unchanged (any type), or NULL. */
struct json_object *body_json(struct body *b, const char *name, enum presence p);
/* body_array() - the member as an array of at most @max; NULL when absent. */
struct json_object *body_array(struct body *b, const char *name, enum presence p, size_t max);
/*
 * body_item() - object @i of an array from body_array(); its errors join this document's.  NULL when it
 * is not an object.
 */
struct body *body_item(struct body *b, const char *name, struct json_object *array, size_t i);

bool body_has(const struct body *b, const char *name); /* present, even as null */

/* body_whole() - the whole object as received; takes no member. */
struct json_object *body_whole(const struct body *b);

/* body_shown() - a received value for people: text without quotes, anything else, null too, as JSON. */
const char *body_shown(struct json_object *value);

/*
 * body_error() - notes that a member is wrong.  @name NULL: the object itself; @received NULL: the
 * member's value, if present
 */
void body_error(struct body *b, const char *name, const char *rule, const char *expected,
		const char *received);

/*
 * body_done() - reports members that were not taken, and refuses when any error was noted in this
 * document.
 *
 * A document is everything that came from one body_open*() or body_of(): read all of it, then call this
 * once, on any of its bodies, so that the client sees every error at once (the first 100 of them).
 */
void body_done(struct body *b);

/* body_refuse() - the same, but ignores members that were not taken. */
void body_refuse(struct body *b);

/* body_refuse_member() - refuses what was no JSON with one error of a member, as a body would be. */
NORETURN void body_refuse_member(struct ctx *ctx, const char *name, const char *rule,
				 const char *expected);

/* body_errors() - whether an error was noted in this document so far. */
bool body_errors(const struct body *b);

#endif

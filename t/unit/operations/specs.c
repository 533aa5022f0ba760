/* SPDX-License-Identifier: Apache-2.0 */
/* specs.c: the files of every module are right, and what is wrong in one is found. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "core/pool.h"
#include "core/text.h"
#include "desk/desk.h"
#include "office/advisor.h"
#include "operations/protocol.h"
#include "portfolio/functions/investor.h"
#include "tap.h"

static void *pool;

static void right(struct protocol *p, const char *name)
{
	const char *why;

	protocol_start(pool, p);
	why = protocol_wrong(p);
	ok(!why, "the files of %s: %s", name, why ? why : "read");
}

#define HEAD "{\"title\":\"T\",\"summary\":\"S\",\"description\":\"D\","
#define INPUT                                                                                      \
	"\"input_schema\":{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}},\"additionalProperties\":false},"
#define OUTPUT "\"output_schema\":{\"type\":\"object\"},"
#define EXAMPLE(input) "\"examples\":[{\"input\":" input "}]}"

/* @text: of the only Function, "a.b"; @other: the id of a second file, or NULL */
static void wrong(const char *text, const char *other, const char *expected)
{
	static const struct operation functions[] = { { .id = "a.b" }, { .id = NULL } };
	static const struct operation actions[] = { { .id = NULL } };
	const struct spec_file files[] = {
		{ "a.b", (const unsigned char *)text, strlen(text) },
		{ other, (const unsigned char *)"{}", 2 },
		{ NULL, NULL, 0 },
	};
	struct protocol p = { .functions = functions, .actions = actions, .files = files };
	const char *why;

	protocol_start(pool, &p);
	why = protocol_wrong(&p);
	ok(expected ? why && strstr(why, expected) : !why, "%s: %s",
	   expected ? expected : "nothing is wrong", why ? why : "none");
}

int main(void)
{
	pool = pool_new(NULL, "specs");
	right(&advisor_protocol, "an office");
	right(&desk_protocol, "a desk");
	right(&investor_protocol, "a person");

	wrong(HEAD INPUT OUTPUT EXAMPLE("{\"n\":1}"), NULL, NULL);
	wrong(HEAD INPUT OUTPUT EXAMPLE("{\"n\":\"x\"}"), NULL, "example 0");
	wrong(HEAD INPUT OUTPUT "\"examples\":[]}", NULL, "examples is missing");
	wrong(HEAD OUTPUT EXAMPLE("{}"), NULL, "input_schema is missing");
	wrong(HEAD "\"more\":1," INPUT OUTPUT EXAMPLE("{}"), NULL, "unknown member more");
	wrong(HEAD "\"input_schema\":{\"nonsense\":1}," OUTPUT EXAMPLE("{}"), NULL, "input_schema");
	wrong("{\"title\":", NULL, "byte");
	wrong(HEAD INPUT OUTPUT EXAMPLE("{\"n\":1}"), "c.d", "no table has this id");
	pool_free(pool);
	return tap_done();
}

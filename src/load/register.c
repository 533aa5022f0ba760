/* SPDX-License-Identifier: Apache-2.0 */
/* register.c: the statements of every loader. */
#include "config.h"

#include "load/fetch.h"
#include "load/fetch_plan.h"
#include "load/object_stage.h"
#include "load/run.h"

void load_no_statements(void)
{
}

void load_register(void)
{
	static void (*const sources[])(void) = {
#define ROW(name, title, options, member, parser, statements) statements,
		LOAD_SOURCES(ROW)
#undef ROW
	};

	for (size_t i = 0; i < ARRAY_SIZE(sources); i++)
		sources[i]();
	load_own_register();
	quotes_register();
	reference_register();
	prices_register();
	debenture_register();
	object_stage_register();
	fetch_register();
	fetch_plan_register();
}

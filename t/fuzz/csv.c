/* SPDX-License-Identifier: Apache-2.0 */
/* csv.c: the input is a CSV. */
#include "config.h"

#include "core/pool.h"

#include "statement.h"

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t n)
{
	void *pool = pool_new(NULL, "fuzz");
	const char *reason = NULL;
	struct sheet sheet = { 0 };

	if (csv_read(pool, (struct slice){ (const char *)input, n }, &sheet, &reason) == SHEET_OK)
		promise_statement(pool, &sheet);
	else
		promise(reason);
	pool_free(pool);
	return 0;
}

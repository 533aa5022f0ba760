/* SPDX-License-Identifier: Apache-2.0 */
/* xlsx.c: the input is a workbook (seeds are stored, not deflated, so that damage reaches the XML).
 */
#include "config.h"

#include "core/pool.h"

#include "statement.h"

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t n)
{
	void *pool = pool_new(NULL, "fuzz");
	const char *reason = NULL;
	struct sheet sheet = { 0 };

	if (xlsx_read(pool, (struct slice){ (const char *)input, n }, &sheet, &reason) == SHEET_OK)
		promise_statement(pool, &sheet);
	else
		promise(reason);
	pool_free(pool);
	return 0;
}

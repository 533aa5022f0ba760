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
	struct worksheets all = { .max = SHEETS_MAX };

	if (xlsx_read(pool, (struct slice){ (const char *)input, n }, &all, &reason) != SHEET_OK)
		promise(reason);
	for (size_t i = 0; i < all.n && !reason; i++)
		promise_statement(pool, &all.items[i].sheet);
	pool_free(pool);
	return 0;
}

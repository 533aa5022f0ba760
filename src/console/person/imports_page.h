/* SPDX-License-Identifier: Apache-2.0 */
/*
 * imports_page.h: the parsed rows of a file of trades, for every page that shows it before it is
 * written.
 */
#ifndef LASTRO_CONSOLE_PERSON_IMPORTS_PAGE_H
#define LASTRO_CONSOLE_PERSON_IMPORTS_PAGE_H

#include <json-c/json.h>

#include "http/form.h"
#include "http/html.h"

/*
 * imports_read() - the result of a dry run, and the rows of a page, from 1; for the portfolio in
 * path[0].
 */
struct json_object *imports_read(struct ctx *ctx, const struct form_file *file, size_t page);

/*
 * imports_read_write() - each row with its interpretation; @before: the address of a page, up to its
 * parameters.
 * @held: the file, for a link that corrects the row; NULL: none
 */
void imports_read_write(struct html *h, struct json_object *answer, const char *before, size_t page,
			const char *held);

#endif

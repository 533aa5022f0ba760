/* SPDX-License-Identifier: Apache-2.0 */
/* cases_import.c: section 16, spreadsheets. */
#include "config.h"

#include "cases.h"

const struct case_function import_functions[] = {
	{ NULL, NULL },
};

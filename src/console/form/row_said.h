/* SPDX-License-Identifier: Apache-2.0 */
/* row_said.h: a row, or an income, in one sentence. */
#ifndef LASTRO_CONSOLE_FORM_ROW_SAID_H
#define LASTRO_CONSOLE_FORM_ROW_SAID_H

#include <json-c/json.h>

/*
 * row_said() - "Compra de 100 PETR4 (ação) a R$ 38,50 em 20/11/2026: R$ 3.850,00, com taxas R$ 3.854,90.", from the answer of
 * the interface.
 */
const char *row_said(void *pool, struct json_object *answer);

#endif

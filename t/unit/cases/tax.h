/* SPDX-License-Identifier: Apache-2.0 */
/* tax.h: the ledger of a case of section 20. */
#ifndef LASTRO_T_CASES_TAX_H
#define LASTRO_T_CASES_TAX_H

#include "calc/tax/tax.h"
#include "cases/cases.h"

/* tax_in() - reads assets, rows, income, rates and the person's statements. */
struct tax_ledger tax_in(void *pool, struct json_object *in);

void tax_out_figure(struct json_object *o, const char *key, struct tax_figure f);
void tax_out_reasons(struct json_object *o, const char *key, tax_reasons set);
void tax_out_baskets(struct json_object *o, const char *key, const struct tax_figure *f);
void tax_out_month_text(struct json_object *o, const char *key, struct month m);
void tax_out_warnings(struct json_object *o, const struct tax_warnings *w);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* tax_json.h: members that the tax answers share. */
#ifndef LASTRO_PORTFOLIO_TAX_TAX_JSON_H
#define LASTRO_PORTFOLIO_TAX_TAX_JSON_H

#include "portfolio/tax/tax_answers.h"

void tax_json_figure(struct json *j, const char *name, struct tax_figure f);
void tax_json_baskets(struct json *j, const char *name, const struct tax_figure *f);
void tax_json_reasons(struct json *j, const char *name, tax_reasons set);
void tax_json_month(struct json *j, const char *name, struct month m);
void tax_json_warnings(struct json *j, const struct taxpayer *of, const struct tax_warnings *w);
/* ---- the parts of a year: a month, a DARF, the member "exterior" ---- */

void tax_month_render(struct json *j, const struct tax_month *m);
void tax_darf_render(struct json *j, const struct tax_darf *d);
void tax_exterior_render(struct json *j, const struct tax_exterior *x);
void tax_gains_render(struct json *j, const struct tax_year *y); /* "gcap" */

void tax_json_meta(struct json *j, const struct taxpayer *of);

#endif

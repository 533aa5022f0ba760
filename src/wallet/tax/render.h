/* SPDX-License-Identifier: Apache-2.0 */
/* render.h: members that the answers of the tax share. */
#ifndef LASTRO_WALLET_TAX_RENDER_H
#define LASTRO_WALLET_TAX_RENDER_H

#include "wallet/tax/tax.h"

void tax_json_figure(struct json *j, const char *name, struct tax_figure f);
void tax_json_baskets(struct json *j, const char *name, const struct tax_figure *f);
void tax_json_reasons(struct json *j, const char *name, tax_reasons set);
void tax_json_month(struct json *j, const char *name, struct month m);
void tax_json_warnings(struct json *j, const struct taxpayer *of, const struct tax_warnings *w);
void tax_json_meta(struct json *j, const struct taxpayer *of);

#endif

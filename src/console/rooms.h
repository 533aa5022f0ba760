/* SPDX-License-Identifier: Apache-2.0 */
/* rooms.h: the pages of the console, a file each. */
#ifndef LASTRO_CONSOLE_ROOMS_H
#define LASTRO_CONSOLE_ROOMS_H

#include "ctx/ctx.h"

void overview_page(struct ctx *ctx);
void portfolio_page(struct ctx *ctx);
void agenda_page(struct ctx *ctx);
void agenda_subscribe(struct ctx *ctx);
void agenda_unsubscribe(struct ctx *ctx);
void export_page(struct ctx *ctx);
void explained_page(struct ctx *ctx);
void holding_page(struct ctx *ctx);
void look_through_page(struct ctx *ctx);
void history_page(struct ctx *ctx);
void tax_year_page(struct ctx *ctx);
void tax_month_page(struct ctx *ctx);
void tax_declaration_page(struct ctx *ctx);
void tax_missing_page(struct ctx *ctx);
void tax_explained_page(struct ctx *ctx);
void xray_page(struct ctx *ctx);
void costs_page(struct ctx *ctx);
void issues_page(struct ctx *ctx);

#endif

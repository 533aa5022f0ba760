/* SPDX-License-Identifier: Apache-2.0 */
/* account_pages.h: the pages of a person's own account. */
#ifndef LASTRO_CONSOLE_PERSON_ACCOUNT_PAGES_H
#define LASTRO_CONSOLE_PERSON_ACCOUNT_PAGES_H

#include "console/form/entry.h"
#include "core/ctx.h"

void account_page(struct ctx *ctx);
void account_password_post(struct ctx *ctx);
void account_sessions_post(struct ctx *ctx);
void account_refuse(struct ctx *ctx);
const char *account_moment(struct ctx *ctx, int64_t ms); /* "20/11/2026, 12:00" */

void applications_page(struct ctx *ctx);
void application_undo_post(struct ctx *ctx);
void application_undo_refuse(struct ctx *ctx);

extern const struct entry_form profile_form;
void profile_page(struct ctx *ctx);
void profile_post(struct ctx *ctx);

void deletion_page(struct ctx *ctx);
void deletion_post(struct ctx *ctx);
void deletion_undo_post(struct ctx *ctx);

void factor_page(struct ctx *ctx);
void factor_begin_post(struct ctx *ctx);
void factor_confirm_post(struct ctx *ctx);
void factor_off_post(struct ctx *ctx);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* console_pages.h: the pages of the console, a file each. */
#ifndef LASTRO_CONSOLE_PERSON_CONSOLE_PAGES_H
#define LASTRO_CONSOLE_PERSON_CONSOLE_PAGES_H

#include "core/ctx.h"

struct entry;
struct entry_form;
struct html;

void overview_page(struct ctx *ctx);
void portfolio_page(struct ctx *ctx);
void agenda_page(struct ctx *ctx);
extern const struct entry_form agenda_feed_form;
void agenda_subscribe(struct ctx *ctx);
void agenda_unsubscribe(struct ctx *ctx);
void export_page(struct ctx *ctx);
void explained_page(struct ctx *ctx);
void client_explained_page(struct ctx *ctx);
void held_page(struct ctx *ctx);
void holding_page(struct ctx *ctx);
void look_through_page(struct ctx *ctx);
void history_page(struct ctx *ctx);
void tax_year_page(struct ctx *ctx);
void tax_month_page(struct ctx *ctx);
void tax_declaration_page(struct ctx *ctx);
void tax_missing_page(struct ctx *ctx);
void tax_missing_post(struct ctx *ctx);
void tax_explained_page(struct ctx *ctx);
void tax_inputs_page(struct ctx *ctx);
extern const struct entry_form tax_input_form, tax_fact_form, tax_missing_form;
void tax_input_page(struct ctx *ctx);
void tax_input_post(struct ctx *ctx);
void tax_fact_page(struct ctx *ctx);
void tax_fact_post(struct ctx *ctx);
void xray_page(struct ctx *ctx);
void costs_page(struct ctx *ctx);
void income_page(struct ctx *ctx);
void moved_page(struct ctx *ctx);
void moved_page_all(struct ctx *ctx);
void income_page_all(struct ctx *ctx);
void income_list_page(struct ctx *ctx);
void income_list_page_all(struct ctx *ctx);
extern const struct entry_form income_edit_form;
void income_edit_page(struct ctx *ctx);
void income_edit_post(struct ctx *ctx);
void income_drop(struct ctx *ctx);
void income_preview(struct ctx *ctx);
void income_preview_post(struct ctx *ctx);
void issues_page(struct ctx *ctx);

/* plan_page.c, targets_page.c, plan_trades.c */
extern const struct entry_form targets_form, targets_withdraw_form, plan_trades_form;
void plan_page(struct ctx *ctx);
void client_plan_page(struct ctx *ctx);
void targets_page(struct ctx *ctx);
void targets_post(struct ctx *ctx);
void targets_withdraw_page(struct ctx *ctx);
void targets_withdraw_post(struct ctx *ctx);
void plan_trades_preview(struct ctx *ctx);
void plan_trades_preview_post(struct ctx *ctx);
void plan_trades_post(struct ctx *ctx);

/* settings_page.c */
extern const struct entry_form portfolio_new_form, portfolio_settings_form, portfolio_delete_form;
void portfolio_new_page(struct ctx *ctx);
void portfolio_new_post(struct ctx *ctx);
void portfolio_settings_page(struct ctx *ctx);
void portfolio_settings_post(struct ctx *ctx);
void portfolio_delete_page(struct ctx *ctx);
void portfolio_delete_post(struct ctx *ctx);

/* links_page.c, shared_page.c */
extern const struct entry_form portfolio_link_form;
void links_page(struct ctx *ctx);
void links_post(struct ctx *ctx);
void links_end(struct ctx *ctx);
void shared_page(struct ctx *ctx);
void shared_page_refuse(struct ctx *ctx); /* its refuse() */

/* readers_page.c, shown_page.c */
extern const struct entry_form portfolio_reader_form;
void readers_page(struct ctx *ctx);
void readers_post(struct ctx *ctx);
void readers_end(struct ctx *ctx);
void shown_page(struct ctx *ctx);
void shown_write(
	struct
	html *h); /* section of the overview: portfolios shared with the caller; empty: not written */
void shown_accept(struct ctx *ctx);
void shown_end(struct ctx *ctx);

/* launch_page.c */
extern const struct entry_form row_new_form;
/* launch_row_fields() - of an existing row: the fields of its kind, and others that have a value. */
void launch_row_fields(struct ctx *ctx, struct html *h, const struct entry *e);
void launch_page(struct ctx *ctx);
void row_new_page(struct ctx *ctx);
void row_new_preview(struct ctx *ctx);
void row_new_preview_post(struct ctx *ctx);
void row_new_post(struct ctx *ctx);

/* ledger_page.c */
extern const struct entry_form row_form;
void ledger_page(struct ctx *ctx);
void row_page(struct ctx *ctx);
void row_preview(struct ctx *ctx);
void row_preview_post(struct ctx *ctx);
void row_post(struct ctx *ctx);
void row_delete(struct ctx *ctx);

/* holding_edit.c */
extern const struct entry_form holding_edit_form;
void holding_edit_page(struct ctx *ctx);
void holding_edit_preview(struct ctx *ctx);
void holding_edit_preview_post(struct ctx *ctx);
void holding_edit_post(struct ctx *ctx);

/* imports_page.c */
extern const struct entry_form import_form, import_undo_form;
void imports_page(struct ctx *ctx);
void notices_page(struct ctx *ctx);
extern const struct entry_form notice_form;
void notices_page_new(struct ctx *ctx);
void notices_page_post(struct ctx *ctx);
void notices_page_arm(struct ctx *ctx);
void notices_page_delete(struct ctx *ctx);
void import_reading(struct ctx *ctx);
void import_reading_post(struct ctx *ctx);
void import_post(struct ctx *ctx);
void import_page(struct ctx *ctx);
void import_undo_post(struct ctx *ctx);
void import_reading_refuse(struct ctx *ctx);

/* columns_page.c */
void import_columns_page(struct ctx *ctx);
void import_columns_post(struct ctx *ctx);
void import_mapping_delete_post(struct ctx *ctx);

/* correction_page.c */
void import_row_page(struct ctx *ctx);
void import_row_post(struct ctx *ctx);

/* reconcile_page.c */
extern const struct entry_form reconcile_form;
void reconcile_page(struct ctx *ctx);
void reconcile_post(struct ctx *ctx);

#endif

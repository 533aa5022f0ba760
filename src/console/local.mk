# pages
src_liblastro_a_SOURCES += \
	%D%/chart.c %D%/chart.h \
	%D%/chart_span.c %D%/chart_span.h \
	%D%/console.h \
	%D%/figure_cells.c \
	%D%/figure_text.c %D%/figure_text.h \
	%D%/form/application_keep.c \
	%D%/form/entry.c %D%/form/entry.h \
	%D%/form/ledger_change.c %D%/form/ledger_change.h \
	%D%/form/member_words.c %D%/form/member_words.h \
	%D%/form/mend_request.c %D%/form/mend_request.h \
	%D%/form/mend_reverse.c %D%/form/mend_reverse.h \
	%D%/form/mend_said.c %D%/form/mend_said.h \
	%D%/form/mend_undo.c %D%/form/mend_undo.h \
	%D%/form/remedy_fields.c %D%/form/remedy_fields.h \
	%D%/form/remedy_form.c %D%/form/remedy_form.h \
	%D%/form/row_form.c %D%/form/row_form.h \
	%D%/form/row_said.c %D%/form/row_said.h \
	%D%/form/schema_fields.c %D%/form/schema_fields.h \
	%D%/form/what_if_tables.c %D%/form/what_if_tables.h \
	%D%/layout.c %D%/layout.h \
	%D%/organization/amounts_file.c %D%/organization/amounts_file.h \
	%D%/organization/desk_find.c \
	%D%/organization/office_plans.c \
	%D%/organization/office_targets.c \
	%D%/organization/work.c %D%/organization/work.h \
	%D%/organization/work_action.c \
	%D%/organization/work_csv.c \
	%D%/organization/work_desk.c \
	%D%/organization/work_form.c %D%/organization/work_form.h \
	%D%/organization/work_fund.c \
	%D%/organization/work_office.c \
	%D%/organization/work_organizations.c \
	%D%/organization/work_page.c \
	%D%/organization/work_pages.h \
	%D%/organization/work_preview.c \
	%D%/organization/work_routes.c \
	%D%/person/account_page.c %D%/person/account_pages.h \
	%D%/person/agenda_page.c \
	%D%/person/applications_page.c \
	%D%/person/console_pages.h \
	%D%/person/console_routes.c \
	%D%/person/costs_page.c \
	%D%/person/deletion_page.c \
	%D%/person/explained_page.c \
	%D%/person/explanation_steps.c %D%/person/explanation_steps.h \
	%D%/person/export_page.c \
	%D%/person/factor_page.c \
	%D%/person/figure_words.c %D%/person/figure_words.h \
	%D%/person/held_everywhere_page.c \
	%D%/person/held_import.c %D%/person/held_import.h \
	%D%/person/history_page.c \
	%D%/person/holding_chart.c \
	%D%/person/holding_edit.c \
	%D%/person/holding_fields.c \
	%D%/person/holding_gain.c \
	%D%/person/holding_page.c %D%/person/holding_parts.h \
	%D%/person/holdings_table.c %D%/person/holdings_table.h \
	%D%/person/income_edit.c \
	%D%/person/income_list_page.c \
	%D%/person/income_page.c \
	%D%/person/income_pages.h \
	%D%/person/columns_form.c %D%/person/columns_form.h \
	%D%/person/columns_page.c \
	%D%/person/correction_page.c \
	%D%/person/imports_page.c %D%/person/imports_page.h \
	%D%/person/issues_page.c \
	%D%/person/launch_page.c \
	%D%/person/launch_search.c \
	%D%/person/launch_terms.c \
	%D%/person/ledger_page.c \
	%D%/person/links_page.c \
	%D%/person/look_through_page.c \
	%D%/person/moved_page.c \
	%D%/person/moves_rows.c \
	%D%/person/notices_page.c \
	%D%/person/overview_announced.c \
	%D%/person/overview_attention.c %D%/person/overview_attention.h \
	%D%/person/overview_page.c \
	%D%/person/plan_page.c %D%/person/plan_parts.h \
	%D%/person/plan_place.c \
	%D%/person/plan_shares.c \
	%D%/person/plan_trades.c \
	%D%/person/portfolio_link.c %D%/person/portfolio_link.h \
	%D%/person/portfolio_page.c \
	%D%/person/portfolio_share.c %D%/person/portfolio_share.h \
	%D%/person/profile_page.c \
	%D%/person/readers_page.c \
	%D%/person/reconcile_page.c \
	%D%/person/returns_tables.c \
	%D%/person/settings_page.c \
	%D%/person/shared_page.c \
	%D%/person/shown_page.c \
	%D%/person/targets_form.c \
	%D%/person/targets_page.c \
	%D%/person/targets_words.c \
	%D%/person/tax_darf.c \
	%D%/person/tax_declaration.c \
	%D%/person/tax_exchange.c \
	%D%/person/tax_explained.c \
	%D%/person/tax_fact_form.c \
	%D%/person/tax_input_form.c \
	%D%/person/tax_inputs_page.c \
	%D%/person/tax_layout.c \
	%D%/person/tax_missing.c %D%/person/tax_missing.h \
	%D%/person/tax_missing_post.c \
	%D%/person/tax_month.c \
	%D%/person/tax_pages.h \
	%D%/person/tax_standing.c \
	%D%/person/tax_statements.c %D%/person/tax_statements.h \
	%D%/person/tax_tiles.c \
	%D%/person/tax_unstated_form.c \
	%D%/person/tax_words.c \
	%D%/person/tax_year.c \
	%D%/person/xray_page.c \
	%D%/qr_code.c %D%/qr_code.h

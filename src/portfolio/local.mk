# portfolios of a person and of an office's client
src_liblastro_a_SOURCES += \
	%D%/attention/attention.c %D%/attention/attention.h \
	%D%/attention/attention_json.c \
	%D%/attention/payments.c \
	%D%/attention/week.c \
	%D%/functions/investor.c %D%/functions/investor.h \
	%D%/functions/investor_actions.c \
	%D%/functions/investor_functions.c \
	%D%/functions/investor_parts.h \
	%D%/functions/application_writes.c %D%/functions/application_writes.h \
	%D%/functions/investor_routes.c \
	%D%/functions/investor_rows.c \
	%D%/functions/issue_actions.c %D%/functions/issue_actions.h \
	%D%/functions/list_cut.c %D%/functions/list_cut.h \
	%D%/functions/portfolio_operations.h \
	%D%/functions/portfolio_routes.c \
	%D%/functions/preview_figures.c \
	%D%/import/import_corrections.c \
	%D%/import/import_doubts.c \
	%D%/import/import_edited.c \
	%D%/import/import_entry.c \
	%D%/import/import_file.c \
	%D%/import/import_held.c \
	%D%/import/import_list.c \
	%D%/import/import_mappings.c \
	%D%/import/import_names.c \
	%D%/import/import_notes.c \
	%D%/import/import_parts.c %D%/import/import_parts.h \
	%D%/import/import_raw.c \
	%D%/import/import_refusals.c \
	%D%/import/import_routes.c \
	%D%/import/import_store.c \
	%D%/import/import_undo.c \
	%D%/import/import_upload.c \
	%D%/import/import_write.c \
	%D%/import/mapping_document.c \
	%D%/import/reconcile_json.c %D%/import/reconcile_json.h \
	%D%/import/reconcile_routes.c \
	%D%/ledger/asset.c %D%/ledger/asset.h \
	%D%/ledger/asset_member.c %D%/ledger/asset_member.h \
	%D%/ledger/asset_named.c \
	%D%/ledger/asset_ref.c \
	%D%/ledger/audience.c \
	%D%/ledger/client_portfolios.c \
	%D%/ledger/external_id.c \
	%D%/ledger/first_day.c %D%/ledger/first_day.h \
	%D%/ledger/guessed.c %D%/ledger/guessed.h \
	%D%/ledger/income_rows.c %D%/ledger/income_rows.h \
	%D%/ledger/ledger_list.c %D%/ledger/ledger_list.h \
	%D%/ledger/portfolio_record.c %D%/ledger/portfolio_record.h \
	%D%/ledger/restore.c %D%/ledger/restore.h \
	%D%/ledger/state_write.c %D%/ledger/state_write.h \
	%D%/ledger/stated_price.c %D%/ledger/stated_price.h \
	%D%/ledger/succession.c %D%/ledger/succession.h \
	%D%/ledger/transaction.c %D%/ledger/transaction.h \
	%D%/ledger/symbol_class.c %D%/ledger/symbol_class.h \
	%D%/ledger/transaction_delete.c \
	%D%/ledger/transaction_doubts.c %D%/ledger/transaction_doubts.h \
	%D%/ledger/transaction_list.c \
	%D%/ledger/transaction_read.c \
	%D%/ledger/write.c %D%/ledger/write.h \
	%D%/plan/plan_csv.c \
	%D%/plan/plan_json.c \
	%D%/plan/plan_routes.h \
	%D%/plan/plan_view.c %D%/plan/plan_view.h \
	%D%/plan/targets.c %D%/plan/targets.h \
	%D%/plan/targets_document.c \
	%D%/portfolio.h \
	%D%/show/consolidated.c \
	%D%/show/costs_json.c \
	%D%/show/detail.c \
	%D%/show/detail_json.c %D%/show/detail_json.h \
	%D%/show/explain_asked.c \
	%D%/show/explain_json.c \
	%D%/show/explain_load.c %D%/show/explain_load.h \
	%D%/show/export.c %D%/show/export.h \
	%D%/show/export_beancount.c \
	%D%/show/export_csv.c \
	%D%/show/export_json.c \
	%D%/show/fixed_income_json.c \
	%D%/show/fixed_income_view.c %D%/show/fixed_income_view.h \
	%D%/show/history_json.c %D%/show/history_json.h \
	%D%/show/history_routes.c \
	%D%/show/holding_json.c \
	%D%/show/import_template.c \
	%D%/show/income_announced.c \
	%D%/show/income_json.c \
	%D%/show/income_sums.c \
	%D%/show/income_view.c %D%/show/income_view.h \
	%D%/show/issues_dismiss.c %D%/show/issues_dismiss.h \
	%D%/show/issues_load.c \
	%D%/show/issues_remedy.c %D%/show/issues_remedy.h \
	%D%/show/look_through_json.c \
	%D%/show/moved_json.c \
	%D%/show/next_call.c %D%/show/next_call.h \
	%D%/show/open_figures.c %D%/show/open_figures.h \
	%D%/show/portfolio_calls.c \
	%D%/show/portfolio_view.h \
	%D%/show/request_action.c %D%/show/request_action.h \
	%D%/show/show.h \
	%D%/show/xray_json.c \
	%D%/store/asset_meta.c %D%/store/asset_meta.h \
	%D%/store/asset_terms.c %D%/store/asset_terms.h \
	%D%/store/cached_rows.c %D%/store/cached_rows.h \
	%D%/store/cached_rows_check.c %D%/store/cached_rows_check.h \
	%D%/store/check_report.c %D%/store/check_report.h \
	%D%/store/client_values.c \
	%D%/store/consolidation.c %D%/store/consolidation.h \
	%D%/store/head_cache.c %D%/store/head_cache.h \
	%D%/store/heads.c %D%/store/heads.h \
	%D%/store/history_prefix.c %D%/store/history_prefix.h \
	%D%/store/holdings.c \
	%D%/store/income_facts.c %D%/store/income_facts.h \
	%D%/store/ledger_columns.h \
	%D%/store/ledger_rows.c %D%/store/ledger_rows.h \
	%D%/store/ledgers.c %D%/store/ledgers.h \
	%D%/store/loaded.h \
	%D%/store/paper_kind.c %D%/store/paper_kind.h \
	%D%/store/prefix_check.c %D%/store/prefix_check.h \
	%D%/store/quoted_paper.c \
	%D%/store/returns_load.c %D%/store/returns_load.h \
	%D%/store/row_shown.c %D%/store/row_shown.h \
	%D%/store/state.c %D%/store/state.h \
	%D%/store/state_check.c %D%/store/state_check.h \
	%D%/store/state_many.c \
	%D%/store/state_rows.h \
	%D%/store/symbol.c %D%/store/symbol.h \
	%D%/store/transaction_members.c %D%/store/transaction_members.h \
	%D%/store/valued.c %D%/store/valued.h \
	%D%/suitability/questionnaire.c %D%/suitability/questionnaire.h \
	%D%/suitability/questions.c \
	%D%/suitability/suitability_answers.c %D%/suitability/suitability_answers.h \
	%D%/tax/asset_facts.c \
	%D%/tax/tax_assets.c \
	%D%/tax/client_tax_load.c \
	%D%/tax/declaration_json.c \
	%D%/tax/tax_answers.h \
	%D%/tax/tax_csv.c \
	%D%/tax/tax_markets.c \
	%D%/tax/tax_due.c \
	%D%/tax/tax_explain_json.c %D%/tax/tax_explain_json.h \
	%D%/tax/tax_facts_asked.c \
	%D%/tax/tax_gaps.c %D%/tax/tax_gaps.h \
	%D%/tax/tax_gaps_order.c \
	%D%/tax/tax_inputs.c \
	%D%/tax/tax_join.h \
	%D%/tax/tax_json.c %D%/tax/tax_json.h \
	%D%/tax/tax_load.c \
	%D%/tax/tax_missing_json.c \
	%D%/tax/tax_requests.c \
	%D%/tax/tax_routes.c \
	%D%/tax/tax_said.c \
	%D%/tax/tax_unstated.c \
	%D%/what_if/issue_effects.c %D%/what_if/issue_effects.h \
	%D%/what_if/issues_json.c \
	%D%/what_if/plan_answer.c \
	%D%/what_if/tax_lines.c \
	%D%/what_if/what_if.c %D%/what_if/what_if.h

nodist_src_liblastro_a_SOURCES += %D%/functions/specs.c
INVESTOR_SPECS = \
	src/portfolio/functions/schemas/wallet.application_writes.list.json \
	src/portfolio/functions/schemas/wallet.attention.get.json \
	src/portfolio/functions/schemas/wallet.consolidated.get.json \
	src/portfolio/functions/schemas/wallet.consolidated.history.json \
	src/portfolio/functions/schemas/wallet.consolidated.moved.json \
	src/portfolio/functions/schemas/wallet.fixed_income.list.json \
	src/portfolio/functions/schemas/wallet.income.list.json \
	src/portfolio/functions/schemas/wallet.objects.resolve.json \
	src/portfolio/functions/schemas/wallet.paper.get.json \
	src/portfolio/functions/schemas/wallet.plan.explain.json \
	src/portfolio/functions/schemas/wallet.plan.get.json \
	src/portfolio/functions/schemas/wallet.portfolio.agenda.json \
	src/portfolio/functions/schemas/wallet.portfolio.assets.json \
	src/portfolio/functions/schemas/wallet.portfolio.costs.json \
	src/portfolio/functions/schemas/wallet.portfolio.explain.json \
	src/portfolio/functions/schemas/wallet.portfolio.get.json \
	src/portfolio/functions/schemas/wallet.portfolio.history.json \
	src/portfolio/functions/schemas/wallet.portfolio.import.json \
	src/portfolio/functions/schemas/wallet.portfolio.import_rows.json \
	src/portfolio/functions/schemas/wallet.portfolio.imports.json \
	src/portfolio/functions/schemas/wallet.portfolio.income.json \
	src/portfolio/functions/schemas/wallet.portfolio.issues.json \
	src/portfolio/functions/schemas/wallet.portfolio.ledger.json \
	src/portfolio/functions/schemas/wallet.portfolio.look_through.json \
	src/portfolio/functions/schemas/wallet.portfolio.moved.json \
	src/portfolio/functions/schemas/wallet.portfolio.plan.json \
	src/portfolio/functions/schemas/wallet.portfolio.targets.json \
	src/portfolio/functions/schemas/wallet.portfolio.what_if.json \
	src/portfolio/functions/schemas/wallet.portfolio.xray.json \
	src/portfolio/functions/schemas/wallet.portfolio_asset.add.json \
	src/portfolio/functions/schemas/wallet.portfolio_asset.change.json \
	src/portfolio/functions/schemas/wallet.portfolio_asset.delete.json \
	src/portfolio/functions/schemas/wallet.portfolio_import.undo.json \
	src/portfolio/functions/schemas/wallet.portfolio_income.add.json \
	src/portfolio/functions/schemas/wallet.portfolio_income.change.json \
	src/portfolio/functions/schemas/wallet.portfolio_income.delete.json \
	src/portfolio/functions/schemas/wallet.portfolio_price.state.json \
	src/portfolio/functions/schemas/wallet.portfolio_succession.state.json \
	src/portfolio/functions/schemas/wallet.portfolio_targets.set.json \
	src/portfolio/functions/schemas/wallet.portfolio_transaction.add.json \
	src/portfolio/functions/schemas/wallet.portfolio_transaction.change.json \
	src/portfolio/functions/schemas/wallet.portfolio_transaction.delete.json \
	src/portfolio/functions/schemas/wallet.portfolios.list.json \
	src/portfolio/functions/schemas/wallet.series.get.json \
	src/portfolio/functions/schemas/wallet.series.list.json \
	src/portfolio/functions/schemas/wallet.suitability.get.json \
	src/portfolio/functions/schemas/wallet.targets.get.json \
	src/portfolio/functions/schemas/wallet.targets.set.json \
	src/portfolio/functions/schemas/wallet.tax.declaration.json \
	src/portfolio/functions/schemas/wallet.tax.explain.json \
	src/portfolio/functions/schemas/wallet.tax.get.json \
	src/portfolio/functions/schemas/wallet.tax.inputs.json \
	src/portfolio/functions/schemas/wallet.tax.missing.json \
	src/portfolio/functions/schemas/wallet.tax_inputs.set.json
# What an adviser sees of a client's portfolio is described once.
INVESTOR_SHARED = \
	src/office/schemas/_defs.json \
	src/office/schemas/advisor.client_portfolio.explain.json \
	src/office/schemas/advisor.client_portfolio.get.json \
	src/office/schemas/advisor.client_portfolio.history.json \
	src/office/schemas/advisor.client_portfolio.import.json \
	src/office/schemas/advisor.client_portfolio.ledger.json \
	src/office/schemas/advisor.client_portfolio_transaction.add.json
EXTRA_DIST += $(INVESTOR_SPECS)
CLEANFILES += src/portfolio/functions/specs.c
src/portfolio/functions/specs.c: $(INVESTOR_SPECS) $(INVESTOR_SHARED) $(EMBED_SCHEMAS) $(top_srcdir)/src/portfolio/local.mk
	$(AM_V_GEN)$(MKDIR_P) src/portfolio/functions && $(PERL) $(top_srcdir)/build-aux/embed-schemas investor_specs src/serve/openapi.json $(top_srcdir) \
		$(INVESTOR_SPECS) $(INVESTOR_SHARED) > $@.new && mv $@.new $@

# Rows that were kept as a detail shows them are only read by the program that wrote them: this names it.
cached_rows_made_from = $(state_made_from) $(filter src/core/json_write.% src/portfolio/store/row_shown.% src/portfolio/store/loaded.% \
	src/portfolio/store/transaction_members.% src/portfolio/store/valued.%,$(src_liblastro_a_SOURCES))
BUILT_SOURCES += src/portfolio/store/cached_rows_code_stamp.h
CLEANFILES += src/portfolio/store/cached_rows_code_stamp.h
src/portfolio/store/cached_rows_code_stamp.h: $(cached_rows_made_from)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && (cd $(srcdir) && cat $(cached_rows_made_from)) | sha256sum \
		| sed 's/^\(.\{16\}\).*/#define CACHED_ROWS_CODE_STAMP "\1"/' > $@-t && mv $@-t $@

src_liblastro_a_SOURCES += \
	%D%/asset.c %D%/asset.h \
	%D%/asset_meta.c %D%/asset_meta.h \
	%D%/asset_named.c \
	%D%/asset_ref.c \
	%D%/at_hand.c %D%/at_hand.h \
	%D%/audience.c \
	%D%/book.c \
	%D%/consolidated.c \
	%D%/costs.c \
	%D%/detail.c \
	%D%/explain.c %D%/explain.h \
	%D%/explain_render.c \
	%D%/export.c %D%/export.h \
	%D%/export_beancount.c \
	%D%/export_csv.c \
	%D%/export_json.c \
	%D%/figures.c %D%/figures.h \
	%D%/first_day.c %D%/first_day.h \
	%D%/holdings.c \
	%D%/history.c \
	%D%/import.c %D%/import.h \
	%D%/import_entry.c \
	%D%/import_list.c \
	%D%/import_names.c \
	%D%/import_raw.c \
	%D%/import_routes.c \
	%D%/import_store.c \
	%D%/import_undo.c \
	%D%/import_write.c \
	%D%/income.c %D%/income.h \
	%D%/issues.c \
	%D%/issues_remedy.c %D%/issues_remedy.h \
	%D%/ledger_columns.h \
	%D%/ledger_rows.c %D%/ledger_rows.h \
	%D%/ledgers.c %D%/ledgers.h \
	%D%/listed.c %D%/listed.h \
	%D%/listed_check.c %D%/listed_check.h \
	%D%/load.c %D%/load.h \
	%D%/look_through.c \
	%D%/of_client.c \
	%D%/ledger_page.c %D%/ledger_page.h \
	%D%/past.c %D%/past.h \
	%D%/past_check.c %D%/past_check.h \
	%D%/portfolio.c %D%/portfolio.h \
	%D%/questionnaire.c %D%/questionnaire.h \
	%D%/questions.c \
	%D%/render.c %D%/render.h \
	%D%/render_history.c \
	%D%/render_holding.c \
	%D%/returns.c %D%/returns.h \
	%D%/routes.c \
	%D%/state.c %D%/state.h \
	%D%/state_check.c %D%/state_check.h \
	%D%/state_rows.h \
	%D%/state_shared.c \
	%D%/state_many.c \
	%D%/state_write.c \
	%D%/statements.h \
	%D%/suitability.c %D%/suitability.h \
	%D%/symbol.c %D%/symbol.h \
	%D%/template.c \
	%D%/terms.c %D%/terms.h \
	%D%/transaction.c %D%/transaction.h \
	%D%/transaction_list.c \
	%D%/transaction_read.c \
	%D%/wallet.h \
	%D%/together.c %D%/together.h \
	%D%/write.c %D%/write.h \
	%D%/xray.c

# Rows that were kept as a detail shows them are only read by the program that wrote them: this names it.
listed_made_from = $(state_made_from) $(filter src/core/json_write.% src/wallet/listed.% src/wallet/load.% \
	src/wallet/transaction.% src/wallet/transaction_read.%,$(src_liblastro_a_SOURCES))
BUILT_SOURCES += src/wallet/listed_code_stamp.h
CLEANFILES += src/wallet/listed_code_stamp.h
src/wallet/listed_code_stamp.h: $(listed_made_from)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && (cd $(srcdir) && cat $(listed_made_from)) | sha256sum \
		| sed 's/^\(.\{16\}\).*/#define LISTED_CODE_STAMP "\1"/' > $@-t && mv $@-t $@

src_liblastro_a_SOURCES += \
	%D%/asset_meta.c %D%/asset_meta.h \
	%D%/ledger_columns.h \
	%D%/ledger_rows.c %D%/ledger_rows.h \
	%D%/cached_rows.c %D%/cached_rows.h \
	%D%/loaded.h \
	%D%/row_shown.c %D%/row_shown.h \
	%D%/symbol.c %D%/symbol.h \
	%D%/terms.c %D%/terms.h \
	%D%/asset_tax.c %D%/asset_tax.h \
	%D%/income_facts.c %D%/income_facts.h \
	%D%/transaction_members.c %D%/transaction_members.h

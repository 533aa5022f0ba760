src_liblastro_a_SOURCES += \
	%D%/calc.c %D%/calc.h \
	%D%/computing.h \
	%D%/corporate.c \
	%D%/day_trade.c \
	%D%/derive.c %D%/derived.h \
	%D%/explain.c \
	%D%/family.c %D%/family.h \
	%D%/flows.c \
	%D%/fold.c %D%/fold.h \
	%D%/fx.c %D%/fx.h \
	%D%/import_cover.c %D%/import_cover.h \
	%D%/import_dedupe.c \
	%D%/import_export.c \
	%D%/import_held.c \
	%D%/import_keep.c \
	%D%/import_manual.c \
	%D%/import_map.c %D%/import_map.h \
	%D%/import_movement.c \
	%D%/import_number.c \
	%D%/import_product.c \
	%D%/import_rights.c \
	%D%/import_row.h \
	%D%/import_settle.c \
	%D%/import_trades.c \
	%D%/income.c %D%/income.h \
	%D%/issues.c %D%/issues.h \
	%D%/issues_holding.c \
	%D%/issues_list.h \
	%D%/ledger.c %D%/ledger.h \
	%D%/mark.c \
	%D%/portfolio.c %D%/portfolio.h \
	%D%/ratio.c \
	%D%/replay.c %D%/replay.h \
	%D%/sheet.h \
	%D%/totals.c \
	%D%/value.c %D%/value.h \
	%D%/xirr.c %D%/xirr.h

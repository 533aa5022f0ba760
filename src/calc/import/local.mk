src_liblastro_a_SOURCES += \
	%D%/cells.c %D%/cells.h \
	%D%/columns.c \
	%D%/cover.c %D%/cover.h \
	%D%/dates.c \
	%D%/dedupe.c \
	%D%/export.c \
	%D%/external.c \
	%D%/held.c \
	%D%/import.h \
	%D%/keep.c \
	%D%/known.c \
	%D%/manual.c \
	%D%/map.c \
	%D%/movement.c \
	%D%/number.c \
	%D%/position_sheet.c %D%/position_sheet.h \
	%D%/product.c \
	%D%/rights.c \
	%D%/row.h \
	%D%/settle.c \
	%D%/tickers.c \
	%D%/trades.c \
	%D%/type_words.c \
	%D%/types.c \
	%D%/values.c

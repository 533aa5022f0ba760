src_liblastro_a_SOURCES += \
	%D%/cover.c %D%/cover.h \
	%D%/dedupe.c \
	%D%/export.c \
	%D%/held.c \
	%D%/keep.c \
	%D%/manual.c \
	%D%/map.c %D%/map.h \
	%D%/movement.c \
	%D%/number.c \
	%D%/product.c \
	%D%/rights.c \
	%D%/row.h \
	%D%/settle.c \
	%D%/sheet.h \
	%D%/trades.c

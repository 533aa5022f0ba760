src_liblastro_a_SOURCES += \
	%D%/calc.c %D%/calc.h \
	%D%/computing.h \
	%D%/corporate.c \
	%D%/day_trade.c \
	%D%/explain.c \
	%D%/family.c %D%/family.h \
	%D%/flows.c \
	%D%/fold.c %D%/fold.h \
	%D%/fx.c %D%/fx.h \
	%D%/import_map.h \
	%D%/income.c %D%/income.h \
	%D%/ledger.c %D%/ledger.h \
	%D%/portfolio.h \
	%D%/ratio.c \
	%D%/replay.c %D%/replay.h \
	%D%/sheet.h \
	%D%/mark.c \
	%D%/portfolio.c %D%/portfolio.h \
	%D%/ratio.c \
	%D%/replay.c %D%/replay.h \
	%D%/totals.c \
	%D%/value.c %D%/value.h \
	%D%/xirr.c %D%/xirr.h

src_liblastro_a_SOURCES += \
	%D%/calc.c %D%/calc.h \
	%D%/fold.h \
	%D%/fx.c %D%/fx.h \
	%D%/import_map.h \
	%D%/income.h \
	%D%/ledger.c %D%/ledger.h \
	%D%/explain.c \
	%D%/portfolio.h \
	%D%/totals.c \
	%D%/value.c %D%/value.h \
	%D%/xirr.c %D%/xirr.h

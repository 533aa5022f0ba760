src_liblastro_a_SOURCES += \
	%D%/calc.c %D%/calc.h \
	%D%/day_sums.c %D%/day_sums.h \
	%D%/fx.c %D%/fx.h \
	%D%/ledger.c %D%/ledger.h \
	%D%/month_sums.c %D%/month_sums.h \
	%D%/months.c \
	%D%/number_text.c %D%/number_text.h \
	%D%/portfolio.h \
	%D%/ratio.c \
	%D%/series.c %D%/series.h \
	%D%/treasury.c %D%/treasury.h \
	%D%/xirr.c %D%/xirr.h

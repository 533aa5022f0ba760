src_liblastro_a_SOURCES += \
	%D%/base.h \
	%D%/calc.c %D%/calc.h \
	%D%/counterpart.c %D%/counterpart.h \
	%D%/day_sums.c %D%/day_sums.h \
	%D%/days.h \
	%D%/fx.c %D%/fx.h \
	%D%/ledger.c %D%/ledger.h \
	%D%/month_sums.c %D%/month_sums.h \
	%D%/months.c %D%/months.h \
	%D%/number_text.c %D%/number_text.h \
	%D%/option.c %D%/option.h \
	%D%/position.h \
	%D%/ratio.c %D%/ratio.h \
	%D%/reference_events.c %D%/reference_events.h \
	%D%/series.c %D%/series.h \
	%D%/shares.c %D%/shares.h \
	%D%/sheet.h \
	%D%/transfers.c %D%/transfers.h \
	%D%/treasury.c %D%/treasury.h \
	%D%/typed_succession.c %D%/typed_succession.h \
	%D%/xirr.c %D%/xirr.h

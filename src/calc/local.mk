src_liblastro_a_SOURCES += \
	%D%/calc.h \
	%D%/fold.h \
	%D%/fx.h \
	%D%/import_map.h \
	%D%/income.h \
	%D%/ledger.h \
	%D%/portfolio.h \
	%D%/sheet.h \
	%D%/value.h \
	%D%/xirr.h

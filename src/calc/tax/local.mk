src_liblastro_a_SOURCES += \
	%D%/tax.h %D%/facts.h \
	%D%/classes.c %D%/classes.h \
	%D%/operations.c %D%/operations.h \
	%D%/stock.c %D%/stock.h %D%/trades.c %D%/corporate.c %D%/moves.c \
	%D%/month.c %D%/month.h %D%/abroad.c %D%/abroad.h %D%/gains.c %D%/estimate.c %D%/late.c %D%/late.h \
	%D%/year.c %D%/year.h %D%/fixed_income.c %D%/fixed_income.h \
	%D%/declaration.c %D%/declaration.h %D%/discrimination.c %D%/income.c %D%/lines.c %D%/lines.h \
	%D%/explain.c %D%/explain.h %D%/tell.c %D%/tell.h \
	%D%/tell_month.c %D%/tell_withheld.c %D%/tell_darf.c %D%/tell_gains.c %D%/tell_declaration.c

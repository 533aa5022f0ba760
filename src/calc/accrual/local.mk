src_liblastro_a_SOURCES += \
	%D%/accrual.c %D%/accrual.h \
	%D%/chain.c \
	%D%/factor.c %D%/factor.h \
	%D%/index.c \
	%D%/lots.c \
	%D%/steps.h \
	%D%/tables.c %D%/tables.h \
	%D%/terms.c

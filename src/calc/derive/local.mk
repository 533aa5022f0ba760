src_liblastro_a_SOURCES += \
	%D%/computing.h \
	%D%/derive.c \
	%D%/derive_income.c \
	%D%/derive_lots.c \
	%D%/derived.h \
	%D%/family.c %D%/family.h \
	%D%/income.c %D%/income.h \
	%D%/join.c %D%/join.h \
	%D%/renew.c %D%/renew.h \
	%D%/splice.c

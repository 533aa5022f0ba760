src_liblastro_a_SOURCES += \
	%D%/age.c %D%/age.h \
	%D%/consolidate.c %D%/consolidate.h \
	%D%/mark.c %D%/mark.h \
	%D%/portfolio.c %D%/portfolio.h \
	%D%/position.c %D%/position.h \
	%D%/totals.c \
	%D%/unpriced.c \
	%D%/value.h

src_liblastro_a_SOURCES += \
	%D%/consolidate.c %D%/consolidate.h \
	%D%/mark.c \
	%D%/portfolio.c \
	%D%/totals.c \
	%D%/unpriced.c \
	%D%/value.c %D%/value.h

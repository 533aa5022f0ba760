src_liblastro_a_SOURCES += \
	%D%/book.c \
	%D%/holdings.c \
	%D%/ledgers.c %D%/ledgers.h \
	%D%/load.c %D%/load.h \
	%D%/returns.c %D%/returns.h \
	%D%/state_check.c %D%/state_check.h \
	%D%/consolidation.c %D%/consolidation.h

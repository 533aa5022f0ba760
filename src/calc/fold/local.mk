src_liblastro_a_SOURCES += \
	%D%/corporate.c \
	%D%/day_trade.c \
	%D%/expiry.c \
	%D%/fold.c %D%/fold.h \
	%D%/journal.h \
	%D%/replay.c %D%/replay.h

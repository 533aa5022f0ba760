src_liblastro_a_SOURCES += \
	%D%/bytes.c %D%/bytes.h \
	%D%/derived_diff.c %D%/derived_diff.h \
	%D%/difference.c %D%/difference.h \
	%D%/head.c \
	%D%/holding.c %D%/holding.h \
	%D%/pack.h \
	%D%/past.c \
	%D%/past_diff.c %D%/past_diff.h \
	%D%/tail.c

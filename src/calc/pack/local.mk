src_liblastro_a_SOURCES += \
	%D%/bytes.c %D%/bytes.h \
	%D%/derived_diff.c %D%/derived_diff.h \
	%D%/figure_dump.c %D%/figure_dump.h \
	%D%/head.c \
	%D%/holding.c %D%/holding.h \
	%D%/pack.h \
	%D%/packed.h \
	%D%/prefix.c \
	%D%/prefix_diff.c %D%/prefix_diff.h \
	%D%/tail.c

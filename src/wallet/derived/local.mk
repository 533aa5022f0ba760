src_liblastro_a_SOURCES += \
	%D%/head_cache.c %D%/head_cache.h \
	%D%/history_prefix.c %D%/history_prefix.h \
	%D%/state.c %D%/state.h \
	%D%/state_many.c \
	%D%/state_rows.h \
	%D%/state_shared.c

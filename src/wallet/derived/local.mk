src_liblastro_a_SOURCES += \
	%D%/heads.c %D%/heads.h \
	%D%/head_cache.c %D%/head_cache.h \
	%D%/history_prefix.c %D%/history_prefix.h \
	%D%/state.c %D%/state.h \
	%D%/state_many.c \
	%D%/state_rows.h

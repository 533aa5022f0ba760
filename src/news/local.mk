src_liblastro_a_SOURCES += \
	%D%/draft.c %D%/draft.h \
	%D%/edition.c \
	%D%/news.h

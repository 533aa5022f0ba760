src_liblastro_a_SOURCES += \
	%D%/credit.c %D%/credit.h \
	%D%/classes.c \
	%D%/due.c

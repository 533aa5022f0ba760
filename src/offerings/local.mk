src_liblastro_a_SOURCES += \
	%D%/offerings.c %D%/offerings.h

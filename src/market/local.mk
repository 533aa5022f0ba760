src_liblastro_a_SOURCES += \
	%D%/market.c %D%/market.h

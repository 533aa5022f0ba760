src_liblastro_a_SOURCES += \
	%D%/market.h

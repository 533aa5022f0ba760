src_liblastro_a_SOURCES += \
	%D%/cache.c %D%/cache.h \
	%D%/funds.c %D%/funds.h \
	%D%/market.c %D%/market.h \
	%D%/rates.c %D%/rates.h \
	%D%/symbols.c %D%/symbols.h

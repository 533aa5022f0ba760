src_liblastro_a_SOURCES += \
	%D%/wallet.h

src_liblastro_a_SOURCES += \
	%D%/caller.h \
	%D%/idempotency.h \
	%D%/key.h

src_liblastro_a_SOURCES += \
	%D%/reconcile.c %D%/reconcile.h

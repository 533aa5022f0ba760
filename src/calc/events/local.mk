src_liblastro_a_SOURCES += \
	%D%/anomaly.c %D%/events.h \
	%D%/baseline.c %D%/baseline.h \
	%D%/link.c %D%/link.h \
	%D%/returns.c

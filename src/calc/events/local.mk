src_liblastro_a_SOURCES += \
	%D%/anomaly.c %D%/anomaly.h \
	%D%/baseline.c %D%/baseline.h \
	%D%/events.h \
	%D%/link.c %D%/link.h \
	%D%/release.c %D%/release.h \
	%D%/returns.c

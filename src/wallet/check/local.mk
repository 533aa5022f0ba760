src_liblastro_a_SOURCES += \
	%D%/cached_rows_check.c %D%/cached_rows_check.h \
	%D%/prefix_check.c %D%/prefix_check.h \
	%D%/report.c %D%/report.h

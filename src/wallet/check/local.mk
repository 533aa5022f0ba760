src_liblastro_a_SOURCES += \
	%D%/listed_check.c %D%/listed_check.h \
	%D%/past_check.c %D%/past_check.h \
	%D%/report.c %D%/report.h

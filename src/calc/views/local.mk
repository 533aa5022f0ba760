src_liblastro_a_SOURCES += \
	%D%/costs.c %D%/costs.h \
	%D%/issues.c %D%/issues.h \
	%D%/issues_holding.c \
	%D%/issues_list.h \
	%D%/look_through.c %D%/look_through.h \
	%D%/stake.c %D%/stake.h \
	%D%/suitability.c %D%/suitability.h \
	%D%/xray.c %D%/xray.h

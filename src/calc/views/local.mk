src_liblastro_a_SOURCES += \
	%D%/costs.c %D%/costs.h \
	%D%/issues.c %D%/issues.h \
	%D%/issues_holding.c %D%/issues_incorporation.c %D%/issues_transfers.c \
	%D%/issues_list.c %D%/issues_list.h \
	%D%/look_through.c %D%/look_through.h \
	%D%/returns.c %D%/returns.h \
	%D%/open_position.c %D%/open_position.h \
	%D%/suitability.c %D%/suitability.h \
	%D%/views.h \
	%D%/xray.c %D%/xray.h

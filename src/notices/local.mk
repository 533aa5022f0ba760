src_liblastro_a_SOURCES += \
	%D%/notices.h \
	%D%/routes.c \
	%D%/sent.c \
	%D%/subscription.c

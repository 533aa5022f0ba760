# subscriptions, what is found for them, how it is sent
src_liblastro_a_SOURCES += \
	%D%/deliver_claim.c %D%/deliver_claim.h \
	%D%/deliver_http.c %D%/deliver_http.h \
	%D%/notice_routes.c \
	%D%/notices.h \
	%D%/sent.c \
	%D%/subscribe.c

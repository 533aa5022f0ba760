# subscriptions, what is found for them, how it is sent
src_liblastro_a_SOURCES += \
	%D%/deliver.c %D%/deliver.h \
	%D%/deliver_claim.c %D%/deliver_claim.h \
	%D%/deliver_http.c %D%/deliver_http.h \
	%D%/find_notices.c %D%/find_notices.h \
	%D%/mail_out.c %D%/mail_out.h \
	%D%/mail_queue.c %D%/mail_queue.h \
	%D%/notice_routes.c \
	%D%/notices.h \
	%D%/sent.c \
	%D%/subscribe.c

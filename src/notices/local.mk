# subscriptions, what is found for them, how it is sent
src_liblastro_a_SOURCES += \
	%D%/deliver.c %D%/deliver.h \
	%D%/deliver_claim.c %D%/deliver_claim.h \
	%D%/deliver_http.c %D%/deliver_http.h \
	%D%/find_accounts.c \
	%D%/find_holdings.c \
	%D%/find_notices.c %D%/find_notices.h \
	%D%/find_parts.h \
	%D%/find_reached.c \
	%D%/find_turn.c \
	%D%/find_week.c \
	%D%/found.c %D%/found.h \
	%D%/mail_out.c %D%/mail_out.h \
	%D%/mail_queue.c %D%/mail_queue.h \
	%D%/notice_routes.c \
	%D%/notices.h \
	%D%/sent.c \
	%D%/subscribe.c

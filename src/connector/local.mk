src_liblastro_a_SOURCES += \
	%D%/client_document.c %D%/client_document.h \
	%D%/connector.c %D%/connector.h \
	%D%/grants.c \
	%D%/invitation_page.c %D%/invitation_page.h \
	%D%/keys_page.c %D%/keys_page.h \
	%D%/login.c %D%/login.h \
	%D%/login_page.c %D%/login_page.h \
	%D%/refusal.c %D%/refusal.h \
	%D%/oauth.c %D%/oauth.h \
	%D%/oauth_client.c \
	%D%/oauth_consent.c \
	%D%/oauth_metadata.c \
	%D%/oauth_token.c \
	%D%/scopes.c \
	%D%/site.c %D%/site.h \
	%D%/password.c %D%/password.h \
	%D%/password_page.c %D%/password_page.h \
	%D%/sign_up_page.c %D%/sign_up_page.h \
	%D%/resource.c %D%/resource.h \
	%D%/throttle.c %D%/throttle.h \
	%D%/unsent.c %D%/unsent.h

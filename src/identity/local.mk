# keys, sessions, passwords, OAuth and their pages
src_liblastro_a_SOURCES += \
	%D%/access.c \
	%D%/attempts.c %D%/attempts.h \
	%D%/caller.h \
	%D%/credential.c %D%/credential.h \
	%D%/credential_trail.c %D%/credential_trail.h \
	%D%/held_file.c %D%/held_file.h \
	%D%/idempotency.c %D%/idempotency.h \
	%D%/key.c %D%/key.h \
	%D%/key_routes.c \
	%D%/me.c %D%/me.h \
	%D%/own_keys.c %D%/own_keys.h \
	%D%/pages/client_document.c %D%/pages/client_document.h \
	%D%/pages/grants.c \
	%D%/pages/identity_pages.c %D%/pages/identity_pages.h \
	%D%/pages/invitation_page.c \
	%D%/pages/keys_page.c \
	%D%/pages/login.c %D%/pages/login.h \
	%D%/pages/login_open.c %D%/pages/login_open.h \
	%D%/pages/login_page.c %D%/pages/login_page.h \
	%D%/pages/oauth.c %D%/pages/oauth.h \
	%D%/pages/oauth_client.c \
	%D%/pages/oauth_consent.c \
	%D%/pages/oauth_metadata.c \
	%D%/pages/oauth_token.c \
	%D%/pages/account_deletion.c %D%/pages/account_deletion.h \
	%D%/pages/account_mail.c %D%/pages/account_mail.h \
	%D%/pages/own_password.c %D%/pages/own_password.h \
	%D%/pages/password.c %D%/pages/password.h \
	%D%/pages/password_page.c \
	%D%/pages/person_pages.h \
	%D%/pages/refusal.c %D%/pages/refusal.h \
	%D%/pages/resource.c %D%/pages/resource.h \
	%D%/pages/scopes.c \
	%D%/pages/second_factor.c %D%/pages/second_factor.h \
	%D%/pages/second_factor_answers.c \
	%D%/pages/sign_up_page.c \
	%D%/pages/site.c %D%/pages/site.h \
	%D%/pages/throttle.c %D%/pages/throttle.h \
	%D%/pages/unsent.c %D%/pages/unsent.h \
	%D%/portfolio_access.h \
	%D%/rate.c %D%/rate.h \
	%D%/scope.c \
	%D%/session.c %D%/session.h \
	%D%/totp.c %D%/totp.h \
	%D%/turn.c %D%/turn.h \
	%D%/weight.c %D%/weight.h

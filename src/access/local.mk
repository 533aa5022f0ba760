src_liblastro_a_SOURCES += \
	%D%/access.c \
	%D%/attempts.c \
	%D%/attempts.h \
	%D%/caller.h \
	%D%/credential.c \
	%D%/credential.h \
	%D%/credential_trail.c \
	%D%/credential_trail.h \
	%D%/held_file.c \
	%D%/held_file.h \
	%D%/idempotency.c \
	%D%/idempotency.h \
	%D%/key.c \
	%D%/key.h \
	%D%/own_keys.c \
	%D%/own_keys.h \
	%D%/me.c %D%/me.h \
	%D%/rate.c %D%/rate.h \
	%D%/routes.c \
	%D%/scope.c \
	%D%/session.c %D%/session.h \
	%D%/weight.c %D%/weight.h

src_liblastro_a_SOURCES += \
	%D%/agenda.h \
	%D%/calendar.c \
	%D%/feed.c %D%/feed.h \
	%D%/forecast.c \
	%D%/items.c %D%/items.h \
	%D%/narrow.c \
	%D%/render.c \
	%D%/routes.c

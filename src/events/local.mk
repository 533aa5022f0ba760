src_liblastro_a_SOURCES += \
	%D%/anomalies.c \
	%D%/candidates.c \
	%D%/closes.c %D%/closes.h \
	%D%/compute.c \
	%D%/editor.c \
	%D%/event.c \
	%D%/events.h \
	%D%/fragment.c %D%/fragment.h \
	%D%/handlers.h \
	%D%/routes.c \
	%D%/series.c \
	%D%/settle.c \
	%D%/window.c %D%/window.h

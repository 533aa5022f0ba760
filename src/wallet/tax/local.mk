src_liblastro_a_SOURCES += \
	%D%/client.c %D%/csv.c \
	%D%/due.c \
	%D%/explain.c %D%/explain.h \
	%D%/facts.c \
	%D%/inputs.c \
	%D%/load.c \
	%D%/render.c %D%/render.h \
	%D%/render_declaration.c \
	%D%/routes.c \
	%D%/tax.h

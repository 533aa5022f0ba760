src_liblastro_a_SOURCES += \
	%D%/blocks.c %D%/blocks.h \
	%D%/figures.c \
	%D%/item.c \
	%D%/states.c \
	%D%/statements.h

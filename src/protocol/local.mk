src_liblastro_a_SOURCES += \
	%D%/format.c %D%/format.h \
	%D%/number.c %D%/number.h \
	%D%/pattern.c %D%/pattern.h \
	%D%/schema.h %D%/schema_node.h \
	%D%/schema_check.c \
	%D%/schema_compile.c \
	%D%/schema_redact.c \
	%D%/tree.c %D%/tree.h

src_liblastro_a_SOURCES += \
	%D%/kind.c %D%/kind.h \
	%D%/measures.c %D%/measures.h \
	%D%/statement_rows.c %D%/statement_rows.h

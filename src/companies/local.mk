src_liblastro_a_SOURCES += \
	%D%/companies.h \
	%D%/company.c %D%/company.h \
	%D%/documents.c \
	%D%/financials.c \
	%D%/financials_render.c %D%/financials.h \
	%D%/kind.c %D%/kind.h \
	%D%/measures.c %D%/measures.h \
	%D%/routes.c \
	%D%/statement_rows.c %D%/statement_rows.h

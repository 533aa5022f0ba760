# objects: resolve, suggest, cohort, traverse
src_liblastro_a_SOURCES += \
	%D%/answer.c \
	%D%/cohort.c %D%/cohort.h \
	%D%/cohort_ask.c \
	%D%/cohort_facts.c \
	%D%/find.c \
	%D%/found.h \
	%D%/identify.c \
	%D%/measures.c \
	%D%/object.c \
	%D%/objects.h \
	%D%/resolve.c \
	%D%/routes.c \
	%D%/suggest.c \
	%D%/traverse.c

src_liblastro_a_SOURCES += \
	%D%/config.c %D%/config.h \
	%D%/ctx.c %D%/ctx.h \
	%D%/problem.c %D%/problem.h \
	%D%/problem_kinds.c

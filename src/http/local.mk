src_liblastro_a_SOURCES += \
	%D%/config.c %D%/config.h \
	%D%/ctx.c %D%/ctx.h \
	%D%/json_write.c %D%/json_write.h \
	%D%/problem.c %D%/problem.h \
	%D%/problem_kinds.c \
	%D%/response.c %D%/response.h \
	%D%/cursor.h \
	%D%/json_read.h \
	%D%/multipart.h \
	%D%/request.h \
	%D%/router.h

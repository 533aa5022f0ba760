src_liblastro_a_SOURCES += \
	%D%/config.h \
	%D%/ctx.h \
	%D%/cursor.h \
	%D%/json_read.h \
	%D%/json_write.h \
	%D%/multipart.h \
	%D%/problem.h \
	%D%/request.h \
	%D%/response.h \
	%D%/router.h

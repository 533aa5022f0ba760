# requests, routes, forms, JSON
src_liblastro_a_SOURCES += \
	%D%/body.c \
	%D%/cursor.c %D%/cursor.h \
	%D%/form.c %D%/form.h \
	%D%/html.c %D%/html.h \
	%D%/if_match.c %D%/if_match.h \
	%D%/json_read.c %D%/json_read.h \
	%D%/json_scan.c \
	%D%/multipart.c %D%/multipart.h \
	%D%/network.c %D%/network.h \
	%D%/number.c %D%/number.h \
	%D%/page.c %D%/page.h \
	%D%/problem_answer.c %D%/problem_answer.h \
	%D%/query.c %D%/query.h \
	%D%/request.c %D%/request.h \
	%D%/response.c %D%/response.h \
	%D%/route.h \
	%D%/router.c %D%/router.h \
	%D%/secret.c %D%/secret.h \
	%D%/static_file.c %D%/static_file.h \
	%D%/tree.c %D%/tree.h

STATIC_FILES = src/http/static/console.css src/http/static/console.js src/http/static/icon.svg src/http/static/lastro.webmanifest
nodist_src_liblastro_a_SOURCES += %D%/static_data.c
EXTRA_DIST += build-aux/embed-static $(STATIC_FILES)
CLEANFILES += src/http/static_data.c
src/http/static_data.c: $(STATIC_FILES) build-aux/embed-static
	$(AM_V_GEN)$(MKDIR_P) src/http && (cd $(top_srcdir) && $(PERL) build-aux/embed-static $(STATIC_FILES)) >$@.new && mv $@.new $@

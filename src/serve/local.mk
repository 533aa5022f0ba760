# the way of a request
src_liblastro_a_SOURCES += \
	%D%/etag.c %D%/etag.h \
	%D%/metrics.c %D%/metrics.h \
	%D%/metrics_text.c \
	%D%/modules.c %D%/modules.h \
	%D%/open_pages.c %D%/open_pages.h \
	%D%/places.c %D%/places.h \
	%D%/pool_link.h \
	%D%/reference_page.h \
	%D%/serve.c %D%/serve.h \
	%D%/status.c %D%/status.h

nodist_src_liblastro_a_SOURCES += %D%/reference_data.c
EXTRA_DIST += build-aux/reference
CLEANFILES += src/serve/reference_data.c src/serve/openapi.json
src/serve/openapi.json: doc/openapi.yaml src/tools/yaml2json$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) src/serve && src/tools/yaml2json$(EXEEXT) $(top_srcdir)/doc/openapi.yaml >$@.new && mv $@.new $@
src/serve/reference_data.c: src/serve/openapi.json build-aux/reference
	$(AM_V_GEN)$(PERL) $(top_srcdir)/build-aux/reference src/serve/openapi.json >$@.new && mv $@.new $@

# pages without a credential: the first one, and the interface described for people
src_liblastro_a_SOURCES += \
	%D%/pages.c %D%/pages.h \
	%D%/reference.h
nodist_src_liblastro_a_SOURCES += %D%/reference_data.c
EXTRA_DIST += build-aux/reference
CLEANFILES += src/pages/reference_data.c src/pages/openapi.json
src/pages/reference_data.c: doc/openapi.yaml build-aux/reference src/tools/yaml2json$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) src/pages && src/tools/yaml2json$(EXEEXT) $(top_srcdir)/doc/openapi.yaml >src/pages/openapi.json && \
		$(PERL) $(top_srcdir)/build-aux/reference src/pages/openapi.json >$@.new && mv $@.new $@

# the served document, and that of the pages, against the route tables
check_PROGRAMS += t/unit/openapi.t
TESTS += t/unit/openapi.t
t_unit_openapi_t_SOURCES = t/unit/openapi.c
t_unit_openapi_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_openapi_t_LDADD = $(UNIT_LIBS)
nodist_t_unit_openapi_t_SOURCES = t/unit/openapi_pages_json.c
CLEANFILES += t/unit/openapi_pages_json.c
t/unit/openapi_pages_json.c: doc/openapi-pages.yaml src/tools/yaml2json$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) t/unit && src/tools/yaml2json$(EXEEXT) $(top_srcdir)/doc/openapi-pages.yaml openapi_pages_json \
		> $@.new && mv $@.new $@

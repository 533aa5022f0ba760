# the served document against the route tables
check_PROGRAMS += t/unit/openapi.t
TESTS += t/unit/openapi.t
t_unit_openapi_t_SOURCES = t/unit/openapi.c
t_unit_openapi_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_openapi_t_LDADD = $(UNIT_LIBS)

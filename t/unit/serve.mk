# unit test of src/serve/serve.c, with a table of routes of its own
check_PROGRAMS += t/unit/serve.t
TESTS += t/unit/serve.t
t_unit_serve_t_SOURCES = t/unit/serve.c
t_unit_serve_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_serve_t_LDADD = $(UNIT_LIBS)

# unit tests of src/protocol
check_PROGRAMS += t/unit/schema.t
TESTS += t/unit/schema.t
t_unit_schema_t_SOURCES = t/unit/schema.c
t_unit_schema_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_schema_t_LDADD = $(UNIT_LIBS)

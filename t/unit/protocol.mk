# unit tests of src/operations
check_PROGRAMS += t/unit/operations/schema.t
TESTS += t/unit/operations/schema.t
t_unit_operations_schema_t_SOURCES = t/unit/operations/schema.c
t_unit_operations_schema_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_operations_schema_t_LDADD = $(UNIT_LIBS)

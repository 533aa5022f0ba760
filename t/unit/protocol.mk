# unit tests of src/protocol
check_PROGRAMS += t/unit/protocol/schema.t
TESTS += t/unit/protocol/schema.t
t_unit_protocol_schema_t_SOURCES = t/unit/protocol/schema.c
t_unit_protocol_schema_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_protocol_schema_t_LDADD = $(UNIT_LIBS)

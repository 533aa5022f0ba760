# unit tests of src/db and src/access
check_PROGRAMS += t/unit/key.t t/unit/numeric.t
TESTS += t/unit/key.t t/unit/numeric.t
t_unit_key_t_SOURCES = t/unit/key.c
t_unit_key_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_key_t_LDADD = $(UNIT_LIBS)
t_unit_numeric_t_SOURCES = t/unit/numeric.c
t_unit_numeric_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_numeric_t_LDADD = $(UNIT_LIBS)

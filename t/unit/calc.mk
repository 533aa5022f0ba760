# unit tests of src/calc
check_PROGRAMS += t/unit/xirr.t t/unit/value.t
TESTS += t/unit/xirr.t t/unit/value.t
t_unit_xirr_t_SOURCES = t/unit/xirr.c
t_unit_xirr_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_xirr_t_LDADD = $(UNIT_LIBS)
t_unit_value_t_SOURCES = t/unit/value.c
t_unit_value_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_value_t_LDADD = $(UNIT_LIBS)

# unit test of src/calc/objects
check_PROGRAMS += t/unit/calc/names/names.t
TESTS += t/unit/calc/names/names.t
t_unit_calc_names_names_t_SOURCES = t/unit/calc/names/names.c
t_unit_calc_names_names_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_calc_names_names_t_LDADD = $(UNIT_LIBS)

# unit test of src/calc/objects
check_PROGRAMS += t/unit/calc/objects/objects.t
TESTS += t/unit/calc/objects/objects.t
t_unit_calc_objects_objects_t_SOURCES = t/unit/calc/objects/objects.c
t_unit_calc_objects_objects_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_calc_objects_objects_t_LDADD = $(UNIT_LIBS)

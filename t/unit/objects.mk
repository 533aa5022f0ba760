# unit test of src/calc/objects
check_PROGRAMS += t/unit/objects.t
TESTS += t/unit/objects.t
t_unit_objects_t_SOURCES = t/unit/objects.c
t_unit_objects_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_objects_t_LDADD = $(UNIT_LIBS)

# unit tests of src/load, and the files that its end-to-end tests load
EXTRA_DIST += t/fixtures
check_PROGRAMS += t/unit/load/cotahist.t t/unit/load/field.t
TESTS += t/unit/load/cotahist.t t/unit/load/field.t
t_unit_load_cotahist_t_SOURCES = t/unit/load/cotahist.c
t_unit_load_cotahist_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_load_cotahist_t_LDADD = $(UNIT_LIBS)
t_unit_load_field_t_SOURCES = t/unit/load/field.c
t_unit_load_field_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_load_field_t_LDADD = $(UNIT_LIBS)
check_PROGRAMS += t/unit/load/debenture.t
TESTS += t/unit/load/debenture.t
t_unit_load_debenture_t_SOURCES = t/unit/load/debenture.c
t_unit_load_debenture_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_load_debenture_t_LDADD = $(UNIT_LIBS)

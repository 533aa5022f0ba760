# unit tests of src/calc
check_PROGRAMS += t/unit/fold.t
TESTS += t/unit/fold.t
t_unit_fold_t_SOURCES = t/unit/fold.c t/unit/rows.c t/unit/rows.h
t_unit_fold_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_fold_t_LDADD = $(UNIT_LIBS)


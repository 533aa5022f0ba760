# unit tests of src/calc
check_PROGRAMS += t/unit/fold.t t/unit/corporate.t t/unit/income.t t/unit/fold_property.t
TESTS += t/unit/fold.t t/unit/corporate.t t/unit/income.t t/unit/fold_property.t
check_PROGRAMS += t/unit/xirr.t t/unit/value.t
TESTS += t/unit/xirr.t t/unit/value.t
t_unit_xirr_t_SOURCES = t/unit/xirr.c
t_unit_xirr_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_xirr_t_LDADD = $(UNIT_LIBS)
t_unit_value_t_SOURCES = t/unit/value.c
t_unit_value_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_value_t_LDADD = $(UNIT_LIBS)
check_PROGRAMS += t/unit/fold.t t/unit/corporate.t t/unit/income.t
TESTS += t/unit/fold.t t/unit/corporate.t t/unit/income.t
t_unit_fold_t_SOURCES = t/unit/fold.c t/unit/rows.c t/unit/rows.h
t_unit_fold_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_fold_t_LDADD = $(UNIT_LIBS)
t_unit_corporate_t_SOURCES = t/unit/corporate.c t/unit/rows.c t/unit/rows.h
t_unit_corporate_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_corporate_t_LDADD = $(UNIT_LIBS)
t_unit_income_t_SOURCES = t/unit/income.c t/unit/rows.c t/unit/rows.h
t_unit_income_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_income_t_LDADD = $(UNIT_LIBS)
t_unit_fold_property_t_SOURCES = t/unit/fold_property.c t/unit/rows.c t/unit/rows.h
t_unit_fold_property_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_fold_property_t_LDADD = $(UNIT_LIBS)


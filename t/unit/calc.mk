# unit tests of src/calc
check_PROGRAMS += t/unit/xirr.t t/unit/value.t
TESTS += t/unit/xirr.t t/unit/value.t
t_unit_xirr_t_SOURCES = t/unit/xirr.c
t_unit_xirr_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_xirr_t_LDADD = $(UNIT_LIBS)
t_unit_value_t_SOURCES = t/unit/value.c
t_unit_value_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_value_t_LDADD = $(UNIT_LIBS)
check_PROGRAMS += t/unit/cases.t
TESTS += t/unit/cases.t
t_unit_cases_t_SOURCES = t/unit/cases.c t/unit/cases.h t/unit/cases_json.c t/unit/cases_ledger.c \
	t/unit/cases_value.c t/unit/cases_import.c
t_unit_cases_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_cases_t_LDADD = $(UNIT_LIBS)

# unit tests of src/core
check_PROGRAMS += t/unit/core_decimal.t t/unit/core_day.t t/unit/core_text.t
TESTS += t/unit/core_decimal.t t/unit/core_day.t t/unit/core_text.t
t_unit_core_decimal_t_SOURCES = t/unit/core_decimal.c
t_unit_core_decimal_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_core_decimal_t_LDADD = $(UNIT_LIBS)
t_unit_core_day_t_SOURCES = t/unit/core_day.c
t_unit_core_day_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_core_day_t_LDADD = $(UNIT_LIBS)
t_unit_core_text_t_SOURCES = t/unit/core_text.c
t_unit_core_text_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_core_text_t_LDADD = $(UNIT_LIBS)
check_PROGRAMS += t/unit/core_encode.t
TESTS += t/unit/core_encode.t
t_unit_core_encode_t_SOURCES = t/unit/core_encode.c
t_unit_core_encode_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_core_encode_t_LDADD = $(UNIT_LIBS)
check_PROGRAMS += t/unit/core_backoff.t
TESTS += t/unit/core_backoff.t
t_unit_core_backoff_t_SOURCES = t/unit/core_backoff.c
t_unit_core_backoff_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_core_backoff_t_LDADD = $(UNIT_LIBS)

check_PROGRAMS += t/unit/core_lru.t
TESTS += t/unit/core_lru.t
t_unit_core_lru_t_SOURCES = t/unit/core_lru.c
t_unit_core_lru_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_core_lru_t_LDADD = $(UNIT_LIBS)

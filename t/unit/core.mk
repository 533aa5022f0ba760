# unit tests of src/core
check_PROGRAMS += t/unit/core/decimal.t t/unit/core/day.t t/unit/core/text.t
TESTS += t/unit/core/decimal.t t/unit/core/day.t t/unit/core/text.t
t_unit_core_decimal_t_SOURCES = t/unit/core/decimal.c
t_unit_core_decimal_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_core_decimal_t_LDADD = $(UNIT_LIBS)
t_unit_core_day_t_SOURCES = t/unit/core/day.c
t_unit_core_day_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_core_day_t_LDADD = $(UNIT_LIBS)
t_unit_core_text_t_SOURCES = t/unit/core/text.c
t_unit_core_text_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_core_text_t_LDADD = $(UNIT_LIBS)
check_PROGRAMS += t/unit/core/encode.t
TESTS += t/unit/core/encode.t
t_unit_core_encode_t_SOURCES = t/unit/core/encode.c
t_unit_core_encode_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_core_encode_t_LDADD = $(UNIT_LIBS)
check_PROGRAMS += t/unit/core/backoff.t
TESTS += t/unit/core/backoff.t
t_unit_core_backoff_t_SOURCES = t/unit/core/backoff.c
t_unit_core_backoff_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_core_backoff_t_LDADD = $(UNIT_LIBS)

check_PROGRAMS += t/unit/core/lru.t
TESTS += t/unit/core/lru.t
t_unit_core_lru_t_SOURCES = t/unit/core/lru.c
t_unit_core_lru_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_core_lru_t_LDADD = $(UNIT_LIBS)

check_PROGRAMS += t/unit/core/stop.t
TESTS += t/unit/core/stop.t
t_unit_core_stop_t_SOURCES = t/unit/core/stop.c
t_unit_core_stop_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_core_stop_t_LDADD = $(UNIT_LIBS)

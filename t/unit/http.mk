# unit tests of src/http
t_unit_libtap_a_SOURCES += t/unit/http_bench.c t/unit/http_bench.h

check_PROGRAMS += t/unit/http_json_write.t t/unit/http_json_read.t
TESTS += t/unit/http_json_write.t t/unit/http_json_read.t
t_unit_http_json_write_t_SOURCES = t/unit/http_json_write.c
t_unit_http_json_write_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_http_json_write_t_LDADD = $(UNIT_LIBS)
t_unit_http_json_read_t_SOURCES = t/unit/http_json_read.c
t_unit_http_json_read_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_http_json_read_t_LDADD = $(UNIT_LIBS)

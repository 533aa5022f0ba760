# unit tests of src/http
t_unit_libtap_a_SOURCES += t/unit/http_bench.c t/unit/http_bench.h

HTTP_TESTS = \
	t/unit/core/settings.t \
	t/unit/http/cursor.t \
	t/unit/http/form.t \
	t/unit/http/html.t \
	t/unit/http/json_read.t \
	t/unit/http/json_write.t \
	t/unit/http/multipart.t \
	t/unit/http/network.t \
	t/unit/http/problem.t \
	t/unit/http/request.t \
	t/unit/http/response.t \
	t/unit/http/router.t
check_PROGRAMS += $(HTTP_TESTS)
TESTS += $(HTTP_TESTS)
t_unit_core_settings_t_SOURCES = t/unit/core/settings.c
t_unit_core_settings_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_core_settings_t_LDADD = $(UNIT_LIBS)
t_unit_http_cursor_t_SOURCES = t/unit/http/cursor.c
t_unit_http_cursor_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_http_cursor_t_LDADD = $(UNIT_LIBS)
t_unit_http_json_read_t_SOURCES = t/unit/http/json_read.c
t_unit_http_json_read_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_http_json_read_t_LDADD = $(UNIT_LIBS)
t_unit_http_json_write_t_SOURCES = t/unit/http/json_write.c
t_unit_http_json_write_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_http_json_write_t_LDADD = $(UNIT_LIBS)
t_unit_http_multipart_t_SOURCES = t/unit/http/multipart.c
t_unit_http_multipart_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_http_multipart_t_LDADD = $(UNIT_LIBS)
t_unit_http_network_t_SOURCES = t/unit/http/network.c
t_unit_http_network_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_http_network_t_LDADD = $(UNIT_LIBS)
t_unit_http_problem_t_SOURCES = t/unit/http/problem.c
t_unit_http_problem_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_http_problem_t_LDADD = $(UNIT_LIBS)
t_unit_http_request_t_SOURCES = t/unit/http/request.c
t_unit_http_request_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_http_request_t_LDADD = $(UNIT_LIBS)
t_unit_http_response_t_SOURCES = t/unit/http/response.c
t_unit_http_response_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_http_response_t_LDADD = $(UNIT_LIBS)
t_unit_http_router_t_SOURCES = t/unit/http/router.c
t_unit_http_router_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_http_router_t_LDADD = $(UNIT_LIBS)
t_unit_http_form_t_SOURCES = t/unit/http/form.c
t_unit_http_form_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_http_form_t_LDADD = $(UNIT_LIBS)
t_unit_http_html_t_SOURCES = t/unit/http/html.c
t_unit_http_html_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_http_html_t_LDADD = $(UNIT_LIBS)

# SPDX-License-Identifier: Apache-2.0
TEST_EXTENSIONS = .t
T_LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
AM_TESTS_ENVIRONMENT = \
	LASTRO_TOP_SRCDIR='$(abs_top_srcdir)'; export LASTRO_TOP_SRCDIR; \
	LASTRO_TOP_BUILDDIR='$(abs_top_builddir)'; export LASTRO_TOP_BUILDDIR; \
	PERL5LIB='$(abs_top_srcdir)/t/lib'; export PERL5LIB;

# What C tests link with: the library, and what they share.
check_LIBRARIES += t/unit/libtap.a
t_unit_libtap_a_SOURCES = \
	t/unit/closes.c t/unit/closes.h \
	t/unit/computed.c t/unit/computed.h \
	t/unit/http_bench.c t/unit/http_bench.h \
	t/unit/rows.c t/unit/rows.h \
	t/unit/tap.c t/unit/tap.h \
	t/unit/world.c t/unit/world.h
UNIT_LIBS = t/unit/libtap.a src/liblastro.a $(LIB_LIBS)
LDADD = $(UNIT_LIBS)
AM_CPPFLAGS += -I$(top_srcdir)/t/unit
# Every C test; with SANITIZED_TESTS (t/http/local.mk) what t/check runs with the sanitizers.
UNIT_TESTS = $(check_PROGRAMS)

# What a test tries under the limits of lastro-pdf, as that is built: without our libraries and sanitizers.
noinst_PROGRAMS += t/unit/pdf/confined
t_unit_pdf_confined_SOURCES = t/unit/pdf/confined.c src/pdf/confine.c
t_unit_pdf_confined_CFLAGS = -std=c11 $(WARN_CFLAGS) $(SECCOMP_CFLAGS)
t_unit_pdf_confined_LDFLAGS = -Wl,--build-id=sha1
t_unit_pdf_confined_LDADD = $(SECCOMP_LIBS)

include t/unit/local.mk
include t/http/local.mk
include t/fuzz/local.mk

.PHONY: prove
prove: $(check_PROGRAMS)
	$(AM_TESTS_ENVIRONMENT) $(PROVE) --exec '' $(TESTS)
include t/release.mk

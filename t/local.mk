# SPDX-License-Identifier: Apache-2.0
TEST_EXTENSIONS = .t
T_LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
AM_TESTS_ENVIRONMENT = \
	LASTRO_TOP_SRCDIR='$(abs_top_srcdir)'; export LASTRO_TOP_SRCDIR; \
	LASTRO_TOP_BUILDDIR='$(abs_top_builddir)'; export LASTRO_TOP_BUILDDIR; \
	PERL5LIB='$(abs_top_srcdir)/t/lib'; export PERL5LIB;

# What C tests link with: the library and the little TAP printer.
check_LIBRARIES += t/unit/libtap.a
t_unit_libtap_a_SOURCES = t/unit/tap.c t/unit/tap.h
t_unit_libtap_a_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/t/unit
UNIT_LIBS = t/unit/libtap.a src/liblastro.a $(LIB_LIBS)
UNIT_FLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/t/unit
# Every C test; what t/check runs again under Clang.
UNIT_TESTS = $(check_PROGRAMS)

include t/unit/core.mk
include t/unit/calc.mk
include t/unit/http.mk
include t/unit/db.mk
include t/unit/wallet.mk
include t/unit/load.mk
include t/unit/protocol.mk
include t/unit/openapi.mk
include t/unit/serve.mk
include t/unit/objects.mk
include t/http/local.mk
include t/fuzz/local.mk

.PHONY: prove
prove: $(check_PROGRAMS)
	$(AM_TESTS_ENVIRONMENT) $(PROVE) --exec '' $(TESTS)
include t/release.mk

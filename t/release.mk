# SPDX-License-Identifier: Apache-2.0
# The longer checks, run before a release or before an issue is closed: make check-release.

.PHONY: check-release check-citus check-analyze check-clients check-cppcheck check-format check-valgrind check-ledgers check-pdf check-npm check-bare-root check-image fuzz bench attack

PROPERTY_TESTS = t/unit/calc/explain/explain_property.t t/unit/calc/history/cut.t t/unit/calc/history/packed.t \
	t/unit/calc/ledger/deriving_property.t t/unit/calc/ledger/rederive_property.t t/unit/calc/tax/explained.t
FUZZ_SECONDS = 600
RELEASE_DIR = $(abs_top_builddir)/release
# distcheck runs every test, as a packager does: here with the sanitizers, which take twice the time.
AM_DISTCHECK_CONFIGURE_FLAGS = --enable-sanitizers

check-release: check-format check-reproducible check-clients check-cppcheck check-analyze check-valgrind check-ledgers check-pdf check-npm check-citus check-bare-root check-image fuzz distcheck bench attack

check-cppcheck:
	cppcheck -q --std=c11 --error-exitcode=1 --inline-suppr --enable=warning,portability \
		--suppress=missingIncludeSystem --suppress=checkersReport -I$(top_srcdir)/src -I$(top_builddir) $(top_srcdir)/src

# The static analyzers of GCC and Clang, each in its own build directory.
check-analyze:
	mkdir -p $(RELEASE_DIR)/analyze && cd $(RELEASE_DIR)/analyze && \
		$(abs_top_srcdir)/configure CC=gcc CFLAGS='-O1 -fanalyzer' >/dev/null && $(MAKE) -s -j$$(nproc) 2>analyze.log; \
		! grep -E 'warning:.*-Wanalyzer' analyze.log
	if command -v scan-build >/dev/null; then \
		mkdir -p $(RELEASE_DIR)/scan && cd $(RELEASE_DIR)/scan && \
		scan-build $(abs_top_srcdir)/configure CC=clang >/dev/null && scan-build --status-bugs $(MAKE) -s -j$$(nproc); fi

check-format:
	cd $(top_srcdir) && clang-format --dry-run -Werror $$(find src t contrib -name '*.[ch]')

# Two tarballs of one tree are identical.
check-reproducible:
	$(MAKE) -s dist && mv $(distdir).tar.xz $(distdir).first.tar.xz && $(MAKE) -s dist && \
		cmp $(distdir).first.tar.xz $(distdir).tar.xz; status=$$?; rm -f $(distdir).first.tar.xz; exit $$status

# In a bare Debian: the README's commands, the package; then an installation, an upgrade under traffic, a backup, a loss, a restore.  Needs root.
check-bare-root:
	$(top_srcdir)/contrib/release/newcomer
	$(top_srcdir)/contrib/release/bare-root

# Third-party generators make clients from the document, which compile strictly.  Needs npm; OPENAPI_GENERATOR_JAR names another generator.
check-clients: all
	$(top_srcdir)/contrib/release/clients/run $(abs_top_builddir)

# The tests that need packages of npm: a real Chromium, and the official clients of assistants.
check-npm: all $(check_PROGRAMS)
	$(top_srcdir)/contrib/release/npm-tests $(abs_top_builddir)

# Broken and hostile PDF, more of them than in make check.
check-pdf: all
	LASTRO_TEST_PDFS=500 $(MAKE) check TESTS=t/http/0313-pdf-hostile.t

# Builds the images of the Containerfile, runs them as the compose file says, and runs tests of the contract on them.  Needs root.
check-image: all
	$(top_srcdir)/contrib/release/image $(abs_top_builddir)

# Tests with random ledgers, with more of them than in make check: every figure by every code path, and the tax, of three
# hundred; the explanations of forty; what moved the month and the returns of two hundred; a thousand reads and writes of a worker's cache.
check-ledgers: all
	LASTRO_TEST_TIMES=10 $(MAKE) check TESTS='$(PROPERTY_TESTS)'
	LASTRO_TEST_LEDGERS=300 $(MAKE) check TESTS='t/http/0491-same-figure-every-road.t t/http/0494-tax-explained.t'
	LASTRO_TEST_LEDGERS=40 $(MAKE) check TESTS='t/http/0485-explain.t'
	LASTRO_TEST_LEDGERS=200 $(MAKE) check TESTS='t/http/0472-moved.t t/http/0475-returns-reference.t'
	LASTRO_TEST_LEDGERS=300 LASTRO_TEST_PLANS=300 $(MAKE) check TESTS='t/http/0474-what-if.t t/http/0477-plan-reference.t'
	LASTRO_TEST_STEPS=1000 $(MAKE) check TESTS='t/http/0509-head-cache-mixed.t'

check-valgrind: $(check_PROGRAMS)
	$(MAKE) -j$$(nproc) check TESTS='$(UNIT_TESTS)' \
		T_LOG_COMPILER='valgrind -q --error-exitcode=99 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite'

# Runs every fuzz entry for FUZZ_SECONDS on a copy of its corpus, one process per core.
fuzz:
	mkdir -p $(RELEASE_DIR)/fuzz && cd $(RELEASE_DIR)/fuzz && \
		$(abs_top_srcdir)/configure CC=clang CFLAGS='-O1 -g' --enable-sanitizers --enable-fuzzers >/dev/null && \
		$(MAKE) -s -j$$(nproc) fuzzers
	cd $(RELEASE_DIR)/fuzz && for f in t/fuzz/*.fuzz; do basename $$f .fuzz; done | \
		xargs -P $$(nproc) -I{} sh -c 'mkdir -p work/{} && \
			{ cp -n $(abs_top_srcdir)/t/fuzz/corpus/{}/* work/{}/ 2>/dev/null; \
			t/fuzz/{}.fuzz -max_total_time=$(FUZZ_SECONDS) -rss_limit_mb=2048 -timeout=10 -verbosity=0 \
				-print_final_stats=1 work/{} >{}.log 2>&1; status=$$?; \
			echo "{}: $(FUZZ_SECONDS) s, $$(grep number_of_executed_units {}.log)"; \
			[ $$status -eq 0 ] || { cat {}.log; exit 255; }; }'

# Tenant tables on several machines, with the engine of the PostgreSQL whose programs are in CITUS_BIN (doc/operations.md, More
# than one machine), and tests of the contract on them (http.t).  Skipped without it.
CITUS_TESTS = t/citus/distribute.t t/citus/jobs.t t/citus/backup.t t/citus/load.t t/citus/upgrade.t t/citus/operations.t \
	t/citus/http.t
check-citus: all
	@if [ ! -x '$(CITUS_BIN)/postgres' ]; then echo 'check-citus: skipped: CITUS_BIN names no PostgreSQL with the engine'; else \
		CITUS_BIN='$(CITUS_BIN)' $(MAKE) check TESTS='$(CITUS_TESTS)'; fi

BENCH_ROUNDS = 40

# Prints the figures of doc/performance.md.  Needs a build with CFLAGS='-O2 -g' and without sanitizers.
bench: all contrib/bench/detail contrib/bench/ratios
	$(top_srcdir)/contrib/bench/run $(abs_top_builddir) $(BENCH_ROUNDS)

ATTACK_SECONDS = 8

# Floods, hostile files and crashes, on the same build; fails when a goal of doc/security.md is missed.
attack: all contrib/bench/flood
	$(top_srcdir)/contrib/bench/attack $(abs_top_builddir) $(ATTACK_SECONDS)

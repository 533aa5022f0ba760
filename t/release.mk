# SPDX-License-Identifier: Apache-2.0
# The longer checks, run before a release or before an issue is called done: make check-release.

.PHONY: check-release check-analyze check-clients check-cppcheck check-format check-valgrind check-ledgers check-bare-root check-image fuzz bench attack

FUZZ_SECONDS = 600
RELEASE_DIR = $(abs_top_builddir)/release

check-release: check-format check-reproducible check-clients check-cppcheck check-analyze check-valgrind check-ledgers check-bare-root check-image fuzz distcheck bench attack

check-cppcheck:
	cppcheck -q --std=c11 --error-exitcode=1 --inline-suppr --enable=warning,portability \
		--suppress=missingIncludeSystem --suppress=checkersReport -I$(top_srcdir)/src -I$(top_builddir) $(top_srcdir)/src

# Each compiler's own analyzer, in a build of its own, on every core.
check-analyze:
	mkdir -p $(RELEASE_DIR)/analyze && cd $(RELEASE_DIR)/analyze && \
		$(abs_top_srcdir)/configure CC=gcc CFLAGS='-O1 -fanalyzer' >/dev/null && $(MAKE) -s -j$$(nproc) 2>analyze.log; \
		! grep -E 'warning:.*-Wanalyzer' analyze.log
	if command -v scan-build >/dev/null; then \
		mkdir -p $(RELEASE_DIR)/scan && cd $(RELEASE_DIR)/scan && \
		scan-build $(abs_top_srcdir)/configure CC=clang >/dev/null && scan-build --status-bugs $(MAKE) -s -j$$(nproc); fi

check-format:
	cd $(top_srcdir) && clang-format --dry-run -Werror $$(find src t contrib -name '*.[ch]')

# Two tarballs of one tree are the same, byte for byte.
check-reproducible:
	$(MAKE) -s dist && mv $(distdir).tar.xz $(distdir).first.tar.xz && $(MAKE) -s dist && \
		cmp $(distdir).first.tar.xz $(distdir).tar.xz; status=$$?; rm -f $(distdir).first.tar.xz; exit $$status

# A Debian with nothing in it: the README's commands, the package; then installed, upgraded with traffic on it, backed up, destroyed, restored.  Needs root.
check-bare-root:
	$(top_srcdir)/contrib/release/newcomer
	$(top_srcdir)/contrib/release/bare-root

# Clients that others' generators make of the document compile strictly.  Of npm, and of the jar that OPENAPI_GENERATOR_JAR names.
check-clients: all
	$(top_srcdir)/contrib/release/clients/run $(abs_top_builddir)

# The images of the Containerfile: built, run as the compose file says, asked by tests of the contract.  Needs root.
check-image: all
	$(top_srcdir)/contrib/release/image $(abs_top_builddir)

# What make check does for a few random ledgers and steps, for many: every figure by every road and of the tax of three
# hundred, over HTTP; the explanations of forty; a thousand reads and writes of what a worker has at hand.
check-ledgers: all
	LASTRO_TEST_LEDGERS=300 $(MAKE) check TESTS='t/http/0491-same-figure-every-road.t t/http/0494-tax-explained.t'
	LASTRO_TEST_LEDGERS=40 $(MAKE) check TESTS='t/http/0485-explain.t'
	LASTRO_TEST_STEPS=1000 $(MAKE) check TESTS='t/http/0509-head-cache-mixed.t'

check-valgrind: $(check_PROGRAMS)
	$(MAKE) -j$$(nproc) check TESTS='$(UNIT_TESTS)' \
		T_LOG_COMPILER='valgrind -q --error-exitcode=99 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite'

# Every fuzz entry for FUZZ_SECONDS, each on a copy of its corpus, as many at once as there are cores.
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

BENCH_ROUNDS = 40

# Of a build with CFLAGS='-O2 -g' and without sanitizers: what doc/performance.md shows.
bench: all contrib/bench/detail contrib/bench/ratios
	$(top_srcdir)/contrib/bench/run $(abs_top_builddir) $(BENCH_ROUNDS)

ATTACK_SECONDS = 8

# Of the same build: floods, hostile files, crashes; fails where a goal of doc/security.md is missed.
attack: all contrib/bench/flood
	$(top_srcdir)/contrib/bench/attack $(abs_top_builddir) $(ATTACK_SECONDS)

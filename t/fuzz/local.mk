# SPDX-License-Identifier: Apache-2.0
# Fuzz entries: one LLVMFuzzerTestOneInput() for each parser of outside bytes, seeds in corpus/NAME/.
# NAME.fuzz is a libFuzzer program, made by `make fuzzers` under --enable-fuzzers with CC=clang;
# NAME.t is a test that replays the seeds, and damaged copies of them, under any compiler.
# A new entry is the word NAME in the two lists, and five lines below like those of the others.

FUZZ_ENTRIES = t/fuzz/cotahist.fuzz \
	t/fuzz/csv.fuzz \
	t/fuzz/json.fuzz \
	t/fuzz/multipart.fuzz \
	t/fuzz/names.fuzz \
	t/fuzz/pdf_answer.fuzz \
	t/fuzz/request.fuzz \
	t/fuzz/xlsx.fuzz
FUZZ_TESTS = t/fuzz/cotahist.t \
	t/fuzz/csv.t \
	t/fuzz/json.t \
	t/fuzz/multipart.t \
	t/fuzz/names.t \
	t/fuzz/pdf_answer.t \
	t/fuzz/request.t \
	t/fuzz/xlsx.t

EXTRA_PROGRAMS += $(FUZZ_ENTRIES)
check_PROGRAMS += $(FUZZ_TESTS)
TESTS += $(FUZZ_TESTS)
EXTRA_DIST += t/fuzz/corpus
CLEANFILES += $(FUZZ_ENTRIES)

check_LIBRARIES += t/fuzz/libreplay.a
t_fuzz_libreplay_a_SOURCES = t/fuzz/replay.c t/fuzz/entry.h
REPLAY_LIBS = t/fuzz/libreplay.a $(UNIT_LIBS)
FUZZ_LINK = $(AM_LDFLAGS) -fsanitize=fuzzer

.PHONY: fuzzers
if FUZZERS
fuzzers: $(FUZZ_ENTRIES)
else
fuzzers:
	@echo 'configure with CC=clang --enable-sanitizers --enable-fuzzers first' >&2; exit 1
endif

t_fuzz_cotahist_t_SOURCES = t/fuzz/cotahist.c
t_fuzz_cotahist_t_LDADD = $(REPLAY_LIBS)
t_fuzz_cotahist_fuzz_SOURCES = t/fuzz/cotahist.c
t_fuzz_cotahist_fuzz_LDADD = $(UNIT_LIBS)
t_fuzz_cotahist_fuzz_LDFLAGS = $(FUZZ_LINK)

t_fuzz_json_t_SOURCES = t/fuzz/json.c
t_fuzz_json_t_LDADD = $(REPLAY_LIBS)
t_fuzz_json_fuzz_SOURCES = t/fuzz/json.c
t_fuzz_json_fuzz_LDADD = $(UNIT_LIBS)
t_fuzz_json_fuzz_LDFLAGS = $(FUZZ_LINK)

t_fuzz_multipart_t_SOURCES = t/fuzz/multipart.c
t_fuzz_multipart_t_LDADD = $(REPLAY_LIBS)
t_fuzz_multipart_fuzz_SOURCES = t/fuzz/multipart.c
t_fuzz_multipart_fuzz_LDADD = $(UNIT_LIBS)
t_fuzz_multipart_fuzz_LDFLAGS = $(FUZZ_LINK)

t_fuzz_pdf_answer_t_SOURCES = t/fuzz/pdf_answer.c t/fuzz/statement.h
t_fuzz_pdf_answer_t_LDADD = $(REPLAY_LIBS)
t_fuzz_pdf_answer_fuzz_SOURCES = t/fuzz/pdf_answer.c t/fuzz/statement.h
t_fuzz_pdf_answer_fuzz_LDADD = $(UNIT_LIBS)
t_fuzz_pdf_answer_fuzz_LDFLAGS = $(FUZZ_LINK)

t_fuzz_names_t_SOURCES = t/fuzz/names.c
t_fuzz_names_t_LDADD = $(REPLAY_LIBS)
t_fuzz_names_fuzz_SOURCES = t/fuzz/names.c
t_fuzz_names_fuzz_LDADD = $(UNIT_LIBS)
t_fuzz_names_fuzz_LDFLAGS = $(FUZZ_LINK)

t_fuzz_request_t_SOURCES = t/fuzz/request.c
t_fuzz_request_t_LDADD = $(REPLAY_LIBS)
t_fuzz_request_fuzz_SOURCES = t/fuzz/request.c
t_fuzz_request_fuzz_LDADD = $(UNIT_LIBS)
t_fuzz_request_fuzz_LDFLAGS = $(FUZZ_LINK)

t_fuzz_xlsx_t_SOURCES = t/fuzz/xlsx.c t/fuzz/statement.h
t_fuzz_xlsx_t_LDADD = $(REPLAY_LIBS)
t_fuzz_xlsx_fuzz_SOURCES = t/fuzz/xlsx.c t/fuzz/statement.h
t_fuzz_xlsx_fuzz_LDADD = $(UNIT_LIBS)
t_fuzz_xlsx_fuzz_LDFLAGS = $(FUZZ_LINK)

t_fuzz_csv_t_SOURCES = t/fuzz/csv.c t/fuzz/statement.h
t_fuzz_csv_t_LDADD = $(REPLAY_LIBS)
t_fuzz_csv_fuzz_SOURCES = t/fuzz/csv.c t/fuzz/statement.h
t_fuzz_csv_fuzz_LDADD = $(UNIT_LIBS)
t_fuzz_csv_fuzz_LDFLAGS = $(FUZZ_LINK)

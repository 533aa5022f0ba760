# Benchmarks: built on demand, never part of a test (machines are noisy; ratios in one run are read by people).
EXTRA_PROGRAMS += contrib/bench/detail
contrib_bench_detail_SOURCES = %D%/detail.c
contrib_bench_detail_LDADD = $(LIB_LIBS)
EXTRA_DIST += %D%/ledger.sql %D%/market.sql %D%/run %D%/cotahist %D%/soak

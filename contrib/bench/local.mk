# Benchmarks: built on demand, never part of a test (machines are noisy; ratios in one run are read by people).
EXTRA_PROGRAMS += contrib/bench/board contrib/bench/detail contrib/bench/flood contrib/bench/graph contrib/bench/office contrib/bench/pages contrib/bench/ratios
contrib_bench_board_SOURCES = %D%/board.c %D%/client.c %D%/client.h
contrib_bench_board_LDADD = $(LIB_LIBS)
contrib_bench_detail_SOURCES = %D%/detail.c %D%/client.c %D%/client.h
contrib_bench_detail_LDADD = $(LIB_LIBS)
contrib_bench_flood_SOURCES = %D%/flood.c %D%/client.c %D%/client.h
contrib_bench_flood_LDADD = $(LIB_LIBS) -lssl -lcrypto
contrib_bench_graph_SOURCES = %D%/graph.c %D%/client.c %D%/client.h
contrib_bench_graph_LDADD = $(LIB_LIBS)
contrib_bench_office_SOURCES = %D%/office.c %D%/client.c %D%/client.h
contrib_bench_office_LDADD = $(LIB_LIBS)
contrib_bench_pages_SOURCES = %D%/pages.c %D%/client.c %D%/client.h
contrib_bench_pages_LDADD = $(LIB_LIBS)
contrib_bench_ratios_SOURCES = %D%/ratios.c %D%/client.c %D%/client.h
contrib_bench_ratios_LDADD = $(LIB_LIBS)
EXTRA_DIST += %D%/attack %D%/desk %D%/desk.sql %D%/objects %D%/objects.sql %D%/ledger.sql %D%/office.sql %D%/overview %D%/market %D%/nodes %D%/placement %D%/company-files %D%/loaders %D%/anomalies %D%/pages.sql %D%/market.sql %D%/wallet.sql %D%/run %D%/cotahist %D%/soak %D%/tax

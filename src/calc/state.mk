# What makes cached state, and nothing else: a change of any of these files discards what was cached by
# another program, a change of any other leaves it.  Computation, then what brings it its closes, events,
# rates, rows and terms.  t/http/0001-house.t holds the list against the calls.
state_made_from = \
	src/core/buf.c src/core/buf.h \
	src/core/calendar.c src/core/calendar.h \
	src/core/day.c src/core/day.h \
	src/core/decimal.c src/core/decimal.h \
	src/core/order.h \
	src/core/text.c src/core/text.h \
	src/calc/amounts/calc.c src/calc/amounts/calc.h \
	src/calc/amounts/counterpart.c src/calc/amounts/counterpart.h \
	src/calc/amounts/day_sums.c src/calc/amounts/day_sums.h \
	src/calc/amounts/fx.c src/calc/amounts/fx.h \
	src/calc/amounts/ledger.c src/calc/amounts/ledger.h \
	src/calc/amounts/month_sums.c src/calc/amounts/month_sums.h \
	src/calc/amounts/months.h \
	src/calc/amounts/option.c src/calc/amounts/option.h \
	src/calc/amounts/position.h \
	src/calc/amounts/ratio.c src/calc/amounts/ratio.h \
	src/calc/amounts/reference_events.c src/calc/amounts/reference_events.h \
	src/calc/amounts/series.c src/calc/amounts/series.h \
	src/calc/amounts/treasury.c src/calc/amounts/treasury.h \
	src/calc/amounts/typed_succession.c src/calc/amounts/typed_succession.h \
	src/calc/amounts/xirr.c src/calc/amounts/xirr.h \
	src/calc/ledger/corporate.c \
	src/calc/ledger/day_trade.c \
	src/calc/ledger/expiry.c \
	src/calc/ledger/fold.c src/calc/ledger/fold.h \
	src/calc/ledger/journal.h \
	src/calc/ledger/replay.c src/calc/ledger/replay.h \
	src/calc/amounts/accrual.c src/calc/amounts/accrual.h \
	src/calc/amounts/accrual_chain.c \
	src/calc/amounts/accrual_factor.c src/calc/amounts/accrual_factor.h \
	src/calc/amounts/accrual_index.c \
	src/calc/amounts/accrual_lots.c \
	src/calc/amounts/accrual_steps.h \
	src/calc/amounts/accrual_tables.c src/calc/amounts/accrual_tables.h \
	src/calc/amounts/accrual_terms.c \
	src/calc/ledger/aggregate.c src/calc/ledger/aggregate.h \
	src/calc/ledger/aggregate_replace.c \
	src/calc/ledger/asset_index.c src/calc/ledger/asset_index.h \
	src/calc/ledger/derive.c src/calc/ledger/derive.h \
	src/calc/ledger/derive_income.c \
	src/calc/ledger/derive_lots.c \
	src/calc/ledger/spins.c \
	src/calc/ledger/derived.h \
	src/calc/ledger/deriving.h \
	src/calc/ledger/income.c src/calc/ledger/income.h \
	src/calc/ledger/lineage.c src/calc/ledger/lineage.h \
	src/calc/ledger/rederive.c src/calc/ledger/rederive.h \
	src/calc/value/age.c src/calc/value/age.h \
	src/calc/value/stated.c src/calc/value/stated.h \
	src/calc/history/drawdown.c src/calc/history/drawdown.h \
	src/calc/history/flows.c \
	src/calc/history/measured.c \
	src/calc/history/grid.h \
	src/calc/history/market_value.c \
	src/calc/history/performance.c src/calc/history/performance.h \
	src/calc/history/twr.c src/calc/history/twr.h \
	src/calc/history/walk.c src/calc/history/walk.h \
	src/calc/history/pack_bytes.c src/calc/history/pack_bytes.h \
	src/calc/history/pack_head.c \
	src/calc/history/pack_holding.c src/calc/history/pack_holding.h \
	src/calc/history/packed.h \
	src/calc/history/pack_prefix.c \
	src/calc/history/pack_tail.c \
	src/market/prices/closes.c src/market/prices/closes.h \
	src/market/prices/market.c src/market/prices/market.h \
	src/market/prices/rates.c src/market/prices/rates.h \
	src/market/prices/symbols.c src/market/prices/symbols.h \
	src/db/numeric.c \
	src/db/rows.c \
	src/portfolio/store/ledger_columns.h \
	src/portfolio/store/ledger_rows.c src/portfolio/store/ledger_rows.h \
	src/portfolio/store/asset_terms.c src/portfolio/store/asset_terms.h

BUILT_SOURCES += src/calc/code_stamp.h
CLEANFILES += src/calc/code_stamp.h
src/calc/code_stamp.h: $(state_made_from)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && (cd $(srcdir) && cat $(state_made_from)) | sha256sum \
		| sed 's/^\(.\{16\}\).*/#define CALC_CODE_STAMP "\1"/' > $@-t && mv $@-t $@

# What makes cached state, and nothing else: a change of any of these files discards what was cached by
# another program, a change of any other leaves it.  Computation, then what brings it its closes, events,
# rates, rows and terms.  t/http/0001-house.t holds the list against the calls.
state_made_from = \
	src/core/buf.c src/core/buf.h \
	src/core/calendar.c src/core/calendar.h \
	src/core/day.c src/core/day.h \
	src/core/decimal.c src/core/decimal.h \
	src/core/text.c src/core/text.h \
	src/calc/base/calc.c src/calc/base/calc.h \
	src/calc/base/counterpart.c src/calc/base/counterpart.h \
	src/calc/base/day_sums.c src/calc/base/day_sums.h \
	src/calc/base/days.h \
	src/calc/base/fx.c src/calc/base/fx.h \
	src/calc/base/ledger.c src/calc/base/ledger.h \
	src/calc/base/month_sums.c src/calc/base/month_sums.h \
	src/calc/base/months.h \
	src/calc/base/option.c src/calc/base/option.h \
	src/calc/base/position.h \
	src/calc/base/ratio.c src/calc/base/ratio.h \
	src/calc/base/reference_events.c src/calc/base/reference_events.h \
	src/calc/base/series.c src/calc/base/series.h \
	src/calc/base/treasury.c src/calc/base/treasury.h \
	src/calc/base/typed_succession.c src/calc/base/typed_succession.h \
	src/calc/base/xirr.c src/calc/base/xirr.h \
	src/calc/fold/corporate.c \
	src/calc/fold/day_trade.c \
	src/calc/fold/expiry.c \
	src/calc/fold/fold.c src/calc/fold/fold.h \
	src/calc/fold/journal.h \
	src/calc/fold/replay.c src/calc/fold/replay.h \
	src/calc/accrual/accrual.c src/calc/accrual/accrual.h \
	src/calc/accrual/chain.c \
	src/calc/accrual/factor.c src/calc/accrual/factor.h \
	src/calc/accrual/index.c \
	src/calc/accrual/lots.c \
	src/calc/accrual/steps.h \
	src/calc/accrual/tables.c src/calc/accrual/tables.h \
	src/calc/accrual/terms.c \
	src/calc/derive/aggregate.c src/calc/derive/aggregate.h \
	src/calc/derive/aggregate_replace.c \
	src/calc/derive/asset_index.c src/calc/derive/asset_index.h \
	src/calc/derive/derive.c src/calc/derive/derive.h \
	src/calc/derive/derive_income.c \
	src/calc/derive/derive_lots.c \
	src/calc/derive/spins.c \
	src/calc/derive/derived.h \
	src/calc/derive/deriving.h \
	src/calc/derive/income.c src/calc/derive/income.h \
	src/calc/derive/lineage.c src/calc/derive/lineage.h \
	src/calc/derive/rederive.c src/calc/derive/rederive.h \
	src/calc/value/age.c src/calc/value/age.h \
	src/calc/history/drawdown.c src/calc/history/drawdown.h \
	src/calc/history/flows.c \
	src/calc/history/standing.c \
	src/calc/history/grid.h \
	src/calc/history/market_value.c \
	src/calc/history/performance.c src/calc/history/performance.h \
	src/calc/history/twr.c src/calc/history/twr.h \
	src/calc/history/walk.c src/calc/history/walk.h \
	src/calc/pack/bytes.c src/calc/pack/bytes.h \
	src/calc/pack/head.c \
	src/calc/pack/holding.c src/calc/pack/holding.h \
	src/calc/pack/packed.h \
	src/calc/pack/prefix.c \
	src/calc/pack/tail.c \
	src/market/closes.c src/market/closes.h \
	src/market/market.c src/market/market.h \
	src/market/rates.c src/market/rates.h \
	src/market/symbols.c src/market/symbols.h \
	src/db/numeric.c \
	src/db/rows.c \
	src/wallet/rows/ledger_columns.h \
	src/wallet/rows/ledger_rows.c src/wallet/rows/ledger_rows.h \
	src/wallet/rows/terms.c src/wallet/rows/terms.h

BUILT_SOURCES += src/calc/code_stamp.h
CLEANFILES += src/calc/code_stamp.h
src/calc/code_stamp.h: $(state_made_from)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && (cd $(srcdir) && cat $(state_made_from)) | sha256sum \
		| sed 's/^\(.\{16\}\).*/#define CALC_CODE_STAMP "\1"/' > $@-t && mv $@-t $@

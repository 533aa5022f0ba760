src_liblastro_a_SOURCES += \
	%D%/accrual.c %D%/accrual.h \
	%D%/accrual_chain.c \
	%D%/accrual_factor.c %D%/accrual_factor.h \
	%D%/accrual_index.c \
	%D%/accrual_lots.c \
	%D%/accrual_tables.c %D%/accrual_tables.h \
	%D%/accrual_terms.c \
	%D%/calc.c %D%/calc.h \
	%D%/computing.h \
	%D%/consolidate.c %D%/consolidate.h \
	%D%/corporate.c \
	%D%/costs.c %D%/costs.h \
	%D%/day_sums.c %D%/day_sums.h \
	%D%/day_trade.c \
	%D%/derive_income.c \
	%D%/derive_lots.c \
	%D%/derive.c %D%/derived.h \
	%D%/derived_diff.c %D%/derived_diff.h \
	%D%/difference.c %D%/difference.h \
	%D%/drawdown.c %D%/drawdown.h \
	%D%/events/anomaly.c %D%/events/anomaly.h \
	%D%/events/baseline.c %D%/events/baseline.h \
	%D%/events/returns.c \
	%D%/explain.c %D%/explain.h \
	%D%/explain_accrual.c \
	%D%/explain_change.c \
	%D%/explain_corporate.c \
	%D%/explain_costs.c \
	%D%/explain_figures.c %D%/explain_figures.h \
	%D%/explain_finish.c \
	%D%/explain_fold.c %D%/explain_fold.h \
	%D%/explain_history.c %D%/explain_history.h \
	%D%/explain_income.c \
	%D%/explain_indices.c \
	%D%/explain_lists.c \
	%D%/explain_nodes.c %D%/explain_nodes.h \
	%D%/explain_points.c \
	%D%/explain_position.c \
	%D%/explain_returns.c \
	%D%/explain_risk.c \
	%D%/explain_holding.c %D%/explain_holding.h \
	%D%/explain_shares.c %D%/explain_shares.h \
	%D%/explain_steps.c %D%/explain_steps.h \
	%D%/explain_story.c %D%/explain_story.h \
	%D%/explain_totals.c \
	%D%/explain_xray.c \
	%D%/family.c %D%/family.h \
	%D%/fold.c %D%/fold.h \
	%D%/fx.c %D%/fx.h \
	%D%/history.c %D%/history.h \
	%D%/history_finish.c \
	%D%/history_flows.c \
	%D%/history_grid.h \
	%D%/history_worth.c \
	%D%/journal.h \
	%D%/import_cover.c %D%/import_cover.h \
	%D%/import_dedupe.c \
	%D%/import_export.c \
	%D%/import_held.c \
	%D%/import_keep.c \
	%D%/import_manual.c \
	%D%/import_map.c %D%/import_map.h \
	%D%/import_movement.c \
	%D%/import_number.c \
	%D%/import_product.c \
	%D%/import_rights.c \
	%D%/import_row.h \
	%D%/import_settle.c \
	%D%/import_trades.c \
	%D%/income.c %D%/income.h \
	%D%/issues.c %D%/issues.h \
	%D%/issues_holding.c \
	%D%/issues_list.h \
	%D%/join.c %D%/join.h \
	%D%/ledger.c %D%/ledger.h \
	%D%/look_through.c %D%/look_through.h \
	%D%/mark.c \
	%D%/number_text.c %D%/number_text.h \
	%D%/month_sums.c %D%/month_sums.h \
	%D%/months.c \
	%D%/packed.h \
	%D%/packed_bytes.c %D%/packed_bytes.h \
	%D%/packed_head.c \
	%D%/packed_holding.c %D%/packed_holding.h \
	%D%/packed_past.c \
	%D%/packed_patch.c \
	%D%/packed_tail.c \
	%D%/past_diff.c %D%/past_diff.h \
	%D%/performance.c %D%/performance.h \
	%D%/portfolio.c %D%/portfolio.h \
	%D%/ratio.c \
	%D%/renew.c %D%/renew.h \
	%D%/replay.c %D%/replay.h \
	%D%/series.c %D%/series.h \
	%D%/sheet.h \
	%D%/splice.c \
	%D%/stake.c %D%/stake.h \
	%D%/suitability.c %D%/suitability.h \
	%D%/totals.c \
	%D%/treasury.c %D%/treasury.h \
	%D%/twr.c %D%/twr.h \
	%D%/unpriced.c \
	%D%/value.c %D%/value.h \
	%D%/xirr.c %D%/xirr.h \
	%D%/xray.c %D%/xray.h

# Figures that were kept are only read by the computation that made them: this names it, and what
# brings it its closes, events and terms.
calc_made_from = $(filter-out src/calc/events/%,$(filter src/core/% src/calc/% src/market/% src/wallet/terms.%,$(src_liblastro_a_SOURCES)))
BUILT_SOURCES += src/calc/maker.h
CLEANFILES += src/calc/maker.h
src/calc/maker.h: $(calc_made_from)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && (cd $(srcdir) && cat $(calc_made_from)) | sha256sum \
		| sed 's/^\(.\{16\}\).*/#define CALC_MAKER "\1"/' > $@-t && mv $@-t $@
# BUILT_SOURCES are made before "all" and "check" only; a single target (make fuzzers) needs to be told.
$(src_liblastro_a_OBJECTS): | $(BUILT_SOURCES)

# computation over plain structs
src_liblastro_a_SOURCES += \
	%D%/amounts/accrual.c %D%/amounts/accrual.h \
	%D%/amounts/accrual_chain.c \
	%D%/amounts/accrual_factor.c %D%/amounts/accrual_factor.h \
	%D%/amounts/accrual_index.c \
	%D%/amounts/accrual_lots.c \
	%D%/amounts/accrual_steps.h \
	%D%/amounts/accrual_tables.c %D%/amounts/accrual_tables.h \
	%D%/amounts/accrual_terms.c \
	%D%/amounts/amounts.h \
	%D%/amounts/calc.c %D%/amounts/calc.h \
	%D%/amounts/coupons.c %D%/amounts/coupons.h \
	%D%/amounts/counterpart.c %D%/amounts/counterpart.h \
	%D%/amounts/day_sums.c %D%/amounts/day_sums.h \
	%D%/amounts/fx.c %D%/amounts/fx.h \
	%D%/amounts/ledger.c %D%/amounts/ledger.h \
	%D%/amounts/month_sums.c %D%/amounts/month_sums.h \
	%D%/amounts/months.c %D%/amounts/months.h \
	%D%/amounts/option.c %D%/amounts/option.h \
	%D%/amounts/page_words.h \
	%D%/amounts/position.h \
	%D%/amounts/ratio.c %D%/amounts/ratio.h \
	%D%/amounts/reference_events.c %D%/amounts/reference_events.h \
	%D%/amounts/series.c %D%/amounts/series.h \
	%D%/amounts/shares.c %D%/amounts/shares.h \
	%D%/amounts/sheet_text.h \
	%D%/amounts/transfers.c %D%/amounts/transfers.h \
	%D%/amounts/treasury.c %D%/amounts/treasury.h \
	%D%/amounts/typed_succession.c %D%/amounts/typed_succession.h \
	%D%/amounts/xirr.c %D%/amounts/xirr.h \
	%D%/credit/covenant_due.c \
	%D%/credit/delinquency.c \
	%D%/credit/credit.c %D%/credit/credit.h \
	%D%/credit/receivable_classes.c \
	%D%/credit/statement_blocks.c %D%/credit/statement_blocks.h \
	%D%/credit/statement_figures.c \
	%D%/credit/statement_item.c \
	%D%/credit/statement_states.c \
	%D%/credit/statements.h \
	%D%/events/anomaly.c %D%/events/anomaly.h \
	%D%/events/baseline.c %D%/events/baseline.h \
	%D%/events/event_returns.c \
	%D%/events/events.h \
	%D%/events/link.c %D%/events/link.h \
	%D%/events/release.c %D%/events/release.h \
	%D%/explain/explain.h \
	%D%/explain/explain_accrual.c \
	%D%/explain/explain_change.c \
	%D%/explain/explain_corporate.c \
	%D%/explain/explain_costs.c \
	%D%/explain/explain_figures.c %D%/explain/explain_figures.h \
	%D%/explain/explain_finish.c \
	%D%/explain/explain_fold.c %D%/explain/explain_fold.h \
	%D%/explain/explain_history.c %D%/explain/explain_history.h \
	%D%/explain/explain_holding.c %D%/explain/explain_holding.h \
	%D%/explain/explain_income.c \
	%D%/explain/explain_look_through.c \
	%D%/explain/explain_plan.c \
	%D%/explain/explain_position.c \
	%D%/explain/explain_result.c \
	%D%/explain/explain_returns.c \
	%D%/explain/explain_shares.c %D%/explain/explain_shares.h \
	%D%/explain/explain_steps.c %D%/explain/explain_steps.h \
	%D%/explain/explain_totals.c \
	%D%/explain/explain_xray.c \
	%D%/explain/figure.c \
	%D%/explain/indices.c \
	%D%/explain/lists.c \
	%D%/explain/nodes.c %D%/explain/nodes.h \
	%D%/explain/points.c \
	%D%/explain/risk.c \
	%D%/explain/story.c %D%/explain/story.h \
	%D%/history/drawdown.c %D%/history/drawdown.h \
	%D%/history/finish.c \
	%D%/history/flows.c \
	%D%/history/grid.h \
	%D%/history/history.h \
	%D%/history/market_value.c \
	%D%/history/measured.c \
	%D%/history/moved.c %D%/history/moved.h \
	%D%/history/pack_bytes.c %D%/history/pack_bytes.h \
	%D%/history/pack_head.c \
	%D%/history/pack_holding.c %D%/history/pack_holding.h \
	%D%/history/pack_prefix.c \
	%D%/history/pack_tail.c \
	%D%/history/packed.h \
	%D%/history/performance.c %D%/history/performance.h \
	%D%/history/twr.c %D%/history/twr.h \
	%D%/history/units.c %D%/history/units.h \
	%D%/history/walk.c %D%/history/walk.h \
	%D%/history/walk_digest.c \
	%D%/import/cell_number.c \
	%D%/import/cells.c %D%/import/cells.h \
	%D%/import/column_guess.c \
	%D%/import/column_mapping.c %D%/import/column_mapping.h \
	%D%/import/columns.c \
	%D%/import/corrected_sheet.c %D%/import/corrected_sheet.h \
	%D%/import/dates.c \
	%D%/import/day_totals.c \
	%D%/import/dedupe.c \
	%D%/import/export_sheet.c \
	%D%/import/external.c \
	%D%/import/formats/avenue_statement.c \
	%D%/import/formats/binance_statement.c \
	%D%/import/formats/binance_trades.c \
	%D%/import/formats/brokerage_note.c \
	%D%/import/formats/consolidated_report.c \
	%D%/import/formats/format_cells.c \
	%D%/import/formats/format_deals.c \
	%D%/import/formats/format_headers.c \
	%D%/import/formats/format_incomes.c \
	%D%/import/formats/format_papers.c \
	%D%/import/formats/format_words.c \
	%D%/import/formats/format_parts.h \
	%D%/import/formats/formats.c %D%/import/formats/formats.h \
	%D%/import/formats/ghostfolio.c \
	%D%/import/formats/ibkr_activity.c \
	%D%/import/formats/ibkr_flex.c \
	%D%/import/formats/kinvo.c \
	%D%/import/formats/mercado_bitcoin.c \
	%D%/import/formats/mercado_bitcoin_old.c \
	%D%/import/formats/portfolio_performance.c \
	%D%/import/formats/positions_elsewhere.c \
	%D%/import/formats/sharesight.c \
	%D%/import/formats/statusinvest.c \
	%D%/import/formats/wealthfolio.c \
	%D%/import/formats/yahoo_portfolio.c \
	%D%/import/import.h \
	%D%/import/import_row.h \
	%D%/import/import_trades.c \
	%D%/import/interned.c \
	%D%/import/known.c \
	%D%/import/manual.c \
	%D%/import/map.c \
	%D%/import/merge_statements.c \
	%D%/import/movement.c \
	%D%/import/notes/note_close.c \
	%D%/import/notes/note_lines.c \
	%D%/import/notes/note_parts.h \
	%D%/import/notes/note_summary.c \
	%D%/import/notes/note_titles.c \
	%D%/import/notes/note_trades.c \
	%D%/import/notes/notes.c %D%/import/notes/notes.h \
	%D%/import/position_sheet.c %D%/import/position_sheet.h \
	%D%/import/product.c \
	%D%/import/reconcile.c %D%/import/reconcile.h \
	%D%/import/rights.c \
	%D%/import/settlements.c %D%/import/settlements.h \
	%D%/import/sold_short.c \
	%D%/import/tickers.c \
	%D%/import/type_words.c \
	%D%/import/types.c \
	%D%/import/values.c \
	%D%/ledger/aggregate.c %D%/ledger/aggregate.h \
	%D%/ledger/aggregate_replace.c \
	%D%/ledger/asset_index.c %D%/ledger/asset_index.h \
	%D%/ledger/corporate.c \
	%D%/ledger/day_trade.c \
	%D%/ledger/derive.c %D%/ledger/derive.h \
	%D%/ledger/derive_income.c \
	%D%/ledger/derive_lots.c \
	%D%/ledger/derived.h \
	%D%/ledger/deriving.h \
	%D%/ledger/expiry.c \
	%D%/ledger/fold.c %D%/ledger/fold.h \
	%D%/ledger/income.c %D%/ledger/income.h \
	%D%/ledger/journal.h \
	%D%/ledger/lineage.c %D%/ledger/lineage.h \
	%D%/ledger/rederive.c %D%/ledger/rederive.h \
	%D%/ledger/replay.c %D%/ledger/replay.h \
	%D%/ledger/spins.c \
	%D%/names/cohort_rank.c \
	%D%/names/name_keys.c \
	%D%/names/name_score.c \
	%D%/names/name_verdict.c \
	%D%/names/name_words.c \
	%D%/names/names.h \
	%D%/plan/plan.h \
	%D%/plan/plan_moves.c \
	%D%/plan/plan_state.c \
	%D%/plan/plan_units.c %D%/plan/plan_units.h \
	%D%/tax/abroad.c %D%/tax/abroad.h \
	%D%/tax/declaration.c %D%/tax/declaration.h \
	%D%/tax/discrimination.c \
	%D%/tax/estimate.c \
	%D%/tax/explain_darf.c \
	%D%/tax/explain_declaration.c \
	%D%/tax/explain_gains.c \
	%D%/tax/explain_month.c \
	%D%/tax/explain_withheld.c \
	%D%/tax/fixed_income.c %D%/tax/fixed_income.h \
	%D%/tax/gains.c \
	%D%/tax/late.c %D%/tax/late.h \
	%D%/tax/lines.c %D%/tax/lines.h \
	%D%/tax/month.c %D%/tax/month.h \
	%D%/tax/own_transfers.c \
	%D%/tax/stock.c %D%/tax/stock.h \
	%D%/tax/tax.h \
	%D%/tax/tax_classes.c %D%/tax/tax_classes.h \
	%D%/tax/tax_corporate.c \
	%D%/tax/tax_explain.c %D%/tax/tax_explain.h \
	%D%/tax/tax_facts.h \
	%D%/tax/tax_income.c \
	%D%/tax/tax_nodes.c %D%/tax/tax_nodes.h \
	%D%/tax/tax_operations.c %D%/tax/tax_operations.h \
	%D%/tax/tax_trades.c \
	%D%/tax/year.c %D%/tax/year.h \
	%D%/value/age.c %D%/value/age.h \
	%D%/value/consolidate.c %D%/value/consolidate.h \
	%D%/value/mark.c %D%/value/mark.h \
	%D%/value/portfolio_value.c %D%/value/portfolio_value.h \
	%D%/value/position_value.c %D%/value/position_value.h \
	%D%/value/stated.c %D%/value/stated.h \
	%D%/value/totals.c \
	%D%/value/unpriced.c \
	%D%/value/value.h \
	%D%/views/costs.c %D%/views/costs.h \
	%D%/views/deposit_guarantee.c %D%/views/deposit_guarantee.h \
	%D%/views/issues.c %D%/views/issues.h \
	%D%/views/issues_holding.c \
	%D%/views/issues_incorporation.c \
	%D%/views/issues_list.c %D%/views/issues_list.h \
	%D%/views/issues_transfers.c \
	%D%/views/issues_weight.c \
	%D%/views/holding_result.c %D%/views/holding_result.h \
	%D%/views/look_through.c %D%/views/look_through.h \
	%D%/views/open_position.c %D%/views/open_position.h \
	%D%/views/returns.c %D%/views/returns.h \
	%D%/views/suitability.c %D%/views/suitability.h \
	%D%/views/views.h \
	%D%/views/xray.c %D%/views/xray.h

include src/calc/state.mk
# BUILT_SOURCES are made before "all" and "check" only; a single target (make fuzzers) needs to be told.
$(src_liblastro_a_OBJECTS): | $(BUILT_SOURCES)

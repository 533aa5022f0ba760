# unit tests: a program each, of its own file, what all share and the library
UNIT_LIST = \
	t/unit/calc/amounts/accrual.t \
	t/unit/calc/amounts/amounts.t \
	t/unit/calc/amounts/coupons.t \
	t/unit/calc/amounts/sums.t \
	t/unit/calc/amounts/xirr.t \
	t/unit/calc/amounts/xirr_libreoffice.t \
	t/unit/calc/credit/credit.t \
	t/unit/calc/credit/statements.t \
	t/unit/calc/events/anomaly.t \
	t/unit/calc/events/rules.t \
	t/unit/calc/explain/explain.t \
	t/unit/calc/explain/explain_property.t \
	t/unit/calc/history/cut.t \
	t/unit/calc/history/history_property.t \
	t/unit/calc/history/moved.t \
	t/unit/calc/history/packed.t \
	t/unit/calc/import/column_mapping.t \
	t/unit/calc/import/formats.t \
	t/unit/calc/import/map.t \
	t/unit/calc/import/reconcile.t \
	t/unit/calc/ledger/corporate.t \
	t/unit/calc/ledger/deriving_property.t \
	t/unit/calc/ledger/fold.t \
	t/unit/calc/ledger/fold_income.t \
	t/unit/calc/ledger/fold_property.t \
	t/unit/calc/ledger/rederive_property.t \
	t/unit/calc/ledger/spins.t \
	t/unit/calc/names/names.t \
	t/unit/calc/plan/plan_property.t \
	t/unit/calc/tax/explained.t \
	t/unit/calc/tax/tax_property.t \
	t/unit/calc/value/portfolio.t \
	t/unit/calc/value/value.t \
	t/unit/calc/views/deposit_guarantee.t \
	t/unit/calc/views/figures.t \
	t/unit/calc/views/issues.t \
	t/unit/calc/views/suitability.t \
	t/unit/calc/views/views_property.t \
	t/unit/cases/cases.t \
	t/unit/core/address.t \
	t/unit/core/backoff.t \
	t/unit/core/day.t \
	t/unit/core/decimal.t \
	t/unit/core/encode.t \
	t/unit/core/excerpt.t \
	t/unit/core/lru.t \
	t/unit/core/settings.t \
	t/unit/core/stop.t \
	t/unit/core/text.t \
	t/unit/db/numeric.t \
	t/unit/http/cursor.t \
	t/unit/http/form.t \
	t/unit/http/html.t \
	t/unit/http/json_read.t \
	t/unit/http/json_write.t \
	t/unit/http/multipart.t \
	t/unit/http/network.t \
	t/unit/http/problem.t \
	t/unit/http/request.t \
	t/unit/http/response.t \
	t/unit/http/router.t \
	t/unit/identity/key.t \
	t/unit/identity/pages/client_document.t \
	t/unit/identity/pages/identity_pages.t \
	t/unit/identity/totp.t \
	t/unit/load/cotahist.t \
	t/unit/load/debenture.t \
	t/unit/load/field.t \
	t/unit/market/companies/document_kind.t \
	t/unit/openapi.t \
	t/unit/operations/schema.t \
	t/unit/operations/specs.t \
	t/unit/portfolio/symbol.t \
	t/unit/serve.t \
	t/unit/sheet/sheet.t
check_PROGRAMS += $(UNIT_LIST)
TESTS += $(UNIT_LIST)

t_unit_calc_amounts_accrual_t_SOURCES = t/unit/calc/amounts/accrual.c
t_unit_calc_amounts_amounts_t_SOURCES = t/unit/calc/amounts/amounts.c
t_unit_calc_amounts_coupons_t_SOURCES = t/unit/calc/amounts/coupons.c
t_unit_calc_amounts_sums_t_SOURCES = t/unit/calc/amounts/sums.c
t_unit_calc_amounts_xirr_t_SOURCES = t/unit/calc/amounts/xirr.c
t_unit_calc_amounts_xirr_libreoffice_t_SOURCES = t/unit/calc/amounts/xirr_libreoffice.c
t_unit_calc_credit_credit_t_SOURCES = t/unit/calc/credit/credit.c
t_unit_calc_credit_statements_t_SOURCES = t/unit/calc/credit/statements.c
t_unit_calc_events_anomaly_t_SOURCES = t/unit/calc/events/anomaly.c
t_unit_calc_events_rules_t_SOURCES = t/unit/calc/events/rules.c
t_unit_calc_explain_explain_t_SOURCES = t/unit/calc/explain/explain.c
t_unit_calc_explain_explain_property_t_SOURCES = t/unit/calc/explain/explain_property.c
t_unit_calc_history_cut_t_SOURCES = t/unit/calc/history/cut.c
t_unit_calc_history_history_property_t_SOURCES = t/unit/calc/history/history_property.c
t_unit_calc_history_moved_t_SOURCES = t/unit/calc/history/moved.c
t_unit_calc_history_packed_t_SOURCES = t/unit/calc/history/packed.c
t_unit_calc_import_column_mapping_t_SOURCES = t/unit/calc/import/column_mapping.c
t_unit_calc_import_formats_t_SOURCES = t/unit/calc/import/formats.c
t_unit_calc_import_map_t_SOURCES = t/unit/calc/import/map.c
t_unit_calc_import_reconcile_t_SOURCES = t/unit/calc/import/reconcile.c
t_unit_calc_ledger_corporate_t_SOURCES = t/unit/calc/ledger/corporate.c
t_unit_calc_ledger_deriving_property_t_SOURCES = t/unit/calc/ledger/deriving_property.c
t_unit_calc_ledger_fold_t_SOURCES = t/unit/calc/ledger/fold.c
t_unit_calc_ledger_fold_income_t_SOURCES = t/unit/calc/ledger/fold_income.c
t_unit_calc_ledger_fold_property_t_SOURCES = t/unit/calc/ledger/fold_property.c
t_unit_calc_ledger_rederive_property_t_SOURCES = t/unit/calc/ledger/rederive_property.c
t_unit_calc_ledger_spins_t_SOURCES = t/unit/calc/ledger/spins.c
t_unit_calc_names_names_t_SOURCES = t/unit/calc/names/names.c
t_unit_calc_plan_plan_property_t_SOURCES = t/unit/calc/plan/plan_property.c
t_unit_calc_tax_explained_t_SOURCES = t/unit/calc/tax/explained.c
t_unit_calc_tax_tax_property_t_SOURCES = t/unit/calc/tax/tax_property.c
t_unit_calc_value_portfolio_t_SOURCES = t/unit/calc/value/portfolio.c
t_unit_calc_value_value_t_SOURCES = t/unit/calc/value/value.c
t_unit_calc_views_deposit_guarantee_t_SOURCES = t/unit/calc/views/deposit_guarantee.c
t_unit_calc_views_figures_t_SOURCES = t/unit/calc/views/figures.c
t_unit_calc_views_issues_t_SOURCES = t/unit/calc/views/issues.c
t_unit_calc_views_suitability_t_SOURCES = t/unit/calc/views/suitability.c
t_unit_calc_views_views_property_t_SOURCES = t/unit/calc/views/views_property.c
t_unit_cases_cases_t_SOURCES = \
	t/unit/cases/accrual.c \
	t/unit/cases/cases.c \
	t/unit/cases/cases.h \
	t/unit/cases/events.c \
	t/unit/cases/figures.c \
	t/unit/cases/import.c \
	t/unit/cases/json.c \
	t/unit/cases/ledger.c \
	t/unit/cases/objects.c \
	t/unit/cases/plan.c \
	t/unit/cases/returns.c \
	t/unit/cases/statements.c \
	t/unit/cases/suitability.c \
	t/unit/cases/tax.c \
	t/unit/cases/tax.h \
	t/unit/cases/tax_declaration.c \
	t/unit/cases/tax_in.c \
	t/unit/cases/value.c
t_unit_core_address_t_SOURCES = t/unit/core/address.c
t_unit_core_backoff_t_SOURCES = t/unit/core/backoff.c
t_unit_core_day_t_SOURCES = t/unit/core/day.c
t_unit_core_decimal_t_SOURCES = t/unit/core/decimal.c
t_unit_core_encode_t_SOURCES = t/unit/core/encode.c
t_unit_core_excerpt_t_SOURCES = t/unit/core/excerpt.c
t_unit_core_lru_t_SOURCES = t/unit/core/lru.c
t_unit_core_settings_t_SOURCES = t/unit/core/settings.c
t_unit_core_stop_t_SOURCES = t/unit/core/stop.c
t_unit_core_text_t_SOURCES = t/unit/core/text.c
t_unit_db_numeric_t_SOURCES = t/unit/db/numeric.c
t_unit_http_cursor_t_SOURCES = t/unit/http/cursor.c
t_unit_http_form_t_SOURCES = t/unit/http/form.c
t_unit_http_html_t_SOURCES = t/unit/http/html.c
t_unit_http_json_read_t_SOURCES = t/unit/http/json_read.c
t_unit_http_json_write_t_SOURCES = t/unit/http/json_write.c
t_unit_http_multipart_t_SOURCES = t/unit/http/multipart.c
t_unit_http_network_t_SOURCES = t/unit/http/network.c
t_unit_http_problem_t_SOURCES = t/unit/http/problem.c
t_unit_http_request_t_SOURCES = t/unit/http/request.c
t_unit_http_response_t_SOURCES = t/unit/http/response.c
t_unit_http_router_t_SOURCES = t/unit/http/router.c
t_unit_identity_key_t_SOURCES = t/unit/identity/key.c
t_unit_identity_pages_client_document_t_SOURCES = t/unit/identity/pages/client_document.c
t_unit_identity_pages_identity_pages_t_SOURCES = t/unit/identity/pages/identity_pages.c
t_unit_identity_totp_t_SOURCES = t/unit/identity/totp.c
t_unit_load_cotahist_t_SOURCES = t/unit/load/cotahist.c
t_unit_load_debenture_t_SOURCES = t/unit/load/debenture.c
t_unit_load_field_t_SOURCES = t/unit/load/field.c
t_unit_market_companies_document_kind_t_SOURCES = t/unit/market/companies/document_kind.c
t_unit_openapi_t_SOURCES = t/unit/openapi.c
t_unit_operations_schema_t_SOURCES = t/unit/operations/schema.c
t_unit_operations_specs_t_SOURCES = t/unit/operations/specs.c
t_unit_portfolio_symbol_t_SOURCES = t/unit/portfolio/symbol.c
t_unit_serve_t_SOURCES = t/unit/serve.c
t_unit_sheet_sheet_t_SOURCES = t/unit/sheet/sheet.c

nodist_t_unit_openapi_t_SOURCES = t/unit/openapi_pages_json.c
CLEANFILES += t/unit/openapi_pages_json.c
t/unit/openapi_pages_json.c: doc/openapi-pages.yaml src/tools/yaml2json$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) t/unit && src/tools/yaml2json$(EXEEXT) $(top_srcdir)/doc/openapi-pages.yaml openapi_pages_json \
		> $@.new && mv $@.new $@

EXTRA_DIST += t/data/xirr_libreoffice.txt contrib/xirr/make
EXTRA_DIST += t/fixtures
EXTRA_DIST += t/fixtures/sheets.pl t/fixtures/backup.pl t/lib/Lastro/Xlsx.pm

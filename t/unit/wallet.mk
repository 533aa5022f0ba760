# unit tests of src/wallet
check_PROGRAMS += t/unit/wallet/symbol.t
TESTS += t/unit/wallet/symbol.t
t_unit_wallet_symbol_t_SOURCES = t/unit/wallet/symbol.c
t_unit_wallet_symbol_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_wallet_symbol_t_LDADD = $(UNIT_LIBS)
check_PROGRAMS += t/unit/calc/import/map.t
TESTS += t/unit/calc/import/map.t
t_unit_calc_import_map_t_SOURCES = t/unit/calc/import/map.c
t_unit_calc_import_map_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_calc_import_map_t_LDADD = $(UNIT_LIBS)
check_PROGRAMS += t/unit/sheet/sheet.t
TESTS += t/unit/sheet/sheet.t
EXTRA_DIST += t/fixtures/sheets.pl t/lib/Lastro/Xlsx.pm
t_unit_sheet_sheet_t_SOURCES = t/unit/sheet/sheet.c
t_unit_sheet_sheet_t_CPPFLAGS = $(UNIT_FLAGS)
t_unit_sheet_sheet_t_LDADD = $(UNIT_LIBS)

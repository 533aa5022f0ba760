include src/calc/base/local.mk
include src/calc/fold/local.mk
include src/calc/accrual/local.mk
include src/calc/derive/local.mk
include src/calc/value/local.mk
include src/calc/history/local.mk
include src/calc/pack/local.mk
include src/calc/views/local.mk
include src/calc/explain/local.mk
include src/calc/import/local.mk
include src/calc/reconcile/local.mk
include src/calc/objects/local.mk
include src/calc/events/local.mk
include src/calc/statements/local.mk
include src/calc/credit/local.mk
include src/calc/tax/local.mk

include src/calc/state.mk
# BUILT_SOURCES are made before "all" and "check" only; a single target (make fuzzers) needs to be told.
$(src_liblastro_a_OBJECTS): | $(BUILT_SOURCES)

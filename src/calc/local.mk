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
include src/calc/events/local.mk

# Figures that were kept are only read by the computation that made them: this names it, and what
# brings it its closes, events and terms.
calc_made_from = $(filter-out src/calc/events/%,$(filter src/core/% src/calc/% src/market/% src/wallet/terms.%,$(src_liblastro_a_SOURCES)))
BUILT_SOURCES += src/calc/maker.h
CLEANFILES += src/calc/maker.h
src/calc/maker.h: $(calc_made_from)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && (cd $(srcdir) && cat $(calc_made_from)) | sha256sum \
		| sed 's/^\(.\{16\}\).*/#define CALC_MAKER "\1"/' > $@-t && mv $@-t $@
include src/calc/state.mk
# BUILT_SOURCES are made before "all" and "check" only; a single target (make fuzzers) needs to be told.
$(src_liblastro_a_OBJECTS): | $(BUILT_SOURCES)

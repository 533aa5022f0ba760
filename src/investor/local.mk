src_liblastro_a_SOURCES += %D%/functions.c %D%/investor.h
nodist_src_liblastro_a_SOURCES += %D%/specs.c
INVESTOR_SPECS = \
	src/investor/schemas/_defs.json \
	src/investor/schemas/wallet.portfolio.get.json \
	src/investor/schemas/wallet.portfolio.history.json \
	src/investor/schemas/wallet.portfolio.ledger.json \
	src/investor/schemas/wallet.portfolios.list.json
EXTRA_DIST += $(INVESTOR_SPECS)
CLEANFILES += src/investor/specs.c
src/investor/specs.c: $(INVESTOR_SPECS) src/tools/json2c$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) src/investor && src/tools/json2c$(EXEEXT) investor_specs $(top_srcdir) \
		$(INVESTOR_SPECS) > $@.new && mv $@.new $@

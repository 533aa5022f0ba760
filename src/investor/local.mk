src_liblastro_a_SOURCES += \
	%D%/actions.c \
	%D%/functions.c \
	%D%/investor.c %D%/investor.h \
	%D%/rooms.h
nodist_src_liblastro_a_SOURCES += %D%/specs.c
INVESTOR_SPECS = \
	src/investor/schemas/wallet.objects.resolve.json \
	src/investor/schemas/wallet.portfolio.agenda.json \
	src/investor/schemas/wallet.portfolio.costs.json \
	src/investor/schemas/wallet.portfolio.explain.json \
	src/investor/schemas/wallet.portfolio.get.json \
	src/investor/schemas/wallet.portfolio.history.json \
	src/investor/schemas/wallet.portfolio.import.json \
	src/investor/schemas/wallet.portfolio.issues.json \
	src/investor/schemas/wallet.portfolio.ledger.json \
	src/investor/schemas/wallet.portfolio.look_through.json \
	src/investor/schemas/wallet.portfolio.xray.json \
	src/investor/schemas/wallet.portfolio_transaction.add.json \
	src/investor/schemas/wallet.portfolios.list.json
# What an adviser sees of a client's portfolio is described once.
INVESTOR_SHARED = \
	src/advisor/schemas/_defs.json \
	src/advisor/schemas/advisor.client_portfolio.explain.json \
	src/advisor/schemas/advisor.client_portfolio.get.json \
	src/advisor/schemas/advisor.client_portfolio.history.json \
	src/advisor/schemas/advisor.client_portfolio.import.json \
	src/advisor/schemas/advisor.client_portfolio.ledger.json \
	src/advisor/schemas/advisor.client_portfolio_transaction.add.json
EXTRA_DIST += $(INVESTOR_SPECS)
CLEANFILES += src/investor/specs.c
src/investor/specs.c: $(INVESTOR_SPECS) $(INVESTOR_SHARED) src/tools/json2c$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) src/investor && src/tools/json2c$(EXEEXT) investor_specs $(top_srcdir) \
		$(INVESTOR_SPECS) $(INVESTOR_SHARED) > $@.new && mv $@.new $@

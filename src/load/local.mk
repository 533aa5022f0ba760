# sources of src/load
src_liblastro_a_SOURCES += \
	%D%/calendars.c \
	%D%/cash_dividends.c \
	%D%/companies.h \
	%D%/company.c %D%/company.h \
	%D%/company_documents.c \
	%D%/company_forms.c \
	%D%/company_identity.c \
	%D%/company_register.c \
	%D%/copy.c %D%/copy.h \
	%D%/cotahist.c \
	%D%/cotahist_row.c %D%/cotahist_row.h \
	%D%/credit_lines.c \
	%D%/csv.c %D%/csv.h \
	%D%/cvm.c %D%/cvm.h \
	%D%/details.c \
	%D%/edition.c \
	%D%/events.c \
	%D%/fetch.c %D%/fetch.h \
	%D%/fetch_http.c %D%/fetch_http.h \
	%D%/fetch_plan.c %D%/fetch_plan.h \
	%D%/fetch_source.c \
	%D%/field.c %D%/field.h \
	%D%/fund.c %D%/fund.h \
	%D%/fund_fees.c \
	%D%/fund_portfolios.c \
	%D%/fund_quotas.c \
	%D%/fund_register.c \
	%D%/funds_old.c \
	%D%/holidays.c \
	%D%/index_numbers.c \
	%D%/instruments.c \
	%D%/klines.c \
	%D%/load.c %D%/load.h \
	%D%/object_stage.c %D%/object_stage.h \
	%D%/objects.c \
	%D%/objects_compute.c %D%/objects_compute.h \
	%D%/objects_events.c \
	%D%/objects_graph.c \
	%D%/objects_measures.c \
	%D%/offerings.c \
	%D%/market_events.c \
	%D%/ohlc.c \
	%D%/prepare.h \
	%D%/prices.c \
	%D%/ptax.c \
	%D%/quotes.c %D%/quotes.h \
	%D%/reader.c %D%/reader.h \
	%D%/index_components.c \
	%D%/receivables.c %D%/receivables.h \
	%D%/receivables_save.c \
	%D%/reference.c %D%/reference.h \
	%D%/run.h \
	%D%/sgs.c \
	%D%/shape.c %D%/shape.h \
	%D%/source.c %D%/sources.h \
	%D%/statement_stage.c \
	%D%/statements.c %D%/statements.h \
	%D%/successions.c \
	%D%/anbima_debentures.c \
	%D%/debenture.c %D%/debenture.h \
	%D%/debenture_terms.c \
	%D%/sectors.c \
	%D%/snd.c \
	%D%/tesouro.c \
	%D%/usdt.c %D%/usdt.h

# the schemas of our own JSON files, as they are published
nodist_src_liblastro_a_SOURCES += src/load/shapes.c
LOAD_SHAPES = \
	src/load/schemas/credit-rating.json \
	src/load/schemas/market-event.json \
	src/load/schemas/market-evidence.json \
	src/load/schemas/market-thread.json \
	src/load/schemas/news-edition.json \
	src/load/schemas/regulation-term.json
EXTRA_DIST += $(LOAD_SHAPES)
CLEANFILES += src/load/shapes.c
src/load/shapes.c: $(LOAD_SHAPES) src/tools/json2c$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) src/load && src/tools/json2c$(EXEEXT) load_shapes $(top_srcdir) \
		$(LOAD_SHAPES) > $@.new && mv $@.new $@

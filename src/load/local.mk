# the public files
src_liblastro_a_SOURCES += \
	%D%/company_identity.c \
	%D%/company_keys.h \
	%D%/corporate_events.c %D%/corporate_events.h \
	%D%/cvm.c %D%/cvm.h \
	%D%/debenture.c %D%/debenture.h \
	%D%/debenture_term.c %D%/debenture_term.h \
	%D%/debenture_terms.c \
	%D%/delimited.c %D%/delimited.h \
	%D%/fetch.c %D%/fetch.h \
	%D%/fetch_http.c %D%/fetch_http.h \
	%D%/fetch_plan.c %D%/fetch_plan.h \
	%D%/fetch_source.c \
	%D%/field.c %D%/field.h \
	%D%/fund.c %D%/fund.h \
	%D%/load.c %D%/load.h \
	%D%/object_stage.c %D%/object_stage.h \
	%D%/objects_compute.c %D%/objects_compute.h \
	%D%/objects_events.c \
	%D%/objects_graph.c \
	%D%/objects_measures.c \
	%D%/prepare.h \
	%D%/prices.c \
	%D%/quotes.c %D%/quotes.h \
	%D%/reader.c %D%/reader.h \
	%D%/receivables.c %D%/receivables.h \
	%D%/receivables_figures.c \
	%D%/receivables_judge.c \
	%D%/receivables_rows.c \
	%D%/receivables_save.c \
	%D%/run.h \
	%D%/shape.c %D%/shape.h \
	%D%/snd_page.c %D%/snd_page.h \
	%D%/source.c \
	%D%/sources.h \
	%D%/sources/anbima_debentures.c \
	%D%/sources/calendars.c \
	%D%/sources/cash_dividends.c \
	%D%/sources/company_documents.c \
	%D%/sources/company_forms.c \
	%D%/sources/company_register.c \
	%D%/sources/cotahist.c \
	%D%/sources/cotahist_row.c %D%/sources/cotahist_row.h \
	%D%/sources/credit_lines.c \
	%D%/sources/cvm_offerings.c \
	%D%/sources/cvm_statements.c %D%/sources/cvm_statements.h \
	%D%/sources/details.c \
	%D%/sources/edition_file.c \
	%D%/sources/fund_fees.c \
	%D%/sources/fund_portfolios.c \
	%D%/sources/fund_quotas.c \
	%D%/sources/fund_register.c \
	%D%/sources/funds_old.c \
	%D%/sources/holidays.c \
	%D%/sources/index_components.c \
	%D%/sources/index_numbers.c \
	%D%/sources/instruments.c \
	%D%/sources/klines.c \
	%D%/sources/market_events.c \
	%D%/sources/object_lines.c \
	%D%/sources/ohlc.c \
	%D%/sources/ptax.c \
	%D%/sources/reference_curves.c \
	%D%/sources/sectors.c \
	%D%/sources/sgs.c \
	%D%/sources/snd.c \
	%D%/sources/snd_agenda.c \
	%D%/sources/statement_stage.c \
	%D%/sources/successions.c \
	%D%/sources/supplement.c %D%/sources/supplement.h \
	%D%/sources/tesouro.c \
	%D%/sources/typed_events.c \
	%D%/sources/usdt.c %D%/sources/usdt.h \
	%D%/sources/zero_curves.c \
	%D%/spill.c %D%/spill.h

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
src/load/shapes.c: $(LOAD_SHAPES) $(EMBED_SCHEMAS)
	$(AM_V_GEN)$(MKDIR_P) src/load && $(PERL) $(top_srcdir)/build-aux/embed-schemas load_shapes src/serve/openapi.json $(top_srcdir) \
		$(LOAD_SHAPES) > $@.new && mv $@.new $@

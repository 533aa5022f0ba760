# what all portfolios share
src_liblastro_a_SOURCES += \
	%D%/agenda/agenda.h \
	%D%/agenda/agenda_items.c %D%/agenda/agenda_items.h \
	%D%/agenda/agenda_json.c \
	%D%/agenda/agenda_own.c \
	%D%/agenda/agenda_routes.c \
	%D%/agenda/feed.c %D%/agenda/feed.h \
	%D%/agenda/forecast.c \
	%D%/agenda/icalendar.c \
	%D%/companies/companies.h \
	%D%/companies/company.c %D%/companies/company.h \
	%D%/companies/company_measures.c %D%/companies/company_measures.h \
	%D%/companies/company_routes.c \
	%D%/companies/document_kind.c %D%/companies/document_kind.h \
	%D%/companies/documents.c \
	%D%/companies/financials.c %D%/companies/financials.h \
	%D%/companies/financials_render.c \
	%D%/companies/statement_rows.c %D%/companies/statement_rows.h \
	%D%/events/anomalies.c \
	%D%/events/candidates.c \
	%D%/events/editor.c \
	%D%/events/event.c \
	%D%/events/event_answers.h \
	%D%/events/event_closes.c %D%/events/event_closes.h \
	%D%/events/event_routes.c \
	%D%/events/event_series.c \
	%D%/events/find_anomalies.c \
	%D%/events/fragment.c %D%/events/fragment.h \
	%D%/events/handlers.h \
	%D%/events/link_events.c \
	%D%/events/window.c %D%/events/window.h \
	%D%/news/draft.c \
	%D%/news/edition.c \
	%D%/news/news.h \
	%D%/objects/answer.c \
	%D%/objects/objects_call.c \
	%D%/objects/paper_call.c \
	%D%/objects/cohort.c %D%/objects/cohort.h \
	%D%/objects/cohort_ask.c \
	%D%/objects/cohort_facts.c \
	%D%/objects/find.c \
	%D%/objects/identify.c \
	%D%/objects/object.c \
	%D%/objects/object_measures.c \
	%D%/objects/object_parts.h \
	%D%/objects/object_routes.c \
	%D%/objects/objects.h \
	%D%/objects/resolve.c \
	%D%/objects/suggest.c \
	%D%/objects/traverse.c \
	%D%/offerings/offerings.c %D%/offerings/offerings.h \
	%D%/prices/cache.c %D%/prices/cache.h \
	%D%/prices/closes.c %D%/prices/closes.h \
	%D%/prices/funds.c %D%/prices/funds.h \
	%D%/prices/market.c %D%/prices/market.h \
	%D%/prices/payments_ahead.c %D%/prices/payments_ahead.h \
	%D%/prices/rates.c %D%/prices/rates.h \
	%D%/prices/symbols.c %D%/prices/symbols.h

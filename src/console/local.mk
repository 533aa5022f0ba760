# pages of portfolios for people
src_liblastro_a_SOURCES += \
	%D%/agenda_page.c \
	%D%/ask.c %D%/ask.h \
	%D%/change.c %D%/change.h \
	%D%/chart.c %D%/chart.h \
	%D%/console.h \
	%D%/costs.c \
	%D%/entry.c %D%/entry.h \
	%D%/explained.c \
	%D%/export_page.c \
	%D%/figure_words.c %D%/figure_words.h \
	%D%/held.c \
	%D%/history.c \
	%D%/holding.c \
	%D%/holdings.c %D%/holdings.h \
	%D%/imports.c %D%/imports.h \
	%D%/issues.c \
	%D%/layout.c %D%/layout.h \
	%D%/ledger.c \
	%D%/look_through.c \
	%D%/mend.c %D%/mend.h \
	%D%/months.c \
	%D%/notices_page.c \
	%D%/overview.c \
	%D%/portfolio.c \
	%D%/reconcile.c \
	%D%/rooms.h \
	%D%/routes.c \
	%D%/row.c %D%/row.h \
	%D%/script.c %D%/script.h \
	%D%/settings.c \
	%D%/sheet.c %D%/sheet.h \
	%D%/shown.c %D%/shown.h \
	%D%/shown_in.c \
	%D%/steps.c %D%/steps.h \
	%D%/tax.h \
	%D%/tax_declaration.c \
	%D%/tax_explained.c \
	%D%/tax_layout.c \
	%D%/tax_missing.c \
	%D%/tax_requests.c \
	%D%/tax_words.c \
	%D%/tax_year.c \
	%D%/work.c %D%/work.h \
	%D%/work_action.c \
	%D%/work_desk.c \
	%D%/work_envelope.c \
	%D%/work_form.c %D%/work_form.h \
	%D%/work_input.c \
	%D%/work_office.c \
	%D%/work_organizations.c \
	%D%/work_page.c \
	%D%/work_pages.h \
	%D%/work_preview.c \
	%D%/work_routes.c \
	%D%/work_words.c \
	%D%/xray.c

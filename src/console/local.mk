# pages of portfolios for people
src_liblastro_a_SOURCES += \
	%D%/agenda_page.c \
	%D%/chart.c %D%/chart.h \
	%D%/console.h \
	%D%/costs.c \
	%D%/explained.c \
	%D%/export_page.c \
	%D%/history.c \
	%D%/holding.c \
	%D%/holdings.c %D%/holdings.h \
	%D%/issues.c \
	%D%/layout.c %D%/layout.h \
	%D%/look_through.c \
	%D%/months.c \
	%D%/overview.c \
	%D%/portfolio.c \
	%D%/rooms.h \
	%D%/routes.c \
	%D%/script.c %D%/script.h \
	%D%/sheet.c %D%/sheet.h \
	%D%/shown.c %D%/shown.h \
	%D%/shown_in.c \
	%D%/steps.c %D%/steps.h \
	%D%/tax.h \
	%D%/tax_declaration.c \
	%D%/tax_explained.c \
	%D%/tax_layout.c \
	%D%/tax_missing.c \
	%D%/tax_words.c \
	%D%/tax_year.c \
	%D%/work.c %D%/work.h \
	%D%/work_action.c \
	%D%/work_desk.c \
	%D%/work_office.c \
	%D%/work_organizations.c \
	%D%/work_page.c \
	%D%/work_pages.h \
	%D%/work_routes.c \
	%D%/work_words.c \
	%D%/xray.c

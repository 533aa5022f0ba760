# pages of portfolios for people
src_liblastro_a_SOURCES += \
	%D%/ask.c %D%/ask.h \
	%D%/change.c %D%/change.h \
	%D%/chart.c %D%/chart.h \
	%D%/console.h \
	%D%/costs.c \
	%D%/entry.c %D%/entry.h \
	%D%/shown.c %D%/shown.h \
	%D%/history.c \
	%D%/holding.c \
	%D%/imports.c \
	%D%/issues.c \
	%D%/layout.c %D%/layout.h \
	%D%/ledger.c \
	%D%/mend.c %D%/mend.h \
	%D%/months.c \
	%D%/overview.c \
	%D%/portfolio.c \
	%D%/reconcile.c \
	%D%/rooms.h \
	%D%/routes.c \
	%D%/row.c %D%/row.h \
	%D%/settings.c \
	%D%/sheet.c %D%/sheet.h \
	%D%/xray.c

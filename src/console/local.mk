# pages of portfolios for people
src_liblastro_a_SOURCES += \
	%D%/chart.c %D%/chart.h \
	%D%/console.h \
	%D%/costs.c \
	%D%/shown.c %D%/shown.h \
	%D%/history.c \
	%D%/holding.c \
	%D%/issues.c \
	%D%/layout.c %D%/layout.h \
	%D%/months.c \
	%D%/overview.c \
	%D%/portfolio.c \
	%D%/rooms.h \
	%D%/routes.c \
	%D%/sheet.c %D%/sheet.h \
	%D%/xray.c

src_liblastro_a_SOURCES += \
	%D%/drawdown.c %D%/drawdown.h \
	%D%/finish.c \
	%D%/flows.c \
	%D%/grid.h \
	%D%/history.h \
	%D%/performance.c %D%/performance.h \
	%D%/seen.c \
	%D%/standing.c \
	%D%/twr.c %D%/twr.h \
	%D%/units.c %D%/units.h \
	%D%/walk.c %D%/walk.h \
	%D%/market_value.c

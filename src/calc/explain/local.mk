src_liblastro_a_SOURCES += \
	%D%/accrual.c \
	%D%/change.c \
	%D%/corporate.c \
	%D%/costs.c \
	%D%/explain.h \
	%D%/figure.c \
	%D%/figures.c %D%/figures.h \
	%D%/finish.c \
	%D%/fold.c %D%/fold.h \
	%D%/history.c %D%/history.h \
	%D%/holding.c %D%/holding.h \
	%D%/income.c \
	%D%/indices.c \
	%D%/lists.c \
	%D%/look_through.c \
	%D%/nodes.c %D%/nodes.h \
	%D%/points.c \
	%D%/position.c \
	%D%/returns.c \
	%D%/risk.c \
	%D%/shares.c %D%/shares.h \
	%D%/steps.c %D%/steps.h \
	%D%/story.c %D%/story.h \
	%D%/totals.c \
	%D%/xray.c

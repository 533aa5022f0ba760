src_liblastro_a_SOURCES += \
	%D%/calls.c \
	%D%/consolidated.c \
	%D%/costs.c \
	%D%/detail.c \
	%D%/explain.c %D%/explain.h \
	%D%/explain_render.c \
	%D%/export.c %D%/export.h \
	%D%/export_beancount.c \
	%D%/export_csv.c \
	%D%/export_json.c \
	%D%/figures.c %D%/figures.h \
	%D%/history.c \
	%D%/issues.c \
	%D%/issues_dismiss.c %D%/issues_dismiss.h \
	%D%/issues_remedy.c %D%/issues_remedy.h \
	%D%/look_through.c \
	%D%/render.c %D%/render.h \
	%D%/render_history.c %D%/render_history.h \
	%D%/render_holding.c \
	%D%/show.h \
	%D%/template.c \
	%D%/view.h \
	%D%/xray.c

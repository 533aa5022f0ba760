src_liblastro_a_SOURCES += \
	%D%/import.c %D%/import.h \
	%D%/import_entry.c \
	%D%/import_file.c \
	%D%/import_list.c \
	%D%/import_names.c \
	%D%/import_raw.c \
	%D%/import_refusals.c \
	%D%/import_routes.c \
	%D%/import_store.c \
	%D%/import_undo.c \
	%D%/import_write.c \
	%D%/reconcile.c \
	%D%/reconcile_render.c %D%/reconcile_render.h

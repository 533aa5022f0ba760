src_liblastro_a_SOURCES += \
	%D%/accounts.c \
	%D%/admin.h \
	%D%/api_keys.c \
	%D%/audit.c \
	%D%/bar.c \
	%D%/bar.h \
	%D%/command.c \
	%D%/command.h \
	%D%/compute.c \
	%D%/compute_state.c \
	%D%/deliver.c \
	%D%/deliver_claim.c %D%/deliver_claim.h \
	%D%/deliver_http.c %D%/deliver_http.h \
	%D%/doctor.c %D%/doctor.h \
	%D%/doctor_report.c \
	%D%/doctor_series.c \
	%D%/fetch_all.c \
	%D%/import.c \
	%D%/events.c %D%/events.h \
	%D%/load.c \
	%D%/load_tell.c \
	%D%/load.h \
	%D%/backup.c \
	%D%/mail.c \
	%D%/mail_out.c %D%/mail_out.h \
	%D%/move.c %D%/move.h \
	%D%/notices_find.c \
	%D%/objects.c \
	%D%/offices.c \
	%D%/organization.c \
	%D%/organizations.c \
	%D%/print.c \
	%D%/schema.c \
	%D%/trail.c \
	%D%/trail.h \
	%D%/turn.c \
	%D%/turn.h \
	%D%/workspace_export.c \
	%D%/workspace_import.c

# subcommands
src_liblastro_a_SOURCES += \
	%D%/accounts.c \
	%D%/admin.h \
	%D%/api_keys.c \
	%D%/audit_command.c \
	%D%/backup.c \
	%D%/command.c %D%/command.h \
	%D%/compute_command.c \
	%D%/compute_state.c \
	%D%/deletions.c %D%/deletions.h \
	%D%/distribute_command.c \
	%D%/doctor.c %D%/doctor.h \
	%D%/doctor_machines.c \
	%D%/doctor_report.c \
	%D%/doctor_series.c \
	%D%/events_command.c \
	%D%/fetch_all.c \
	%D%/import_command.c \
	%D%/jobs.c %D%/jobs.h \
	%D%/load_command.c \
	%D%/load_tell.c \
	%D%/notices_command.c \
	%D%/objects_command.c \
	%D%/offices.c \
	%D%/organization_command.c \
	%D%/organizations.c \
	%D%/print.c \
	%D%/progress_bar.c %D%/progress_bar.h \
	%D%/schema_command.c \
	%D%/trail.c %D%/trail.h \
	%D%/workspace_export.c \
	%D%/workspace_import.c \
	%D%/workspace_parts.c %D%/workspace_parts.h

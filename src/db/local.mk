# PostgreSQL
src_liblastro_a_SOURCES += \
	%D%/connect.c \
	%D%/connection.h \
	%D%/db.c %D%/db.h \
	%D%/db_copy.c \
	%D%/db_json.c %D%/db_json.h \
	%D%/db_functions.c \
	%D%/distribute.c %D%/distribute.h %D%/distribute_parts.h \
	%D%/machines.c \
	%D%/migrate.c %D%/migrate.h \
	%D%/numeric.c \
	%D%/param.c \
	%D%/raw.c \
	%D%/ready.c \
	%D%/refuse.c \
	%D%/results.c \
	%D%/role.c \
	%D%/rows.c \
	%D%/search_words.c \
	%D%/stmts.c

# The schema is compiled in: a migration or a function is a file in sql/, nothing more.
MIGRATIONS = $(sort $(wildcard $(top_srcdir)/sql/[0-9]*.sql))
SQL_FUNCTIONS = $(sort $(wildcard $(top_srcdir)/sql/functions/*.sql))
EMBED_SQL = build-aux/embed-sql
nodist_src_liblastro_a_SOURCES += src/db/migrations_data.c
EXTRA_DIST += $(EMBED_SQL) $(MIGRATIONS) $(SQL_FUNCTIONS)
CLEANFILES += src/db/migrations_data.c
src/db/migrations_data.c: $(MIGRATIONS) $(SQL_FUNCTIONS) $(EMBED_SQL) $(top_srcdir)/sql $(top_srcdir)/sql/functions
	$(AM_V_GEN)$(MKDIR_P) src/db && $(PERL) $(top_srcdir)/$(EMBED_SQL) $(MIGRATIONS) $(SQL_FUNCTIONS) >$@.tmp && mv $@.tmp $@

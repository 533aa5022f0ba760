src_liblastro_a_SOURCES += \
	%D%/connect.c \
	%D%/db.c \
	%D%/db.h \
	%D%/migrate.c \
	%D%/migrate.h \
	%D%/numeric.c \
	%D%/param.c \
	%D%/refuse.c \
	%D%/register.c \
	%D%/role.c \
	%D%/rows.c \
	%D%/session.h

# The schema is compiled in: a migration is a file in sql/, nothing more.
MIGRATIONS = $(sort $(wildcard $(top_srcdir)/sql/[0-9]*.sql))
EMBED_SQL = build-aux/embed-sql
nodist_src_liblastro_a_SOURCES += src/db/migrations_data.c
EXTRA_DIST += $(EMBED_SQL) $(MIGRATIONS)
CLEANFILES += src/db/migrations_data.c
src/db/migrations_data.c: $(MIGRATIONS) $(EMBED_SQL)
	$(AM_V_GEN)$(MKDIR_P) src/db && $(PERL) $(top_srcdir)/$(EMBED_SQL) $(MIGRATIONS) >$@.tmp && mv $@.tmp $@

# the command
bin_PROGRAMS += src/lastro
src_lastro_SOURCES = src/program/lastro.c
src_lastro_LDADD = src/liblastro.a $(LIB_LIBS)
# lastro db check prepares the statements of all modules
src_lastro_LDFLAGS = $(AM_LDFLAGS) -Wl,-u,modules

nodist_src_liblastro_a_SOURCES += src/serve/openapi_json.c

noinst_PROGRAMS += src/tools/yaml2json
src_tools_yaml2json_SOURCES = src/tools/yaml2json.c
src_tools_yaml2json_CFLAGS = $(AM_CFLAGS) $(YAML_CFLAGS)
src_tools_yaml2json_LDADD = src/libcore.a $(LIB_LIBS) $(YAML_LIBS)

# yaml2json makes a file of the library, so it links with the core alone.
noinst_LIBRARIES += src/libcore.a
src_libcore_a_SOURCES = src/core/buf.c src/core/pool.c src/core/log.c src/core/clock.c src/core/day.c \
	src/core/text.c src/core/decimal.c

CLEANFILES += src/serve/openapi_json.c
src/serve/openapi_json.c: doc/openapi.yaml src/tools/yaml2json$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) src/serve && src/tools/yaml2json$(EXEEXT) $(top_srcdir)/doc/openapi.yaml openapi_json \
		> $@.new && mv $@.new $@

sbin_PROGRAMS += src/lastro.fcgi
src_lastro_fcgi_SOURCES = \
	%D%/program/listener.c %D%/program/listener.h \
	%D%/program/master.c %D%/program/master.h \
	%D%/program/worker.c
src_lastro_fcgi_LDADD = src/liblastro.a $(LIB_LIBS) $(FCGI_LIBS)

# The reader of PDF, apart from everything: without our libraries, and without the sanitizers, which its limit of memory
# leaves no room for.
pkglibexec_PROGRAMS += src/lastro-pdf
src_lastro_pdf_SOURCES = \
	%D%/pdf/confine.c %D%/pdf/confine.h \
	%D%/pdf/lastro_pdf.c \
	%D%/pdf/pdf_status.h
src_lastro_pdf_CFLAGS = -std=c11 $(WARN_CFLAGS) $(POPPLER_CFLAGS:-I%=-isystem%) $(SECCOMP_CFLAGS)
src_lastro_pdf_LDFLAGS = -Wl,--build-id=sha1
src_lastro_pdf_LDADD = $(POPPLER_LIBS) $(SECCOMP_LIBS)

# what tests hold answers to their schemas with
noinst_PROGRAMS += src/tools/judge
src_tools_judge_SOURCES = src/tools/judge.c
src_tools_judge_LDADD = src/liblastro.a $(LIB_LIBS)

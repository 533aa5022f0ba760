# the command
bin_PROGRAMS += src/lastro
src_lastro_SOURCES = src/lastro.c
src_lastro_LDADD = src/liblastro.a $(LIB_LIBS)

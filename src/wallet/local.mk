src_liblastro_a_SOURCES += \
	%D%/operations.h \
	%D%/routes.c \
	%D%/wallet.h

include src/wallet/rows/local.mk
include src/wallet/derived/local.mk
include src/wallet/check/local.mk
include src/wallet/load/local.mk
include src/wallet/ledger/local.mk
include src/wallet/portfolio/local.mk
include src/wallet/import/local.mk
include src/wallet/show/local.mk

# Rows that were kept as a detail shows them are only read by the program that wrote them: this names it.
cached_rows_made_from = $(state_made_from) $(filter src/core/json_write.% src/wallet/rows/listed.% src/wallet/rows/loaded.% \
	src/wallet/rows/transaction_members.% src/wallet/load/load.%,$(src_liblastro_a_SOURCES))
BUILT_SOURCES += src/wallet/rows/cached_rows_code_stamp.h
CLEANFILES += src/wallet/rows/cached_rows_code_stamp.h
src/wallet/rows/cached_rows_code_stamp.h: $(cached_rows_made_from)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && (cd $(srcdir) && cat $(cached_rows_made_from)) | sha256sum \
		| sed 's/^\(.\{16\}\).*/#define CACHED_ROWS_CODE_STAMP "\1"/' > $@-t && mv $@-t $@
include src/wallet/tax/local.mk

src_liblastro_a_SOURCES += \
	%D%/asset.c %D%/asset.h \
	%D%/asset_named.c \
	%D%/asset_ref.c \
	%D%/external_id.c \
	%D%/first_day.c %D%/first_day.h \
	%D%/guessed.c %D%/guessed.h \
	%D%/income.c %D%/income.h \
	%D%/ledger_page.c %D%/ledger_page.h \
	%D%/state_write.c %D%/state_write.h \
	%D%/succession.c %D%/succession.h \
	%D%/transaction.c %D%/transaction.h \
	%D%/transaction_list.c \
	%D%/transaction_read.c \
	%D%/write.c %D%/write.h

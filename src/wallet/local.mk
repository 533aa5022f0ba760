src_liblastro_a_SOURCES += \
	%D%/asset.h \
	%D%/asset_ref.c \
	%D%/income.c %D%/income.h \
	%D%/load.c %D%/load.h \
	%D%/page.c %D%/page.h \
	%D%/symbol.c %D%/symbol.h \
	%D%/transaction.c %D%/transaction.h \
	%D%/transaction_list.c \
	%D%/transaction_read.c \
	%D%/wallet.h \
	%D%/write.c %D%/write.h

src_liblastro_a_SOURCES += \
	%D%/derive.c %D%/derive.h \
	%D%/derive_income.c \
	%D%/derive_lots.c \
	%D%/derived.h \
	%D%/deriving.h \
	%D%/asset_index.c %D%/asset_index.h \
	%D%/lineage.c %D%/lineage.h \
	%D%/income.c %D%/income.h \
	%D%/aggregate.c %D%/aggregate.h \
	%D%/spins.c \
	%D%/rederive.c %D%/rederive.h \
	%D%/aggregate_replace.c

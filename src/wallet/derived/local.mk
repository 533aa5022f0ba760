src_liblastro_a_SOURCES += \
	%D%/at_hand.c %D%/at_hand.h \
	%D%/past.c %D%/past.h \
	%D%/state.c %D%/state.h \
	%D%/state_many.c \
	%D%/state_rows.h \
	%D%/state_shared.c

# pure rules of src/objects: names, keys, scores, cohorts
src_liblastro_a_SOURCES += \
	%D%/cohort.c \
	%D%/keys.c \
	%D%/objects.h \
	%D%/score.c \
	%D%/verdict.c \
	%D%/words.c

src_liblastro_a_SOURCES += \
	%D%/audience.c \
	%D%/of_client.c \
	%D%/portfolio.c %D%/portfolio.h \
	%D%/questionnaire.c %D%/questionnaire.h \
	%D%/questions.c \
	%D%/suitability.c %D%/suitability.h

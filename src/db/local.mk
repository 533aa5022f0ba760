src_liblastro_a_SOURCES += \
	%D%/db.h \
	%D%/migrate.h

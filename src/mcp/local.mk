src_liblastro_a_SOURCES += \
	%D%/mcp.c %D%/mcp.h \
	%D%/message.c %D%/message.h \
	%D%/tools.c %D%/tools.h

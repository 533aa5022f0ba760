# files of spreadsheets
src_liblastro_a_SOURCES += \
	%D%/csv.c \
	%D%/html_table.c \
	%D%/json_lists.c \
	%D%/ods.c \
	%D%/pdf_words.c %D%/pdf_words.h \
	%D%/sheet.c %D%/sheet.h \
	%D%/table.c %D%/table.h \
	%D%/workbook.c %D%/workbook.h \
	%D%/xlsx.c \
	%D%/xml.c %D%/xml.h \
	%D%/zip.c %D%/zip.h

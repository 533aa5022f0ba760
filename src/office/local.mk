src_liblastro_a_SOURCES += \
	%D%/audit_list.c \
	%D%/invitation.c \
	%D%/invitation_list.c \
	%D%/member.c %D%/member.h \
	%D%/member_list.c \
	%D%/member_update.c \
	%D%/office.h \
	%D%/organization.c \
	%D%/people.c \
	%D%/seats.h

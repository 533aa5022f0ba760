src_liblastro_a_SOURCES += \
	%D%/advisor.h \
	%D%/client_portfolio.c %D%/client_portfolio.h \
	%D%/client_portfolio_list.c \
	%D%/client_portfolio_write.c \
	%D%/assignment.c %D%/assignment.h \
	%D%/client.c %D%/client.h \
	%D%/client_profile.c \
	%D%/client_tax.c %D%/client_tax.h \
	%D%/client_write.c \
	%D%/family.h \
	%D%/family_create.c \
	%D%/family_list.c \
	%D%/overview.c %D%/overview.h \
	%D%/reach.c %D%/reach.h \
	%D%/routes.c
nodist_src_liblastro_a_SOURCES += %D%/specs.c

# One file a Function or Action, and _defs for what they share.
ADVISOR_SPECS = \
	src/advisor/schemas/_defs.json \
	src/advisor/schemas/advisor.client_portfolio.create.json \
	src/advisor/schemas/advisor.client_portfolio.delete.json \
	src/advisor/schemas/advisor.client_portfolio.explain.json \
	src/advisor/schemas/advisor.client_portfolio.get.json \
	src/advisor/schemas/advisor.client_portfolio.history.json \
	src/advisor/schemas/advisor.client_portfolio.import.json \
	src/advisor/schemas/advisor.client_portfolio.ledger.json \
	src/advisor/schemas/advisor.client_portfolios.list.json \
	src/advisor/schemas/advisor.overview.get.json \
	src/advisor/schemas/advisor.client_portfolio_asset.add.json \
	src/advisor/schemas/advisor.client_portfolio_asset.remove.json \
	src/advisor/schemas/advisor.client_portfolio_transaction.add.json \
	src/advisor/schemas/advisor.client_portfolio_transaction.delete.json \
	src/advisor/schemas/advisor.audit.list.json \
	src/advisor/schemas/advisor.client.create.json \
	src/advisor/schemas/advisor.client.delete.json \
	src/advisor/schemas/advisor.client.get.json \
	src/advisor/schemas/advisor.client.history.json \
	src/advisor/schemas/advisor.client.update.json \
	src/advisor/schemas/advisor.client_assignment.set.json \
	src/advisor/schemas/advisor.client_profile.update.json \
	src/advisor/schemas/advisor.client_tax.declaration.json \
	src/advisor/schemas/advisor.client_tax.explain.json \
	src/advisor/schemas/advisor.client_tax.get.json \
	src/advisor/schemas/advisor.clients.list.json \
	src/advisor/schemas/advisor.families.list.json \
	src/advisor/schemas/advisor.family.create.json \
	src/advisor/schemas/advisor.invitation.accept.json \
	src/advisor/schemas/advisor.invitation.create.json \
	src/advisor/schemas/advisor.invitation.revoke.json \
	src/advisor/schemas/advisor.invitations.list.json \
	src/advisor/schemas/advisor.license.get.json \
	src/advisor/schemas/advisor.me.get.json \
	src/advisor/schemas/advisor.member.update.json \
	src/advisor/schemas/advisor.members.list.json \
	src/advisor/schemas/advisor.organization.get.json \
	src/advisor/schemas/advisor.organization.update.json \
	src/advisor/schemas/advisor.seat.assign.json
EXTRA_DIST += $(ADVISOR_SPECS)
CLEANFILES += src/advisor/specs.c
src/advisor/specs.c: $(ADVISOR_SPECS) src/tools/json2c$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) src/advisor && src/tools/json2c$(EXEEXT) advisor_specs $(top_srcdir) \
		$(ADVISOR_SPECS) > $@.new && mv $@.new $@

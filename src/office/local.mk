# an organization, its members and clients
src_liblastro_a_SOURCES += \
	%D%/advisor.h \
	%D%/aims.c %D%/aims.h \
	%D%/advisor_operations.c \
	%D%/assignment.c \
	%D%/audit_list.c \
	%D%/client.c %D%/client.h \
	%D%/client_portfolio.c %D%/client_portfolio.h \
	%D%/client_portfolio_list.c \
	%D%/client_portfolio_write.c \
	%D%/client_profile.c \
	%D%/client_tax.c \
	%D%/client_write.c \
	%D%/family.h \
	%D%/family_create.c \
	%D%/family_list.c \
	%D%/invitation.c \
	%D%/invitation_list.c \
	%D%/issuer_totals.c %D%/issuer_totals.h \
	%D%/member.c %D%/member.h \
	%D%/member_list.c \
	%D%/member_update.c \
	%D%/office.h \
	%D%/office_overview.c %D%/office_overview.h \
	%D%/organization.c \
	%D%/people.c \
	%D%/plans.c %D%/plans.h \
	%D%/reach.c %D%/reach.h \
	%D%/seats.h \
	%D%/targets_out.c %D%/targets_out.h

nodist_src_liblastro_a_SOURCES += %D%/specs.c

# One file a Function or Action, and _defs for what they share.
ADVISOR_SPECS = \
	src/office/schemas/_defs.json \
	src/office/schemas/advisor.client_portfolio.create.json \
	src/office/schemas/advisor.client_portfolio.delete.json \
	src/office/schemas/advisor.client_portfolio.explain.json \
	src/office/schemas/advisor.client_portfolio.get.json \
	src/office/schemas/advisor.client_portfolio.history.json \
	src/office/schemas/advisor.client_portfolio.import.json \
	src/office/schemas/advisor.client_portfolio.imports.json \
	src/office/schemas/advisor.client_portfolio.ledger.json \
	src/office/schemas/advisor.client_portfolios.list.json \
	src/office/schemas/advisor.overview.get.json \
	src/office/schemas/advisor.client_portfolio_asset.add.json \
	src/office/schemas/advisor.client_portfolio_asset.remove.json \
	src/office/schemas/advisor.client_portfolio_import.undo.json \
	src/office/schemas/advisor.client_portfolio_price.state.json \
	src/office/schemas/advisor.client_portfolio_transaction.add.json \
	src/office/schemas/advisor.client_portfolio_transaction.delete.json \
	src/office/schemas/advisor.audit.list.json \
	src/office/schemas/advisor.client.create.json \
	src/office/schemas/advisor.client.delete.json \
	src/office/schemas/advisor.client.get.json \
	src/office/schemas/advisor.client.history.json \
	src/office/schemas/advisor.client.update.json \
	src/office/schemas/advisor.client_assignment.set.json \
	src/office/schemas/advisor.client_profile.update.json \
	src/office/schemas/advisor.client_plan.get.json \
	src/office/schemas/advisor.client_targets.set.json \
	src/office/schemas/advisor.client_targets.get.json \
	src/office/schemas/advisor.plans.get.json \
	src/office/schemas/advisor.questionnaire.get.json \
	src/office/schemas/advisor.targets.out.json \
	src/office/schemas/advisor.client_tax.declaration.json \
	src/office/schemas/advisor.client_tax.explain.json \
	src/office/schemas/advisor.client_tax.get.json \
	src/office/schemas/advisor.clients.list.json \
	src/office/schemas/advisor.families.list.json \
	src/office/schemas/advisor.family.create.json \
	src/office/schemas/advisor.invitation.accept.json \
	src/office/schemas/advisor.invitation.create.json \
	src/office/schemas/advisor.invitation.revoke.json \
	src/office/schemas/advisor.invitations.list.json \
	src/office/schemas/advisor.license.get.json \
	src/office/schemas/advisor.me.get.json \
	src/office/schemas/advisor.member.update.json \
	src/office/schemas/advisor.members.list.json \
	src/office/schemas/advisor.organization.get.json \
	src/office/schemas/advisor.organization.update.json \
	src/office/schemas/advisor.seat.assign.json
EXTRA_DIST += $(ADVISOR_SPECS)
CLEANFILES += src/office/specs.c
src/office/specs.c: $(ADVISOR_SPECS) $(EMBED_SCHEMAS) $(top_srcdir)/src/office/local.mk
	$(AM_V_GEN)$(MKDIR_P) src/office && $(PERL) $(top_srcdir)/build-aux/embed-schemas advisor_specs src/serve/openapi.json $(top_srcdir) \
		$(ADVISOR_SPECS) > $@.new && mv $@.new $@

# the credit desk
src_liblastro_a_SOURCES += \
	%D%/alert.c \
	%D%/alert_rule.c \
	%D%/board.c \
	%D%/debenture_moves.c \
	%D%/desk.h \
	%D%/desk_debenture.c \
	%D%/desk_document.c \
	%D%/desk_facts.c %D%/desk_facts.h \
	%D%/desk_fund.c %D%/desk_fund.h \
	%D%/desk_input.c \
	%D%/desk_operations.c \
	%D%/desk_overview.c \
	%D%/desk_parts.h \
	%D%/findings.c %D%/findings.h \
	%D%/fund_cells.c \
	%D%/fund_parties.c \
	%D%/fund_tables.c \
	%D%/issuer.c \
	%D%/issuer_covenants.c \
	%D%/limit_history.c \
	%D%/measure_limits.c \
	%D%/note.c \
	%D%/object_names.c %D%/object_names.h \
	%D%/peers.c \
	%D%/price_moves.c \
	%D%/raise.c \
	%D%/regulation_term.c \
	%D%/rule_judged.c \
	%D%/watchlist.c \
	%D%/watchlist_calendar.c \
	%D%/watchlist_item.c \
	%D%/webhook.c

nodist_src_liblastro_a_SOURCES += %D%/specs.c

# One file a Function or Action, and _defs for what they share.
DESK_SPECS = \
	src/desk/schemas/_defs.json \
	src/desk/schemas/credit.alert.acknowledge.json \
	src/desk/schemas/credit.alert.assign.json \
	src/desk/schemas/credit.alert.snooze.json \
	src/desk/schemas/credit.alert_rule.delete.json \
	src/desk/schemas/credit.alert_rule.set.json \
	src/desk/schemas/credit.alert_rules.list.json \
	src/desk/schemas/credit.alerts.find.json \
	src/desk/schemas/credit.alerts.list.json \
	src/desk/schemas/credit.audit.list.json \
	src/desk/schemas/credit.debenture.get.json \
	src/desk/schemas/credit.deliveries.list.json \
	src/desk/schemas/credit.delivery.retry.json \
	src/desk/schemas/credit.document.add.json \
	src/desk/schemas/credit.document.delete.json \
	src/desk/schemas/credit.document.page.json \
	src/desk/schemas/credit.documents.list.json \
	src/desk/schemas/credit.fund.get.json \
	src/desk/schemas/credit.issuer.get.json \
	src/desk/schemas/credit.issuer.peers.json \
	src/desk/schemas/credit.license.get.json \
	src/desk/schemas/credit.me.get.json \
	src/desk/schemas/credit.members.list.json \
	src/desk/schemas/credit.note.create.json \
	src/desk/schemas/credit.note.delete.json \
	src/desk/schemas/credit.note.update.json \
	src/desk/schemas/credit.notes.list.json \
	src/desk/schemas/credit.overview.get.json \
	src/desk/schemas/credit.regulation_term.get.json \
	src/desk/schemas/credit.regulation_term.propose.json \
	src/desk/schemas/credit.regulation_term.review.json \
	src/desk/schemas/credit.regulation_term.withdraw.json \
	src/desk/schemas/credit.regulation_terms.queue.json \
	src/desk/schemas/credit.watchlist.board.json \
	src/desk/schemas/credit.watchlist.calendar.json \
	src/desk/schemas/credit.watchlist.create.json \
	src/desk/schemas/credit.watchlist.delete.json \
	src/desk/schemas/credit.watchlist.items.json \
	src/desk/schemas/credit.watchlist.update.json \
	src/desk/schemas/credit.watchlist_item.add.json \
	src/desk/schemas/credit.watchlist_item.remove.json \
	src/desk/schemas/credit.watchlists.list.json \
	src/desk/schemas/credit.objects.cohort.json \
	src/desk/schemas/credit.objects.resolve.json \
	src/desk/schemas/credit.webhook.delete.json \
	src/desk/schemas/credit.webhook.get.json \
	src/desk/schemas/credit.webhook.set.json
EXTRA_DIST += $(DESK_SPECS)
CLEANFILES += src/desk/specs.c
src/desk/specs.c: $(DESK_SPECS) $(EMBED_SCHEMAS) $(top_srcdir)/src/desk/local.mk
	$(AM_V_GEN)$(MKDIR_P) src/desk && $(PERL) $(top_srcdir)/build-aux/embed-schemas desk_specs src/serve/openapi.json $(top_srcdir) \
		$(DESK_SPECS) > $@.new && mv $@.new $@

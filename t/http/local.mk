# end-to-end tests, one a line, so that two branches can add theirs
END_TO_END_TESTS = \
	t/http/0001-house.t \
	t/http/0002-specification.t \
	t/http/0003-circles.t \
	t/http/0010-command.t \
	t/http/0012-yaml2json.t \
	t/http/0015-administration.t \
	t/http/0016-doctor-series.t \
	t/http/0020-cgi.t \
	t/http/0030-pool.t \
	t/http/0040-nginx.t \
	t/http/0045-nginx-limits.t \
	t/http/0050-spawn-fcgi.t \
	t/http/0052-socket-activation.t \
	t/http/0060-apache.t \
	t/http/0070-database-down.t \
	t/http/0100-recorded.t \
	t/http/0105-route-rows.t \
	t/http/0110-keys.t \
	t/http/0120-idempotency.t \
	t/http/0130-row-security.t \
	t/http/0140-database.t \
	t/http/0142-pooler.t \
	t/http/0144-standby.t \
	t/http/0145-collisions.t \
	t/http/0150-plans.t \
	t/http/0160-sessions.t \
	t/http/0162-sign-up.t \
	t/http/0165-log-in-flood.t \
	t/http/0167-refused-credentials.t \
	t/http/0170-oauth.t \
	t/http/0172-client-document.t \
	t/http/0175-credentials-cost.t \
	t/http/0176-round-trips.t \
	t/http/0180-mcp.t \
	t/http/0182-mcp-wallet.t \
	t/http/0184-assistant-day.t \
	t/http/0185-mcp-clients.t \
	t/http/0186-mcp-suite.t \
	t/http/0187-openid-client.t \
	t/http/0190-pages.t \
	t/http/0155-growth.t \
	t/http/0195-pages.t \
	t/http/0197-console.t \
	t/http/0198-console.t \
	t/http/0200-portfolios.t \
	t/http/0210-transactions.t \
	t/http/0220-assets.t \
	t/http/0225-small-truths.t \
	t/http/0240-audience.t \
	t/http/0250-detail.t \
	t/http/0255-packed.t \
	t/http/0260-refusals.t \
	t/http/0265-conditions.t \
	t/http/0266-clock.t \
	t/http/0270-plans.t \
	t/http/0280-ceilings.t \
	t/http/0285-held-workers.t \
	t/http/0295-market-cache.t \
	t/http/0300-imports.t \
	t/http/0305-hand-made-sheets.t \
	t/http/0310-statements.t \
	t/http/0320-order.t \
	t/http/0330-reconcile.t \
	t/http/0335-asset-types.t \
	t/http/0336-dollars.t \
	t/http/0400-protocol.t \
	t/http/0402-office.t \
	t/http/0403-clients.t \
	t/http/0404-logs.t \
	t/http/0405-client-portfolio.t \
	t/http/0406-at.t \
	t/http/0401-operations.t \
	t/http/0407-overview.t \
	t/http/0408-preview.t \
	t/http/0409-suspension.t \
	t/http/0411-operator.t \
	t/http/0412-replay.t \
	t/http/0410-xray.t \
	t/http/0420-costs.t \
	t/http/0430-look-through.t \
	t/http/0440-issues.t \
	t/http/0450-export.t \
	t/http/0460-fixed-income.t \
	t/http/0465-kinds.t \
	t/http/0468-options.t \
	t/http/0470-history.t \
	t/http/0475-returns-reference.t \
	t/http/0476-null-returns.t \
	t/http/0480-consolidated.t \
	t/http/0482-adds-up.t \
	t/http/0483-day-of-the-past.t \
	t/http/0484-tax.t \
	t/http/0485-explain.t \
	t/http/0486-redoer.t \
	t/http/0491-same-figure-every-road.t \
	t/http/0487-tax-returns.t \
	t/http/0490-suitability.t \
	t/http/0495-absurd-market-data.t \
	t/http/0500-state.t \
	t/http/0501-state-verify.t \
	t/http/0502-state-crash.t \
	t/http/0503-cached-verify.t \
	t/http/0505-history-prefix.t \
	t/http/0506-cached-rows.t \
	t/http/0507-head-cache.t \
	t/http/0508-derive-in-parts.t \
	t/http/0509-head-cache-mixed.t \
	t/http/0600-cotahist.t \
	t/http/0610-sources.t \
	t/http/0620-samples.t \
	t/http/0630-fetch.t \
	t/http/0631-fetch.t \
	t/http/0632-fetch-all.t \
	t/http/0640-market.t \
	t/http/0650-priced.t \
	t/http/0660-funds.t \
	t/http/0670-prices.t \
	t/http/0700-companies-load.t \
	t/http/0710-companies.t \
	t/http/0715-companies-standby.t \
	t/http/0720-financials.t \
	t/http/0730-company-samples.t \
	t/http/0735-company-demo.t \
	t/http/0800-objects.t \
	t/http/0805-objects-compute.t \
	t/http/0807-objects-figures.t \
	t/http/0810-cohort.t \
	t/http/0820-resolution.t \
	t/http/0830-objects-hostile.t \
	t/http/0840-named-assets.t \
	t/http/0850-anomalies.t \
	t/http/0851-anomaly-cases.t \
	t/http/0855-events.t \
	t/http/0860-agenda.t \
	t/http/0865-feeds.t \
	t/http/0870-news.t \
	t/http/0875-event-objects.t \
	t/http/0890-desk.t \
	t/http/0892-desk-alerts.t \
	t/http/0893-desk-ceilings.t \
	t/http/0894-desk-webhook.t \
	t/http/0895-desk-members.t \
	t/http/0896-desk-mcp.t \
	t/http/0897-desk-hostile.t \
	t/http/0898-desk-board.t \
	t/http/0900-api-and-sheets.t \
	t/http/0910-hostile.t \
	t/http/0920-documents.t \
	t/http/0925-typescript.t \
	t/http/0930-accounts.t \
	t/http/0940-demo.t \
	t/http/0945-examples.t \
	t/http/0950-manual.t \
	t/http/0960-plain-words.t \
	t/http/cases.t
TESTS += $(END_TO_END_TESTS)
EXTRA_DIST += $(END_TO_END_TESTS) \
	t/http/openid.mjs \
	t/http/console.mjs t/http/pages.mjs \
	t/data/resolution/held-out.txt \
	t/data/resolution/objects.jsonl \
	t/data/resolution/queries.txt \
	t/lib/Lastro/Browser.pm \
	t/lib/Lastro/Cases.pm \
	t/lib/Lastro/ImportCases.pm \
	t/lib/Lastro/Circles.pm \
	t/lib/Lastro/Cluster.pm \
	t/lib/Lastro/Companies.pm \
	t/lib/Lastro/Cotahist.pm \
	t/lib/Lastro/FastCGI.pm \
	t/lib/Lastro/Growth.pm \
	t/lib/Lastro/Hostile.pm \
	t/lib/Lastro/Load.pm \
	t/lib/Lastro/Market.pm \
	t/lib/Lastro/Objects.pm \
	t/lib/Lastro/Desk.pm \
	t/lib/Lastro/Office.pm \
	t/lib/Lastro/OfficeTable.pm \
	t/lib/Lastro/OpenApi.pm \
	t/lib/Lastro/Operations.pm \
	t/lib/Lastro/Preview.pm \
	t/lib/Lastro/Proxy.pm \
	t/lib/Lastro/Examples.pm \
	t/lib/Lastro/Recorder.pm \
	t/lib/Lastro/Redo.pm \
	t/lib/Lastro/Response.pm \
	t/lib/Lastro/Series.pm \
	t/lib/Lastro/Staff.pm \
	t/lib/Lastro/TaxCases.pm \
	t/lib/Lastro/TaxId.pm \
	t/lib/Lastro/Tenants.pm \
	t/lib/Lastro/Test.pm \
	t/lib/Lastro/Verdict.pm \
	t/lib/Lastro/Xlsx.pm \
	t/recorded/10-service.pl t/recorded/10-service.txt \
	t/recorded/20-portfolios.pl t/recorded/20-portfolios.txt \
	t/recorded/30-ledger.pl t/recorded/30-ledger.txt \
	t/recorded/40-figures.pl t/recorded/40-figures.txt \
	t/recorded/50-explain.pl t/recorded/50-explain.txt \
	t/recorded/60-files.pl t/recorded/60-files.txt \
	t/recorded/70-person.pl t/recorded/70-person.txt \
	t/recorded/80-office.pl t/recorded/80-office.txt \
	t/recorded/market.pl
EXTRA_DIST += t/cases

# The service with a route of public market data, for tests of replicas.
noinst_PROGRAMS += t/http/test-routes.fcgi
t_http_test_routes_fcgi_SOURCES = t/http/test_routes.c src/listener.c src/master.c src/worker.c
t_http_test_routes_fcgi_LDADD = src/liblastro.a $(LIB_LIBS) $(FCGI_LIBS)

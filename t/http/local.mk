# end-to-end tests, one a line, so that two branches can add theirs
END_TO_END_TESTS = \
	t/http/0001-house.t \
	t/http/0010-command.t \
	t/http/0012-yaml2json.t \
	t/http/0015-administration.t \
	t/http/0020-cgi.t \
	t/http/0030-pool.t \
	t/http/0040-nginx.t \
	t/http/0050-spawn-fcgi.t \
	t/http/0060-apache.t \
	t/http/0070-database-down.t \
	t/http/0110-keys.t \
	t/http/0120-idempotency.t \
	t/http/0130-row-security.t \
	t/http/0140-database.t \
	t/http/0145-collisions.t \
	t/http/0150-plans.t \
	t/http/0200-portfolios.t \
	t/http/0210-transactions.t \
	t/http/0220-assets.t \
	t/http/0240-audience.t \
	t/http/0250-detail.t \
	t/http/0260-refusals.t \
	t/http/0270-plans.t \
	t/http/0295-market-cache.t \
	t/http/0300-imports.t \
	t/http/0310-statements.t \
	t/http/0320-order.t \
	t/http/0410-xray.t \
	t/http/0420-costs.t \
	t/http/0430-look-through.t \
	t/http/0440-issues.t \
	t/http/0450-export.t \
	t/http/0400-protocol.t \
	t/http/0460-fixed-income.t \
	t/http/0465-kinds.t \
	t/http/0500-state.t \
	t/http/0600-cotahist.t \
	t/http/0610-sources.t \
	t/http/0620-samples.t \
	t/http/0630-fetch.t \
	t/http/0631-fetch.t \
	t/http/0640-market.t \
	t/http/0650-priced.t \
	t/http/0660-funds.t \
	t/http/0670-prices.t \
	t/http/0900-three-roads.t \
	t/http/0910-hostile.t \
	t/http/0920-documents.t \
	t/http/0930-accounts.t \
	t/http/0940-demo.t \
	t/http/0950-manual.t \
	t/http/cases.t
TESTS += $(END_TO_END_TESTS)
EXTRA_DIST += $(END_TO_END_TESTS) \
	t/lib/Lastro/Cases.pm \
	t/lib/Lastro/Cluster.pm \
	t/lib/Lastro/Cotahist.pm \
	t/lib/Lastro/FastCGI.pm \
	t/lib/Lastro/Load.pm \
	t/lib/Lastro/Market.pm \
	t/lib/Lastro/OpenApi.pm \
	t/lib/Lastro/Response.pm \
	t/lib/Lastro/Tenants.pm \
	t/lib/Lastro/Test.pm \
	t/lib/Lastro/Xlsx.pm

# Files for hosts: examples, demonstration, benchmarks, release checks.
EXTRA_DIST += %D%/packages %D%/demo/Market.pm %D%/demo/Credit.pm %D%/demo/Funds.pm %D%/demo/Sheet.pm %D%/demo/TaxIds.pm \
	%D%/demo/Clients.pm %D%/demo/Companies.pm %D%/demo/Events.pm %D%/demo/desk %D%/demo/watch %D%/demo/office %D%/demo/generate %D%/demo/load %D%/demo/instruments.csv
include contrib/bench/local.mk
EXTRA_DIST += %D%/grafana/lastro.json %D%/prometheus/lastro.rules.yml

# Examples with paths set by configure, installed below pkgdatadir.
EXECUTABLE_EXAMPLES = %D%/spawn-fcgi/lastro-spawn
EXAMPLES = %D%/apache/fcgid.conf %D%/apache/proxy.conf %D%/supervisor/lastro.conf \
	%D%/systemd/lastro.service %D%/systemd/lastro-worker@.service %D%/systemd/lastro-fetch.service \
	%D%/systemd/lastro-fetch-usdt.service %D%/systemd/lastro-deliver.service %D%/systemd/lastro-mail.service \
	%D%/systemd/lastro-compute.service
EXAMPLES_AS_THEY_ARE = %D%/systemd/lastro.socket %D%/systemd/lastro-worker.socket %D%/systemd/lastro-fetch.timer %D%/systemd/lastro-fetch-usdt.timer \
	%D%/systemd/lastro-compute.timer %D%/systemd/lastro-deliver.timer %D%/systemd/lastro-mail.timer %D%/nftables/lastro.nft
nobase_nodist_pkgdata_DATA = $(EXAMPLES)
nobase_nodist_pkgdata_SCRIPTS = $(EXECUTABLE_EXAMPLES)
nobase_dist_pkgdata_DATA = $(EXAMPLES_AS_THEY_ARE)
CLEANFILES += $(EXAMPLES) $(EXECUTABLE_EXAMPLES)
EXTRA_DIST += %D%/apache/fcgid.conf.in %D%/apache/proxy.conf.in %D%/spawn-fcgi/lastro-spawn.in %D%/supervisor/lastro.conf.in \
	%D%/systemd/lastro.service.in %D%/systemd/lastro-worker@.service.in %D%/systemd/lastro-fetch.service.in \
	%D%/systemd/lastro-fetch-usdt.service.in %D%/systemd/lastro-deliver.service.in %D%/systemd/lastro-mail.service.in \
	%D%/systemd/lastro-compute.service.in
$(EXAMPLES) $(EXECUTABLE_EXAMPLES): Makefile
	$(AM_V_GEN)$(MKDIR_P) $(@D) && sed -e 's|@sbindir[@]|$(sbindir)|g' -e 's|@bindir[@]|$(bindir)|g' \
		-e 's|@sysconfdir[@]|$(sysconfdir)|g' $(top_srcdir)/$@.in > $@.new && chmod $$(test -x $(top_srcdir)/$@.in && echo 755 || echo 644) $@.new && mv $@.new $@
%D%/apache/fcgid.conf: %D%/apache/fcgid.conf.in
%D%/apache/proxy.conf: %D%/apache/proxy.conf.in
%D%/spawn-fcgi/lastro-spawn: %D%/spawn-fcgi/lastro-spawn.in
%D%/supervisor/lastro.conf: %D%/supervisor/lastro.conf.in
%D%/systemd/lastro.service: %D%/systemd/lastro.service.in
%D%/systemd/lastro-worker@.service: %D%/systemd/lastro-worker@.service.in
%D%/systemd/lastro-fetch.service: %D%/systemd/lastro-fetch.service.in
%D%/systemd/lastro-fetch-usdt.service: %D%/systemd/lastro-fetch-usdt.service.in
%D%/systemd/lastro-compute.service: %D%/systemd/lastro-compute.service.in
%D%/systemd/lastro-deliver.service: %D%/systemd/lastro-deliver.service.in
%D%/systemd/lastro-mail.service: %D%/systemd/lastro-mail.service.in
nobase_dist_pkgdata_DATA += %D%/names/companies.jsonl %D%/names/funds.jsonl
EXTRA_DIST += %D%/typescript/client.ts %D%/typescript/node.d.ts %D%/typescript/package.json %D%/typescript/tsconfig.json
EXTRA_DIST += %D%/mcp/README.md %D%/mcp/chromium.mjs %D%/mcp/conformance.mjs %D%/mcp/drive.mjs %D%/mcp/jobs.json %D%/mcp/jobs.mjs %D%/mcp/person.mjs %D%/mcp/package.json
nobase_dist_pkgdata_DATA += nginx/lastro.conf.in
nobase_dist_pkgdata_SCRIPTS = nginx/render
EXTRA_DIST += %D%/release/previous %D%/release/common %D%/release/bare-root %D%/release/newcomer %D%/release/image %D%/release/compose-arguments %D%/release/npm-tests \
	%D%/release/clients/run %D%/release/clients/package.json %D%/release/clients/tsconfig.json %D%/release/clients/hey-api.mjs %D%/release/clients/orval.mjs
EXTRA_DIST += Containerfile .dockerignore %D%/compose/citus.yaml %D%/compose/compose.yaml %D%/compose/roles %D%/compose/web

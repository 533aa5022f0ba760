# what hosts need around it
EXTRA_DIST += %D%/packages %D%/demo/Market.pm %D%/demo/Credit.pm %D%/demo/Funds.pm %D%/demo/Sheet.pm \
	%D%/demo/Clients.pm %D%/demo/Companies.pm %D%/demo/Events.pm %D%/demo/desk %D%/demo/watch %D%/demo/office %D%/demo/generate %D%/demo/load %D%/demo/instruments.csv
include contrib/bench/local.mk
EXTRA_DIST += %D%/grafana/lastro.json %D%/prometheus/lastro.rules.yml
EXTRA_DIST += %D%/apache/fcgid.conf %D%/apache/proxy.conf %D%/spawn-fcgi/lastro-spawn %D%/supervisor/lastro.conf \
	%D%/systemd/lastro.service %D%/systemd/lastro-worker.socket %D%/systemd/lastro-worker@.service \
	%D%/systemd/lastro-fetch.service %D%/systemd/lastro-fetch.timer \
	%D%/systemd/lastro-fetch-usdt.service %D%/systemd/lastro-fetch-usdt.timer \
	%D%/systemd/lastro-deliver.service %D%/systemd/lastro-deliver.timer \
	%D%/systemd/lastro-mail.service %D%/systemd/lastro-mail.timer
EXTRA_DIST += %D%/typescript/client.ts %D%/typescript/node.d.ts %D%/typescript/package.json %D%/typescript/tsconfig.json
EXTRA_DIST += %D%/mcp/README.md %D%/mcp/chromium.mjs %D%/mcp/conformance.mjs %D%/mcp/drive.mjs %D%/mcp/person.mjs %D%/mcp/package.json
EXTRA_DIST += nginx/lastro.conf.in nginx/render

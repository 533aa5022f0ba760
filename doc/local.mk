# documents
dist_man_MANS += %D%/lastro.1 %D%/lastro.fcgi.8
EXTRA_DIST += %D%/openapi.yaml %D%/openapi-pages.yaml %D%/pictures/portfolios.png %D%/architecture.md %D%/calculations.md %D%/tax.md %D%/performance.md %D%/security.md %D%/operations.md %D%/compatibility.md %D%/load.md %D%/market-rules.md %D%/glossary.md %D%/guide.md README.md CONTRIBUTING.md CHANGELOG.md SECURITY.md LICENSE bootstrap .ci/run t/check

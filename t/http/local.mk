# end-to-end tests
# the wallet
WALLET_TESTS = t/http/0200-portfolios.t t/http/0210-transactions.t t/http/0220-assets.t t/http/0240-audience.t \
	t/http/0250-detail.t t/http/0260-refusals.t
TESTS += $(WALLET_TESTS)
EXTRA_DIST += $(WALLET_TESTS) t/lib/Lastro/Market.pm t/lib/Lastro/Tenants.pm

# end-to-end tests
# market data and its loaders
TESTS += t/http/0600-cotahist.t t/http/0610-sources.t t/http/0620-samples.t t/http/0630-fetch.t
EXTRA_DIST += t/http/0600-cotahist.t t/http/0610-sources.t t/http/0620-samples.t t/http/0630-fetch.t

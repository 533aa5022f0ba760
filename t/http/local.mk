# end-to-end tests
TESTS += t/http/0300-imports.t t/http/0310-statements.t
EXTRA_DIST += t/http/0300-imports.t t/http/0310-statements.t

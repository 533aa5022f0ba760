-- SPDX-License-Identifier: Apache-2.0
-- The funds that a company sells its receivables to, by the company.

set local search_path = lastro, pg_temp;

create index receivables_cedent_company on receivables_cedent (cedent, day) where cedent is not null;

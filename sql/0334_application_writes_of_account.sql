-- SPDX-License-Identifier: Apache-2.0
-- What a key or an application wrote to the targets of all portfolios, or to the tax inputs, is of no one portfolio.

set local search_path = lastro, pg_temp;

alter table application_write alter column portfolio_id drop not null;

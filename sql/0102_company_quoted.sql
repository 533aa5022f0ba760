-- SPDX-License-Identifier: Apache-2.0
-- Listed is what the register says, or an active company of which a paper is quoted: its forms may not know the ticker.

set local search_path = lastro, pg_temp;

alter table company
	add column quoted boolean not null default false,	-- a paper of it was quoted lately: lastro compute objects
	add column trades boolean not null
		generated always as (listed or (quoted and status = 'active')) stored;	-- listed, as it is answered

drop index company_state;
create index company_state on company (status, trades);

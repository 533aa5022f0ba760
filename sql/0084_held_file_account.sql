-- SPDX-License-Identifier: Apache-2.0
-- A held file is counted to its account, which may have many sessions.

set local search_path = lastro, pg_temp;

alter table held_file add column account_id uuid references account on delete cascade;
update held_file h set account_id = k.account_id from api_key k where k.id = h.credential_id;
alter table held_file alter column account_id set not null;
create index held_file_account on held_file (account_id, created_at);

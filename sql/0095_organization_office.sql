-- SPDX-License-Identifier: Apache-2.0
-- Which office an organization is, in the directory: a consent lists those that its profile serves, over all workspaces.

set local search_path = lastro, pg_temp;

alter table organization add column office text check (office in ('advisor', 'desk'));	-- null: none
update organization o set office = f.kind from office f where f.organization_id = o.id;

drop function if exists oauth_organizations();	-- it takes the kind now

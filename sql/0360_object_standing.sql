-- SPDX-License-Identifier: Apache-2.0
-- What candidates of a name are ranked by beside the name: whether the registers say that it lives, whether it is on
-- the exchange, how much of it is traded.  "lastro compute objects" writes all three, also of typed objects.
alter table object add status text collate "C" check (status in ('active', 'suspended', 'cancelled', 'inactive', 'unknown'));
alter table object add standing int4 not null default 1 check (standing between 0 and 2);	-- 0 cancelled or inactive; 2 on the exchange
alter table object add traded int8 not null default 0 check (traded >= 0);	-- BRL, of 60 days; a company: of its papers
alter table object_key add status text collate "C";	-- of the object, as its other members here
alter table object_name add standing int4 not null default 1;

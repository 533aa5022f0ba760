-- SPDX-License-Identifier: Apache-2.0
-- The second factor of an account (RFC 6238), and the codes that stand in for a lost telephone.  Not a tenant table: the
-- worker's role reaches it only through the security definer functions of sql/functions.

set local search_path = lastro, pg_temp;

-- The secret is encrypted by the worker with a key of its own for each account, derived from LASTRO_SECRET: nonce,
-- authenticator and 20 bytes.
create table second_factor (
	account_id uuid        primary key references account on delete cascade,
	sealed     bytea       not null check (length(sealed) = 60),
	begun_at   timestamptz not null,
	since      timestamptz,				-- null: no code of it was shown yet, and no log-in asks for one
	last_step  int8        not null default -1,	-- no code of this step or of an earlier one is accepted
	recovery   bytea[]     not null default '{}'	-- SHA-256 of the recovery codes that are left
);

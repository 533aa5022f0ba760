-- Functions and Actions: the audit of executions, chained by hash.
-- A row of the protocol has a number in its workspace's chain and the hash of itself and of the hash before
-- it; the chain's end is kept beside.  So a row that was changed or taken away shows, the last one too.

set local search_path = lastro, pg_temp;

alter table audit alter column subject_id drop not null;	-- a refused Action may name nothing
alter table audit
	add column seq     int8,		-- null: a row of the wallet, outside the chain
	add column action  text,		-- id of the Action
	add column outcome text,		-- done, or the code of the refusal
	add column input   jsonb,		-- without personal data
	add column changes jsonb,		-- [{pointer, from, to}], likewise
	add column hash    bytea check (length(hash) = 32),
	add constraint audit_chained check ((seq is null) = (hash is null) and (seq is null) = (action is null)
	                                    and (seq is null) = (outcome is null));
create unique index audit_chain on audit (workspace_id, seq) where seq is not null;
create index audit_list on audit (workspace_id, occurred_at, id);

create table audit_head (
	workspace_id uuid  primary key,
	seq          int8  not null,
	hash         bytea not null check (length(hash) = 32)
);
alter table audit_head enable row level security;
create policy tenant on audit_head using (workspace_id = nullif(current_setting('lastro.workspace', true), '')::uuid);
grant select on audit_head to lastro_worker;

-- What the hash covers: every column, in one spelling.
create function audit_digest(p_before bytea, a audit) returns bytea
language sql immutable set search_path = lastro, pg_temp
as $$
	select sha256(p_before || convert_to(jsonb_build_array(
		a.workspace_id, a.id, a.seq, (extract(epoch from a.occurred_at) * 1000000)::int8, a.account_id,
		a.credential_id, a.kind, a.action, a.outcome, a.subject_id, a.request_id, a.detail, a.input, a.changes)::text,
		'UTF8'))
$$;

-- One more row at the end of the chain of the transaction's workspace, by the transaction's account: neither is
-- the caller's to say.  Writers of one workspace take turns at its end.
create function audit_append(p_id uuid, p_now timestamptz, p_kind text, p_action text, p_outcome text, p_subject uuid,
                             p_request text, p_input jsonb, p_changes jsonb) returns void
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	a    audit;
	head audit_head;
begin
	if current_workspace() is null or current_account() is null then
		raise exception 'audit_append: nobody is asking';
	end if;
	insert into audit_head (workspace_id, seq, hash)
	values (current_workspace(), 0, decode(repeat('00', 32), 'hex'))
	on conflict do nothing;
	select h.* into strict head from audit_head h where h.workspace_id = current_workspace() for update;
	a.workspace_id := current_workspace();
	a.id := p_id;
	a.occurred_at := p_now;
	a.account_id := current_account();
	a.credential_id := current_credential();
	a.kind := p_kind;
	a.subject_id := p_subject;
	a.request_id := p_request;
	a.seq := head.seq + 1;
	a.action := p_action;
	a.outcome := p_outcome;
	a.input := p_input;
	a.changes := p_changes;
	a.hash := audit_digest(head.hash, a);
	insert into audit select a.*;
	update audit_head h set seq = a.seq, hash = a.hash where h.workspace_id = a.workspace_id;
end
$$;

-- Where a chain is broken: the first 100 places of all.  seq: the row after which, or at which, it does not fit.
create function audit_faults()
returns table (workspace_id uuid, seq int8, fault text)
language sql stable set search_path = lastro, pg_temp as $$
	with chain as (
		select a.workspace_id, a.seq, a.hash,
		       audit_digest(coalesce(lag(a.hash) over w, decode(repeat('00', 32), 'hex')), a) as expected,
		       coalesce(lag(a.seq) over w, 0) as before
		  from audit a
		 where a.seq is not null
		window w as (partition by a.workspace_id order by a.seq)
	), ends as (
		select c.workspace_id, max(c.seq) as seq from chain c group by c.workspace_id
	)
	select x.workspace_id, x.seq, x.fault
	  from (select c.workspace_id, c.seq, 'missing' as fault from chain c where c.before <> c.seq - 1
	        union all
	        select c.workspace_id, c.seq, 'changed' from chain c where c.before = c.seq - 1 and c.hash <> c.expected
	        union all
	        select h.workspace_id, h.seq, 'end'
	          from audit_head h left join ends e on e.workspace_id = h.workspace_id
	         where h.seq <> coalesce(e.seq, 0)
	        union all
	        select e.workspace_id, e.seq, 'end'
	          from ends e left join audit_head h on h.workspace_id = e.workspace_id
	         where h.workspace_id is null) x
	 order by 1, 2, 3
	 limit 100
$$;

revoke execute on function audit_digest(bytea, audit),
	audit_append(uuid, timestamptz, text, text, text, uuid, text, jsonb, jsonb), audit_faults() from public;
grant execute on function audit_append(uuid, timestamptz, text, text, text, uuid, text, jsonb, jsonb) to lastro_worker;

-- One more row at the end of its workspace's chain, whose writers take turns there.  Number and hash are ours to give.
create or replace function audit_link(a audit) returns void
language plpgsql set search_path = lastro, pg_temp as $$
declare
	head audit_head;
begin
	insert into audit_head (workspace_id, seq, hash)
	values (a.workspace_id, 0, decode(repeat('00', 32), 'hex'))
	on conflict do nothing;
	select h.* into strict head from audit_head h where h.workspace_id = a.workspace_id for update;
	a.seq := head.seq + 1;
	a.hash := audit_digest(head.hash, a);
	insert into audit select a.*;
	update audit_head h set seq = a.seq, hash = a.hash where h.workspace_id = a.workspace_id;
end
$$;

revoke execute on function audit_link from public, lastro_worker;

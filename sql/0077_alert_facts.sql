-- SPDX-License-Identifier: Apache-2.0
-- One fact is one alert, however many rules and papers see it: alert.subject says whose fact it is (the issuer of a
-- watched paper), alert_seen which rules saw it on which objects.  Two covenants of one kind on one issuer are two
-- rules: a rule is told from another by its threshold and its label, too.

set local search_path = lastro, pg_temp;

alter table alert_rule add column label text check (length(label) between 1 and 120);
alter table alert_rule drop constraint alert_rule_once;
alter table alert_rule add constraint alert_rule_once
	unique nulls not distinct (workspace_id, kind, watchlist_id, object_id, term_id, threshold, sessions, label);

alter table alert add column subject text collate "C" check (length(subject) between 1 and 200);
-- What was raised on a paper about its issuer is the issuer's, as it is from now on.
update alert a set subject = coalesce((select 'company:' || d.issuer_tax_id from debenture d
	where a.object_id = 'instrument:' || d.code and a.kind in ('material_fact', 'late_filing', 'leverage_above', 'coverage_below', 'new_offering')), a.object_id);
-- Of what was raised more than once the first is the alert of its fact; the others stay under names of their own.
update alert a set subject = a.object_id || ' ' || a.rule_id
 where exists (select from alert b where b.workspace_id = a.workspace_id and b.subject = a.subject and b.fact = a.fact
	and (b.raised_at, b.id) < (a.raised_at, a.id));
alter table alert alter column subject set not null;
alter table alert drop constraint alert_once;
alter table alert add constraint alert_once unique (workspace_id, subject, fact);

create table alert_seen (
	workspace_id uuid        not null,
	alert_id     uuid        not null,
	rule_id      uuid        not null,	-- a rule that was deleted leaves what it saw
	object_id    text        collate "C" not null check (length(object_id) <= 120),
	level        text        not null check (level in ('event', 'early', 'breach', 'cleared')),
	headroom_pct numeric(28, 8),		-- left before the rule's threshold; null: of no threshold, or not measured
	raised_at    timestamptz not null,	-- the alert's: lists of an object are in its order
	primary key (workspace_id, alert_id, rule_id, object_id),
	foreign key (workspace_id, alert_id) references alert on delete cascade
);
create index alert_seen_object on alert_seen (workspace_id, object_id, raised_at, alert_id);
insert into alert_seen (workspace_id, alert_id, rule_id, object_id, level, raised_at)
	select workspace_id, id, rule_id, object_id, level, raised_at from alert;

alter table alert_seen enable row level security;
create policy tenant on alert_seen using (workspace_id = nullif(current_setting('lastro.workspace', true), '')::uuid);
grant select on alert_seen to lastro_worker;	-- written by the command

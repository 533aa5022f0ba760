-- SPDX-License-Identifier: Apache-2.0
-- The monthly report of a receivables fund beside its net worth and classes: figures as filed, cedents, debtors, flows, and
-- what follows from them of its delinquency.  The same for everybody.

set local search_path = lastro, pg_temp;

-- One row a table of the report: its columns by CVM's names, a number as filed, null where it is empty or unreadable.  A
-- column that the file lacks is no member.  Of I also the texts that describe the fund; no tax id of a cedent.
create table receivables_figures (
	tax_id  text collate "C" not null check (length(tax_id) = 14),
	day     date not null,
	tab     text collate "C" not null check (tab in ('I', 'II', 'III', 'V', 'VI', 'VII', 'X', 'X_1_1', 'X_5', 'X_7')),
	figures jsonb not null check (jsonb_typeof(figures) = 'object'),
	primary key (tax_id, day, tab)
);
create index receivables_figures_day on receivables_figures (day);

-- Up to nine in each block of I.  The tax id of a person is never stored.
create table receivables_cedent (
	tax_id       text collate "C" not null check (length(tax_id) = 14),
	day          date not null,
	block        text collate "C" not null check (block in ('A', 'B')),	-- with, and without, acquisition of the risk
	place        int8 not null check (place between 1 and 9),
	kind         text not null check (kind in ('company', 'person', 'unnamed', 'invalid')),
	cedent       text collate "C" check (length(cedent) = 14),		-- of a company
	share        numeric(28, 8) check (share <> 'NaN' and share between 0 and 100),	-- percent, as filed
	share_reason text check (share_reason in ('out_of_range', 'unreadable', 'not_filed')),
	primary key (tax_id, day, block, place),
	constraint receivables_cedent_id check ((kind = 'company') = (cedent is not null)),
	constraint receivables_cedent_share check ((share is null) = (share_reason is not null))
);
create index receivables_cedent_day on receivables_cedent (day);

-- The largest debtors, which the report does not name, the largest first.
create table receivables_debtor (
	tax_id text collate "C" not null check (length(tax_id) = 14),
	day    date not null,
	place  int8 not null check (place between 1 and 100),
	value  numeric(28, 8) check (value <> 'NaN'),
	primary key (tax_id, day, place)
);
create index receivables_debtor_day on receivables_debtor (day);

create table receivables_flow (
	tax_id    text collate "C" not null check (length(tax_id) = 14),
	day       date not null,
	operation text collate "C" not null check (operation in ('subscriptions', 'redemptions', 'redemptions_requested',
	              'amortisations')),
	label     text collate "C" not null,		-- of the class, as its other rows compare
	class     text not null,			-- as filed
	layer     text not null check (layer in ('senior', 'mezzanine', 'junior', 'unknown')),
	value     numeric(28, 8) check (value <> 'NaN'),
	quantity  numeric(28, 8) check (quantity <> 'NaN'),
	primary key (tax_id, day, operation, label)
);
create index receivables_flow_day on receivables_flow (day);

-- Of X_3 and X_6, on the first row of a label; null where two rows of one label differ.
alter table receivables_class add column label text collate "C";	-- as rows of other tables compare; null: loaded before
alter table receivables_class add column return_pct numeric(28, 8);
alter table receivables_class add column expected_pct numeric(28, 8);
alter table receivables_class add column realised_pct numeric(28, 8);
alter table receivables_class add constraint receivables_class_returns
	check (return_pct <> 'NaN' and expected_pct <> 'NaN' and realised_pct <> 'NaN');

create index receivables_report_day on receivables_report (day);

-- doc/market-rules.md, delinquency of a receivables fund.
alter table receivables_report add column receivables numeric(28, 8);	-- gross of provisions
alter table receivables_report add column provision numeric(28, 8);
alter table receivables_report add column overdue numeric(28, 8);
alter table receivables_report add column overdue_over_90 numeric(28, 8);
alter table receivables_report add column overdue_over_90_pct numeric(28, 8);
alter table receivables_report add column overdue_reason text;
alter table receivables_report add column coverage_pct numeric(28, 8);
alter table receivables_report add column coverage_reason text;
alter table receivables_report add constraint receivables_report_overdue
	check (receivables <> 'NaN' and provision <> 'NaN' and overdue <> 'NaN' and overdue_over_90 <> 'NaN'
	       and overdue_over_90_pct <> 'NaN' and coverage_pct <> 'NaN');
alter table receivables_report add constraint receivables_report_overdue_reason
	check (overdue_over_90_pct is null or overdue_reason is null);

grant select on receivables_figures, receivables_cedent, receivables_debtor, receivables_flow to lastro_worker;
grant select, insert, update, delete on receivables_figures, receivables_cedent, receivables_debtor, receivables_flow
	to lastro_loader;

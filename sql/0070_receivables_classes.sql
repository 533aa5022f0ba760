-- SPDX-License-Identifier: Apache-2.0
-- Classes of a receivables fund by layer, every row of one label kept, and the subordination that follows from them.
--
-- Until now the label said only "senior" or not, and of rows with one label the last one counted: what was made of them
-- is unknown until the reports are loaded again.

set local search_path = lastro, pg_temp;

alter table receivables_report
	add column mezzanine           numeric(28, 8) check (mezzanine <> 'NaN'),	-- of the two that are subordinate
	add column junior              numeric(28, 8) check (junior <> 'NaN'),
	add column classes_sum         numeric(28, 8) check (classes_sum <> 'NaN'),	-- of all live classes
	add column classes_difference  numeric(28, 8) check (classes_difference <> 'NaN'),	-- from net worth, percent
	add column classes_differ      boolean not null default false,	-- by more than filings round: shown, and marked
	add column subordination       numeric(28, 8) check (subordination <> 'NaN'),	-- below the senior layer, percent
	add column mezzanine_subordination numeric(28, 8) check (mezzanine_subordination <> 'NaN'),
	add column subordination_reason text check (subordination_reason in ('no_classes', 'no_net_worth', 'class_value_unknown',
	               'classes_contradict_net_worth', 'single_class', 'unknown_class', 'no_senior_class')),
	add constraint receivables_report_reason check (subordination is null or subordination_reason is null);
update receivables_report set senior = null, subordinate = null, subordination_reason = 'no_classes';

alter table receivables_class
	add column occurrence int8 not null default 1 check (occurrence >= 1),	-- among rows of one label
	add column layer      text not null default 'unknown' check (layer in ('senior', 'mezzanine', 'junior', 'unknown')),
	drop constraint receivables_class_pkey,
	add primary key (tax_id, day, class, occurrence);

insert into object_measure (no, id, title, unit, kinds, frequency, source, lo, hi, amount) values
	(39, 'subordination', 'Subordinação da classe sênior', '%', '{fund}', 'monthly', 'CVM', 0, 100, false),
	(40, 'mezzanine_subordination', 'Subordinação da classe mezanino', '%', '{fund}', 'monthly', 'CVM', 0, 100, false);

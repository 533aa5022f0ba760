-- What the tax asks of a payment beyond what was credited (doc/tax.md 20.9): its gross amount, the day that gave the
-- right to it, when it was approved, and whether it is of profits up to 2025.

set local search_path = lastro, pg_temp;

alter table income
	add column gross       numeric(24, 8) check (gross <> 'NaN' and gross >= amount),
	add column record_date date check (record_date <= pay_date),
	add column approved_on date check (approved_on <= pay_date),
	add column old_profits boolean not null default false;
create index income_tax_facts on income (workspace_id, portfolio_id, id) include (gross, record_date, approved_on, old_profits)
	where gross is not null or record_date is not null or approved_on is not null or old_profits;

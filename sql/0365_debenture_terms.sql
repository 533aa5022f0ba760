-- SPDX-License-Identifier: Apache-2.0
-- What the depository registers of a debenture beside its rate, and the payments it announces.  The same for everybody.

set local search_path = lastro, pg_temp;

-- One row a paper, of the characteristics of debentures.com.br.  What the file leaves out or writes unreadably is null.
create table debenture_term (
	code               text collate "C" primary key check (length(code) between 1 and 20),
	issue              text,			-- number of the issue
	situation          text,
	cvm_registration   text,
	registered         date,
	guarantee          text,			-- Garantia/Especie: real, unsecured …, as printed
	class              text,			-- simple, convertible …, as printed
	trustee            text,
	paying_bank        text,
	registrar          text,
	lead               text,			-- lead coordinator of the placement
	placed_from        date,			-- first day of the placement
	yields_from        date,
	next_repricing     date,
	left_reason        text,
	left_on            date,
	quantity_issued    numeric(28, 8) check (quantity_issued <> 'NaN' and quantity_issued >= 0),
	quantity_market    numeric(28, 8) check (quantity_market <> 'NaN' and quantity_market >= 0),
	quantity_treasury  numeric(28, 8) check (quantity_treasury <> 'NaN' and quantity_treasury >= 0),
	quantity_redeemed  numeric(28, 8) check (quantity_redeemed <> 'NaN' and quantity_redeemed >= 0),
	quantity_cancelled numeric(28, 8) check (quantity_cancelled <> 'NaN' and quantity_cancelled >= 0),
	nominal_currency   text,			-- at issue, as printed: R$
	nominal_issued     numeric(28, 8) check (nominal_issued <> 'NaN' and nominal_issued >= 0),
	current_currency   text,
	nominal_current    numeric(28, 8) check (nominal_current <> 'NaN' and nominal_current >= 0),
	nominal_day        date,			-- of nominal_current
	amortisation_pct   numeric(28, 8) check (amortisation_pct <> 'NaN' and amortisation_pct between 0 and 100),
	amortisation_every int8 check (amortisation_every > 0),
	amortisation_unit  text,			-- MES, DIA
	amortisation_from  date,
	amortisation_type  text,			-- of what value it is a percentage, and whether periods are uniform
	interest_base      text,			-- days of the year that the rate is of
	interest_every     int8 check (interest_every > 0),
	interest_unit      text,
	interest_from      date,
	early_redemption   boolean			-- the issuer may call it
);

-- Announced payments.  The source tells only those to come; what it told once is kept.
create table debenture_event (
	code       text collate "C" not null check (length(code) between 1 and 20),
	day        date not null,
	event      text collate "C" not null check (event in ('interest', 'amortisation', 'correction', 'put_option',
	               'participation', 'premium', 'repricing', 'redemption', 'maturity', 'other')),
	event_text text collate "C" not null check (length(event_text) between 1 and 100),	-- as the source prints it
	pays_on    date,
	pct        numeric(28, 8) check (pct <> 'NaN'),	-- of interest: the rate; of an amortisation: of what is left
	basis_text text,				-- Tipo, as the source prints it
	settlement text,
	rows_differ boolean not null default false,	-- two rows of one event disagree: pays_on and pct are unknown
	seen_on    date not null,			-- the newest agenda that tells it
	primary key (code, day, event, event_text)
);

-- Who holds a paper: papers of block 4 (cda_fi).
create index fund_holding_code on fund_holding (code, day) where code <> '';

-- Units of a position; null where the file does not say them of all its rows.
alter table fund_holding add column quantity numeric(28, 8);
alter table fund_holding add constraint fund_holding_quantity check (quantity <> 'NaN');

-- What an offering since RCVM 160 says beside its amounts; texts as filed, the long ones by their beginning.
alter table offering add column placement text;		-- Regime_distribuicao: firm commitment, best efforts
alter table offering add column proceeds text;		-- use of them
alter table offering add column sustainable boolean;
alter table offering add column incentivised boolean;
alter table offering add column guarantees text;
alter table offering add column trustee text;
alter table offering add column rater text;		-- names an agency, not a rating

grant select on debenture_term, debenture_event to lastro_worker;
grant select, insert, update, delete on debenture_term, debenture_event to lastro_loader;

-- SPDX-License-Identifier: Apache-2.0
-- Public offerings of both regimes; issuer_tax_id leads to the company.  The same for everybody.

-- One row an offering.
create table offering (
	id                  text collate "C" primary key,	-- rcvm160-422; previous- and a hash of the row
	regime              text collate "C" not null check (regime in ('previous', 'rcvm_160')),
	instruction         text collate "C" check (instruction in ('icvm_400', 'icvm_476')),	-- previous, where known
	issuer_name         text,
	issuer_tax_id       text collate "C",
	asset_type          text collate "C" not null check (asset_type in ('shares', 'debentures', 'fund_shares', 'cri',
	                        'cra', 'cr', 'promissory_notes', 'commercial_notes', 'depositary_receipts', 'warrants',
	                        'financial_bills', 'other')),
	asset_text          text,			-- as the source says it
	series              text,
	leader              text,
	leader_tax_id       text collate "C",
	total_brl           numeric(28, 2) check (total_brl <> 'NaN'),
	quantity            numeric(28, 8) check (quantity <> 'NaN'),
	unit_price          numeric(28, 12) check (unit_price <> 'NaN'),
	registration_number text,
	process_number      text,
	day                 date not null,		-- registered_on, else the day of the request: orders pages
	registered_on       date,			-- null: it is not registered yet, or never was
	status              text collate "C" check (status in ('pending', 'registered', 'closed', 'expired', 'revoked',
	                        'lapsed', 'suspended')),
	status_text         text,
	closed_on           date,
	issue               text,			-- Emissao
	rate_text           text,			-- Juros, free text
	indexer_text        text,			-- Atualizacao_Monetaria, free text
	issued_on           date,
	matures_on          date,
	kind_text           text,			-- primary, secondary, mixed: as the source says it
	audience            text,
	words               tsvector			-- folded words of the issuer's name
);
create index offering_page on offering (day desc, id desc) include (registered_on);
create index offering_regime on offering (regime, day desc, id desc) include (registered_on);
create index offering_regime_asset on offering (regime, asset_type, day desc, id desc) include (registered_on);
create index offering_asset on offering (asset_type, day desc, id desc) include (registered_on);
create index offering_issuer on offering (issuer_tax_id, day desc, id desc);
create index offering_words on offering using gin (words);

grant select on offering to lastro_worker;
grant select, insert, update, delete on offering to lastro_loader;

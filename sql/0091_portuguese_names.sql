-- SPDX-License-Identifier: Apache-2.0
-- Names of companies and objects stand in the order of a Portuguese dictionary: "Água" with the A's, capitals and marks
-- only where nothing else differs.  Names that tenants write stay in the order of bytes, which no library's version moves.

set local search_path = lastro, pg_temp;

create collation portuguese (provider = icu, locale = 'pt-BR');
drop index company_page;
drop index company_sector;
create index company_page on company (name collate portuguese, id);
create index company_sector on company (sector_key, name collate portuguese, id);

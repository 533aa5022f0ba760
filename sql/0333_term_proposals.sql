-- SPDX-License-Identifier: Apache-2.0
-- Who proposed a reading of a clause, with which credential, out of which filed document; null: it was loaded.

set local search_path = lastro, pg_temp;

alter table regulation_term_version add column proposed_by uuid;

alter table regulation_term_version add column proposed_with uuid;

alter table regulation_term_version add column document_id int8;

grant insert on regulation_term, regulation_term_version to lastro_worker;

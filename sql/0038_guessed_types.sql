-- SPDX-License-Identifier: Apache-2.0
-- The type of an asset that an import guessed from the form of its ticker: looked at again whenever the listing learns
-- the ticker (doc/calculations.md 16.5).  One that a person gave, or that the listing said, is no guess.

set local search_path = lastro, pg_temp;

alter table asset add column type_guessed boolean not null default false;
-- An import that said the type of an asset whose type was a guess, and that guess: its undo gives it back.
alter table asset add column type_import uuid;
alter table asset add column type_was text;
alter table asset add constraint asset_type_said check ((type_import is null) = (type_was is null));
create index asset_type_guessed on asset (symbol) where type_guessed;

-- SPDX-License-Identifier: Apache-2.0
-- Rows of an import name their line of the sheet, and an error its code.

alter table import_row add column line int8;
alter table import_row add column code text;

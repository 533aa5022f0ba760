-- SPDX-License-Identifier: Apache-2.0
-- Units of observations are written by lastro compute objects, whose role may be the loader's.

set local search_path = lastro, pg_temp;

grant select, insert, update, delete on object_unit to lastro_loader;

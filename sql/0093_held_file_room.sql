-- SPDX-License-Identifier: Apache-2.0
-- held_file_keep() says whether there was room: its result has another type.

set local search_path = lastro, pg_temp;

drop function if exists held_file_keep(uuid, text, bytea, timestamptz, int8);

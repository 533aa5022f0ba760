-- SPDX-License-Identifier: Apache-2.0
-- The newest day that a source has, of all its loads: the status asks for it without a credential.

set local search_path = lastro, pg_temp;

create index load_log_newest_day on load_log (source, last_day) where last_day is not null;

-- SPDX-License-Identifier: Apache-2.0
-- Values of a measure are of one unit an object, which need not be the measure's: a quote of New York is in dollars, an
-- index is in points.  Here is what differs from object_measure.unit; "lastro compute objects" and "lastro load objects"
-- write.

set local search_path = lastro, pg_temp;

create table object_unit (
	measure_no int4 not null references object_measure,
	object_no  int4 not null references object on delete cascade,
	unit       text collate "C" not null check (length(unit) between 1 and 40),
	primary key (measure_no, object_no)
);
create index object_unit_object on object_unit (object_no);
grant select on object_unit to lastro_worker;

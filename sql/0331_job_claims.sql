-- SPDX-License-Identifier: Apache-2.0
-- The parts of a job that several runs share where the tenant tables are distributed (job_parts()).  A part is free for runs
-- that begin at next_at or later: a claim postpones that by an hour, and its end sets it to the moment of the end, so that
-- runs that began before leave it.  What a dead run claimed is thus free again after the hour.

set local search_path = lastro, pg_temp;

create table job_claim (
	job     text not null,
	part    int8 not null,			-- the engine's number of a shard
	next_at timestamptz not null,
	primary key (job, part)
);

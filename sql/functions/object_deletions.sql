-- A word and its variants with one letter deleted; with more than 40 letters, or fewer than 4, only the word.
create or replace function object_deletions(p_word text) returns text[]
language sql immutable parallel safe as $$
	select case when length(p_word) between 4 and 40
	            then (select array_agg(distinct d collate "C")
	                    from (select overlay(p_word placing '' from i for 1) as d
	                            from generate_series(1, length(p_word)) i
	                           union all select p_word) x)
	            else array[p_word] end
$$;

revoke execute on function object_deletions from public, lastro_worker;
grant execute on function object_deletions to lastro_worker;
grant execute on function object_deletions to lastro_loader;

-- What no source means: a close of zero or less, an event that changes nothing or everything.  The loaders
-- refuse such rows; this holds for whoever else writes them.  The worker passes over the ones that are
-- there already.

set local search_path = lastro, pg_temp;

alter table quote add constraint quote_close_positive check (close > 0) not valid;

alter table corporate_event
	add constraint corporate_event_bonus check (kind <> 'bonus' or ratio_n > ratio_d) not valid,
	add constraint corporate_event_ratio check (ratio_n <= 10000000::numeric * ratio_d
		and ratio_d <= 10000000::numeric * ratio_n) not valid,
	add constraint corporate_event_day check (ex_day between '1900-01-01' and '2199-12-31') not valid;

alter table succession
	add constraint succession_ratio check (ratio_n <= 10000000::numeric * ratio_d
		and ratio_d <= 10000000::numeric * ratio_n) not valid;

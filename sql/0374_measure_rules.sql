-- SPDX-License-Identifier: Apache-2.0
-- Rules on any measure of an object (spread, % of par, subordination, margins), and on the state of an issuer in the register.

set local search_path = lastro, pg_temp;

alter table alert_rule add column measure text collate "C";	-- id of object_measure, of measure_above and measure_below alone
alter table alert_rule drop constraint alert_rule_kind_check;
alter table alert_rule add constraint alert_rule_kind check (kind in ('material_fact', 'late_filing', 'price_move', 'leverage_above',
	'coverage_below', 'rating_change', 'regulation_term_changed', 'term_breach', 'new_offering', 'measure_above', 'measure_below', 'issuer_state'));
alter table alert_rule drop constraint alert_rule_check2;
alter table alert_rule add constraint alert_rule_has_threshold
	check ((threshold is not null) = (kind in ('price_move', 'leverage_above', 'coverage_below', 'measure_above', 'measure_below')));
alter table alert_rule drop constraint alert_rule_check3;
alter table alert_rule add constraint alert_rule_has_band
	check ((band_pct is not null) = (kind in ('leverage_above', 'coverage_below', 'term_breach', 'measure_above', 'measure_below')));
alter table alert_rule add constraint alert_rule_has_measure check ((measure is not null) = (kind in ('measure_above', 'measure_below')));
alter table alert_rule add constraint alert_rule_measure check (length(measure) between 2 and 40);
alter table alert_rule drop constraint alert_rule_once;
alter table alert_rule add constraint alert_rule_once
	unique nulls not distinct (workspace_id, kind, watchlist_id, object_id, term_id, measure, threshold, sessions, label);

-- Not valid, as in 0305.
alter table alert drop constraint alert_kind;
alter table alert add constraint alert_kind
	check (kind in ('material_fact', 'late_filing', 'price_move', 'leverage_above', 'coverage_below', 'rating_change',
	                'regulation_term_changed', 'term_breach', 'new_offering', 'measure_above', 'measure_below',
	                'issuer_state')) not valid;

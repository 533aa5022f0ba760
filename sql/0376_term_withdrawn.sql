-- SPDX-License-Identifier: Apache-2.0
-- Who proposed a reading of a clause takes it back: a status of the clause, and a row beside its reviews.

set local search_path = lastro, pg_temp;

alter table regulation_term drop constraint regulation_term_status_check;
alter table regulation_term add constraint regulation_term_of_status
	check (status in ('pending', 'approved', 'corrected', 'rejected', 'withdrawn'));

alter table regulation_term_review drop constraint regulation_term_review_decision_check;
alter table regulation_term_review add constraint regulation_term_review_of_decision
	check (decision in ('approve', 'correct', 'reject', 'withdraw'));

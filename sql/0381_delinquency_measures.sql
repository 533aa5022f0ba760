-- SPDX-License-Identifier: Apache-2.0
-- Delinquency of a receivables fund as measures (doc/market-rules.md), to rank and to screen by: none where a reason says so.

set local search_path = lastro, pg_temp;

insert into object_measure (no, id, title, unit, kinds, frequency, source, lo, hi, amount) values
	(55, 'overdue_over_90', 'Recebíveis vencidos há mais de 90 dias', '%', '{fund}', 'monthly', 'CVM', 0, null, false),
	(56, 'provision_coverage', 'Provisões sobre os recebíveis vencidos há mais de 90 dias', '%', '{fund}', 'monthly', 'CVM', 0, null, false);

-- SPDX-License-Identifier: Apache-2.0
-- Ratios of a company as measures (doc/market-rules.md), to screen by: from statement_measure, or null where the denominator
-- is not positive or a figure is not filed.

set local search_path = lastro, pg_temp;

insert into object_measure (no, id, title, unit, kinds, frequency, source, lo, hi, amount) values
	(42, 'net_margin', 'Lucro líquido sobre a receita, 12 meses', '%', '{company}', 'quarterly', 'calculado', null, null, false),
	(43, 'ebitda_margin', 'EBITDA sobre a receita, 12 meses', '%', '{company}', 'quarterly', 'calculado', null, null, false),
	(44, 'net_debt_to_ebitda', 'Dívida líquida sobre o EBITDA de 12 meses', 'vezes', '{company}', 'quarterly', 'calculado', null, null, false),
	(45, 'interest_coverage', 'EBIT sobre a despesa de juros, 12 meses', 'vezes', '{company}', 'quarterly', 'calculado', null, null, false),
	(46, 'debt_to_equity', 'Dívida bruta sobre o patrimônio líquido', 'vezes', '{company}', 'quarterly', 'calculado', null, null, false),
	(47, 'return_on_equity', 'Lucro líquido de 12 meses sobre o patrimônio líquido', '%', '{company}', 'quarterly', 'calculado', null, null, false),
	(48, 'revenue_growth_12m', 'Crescimento da receita de 12 meses em um ano', '%', '{company}', 'quarterly', 'calculado', null, null, false);

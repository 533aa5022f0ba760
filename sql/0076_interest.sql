-- SPDX-License-Identifier: Apache-2.0
-- The interest expense becomes a figure of the statements, and lines of acquisitions are known by more words
-- (doc/calculations.md 12).  Stored lines get their items as the loader gives them now; `lastro compute statements`
-- then makes the figures anew.

set local search_path = lastro, pg_temp;

alter table statement_measure
	add column interest_expense_ttm numeric(28, 2),
	add column interest_source text collate "C" check (interest_source in ('interest_lines', 'financial_expenses'));

update statement_line set item = 'financial_expenses'
 where account = '3.06.02' and lower(description) like 'despesas financeiras%';
update statement_line set item = 'interest'
 where account ~ '^3\.06\.02\.[^.]+$' and lower(description) ~ 'juros|encargos';
update statement_line set item = 'capex'
 where account ~ '^6\.02\.[^.]+$' and item is null
   and translate(lower(description), 'áàâãéêíóôõúçÁÀÂÃÉÊÍÓÔÕÚÇ', 'aaaaeeiooouc' || 'aaaaeeiooouc')
       ~ 'aquisic|adic|aplicac|compra|investimentos? em|pagamento'
   and translate(lower(description), 'áàâãéêíóôõúçÁÀÂÃÉÊÍÓÔÕÚÇ', 'aaaaeeiooouc' || 'aaaaeeiooouc')
       ~ 'imobilizad|intangive|ativos? de contrato|ativos? contratua(l|is)|infraestrutura|capex'
   and translate(lower(description), 'áàâãéêíóôõúçÁÀÂÃÉÊÍÓÔÕÚÇ', 'aaaaeeiooouc' || 'aaaaeeiooouc')
       !~ 'venda|alienac|baixa|receb|controlada|coligada|subsidiaria';

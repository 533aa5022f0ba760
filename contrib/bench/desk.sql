-- SPDX-License-Identifier: Apache-2.0
--
-- A desk's watchlist of 500 objects (350 companies, 100 debentures, 50 receivables funds) among as many others, with five
-- years of statements, their lines, documents, prices, monthly reports, alerts, rules and terms.
-- Variables: workspace, list (an empty watchlist in it).
set search_path = lastro, pg_temp;
set synchronous_commit = off;

create temporary table c as select g, lpad(g::text, 14, '0') as tax_id from generate_series(1, 500) g;
insert into object select 100000 + g, 'company:' || tax_id, 'company', '', 'COMPANHIA NUMERO ' || g || ' S.A.', 'cnpj', tax_id, 'typed' from c;
insert into object select 200000 + g, 'instrument:DEB' || g, 'instrument', 'debenture', 'Debenture DEB' || g, 'code', 'DEB' || g, 'typed' from generate_series(1, 2000) g;
insert into object select 300000 + g, 'fund:' || lpad((900000 + g)::text, 14, '0'), 'fund', 'fidc', 'FIDC ' || g, 'cnpj', lpad((900000 + g)::text, 14, '0'), 'typed'
	from generate_series(1, 1000) g;
insert into company (id, cvm_code, tax_id, name, sector, sector_key, status, listed, words)
	select g, g, tax_id, 'COMPANHIA NUMERO ' || g || ' S.A.', 'S', 's', 'active', true, array_to_tsvector(array['c' || g]) from c;
insert into company_document (id, company_id, source, file_year, doc_key, version, cvm_code, kind, category, subject, reference_date, filed_at, version_filed_at, download_url)
	select row_number() over (), g, 'ipe', 2020 + i % 6, g || '-' || i, 1, g, (array['material_fact', 'other'])[1 + i % 2], 'Fato Relevante', 'Assunto do documento ' || i,
	       d, d, d, 'https://www.rad.cvm.gov.br/ENET/frmDownloadDocumento.aspx?numProtocolo=' || i
	  from generate_series(1, 400) i cross join c cross join lateral (values (date '2020-01-01' + i * 6)) x(d) order by i, g;

-- Quarters of 2021 to 2025; the last of a year is a DFP (annual statement).
create temporary table q as
	select (make_date(y, m, 1) + interval '1 month - 1 day')::date as day, make_date(y, 1, 1) as start, case m when 12 then 'DFP' else 'ITR' end as form, y
	  from generate_series(2021, 2025) y, unnest(array[3, 6, 9, 12]) m;
insert into statement_filing select c.g, q.form, q.day, 1, q.day + 45 from q, c order by q.day, c.g;
insert into statement_part select row_number() over (order by q.day, c.g, s), c.g, q.form, q.day, 1, 'consolidated', s, 60, '\x00000000000000000000000000000000'
	from q, c, unnest(array['BPP', 'DRE']) s;
insert into statement_line (part_id, account, description, last, period_start, period_end, value, fixed)
	select p.id, a.account, 'Conta do plano padrao', l.last, case p.statement when 'DRE' then make_date(x.y, 1, 1) end,
	       case when l.last then p.reference_date else (p.reference_date - interval '1 year')::date end, 1000000 * (p.company_id + a.n), true
	  from statement_part p
	  join lateral (select n, case p.statement when 'BPP' then case n when 7 then '2.01.04' else '2.03.' || n end
	                                            else case n when 7 then '3.06.02' else '3.11.' || n end end as account from generate_series(1, 60) n) a on true
	 cross join (values (true), (false)) l(last)
	 cross join lateral (select (extract(year from p.reference_date) - case when l.last then 0 else 1 end)::int as y) x
	 order by p.id, a.n;
insert into statement_measure (company_id, scope, reference_date, known_on, form, version, filed_at, present, revenue_ttm, ebit_ttm, ebitda_ttm, net_income_ttm,
	total_assets, cash, gross_debt, net_debt, equity)
	select c.g, 'consolidated', q.day, q.day + 45, q.form, 1, q.day + 45, true, 9e8 + c.g, 2e8 + c.g, 3e8 + c.g, 1e8 + c.g, 2e9, 1e8 + c.g, 9e8, 8e8 + c.g, 7e8
	  from q, c order by q.day, c.g;

insert into debenture (code, indexer, source, issuer_tax_id, spread, maturity)
	select 'DEB' || g, 'cdi', 'anbima', lpad((1 + g % 500)::text, 14, '0'), 1.5, '2030-06-15' from generate_series(1, 2000) g;
insert into debenture_mark (code, day, rate) select 'DEB' || g, date '2025-01-01' + d, 1.5 + d / 1000.0 from generate_series(1, 250) d, generate_series(1, 2000) g;
insert into last_close select 'debenture', 'DEB' || g, '2025-12-30', 1001.5 + g, '2025-12-29', 1000 + g from generate_series(1, 2000) g;
insert into receivables_report (tax_id, day, name, net_worth, senior, subordinate, holders)
	select lpad((900000 + g)::text, 14, '0'), (make_date(2023, 1, 1) + m * interval '1 month' - interval '1 day')::date, 'FIDC ' || g, 1e8 + m, 7e7, 3e7 + m, 40
	  from generate_series(1, 36) m, generate_series(1, 1000) g;

insert into watchlist_item (workspace_id, watchlist_id, object_id, id, added_by, added_at)
	select :'workspace', :'list', o.id, md5('i' || o.no)::uuid, md5('a')::uuid, timestamptz '2025-11-01' + o.no * interval '1 s'
	  from object o where o.no between 100001 and 100350 or o.no between 200001 and 200100 or o.no between 300001 and 300050;
insert into alert_rule (workspace_id, id, kind, watchlist_id, threshold, band_pct, since, created_by, created_at)
	select :'workspace', md5('r' || k)::uuid, k, :'list', 2.5, 10, '2025-01-01', md5('a')::uuid, '2025-01-01' from unnest(array['leverage_above', 'coverage_below']) k;
insert into alert_rule (workspace_id, id, kind, object_id, threshold, band_pct, since, created_by, created_at)
	select :'workspace', md5('o' || g)::uuid, 'leverage_above', 'company:' || tax_id, 3, 10, '2025-01-01', md5('a')::uuid, '2025-01-01' from c where g <= 200;
insert into regulation_term (workspace_id, id, object_id, term, version, status, approved, queue_key, loaded_at)
	select :'workspace', md5('t' || g)::uuid, 'fund:' || lpad((900000 + g)::text, 14, '0'), 'subordination_floor', 1, 'approved', 25, '0.9', '2025-01-01'
	  from generate_series(1, 1000) g;
insert into alert (workspace_id, id, rule_id, object_id, subject, fact, about, kind, level, fact_date, title, evidence, raised_at, acknowledged_at, acknowledged_by)
	select :'workspace', md5('al' || g || '-' || i)::uuid, md5('r')::uuid, 'company:' || tax_id, 'company:' || tax_id, 'f' || i, 'f' || i, 'material_fact', 'event', '2025-12-01', 'Fato', '{}',
	       timestamptz '2025-12-01' + i * interval '1 h', x.at, case when x.at is not null then md5('a')::uuid end
	  from generate_series(1, 40) i, c, lateral (select case when i % 10 <> 0 then timestamptz '2025-12-05' end) x(at);
insert into alert_seen (workspace_id, alert_id, rule_id, object_id, level, raised_at) select workspace_id, id, rule_id, object_id, level, raised_at from alert;
vacuum analyze;

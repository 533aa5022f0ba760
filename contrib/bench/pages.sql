-- SPDX-License-Identifier: Apache-2.0
-- Made-up public data for contrib/bench/market: :documents filed documents of 2,000 companies, in the order in which years of files
-- are loaded, one in twenty of them filed again; :anomalies anomalous days of the seven series and of 500 tickers, 1.2 kB each.
set search_path = lastro, pg_temp;

insert into company (id, cvm_code, tax_id, name, status, listed, words)
	select g, g, lpad(g::text, 14, '0'), 'COMPANHIA ' || g || ' S.A.', 'active', true, array_to_tsvector(array['companhia', g::text])
	  from generate_series(1, 2000) g;
insert into company_code (cvm_code, company_id, name, folded, status, on_exchange, source)
	select id, id, name, lower(name), 'active', true, 'register' from company;
insert into company_ticker (ticker, company_id, filed_for) select 'T' || lpad(id::text, 4, '0') || '3', id, '2026-01-01' from company;

insert into company_document (id, company_id, source, file_year, doc_key, version, cvm_code, kind, category, type, subject, reference_date,
		filed_at, version_filed_at, presentation, protocol, download_url, first_id, first_version, first_protocol, first_url,
		present_id, present_version, present_filed_at, present_protocol, present_url)
	select g, company, 'ipe', year, 'K' || g, case when again then 2 else 1 end, company,
	       (array['material_fact', 'market_communication', 'financial_report', 'shareholder_meeting', 'other'])[1 + g % 5],
	       (array['Fato Relevante', 'Comunicado ao Mercado', 'Dados Econômico-Financeiros', 'Assembleia', 'Carta Anual'])[1 + g % 5],
	       'Tipo do documento ' || g % 30, 'Assunto do documento de número ' || g || ', como a companhia o escreveu', day - 40,
	       day, day, 'AP - Apresentação', 'IPE' || lpad(g::text, 18, '0'), url || g,
	       case when again then g - 1 end, case when again then 1 end, case when again then 'IPE' || lpad((g - 1)::text, 18, '0') end,
	       case when again then url || g - 1 end,
	       case when first then g + 1 end, case when first then 2 end, case when first then day + 1 end,
	       case when first then 'IPE' || lpad((g + 1)::text, 18, '0') end, case when first then url || g + 1 end
	  from (select row_number() over (order by year, company, n) as g, year, company,
	               make_date(year, 1, 1) + (n * 365 / per_year)::int as day, n % 20 = 1 as again, n % 20 = 0 as first
	          from (select greatest(20, :documents / (24 * 2000)) as per_year) p, generate_series(2003, 2026) year,
	               generate_series(1, 2000) company, generate_series(0, p.per_year - 1) n) d,
	       (select 'https://www.rad.cvm.gov.br/ENET/frmDownloadDocumento.aspx?Tela=ext&descTipo=IPE&CodigoInstituicao=1&numProtocolo=' as url) u;

insert into quote (venue, symbol, day, segment, close) values ('b3', 'T00013', '2026-11-20', 'cash', 10);
insert into anomaly_window (series_code, venue, symbol, made_from, returns, commons)
	select 'T' || lpad(g::text, 4, '0') || '3', 'b3', 'T' || lpad(g::text, 4, '0') || '3', '', '', '' from generate_series(1, 500) g;
insert into anomaly (series_code, day, after_day, market, score, return_pct, head, body)
	select code, day, day - 1, market, score, score / 3, '{}',
	       '{"series":"' || code || '","date":"' || day || '","effective_zscore":' || score || ',"baseline":"' || repeat('0123456789', 110) || '"}'
	  from (select s.code, s.market, date '1996-01-01' + (row_number() over (partition by s.code order by n) * 11000 / count(*) over (partition by s.code))::int as day,
	               round((case when n % 2 = 0 then 1 else -1 end) * (3 + (hashint8(n * 7919 + s.place) & 1023) / 100.0), 12) as score
	          from (select code, market, place from data_series where market
	                union all
	                select series_code, false, 100 + row_number() over (order by series_code) from anomaly_window) s,
	               generate_series(1, case when s.market then :anomalies * 9 / 10 / 7 else :anomalies / 10 / 500 + 40 end) n) a;

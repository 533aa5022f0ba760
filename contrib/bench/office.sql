-- An office for contrib/bench/overview: clients with five portfolios each, of 200 transactions in 14 papers of every
-- kind, interleaved by date over five years.  Variables: workspace, account (uuid), clients (their number).
set search_path = lastro;

create temporary table paper (n int, symbol text, asset_type text, venue text, currency text, meta jsonb, level float8);
insert into paper
select n, 'X' || chr(65 + n / 26) || chr(65 + n % 26) || case when n < 160 then 'O3' else 'O11' end,
       case when n < 160 then 'stock' when n < 190 then 'fii' else 'etf' end, 'b3', 'BRL', null::jsonb, 20 + n % 70
  from generate_series(0, 199) n
union all select n, 'ZUS' || chr(65 + n - 200), 'us', 'us', 'USD', null, 100 from generate_series(200, 209) n
union all select 210, 'BTC', 'crypto', 'crypto', 'BRL', null, 90
union all select 211, 'Tesouro Selic 2029', 'tesouro', 'tesouro', 'BRL', null, 100
union all select 212, 'Tesouro IPCA+ 2035', 'tesouro', 'tesouro', 'BRL', null, 100
union all select n, 'CDB ' || n || ' CDI', 'renda_fixa', null, 'BRL',
                 jsonb_build_object('fixed_income', jsonb_build_object('indexer', 'cdi', 'pct', 95 + n % 20, 'maturity', '2030-01-05', 'paper', 'CDB')), 100
            from generate_series(213, 232) n
union all select n, lpad((33000167000000 + n)::text, 14, '0'), 'fund', 'fund', 'BRL', null, 30 from generate_series(233, 239) n;

insert into client (workspace_id, id, name, name_key, created_by, created_at)
select :'workspace', md5('client ' || c)::uuid, 'Cliente ' || c, 'cliente ' || c, :'account', '2020-01-01'
  from generate_series(1, :clients) c;

create temporary table plan_of as
select md5('book ' || c || ' ' || k)::uuid as portfolio_id, md5('client ' || c)::uuid as client_id, 'Carteira ' || k as name, c * 5 + k as g
  from generate_series(1, :clients) c, generate_series(1, 5) k;
insert into portfolio_directory (portfolio_id, workspace_id, controller_id, kind)
select portfolio_id, :'workspace', :'account', 'client' from plan_of;
insert into portfolio (workspace_id, id, controller_id, name_scope, client_id, name, name_key, created_at)
select :'workspace', portfolio_id, :'account', client_id, client_id, name, lower(name), '2020-01-01' from plan_of;

-- Fourteen papers each; in every third portfolio two of them are of fixed income.
create temporary table holds as
select p.portfolio_id, p.g, a, case when p.g % 3 = 0 and a < 2 then 213 + (p.g * 7 + a) % 20 when a = 2 and p.g % 4 = 0 then 233 + p.g % 7 else (p.g * 31 + a * 17) % 213 end as n
  from plan_of p, generate_series(0, 13) a;
insert into asset (workspace_id, portfolio_id, id, symbol, asset_type, currency, meta, created_at)
select :'workspace', portfolio_id, md5(portfolio_id::text || a)::uuid, symbol, asset_type, paper.currency, meta, '2020-01-01'
  from holds join paper on paper.n = holds.n;

-- Three buys to one smaller sale.
insert into ledger (workspace_id, portfolio_id, id, asset_id, kind, trade_date, quantity, price, fees, currency, created_at)
select :'workspace', h.portfolio_id,
       (lpad(to_hex(1577836800000 + i * 788000000::int8), 12, '0')
        || '7' || lpad(to_hex(i % 4096), 3, '0') || '8' || substr(md5(h.portfolio_id::text || i), 1, 15))::uuid,
       md5(h.portfolio_id::text || h.a)::uuid,
       case when (i / 14) % 4 = 3 then 'sell' else 'buy' end,
       date '2020-01-02' + i * 9,
       case when (i / 14) % 4 = 3 then 100 else 200 + (i + h.g) % 7 * 100 end,
       round((paper.level * (100 + i * 7919 % 60) / 100)::numeric, 2), 1.23, paper.currency, '2020-01-01'
  from generate_series(0, 199) i, holds h join paper on paper.n = h.n
 where i % 14 = h.a
 order by i, h.portfolio_id;

insert into instrument (venue, symbol, asset_type, name, issuer_code, sector, currency)
select venue, symbol, asset_type, 'COMPANHIA ' || symbol, case when venue = 'b3' then left(symbol, 4) end,
       case when n < 160 then (array['Bancos', 'Energia', 'Varejo', 'Papel', 'Mineração', 'Saúde'])[1 + n % 6] end, currency
  from paper where venue is not null;
insert into last_close (venue, symbol, last_day, last, prev_day, prev)
select venue, symbol, '2025-01-03', round(level::numeric * 1.3, 2), '2025-01-02', round(level::numeric * 1.29, 2) from paper where venue is not null;
insert into quote (venue, symbol, day, segment, close)
select venue, symbol, d, case when venue = 'b3' then 'cash' else '' end, round(level::numeric * 1.2, 2)
  from paper, generate_series(date '2024-06-24', date '2024-06-28', '1 day') d where venue is not null;
insert into distribution (venue, symbol, label, kind, ex_day, record_day, pay_day, gross, source)
select venue, symbol, 'JRS CAP PROPRIO', case when q % 4 = 0 then 'jcp' else 'dividend' end, day + 1, day, day + 20, 0.1234, 'typed'
  from paper, generate_series(0, 19) q, lateral (select date '2020-03-01' + q * 91 as day) d where n < 160;
insert into corporate_event (venue, symbol, ex_day, label, kind, ratio_n, ratio_d, unit_cost, source)
select venue, symbol, '2022-05-09', 'BONIFICACAO', 'bonus', 11, 10, 5.5, 'typed' from paper where n < 160;
insert into ptax (currency, day, sell) select 'USD', date '2020-01-01' + d, 5 + d / 10000.0 from generate_series(0, 1829) d;
insert into series (code, day, value)
select code, d::date, value from (values (4389, 12.15), (1178, 12.25)) s (code, value),
       generate_series(date '2020-01-01', date '2025-01-03', '1 day') d where extract(isodow from d) < 6;

update market_version set version = version + 1;
vacuum analyze;

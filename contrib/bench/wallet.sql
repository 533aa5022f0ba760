-- Ledgers and market data for contrib/bench/ratios: fifteen years over 120 papers of every kind, and their public
-- data.  Runs after ledger.sql and market.sql.
-- Variables: account, workspace (of the ledgers of each size and use), account_ten, workspace_ten (of ten
-- consolidated portfolios), imports (number of empty portfolios for imports).
set search_path = lastro;

-- ---- the papers ----

create temporary table paper (n int, symbol text, asset_type text, venue text, currency text, meta jsonb, level float8);
insert into paper
select n, 'X' || chr(65 + n / 26) || chr(65 + n % 26) || case when n < 90 then 'O3' else 'O11' end,
       case when n < 90 then 'stock' when n < 104 then 'fii' else 'etf' end, 'b3', 'BRL', null::jsonb, 20 + n
  from generate_series(0, 107) n
union all select n, 'ZUS' || chr(65 + n - 108), 'us', 'us', 'USD', null, 100 from generate_series(108, 109) n
union all select 110, 'BTC', 'crypto', 'crypto', 'BRL', null, 90
union all select 111, 'Tesouro Selic 2029', 'tesouro', 'tesouro', 'BRL', null, 100
union all select 112, 'Tesouro IPCA+ 2035', 'tesouro', 'tesouro', 'BRL', null, 100
union all select 113, 'CDB 110 CDI', 'renda_fixa', null, 'BRL',
                 '{"fixed_income": {"indexer": "cdi", "pct": 110, "maturity": "2030-01-05", "paper": "CDB"}}', 100
union all select 114, 'LCI 92 CDI', 'renda_fixa', null, 'BRL',
                 '{"fixed_income": {"indexer": "cdi", "pct": 92, "maturity": "2030-01-05", "paper": "LCI"}}', 100
union all select 115, 'CDB PRE', 'renda_fixa', null, 'BRL',
                 '{"fixed_income": {"indexer": "prefixado", "rate": "11.5", "maturity": "2030-08-15"}}', 100
union all select 116, 'CDB IPCA', 'renda_fixa', null, 'BRL',
                 '{"fixed_income": {"indexer": "ipca", "rate": 6, "maturity": "2030-05-15"}}', 100
union all select n, lpad((33000167000000 + n)::text, 14, '0'), 'fund', 'fund', 'BRL', null, 30 from generate_series(117, 119) n;

-- ---- the ledgers ----

create temporary table plan_of (portfolio_id uuid, name text, n_rows int, workspace uuid, account uuid);
insert into plan_of
select md5('bench ' || name)::uuid, 'bench ' || name, n_rows, :'workspace'::uuid, :'account'::uuid
  from (values ('small', 1000), ('main', 10000), ('write', 10000), ('rebuild', 10000), ('large', 100000)) v (name, n_rows)
union all
select md5('bench import ' || g)::uuid, 'bench import ' || g, 0, :'workspace'::uuid, :'account'::uuid from generate_series(0, :'imports') g
union all
select md5('bench ten ' || g)::uuid, 'bench ten ' || g, 10000, :'workspace_ten'::uuid, :'account_ten'::uuid from generate_series(1, 10) g;

insert into portfolio_directory select portfolio_id, workspace, account from plan_of;
insert into portfolio (workspace_id, id, controller_id, name_scope, name, name_key, created_at)
select workspace, portfolio_id, account, account, name, name, '2020-01-01' from plan_of;

-- One of 10,000 rows is a simulation, a taxpayer of its own: what a what-if computes is of the same rows.  It has targets.
update portfolio set exclude_from_consolidated = true where id = md5('bench main')::uuid;
insert into portfolio_targets (workspace_id, portfolio_id, version, document, since)
values (:'workspace', md5('bench main')::uuid, 1,
        '{"slices": [{"name": "Bolsa", "pct": "50.00", "types": ["stock"], "assets": [],
                      "inside": [{"symbol": "XAAO3", "asset_type": "stock", "pct": "60.00"}, {"symbol": "XABO3", "asset_type": "stock", "pct": "40.00"}]},
                     {"name": "Imóveis", "pct": "30.00", "types": ["fii", "etf"], "assets": [], "inside": []},
                     {"name": "Resto", "pct": "20.00", "types": ["us", "crypto", "tesouro", "renda_fixa"],
                      "assets": [], "inside": []}],
          "band_pp": "5.00", "band_relative_pct": "25.00"}', '2024-12-01');

-- COPY fills the first of the portfolios for imports, which has its assets already.
insert into asset (workspace_id, portfolio_id, id, symbol, asset_type, currency, meta, created_at)
select workspace, portfolio_id, md5(portfolio_id::text || n)::uuid, symbol, asset_type, paper.currency, meta, '2020-01-01'
  from plan_of, paper
 where n_rows > 0 or plan_of.name = 'bench import 0';

-- Each paper with contracted terms has twelve lots in every ledger; the other 114 papers share the remaining rows.
-- Three buys to one sale, and a last buy that brings each paper to 30,000, whatever the number of rows.
create temporary table trade as
select p.workspace, p.portfolio_id, p.n_rows, i, t.n, t.j, t.last, 12000 / (t.last + 2) as unit
  from plan_of p, lateral generate_series(0, p.n_rows - 1) i,
       lateral (select i % (p.n_rows / 72) = 0 and i / (p.n_rows / 72) < 72 as contracted, i / (p.n_rows / 72) as r,
                       i - least(i / (p.n_rows / 72) + 1, 72) as k) x,
       lateral (select case when contracted then 111 + r % 6 when k % 114 < 111 then k % 114 else k % 114 + 6 end as n,
                       case when contracted then r / 6 else k / 114 end as j,
                       case when contracted then 11 else (p.n_rows - 73 - k % 114) / 114 end as last) t
 where p.n_rows > 0;
insert into ledger (workspace_id, portfolio_id, id, asset_id, kind, trade_date, quantity, price, fees, currency, created_at)
select workspace, portfolio_id,
       (lpad(to_hex(1400000000000 + (i * 473040000000 / n_rows)::bigint), 12, '0')
        || '7' || lpad(to_hex(i % 4096), 3, '0') || '8' || substr(md5(portfolio_id::text || i), 1, 15))::uuid,
       md5(portfolio_id::text || n)::uuid,
       case when j < last and j % 4 = 3 then 'sell' else 'buy' end,
       date '2010-01-04' + (i::int8 * 5470 / n_rows)::int,
       case when j = last then 30000 - coalesce(before, 0) when j % 4 = 3 then unit else unit * (1 + j % 3) end,
       level * (100 + i * 7919 % 60) / 100, 1.23, currency, '2020-01-01'
  from (select t.*, paper.level, paper.currency,
               sum(case when j % 4 = 3 then -unit else unit * (1 + j % 3) end)
                 over (partition by portfolio_id, t.n order by i rows between unbounded preceding and 1 preceding) as before
          from trade t join paper on paper.n = t.n) x
 order by i::float8 / n_rows, portfolio_id;

-- ---- the market ----

insert into instrument (venue, symbol, asset_type, name, issuer_code, sector, currency)
select venue, symbol, asset_type, 'COMPANHIA ' || symbol, case when venue = 'b3' then left(symbol, 4) end,
       case when n < 90 then (array['Bancos', 'Energia', 'Varejo', 'Papel', 'Mineração', 'Saúde'])[1 + n % 6] end, currency
  from paper where venue is not null;
insert into instrument (venue, symbol, asset_type, name) values ('index', 'IBOV', 'index', 'IBOVESPA');

create temporary table closing as
select venue, symbol, d::date as day, (level * (1 + 0.3 * sin((d::date - date '2010-01-01') / 90.0 + n)) * 1000000)::int8 * 100 as e8
  from (select venue, symbol, level, n from paper where venue is not null union all select 'index', 'IBOV', 60000, 0) p,
       generate_series(date '2010-01-01', date '2025-01-03', '1 day') d
 where extract(isodow from d) < 6;
insert into close_series (venue, symbol, year, places, days, closes)
select venue, symbol, extract(year from day)::int8, 8,
       string_agg(int2send((day - date_trunc('year', day)::date)::int2), '' order by day),
       string_agg(int8send(e8), '' order by day)
  from closing group by 1, 2, 3;
insert into month_close (venue, symbol, month, day, close)
select distinct on (venue, symbol, date_trunc('month', day)) venue, symbol, date_trunc('month', day)::date, day, e8 / 1e8
  from closing order by venue, symbol, date_trunc('month', day), day desc;
insert into last_close (venue, symbol, last_day, last, prev_day, prev)
select a.venue, a.symbol, a.day, a.e8 / 1e8, b.day, b.e8 / 1e8
  from closing a join closing b on b.venue = a.venue and b.symbol = a.symbol and b.day = '2025-01-02' where a.day = '2025-01-03';

-- Shares pay four times a year, real-estate funds every month; each share has one bonus.
insert into distribution (venue, symbol, label, kind, ex_day, record_day, pay_day, gross, source)
select venue, symbol, 'JRS CAP PROPRIO', case when q % 4 = 0 then 'jcp' else 'dividend' end, day + 1, day, day + 20, 0.1234, 'typed'
  from paper, generate_series(0, 59) q, lateral (select date '2010-03-01' + q * 91 as day) d where n < 90
union all
select venue, symbol, 'RENDIMENTO', 'yield', day + 1, day, day + 10, 0.7, 'typed'
  from paper, generate_series(0, 179) q, lateral (select (date '2010-01-29' + q * interval '1 month')::date as day) d
 where n between 90 and 103;
insert into corporate_event (venue, symbol, ex_day, label, kind, ratio_n, ratio_d, unit_cost, source)
select venue, symbol, '2012-05-07', 'BONIFICACAO', 'bonus', 11, 10, 5.5, 'typed' from paper where n < 90;

insert into series (code, day, value)
select code, d::date, value from (values (4389, 12.15), (1178, 12.25)) s (code, value),
       generate_series(date '2010-01-01', date '2025-01-03', '1 day') d where extract(isodow from d) < 6;
insert into series (code, day, value)
select code, d::date, 0.45 from unnest(array[433, 189]) code, generate_series(date '2009-12-01', date '2024-12-01', '1 month') d;

-- Each fund holds sixty papers and two other funds, which hold sixty each.
insert into fund (tax_id, name, active, fee, is_fic, anbima_class, administrator, peer_rank)
select lpad((33000167000000 + n)::text, 14, '0'), 'FUNDO ' || n, true, (n % 40) / 20.0, false, 'Ações Livre', 'ADMINISTRADORA', n - 116
  from generate_series(117, 316) n;
insert into fund_portfolio (tax_id, day, pl, assets)
select lpad((33000167000000 + n)::text, 14, '0'), '2024-11-30', 1e9, case when n < 120 then 62 else 60 end from generate_series(117, 125) n;
insert into fund_holding (day, tax_id, block, tp_aplic, code, value)
select '2024-11-30', lpad((33000167000000 + f)::text, 14, '0'), 4, 'Ações', symbol, 1e7
  from generate_series(117, 125) f, paper where n between (f - 117) * 4 and (f - 117) * 4 + 59;
insert into fund_holding (day, tax_id, block, tp_aplic, target, value)
select '2024-11-30', lpad((33000167000000 + f)::text, 14, '0'), 2, 'Cotas de Fundos',
       lpad((33000167000000 + 120 + (f - 117) * 2 + k)::text, 14, '0'), 2e8
  from generate_series(117, 119) f, generate_series(0, 1) k;

update market_version set version = version + 1;
-- Empties the cached rows of earlier measurements: no autovacuum runs here, so a plan made for a small table would be
-- kept when the table has grown.
delete from portfolio_state;
vacuum analyze;

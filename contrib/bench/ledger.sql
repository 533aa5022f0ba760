-- Ledgers for contrib/bench/detail: rows of many portfolios interleaved by date, so that the heap of each
-- is realistically scattered.  Variables: account (uuid), workspace (uuid).
set search_path = lastro;

create temporary table plan_of (portfolio_id uuid, n_rows int, n_assets int);
insert into plan_of
select md5('portfolio' || g)::uuid, case g when 1 then 1000 when 2 then 10000 when 3 then 100000 else 2000 end, 100
  from generate_series(1, 40) g;

insert into portfolio_directory select portfolio_id, :'workspace', :'account' from plan_of;
insert into portfolio (workspace_id, id, controller_id, name_scope, name, name_key, created_at)
select :'workspace', portfolio_id, :'account', :'account', left(portfolio_id::text, 8), left(portfolio_id::text, 8), '2020-01-01'
  from plan_of;

insert into asset (workspace_id, portfolio_id, id, symbol, asset_type, created_at)
select :'workspace', portfolio_id, md5(portfolio_id::text || a)::uuid,
       chr(65 + a / 26) || chr(65 + a % 26) || 'CO3', 'stock', '2020-01-01'
  from plan_of, generate_series(0, n_assets - 1) a;

-- Three buys to one smaller sale, over fifteen years.
insert into ledger (workspace_id, portfolio_id, id, asset_id, kind, trade_date, quantity, price, fees, created_at)
select :'workspace', portfolio_id,
       (lpad(to_hex(1400000000000 + (i * 473040000000 / n_rows)::bigint), 12, '0')
        || '7' || lpad(to_hex(i % 4096), 3, '0') || '8' || substr(md5(portfolio_id::text || i), 1, 15))::uuid,
       md5(portfolio_id::text || (i % n_assets))::uuid,
       case when (i / n_assets) % 4 = 3 then 'sell' else 'buy' end,
       date '2010-01-04' + (i * 5475 / n_rows)::int,
       case when (i / n_assets) % 4 = 3 then 100 else 200 + i % 7 * 100 end,
       10 + (i * 7919 % 9000)::numeric / 100, 1.23, '2020-01-01'
  from plan_of, lateral generate_series(0, n_rows - 1) i
 order by i::float8 / n_rows, portfolio_id;

vacuum analyze ledger;
vacuum analyze asset;
select portfolio_id from plan_of where n_rows <> 2000 order by n_rows;

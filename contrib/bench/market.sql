-- Market data for contrib/bench/detail, for the papers of ledger.sql.
set search_path = lastro;

-- Public data of these papers: names, closes, four distributions a year, one bonus; the
-- daily dollar rate, and successions of papers that no ledger holds.
insert into instrument (venue, symbol, asset_type, name, issuer_code)
select distinct 'b3', symbol, 'stock', 'COMPANHIA ' || symbol, left(symbol, 4) from asset where symbol like '__CO3';
insert into last_close (venue, symbol, last_day, last, prev_day, prev)
select venue, symbol, '2025-01-03', 10 + length(name), '2025-01-02', 9 + length(name) from instrument;
insert into distribution (venue, symbol, label, kind, ex_day, record_day, pay_day, gross, source)
select venue, symbol, 'JRS CAP PROPRIO', case when q % 4 = 0 then 'jcp' else 'dividend' end, day + 1, day, day + 20, 0.1234, 'typed'
  from instrument, generate_series(0, 59) q, lateral (select date '2010-03-01' + q * 91 as day) d;
insert into corporate_event (venue, symbol, ex_day, label, kind, ratio_n, ratio_d, unit_cost, source)
select venue, symbol, '2012-05-07', 'BONIFICACAO', 'bonus', 11, 10, 5.5, 'typed' from instrument;
insert into ptax (currency, day, sell) select 'USD', date '2010-01-01' + d, 2 + d / 1000.0 from generate_series(0, 5484) d;
insert into succession (venue, from_symbol, to_symbol, day, ratio_n, ratio_d, source)
select 'b3', 'OLD' || n, 'NEW' || n, '2015-06-01', 1, 1, 'typed' from generate_series(1, 500) n;
update market_version set version = version + 1;

analyze;

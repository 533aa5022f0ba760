#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The plan of every registered statement, in the worker's role under row security with generic plans, over tables
# large enough that the planner chooses a full scan only if an index is missing.
# 0270 tests plans by requests; this test reads the register, so that no statement is left out.

use strict;
use warnings;

use Lastro::Cluster;
use Lastro::Tenants qw(account organization);
use Lastro::Test qw(run_command spew);
use Test::More;

my $t = Lastro::Test->new;

plan skip_all => 'auto_explain is not installed' unless eval { $t->sql("load 'auto_explain'"); 1 };

# ---- rows ----

my $ana = account($t);
my $office = organization($t, $ana);
my ($account, $workspace) = @$ana{qw(id workspace)};
my $portfolio = $t->sql("select md5('p7')::uuid");

# 40 offices of 100 portfolios, half of them shared with the office; one portfolio in ten has a ledger of 150 rows, 60,000 in all.
# Hint bits are set, and pages become all-visible, only after the commits are on disk.
$ENV{PGOPTIONS} = '-c synchronous_commit=on';
$t->sql(<<"SQL");
create temporary table p as
	select md5('p' || g)::uuid as id, case when g < 100 then '$workspace'::uuid else md5('w' || g / 100)::uuid end as w, g
	  from generate_series(1, 4000) g;
insert into account (id, email, name, plan_code, created_at)
	select md5('a' || g)::uuid, 'p' || g || '\@example.com', 'x', 'free', '2026-01-01' from generate_series(1, 4000) g;
insert into workspace (id, account_id) select md5('w' || g)::uuid, md5('a' || g)::uuid from generate_series(1, 4000) g;
insert into organization_member (organization_id, account_id, created_at)
	select '$office->{id}', md5('a' || g)::uuid, '2026-01-01' from generate_series(1, 50) g;
insert into organization (id, name, created_at) select md5('o' || g)::uuid, 'x', '2026-01-01' from generate_series(1, 1000) g;
insert into organization_member (organization_id, account_id, created_at)
	select md5('o' || g)::uuid, md5('a' || g)::uuid, '2026-01-01' from generate_series(1, 1000) g;
insert into api_key (id, account_id, kind, name, hash, prefix, scopes, created_at)
	select md5('k' || g)::uuid, md5('a' || g)::uuid, 'user', 'x', sha256(g::text::bytea), 'lst_user', 1, '2026-01-01'
	  from generate_series(1, 4000) g;
insert into portfolio_directory select id, w, md5('a' || g)::uuid from p;
insert into portfolio (workspace_id, id, controller_id, name_scope, name, name_key, audience, created_at)
	select w, id, md5('a' || g)::uuid, md5('a' || g)::uuid, 'c' || g, 'c' || g, case when g % 2 = 0 then 'workspace' else 'members' end,
	       timestamptz '2020-01-01' + g * interval '1 min' from p;
insert into portfolio_member select w, id, md5('a' || k)::uuid, 'read' from p, generate_series(1, 3) k;
insert into asset (workspace_id, portfolio_id, id, symbol, asset_type, created_at)
	select w, id, md5(id::text || a)::uuid, 'AAA' || a, 'stock', '2020-01-01' from p, generate_series(1, 20) a where g % 10 = 7;
insert into import (workspace_id, portfolio_id, id, source, first_day, last_day, coverage, first_statement, summary, warnings, created_at)
	select w, id, md5(id::text || 'f' || i)::uuid, 'movimentacao', '2020-01-01', '2020-01-31', array[daterange('2020-01-01', '2020-01-31', '[]')], '2020-01-01', '{}', '[]', '2020-02-01'
	  from p, generate_series(1, 5) i where g % 10 = 7;
insert into ledger (workspace_id, portfolio_id, id, asset_id, kind, trade_date, quantity, price, import_id, retired_by, created_at)
	select w, id, md5(id::text || 'l' || i)::uuid, md5(id::text || 1 + i % 20)::uuid, 'buy', date '2020-01-01' + i, 10, 1,
	       case when i % 2 = 0 then md5(id::text || 'f' || 1 + i % 5)::uuid end,
	       case when i % 10 = 1 then md5(id::text || 'f' || 1 + i % 5)::uuid end, '2020-01-01'
	  from generate_series(1, 150) i, p where g % 10 = 7 order by i;
insert into income (workspace_id, portfolio_id, id, asset_id, kind, pay_date, amount, import_id, created_at)
	select w, id, md5(id::text || 'i' || i)::uuid, md5(id::text || 1 + i % 20)::uuid, 'dividend', date '2020-01-01' + i, 1,
	       case when i % 2 = 0 then md5(id::text || 'f' || 1 + i % 5)::uuid end, '2020-01-01'
	  from generate_series(1, 60) i, p where g % 10 = 7 order by i;
insert into portfolio_rows (workspace_id, portfolio_id, ledger_version, code_stamp, day) select w, id, 1, 'x', '2024-01-01' from p where g % 10 = 7;
insert into asset_rows (workspace_id, portfolio_id, asset_id, rows)
	select w, id, md5(id::text || a)::uuid, sha256(a::text::bytea) from p, generate_series(1, 20) a where g % 10 = 7;
insert into import_row (workspace_id, portfolio_id, import_id, row_index, status)
	select w, id, md5(id::text || 'f' || i)::uuid, r, 'imported' from p, generate_series(1, 5) i, generate_series(1, 20) r where g % 10 = 7;
insert into audit (workspace_id, id, occurred_at, account_id, kind, subject_id)
	select w, md5(id::text || i)::uuid, '2020-01-01', '$account', 'x', id from p, generate_series(1, 5) i;
insert into application_write (workspace_id, id, account_id, portfolio_id, occurred_at, application, form, action, said, requests)
	select w, md5(id::text || 'w' || i)::uuid, md5('a' || g)::uuid, id, '2020-01-01', 'x', 'token', 'x', 'x', '[]' from p, generate_series(1, 10) i;
insert into import_mapping (workspace_id, account_id, id, name, signature, mapping, created_at, changed_at)
	select md5('w' || 1 + g % 500)::uuid, md5('a' || 1 + g % 500)::uuid, md5('m' || g)::uuid, 'x', sha256(g::text::bytea), '{}', '2026-01-01', timestamptz '2026-01-01' + g * interval '1 s'
	  from generate_series(1, 20000) g;
insert into idempotency (credential_id, key, fingerprint, status, body, about, space, created_at)
	select md5('k' || 1 + g % 500)::uuid, 'k' || g, sha256(g::text::bytea), 200, '{}', array[md5('about' || g)::uuid], md5('w' || 1 + g % 500)::uuid, timestamptz '2026-01-01' + g * interval '1 s'
	  from generate_series(1, 20000) g;
insert into held_file (credential_id, account_id, id, name, content, created_at)
	select k.id, k.account_id, md5('h' || g)::uuid, 'x', 'x', timestamptz '2026-01-01' + g * interval '1 s'
	  from generate_series(1, 20000) g join api_key k on k.id = md5('k' || 1 + g % 500)::uuid;

-- 4,000 offices, 40 of them with 300 members, invitations and families and 600 clients; one with a trail of 5,000 rows.
create temporary table f as
	select case g when 1 then '$workspace'::uuid when 2 then '$office->{workspace}' else md5('w' || g)::uuid end as w, g
	  from generate_series(1, 4000) g;
insert into office (workspace_id, organization_id, name, created_at) select w, w, 'x', '2026-01-01' from f;
insert into office_license (workspace_id, plan, seats, valid_from, created_at) select w, 'x', 300, '2026-01-01', '2026-01-01' from f;
delete from f where g > 40;
insert into office_member (workspace_id, id, account_id, role, seated, joined_at)
	select w, md5(w::text || 'm' || i)::uuid, md5('a' || i)::uuid, 'advisor', true, timestamptz '2026-01-01' + i * interval '1 h' from f, generate_series(1, 300) i;
insert into office_invitation (workspace_id, id, email, role, created_by, created_at, expires_at)
	select w, md5(w::text || 'v' || i)::uuid, 'v' || i || '\@example.com', 'advisor', md5('a1')::uuid, timestamptz '2026-01-01' + i * interval '1 h', '2026-02-01'
	  from f, generate_series(1, 300) i;
insert into invitation_directory select sha256(id::text::bytea), workspace_id, id from office_invitation;
insert into family (workspace_id, id, name, name_key, created_by, created_at)
	select w, md5(w::text || 'n' || i)::uuid, 'n' || i, 'n' || i, md5('a1')::uuid, '2026-01-01' from f, generate_series(1, 300) i;
insert into client (workspace_id, id, name, name_key, family_id, created_by, created_at)
	select w, md5(w::text || 'c' || i)::uuid, 'c' || i, 'c' || i, md5(w::text || 'n' || 1 + i % 300)::uuid, md5('a1')::uuid, '2026-01-01'
	  from f, generate_series(1, 600) i;
insert into client_assignment (workspace_id, client_id, member_id, assigned_by, assigned_at)
	select w, md5(w::text || 'c' || i)::uuid, md5(w::text || 'm' || 1 + (i + k) % 300)::uuid, md5('a1')::uuid, '2026-01-01' from f, generate_series(1, 600) i, generate_series(1, 2) k;
insert into client_profile (workspace_id, client_id, id, questionnaire, level, score, answers, answered_by, answered_at)
	select w, md5(w::text || 'c' || i)::uuid, md5(w::text || 'q' || i || k)::uuid, 1, 'Moderado', 50, '[]', md5('a1')::uuid, timestamptz '2026-01-01' + k * interval '1 d'
	  from f, generate_series(1, 600) i, generate_series(1, 3) k;
insert into suitability (workspace_id, account_id, id, questionnaire, level, score, answers, answered_at)
	select w, md5('a' || i)::uuid, md5(w::text || 'q' || i)::uuid, 1, 'Moderado', 50, '[]', '2026-01-01' from f, generate_series(1, 300) i;
insert into audit (workspace_id, id, occurred_at, account_id, kind, action, outcome, seq, hash)
	select '$workspace', md5('h' || i)::uuid, timestamptz '2026-01-01' + i * interval '1 h', md5('a' || i % 20)::uuid, 'k' || i % 20, 'x', 'done', i, sha256('x')
	  from generate_series(1, 5000) i;
insert into audit_head values ('$workspace', 5000, sha256('x'));

create temporary table s as select 'S' || g as symbol, g from generate_series(1, 5000) g;
insert into issuer (code, tax_id) select 'I' || g, 'T' || g from s;
insert into instrument (venue, symbol, asset_type, issuer_code) select 'b3', symbol, 'stock', 'I' || g from s;
insert into instrument_isin (isin, venue, symbol) select 'BR' || g, 'b3', symbol from s;
insert into corporate_event (venue, symbol, ex_day, label, kind, ratio_n, ratio_d, source)
	select 'b3', symbol, '2020-01-01', 'DESDOBRAMENTO', 'split', 2, 1, 'b3' from s;
insert into distribution (venue, symbol, label, kind, ex_day, pay_day, gross, source)
	select 'b3', symbol, 'DIVIDENDO', 'dividend', date '2020-01-01' + i * 30, date '2020-01-01' + i * 30, 1, 'b3' from s, generate_series(1, 4) i;
insert into subscription_event (venue, symbol, label, ex_day, source) select 'b3', symbol, 'S', '2020-01-01', 'b3' from s;
insert into symbol_version select 'b3', symbol, 1 from s;
insert into quote (venue, symbol, day, segment, close)
	select 'b3', symbol, date '2024-01-01' + d, 'cash', 10 from generate_series(1, 500) d, s where g <= 120 order by d;
insert into session select 'b3', date '2024-01-01' + d from generate_series(1, 500) d;
insert into last_close (venue, symbol, last_day, last) select 'b3', symbol, '2024-06-01', 10 from s;
insert into month_close select 'b3', symbol, make_date(2024, m, 1), make_date(2024, m, 28), 10 from s, generate_series(1, 4) m;
insert into fund (tax_id, name, active, fee, is_fic, anbima_class, peer_rank)
	select lpad(g::text, 14, '0'), symbol, true, g / 5000.0, false, 'C' || g % 10, g / 10 + 1 from s;
insert into fund_portfolio (tax_id, day, pl, assets) select lpad(g::text, 14, '0'), date '2023-12-31' + d * 30, 1, 10 from s, generate_series(1, 4) d;
insert into fund_holding (day, tax_id, block, tp_aplic, code, target, value)
	select date '2023-12-31' + d * 30, lpad(g::text, 14, '0'), 4, 'Ações', 'S' || a, case when a = 1 then lpad((g % 100)::text, 14, '0') else '' end, 1
	  from generate_series(1, 4) d, s, generate_series(1, 5) a order by 1, 2;
insert into company (id, cvm_code, tax_id, name, sector, sector_key, status, listed, words)
	select g, g, lpad(g::text, 14, '0'), 'C' || g % 1000 || ' ' || g, 'S' || g % 50, 's' || g % 50, case when g % 3 = 0 then 'active' else 'cancelled' end, g % 9 = 0,
	       array_to_tsvector(array['c' || g % 1000, 'n' || g]) from s;
insert into company_code (cvm_code, company_id, name, folded, status, on_exchange, source) select g, g, 'C', 'c', 'active', true, 'register' from s;
insert into company_ticker (ticker, company_id, filed_for) select 'T' || lpad(g::text, 5, '0'), g, '2026-01-01' from s;
insert into company_document (id, company_id, source, file_year, doc_key, version, cvm_code, kind, category, reference_date, filed_at, version_filed_at)
	select row_number() over (), g, 'ipe', 2020 + i % 6, g || '-' || i, 1, g, (array['material_fact', 'other'])[1 + i % 2], 'C' || i % 5, date '2020-01-01' + i, date '2020-01-01' + i, date '2020-01-01' + i
	  from s, generate_series(1, 60) i where g <= 1000 order by g, i;
insert into statement_filing select g, 'DFP', make_date(y, 12, 31), 1, make_date(y + 1, 3, 1) from s, generate_series(2016, 2025) y where g <= 500;
insert into statement_part select row_number() over (), g, 'DFP', make_date(y, 12, 31), 1, 'consolidated', k, 40, '\\x00000000000000000000000000000000'
	from s, generate_series(2016, 2025) y, unnest(array['BPA', 'BPP', 'DRE']) k where g <= 500;
insert into statement_line (part_id, account, description, last, period_end, value, fixed, item)
	select p.id, '1.' || i, 'x', true, p.reference_date, 1, true, case when i = 1 then 'total_assets' end from statement_part p, generate_series(1, 20) i order by p.id;
insert into statement_measure (company_id, scope, reference_date, known_on, form, version, present)
	select company_id, 'consolidated', reference_date, filed_at, form, 1, true from statement_filing;
insert into offering (id, regime, issuer_tax_id, asset_type, day, registered_on, words)
	select 'o' || g || '-' || i, (array['previous', 'rcvm_160'])[1 + i % 2], lpad(g::text, 14, '0'), (array['shares', 'debentures', 'cri'])[1 + i % 3],
	       date '2010-01-01' + (g + i) % 5000, date '2010-01-01' + (g + i) % 5000, array_to_tsvector(array['c' || g % 1000, 'n' || g]) from s, generate_series(1, 6) i;
insert into debenture (code, indexer, source, issuer_tax_id) select 'D' || g, 'cdi', 'anbima', lpad(g::text, 14, '0') from s;
insert into debenture_mark (code, day, rate) select 'D' || g, date '2024-01-01' + d, 1 from generate_series(1, 40) d, s order by d;
insert into debenture_trade (code, day, pct_par) select 'D' || g, date '2024-01-01' + d, 1 from generate_series(1, 40) d, s order by d;
insert into debenture_term (code, issue) select 'D' || g, '001' from s;
insert into debenture_event (code, day, event, event_text, seen_on) select 'D' || g, date '2024-01-01' + d, 'interest', 'Juros', '2024-01-01' from generate_series(1, 40) d, s order by d;
insert into rating (object_id, agency, scale, rated_on, rating) select 'company:' || lpad(g::text, 14, '0'), 'a', 'national', date '2020-01-01' + i * 90, 'A' from s, generate_series(1, 8) i;
insert into receivables_report (tax_id, day, net_worth) select lpad(g::text, 14, '0'), date '2020-01-31' + i * 30, 1 from generate_series(1, 36) i, s where g <= 1000;
insert into receivables_figures select tax_id, day, f, '{}' from receivables_report, unnest(array['I', 'V', 'VI', 'VII']) f;
insert into receivables_class (tax_id, day, class, layer) select tax_id, day, 'c', 'senior' from receivables_report;
insert into receivables_cedent select tax_id, day, 'A', 1, 'person', null, 1, null from receivables_report;
insert into receivables_debtor select tax_id, day, i, 1 from receivables_report, generate_series(1, 3) i;
insert into receivables_flow select tax_id, day, 'subscriptions', 'c', 'c', 'senior', 1, 1 from receivables_report;

-- Forty desks of 40 watchlists with 50 objects each, 400 rules, 2,000 alerts of which one in ten is open, 300 terms of three versions, 400 notes, 400 texts of 30 pages.
insert into watchlist (workspace_id, id, name, name_key, created_by, created_at)
	select w, md5(w::text || 'wl' || i)::uuid, 'n' || i, 'n' || i, md5('a1')::uuid, '2026-01-01' from f, generate_series(1, 40) i;
insert into watchlist_item (workspace_id, watchlist_id, object_id, id, added_by, added_at)
	select w, md5(w::text || 'wl' || i)::uuid, 'company:' || lpad((1 + (i * 50 + k) % 600)::text, 14, '0'), md5(w::text || i || 'it' || k)::uuid, md5('a1')::uuid, timestamptz '2026-01-01' + k * interval '1 h'
	  from generate_series(1, 50) k, f, generate_series(1, 40) i;
insert into regulation_term (workspace_id, id, object_id, term, name, version, status, approved, queue_key, loaded_at)
	select w, md5(w::text || 'rt' || i)::uuid, 'fund:' || lpad(i::text, 14, '0'), 'subordination_floor', '', 3, case when i % 10 = 0 then 'pending' else 'approved' end,
	       case when i % 10 <> 0 then 30 end, '0.' || i, '2026-01-01' from f, generate_series(1, 300) i;
insert into regulation_term_version (workspace_id, term_id, version, document, quote, confidence, loaded_at)
	select w, md5(w::text || 'rt' || i)::uuid, v, 'd', 'q', 0.5, '2026-01-01' from generate_series(1, 3) v, f, generate_series(1, 300) i;
insert into regulation_term_review (workspace_id, id, term_id, version, decision, reviewed_by, reviewed_at)
	select w, md5(w::text || 'rv' || i || '-' || v)::uuid, md5(w::text || 'rt' || i)::uuid, v, 'approve', md5('a1')::uuid, '2026-01-01' from generate_series(1, 3) v, f, generate_series(1, 300) i;
insert into alert_rule (workspace_id, id, kind, object_id, since, created_by, created_at)
	select w, md5(w::text || 'ar' || i)::uuid, 'material_fact', 'company:' || lpad(i::text, 14, '0'), '2026-01-01', md5('a1')::uuid, timestamptz '2026-01-01' + i * interval '1 h' from f, generate_series(1, 400) i;
insert into alert (workspace_id, id, rule_id, object_id, subject, fact, about, kind, level, fact_date, title, evidence, raised_at, acknowledged_at, acknowledged_by)
	select w, md5(w::text || 'al' || i)::uuid, md5(w::text || 'ar' || 1 + i % 400)::uuid, 'company:' || lpad((1 + i % 400)::text, 14, '0'), 'company:' || lpad((1 + i % 400)::text, 14, '0'), 'f' || i, 'f' || i, 'material_fact', 'event', '2026-01-01', 't', '{}',
	       timestamptz '2026-01-01' + i * interval '1 h', case when i % 10 <> 0 then timestamptz '2026-02-01' end, case when i % 10 <> 0 then md5('a1')::uuid end
	  from generate_series(1, 2000) i, f;
insert into alert_seen (workspace_id, alert_id, rule_id, object_id, level, raised_at) select workspace_id, id, rule_id, object_id, level, raised_at from alert;
insert into note (workspace_id, id, watchlist_id, object_id, version, created_by, created_at)
	select w, md5(w::text || 'no' || i)::uuid, case when i % 3 = 0 then md5(w::text || 'wl' || 1 + i % 40)::uuid end, case when i % 3 = 1 then 'company:' || lpad((1 + i % 400)::text, 14, '0') end, 2, md5('a1')::uuid,
	       timestamptz '2026-01-01' + i * interval '1 h' from f, generate_series(1, 400) i;
insert into note_version (workspace_id, note_id, version, body, written_by, written_at)
	select w, md5(w::text || 'no' || i)::uuid, v, 'b', md5('a1')::uuid, '2026-01-01' from generate_series(1, 2) v, f, generate_series(1, 400) i;
insert into desk_document (workspace_id, id, object_id, name, pages, bytes, added_by, added_at)
	select w, md5(w::text || 'do' || i)::uuid, 'company:' || lpad((1 + i % 400)::text, 14, '0'), 'd', 30, 90, md5('a1')::uuid, timestamptz '2026-01-01' + i * interval '1 h' from f, generate_series(1, 400) i;
insert into desk_document_page (workspace_id, document_id, page, body)
	select w, md5(w::text || 'do' || i)::uuid, p, 'abc' from generate_series(1, 30) p, f, generate_series(1, 400) i;
insert into webhook (workspace_id, id, url, secret, secret_no, created_by, created_at)
	select w, md5(w::text || 'wh')::uuid, 'https://x.example/', repeat('x', 43), 1, md5('a1')::uuid, '2026-01-01'
	  from (select workspace_id as w from office) o;
insert into webhook_delivery (workspace_id, alert_id, status, queued_at, next_at, ended_at)
	select w, md5(w::text || 'al' || i)::uuid, case i % 100 when 0 then 'pending' when 1 then 'dead' else 'delivered' end, timestamptz '2026-01-01' + i * interval '1 h',
	       case when i % 100 = 0 then timestamptz '2026-02-01' end, case when i % 100 <> 0 then timestamptz '2026-02-01' end from generate_series(1, 2000) i, f;

insert into close_series select 'b3', symbol, y, 2, '\\x0001', '\\x0000000000000001' from s, generate_series(2023, 2024) y;

insert into agenda_feed (id, account_id, name, hash, days, created_at)
	select md5('f' || g)::uuid, md5('a' || g)::uuid, 'x', sha256(g::text::bytea), 30, '2026-01-01' from generate_series(1, 4000) g;

insert into portfolio_link (id, hash, account_id, portfolio_id, amounts, created_at, expires_at)
	select md5('l' || row_number() over ())::uuid, sha256(('l' || row_number() over ())::bytea), d.controller_id, d.portfolio_id, false, '2026-01-01', '2026-12-31'
	  from portfolio_directory d cross join generate_series(1, 3) where d.kind = 'wallet';

insert into portfolio_share (id, portfolio_id, account_id, title, email, reader_id, created_at, expires_at, accepted_at)
	select md5('s' || row_number() over ())::uuid, d.portfolio_id, d.controller_id, 'x', 'leitor' || row_number() over () || '\@example.com',
	       case when g = 1 then (select min(a.id::text)::uuid from account a where a.id > d.controller_id) end, '2026-01-01', '2026-12-31',
	       case when g = 1 and exists (select from account a where a.id > d.controller_id) then timestamptz '2026-01-02' end
	  from portfolio_directory d cross join generate_series(1, 3) g where d.kind = 'wallet';

-- 5,000 series, 40,000 anomalous days of them, 20,000 events in 500 threads.
insert into anomaly_window select symbol, 'b3', symbol, '', '', '' from s;
insert into close_change select 'b3', symbol, '2024-01-01' from s;
insert into anomaly (series_code, day, after_day, market, score, return_pct, head, body)
	select symbol, date '2000-01-01' + d, date '2000-01-01' + d - 1, g <= 7, 3 + d % 10, 1, '{"n":1', '{"n":1}'
	  from s, generate_series(1, 9000, 1125) d;
insert into anomaly (series_code, day, after_day, market, score, return_pct, head, body)
	select 'IBOV', date '2000-01-01' + d, date '2000-01-01' + d - 1, true, 3 + d % 10, 1, '{"n":1', '{"n":1}'
	  from generate_series(1, 9000, 3) d;
insert into event_thread select 't' || g, 'other', 'T', 'open', '2000-01-01' from generate_series(1, 500) g;
insert into market_event (event_id, event_key, type, day, layer, category, title, summary, tickers, score, thread_slug, body)
	select g, 'k' || g, 'analysis', date '2000-01-01' + g % 9000, 'company', 'other', 'T', 'S', array['S' || g % 5000], 0.5,
	       case when g % 20 = 0 then 't' || 1 + g / 41 end, '{}' from generate_series(1, 20000) g;
insert into event_evidence select event_id, 'document', 'x', 'https://example.com', 'T' from market_event;
insert into anomaly_link select a.series_code, a.day, e.event_id, 'ticker', 1
	from anomaly a join market_event e on e.day = a.day where a.series_code like '%1';
insert into object select g, k.kind || ':o' || g, k.kind, '', 'Nome ' || g, 'code', 'O' || g, 'typed'
	from generate_series(1, 20000) g cross join lateral (select (array['company', 'fund', 'equity_security', 'instrument'])[1 + g % 4]) k(kind);
insert into object_key select no, 'code', anchor_value, anchor_value, '-infinity', 'infinity', 'typed', id, kind, subkind, name, anchor_type, anchor_value from object;
insert into object_name select no, name, lower(name), lower(name), 2, array_to_tsvector(string_to_array(lower(name), ' ')), kind, '', 'typed' from object;
insert into object_word select no::text, 1 from object;
insert into object_variant select no::text, no::text from object;
insert into object_relation select no, 'holds', 1 + no % 20000 + no % 7, '-infinity', 'infinity', 'typed' from object where no < 19990 and no % 20000 + no % 7 + 1 <> no;
insert into object_observation select 32, no, date '2024-01-01' + d, '-infinity', 0, no + d, 'x', 1 from object, generate_series(1, 10) d where kind = 'company';
SQL
$t->{cluster}->sql($t->{database}, 'vacuum analyze');
delete $ENV{PGOPTIONS};

# ---- explaining ----

my %statements = map { $_->{name} => $_->{sql} } grep { $_->{sql} !~ /^(?:set|begin|commit|rollback|savepoint)\b/ } @{ $t->lastro_json('db', 'check', '--list')->{data} };

cmp_ok scalar keys %statements, '>', 60, 'the register has the statements of all rooms';

# psql() - runs a script in one session that begins as the owner; {out, err}.
sub psql {
	my ($script) = @_;
	my $file = $t->dir . '/plans.sql';

	utf8::encode($script);
	spew($file, "set search_path = lastro, pg_temp; set client_min_messages = warning; set jit = off;
		set max_parallel_workers_per_gather = 0; set plan_cache_mode = force_generic_plan;\n$script");
	return run_command({}, Lastro::Cluster::bin('psql'), '-XAtq', '-d', $t->conninfo_owner, '-f', $file);
}

my $as_worker = "set session authorization lastro_worker; set lastro.workspace = '$workspace';";
my %sample = ('text' => "'x'", 'uuid' => "'$portfolio'", 'bytea' => "'\\x00'", 'jsonb' => "'{}'", 'date' => "'2024-03-01'",
	'timestamp with time zone' => "'2024-03-01'", 'numeric' => '1', 'boolean' => 'true', 'text[]' => "'{x,y}'", 'tsquery' => "'x'");

# Other types are refused, so that a new type is not silently bound as null.
sub argument {
	my ($type) = @_;

	return $sample{$type} if $sample{$type};
	return '1' if $type =~ /^(?:bigint|integer|smallint)$/;
	return "'{}'" if $type =~ /^(?:uuid|bigint|date|numeric|boolean|bytea)\[\]$/;
	die "no sample of $type\n";
}

# plans() - {name => plan} of these statements, after the owner ran @$before (rolled back).
# A statement without privileges for the worker belongs to a command, and is planned as the owner.
sub plans {
	my ($before, @names) = @_;
	my $prepare = join '', map { "prepare \"$_\" as $statements{$_};\n" } @names;
	my $types = psql("$prepare select name, array_to_string(parameter_types::text[], ';') from pg_prepared_statements;");
	my %types = map { /^([^|]*)\|(.*)$/ ? ($1 => $2) : () } split /\n/, $types->{out};
	my ($script, %plan) = ("begin;\n$before;\n", ());

	is $types->{err}, '', 'all are prepared' unless keys %types == @names;
	for my $name (@names) {
		my $arguments = join ', ', map { argument($_) } split /;/, $types{$name};
		my $explain = "explain (costs off) execute \"$name\"" . ($arguments ne '' ? "($arguments)" : '') . ";\n";
		my $one = "prepare \"$name\" as $statements{$name};\n$explain";

		$script .= "savepoint a;\n$as_worker\n\\echo \@\@$name\n$one\\echo :SQLSTATE\n\\if :ERROR\nrollback to a;\n"
			. "reset session authorization;\ndeallocate all;\n$one\\endif\nreset session authorization;\nrollback to a;\ndeallocate all;\n";
	}
	my $r = psql($script . "rollback;\n");
	for my $part (split /^\@\@/m, $r->{out}) {
		my ($name, $plan) = $part =~ /\A(\S+)\n(.*)\z/s or next;
		$plan{$name} = $plan;
	}
	my @odd = grep { !/permission denied|current transaction is aborted/ } grep { /ERROR/ } split /\n/, $r->{err};
	is_deeply \@odd, [], 'no statement fails for another reason than its rights';
	return \%plan;
}

# ---- checking the plans ----

# Tables that grow with the clients or the years; tables that stay small may be scanned.
my $large = qr/(?:ledger|income|import|import_row|asset|asset_rows|portfolio_rows|portfolio|portfolio_member|portfolio_directory|audit|idempotency|held_file|import_mapping|api_key
	|office|office_member|office_license|office_invitation|invitation_directory|family|client|client_assignment|client_profile|suitability
	|account|workspace|organization_member|application_write|quote|last_close|month_close|close_series|corporate_event|distribution|instrument|instrument_isin
	|agenda_feed|portfolio_link|portfolio_share|anomaly|anomaly_link|anomaly_window|market_event|event_evidence|close_change
	|company|company_code|company_ticker|company_document|statement_filing|statement_part|statement_line|statement_measure|offering
	|debenture|debenture_mark|debenture_trade|debenture_term|debenture_event|rating|receivables_report|receivables_(?:figures|class|cedent|debtor|flow)
	|watchlist|watchlist_item|regulation_term|regulation_term_version|regulation_term_review|alert_rule|alert|alert_seen|note|note_version|desk_document|desk_document_page|webhook|webhook_delivery
	|object|object_key|object_name|object_word|object_variant|object_relation|object_observation
	|issuer|symbol_version|subscription_event|fund|fund_holding|fund_portfolio|fund_fee|fund_class|fund_register|fund_legacy)/x;

# Cursor pages: an index gives the order, whatever the length of the list.
my $pages = qr/^(?:transaction_list\.all|income\.all|import\.list|application\.list|import\.rows|import\.status_rows|portfolio\.list|asset\.list|keys\.list
	|companies\.list|documents\.(?:list|kind|category|kind_category)|offerings\.(?:list|regime|asset|regime_asset)
	|anomalies\.market|anomalies\.series|event\.list|event\.of_thread
	|watchlists\.list|watchlist\.items|alert_rules\.list|regulation_terms\.queue|notes\.list(?:_object|_watchlist)?|desk_documents\.list(?:_object)?|deliveries\.list(?:_status)?
	|clients\.list(?:_family)?|members\.list|invitations\.list|families\.list|audit\.list(?:_kind|_actor)?)$/x;

# complaints() - the faults of a plan, as texts.
sub complaints {
	my ($name, $plan) = @_;
	my @wrong = map { "reads all of $_" } $plan =~ /Seq Scan on (?:lastro\.)?($large)\b/g;

	push @wrong, 'sorts a list that an index keeps in order' if $name =~ $pages && $plan =~ /\b(?:Incremental )?Sort\b/;
	return @wrong;
}

# The operator's statements: lists of everything, and an account by the typed text of its id.
my %whole = map { $_ => 1 } qw(admin.doubtful_objects admin.account_list admin.org_list admin.account_find admin.wallet_set move.find sectors.papers doctor.held
	events.work events.tidy events.computed
	market_events.evidence candidates.selic candidates.material_facts);
my $plans = plans('', sort keys %statements);

is_deeply [sort grep { !defined $plans->{$_} || $plans->{$_} !~ /\S\n.*\S/s } keys %statements], [], 'every statement has a plan';
is scalar(grep { /$pages/ } keys %statements), 40 + exists $statements{'keys.list'}, 'the pages are known by their names';
for my $name (sort grep { !$whole{$_} } keys %statements) {
	is_deeply [complaints($name, $plans->{$name})], [], $name or diag $plans->{$name};
}
like $plans->{'transaction_list.all'}, qr/ledger_list.*Index Cond: .*ROW\(/s, 'a page of rows begins at its cursor';
like $plans->{'income.all'}, qr/income_list.*Index Cond: .*ROW\(/s, 'a page of credits too';

# ---- the checker finds faults ----

my $without = plans('drop index ledger_list', 'transaction_list.all');
is_deeply [complaints('transaction_list.all', $without->{'transaction_list.all'})], ['sorts a list that an index keeps in order'],
	'without ledger_list, its page is reported';
$without = plans('alter table quote drop constraint quote_pkey', 'market.closes_at');
is_deeply [complaints('market.closes_at', $without->{'market.closes_at'})], ['reads all of quote', 'reads all of quote'],
	'without the key of quote, the closes are reported';

# ---- the fold ----

my $fold = psql("prepare fold as $statements{'load.rows'}; $as_worker
	explain (analyze, costs off, timing off, summary off) execute fold('$workspace', '$portfolio');")->{out};
like $fold, qr/-> +Index Only Scan using ledger_fold on ledger \(actual rows=135 /, 'the fold reads its index alone';
unlike $fold, qr/Sort/, 'in its order';
like $fold, qr/Heap Fetches: 0\b/, 'and no page of the table, once vacuumed' or diag $fold;
my $unlisted = psql("prepare fold as $statements{'load.unlisted_transactions'}; $as_worker
	explain (analyze, costs off, timing off, summary off) execute fold('$workspace', '$portfolio', 2, 'x', '2024-03-01');
	explain (analyze, costs off, timing off, summary off) execute fold('$workspace', '$portfolio', 1, 'x', '2024-03-01');")->{out};
like $unlisted, qr/One-Time Filter.*Index Only Scan using ledger_fold on ledger \(actual rows=135 .*One-Time Filter.*on ledger \(never executed\)/s,
	'and where rows are kept as they are shown, it is not read at all' or diag $unlisted;
unlike $unlisted, qr/Sort/, 'with nothing to sort';

# ---- statements inside functions, and foreign keys ----

# nested() - the plans of the statements inside a statement, which is rolled back.
sub nested {
	my ($call, $who) = @_;
	my $r = psql("load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
		set auto_explain.log_level = notice; set client_min_messages = notice; set auto_explain.log_timing = off;
		$who begin; $call; rollback;");

	unlike $r->{err}, qr/ERROR/, "$call runs" or diag $r->{err};
	return $r->{err};
}

my $credential = $t->sql("select id from api_key where account_id = '$account' order by id limit 1");
my $known = "$as_worker set lastro.account = '$account'; set lastro.credential = '$credential';";
my %calls = (
	access_enter => "select access_enter(sha256('7'), null, '$portfolio', '2026-02-01', 5000);"
		. " select access_enter(sha256('7'), '$workspace', null, '2026-02-01', null)",
	account_in_workspace => "select account_in_workspace(array['$account']::uuid[]); set local lastro.workspace = '$office->{workspace}';"
		. " select account_in_workspace(array['$account']::uuid[])",
	office_person => 'select * from office_person()',
	office_rename => "set local lastro.workspace = '$office->{workspace}'; select office_rename('Casa')",
	agenda_feed_list => "select * from agenda_feed_list('2026-02-01')",
	agenda_feed_make => "select * from agenda_feed_make(md5('new')::uuid, 'x', sha256('new'), null, 30, '2026-02-01', 20)",
	agenda_feed_open => "select * from agenda_feed_open(sha256('7'), '2026-02-01')",
	agenda_feed_revoke => "select agenda_feed_revoke(md5('k1')::uuid, '2026-02-01')",
	portfolio_link_list => "select * from portfolio_link_list(md5('p7')::uuid, '2026-02-01')",
	portfolio_link_make => "select portfolio_link_make(md5('new')::uuid, '$portfolio', sha256('new'), false, '2026-03-01', '2026-02-01', 20)",
	portfolio_link_end => "select portfolio_link_end(md5('l7')::uuid, '$portfolio', '2026-02-01')",
	portfolio_link_open => "select * from portfolio_link_open(sha256('l7'), '2026-02-01')",
	portfolio_link_opened => "select portfolio_link_opened(md5('l7')::uuid, '2026-02-01')",
	portfolio_shown => "select * from portfolio_shown('2026-02-01')",
	portfolio_share_list => "select * from portfolio_share_list('$portfolio', '2026-02-01')",
	portfolio_share_make => "select portfolio_share_make(md5('new')::uuid, '$portfolio', 'x', 'novo\@example.com', '2026-02-01', '2026-03-01', 20, 's', 'b')",
	portfolio_share_end => "select portfolio_share_end(md5('s7')::uuid, '2026-02-01')",
	portfolio_share_accept => "select portfolio_share_accept(md5('s7')::uuid, '2026-02-01')",
	portfolio_share_mine => "select * from portfolio_share_mine('2026-02-01')",
	portfolio_share_rename => "select portfolio_share_rename('$portfolio', 'y')",
	portfolio_share_stands => "select portfolio_share_stands('$account', '$portfolio')",
	audit_append => "select audit_append('$workspace', md5('new')::uuid, '2026-02-01', 'x', 'x', 'done', md5('s')::uuid, null, '{}', '[]')",
	audit_operator => "select audit_operator('$workspace', md5('new')::uuid, '2026-02-01', 'x', 'x', md5('s')::uuid, '{}', null, '{\"a\": 1}')",
	caller_find => "select caller_find(sha256('7'), '$workspace', '$portfolio', '2026-02-01')",
	caller_set => "select caller_set('$workspace', '$account', '$credential')",
	client_unregister => "select client_unregister('$office->{workspace}', md5('c1')::uuid)",
	account_deletion_ask => "select account_deletion_ask(7, null, '2026-02-01', '2026-02-08', md5('new')::uuid, 'a', 'b')",
	account_deletion_recall => "select account_deletion_recall('2026-02-01', md5('new')::uuid, 'a', 'b')",
	account_sole_owner => "select account_sole_owner('2026-02-01')",
	account_staying => "select account_staying(array['$account']::uuid[])",
	account_places => "select * from account_places(null)",
	account_self => "select * from account_self()",
	account_workspaces => "select * from account_workspaces(null)",
	client_portfolio_register => "set local lastro.workspace = '$workspace'; select client_portfolio_register(md5('new')::uuid)",
	client_portfolios_unregister => "set local lastro.workspace = '$workspace'; select client_portfolios_unregister(array['$portfolio']::uuid[])",
	company_find => "select company_find(7, null, null), company_find(null, '00000000000007', null), company_find(null, null, 'T00007'), company_find(null, null, 'S7')",
	foreign_set => "select foreign_set('$workspace', '$portfolio')",
	held_file_sweep => "select held_file_sweep('2026-02-01')",
	held_file_write => "select held_file_write(md5('new')::uuid, 'x')",
	held_file_keep => "select held_file_keep(md5('new')::uuid, 'x', 'x', '2026-02-01', 1000000)",
	held_file_aside => "select held_file_aside(md5('h7')::uuid, '5', '{}', 201)",
	held_file_read => "select * from held_file_read(md5('h7')::uuid, '2026-02-01')",
	idempotency_begin => "select idempotency_begin('k', sha256('x'), '2026-02-01')",
	idempotency_outcome => "select idempotency_outcome('$credential', 'k', sha256('x'), '2026-02-01')",
	# A key in the sixteenth that deletes expired rows.
	idempotency_keep => "select idempotency_keep('k2', sha256('x'), 200, null, null, '{}', array[md5('$portfolio')::uuid], '2026-02-01')",
	idempotency_forget => "select idempotency_forget(array[md5('$portfolio' || '1')::uuid])",
	invitation_enter => "select invitation_enter(sha256(md5('$workspace' || 'v3')::uuid::text::bytea))",
	invitation_register => "insert into office_invitation (workspace_id, id, email, role, created_by, created_at, expires_at)"
		. " values ('$workspace', md5('new')::uuid, 'new\@example.com', 'advisor', '$account', '2026-01-01', '2026-01-08');"
		. " select invitation_register(sha256('new'), md5('new')::uuid)",
	key_create => "select key_create('$portfolio', 'user', null, 'x', sha256('new'), 'lst', 1, '2026-02-01', null)",
	key_list => "select * from key_list('$workspace', 10)",
	key_one => "select * from key_one('$credential')",
	key_revoke => "select key_revoke('$credential', '2026-02-01')",
	key_standing => "select key_standing('$office->{id}')",
	office_has_member => "select office_has_member('$office->{workspace}', 'p7\@example.com')",
	office_join => "set local lastro.workspace = '$office->{workspace}';"
		. " select office_join(sha256(md5('$office->{workspace}' || 'v3')::uuid::text::bytea), '2026-01-09')",
	office_people => "select * from office_people('$office->{workspace}', array[md5('a1'), md5('a2')]::uuid[])",
	office_suspend => "set local lastro.workspace = '$office->{workspace}'; select office_suspend(md5('a1')::uuid, '2026-01-09')",
	organization_account => "set local lastro.workspace = '$office->{workspace}'; select organization_account('p7\@example.com')",
	organization_applications => "set local lastro.workspace = '$office->{workspace}'; select * from organization_applications(array[md5('k1'), md5('k2')]::uuid[])",
	organization_people => "set local lastro.workspace = '$office->{workspace}'; select * from organization_people(array[md5('a1'), md5('a2')]::uuid[])",
	organization_workspace => "select organization_workspace('$office->{id}')",
	portfolio_register => "select portfolio_register(md5('new')::uuid, '$workspace', 'new')",
	portfolio_rename => "set local lastro.workspace = '$workspace'; select portfolio_rename('$portfolio', 'renamed')",
	portfolio_unregister => "select portfolio_unregister('$portfolio')",
	version_floor => "select version_floor()",
	version_next => "select version_next(7)",
	workspace_set => "select workspace_set('$workspace')",
	# Passwords, sessions, tokens.
	credential_workspace => "select credential_workspace('$account', null), credential_workspace('$account', '$workspace')",
	credential_sweep => "select credential_sweep('2026-02-01')",
	login_begin => "select login_begin('p7\@example.com', '192.0.2.1', '2026-02-01')",
	oauth_client_find => "select oauth_client_find(md5('client')::uuid)",
	oauth_client_register => "select oauth_client_register(md5('client')::uuid, 'x', array['https://x.example/'], null, '192.0.2.1', '2026-02-01')",
	oauth_code_exchange => "select oauth_code_exchange(sha256('c'), md5('client')::uuid, 'https://x.example/', 'x', 'x', md5('t')::uuid,"
		. " sha256('t'), '2026-02-02', sha256('r'), '2026-03-01', '2026-02-01')",
	oauth_client_known => "select * from oauth_client_known('https://app.example/c')",
	oauth_client_keep => "select oauth_client_keep(md5('new')::uuid, 'https://app.example/c', 'x', array['https://app.example/'], null, '2026-02-01')",
	oauth_family_end => "select oauth_family_end(md5('grant')::uuid, '2026-02-01')",
	oauth_grant_end => "select oauth_grant_end(md5('grant')::uuid, '2026-02-01')",
	oauth_grant_list => "select * from oauth_grant_list(10)",
	oauth_organizations => "select * from oauth_organizations('advisor')",
	oauth_refresh => "select oauth_refresh(sha256('r'), md5('client')::uuid, 'x', 1, md5('t')::uuid, sha256('t'), '2026-02-02', sha256('r2'),"
		. " '2026-03-01', '2026-02-01')",
	oauth_token_revoke => "select oauth_token_revoke(sha256('t'), md5('client')::uuid, '2026-02-01')",
	oauth_tokens_give => "select oauth_tokens_give(md5('grant')::uuid, md5('t')::uuid, sha256('t'), '2026-02-02', sha256('r'), '2026-03-01', 1, '2026-02-01')",
	account_sign_up => "insert into sign_up values (sha256('new'), 'new\@example.com', '2026-01-01', '2026-03-01');"
		. " select account_sign_up(sha256('new'), '2026-02-01', md5('new')::uuid, md5('neww')::uuid, 'x')",
	sign_up_begin => "select sign_up_begin('new\@example.com', sha256('new'), '192.0.2.1', md5('new')::uuid, 's', array['a', 'b', 'c'], '2026-02-01', '2026-02-02')",
	password_choose => "select password_choose(sha256('p'), '\$argon2id\$x', '2026-02-01', md5('new')::uuid, md5('neww')::uuid, 'x')",
	password_link_person => "select * from password_link_person(sha256('p'), '2026-02-01')",
	password_link_spent => "select password_link_spent(sha256('p'), '2026-02-01')",
	session_create => "select session_create(md5('new')::uuid, '$account', sha256('s'), 1, '2026-02-01', '2026-02-02', 'x', '192.0.2.1')",
	session_create_proven => "select session_create_proven(md5('new')::uuid, '$account', sha256('s'), 1, '2026-02-01', '2026-02-02', '192.0.2.1', 7, sha256('c'))",
	session_open => "select session_open(md5('new')::uuid, '$account', 'p7\@example.com', sha256('s'), 1, '2026-02-01', '2026-02-02', '192.0.2.1')",
	session_list => "select * from session_list('2026-02-01')",
	account_tell => "select account_tell(md5('new')::uuid, 's', 'b', '2026-02-01')",
	session_end_other => "select session_end_other(md5('k1')::uuid, '2026-02-01')",
	sessions_end => "select sessions_end('2026-02-01', true), sessions_end('2026-02-01', false)",
	second_factor_state => 'select * from second_factor_state()',
	second_factor_on => "select second_factor_on('$account')",
	second_factor_begin => "select second_factor_begin(decode(repeat('00', 60), 'hex'), '2026-02-01')",
	second_factor_pending => "select second_factor_pending('2026-02-01')",
	second_factor_confirm => "select second_factor_begin(decode(repeat('00', 60), 'hex'), '2026-02-01');"
		. " select second_factor_confirm(decode(repeat('00', 60), 'hex'), 7, array[sha256('c')], '2026-02-01')",
	second_factor_attempt => "select * from second_factor_attempt('$account', '192.0.2.1', '2026-02-01', '2026-02-01')",
	second_factor_spend => "select second_factor_spend('$account', 7, null), second_factor_spend('$account', null, sha256('c'))",
	second_factor_end => "select second_factor_end(null, sha256('c'))",
	password_own => "select * from password_own('2026-02-01')",
	password_change => "select * from password_change('\$argon2id\$x', '\$argon2id\$y', '2026-02-01')",
	session_end => "select session_end('2026-02-01')",
	session_person => 'select * from session_person()',
	workspace_suspended => 'select workspace_suspended()',
	throttle_take => "select throttle_take('login', 10, interval '1 hour', '2026-02-01')",
	# Functions that the commands' roles call.
	deliver_due => "select * from deliver_due('webhook', '2027-01-01', 1000); select * from deliver_due('email', '2027-01-01', 1000)",
	deliver_alert_claim => "select * from deliver_alert_claim('$workspace', md5('$workspace' || 'al100')::uuid, 0, '2027-01-01', 60000)",
	deliver_notice_claim => "select * from deliver_notice_claim('$workspace', md5('new')::uuid, 0, '2027-01-01', 60000)",
	deliver_mark => "select deliver_mark('$workspace', 'alert', md5('new')::uuid, 1, 'taken', 200, null, '2027-01-01');"
		. " select deliver_mark('$workspace', 'notice', md5('new')::uuid, 1, 'dead', null, 'x', '2027-01-01')",
	deliver_backlog => "select deliver_backlog('2027-01-01')",
	job_parts => "select * from job_parts(true); select * from job_parts(false)",
	mail_take => "select * from mail_take('2026-02-01', 10, 100)",
	mail_done => "select mail_done('{}', '{}', '2026-02-01')",
	guesses_settle => "select guesses_settle('2026-02-01')",
	symbol_known => "select symbol_known('b3', 'PETR4'), symbol_known('debenture', 'X')",
	# Objects.
	object_deletions => "select object_deletions('petrobras')",
	object_plausible => "select * from object_plausible(1, 1, '2026-01-01', '2026-01-01', '2026-02-01', 1)",
	object_resolve => "select * from object_resolve(array['petrobras'], array['petrobras'], array[''], array[''], 10)",
	object_suggest => "select * from object_suggest('PETR', 'petr', null, 10)",
);
# Functions called by checks, by sessions only, or only by other functions here, one that reads all holdings, and those
# that delete an account out of every table, each night.
# Sums the few files of one hour; an account's number of files is limited.
my %sums = (held_file_keep => ['reads all of held_file']);
is_deeply [sort keys %calls], [split /\n/, $t->sql("select distinct proname::text collate \"C\" from pg_proc where pronamespace = 'lastro'::regnamespace
	and proname not like 'current\\_%' and proname not in ('account_deletion_begin', 'account_deletion_undo', 'account_erase', 'account_rows_erase', 'workspace_erase', 'agenda_feed_stands', 'audit_count_digest', 'audit_digest', 'audit_faults', 'audit_heads_count', 'audit_link', 'growth_breaches', 'oauth_grant_create', 'fetch_held') order by 1")], 'every function of the schema is called';
for my $function (sort keys %calls) {
	my $plan = nested($calls{$function}, $function =~ /^(?:account_sign_up|held_file_sweep|audit_operator|credential_workspace|idempotency_outcome|version_next|deliver_\w+|mail_\w+|job_parts|guesses_settle|symbol_known|session_open|second_factor_spend)$/ ? '' : $known);	# not the worker's

	is_deeply [do { my %seen; grep { !$seen{$_}++ } complaints("keys.$function", $plan) }], $sums{$function} // [], "$function reads by index" or diag $plan;
}

my ($asset, $import) = map { $t->sql("select md5('$portfolio' || '$_')::uuid") } qw(3 f2);
for my $case (
	["delete from asset where workspace_id = '$workspace' and portfolio_id = '$portfolio' and id = '$asset'", qw(ledger income)],
	["delete from import where workspace_id = '$workspace' and portfolio_id = '$portfolio' and id = '$import'", 'import_row'],
	["delete from portfolio where workspace_id = '$workspace' and id = '$portfolio'", qw(asset ledger income import import_row portfolio_member application_write)],
) {
	my ($delete, @children) = @$case;
	my ($table) = $delete =~ /from (\w+)/;
	my $plan = nested($delete, $as_worker);

	is_deeply [complaints($table, $plan)], [], "rows that refer to a deleted $table are found by an index" or diag $plan;
	for my $child (@children) {
		my ($cascade) = grep { /Delete on (?:lastro\.)?$child\b/ } split /^.*NOTICE:/m, $plan;

		like $cascade, qr/Index Cond: .*portfolio_id/, "$child is deleted with it, found by its portfolio";
		like $cascade, qr/Index Cond: .*asset_id/, 'and by its asset' if $table eq 'asset';
	}
}

done_testing;

#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The overview of many clients: the sum of the portfolios' details, with as many statements for two hundred portfolios
# as for four, whether figures are cached, stale or missing; the cached figures equal the ledgers'.

use strict;
use warnings;
use utf8;

use Lastro::Market qw(closes event provent rates series);
use Lastro::Office;
use Lastro::Test qw(slurp wait_for);
use List::Util qw(sum0);
use Test::More;

my $t = Lastro::Test->new;
my $log = $t->{cluster}{log};
plan skip_all => 'auto_explain is not installed' unless eval { $t->sql("load 'auto_explain'"); 1 };
my $few = Lastro::Office->new($t, 'Pequeno');
my $many = Lastro::Office->new($t, 'Grande');
my %owner = map { $_->{id} => $_->member('owner') } $few, $many;

# ---- ledgers: stocks, real-estate funds, dollars and fixed income; sales above the quantity held, simulations, empty ones ----

sub fill {
	my ($office, $clients, $each) = @_;
	my ($ws, $account) = ($office->{workspace}, $owner{ $office->{id} }{account});

	$t->sql("insert into client (workspace_id, id, name, name_key, created_by, created_at)
			select '$ws', md5('$ws' || c)::uuid, 'Cliente ' || c, 'cliente ' || c, '$account', '2026-01-02' from generate_series(1, $clients) c;
		create temporary table p as select md5('$ws' || c || ' ' || k)::uuid as id, md5('$ws' || c)::uuid as client, k, c * $each + k as g
			from generate_series(1, $clients) c, generate_series(1, $each) k;
		insert into portfolio_directory select id, '$ws', '$account', 'client' from p;
		insert into portfolio (workspace_id, id, controller_id, name_scope, client_id, name, name_key, exclude_from_consolidated, created_at)
			select '$ws', id, '$account', client, client, 'C' || k, 'c' || k, g % 7 = 0, '2026-01-02' from p;
		create temporary table a as select id as p, g, n, md5(id::text || n)::uuid as id,
			(array['PETR4', 'VALE3', 'HGLG11', 'VOO', 'CDB X', 'ITUB4'])[n] as symbol, (array['stock', 'stock', 'fii', 'us', 'renda_fixa', 'stock'])[n] as type
			from p, generate_series(1, 6) n where (g + n) % 3 <> 0 and g % 11 <> 0;
		insert into asset (workspace_id, portfolio_id, id, symbol, asset_type, currency, meta, created_at)
			select '$ws', p, id, symbol, type, case type when 'us' then 'USD' else 'BRL' end,
				case type when 'renda_fixa' then jsonb_build_object('fixed_income', jsonb_build_object('indexer', 'cdi', 'pct', 100 + g % 3, 'maturity', '2030-01-05')) end, '2026-01-02' from a;
		insert into ledger (workspace_id, portfolio_id, id, asset_id, kind, trade_date, quantity, price, currency, created_at)
			select '$ws', p, md5(id::text || i)::uuid, id, case when i % 3 = 2 then 'sell' else 'buy' end, date '2026-01-05' + i * 20 + n,
				10 + g % 5 + i, 20 + n, case type when 'us' then 'USD' else 'BRL' end, '2026-01-02'
			from a, generate_series(0, 8) i where symbol <> 'ITUB4';
		insert into income (workspace_id, portfolio_id, id, asset_id, kind, pay_date, amount, currency, created_at)
			select '$ws', p, md5(id::text || 'i')::uuid, id, 'dividend', '2026-06-10', 12.5, 'BRL', '2026-01-02' from a where symbol = 'PETR4' and g % 2 = 0");
}
fill($few, 2, 2);
fill($many, 40, 5);
closes($t, b3 => 'PETR4', '2026-06-30' => '30.00', '2026-07-01' => '31.00', '2026-11-19' => '35.00');
closes($t, b3 => 'VALE3', '2026-06-30' => '60.00', '2026-07-01' => '62.00', '2026-11-19' => '64.00');
closes($t, b3 => 'HGLG11', '2026-06-30' => '160.00', '2026-11-19' => '165.00');
closes($t, us => 'VOO', '2026-06-30' => '500.00', '2026-11-19' => '550.00');
rates($t, map { sprintf('2026-%02d-%02d', $_, 5) => 5 + $_ / 10 } 1 .. 11);
series($t, 4389, map { my $m = $_; map { sprintf('2026-%02d-%02d', $m, $_) => '14.15' } 1 .. 28 } 1 .. 11);
provent($t, 'PETR4', 'dividend', ex => '2026-05-04', record => '2026-05-01', pay => '2026-05-20', gross => '0.50');

$t->sql("alter role lastro_worker in database $t->{database} set $_")
	for q(session_preload_libraries = 'auto_explain'), 'auto_explain.log_min_duration = 0';
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

# The log has the worker's statements up to its next request, which is sent as a mark.
sub mark {
	my ($office) = @_;
	my $before = -s $log;

	$office->function('advisor.me.get', {}, as => $owner{ $office->{id} });
	wait_for { substr(slurp($log), $before) =~ /office_person/ } or die "the log does not come\n";
	return -s $log;
}

# An answer, and the statements sent until it.
sub answered {
	my ($office, $name, $input, %o) = @_;
	my $before = mark($office);
	my $r = $office->function($name, $input, as => $owner{ $office->{id} }, %o);
	my $text;

	mark($office);
	is $r->status, 200, $name or diag $r->body;
	$text = substr slurp($log), $before;
	$text =~ s/Query Text: select outcome.*?(?=Query Text: select outcome)\K.*//s;	# the marking request
	# Figures are saved after the answer; those statements write.
	return ($r->json->{data}, [map { substr $_, 0, 70 } grep { !/^(?:insert|delete|update) |set_config/ } $text =~ /Query Text: (.*)/g]);
}
sub overview { my ($office, @o) = @_; return answered($office, 'advisor.overview.get', { top => 50 }, @o) }
# Work after the answer is done when the single worker takes the next request.
sub settled { $t->get('/v1/status') }

sub details {
	my ($office, @at) = @_;
	my (%sum, $n);

	for my $row (split /\n/, $t->sql("select id, client_id from portfolio where workspace_id = '$office->{workspace}' and not exclude_from_consolidated")) {
		my ($id, $client) = split /\t/, $row;
		my $r = $office->function('advisor.client_portfolio.get', {}, as => $owner{ $office->{id} }, subject => $id, @at);

		$sum{$client} += $r->json->{data}{patrimonio};
		$n++;
	}
	return (\%sum, $n);
}
sub compare {
	my ($office, $seen, $name, @at) = @_;
	my ($sum, $n) = details($office, @at);

	is $seen->{portfolios}, $n, "$name: every portfolio that counts";
	cmp_ok abs($seen->{assets_under_advice_brl} - sum0(values %$sum)), '<', 0.01 * $n, "$name: equals the sum of the details";
	is_deeply [grep { abs($_->{patrimonio} - ($sum->{ $_->{client_id} } // 0)) > 0.05 } @{ $seen->{top_clients} }], [], "$name: and each client";
}

# Fills the worker's caches first, since loading them costs statements too.
overview($many);
settled();
$t->sql('delete from portfolio_state; delete from asset_state');

my %counted;
for my $office ($few, $many) {
	my $name = $office == $few ? 'few' : 'many';
	my ($cold, $n_cold) = overview($office);

	settled();
	my ($kept, $n_kept) = overview($office);
	is_deeply $kept, $cold, "$name: the same with and without stored figures";
	my ($past, $n_prefix) = overview($office, at => '2026-07-01');
	$counted{$name} = { cold => $n_cold, kept => $n_kept, at => $n_prefix };
	is $t->sql("select count(*) from portfolio p join portfolio_state s on s.workspace_id = p.workspace_id and s.portfolio_id = p.id and s.ledger_version = p.ledger_version
			where p.workspace_id = '$office->{workspace}' and not p.exclude_from_consolidated"),
		$cold->{portfolios}, "$name: all figures are stored";
	compare($office, $kept, $name);
	compare($office, $past, "$name, in July", at => '2026-07-01');
}
is_deeply $counted{many}, $counted{few}, 'two hundred portfolios take the statements of four';

# ---- who is out of the targets, as many statements too ----

$t->sql(q(insert into portfolio_targets (workspace_id, portfolio_id, version, document, since)
	select workspace_id, id, 1, '{"slices": [{"name": "Nada", "pct": "100", "types": ["bdr"]}]}', '2026-11-01' from portfolio where client_id is not null));
settled();
my %out;
for my $office ($few, $many) {
	settled();
	my ($seen, $statements) = answered($office, 'advisor.targets.out', { limit => 100 });

	cmp_ok scalar @$seen, '>', 0, 'clients are out of their targets';
	$out{ $office == $few ? 'few' : 'many' } = $statements;
}
is_deeply $out{many}, $out{few}, 'their targets take the statements of few, too';

# ---- and their plans, with the prices of what nobody holds ----

$t->sql(q(insert into portfolio_targets (workspace_id, portfolio_id, version, document, since)
	select workspace_id, id, 2, jsonb_build_object('slices', jsonb_build_array(jsonb_build_object('name', 'Um', 'pct', '100', 'assets',
		jsonb_build_array(jsonb_build_object('symbol', 'N' || row_number() over (order by id) || 'AA3', 'asset_type', 'stock'))))), '2026-11-02'
	from portfolio where client_id is not null));
my %planned;
for my $office ($few, $many) {
	settled();
	my ($seen, $statements) = answered($office, 'advisor.plans.get', { contribution => 1000, limit => 100 });

	cmp_ok scalar @$seen, $office == $few ? '<=' : '==', $office == $few ? 4 : 100, 'plans of them';
	$planned{ $office == $few ? 'few' : 'many' } = $statements;
}
is_deeply $planned{many}, $planned{few}, 'a hundred plans take the statements of few';
cmp_ok @{ $counted{many}{kept} }, '<', @{ $counted{many}{cold} }, 'fewer when they are stored';

# ---- a load changes one paper: the portfolios that hold it are derived again, the others are not ----

my ($before) = overview($many);
settled();
event($t, 'VALE3', '2026-11-19', 'split', [2, 1]);
my ($after, $n_touched) = overview($many);
settled();
my ($again) = overview($many);
is_deeply $again, $after, 'after a load, the same with and without stored figures';
isnt $after->{assets_under_advice_brl}, $before->{assets_under_advice_brl}, 'the split doubles the holding';
compare($many, $after, 'after a split');
is $t->sql("select count(*) from portfolio_state s join portfolio p on p.workspace_id = s.workspace_id and p.id = s.portfolio_id
	where s.reference_version < (select version from market_version where family = 'reference')
	and p.workspace_id = '$many->{workspace}' and not p.exclude_from_consolidated"), 0, 'and all is known to hold';
my $verified = $t->lastro({ env => { LASTRO_NOW => '2026-11-20T15:00:00Z' } }, 'compute', 'state', '--verify');
is $verified->{status}, 0, 'the figures that the overview stored equal the ledgers\', byte for byte' or diag "$verified->{out}$verified->{err}";

# ---- the same paper in two portfolios is one position, whatever the source of its terms ----

my $same = Lastro::Office->new($t, 'Igual');
my $boss = $owner{ $same->{id} } = $same->member('owner');
sub done { my $r = $same->action(@_, as => $boss); is $r->status, 200, $_[0] or diag $r->body; return $r->json->{result} }

done('advisor.client.create', { name => 'Aaa sem carteira' });
my $client = done('advisor.client.create', { name => 'Bia' })->{id};
for my $name ('Um', 'Dois') {
	my $id = done('advisor.client_portfolio.create', { client_id => $client, name => $name })->{id};

	done('advisor.client_portfolio_asset.add', { portfolio_id => $id, symbol => 'CDB Y', asset_type => 'renda_fixa',
		meta => { fixed_income => { indexer => 'prefixado', rate => 12, maturity => '2030-01-05' } } });
	done('advisor.client_portfolio_transaction.add', { portfolio_id => $id, symbol => 'CDB Y', asset_type => 'renda_fixa', kind => 'buy',
		trade_date => '2026-11-19', quantity => 2, price => 1000 });
}
for my $name ('first', 'kept', 'as of today') {
	my ($seen) = overview($same, $name =~ /today/ ? (at => '2026-11-20') : ());

	settled();
	is_deeply [grep { /CDB Y/ } map { @{ $_->{flags} } } @{ $seen->{concentration}{items} }],
		['CDB Y representa 100,0% da carteira (limite de atenção: 10%).'], "$name: one position";
	is_deeply [map { $_->{name} } @{ $seen->{top_clients} }], ['Bia'], "$name: the client that has portfolios, not the first by name";
}

# Twice the other's worth in two halves, each five times the limit; the other's one paper is ten times it.
{
	my $caio = done('advisor.client.create', { name => 'Caio' })->{id};
	my $id = done('advisor.client_portfolio.create', { client_id => $caio, name => 'Um' })->{id};

	for my $symbol ('CDB V', 'CDB W') {
		done('advisor.client_portfolio_asset.add', { portfolio_id => $id, symbol => $symbol, asset_type => 'renda_fixa',
			meta => { fixed_income => { indexer => 'prefixado', rate => 12, maturity => '2030-01-05' } } });
		done('advisor.client_portfolio_transaction.add', { portfolio_id => $id, symbol => $symbol, asset_type => 'renda_fixa', kind => 'buy', trade_date => '2026-11-19', quantity => 4, price => 1000 });
	}
	settled();
	my ($seen) = overview($same);
	is_deeply [map { $_->{name} } @{ $seen->{top_clients} }], ['Caio', 'Bia'], 'the larger one first';
	is_deeply [map { $_->{name} } @{ $seen->{concentration}{items} }], ['Bia', 'Caio'], 'but of the concentrated ones the furthest above a limit';
	# 100 % and 50 % of a portfolio, where a position's limit is 10 %.
	is_deeply [map { 0 + $_->{times_limit} } @{ $seen->{concentration}{items} }], [10, 5], 'how many times it, too';
	is $seen->{concentration}{clients}, 2, 'of how many';
}

# ---- what the clients hold together of each issuer, and the Treasury, which is none that concentrates ----

{
	my $office = Lastro::Office->new($t, 'Emissores');
	$boss = $owner{ $office->{id} } = $office->member('owner');
	my $of = sub { my $r = $office->action(@_, as => $boss); is $r->status, 200, $_[0] or diag $r->body; return $r->json->{result} };
	my @small = map { sprintf 'FI%02d11', $_ } 1 .. 12;

	$t->sql("insert into company (id, cvm_code, tax_id, name, sector, sector_key, status, listed, words) values (9512, 9512, '33000167000101', 'PETRÓLEO S.A.', 'S', 's', 'active', true, array_to_tsvector(array['p']));
		insert into company_ticker (ticker, company_id, filed_for) values ('PETR3', 9512, '2026-01-01'), ('PETR4', 9512, '2026-01-01')");
	closes($t, b3 => 'PETR3', '2026-11-19' => '40.00');
	closes($t, b3 => 'KNRI11', '2026-11-19' => '100.00');
	closes($t, b3 => $_, '2026-11-19' => '1.00') for @small;
	closes($t, tesouro => 'Tesouro Prefixado 2031', '2026-11-19' => '1000.00');
	my $cdb = sub { my ($name, $issuer, $quantity) = @_; return [$name, 'renda_fixa', $quantity, '2026-11-20', { fixed_income => { indexer => 'prefixado', rate => 12, maturity => '2030-01-05', issuer => $issuer } }] };
	my %held = (Dora => [['PETR4', 'stock', 10], ['PETR3', 'stock', 5], ['Tesouro Prefixado 2031', 'tesouro', 2], ['KNRI11', 'fii', 1], $cdb->('CDB P', 'BANCO  Um', 0.5)],
		Elis => [['PETR4', 'stock', 20], $cdb->('CDB Q', 'Banco Um', 1), ['VOO', 'us', 1], map { [$_, 'fii', 1] } @small]);
	my %wallet;
	for my $name (sort keys %held) {
		my $id = $wallet{$name} = $of->('advisor.client_portfolio.create', { client_id => $of->('advisor.client.create', { name => $name })->{id}, name => 'Um' })->{id};

		for my $one (@{ $held{$name} }) {
			my ($symbol, $type, $quantity, $day, $meta) = @$one;

			$of->('advisor.client_portfolio_asset.add', { portfolio_id => $id, symbol => $symbol, asset_type => $type, $meta ? (meta => $meta) : () });
			$of->('advisor.client_portfolio_transaction.add', { portfolio_id => $id, symbol => $symbol, asset_type => $type, kind => 'buy', trade_date => $day // '2026-11-19', quantity => $quantity, price => 1000 });
		}
	}
	settled();
	my ($seen) = overview($office);
	# Banco Um: 500 + 1,000, however it is typed.  Petróleo: 10 x 35 + 5 x 40 + 20 x 35 = 1,250.  VOO: 550 x 6.10 = 3,355.
	# The whole: 1,500 + 1,250 + 100 + 12 x 1 + 2,000 + 3,355 = 8,217.  Of 15 issuers the ten largest; five funds of 1.00 are left out.
	my $by = $seen->{by_issuer};
	is $seen->{assets_under_advice_brl}, '8217.00', 'the whole';
	is_deeply [map { [@$_{qw(tax_id name value_brl pct clients)}] } @{ $by->{items} }[0 .. 2]],
		[[undef, 'BANCO  Um', '1500.00', '18.2548', 2], ['33000167000101', 'PETRÓLEO S.A.', '1250.00', '15.2124', 2], [undef, 'KNRI11', '100.00', '1.2170', 1]], 'the largest issuers, of all clients together' or diag explain $by;
	# Of Dora's 3,150 and Elis' 1,000 + 700 + 12 + 3,355 = 5,067, two papers of one issuer together: 10 x 35 + 5 x 40 = 550 are 17.46 %, where PETR4 alone is 11.1 %.
	is_deeply [map { [$_->{clients_above_10_pct}, map { @$_{qw(name value_brl pct)} } @{ $_->{most_exposed} }] } @{ $by->{items} }[0 .. 2]],
		[[2, 'Elis', '1000.00', '19.7355', 'Dora', '500.00', '15.8730'], [2, 'Dora', '550.00', '17.4603', 'Elis', '700.00', '13.8149'], [0, 'Dora', '100.00', '3.1746']], 'whose money it is, the part of each' or diag explain $by;
	is_deeply [scalar @{ $by->{items} }, @$by{qw(issuers others_brl federal_brl unknown_brl)}], [10, 15, '5.00', '2000.00', '3355.00'], 'and what is left out, what the Treasury owes, and what has no known issuer';
	# Dora's 3,150 are 2,000 of one federal bond: 63.5 %.
	my ($dora) = grep { $_->{name} eq 'Dora' } @{ $seen->{concentration}{items} };
	is_deeply [grep { /Tesouro/ } @{ $dora->{flags} }], ['A classe Tesouro Direto representa 63,5% da carteira (limite de atenção: 60%).'], 'a federal bond is no concentrated issuer; the class still counts';
	is scalar(grep { /^PETR4 representa 11,1%/ } @{ $dora->{flags} }), 1, 'as a share is';
	my ($few_of) = overview($few);
	is $few_of->{by_issuer}{federal_brl}, '0.00', 'none of another office';
}
done_testing;

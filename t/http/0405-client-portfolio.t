#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Clients' portfolios: each operation follows its schema, gives its documented refusals, is limited by role, and shows
# the same figures as the wallet.

use strict;
use warnings;
use utf8;

use Encode qw(encode);
use JSON::PP ();
use Lastro::Market qw(closes);
use Lastro::Office;
use Lastro::OfficeTable qw(bare);
use Lastro::Test;
use MIME::Base64 qw(encode_base64);
use Test::More;

my $t = Lastro::Test->new;
my $office = Lastro::Office->new($t, 'Escritorio');
my $other = Lastro::Office->new($t, 'Vizinho');
my %who = map { $_ => $office->member($_) } qw(owner admin advisor assistant);
my $standing = $office->member('advisor', name => 'Standing', no_seat => 1);
my $stranger = $other->member('owner', name => 'Estranha');
my $none = '0192f0c1-2a3b-7c4d-8e5f-0a1b2c3d4e5f';
my ($true, $false) = (JSON::PP::true(), JSON::PP::false());
my $ws = $office->{workspace};

# Inserts clients directly; their Actions have separate tests.
my %client = map { $_ => $t->sql("select md5('$_')::uuid") } qw(ana bruno dario);
$t->sql("insert into client (workspace_id, id, name, name_key, created_by, created_at) values
	('$ws', '$client{ana}', 'Ana', 'ana', '$who{owner}{account}', '2026-01-03'),
	('$ws', '$client{bruno}', 'Bruno', 'bruno', '$who{owner}{account}', '2026-01-03'),
	('$other->{workspace}', '$client{dario}', 'Dario', 'dario', '$stranger->{account}', '2026-01-03')");
for my $member ($who{advisor}, $who{assistant}, $standing) {
	$t->sql("insert into client_assignment values ('$ws', '$client{ana}', '$member->{id}', '$who{owner}{account}', '2026-01-04')");
}
closes($t, b3 => 'PETR4', '2026-11-18' => '30.00', '2026-11-19' => '31.00');
closes($t, b3 => 'VALE3', '2026-11-18' => '60.00', '2026-11-19' => '62.00');
$t->start_pool(env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub rule { return Lastro::Office::rule($_[0]) }
sub refused { my ($r, @rest) = @_; my $name = pop @rest; is_deeply rule($r), \@rest, $name or diag $r->body }
sub done {
	my ($r, $name) = @_;

	is $r->status, 200, $name or diag $r->body;
	is_deeply [$office->faults($r, as => $who{owner})], [], '… as its schema says';
	return $r->json->{result} // $r->json->{data};
}
sub function { my ($id, $input, %o) = @_; return $office->function("advisor.$id", $input, as => $who{owner}, %o) }
sub action { my ($id, $input, %o) = @_; return $office->action("advisor.$id", $input, as => $who{owner}, %o) }
sub preview { my ($id, $input, %o) = @_; return $office->preview("advisor.$id", $input, as => $who{owner}, %o) }
# The rows that a preview must not change.
sub snapshot {
	return $t->sql("select md5(string_agg(x::text, ',' order by x::text)) from (select to_jsonb(p) as x from portfolio p
		union all select to_jsonb(a) from asset a union all select to_jsonb(l) from ledger l union all select to_jsonb(i) from income i
		union all select to_jsonb(i) from import i union all select to_jsonb(r) from import_row r union all select to_jsonb(a) from audit a
		union all select to_jsonb(h) from audit_head h union all select to_jsonb(d) from portfolio_directory d
		union all select to_jsonb(s) from portfolio_state s union all select to_jsonb(s) from asset_state s) y");
}

# ---- portfolios ----

my $made = done(action('client_portfolio.create', { client_id => $client{ana}, name => ' Aposentadoria ' }), 'a portfolio');
my $p = $made->{id};
is_deeply [@$made{qw(name client_id exclude_from_consolidated)}], ['Aposentadoria', $client{ana}, $false], 'with the sent values';
refused(action('client_portfolio.create', { client_id => $client{ana}, name => 'APOSENTADORIA' }), 409, 'invalid_input', 'name_taken', 'a name of the same client');
refused(preview('client_portfolio.create', { client_id => $client{ana}, name => 'aposentadoria' }), 409, 'invalid_input', 'name_taken', 'in a preview too');
my $second = done(action('client_portfolio.create', { client_id => $client{bruno}, name => 'Aposentadoria', exclude_from_consolidated => $true }), 'another client may have it')->{id};
my $foreign = done($other->action('advisor.client_portfolio.create', { client_id => $client{dario}, name => 'Alheia' }, as => $stranger), 'another office has its own')->{id};

# ---- the ledger ----

my %buy = (symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-03-02', quantity => 100, price => '20.00');
my $row = done(action('client_portfolio_transaction.add', { portfolio_id => $p, %buy, note => 'primeira' }), 'a purchase');
is_deeply [@$row{qw(symbol kind quantity price note)}, $row->{warnings}], ['PETR4', 'buy', 100, 20, 'primeira', []], 'with the given values';
my $many = done(action('client_portfolio_transaction.add', { portfolio_id => $p, transactions => [
	{ %buy, symbol => 'VALE3', quantity => 10, price => 50 }, { %buy, kind => 'sell', trade_date => '2026-04-01', quantity => 150, price => 25 } ] }), 'several at once');
is $many->{meta}{count}, 2, 'are counted';
# 100 were bought.
is_deeply $many->{meta}{warnings}, ['Venda de PETR4 em 01/04/2026 acima da quantidade em carteira: havia 100.'], 'with its warnings';

my $shown = done(function('client_portfolio.ledger', {}, subject => $p), 'the ledger');
is_deeply [map { "$_->{trade_date} $_->{kind} $_->{symbol} $_->{quantity}" } @$shown],
	['2026-03-02 buy PETR4 100', '2026-03-02 buy VALE3 10', '2026-04-01 sell PETR4 150'], 'in the order of days';
my $r = function('client_portfolio.ledger', { limit => 2 }, subject => $p);
is_deeply [map { $_->{symbol} } @{ $r->json->{data} }], ['PETR4', 'VALE3'], 'its first page';
my $cursor = $r->json->{meta}{next_cursor};
is_deeply [map { $_->{kind} } @{ function('client_portfolio.ledger', { limit => 2, cursor => $cursor }, subject => $p)->json->{data} }], ['sell'], 'and its second';
refused(function('client_portfolio.ledger', { cursor => $cursor, symbol => 'PETR4' }, subject => $p), 400, 'invalid_input', 'cursor', 'a cursor of another symbol');
refused(function('client_portfolio.ledger', { cursor => $cursor }, subject => $second), 400, 'invalid_input', 'cursor', 'a cursor of another portfolio');
refused(function('client_portfolio.ledger', { cursor => $cursor }, subject => $p, at => '2026-11-20'), 400, 'invalid_input', 'cursor', 'a cursor of another day');
is_deeply [map { $_->{symbol} } @{ function('client_portfolio.ledger', { symbol => 'VALE3' }, subject => $p)->json->{data} }], ['VALE3'], 'of one symbol';
is_deeply [map { $_->{kind} } @{ function('client_portfolio.ledger', {}, subject => $p, at => '2026-03-31')->json->{data} }], ['buy', 'buy'], 'up to a day';

# The sale above the quantity held is deleted by its id.
my $sale = $shown->[2]{id};
refused(action('client_portfolio_transaction.delete', { portfolio_id => $second, transaction_id => $sale }), 404, 'subject_not_found', undef, 'a row of another portfolio');
done(action('client_portfolio_transaction.delete', { portfolio_id => $p, transaction_id => $sale }), 'a row is deleted');
refused(action('client_portfolio_transaction.delete', { portfolio_id => $p, transaction_id => $sale }), 404, 'subject_not_found', undef, 'once');

# ---- figures: equal to the wallet's for the same ledger ----

my $detail = done(function('client_portfolio.get', {}, subject => $p), 'the detail');
is_deeply [@$detail{qw(patrimonio invested unrealized_pl open_positions)}], ['3720.00', '2500.00', '1220.00', 2], '100 at 31 and 10 at 62 for 2,500';
my $mine = $t->post('/v1/portfolios', { name => 'Minha' }, key => $who{owner}{user_key})->json->{id};
$t->post("/v1/portfolios/$mine/transactions", [{ %buy, note => 'primeira' }, { %buy, symbol => 'VALE3', quantity => 10, price => 50 }], key => $who{owner}{user_key});
my $same = $t->get("/v1/portfolios/$mine?include=closed,monthly,transactions", key => $who{owner}{user_key})->json;
$detail = done(function('client_portfolio.get', { include => ['closed', 'monthly', 'transactions'] }, subject => $p), 'with its layers');
sub strip {
	my ($d) = @_;
	my %d = %$d;
	delete @d{qw(id name created_at visibility ledger_version controller_id access)};
	$d{holdings} = [map { my %h = %$_; delete $h{asset_id}; $h{transactions} = [map { my %t = %$_; delete $t{id}; \%t } @{ $h{transactions} }]; \%h } @{ $d{holdings} }];
	return \%d;
}
is_deeply strip($detail), strip($same), 'are the wallet\'s to the last member';

my $past = done(function('client_portfolio.history', {}, subject => $p), 'the history');
my $wallet_prefix = $t->get("/v1/portfolios/$mine/history", key => $who{owner}{user_key})->json;
is_deeply $past->{months}, $wallet_prefix->{data}, 'is the wallet\'s, too';
is_deeply [@$past{qw(twr benchmarks risk periods)}], [@{ $wallet_prefix->{meta} }{qw(twr benchmarks risk periods)}], 'with its measures';
$r = function('client_portfolio.history', { limit => 4 }, subject => $p);
my @months = @{ $r->json->{data}{months} };
while (my $next = $r->json->{meta}{next_cursor}) {
	$r = function('client_portfolio.history', { limit => 4, cursor => $next }, subject => $p);
	push @months, @{ $r->json->{data}{months} };
}
is_deeply \@months, $past->{months}, 'page by page the same';
sub months { my (%in) = @_; my $r = function('client_portfolio.history', { %in }, subject => $p); return join ' ', $r->json->{meta}{order}, map { $_->{month} } @{ $r->json->{data}{months} } }
sub backwards { my (%in) = @_; my ($next, @all); do { my $r = function('client_portfolio.history', { %in, $next ? (cursor => $next) : () }, subject => $p)->json; push @all, map { $_->{month} } @{ $r->{data}{months} }; $next = $r->{meta}{next_cursor} } while $next; return \@all }
my @of = map { $_->{month} } @{ $past->{months} };
is_deeply backwards(order => 'desc', limit => 2), [reverse @of], 'the newest first, page by page';
is months(from => "$of[1]-15", to => "$of[2]-01"), "asc $of[1] $of[2]", 'the months of two days and between, in which order is told';
is months(from => "$of[1]-15", order => 'desc', limit => 1), "desc $of[-1]", 'the newest of them';
is_deeply backwards(from => "$of[1]-15", to => "$of[3]-28", order => 'desc', limit => 1), [@of[3, 2, 1]], 'a range page by page, backwards';
is months(from => '2090-01-01'), 'asc', 'of days to come none';
is months(to => '1990-01-01', order => 'desc'), 'desc', 'nor of days before';
is_deeply [map { [$_->status, $_->json->{details}{errors}[0]{pointer}] } function('client_portfolio.history', { from => '2026-02-01', to => '2026-01-01' }, subject => $p)], [[400, '/input/from']], 'a range that begins after its end';
is_deeply function('client_portfolio.history', { from => "$of[1]-15", limit => 1 }, subject => $p)->json->{data}{twr}, $past->{twr}, 'measures are of all months, whichever are shown';
is function('client_portfolio.history', { symbol => 'VALE3' }, subject => $p)->json->{data}{months}[-1]{equity}, '620.00', 'of one paper its own';
is_deeply function('client_portfolio.history', { symbol => 'ITUB4' }, subject => $p)->json->{data}{months}, [], 'of one that is not there nothing';

# The stored figures equal the ledger's.
is $t->sql("select s.ledger_version = p.ledger_version from portfolio p join portfolio_state s on s.workspace_id = p.workspace_id and s.portfolio_id = p.id where p.id = '$p'"), 't', 'the figures are stored';

# ---- assets ----

my $watched = done(action('client_portfolio_asset.add', { portfolio_id => $p, symbol => 'itub4', asset_type => 'stock' }), 'an asset to watch');
is $watched->{symbol}, 'ITUB4', 'by its own spelling';
refused(action('client_portfolio_asset.add', { portfolio_id => $p, symbol => 'ITUB4', asset_type => 'stock' }), 409, 'invalid_input', 'already_exists', 'is there once');
refused(action('client_portfolio_asset.add', { portfolio_id => $p, symbol => 'ITUB', asset_type => 'fund' }), 400, 'invalid_input', 'format', 'a symbol that is none');
refused(action('client_portfolio_asset.remove', { portfolio_id => $second, asset_id => $watched->{id} }), 404, 'subject_not_found', undef, 'an asset of another portfolio');
my ($vale) = map { $_->{asset_id} } grep { $_->{symbol} eq 'VALE3' } @{ $detail->{holdings} };
is_deeply [map { [@$_{qw(pointer from to)}] } grep { $_->{pointer} =~ /transactions/ } @{ preview('client_portfolio_asset.remove', { portfolio_id => $p, asset_id => $vale })->json->{changes} }],
	[['/advisor.client_portfolio/transactions', 2, 1]], 'a preview shows the rows deleted with it';
refused(action('client_portfolio_transaction.add', { portfolio_id => $p, asset_id => $vale, kind => 'buy', trade_date => '2026-03-02', quantity => 1, price => 1, currency => 'USD' }),
	409, 'invalid_input', 'asset_currency', 'a currency that is not the asset\'s');
refused(action('client_portfolio_transaction.add', { portfolio_id => $p, asset_id => $none, kind => 'buy', trade_date => '2026-03-02', quantity => 1, price => 1 }),
	404, 'subject_not_found', undef, 'an asset that is not there');
refused(action('client_portfolio_transaction.add', { portfolio_id => $p, %buy, trade_date => '2026-11-21' }), 400, 'invalid_input', 'maximum', 'a day to come');
refused(action('client_portfolio_transaction.add', { portfolio_id => $p, %buy, transactions => [\%buy] }), 400, 'invalid_input', 'one_of', 'one and many');
refused(action('client_portfolio_transaction.add', { portfolio_id => $p, transactions => [map { +{ symbol => 'PETR4', asset_type => 'stock', kind => 'split', trade_date => $_, ratio => 1_000_000 } } '2026-05-04', '2026-07-06'] }),
	409, 'invalid_input', 'ledger_out_of_range', 'a sum that leaves the scale');

# ---- imports ----

my $csv = "ticker,operacao,data,quantidade,preco\nBBAS3,compra,2026-02-02,30,25.50\nBBAS3,venda,2026-06-01,10,28\n";
$r = preview('client_portfolio.import', { portfolio_id => $p, content => $csv });
my %shown = map { $_->{pointer} => $_ } @{ $r->json->{changes} };
is_deeply [map { [@{ $shown{$_} }{qw(pointer from to)}] } grep { !m{^/rows/} } sort keys %shown], [['/assets', 3, 4], ['/imports', 0, 1], ['/transactions', 2, 4]], 'a preview of an import shows what it adds';
is_deeply [map { [$_, @{ $shown{$_}{to} }{qw(status symbol kind quantity)}] } grep { m{^/rows/} } sort keys %shown], [['/rows/2', qw(imported BBAS3 buy 30)], ['/rows/3', qw(imported BBAS3 sell 10)]], 'and its rows as read' or diag explain \%shown;
my $summary = done(action('client_portfolio.import', { portfolio_id => $p, content => $csv, filename => 'modelo.csv' }), 'an import');
is_deeply [@$summary{qw(source imported symbols)}], ['manual', 2, 1], 'of the template';
$summary = done(action('client_portfolio.import', { portfolio_id => $p, content_base64 => encode_base64($csv), filename => 'modelo.csv' }), 'the same in base64');
is_deeply [@$summary{qw(imported duplicates_skipped)}], [0, 2], 'is known';

# An import is taken back: what it wrote, no more; a row that somebody changed stops it.
{
	my $ledger = sub { return [sort map { $_->{id} } @{ function('client_portfolio.ledger', {}, subject => $p)->json->{data} }] };
	my $before = $ledger->();
	my $made = done(action('client_portfolio.import', { portfolio_id => $p, content => "ticker,operacao,data,quantidade,preco\nABEV3,compra,2026-02-02,30,12\nABEV3,venda,2026-06-01,10,13\n", filename => 'outro.csv' }), 'another import');
	my ($newest) = @{ function('client_portfolio.imports', { limit => 1 }, subject => $p)->json->{data} };
	is_deeply [@$newest{qw(id filename)}, $newest->{summary}{imported}], [$made->{import_id}, 'outro.csv', 2], 'is the newest of the list';
	my %undo = (portfolio_id => $p, import_id => $made->{import_id});
	is preview('client_portfolio_import.undo', \%undo)->status, 200, 'a preview of its undo';
	is scalar @{ $ledger->() }, @$before + 2, 'deletes nothing';
	my $undone = done(action('client_portfolio_import.undo', \%undo), 'its undo');
	is_deeply [@$undone{qw(rows_removed rows_kept)}], [2, 0], 'deletes its rows';
	is_deeply $ledger->(), $before, 'and no other';
	refused(action('client_portfolio_import.undo', \%undo), 404, 'subject_not_found', undef, 'once');
	$made = done(action('client_portfolio.import', { portfolio_id => $p, content => "ticker,operacao,data,quantidade,preco\nABEV3,compra,2026-02-02,30,12\nABEV3,venda,2026-06-01,10,13\n" }), 'again');
	my ($row) = grep { $_->{symbol} eq 'ABEV3' } @{ function('client_portfolio.ledger', {}, subject => $p)->json->{data} };
	done(action('client_portfolio_transaction.delete', { portfolio_id => $p, transaction_id => $row->{id} }), 'a row of it is deleted');
	refused(action('client_portfolio_import.undo', { portfolio_id => $p, import_id => $made->{import_id} }), 409, 'invalid_input', 'ledger_conflict', 'which stops the undo');
	is done(action('client_portfolio_import.undo', { portfolio_id => $p, import_id => $made->{import_id}, force => $true }), 'but not a forced one')->{rows_removed}, 1, 'of the other row';
	is_deeply $ledger->(), $before, 'as it was';
}
refused(action('client_portfolio.import', { portfolio_id => $p, content_base64 => 'a*b' }), 400, 'invalid_input', 'base64', 'no base64');
refused(action('client_portfolio.import', { portfolio_id => $p, content => "a,b\n1,2\n" }), 400, 'invalid_input', 'import_unrecognized', 'no known header');
refused(action('client_portfolio.import', { portfolio_id => $none, content => "a,b\n1,2\n" }), 400, 'invalid_input', 'import_unrecognized', 'the file is judged before the portfolio');
refused(action('client_portfolio.import', { portfolio_id => $p, content_base64 => encode_base64("PK\x03\x04 broken") }), 400, 'invalid_input', 'import_unreadable', 'a broken file');
refused(action('client_portfolio.import', { portfolio_id => $p }), 400, 'invalid_input', 'one_of', 'no file');
my $large = $csv . join '', map { sprintf "X%s,compra,2026-02-02,1,1\n", 'Y' x 60 } 1 .. 40_000;
is action('client_portfolio.import', { portfolio_id => $second, content => $large })->status, 200, 'a file above one MiB';
$r = action('client_portfolio_asset.add', { portfolio_id => $p, symbol => 'X' x 1_100_000, asset_type => 'stock' });
is_deeply [$r->status, $r->code], [413, 'payload_too_large'], 'which no other Action takes';
is $t->sql("select count(*) from audit where input::text like '%BBAS3%' or input::text like '%modelo%' or input::text like '%primeira%'"), 0, 'the audit keeps no file and no note';

# ---- the wallet cannot access them ----

for my $key ($who{owner}{user_key}, $who{owner}{key}) {
	for my $route ("GET /v1/portfolios/$p", "DELETE /v1/portfolios/$p", "GET /v1/portfolios/$p/transactions", "GET /v1/portfolios/$p/history", "GET /v1/portfolios/$p/export?format=csv") {
		my ($method, $path) = split / /, $route;
		my $answer = $t->request($method, $path, key => $key, workspace => $office->{id});

		like $answer->code, qr/^(?:portfolio_not_found|scope_missing)$/, "$route: " . $answer->code;
	}
}
for my $route ('portfolios', 'portfolio') {
	my $answer = $t->get("/v1/$route", key => $who{owner}{user_key}, workspace => $office->{id});

	is $answer->status, 200, "/v1/$route of the office";
	unlike $answer->body, qr/Aposentadoria|$p/, 'has none of them';
}

# ---- a client's portfolios, and the office's overview ----

my $list = done(function('client_portfolios.list', {}, subject => $client{ana}), 'the portfolios of a client');
my $whole = function('client_portfolio.get', {}, subject => $p)->json->{data};
is_deeply [map { [@$_{qw(id name ledger_assets patrimonio invested unrealized_pl unrealized_pct day_change_brl open_positions kind_mix)}] } @$list],
	[[@$whole{qw(id name ledger_assets patrimonio invested unrealized_pl unrealized_pct day_change_brl open_positions kind_mix)}]], 'as the detail has them';
is_deeply [map { $_->{exclude_from_consolidated} } @{ function('client_portfolios.list', {}, subject => $client{bruno})->json->{data} }], [$true], 'simulations among them';

# 100 PETR4 at 31, 10 VALE3 at 62; 20 BBAS3 without a price count at cost, 20 x 25.50.
my $glance = done(function('overview.get', { top => 5 }), 'the overview');
is_deeply [@$glance{qw(as_of assets_under_advice_brl clients clients_with_assets portfolios)}], ['2026-11-20', '4230.00', 2, 1, 1], 'counts portfolios without simulations';
is_deeply $glance->{by_class}, [{ class => 'stock', value_brl => '4230.00', pct => '100.00' }], 'by class';
is_deeply $glance->{month_inflow}, { month => '2026-11', net_brl => '0.00', complete => $true }, 'nothing was bought in November';
is_deeply $glance->{without_suitability}, { clients => 2, items => [{ client_id => $client{ana}, name => 'Ana' }, { client_id => $client{bruno}, name => 'Bruno' }] }, 'the questionnaire is unanswered';
is_deeply $glance->{top_clients}, [{ client_id => $client{ana}, name => 'Ana', portfolios => 1, patrimonio => '4230.00', pct => '100.0000', month_inflow_brl => '0.00', flags => 4 }], 'the largest, with three positions and a class above their limits';
is $glance->{concentration}{clients}, 1, 'whose portfolio is concentrated';
is function('overview.get', {}, as => $who{assistant})->json->{data}{clients}, 1, 'an assistant sees the clients assigned to it';
$t->sql("insert into client_profile values ('$ws', '$client{ana}', gen_random_uuid(), 1, 'Moderado', 50, '[]', '$who{owner}{account}', '2026-11-10 12:00Z')");
is function('overview.get', {})->json->{data}{without_suitability}{clients}, 1, 'one that answered is not without';
is function('overview.get', {}, at => '2026-11-09')->json->{data}{without_suitability}{clients}, 2, 'but was the day before';
action('client_portfolio_transaction.add', { portfolio_id => $p, %buy, trade_date => '2026-11-03', quantity => 2, price => 30 });
is function('overview.get', {})->json->{data}{month_inflow}{net_brl}, '60.00', 'a purchase of the month flows in';
is function('overview.get', {}, at => '2026-10-31')->json->{data}{month_inflow}{net_brl}, '0.00', 'not in the month before';

# A flow without a price counts in its own month only.
my $given = action('client_portfolio_transaction.add', { portfolio_id => $p, %buy, trade_date => '2026-10-05', quantity => 1, price => undef })->json->{result}{id};
my %complete = map { $_ => function('overview.get', {}, at => $_)->json->{data}{month_inflow} } '2026-09-30', '2026-10-04', '2026-10-31', '2026-11-20';
is_deeply { map { $_ => $complete{$_}{complete} } keys %complete }, { '2026-09-30' => $true, '2026-10-04' => $true, '2026-10-31' => $false, '2026-11-20' => $true },
	'complete is of the month: a purchase without a price is October\'s';
is_deeply function('overview.get', {})->json->{data}{month_inflow}, $complete{'2026-11-20'}, 'also from the stored figures';
is action('client_portfolio_transaction.delete', { portfolio_id => $p, transaction_id => $given }, confirmed => $true)->status, 200, 'and it is undone again';

# ---- each operation: required role and refusals ----

# input: a valid one; ids: members that are ids, of another office; role: the least.
my $row_id = function('client_portfolio.ledger', { symbol => 'BBAS3' }, subject => $p)->json->{data}[0]{id};
my $foreign_asset = $other->action('advisor.client_portfolio_asset.add', { portfolio_id => $foreign, symbol => 'PETR4', asset_type => 'stock' }, as => $stranger)->json->{result}{id};
my $foreign_row = $other->action('advisor.client_portfolio_transaction.add', { portfolio_id => $foreign, %buy }, as => $stranger)->json->{result}{id};
my $to_drop = done(action('client_portfolio.create', { client_id => $client{ana}, name => 'Provisoria' }), 'one more')->{id};
my @table = (
	[ 'client_portfolio.get', { subject => $p, input => { include => ['closed'] } } ],
	[ 'client_portfolio.history', { subject => $p, input => { limit => 10 } } ],
	[ 'client_portfolio.ledger', { subject => $p, input => { limit => 10 } } ],
	[ 'client_portfolios.list', { subject => $client{ana}, input => {} } ],
	[ 'overview.get', { input => { top => 5 } } ],
	[ 'client_portfolio.create', { action => 1, input => { client_id => $client{ana}, name => 'Nova' }, ids => { client_id => $client{dario} } } ],
	[ 'client_portfolio.import', { action => 1, input => { portfolio_id => $p, content => "ticker,operacao,data,quantidade,preco\nB3SA3,compra,2026-02-02,30,11\n" }, ids => { portfolio_id => $foreign } } ],
	[ 'client_portfolio.imports', { subject => $p, input => { limit => 10 } } ],
	[ 'client_portfolio_import.undo', { action => 1, input => { portfolio_id => $p, import_id => $summary->{import_id} }, ids => { portfolio_id => $foreign } } ],
	[ 'client_portfolio_asset.add', { action => 1, input => { portfolio_id => $p, symbol => 'WEGE3', asset_type => 'stock', name => 'Weg' }, ids => { portfolio_id => $foreign } } ],
	[ 'client_portfolio_asset.remove', { action => 1, input => { portfolio_id => $p, asset_id => $vale }, ids => { portfolio_id => $foreign, asset_id => $foreign_asset } } ],
	[ 'client_portfolio_transaction.add', { action => 1, input => { portfolio_id => $p, %buy }, ids => { portfolio_id => $foreign } } ],
	[ 'client_portfolio_transaction.delete', { action => 1, input => { portfolio_id => $p, transaction_id => $row_id }, ids => { portfolio_id => $foreign, transaction_id => $foreign_row } } ],
	[ 'client_portfolio.delete', { action => 1, confirmed => $true, input => { portfolio_id => $to_drop }, ids => { portfolio_id => $foreign } } ],
);

for my $line (@table) {
	my ($id, $o) = ("advisor.$line->[0]", $line->[1]);
	my $run = $o->{action} ? 'action' : 'function';
	my %with = ((exists $o->{subject} ? (subject => $o->{subject}) : ()), ($o->{confirmed} ? (confirmed => $true) : ()));
	my $try = sub { my ($as, %more) = @_; my $way = $o->{action} ? 'preview' : 'function'; return $office->$way($id, $more{input} // $o->{input}, as => $as, %with, %more) };

	for my $role (qw(owner admin advisor assistant)) {
		my $reaches = $role ne 'assistant' || !$o->{action};
		my $r = $try->($who{$role});

		is_deeply [$r->status, $r->code], $reaches ? [200, undef] : [403, 'scope_missing'], "$id: $role " . ($reaches ? 'may' : 'may not') or diag $r->body;
	}
	my $r = $try->($standing);
	is_deeply [$r->status, $r->code], $o->{action} ? [403, 'scope_missing'] : [200, undef], "$id: without a seat";
	refused($office->$run($id, $o->{input}, key => $who{owner}{user_key}, %with), 403, 'scope_missing', undef, "$id: a user key");
	my @org = map { $office->$run($id, $o->{input}, as => $who{owner}, org => $_, %with) } $other->{id}, $none;
	refused($org[0], 404, 'subject_not_found', undef, "$id: another organization");
	is_deeply bare($org[0]), bare($org[1]), '… like none at all';
	refused($office->$run($id, { %{ $o->{input} }, outro => 1 }, as => $who{owner}, %with), 400, 'invalid_input', 'unknown_member', "$id: an unknown member");
	if (exists $o->{subject}) {
		refused($office->$run($id, $o->{input}, as => $who{owner}), 400, 'subject_required', undef, "$id: without its subject");
		my @subject = map { $office->$run($id, $o->{input}, as => $who{owner}, subject => $_) } $line->[0] =~ /portfolios/ ? $client{dario} : $foreign, $none, 'nenhum';
		refused($subject[0], 404, 'subject_not_found', undef, "$id: a subject of another office");
		is_deeply bare($subject[0]), bare($subject[$_]), '… like one that does not exist' for 1, 2;
		my @unseen = map { $office->$run($id, $o->{input}, as => $who{advisor}, subject => $_) } $line->[0] =~ /portfolios/ ? $client{bruno} : $second, $none;
		is_deeply bare($unseen[0]), bare($unseen[1]), "$id: an unassigned one is not found either";
		next if $line->[0] =~ /imports/; # not of a day
		is $office->$run($id, $o->{input}, as => $who{owner}, subject => $o->{subject}, at => '2026-11-20')->json->{at}, '2026-11-20', "$id: takes at";
		refused($office->$run($id, $o->{input}, as => $who{owner}, subject => $o->{subject}, at => '2026-11-21'), 400, 'invalid_input', 'maximum', '… but not tomorrow\'s');
	}
	for my $name (sort keys %{ $o->{ids} // {} }) {
		my @r = map { $office->$run($id, { %{ $o->{input} }, $name => $_ }, as => $who{owner}, %with) } $o->{ids}{$name}, $none;

		refused($r[0], 404, 'subject_not_found', undef, "$id: $name of another office");
		is_deeply bare($r[0]), bare($r[1]), '… like one that does not exist';
	}
	next unless $o->{action};
	refused($office->action($id, $o->{input}, as => $who{owner}), 400, 'invalid_input', 'confirmation_required', "$id: unconfirmed") if $o->{confirmed};
	refused($office->action($id, { %{ $o->{input} }, ($o->{input}{client_id} ? 'client_id' : 'portfolio_id') => $o->{input}{client_id} ? $client{bruno} : $second }, as => $who{advisor}, %with),
		404, 'subject_not_found', undef, "$id: a client that is not assigned");
	my $before = snapshot();
	my $preview = $try->($who{owner})->json;
	is snapshot(), $before, "$id: a preview leaves every row";
	ok @{ $preview->{changes} }, '… and shows the changes';
	my %once = (as => $who{owner}, headers => { 'Idempotency-Key' => "once-$id" }, %with);
	my ($first, $again) = map { $office->action($id, $o->{input}, %once) } 1, 2;
	done($first, "$id: is done");
	is $again->header('idempotency-replayed'), 'true', '… once';
	is_deeply $again->json->{audit_event}, $first->json->{audit_event}, '… and the answer is repeated';
	my $event = $t->sql("select changes from audit where id = '" . $first->json->{audit_event}{id} . "'");
	is_deeply [map { $_->{pointer} } @{ JSON::PP::decode_json($event) }], [map { $_->{pointer} } grep { $_->{pointer} !~ m{^/rows/} } @{ $preview->{changes} }], '… as previewed';
	is $t->sql("select count(*) from audit where request_id = '" . $first->header('x-request-id') . "'"), 1, '… in one row of the audit';
}
is $t->sql("select count(*) from portfolio_directory where portfolio_id = '$to_drop'"), 0, 'a deleted portfolio leaves the directory';

# The stored figures equal the ledger's after all of this.
my $kept = function('client_portfolio.get', { include => ['monthly'] }, subject => $p)->json->{data};
$t->sql("delete from portfolio_state where portfolio_id = '$p'; delete from asset_state where portfolio_id = '$p'");
is_deeply function('client_portfolio.get', { include => ['monthly'] }, subject => $p)->json->{data}, $kept, 'the figures stored by writes equal the ledger\'s';
done_testing;

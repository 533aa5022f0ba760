#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# What an assistant is told of a large portfolio fits in its context: 300 assets, ten rows each.

use strict;
use warnings;
use utf8;

use JSON::PP ();
use Lastro::Market qw(closes);
use Lastro::Tenants qw(account key);
use Lastro::Test;
use Test::More;

use constant { ASSETS => 300, MOST => 60_000, FIRST => 20_000 };

my $t = Lastro::Test->new;
my $ana = account($t);
my @http = (key => $ana->{user_key});
my @symbols = map { my $n = $_; join('', map { chr(65 + int($n / 26 ** $_) % 26) } 2, 1, 0) . 'X3' } 1 .. ASSETS;

closes($t, b3 => $_, '2026-11-18' => '29.00', '2026-11-19' => '30.00') for @symbols[0 .. 249];
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });
my $id = $t->post('/v1/portfolios', { name => 'Principal' }, @http)->json->{id};
my @rows = map { my $s = $_; map { { symbol => $s, asset_type => 'stock', kind => $_ % 5 == 4 ? 'sell' : 'buy', trade_date => sprintf('2026-%02d-05', $_ + 1), quantity => $_ % 5 == 4 ? 3 : 1, price => 20 + $_ } } 0 .. 9 } @symbols;
is $t->post("/v1/portfolios/$id/transactions", \@rows, @http)->status, 201, 'a large portfolio';

# The text of the answer, as a model reads it.
sub text {
	my ($function, %more) = @_;
	my $r = $t->post('/v1/mcp/wallet', { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => 'execute_function', arguments => { function => $function, %more } } }, @http);
	my $result = JSON::PP->new->utf8->decode($r->body)->{result};
	return $result->{isError} ? die("$function: $result->{content}[0]{text}") : $result->{content}[0]{text};
}

my %of = (subject => { entity_id => $id });
my @calls = (map({ ["wallet.$_"] } qw(portfolios.list attention.get consolidated.get consolidated.history consolidated.moved income.list tax.inputs series.list)),
	map({ ["wallet.tax.$_", input => { year => 2026 }] } qw(get declaration)),
	map({ ["wallet.portfolio.$_", %of] } qw(get history moved ledger income assets imports xray costs look_through issues agenda)),
	['wallet.portfolio.explain', %of, input => { field => 'patrimonio' }]);
for my $call (@calls) {
	my $length = length text(@$call);
	cmp_ok $length, '<=', MOST, "$call->[0]: $length";
}
for my $first (['wallet.consolidated.get'], map { ["wallet.portfolio.$_", %of] } qw(get ledger issues)) {
	my $length = length text(@$first);
	cmp_ok $length, '<=', FIRST, "$first->[0], first answer: $length";
}

sub run { return JSON::PP->new->utf8(0)->decode(text(@_)) }

# Nothing is lost by the cut: page by page everything comes once.
for my $list (['portfolio.get', 'holdings', %of], ['consolidated.get', 'positions']) {
	my ($function, $name, @of) = @$list;
	my (%seen, $cursor);

	do {
		my $page = run("wallet.$function", @of, input => { limit => 100, defined $cursor ? (cursor => $cursor) : () });
		$seen{ $_->{symbol} }++ for @{ $page->{data}{$name} };
		is $page->{meta}{total}, ASSETS, 'of so many';
		$cursor = $page->{meta}{next_cursor};
	} while defined $cursor;
	is_deeply \%seen, { map { $_ => 1 } @symbols }, "$function: every one once";
}
is_deeply [map { $_->{symbol} } @{ run('wallet.consolidated.get', input => { symbol => lc $symbols[7], asset_type => 'stock' })->{data}{positions} }], [$symbols[7]], 'or the one that is asked for';

# Ordered by another number: 250 papers have a price, and the result of each is 2 x 30 less its cost; the others, without a result, come last.
{
	my @holdings = map { @{ run('wallet.portfolio.get', %of, input => { order => 'unrealized_pct', limit => 100, defined $_ ? (cursor => $_) : () })->{data}{holdings} } }
		undef, run('wallet.portfolio.get', %of, input => { order => 'unrealized_pct', limit => 100 })->{meta}{next_cursor};

	is_deeply [map { $_->{unrealized_pct} } @holdings], [reverse sort { $a <=> $b } map { $_->{unrealized_pct} } @holdings], 'the largest first';
}

# The ledger: of each paper eight bought for 20 + 21 + 22 + 23 + 25 + 26 + 27 + 28 = 192, three sold at 24 and three at 29: 159.
my $ledger = run('wallet.portfolio.ledger', %of);
is_deeply $ledger->{meta}{sums}, [{ kind => 'buy', currency => 'BRL', rows => 2400, without_price => 0, amount => 57600, fees => 0 },
	{ kind => 'sell', currency => 'BRL', rows => 600, without_price => 0, amount => 47700, fees => 0 }], 'the sums are of all rows';
is_deeply [@{ $ledger->{meta} }{qw(count total)}], [50, 3000], 'of which a page is shown';
my %some = (symbol => $symbols[3], kind => 'sell', from => '2026-05-05', to => '2026-10-05');
my @days = map { my $page = $_; [map { $_->{trade_date} } @{ $page->{data} }] } map { run('wallet.portfolio.ledger', %of, input => { %some, %$_ }) } {}, { order => 'desc' }, { to => '2026-10-04' }, { from => '2026-05-06' };
is_deeply \@days, [['2026-05-05', '2026-10-05'], ['2026-10-05', '2026-05-05'], ['2026-05-05'], ['2026-10-05']], 'the rows that are asked for, in the order that is asked for';
is_deeply [map { @$_{qw(rows amount)} } @{ run('wallet.portfolio.ledger', %of, input => \%some)->{meta}{sums} }], [2, 159], 'and their sums';
my $page = run('wallet.portfolio.ledger', %of, input => { %some, order => 'desc', limit => 1 });
my $rest = run('wallet.portfolio.ledger', %of, input => { %some, order => 'desc', limit => 1, cursor => $page->{meta}{next_cursor} });
is_deeply [map { $_->{data}[0]{trade_date}, $_->{meta}{total} } $page, $rest], ['2026-10-05', 2, '2026-05-05', 2], 'page by page';
is $rest->{meta}{next_cursor}, undef, 'to the end';
is_deeply [map { $_->{trade_date} } @{ run('wallet.portfolio.ledger', %of, at => '2026-06-30', input => { %some, order => 'desc' })->{data} }], ['2026-05-05'], 'as it was on a day';
for my $function (qw(ledger income)) {
	ok !eval { run("wallet.portfolio.$function", %of, input => { from => '2026-05-06', to => '2026-05-05' }) }, "$function: days that end before they begin";
	like $@, qr{"pointer":"/input/from","rule":"maximum","expected":"um dia até input.to","received":"2026-05-06"}, 'are refused';
}
my $bare = $t->post('/v1/portfolios', { name => 'Sem preço' }, @http)->json->{id};
$t->post("/v1/portfolios/$bare/transactions", [map { { symbol => 'AAAX3', asset_type => 'stock', kind => 'buy', trade_date => '2026-03-05', quantity => 2, fees => '1.50', %$_ } } {}, { price => 10 }], @http);
is_deeply run('wallet.portfolio.ledger', subject => { entity_id => $bare })->{meta}{sums}, [{ kind => 'buy', currency => 'BRL', rows => 2, without_price => 1, amount => 20, fees => 3 }], 'rows without a price are counted apart';
my @issues = map { @{ run('wallet.portfolio.issues', subject => { entity_id => $bare }, input => $_)->{data}{data} } } { code => 'cost_unknown' }, { code => 'price_stale' };
is_deeply [map { $_->{code} } @issues], ['cost_unknown'], 'issues of one kind';

# An answer of ours may have more than the 150,000 values of a request: 5,000 holdings, of some 34 values each.
my $wide = $t->post('/v1/portfolios', { name => 'De tudo' }, @http)->json->{id};
$t->post("/v1/portfolios/$wide/transactions", [map { { %{ $rows[0] }, symbol => "W${_}X3" } } 'AAAA' .. 'AHKH'], @http);
is_deeply [@{ run('wallet.portfolio.get', subject => { entity_id => $wide })->{meta} }{qw(count total)}], [15, 5000], 'a list of many is cut';

done_testing;

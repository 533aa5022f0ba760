#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# What an assistant is told of a large portfolio fits in its context: 300 assets, ten rows each.

use strict;
use warnings;

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
for my $first (qw(get ledger issues)) {
	my $length = length text("wallet.portfolio.$first", %of);
	cmp_ok $length, '<=', FIRST, "$first, first answer: $length";
}

# Nothing is lost by the cut: page by page everything comes once.
my (%seen, $cursor);
do {
	my $page = JSON::PP->new->utf8(0)->decode(text('wallet.portfolio.get', %of, input => { limit => 100, defined $cursor ? (cursor => $cursor) : () }));
	$seen{ $_->{symbol} }++ for @{ $page->{data}{holdings} };
	$cursor = $page->{meta}{next_cursor};
} while defined $cursor;
is_deeply \%seen, { map { $_ => 1 } @symbols }, 'every holding once';

# An answer of ours may have more than the 150,000 values of a request: 5,000 holdings, of some 34 values each.
my $wide = $t->post('/v1/portfolios', { name => 'De tudo' }, @http)->json->{id};
$t->post("/v1/portfolios/$wide/transactions", [map { { %{ $rows[0] }, symbol => "W${_}X3" } } 'AAAA' .. 'AHKH'], @http);
is_deeply [@{ JSON::PP->new->decode(text('wallet.portfolio.get', subject => { entity_id => $wide }))->{meta} }{qw(count total)}], [15, 5000], 'a list of many is cut';

done_testing;

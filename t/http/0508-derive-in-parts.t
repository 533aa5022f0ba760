#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A ledger without stored figures is read in parts, each folded while the next one is fetched: the result is the same as
# from the whole, with any number of papers, with other queries in between, and wherever the connection breaks.

use strict;
use warnings;
use utf8;
use Test::More;
use Lastro::Market qw(closes provent rates succession);
use Lastro::Proxy;
use Lastro::Tenants qw(account);
use Lastro::Test;

my %now = (LASTRO_NOW => '2026-11-20T15:00:00Z');
my $t = Lastro::Test->new;
my $key = account($t)->{user_key};
my $proxy = Lastro::Proxy->new($t);
my @symbols = map { sprintf 'P%s%s%s3', map { chr 65 + $_ } int($_ / 26), $_ % 26, 7 } 0 .. 29;

closes($t, b3 => $symbols[$_], '2026-11-18' => 20 + $_, '2026-11-19' => 21 + $_) for 0 .. $#symbols;
provent($t, $symbols[$_], 'dividend', ex => '2026-04-11', record => '2026-04-10', pay => '2026-04-20', gross => '0.50') for 0, 7, 29;
succession($t, $symbols[3], $symbols[28], '2026-06-16', [1, 4]);	# a family in two parts
$t->sql("insert into instrument (venue, symbol, asset_type, issuer_tax_id) values
	('b3', '$symbols[0]', 'stock', '11222333000181'), ('b3', '$symbols[29]', 'stock', '11222333000181')");
$t->start_pool(workers => 1, env => \%now);

sub portfolio {
	my ($name, @rows) = @_;
	my $id = $t->post('/v1/portfolios', { name => $name }, key => $key)->json->{id};

	$t->post("/v1/portfolios/$id/transactions", \@rows, key => $key) if @rows;
	return $id;
}

sub trades {
	my ($symbol) = @_;

	return map +{ symbol => $symbol, asset_type => 'stock', kind => $_ % 4 ? 'buy' : 'sell', price => 10 + $_,
		trade_date => sprintf('2026-%02d-05', $_), quantity => $_ % 4 ? 10 + $_ : 3 }, 1 .. 9;
}

# Rows of a bonus and of a split, in the first part, in a later one, and in none; and costs anywhere.
sub with_costs { my ($symbol, $fees) = @_; return map +{ %$_, fees => $fees }, trades($symbol) }
my $split = { asset_type => 'stock', kind => 'split', trade_date => '2026-10-05', ratio => '2' };
my $bonus = { asset_type => 'stock', kind => 'buy', event_kind => 'bonus', trade_date => '2026-10-06', quantity => 7, price => 1 };
my %ids = (none => portfolio('Sem ativos'), one => portfolio('Um ativo', trades($symbols[0])),
	all => portfolio('Trinta', map { trades($_) } @symbols),
	costs => portfolio('Com custos', map { with_costs($symbols[$_], $_ % 8 == 5 ? '1.23' : 0) } 0 .. 29),
	event => portfolio('Com um evento', (map { trades($_) } @symbols), { %$bonus, symbol => $symbols[20] }),
	splits => portfolio('Com desdobramentos', (map { trades($_) } @symbols), map +{ %$split, symbol => $symbols[$_] }, 2, 24));

# Nothing stored in the database or cached in the worker.
sub forget {
	$t->sql('delete from portfolio_state');
	$t->sql("select pg_terminate_backend(pid, 10000) from pg_stat_activity
		 where datname = current_database() and usename = 'lastro_worker'");
}

sub answer {
	my ($id, $rest) = @_;
	my $r = $t->get("/v1/portfolios/$id$rest", key => $key);

	return $r->status . ' ' . $r->body =~ s/"ledger_version":\d+,//r;
}

for my $name (sort keys %ids) {
	my $id = $ids{$name};
	my $whole = answer($id, '?include=closed&at=2026-11-20');

	like $whole, qr/\A200 /, "$name: read whole";
	forget();
	is answer($id, '?include=closed'), $whole, "$name: and in parts, by a worker that has to ask for the papers meanwhile";
	$t->sql('delete from portfolio_state');
	$t->sql("update portfolio set ledger_version = ledger_version + 1");
	is answer($id, '?include=closed'), $whole, "$name: and by one that has them";
	is answer($id, '?include=closed'), $whole, "$name: as stored";
}

my $whole = answer($ids{all}, '?at=2026-11-20');
my ($cut, @wrong) = (0);
for my $n (1 .. 24) {
	forget();
	answer($ids{none}, '');	# opens the connection and fills the caches
	$proxy->arm(cut => $n);
	my $got = answer($ids{all}, '');
	$cut += $proxy->disarm ? 1 : 0;
	push @wrong, "$n: " . substr $got, 0, 60 if $got ne $whole && $got !~ /\A503 /;
	my $after = answer($ids{all}, '');
	push @wrong, "$n: after" if $after ne $whole;
}
is_deeply \@wrong, [], 'cut off at any statement it says nothing wrong, and all of it the next time';
cmp_ok $cut, '>', 8, 'and it was cut';

$t->finish;
done_testing;

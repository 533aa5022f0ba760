#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# An assistant has no HTTP: no answer to it names an address or a verb.  What goes on from an answer is a Function or an Action,
# with its subject and input, and does when it is sent as it is.  Over HTTP the same answers have both.
# Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use JSON::PP ();
use Lastro::Desk;
use Lastro::Market qw(closes);
use Lastro::Office;
use Lastro::Tenants qw(account);
use Lastro::Test;
use Lastro::Verdict qw(addresses unaddressed);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my $ana = account($t);
my $office = Lastro::Office->new($t, 'Escritorio');
my $desk = Lastro::Desk->new($t, 'Mesa');
my $owner = $office->member('owner');
my %key = (wallet => $ana->{user_key}, advisor => $owner->{key}, desk => $desk->{key}{owner});
my $json = JSON::PP->new->utf8->canonical;
closes($t, b3 => $_->[0], '2026-11-18' => $_->[1], '2026-11-19' => $_->[1]) for ['PETR4', '30.00'], ['VALE3', '60.00'], ['ITSA4', '10.00'], ['XPML11', '100.00'];
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub tool {
	my ($profile, $name, $arguments) = @_;
	return $json->decode($t->post("/v1/mcp/$profile", { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => $name, arguments => $arguments } }, key => $key{$profile})->body)->{result};
}
sub http { return $json->decode($t->get($_[0], key => $ana->{user_key})->body) }

# June: 1,000 bought at 20 are sold at 30, a DARF.  October: 500 are sold that were never bought.  In August 80 units leave one
# portfolio, and ten days later 80 come to the other.
my %id = map { $_ => $t->post('/v1/portfolios', { name => $_ }, key => $ana->{user_key})->json->{id} } qw(Uma Outra);
sub row { my ($symbol, $type, $kind, $day, $quantity, $price) = @_; return { symbol => $symbol, asset_type => $type, kind => $kind, trade_date => $day, quantity => $quantity, price => $price } }
is $t->post("/v1/portfolios/$id{$_->[0]}/transactions", $_->[1], key => $ana->{user_key})->status, 201, "rows of $_->[0]" for
	[Uma => [row('PETR4', 'stock', 'buy', '2026-01-08', 1000, 20), row('PETR4', 'stock', 'sell', '2026-06-08', 1000, 30), row('ITSA4', 'stock', 'buy', '2026-01-08', 100, 9),
		row('VALE3', 'stock', 'sell', '2026-10-06', 500, 60), row('XPML11', 'fii', 'buy', '2026-01-08', 100, 110), row('XPML11', 'fii', 'adjust', '2026-08-04', -80, undef)]],
	[Outra => [row('ITSA4', 'stock', 'buy', '2026-01-08', 50, 9), row('XPML11', 'fii', 'adjust', '2026-08-14', 80, 90)]];
my %targets = (slices => [{ name => 'Bolsa', pct => 60, types => ['stock'] }, { name => 'Imóveis', pct => 40, types => ['fii'] }]);
is $t->put($_, \%targets, key => $ana->{user_key})->status, 200, "targets of $_" for '/v1/portfolio/targets', "/v1/portfolios/$id{Uma}/targets";

# ---- every Function ----

my @plan = map { { field => "plan.$_->[0]", $_->[1] ? (slice => 'Bolsa') : (), $_->[2] ? (contribution => '1000') : () } } ['total'], ['slices.value', 1], ['slices.share_pct', 1], ['slices.buy', 1, 1], ['level', 0, 1];
my %asked = (
	'wallet.attention.get' => [{}], 'wallet.fixed_income.list' => [{}], 'wallet.tax.get' => [{ year => 2026 }], 'wallet.tax.declaration' => [{ year => 2026 }], 'wallet.tax.missing' => [{ year => 2026 }],
	'wallet.tax.explain' => [map { { year => 2026, %$_ } } { field => 'darf.amount', month => '2026-06', code => '6015' }, { field => 'months.due', month => '2026-06' }, { field => 'months.common.loss_brought', month => '2026-06' }],
	'wallet.portfolio.explain' => [(map { { field => $_ } } qw(patrimonio xirr)), { field => 'weight_pct', symbol => 'ITSA4' }, @plan],
	'wallet.plan.explain' => \@plan, 'wallet.plan.get' => [{ contribution => '1000' }, { sell => JSON::PP::true }], 'wallet.portfolio.plan' => [{ contribution => '1000' }],
	'wallet.portfolio.what_if' => [{ transactions => [row('ITSA4', 'stock', 'sell', '2026-11-19', 10, 10)] }], 'wallet.portfolio.issues' => [{ limit => 100, effects => JSON::PP::true }],
	'wallet.objects.resolve' => [{ queries => ['PETR4'] }], 'wallet.series.get' => [{ code => 'CDI' }], 'wallet.paper.get' => [{ symbol => 'PETR4' }],
	'wallet.portfolio.import_rows' => [{ import_id => '0192f0c1-5555-7c4d-8e5f-0a1b2c3d4e5f' }],
);
my (%said, %mends, %alike);
# gather() - what goes on from an answer, each once.
sub gather {
	my ($node, $of) = @_;

	if (ref $node eq 'HASH') {
		$said{ $json->encode($node) } = $node if $node->{function} && ref $node->{input};
		$mends{ $json->encode($node) } = { subject => $of, %$node } if $node->{action} && ref $node->{input} && !@{ $node->{fill} // [] };
		gather($_, $of) for values %$node;
	} elsif (ref $node eq 'ARRAY') {
		gather($_, $of) for @$node;
	}
	return;
}
for my $function (map { $_->{id} } @{ tool(wallet => 'list_functions', {})->{structuredContent}{data} }) {
	my %of = $function =~ /^wallet\.portfolio\./ ? (subject => { entity_id => $id{Uma} }) : ();
	for my $input (@{ $asked{$function} // [{}] }) {
		my $r = tool(wallet => 'execute_function', { function => $function, %of, input => $input });

		ok !$r->{isError} || $function =~ /import_rows|series\.get/, $function or diag $r->{content}[0]{text};
		my $answer = $r->{isError} ? JSON::PP->new->decode($r->{content}[0]{text}) : $r->{structuredContent}{data};
		delete @$answer{qw(instance type)} if $r->{isError};	# of the request
		is_deeply [addresses($answer)], [], "$function: no address";
		gather($r->{structuredContent}{data}, $of{subject});
		next if $function ne 'wallet.portfolio.explain';
		# A figure of the same portfolio is asked for by the names that it has.
		for my $figure (grep { $_->{kind} eq 'figure' && !$_->{ask} } @{ $r->{structuredContent}{data}{inputs} }) {
			my %same = (function => $function, %of, input => { map { $_ => $figure->{$_} } grep { defined $figure->{$_} } qw(field symbol asset_type month item) });
			$alike{ $json->encode(\%same) } = \%same;
		}
	}
}

# ---- what goes on, goes on ----

my %reached = map { $_->{function} => 1 } values %said;
is_deeply [sort keys %reached], [map { "wallet.$_" } qw(plan.explain portfolio.explain portfolio.issues portfolio.xray tax.explain tax.get tax.missing)], 'Functions are named';
ok scalar(keys %alike), 'others have the names that the same Function takes';
my %all = (%said, %alike);
is_deeply [map { my $r = tool(wallet => 'execute_function', $all{$_}); $r->{isError} ? "$_: $r->{content}[0]{text}" : () } sort keys %all], [], 'and each does as it was named';
ok scalar(grep { ref $_->{subject} && $_->{subject}{entity_id} eq $id{Outra} && $_->{function} eq 'wallet.portfolio.explain' } values %said), 'a part of all portfolios is explained in its own';
is_deeply [map { my %mend = %{ $mends{$_} }; my $r = tool(wallet => 'preview_action', { map { $_ => $mend{$_} } qw(action subject input) }); $r->{isError} ? "$_: $r->{content}[0]{text}" : () } sort keys %mends], [], 'so do the mends';
my ($moved) = grep { $_->{code} eq 'transfer_maybe' } @{ tool(wallet => 'execute_function', { function => 'wallet.tax.get', input => { year => 2026 } })->{structuredContent}{data}{warnings} };
is_deeply { %{ $moved->{mend} }, text => 'x' }, { text => 'x', action => 'wallet.portfolio_transaction.change', subject => { entity_id => $id{Outra} },
	input => { transaction_id => $moved->{rows}[1]{transaction_id}, trade_date => '2026-08-04' } }, 'a transfer is mended in the portfolio that it came to';

# ---- the same over HTTP, with the addresses ----

for my $same (['attention.get', {}, '/v1/portfolio/attention'], ['tax.get', { year => 2026 }, '/v1/portfolio/tax?year=2026'], ['tax.declaration', { year => 2026 }, '/v1/portfolio/tax/declaration?year=2026'],
	['tax.explain', { year => 2026, field => 'darf.amount', month => '2026-06', code => '6015' }, '/v1/portfolio/tax/explain?year=2026&field=darf.amount&month=2026-06&code=6015'],
	['portfolio.explain', { field => 'patrimonio' }, "/v1/portfolios/$id{Uma}/explain?field=patrimonio", $id{Uma}]) {
	my ($name, $input, $path, $of) = @$same;
	my $mine = tool(wallet => 'execute_function', { function => "wallet.$name", input => $input, ($of ? (subject => { entity_id => $of }) : ()) })->{structuredContent}{data};
	my $theirs = http($path);

	ok scalar(addresses($theirs)), "$name: HTTP has addresses";
	delete $theirs->{meta}, delete $mine->{meta} if $of;	# of the call
	is_deeply $mine, unaddressed($theirs), "$name: and else the same";
}

# ---- what an operation says of itself ----

# words() - its sentences.
sub words {
	my ($node, $name) = @_;

	return map { words($node->{$_}, $_) } keys %$node if ref $node eq 'HASH';
	return map { words($_, $name) } @$node if ref $node eq 'ARRAY';
	return defined $node && $name =~ /^(?:title|summary|description|effects|confirmation|why)$/ ? $node : ();
}
for my $profile (sort keys %key) {
	for my $kind (qw(function action)) {
		my $list = tool($profile => "list_${kind}s", {})->{structuredContent}{data};

		ok scalar @$list, "$profile: its ${kind}s";
		is_deeply [map { my $id = $_->{id}; map { "$id: $_" } addresses([words(tool($profile => "get_$kind", { $kind => $id })->{structuredContent}, '')]) } @$list], [], 'no sentence names one';
	}
}

done_testing;

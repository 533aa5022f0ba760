#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# `at` returns the same answer as the same call on that day: a ledger is written day by day, each row on its date;
# every answer is stored, and requested again at the end.

use strict;
use warnings;
use utf8;

use JSON::PP ();
use Lastro::Market qw(bump event provent);
use Lastro::Office;
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my $office = Lastro::Office->new($t, 'Escritorio', from => '2026-01-01');
my $owner = $office->member('owner');
my $advisor = $office->member('advisor');
my ($ws, %client, %portfolio, %id) = ($office->{workspace});

# ---- the market, as known on each day ----

provent($t, 'PETR4', 'dividend', ex => '2026-03-04', record => '2026-03-03', pay => '2026-03-06', gross => '0.50');
provent($t, 'HGLG11', 'yield', ex => '2026-03-30', record => '2026-03-27', pay => '2026-04-02', gross => '1.10');
event($t, 'VALE3', '2026-03-05', 'split', [2, 1]);

my %price = (
	'2026-03-02' => { PETR4 => 30, VALE3 => 60, HGLG11 => 160, VOO => 500, dollar => '5.10' },
	'2026-03-03' => { PETR4 => 31, VALE3 => 61, HGLG11 => 161, VOO => 505, dollar => '5.12' },
	'2026-03-04' => { PETR4 => '30.50', VALE3 => 62, HGLG11 => 159, VOO => 502, dollar => '5.20' },
	'2026-03-05' => { PETR4 => 32, VALE3 => '31.50', HGLG11 => 158, VOO => 498, dollar => '5.18' },
	'2026-03-06' => { PETR4 => 33, VALE3 => 32, HGLG11 => 160, VOO => 499, dollar => '5.15' },
	'2026-03-31' => { PETR4 => 35, VALE3 => 30, HGLG11 => 165, VOO => 510, dollar => '5.30' },
	'2026-04-01' => { PETR4 => 34, VALE3 => 29, HGLG11 => 166, VOO => 512, dollar => '5.31' },
	'2026-04-02' => { PETR4 => 36, VALE3 => '29.50', HGLG11 => 164, VOO => 515, dollar => '5.29' },
);

sub trade_day {
	my ($day) = @_;
	my %p = %{ $price{$day} };
	my $dollar = delete $p{dollar};

	for my $symbol (sort keys %p) {
		my ($venue, $segment) = $symbol eq 'VOO' ? ('us', '') : ('b3', 'cash');

		$t->sql("insert into quote (venue, symbol, day, segment, close) values ('$venue', '$symbol', '$day', '$segment', $p{$symbol});
			insert into last_close as c (venue, symbol, last_day, last) values ('$venue', '$symbol', '$day', $p{$symbol})
				on conflict (venue, symbol) do update set prev_day = c.last_day, prev = c.last, last_day = excluded.last_day, last = excluded.last;
			insert into close_series (venue, symbol, year, places, days, closes)
				select '$venue', '$symbol', extract(year from day)::int8, 8,
					string_agg(int2send((day - date_trunc('year', day)::date)::int2), '' order by day),
					string_agg(int8send((close * 100000000)::int8), '' order by day)
				from quote where venue = '$venue' and symbol = '$symbol' group by 3
				on conflict (venue, symbol, year) do update set days = excluded.days, closes = excluded.closes");
	}
	$t->sql("insert into ptax (currency, day, sell) values ('USD', '$day', $dollar);
		insert into series (code, day, value) values (4389, '$day', 14.15)");
	Lastro::Market::stamp($t, 'fx', 'USD');
}

# ---- the days ----

sub action {
	my ($id, $input, %o) = @_;
	my $r = $office->action("advisor.$id", $input, as => $owner, %o);

	is $r->status, 200, "$id" or diag $r->body;
	return $r->json->{result};
}
sub client {
	my ($name, $day) = @_;

	$client{$name} = $t->sql("insert into client (workspace_id, id, name, name_key, created_by, created_at)
		values ('$ws', md5('$name')::uuid, '$name', lower('$name'), '$owner->{account}', '$day 15:00Z') returning id");
	$t->sql("insert into client_assignment values ('$ws', '$client{$name}', '$advisor->{id}', '$owner->{account}', '$day 15:00Z')") if $name eq 'Ana';
}
sub portfolio { my ($name, $client, %o) = @_; $portfolio{$name} = action('client_portfolio.create', { client_id => $client{$client}, name => $name, %o })->{id} }
sub row {
	my ($in, $day, $kind, $symbol, $type, $quantity, $price, %o) = @_;

	return action('client_portfolio_transaction.add', { portfolio_id => $portfolio{$in}, symbol => $symbol, asset_type => $type, kind => $kind,
		trade_date => $day, quantity => $quantity, price => $price, %o })->{id};
}

my %does = (
	'2026-03-02' => sub {
		client('Ana', $_);
		portfolio('Longo', 'Ana');
		row('Longo', $_, 'buy', 'PETR4', 'stock', 100, 30, note => 'primeira');
		row('Longo', $_, 'buy', 'VALE3', 'stock', 50, 60);
	},
	'2026-03-03' => sub {
		row('Longo', $_, 'buy', 'VOO', 'us', 2, 505, fees => 1);
		action('client_portfolio_asset.add', { portfolio_id => $portfolio{Longo}, symbol => 'ITUB4', asset_type => 'stock' });
	},
	'2026-03-04' => sub {
		client('Bruno', $_);
		portfolio('Renda', 'Bruno');
		row('Renda', $_, 'buy', 'HGLG11', 'fii', 10, 159);
		action('client_portfolio_asset.add', { portfolio_id => $portfolio{Renda}, symbol => 'CDB X', asset_type => 'renda_fixa',
			meta => { fixed_income => { indexer => 'cdi', pct => 110, maturity => '2030-01-05', paper => 'CDB' } } });
		row('Renda', $_, 'buy', 'CDB X', 'renda_fixa', 1, 10000);
	},
	'2026-03-05' => sub { row('Longo', $_, 'sell', 'PETR4', 'stock', 40, 32) },
	'2026-03-06' => sub {
		portfolio('Ensaio', 'Ana', exclude_from_consolidated => JSON::PP::true());
		row('Ensaio', $_, 'buy', 'HGLG11', 'fii', 1000, 160);
		$t->sql("insert into client_profile values ('$ws', '$client{Ana}', gen_random_uuid(), 1, 'Moderado', 50, '[]', '$owner->{account}', '2026-03-06 18:00Z')");
	},
	'2026-03-31' => sub {
		action('client_portfolio.import', { portfolio_id => $portfolio{Renda}, content => "ticker,operacao,data,quantidade,preco\nPETR4,compra,2026-03-31,20,35\n" });
	},
	'2026-04-01' => sub { row('Longo', $_, 'sell', 'VALE3', 'stock', 100, 29) },
	'2026-04-02' => sub {
		client('Carla', $_);
		row('Renda', $_, 'buy', 'HGLG11', 'fii', 5, 164);
	},
);

# Every call with a day: its name, its answer without the parts that depend on the request.
sub answers {
	my ($at) = @_;
	my @at = defined $at ? (at => $at) : ();
	my %answer;
	my $ask = sub {
		my ($name, $id, $input, %o) = @_;
		my $r = $office->function("advisor.$id", $input, as => $owner, %o, @at);

		$answer{$name} = $r->status == 200 ? $r->json->{data} : $r->code;
	};

	for my $name (qw(Longo Renda Ensaio)) {
		my $subject = $portfolio{$name} // '0192f0c1-2a3b-7c4d-8e5f-0a1b2c3d4e5f';

		$ask->("$name: detail", 'client_portfolio.get', { include => ['closed', 'monthly', 'transactions'] }, subject => $subject);
		$ask->("$name: history", 'client_portfolio.history', {}, subject => $subject);
		$ask->("$name: history of PETR4", 'client_portfolio.history', { symbol => 'PETR4' }, subject => $subject);
		$ask->("$name: ledger", 'client_portfolio.ledger', {}, subject => $subject);
	}
	for my $name (qw(Ana Bruno Carla)) {
		$ask->("$name: client", 'client.get', {}, subject => $client{$name} // '0192f0c1-2a3b-7c4d-8e5f-0a1b2c3d4e5f');
		$ask->("$name: history", 'client.history', {}, subject => $client{$name} // '0192f0c1-2a3b-7c4d-8e5f-0a1b2c3d4e5f');
		$ask->("$name: portfolios", 'client_portfolios.list', {}, subject => $client{$name} // '0192f0c1-2a3b-7c4d-8e5f-0a1b2c3d4e5f');
	}
	$ask->('overview', 'overview.get', { top => 50 });
	$ask->('overview of an advisor', 'overview.get', {}, as => $advisor);
	return \%answer;
}

my %then;
for my $day (sort keys %price) {
	trade_day($day);
	$t->stop_pool if $t->{master};
	$t->start_pool(env => { LASTRO_NOW => "${day}T21:30:00Z" });
	local $_ = $day;
	$does{$day}->();
	$then{$day} = answers();
}
is ref $then{'2026-03-02'}{'Longo: detail'}, 'HASH', 'there were answers';
is $then{'2026-03-02'}{'Renda: detail'}, 'subject_not_found', 'and nothing that did not exist yet';
is $then{'2026-03-03'}{overview}{clients}, 1, 'the overview counted the clients of the day';
isnt $then{'2026-03-06'}{overview}{assets_under_advice_brl}, $then{'2026-03-31'}{overview}{assets_under_advice_brl}, 'which moved';

for my $day (sort keys %price) {
	my $now = answers($day);

	is_deeply $now->{$_}, $then{$day}{$_}, "$day: $_" for sort keys %$now;
}

# A day without changes equals the one before, with the same ledger.
is_deeply answers('2026-03-20')->{'Longo: ledger'}, $then{'2026-03-06'}{'Longo: ledger'}, 'a day without rows has those of before';
is answers('2026-03-01')->{'Longo: ledger'}, 'subject_not_found', 'the day before the first has nothing';

# ---- the spec of each says which field `at` limits, and in what way ----

my %says = (
	'client.get' => ['created_at', qr/perfil, carteiras e lançamentos até lá, com as cotações de então; um cliente cadastrado depois responde 404/],
	'client.history' => ['trade_date', qr/carteiras criadas até ele, os lançamentos e as cotações de então; um cliente cadastrado depois responde 404/],
	'client_portfolios.list' => ['trade_date', qr/carteiras criadas até aquele dia, com os lançamentos até ele e as cotações de então; um cliente cadastrado depois responde 404/],
	'client_portfolio.get' => ['trade_date', qr/lançamentos até aquele dia e as cotações de então.*uma carteira criada depois responde 404/],
	'client_portfolio.history' => ['trade_date', qr/só até aquele dia, com os lançamentos e as cotações de então; uma carteira criada depois responde 404/],
	'client_portfolio.ledger' => ['trade_date', qr/lançamentos de data até aquele dia \(trade_date\)/],
	'overview.get' => ['trade_date', qr/clientes cadastrados, os perfis respondidos e as carteiras criadas até aquele dia.*a captação é do mês dele/],
);
for my $id (sort keys %says) {
	my $spec = $t->get("/v1/advisor/functions/advisor.$id", key => $owner->{key})->json;

	is $spec->{temporal_cut}{field}, $says{$id}[0], "$id: the field";
	like $spec->{description}, $says{$id}[1], "$id: the meaning of at";
}
done_testing;

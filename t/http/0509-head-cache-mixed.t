#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A worker's cached objects are shared by all readers and never changed: with portfolios of a member and of clients
# read, written, previewed and undone in random order, each answer equals that of a new connection with empty caches, or
# of the ledger itself (`at` of today).  LASTRO_TEST_SEED repeats a run, LASTRO_TEST_STEPS sets its length.

use strict;
use warnings;
use utf8;

use JSON::PP ();
use Lastro::Market qw(closes rates event provent succession bump);
use Lastro::Office;
use Lastro::Tenants qw(account);
use Lastro::Test;
use Scalar::Util qw(blessed);
use Test::More;

my $seed = $ENV{LASTRO_TEST_SEED} // 20261120;
my $steps = $ENV{LASTRO_TEST_STEPS} // 60;
my %now = (LASTRO_NOW => '2026-11-20T15:00:00Z');

my $t = Lastro::Test->new;
my $ana = account($t);
my $office = Lastro::Office->new($t, 'Escritorio');
my $owner = $office->member('owner', name => 'Olga');
my $true = JSON::PP::true();

closes($t, b3 => $_, '2026-11-18' => 20 + length, '2026-11-19' => 21 + length) for qw(PETR4 VALE3 NEWC3 HGLG11);
closes($t, us => 'VOO', '2026-11-18' => 700, '2026-11-19' => 707);
rates($t, (map { sprintf('2026-%02d-05', $_) => "5.${_}1" } 1 .. 9), '2026-11-18' => '5.30', '2026-11-19' => '5.40');
provent($t, 'PETR4', 'dividend', ex => '2026-04-11', record => '2026-04-10', pay => '2026-04-20', gross => '0.50');
event($t, 'PETR4', '2026-05-15', 'split', [2, 1]);
succession($t, 'OLDC3', 'NEWC3', '2026-06-16', [1, 4]);

my @papers = (['PETR4', 'stock'], ['VALE3', 'stock'], ['OLDC3', 'stock'], ['HGLG11', 'fii'], ['VOO', 'us'], map { ["AA${_}3", 'stock'] } 'A' .. 'P');

sub pick { return $_[rand @_] }
sub row {
	my (%o) = @_;
	my $paper = $o{paper} // pick(@papers);

	return { symbol => $paper->[0], asset_type => $paper->[1], kind => pick(qw(buy buy buy sell)), quantity => 1 + int rand 90,
		trade_date => sprintf('2026-%02d-%02d', 1 + int rand 10, 1 + int rand 28), price => 5 + int rand 40 };
}

# ---- accounts and portfolios ----

my %as = (key => $ana->{user_key});
my $made = 0;
my (@own, @shared, @of_client, $client);

sub die_unless { my ($r, @ok) = @_; die $r->status . ' ' . $r->body unless grep { $r->status == $_ } @ok; return $r }
sub portfolio { return die_unless($t->post('/v1/portfolios', { name => 'Carteira ' . ++$made }, @_), 201)->json->{id} }
sub made {
	my ($id, %who) = @_;

	die_unless($t->post("/v1/portfolios/$id/transactions", [map { row(paper => $_) } @papers[0 .. 3 + int rand 16]], %who), 201);
	return { id => $id, who => { %who } };
}
sub office_portfolio {
	my $id = die_unless($office->action('advisor.client_portfolio.create', { client_id => $client, name => 'Do cliente ' . ++$made }, as => $owner), 200)->json->{result}{id};

	die_unless($office->action('advisor.client_portfolio_transaction.add', { portfolio_id => $id, transactions => [map { row(paper => $_) } @papers[0 .. 9]] }, as => $owner), 200);
	return $id;
}

# ---- reads: [name, request], without the parts that differ between requests ----

sub ask { my ($path, %who) = @_; return die_unless($t->get($path, %who), 200)->body }
sub told {
	my ($function, %o) = @_;

	return JSON::PP->new->canonical->encode(die_unless($office->function("advisor.$function", $o{input} // {}, as => $owner, %o), 200)->json->{data});
}
sub detail { my ($p) = @_; my $q = pick('', '', '', '?include=closed', '?include=monthly', '?include=transactions'); return ["detail $q", sub { ask("/v1/portfolios/$p->{id}$q", %{ $p->{who} }) }] }
sub direct { my ($p) = @_; return ask("/v1/portfolios/$p->{id}?at=2026-11-20", %{ $p->{who} }) }
sub part { my ($p) = @_; my $part = pick(qw(xray costs look-through history issues export assets)); return [$part, sub { ask("/v1/portfolios/$p->{id}/$part", %{ $p->{who} }) }] }
sub client_part {
	my ($id) = @_;
	my $which = pick(qw(get get history));

	return ["client $which", sub { told("client_portfolio.$which", subject => $id) }];
}
sub reading {
	my $die = rand;

	return detail(pick(@own, @shared)) if $die < 0.35;
	return part(pick(@own, @shared)) if $die < 0.6;
	return ['together', sub { ask('/v1/portfolio', %as) }] if $die < 0.7;
	return ['together, the office', sub { ask('/v1/portfolio', %{ $shared[0]{who} }) }] if $die < 0.75;
	return ['together, by month', sub { ask('/v1/portfolio/history', %as) }] if $die < 0.78;
	return ['overview', sub { told('overview.get') }] if $die < 0.83;
	return ['client', sub { told('client.get', subject => $client) }] if $die < 0.87;
	return client_part(pick(@of_client));
}

sub anew { $t->sql("select pg_terminate_backend(pid, 10000) from pg_stat_activity
		 where datname = current_database() and usename = 'lastro_worker'") }

# ---- writes ----

sub ledger_rows { my ($p) = @_; return JSON::PP::decode_json(ask("/v1/portfolios/$p->{id}/transactions?limit=100", %{ $p->{who} }))->{data} }

my $csv = 0;
sub sheet { my $day = sprintf '%02d/03/2026', 1 + $csv++ % 28; return "ticker,operacao,data,quantidade,preco\n" . join '', map { "$_,compra,$day," . (1 + int rand 50) . ",$csv\n" } qw(VALE3 PETR4 AAC3) }
my %write = (
	add => sub { my ($p) = @_; $t->post("/v1/portfolios/$p->{id}/transactions", row(), %{ $p->{who} }) },
	'add many' => sub { my ($p) = @_; $t->post("/v1/portfolios/$p->{id}/transactions", [map { row() } 1 .. 1 + int rand 6], %{ $p->{who} }) },
	'one refused' => sub { my ($p) = @_; $t->post("/v1/portfolios/$p->{id}/transactions", [row(), { %{ row() }, quantity => -1 }], %{ $p->{who} }) },
	'one beyond the grid' => sub { my ($p) = @_; $t->post("/v1/portfolios/$p->{id}/transactions", { %{ row() }, kind => 'buy', quantity => '90000000000', price => '90000000000' }, %{ $p->{who} }) },
	'one on another version' => sub { my ($p) = @_; $t->post("/v1/portfolios/$p->{id}/transactions", row(), %{ $p->{who} }, headers => { 'If-Match' => '1' }) },
	change => sub { my ($p) = @_; my $r = pick(@{ ledger_rows($p) }) or return; $t->patch("/v1/portfolios/$p->{id}/transactions/$r->{id}", { quantity => 1 + int rand 99 }, %{ $p->{who} }) },
	drop => sub { my ($p) = @_; my $r = pick(@{ ledger_rows($p) }) or return; $t->delete_("/v1/portfolios/$p->{id}/transactions/$r->{id}", %{ $p->{who} }) },
	rename => sub { my ($p) = @_; $t->patch("/v1/portfolios/$p->{id}", { name => 'Nome ' . ++$made }, %{ $p->{who} }) },
	'leave out' => sub { my ($p) = @_; $t->patch("/v1/portfolios/$p->{id}", { exclude_from_consolidated => pick($true, JSON::PP::false()) }, %{ $p->{who} }) },
	payment => sub { my ($p) = @_; $t->post("/v1/portfolios/$p->{id}/income", { symbol => 'VALE3', asset_type => 'stock', kind => 'dividend', pay_date => '2026-08-0' . (1 + int rand 9), amount => 1 + int rand 99 }, %{ $p->{who} }) },
	note => sub { my ($p) = @_; my $a = pick(@{ JSON::PP::decode_json(ask("/v1/portfolios/$p->{id}/assets", %{ $p->{who} }))->{data} }) or return;
		$t->patch("/v1/portfolios/$p->{id}/assets/$a->{id}", { name => 'Papel ' . ++$made }, %{ $p->{who} }) },
	import => sub { my ($p) = @_; my $r = $t->request('POST', "/v1/portfolios/$p->{id}/imports?filename=a.csv", body => sheet(), type => 'text/csv', %{ $p->{who} });
		$t->delete_("/v1/portfolios/$p->{id}/imports/" . $r->json->{import_id}, %{ $p->{who} }) if $r->status < 300 && $r->json->{import_id} && rand() < 0.6 },
	rehearsal => sub { my ($p) = @_; $t->request('POST', "/v1/portfolios/$p->{id}/imports?filename=a.csv&dry_run=true", body => sheet(), type => 'text/csv', %{ $p->{who} }) },
	'made again' => sub {
		@own > 2 or return;
		my $i = int rand @own;
		die_unless($t->delete_("/v1/portfolios/$own[$i]{id}", %as), 200);
		$own[$i] = made(portfolio(%as), %as);
	},
	client => sub { my $id = pick(@of_client); my $how = pick(qw(action action preview)); $office->$how('advisor.client_portfolio_transaction.add', { portfolio_id => $id, %{ row() } }, as => $owner) },
	'client, many' => sub { my $id = pick(@of_client); my $how = pick(qw(action preview)); $office->$how('advisor.client_portfolio_transaction.add', { portfolio_id => $id, transactions => [map { row() } 1 .. 4] }, as => $owner) },
	'client, import' => sub { my $id = pick(@of_client); my $how = pick(qw(action preview)); $office->$how('advisor.client_portfolio.import', { portfolio_id => $id, filename => 'a.csv', content => sheet() }, as => $owner) },
	load => sub { bump($t) },
	'a load of a paper' => sub { Lastro::Market::stamp($t, 'b3', pick(qw(PETR4 VALE3))) },
	cut => sub { anew() },
	dropped => sub { $t->sql('delete from portfolio_state') if rand() < 0.3 },
);

# ---- the random mixture ----

sub hammer {
	my ($mb) = @_;
	my (%tried, %answered, @wrong);

	srand $seed + $mb;
	$t->start_pool(workers => 1, env => { %now, LASTRO_CACHE_MB => $mb });
	if (!$client) {
		$client = die_unless($office->action('advisor.client.create', { name => 'Cliente' }, as => $owner), 200)->json->{result}{id};
		@own = map { made(portfolio(%as), %as) } 1 .. 5;
		@shared = map { made(portfolio(key => $owner->{user_key}, workspace => $office->{id}), key => $owner->{user_key}, workspace => $office->{id}) } 1 .. 2;
		@of_client = map { office_portfolio() } 1 .. 3;
	}
	for my $step (1 .. $steps) {
		my $what = pick(sort keys %write);
		my $r = $write{$what}->(pick(@own, @shared));

		$tried{$what}++;
		$answered{$what}{ blessed($r) ? $r->status : 'none' }++;
		push @wrong, "$step $what: " . $r->body if blessed($r) && $r->status >= 500;
		my @readings = map { reading() } 1 .. 3;
		my @said = map { my $how = $_->[1]; ($how->(), $how->()) } @readings, $readings[0];
		my $p = pick(@own, @shared);
		push @wrong, "$step $what: detail is not the ledger's" if ask("/v1/portfolios/$p->{id}", %{ $p->{who} }) ne direct($p);
		anew();
		my @fresh = map { $_->[1]->() } @readings;
		$_->[1]->() for map { @$_ } ([@readings, @readings]) x int rand 2; # so that the next write finds the head unpacked, or not
		for my $i (0 .. $#readings) {
			push @wrong, "$step $what: $readings[$i][0] differs" if grep { $_ ne $fresh[$i] } @said[2 * $i, 2 * $i + 1];
		}
		push @wrong, "$step $what: $readings[0][0] differs at the end" if $said[-1] ne $fresh[0];
	}
	is_deeply \@wrong, [], "with $mb MB each answer is as if the cache were empty";
	note explain \%answered;
	is_deeply [grep { !$tried{$_} } keys %write], [], 'and everything was tried' if $steps >= 100;
	is JSON::PP::decode_json((split /\n/, $t->lastro({ env => \%now }, 'compute', 'state', '--verify', '--json')->{out})[-1])->{wrong}, 0, 'the stored figures are correct';
	$t->stop_pool;
}

hammer($_) for 1, 32;

$t->finish;
done_testing;

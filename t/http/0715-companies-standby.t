#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Companies, their documents and statements, offerings, and market events and agenda, with a lagging standby, and without
# the primary: LASTRO_DATABASE_READ answers them.

use strict;
use warnings;
use utf8;

use JSON::PP ();

use Lastro::Cluster;
use Lastro::Companies qw(register register_row documents document_row statements offerings request_row);
use Lastro::TaxId qw(cnpj masked);
use Lastro::Tenants qw(account);
use Lastro::Test qw(spew);
use Test::More;

my $owner = $$;
my $dir = Lastro::Cluster::directory();
my $primary = Lastro::Cluster->new("$dir/p", settings => Lastro::Cluster::REPLICATION);
my ($standby, $t);	# kept until END, including the directory

END {
	if ($owner == $$) {
		local $?;
		$t->finish if $t;
		$_->stop('immediate') for grep { defined } $primary, $standby;
		undef $dir;
	}
}

$primary->start;
$t = Lastro::Test->new(cluster => $primary);
my $key = account($t)->{user_key};
my $alfa = cnpj('013334440001');

# load() - loads a year of every source.
sub load {
	my ($year, $amount, @companies) = @_;
	my %filing = (code => 1001, tax_id => $alfa, name => 'ALFA S.A.', date => "$year-12-31", filed => $year + 1 . '-03-01');

	$t->lastro_ok('load', 'company-register', register($t->dir, map { register_row($_->[0], cnpj($_->[1]), $_->[2]) } [1001, '013334440001', 'ALFA S.A.'], @companies));
	$t->lastro_ok('load', 'company-documents', documents($t->dir, $year, document_row(1001, $alfa, 'ALFA', 'Fato Relevante', "$year-02-10", "$year-02-10", "P$year")));
	$t->lastro_ok('load', 'dfp', statements($t->dir, 'DFP', $year, { %filing, lines => [['3.01', undef, "$year-01-01", "$year-12-31", $amount]] }));
	$t->lastro_ok('load', 'offerings', offerings($t->dir, undef, [map { request_row($_, Data_requerimento => "$_-01-10", Data_Registro => "$_-02-01", Valor_Mobiliario => 'Debêntures',
		CNPJ_Emissor => masked($alfa), Nome_Emissor => 'ALFA S.A.', Status_Requerimento => 'Registro Concedido') } 2023 .. $year]));
	spew($t->dir . '/events.jsonl', JSON::PP->new->utf8->encode({ record => 'event', event_key => "e$year", type => 'analysis', day => '2026-01-02', layer => 'domestic',
		category => 'other', title => "E $year", summary => 'x', score => 1 }) . "\n");
	$t->lastro_ok('load', 'market-events', $t->dir . '/events.jsonl');
	$t->sql("insert into macro_event (event_key, day, what, why, tag) values ('k$year', '2026-01-20', 'IPCA $year', 'x', 'inflação'); "
		. "update market_version set version = version_next(version) where family = 'agenda'");
}

sub caught_up { return $standby->caught_up($primary, $t->{database}) }

my @asked = (
	['/v1/companies', sub { join ' ', map { $_->{cvm_code} } @{ $_[0]{data} } }, '1001', '1001 1002'],
	['/v1/companies/1001/documents', sub { join ' ', map { $_->{protocol} } grep { $_->{kind} eq 'material_fact' } @{ $_[0]{data} } }, 'P2023', 'P2024 P2023'],
	['/v1/companies/1001/financials', sub { join ' ', map { $_->{revenue_ttm} } @{ $_[0]{data} } }, '100000.00', '200000.00 100000.00'],
	['/v1/offerings', sub { join ' ', map { $_->{id} } @{ $_[0]{data} } }, 'rcvm160-2023', 'rcvm160-2024 rcvm160-2023'],
	['/v1/events', sub { join ' ', map { $_->{title} } @{ $_[0]{data} } }, 'E 2023', 'E 2024 E 2023'],
	['/v1/news/agenda', sub { join ' ', map { $_->{what} } @{ $_[0]{macro} } }, 'IPCA 2023', 'IPCA 2023 IPCA 2024'],
);
sub all_are {
	my ($which, $name) = @_;

	for my $asked (@asked) {
		my $r = $t->get($asked->[0], key => $key);

		is $r->status == 200 ? $asked->[1]->($r->json) : $r->status . ' ' . $r->body, $asked->[$which], "$asked->[0]: $name";
	}
}

load(2023, 100);
$standby = $primary->standby("$dir/s");
my $first = $primary->conninfo($t->{database}, 'lastro_worker');
$t->{worker_conninfo} = $first;
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-01-10T15:00:00Z', LASTRO_DATABASE_READ => $standby->conninfo($t->{database}, 'lastro_worker') });
ok caught_up(), 'the standby follows';

$standby->sql($t->{database}, 'select pg_wal_replay_pause()');
load(2024, 200, [1002, '023334440001', 'BETA S.A.']);
all_are(2, 'the standby\'s data, while it lags');
my %tag = map { $_->[0] => $t->get($_->[0], key => $key)->header('ETag') } @asked;
is $t->get($_->[0], key => $key, headers => { 'If-None-Match' => $tag{ $_->[0] } })->status, 304, "$_->[0]: which has a tag" for @asked;
$standby->sql($t->{database}, 'select pg_wal_replay_resume()');
ok caught_up(), 'the standby has caught up';
all_are(3, 'and the loaded data, once it follows');
is $t->get($_->[0], key => $key, headers => { 'If-None-Match' => $tag{ $_->[0] } })->status, 200, "$_->[0]: under another tag" for @asked;

$primary->stop('immediate');
all_are(3, 'the same without the primary');
is $t->get('/v1/portfolios', key => $key)->status, 503, 'where an account is refused';
undef $primary;
$standby->promote;	# so that its database can be dropped
$t->{cluster} = $standby;
done_testing;

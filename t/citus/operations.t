#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# doc/operations.md, "More than one machine": executes its commands in order, with the addresses and paths of this test: from one
# machine with data to three, a lost node, a new one, and back onto one machine.  Run by make check-citus.

use strict;
use warnings;
use utf8;

use Encode qw(decode);
use File::Basename qw(dirname);
use Lastro::Nodes;
use Lastro::Test qw(program run_command slurp top_srcdir wait_for);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $nodes = Lastro::Nodes->start // plan skip_all => 'CITUS_BIN does not name the programs of a PostgreSQL with the engine';
my $owner = $$;
my $t = Lastro::Test->new(database => 0);
@$t{qw(cluster database)} = ($nodes->{coordinator}, 'lastro');

END { if ($owner == $$) { local $?; $t->finish; undef $nodes } }

my %block;
my $page = decode('UTF-8', slurp(top_srcdir() . '/doc/operations.md'));
while ($page =~ /^```sh citus=([a-z]+)\n(.*?)^```$/msg) { ok !$block{$1}, "a block: $1"; $block{$1} = $2 }

my %port = ('10.0.0.10' => 'coordinator', '10.0.0.11' => 'a', '10.0.0.12' => 'b', '10.0.0.13' => 'c', '10.0.0.21' => 'a2');
sub here {
	my ($text) = @_;

	$text =~ s/'(10\.0\.0\.\d+)', 5432/'127.0.0.1', $nodes->{port}{$port{$1}}/g;
	$text =~ s/(10\.0\.0\.\d+):5432/$nodes->address($port{$1})/ge;
	$text =~ s{host=/run/postgresql}{host=$nodes->{coordinator}{sockets} port=$nodes->{port}{coordinator}}g;
	return $text =~ s{/var/backups/lastro}{$t->dir}ger;
}

# shell() - runs a block, as an operator whose psql is the superuser's; what it prints.
sub shell {
	my ($name) = @_;
	my $r = run_command({ env => { PATH => join(':', dirname(program('lastro')), $ENV{CITUS_BIN}, $ENV{PATH}), PGHOST => $nodes->{coordinator}{sockets},
		PGPORT => $nodes->{port}{coordinator}, PGUSER => 'postgres', LASTRO_DATABASE_ADMIN => $t->conninfo_owner } }, 'sh', '-ec', here($block{$name}));

	is $r->{status}, 0, "the page's block $name" or diag decode('UTF-8', "$r->{out}$r->{err}");
	delete $block{$name};
	return decode('UTF-8', $r->{out});
}

# ---- one machine, with data ----

$_->as_superuser('postgres', 'create database lastro owner lastro') for $nodes->machines;
$t->lastro_ok('db', 'migrate');
$t->lastro_ok('account', 'create', '--email', 'ana@example.com', '--name', 'Ana', '--plan', 'personal');
my $key = $t->lastro_json('key', 'create', '--account', 'ana@example.com', '--name', 'k')->{key};
sub pool { my ($database) = @_; $t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-01-10T15:00:00Z', $database ? (LASTRO_DATABASE => $database) : () }) }
$t->lastro_ok('org', 'create', '--name', 'Escritório Grande', '--advisor');
$t->lastro_ok('org', 'create', '--name', "Outro $_", '--advisor') for 1 .. 3;
pool();
my $id = $t->post('/v1/portfolios', { name => 'Ações' }, key => $key)->json->{id};
my %trade = (symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => 10, price => '30.00');
sub buy { return $t->post("/v1/portfolios/$id/transactions", \%trade, key => $key)->status }
sub quantity { return $t->get("/v1/portfolios/$id", key => $key)->json->{holdings}[0]{qty} }
# digest() - of every table, but of the promotions of machines, which one machine does not have.
sub digest { my ($database) = @_; local $t->{database} = $database; return join "\n", sort grep { !/^throttle\b/ } split /\n/, $t->digest('promotion') }
is buy(), 201, 'a trade on one machine';
my $before = digest('lastro');
$t->stop_pool;

# ---- three ----

$_->as_superuser('lastro', 'create extension citus') for @$nodes{qw(a b c)};	# the page: on every machine
shell('nodes');
my ($worker) = here($block{distribute}) =~ /LASTRO_DATABASE='([^']+)'/;
my $said = shell('distribute');
like $said, qr/distribuída lastro\.ledger \(\d+ de \d+\)/, '  distributes the tables';
like $said, qr/^ok +tabelas distribuídas: todas$/m, '  which the doctor sees';
pool($worker);
is digest('lastro'), $before, '  with every row';
is quantity(), '10', 'the service reads with the options of the page';
is buy(), 201, '  and writes';

my $standby = $nodes->standby('a');
$nodes->{a}->stop('immediate');
$standby->promote;
like shell('promoted'), qr/2/, '  counts the second timeline';
ok wait_for(sub { buy() == 201 }), 'a trade is written after a promotion';
my $quantity = quantity();

like shell('added'), qr/movida uma parte/, '  moves shards to a new node';
is quantity(), $quantity, 'every row is read';
is $t->lastro('doctor')->{status}, 0, 'the doctor finds no failure';

shell('isolated');
my $large = $t->sql("select w.id from workspace w join organization o on o.id = w.organization_id where o.name = 'Escritório Grande'");
is $t->sql("select array_to_string(workspaces, ' ') from job_parts(true) where '$large' = any(workspaces)"), $large, '  an office has a part of its own';
is $t->sql("select count(*) from office where workspace_id = '$large'"), 1, '  with its rows';
is $t->lastro('doctor')->{status}, 0, '  and the doctor finds no failure';
is $t->lastro('audit', 'verify')->{status}, 0, '  nor has its trail lost anything';
is buy(), 201, '  and the others are served';

# ---- and back ----

my $detail = $t->get("/v1/portfolios/$id", key => $key)->body;
$before = digest('lastro');
$said = shell('hold');
like $said, qr/guardado em .*restaurado de .*íntegras/s, '  kept, restored, verified';
is digest('lastro_proof'), $before, '  on one machine without the engine, with every row';
$t->stop_pool;
pool($worker =~ s/dbname=lastro\b/dbname=lastro_proof/r =~ s/ options=\S+//r);
is $t->get("/v1/portfolios/$id", key => $key)->body, $detail, 'the service answers as before, from one machine';
is buy(), 201, '  and writes';
is_deeply [sort keys %block], [], 'every block of the page was run';

done_testing;

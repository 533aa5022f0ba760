#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Tenant tables distributed over two nodes by the engine in CITUS_BIN: an empty and a loaded database, what is refused, every
# statement planned, requests, a promoted node, a new node.  Run by make check-citus.

use strict;
use warnings;
use utf8;

use Encode ();
use JSON::PP ();
use Lastro::Nodes;
use Lastro::Planned qw(unplanned);
use Lastro::Test qw(wait_for);
use Test::More;

my $nodes = Lastro::Nodes->start // plan skip_all => 'CITUS_BIN does not name the programs of a PostgreSQL with the engine';
my $owner = $$;
my @databases;

END { if ($owner == $$) { local $?; $_->finish for @databases; undef $nodes } }

sub database { push @databases, $nodes->database(@_); return $databases[-1] }
sub tenants { return 0 + $_[0]->sql("select count(*) from pg_class c where c.relnamespace = 'lastro'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity") }
sub placed { return 0 + $_[0]->sql("select count(*) from pg_dist_partition where partmethod = 'h'") }

sub refused {
	my ($t, $says, $what, @arguments) = @_;
	my $r = $t->lastro('db', @arguments ? @arguments : 'distribute');

	is $r->{status}, 1, "$what is refused";
	like Encode::decode_utf8($r->{err}), $says, '  and says what to do';
}

# ---- what is refused ----

my $plain = database(extension => 0);
refused($plain, qr/rode antes lastro db migrate/, 'another schema version');
$plain->lastro_ok('db', 'migrate');
refused($plain, qr/create extension citus/, 'a database without the extension');
refused($plain, qr/em uma máquina só \(lastro db distribute\)/, 'a promotion where nothing is distributed', 'promoted', 'x:1');
my $alone = database(nodes => ['a'], roles => 0);
refused($alone, qr/migrate/, 'an empty database');
$nodes->register($alone);
$alone->lastro_ok('db', 'migrate');
refused($alone, qr/conhece 1 máquinas, e são precisas 2/, 'one node');
$nodes->super($alone, "select citus_add_node('127.0.0.1', $nodes->{port}{b})");
$nodes->super($alone, 'alter role lastro nocreaterole');
refused($alone, qr/alter role lastro createrole/, 'an owner who may not set a role');
$nodes->super($alone, 'alter role lastro createrole');
my $worker = $nodes->{coordinator}->session($alone->{database}, 'lastro_worker');
refused($alone, qr/pare o serviço/, 'a pool that is connected');
undef $worker;
wait_for { !$alone->sql("select 1 from pg_stat_activity where usename = 'lastro_worker' and datname = current_database()") };
$alone->sql('create table planted (workspace_id uuid, id uuid); alter table planted enable row level security');
refused($alone, qr/não podem ser distribuídos: planted/, 'a breach of the rules');
$alone->sql('drop table planted');
$nodes->{b}->stop;
refused($alone, qr/A máquina 127\.0\.0\.1:$nodes->{port}{b} não responde/, 'a node that does not answer');
ok $nodes->{b}->try_start, 'which is started again';
is placed($alone), 0, 'nothing was distributed';
is $alone->lastro('db', 'distribute', '--shards', $_)->{status}, 2, "--shards $_ is wrong usage" for '0', 'x', '4097', '';

# ---- an empty database ----

my $printed = $alone->lastro_ok('db', 'distribute', '--shards', 4);
my $n = tenants($alone);
like Encode::decode_utf8($printed), qr/^distribuída lastro\.audit_head \(1 de $n\)\n.*\($n de $n\)\n/s, 'every tenant table is distributed, with progress';
is placed($alone), $n, '  which the engine says as well';
is $alone->sql('select count(distinct colocationid) from pg_dist_partition where partmethod = \'h\''), '1', '  all in one group';
is $alone->sql("select count(*) from pg_dist_shard where logicalrelid = 'lastro.ledger'::regclass"), '4', '  in so many shards';
is $alone->lastro_json('db', 'distribute')->{distributed}, '0', 'again there is nothing to do';
refused($alone, qr/em 4 partes, que não mudam/, 'another number of shards', 'distribute', '--shards', 8);
is_deeply [unplanned($alone)], [], 'every statement is planned there, with each argument null';
$alone->sql(q{create table planted (workspace_id uuid primary key); alter table planted enable row level security});
is $alone->lastro_json('db', 'migrate')->{distributed}, '1', 'a migration distributes a new tenant table';
$alone->sql('drop table planted');

# ---- a loaded one, and requests ----

# Migrated before the extension was there.
my $t = database(extension => 0);
$t->lastro_ok('db', 'migrate');
$t->lastro_ok('account', 'create', '--email', 'ana@example.com', '--name', 'Ana', '--plan', 'personal');
my $key = $t->lastro_json('key', 'create', '--account', 'ana@example.com', '--name', 'k')->{key};
my %pool = (workers => 2, env => { LASTRO_NOW => '2026-01-10T15:00:00Z', LASTRO_DATABASE => $t->conninfo_worker('-c plan_cache_mode=auto') });
my %trade = (symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => 10, price => '30.00');
sub buy { return $t->post("/v1/portfolios/$_[0]/transactions", \%trade, key => $key) }
sub digest { return join "\n", sort grep { !/^(?:audit_head|throttle)\b/ } split /\n/, $t->digest('promotion') }
sub quantity { my $r = $t->get("/v1/portfolios/$_[0]", key => $key); return $r->json->{holdings}[0]{qty} }

$t->start_pool(%pool);
my $id = $t->post('/v1/portfolios', { name => 'Ações' }, key => $key)->json->{id};
is buy($id)->status, 201, 'a trade on one machine';
my $before = digest();
$t->stop_pool;
$nodes->extend($t);
$t->lastro_ok(qw(db distribute --shards 8));
is $t->sql('select count(*) from only lastro.ledger'), '1', 'a loaded database is distributed';
$t->start_pool(%pool);
is digest(), $before, 'every row is still there';
is quantity($id), '10', 'and is read';
is buy($id)->status, 201, 'a trade is written';
is quantity($id), '20', 'and is read, 10 + 10';
is $t->lastro('audit', 'verify')->{status}, 0, 'the chains are whole';
is $t->lastro('compute', 'state', '--verify')->{status}, 0, 'the stored figures are those of the ledgers';

# ---- doctor, a promotion, a rebalance ----

sub findings { my %f = map { $_->{check} => $_ } @{ $t->lastro('doctor', '--json')->{out} =~ /(\{.*\})/s ? JSON::PP->new->utf8->decode($1)->{data} : [] }; return \%f }
my $b = $nodes->address('b');
is findings()->{"máquina $b"}{finding}, 'ok', 'the doctor sees the nodes' or diag explain findings();
refused($t, qr/não foi promovida: está na história 1, já contada/, 'a node that was not promoted', 'promoted', $b);
refused($t, qr/conhece \Q$b\E|não conhece a máquina x:1: conhece/, 'a node that is not known', 'promoted', 'x:1');

my $standby = $nodes->standby('b');
is $t->sql('select lastro.version_floor()'), '0', 'no promotion yet';
refused($t, qr/ainda é réplica: promova-a antes/, 'a standby', 'promoted', '--at', $nodes->address('b2'), $b);
$nodes->{b}->stop('immediate');
$standby->promote;
my $p = $t->lastro_json('db', 'promoted', '--at', $nodes->address('b2'), $b);
is_deeply [@$p{qw(timeline before)}], ['2', '1'], 'a promoted node is counted';
is $t->sql('select lastro.version_floor()'), 1 << 40, 'and versions begin anew: one promotion of 2^40';
is buy($id)->status, 201, 'a trade is written after it';
is quantity($id), '30', 'and is read, 20 + 10';
cmp_ok $t->sql("select ledger_version from lastro.portfolio where id = '$id'"), '>=', 1 << 40, 'in the new history' ;

is $t->lastro_json('db', 'rebalance')->{moved}, '0', 'two equal nodes need no move';
$nodes->super($t, "select citus_add_node('127.0.0.1', $nodes->{port}{c})");
my $moves = Encode::decode_utf8($t->lastro_ok('db', 'rebalance'));
like $moves, qr/movida uma parte de \S+ para \Q${\ $nodes->address('c')}\E \(1 de \d+\)/, 'a new node gets some, with progress';
cmp_ok $t->sql("select count(*) from pg_dist_placement p join pg_dist_node n using (groupid) where n.nodeport = $nodes->{port}{c}"), '>', 0, 'and holds them';
is quantity($id), '30', 'every row is read';
is $t->lastro('audit', 'verify')->{status}, 0, 'and the chains are whole';

done_testing;

#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Backups of distributed tables: of one moment while writes are held, restored onto one machine; and by base backups of all
# machines and a restore point, without holding anybody.  Run by make check-citus.

use strict;
use warnings;
use utf8;

use Encode ();
use Lastro::Nodes;
use Lastro::Test qw(wait_for);
use POSIX ();
use Test::More;

my $nodes = Lastro::Nodes->start(archive => 1) // plan skip_all => 'CITUS_BIN does not name the programs of a PostgreSQL with the engine';
my $owner = $$;
my $t = $nodes->database;
my ($plain, @restored);

END { if ($owner == $$) { local $?; $_->finish for grep { $_ } $t, $plain; $_->stop('immediate') for @restored; undef $nodes } }

my %trade = (symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => 10, price => '30.00');
sub start { $t->start_pool(workers => 3, env => { LASTRO_NOW => '2026-01-10T15:00:00Z', LASTRO_DATABASE => $t->conninfo_worker('-c plan_cache_mode=auto') }) }
my %key;	# by portfolio
sub buy { return $t->post("/v1/portfolios/$_[0]/transactions", \%trade, key => $key{ $_[0] })->status }
sub quantity { return $t->get("/v1/portfolios/$_[0]", key => $key{ $_[0] })->json->{holdings}[0]{qty} }
sub words { my ($r) = @_; return Encode::decode_utf8("$r->{out}$r->{err}") }

$t->lastro_ok('db', 'migrate');
$t->lastro_ok('db', 'distribute', '--shards', 4);
$t->lastro_ok('org', 'create', '--name', "Mesa $_", '--desk') for 1 .. 4;
start();
my @ids = map {
	$t->lastro_ok('account', 'create', '--email', "$_\@example.com", '--name', $_, '--plan', 'personal');
	my $key = $t->lastro_json('key', 'create', '--account', "$_\@example.com", '--name', 'k')->{key};
	my $id = $t->post('/v1/portfolios', { name => 'Ações' }, key => $key)->json->{id};
	$key{$id} = $key;
	$id;
} qw(ana bia);
is buy($_), 201, 'a trade' for @ids;

# ---- refused ----

my $to = $t->dir . '/kept';
my $r = $t->lastro('backup', $to);
is $r->{status}, 1, 'without --hold it is refused';
like words($r), qr/Com --hold as gravações são recusadas/, '  and says what to do';
$nodes->{b}->stop;
$r = $t->lastro('backup', '--hold', $to);
is $r->{status}, 1, 'without a node, too';
like words($r), qr/a máquina 127\.0\.0\.1:$nodes->{port}{b} não responde.*Nada foi guardado/s, '  which is named';
ok !-e $to, 'nothing was written';
ok $nodes->{b}->try_start, 'the node is started again';

# ---- held ----

# Writers go on meanwhile; each answer is a line.
my $said = $t->dir . '/said';
my @writers = map {
	my $id = $_;
	my $pid = fork // die "fork: $!";
	if (!$pid) {
		open my $out, '>>', $said or POSIX::_exit(1);
		$out->autoflush;
		print {$out} buy($id), "\n" while !-e "$said.end";
		POSIX::_exit(0);
	}
	$pid;
} @ids;
sub answers { my %n; $n{$_}++ for split /\n/, -e $said ? Lastro::Test::slurp($said) : ''; return \%n }

ok wait_for(sub { (answers()->{201} // 0) >= 4 }), 'two write, one after another';
$r = $t->lastro('backup', '--hold', $to);
is $r->{status}, 0, 'a backup while they do' or diag words($r);
my $written = answers()->{201};
ok wait_for(sub { answers()->{201} > $written + 4 }), '  after which they write again';
open my $end, '>', "$said.end";
waitpid $_, 0 for @writers;
is_deeply [grep { !/^(?:201|409)$/ } keys %{ answers() }], [], '  and meanwhile were refused as by any other write' or diag explain answers();
cmp_ok answers()->{409} // 0, '>', 0, '  some of them';

# Restores onto one machine without the engine.  Two sessions read the manifest and the dump, which agree if no session wrote meanwhile.
$plain = Lastro::Test->new;
$plain->sql('drop schema lastro cascade');
$r = $plain->lastro('restore', '--verify', $to);
is $r->{status}, 0, 'it is restored onto one machine, and verified' or diag words($r);
is $plain->sql('select count(*) from portfolio'), 2, '  with both portfolios';
is $plain->sql('select count(*) from ledger l where not exists (select from portfolio p where p.workspace_id = l.workspace_id and p.id = l.portfolio_id)'), 0, '  and every row of its own';
is $plain->lastro('db', 'check')->{status}, 0, '  and every statement is prepared';
my $kept = $plain->sql("select count(*) from ledger where portfolio_id = '$ids[0]'");
$plain->start_pool(workers => 1, env => { LASTRO_NOW => '2026-01-10T15:00:00Z' });
is $plain->get("/v1/portfolios/$ids[0]", key => $key{ $ids[0] })->json->{holdings}[0]{qty}, 10 * $kept, '  and the service answers: 10 of each trade';
$plain->stop_pool;

# ---- a restore point ----

my %copy = map { $_ => $nodes->{$_}->copied("$nodes->{dir}/$_-copy") } qw(coordinator a b);
is buy($ids[0]), 201, 'a trade after the base backups';
my $quantity = quantity($ids[0]);
$t->stop_pool;
sub digest { return join "\n", sort grep { !/^(?:throttle)\b/ } split /\n/, $t->sql(join ' union all ', map { qq(select '$_' || ' ' || coalesce(md5(string_agg(md5(x::text), '' order by md5(x::text))), '') from $_ x) }
	qw(portfolio asset ledger audit audit_head portfolio_directory account api_key)) }
my $before = digest();
$nodes->super($t, q(select citus_create_restore_point('monday')));
start();
is buy($ids[0]), 201, 'and one after the restore point';
is quantity($ids[0]), $quantity + 10, '  which counts';
$t->stop_pool;
for my $name (qw(coordinator a b)) {
	$nodes->super_on($name, $t, 'select pg_switch_wal()');
	$nodes->{$name}->stop;
	ok $copy{$name}->recovered("$nodes->{dir}/$name-archive", 'monday'), "$name is restored to the point" or diag Lastro::Test::slurp($copy{$name}{log});
	push @restored, $copy{$name};
}
$t->{cluster} = $copy{coordinator};
ok wait_for(sub { !grep { $_->as_superuser('postgres', 'select pg_is_in_recovery()') eq 't' } @restored }), 'all are promoted';
is digest(), $before, 'every row is that of the point';
$r = $t->lastro('doctor');
is $r->{status}, 1, 'the doctor knows that they are another history';
like words($r), qr/falha  máquina \S+: foi promovida, e isso não foi contado/, '  which is not counted yet';
$t->lastro_ok('db', 'promoted', $nodes->address($_)) for qw(a b);
is $t->lastro('doctor')->{status}, 0, '  and then is';
is $t->lastro('audit', 'verify')->{status}, 0, 'the chains are whole';
is $t->lastro('compute', 'state', '--verify')->{status}, 0, 'the stored figures are those of the ledgers';
start();
is quantity($ids[0]), $quantity, 'the later trade is gone';
is buy($ids[0]), 201, 'and the service writes';
is quantity($ids[0]), $quantity + 10, '  and reads it';

done_testing;

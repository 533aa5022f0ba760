#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Jobs over all workspaces, node by node: an unreachable node is named and skipped, and its work is done when it is back; several
# runs share the work by claims.  Run by make check-citus.

use strict;
use warnings;
use utf8;

use Encode ();
use IO::Handle;
use JSON::PP ();
use Lastro::Market qw(closes);
use Lastro::Nodes;
use Lastro::Test qw(program spew wait_for);
use POSIX ();
use Test::More;

my $nodes = Lastro::Nodes->start // plan skip_all => 'CITUS_BIN does not name the programs of a PostgreSQL with the engine';
my $owner = $$;
my $t = $nodes->database;

END { if ($owner == $$) { local $?; $t->finish; undef $nodes } }

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $now = '2026-11-20T15:00:00Z';
my $later = '2026-11-20T16:01:00Z';	# the hour of a claim has passed
my $b = $nodes->address('b');
$t->lastro_ok('db', 'migrate');
# Two: a statement over what answers then reads one shard, and runs on its node as a whole.
$t->lastro_ok('db', 'distribute', '--shards', 2);

# job() - runs one; what it prints with --json, with its status and its words on standard error.
sub job {
	my ($at, @command) = @_;
	my $r = $t->lastro({ env => { LASTRO_NOW => $at, LASTRO_BASE_URL => 'https://carteira.example' } }, @command, '--json');

	return { %{ $r->{out} =~ /^\{/ ? JSON::PP->new->utf8->decode($r->{out}) : { out => $r->{out} } }, status => $r->{status}, err => Encode::decode_utf8($r->{err}) };
}

# ---- a person and a desk on each node ----

sub port_of { return $t->sql("select n.nodeport from pg_dist_placement p join pg_dist_node n using (groupid)
	where p.shardid = get_shard_id_for_distribution_column('lastro.audit_head', '$_[0]')") }

# made() - makes things until one is on each node; the names of these.
sub made {
	my ($make, $workspace) = @_;
	my %by;

	for (my $n = 1; keys %by < 2; $n++) {
		my $name = $make->($n);
		$by{ port_of($t->sql($workspace->($name))) } //= $name;
	}
	return map { $by{ $nodes->{port}{$_} } } qw(a b);
}

my ($ana, $bia) = made(sub { my $mail = "p$_[0]\@example.com"; $t->lastro_ok('account', 'create', '--email', $mail, '--name', "P$_[0]", '--plan', 'personal'); $mail },
	sub { "select w.id from workspace w join account a on a.id = w.account_id where a.email = '$_[0]'" });
$t->lastro_ok('key', 'create', '--account', $_, '--name', 'k') for $ana, $bia;
my @desks = made(sub { $t->lastro_json('org', 'create', '--name', "Mesa $_[0]", '--desk')->{id} }, sub { "select id from workspace where organization_id = '$_[0]'" });
my $desks = $t->sql('select count(*) from office');
my @on_b = grep { port_of($_) == $nodes->{port}{b} } split /\n/, $t->sql('select workspace_id from office');

closes($t, b3 => 'PETR4', '2026-11-02' => '16.00');
$t->start_pool(workers => 1, env => { LASTRO_NOW => $now, LASTRO_DATABASE => $t->conninfo_worker('-c plan_cache_mode=auto') });
for my $person ($ana, $bia) {
	my $key = $t->lastro_json('key', 'create', '--account', $person, '--name', 'x')->{key};
	my $id = $t->post('/v1/portfolios', { name => 'Principal' }, key => $key)->json->{id};

	is $t->post("/v1/portfolios/$id/transactions", { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => 10, price => 10 },
		key => $key)->status, 201, "$person has a portfolio";
	is $t->post('/v1/notifications/subscriptions', { kind => 'price_stale', channel => 'email', days => 10 }, key => $key)->status, 201, '  and wants to know of old prices';
}
$t->stop_pool;

my $box = $t->dir . '/mail';
my $sendmail = $t->dir . '/sendmail';
mkdir $box;
spew($sendmail, "#!/bin/sh\ncat >'$box/'\$\$\n");
chmod 0755, $sendmail;
my @deliver = ('deliver', '--from', 'Lastro <nao-responda@example.com>', '--sendmail', $sendmail);
sub addressees { return sort map { my $text = Lastro::Test::slurp($_); unlink $_; $text =~ /^To: <?([^>\r\n]+)/m ? $1 : () } glob "$box/*" }

# ---- a node is lost ----

$nodes->{b}->stop;
my $named = qr/^lastro (?:[\w ]+): a máquina \Q$b\E não responde: o que está nela fica para depois\n\z/;
sub partly {
	my ($what, $r, %is) = @_;

	is $r->{status}, 4, "$what: exit status 4" or diag explain $r;
	like $r->{err}, $named, '  which names the node';
	is $r->{$_}, $is{$_}, "  $_" for sort keys %is;
}

partly('compute state', job($now, qw(compute state)), portfolios => 1, made => 1, failed => 0);
partly('compute state --verify', job($now, qw(compute state --verify)), portfolios => 1, right => 1);
partly('compute notices', job($now, qw(compute notices)), queued => 1);
partly('compute alerts', job($now, qw(compute alerts)), desks => $desks - @on_b);
partly('deliver', job($now, @deliver), delivered => 1);
is_deeply [addressees()], [$ana], 'who is on the other node has a message';
partly('audit verify', job($now, qw(audit verify)));
# Of its desks, and of the person: what she subscribed to is in her trail.
like Encode::decode_utf8($t->lastro({ env => { LASTRO_NOW => $now } }, 'audit', 'verify')->{out}), qr/^${\ ($desks - @on_b + 1)} sequências de auditoria/m, '  and read the chains of the other';
my $doctor = job($now, 'doctor');
is $doctor->{status}, 4, 'the doctor: exit status 4' or diag explain $doctor;
is_deeply [map { "$_->{check} $_->{finding}" } grep { $_->{finding} eq 'failure' } @{ $doctor->{data} }], ["máquina $b failure"], '  whose only failure is the node';
is scalar(@{ job($now, qw(org list))->{data} }), $desks, 'the list of organizations needs no node';
is job($now, qw(account create --email new@example.com --name Nova --plan personal))->{status}, 0, 'an account is created';
is job($now, qw(license set --seats 3), $desks[0])->{status}, 0, 'an office on the other node is given a licence, and the chains that answer are counted';
my $changed = $t->sql("select id from workspace where organization_id = '$desks[0]'");
$t->sql("update audit set changes = '[]' where workspace_id = '$changed' and kind = 'organization.created'");
my $found = job($now, qw(audit verify));
is_deeply [$found->{status}, map { $_->{fault} } @{ $found->{data} }], [1, 'changed'], 'a changed row is found on the other node: exit status 1';
like $found->{err}, $named, '  and the node is named';

# ---- it is back ----

ok $nodes->{b}->try_start, 'the node is started again';
my $r = job($now, qw(compute state));
is_deeply [@$r{qw(status err portfolios made)}], [0, '', 2, 2], 'compute state does both portfolios';
is_deeply [@{ job($now, qw(compute notices)) }{qw(status queued)}], [0, 1], 'the notice that was left is queued, the other is not again';
is_deeply [@{ job($now, @deliver) }{qw(status delivered)}], [0, 1], '  and delivered';
is_deeply [addressees()], [$bia], '  to whom it is for';
is_deeply [@{ job($now, qw(compute alerts)) }{qw(status desks)}], [0, $desks], 'compute alerts does all desks';
is job($now, 'doctor')->{status}, 0, 'the doctor finds no failure';

# ---- several runs ----

my $parts = $t->sql('select count(*) from job_parts(true)');
my $early = $t->lastro({ env => { LASTRO_NOW => '2026-11-20T14:59:00Z' } }, qw(compute state));
is $early->{status}, 0, 'a run that began before another ended';
like Encode::decode_utf8($early->{out}), qr/^$parts partes ficaram com outra execução$/m, '  leaves it what it did';
is job('2026-11-20T14:59:00Z', qw(compute state))->{portfolios}, 0, '  and does nothing twice';

# begun() - starts a run in the background, which the lock of a table holds up; its number and the file with its words.
my $runs = 0;
sub begun {
	my ($at) = @_;
	my $out = $t->dir . '/run' . ++$runs;
	my $pid = fork // die "fork: $!";

	if (!$pid) {
		%ENV = (%ENV, LASTRO_DATABASE => $t->conninfo_owner, $at ? (LASTRO_NOW => $at) : ());
		open STDOUT, '>', $out or POSIX::_exit(126);
		exec { program('lastro') } 'lastro', qw(compute state --json) or POSIX::_exit(127);
	}
	return [$pid, $out];
}
# claimed() - how many of the two parts with a portfolio are claimed until a moment; the others end at once.
sub claimed {
	my ($until) = @_;

	return 0 + $t->sql("select count(*) from job_claim where job = 'state' and next_at >= $until and part in
		(select get_shard_id_for_distribution_column('lastro.audit_head', workspace_id) from portfolio_directory)");
}

# locked() - a session on a machine that locks a table, and lets it go at its end.
my $locks = 0;
sub locked {
	my ($machine, $table) = @_;
	my $file = $t->dir . '/lock' . ++$locks;

	open my $to, '|-', $machine->program('psql'), '-XAtq', '-d', $machine->conninfo($t->{database}, 'lastro') or die "psql: $!";
	$to->autoflush;
	print {$to} "set citus.enable_manual_changes_to_shards = on; begin; lock table lastro.$table in exclusive mode;\n\\! touch $file\n";
	ok wait_for(sub { -e $file }), 'a table is locked';
	return $to;
}

my $lock = locked($nodes->{coordinator}, 'portfolio_state');
my $dead = begun($now);
# Until 16:00.
ok wait_for(sub { claimed(q('2026-11-20T15:30:00Z')) }), 'a run has claimed a part';
kill 'KILL', $dead->[0];
waitpid $dead->[0], 0;
close $lock;
is job('2026-11-20T15:50:00Z', qw(compute state))->{portfolios}, 1, 'what a dead run claimed is left alone until its time';
is job($later, qw(compute state))->{portfolios}, 2, '  and is free after it';

$t->sql('delete from job_claim');
$lock = locked($nodes->{coordinator}, 'portfolio_state');
my @both = map { my $run = begun(); my $n = $_; wait_for(sub { claimed("clock_timestamp() + interval '30 minutes'") == $n }); $run } 1, 2;
close $lock;
for (@both) { waitpid $_->[0], 0; is $?, 0, 'a run of two at once ends well' }
is_deeply [sort map { JSON::PP->new->utf8->decode(Lastro::Test::slurp($_->[1]))->{portfolios} } @both], [1, 1], 'each did a part, and none did both';

$t->sql(q(update job_claim set next_at = '2027-01-01'));
is job($later, qw(compute state))->{portfolios}, 2, 'a claim by a clock that was ahead binds nobody';

# ---- a node is lost in the middle of a run ----

my $shard = $t->sql("select get_shard_id_for_distribution_column('lastro.portfolio_state', w.id) from workspace w join account a on a.id = w.account_id where a.email = '$bia'");
$t->sql('delete from job_claim');
$lock = locked($nodes->{b}, "portfolio_state_$shard");
my $cut = begun($now);
ok wait_for(sub { $nodes->super_on('b', $t, "select 1 from pg_stat_activity where wait_event_type = 'Lock'") }), 'a run waits for a node';
$nodes->{b}->stop('immediate');
waitpid $cut->[0], 0;
is $? >> 8, 4, '  which is lost: exit status 4';
is(JSON::PP->new->utf8->decode(Lastro::Test::slurp($cut->[1]))->{portfolios}, 2, '  both were begun');
close $lock;
ok $nodes->{b}->try_start, 'it is started again';
is_deeply [@{ job($now, qw(compute state)) }{qw(status portfolios failed)}], [0, 2, 0], '  and the part is free';

# ---- all nodes are lost ----

$_->stop for @$nodes{qw(a b)};
is job($later, @deliver)->{status}, 4, 'without any node, too, deliver names them and ends';
is job($later, qw(compute state))->{status}, 4, '  and compute state';

done_testing;

#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A flood of log-ins: hashing is limited, no transaction is open meanwhile, and other requests are answered.

use strict;
use warnings;

use Lastro::Browser;
use Lastro::Tenants qw(account);
use Lastro::Test qw(run_command);
use POSIX ();
use Test::More;
use Time::HiRes qw(sleep time);

my $t = Lastro::Test->new;
my $ana = account($t);
my $base = 'https://lastro.example';
my $email = $t->sql("select email from account where id = '$ana->{id}'");
my ($link) = $t->lastro_ok({ env => { LASTRO_BASE_URL => $base } }, 'account', 'invite', $email, '--json') =~ m{"link":"\Q$base\E([^"]*)"};

$t->start_pool(workers => 4, env => { LASTRO_BASE_URL => $base });
my $b = Lastro::Browser->new($t);
is $b->submit($b->open($link), password => 'uma frase comprida', again => 'uma frase comprida')->status, 200, 'a password';
sub enter { return $t->post('/v1/session', { email => $email, password => 'uma frase comprida' })->status }
is enter(), 201, 'its person came from here before';

# flood() - clients that try passwords continuously for $seconds; counts their answers.
sub flood {
	my ($clients, $seconds, $meanwhile) = @_;
	my (@pids, %seen);

	for my $n (1 .. $clients) {
		pipe my $from, my $to or die "pipe: $!";
		my $pid = fork // die "fork: $!";
		if (!$pid) {
			close $from;
			my ($end, %status) = (time + $seconds);
			for (my $i = 0; time < $end; $i++) {
				my $r = $t->post('/v1/session', { email => "p$n-$i\@example.com", password => 'nenhuma delas' });
				$status{ $r ? $r->status : 0 }++;
			}
			print {$to} join ' ', %status;
			close $to;
			POSIX::_exit(0);
		}
		close $to;
		push @pids, [$pid, $from];
	}
	$meanwhile->(time + $seconds);
	for (@pids) {
		my ($pid, $from) = @$_;
		my %status = split / /, do { local $/; <$from> } // '';

		waitpid $pid, 0;
		$seen{$_} += $status{$_} for keys %status;
	}
	return \%seen;
}

# An address is throttled after sixty attempts; this flood has no such limit.
$t->sql('create function forget_throttle() returns trigger language plpgsql as $f$ begin new.attempts := 1; return new; end $f$;
	create trigger forget before insert or update on throttle for each row execute function forget_throttle()');
my ($worst, $asked, $open, $looked, $tried, $entered) = (0, 0, 0, 0, 0, 0);
my $seen = flood(6, 3, sub {
	my ($end) = @_;

	while (time < $end) {
		my $begin = time;
		my $r = $t->get('/v1/portfolios', key => $ana->{user_key});

		$worst = time - $begin if time - $begin > $worst;
		$asked++ if $r && $r->status == 200;
		if ($asked % 10 == 0) { $tried++; $entered++ if enter() == 201 }
		$looked++ unless $asked % 20;
		$open += 0 < $t->sql(q{select count(*) from pg_stat_activity where datname = current_database() and usename = 'lastro_worker'
			and state like 'idle in transaction%' and state_change < clock_timestamp() - interval '10 ms'}) unless $asked % 20;
	}
});
diag "answers: @{[%$seen]}; $asked others, the slowest in " . sprintf('%.0f ms', $worst * 1000);
cmp_ok $seen->{401} // 0, '>', 5, 'passwords are checked';
is_deeply [grep { !/^(?:401|503)$/ } keys %$seen], [], 'and the excess gets Retry-After';
cmp_ok $seen->{503} // 0, '>', 0, 'since few processes hash';
cmp_ok $asked, '>', 10, 'others are answered meanwhile';
cmp_ok $worst, '<', 2, 'all of them soon';
cmp_ok $tried, '>', 2, 'a person logs in meanwhile';
is $entered, $tried, 'each time, from known addresses: a place is reserved for them';
# A password is being hashed at every moment; a worker waiting for a core may be inside a transaction of its own.
cmp_ok $open, '<', 0.8 * $looked, 'and no transaction is held while a password is hashed';

my $r;
for (1 .. 50) { $r = $t->post('/v1/session', { email => 'x@example.com', password => 'nenhuma delas' }); last if $r->status != 503 }
is $r->status, 401, 'afterwards all is as before';

done_testing;

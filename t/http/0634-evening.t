#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The evening of an installation: lastro fetch --all from a test server on loopback that lacks a third of its files,
# then the computations from the fetched ones, then the notices of 200 accounts and their delivery.  fetch ends with 1 and
# names the missing files; the others end with 0, and no command is ended by a signal.

use strict;
use warnings;
use utf8;
use Digest::MD5 qw(md5);
use File::Basename qw(basename);
use IO::Socket::INET;
use JSON::PP ();
use Lastro::Tenants qw(account);
use Lastro::Test qw(slurp spew top_srcdir);
use MIME::Base64 qw(decode_base64);
use POSIX ();
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my $json = JSON::PP->new->utf8;
my $now = '2026-11-23T23:00:00Z';
my $accounts = 200;

# ---- the server: the demonstration's market, under the names of the public files ----

my $files = $t->dir . '/files';
mkdir $files;
system(top_srcdir() . '/contrib/demo/generate', $files, '2026-11-23', '2026-11-23') == 0 or die "generate: $?";
for (glob "$files/COTAHIST_A*.TXT") {
	my ($name) = /(COTAHIST_A\d{4})/;

	system('zip', '-q', '-j', "$files/$name.ZIP", $_) == 0 or die "zip: $?";
}
system('zip', '-q', '-j', "$files/registro_fundo_classe.zip", "$files/registro_fundo.csv", "$files/registro_classe.csv") == 0 or die "zip: $?";

# file_of() - the file for a path, or undef.
sub file_of {
	my ($path) = @_;
	my $name = basename($path =~ s/\?.*//r);

	return "$files/sgs_$1.json" if $path =~ /bcdata\.sgs\.(\d+)\//;
	return "$files/ptax.json" if $path =~ /CotacaoDolarPeriodo/;
	return "$files/usdt.json" if $path =~ m{ticker/24hr};
	return "$files/$1.json" if $path =~ /klines\?symbol=([A-Z]+)/;
	return "$files/" . uc($1) . '.csv' if $path =~ /\?s=%?5?E?\^?([a-z0-9]+)/i;
	return "$files/supplement-$1.json" if $path =~ m{GetListedSupplementCompany/(\S+)} && decode_base64($1) =~ /"issuingCompany":"(\w+)"/;
	return "$files/GetListedCashDividends_CAJU.json" if $path =~ m{GetListedCashDividends/};
	return "$files/$name";
}

# A third of the files is withheld, the same third in every run: by the digest of the path.
sub withheld { my ($path) = @_; return unpack('N', md5($path)) % 3 == 0 }

my $server = IO::Socket::INET->new(Listen => 50, LocalAddr => '127.0.0.1', LocalPort => 0) or die "listen: $!";
my $base = 'http://127.0.0.1:' . $server->sockport;
my $pid = fork // die "fork: $!";
if (!$pid) {
	open my $out, '>', $t->dir . '/paths' or POSIX::_exit(1);
	$out->autoflush(1);
	while (my $client = $server->accept) {
		my $path;
		while (defined(my $line = <$client>)) {
			$path //= (split / /, $line)[1];
			last if $line =~ /^\r?\n\z/;
		}
		my $file = file_of($path);
		my $there = -f $file;
		my $kept = $there && withheld($path);
		print $out join(' ', $there ? $kept ? 'withheld' : 'sent' : 'absent', $path), "\n";
		my $body = $there && !$kept ? slurp($file) : '';
		utf8::encode($body) if utf8::is_utf8($body);
		print $client join("\r\n", 'HTTP/1.1 ' . ($there && !$kept ? 200 : 404) . ' X', 'Connection: close', 'Content-Length: ' . length $body, '', $body);
		close $client;
	}
	POSIX::_exit(0);
}
END { if ($pid) { my $status = $?; kill 'KILL', $pid; waitpid $pid, 0; $? = $status } }

# ---- 200 accounts with portfolios and subscriptions ----

my @people = map { account($t) } 1 .. $accounts;
$t->start_pool(workers => 2, env => { LASTRO_NOW => $now });
my @kinds = ([qw(CAJU4 stock)], [qw(PADA3 stock)], [qw(SOLA11 fii)], [qw(ACMX us)], [qw(BTC crypto)]);
my $wrong = 0;
for my $n (0 .. $#people) {
	my $key = $people[$n]{user_key};
	my $id = $t->post('/v1/portfolios', { name => "Carteira $n" }, key => $key)->json->{id};
	my @rows = map { { symbol => $_->[0], asset_type => $_->[1], kind => 'buy', trade_date => '2026-01-05', quantity => 1 + $n % 7, price => 10 } } @kinds[$n % 2 .. 3 + $n % 2];
	$wrong++ if $t->post("/v1/portfolios/$id/transactions", \@rows, key => $key)->status != 201;
	for my $kind (qw(price_stale income_due)) {
		$wrong++ if $t->post('/v1/notifications/subscriptions', { kind => $kind, channel => 'email', days => $kind eq 'price_stale' ? 3 : 90 }, key => $key)->status != 201;
	}
}
is $wrong, 0, "$accounts accounts, each with a portfolio and two notices";
$t->stop_pool;
# Half of them have no stored figures, and the others' are older than the evening's data.
$t->sql("delete from portfolio_state where get_byte(uuid_send(portfolio_id), 15) < 128");

# ---- the chain, as the units of contrib/systemd run it ----

# Each in the role of its unit: commands that use the network own no tables.
sub command {
	my ($role, @command) = @_;
	my $database = $role eq 'owner' ? $t->conninfo_owner : $t->conninfo_of($role);

	return $t->lastro({ env => { LASTRO_NOW => $now, LASTRO_DATABASE_ADMIN => $database, LASTRO_FETCH_CACHE => $t->dir . '/cache', LASTRO_BASE_URL => 'https://carteira.example' } }, @command);
}

my $fetch = command('loader', 'fetch', '--all', '--base-url', $base, '--wait', 1, '--since', '2025-06-01', '--json');
is $fetch->{status}, 1, 'fetch --all ends with 1' or diag $fetch->{err};
my $summary = $json->decode((split /\n/, $fetch->{out})[-1]);
my %said = map { $_->{url} =~ s/^\Q$base\E//r => 1 } @{ $summary->{missing} };
my @log = map { [split / /, $_, 2] } split /\n/, slurp($t->dir . '/paths');
my %path = map { $_->[1] => $_->[0] } @log;
my @withheld = grep { $path{$_} eq 'withheld' } sort keys %path;
my @sent = grep { $path{$_} eq 'sent' } sort keys %path;
cmp_ok scalar(@withheld), '>=', 5, 'the server withheld ' . @withheld . ' of ' . (@withheld + @sent) . ' files that there are';
# A file of the last days may be unpublished.
is_deeply [grep { !$said{$_} && !m{/db\d{6}\.txt$|/COTAHIST_D} } @withheld], [], 'and each is named';
is_deeply [grep { $said{$_} } @sent], [], 'none that came is';
my ($loaded) = map { my $n = 0; $n += $_->{loaded} for @{ $summary->{sources} }; $n } 1;
cmp_ok $loaded, '>=', 10, "the fetched files are loaded ($loaded)";

my $sendmail = $t->dir . '/sendmail';
my $box = $t->dir . '/mail';
mkdir $box;
spew($sendmail, "#!/bin/sh\ncat >'$box/'\$\$\n");
chmod 0755, $sendmail;
for my $step ([qw(loader compute objects)], [qw(loader compute anomalies)], [qw(loader compute agenda)], [qw(loader compute prices)], [qw(loader compute statements)],
	[qw(owner compute alerts)], [qw(owner compute notices)], [qw(owner compute state)], [qw(owner compute state --verify)],
	['sender', 'deliver', '--from', 'Lastro <nao-responda@example.com>', '--sendmail', $sendmail], ['sender', 'mail', 'send', '--from', 'x@example.com', '--sendmail', $sendmail]) {
	my ($role, @command) = @$step;
	my $r = command(@$step);

	is $r->{status}, 0, "$command[0] $command[1] as $role ends with 0" or diag $r->{err} . $r->{out};
}
my $queued = $t->sql('select count(*) from notification');
cmp_ok $queued, '>=', $accounts, "notices of old prices and payments ($queued)";
is $t->sql('select count(distinct account_id) from notification'), $accounts, 'for every account';
is $t->sql(q{select count(*) from notification where status <> 'sent'}), 0, 'all are sent';
is scalar(() = glob "$box/*"), $queued, 'each once';


# ---- the doctor reports the roles ----

sub runs { my $r = command('owner', 'doctor', '--json'); return { map { $_->{check} => "$_->{finding}: $_->{found}" } grep { $_->{check} =~ /^(?:lastro |papel )/ } @{ $json->decode($r->{out})->{data} } } }
is_deeply runs(), { 'lastro fetch' => 'ok: entrou por último como lastro_loader', 'lastro deliver' => 'ok: entrou por último como lastro_sender',
	map { ("papel $_" => 'ok: preso à segurança de linhas') } qw(lastro_worker lastro_loader lastro_sender) }, 'the doctor finds the roles in order';
is command('owner', 'deliver')->{status}, 0, 'the owner may deliver, as before';
is runs()->{'lastro deliver'}, 'warning: entrou por último como lastro, que passa por toda segurança de linhas', 'which the doctor says';

$t->finish;
done_testing;

#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Typed symbols are not trusted: lastro fetch --all requests those of a register; of the others a few per account, by one
# file, and not again for thirty days.  Thousands of failing files use no more descriptors than one.  The doctor reports no
# missing prices of invented symbols.

use strict;
use warnings;
use utf8;

use IO::Socket::INET;
use JSON::PP ();
use Lastro::Market qw(closes);
use Lastro::Tenants qw(account);
use Lastro::Test qw(program run_command slurp);
use MIME::Base64 qw(decode_base64);
use POSIX ();
use Test::More;
use Time::HiRes qw(time);

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my $json = JSON::PP->new->utf8;
my @now = map { sprintf '2026-%02d-%02dT23:00:00Z', @$_ } [11, 23], [11, 24], [12, 22], [12, 24];

# ---- a server with candles of one coin and closes of one foreign share, each in its service's format ----

my $server = IO::Socket::INET->new(Listen => 100, LocalAddr => '127.0.0.1', LocalPort => 0) or die "listen: $!";
my $base = 'http://127.0.0.1:' . $server->sockport;
my $paths = $t->dir . '/paths';
my $pid = fork // die "fork: $!";
if (!$pid) {
	while (my $c = $server->accept) {
		my $path;
		while (defined(my $line = <$c>)) { $path //= (split / /, $line)[1]; last if $line =~ /^\r?\n\z/ }
		open my $out, '>>', $paths or POSIX::_exit(1);
		syswrite $out, "$path\n";
		my ($status, $body) = (404, '');
		if (my ($coin) = $path =~ /klines\?symbol=([A-Z0-9.-]+)BRL/) {
			my ($from) = $path =~ /startTime=(\d+)/;
			($status, $body) = $coin eq 'NOVA' ? (200, $json->encode([[$from + 86400000 * 5, '10', '11', '9', '10.5', '100', $from + 86400000 * 6 - 1, '1000', 5, '1', '1', '0']]))
				: (400, '{"code":-1121,"msg":"Invalid symbol."}');
		} elsif ($path =~ m{/q/d/l/\?s=([a-z0-9.%^-]+)}i) {
			($status, $body) = (200, $1 eq 'acmx.us' ? "Date,Open,High,Low,Close,Volume\n2026-11-20,10,11,9,10.5,100\n" : "No data\n");
		}
		print {$c} join "\r\n", "HTTP/1.1 $status X", 'Connection: close', 'Content-Length: ' . length $body, '', $body;
		close $c;
	}
	POSIX::_exit(0);
}
END { if ($pid) { my $status = $?; kill 'KILL', $pid; waitpid $pid, 0; $? = $status } }

sub fetch {
	my ($at, %o) = @_;
	my $began = time;
	unlink $paths;
	my $limit = $o{descriptors} ? "ulimit -n $o{descriptors}; " : '';
	my $r = run_command({ env => { LASTRO_NOW => $at, LASTRO_DATABASE => $t->conninfo_of('loader'), LASTRO_FETCH_CACHE => $t->dir . '/cache' } }, 'sh', '-c',
		$limit . 'exec "$@"', 'sh', program('lastro'), 'fetch', '--all', '--base-url', $base, '--attempts', 1, '--wait', 1, '--since', $o{since} // '2021-01-01', '--json');
	my $summary = $json->decode((split /\n/, $r->{out})[-1] // '{}');

	return { %$r, paths => [split /\n/, slurp($paths)], of => { map { $_->{source} => $_ } @{ $summary->{sources} } }, missing => $summary->{missing}, took => time - $began };
}
sub asked { my ($r, $pattern) = @_; return [grep { /$pattern/ } @{ $r->{paths} }] }
sub coins { my ($r) = @_; return { map { /symbol=([A-Z0-9.-]+)BRL/ && $1 ne 'USDT' ? ($1 => 1) : () } @{ $r->{paths} } } }
sub shares { my ($r) = @_; return { map { m{s=([a-z0-9.-]+)\.us} ? ($1 => 1) : () } @{ $r->{paths} } } }

# holds() - inserts assets directly, in a new portfolio.
my $n = 0;
sub holds {
	my ($account, @assets) = @_;
	my $id = sprintf '00000000-0000-7000-9000-%012d', ++$n;

	$t->sql("insert into portfolio (workspace_id, id, controller_id, name_scope, name, name_key, created_at)
			values ('$account->{workspace}', '$id', '$account->{id}', '$account->{id}', 'p$n', 'p$n', '2026-01-01');
		insert into asset (workspace_id, portfolio_id, id, symbol, asset_type, currency, meta, created_at)
			select '$account->{workspace}', '$id', gen_random_uuid(), x.symbol, x.type, 'BRL', '{}', timestamptz '2026-01-01' + x.i * interval '1 s'
			  from (values " . join(', ', map { my ($type, $symbol) = @{ $assets[$_] }; "($_, '$type', '" . $symbol =~ s/'/''/gr . "')" } 0 .. $#assets) . ') x (i, type, symbol)');
	return;
}

my ($hostile, $plain) = map { account($t) } 1, 2;
my @types = qw(stock fii etf bdr option tesouro crypto renda_fixa debenture fund us);
# Three hundred invented ones of every type, and names that are invalid in a URL or a file name.
holds($hostile, (map { my $type = $_; map { [$type => sprintf 'ZZ%s%03d', uc substr($type, 0, 1), $_] } 1 .. 300 } @types),
	map { my $s = $_; map { [$_ => $s] } qw(crypto us stock debenture) } '../../etc/passwd', 'A&symbol=BTC', "O'X", 'A B', '{year}', '-X', 'X' x 80);
holds($plain, [crypto => 'NOVA'], [us => 'ACMX'], [us => 'NADA'], [stock => 'CAJU4']);

# ---- the first night ----

my $first = fetch($now[0], descriptors => 64);
is $first->{status}, 1, 'the night ends with 1, for files of everybody that are not there' or diag $first->{err};
my @everybody = grep { !/klines|q\/d\/l/ } @{ $first->{paths} };
cmp_ok scalar(@everybody), '>', 245, scalar(@everybody) . ' files of everybody are asked for and missing, with sixty-four descriptors';
unlike join(' ', map { $_->{why} } @{ $first->{missing} }), qr/Too many open|descritores/, 'none for want of a descriptor';
is scalar(grep { /ZZ/ } keys %{ coins($first) }) + scalar(grep { /^zz/ } keys %{ shares($first) }), 20, 'of three hundred coins and as many shares of one account twenty are asked for';
is_deeply [grep { @{ asked($first, "symbol=${_}BRL") } > 1 } grep { /ZZ/ } keys %{ coins($first) }], [], 'each by one file, never six years';
is_deeply [coins($first)->{NOVA}, @{ shares($first) }{qw(acmx nada)}], [1, 1, 1], 'the other account is not held up by it';
is scalar @{ asked($first, 'symbol=NOVABRL') }, 6, 'a coin that is found has the years before it, too, in the same night';
is_deeply asked($first, 'precosdenegociacao|ListedSupplement|GetDetails'), [], 'no issuer\'s page and no day of debentures for invented symbols';
is_deeply [grep { m{etc/passwd|\.\.|%2[fF]|symbol=BTC|%7B} } @{ $first->{paths} }], [], 'no invented path either';
is_deeply [grep { /ZZ|zz/ } map { $_->{url} } @{ $first->{missing} }], [], 'unregistered papers are no hole';
is $first->{of}{klines}{not_published}, (grep { /ZZ/ } keys %{ coins($first) }) + 0, 'but counted as not published';
note sprintf '3,300 invented symbols: %d of %d requests are for them', 20, scalar @{ $first->{paths} };

# ---- the following nights ----

my $second = fetch($now[1]);
is_deeply [grep { /^ZZ/i } keys %{ coins($second) }, keys %{ shares($second) }], [], 'the next night none of them, nor another twenty';
is_deeply [sort keys %{ coins($second) }, keys %{ shares($second) }], [qw(NOVA acmx)], 'found symbols are requested as usual';
is_deeply [map { shares(fetch($now[2]))->{$_} } 'nada'], [undef], 'others not again within thirty days';
my $third = fetch($now[3]);
is shares($third)->{nada}, 1, 'after them once more';
is scalar(grep { /^ZZ/i } keys %{ coins($third) }, keys %{ shares($third) }), 20, 'and twenty of the other account';

# ---- many accounts: a limit per night ----

my @many = map { account($t) } 1 .. 15;
for my $a (0 .. $#many) {
	holds($many[$a], map { [crypto => sprintf 'YY%02dX%02d', $a, $_] } 1 .. 40);
}
$t->sql('delete from symbol_asked');
my $fourth = fetch($now[3], since => '2026-12-01');
my %of = ();
/^YY(\d\d)X/ and $of{$1}++ for keys %{ coins($fourth) };
is scalar(grep { /^(?:YY|ZZ)/i } keys %{ coins($fourth) }, keys %{ shares($fourth) }), 199, 'two hundred in all, the share that is not there among them';
my ($least, $most) = (sort { $a <=> $b } values %of)[0, -1];
cmp_ok $most - $least, '<=', 1, "in turn: $least to $most of each";

# ---- known by a register ----

$t->sql(q{insert into instrument (venue, symbol, asset_type, issuer_code) values ('b3', 'CAJU4', 'stock', 'CAJU')});
$t->sql(q{insert into debenture (code, indexer, source) values ('ZZD001', 'cdi', 'anbima')});
my $fifth = fetch($now[3], since => '2026-12-21');
is_deeply [map { decode_base64((m{GetListedSupplementCompany/(\S+)})[0]) =~ /"issuingCompany":"(\w+)"/ } @{ asked($fifth, 'ListedSupplement') }], ['CAJU'], 'a share that is listed has the page of its issuer';
is scalar @{ asked($fifth, 'precosdenegociacao') }, 4, 'a debenture that there is has its days';

# ---- the doctor ----

$t->sql("insert into ledger (workspace_id, portfolio_id, id, asset_id, kind, trade_date, quantity, price, created_at)
	select workspace_id, portfolio_id, gen_random_uuid(), id, 'buy', '2026-01-05', 1, 1, '2026-01-05' from asset where asset_type <> 'renda_fixa'");
closes($t, b3 => 'CAJU4', '2026-01-05' => '10.00');
my $doctor = $t->lastro_json({ env => { LASTRO_NOW => $now[3] } }, 'doctor');
is_deeply [sort map { $_->{check} =~ /^série (?:b3|us|crypto|tesouro|fund|debenture) (.*)/ ? $1 : () } @{ $doctor->{data} }], [qw(ACMX CAJU4 NOVA ZZD001)],
	'the doctor misses prices of what a register has, and of no other';

done_testing;

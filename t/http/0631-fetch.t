#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# lastro fetch of files, from a test server on loopback: requests sent, files accepted, files refused, resumed
# downloads, retries, and unchanged files.

use strict;
use warnings;
use utf8;
use Encode ();
use IO::Socket::INET;
use JSON::PP ();
use MIME::Base64 qw(decode_base64);
use POSIX ();
use Test::More;
use Time::HiRes qw(time);
use Lastro::Test qw(slurp top_srcdir);

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my $cache = $t->dir . '/cache';
my $server = IO::Socket::INET->new(Listen => 5, LocalAddr => '127.0.0.1', LocalPort => 0) or die "listen: $!";
my $base = 'http://127.0.0.1:' . $server->sockport;

# Answers as many requests as there are answers: [status, body, headers …, {send => number of bytes really sent}].
# Logs each request, separated by a blank line.
sub serve {
	my (@answers) = @_;
	my $pid = fork // die "fork: $!";

	return $pid if $pid;
	open my $out, '>', $t->dir . '/requests' or POSIX::_exit(1);
	$out->autoflush(1);
	for my $answer (@answers) {
		my $client = $server->accept or POSIX::_exit(1);
		while (defined(my $line = <$client>)) {
			$line =~ s/\r?\n\z//;
			print $out "$line\n";
			last if $line eq '';
		}
		my ($status, $body, @headers) = @$answer;
		my $how = ref $headers[-1] ? pop @headers : {};
		print $client join("\r\n", "HTTP/1.1 $status X", 'Connection: close', 'Content-Length: ' . length $body, @headers, '', substr($body, 0, $how->{send} // length $body));
		close $client;
	}
	POSIX::_exit(0);
}

my @asked;	# the requests of the last fetch
sub fetch {
	my ($answers, @arguments) = @_;
	my $pid = serve(@$answers);
	my $r = $t->lastro({ env => { LASTRO_NOW => '2025-03-10T12:00:00Z', LASTRO_FETCH_CACHE => $cache } }, 'fetch', '--base-url', $base, '--wait', 20, '--json', @arguments);

	kill TERM => $pid;	# it still waits if no request came
	waitpid $pid, 0;
	@asked = split /\n\n/, slurp($t->dir . '/requests');
	$r->{err} = Encode::decode('UTF-8', $r->{err});
	return $r;
}

sub read_of { my ($r) = @_; return $r->{status} ? "exit $r->{status}: $r->{err}" : join ' ', @{ JSON::PP::decode_json($r->{out}) }{qw(read written)} }

sub refused_like {
	my ($pattern, $name, @rest) = @_;
	my $r = fetch(@rest);

	is $r->{status}, 1, "$name: exit status 1";
	like $r->{err}, $pattern, "$name: and why";
}

my @rows = map { sprintf 'Tesouro Selic;01/03/2029;%02d/03/2025;0,1;0,1;15000,00;149%02d,10;1', $_, $_ } 3 .. 7;
my $csv = join '', map { "$_\n" } 'Tipo Titulo;Data Vencimento;Data Base;Taxa Compra Manha;Taxa Venda Manha;PU Compra Manha;PU Venda Manha;PU Base Manha', @rows;
my @version = ('ETag: "one"', 'Last-Modified: Fri, 07 Mar 2025 20:00:00 GMT');

# ---- a file, once ----

is read_of(fetch([[200, $csv, @version]], '--contact', 'https://example.org/lastro', 'tesouro')), '5 5', 'a file is fetched and loaded';
like $asked[0], qr{^GET /ckan/dataset/\S+/precotaxatesourodireto\.csv HTTP}, 'from its path';
like $asked[0], qr{^User-Agent: lastro/\S+ \(\+https://example\.org/lastro\)$}m, 'and names the contact';
unlike $asked[0], qr/^If-/m, 'unconditionally, the first time';
is_deeply [glob "$cache/*"], [], 'nothing is left in the cache';
is $t->sql('select file from load_log'), 'precotaxatesourodireto.csv', 'the load is on record';

my $r = fetch([[304, '', @version]], 'tesouro');
is read_of($r), '0 0', 'an unchanged file is not loaded';
like $asked[0], qr/^If-None-Match: "one"$/m, 'by its tag';
like $asked[0], qr/^If-Modified-Since: Fri, 07 Mar 2025 20:00:00 GMT$/m, 'and its date';
is $t->sql('select count(*) from load_log'), '1', 'and there is one load';
is read_of(fetch([[200, $csv, @version]], '--again', 'tesouro')), '5 0', 'unless asked for again';
unlike $asked[0], qr/^If-/m, 'which is without conditions';
is read_of(fetch([[200, $csv . $rows[0] =~ s/03\/03/10\/03/r . "\n", 'ETag: "two"']], 'tesouro')), '6 1', 'a changed file is loaded';
like $asked[0], qr/^If-None-Match: "one"$/m, 'having asked for one that is another';
is $t->sql('select etag, last_modified, source from fetched'), qq("two"\t\ttesouro), 'and its version is stored';

# ---- missing files ----

my %cases = (
	'a page of HTML with 200' => [qr/HTML/, [[200, "\n <!DOCTYPE html><p>manutenção"]]],
	'another file' => [qr/falta o cabeçalho/, [[200, "a;b\n1;2\n"]]],
	'an empty file' => [qr/vazio/, [[200, '']]],
	'a missing file' => [qr/respondeu 404/, [[404, 'não há']]],
	'a 304 that nobody asked for' => [qr/respondeu 304/, [[304, '']]],
);
for my $name (sort keys %cases) {
	my ($pattern, $answers) = @{ $cases{$name} };

	utf8::encode($_->[1]) for @$answers;
	refused_like($pattern, $name, $answers, '--again', 'tesouro');
	is scalar @asked, 1, "$name: asked for once";
}
refused_like(qr/não veio um zip/, 'a zip that is none', [[200, 'COTAHIST']], '--year', '2024', 'cotahist');
like $asked[0], qr{^GET /InstDados/SerHist/COTAHIST_A2024\.ZIP }, 'the file of a year';
refused_like(qr/não veio JSON/, 'JSON that is none', [[200, 'data;valor']], '--code', '12', 'sgs');
refused_like(qr/\S/, 'a file of this machine', [[302, '', 'Location: file:///etc/passwd']], '--again', 'tesouro');
is_deeply [glob "$cache/*"], [], 'a refused file is removed';
is $t->sql('select count(*) from load_log'), '3', 'it is not loaded either';

# ---- again ----

$r = fetch([[503, 'espere', 'Retry-After: 1'], [500, ''], [200, $csv, @version]], '--again', 'tesouro');
is read_of($r), '5 0', 'a busy server is asked again';
is scalar @asked, 3, 'as often as it takes';
my $before = time;
fetch([[503, '', 'Retry-After: 2'], [200, $csv, @version]], '--again', 'tesouro');
cmp_ok time - $before, '>=', 2, 'and not before it says';
refused_like(qr/respondeu 503 \(2 tentativas\)/, 'a server that stays busy', [([503, '']) x 3], '--attempts', '2', '--again', 'tesouro');
is scalar @asked, 2, 'is not requested more often than that';
refused_like(qr/volte em 86400 segundos/, 'one that wants a day of rest', [[429, '', 'Retry-After: 86400']], '--again', 'tesouro');

# ---- resumed ----

my $half = 200;
$r = fetch([[200, $csv, @version, { send => $half }], [206, substr($csv, $half), @version, "Content-Range: bytes $half-" . (length($csv) - 1) . '/' . length $csv]], '--again', 'tesouro');
is read_of($r), '5 0', 'a body that breaks off is completed';
like $asked[1], qr/^Range: bytes=$half-$/m, 'from where it broke';
like $asked[1], qr/^If-Range: "one"$/m, 'if it is the same version';

refused_like(qr/1 tentativa|bytes|transfer/i, 'one attempt, broken off', [[200, $csv, @version, { send => $half }]], '--attempts', '1', '--again', 'tesouro');
is -s "$cache/precotaxatesourodireto.csv.part", $half, 'the part waits in the cache';
is read_of(fetch([[206, substr($csv, $half), @version, "Content-Range: bytes $half-" . (length($csv) - 1) . '/' . length $csv]], 'tesouro')), '5 0', 'for the next run';
like $asked[0], qr/^Range: bytes=$half-$/m, 'which continues';
is_deeply [glob "$cache/*"], [], 'and leaves nothing';

my $other = $csv =~ s/149/148/gr;
$r = fetch([[200, $csv, @version, { send => $half }], [200, $other, 'ETag: "three"']], '--again', 'tesouro');
is read_of($r), '5 5', 'another version comes whole';
is $t->sql(q(select close from quote where symbol = 'Tesouro Selic 2029' and day = '2025-03-07')), '14807.100000000000', 'and is not mixed with the part';
$r = fetch([[200, $csv, { send => $half }], [200, $csv]], '--again', 'tesouro');
is read_of($r), '5 5', 'without a version';
unlike $asked[1], qr/^Range/m, 'nothing is resumed';
$r = fetch([[200, $csv, @version, { send => $half }], [206, substr($csv, 100), @version, 'Content-Range: bytes 100-' . (length($csv) - 1) . '/' . length $csv], [200, $csv, @version]], '--again', 'tesouro');
is read_of($r), '5 0', 'a part other than the requested one is refused: the whole is requested';
$r = fetch([[200, $csv, @version, { send => $half }], [416, ''], [200, $csv, @version]], '--again', 'tesouro');
is read_of($r), '5 0', 'nor a range that the server does not have';

# ---- patterns ----

my @candles = map { sprintf '[%d,"5.8","5.8","5.8","%s","1",%d,"1",1,"1","1","0"]', $_->[0], $_->[1], $_->[0] + 86399999 } [1741316400000, '5.80'];
is read_of(fetch([[200, '[' . join(',', @candles) . ']']], '--symbol', 'USDTBRL', '--year', '2025', 'klines')), '1 1', 'candles of a year';
like $asked[0], qr{^GET /api/v3/klines\?symbol=USDTBRL&interval=1d&timeZone=-3&limit=1000&startTime=1735700400000&endTime=1767236399999 }, 'from midnight to midnight of São Paulo';
is read_of(fetch([[200, '[{"data":"07/03/2025","valor":"0.050000"}]']], '--code', '12', '--year', '2025', 'sgs')), '1 1', 'a series: its code is in the name of the file';
is $t->sql('select code from series'), '12', 'as it was asked for';

sub page { my ($n) = @_; return sprintf '{"page":{"pageNumber":%d,"pageSize":100,"totalRecords":2,"totalPages":2},"results":[{"typeStock":"ON","dateApproval":"0%d/03/2024","valueCash":"0,5","ratio":"1","corporateAction":"DIVIDENDO","lastDatePriorEx":"1%d/03/2024","quotedPerShares":"1"}]}', $n, $n, $n }
$r = fetch([[200, page(1)], [200, page(2)]], '--issuer', 'CLUZ', '--name', 'CASA LUZ', 'cash-dividends');
is $r->{status}, 0, 'a list of two pages' or diag $r->{err};
is_deeply [map { m{^GET /listedCompaniesProxy/CompanyCall/GetListedCashDividends/(\S+) } && decode_base64($1) } @asked],
	[map { qq({"language":"pt-br","pageNumber":$_,"pageSize":100,"tradingName":"CASA LUZ"}) } 1, 2], 'each is asked for';
is $t->sql(q(select count(*) from distribution where symbol = 'CLUZ3')), '2', 'and loaded';

# ---- the command line ----

for my $case ([['cotahist'], qr/--year --month --day/], [['--year', '24', 'cotahist'], qr/--year/], [['--month', '3', '--year', '2024', 'cotahist'], qr/--month/],
	[['--code', '../x', 'sgs'], qr/--code/], [['--symbol', 'BTC/BRL', 'klines'], qr/--symbol/], [['holidays'], qr/não há a fonte/], [['--attempts', 'x', 'tesouro'], qr/--attempts/],
	[['--issuer', 'PETR', '--name', 'A"B', 'cash-dividends'], qr/--name/]) {
	my ($arguments, $pattern) = @$case;
	my $r = $t->lastro('fetch', '--cache', $cache, @$arguments);

	is $r->{status}, 2, "fetch @$arguments: wrong usage";
	like Encode::decode('UTF-8', $r->{err}), $pattern, 'and the error';
}
like $t->lastro('fetch', '--help')->{out}, qr/inf_diario_fi_\{year\}\{month\}\.zip/, 'the help shows every address';
close $server;
$r = $t->lastro('fetch', '--cache', $cache, '--base-url', $base, '--attempts', '2', '--wait', '1', 'tesouro');
is $r->{status}, 1, 'no server: refused';
like Encode::decode('UTF-8', $r->{err}), qr/2 tentativas/, 'after the attempts';
done_testing;

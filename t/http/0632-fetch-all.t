#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# lastro fetch --all, from a test server on loopback with some files of every source: requests every source and the
# prices of held papers; a missing file stops nothing and is reported, and a complete one is not requested again.  And
# lastro load, which continues after a bad file.

use strict;
use warnings;
use utf8;
use Encode ();
use IO::Socket::INET;
use JSON::PP ();
use Lastro::Test qw(slurp spew top_srcdir);
use MIME::Base64 qw(decode_base64);
use POSIX ();
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my $cache = $t->dir . '/cache';
my $fixtures = top_srcdir() . '/t/fixtures/load';
my $server = IO::Socket::INET->new(Listen => 50, LocalAddr => '127.0.0.1', LocalPort => 0) or die "listen: $!";
my $base = 'http://127.0.0.1:' . $server->sockport;

my $supplement = slurp("$fixtures/companies.json");
my $sgs = slurp("$fixtures/sgs_12.json");
my $tesouro = join '', map { "$_\n" } 'Tipo Titulo;Data Vencimento;Data Base;Taxa Compra Manha;Taxa Venda Manha;PU Compra Manha;PU Venda Manha;PU Base Manha',
	'Tesouro Selic;01/03/2029;05/03/2025;0,1;0,1;15000,00;14905,10;1';

# The server's files, by a part of the path; it has no others.
my @has = (
	[qr{GetListedSupplementCompany/(\S+)}, sub { decode_base64($_[0]) =~ /"issuingCompany":"CLUZ"/ ? $supplement : undef }],
	[qr{GetListedCashDividends/(\S+)}, sub { slurp("$fixtures/GetListedCashDividends_CLUZ.json") }],
	[qr{bcdata\.sgs\.12/.*dataInicial=01/01/2025}, sub { $sgs }],
	[qr{precotaxatesourodireto\.csv}, sub { $tesouro }],
	[qr{COTAHIST_A2024\.ZIP}, sub { 'nada disso' }],
);

# serve() - answers until it is killed; logs each path.
sub serve {
	my $pid = fork // die "fork: $!";

	return $pid if $pid;
	open my $out, '>', $t->dir . '/paths' or POSIX::_exit(1);
	$out->autoflush(1);
	while (my $client = $server->accept) {
		my ($path, %asked);
		while (defined(my $line = <$client>)) {
			$path //= (split / /, $line)[1];
			$asked{lc $1} = $2 if $line =~ /^(\S+):\s*(.*?)\r?\n/;
			last if $line =~ /^\r?\n\z/;
		}
		print $out "$path\n";
		my $body;
		for my $one (@has) {
			$body = $one->[1]->($1) if !defined $body && $path =~ $one->[0];
		}
		my $status = !defined $body ? 404 : $asked{'if-none-match'} ? 304 : 200;
		$body = '' if $status != 200;
		print $client join("\r\n", "HTTP/1.1 $status X", 'Connection: close', 'ETag: "v1"', 'Content-Length: ' . length $body, '', $body);
		close $client;
	}
	POSIX::_exit(0);
}

sub fetch_all {
	my ($now, @arguments) = @_;
	my $pid = serve();
	my $r = $t->lastro({ env => { LASTRO_NOW => $now, LASTRO_FETCH_CACHE => $cache } }, 'fetch', '--all', '--base-url', $base, '--wait', 1, '--json', @arguments);

	kill TERM => $pid;
	waitpid $pid, 0;
	my @lines = map { JSON::PP::decode_json($_) } split /\n/, $r->{out};
	return { status => $r->{status}, err => $r->{err}, paths => [split /\n/, slurp($t->dir . '/paths')], summary => pop @lines, files => \@lines };
}

sub of { my ($r, $source) = @_; return (grep { $_->{source} eq $source } @{ $r->{summary}{sources} })[0] }
sub asked { my ($r, $pattern) = @_; return scalar grep { $_ =~ $pattern } @{ $r->{paths} } }

# ---- held papers ----

$t->lastro_ok('account', 'create', '--email', 'ana@example.com', '--name', 'Ana', '--plan', 'personal');
my $key = $t->lastro_json('key', 'create', '--account', 'ana@example.com', '--kind', 'user', '--name', 'k')->{key};
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2025-03-10T12:00:00Z' });
my $id = $t->post('/v1/portfolios', { name => 'Minha' }, key => $key)->json->{id};
for my $row (['CLUZ3', 'stock'], ['AAPL', 'us'], ['BTC', 'crypto']) {
	my $r = $t->post("/v1/portfolios/$id/transactions", { symbol => $row->[0], asset_type => $row->[1], kind => 'buy', quantity => 1, price => 10, trade_date => '2025-01-06' }, key => $key);
	is $r->status, 201, "$row->[0] is held" or diag $r->body;
}
$t->stop_pool;
# The registers: the exchange's listing has the share, loaded files have the coin; none has the foreign share.
$t->sql(q{insert into instrument (venue, symbol, asset_type, issuer_code) values ('b3', 'CLUZ3', 'stock', 'CLUZ'), ('crypto', 'BTC', 'crypto', null)});

# ---- everything ----

my $r = fetch_all('2025-03-10T12:00:00Z', '--since', '2024-01-01');
is $r->{status}, 1, 'missing files give exit status 1' or diag $r->{err};
is asked($r, qr{COTAHIST_A2024\.ZIP}), 1, 'closes of a year that is over';
is asked($r, qr{COTAHIST_M0[12]2025\.ZIP}), 2, 'of the months of this one';
is asked($r, qr{COTAHIST_D\d{2}032025\.ZIP}), 6, 'of the weekdays of this month: 3 to 7 and 10 March';
is asked($r, qr{bcdata\.sgs\.12/}), 2, 'a daily series a year';
is asked($r, qr{bcdata\.sgs\.$_/}), 1, "a monthly one whole: $_" for 433, 189, 4390;
is asked($r, qr{dfp_cia_aberta_202[45]\.zip}), 2, 'statements';
is asked($r, qr{inf_diario_fi_2024(0\d|1[012])\.zip}), 12, 'quotas of funds a month';
is asked($r, qr{FIDC/DOC/INF_MENSAL/DADOS/HIST/inf_mensal_fidc_2024\.zip}), 1, 'reports of receivables funds of an old year';
is asked($r, qr{FIDC/DOC/INF_MENSAL/DADOS/inf_mensal_fidc_20250[123]\.zip}), 3, 'and of the months since';
is asked($r, qr{symbol=BTCBRL}), 2, 'candles of a held coin';
is asked($r, qr{/q/d/l/\?s=aapl\.us}), 1, 'closes of the foreign share';
is asked($r, qr{GetListedSupplementCompany}), 1, 'the page of the one issuer';
is asked($r, qr{GetListedCashDividends}), 1, 'and, by the name that it says, its dividends';
my ($ask) = map { m{GetListedCashDividends/(\S+)} ? decode_base64($1) : () } @{ $r->{paths} };
like $ask, qr/"tradingName":"[^\/"]+"/, 'which has lost its bar';
is of($r, 'tesouro')->{loaded}, 1, 'one that came is loaded';
is $t->sql("select count(*) from quote where venue = 'tesouro'"), '1', 'and is in the tables';
is of($r, 'sgs')->{loaded}, 1, 'so is the year of the series that is there';
is of($r, 'cotahist')->{not_published}, 6, 'a day without a file is not a hole';
is of($r, 'cotahist')->{missing}, 3, 'a year and two months are';
like join(' ', map { $_->{why} } grep { $_->{url} =~ /A2024/ } @{ $r->{summary}{missing} }), qr/não veio um zip/, 'each with its reason';
is_deeply [sort keys %{ { map { $_->{source} => 1 } @{ $r->{summary}{sources} } } }], [sort qw(anbima-debentures cash-dividends companies company-details company-documents
	company-forms company-register cotahist debentures dfp fund-fees fund-portfolios fund-quotas fund-reports funds funds-old itr klines offerings ohlc ptax sgs tesouro usdt)],
	'every source is asked that has something to give';

# ---- again ----

my $again = fetch_all('2025-03-10T13:00:00Z', '--since', '2024-01-01');
is of($again, 'tesouro')->{unchanged}, 1, 'an unchanged file is not loaded twice';
is asked($again, qr{precotaxa}), 1, 'though it is asked for';
my $later = fetch_all('2026-06-10T13:00:00Z', '--since', '2025-01-01');
is asked($later, qr{sgs\.12/.*01/01/2025}), 1, 'a year that was loaded while it ran is asked for when it is over';
$t->sql("update fetched set loaded_at = '2026-06-10' where url like '%sgs.12/%01/01/2025%'");
my $settled = fetch_all('2026-06-11T13:00:00Z', '--since', '2025-01-01');
is asked($settled, qr{sgs\.12/.*01/01/2025}), 0, 'and not once it is complete';
is of($settled, 'sgs')->{unchanged} > 0, 1, 'it counts as unchanged';

# ---- the command line ----

is $t->lastro('fetch', '--all', 'tesouro')->{status}, 2, '--all takes no source';
is $t->lastro('fetch', '--all', '--year', '2024')->{status}, 2, 'options of a single file neither';
is $t->lastro('fetch', '--all', '--since', '2025-02-31')->{status}, 2, 'an invalid day neither';
is $t->lastro('fetch', '--since', '2025-02-01', 'tesouro')->{status}, 2, '--since is of --all';
is $t->lastro('fetch')->{status}, 2, 'a source or all of them';

# ---- load continues ----

my @files = map { $t->dir . "/$_" } qw(precotaxa_1.csv mau.csv precotaxa_2.csv);
spew($files[0], $tesouro =~ s/05\/03/06\/03/r);
spew($files[1], "a;b\n1;2\n");
spew($files[2], $tesouro =~ s/05\/03/07\/03/r);
my $load = $t->lastro('load', 'tesouro', @files);
is $load->{status}, 1, 'a bad file makes load end with 1';
like $load->{err}, qr/mau\.csv/, 'and is named';
is $t->sql("select count(*) from quote where venue = 'tesouro'"), '3', 'but the one behind it is loaded';
like Encode::decode('UTF-8', $load->{out}), qr/1 de 3 arquivos recusados/, 'with a message at the end';

close $server;
done_testing;

#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The console: no figure of an investor's reading pages stands without its explanation.  All pages that links lead to
# are gone through; what is not a link must be on the list of what explains itself, each with the reason.  The clock
# stands on Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Lastro::Browser;
use Lastro::Console qw(row told_text);
use Lastro::Market qw(closes fund fund_month rates);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $t = Lastro::Test->new;
my ($alfa, $beta, $gama) = qw(11222333000181 33000167000101 27865757000102);

# ---- a portfolio with something on every page ----

closes($t, b3 => $_, '2026-03-30' => '14.00', '2026-11-18' => '16.00', '2026-11-19' => '16.50') for qw(PETR4 MGLU3 VALE3 HGLG11);
closes($t, us => 'VOO', '2026-03-30' => '610', '2026-11-19' => '707');
rates($t, '2026-01-08' => '5.3902', '2026-02-02' => '5.00', '2026-06-01' => '5.50', '2026-11-18' => '5.2000', '2026-11-19' => '5.2500');
$t->sql('update ptax set buy = sell');
fund($t, $alfa, name => 'FIC Alfa');
fund($t, $gama, name => 'Gama Master');
fund_month($t, $alfa, '2026-10-31', '1000.00', [4, 'Ações', '400.00', 'PETR4'], [4, 'Ações', '200.00', 'VALE3']);
closes($t, fund => $_, '2026-11-19' => '10.00') for $alfa, $beta;
$t->sql(q{insert into distribution (venue, symbol, label, kind, ex_day, pay_day, gross, source) values
	('b3', 'PETR4', 'D', 'dividend', '2026-12-12', '2026-12-20', 0.51234, 'b3')});
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my ($b) = $c->person('ana@example.com');
my $id = $c->write(POST => '/v1/portfolios', { name => 'Principal' })->{id};
my $other = $c->write(POST => '/v1/portfolios', { name => 'Outra' })->{id};
$c->write(POST => "/v1/portfolios/$id/transactions", [
	row('PETR4', 'stock', 'buy', '2026-01-08', '10000', '10'),
	row('PETR4', 'stock', 'sell', '2026-02-10', '1000', '9'),
	row('PETR4', 'stock', 'sell', '2026-03-10', '3000', '15'),
	row('PETR4', 'stock', 'sell', '2026-05-11', '100', '11'),
	row('MGLU3', 'stock', 'buy', '2026-06-10', '100', '8'), row('MGLU3', 'stock', 'sell', '2026-06-10', '100', '8.30'),
	row('HGLG11', 'fii', 'buy', '2026-01-08', '100', '100'), row('HGLG11', 'fii', 'sell', '2026-07-08', '50', '110'),
	row('BTC', 'crypto', 'buy', '2026-01-08', '1', '100000'), row('BTC', 'crypto', 'sell', '2026-08-10', '0.5', '120000'),
	row('VOO', 'us', 'buy', '2026-02-02', '10', '600'), row('VOO', 'us', 'sell', '2026-06-01', '4', '700'),
	row('BOVA99', 'etf', 'buy', '2026-01-08', '10', '100'), row('BOVA99', 'etf', 'sell', '2026-09-08', '5', '110'),
	row('SEMP3', 'stock', 'buy', '2026-01-08', '5', '1'), row('VALE3', 'stock', 'sell', '2026-10-08', '5', '60'),
	row('PETR4', 'stock', 'sell', '2026-10-09', '2000', '15'),
	row($alfa, 'fund', 'buy', '2026-06-01', '100', '10'), row($beta, 'fund', 'buy', '2026-06-01', '10', '10'),
]);
$c->write(POST => "/v1/portfolios/$other/transactions", [row('PETR4', 'stock', 'buy', '2026-01-08', '5000', '13')]);
$c->write(POST => "/v1/portfolios/$id/income", { symbol => 'VOO', asset_type => 'us', kind => 'dividend', pay_date => '2026-06-02', amount => '7.00', gross_amount => '10.00' });
$c->write(POST => "/v1/portfolios/$id/income", { symbol => 'PETR4', asset_type => 'stock', kind => 'dividend', pay_date => '2026-06-02', amount => '70.00' });

# ---- the pages ----

# Of these there are reports of their own: what is being written, and what is taken in (0203, 0204).
my $not_read = qr{/imports|/reconcile|/new$|/delete$};

# crawled() - every page that a link leads to, by its address; of explanations the addresses alone.
sub crawled {
	my (@open) = @_;
	my (%page, %explained);

	while (defined(my $at = shift @open)) {
		next if $page{$at};
		my $html = $page{$at} = $c->page($at);
		while ($html =~ m{<a [^>]*href="([^"#]*)(?:#[^"]*)?"}g) {
			my $to = Lastro::Browser::unescape($1);

			next if $to !~ m{^/(?:portfolios|tax|notices)\b} || $to =~ $not_read;
			if ($to =~ m{/explain\?}) {
				$explained{$to} //= $at;
				next;
			}
			next if $to =~ /[?&](?:sort|year=20[^2]|year=202[0-4])/;
			push @open, $to;
		}
	}
	return (\%page, \%explained);
}

my ($page, $explained) = crawled('/portfolios');
my %bare;
for my $at (sort keys %$page) {
	my $html = $page->{$at};
	my $kind = $at =~ s/\?.*//r =~ s{[0-9a-f]{8}-[0-9a-f-]{27}}{*}gr;

	$html =~ s{<a [^>]*><data [^>]*>[^<]*</data>\s*</a>}{}g;
	while ($html =~ m{<data class="([^"]*)" value="([^"]*)"}g) { $bare{"$kind $1"}++ if $2 ne 'null' }
	while ($kind =~ /declaration/ && $html =~ m{(<tr>(?:(?!</tr>).)*<data class="quantity".*?</tr>)}gs) { diag "$kind ", told_text($1) =~ s/\n/ /gr }
	# A figure that is no element of its own would escape the list.
	$html =~ s{<svg.*?</svg>|<data [^>]*>[^<]*</data>|<head.*?</head>}{}gs;
	my $text = told_text($html =~ s/></> </gr);
	while ($text =~ m{([^\n]{0,30}(?:R\$\s*[\d.,]+|\d\s?%)[^\n]{0,20})}g) { $bare{"$kind TEXT $1"}++ }
}
diag "$_ $bare{$_}" for sort keys %bare;
diag scalar keys %$page, ' pages, ', scalar keys %$explained, ' explanations';
ok 1;

$t->finish;
done_testing;

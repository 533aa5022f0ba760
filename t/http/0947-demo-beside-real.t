#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The demonstration only contains invented data.  None of its tickers, tax ids, ISINs, CVM codes and paper codes occurs
# in a file of real data; and with the real register, the exchange's sessions and ANBIMA's debentures loaded, both have
# the same objects, companies and units as alone, and there are no others.

use strict;
use warnings;
use utf8;
use File::Find ();
use IO::Uncompress::AnyUncompress qw($AnyUncompressError);
use IO::Uncompress::Unzip qw($UnzipError);
use Lastro::Demo qw(demonstration);
use Lastro::Test qw(shared_dir slurp);
use Test::More;

my $shared = shared_dir();
plan skip_all => 'no shared folder' unless $shared && -d "$shared/data/cvm_cad_cia_aberta";
my $data = "$shared/data";
my $today = '2026-11-20';

# ---- the demonstration ----

my ($demo) = demonstration();
sub column { my ($t, $query) = @_; return sort split /\n/, $t->sql($query) }

# ---- the demonstration's names ----

my @tax_ids = column($demo, q(select tax_id from company where tax_id is not null union select tax_id from fund union select issuer_tax_id from debenture
	union select value from object_key where type = 'cnpj' union select tax_id from client where length(tax_id) = 14 union select issuer_tax_id from instrument where issuer_tax_id is not null));
cmp_ok scalar @tax_ids, '>=', 33, 'companies, funds and people';
is_deeply [grep { !/^LASTRO\d\d0001\d\d$/ } @tax_ids], [], 'each with a tax id of letters, LASTRO01 and on';
is join(' ', map { $_->[1] } sort { $a->[0] cmp $b->[0] } map { [$_, substr $_, -2] } grep { /^LASTRO0[123]/ } @tax_ids), '00 47 91',
	'and the check digits of the sum modulo 11 over the characters less 48: of LASTRO01 0001, LASTRO02 0001 and LASTRO03 0001';
my @names = column($demo, q(select k.value from object_key k join object o on o.no = k.object_no where k.type in ('ticker', 'isin', 'code')
		and o.kind in ('company', 'fund', 'equity_security', 'instrument') and o.subkind <> 'tesouro' union select code from debenture union select ticker from company_ticker
	union select symbol from instrument where venue not in ('index', 'crypto', 'tesouro') union select cvm_code::text from company));
cmp_ok scalar @names, '>=', 60, 'tickers, ISINs, codes of papers, options and companies';

my %there;
sub told {
	my ($bytes) = @_;

	undef $there{$_} for $bytes =~ /[0-9A-Z]{4,}/g;
	undef $there{ s/[^0-9A-Z]//gr } for $bytes =~ m{[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}/[0-9A-Z]{4}-\d\d}g;
	return;
}
File::Find::find({ no_chdir => 1, wanted => sub {
	return unless -f;
	if (/\.zip$/i) {
		my $zip = IO::Uncompress::Unzip->new($_) or die "$_: $UnzipError";
		do { local $/; told(scalar(<$zip>) // '') } while ($zip->nextStream == 1);
	} elsif (/\.gz$/i) {
		my $z = IO::Uncompress::AnyUncompress->new($_) or die "$_: $AnyUncompressError";
		local $/;
		told(scalar <$z>);
	} else {
		told(slurp($_));
	}
} }, $data);
ok exists $there{$_}, "the files of real data have $_" for qw(PETR4 33000167000101 BRPETRACNPR6);
is_deeply [grep { exists $there{$_} } @tax_ids, @names], [], 'and nothing of the demonstration';

# ---- both together ----

my %all = (
	objects => q(select id, kind, subkind, name, anchor_type, anchor_value, source from object),
	keys => q(select o.id, k.type, k.value, k.since, k.until from object_key k join object o on o.no = k.object_no),
	names => q(select o.id, n.name, n.kind from object_name n join object o on o.no = n.object_no),
	relations => q(select s.id, r.verb, o.id, r.since, r.until from object_relation r join object s on s.no = r.subject_no join object o on o.no = r.object_no),
	units => q(select o.id, m.id, u.unit from object_unit u join object o on o.no = u.object_no join object_measure m on m.no = u.measure_no),
	figures => q(select o.id, m.id, v.base_date, v.filed_at, v.value from object_observation v join object o on o.no = v.object_no join object_measure m on m.no = v.measure_no),
	companies => q(select cvm_code, tax_id, name, trading_name, sector, status, listed, quoted, trades, registered_on, cancelled_on, category, fiscal_year_end from company),
	tickers => q(select k.ticker, c.cvm_code, k.since, k.until from company_ticker k join company c on c.id = k.company_id),
	instruments => q(select * from instrument),
	debentures => q(select * from debenture),
	closes => q(select * from last_close),
);
sub state_of { my ($t) = @_; return { map { my $what = $_; $what => { map { $_ => 1 } column($t, $all{$what}) } } keys %all } }
sub load_real {
	my ($t) = @_;

	for my $load (['company-register', "$data/cvm_cad_cia_aberta/cad_cia_aberta.csv"], ['cotahist', sort glob "$data/b3_cotahist/COTAHIST_*"],
		['anbima-debentures', sort glob "$data/anbima_debentures/db*.txt"]) {
		$t->lastro('load', @$load);
	}
	$t->lastro_ok({ env => { LASTRO_NOW => "${today}T15:00:00Z" } }, 'compute', 'objects');
	return;
}
my $real = Lastro::Test->new;
load_real($real);
cmp_ok $real->sql('select count(*) from company'), '>', 2000, 'the register alone';
my ($one, $other) = map { state_of($_) } $demo, $real;
load_real($demo);
my $both = state_of($demo);
for my $what (sort keys %all) {
	cmp_ok scalar keys %{ $one->{$what} }, '>', 0, "$what of the demonstration";
	is_deeply [grep { !$both->{$what}{$_} } sort keys %{ $one->{$what} }], [], "… stay as they were beside the real ones";
	is_deeply [grep { !$both->{$what}{$_} } sort keys %{ $other->{$what} }], [], '… which are as they are alone';
	is_deeply [grep { !$one->{$what}{$_} && !$other->{$what}{$_} } sort keys %{ $both->{$what} }], [], '… and there are no others';
}

done_testing;

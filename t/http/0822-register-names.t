#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Resolution over the real register of companies and real quotes: 150 labelled queries (legal, trade and former names,
# nicknames, typing errors) and 20 that may identify no company.  Prints the share of right first candidates by kind, the
# held-out nicknames apart, and the precision of identities.  Skipped where the shared folder is absent.

use strict;
use warnings;
use utf8;
use JSON::PP ();
use Test::More;
use Time::HiRes qw(time);
use Lastro::Tenants qw(account);
use Lastro::Test qw(shared_dir top_srcdir);

my $shared = shared_dir();
plan skip_all => 'no shared folder' unless $shared && -d "$shared/data/b3_cotahist" && -f "$shared/data/cvm_cad_cia_aberta/cad_cia_aberta.csv";

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};

$t->lastro_ok('load', 'company-register', "$shared/data/cvm_cad_cia_aberta/cad_cia_aberta.csv");
$t->lastro_ok('load', 'cotahist', $_) for sort glob "$shared/data/b3_cotahist/COTAHIST_*";
$t->lastro_ok('compute', 'objects');
for my $names (sort glob top_srcdir() . '/contrib/names/*.jsonl') {
	my ($first, $again) = map { $t->lastro_json('load', 'objects', $names) } 1 .. 2;

	is "$first->{refused} $first->{ignored}", '0 0', 'names: no line is refused, none is of a key that these files do not have';
	is $again->{written}, '0', 'and again they write nothing';
}
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2024-11-08T21:00:00Z' });

sub encoded { my ($s) = @_; utf8::encode($s); return $s =~ s/([^A-Za-z0-9._~-])/sprintf '%%%02X', ord $1/ger }

# ask() - adds the verdict and the first candidate to each row, twenty queries a call.
sub ask {
	my @rows = @_;

	while (my @call = splice @rows, 0, 20) {
		my $r = $t->get('/v1/objects/resolve?limit=10&q=' . join('%7C', map { encoded($_->{q}) } @call), key => $key)->json;
		my @candidates = @{ $r->{data} };
		for my $i (0 .. $#call) {
			my @own = splice @candidates, 0, $r->{meta}{queries}[$i]{candidates};
			@{ $call[$i] }{qw(best first)} = ($r->{meta}{queries}[$i]{best_id}, @own ? $own[0]{id} : undef);
		}
	}
}

open my $in, '<:encoding(UTF-8)', top_srcdir() . '/t/data/resolution/register.txt' or die $!;
my @rows = map { chomp; my %r; @r{qw(kind q want from)} = split /\t/; $r{from} //= ''; \%r } grep { !/^#/ } <$in>;
my @labelled = grep { $_->{kind} ne 'none' } @rows;
my %loaded = map { lc($_->{name}{name}) => 1 } map { open my $f, '<', $_ or die $!; map { JSON::PP::decode_json($_) } <$f> } glob top_srcdir() . '/contrib/names/*.jsonl';
my @nicknames = grep { $_->{kind} eq 'nickname' } @rows;
my @held = grep { $_->{from} eq 'held-out' } @nicknames;

is @labelled, 150, 'a hundred and fifty labelled queries';
is 3 * @held, scalar @nicknames, 'a third of the nicknames is held out';
ok !$loaded{ lc $_->{q} }, "$_->{q}: is not in the names" for @held;
is $t->sql("select count(*) from object where id = 'company:$_->{want}'"), '1', "$_->{q}: its company is in the register" for @labelled;

ask(@rows);
sub first_right { return scalar grep { ($_->{first} // '') eq "company:$_->{want}" } @_ }
sub share { return @_ ? 100 * first_right(@_) / @_ : 100 }

diag '';	# the first line is glued to what was printed before
my %kinds = map { $_->{kind} => 1 } @labelled;
for my $kind (sort keys %kinds) {
	my @of = grep { $_->{kind} eq $kind } @labelled;
	diag sprintf '%-18s %3d of %3d first candidates right, %5.1f %%', $kind, first_right(@of), scalar @of, share(@of);
}
my @known = grep { $_->{from} ne 'held-out' } @labelled;
diag sprintf '%-18s %3d of %3d first candidates right, %5.1f %%', @$_[0, 1], scalar @{ $_->[2] }, share(@{ $_->[2] })
	for ['held-out nickname', first_right(@held), \@held], ['without held-out', first_right(@known), \@known], ['all', first_right(@labelled), \@labelled];

my @identified = grep { defined $_->{best} } @rows;
my @wrong = grep { $_->{best} ne "company:$_->{want}" } @identified;
my $precision = @identified ? 100 * (@identified - @wrong) / @identified : 100;
diag sprintf '%-18s %3d of %3d right, %5.1f %%', 'identities', @identified - @wrong, scalar @identified, $precision;
diag "  first: $_->{q} -> " . ($_->{first} // 'nothing') . ", not company:$_->{want}" for grep { ($_->{first} // '') ne "company:$_->{want}" } @labelled;
diag "  identity: $_->{q} -> $_->{best}, not company:$_->{want}" for @wrong;

cmp_ok share(@labelled), '>=', 90, 'the first candidate is right in 90 % of the queries';
cmp_ok $precision, '>=', 99, 'and an identity in 99 %';

my $from = time;
$t->get('/v1/objects/resolve?q=' . encoded($_->{q}), key => $key) for (@labelled, @labelled)[0 .. 199];
diag sprintf '200 resolve calls: %.2f s', time - $from;

done_testing;

#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The quality of resolution on labelled queries: precision and recall by class, and their minimum values.
#
# t/data/resolution/queries.txt was used while the matcher was written; held-out.txt was written afterwards and
# not used to improve it.

use strict;
use warnings;
use utf8;
use Test::More;
use Lastro::Tenants qw(account);
use Lastro::Test qw(top_srcdir);

my $data = top_srcdir() . '/t/data/resolution';
my $t = Lastro::Test->new;
my $key = account($t)->{user_key};

is $t->lastro_json('load', 'objects', "$data/objects.jsonl")->{refused}, '0', 'the market of the set is loaded';
$t->start_pool(env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub encoded { my ($s) = @_; utf8::encode($s); return $s =~ s/([^A-Za-z0-9._~-])/sprintf '%%%02X', ord $1/ger }

# ask() - adds verdict and first candidate to each row; twenty queries per call.
sub ask {
	my (@rows) = @_;
	my %by_at;

	push @{ $by_at{ $_->{at} // '' } }, $_ for @rows;
	for my $at (sort keys %by_at) {
		while (my @call = splice @{ $by_at{$at} }, 0, 20) {
			my $r = $t->get('/v1/objects/resolve?limit=10&q=' . join('%7C', map { encoded($_->{q}) } @call) . ($at ? "&at=$at" : ''), key => $key)->json;
			my @candidates = @{ $r->{data} };
			for my $i (0 .. $#call) {
				my $m = $r->{meta}{queries}[$i];
				my @own = splice @candidates, 0, $m->{candidates};
				@{ $call[$i] }{qw(best first reason)} = ($m->{best_id}, $own[0] && $own[0]{id}, $m->{reason});
			}
		}
	}
}

sub read_set {
	my ($name) = @_;
	open my $in, '<:encoding(UTF-8)', "$data/$name" or die "$name: $!";
	return map { chomp; my %r; @r{qw(class q want at)} = split /\t/; \%r } grep { !/^#/ } <$in>;
}

# judge() - {class => [queries, answered, correct]}: a key, a name or a homonym is answered by an identity, else by a first candidate.
sub judge {
	my (@rows) = @_;
	my %of;

	for my $r (@rows) {
		my $said = $r->{class} =~ /^(key|name|homonym|none)$/ ? $r->{best} : $r->{first};
		my $s = $of{ $r->{class} } //= { asked => 0, answered => 0, right => 0, wrong => [] };
		$s->{asked}++;
		$s->{answered}++ if defined $said;
		if (($said // '-') eq $r->{want}) { $s->{right}++ }
		else { push @{ $s->{wrong} }, "$r->{q} -> " . ($said // "nothing ($r->{reason})") . ", not $r->{want}" }
	}
	return \%of;
}

sub percent { my ($n, $of) = @_; return $of ? 100 * $n / $of : 100 }

my $all = 0;
for my $set (['queries.txt', 400], ['held-out.txt', 200]) {
	my ($name, $least) = @$set;
	my @rows = read_set($name);
	ask(@rows);
	my $of = judge(@rows);

	$all += @rows;
	cmp_ok scalar @rows, '>=', $least, "$name: enough queries";
	for my $class (sort keys %$of) {
		my $s = $of->{$class};
		my $absent = grep { $_->{class} eq $class && $_->{want} eq '-' } @rows;
		my $right = $s->{right} - ($absent - grep { $_->{class} eq $class && $_->{want} eq '-' && defined($class =~ /^(key|name|homonym|none)$/ ? $_->{best} : $_->{first}) } @rows);
		@$s{qw(precision recall)} = (percent($right, $s->{answered}), percent($s->{right}, $s->{asked}));
		diag sprintf '%-12s %-8s %3d queries, precision %5.1f %%, recall %5.1f %%', $name, $class, $s->{asked}, @$s{qw(precision recall)};
		note "  $_" for @{ $s->{wrong} };
	}
	is $of->{key}{recall}, 100, "$name: exact keys, all of them";
	cmp_ok $of->{name}{precision}, '>=', 99, "$name: precision of exact names";
	cmp_ok $of->{typo}{recall}, '>=', 90, "$name: recall of typing errors";
	cmp_ok $of->{typo}{precision}, '>=', 95, "$name: precision of typing errors";
	is $of->{$_}{recall}, 100, "$name: $_: nothing is identified" for grep { $of->{$_} } qw(homonym none);
}
cmp_ok $all, '>=', 600, 'six hundred queries';

done_testing();

#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Static checks of Containerfile and contrib/compose: users, roots, mounts and variables.  contrib/release/image tests
# that they build and run, with podman.

use strict;
use warnings;

use JSON::PP ();
use Lastro::Test qw(program run_command slurp top_srcdir);
use Test::More;

my $top = top_srcdir();
my $directory = "$top/contrib/compose";

# stages() - the stages of a Containerfile: name => [[instruction, text] ...] with continued lines joined; and their names in order.
sub stages {
	my ($text) = @_;
	my (%stage, @names);

	$text =~ s/^#.*\n//mg;
	$text =~ s/\\\n//g;
	for my $line (split /\n/, $text) {
		my ($word, $rest) = $line =~ /^([A-Z]+)\s+(.*)/ or next;
		push @names, $rest =~ / AS (\S+)/ if $word eq 'FROM';
		push @{ $stage{ $names[-1] } }, [$word, $rest];
	}
	return (\%stage, @names);
}

sub of { my ($stage, $word) = @_; return map { $_->[1] } grep { $_->[0] eq $word } @$stage }

# ---- the images ----

my ($stage, @names) = stages(slurp("$top/Containerfile"));
is_deeply [grep { !/^debian:bookworm-slim AS / } map { of($_, 'FROM') } values %$stage], [], 'the images are based on Debian only';
is $names[-1], 'lastro', 'the one that is built when none is named is the pool';
for my $name (qw(web lastro)) {
	my ($user, @more) = of($stage->{$name}, 'USER');
	like $user, qr/^[1-9]\d+:[1-9]\d+$/, "$name: a user without privileges, by number";
	is scalar of($stage->{$name}, 'HEALTHCHECK'), 1, '  and how one sees that it is well';
	is_deeply \@more, [], '  which is the last word on it';
}
my @copied = map { my @w = grep { !/^--/ } split; pop @w; @w } map { of($_, 'COPY') } values %$stage;
is_deeply [grep { !-e "$top/$_" } @copied], [], 'copied files exist';

# ---- the compose file ----

my $json = run_command({}, program('tools/yaml2json'), "$directory/compose.yaml");
is $json->{status}, 0, 'the compose file is YAML' or diag $json->{err};
my $compose = JSON::PP->new->utf8->decode($json->{out});
my $services = $compose->{services};
my $text = slurp("$directory/compose.yaml");
my $manual = join '', map { slurp("$top/doc/$_") } qw(lastro.1 lastro.fcgi.8);
my (@absent, @unknown, %given);

for my $name (sort keys %$services) {
	my $s = $services->{$name};
	for my $mount (@{ $s->{volumes} // [] }) {
		my ($from) = $mount =~ /^(\$\{[^}]+\}|[^:]+):/;
		push @absent, "$name: $from" unless exists $compose->{volumes}{$from} || $from =~ /^\$/ || $from =~ m{^\./} && -e "$directory/$from";
	}
	push @unknown, map { "$name: $_" } grep { /^LASTRO_/ && $manual !~ /\b\Q$_\E\b/ } keys %{ $s->{environment} // {} };
	$given{$_} = 1 for grep { /^LASTRO_/ } keys %{ $s->{environment} // {} };
	next unless $s->{build};
	ok $stage->{ $s->{build}{target} } && -e "$directory/$s->{build}{context}/$s->{build}{dockerfile}", "$name: its image is one of the Containerfile";
	is_deeply [$s->{read_only}, $s->{cap_drop}, $s->{security_opt}, grep { exists $s->{$_} } qw(privileged user cap_add)],
		[JSON::PP::true, ['ALL'], ['no-new-privileges:true']], '  on a read-only root, without privileges';
}
is_deeply \@absent, [], 'mounted files exist';
is_deeply \@unknown, [], 'the set variables are in a manual page';
is_deeply [sort keys %given], [qw(LASTRO_BACKUPS LASTRO_BASE_URL LASTRO_DATABASE LASTRO_DATABASE_ADMIN LASTRO_SECRET)], '  and these are';
my ($head) = $text =~ /\A((?:#.*\n)+)/;
my %asked = map { $_ => 1 } $text =~ /\$\{([A-Z_]+):\?missing\}/g;
my %told = map { $_ => 1 } map { split /, / } $head =~ /^#\t([A-Z_]+(?:, [A-Z_]+)*)\t/mg;
is_deeply [sort keys %asked], [sort keys %told], 'the head lists exactly the operator\'s settings';
unlike $text =~ s/\$\{[A-Z_]+:\?missing\}//gr, qr/\$/, 'none of which has a default';

# ---- its database on several machines ----

my $more = run_command({}, program('tools/yaml2json'), "$directory/citus.yaml");
is $more->{status}, 0, 'the file for several machines is YAML' or diag $more->{err};
my $citus = JSON::PP->new->utf8->decode($more->{out});
my $said = slurp("$directory/citus.yaml");
my %own = map { $_ => 1 } $said =~ /^#\t([A-Z_]+)\t/mg;
is_deeply [sort grep { !$asked{$_} } $said =~ /\$\{([A-Z_]+):\?missing\}/g], [map { ($_) x (() = $said =~ /\{$_:/g) } sort keys %own], '  whose head lists exactly its own settings';
is_deeply [grep { !$services->{$_} && !($citus->{services}{$_}{extends} // {})->{service} } sort keys %{ $citus->{services} }], [], '  and whose services add to those of the other, or extend them';
like $citus->{services}{pool}{environment}{LASTRO_DATABASE}, qr/\Q$services->{pool}{environment}{LASTRO_DATABASE}\E options=-cplan_cache_mode=auto\z/, '  as the pool, which plans each statement';

# ---- the release check runs each of our services with all of its settings ----

for my $name (grep { $services->{$_}{build} } sort keys %$services) {
	my $r = run_command({ in => "$directory/compose.yaml", env => { map { $_ => "/a-$_" } keys %asked } }, 'sh', '-c',
		"'" . program('tools/yaml2json') . "' '$directory/compose.yaml' | '$top/contrib/release/compose-arguments' $name '$directory'");
	is $r->{status}, 0, "$name: the release check knows each of its keys" or diag $r->{err};
	like $r->{out}, qr/^--read-only\n/m, '  its root too';
	unlike $r->{out}, qr/\$/, '  and every variable';
}

done_testing;

#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A TypeScript program with types generated from the served document compiles: promised members exist, and optional ones
# must be checked.  Needs node and, in LASTRO_TEST_NPM or
# contrib/typescript, the npm packages of contrib/typescript.

use strict;
use warnings;
use utf8;

use JSON::PP ();
use Lastro::Test qw(run_command slurp spew top_srcdir);
use Test::More;

my ($npm) = grep { $_ && -d "$_/node_modules/openapi-typescript" && -d "$_/node_modules/openapi-fetch" } $ENV{LASTRO_TEST_NPM}, top_srcdir() . '/contrib/typescript';
my ($node) = grep { -x } map { "$_/node" } split /:/, $ENV{PATH};
my $t = Lastro::Test->new;

$t->start_pool(workers => 1);
my $bytes = $t->get('/v1/openapi.json')->body;
my $doc = JSON::PP->new->utf8->decode($bytes);

# ---- members that YAML makes of a comma or colon in an unquoted text, and that no schema has ----

my %keyword = map { $_ => 1 } qw(type description properties required additionalProperties items enum format pattern minimum maximum
	exclusiveMinimum exclusiveMaximum minLength maxLength minItems maxItems uniqueItems minProperties maxProperties default const oneOf anyOf
	allOf not $ref title examples example deprecated contentMediaType x-from-others);
my (@strange, @untold, @vague, @no_null, @no_unit, @open, @silent);

my $unit = qr/\b(?:reais|moeda|decimal|casas|unidades?|quantidade|taxa|número)\b|%/i;

sub schema {
	my ($s, $at) = @_;
	my @types = ref $s->{type} ? @{ $s->{type} } : $s->{type} // ();

	push @strange, map { "$at: $_" } grep { !$keyword{$_} } keys %$s;
	push @open, $at if grep({ $_ eq 'object' } @types) && !$s->{properties} && !defined $s->{additionalProperties};
	for my $name (sort keys %{ $s->{properties} // {} }) {
		my $p = $s->{properties}{$name};
		my @kinds = ref $p->{type} ? @{ $p->{type} } : $p->{type} // ();
		my $text = $p->{description} // '';

		push @untold, "$at/$name" if $text eq '';
		push @vague, "$at/$name: $text" if $text =~ /^(?:(?:O|A|Os|As) [\w-]+|De onde veio|Dados da própria resposta|O id, que não muda|Os itens, na ordem da lista)\.?$/;
		push @no_null, "$at/$name: $text" if @kinds > 1 && grep({ $_ eq 'null' } @kinds) && $text !~ /\bnull\b/;
		push @no_unit, "$at/$name: $text" if grep({ $_ eq 'number' } @kinds) && $text !~ $unit;
		schema($s->{properties}{$name}, "$at/$name");
	}
	schema($_, "$at/*") for grep { ref eq 'HASH' } $s->{additionalProperties}, $s->{items};
	schema($_, $at) for map { @{ $s->{$_} // [] } } qw(oneOf anyOf allOf);
}
schema($doc->{components}{schemas}{$_}, $_) for sort keys %{ $doc->{components}{schemas} };
for my $path (sort keys %{ $doc->{paths} }) {
	for my $o (map { $doc->{paths}{$path}{$_} } grep { !/^(?:parameters|description|summary)$/ } sort keys %{ $doc->{paths}{$path} }) {
		push @silent, $o->{operationId} unless $o->{summary} && ($o->{description} // '') ne '';
		for my $p (grep { !$_->{'$ref'} } @{ $o->{parameters} // [] }, @{ $doc->{paths}{$path}{parameters} // [] }) {
			push @silent, "$o->{operationId}: $p->{name}" unless $p->{description};
		}
		push @strange, map { my $r = $_; map { "$o->{operationId}: $_" } grep { !/^(?:description|headers|content|required|\$ref)$/ } keys %$r } $o->{requestBody} // (), values %{ $o->{responses} };
		for my $part ($o->{requestBody} // (), values %{ $o->{responses} }) {
			schema($_->{schema}, $o->{operationId}) for grep { $_->{schema} } values %{ $part->{content} // {} };
		}
	}
}
# ---- references point to something ----

my @nowhere;

sub points {
	my ($value) = @_;

	if (ref $value eq 'HASH') {
		if (defined $value->{'$ref'} && !ref $value->{'$ref'}) {
			my $at = $doc;
			$at = ref $at eq 'HASH' ? $at->{$_} : undef for grep { $_ ne '#' } split m{/}, $value->{'$ref'};
			push @nowhere, $value->{'$ref'} unless defined $at;
		}
		points($_) for values %$value;
	} elsif (ref $value eq 'ARRAY') {
		points($_) for @$value;
	}
	return;
}
points({ paths => $doc->{paths}, map { $_ => $doc->{components}{$_} } grep { $_ ne 'examples' } keys %{ $doc->{components} } });
is_deeply \@nowhere, [], 'every reference points to something';
is_deeply \@strange, [], 'a text swallows no key, and none becomes one';
is_deeply \@untold, [], 'every member is described';
is_deeply \@vague, [], '… by more than its name';
is_deeply \@no_null, [], '… one that may be null says when it is';
is_deeply \@no_unit, [], '… and a number says its unit, or with how many places it is';
is_deeply \@silent, [], 'every operation and parameter is described';
is_deeply \@open, [], 'an object of free members says so';

# ---- the compiler ----

SKIP: {
	skip 'node is not installed', 4 unless $node;
	skip 'npm install in contrib/typescript, or LASTRO_TEST_NPM, brings the packages', 4 unless $npm;
	my $dir = "$npm/types-of-test-$$";	# the resolver looks for packages above the program

	mkdir $dir or die "$dir: $!";
	spew("$dir/$_", slurp(top_srcdir() . "/contrib/typescript/$_")) for qw(client.ts node.d.ts tsconfig.json);
	spew("$dir/package.json", '{"type":"module"}');
	open my $out, '>:raw', "$dir/openapi.json" or die $!;
	print $out $bytes;
	close $out;
	my $made = run_command({}, $node, "$npm/node_modules/openapi-typescript/bin/cli.js", "$dir/openapi.json", '-o', "$dir/schema.d.ts");
	is $made->{status}, 0, 'types are made from the document' or diag $made->{out}, $made->{err};
	my $tsc = sub { run_command({}, $node, "$npm/node_modules/typescript/bin/tsc", '-p', $dir) };
	my $r = $tsc->();
	is $r->{status}, 0, 'a program that lists, creates, imports, reads, pages and handles errors compiles' or diag $r->{out};
	my $good = slurp("$dir/client.ts");
	for my $case (['holding.market_value', 'holding.marketvalue', 'a member that is not there'], ['portfolio_name_taken', 'portfolio_name_token', 'a code that the operation does not have']) {
		my ($from, $to, $name) = @$case;

		spew("$dir/client.ts", $good =~ s/\Q$from\E/$to/r);
		isnt $tsc->()->{status}, 0, "$name does not";
	}
	unlink glob "$dir/*";
	rmdir $dir;
}
done_testing;

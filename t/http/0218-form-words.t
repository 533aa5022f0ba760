#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Every field that a form of an Action has is named in Portuguese, and so is every choice in it; what it says of the Action, too.

use strict;
use warnings;
use utf8;
use JSON::PP ();
use Lastro::RawWords qw(raw_words);
use Lastro::Test qw(slurp top_srcdir);
use Test::More;

my $src = top_srcdir() . '/src';
my $words = slurp("$src/console/form/member_words.c");

# said() - one list of member_words.c: the text of each word.
sub said {
	my ($name) = @_;
	my ($list) = $words =~ /static const struct said $name\[\] = \{(.*?)\n\};/s or die "no list $name";

	return $list =~ /\{ "([^"]+)",\s*"([^"]+)" \}/g;
}
my %label = said('labels');
my %word = said('words');
my %hint = said('hints');
for my $name (qw(labels hints words)) {
	my @pairs = said($name);
	my @keys = map { $pairs[2 * $_] } 0 .. $#pairs / 2;

	is_deeply \@keys, [sort @keys], "the $name are in the order that they are searched in";
}
cmp_ok scalar(keys %hint), '>', 5, 'hints';

# missing() - what the form of an Action shows by its name in the interface.
sub missing {
	my ($schema, $defs, $labels) = @_;
	my @missing;

	for my $member (sort keys %{ $schema->{properties} }) {
		next if $member =~ /^(?:org|content|content_base64|filename)$/;	# the path's, and the file's
		my $s = $schema->{properties}{$member};
		$s = $defs->{$1} if ($s->{'$ref'} // '') =~ m{/([^/]+)$};
		push @missing, $member unless $labels->{$member};
		push @missing, map { "$member: $_" } grep { defined && !$word{$_} } @{ $s->{enum} // [] };
	}
	return @missing;
}

# The form shows title, summary and description.
my $raw = raw_words();
$raw = qr{($raw|\w+_\w+|\b(?:null|true|false|40\d|422)\b)};
sub unsaid { my ($spec) = @_; return grep { $_ ne 'webhook' } map { /$raw/g } grep { defined } @$spec{qw(title summary description)} }

my $actions = 0;
for my $room (qw(office desk)) {
	my $defs = JSON::PP::decode_json(slurp("$src/$room/schemas/_defs.json"));
	my @missing;

	for my $file (glob "$src/$room/schemas/*.json") {
		my $spec = JSON::PP::decode_json(slurp($file));

		next unless $spec->{effects};
		$actions++;
		push @missing, map { "$file: $_" } missing($spec->{input_schema}, $defs, \%label), unsaid($spec);
	}
	is_deeply \@missing, [], "of the $room";
}
cmp_ok $actions, '>=', 30, 'Actions that have a form';

# A label that is taken out is missed.
{
	my %less = %label;

	delete $less{tax_id};
	my $spec = JSON::PP::decode_json(slurp("$src/office/schemas/advisor.client.create.json"));
	is_deeply [missing($spec->{input_schema}, JSON::PP::decode_json(slurp("$src/office/schemas/_defs.json")), \%less)], ['tax_id'], 'one that has no label is told';
}
done_testing;

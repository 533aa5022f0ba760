#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# yaml2json, which converts the OpenAPI document to the served JSON: the meaning of YAML, and refusals.

use strict;
use warnings;
use Lastro::Test qw(program run_command spew);
use Test::More;

my $t = Lastro::Test->new(database => 0);
my $yaml = $t->dir . '/x.yaml';

# convert() - the JSON bytes in the C array, or the error message.
sub convert {
	my ($text) = @_;

	spew($yaml, $text);
	my $r = run_command({}, program('tools/yaml2json'), $yaml, 'name');
	return "refused: $r->{err}" if $r->{status};
	my ($size) = $r->{out} =~ /name_size = (\d+);/;
	my ($bytes) = $r->{out} =~ /\{(.*)\}/s;
	my $json = join '', map chr, $bytes =~ /\d+/g;
	is length $json, $size, 'the maximum size is named';
	return $json;
}

for my $case (
	['a: text', '{"a":"text"}', 'a plain word is a string'],
	["a: 1\nb: -2.50\nc: 1e3", '{"a":1,"b":-2.50,"c":1e3}', 'plain numbers stay as they are written'],
	["a: '1'\nb: \"true\"", '{"a":"1","b":"true"}', 'quoted ones are strings'],
	["a: true\nb: no\nc: null\nd:\ne: ~", '{"a":true,"b":"no","c":null,"d":null,"e":null}',
		'the core schema: no is a word'],
	['openapi: 3.1.0', '{"openapi":"3.1.0"}', 'a version is no number'],
	["'200': x\n404: y", '{"200":"x","404":"y"}', 'a key is a string'],
	["a: [1, {b: c}]\nd:\n  - e\n  - []", '{"a":[1,{"b":"c"}],"d":["e",[]]}', 'sequences and mappings in either form'],
	["a: |\n  one\n  two\nb: >-\n  one\n  two", '{"a":"one\\ntwo\\n","b":"one two"}', 'blocks'],
	["a: \"q\\\" b\\\\ t\\t\"", '{"a":"q\\" b\\\\ t\\u0009"}', 'what JSON must escape'],
	["a: cotação", '{"a":"cotação"}', 'UTF-8 as it is'],
	["a: 2026-01-31", '{"a":"2026-01-31"}', 'a date is a string'],
) {
	is convert($case->[0]), $case->[1], $case->[2];
}

for my $case (
	["a: 1\na: 2", 'given before', 'a repeated key'], ["a: &x 1\nb: *x", 'alias|anchor', 'an anchor'],
	['a: !!str 1', 'tag', 'a tag'], ['a: 0x1F', 'number', 'a number that JSON cannot write'],
	['a: .5', 'number', 'one without its zero'], ['a: 007', 'number', 'one with leading zeros'], ['a: .inf', 'number', 'infinity'],
	['- a', 'not a mapping', 'a document that is no mapping'], ["a: 1\n---\nb: 2", 'more than one', 'two documents'],
	["a: [1", 'x\.yaml:\d+', 'a broken document, with its line'],
) {
	like convert($case->[0]), qr/^refused: .*$case->[1]/, "refused: $case->[2]";
}

done_testing;

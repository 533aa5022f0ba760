#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# embed-schemas, which compiles the files of Functions and Actions in: files unchanged, references replaced by
# components of the OpenAPI document, and refusals.

use strict;
use warnings;
use utf8;
use Encode qw(encode);
use Lastro::Test qw(run_command spew top_srcdir);
use Test::More;

my $t = Lastro::Test->new(database => 0);

# embedded() - the texts in the C table, by id, or the error message.
sub embedded {
	my (%file) = @_;

	spew($t->dir . "/$_", $file{$_}) for keys %file;
	my $r = run_command({}, $^X, top_srcdir() . '/build-aux/embed-schemas', 'name', $t->dir . '/openapi.json', $t->dir, grep { $_ ne 'openapi.json' } sort keys %file);
	return "refused: $r->{err}" if $r->{status};
	my %bytes = $r->{out} =~ /char (file_\d+)\[\] = \{([^}]*)\}/g;
	my %table = $r->{out} =~ /\{ "([^"]+)", (file_\d+), sizeof\(\2\) \}/g;
	return { map { $_ => join '', map { chr } $bytes{ $table{$_} } =~ /\d+/g } keys %table };
}

my $openapi = encode('UTF-8', <<'JSON');
{"openapi":"3.1.0","components":{"schemas":{
 "Tax":{"type":"object","properties":{"year":{"type":"integer"},"lines":{"type":"array","items":{"$ref":"#/components/schemas/Line"}}}},
 "Line":{"type":"object","description":"Uma linha","properties":{"value":{"$ref":"#/components/schemas/Value","description":"O valor, até 2.50"}}},
 "Value":{"description":"Um valor","type":"number","minimum":-2.50},
 "Tree":{"items":{"$ref":"#/components/schemas/Branch"}},"Branch":{"items":{"$ref":"#/components/schemas/Tree"}}
}}}
JSON
sub of { my ($text) = @_; return embedded('openapi.json' => $openapi, 'a.b.json' => encode('UTF-8', $text)) }

is_deeply embedded('openapi.json' => $openapi, 'a.b.json' => qq({\n  "b": 1.0,\n  "a": {"\$ref": "#/\$defs/c"}\n}\n), '_defs.json' => "{}\n"),
	{ 'a.b' => '{"b": 1.0, "a": {"$ref": "#/$defs/c"}}', _defs => '{}' }, 'files, with digits, order and their own references as they are';
is_deeply of('{"a": {"$ref": "openapi.yaml#/components/schemas/Tax"}}'), { 'a.b' => encode('UTF-8',
	'{"a": {"type": "object", "properties": {"year": {"type": "integer"}, "lines": {"type": "array", "items": '
	. '{"type": "object", "description": "Uma linha", "properties": {"value": {"description": "O valor, até 2.50", "type": "number", "minimum": -2.50}}}}}}}') },
	'a component, with all that it refers to';
# In output schemas each component is a definition, written once for all files.
my $answer = '{"output_schema": {"$ref": "openapi.yaml#/components/schemas/Tax"}}';
is_deeply embedded('openapi.json' => $openapi, 'a.b.json' => $answer, 'c.d.json' => '{"output_schema": {"items": {"$ref": "openapi.yaml#/components/schemas/Tree", "description": "Uma"}}}', '_defs.json' => '{"own": 1}'),
	{ 'a.b' => '{"output_schema": {"type": "object", "properties": {"year": {"type": "integer"}, "lines": {"type": "array", "items": {"$ref": "#/$defs/Line"}}}}}',
	'c.d' => '{"output_schema": {"items": {"$ref": "#/$defs/Tree", "description": "Uma"}}}', _defs => encode('UTF-8', '{"own": 1, "Branch": {"items": {"$ref": "#/$defs/Tree"}}, '
	. '"Line": {"type": "object", "description": "Uma linha", "properties": {"value": {"$ref": "#/$defs/Value", "description": "O valor, até 2.50"}}}, '
	. '"Tree": {"items": {"$ref": "#/$defs/Branch"}}, "Value": {"description": "Um valor", "type": "number", "minimum": -2.50}}') }, 'an answer\'s components are definitions';
like embedded('openapi.json' => $openapi, 'a.b.json' => $answer, '_defs.json' => '{"Line": 1}'), qr{Line is the name of a component}, 'whose names no other has';
like embedded('openapi.json' => $openapi, 'a.b.json' => $answer), qr{there is no _defs\.json}, 'in a file that is there';
is_deeply embedded('openapi.json' => $openapi, 'a.b.json' => '{"output_schema": {"a": {"$ref": "openapi.yaml#/components/schemas/Value", "type": "integer"}}}', '_defs.json' => '{}')->{'a.b'},
	'{"output_schema": {"a": {"description": "Um valor", "type": "integer", "minimum": -2.50}}}', 'one that is overridden is replaced';
is_deeply of('{"a": {"$ref": "openapi.yaml#/components/schemas/Value", "type": "integer", "maximum": 3}}'),
	{ 'a.b' => '{"a": {"description": "Um valor", "type": "integer", "minimum": -2.50, "maximum": 3}}' }, 'members beside a $ref override the component';
is_deeply of('{"a": {"$ref": "openapi.yaml#/components/schemas/Tax/properties/lines/items"}}'), of('{"a": {"$ref": "openapi.yaml#/components/schemas/Line"}}'), 'a part of a component';
is of('{"a": {"$ref": "openapi.yaml#/components/schemas/Tax/properties/line"}}'), "refused: a.b.json: there is no component Tax/properties/line\n", 'that it does not have';
is of('{"a": {"$ref": "openapi.yaml#/components/schemas/None"}}'), "refused: a.b.json: there is no component None\n", 'none of that name';
is of('{"a": {"$ref": "openapi.yaml#/components/schemas/Tree"}}'), "refused: a.b.json: the component Tree leads to itself\n", 'one that has no end';
is of(qq({"a": 1,\n "a": 2})), qq(refused: a.b.json: line 2: "a" is there twice\n), 'a name twice';

done_testing;

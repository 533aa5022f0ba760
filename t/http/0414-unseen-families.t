#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A family's name reveals a client.  A member who only sees assigned clients cannot attach one to a family that he does not
# see, and gets the same answer as for a nonexistent one; previews that probe names and tax ids are recorded in the trail.

use strict;
use warnings;
use utf8;

use JSON::PP ();
use Lastro::Office;
use Lastro::Test;
use Test::More;

my $t = Lastro::Test->new;
my $office = Lastro::Office->new($t, 'Casa');
my ($owner, $ana, $bia) = map { $office->member($_->[0], name => $_->[1]) } ['owner', 'Olga'], ['advisor', 'Ana'], ['advisor', 'Bia'];
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub done { my ($id, $input, $who) = @_; my $r = $office->action($id, $input, as => $who); is $r->status, 200, $id or diag $r->body; return $r->json->{result}{id} }

my $hidden = done('advisor.family.create', { name => 'Segredo' }, $bia);
my $hers = done('advisor.family.create', { name => 'Andrade' }, $ana);
my $client = done('advisor.client.create', { name => 'Carlos', family_id => $hers }, $ana);
my $other = done('advisor.client.create', { name => 'Davi', family_id => $hidden, tax_id => '529.982.247-25' }, $bia);
my $nobody = $hidden =~ tr/0-9/1-90/r;

# heard() - status, code and text of a refusal, without the parts that differ between requests.
sub heard { my ($r) = @_; my $d = $r->json; return [$r->status, $d->{details}{code}, $d->{detail}, $d->{details}{errors}, $r->body =~ /Segredo/ ? 'named' : ()] }

for my $case (
	['attached to a new client' => 'advisor.client.create', sub { { name => 'Eva', family_id => $_[0] } }],
	['attached to a client' => 'advisor.client.update', sub { { client_id => $client, family_id => $_[0] } }],
) {
	my ($what, $id, $input) = @$case;

	for my $way (qw(preview action)) {
		my $unseen = $office->$way($id, $input->($hidden), as => $ana);
		is_deeply heard($unseen), heard($office->$way($id, $input->($nobody), as => $ana)), "an unseen family is not $what ($way), as if it did not exist";
		is $unseen->status, 404, 'not found';
	}
}
for my $list (qw(advisor.families.list advisor.clients.list)) {
	is_deeply heard($office->function($list, { family_id => $hidden }, as => $ana)), heard($office->function($list, { family_id => $nobody }, as => $ana)),
		"$list: nor does a filter tell";
	is $office->function($list, { family_id => $hidden }, as => $ana)->status, 404, 'not found';
	is $office->function($list, { family_id => $hidden }, as => $_)->status, 200, 'a member who sees it filters by it' for $bia, $owner;
}
is $t->sql("select count(*) from client where name = 'Eva' or (id = '$client' and family_id is distinct from '$hers')"), 0, 'nothing was attached';
for my $function (['advisor.families.list'], ['advisor.clients.list'], ['advisor.overview.get'], ['advisor.client.get', subject => $client]) {
	my ($id, %how) = @$function;
	my $r = $office->function($id, {}, as => $ana, %how);

	is $r->status, 200, $id;
	unlike $r->body, qr/Segredo|$hidden/, 'without the name of the unseen family';
}

# ---- a member who sees the family ----

is $office->action('advisor.client.update', { client_id => $client, family_id => $hers }, as => $ana)->status, 200, 'a family of one\'s own';
is $office->action('advisor.client.update', { client_id => $client, family_id => $hidden }, as => $owner)->status, 200, 'the owner sees all';
is $office->action('advisor.client.create', { name => 'Fabio', family_id => $hidden }, as => $ana)->status, 200, 'an advisor of one of its clients sees it';
is $office->action('advisor.client_assignment.set', { client_id => $_, member_ids => [] }, as => $owner)->status, 200, 'and not when he is another\'s'
	for $client, $t->sql("select id from client where name = 'Fabio'");
is $office->preview('advisor.client.create', { name => 'Gil', family_id => $hidden }, as => $ana)->status, 404, 'as before';

# ---- probing previews are recorded in the trail ----

sub trail { return [map { join ' ', @$_{qw(kind outcome)}, $_->{actor}{name} }
	@{ $office->function('advisor.audit.list', { kind => $_[0], limit => 100 }, as => $owner)->json->{data} }] }
my ($tax_id, $free) = ('529.982.247-25', '111.444.777-35');
is $office->preview('advisor.client.create', { name => 'X', tax_id => $tax_id }, as => $ana)->status, 409, 'a taken tax id';
is $office->preview('advisor.client.create', { name => 'X', tax_id => $free }, as => $ana)->status, 200, 'a free one';
is $office->preview('advisor.client.create', { name => 'X' }, as => $ana)->status, 200, 'none';
is_deeply trail('client.created.preview'), ['client.created.preview done Ana', 'client.created.preview invalid_input Ana'], 'both are in the trail, with the actor';
my $hers2 = done('advisor.client.create', { name => 'Hugo' }, $ana);
is $office->preview('advisor.client.update', { client_id => $hers2, tax_id => $tax_id }, as => $ana)->status, 409, 'a change of a tax id';
is_deeply trail('client.updated.preview'), ['client.updated.preview invalid_input Ana'], 'likewise';
is $office->preview('advisor.client.update', { client_id => $hers2, phone => '11 5555-0100' }, as => $ana)->status, 200, 'a preview that probes nothing';
is scalar @{ trail('client.updated.preview') }, 1, 'leaves nothing';
is $office->preview('advisor.family.create', { name => 'segredo' }, as => $ana)->status, 409, 'a family\'s name';
is_deeply trail('family.created.preview'), ['family.created.preview invalid_input Ana'], 'too';
is $t->sql("select count(*) from audit where concat(input, changes, detail) ~* '52998224725|529.982|111.444|11144477735|segredo'"), 0, 'without the tax id, or the name';
is $t->post('/v1/mcp/advisor', { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => 'preview_action', arguments => {
	action => 'advisor.client.create', input => { org => $office->{id}, name => 'X', tax_id => $tax_id } } } }, key => $ana->{key},
	headers => { Accept => 'application/json, text/event-stream' })->status, 200, 'an assistant asks the same';
is scalar @{ trail('client.created.preview') }, 3, 'and is in the trail';
is $t->sql("select count(*) from client where name = 'X'"), 0, 'no client was made';
is $t->lastro('audit', 'verify')->{status}, 0, 'the chain holds';

done_testing;

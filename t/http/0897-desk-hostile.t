#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Hostile texts in names, notes, comments, terms and names of objects: stored unchanged or refused, and none prevents
# other alerts from being raised and sent.

use strict;
use warnings;
use utf8;

use Encode ();
use JSON::PP ();
use Lastro::Desk;
use Lastro::TaxId qw(cnpj);
use Lastro::Test qw(spew);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my %now = (LASTRO_NOW => '2026-11-20T15:00:00Z');
my $t = Lastro::Test->new;
my $json = JSON::PP->new->utf8->canonical;
Lastro::Desk::objects($t);
my $desk = Lastro::Desk->new($t, 'Mesa');
$t->start_pool(workers => 1, env => \%now);
my $petro = 'company:33000167000101';
my $tax_id = cnpj('998887770001');
my $odd = "fund:$tax_id";

my %text = ('four bytes' => "\x{1F4B0}\x{1F680}", 'from right to left' => "\x{634}\x{631}\x{643}\x{629} \x{5E9}\x{5DC}", 'HTML' => '<script>alert("x")</script>&amp;<img src=x onerror=y>',
	'SQL' => q{'); drop table note; -- \\ $1 %s %n}, 'marks upon marks' => 'a' . "\x{301}" x 60, 'a template' => '{{7*7}} ${7*7} #{7*7}');
my $turned = "\x{202E}avisto\x{202C}";

sub decoded { my ($r) = @_; return $json->decode($r->body) }
sub told { my ($r) = @_; return join ' ', $r->status, map { "$_->{pointer} $_->{rule}" } @{ $r->json->{details}{errors} // [] } }

# ---- stored unchanged ----

for my $name (sort keys %text) {
	my $text = $text{$name};
	my $r = $desk->action('credit.watchlist.create', { name => $text, description => $text });

	is_deeply [$r->status, @{ decoded($r)->{result} }{qw(name description)}], [200, $text, $text], "$name: a watchlist's name" or diag $r->body;
	ok((grep { $_->{name} eq $text } @{ decoded($desk->function('credit.watchlists.list', { q => $text }))->{data} }), "$name: found by it");
	my $note = decoded($desk->action('credit.note.create', { body => $text, object_id => $petro }))->{result};
	is $note->{body}, $text, "$name: a note";
	is decoded($desk->action('credit.note.update', { note_id => $note->{id}, body => "$text\n\n$text" }))->{result}{earlier}[0]{body}, $text, "$name: and the former value";
	is decoded($desk->action('credit.alert.acknowledge', { alert_id => $desk->alert, comment => $text }))->{result}{comment}, $text, "$name: a comment";
	is decoded($desk->action('credit.regulation_term.review', { term_id => $desk->term, decision => 'reject', comment => $text }))->{result}{reviews}[0]{comment}, $text, "$name: of a review";
}
is told($desk->action('credit.note.create', { body => $turned })), '400 /input/body format', 'nor does a note turn its direction';
my $html = $desk->function('credit.notes.list', { limit => 1 });
is_deeply [map { $html->header($_) } 'content-type', 'x-content-type-options'], ['application/json', 'nosniff'], 'and no browser takes an answer for a page';

# ---- maximum length, and longer ----

my $sign = "\x{1F4B0}";
my $list = $desk->done('credit.watchlist.create', { name => 'Lista' })->{id};
for my $case (['a name', 'credit.watchlist.create', 'name', 120, sub { { name => $_[0] } }], ['a description', 'credit.watchlist.update', 'description', 1000, sub { { watchlist_id => $list, description => $_[0] } }],
	['a note', 'credit.note.create', 'body', 10_000, sub { { body => $_[0] } }], ['a comment', 'credit.alert.acknowledge', 'comment', 4000, sub { { alert_id => $desk->alert, comment => $_[0] } }],
	['a comment of a review', 'credit.regulation_term.review', 'comment', 4000, sub { { term_id => $desk->term, decision => 'reject', comment => $_[0] } }]) {
	my ($name, $id, $member, $most, $input) = @$case;

	is $desk->action($id, $input->($sign x $most))->status, 200, "$name of $most signs of four bytes";
	is told($desk->action($id, $input->($sign x ($most + 1)))), "400 /input/$member max_length", 'one more is refused';
}

# ---- invalid texts ----

is told($desk->action('credit.watchlist.create', { name => $_->[1] })), "400 /input/name $_->[2]", "a name: $_->[0]"
	for ['two lines', "a\nb", 'format'], ['a control character', "a\x{7}b", 'format'], ['direction turned', $turned, 'format'], ['blanks of no width', "\x{200B}\x{2060}", 'format'], ['blanks alone', "\x{2003} ", 'min_length'], ['a letter that is not drawn', "a\x{3164}", 'format'], ['bytes in variants', "a\x{E0101}", 'format'];
is told($desk->action('credit.note.create', { body => "\x{2003} \n" })), '400 /input/body min_length', 'an invisible note';
# Errors of the schema and errors that a schema cannot express, all at once.
my $rule = $desk->action('credit.alert_rule.set', { kind => 'price_move', band_pct => 5, label => "a\nb", threshold => 1e-9, since => 'ontem' });
is_deeply [sort map { "$_->{pointer} $_->{rule}" } @{ $rule->json->{details}{errors} }],
	['/input one_of', '/input/band_pct forbidden', '/input/label format', '/input/sessions required', '/input/since format', '/input/threshold format'], 'a rule that is wrong in six ways';
is $desk->action('credit.alert_rule.set', $_)->status, 400, 'a rule without a kind, too' for {}, { kind => undef }, { kind => 1, threshold => 'x' };
for my $id (qw(credit.note.create credit.note.update credit.alert.snooze credit.webhook.set)) { is $desk->action($id, $_)->status, 400, "$id of nothing" for {}, [] }
is $desk->action('credit.regulation_term.review', $_)->status, 400, 'a review without a decision is refused by its schema'
	for {}, { term_id => $desk->term }, { term_id => $desk->term, decision => undef }, { term_id => $desk->term, decision => 1 }, { term_id => $desk->term, decision => 'x' };
is told($desk->action('credit.regulation_term.review', { term_id => 'x', decision => 'reject', value => 1, create_rule => JSON::PP::true() })) =~ s{ /input/term_id \w+}{}r,
	'400 /input/value forbidden /input/create_rule forbidden', 'a review that is wrong in three';
for my $case (['credit.watchlist.create', 'name'], ['credit.note.create', 'body'], ['credit.watchlist.create', 'description']) {
	my ($id, $member) = @$case;

	for my $bad (['a null byte', "{\"subject\":{\"entity_id\":\"$desk->{id}\"},\"input\":{\"$member\":\"a\\u0000b\"}}"],
		['half a pair', "{\"subject\":{\"entity_id\":\"$desk->{id}\"},\"input\":{\"$member\":\"a\\ud83db\"}}"],
		['no UTF-8', "{\"subject\":{\"entity_id\":\"$desk->{id}\"},\"input\":{\"$member\":\"a\xff\xfeb\"}}"],
		['a raw null byte', "{\"subject\":{\"entity_id\":\"$desk->{id}\"},\"input\":{\"$member\":\"a\0b\"}}"]) {
		my $r = $t->request('POST', "/v1/desk/actions/$id/execute", key => $desk->{key}{owner}, body => $bad->[1], type => 'application/json');
		is $r->status, 400, "$id, $member: $bad->[0] is refused" or diag $r->body;
	}
}

# ---- loaded texts ----

my $long = "\x{E3}" x 199 . $sign x 101;	# of 300 characters; cut between bytes it would be invalid
sub lines { my ($name, @rows) = @_; spew($t->dir . "/$name", join '', map { ref $_ ? $json->encode($_) . "\n" : "$_\n" } @rows); return $t->dir . "/$name" }
$t->lastro_ok('load', 'objects', lines('o.jsonl', { object => { id => $odd, kind => 'fund', subkind => 'fidc', name => $long, keys => [{ type => 'cnpj', value => $tax_id }] } }));
$desk->done('credit.watchlist_item.add', { watchlist_id => $list, object_id => $odd });
$desk->done('credit.alert_rule.set', { watchlist_id => $list, kind => $_, since => '2026-01-01' }) for qw(rating_change regulation_term_changed late_filing);
my %rated = (object_id => $odd, agency => $sign x 60, scale => 'national');
$t->lastro_ok('load', 'ratings', lines('r.jsonl', { %rated, rated_on => '2026-02-01', rating => $sign x 20 }, { %rated, rated_on => '2026-03-01', rating => $text{HTML} =~ s/.{0,20}\K.*//sr }));
my %term = (object_id => $odd, term => 'other', name => $text{SQL}, document => $sign x 500, page => 1, confidence => 0.5);
my @terms = ('load', 'regulation-terms', '--org', $desk->{id});
is $t->lastro_json(@terms, lines('t.jsonl', { %term, quote => $sign x 4000 }))->{written}, 1, 'a term as long as may be';
my $bad = $t->lastro_json(@terms, lines('t.jsonl', { %term, quote => $text{HTML} }, { %term, name => 'x', quote => $sign x 4001 },
	qq({"object_id":"$odd","term":"other","name":"y","document":"d","page":1,"confidence":0.5,"quote":"a\\u0000b"}), { %term, document => $sign x 501, quote => 'x' }, '{', 'x' x 60_000));
is_deeply [@$bad{qw(read written refused)}, map { $_->{line} } @{ $bad->{refusals} }], [6, 1, 5, 2 .. 6], 'terms that are too long, no text or no JSON are refused by line';
is $t->lastro_json({ env => \%now }, 'compute', 'alerts')->{raised}, 2, 'alerts of loaded data';
for my $alert (@{ decoded($desk->function('credit.alerts.list', {}, subject => $list))->{data} }) {
	ok index($alert->{title}, substr $long, 0, 200) == 0 && length $alert->{title} <= 500, "$alert->{kind}: a title of whole characters";
}
my ($queued) = grep { $_->{name} && $_->{name} eq $text{SQL} } @{ decoded($desk->function('credit.regulation_terms.queue', { limit => 100 }))->{data} };
is $queued->{quote}, $text{HTML}, 'a quote is stored unchanged';
is $t->sql('select count(*) from audit_faults()'), '0', 'and the trail is whole after all of it';

done_testing;

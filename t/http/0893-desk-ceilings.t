#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The limits of a desk: the last row is created, the next one is refused with the limit's name, also in a preview;
# existing rows can be changed; other desks do not count.

use strict;
use warnings;
use utf8;

use JSON::PP ();
use Lastro::Desk;
use Lastro::Test;
use Test::More;

my $t = Lastro::Test->new;
Lastro::Desk::objects($t);
my $desk = Lastro::Desk->new($t, 'Mesa');
my $other = Lastro::Desk->new($t, 'Vizinha');
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });
my ($petro, $vale, $fund) = qw(company:33000167000101 company:33592510000154 fund:11222333000181);
my $w = "'$desk->{workspace}'";

sub told {
	my ($r) = @_;

	return join ' ', $r->status, map { $_->{rule}, $_->{expected} // '' } @{ $r->json->{details}{errors} // [] };
}

# full() - creates the last row that fits, and tries the next one, executed and previewed.
sub full {
	my ($name, $id, $rule, $most, $make) = @_;
	my $r = $desk->action($id, $make->(1));

	is $r->status, 200, "$name: the last one" or diag $r->body;
	like told($desk->action($id, $make->(2))), qr/^409 $rule .*\b$most\b/, "$name: the next one is refused";
	like told($desk->preview($id, $make->(2))), qr/^409 $rule /, "$name: in a preview too";
	return $r->json->{result};
}

$t->sql("insert into watchlist (workspace_id, id, name, name_key, created_by, created_at)
	select $w, gen_random_uuid(), 'l' || g, 'l' || g, gen_random_uuid(), '2026-11-01' from generate_series(1, 199) g");
my $list = full('watchlists', 'credit.watchlist.create', 'watchlist_limit', 200, sub { { name => "Lista $_[0]" } })->{id};
is $desk->done('credit.watchlist.update', { watchlist_id => $list, name => 'Outra' })->{name}, 'Outra', 'watchlists: one that is there is changed';

$t->sql("insert into watchlist_item (workspace_id, watchlist_id, object_id, id, added_by, added_at)
	select $w, '$list', 'company:x' || g, gen_random_uuid(), gen_random_uuid(), '2026-11-01' from generate_series(1, 999) g");
full('items', 'credit.watchlist_item.add', 'item_limit', 1000, sub { { watchlist_id => $list, object_id => $_[0] == 1 ? $petro : $vale } });
is scalar @{ $desk->data('credit.watchlist.board', {}, subject => $list) }, 1000, 'items: a board of all of them';

$t->sql("insert into alert_rule (workspace_id, id, kind, object_id, since, created_by, created_at)
	select $w, gen_random_uuid(), 'late_filing', 'company:x' || g, '2026-11-01', gen_random_uuid(), '2026-11-01' from generate_series(1, 999) g");
my $rule = full('rules', 'credit.alert_rule.set', 'rule_limit', 1000, sub { { kind => 'leverage_above', object_id => $_[0] == 1 ? $petro : $vale, threshold => 3 } });
is $desk->done('credit.alert_rule.set', { kind => 'leverage_above', object_id => $petro, threshold => 3, band_pct => 20 })->{id}, $rule->{id}, 'rules: an existing one can be set again';
is $desk->done('credit.alert_rule.set', { kind => 'leverage_above', rule_id => $rule->{id}, threshold => 4 })->{threshold}, 4, 'rules: by its id its threshold, too';
my $term = $desk->term;
like told($desk->action('credit.regulation_term.review', { term_id => $term, decision => 'approve', create_rule => JSON::PP::true() })), qr/^409 rule_limit /, 'rules: by a review neither';
is $t->sql("select status, (select count(*) from regulation_term_review) from regulation_term where id = '$term'"), "pending\t0", 'which is then not done at all';

$t->sql("insert into note (workspace_id, id, version, created_by, created_at) select $w, gen_random_uuid(), 1, gen_random_uuid(), '2026-11-01' from generate_series(1, 9999) g");
$t->sql("insert into note_version (workspace_id, note_id, version, body, written_by, written_at) select workspace_id, id, 1, 'x', created_by, created_at from note");
my $note = full('notes', 'credit.note.create', 'note_limit', 10000, sub { { body => "nota $_[0]", object_id => $fund } });
is $desk->done('credit.note.update', { note_id => $note->{id}, body => 'outra' })->{version}, 2, 'notes: an existing one can be rewritten';
$desk->done('credit.note.delete', { note_id => $note->{id} }, confirmed => 1);
is $desk->action('credit.note.create', { body => 'de novo' })->status, 200, 'notes: and a deleted one makes room';

my %text = (object_id => $petro, name => 'Escritura');
$t->sql("insert into desk_document (workspace_id, id, object_id, name, pages, bytes, added_by, added_at) select $w, gen_random_uuid(), 'company:x', 'd', 1, 1, gen_random_uuid(), '2026-11-01' from generate_series(1, 1999) g");
full('documents', 'credit.document.add', 'document_limit', 2000, sub { +{ %text, pages => ["página $_[0]"] } });
# 25 of 20 MiB and one of 12 MiB less 3 bytes are 512 MiB less 3 bytes.
$t->sql("delete from desk_document; insert into desk_document (workspace_id, id, object_id, name, pages, bytes, added_by, added_at)
	select $w, gen_random_uuid(), 'company:x', 'd', 1, case when g = 26 then 12582909 else 20971520 end, gen_random_uuid(), '2026-11-01' from generate_series(1, 26) g");
full('space of documents', 'credit.document.add', 'document_space', '512 MiB', sub { +{ %text, pages => ['fim'] } });
$desk->done('credit.document.delete', { text_id => $t->sql('select id from desk_document where bytes = 12582909') }, confirmed => 1);
is $desk->action('credit.document.add', { %text, pages => ['de novo'] })->status, 200, 'space of documents: and a deleted one makes room';

is $other->action($_->[0], $_->[1])->status, 200, "$_->[0]: another desk's count is its own"
	for ['credit.watchlist.create', { name => 'Lista' }], ['credit.alert_rule.set', { kind => 'material_fact', object_id => $petro }], ['credit.note.create', { body => 'x' }],
		['credit.document.add', { %text, pages => ['x'] }];

done_testing;

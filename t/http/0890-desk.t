#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Every Function and Action of the credit desk, driven by a table of samples like the advisor's: access by role, order of
# refusals, another desk's ids refused like unknown ones, previews that equal the execution and change no row, one
# execution per Idempotency-Key, answers that match the schemas.

use strict;
use warnings;
use utf8;

use JSON::PP ();
use Lastro::Desk;
use Lastro::Preview qw(odd_numbers);
use Lastro::Test qw(program run_command spew);
use Lastro::Verdict qw(alike is_id judge judged_ok refused);
use Test::More;

my $t = Lastro::Test->new;
Lastro::Desk::objects($t);
Lastro::Desk::report($t);
my $o = Lastro::Desk->new($t, 'Mesa');
my $other = Lastro::Desk->new($t, 'Vizinha');
$t->start_pool(env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

my $json = JSON::PP->new->canonical->utf8;
my @roles = qw(viewer analyst admin owner);
my $nobody = '0192f0c1-2a3b-7c4d-8e5f-0a1b2c3d4e5f';

# ---- rows that operations need ----

sub list { my ($d) = @_; return $d->done('credit.watchlist.create', { name => $d->unique('Lista') })->{id} }
sub filled {
	my ($d) = @_;
	my $id = list($d);

	$d->done('credit.watchlist_item.add', { watchlist_id => $id, object_id => $_ })
		for qw(company:33000167000101 instrument:PETR16 fund:11222333000181);
	return $id;
}
sub rule { my ($d) = @_; return $d->done('credit.alert_rule.set', { kind => 'leverage_above', watchlist_id => list($d), threshold => 3.5 })->{id} }
# proposed() - a reading that this role proposed and nobody decided.
sub proposed { my ($d, $as) = @_; return $d->done('credit.regulation_term.propose', { object_id => 'company:33000167000101', term => 'other', name => $d->unique('c'), quote => 'x', document => 'd' }, as => $as // 'owner')->{id} }
sub noted { my ($d) = @_; return $d->done('credit.note.create', { body => $d->unique('nota') })->{id} }

# held() - the text of a document of two pages, the second of which has the clause.
sub held { my ($d) = @_; return $d->done('credit.document.add', { object_id => 'company:33000167000101', name => $d->unique('Escritura'), pages => ['capa', "manterá a razão igual ou infe-\nrior a 3,50 vezes"] })->{id} }

sub hooked { my ($d) = @_; $d->done('credit.webhook.set', { url => 'https://avisos.example.com/lastro' }); return }

# dead() - creates a delivery that was given up; returns its id.
sub dead {
	my ($d) = @_;
	my $id = $d->alert;

	hooked($d);
	$t->sql("insert into webhook_delivery (workspace_id, alert_id, status, attempts, queued_at, ended_at, last_status)
		values ('$d->{workspace}', '$id', 'dead', 12, '2026-11-10', '2026-11-12', 500)");
	return $id;
}

my %limit = (limit => 2);
my %function = (
	'credit.me.get' => { role => 'viewer', input => sub { {} } },
	'credit.license.get' => { role => 'viewer', input => sub { {} } },
	'credit.members.list' => { role => 'viewer', input => sub { { status => 'active', %limit } } },
	'credit.overview.get' => { role => 'viewer', input => sub { filled($_[0]); $_[0]->alert; { top => 5 } } },
	'credit.watchlists.list' => { role => 'viewer', input => sub { filled($_[0]); { q => 'lista', %limit } } },
	'credit.watchlist.items' => { role => 'viewer', subject => \&filled, input => sub { +{ %limit } } },
	'credit.watchlist.board' => { role => 'viewer', subject => \&filled, input => sub { {} } },
	'credit.watchlist.calendar' => { role => 'viewer', subject => \&filled, input => sub { { from => '2026-11-20', to => '2027-02-20' } },
		refuses => [['days in the wrong order', 400, 'minimum', sub { { from => '2026-11-20', to => '2026-11-19' } }]] },
	'credit.alerts.list' => { role => 'viewer', subject => \&filled, input => sub { $_[0]->alert; { status => 'open', %limit } } },
	'credit.alerts.find' => { role => 'viewer', input => sub { $_[0]->alert; { status => 'open', kind => 'material_fact', object_id => 'company:33000167000101', from => '2026-01-01', %limit } } },
	'credit.alert_rules.list' => { role => 'viewer', input => sub { rule($_[0]); { kind => 'leverage_above', %limit } } },
	'credit.issuer.get' => { role => 'viewer', input => sub { { object_id => 'company:33000167000101' } },
		refuses => [['an object that is none', 404, undef, sub { { object_id => 'company:00000000000000' } }],
			['one that a desk does not watch', 400, 'kind', sub { { object_id => 'fund:00000000000191' } }]] },
	'credit.issuer.peers' => { role => 'viewer', input => sub { { object_id => 'company:33000167000101', at => '2026-11-20' } },
		refuses => [['an object that is none', 404, undef, sub { { object_id => 'company:00000000000000' } }]] },
	'credit.debenture.get' => { role => 'viewer', input => sub { { object_id => 'instrument:PETR16', from => '2026-01-01', to => '2026-11-20' } },
		refuses => [['a code that is none', 404, undef, sub { { code => 'NADA11' } }], ['an object that is no debenture', 404, undef, sub { { object_id => 'company:33000167000101' } }],
			['neither', 400, 'one_of', sub { {} }], ['days in the wrong order', 400, 'maximum', sub { { code => 'PETR16', from => '2026-11-20', to => '2026-11-19' } }]] },
	'credit.fund.get' => { role => 'viewer', input => sub { { object_id => 'fund:11222333000181', at => '2026-11-20', classes => 2 } },
		refuses => [['an object that is no receivables fund', 404, undef, sub { { object_id => 'fund:00000000000191' } }], ['neither', 400, 'one_of', sub { {} }],
			['a month before all reports', 404, undef, sub { { object_id => 'fund:11222333000181', at => '1999-01-31' } }]] },
	'credit.objects.cohort' => { role => 'viewer', input => sub { { kind => 'fund', subkind => 'fidc', measure => 'net_worth', order => 'asc', where => ['net_worth:gt:1'], at => '2026-11-20', %limit } },
		refuses => [['a measure that is none', 400, 'value', sub { { kind => 'fund', measure => 'nada' } }]] },
	'credit.regulation_terms.queue' => { role => 'viewer', input => sub { $_[0]->term; { term => 'subordination_floor', %limit } } },
	'credit.regulation_term.get' => { role => 'viewer', input => sub { { term_id => $_[0]->term } } },
	'credit.documents.list' => { role => 'viewer', input => sub { held($_[0]); { object_id => 'company:33000167000101', %limit } } },
	'credit.document.page' => { role => 'viewer', input => sub { { text_id => held($_[0]), page => 2 } },
		refuses => [['a page beyond the last', 409, 'page_of_text', sub { { text_id => held($_[0]), page => 3 } }]] },
	'credit.notes.list' => { role => 'viewer', input => sub { noted($_[0]); +{ %limit } },
		refuses => [['two filters', 400, 'one_of', sub { { object_id => 'company:33000167000101', watchlist_id => list($_[0]) } }],
			['a list of nothing', 404, undef, sub { { watchlist_id => $nobody } }]] },
	'credit.objects.resolve' => { role => 'viewer', input => sub { { queries => ['Companhia'] } } },
	'credit.webhook.get' => { role => 'admin', input => sub { hooked($_[0]); {} } },
	'credit.deliveries.list' => { role => 'admin', input => sub { dead($_[0]); { status => 'dead', %limit } } },
	'credit.audit.list' => { role => 'admin', input => sub { noted($_[0]); { kind => 'note.created', %limit } } },
);

my %action = (
	'credit.watchlist.create' => { touches => [qw(watchlist)], input => sub { { name => $_[0]->unique('Lista'), description => 'de teste' } },
		refuses => [['a name that is taken', 409, 'name_taken', sub { my $name = $_[0]->unique('Lista'); $_[0]->done('credit.watchlist.create', { name => $name }); { name => uc $name } }],
			['a name of blanks', 400, 'min_length', sub { { name => '  ' } }]] },
	'credit.watchlist.update' => { touches => [qw(watchlist)], input => sub { { watchlist_id => list($_[0]), name => $_[0]->unique('Outra') } } },
	'credit.watchlist.delete' => { touches => [qw(watchlist watchlist_item)], input => sub { { watchlist_id => filled($_[0]) } } },
	'credit.watchlist_item.add' => { touches => [qw(watchlist_item)], input => sub { { watchlist_id => list($_[0]), object_id => 'company:33592510000154' } },
		refuses => [['an object that is there', 409, 'item_there', sub { { watchlist_id => filled($_[0]), object_id => 'instrument:PETR16' } }],
			['an object that is none', 404, undef, sub { { watchlist_id => list($_[0]), object_id => 'company:99' } }],
			['one that a desk does not watch', 400, 'kind', sub { { watchlist_id => list($_[0]), object_id => 'fund:00000000000191' } }]] },
	'credit.watchlist_item.remove' => { touches => [qw(watchlist_item)], input => sub { { watchlist_id => filled($_[0]), object_id => 'instrument:PETR16' } },
		refuses => [['one that is not there', 404, undef, sub { { watchlist_id => list($_[0]), object_id => 'instrument:PETR16' } }]] },
	'credit.alert_rule.set' => { touches => [qw(alert_rule)], input => sub { { kind => 'coverage_below', watchlist_id => list($_[0]), threshold => 2, band_pct => 15 } },
		refuses => [['neither target', 400, 'one_of', sub { { kind => 'material_fact' } }],
			['a threshold where there is none', 400, 'forbidden', sub { { kind => 'material_fact', object_id => 'company:33000167000101', threshold => 1 } }],
			['no threshold where there is one', 400, 'required', sub { { kind => 'leverage_above', object_id => 'company:33000167000101' } }],
			['no sessions of a move', 400, 'required', sub { { kind => 'price_move', object_id => 'instrument:PETR16', threshold => 2 } }]] },
	'credit.alert_rule.delete' => { touches => [qw(alert_rule)], input => sub { { rule_id => rule($_[0]) } } },
	'credit.alert.acknowledge' => { touches => [qw(alert)], input => sub { { alert_id => $_[0]->alert, comment => 'visto' } },
		refuses => [['one that is acknowledged', 409, 'alert_acknowledged', sub { my $id = $_[0]->alert; $_[0]->done('credit.alert.acknowledge', { alert_id => $id }); { alert_id => $id } }]] },
	'credit.alert.assign' => { touches => [qw(alert)], input => sub { { alert_id => $_[0]->alert, member_id => $_[0]{member}{analyst} } } },
	'credit.alert.snooze' => { touches => [qw(alert)], input => sub { { alert_id => $_[0]->alert, until => '2026-12-01' } },
		refuses => [['until today', 400, 'minimum', sub { { alert_id => $_[0]->alert, until => '2026-11-20' } }]] },
	'credit.regulation_term.propose' => { touches => [qw(regulation_term regulation_term_version)],
		input => sub { { object_id => 'company:33000167000101', term => 'leverage_covenant', name => $_[0]->unique('c'), value => 3.5, unit => 'ratio', quote => 'igual ou inferior a 3,50 vezes', page => 41, document => 'Escritura', document_date => '2026-01-15' } },
		refuses => [['no document', 400, 'one_of', sub { { object_id => 'company:33000167000101', term => 'other', quote => 'x' } }],
			['a value without its unit', 400, 'required', sub { { object_id => 'company:33000167000101', term => 'other', quote => 'x', document => 'd', value => 1 } }],
			['a document that nobody filed', 409, 'document_of_issuer', sub { { object_id => 'company:33000167000101', term => 'other', quote => 'x', document_id => 999999999 } }],
			['two documents', 400, 'one_of', sub { { object_id => 'company:33000167000101', term => 'other', quote => 'capa', document => 'd', text_id => held($_[0]), page => 1 } }],
			['a text without a page', 400, 'required', sub { { object_id => 'company:33000167000101', term => 'other', quote => 'capa', text_id => held($_[0]) } }],
			['a day of a text', 400, 'forbidden', sub { { object_id => 'company:33000167000101', term => 'other', quote => 'capa', text_id => held($_[0]), page => 1, document_date => '2026-01-01' } }],
			['a page that the text has not', 409, 'page_of_text', sub { { object_id => 'company:33000167000101', term => 'other', quote => 'capa', text_id => held($_[0]), page => 3 } }],
			['a quote of another page', 409, 'quote_not_found', sub { { object_id => 'company:33000167000101', term => 'other', quote => 'capa', text_id => held($_[0]), page => 2 } }],
			['a text of another issuer', 409, 'text_of_issuer', sub { { object_id => 'company:33592510000154', term => 'other', quote => 'capa', text_id => held($_[0]), page => 1 } }],
			['a text of nothing', 404, undef, sub { { object_id => 'company:33000167000101', term => 'other', quote => 'capa', text_id => $nobody, page => 1 } }],
			['the same reading again', 409, 'already_read', sub { my %in = (object_id => 'company:33000167000101', term => 'other', name => $_[0]->unique('c'), quote => 'x', document => 'd'); $_[0]->done('credit.regulation_term.propose', \%in); \%in }],
			['an object that is none', 404, undef, sub { { object_id => 'company:00000000000000', term => 'other', quote => 'x', document => 'd' } }]] },
	'credit.regulation_term.review' => { touches => [qw(regulation_term regulation_term_review alert_rule)],
		input => sub { { term_id => $_[0]->term, decision => 'correct', value => 32.5, comment => 'aditamento', create_rule => JSON::PP::true() } },
		refuses => [['a correction without its value', 400, 'required', sub { { term_id => $_[0]->term, decision => 'correct' } }],
			['a value that is not asked for', 400, 'forbidden', sub { { term_id => $_[0]->term, decision => 'approve', value => 1 } }],
			['a rule of what is rejected', 400, 'forbidden', sub { { term_id => $_[0]->term, decision => 'reject', create_rule => JSON::PP::true() } }],
			['a rule of what is not measured', 409, 'not_measured', sub { { term_id => $_[0]->term(term => 'other'), decision => 'approve', create_rule => JSON::PP::true() } }],
			(map { my $term = $_; ["a rule of a $term, which no report gives", 409, 'not_measured', sub { { term_id => $_[0]->term(term => $term), decision => 'correct', value => 20, create_rule => JSON::PP::true() } }] }
				qw(concentration_cap early_amortization_trigger)),
			['a rule without a figure', 409, 'term_without_value', sub { { term_id => $_[0]->term(value => undef), decision => 'approve', create_rule => JSON::PP::true() } }]] },
	'credit.regulation_term.withdraw' => { touches => [qw(regulation_term regulation_term_review)],
		input => sub { { term_id => proposed(@_), comment => 'página errada' } },
		refuses => [['one that is decided', 409, 'term_decided', sub { my $id = proposed($_[0]); $_[0]->done('credit.regulation_term.review', { term_id => $id, decision => 'reject', version => 1 }, as => 'analyst'); { term_id => $id } }],
			['one that is withdrawn', 409, 'term_withdrawn', sub { my $id = proposed($_[0]); $_[0]->done('credit.regulation_term.withdraw', { term_id => $id }); { term_id => $id } }]] },
	'credit.document.add' => { touches => [qw(desk_document desk_document_page)],
		input => sub { { object_id => 'company:33000167000101', name => $_[0]->unique('Escritura'), document_date => '2024-10-02', url => 'https://example.com/escritura.pdf', pages => ['capa', '', 'fim'] } },
		refuses => [['no page with a text', 400, 'min_length', sub { { object_id => 'company:33000167000101', name => 'x', pages => ['', " \n"] } }],
			['no page', 400, 'min_items', sub { { object_id => 'company:33000167000101', name => 'x', pages => [] } }],
			['a day to come', 400, 'maximum', sub { { object_id => 'company:33000167000101', name => 'x', pages => ['x'], document_date => '2026-11-21' } }],
			['a day of a filed document', 400, 'forbidden', sub { { object_id => 'company:33000167000101', name => 'x', pages => ['x'], document_date => '2026-11-20', document_id => 1 } }],
			['an address that is none', 400, 'pattern', sub { { object_id => 'company:33000167000101', name => 'x', pages => ['x'], url => 'javascript:alert(1)' } }],
			['an address with a blank', 400, 'format', sub { { object_id => 'company:33000167000101', name => 'x', pages => ['x'], url => 'https://example.com/a b' } }],
			['a document that nobody filed', 409, 'document_of_issuer', sub { { object_id => 'company:33000167000101', name => 'x', pages => ['x'], document_id => 999999999 } }],
			['an object that is none', 404, undef, sub { { object_id => 'company:00000000000000', name => 'x', pages => ['x'] } }]] },
	'credit.document.delete' => { touches => [qw(desk_document desk_document_page)], input => sub { { text_id => held($_[0]) } } },
	'credit.note.create' => { touches => [qw(note note_version)], input => sub { { body => $_[0]->unique('nota'), object_id => 'company:33000167000101' } },
		refuses => [['two targets', 400, 'one_of', sub { { body => 'x', object_id => 'company:33000167000101', watchlist_id => list($_[0]) } }]] },
	'credit.note.update' => { touches => [qw(note note_version)], input => sub { { note_id => noted($_[0]), body => $_[0]->unique('outra') } } },
	'credit.webhook.set' => { role => 'admin', touches => [qw(webhook)], input => sub { hooked($_[0]); { url => 'https://avisos.example.com/' . $_[0]->unique('p') =~ tr/ /-/r, new_secret => JSON::PP::true() } },
		refuses => [['an address of another kind', 400, 'pattern', sub { { url => 'ftp://avisos.example.com/' } }],
			['one with a password', 400, 'format', sub { { url => 'https://a:b\@avisos.example.com/' } }]] },
	'credit.webhook.delete' => { role => 'admin', touches => [qw(webhook webhook_delivery)], input => sub { dead($_[0]); {} } },
	'credit.delivery.retry' => { role => 'admin', touches => [qw(webhook_delivery)], input => sub { { delivery_id => dead($_[0]) } },
		refuses => [['one that waits', 409, 'delivery_not_dead', sub { my $id = dead($_[0]); $_[0]->done('credit.delivery.retry', { delivery_id => $id }); { delivery_id => $id } }]] },
	'credit.note.delete' => { touches => [qw(note note_version)], input => sub { { note_id => noted($_[0]) } } },
);

# ---- checks of every answer ----

sub rows {
	my %rows = map { $_ => $t->sql("select coalesce(md5(string_agg(x::text, ',' order by x::text)), '') from $_ x") }
		qw(watchlist watchlist_item alert_rule alert regulation_term regulation_term_version regulation_term_review desk_document desk_document_page note note_version webhook webhook_delivery audit audit_head idempotency office office_member);
	return \%rows;
}

# $ask->(input, options) sends the request.
sub common {
	my ($spec, $sample, $ask) = @_;
	my $id = $spec->{id};
	my ($reach) = grep { $roles[$_] eq $sample->{role} } 0 .. $#roles;
	my $input = $sample->{input}->($o);
	my $theirs = $sample->{input}->($other);

	refused($ask->({}, key => $o->{key}{user}), 403, 'scope_missing', undef, "$id: no desk's key");
	refused($ask->({ nonsense => 1 }, as => $_), 403, 'scope_missing', undef, "$id: not for a role of $_") for @roles[0 .. $reach - 1];
	refused($ask->($input, subject => undef), 400, 'subject_required', undef, "$id: without its subject");
	refused($ask->($input, body => { subject => 'x' }), 400, 'invalid_input', undef, "$id: a subject that is no object");
	refused($ask->($input, body => { at => '2026-11-19' }), 400, 'invalid_input', 'unknown_member', "$id: a desk has no at");
	refused($ask->({ %$input, nonsense => 1 }), 400, 'invalid_input', 'unknown_member', "$id: a member that no schema has");
	my @answers = map { $ask->($input, subject => $_) } $nobody, $sample->{subject} ? $sample->{subject}->($other) : $other->{id};
	refused($_, 404, 'subject_not_found', undef, "$id: a subject of nothing, or of others") for @answers;
	alike("$id: which is one", @answers);
	for my $member (grep { is_id($input->{$_}) } sort keys %$input) {
		my @r = map { $ask->({ %$input, $member => $_ }) } $nobody, $theirs->{$member};
		refused($r[0], 404, 'subject_not_found', undef, "$id: $member of nothing");
		alike("$id: $member of another desk is as none", @r);
	}
	return;
}

# ---- Functions ----

is_deeply [map { $_->{id} } $o->catalog('functions')], [sort { order($a) <=> order($b) } keys %function], 'the Functions of the contract, and no other';
sub order { my ($id) = @_; my @all = map { $_->{id} } $o->catalog('functions'); return (grep { $all[$_] eq $id } 0 .. $#all)[0] // 99 }
for my $spec ($o->catalog('functions')) {
	my $id = $spec->{id};
	my $sample = $function{$id} or next;
	my $subject = $sample->{subject} ? $sample->{subject}->($o) : $o->{id};
	my $ask = sub { my ($input, %how) = @_; return $o->function($id, $input, subject => $subject, %how) };

	is_deeply $spec->{subject}, { required => JSON::PP::true(), $sample->{subject} ? (type => 'credit.watchlist') : (type => 'credit.desk', entity_id => $o->{id}) }, "$id: its subject";
	common($spec, $sample, $ask);
	my $input = $sample->{input}->($o);
	my ($reach) = grep { $roles[$_] eq $sample->{role} } 0 .. $#roles;
	for my $as (@roles[$reach .. $#roles], 'unseated', 'reader') {
		my $r = $ask->($input, as => $as);
		is $r->status, 200, "$id: for $as" or diag $r->body;
		is_deeply [sort keys %{ $r->json }], [qw(at data function meta subject)], "$id: its envelope";
		judge("$id for $as", $spec->{output_schema}, $json->decode($r->body)->{data});
	}
	for my $case (@{ $sample->{refuses} // [] }) {
		my ($name, $status, $rule, $make) = @$case;
		refused($ask->($make->($o)), $status, $status == 404 ? 'subject_not_found' : 'invalid_input', $rule, "$id: $name");
	}
	next unless $spec->{input_schema}{properties}{cursor};
	refused($ask->({ %$input, cursor => 'nonsense' }), 400, 'invalid_input', undef, "$id: a cursor of nothing");
	refused($ask->({ %$input, limit => $_ }), 400, 'invalid_input', $_ ? 'maximum' : 'minimum', "$id: a limit of $_") for 0, 1_000_000;
}

# ---- Actions ----

is_deeply [sort map { $_->{id} } $o->catalog('actions')], [sort keys %action], 'the Actions of the contract, and no other';
for my $spec ($o->catalog('actions')) {
	my $id = $spec->{id};
	my $sample = { role => 'analyst', %{ $action{$id} // next } };
	my %sure = (confirmed => $spec->{confirmation}{required});
	my $ask = sub { my ($input, %how) = @_; return $o->action($id, $input, %sure, %how) };

	ok @{ $spec->{effects} } && $spec->{audit_event} && $spec->{preview}, "$id: shows its effects and changes nothing";
	common($spec, $sample, $ask);
	my $input = $sample->{input}->($o);
	refused($ask->($input, as => 'unseated'), 403, 'scope_missing', undef, "$id: not without a seat");
	refused($ask->($input, as => 'reader'), 403, 'scope_missing', undef, "$id: not with a key that only reads");
	refused($o->action($id, $input), 400, 'invalid_input', 'confirmation_required', "$id: not before it is confirmed") if $sure{confirmed};

	my $before = rows();
	my $preview = $o->preview($id, $input);
	is $preview->status, 200, "$id: a preview" or diag $preview->body;
	is_deeply rows(), $before, "$id: which leaves every row";
	my %once = (headers => { 'Idempotency-Key' => "0881-$id" });
	my $r = $ask->($input, %once);
	is $r->status, 200, "$id: is done" or diag $r->body;
	my $after = rows();
	is_deeply [grep { $before->{$_} ne $after->{$_} } sort keys %$before], [sort @{ $sample->{touches} }, qw(audit audit_head idempotency)], "$id: writes the tables of its sample";
	is_deeply [odd_numbers($preview->body, $r->body)], [], "$id: numbers as the answer writes them";
	my $event = $r->json->{audit_event} // {};
	is $event->{kind}, $spec->{audit_event}, "$id: the event that the spec names";
	my $changes = $json->decode($t->sql("select changes from audit where id = '$event->{id}'"));
	my $said = $json->decode($preview->body)->{changes};
	is_deeply [map { $_->{pointer} } @$changes], [map { $_->{pointer} } grep { $_->{pointer} ne '/would_have_fired' } @$said], "$id: executed as previewed";
	for (grep { !grep { ($_ // '') eq '[omitido]' || is_id($_) } @{ $changes->[$_] }{qw(from to)} } 0 .. $#$changes) {
		is_deeply $changes->[$_], $said->[$_], "$id: $said->[$_]{pointer}";
	}
	judge($id, $spec->{output_schema}, $json->decode($r->body)->{result});
	my $again = $ask->($input, %once);
	is_deeply [$again->status, $again->header('idempotency-replayed'), $again->body], [200, 'true', $r->body =~ s/"secret":"whsec_[^"]+"/"secret":null/r], "$id: sent twice, done once";
	is_deeply rows(), $after, "$id: and written once";
	my ($reach) = grep { $roles[$_] eq $sample->{role} } 0 .. $#roles;
	for my $as (@roles[$reach .. 3]) {
		is $ask->($sample->{input}->($o, $as), as => $as)->status, 200, "$id: for a role of $as";
	}
	for my $case (@{ $sample->{refuses} // [] }) {
		my ($name, $status, $rule, $make) = @$case;
		my $bad = $make->($o);
		refused($ask->($bad), $status, $status == 404 ? 'subject_not_found' : 'invalid_input', $rule, "$id: $name");
		refused($o->preview($id, $bad), $status, $status == 404 ? 'subject_not_found' : 'invalid_input', $rule, "$id: $name, in a preview too");
	}
}

# ---- a stored answer is shown with today's access ----

my %once = (as => 'analyst', headers => { 'Idempotency-Key' => 'today' });
my $name = $o->unique('Lista');
is $o->action('credit.watchlist.create', { name => $name }, %once)->status, 200, 'an analyst makes a list';
$t->sql("update office_member set role = 'viewer' where id = '$o->{member}{analyst}'");
refused($o->action('credit.watchlist.create', { name => $name }, %once), 403, 'scope_missing', undef, 'a member who now only reads gets no stored answer');

# ---- an organization is an advisory office or a desk ----

my $advisor = $t->lastro_json('org', 'create', '--name', 'Escritorio', '--advisor');
$t->lastro_ok('license', 'set', $advisor->{id}, '--seats', 5, '--from', '2026-01-01');
$t->lastro_ok('member', 'add', '--org', $advisor->{id}, '--account', $o->{email}{owner}, '--role', 'owner');
my $stray = $t->lastro_json('key', 'create', '--account', $o->{email}{owner}, '--name', 'x', '--kind', 'desk', '--org', $advisor->{id})->{key};
refused($o->function('credit.me.get', {}, key => $stray, subject => $advisor->{id}), 403, 'scope_missing', undef, 'a desk key of an advisory office opens no desk');
my $member = $t->lastro_json('key', 'create', '--account', $o->{email}{owner}, '--name', 'x', '--kind', 'member', '--org', $o->{id})->{key};
refused($t->post('/v1/advisor/functions/advisor.me.get/execute', { input => { org => $o->{id} } }, key => $member), 403, 'scope_missing', undef, 'a desk\'s member key reaches no office either');
my $own = $t->post('/v1/keys', { name => 'minha', kind => 'desk', org => $o->{id} }, key => $o->{key}{user});
is_deeply [$own->status, $own->json->{kind}, $own->json->{scopes}], [201, 'desk', ['desk:read', 'desk:write']], 'a person makes a desk key of her own';
is $o->function('credit.me.get', {}, key => $own->json->{key})->json->{data}{role}, 'owner', 'which opens the desk';

# ---- validation of the answers ----

judged_ok($t);
is $t->sql('select count(*) from audit_faults()'), '0', 'the trail is whole after all of it';

done_testing;

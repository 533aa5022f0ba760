#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Every Function and Action of the catalogue, driven by the table of samples: answers match the published schemas, each
# documented refusal has its code, each role's access, other organizations, retries.

use strict;
use warnings;
use utf8;

use JSON::PP ();
use Lastro::Staff;
use Lastro::Operations;
use Lastro::Test qw(slurp);
use Lastro::Verdict qw(alike is_id judge judged_ok refused);
use Test::More;

my $t = Lastro::Test->new;
my $o = Lastro::Staff->new($t, 'Escritório');
my $other = Lastro::Staff->new($t, 'Vizinho');
$t->start_pool(env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

my $json = JSON::PP->new->canonical->utf8;
my @roles = qw(assistant advisor admin owner);
my $nobody = '0192f0c1-2a3b-7c4d-8e5f-0a1b2c3d4e5f';

# ---- checks of every answer ----

# others() - inputs with one id replaced: [member, input with an unknown id, input with one of the
# other office].
sub others {
	my ($input, $theirs) = @_;
	my @out;

	for my $member (sort keys %$input) {
		my $value = $input->{$member};
		if (is_id($value)) {
			push @out, [$member, { %$input, $member => $nobody }, { %$input, $member => $theirs->{$member} }];
		} elsif (ref $value eq 'ARRAY' && @$value && is_id($value->[0])) {
			push @out, [$member, { %$input, $member => [$nobody] }, { %$input, $member => [$theirs->{$member}[0]] }];
		}
	}
	return @out;
}

# ---- refusals common to all operations, in order ----

# $ask->(input, options) sends the request.
sub common {
	my ($spec, $sample, $ask) = @_;
	my $id = $spec->{id};

	if (!$sample->{open}) {
		refused($ask->({}, key => $o->{key}{user}), 403, 'scope_missing', undef, "$id: no member's key");
		my ($reach) = grep { $roles[$_] eq $sample->{role} } 0 .. $#roles;
		refused($ask->({ nonsense => 1 }, as => $_), 403, 'scope_missing', undef, "$id: not for a role of $_") for @roles[0 .. $reach - 1];
	}
	my ($input, %how) = $sample->{input}->($o);
	my ($unknown, $foreign) = map { { %$input, org => $_ } } $nobody, $other->{id};
	alike("$id: an organization of others is as none", map { $ask->($_, %how, org => undef) } $unknown, $foreign);
	refused($ask->($foreign, %how, org => undef), 404, 'subject_not_found', undef, "$id: not found");
	refused($ask->({ %$input, nonsense => 1 }, %how), 400, 'invalid_input', 'unknown_member', "$id: a member that no schema has");
	refused($ask->($input, %how, org => 'x'), 400, 'invalid_input', 'format', "$id: an organization that is no id");
	refused($ask->($input, %how, org => undef), 400, 'invalid_input', 'required', "$id: no organization")
		if grep { $_ eq 'org' } @{ $spec->{input_schema}{required} // [] };

	my ($theirs) = $sample->{input}->($other);
	for (others($input, $theirs)) {
		my ($member, $none, $not_ours) = @$_;
		my @answers = map { $ask->($_, %how) } $none, $not_ours;
		refused($answers[0], 404, 'subject_not_found', undef, "$id: $member of nothing") unless $sample->{filters};
		alike("$id: $member of another office is as none", @answers) unless $sample->{filters};
	}
	return;
}

# ---- Functions ----

my %function = Lastro::Operations::functions();
is_deeply [sort map { $_->{id} } $o->catalog('functions')], [sort keys %function], 'the Functions of the contract, and no other';
is scalar keys %function, 25, 'which are twenty-five';
for my $spec ($o->catalog('functions')) {
	my $id = $spec->{id};
	my $sample = $function{$id};

	ok $sample, "$id: there is a sample of it" or next;
	my $subject = $sample->{subject} ? $sample->{subject}->($o) : undef;
	my $ask = sub { my ($input, %how) = @_; return $o->function($id, $input, subject => $subject, %how) };

	is $spec->{subject} ? 'subject' : 'none', defined $subject ? 'subject' : 'none', "$id: a subject where the spec says so";
	common($spec, $sample, $ask);
	my ($input, %how) = $sample->{input}->($o);
	my ($reach) = grep { $roles[$_] eq $sample->{role} } 0 .. $#roles;
	for my $as (@roles[$reach .. $#roles], 'unseated', 'reader') {
		my $r = $ask->($input, %how, as => $as);
		is $r->status, 200, "$id: for $as" or diag $r->body;
		is_deeply [sort keys %{ $r->json }], [qw(at data function meta subject)], "$id: its envelope";
		judge("$id for $as", $spec->{output_schema}, $json->decode($r->body)->{data});
	}
	if ($subject) {
		my $theirs = $sample->{subject}->($other);
		refused($o->function($id, $input, %how), 400, 'subject_required', undef, "$id: without its subject");
		refused($o->function($id, $input, %how, body => { subject => 'x' }), 400, 'invalid_input', undef, "$id: a subject that is no object");
		my @answers = map { $o->function($id, $input, %how, subject => $_) } $nobody, $theirs;
		refused($_, 404, 'subject_not_found', undef, "$id: a subject of nothing, or of others") for @answers;
		alike("$id: which is one", @answers);
	} else {
		refused($o->function($id, $input, %how, subject => $nobody), 400, 'invalid_input', 'unwanted_subject', "$id: a subject that it does not take");
	}
	if ($spec->{temporal_cut}) {
		my $r = $ask->($input, %how, at => '2026-11-19');
		is_deeply [$r->status, $r->json->{at}], [200, '2026-11-19'], "$id: of a day" or diag $r->body;
		judge("$id at a day", $spec->{output_schema}, $json->decode($r->body)->{data});
		refused($ask->($input, %how, at => '2026-11-21'), 400, 'invalid_input', 'maximum', "$id: not of tomorrow");
		refused($ask->($input, %how, at => '2026-02-30'), 400, 'invalid_input', 'format', "$id: an invalid day is refused too");
	} else {
		refused($ask->({ nonsense => 1 }, %how, at => '2026-11-19'), 400, 'temporal_cut_unsupported', undef, "$id: at is checked before the input");
	}
	for my $case (@{ $sample->{refuses} // [] }) {
		my ($name, $status, $rule, $make, $after) = @$case;
		my ($bad, %as) = $make->($o);
		refused($ask->($bad, %how, %as), $status, $status == 404 ? 'subject_not_found' : 'invalid_input', $rule, "$id: $name");
		$after->($o) if $after;
	}
	if ($spec->{input_schema}{properties}{cursor}) {
		refused($ask->({ %$input, cursor => 'nonsense' }, %how), 400, 'invalid_input', undef, "$id: a cursor of nothing");
		refused($ask->({ %$input, limit => $_ }, %how), 400, 'invalid_input', $_ ? 'maximum' : 'minimum', "$id: a limit of $_") for 0, 1_000_000;
	}
}

# ---- Actions ----

my %action = Lastro::Operations::actions();
is_deeply [sort map { $_->{id} } $o->catalog('actions')], [sort keys %action], 'the Actions of the contract, and no other';
is scalar keys %action, 22, 'which are twenty-two';
for my $spec ($o->catalog('actions')) {
	my $id = $spec->{id};
	my $sample = $action{$id};
	my %sure = (confirmed => $spec->{confirmation}{required});

	ok $sample, "$id: there is a sample of it" or next;
	ok @{ $spec->{effects} } && $spec->{audit_event}, "$id: shows its effects and changes nothing";
	my $ask = sub { my ($input, %how) = @_; return $o->action($id, $input, %sure, %how) };
	common($spec, $sample, $ask);

	my ($input, %how) = $sample->{input}->($o);
	if (!$sample->{open}) {
		refused($ask->($input, %how, as => 'unseated'), 403, 'scope_missing', undef, "$id: not without a seat");
		refused($ask->($input, %how, as => 'reader'), 403, 'scope_missing', undef, "$id: not with a key that only reads");
	}
	refused($ask->($input, %how, body => { at => '2026-11-19' }), 400, 'invalid_input', 'unknown_member', "$id: takes no at");
	refused($ask->($input, %how, body => { subject => { entity_id => $nobody } }), 400, 'invalid_input', 'unknown_member', "$id: no subject either");
	if ($spec->{confirmation}{required}) {
		ok length $spec->{confirmation}{reason}, "$id: says why it asks";
		for my $body ({}, { confirmed => JSON::PP::false() }) {
			my $r = $o->action($id, $input, %how, body => $body);
			refused($r, 400, 'invalid_input', undef, "$id: not before it is confirmed");
			is $r->json->{details}{errors}[0]{pointer}, '/confirmed', "$id: with a message";
		}
	}

	my $events = "select count(*) from audit where action = '$id' and outcome = 'done'";
	my $before = $t->sql($events);
	my %once = (headers => { 'Idempotency-Key' => "0407-$id" });
	my $r = $ask->($input, %how, %once);
	is $r->status, 200, "$id: is done" or diag $r->body;
	is_deeply [sort keys %{ $r->json }], [qw(action audit_event result)], "$id: its envelope";
	is $r->json->{audit_event}{kind}, $spec->{audit_event}, "$id: the event that the spec names";
	is $t->sql("select kind || ' ' || outcome from audit where id = '" . $r->json->{audit_event}{id} . "'"), "$spec->{audit_event} done", "$id: is in the trail";
	judge($id, $spec->{output_schema}, $json->decode($r->body)->{result});
	my $again = $ask->($input, %how, %once);
	is_deeply [$again->status, $again->header('idempotency-replayed'), $t->sql($events) - $before], [200, 'true', 1], "$id: sent twice, done once";
	judge("$id again", $spec->{output_schema}, $json->decode($again->body)->{result});
	refused($ask->({ %$input, nonsense => 1 }, %how, %once), 422, 'idempotency_key_reused', undef, "$id: another request under its key");

	my ($reach) = grep { $roles[$_] eq ($sample->{role} // '') } 0 .. $#roles;
	for my $as ($sample->{open} ? () : @roles[$reach .. $#roles]) {
		my ($input, %how) = $sample->{input}->($o);
		my $r = $ask->($input, %how, as => $as);
		is $r->status, 200, "$id: for a role of $as" or diag $r->body;
		judge("$id for $as", $spec->{output_schema}, $json->decode($r->body)->{result});
	}

	for my $case (@{ $sample->{refuses} // [] }) {
		my ($name, $status, $rule, $make, $after) = @$case;
		my ($bad, %as) = $make->($o);
		my $code = $status == 404 ? 'subject_not_found' : 'invalid_input';
		my $told = "select count(*) from audit where action = '$id' and outcome = '$code'";
		my $before = $t->sql($told);
		refused($ask->($bad, %as), $status, $code, $rule, "$id: $name");
		is $t->sql($told) - $before, 1, "$id: $name: which the trail tells" unless $sample->{open};
		$after->($o) if $after;
	}
}

# ---- validation of the answers ----

judged_ok($t);
is $t->sql('select count(*) from audit_faults()'), '0', 'the trail is whole after all of it';

# Personal data of clients and members: names, tax ids, addresses, telephones, notes, contents of files.
my $log = slurp($t->{log});
my $personal = join '|', 'Cliente \d', 'Fam\S+lia \d', 'Carteira \d', '\@example', '11 5555-', 'BBAS3', 'modelo\.csv', map { quotemeta } @Lastro::Staff::tax_ids;
cmp_ok scalar(() = $log =~ /"msg":"request"/g), '>', 500, 'the log has the requests';
unlike $log, qr/$personal/, 'and they contain no client';

done_testing;

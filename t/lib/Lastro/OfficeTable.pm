# SPDX-License-Identifier: Apache-2.0
package Lastro::OfficeTable;

# Tests that every Function and Action of an office must pass, driven by one table: the roles that may use it, its
# refusals, another office's ids refused like unknown ones, a preview that changes no row and equals the execution,
# and an execution that happens once per Idempotency-Key.
#
#	table_ok($office, who => \%who, other => $other, snapshot => sub { … }, table => {
#		'advisor.client.get' => { reach => 'assistant', input => {}, subject => $id, strange => $theirs, at => 1 },
#	});
#
# An operation has: reach, the least role; input, valid for all roles that reach it; action, confirm, at; subject, and
# strange, one of another office; ids, the input's members that are ids, each with one of another office.

use strict;
use warnings;

use Exporter qw(import);
use JSON::PP ();
use Lastro::Office;
use Lastro::Response;
use Test::More;

our @EXPORT_OK = qw(table_ok bare);

my $none = '0192f0c1-2a3b-7c4d-8e5f-0a1b2c3d4e5f';
my @roles = qw(assistant advisor admin owner);

# bare() - a refusal without the parts that differ between requests.
sub bare {
	my ($r) = @_;
	my %headers = %{ $r->{headers} };
	my %body = %{ $r->json };

	delete @headers{qw(x-request-id date server-timing)};
	$body{details} = { %{ $body{details} } };
	delete $body{details}{request_id};
	return [$r->status, \%headers, \%body];
}

sub refused { my ($r, @rest) = @_; my $name = pop @rest; is_deeply(Lastro::Office::rule($r), \@rest, $name) or diag $r->body }

sub table_ok {
	my ($office, %t) = @_;
	my $owner = $t{who}{owner};

	for my $id (sort keys %{ $t{table} }) {
		my $o = $t{table}{$id};
		my $run = $o->{action} ? 'action' : 'function';
		my @of = ($o->{subject} ? (subject => $o->{subject}) : (), $o->{confirm} ? (confirmed => JSON::PP::true()) : ());
		my $ask = sub { my ($input, %o) = @_; return $office->$run($id, $input, @of, %o) };

		for my $rank (0 .. $#roles) {
			my $reaches = grep { $_ eq $o->{reach} } @roles[0 .. $rank];
			my @as = (as => $t{who}{ $roles[$rank] });
			my $r = $o->{action} ? $office->preview($id, $o->{input}, @as) : $ask->($o->{input}, @as);

			is_deeply [$r->status, $r->code], $reaches ? [200, undef] : [403, 'scope_missing'],
				"$id: $roles[$rank] " . ($reaches ? 'may' : 'may not') or diag $r->body;
		}
		refused($ask->($o->{input}, key => $owner->{user_key}), 403, 'scope_missing', undef, "$id: a user key");
		my @org = map { $ask->($o->{input}, as => $owner, org => $_) } $t{other}{id}, $none;
		refused($org[0], 404, 'subject_not_found', undef, "$id: another organization");
		is_deeply bare($org[0]), bare($org[1]), '… like none at all';
		my $without = $ask->($o->{input}, as => $owner, org => undef);
		refused($without, 400, 'invalid_input', 'required', "$id: without org");
		is_deeply $without->json->{details}{errors}, [{ pointer => '/input/org', rule => 'required', expected => "$office->{id}, a organiza\x{e7}\x{e3}o desta credencial", received => undef }], 'and is told it';
		refused($ask->({ %{ $o->{input} }, outro => 1 }, as => $owner), 400, 'invalid_input', 'unknown_member', "$id: a member that nobody knows");
		$o->{action} ? action_envelope($office, $id, $o, $owner) : function_envelope($office, $id, $o, $owner, $ask);
		for my $name (sort keys %{ $o->{ids} // {} }) {
			my $strange = $o->{ids}{$name};
			my @r = map { $ask->({ %{ $o->{input} }, $name => $_ }, as => $owner) } $strange, ref $strange ? [$none] : $none;

			refused($r[0], 404, 'subject_not_found', undef, "$id: $name of another office");
			is_deeply bare($r[0]), bare($r[1]), '… like one that does not exist';
		}
		done_once($office, $id, $o, $owner, @of, snapshot => $t{snapshot}) if $o->{action};
	}
}

sub function_envelope {
	my ($office, $id, $o, $owner, $ask) = @_;

	if ($o->{subject}) {
		my @r = map { $office->function($id, $o->{input}, as => $owner, subject => $_) } $o->{strange}, $none, 'x';

		refused($office->function($id, $o->{input}, as => $owner), 400, 'subject_required', undef, "$id: needs its subject");
		refused($r[0], 404, 'subject_not_found', undef, "$id: the subject of another office");
		is_deeply bare($r[0]), bare($r[$_]), '… like one that does not exist' for 1, 2;
	} else {
		refused($ask->($o->{input}, as => $owner, subject => $none), 400, 'invalid_input', 'unwanted_subject', "$id: takes no subject");
	}
	if ($o->{at}) {
		is $ask->($o->{input}, as => $owner, at => '2026-11-20')->json->{at}, '2026-11-20', "$id: takes at";
		refused($ask->($o->{input}, as => $owner, at => '2199-01-01'), 400, 'invalid_input', 'maximum', '… but no day to come');
	} else {
		refused($ask->($o->{input}, as => $owner, at => '2026-11-01'), 400, 'temporal_cut_unsupported', undef, "$id: no at");
	}
	is_deeply [$office->faults($ask->($o->{input}, as => $owner), as => $owner)], [], "$id: as its schema says";
}

sub action_envelope {
	my ($office, $id, $o, $owner) = @_;
	my @confirmed = $o->{confirm} ? (confirmed => JSON::PP::true()) : ();

	refused($office->action($id, $o->{input}, as => $owner, @confirmed, subject => $none), 400, 'invalid_input', 'unknown_member', "$id: an Action takes no subject");
	refused($office->action($id, $o->{input}, as => $owner, confirmed => 'sim'), 400, 'invalid_input', 'type', "$id: confirmed is true or false");
	refused($office->action($id, $o->{input}, as => $owner, @confirmed, at => '2026-11-01'), 400, 'invalid_input', 'unknown_member', "$id: nor a day");
	return unless $o->{confirm};
	refused($office->action($id, $o->{input}, as => $owner), 400, 'invalid_input', 'confirmation_required', "$id: asks for confirmation");
	refused($office->action($id, $o->{input}, as => $owner, confirmed => JSON::PP::false()), 400, 'invalid_input', 'confirmation_required', '… and false is none');
}

sub done_once {
	my ($office, $id, $o, $owner, %of) = @_;
	my $snapshot = delete $of{snapshot};
	my $before = $snapshot->();
	my $preview = $office->preview($id, $o->{input}, as => $owner)->json;
	my %once = (as => $owner, %of, headers => { 'Idempotency-Key' => "once-$id" });

	is $snapshot->(), $before, "$id: a preview leaves every row";
	my ($first, $again) = map { $office->action($id, $o->{input}, %once) } 1, 2;
	is $first->status, 200, "$id: is done" or diag $first->body;
	is_deeply [$office->faults($first, as => $owner)], [], '… as its schema says';
	is $again->header('idempotency-replayed'), 'true', '… once';
	is_deeply $again->json->{audit_event}, $first->json->{audit_event}, '… and told twice';
	my $event = $office->{t}->sql("select changes from audit where id = '" . $first->json->{audit_event}{id} . "'");
	my $done = Lastro::Response::numbers_kept(qq({"changes":$event}))->{changes};
	is_deeply $done, without_personal($preview->{changes}, $done), '… as the preview said';
}

# The preview's changes, without the parts that the audit does not store.
sub without_personal {
	my ($changes, $kept) = @_;
	my $i = 0;

	return [map {
		my ($one, $as) = ({ %$_ }, $kept->[$i++] // {});

		for my $side (qw(from to)) {
			$one->{$side} = '[omitido]' if defined $one->{$side} && ($as->{$side} // '') eq '[omitido]';
		}
		$one
	} @$changes];
}

1;

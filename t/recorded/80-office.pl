# SPDX-License-Identifier: Apache-2.0
#
# The office: catalogue, specifications, and every Function and Action as its sample has it (Lastro::Operations),
# with their refusals, previews, days of the past and repetitions.

use strict;
use warnings;
use utf8;
use JSON::PP ();
use Lastro::Operations;
use Lastro::Staff;

my @roles = qw(assistant advisor admin owner);

# What every operation refuses in the same way.
sub refused {
	my ($o, $w, $sample, $ask, $input, %how) = @_;

	$ask->({ %$input, nonsense => 1 }, %how);
	$ask->($input, %how, org => $w->{none});
	$ask->($input, %how, org => 'x');
	return if $sample->{open};
	$ask->({}, key => $o->{key}{user});
	my ($reach) = grep { $roles[$_] eq $sample->{role} } 0 .. $#roles;
	$ask->($input, %how, as => $roles[$reach - 1]) if $reach;
	$ask->($input, %how, as => $_) for 'unseated', 'reader';
	return;
}

sub function_of {
	my ($o, $w, $spec, $sample) = @_;
	my ($t, $id) = ($w->{t}, $spec->{id});
	my ($subject, $input, %how) = $t->unrecorded(sub { my $s = $sample->{subject} ? $sample->{subject}->($o) : undef; return ($s, $sample->{input}->($o)) });
	my $ask = sub { my ($input, %how) = @_; return $o->function($id, $input, subject => $subject, %how) };

	my $r = $ask->($input, %how);
	my $next = $r->json->{meta}{next_cursor};
	$ask->({ %$input, cursor => $next }, %how) if $next;
	refused($o, $w, $sample, $ask, $input, %how);
	$o->function($id, $input, %how, subject => $_) for $subject ? (undef, $w->{none}, 'x') : $w->{none};
	$ask->($input, %how, at => $_) for qw(2026-11-19 2026-01-31 2026-11-21 2026-02-30);
	for my $case (@{ $sample->{refuses} // [] }) {
		my ($bad, %as) = $t->unrecorded(sub { $case->[3]->($o) });
		$ask->($bad, %how, %as);
	}
	return unless $spec->{input_schema}{properties}{cursor};
	$ask->({ %$input, cursor => 'nonsense' }, %how);
	$ask->({ %$input, limit => 0 }, %how);
	return;
}

sub action_of {
	my ($o, $w, $spec, $sample) = @_;
	my ($t, $id) = ($w->{t}, $spec->{id});
	my ($input, %how) = $t->unrecorded(sub { $sample->{input}->($o) });
	my %sure = (confirmed => $spec->{confirmation}{required});
	my %once = (headers => { 'Idempotency-Key' => "once-$id" });
	my $ask = sub { my ($input, %how) = @_; return $o->action($id, $input, %sure, %how) };

	$o->preview($id, $input, %how);
	refused($o, $w, $sample, $ask, $input, %how);
	$o->action($id, $input, %how) if $spec->{confirmation}{required};
	$o->action($id, $input, %how, body => { confirmed => 'sim' });
	$ask->($input, %how, body => { at => '2026-11-19' });
	$ask->($input, %how, %once) for 1, 2;
	$ask->({ %$input, nonsense => 1 }, %how, %once);
	$o->preview($id, $input, %how);
	for my $case (@{ $sample->{refuses} // [] }) {
		my ($bad, %as) = $t->unrecorded(sub { $case->[3]->($o) });
		$ask->($bad, %as);
		$case->[4]->($o) if $case->[4];
	}
	return;
}

sub {
	my ($w) = @_;
	my $t = $w->{t};
	my $o = $t->unrecorded(sub { Lastro::Staff->new($t, 'Escritório') });

	$t->known(reverse %{ $o->{key} });
	$w->{member} = $o->{key}{owner};
	for my $kind (qw(functions actions)) {
		$t->get("/v1/advisor/$kind", key => $_) for $o->{key}{owner}, $o->{key}{assistant}, $o->{key}{user};
		$t->get("/v1/advisor/$kind");
		$t->get("/v1/advisor/$kind?x=1", key => $o->{key}{owner});
		$t->get("/v1/advisor/$kind/advisor.nothing.get", key => $o->{key}{owner});
		my %sample = $kind eq 'functions' ? Lastro::Operations::functions() : Lastro::Operations::actions();
		for my $spec ($o->catalog($kind)) {
			$kind eq 'functions' ? function_of($o, $w, $spec, $sample{ $spec->{id} }) : action_of($o, $w, $spec, $sample{ $spec->{id} });
		}
		$t->post("/v1/advisor/$kind/$_/execute", { input => { org => $o->{id} } }, key => $o->{key}{owner}) for 'advisor.nothing.get', 'x';
		$t->post("/v1/advisor/$kind/" . ($kind eq 'functions' ? 'advisor.me.get' : 'advisor.family.create') . '/execute', $_, key => $o->{key}{owner}) for '{', '[]', {}, { input => 7 }, { input => {}, outro => 1 };
	}
	$t->post('/v1/advisor/actions/advisor.nothing/preview', { input => {} }, key => $o->{key}{owner});
	$t->post('/v1/advisor/actions/advisor.family.create/preview', { input => { org => $o->{id} } }, key => $o->{key}{owner});
	$t->get('/v1/portfolios', key => $o->{key}{owner});
	$o->function('advisor.audit.list', { limit => 100 });
	$o->function('advisor.license.get', {});
	$o->function('advisor.overview.get', {});
}

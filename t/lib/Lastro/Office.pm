# SPDX-License-Identifier: Apache-2.0
package Lastro::Office;

# An advisory office for tests, straight in the database: a member of each role, one of them without a seat,
# and their keys; and the seven operations from its members' hands.
#
#	my $o = Lastro::Office->new($t, seats => 20);
#	$o->function('advisor.clients.list', { limit => 10 }, as => 'advisor', at => '2026-01-31');
#	$o->action('advisor.client.create', { name => 'Ana' }, preview => 1);
#	my $family = $o->done('advisor.family.create', { name => 'Souza' });	# its result; dies otherwise
#
# The organization goes into every input by itself; org => undef leaves it out.

use strict;
use warnings;

use Carp qw(croak);
use Lastro::Tenants qw(account organization key);

my @roles = qw(owner admin advisor assistant);
my $names = 0;

sub new {
	my ($class, $t, %o) = @_;
	my $self = bless { t => $t, name => $o{name} // 'Escritório' }, $class;
	my %account = map { $_ => account($t) } @roles, 'unseated', 'other_owner';
	my $office = organization($t, values %account);
	my $seats = $o{seats} // 20;

	$self->{account} = \%account;
	@$self{qw(org workspace)} = @$office{qw(id workspace)};
	$t->sql("insert into advisor_office (workspace_id, organization_id, name, created_at)
			values ('$self->{workspace}', '$self->{org}', 'Escritorio', '2026-01-01');
		insert into advisor_license (workspace_id, plan, seats, valid_from, created_at)
			values ('$self->{workspace}', 'office', $seats, '2026-01-01', '2026-01-01')");
	for my $who (sort keys %account) {
		my $role = { unseated => 'admin', other_owner => 'owner' }->{$who} // $who;
		my $seated = $who eq 'unseated' ? 'false' : 'true';

		$self->{member}{$who} = $t->sql("insert into advisor_member (workspace_id, id, account_id, role, seated, joined_at)
			values ('$self->{workspace}', gen_random_uuid(), '$account{$who}{id}', '$role', $seated, '2026-01-02') returning id");
		$self->{key}{$who} = key($t, $account{$who}, kind => 'member', organization => $office, scopes => ['advisor:read', 'advisor:write']);
	}
	$self->{key}{reader} = key($t, $account{owner}, kind => 'member', organization => $office, scopes => ['advisor:read']);
	$self->{key}{user} = $account{owner}{user_key};
	return $self;
}

# unique() - a word that no other name of the test has.
sub unique { return sprintf '%s %04d', $_[1], ++$names }

# tax_id() - a CPF that nobody has.
sub tax_id {
	my $id = sprintf '%09d', 100_000_000 + 7919 * ++$names;

	for my $first (10, 11) {
		my ($weight, $sum) = ($first, 0);
		$sum += $_ * $weight-- for split //, $id;
		$id .= 11 - $sum % 11 > 9 ? 0 : 11 - $sum % 11;
	}
	return $id;
}

sub input {
	my ($self, $input, $o) = @_;
	my $org = exists $o->{org} ? $o->{org} : $self->{org};

	return { %$input, defined $org ? (org => $org) : () };
}

sub function {
	my ($self, $id, $input, %o) = @_;
	my %body = (input => $self->input($input, \%o), %{ $o{body} // {} });

	$body{at} = $o{at} if defined $o{at};
	$body{subject} = { entity_id => $o{subject} } if defined $o{subject};
	return $self->{t}->post("/v1/advisor/functions/$id/execute", \%body, key => $o{key} // $self->{key}{ $o{as} // 'owner' });
}

sub action {
	my ($self, $id, $input, %o) = @_;
	my %body = (input => $self->input($input, \%o), %{ $o{body} // {} });
	my $way = $o{preview} ? 'preview' : 'execute';

	$body{confirmed} = JSON::PP::true() if $o{confirmed};
	return $self->{t}->post("/v1/advisor/actions/$id/$way", \%body, key => $o{key} // $self->{key}{ $o{as} // 'owner' },
		headers => $o{headers} // {});
}

sub done {
	my ($self, $id, $input, %o) = @_;
	my $r = $self->action($id, $input, %o);

	croak "$id: " . $r->body unless $r->status == 200;
	return $r->json->{result};
}

# catalog() - the specs of all 'functions' or 'actions', in the catalogue's order.
sub catalog {
	my ($self, $kind) = @_;
	my $t = $self->{t};

	return map { $t->get("/v1/advisor/$kind/$_->{id}", key => $self->{key}{owner})->json }
		@{ $t->get("/v1/advisor/$kind", key => $self->{key}{owner})->json->{data} };
}

# user() - somebody who is in no office: {id, user_key, email}.
sub user {
	my ($self) = @_;
	my $account = account($self->{t});

	$account->{email} = $self->{t}->sql("select email from account where id = '$account->{id}'");
	return $account;
}

1;

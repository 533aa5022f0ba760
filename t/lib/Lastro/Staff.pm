# SPDX-License-Identifier: Apache-2.0
package Lastro::Staff;

# An advisory office (Lastro::Office) with a member of each role, a second owner, an admin without a seat, and keys
# with fewer scopes; for tests that run every operation as every role.
#
#	my $o = Lastro::Staff->new($t, 'Escritório');
#	$o->function('advisor.clients.list', { limit => 10 }, as => 'advisor', at => '2026-01-31');
#	$o->action('advisor.client.create', { name => 'Ana' }, confirmed => 1);
#	my $family = $o->done('advisor.family.create', { name => 'Souza' });	# its result; dies otherwise

use strict;
use warnings;

use parent 'Lastro::Office';

use Carp qw(croak);
use JSON::PP ();
use Lastro::TaxId qw(cpf);

my $names = 0;
our @tax_ids;	# used ones

sub new {
	my ($class, $t, $name) = @_;
	my $self = $class->SUPER::new($t, $name, seats => 500);
	my %who = (map { $_ => $self->member($_) } qw(owner admin advisor assistant));

	$who{unseated} = $self->member('admin', no_seat => 1);
	$self->member('owner', name => 'Outra');
	$self->{member} = { map { $_ => $who{$_}{id} } keys %who };
	$self->{key} = { map { $_ => $who{$_}{key} } keys %who };
	$self->{key}{user} = $who{owner}{user_key};
	$self->{key}{reader} = $t->lastro_json('key', 'create', '--account', $who{owner}{email}, '--name', 'r', '--kind', 'member',
		'--org', $self->{id}, '--scopes', 'advisor:read')->{key};
	return $self;
}

# unique() - a name that the test has not used yet.
sub unique { return sprintf '%s %04d', $_[1], ++$names }

# tax_id() - a new CPF.
sub tax_id {
	my $id = cpf(100_000_000 + 7919 * ++$names);

	push @tax_ids, $id;
	return $id;
}

# send_() - as in Lastro::Office, but: as names a role, body has additional members, confirmed is a Perl truth value.
sub send_ {
	my ($self, $path, $input, %o) = @_;
	my $org = exists $o{org} ? $o{org} : $self->{id};
	my %body = (input => { %$input, defined $org ? (org => $org) : () }, %{ $o{body} // {} });

	$body{at} = $o{at} if defined $o{at};
	$body{subject} = { entity_id => $o{subject} } if defined $o{subject};
	$body{confirmed} = JSON::PP::true() if $o{confirmed};
	return $self->{t}->post("/v1/advisor/$path", \%body, key => $o{key} // $self->{key}{ $o{as} // 'owner' }, headers => $o{headers} // {});
}

sub done {
	my ($self, $id, $input, %o) = @_;
	my $r = $self->action($id, $input, %o);

	croak "$id: " . $r->body unless $r->status == 200;
	return $r->json->{result};
}

# catalog() - the specs of all 'functions' or 'actions' that the owner may use, as a member or by his user key.
sub catalog {
	my ($self, $kind) = @_;
	my $t = $self->{t};

	return map { JSON::PP->new->utf8->decode($t->get("/v1/advisor/$kind/$_->{id}", key => $self->{key}{owner})->body) }
		map { @{ $t->get("/v1/advisor/$kind", key => $self->{key}{$_})->json->{data} } } qw(user owner);
}

1;

# SPDX-License-Identifier: Apache-2.0
package Lastro::Office;

# An advisory office with a licence and members, created by the commands, and its seven operations.
#
#	my $office = Lastro::Office->new($t, 'Escritorio', seats => 3);
#	my $ana = $office->member('owner');		# {account, email, key, id}
#	$t->start_pool(...);
#	my $r = $office->function('advisor.me.get', {}, as => $ana);	# adds org to the input
#	is_deeply [$office->faults($r)], [], 'as its schema says';

use strict;
use warnings;

use JSON::PP ();
use Lastro::OpenApi;

my $accounts = 0;

sub new {
	my ($class, $t, $name, %o) = @_;
	my $org = $t->lastro_json('org', 'create', '--name', $name, '--advisor');
	my $self = bless { t => $t, id => $org->{id}, workspace => $org->{workspace}, specs => {} }, $class;

	$t->lastro_ok('license', 'set', $self->{id}, '--seats', $o{seats} // 10, '--from', $o{from} // '2026-01-01');
	return $self;
}

# person() - an account without an organization, with a user key.
sub person {
	my ($self, $name) = @_;
	my $email = sprintf '%s%d@example.com', lc $name, ++$accounts;
	my $account = $self->{t}->lastro_json('account', 'create', '--email', $email, '--name', $name)->{id};

	return { account => $account, email => $email,
		user_key => $self->{t}->lastro_json('key', 'create', '--account', $email, '--name', 'u')->{key} };
}

# member() - creates a person and adds him to the office; options: name, no_seat.
sub member {
	my ($self, $role, %o) = @_;
	my $one = $self->person($o{name} // ucfirst $role);

	$self->{t}->lastro_ok('member', 'add', '--org', $self->{id}, '--account', $one->{email}, '--role', $role,
		$o{no_seat} ? '--no-seat' : ());
	return $self->enter($one);
}

# enter() - a member key and the member's id for an existing member.
sub enter {
	my ($self, $one) = @_;

	$one->{key} = $self->{t}->lastro_json('member', 'key', '--org', $self->{id}, '--account', $one->{email})->{key};
	$one->{id} = $self->{t}->sql("select id from office_member where account_id = '$one->{account}' and workspace_id = '$self->{workspace}'");
	return $one;
}

# Options of the three: as (a member), key, org (another, or undef for none), at, subject, confirmed, headers.
sub send_ {
	my ($self, $path, $input, %o) = @_;
	my %body = (input => { (exists $o{org} ? (defined $o{org} ? (org => $o{org}) : ()) : (org => $self->{id})), %{ $input // {} } });

	for my $member (qw(at confirmed)) {
		$body{$member} = $o{$member} if exists $o{$member};
	}
	$body{subject} = { entity_id => $o{subject} } if defined $o{subject};
	return $self->{t}->post("/v1/advisor/$path", \%body, key => $o{key} // $o{as}{key}, headers => $o{headers} // {});
}

sub function { my ($self, $id, @a) = @_; return $self->send_("functions/$id/execute", @a) }
sub action { my ($self, $id, @a) = @_; return $self->send_("actions/$id/execute", @a) }
sub preview { my ($self, $id, @a) = @_; return $self->send_("actions/$id/preview", @a) }

sub spec {
	my ($self, $kind, $id, %o) = @_;

	return $self->{specs}{$id} //= JSON::PP->new->utf8->decode($self->{t}->get("/v1/advisor/$kind/$id", key => $o{as}{key})->body);
}

# faults() - where an answer differs from the published output_schema, which is read with the key of $o{as}.
sub faults {
	my ($self, $r, %o) = @_;
	my $body = Lastro::OpenApi::decode($r->body);
	my ($kind, $member) = $body->{function} ? ('function', 'data') : ('action', 'result');
	my $schema = $self->spec("${kind}s", $body->{$kind}, %o)->{output_schema};

	return Lastro::OpenApi->of_schema($schema)->check($schema, $body->{$member}, "/$member");
}

# rule() - [status, code, rule] of a refusal.
sub rule {
	my ($r) = @_;
	my $errors = ($r->code ? $r->json->{details}{errors} : undef) // [];

	return [$r->status, $r->code, $errors->[0] ? $errors->[0]{rule} : undef];
}

1;

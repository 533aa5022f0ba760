#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# An office: members, seats, invitations, assignments, families, audit, and the operator's commands.  One table
# has the required role and the refusals of each operation.

use strict;
use warnings;
use utf8;

use Encode qw(decode);
use IO::Handle;
use JSON::PP ();
use Lastro::Holder;
use Lastro::Office;
use Lastro::OfficeTable qw(table_ok);
use Lastro::Test qw(slurp spew wait_for);
use POSIX ();
use Test::More;

my $t = Lastro::Test->new;
my $office = Lastro::Office->new($t, 'Escritorio', seats => 4);
my $other = Lastro::Office->new($t, 'Vizinho');
my %who = map { $_ => $office->member($_) } qw(owner admin advisor assistant);
my $stranger = $other->member('owner', name => 'Estranha');
my $none = '0192f0c1-2a3b-7c4d-8e5f-0a1b2c3d4e5f';
my ($true, $false) = (JSON::PP::true(), JSON::PP::false());
my $ws = $office->{workspace};

# Inserts families and clients directly; their Actions have separate tests.
my %family = map { $_ => $t->sql("select md5('$_')::uuid") } qw(andrade borges costa);
my %client = map { $_ => $t->sql("select md5('$_')::uuid") } qw(ana bruno carla);
$t->sql("insert into family values ('$ws', '$family{$_}', '" . ucfirst($_) . "', '$_', '$who{owner}{account}', '2026-01-02')") for sort keys %family;
$t->sql("insert into client (workspace_id, id, name, name_key, family_id, created_by, created_at) values
	('$ws', '$client{ana}', 'Ana', 'ana', '$family{andrade}', '$who{owner}{account}', '2026-01-03'),
	('$ws', '$client{bruno}', 'Bruno', 'bruno', '$family{andrade}', '$who{owner}{account}', '2026-01-03'),
	('$ws', '$client{carla}', 'Carla', 'carla', '$family{borges}', '$who{owner}{account}', '2026-01-03')");
my $foreign_client = $t->sql("select md5('dario')::uuid");
$t->sql("insert into client (workspace_id, id, name, name_key, created_by, created_at)
	values ('$other->{workspace}', '$foreign_client', 'Dario', 'dario', '$stranger->{account}', '2026-01-03')");

my $log = '';
sub read_log { $log .= slurp($t->{log}) }
sub at { read_log(); $t->stop_pool; start(@_) }
sub done { my ($r, $name) = @_; is $r->status, 200, $name or diag $r->body; is_deeply [$office->faults($r, as => $who{owner})], [], '… as its schema says'; return $r->json }
sub rule { return Lastro::Office::rule($_[0]) }
sub refused { my ($r, @rest) = @_; my $name = pop @rest; is_deeply rule($r), \@rest, $name or diag $r->body }
# The rows that a preview must not change.
sub snapshot {
	return $t->sql("select md5(string_agg(x::text, ',' order by x::text)) from (select to_jsonb(m) as x from office_member m
		union all select to_jsonb(i) from office_invitation i union all select to_jsonb(d) from invitation_directory d
		union all select to_jsonb(c) from client_assignment c union all select to_jsonb(a) from audit a
		union all select to_jsonb(h) from audit_head h union all select to_jsonb(o) from organization_member o) y");
}

# start() - four workers, of which two requests of one account may wait, without a limit, for the office's lock that a test holds.
sub start { $t->start_pool(workers => 4, env => { LASTRO_NOW => $_[0], LASTRO_DATABASE => $t->conninfo_worker('-c lock_timeout=0') }) }
start('2026-11-20T15:00:00Z');

# ---- each operation: required role and refusals ----

# reach: the least role; input: a valid one; ids: the input's members that are ids of the office.
my %table = (
	'advisor.members.list' => { reach => 'assistant', input => {} },
	'advisor.invitations.list' => { reach => 'admin', input => { status => 'pending' } },
	'advisor.families.list' => { reach => 'assistant', input => {}, ids => { family_id => undef, member_id => $stranger->{id} } },
	'advisor.audit.list' => { reach => 'admin', input => {}, at => 1, ids => { actor => $stranger->{id} } },
	'advisor.seat.assign' => { reach => 'admin', action => 1, input => { member_id => $who{advisor}{id}, seated => $true },
		ids => { member_id => $stranger->{id} } },
	'advisor.member.update' => { reach => 'admin', action => 1, input => { member_id => $who{advisor}{id}, role => 'advisor' },
		ids => { member_id => $stranger->{id} } },
	'advisor.invitation.create' => { reach => 'admin', action => 1, input => { email => 'convidada@example.com', role => 'advisor' } },
	'advisor.invitation.revoke' => { reach => 'admin', action => 1, input => undef, ids => { invitation_id => undef } },
	'advisor.client_assignment.set' => { reach => 'admin', action => 1, input => { client_id => $client{carla}, member_ids => [$who{advisor}{id}] },
		ids => { client_id => $foreign_client, member_ids => [$stranger->{id}] } },
);
my $foreign_invitation = $other->action('advisor.invitation.create', { email => 'longe@example.com', role => 'advisor' }, as => $stranger)->json->{result}{id};
my $to_revoke = done($office->action('advisor.invitation.create', { email => 'revogada@example.com', role => 'advisor' }, as => $who{owner}), 'an invitation')->{result}{id};
$table{'advisor.invitation.revoke'}{input} = { invitation_id => $to_revoke };
$table{'advisor.invitation.revoke'}{ids}{invitation_id} = $foreign_invitation;
$table{'advisor.families.list'}{ids}{family_id} = $t->sql("insert into family values ('$other->{workspace}', md5('dias')::uuid, 'Dias', 'dias',
	'$stranger->{account}', '2026-01-02') returning id");

table_ok($office, who => \%who, other => $other, snapshot => \&snapshot, table => \%table);

# ---- members ----

my $r = done($office->function('advisor.members.list', {}, as => $who{assistant}), 'the members');
is_deeply [sort map { "$_->{name} $_->{role} $_->{status} $_->{seated}" } @{ $r->{data} }],
	[sort map { ucfirst($_) . " $_ active 1" } qw(assistant advisor admin owner)], 'with name, role, standing and seat';
is_deeply [map { $_->{email} } grep { $_->{name} eq 'Admin' } @{ $r->{data} }], [$who{admin}{email}], 'and e-mail';

# All pages together equal the list.
sub pages {
	my ($id, $input, $as, %o) = @_;
	my (@all, $cursor);

	do {
		my $page = $office->function($id, { %$input, limit => 1, $cursor ? (cursor => $cursor) : () }, as => $as, %o)->json;

		is $page->{meta}{count}, scalar @{ $page->{data} }, "$id: a page counts itself" if !$cursor;
		push @all, @{ $page->{data} };
		$cursor = $page->{meta}{next_cursor};
	} while ($cursor && @all < 100);
	return \@all;
}
for my $case (['advisor.members.list', {}], ['advisor.invitations.list', {}], ['advisor.families.list', {}], ['advisor.audit.list', {}],
	['advisor.audit.list', { kind => 'seat.assigned' }], ['advisor.audit.list', { actor => $who{owner}{id} }]) {
	my ($id, $input) = @$case;

	is_deeply pages($id, $input, $who{owner}), $office->function($id, { %$input, limit => 100 }, as => $who{owner})->json->{data}, "$id: its pages are the whole";
	my $cursor = $office->function($id, { %$input, limit => 1 }, as => $who{owner})->json->{meta}{next_cursor};
	ok $cursor, '… and there is more than one' or next;
	my %more = $id =~ /members/ ? (status => 'active') : $id =~ /invitations/ ? (status => 'revoked') : $id =~ /families/ ? (q => 'a') : (from => '2026-01-01');
	refused($office->function($id, { %$input, %more, cursor => $cursor }, as => $who{owner}), 400, 'invalid_input', 'cursor', "$id: a cursor under another input");
	substr($cursor, 40, 1) =~ tr/a-zA-Z0-9/b-zA-Z0-9a/;
	refused($office->function($id, { %$input, cursor => $cursor }, as => $who{owner}), 400, 'invalid_input', 'cursor', "$id: an edited cursor");
	refused($office->function($id, { %$input, limit => 101 }, as => $who{owner}), 400, 'invalid_input', 'maximum', "$id: a page of 101");
}

# ---- seats, roles ----

my $fifth = $office->member('advisor', name => 'Quinta');
is $t->sql("select seated from office_member where id = '$fifth->{id}'"), 'f', 'an invitation beyond the seats is accepted without one';
refused($office->action('advisor.seat.assign', { member_id => $fifth->{id} }, as => $who{admin}), 409, 'invalid_input', 'seat_limit', 'the licence caps the seats');
refused($office->preview('advisor.seat.assign', { member_id => $fifth->{id} }, as => $who{admin}), 409, 'invalid_input', 'seat_limit', 'in a preview too');
refused($office->action('advisor.family.create', { name => 'Sem assento' }, as => $fifth), 403, 'scope_missing', undef, 'without a seat nothing is done');
is $office->function('advisor.me.get', {}, as => $fifth)->json->{data}{seated}, $false, 'but read';
$r = done($office->action('advisor.seat.assign', { member_id => $who{assistant}{id}, seated => $false }, as => $who{admin}), 'a seat is freed');
is_deeply [@{ $r->{result} }{qw(seated seats seats_used)}], [$false, 4, 3], 'and counted';
is_deeply [@{ done($office->action('advisor.seat.assign', { member_id => $fifth->{id} }, as => $who{admin}), 'and given')->{result} }{qw(seated seats_used)}],
	[$true, 4], 'to another';
is $office->action('advisor.seat.assign', { member_id => $fifth->{id} }, as => $who{admin})->status, 200, 'a member with a seat may be seated again';
is $office->action('advisor.family.create', { name => 'Com assento' }, as => $fifth)->status, 200, 'and now acts';

my ($owner, $admin, $advisor) = map { $who{$_}{id} } qw(owner admin advisor);
for my $case (
	['advisor.seat.assign', { member_id => $owner, seated => $false }, 'admin', 'role_above', 'an admin frees no owner\'s seat'],
	['advisor.member.update', { member_id => $owner, role => 'assistant' }, 'admin', 'role_above', 'nor changes his role'],
	['advisor.member.update', { member_id => $advisor, role => 'owner' }, 'admin', 'role_above', 'nor makes one above himself'],
	['advisor.member.update', { member_id => $admin, role => 'owner' }, 'admin', 'role_above', 'nor himself one'],
	['advisor.invitation.create', { email => 'x@example.com', role => 'owner' }, 'admin', 'role_above', 'nor invites one'],
	['advisor.member.update', { member_id => $owner, role => 'admin' }, 'owner', 'last_owner', 'the last owner does not step down'],
	['advisor.member.update', { member_id => $owner, status => 'suspended' }, 'owner', 'last_owner', 'is not suspended'],
	['advisor.seat.assign', { member_id => $owner, seated => $false }, 'owner', 'last_owner', 'and keeps his seat'],
) {
	my ($id, $input, $as, $rule, $name) = @$case;

	refused($office->action($id, $input, as => $who{$as}), 409, 'invalid_input', $rule, $name);
	refused($office->preview($id, $input, as => $who{$as}), 409, 'invalid_input', $rule, '… in a preview too');
}
refused($office->action('advisor.member.update', { member_id => $advisor }, as => $who{owner}), 400, 'invalid_input', 'min_properties', 'a change changes something');

$r = $office->preview('advisor.member.update', { member_id => $fifth->{id}, status => 'suspended', role => 'assistant' }, as => $who{owner})->json;
is_deeply [map { "$_->{pointer} $_->{from} $_->{to}" } @{ $r->{changes} }], ['/role advisor assistant', '/seated 1 0', '/status active suspended'], 'a suspension, previewed';
is scalar @{ $r->{warnings} }, 1, 'warns of losses';
is_deeply $r->{target}, { type => 'advisor.member', entity_id => $fifth->{id}, role => 'advisor', seated => $true, status => 'active' }, 'and shows the member as he is';
done($office->action('advisor.member.update', { member_id => $fifth->{id}, status => 'suspended' }, as => $who{owner}), 'a member is suspended');
refused($office->function('advisor.me.get', {}, as => $fifth), 403, 'scope_missing', undef, 'his key is refused');
refused($office->action('advisor.family.create', { name => 'Fora' }, as => $fifth), 403, 'scope_missing', undef, 'nor acts');
is $t->sql("select outcome from audit where account_id = '$fifth->{account}' order by seq desc limit 1"), 'scope_missing', 'which the trail shows';
refused($office->action('advisor.seat.assign', { member_id => $fifth->{id} }, as => $who{owner}), 409, 'invalid_input', 'member_suspended', 'and he takes no seat');
is_deeply [map { $_->{id} } @{ $office->function('advisor.members.list', { status => 'suspended' }, as => $who{owner})->json->{data} }], [$fifth->{id}], 'the list finds him';
is scalar @{ $office->function('advisor.members.list', { status => 'active' }, as => $who{owner})->json->{data} }, 4, 'and the others';
done($office->action('advisor.member.update', { member_id => $fifth->{id}, status => 'active' }, as => $who{owner}), 'he returns');
is $office->function('advisor.me.get', {}, as => $fifth)->json->{data}{seated}, $false, 'without the seat';
done($office->action('advisor.member.update', { member_id => $admin, role => 'owner' }, as => $who{owner}), 'an owner makes another');
done($office->action('advisor.member.update', { member_id => $owner, role => 'admin' }, as => $who{owner}), 'and may then step down');
done($office->action('advisor.member.update', { member_id => $owner, role => 'owner' }, as => $who{admin}), 'until he is asked back');
done($office->action('advisor.member.update', { member_id => $admin, role => 'admin' }, as => $who{admin}), 'the other steps down');

# ---- invitations ----

my $eva = $office->person('Eva');
my %invite = (email => uc $eva->{email}, role => 'advisor');
my $first = done($office->action('advisor.invitation.create', \%invite, as => $who{admin}, headers => { 'Idempotency-Key' => 'eva' }), 'an invitation');
my $token = $first->{result}{token};
is $first->{result}{email}, $eva->{email}, 'to an address in lower case';
is $first->{result}{expires_at}, '2026-11-27T15:00:00.000Z', 'for seven days';
like $token, qr/^[\w-]{43}$/, 'with a token of 256 bits';
my $again = $office->action('advisor.invitation.create', \%invite, as => $who{admin}, headers => { 'Idempotency-Key' => 'eva' });
is_deeply done($again, 'asked again')->{result}, { %{ $first->{result} }, token => undef }, 'the answer has no token';
is $t->sql("select count(*) from idempotency where convert_from(body, 'UTF8') like '%$token%'"), '0', 'it is not stored there either';
is $t->sql("select count(*) from invitation_directory where token_hash = sha256('$token')"), '1', 'its hash is';
refused($office->action('advisor.invitation.create', \%invite, as => $who{admin}), 409, 'invalid_input', 'invitation_pending', 'one address, one invitation');
refused($office->action('advisor.invitation.create', { email => $who{advisor}{email}, role => 'advisor' }, as => $who{admin}), 409, 'invalid_input', 'already_member', 'none for a member');
refused($office->action('advisor.invitation.create', { email => 'nada', role => 'advisor' }, as => $who{admin}), 400, 'invalid_input', 'format', 'none for an invalid address');
like $t->sql("select string_agg(input::text || coalesce(changes::text, ''), ' ') from audit where action = 'advisor.invitation.create'"), qr/\A(?!.*(?:@|\Q$token\E)).*omitido/s,
	'the audit has neither address nor token';

sub take { my ($as, $token, %o) = @_; return $office->action('advisor.invitation.accept', { token => $token }, key => $as, org => undef, %o) }
my $mallory = $office->person('Mallory');
refused(take($eva->{user_key}, $token . 'x'), 404, 'subject_not_found', undef, 'a token that is not one');
refused(take($mallory->{user_key}, $token), 409, 'invalid_input', 'invitation_email', 'a token in another\'s hands');
refused(take($eva->{user_key}, $token, org => $other->{id}), 404, 'subject_not_found', undef, 'a token of another organization');
refused(take($who{advisor}{key}, $token), 403, 'scope_missing', undef, 'a member key accepts nothing');
refused($office->preview('advisor.invitation.accept', { token => $token }, key => $eva->{user_key}, org => undef), 400, 'invalid_input', 'preview_unsupported', 'no preview');
refused(take($eva->{user_key}, undef), 400, 'invalid_input', 'type', 'no token');
is $t->sql("select count(*) from office_member where workspace_id = '$ws'"), '5', 'no member joined by these';

my %seen = (headers => { 'Idempotency-Key' => 'join' });
$r = done(take($eva->{user_key}, $token, org => $office->{id}, %seen), 'the token in the right hands');
is_deeply $r->{result}, { org => $office->{id}, member_id => $r->{result}{member_id}, role => 'advisor', seated => $true }, 'one more member, on the free seat';
is take($eva->{user_key}, $token, org => $office->{id}, %seen)->header('idempotency-replayed'), 'true', 'repeated for a repeated request';
refused(take($eva->{user_key}, $token), 409, 'invalid_input', 'invitation_spent', 'but spent');
is $t->sql("select workspace_id = '$ws' and account_id = '$eva->{account}' and input::text !~ '$token' from audit where id = '$r->{audit_event}{id}'"), 't',
	'the office\'s trail has it, without the token';
# She creates the key for her work there: her own key may write the account, and she is a member.
my %asked = (kind => 'member', name => 'trabalho');
my $platform = $t->lastro_json('key', 'create', '--account', $eva->{email}, '--name', 'p', '--kind', 'platform')->{key};
refused($t->post('/v1/keys', { %asked }, key => $eva->{user_key}), 400, 'invalid_body', 'required', 'a member key is of an organization');
is $t->post('/v1/keys', { %asked, org => $office->{id} }, key => $platform)->code, 'user_key_required', 'by a person';
is $t->post('/v1/keys', { %asked, org => $office->{id}, scopes => ['market:read', 'desk:read'] }, key => $eva->{user_key})->code, 'scope_missing', 'and has no scope that neither its maker nor a member has';
is $t->post('/v1/keys', { %asked, org => $other->{id} }, key => $eva->{user_key})->code, 'workspace_not_found', 'not an organization that its creator is not in';
$r = $t->post('/v1/keys', { %asked, org => $office->{id} }, key => $eva->{user_key});
is $r->status, 201, 'a member makes one' or diag $r->body;
is_deeply $r->json->{scopes}, ['advisor:read', 'advisor:write'], 'with which a member works';
$eva->{key} = $r->json->{key};
$eva->{id} = $t->sql("select id from office_member where account_id = '$eva->{account}'");
is $office->function('advisor.me.get', {}, as => $eva)->json->{data}{role}, 'advisor', 'with a member key she works there';

# A key never has more rights than its creator.
my %reads = (kind => 'platform', name => 'p', org => $office->{id});
is $t->post('/v1/keys', { %reads }, key => $who{assistant}{user_key})->code, 'scope_missing', 'an assistant makes no platform key that writes';
is $t->post('/v1/keys', { %reads, scopes => ['account:read'] }, key => $who{assistant}{user_key})->status, 201, 'one that reads';
is $t->post('/v1/keys', { %reads }, key => $who{advisor}{user_key})->status, 201, 'an advisor makes one that writes';
my $club = $t->lastro_json('org', 'create', '--name', 'Clube')->{id};
$t->lastro_ok('member', 'add', '--org', $club, '--account', $eva->{email});
is $t->post('/v1/keys', { %asked, org => $club }, key => $eva->{user_key})->code, 'scope_missing', 'without an office there are no members';

sub invite { my ($one, $role) = @_; return $office->action('advisor.invitation.create', { email => $one->{email}, role => $role // 'advisor' }, as => $who{owner})->json->{result} }
my ($flora, $gil) = map { $office->person($_) } qw(Flora Gil);
my ($late, $gone) = (invite($flora), invite($gil));
$r = done($office->action('advisor.invitation.revoke', { invitation_id => $gone->{id} }, as => $who{admin}), 'an invitation is revoked');
is $r->{result}{status}, 'revoked', 'and says so';
refused(take($gil->{user_key}, $gone->{token}), 409, 'invalid_input', 'invitation_revoked', 'its token is worth nothing');
refused($office->action('advisor.invitation.revoke', { invitation_id => $gone->{id} }, as => $who{admin}), 409, 'invalid_input', 'invitation_revoked', 'it cannot be revoked again');
refused($office->action('advisor.invitation.revoke', { invitation_id => $first->{result}{id} }, as => $who{admin}), 409, 'invalid_input', 'invitation_spent', 'an accepted one cannot be revoked');

# An invitation by someone who may no longer give the role has no effect.
{
	my ($promised, $kept) = map { $office->person($_) } qw(Tarde Fica);
	my $promise = done($office->action('advisor.invitation.create', { email => $promised->{email}, role => 'admin' }, as => $who{admin}), 'an administrator invites another')->{result};
	my $own = done($office->action('advisor.invitation.create', { email => $kept->{email}, role => 'advisor' }, as => $who{owner}), 'the owner invites, too')->{result};
	done($office->action('advisor.member.update', { member_id => $admin, role => 'advisor' }, as => $who{owner}), 'the administrator is no longer one');
	refused(take($promised->{user_key}, $promise->{token}), 409, 'invalid_input', 'invitation_revoked', 'so is his invitee');
	is $t->sql("select string_agg(role || ' ' || (revoked_at is not null), ',' order by role) from office_invitation where id in ('$promise->{id}', '$own->{id}')"), 'admin true,advisor false', "another's invitation stays";
	done($office->action('advisor.member.update', { member_id => $admin, role => 'admin' }, as => $who{owner}), 'he is one again');
	done($office->action('advisor.invitation.revoke', { invitation_id => $own->{id} }, as => $who{owner}), 'and the other is refused');
}

at('2026-11-27T14:59:59Z');
my $standing = take($flora->{user_key}, $late->{token});
is done($standing, 'in the last second of its days')->{result}{seated}, $false, 'she joins without a seat: the seats are taken';
my $hugo = $office->person('Hugo');
my $expired = invite($hugo);
at('2026-12-04T14:59:59Z');
refused(take($hugo->{user_key}, $expired->{token}), 409, 'invalid_input', 'invitation_expired', 'a second later it is refused');
refused($office->action('advisor.invitation.revoke', { invitation_id => $expired->{id} }, as => $who{admin}), 409, 'invalid_input', 'invitation_expired', 'and there is nothing to revoke');
my $anew = invite($hugo);
is $anew->{status}, 'pending', 'and he may be invited again';
my %status = map { $_->{id} => $_->{status} } @{ done($office->function('advisor.invitations.list', {}, as => $who{admin}), 'the invitations')->{data} };
is_deeply [@status{ $first->{result}{id}, $gone->{id}, $expired->{id} }], [qw(accepted revoked expired)], 'with their outcome';
for my $case ([accepted => 2], [revoked => 4], [expired => 2], [pending => 1]) {
	is scalar @{ $office->function('advisor.invitations.list', { status => $case->[0] }, as => $who{admin})->json->{data} }, $case->[1], "those that are $case->[0]";
}

# Already a member: the constraint reports it, even if two invitations race.
$t->sql("update office_invitation set accepted_at = null, accepted_by = null, expires_at = '2026-12-31' where id = '$late->{id}'");
refused(take($flora->{user_key}, $late->{token}), 409, 'invalid_input', 'already_member', 'no second membership');

# ---- assignments, families ----

sub families { my ($as, %input) = @_; return join ' ', map { "$_->{name}:$_->{clients}" } @{ $office->function('advisor.families.list', \%input, as => $as)->json->{data} } }
$t->sql("delete from client_assignment");
$t->sql("delete from family where name_key like '% assento'");
is families($who{owner}), 'Andrade:2 Borges:1 Costa:0', 'an owner sees all families';
is families($who{advisor}), '', 'an advisor without clients none';
$r = done($office->action('advisor.client_assignment.set', { client_id => $client{ana}, member_ids => [$who{advisor}{id}, $who{assistant}{id}] }, as => $who{admin}), 'a client is assigned');
is_deeply $r->{result}{member_ids}, [sort $who{advisor}{id}, $who{assistant}{id}], 'to two';
is families($who{$_}), 'Andrade:1', "$_: the family of the client, and this one client of it" for qw(advisor assistant);
$r = $office->preview('advisor.client_assignment.set', { client_id => $client{ana}, member_ids => [] }, as => $who{admin})->json;
is_deeply [$r->{changes}, scalar @{ $r->{warnings} }], [[{ pointer => '/member_ids', from => [sort $who{advisor}{id}, $who{assistant}{id}], to => [] }], 1], 'a preview of taking it from all';
done($office->action('advisor.client_assignment.set', { client_id => $client{ana}, member_ids => [$who{assistant}{id}] }, as => $who{admin}), 'it is removed from one');
is families($who{advisor}), '', 'and then it is invisible';
refused($office->action('advisor.client_assignment.set', { client_id => $client{ana}, member_ids => [($who{assistant}{id}) x 2] }, as => $who{admin}), 400, 'invalid_input', 'unique_items', 'nobody twice');
is $office->action('advisor.family.create', { name => 'Élis Dutra' }, as => $who{advisor})->status, 200, 'a family that an advisor makes';
is families($who{advisor}), 'Élis Dutra:0', 'is visible to its creator, though it has no client';
is families($who{owner}, q => 'ELIS'), 'Élis Dutra:0', 'and found without accents';
is families($who{owner}, q => '%'), '', 'a sign is no wildcard';
is families($who{owner}, family_id => $family{borges}), 'Borges:1', 'one family';
is families($who{owner}, member_id => $who{assistant}{id}), 'Andrade:2', 'those of a member\'s clients';

# ---- the trail ----

# The operator's rows are tested below; the commands that made this office use the real clock.
sub of_members { return [grep { $_->{actor}{kind} eq 'member' } @{ $_[0]{data} }] }
sub trail { my (%o) = @_; my $at = delete $o{at}; return of_members($office->function('advisor.audit.list', \%o, as => $who{admin}, $at ? (at => $at) : ())->json) }
$r = done($office->function('advisor.audit.list', { limit => 100 }, as => $who{admin}), 'the trail');
my @newest = @{ of_members($r) };
is_deeply [sort { $b cmp $a } map { $_->{occurred_at} } @newest], [map { $_->{occurred_at} } @newest], 'the newest first';
is_deeply $newest[0]{actor}{name}, 'Advisor', 'by name';
is_deeply [grep { $_->{kind} ne 'member.updated' } @{ trail(kind => 'member.updated') }], [], 'of one kind';
cmp_ok scalar @{ trail(kind => 'member.updated') }, '>', 5, 'which there are several of';
is_deeply [grep { $_->{actor}{member_id} ne $eva->{id} } @{ trail(actor => $eva->{id}) }], [], 'of one member';
is_deeply [map { $_->{kind} } @{ trail(actor => $eva->{id}) }], ['key.created', 'invitation.accepted'], 'the actor of two rows';
is_deeply trail(actor => $eva->{id}, kind => 'family.created'), [], 'and no third';
is_deeply [map { $_->{outcome} } @{ trail(kind => 'invitation.revoked', from => '2026-12-01') }], ['invalid_input'], 'refusals are there, by code';
is_deeply trail(at => '2026-11-19'), [], 'on a day before there was nothing';
is_deeply trail(at => '2026-11-20'), trail(to => '2026-11-20'), 'the trail as of a day is the trail to that day';
is_deeply [grep { $_->{occurred_at} !~ /^2026-11-27/ } @{ trail(from => '2026-11-27', to => '2026-11-27') }], [], 'one day of it';
cmp_ok scalar @{ trail(from => '2026-11-27', to => '2026-11-27') }, '>', 0, 'is not empty';
refused($office->function('advisor.audit.list', { from => '2026-11-27', to => '2026-11-26' }, as => $who{admin}), 400, 'invalid_input', 'maximum', 'no day ends before it begins');
is scalar @{ of_members($other->function('advisor.audit.list', {}, as => $stranger)->json) }, 1, 'a neighbour has his own';

# ---- concurrent requests ----

# both() - two requests that both wait for the office's lock; returns their answers.
sub both {
	my (@run) = @_;
	my @file = map { $t->dir . "/both.$_" } 0, 1;
	my $holder = Lastro::Holder->new($t, "select 1 from office where workspace_id = '$ws' for update");
	my @pids = map {
		my $pid = fork // die "fork: $!";
		if (!$pid) {
			spew($file[$_], join ' ', map { $_ // '-' } @{ rule($run[$_]->()) });
			POSIX::_exit(0);
		}
		$pid;
	} 0, 1;
	ok wait_for { 2 == $t->waits }, 'two wait for it';
	$holder->end;
	waitpid $_, 0 for @pids;
	return join ', ', sort map { slurp($_) } @file;
}
$t->lastro_ok('license', 'set', $office->{id}, '--seats', 5);
is both(map { my $id = $_; sub { $office->action('advisor.seat.assign', { member_id => $id }, as => $who{owner}) } } $who{assistant}{id}, $fifth->{id}),
	'200 - -, 409 invalid_input seat_limit', 'of two that want the last seat one gets it';
is both((sub { take($hugo->{user_key}, $anew->{token}) }) x 2), '200 - -, 409 invalid_input invitation_spent', 'a token is spent once';
is both((sub { $office->action('advisor.invitation.create', { email => 'dupla@example.com', role => 'advisor' }, as => $who{owner}) }) x 2),
	'200 - -, 409 invalid_input invitation_pending', 'and an address is invited once';
done($office->action('advisor.seat.assign', { member_id => $_, seated => $false }, as => $who{owner}), 'a seat is freed') for $who{assistant}{id}, $fifth->{id};
$office->enter($hugo);
is $office->action('advisor.member.update', { member_id => $hugo->{id}, status => 'suspended' }, as => $who{owner})->status, 200, 'and the newcomer leaves';

# ---- the licence ends ----

$t->lastro_ok('license', 'set', $office->{id}, '--seats', 5, '--until', '2026-12-03');
refused($office->action('advisor.family.create', { name => 'Tarde' }, as => $who{owner}), 403, 'scope_missing', undef, 'without a licence nothing is done');
is $office->function('advisor.families.list', {}, as => $who{owner})->status, 200, 'but read';
is $office->function('advisor.license.get', {}, as => $who{owner})->json->{data}{status}, 'expired', 'which says why';

# ---- the operator ----

sub ends { my ($status, $pattern, $name, @command) = @_; my $r = $t->lastro(@command); is $r->{status}, $status, $name or diag $r->{err}; like decode('UTF-8', $r->{out} . $r->{err}), $pattern, '… and says why'; return $r }
my @of = ('--org', $office->{id}, '--account');
is_deeply [@{ $t->lastro_json('license', 'show', $office->{id}) }{qw(plan seats valid_from valid_until seats_used)}], ['office', '5', '2026-01-01', '2026-12-03', '4'], 'the licence';
is $t->lastro_json('license', 'set', $office->{id}, '--seats', 4, '--until', '', '--plan', 'Ouro')->{valid_until}, undef, 'an end is removed';
ends(1, qr/4 assentos ocupados/, 'fewer seats than are taken', 'license', 'set', $office->{id}, '--seats', 3);
ends(2, qr/termina antes/, 'a licence that ends before it begins', 'license', 'set', $office->{id}, '--seats', 4, '--until', '2025-12-31');
ends(2, qr/não é um dia/, 'a day that is none', 'license', 'set', $office->{id}, '--seats', 4, '--from', '2026-02-30');
ends(1, qr/Não há escritório/, 'a licence for no office', 'license', 'set', $t->lastro_json('org', 'create', '--name', 'Outra')->{id}, '--seats', 1);
ends(1, qr/Não há assento livre/, 'no seat over the cap', 'member', 'role', @of, $flora->{email}, '--seat');
ends(0, qr/$eva->{email}/, 'a seat is freed', 'member', 'role', @of, $eva->{email}, '--no-seat');
ends(0, qr/$flora->{email}/, 'and given with a role', 'member', 'role', @of, $flora->{email}, '--seat', '--role', 'admin');
is_deeply [map { [@$_{qw(role seated status)}] } grep { $_->{email} eq $flora->{email} } @{ $t->lastro_json('member', 'list', $office->{id})->{data} }],
	[['admin', $true, 'active']], 'as the list says';
ends(2, qr/--role chefe/, 'an unknown role', 'member', 'role', @of, $eva->{email}, '--role', 'chefe');
ends(2, qr/diga --role/, 'nothing to change', 'member', 'role', @of, $eva->{email});
ends(1, qr/não é membro/, 'who is no member', 'member', 'role', @of, $mallory->{email}, '--role', 'admin');
ends(1, qr/já é membro/, 'who is one', 'member', 'add', @of, $eva->{email}, '--role', 'admin');
ends(1, qr/não é membro/, 'a member key for who is none', 'member', 'key', @of, $mallory->{email});
ends(0, qr/./, 'a member leaves', 'member', 'remove', @of, $eva->{email});
is $t->sql("select count(*) from office_member where account_id = '$eva->{account}'"), '0', 'the office too';
is $office->function('advisor.me.get', {}, as => $eva)->status, 404, 'his key finds nothing';
is_deeply [grep { $_->{name} eq 'Escritorio' } @{ $t->lastro_json('org', 'list')->{data} }]->[0]{advisor}, $true, 'the list tells offices from other organizations';

# ---- the chain ----

ends(0, qr/íntegras/, 'the trail is whole', 'audit', 'verify');
$t->sql("update audit set outcome = 'not' where workspace_id = '$ws' and seq = 3");
ends(1, qr/3\s+changed/, 'a row that was changed is caught', 'audit', 'verify');
$t->sql("delete from audit where workspace_id = '$ws' and seq = 5");
ends(1, qr/6\s+missing/, 'one that was deleted too', 'audit', 'verify');
is_deeply [map { "$_->{seq} $_->{fault}" } @{ JSON::PP::decode_json($t->lastro('audit', 'verify', '--json')->{out})->{data} }], ['3 changed', '6 missing'], 'for programs too';

# ---- no personal data in the log ----

read_log();
unlike $log, qr/\@example\.com/, 'no address in any line of the log';
unlike $log, qr/\Q$token\E/, 'no token';

done_testing;

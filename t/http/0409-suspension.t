#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A suspended member of an office has no access to its workspace by any key or header until he is reinstated; the
# office's own operations tell him the reason.

use strict;
use warnings;
use utf8;

use JSON::PP ();
use Lastro::Office;
use Lastro::Test;
use Test::More;

my $t = Lastro::Test->new;
my $office = Lastro::Office->new($t, 'Escritorio', seats => 4);
my ($owner, $ana, $bia) = map { $office->member($_->[0], name => $_->[1]) } [owner => 'Olga'], [advisor => 'Ana'], [advisor => 'Bia'];
my $org = $office->{id};
my @of_org = ('--org', $org, '--scopes', 'account:read,account:write');
my $desk = $t->lastro_json('key', 'create', '--account', $ana->{email}, '--name', 'd', '--kind', 'desk', @of_org)->{key};
my $both = $t->lastro_json('key', 'create', '--account', $ana->{email}, '--name', 'm', '--kind', 'member', '--org', $org,
	'--scopes', 'account:read,account:write,advisor:read')->{key};
my $platform = $t->lastro_json('key', 'create', '--account', $ana->{email}, '--name', 'p', '--kind', 'platform', @of_org)->{key};

$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub code { my ($r) = @_; return $r->status . ($r->code ? ' ' . $r->code : '') }
sub made { my ($name, %as) = @_; my $r = $t->post('/v1/portfolios', { name => $name }, %as); is $r->status, 201, $name or diag $r->body; return $r->json->{id} }

# Portfolios of the office: Ana's own, and a colleague's, shared with all, with her, and unlisted.
my %there = (workspace => $org);
my %pf = (own => made('De Ana', key => $ana->{user_key}, %there), map { $_ => made("De Olga, $_", key => $owner->{user_key}, %there) } qw(workspace members public));
is $t->put("/v1/portfolios/$pf{workspace}/audience", { audience => 'workspace' }, key => $owner->{user_key}, %there)->status, 200, 'one for all';
is $t->put("/v1/portfolios/$pf{members}/audience", { audience => 'members', members => [map { { account_id => $_->{account}, access => 'edit' } } $ana, $bia] },
	key => $owner->{user_key}, %there)->status, 200, 'one for two';
is $t->patch("/v1/portfolios/$pf{public}", { visibility => 'unlisted' }, key => $owner->{user_key}, %there)->status, 200, 'one with the id';
my $home = made('Em casa', key => $ana->{user_key});

my $row = { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => 10, price => 30 };

# roads() - the answer of each way into the workspace, by name.
sub roads {
	my ($who, $member, $desk, $platform) = @_;
	my %user = (key => $who->{user_key}, %there);
	my %r = (
		'header, its portfolios together' => $t->get('/v1/portfolio', %user),
		'header, their history' => $t->get('/v1/portfolio/history', %user),
		'header, the list' => $t->get('/v1/portfolios', %user),
		'header, the template' => $t->get('/v1/portfolios/import-template', %user),
		'header, the profile' => $t->get('/v1/suitability', %user),
		'header, a new portfolio' => $t->post('/v1/portfolios', {}, %user),
		'header, her own, by id in capitals' => $t->get("/v1/portfolios/$pf{own}", key => $who->{user_key}, workspace => uc $org),
		'header, a row of her own' => $t->post("/v1/portfolios/$pf{own}/transactions", $row, %user),
		'header, a row of one for two' => $t->post("/v1/portfolios/$pf{members}/transactions", $row, %user),
		'header, its audience' => $t->put("/v1/portfolios/$pf{own}/audience", { audience => 'private' }, %user),
		'member key, the public one' => $t->get("/v1/portfolios/$pf{public}", key => $member),
		'member key and header' => $t->get("/v1/portfolios/$pf{workspace}", key => $member, %there),
	);
	for my $pf (qw(own workspace members public)) {
		$r{"header, $pf"} = $t->get("/v1/portfolios/$pf{$pf}", %user);
		$r{"header, the assets of $pf"} = $t->get("/v1/portfolios/$pf{$pf}/assets", %user);
	}
	for my $pf (qw(own workspace members)) {
		$r{"member key, $pf"} = $t->get("/v1/portfolios/$pf{$pf}", key => $member);
		$r{"desk key, $pf"} = $t->get("/v1/portfolios/$pf{$pf}", key => $desk);
	}
	$r{"platform key, $_"} = $t->get("/v1/portfolios/$pf{$_}", key => $platform) for qw(workspace members);
	return { map { $_ => code($r{$_}) } keys %r };
}

# The answers to the same caller outside the workspace, and by the office.
sub beside {
	my %user = (key => $ana->{user_key});

	return [(map { code($_) } $t->get('/v1/portfolios', %user), $t->get("/v1/portfolios/$home", %user), $t->get("/v1/portfolios/$pf{public}", %user),
		$t->get("/v1/portfolios/$pf{workspace}", %user)), code($t->get('/v1/keys', %user, %there))];
}
sub office {
	my $r = $office->function('advisor.me.get', {}, as => $ana);

	return [code($r), $r->code ? $r->json->{details}{required} : undef, code($t->get('/v1/advisor/functions', key => $ana->{key})),
		code($office->function('advisor.me.get', {}, key => $ana->{user_key})), code($office->function('advisor.me.get', {}, as => $bia))];
}
sub becomes { my ($status) = @_; my $r = $office->action('advisor.member.update', { member_id => $ana->{id}, status => $status }, as => $owner);
	is $r->status, 200, "she becomes $status" or diag $r->body }
sub new_key { return code($t->post('/v1/keys', { kind => 'member', name => 'outra', org => $org }, key => $ana->{user_key})) }

# ---- before ----

my $before = roads($ana, $both, $desk, $platform);
my @open = grep { $before->{$_} =~ /^20/ } sort keys %$before;
cmp_ok scalar @open, '>=', 20, 'before, the roads are open' or diag explain $before;
is_deeply [grep { $before->{$_} =~ /workspace_not_found/ } sort keys %$before], [], 'and none says that there is no workspace';
my $once = { key => $ana->{user_key}, %there, headers => { 'Idempotency-Key' => 'kept' } };
is code($t->post("/v1/portfolios/$pf{own}/transactions", $row, %$once)), 201, 'an answer is stored under a key';
my $etag = $t->get("/v1/portfolios/$pf{own}", key => $ana->{user_key}, %there)->header('etag');
ok $etag, 'and one has a tag';
my ($beside, $told) = (beside(), office());
is_deeply $beside, ['200', '200', '200', '404 portfolio_not_found', '200'], 'in her own workspace she has her portfolios and the public ones';
is_deeply $told, ['200', undef, '200', '403 scope_missing', '200'], 'the office answers its members';

# ---- suspended ----

becomes('suspended');
my $during = roads($ana, $both, $desk, $platform);
is_deeply $during, { map { $_ => '404 workspace_not_found' } keys %$before }, 'while suspended, there is no such workspace in any way' or diag explain $during;
is code($t->post("/v1/portfolios/$pf{own}/transactions", $row, %$once)), '404 workspace_not_found', 'no stored answer either';
is code($t->get("/v1/portfolios/$pf{own}", key => $ana->{user_key}, %there, headers => { 'If-None-Match' => $etag })), '404 workspace_not_found', 'no unchanged one either';
is_deeply beside(), $beside, 'at home nothing is different';
is_deeply office(), ['403 scope_missing', 'active', @$told[2 .. 4]], 'and the office says why, as before';
is $t->sql("select outcome from audit where account_id = '$ana->{account}' and action is not null order by seq desc limit 1"), '', 'reads leave no row';
is code($office->action('advisor.family.create', { name => 'Fora' }, as => $ana)), '403 scope_missing', 'an Action is refused';
is $t->sql("select outcome from audit where account_id = '$ana->{account}' and action is not null order by seq desc limit 1"), 'scope_missing', 'and its row is in the trail';
is new_key(), '404 workspace_not_found', 'she makes herself no key into it';
is_deeply [grep { !/^20/ } map { code($_) } $t->get("/v1/portfolios/$pf{workspace}", key => $bia->{user_key}, %there),
	$t->get("/v1/portfolios/$pf{members}", key => $bia->{user_key}, %there)], [], 'a colleague reads on';

# ---- reinstated ----

becomes('active');
is_deeply roads($ana, $both, $desk, $platform), $before, 'she returns, and every road is as it was';
is_deeply [beside(), office()], [$beside, $told], 'at home and in the office';
is code($t->post("/v1/portfolios/$pf{own}/transactions", $row, %$once)), 201, 'the stored answer is hers again';
is new_key(), '201', 'and she may make a key';
is $t->sql("select string_agg(account_id::text || access, ' ' order by account_id) from portfolio_member where portfolio_id = '$pf{members}'"),
	join(' ', map { "${_}edit" } sort map { $_->{account} } $ana, $bia), 'no audience has changed';

# ---- the whole office suspended ----

my $caio = $office->person('Caio');
my $invitation = $office->action('advisor.invitation.create', { email => $caio->{email}, role => 'advisor' }, as => $owner)->json->{result}{token};
my $accepts = sub { return $office->action('advisor.invitation.accept', { token => $invitation }, key => $caio->{user_key}, org => undef) };
my %trail = map { $_ => $t->sql("select count(*) from $_") } qw(client family office_invitation office_member);
$t->lastro_ok('wallet', 'suspend', $org);
for my $as ($owner, $ana) {
	my $r = $office->action('advisor.family.create', { name => 'Silva' }, as => $as);
	is code($r), '403 scope_missing', 'an Action of a suspended office is refused';
	is $r->json->{details}{reason}, 'wallet_suspended', '  which says why';
	is code($office->preview('advisor.client.create', { name => 'Souza' }, as => $as)), '403 scope_missing', '  and so is its preview';
	is code($office->function('advisor.clients.list', {}, as => $as)), '200', '  reads are answered';
}
is code($accepts->()), '403 scope_missing', 'an invitation waits';
is_deeply { map { $_ => $t->sql("select count(*) from $_") } keys %trail }, \%trail, 'nothing was written';
$t->lastro_ok('wallet', 'resume', $org);
is code($office->action('advisor.family.create', { name => 'Silva' }, as => $owner)), '200', 'resumed, it works again';
is code($accepts->()), '200', 'and the invitation is accepted';

done_testing;

#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Seven days after it was asked for, an account is gone from every table, in one transaction; the trail stays whole, an
# office keeps what is its own, others keep everything, and a backup that is restored deletes the account again.

use strict;
use warnings;

use JSON::PP ();
use Lastro::Holder;
use Lastro::Office;
use Lastro::Test qw(program slurp wait_for);
use Test::More;

my $t = Lastro::Test->new;
my $asked = '2030-11-20T15:00:00Z';
my %due = (LASTRO_NOW => '2030-11-27T15:02:00Z');	# two minutes are left to requests that had begun
my $backups = $t->dir . '/backups';
mkdir $backups or die;
my $kept = "$backups/kept";
my $list = "$backups/deletions";

# ---- what the account has, in every table that there is for it ----

my $office = Lastro::Office->new($t, 'Casa');
my $olga = $office->member('owner', name => 'Olga');
my $ana = $office->member('advisor', name => 'Anacleta');
my $bia = $office->person('Bia');
$_->{workspace} = $t->sql("select id from workspace where account_id = '$_->{account}'") for $ana, $bia;
my $club = $t->lastro_json('org', 'create', '--name', 'Clube');
$t->lastro_ok('member', 'add', '--org', $club->{id}, '--account', $ana->{email});
$t->start_pool(env => { LASTRO_NOW => $asked });

# owns() - what a person has in the own workspace; returns the portfolio's id.
my @buy = (symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2030-01-07', quantity => 10, price => 30);
sub answered { my ($r, $what) = @_; $r->status < 300 or die "$what: " . $r->body; return $r->json }
sub owns {
	my ($who, $name) = @_;
	my @key = (key => $who->{user_key});
	my $id = answered($t->post('/v1/portfolios', { name => $name, visibility => 'public' }, @key), $name)->{id};

	answered($t->post("/v1/portfolios/$id/transactions", { @buy }, @key, headers => { 'Idempotency-Key' => 'compra' }), 'bought');
	answered($t->post("/v1/portfolios/$id/transactions", { @buy, kind => 'sell', quantity => 4, trade_date => '2030-01-08' }, @key), 'sold');
	answered($t->post("/v1/portfolios/$id/income", { symbol => 'PETR4', asset_type => 'stock', kind => 'dividend', pay_date => '2030-02-01', amount => 3 }, @key), 'paid');
	answered($t->upload("/v1/portfolios/$id/imports", 'extrato.csv', "data;ticker;tipo;quantidade;preco\n2030-03-01;VALE3;compra;5;60,00\n", @key), 'imported');
	answered($t->post('/v1/import-mappings', { name => 'Banco', first_row => ['Quando', 'Papel', 'N', 'Cada'], columns => { date => 1, ticker => 2, quantity => 3, price => 4 },
		every_row => { operation => 'buy' } }, @key), 'mapping');
	answered($t->put("/v1/portfolios/$id/targets", { slices => [{ name => 'Tudo', pct => 100, types => ['stock'] }] }, @key), 'targets');
	answered($t->put('/v1/portfolio/targets', { slices => [{ name => 'Tudo', pct => 100, types => ['stock'] }] }, @key), 'targets of all');
	answered($t->put('/v1/portfolio/tax/inputs', { paid => [{ code => '6015', period => '2030-07', amount => '1.00', paid_on => '2030-08-31' }] }, @key), 'tax');
	answered($t->post('/v1/news/agenda/feeds', { name => 'Telefone' }, @key), 'feed');
	answered($t->post('/v1/keys', { kind => 'platform', name => 'Programa' }, @key), 'key');
	answered($t->post('/v1/notifications/subscriptions', { kind => 'income_due', days => 3, channel => 'email' }, @key), 'notice');
	$t->get($_, @key) for "/v1/portfolios/$id", "/v1/portfolios/$id/history", '/v1/portfolio/history';
	return $id;
}
# filled() - rows that only a page, an application or a job makes.
sub filled {
	my ($who, $portfolio) = @_;
	my ($a, $w) = @{$who}{qw(account workspace)};
	my $session = $t->sql("insert into api_key (id, account_id, kind, name, hash, prefix, scopes, created_at, expires_at, form) values (gen_random_uuid(), '$a', 'user', 's', sha256('$a'), 's', 1, '$asked', '2030-12-31', 'session') returning id");
	my $grant = $t->sql("with c as (insert into oauth_client (id, name, redirect_uris, created_at) values (gen_random_uuid(), 'App', '{https://app.example/}', '$asked') returning id)
		insert into oauth_grant (id, account_id, client_id, kind, scopes, resource, created_at, code_hash, code_challenge, redirect_uri, code_expires_at, refresh_hash, refresh_expires_at)
		select gen_random_uuid(), '$a', c.id, 'user', 1, 'x', '$asked', sha256('c$a'), 'x', 'https://app.example/', '2030-12-31', sha256('r$a'), '2030-12-31' from c returning id");
	$t->sql("insert into oauth_refresh_spent values (sha256('q$a'), '$grant', '$asked');
		insert into held_file (credential_id, account_id, id, name, content, created_at) values ('$session', '$a', gen_random_uuid(), 'x.csv', 'x', '$asked');
		insert into password (account_id, encoded, changed_at) values ('$a', '\$argon2id\$x', '$asked');
		insert into password_link values (sha256('l$a'), '$a', '$asked', '2030-12-31', null);
		insert into login_address values ('$a', sha256('a$a'), '$asked');
		insert into second_factor (account_id, sealed, begun_at, since) values ('$a', decode(repeat('00', 60), 'hex'), '$asked', '$asked');
		insert into sign_up values (sha256('u$a'), '$who->{email}', '$asked', '2030-12-31');
		insert into mail_outbox values (gen_random_uuid(), '$who->{email}', 'a', 'b', '$asked', '2030-12-31');
		insert into throttle values ('own:$a', '$asked', 1), ('account:' || encode(sha256('$who->{email}'), 'hex'), '$asked', 1);
		insert into suitability values ('$w', '$a', gen_random_uuid(), 1, 'Moderado', 50, '[]', '$asked');
		insert into application_write values ('$w', gen_random_uuid(), '$a', '$portfolio', '$asked', 'App', 'token', 'x', 'x', '[]');
		insert into notification (workspace_id, id, account_id, notice_id, kind, about, channel, title, body, status, queued_at, next_at)
		select n.workspace_id, gen_random_uuid(), n.account_id, n.id, n.kind, 'f', 'email', 't', 'b', 'pending', '$asked', '$asked' from notice n where n.account_id = '$a'");
}
my $mine = owns($ana, 'Minha');
my $hers = owns($bia, 'Dela');
filled($ana, $mine);
filled($bia, $hers);

# In organizations: a portfolio of the own, access to another's, a seat, invitations, clients.
my %there = (key => $ana->{user_key}, headers => { 'X-Service-Workspace' => $office->{id} });
my $inside = answered($t->post('/v1/portfolios', { name => 'Na casa' }, %there), 'inside')->{id};
my $olgas = answered($t->post('/v1/portfolios', { name => 'Da Olga' }, key => $olga->{user_key}, headers => { 'X-Service-Workspace' => $office->{id} }), 'olgas')->{id};
$t->sql("insert into portfolio_member values ('$office->{workspace}', '$olgas', '$ana->{account}', 'read')");
sub done { my ($id, $input, $as) = @_; my $r = $office->action($id, $input, as => $as); $r->status == 200 or die "$id: " . $r->body; return $r->json->{result} }
my $client = done('advisor.client.create', { name => 'Ana Cardoso', email => $ana->{email} }, $olga)->{id};
$t->sql("insert into client_assignment values ('$office->{workspace}', '$client', '$ana->{id}', '$olga->{account}', '$asked')");
my $clients = done('advisor.client_portfolio.create', { client_id => $client, name => 'Dela' }, $ana)->{id};
$t->sql("insert into office_invitation (workspace_id, id, email, role, created_by, created_at, expires_at, accepted_by, accepted_at, revoked_at) values
	('$office->{workspace}', '01900000-0000-7000-8000-00000000aa01', 'aberto\@example.com', 'advisor', '$ana->{account}', '$asked', '2030-12-31', null, null, null),
	('$office->{workspace}', '01900000-0000-7000-8000-00000000aa02', '$ana->{email}', 'advisor', '$olga->{account}', '$asked', '2030-12-31', '$ana->{account}', '$asked', null),
	('$office->{workspace}', '01900000-0000-7000-8000-00000000aa03', 'da-olga\@example.com', 'advisor', '$olga->{account}', '$asked', '2030-12-31', null, null, null);
	insert into invitation_directory values (sha256('aa01'), '$office->{workspace}', '01900000-0000-7000-8000-00000000aa01', false)");
$t->lastro_ok({ env => { LASTRO_NOW => $asked } }, 'account', 'delete', $ana->{email});
is $t->get("/v1/portfolios/$mine", key => $bia->{user_key})->status, 200, 'a public portfolio is read by others until then';

# ---- the instruments ----

# rows() - table => its rows that hold one of these texts, or the bytes of one of these ids.
my @tables = split /\n/, $t->sql("select table_name from information_schema.tables where table_schema = 'lastro' and table_type = 'BASE TABLE' order by 1");
sub rows {
	my (@texts) = @_;
	my $any = join '|', map { my $plain = s/-//gr; quotemeta($_) . (/^[0-9a-f-]{36}$/ ? "|$plain" : '') } @texts;

	return { map { split /\t/ } split /\n/, $t->sql(join ' union all ', map { qq(select * from (select '$_', count(*) as n from "$_" x where x::text ~ '$any') y where n > 0) } @tables) };
}
# what() - a digest of every row that holds one of these texts, but for these tables.
sub what {
	my ($but, @texts) = @_;
	my $any = join '|', map { quotemeta } @texts;

	return $t->sql('select * from (' . join(' union all ', map { qq(select '$_', md5(coalesce(string_agg(x::text, ',' order by x::text), '')) from "$_" x where x::text ~ '$any') } grep { my $name = $_; !grep { $_ eq $name } @$but } @tables) . ') x order by 1');
}
sub chain { my ($ws) = @_; return $t->sql("select concat_ws(' ', kind, action, outcome, subject_id, coalesce(account_id::text, 'operator')) from audit where workspace_id = '$ws' and seq = (select max(seq) from audit where workspace_id = '$ws')") }
sub whole { my ($name) = @_; my $r = $t->lastro('audit', 'verify'); is $r->{status}, 0, $name or diag $r->{out} }
sub runs { my ($env, @o) = @_; return $t->lastro({ env => { %due, LASTRO_BACKUPS => $backups, %$env } }, 'compute', 'notices', '--json', @o) }
sub deleted { my ($r) = @_; return $r->{status} ? "status $r->{status}: $r->{err}" : JSON::PP::decode_json($r->{out})->{deleted} }

my @ana = (@{$ana}{qw(account workspace email)}, $mine, $inside);
my %had = %{ rows(@ana) };
my @places = qw(account account_deletion agenda_feed api_key application_write asset consolidated_history held_file idempotency import import_mapping import_row income ledger login_address mail_outbox notice
	notification oauth_grant office_invitation office_member organization_member password password_link portfolio portfolio_directory portfolio_history portfolio_member
	portfolio_state portfolio_targets second_factor sign_up suitability tax_inputs throttle wallet_targets workspace);
is_deeply [grep { !$had{$_} } @places], [], 'the account has rows in each of these tables';
whole('the trail is whole before');
$t->stop_pool;	# what it writes after an answer is written
my $before = what(['audit_count', 'audit_counted'], @{$bia}{qw(account workspace email)}, $hers);
my $heads = $t->sql("select seq from audit_head where workspace_id = '$ana->{workspace}'");
$t->stop_pool;
$t->lastro_ok('backup', $kept);
ok !-e $list, 'nothing was deleted: there is no list';

# ---- not yet, and killed in the middle ----

is deleted(runs({ LASTRO_NOW => '2030-11-27T15:01:59Z' })), 0, 'before its time nothing goes';
my $all = $t->digest('job_claim', 'audit_count', 'audit_counted');
my $holder = Lastro::Holder->new($t, 'lock table sign_up in access exclusive mode');
my $pid = $t->start_daemon({ env => { %due, LASTRO_DATABASE => $t->conninfo_owner, LASTRO_BACKUPS => $backups } }, program('lastro'), 'compute', 'notices');
wait_for { $t->waits } or diag 'it does not wait';
is deleted(runs({})), 0, 'another run leaves to it what it has';
kill 'KILL', $pid;
waitpid $pid, 0;
$holder->end;
wait_for { !$t->sql("select count(*) from pg_locks where relation = 'sign_up'::regclass and pid <> pg_backend_pid()") };
is $t->digest('job_claim', 'audit_count', 'audit_counted'), $all, 'killed in the middle it did nothing';
whole('and the trail is whole');

# ---- gone ----

is deleted(runs({})), 1, 'the next run deletes it';
is deleted(runs({})), 0, 'once';
my %reason = (
	account_deleted => 'the list of what was deleted, by ids',
	audit => 'its chained rows, which prove each other, by ids',
	audit_head => 'the end of its chain',
	audit_counted => 'the counts of its chain',
	client => 'what the office holds of its client',
);
is_deeply [grep { !$reason{$_} } sort keys %{ rows(@ana) }], [], 'no other table has anything of it';
is_deeply [sort keys %{ rows($ana->{email}) }], ['client'], 'its address is only with the office, as a client\'s';
is $t->sql("select count(*) from audit where seq is null and workspace_id = '$ana->{workspace}'"), 0, 'the rows of the wallet outside the chain are gone';
is $t->sql("select count(*) from audit x where x.seq is not null and x::text ~* '\Q$ana->{email}\E|anacleta|aberto\@'"), 0, 'no row of a chain holds a name or an address';
whole('the trail is whole afterwards');
is chain($ana->{workspace}), "account.deleted operator.account.erase done $ana->{account} operator", 'its own chain ends with the deletion';
is $t->sql("select seq from audit_head where workspace_id = '$ana->{workspace}'"), $heads + 1, 'one row after those that it had';
# Three rows of the ledger: bought, sold, imported.
is $t->sql("select concat_ws(' ', input -> 'portfolio', input -> 'ledger', input -> 'income', input -> 'import') from audit where kind = 'account.deleted'"), '1 3 1 1', 'which counts what went';
is $t->sql("select count(*) from audit a join audit_counted c on c.chain = a.workspace_id and c.seq = a.seq where a.kind = 'account.deleted'"), 1, 'and is counted itself';
is chain($club->{workspace}), "organization.deleted operator.account.erase done $club->{id} operator", 'so does that of an organization without anybody else';
is $t->sql("select count(*) from organization where id = '$club->{id}'"), 0, 'which is gone';
is chain($office->{workspace}), "member.removed operator.account.erase done $ana->{id} operator", 'the office has it that a member left';
is what(['audit_count', 'audit_counted'], @{$bia}{qw(account workspace email)}, $hers), $before, 'another account is as it was';
is $t->sql("select string_agg(id::text || ' ' || controller_id, ',') from portfolio where client_id is not null"), "$clients $olga->{account}", 'a client\'s portfolio stays, and is the owner\'s';
is $t->sql("select controller_id from portfolio_directory where portfolio_id = '$clients'"), $olga->{account}, '  in the directory too';
is $t->sql("select string_agg(email, ' ') from office_invitation"), 'da-olga@example.com', 'invitations of others stay';
is $t->sql("select count(*) from portfolio where id = '$olgas'"), 1, 'and portfolios of others';
is sprintf('%04o', (stat $list)[2] & 07777), '0600', 'the list is its owner\'s alone';
like slurp($list), qr/\A$ana->{account} 2030-11-27T15:02:00\.000Z\n\z/, 'and has id and instant';
$t->start_pool(env => { LASTRO_NOW => $due{LASTRO_NOW} });
is $t->get('/v1/me', key => $ana->{user_key})->code, 'credential_invalid', 'its key is none';
is $t->get("/v1/portfolios/$mine", key => $bia->{user_key})->status, 404, 'its portfolio is not found';
is $office->function('advisor.client_portfolio.get', {}, subject => $clients, as => $olga)->status, 200, 'the office goes on';
is $office->function('advisor.audit.list', {}, as => $olga)->status, 200, '  with its trail';
is $office->action('advisor.client_portfolio.delete', { portfolio_id => $clients }, as => $olga, confirmed => JSON::PP::true)->status, 200, '  and may delete what it made';
is $t->lastro_json('account', 'create', '--email', $ana->{email}, '--name', 'Outra')->{email}, $ana->{email}, 'the address is free';
$t->stop_pool;

# ---- not possible ----

$t->sql("insert into account_deletion values ('$olga->{account}', '$asked', '2030-11-27T15:00:00Z')");
$all = $t->digest('job_claim', 'audit_count', 'audit_counted');
my $r = runs({});
is $r->{status}, 1, 'an owner who became the only one';
like $r->{err}, qr/a conta $olga->{account} não foi apagada: uma organização ficaria sem dono/, 'is not deleted, and the operator is told' or diag $r->{err};
is $t->digest('job_claim', 'audit_count', 'audit_counted'), $all, 'nothing was done';
sub doctors { my ($at) = @_; return [map { "$_->{finding} $_->{found}" } grep { $_->{check} eq 'exclusão de contas' } @{ JSON::PP->new->decode($t->lastro({ env => { LASTRO_NOW => $at } }, 'doctor', '--json')->{out})->{data} }] }
is_deeply doctors('2030-12-01T15:00:00Z'), [], 'four days later the doctor says nothing yet';
is_deeply doctors('2030-12-01T15:00:01Z'), ['warning o prazo de 1 passou há mais de 4 dias'], 'then it warns';
$t->sql('delete from account_deletion');

# ---- a restored backup ----

sub restores { my ($from, @o) = @_; $t->sql('drop schema lastro cascade'); return $t->lastro({ env => \%due }, 'restore', @o, $from) }
$r = restores($kept, '--verify');
is $r->{status}, 0, 'the backup of before is restored' or diag "$r->{out}$r->{err}";
like $r->{out}, qr/contas apagadas outra vez, que a cópia ainda tinha: 1/, 'which deletes again';
is_deeply [grep { !$reason{$_} } sort keys %{ rows(@ana) }], [], 'the account is gone again';
is $t->sql("select count(*) from account where id = '$bia->{account}'"), 1, 'and no other';
whole('the trail is whole');
is scalar(() = slurp($list) =~ /\n/g), 1, 'the list has it once';
unlink $list or die;
$t->lastro_ok('backup', "$backups/later/");
like slurp($list), qr/\A$ana->{account} /, 'a backup writes the list from what it holds';
$r = restores("$backups/later");
is $r->{status}, 0, 'the backup of after is restored' or diag "$r->{out}$r->{err}";
unlike $r->{out}, qr/outra vez/, 'with nothing to do again';
{
	open my $f, '>>', $list or die;
	print $f substr $bia->{account}, 0, 13;	# cut short by a full disk
}
$r = restores($kept);
is $r->{status}, 1, 'a line that is cut short is an error';
like $r->{err}, qr{deletions, linha 2: não é de uma exclusão}, '  which is named';
like $r->{out}, qr/contas apagadas outra vez, que a cópia ainda tinha: 1/, '  and the others are deleted again all the same';
{
	my $due = '2031-01-05T15:00:00Z';

	$t->sql("insert into account_deletion values ('$bia->{account}', '2030-12-20', '2031-01-01')");
	my $job = $t->lastro({ env => { LASTRO_NOW => $due, LASTRO_BACKUPS => $backups } }, 'compute', 'notices');
	is $job->{status}, 1, 'the job says so too';
	is $t->sql("select count(*) from account where id = '$bia->{account}'"), 0, '  and goes on';
	like slurp($list), qr/^$bia->{account} 2031-01-05T15:00:00\.000Z$/m, '  and the next line is a line of its own';
}

done_testing;

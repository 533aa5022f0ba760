#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# lastro workspace export and import: a person's workspace and an office's move to another installation, with ledger,
# trail, members and keys; no rows of others are exported, and an inconsistent directory is refused as a whole.

use strict;
use warnings;
use utf8;

use Encode qw(decode);
use JSON::PP ();
use Lastro::Office;
use Lastro::Test qw(slurp spew);
use Test::More;

my ($from, $to) = map { Lastro::Test->new } 1 .. 2;
my %now = (env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });
my $kept = $from->dir;

sub told { my ($t, @a) = @_; my $r = $t->lastro(@a); return decode('UTF-8', "$r->{status} $r->{out}$r->{err}") }
sub moves { my ($t, $what, @a) = @_; like told($t, 'workspace', @a), qr/\A0 /, $what }
sub refused { my ($t, $why, $what, @a) = @_; like told($t, 'workspace', @a), qr/\A1 .*$why/s, $what }

# ---- every tenant table is exported, or excluded on purpose ----

my %left = map { $_ => 1 } qw(account_deleted account_deletion audit_counted held_file idempotency login_address oauth_grant oauth_refresh_spent password_link portfolio_link portfolio_share
	portfolio_state asset_state portfolio_history consolidated_history portfolio_rows asset_rows);
my %of_somebody = map { $_ => 1 } split /\n/, $from->sql(q{select c.relname from pg_class c
	where c.relnamespace = 'lastro'::regnamespace and c.relkind in ('r', 'p') and (c.relrowsecurity or c.relname in ('account', 'organization', 'workspace', 'audit_counted', 'oauth_refresh_spent')
	   or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname in ('account_id', 'organization_id', 'workspace_id', 'space', 'credential_id', 'controller_id')))});

# ---- the workspaces to move ----

$from->lastro_ok('account', 'create', '--email', $_->[0], '--name', $_->[1], '--plan', 'personal') for ['ana@example.com', 'Ana'], ['rui@example.com', 'Rui'];
my ($ana, $rui) = map { $from->lastro_json('key', 'create', '--account', "$_\@example.com", '--name', 'caderno')->{key} } qw(ana rui);
my $office = Lastro::Office->new($from, 'Casa', seats => 3);
my $chief = $office->member('owner', name => 'Eva');
my $stays = Lastro::Office->new($from, 'Outra', seats => 3)->member('owner', name => 'Ivo');
$from->start_pool(workers => 1, %now);

sub trade { return { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => $_[0], price => 30 } }
my %portfolio;
for ([ana => $ana], [rui => $rui]) {
	my ($who, $key) = @$_;
	$portfolio{$who} = $from->post('/v1/portfolios', { name => "De $who" }, key => $key)->json->{id};
	$from->post("/v1/portfolios/$portfolio{$who}/transactions", trade(10), key => $key)->status == 201 or die;
}
$from->post('/v1/import-mappings', { name => 'Banco', first_row => ['Quando', 'Papel', 'N', 'Cada'], columns => { date => 1, ticker => 2, quantity => 3, price => 4 },
	every_row => { operation => 'buy' } }, key => $ana)->status == 201 or die;
my $client = $office->action('advisor.client.create', { name => 'Família Souza' }, as => $chief)->json;
my $before = $from->get("/v1/portfolios/$portfolio{ana}?include=transactions", key => $ana);
is $before->status, 200, 'a portfolio that is read before';
is $from->post('/v1/keys', { name => 'outra' }, key => $ana)->status, 201, 'a key, which is in her trail';
my $clients = $office->function('advisor.clients.list', {}, as => $chief)->json->{data};
is scalar @$clients, 1, 'an office with a client';
my $trail = $from->sql("select count(*) from audit where workspace_id = '$office->{workspace}' and seq is not null");

# ---- closed, then exported ----

refused($from, qr/lastro wallet suspend/, 'an open one is not copied', 'export', 'ana@example.com', "$kept/ana");
ok !-e "$kept/ana", '  and no directory made';
refused($from, qr/Não há/, 'nor one that is not there', 'export', 'eu@example.com', "$kept/ana");
$from->lastro_ok('wallet', 'suspend', $_) for 'ana@example.com', $office->{id};
is $from->post("/v1/portfolios/$portfolio{ana}/transactions", trade(1), key => $ana)->code, 'wallet_suspended', 'a closed one is not written';
is $from->get("/v1/portfolios/$portfolio{ana}", key => $ana)->status, 200, '  and is still read';
moves($from, 'it is copied', 'export', 'ana@example.com', "$kept/ana");
refused($from, qr/licença/, 'an office with a licence is not', 'export', $office->{id}, "$kept/office");
$from->lastro_ok('license', 'set', $office->{id}, '--seats', 3, '--until', '2026-01-02');
moves($from, 'one without is', 'export', $office->{id}, "$kept/office");
refused($from, qr/File exists|existe/, 'a directory that is there is not written into', 'export', $office->{id}, "$kept/office");
is sprintf('%04o', (stat "$kept/ana/$_")[2] & 0077), '0000', "only its owner can read $_" for qw(manifest.json password.copy ledger.copy);
my %gone = map { $_ => 1 } map { m{([^/]+)\.copy\z} } glob "$kept/ana/*.copy";
is_deeply [grep { !$gone{$_} && !$left{$_} } sort keys %of_somebody], [], 'every tenant table is exported, or excluded on purpose';
is_deeply [grep { $gone{$_} && $left{$_} } sort keys %of_somebody], [], '  and not both';
unlike slurp("$kept/ana/$_"), qr/rui\@|$portfolio{rui}/, "nothing of another person in $_" for qw(account.copy portfolio.copy portfolio_directory.copy api_key.copy);

# ---- another installation ----

$to->sql("update market_version set version = version + 1000");
moves($to, 'it arrives', 'import', "$kept/ana");
moves($to, 'so does the office', 'import', "$kept/office");
is $to->sql('select count(*) from portfolio'), 1, 'nothing of others came';
is $to->sql("select count(*) from account where email in ('rui\@example.com', '$stays->{email}')"), 0, '  no account either';
like told($to, 'audit', 'verify'), qr/\A0 .*íntegras/s, 'every chain is whole';
like told($to, 'compute', 'state'), qr/\A0 /, 'derived rows are computed here';
like told($to, 'compute', 'state', '--verify'), qr/\A0 /, '  and right';
is $to->sql("select count(*) from audit where workspace_id = '$office->{workspace}' and seq is not null"), $trail + 4, 'the trail: suspended, unlicensed, out, in';
is $to->sql("select string_agg(kind, ' ' order by seq) from (select kind, seq from audit where workspace_id = '$office->{workspace}' and seq is not null order by seq desc limit 2) x"),
	'workspace.export workspace.import', '  which says so';

$to->start_pool(workers => 1, %now);
is $to->post("/v1/portfolios/$portfolio{ana}/transactions", trade(1), key => $ana)->code, 'wallet_suspended', 'by her own key she finds it closed';
$to->lastro_ok('wallet', 'resume', 'ana@example.com');
my $after = $to->get("/v1/portfolios/$portfolio{ana}?include=transactions", key => $ana);
my ($was, $is) = map { $_->json } $before, $after;
cmp_ok delete $is->{ledger_version}, '==', 1 + delete $was->{ledger_version}, 'then it is of the next version';
is_deeply $is, $was, '  and as it was';
is_deeply [map { [$_->{name}, $_->{columns}{price}] } @{ $to->get('/v1/import-mappings', key => $ana)->json->{data} }], [['Banco', 4]], '  with the columns of her sheets';
isnt $after->header('ETag'), $before->header('ETag'), '  under another tag';
is $to->get("/v1/portfolios/$portfolio{ana}?include=transactions", key => $ana, headers => { 'If-None-Match' => $before->header('ETag') })->status, 200, '  and the old one is not valid';
is $to->post("/v1/portfolios/$portfolio{ana}/transactions", trade(1), key => $ana)->status, 201, '  and it is written';
$to->lastro_ok('license', 'set', $office->{id}, '--seats', 3, '--until', '');
$to->lastro_ok('wallet', 'resume', $office->{id});
$office->{t} = $to;
is_deeply $office->function('advisor.clients.list', {}, as => $chief)->json->{data}, $clients, 'the office has its client, by its member\'s key';
is $office->action('advisor.client.create', { name => 'Família Lima' }, as => $chief)->status, 200, '  and works';
like told($to, 'audit', 'verify'), qr/\A0 /, 'its chain continues';
$to->sql("update audit set outcome = 'x' where workspace_id = '$office->{workspace}' and seq = 1");
like told($to, 'audit', 'verify'), qr/\A1 .*changed/s, '  and a change in it is found';
$to->stop_pool;

# ---- conflicts ----

refused($to, qr/já está aqui/, 'it does not come twice', 'import', "$kept/ana");
refused($from, qr/já está aqui/, 'nor where it is', 'import', "$kept/ana");
sub fresh {
	my ($why, $what, $dir, $spoil) = @_;
	my $third = Lastro::Test->new;
	$spoil->($third) if $spoil;
	refused($third, $why, $what, 'import', $dir);
	is $third->sql('select count(*) from portfolio') + $third->sql('select count(*) from audit'), 0, '  and nothing of it is there';
}
fresh(qr/e-mail/, 'an address that another account has', "$kept/ana", sub { $_[0]->lastro_ok('account', 'create', '--email', 'ana@example.com', '--name', 'Ana B') });
my $ledger = slurp("$kept/ana/ledger.copy");
spew("$kept/ana/ledger.copy", '');
fresh(qr/ledger\.copy/, 'a row that is missing', "$kept/ana");
spew("$kept/ana/ledger.copy", $ledger);
my $audit = slurp("$kept/ana/audit.copy");
spew("$kept/ana/audit.copy", $audit =~ s/\tdone\t/\tdane\t/r);
fresh(qr/auditoria/, 'a trail that was changed', "$kept/ana");
spew("$kept/ana/audit.copy", $audit);
my $manifest = slurp("$kept/ana/manifest.json");
spew("$kept/ana/manifest.json", $manifest =~ s/"schema":\d+/"schema":3/r);
fresh(qr/versão 3\b/, 'another schema', "$kept/ana");
spew("$kept/ana/manifest.json", '{}');
fresh(qr/não é de/, 'what is no such directory', "$kept/ana");
my $manifest_of_ana = $manifest;
unlink "$kept/ana/manifest.json";
fresh(qr/manifest\.json/, 'a directory that is not whole', "$kept/ana");
$manifest = slurp("$kept/office/manifest.json");
like $manifest, qr/"counts":\{"[0-9a-f]{64}"/, 'the office\'s chain names counts of the other installation';
spew("$kept/office/manifest.json", $manifest =~ s/"counts":\{[^}]*\}/"counts":{}/r);
fresh(qr/auditoria .*count/s, 'without which it is not believed', "$kept/office");

# ---- a manipulated directory: one foreign row in each file; nothing is written ----

my $strange = Lastro::Test->new;
$strange->lastro_ok('account', 'create', '--email', 'rui@example.com', '--name', 'Rui', '--plan', 'personal');
my $mallory = $strange->sql(q{select id from account});
my $whole = q{select string_agg(c.relname || ' ' || (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from lastro.%I', c.relname), false, true, '')))[1]::text, E'\n' order by c.relname)
	from pg_class c where c.relnamespace = 'lastro'::regnamespace and c.relkind = 'r'};
my $untouched = $strange->sql($whole);
my %columns = map { my ($table, @c) = split / /; ($table => \@c) } split /\n/, $strange->sql(q{select c.relname || ' ' || string_agg(a.attname, ' ' order by a.attnum)
	from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
	where c.relnamespace = 'lastro'::regnamespace and c.relkind in ('r', 'p') group by c.relname});
my $nobody = '00000000-0000-4000-8000-00000000000e';
my %files = map { ($_ => slurp($_)) } glob "$kept/ana/*";

# A row of nulls except for the given columns, after the file's rows.
sub planted {
	my ($table, %with) = @_;
	my $row = join("\t", map { $with{$_} // '\N' } @{ $columns{$table} }) . "\n";
	spew("$kept/ana/$table.copy", $files{"$kept/ana/$table.copy"} . $row);
	spew("$kept/ana/manifest.json", $files{"$kept/ana/manifest.json"} =~ s/"\Q$table\E":(\d+)/'"' . $table . '":' . ($1 + 1)/er);
}
sub stranger_refused {
	my ($why, $what) = @_;
	refused($strange, $why, $what, 'import', "$kept/ana");
	is $strange->sql($whole), $untouched, '  and no row is written';
	spew($_, $files{$_}) for keys %files;
}
spew("$kept/ana/manifest.json", $manifest_of_ana);
$files{"$kept/ana/manifest.json"} = $manifest_of_ana;
my %about = (
	account => { id => $mallory }, password => { account_id => $mallory }, organization => { id => $nobody }, organization_member => { organization_id => $nobody, account_id => $mallory },
	workspace => { id => $nobody, account_id => $mallory }, api_key => { account_id => $mallory, form => 'key' }, agenda_feed => { account_id => $mallory });
for my $table (sort keys %gone) {
	planted($table, %{ $about{$table} // { workspace_id => $nobody } });
	stranger_refused(qr/\Q$table\E\.copy tem linhas que não são do espaço/, "a foreign row in $table");
}
my ($own) = $files{"$kept/ana/account.copy"} =~ /\A([^\t]+)/;
my ($space) = $manifest_of_ana =~ /"workspace":"([^"]+)"/;
planted('api_key', account_id => $own, organization_id => $nobody, form => 'key');
stranger_refused(qr/api_key\.copy tem linhas/, 'a key of another organization');
planted('api_key', account_id => $own, form => 'session');
stranger_refused(qr/api_key\.copy tem linhas/, 'a session');
planted('notice', workspace_id => $space, account_id => $mallory);
stranger_refused(qr/notice\.copy tem linhas/, 'a notice to another account');
planted('api_key', account_id => $own, form => 'key', kind => 'user', scopes => $strange->sql(q{select 1 << 20}));
stranger_refused(qr/escopo que o tipo/, 'a key with a scope that its kind does not have');
planted('api_key', account_id => $own, form => 'key', kind => 'member', scopes => 1);
stranger_refused(qr/escopo que o tipo/, 'a key of a member of nothing');

# The directory's account takes the id of an existing one, without knowing its password.
sub as_rui { spew($_, $files{$_} =~ s/$own/$mallory/gr) for keys %files }
as_rui();
stranger_refused(qr/account\.copy traz uma conta que já está aqui/, 'an account that is here');
as_rui();
spew("$kept/ana/api_key.copy", slurp("$kept/ana/api_key.copy") =~ s/^((?:[^\t]*\t){10})\\N/${1}2026-11-20 12:00:00+00/gmr);
spew("$kept/ana/password.copy", "$mallory\t\$argon2id\$x\t2026-11-20 12:00:00+00\n");
spew("$kept/ana/manifest.json", slurp("$kept/ana/manifest.json") =~ s/"password":\d+/"password":1/r);
stranger_refused(qr/account\.copy traz uma conta que já está aqui/, 'and a password for it');

# A member who is an existing account: nothing is written or sent in that name.
{
	my $dir = "$kept/office";
	spew("$dir/manifest.json", $manifest);
	my %office = map { ($_ => slurp($_)) } glob "$dir/*";
	my $more = sub {
		my ($table, $row) = @_;
		spew("$dir/$table.copy", $office{"$dir/$table.copy"} . $row);
		spew("$dir/manifest.json", slurp("$dir/manifest.json") =~ s/"$table":(\d+)/'"' . $table . '":' . ($1 + 1)/er);
	};
	my ($member) = $office{"$dir/organization_member.copy"} =~ /^(.*\n)/;
	my ($account) = $office{"$dir/account.copy"} =~ /^(.*\n)/;
	my ($eva) = (split /\t/, $member)[1];
	$account =~ s/^[^\t]+\t[^\t]+/$mallory\tx\@example.com/;

	$more->(organization_member => $member =~ s/$eva/$mallory/r);
	refused($strange, qr/organization_member\.copy tem linhas que não são do espaço/, 'a member of whom no account comes', 'import', $dir);
	is $strange->sql($whole), $untouched, '  and no row is written';
	$more->(account => $account);
	refused($strange, qr/account\.copy traz uma conta que já está aqui/, 'a member whose account is here', 'import', $dir);
	is $strange->sql($whole), $untouched, '  and no row is written';
}

# Rows that the tables' check constraints refuse.
sub told_wrong {
	my ($table, $column, $value, $what) = @_;
	my @rows = map { [split /\t/, $_, -1] } split /\n/, $files{"$kept/ana/$table.copy"};
	my ($at) = grep { $columns{$table}[$_] eq $column } 0 .. $#{ $columns{$table} };

	$rows[0][$at] = $value;
	spew("$kept/ana/$table.copy", join '', map { join("\t", @$_) . "\n" } @rows);
	stranger_refused(qr/$table\.copy tem linhas que a tabela não aceita/, $what);
}
my %pending = (workspace_id => $space, id => '00000000-0000-4000-8000-00000000000a', account_id => $own, notice_id => '00000000-0000-4000-8000-00000000000b', kind => 'income_due',
	channel => 'email', about => 'x', title => 'Aviso', body => 'Leia', status => 'pending', attempts => 0, queued_at => '2026-11-20 12:00:00+00', next_at => '2026-11-20 12:00:00+00');
told_wrong(asset => meta => '[1]', 'metadata that is not an object');
told_wrong(asset => meta => '{"a":"' . 'x' x 20_000 . '"}', 'metadata without end');
told_wrong(asset => asset_type => 'gold', 'an asset of another kind');
told_wrong(ledger => kind => 'steal', 'a row of another kind');
told_wrong(api_key => scopes => '\N', 'a key without scopes');
planted('notification', %pending, kind => 'alarm');
stranger_refused(qr/notification\.copy tem linhas que a tabela não aceita/, 'a message of another kind');

# Only regular files that the manifest lists are opened.
spew("$kept/ana/manifest.json", $manifest_of_ana =~ s/"rows":\{/"rows":{"market_version":1,/r);
stranger_refused(qr/market_version, que não é tabela/, 'a file of another table');
spew("$kept/ana/manifest.json", $manifest_of_ana =~ s/"note":\d+,//r);
stranger_refused(qr/não conta as linhas de note\.copy/, 'a file that the manifest does not count');
unlink "$kept/ana/ledger.copy";
symlink "$kept/ana/income.copy", "$kept/ana/ledger.copy";
stranger_refused_link();
sub stranger_refused_link {
	refused($strange, qr/ledger\.copy/, 'a link instead of a file', 'import', "$kept/ana");
	unlink "$kept/ana/ledger.copy";
	is $strange->sql($whole), $untouched, '  and no row is written';
	spew($_, $files{$_}) for keys %files;
}
for (['no JSON', 'x'], ['rows that are no object', $manifest_of_ana =~ s/"rows":\{[^}]*\}/"rows":[1]/r], ['a workspace that is no id', $manifest_of_ana =~ s/"workspace":"[^"]*"/"workspace":"x"/r]) {
	spew("$kept/ana/manifest.json", $_->[1]);
	stranger_refused(qr/não é de/, "a manifest with $_->[0]");
}
planted('notification', %pending);
moves($strange, 'with its own rows it comes', 'import', "$kept/ana");
is $strange->sql("select status || ' ' || attempts from notification"), 'dead 0', 'messages that waited are not sent from here';

done_testing;

#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# What a member's assistants and keys write in an office and a desk.  The trail names the application; only that member's page
# lists the write, and only a member who may still execute the Action can undo it.  Today is Friday, 20 November 2026, 12:00.

use strict;
use warnings;
use utf8;
use Digest::SHA qw(sha256);
use Encode ();
use JSON::PP ();
use Lastro::Browser;
use Lastro::Console qw(told_text);
use Lastro::Desk;
use Lastro::Market qw(closes);
use Lastro::Office;
use Lastro::Test;
use MIME::Base64 qw(encode_base64 encode_base64url);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
closes($t, b3 => 'PETR4', '2026-11-19' => '30.00');
my $office = Lastro::Office->new($t, 'Casa');
my $other = Lastro::Office->new($t, 'Vizinha');
my ($owner, $ana, $bia) = ($office->member('owner', name => 'Olga'), map { $office->member('advisor', name => $_) } qw(Ana Bia));
$t->lastro_ok('member', 'add', '--org', $other->{id}, '--account', $ana->{email}, '--role', 'advisor');
my $neighbour = $other->member('owner', name => 'Vera');
my $desk = Lastro::Desk->new($t, 'Mesa');
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my ($b) = $c->enter($ana->{email});
my ($of_bia) = $c->enter($bia->{email});
my $json = JSON::PP->new->utf8->canonical;
my $ws = $office->{workspace};

# The office's client, whom Ana and Bia serve.
my ($client, $id) = map { $t->sql("select md5('$_')::uuid") } qw(clara principal);
$client = $office->action('advisor.client.create', { name => 'Clara' }, as => $owner)->json->{result}{id};
$id = $office->action('advisor.client_portfolio.create', { client_id => $client, name => 'Principal' }, as => $owner)->json->{result}{id};
sub serve { return $office->action('advisor.client_assignment.set', { client_id => $client, member_ids => [map { $_->{id} } @_] }, as => $owner)->status }
is serve($ana, $bia), 200, 'both serve her';

# ---- an application that Ana lets into the office ----

my $resource = $c->base . '/v1/mcp/advisor';
my $program = $t->post('/oauth/register', { redirect_uris => ['https://app.example/back'], client_name => 'Claude <b>' })->json->{client_id};
my %asked = (client_id => $program, redirect_uri => 'https://app.example/back', response_type => 'code', code_challenge => encode_base64url(sha256('v' x 43)),
	code_challenge_method => 'S256', scope => 'advisor:read advisor:write', resource => $resource);
my $way = $b->submit($b->open('/oauth/authorize?' . join '&', map { "$_=" . Lastro::Browser::escape($asked{$_}) } sort keys %asked), 'scope.advisor:write' => 'on', organization => $office->{id}, decision => 'allow');
my ($code) = ($way->header('location') // '') =~ /[?&]code=([^&]*)/ or die $way->status . $way->body;
my $token = Lastro::Browser->new($t)->post_form('/oauth/token', { grant_type => 'authorization_code', client_id => $program, code => $code, redirect_uri => $asked{redirect_uri},
	code_verifier => 'v' x 43, resource => $resource })->json->{access_token};

sub tool {
	my ($action, $input, %o) = @_;
	my $r = $t->post('/v1/mcp/advisor', { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => 'execute_action', arguments => { action => $action, confirmed => JSON::PP::true,
		input => { org => $office->{id}, %$input } } } }, key => $o{key} // $token);

	return $json->decode($r->body)->{result};
}
sub does { my $r = tool(@_); ok !$r->{isError}, "$_[0] is done" or diag $r->{content}[0]{text}; return $r->{structuredContent}{result} }
# listed() - a member's list in a workspace: "personal" or an organization.
sub listed { my ($who, $in) = @_; my $r = $t->get('/v1/portfolio/application-writes', key => $who->{user_key}, workspace => $in // $office->{id}); return $r->status == 200 ? $r->json->{data} : $r->code }
sub text { my ($r) = @_; return told_text(Encode::decode('UTF-8', $r->body)) =~ s/\s+/ /gr }
my $place = "/account/applications?org=$office->{id}";
sub presses { my ($one, $by) = @_; return ($by // $b)->submit(($by // $b)->open($place), { which => qr{/$one/undo} }) }
sub forges { my ($by, $one, $in) = @_; return $by->post_form("/account/applications/$one/undo?org=" . ($in // $office->{id}), { csrf => $by->open('/v1/session')->json->{csrf_token} }) }
# The commands that made the office use the real clock.
sub of_now { my ($list) = @_; return [grep { $_->{occurred_at} =~ /^2026-11-20T15:00/ } @$list] }
sub trail { return of_now($office->function('advisor.audit.list', { limit => 100, to => '2026-11-20' }, as => $owner)->json->{data}) }

# state_of() - everything in the client's portfolio, without what a restored row may have anew.
sub state_of {
	my $of = "workspace_id = '$ws' and portfolio_id = '$id'";

	return $t->sql("select coalesce((select jsonb_agg(to_jsonb(l) - '{id,asset_id,import_id,source,created_at,retired_by,recorded_at,version,row_version,seq}'::text[] order by l.trade_date, l.id)::text
			from ledger l where $of and l.retired_by is null), '-')
		|| coalesce((select jsonb_agg(a.symbol order by a.symbol)::text from asset a where $of), '-')")
		. $json->encode($office->function('advisor.client_targets.get', {}, subject => $id, as => $owner)->json->{data}{slices} // []);
}

# ---- each write is listed for the member alone, and one press takes it back ----

my %buy = (symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => 10, price => '20');
sub adds { my $r = $office->action('advisor.client_portfolio_transaction.add', { portfolio_id => $id, @_ }, as => $owner); is $r->status, 200, 'a row by a key of the owner' or diag $r->body; return $r->json->{result} }
my $row = adds(%buy, quantity => 100);
my $asset = $office->action('advisor.client_portfolio_asset.add', { portfolio_id => $id, symbol => 'WEGE3', asset_type => 'stock' }, as => $owner)->json->{result};
adds(%buy, symbol => 'WEGE3', quantity => 5);
is $office->action('advisor.client_targets.set', { portfolio_id => $id, targets => { slices => [{ name => 'Ações', pct => 100, types => ['stock'] }] } }, as => $owner)->status, 200, 'targets';
is_deeply listed($ana), [], 'what another member\'s key writes is none of hers';
like text($b->open($place)), qr{Nas suas carteiras ?Casa.*Nenhum aplicativo e nenhuma chave sua gravou nada}, 'the page has a choice of her organizations';

my @cases = (
	['client_portfolio_transaction.add', \%buy, 'Gravado: Compra de 10 PETR4 (ação) em 05/01/2026, a R$ 20,00: R$ 200,00.'],	# 10 × 20
	['client_portfolio_transaction.add', { transactions => [\%buy, { %buy, kind => 'sell', trade_date => '2026-02-05' }] }, 'Gravado: 2 lançamentos.'],
	['client_portfolio_transaction.delete', { transaction_id => $row->{id} }, 'Excluído: Compra de 100 PETR4 (ação) em 05/01/2026, a R$ 20,00: R$ 2.000,00.'],	# 100 × 20
	['client_portfolio_asset.add', { symbol => 'VALE3', asset_type => 'stock' }, 'Gravado: VALE3.'],
	['client_portfolio_asset.remove', { asset_id => $asset->{id} }, 'Excluído: WEGE3, com os lançamentos dele.'],
	['client_targets.set', { targets => { slices => [{ name => 'Tudo', pct => 100, types => ['stock', 'fii'] }] } }, 'Metas gravadas: Tudo 100,00%.'],
	['client_targets.set', { targets => undef }, 'Metas retiradas.'],
	['client_portfolio.import', { content_base64 => encode_base64("ticker,operacao,data,quantidade,preco\nPETR4,compra,2026-01-06,100,10\n", ''), filename => 'notas.csv' }, 'Importado: um arquivo, 1 linha.'],
);
for my $case (@cases) {
	my ($name, $input, $said) = ("advisor.$case->[0]", @$case[1, 2]);
	my $before = state_of();

	does($name, { portfolio_id => $id, %$input });
	isnt state_of(), $before, 'it changes something';
	my ($newest) = @{ listed($ana) };
	is_deeply { %$newest, id => 'x', occurred_at => 'x' }, { id => 'x', occurred_at => 'x', application => 'Claude <b>', credential => 'token', portfolio_id => $id, portfolio_name => 'Principal',
		action => $name, said => $said, can_undo => JSON::PP::true, undone_at => undef }, 'it is listed';
	my $page = $b->open($place);
	like text($page), qr{\Q$said\E ?20/11/2026, 12:00 ?\QClaude <b>\E ?Principal ?Desfazer}, 'and shown in words';
	like $page->body, qr{href="/offices/$office->{id}/portfolios/$id"}, 'with the office\'s page of the portfolio';
	is $b->submit($page, { which => qr{/$newest->{id}/undo} })->header('location'), $place, 'one press' for 1 .. 2;
	is state_of(), $before, 'takes it back, a second one does nothing';
	($newest) = @{ listed($ana) };
	is_deeply [@$newest{qw(can_undo undone_at)}], [JSON::PP::false, '2026-11-20T15:00:00.000Z'], 'and it is listed as undone';
	my ($undone, $done) = @{ trail() };
	is_deeply [map { [@$_{qw(kind action outcome subject_id)}, @{ $_->{actor} }{qw(name application)}] } $undone], [["$done->{kind}.undone", $name, 'done', $id, 'Ana', undef]],
		'the trail says that the person took it back, without an application';
	is_deeply [@$done{qw(id action)}, @{ $done->{actor} }{qw(name application)}], [$newest->{id}, $name, 'Ana', 'Claude <b>'], 'after the application wrote it';
}
is_deeply [listed($ana, 'personal'), listed($bia), listed($ana, $other->{id})], [[], [], []], 'not in her own list, another member\'s, or another office\'s';
for my $case ([$of_bia, $office->{id}, 'another member'], [$b, $other->{id}, 'her other office']) {
	my ($by, $in, $name) = @$case;
	my $page = $by->open("/account/applications?org=$in");
	is $page->status, 200, "$name has a page";
	like text($page), qr{Nenhum aplicativo e nenhuma chave sua gravou nada}, 'with nothing of it';
}
is listed($neighbour), 'workspace_not_found', 'a neighbour has no list of this office';

# ---- who may take it back ----

does('advisor.client_portfolio_transaction.add', { portfolio_id => $id, %buy });
my ($one) = @{ listed($ana) };
my $held = state_of();
is forges($of_bia, $one->{id})->status, 404, 'another member takes nothing back';
is forges($b, $one->{id}, $other->{id})->status, 404, 'nor she from her other office';
my $page = $b->open($place);
# refused() - a press that is refused, in words and with nothing written.
sub refused {
	my ($status, $why, $name) = @_;
	my $r = $b->submit($page, { which => qr{/$one->{id}/undo} });

	is $r->status, $status, "$name is refused";
	like text($r), qr{Nada foi desfeito: \Q$why\E}, 'which the page says';
	unlike text($r), qr{[a-z]+_[a-z]+|role:}, 'in words';
	is state_of(), $held, 'with nothing written';
	is $t->sql("select undone_at is null from application_write where id = '$one->{id}'"), 't', 'and not said to be undone';
}
my $barred = 'a sua conta não pode mais mudar esta carteira';
is serve($bia), 200, 'Ana serves the client no more';
refused(404, $barred, 'a client out of reach');
is_deeply listed($ana), [], 'and sees no more of it';
unlike $b->open($place)->body, qr{PETR4}, 'on the page neither';
serve($ana, $bia);
sub becomes { my (%o) = @_; my $r = $office->action('advisor.member.update', { member_id => $ana->{id}, %o }, as => $owner); is $r->status, 200, 'her role' or diag $r->body }
becomes(role => 'assistant');
refused(403, $barred, 'who only reads by now');
is scalar @{ listed($ana) }, @cases + 1, 'she sees it';
becomes(role => 'advisor');
is $office->action('advisor.seat.assign', { member_id => $ana->{id}, seated => JSON::PP::false }, as => $owner)->status, 200, 'without a seat';
refused(403, $barred, 'who has no seat');
is $office->action('advisor.seat.assign', { member_id => $ana->{id}, seated => JSON::PP::true }, as => $owner)->status, 200, 'with one';

# What changed since is kept.
my $since = $office->action('advisor.client_portfolio_transaction.delete', { portfolio_id => $id, transaction_id => $t->sql("select id from ledger where portfolio_id = '$id' and quantity = 10 and retired_by is null") }, as => $owner);
is $since->status, 200, 'the owner deletes the row' or diag $since->body;
$held = state_of();
refused(409, 'o que foi gravado já mudou de novo', 'a row that is gone');

# ---- a key; what nothing takes back; what names no client ----

my $key = $t->lastro_json('key', 'create', '--account', $ana->{email}, '--name', 'Planilha', '--kind', 'member', '--org', $office->{id}, '--scopes', 'advisor:read,advisor:write')->{key};
does('advisor.family.create', { name => 'Andrade' }, key => $key);
($one) = @{ listed($ana) };
is_deeply [@$one{qw(application credential portfolio_id can_undo)}], ['Planilha', 'key', undef, JSON::PP::false], 'what a key does is listed by its name';
unlike $one->{said}, qr{Andrade}, 'a name of a family is not kept';
like text($b->open($place)), qr{Chave Planilha ?— ?Não se desfaz por aqui: mude no escritório}, 'and the page says where it can be changed';
is forges($b, $one->{id})->status, 404, 'a forged form takes nothing back';
is trail()->[0]{actor}{application}, 'Planilha', 'the trail has the key\'s name';
ok tool('advisor.client_portfolio_transaction.add', { portfolio_id => $id, %buy, quantity => -1 })->{isError}, 'a refused Action';
is_deeply [@{ trail()->[0] }{qw(outcome)}, trail()->[0]{actor}{application}], ['invalid_input', 'Claude <b>'], 'is in the trail with the application';
is listed($ana)->[0]{id}, $one->{id}, 'and not in the list';
does('advisor.client_portfolio.create', { client_id => $client, name => 'Outra' });
my ($made) = @{ listed($ana) };
is_deeply [@$made{qw(portfolio_name can_undo)}], ['Outra', JSON::PP::false], 'a new portfolio';
does('advisor.client_portfolio.delete', { portfolio_id => $made->{portfolio_id} });
is_deeply [map { @$_{qw(portfolio_id can_undo)} } listed($ana)->[0]], [undef, JSON::PP::false], 'one that is deleted, by whom it was';
is_deeply [grep { $_->{id} eq $made->{id} } @{ listed($ana) }], [], 'with what was written to it';

# The session of a member, and the operator, are no applications.
my $form = $b->open("/offices/$office->{id}/actions/advisor.family.create");
my $shown = $b->submit($form, { which => qr{/actions/} }, name => 'Borges', step => 'preview');
is $b->submit($b->open($shown->header('location')), { which => qr{/actions/} }, step => 'execute')->status, 303, 'a family by hand';
my ($by_hand) = grep { $_->{kind} eq 'family.created' } @{ trail() };
is_deeply [@{ $by_hand->{actor} }{qw(name application)}], ['Ana', undef], 'who works at the page uses none';
$t->lastro_ok('license', 'set', $office->{id}, '--seats', 9, '--from', '2026-01-01');
my ($operator) = grep { $_->{actor}{kind} eq 'operator' } @{ $office->function('advisor.audit.list', {}, as => $owner)->json->{data} };
is_deeply [@{ $operator->{actor} }{qw(kind application)}], ['operator', undef], 'nor does the operator';
my ($of_olga) = $c->enter($owner->{email});
like text($of_olga->open("/offices/$office->{id}/audit")), qr{advisor\.client_portfolio_transaction\.add.*Ana ?\QClaude <b>\E}, 'the page of the trail has the name';

# The token is forgotten a week later; what it did keeps the name, a refusal loses it.
$t->sql("delete from api_key where form = 'token'");
is_deeply [map { $_->{actor}{application} } grep { $_->{action} eq 'advisor.client_portfolio_transaction.delete' && $_->{kind} !~ /undone/ && $_->{actor}{name} eq 'Ana' } @{ trail() }], ['Claude <b>'], 'what was done keeps the name';
is_deeply [map { $_->{actor}{application} } grep { $_->{outcome} eq 'invalid_input' } @{ trail() }], [undef], 'of a refusal it is not known';
unlike $t->sql("select coalesce(string_agg(a::text, ''), '') from audit a where workspace_id = '$ws'"), qr{Claude|Planilha}, 'the chained rows have no name of an application';
is $t->lastro('audit', 'verify')->{status}, 0, 'and the chains are whole';

# ---- a desk ----

my $mine = $t->lastro_json('key', 'create', '--account', $desk->{email}{analyst}, '--name', 'Robô', '--kind', 'desk', '--org', $desk->{id}, '--scopes', 'desk:read,desk:write')->{key};
my $made_list = $t->post('/v1/mcp/desk', { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => 'execute_action', arguments => { action => 'credit.watchlist.create', subject => { entity_id => $desk->{id} },
	input => { name => 'Varejo' } } } }, key => $mine);
ok !$json->decode($made_list->body)->{result}{isError}, 'a list by a key' or diag $made_list->body;
my ($analyst) = $c->enter($desk->{email}{analyst});
like text($analyst->open("/account/applications?org=$desk->{id}")), qr{: Varejo ?20/11/2026, 12:00 ?Chave Robô ?— ?Não se desfaz por aqui: mude na mesa}, 'is on its member\'s page';
is_deeply [map { @$_{qw(name application)} } map { $_->{actor} } of_now($desk->data('credit.audit.list', {}, as => 'owner'))->[0]], ['Analyst', 'Robô'], 'and in the trail with the key\'s name';

# ---- a member who has left ----

$t->lastro_ok('member', 'remove', '--org', $office->{id}, '--account', $ana->{email});
is listed($ana), 'workspace_not_found', 'a former member has no list';
is $b->open($place)->status, 404, 'and no page';
is forges($b, $one->{id})->status, 404, 'and takes nothing back';
unlike $b->open('/account/applications')->body, qr{$office->{id}}, 'the organization is none of the choice';
is $b->open('/account/applications?org=x')->status, 404, 'nor is what is none';

done_testing;

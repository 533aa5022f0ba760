#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# What assistants and programs write, on one page with their name, and taken back there: all or nothing, once, never over a later
# change, and by no one else.  Today is Friday, 20 November 2026, 12:00.

use strict;
use warnings;
use utf8;
use Digest::SHA qw(sha256);
use Encode ();
use JSON::PP ();
use Lastro::Browser;
use Lastro::Console qw(told_text);
use Lastro::Holder;
use Lastro::Market qw(closes);
use Lastro::Tenants qw(organization);
use Lastro::Test qw(wait_for);
use MIME::Base64 qw(encode_base64url);
use POSIX ();
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
closes($t, b3 => 'PETR4', '2026-11-19' => '30.00');
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my ($b) = $c->person('ana@example.com');
my ($of_bia) = $c->person('bia@example.com');
my $json = JSON::PP->new->utf8->canonical;

# ---- an application that Ana lets in ----

my $resource = $c->base . '/v1/mcp/wallet';
my $client = $t->post('/oauth/register', { redirect_uris => ['https://app.example/back'], client_name => 'Assistente' })->json->{client_id};
my %asked = (client_id => $client, redirect_uri => 'https://app.example/back', response_type => 'code', code_challenge => encode_base64url(sha256('v' x 43)),
	code_challenge_method => 'S256', scope => 'account:read account:write', resource => $resource);
my $way = $b->submit($b->open('/oauth/authorize?' . join '&', map { "$_=" . Lastro::Browser::escape($asked{$_}) } sort keys %asked), 'scope.account:write' => 'on', decision => 'allow');
my ($code) = $way->header('location') =~ /[?&]code=([^&]*)/;
my $token = Lastro::Browser->new($t)->post_form('/oauth/token', { grant_type => 'authorization_code', client_id => $client, code => $code, redirect_uri => $asked{redirect_uri},
	code_verifier => 'v' x 43, resource => $resource })->json->{access_token};

my $id = $c->write(POST => '/v1/portfolios', { name => 'Principal' })->{id};
my $api = "/v1/portfolios/$id";

sub tool {
	my ($action, $input, %o) = @_;
	my $r = $t->post('/v1/mcp/wallet', { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => $o{tool} // 'execute_action', arguments => { ($o{tool} ? 'function' : 'action') => $action,
		($o{tool} ? () : (($action =~ /^wallet\.portfolio/ ? (subject => { entity_id => $o{in} // $id }) : ()), confirmed => JSON::PP::true)), input => $input } } }, key => $o{key} // $token, ($o{workspace} ? (workspace => $o{workspace}) : ()));

	return $json->decode($r->body)->{result};
}
sub does { my $r = tool(@_); ok !$r->{isError}, "$_[0] is done" or diag $r->{content}[0]{text}; return $r->{structuredContent}{result} }
sub writes { my ($by) = @_; return $c->json('/v1/portfolio/application-writes', $by)->{data} }
sub text { my ($r) = @_; return told_text(Encode::decode('UTF-8', $r->body)) =~ s/\s+/ /gr }
sub page { return $b->open('/account/applications') }
# presses() - the button of the write with this id.
sub presses { my ($one, $by) = @_; return ($by // $b)->submit(page(), { which => qr{/$one/undo$} }) }

# state() - everything in the portfolio, without ids.
sub state_of {
	my %s = map { my $list = $_; ($list => [map { my %r = %$_; delete @r{qw(id asset_id import_id source created_at updated_at settlement)}; $json->encode(\%r) } @{ $c->json("$api/$list?limit=1000")->{data} }]) } qw(transactions income assets);

	$s{$_} = [sort @{ $s{$_} }] for keys %s;
	for my $of ('portfolio', "portfolios/$id") {
		my $targets = $b->open("/v1/$of/targets");
		$s{"targets of $of"} = $targets->status == 200 ? $json->encode({ map { $_ => $targets->json->{$_} } qw(slices band_pp band_relative_pct) }) : 'none';
	}
	$s{tax} = { %{ $c->json('/v1/portfolio/tax/inputs') }, version => 0 };
	return \%s;
}

# ---- each write is listed, and one press undoes it ----

like text(page()), qr{Nenhum aplicativo e nenhuma chave sua gravou nada}, 'nothing yet';
my %buy = (symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => 10, price => '20');
# Ana's own row, payment, asset with its terms, and targets.
my $row = $c->write(POST => "$api/transactions", { %buy, quantity => 100, note => 'a primeira' });
my $income = $c->write(POST => "$api/income", { symbol => 'PETR4', asset_type => 'stock', kind => 'dividend', pay_date => '2026-03-10', amount => '12.34' });
my $asset = $c->write(POST => "$api/assets", { symbol => 'WEGE3', asset_type => 'stock', name => 'Motores' });
$c->write(POST => "$api/transactions", { %buy, symbol => 'WEGE3', quantity => 5 });
$c->write(POST => "$api/income", { symbol => 'WEGE3', asset_type => 'stock', kind => 'dividend', pay_date => '2026-03-10', amount => '1.00' });
my $abroad = $c->write(POST => "$api/transactions", { %buy, symbol => 'AAPL', asset_type => 'us', quantity => 5, price => '210.50', fees => '1.00' });
$c->write(PUT => "$api/targets", { slices => [{ name => 'Ações', pct => 100, types => ['stock'] }] });
ok $c->write(POST => '/v1/mcp/wallet', { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => 'execute_action', arguments => { action => 'wallet.portfolio_asset.add', subject => { entity_id => $id },
	input => { symbol => 'ITUB4', asset_type => 'stock' } } } })->{result}{structuredContent}{audit_event}, 'an Action by the own session';
is_deeply writes(), [], 'what the person writes is not listed, by whatever road';

my %darf = (code => '6015', period => '2026-02', amount => '15.00', paid_on => '2026-03-31');
my @cases = (
	['wallet.portfolio_transaction.add', \%buy, 'Gravado: Compra de 10 PETR4 (ação) em 05/01/2026, a R$ 20,00: R$ 200,00.'],	# 10 × 20
	['wallet.portfolio_transaction.add', { transactions => [\%buy, { %buy, kind => 'sell', trade_date => '2026-02-05' }] }, 'Gravado: 2 lançamentos.'],
	['wallet.portfolio_transaction.add', { transactions => [map { { %buy, price => $_ } } 1 .. 150] }, 'Gravado: 150 lançamentos.'],	# more than one request deletes
	['wallet.portfolio_transaction.change', { transaction_id => $row->{id}, quantity => 90, note => undef }, 'Corrigido: Compra de 90 PETR4 (ação) em 05/01/2026, a R$ 20,00: R$ 1.800,00.'],	# 90 × 20
	['wallet.portfolio_transaction.change', { transaction_id => $row->{id}, asset_id => $asset->{id} }, 'Corrigido: Compra de 100 WEGE3 (ação) em 05/01/2026, a R$ 20,00: R$ 2.000,00. O que mais houver de PETR4 continua com esse código.'],	# another paper
	['wallet.portfolio_transaction.change', { transaction_id => $row->{id}, kind => 'adjust', event_kind => 'bonus', price => undef, fees => 0 }, 'Corrigido: Bonificação de 100 PETR4 (ação) em 05/01/2026, por preço que não se sabe.'],	# another kind, with other members
	['wallet.portfolio_income.add', { symbol => 'PETR4', asset_type => 'stock', kind => 'dividend', pay_date => '2026-06-10', amount => '3.50' }, 'Gravado: Dividendo de PETR4 (ação) em 10/06/2026: R$ 3,50.'],
	['wallet.portfolio_income.change', { income_id => $income->{id}, amount => '12.00' }, 'Corrigido: Dividendo de PETR4 (ação) em 10/03/2026: R$ 12,00.'],
	['wallet.portfolio_asset.add', { symbol => 'VALE3', asset_type => 'stock' }, 'Gravado: VALE3.'],
	['wallet.portfolio_asset.change', { asset_id => $asset->{id}, name => 'WEG' }, 'Gravado: o que foi informado de WEGE3.'],
	['wallet.portfolio_asset.change', { asset_id => uc $asset->{id}, name => 'WEG' }, 'Gravado: o que foi informado de WEGE3.'],	# an id in capitals
	['wallet.portfolio_asset.change', { asset_id => $asset->{id}, facts => { custody => 'br' } }, 'Gravado: o que foi informado de WEGE3.'],
	['wallet.portfolio_asset.change', { asset_id => $asset->{id}, symbol => 'WEGE4', asset_type => 'stock' }, 'Corrigido: WEGE3 é WEGE4, com os lançamentos e os proventos.'],	# a code that none has
	['wallet.portfolio_asset.change', { asset_id => $asset->{id}, symbol => 'PETR4', asset_type => 'stock' }, 'Corrigido: WEGE3 é PETR4, com os lançamentos e os proventos.'],	# one that another has
	['wallet.portfolio_targets.set', { targets => { slices => [{ name => 'Tudo', pct => 100, types => ['stock', 'fii'] }] } }, 'Metas gravadas: Tudo 100,00%.'],
	['wallet.portfolio_targets.set', { targets => undef }, 'Metas retiradas.'],
	['wallet.portfolio.import', { content => "ticker,operacao,data,quantidade,preco\nITSA4,compra,2026-01-05,100,10\n", filename => 'notas.csv' }, 'Importado: notas.csv, 1 linha.'],
	['wallet.portfolio_succession.state', { asset_id => $asset->{id}, kind => 'succession', to => { symbol => 'PETR4', asset_type => 'stock' }, date => '2026-05-04', ratio => '2' }, 'Gravado: o que houve com o papel.'],
	['wallet.portfolio_transaction.delete', { transaction_id => $row->{id} }, 'Excluído: Compra de 100 PETR4 (ação) em 05/01/2026, a R$ 20,00: R$ 2.000,00.'],
	['wallet.portfolio_transaction.delete', { transaction_id => $abroad->{id} }, 'Excluído: Compra de 5 AAPL (exterior, EUA) em 05/01/2026, a US$ 210,50: US$ 1.052,50, com taxas US$ 1.053,50.'],	# 5 × 210.50, + 1
	['wallet.portfolio_income.delete', { income_id => $income->{id} }, 'Excluído: Dividendo de PETR4 (ação) em 10/03/2026: R$ 12,34.'],
	['wallet.portfolio_asset.delete', { asset_id => $asset->{id} }, 'Excluído: WEGE3, com os lançamentos dele.'],
	['wallet.targets.set', { targets => { slices => [{ name => 'Tudo', pct => 100, types => ['stock', 'fii'] }] } }, 'Metas gravadas: Tudo 100,00%.'],
	['wallet.tax_inputs.set', { version => 0, paid => [\%darf] }, 'Gravado: o que foi informado ao imposto.'],
	['wallet.tax_inputs.set', { version => 2, withheld_policy => 'estimated', exclude => [$id] }, 'Gravado: o que foi informado ao imposto.'],	# its undo was a version, too
);
for my $case (@cases) {
	my ($action, $input, $said) = @$case;
	my ($of, $name) = $action =~ /^wallet\.portfolio/ ? ($id, 'Principal') : (undef, undef);
	my $shown_of = $name // 'Todas';
	my $before = state_of();

	does($action, $input);
	isnt $json->encode(state_of()), $json->encode($before), 'it changes something';
	my ($newest) = @{ writes() };
	is_deeply { %$newest, id => 'x', occurred_at => 'x' }, { id => 'x', occurred_at => 'x', application => 'Assistente', credential => 'token', portfolio_id => $of, portfolio_name => $name,
		action => $action, said => $said, can_undo => JSON::PP::true, undone_at => undef }, 'it is listed';
	my $shown = text(page());
	like $shown, qr{\Q$said\E ?20/11/2026, 12:00 ?Assistente ?$shown_of ?Desfazer}, 'and shown in words';
	my $page = page();
	is $b->submit($page, { which => qr{/$newest->{id}/undo$} })->status, 303, 'one press' for 1 .. 2;
	# An import leaves the asset that rows added by hand would leave, too; nothing else stays.
	is_deeply state_of(), $before, 'takes it back, a second one does nothing';
	($newest) = @{ writes() };
	is_deeply [@$newest{qw(can_undo undone_at)}], [JSON::PP::false, '2026-11-20T15:00:00.000Z'], 'and it is listed as undone';
	like text(page()), qr{\Q$said\E ?20/11/2026, 12:00 ?Assistente ?$shown_of ?Desfeito em 20/11/2026, 12:00}, 'and shown so';
}
is scalar @{ writes() }, scalar @cases, 'the undo is none of an application';
is_deeply [map { $_->{said} } @{ tool('wallet.application_writes.list', { limit => 2 }, tool => 'execute_function')->{structuredContent}{data} }], [map { $cases[$_][2] } -1, -2], 'the application reads the list, too, but there is no Action that undoes';

# ---- an application that takes its own write back ----

my @taken;
my $own = does('wallet.portfolio_transaction.add', \%buy)->{id};
push @taken, writes()->[0]{id};
does('wallet.portfolio_transaction.delete', { transaction_id => uc $own });
my $own_import = does('wallet.portfolio.import', { content => "ticker,operacao,data,quantidade,preco\nITSA4,compra,2026-01-05,100,10\n" })->{import_id};
push @taken, writes()->[0]{id};
does('wallet.portfolio_import.undo', { import_id => $own_import });
for my $one (@taken) {
	my ($w) = grep { $_->{id} eq $one } @{ writes() };
	is_deeply [@$w{qw(can_undo undone_at)}], [JSON::PP::false, '2026-11-20T15:00:00.000Z'], "$w->{action}: nothing is left to undo";
}
is writes()->[2]{can_undo}, JSON::PP::true, 'the deletion itself can be';
ok presses(writes()->[2]{id})->status == 303, 'and is';
is_deeply [map { @$_{qw(can_undo undone_at)} } grep { $_->{id} eq $taken[0] } @{ writes() }], [JSON::PP::true, undef], 'then the addition, whose row is there again, can be undone, too';
ok presses($taken[0])->status == 303, 'and is';

# ---- a later change is never overwritten ----

# kept() - a press that is refused, with nothing written and the button still there.
sub kept {
	my ($one, $name) = @_;
	my $before = state_of();
	my $r = presses($one);

	is $r->status, 409, "$name: it is not taken back";
	like text($r), qr{O que os aplicativos fizeram Nada foi desfeito: o que foi gravado já mudou de novo\..*O mais novo primeiro}, 'and the list says why';
	ok $r->body !~ m{/$one/undo"}, 'without its button';
	like text($r), qr{(?:Principal|Todas) ?Não se desfaz mais(?:: mudou depois(?: em 20/11/2026)?)?\.}, 'but the reason';
	unlike text($r), qr{ledger_conflict|targets_conflict|versão}, 'in words';
	is_deeply state_of(), $before, 'with nothing written';
	is_deeply [map { @$_{qw(can_undo undone_at)} } grep { $_->{id} eq $one } @{ writes() }], [JSON::PP::true, undef], 'and not said to be undone';
}
sub newest { return writes()->[0]{id} }
my $new = does('wallet.portfolio_transaction.add', \%buy)->{id};
my $of_new = newest();
$c->write(PATCH => "$api/transactions/$new", { price => '21' });
kept($of_new, 'the row was corrected since');
$b->request('DELETE', "$api/transactions/$new", headers => { 'X-CSRF-Token' => $b->open('/v1/session')->json->{csrf_token} });
kept($of_new, 'the row is gone');
my $paid = does('wallet.portfolio_income.add', { symbol => 'PETR4', asset_type => 'stock', kind => 'dividend', pay_date => '2026-07-10', amount => '7' })->{id};
my $of_paid = newest();
$c->write(PATCH => "$api/income/$paid", { amount => '8' });
kept($of_paid, 'the payment was corrected since');
$b->request('DELETE', "$api/income/$paid", headers => { 'X-CSRF-Token' => $b->open('/v1/session')->json->{csrf_token} });
kept($of_paid, 'the payment is gone');
my $made = does('wallet.portfolio_asset.add', { symbol => 'ABEV3', asset_type => 'stock' })->{id};
my $of_made = newest();
my $inside = $c->write(POST => "$api/income", { symbol => 'ABEV3', asset_type => 'stock', kind => 'dividend', pay_date => '2026-07-10', amount => '7' })->{id};
kept($of_made, 'the asset has a payment now');
$b->request('DELETE', "$api/income/$inside", headers => { 'X-CSRF-Token' => $b->open('/v1/session')->json->{csrf_token} });
is presses($of_made)->status, 303, 'without it, it goes';
does('wallet.portfolio_targets.set', { targets => { slices => [{ name => 'Tudo', pct => 100, types => ['stock'] }] } });
my $of_targets = newest();
$c->write(PUT => "$api/targets", { slices => [{ name => 'Outras', pct => 100, types => ['stock'] }] });
kept($of_targets, 'the targets were set again');
does('wallet.targets.set', { targets => { slices => [{ name => 'Tudo', pct => 100, types => ['stock'] }] } });
my $of_joint = newest();
$c->write(PUT => '/v1/portfolio/targets', { slices => [{ name => 'Outras', pct => 100, types => ['stock'] }] });
kept($of_joint, 'those of all portfolios were set again');
does('wallet.tax_inputs.set', { version => 0 + $c->json('/v1/portfolio/tax/inputs')->{version}, paid => [\%darf] });
my $of_tax = newest();
$c->write(PUT => '/v1/portfolio/tax/inputs', { paid => [{ %darf, amount => '16.00' }] });
kept($of_tax, 'the tax was told something else');
does('wallet.portfolio.import', { content => "ticker,operacao,data,quantidade,preco\nITSA4,compra,2026-01-05,100,10\n" });
my $of_import = newest();
my ($imported) = grep { $_->{symbol} eq 'ITSA4' } @{ $c->json("$api/transactions")->{data} };
$c->write(PATCH => "$api/transactions/$imported->{id}", { price => '11' });
kept($of_import, 'a row of the import was corrected since');

# ---- a corrected code: the old one has another asset since; a row that went while the correction waited ----

sub press_delete { $b->request('DELETE', "$api/$_[0]", headers => { 'X-CSRF-Token' => $b->open('/v1/session')->json->{csrf_token} }) }
my $wrong = $c->write(POST => "$api/transactions", { %buy, symbol => 'ERRO3' })->{asset_id};
$c->write(PATCH => "$api/assets/$wrong", { name => 'Meu papel', meta => { custody => 'br' } });
does('wallet.portfolio_asset.change', { asset_id => $wrong, symbol => 'CERT3', asset_type => 'stock' });
my $of_code = newest();
my $other = $c->write(POST => "$api/transactions", { %buy, symbol => 'ERRO3' })->{asset_id};
kept($of_code, 'the old code is of another asset, in which this one would vanish with its name');
press_delete("assets/$other");
is presses($of_code)->status, 303, 'without that it is';
is_deeply [@{ $c->json("$api/assets/$wrong") }{qw(symbol name)}], ['ERRO3', 'Meu papel'], 'as it was';

my $deleted = $c->write(POST => "$api/transactions", { %buy, symbol => 'ERRO3', quantity => 7 })->{id};
my $of = sprintf "workspace_id = '%s'", $t->sql("select workspace_id from portfolio where id = '$id'") =~ s/\s+//gr;
my $holder = Lastro::Holder->new($t, "select 1 from portfolio where $of and id = '$id' for update; delete from ledger where $of and id = '$deleted'; update portfolio set ledger_version = ledger_version + 1 where $of and id = '$id'");
my $pid = fork // die "fork: $!";
if (!$pid) {
	tool('wallet.portfolio_asset.change', { asset_id => $wrong, symbol => 'PETR4', asset_type => 'stock' });
	POSIX::_exit(0);
}
ok wait_for { $t->waits }, 'a correction waits for a deletion';
$holder->end('commit');
waitpid $pid, 0;
does('wallet.portfolio_asset.change', { asset_id => $wrong, symbol => 'PETR4', asset_type => 'stock' }) if grep { $_->{id} eq $wrong } @{ $c->json("$api/assets")->{data} };	# it waited too long
is presses(newest())->status, 303, 'it is taken back';
is_deeply [map { $_->{quantity} } grep { $_->{asset_id} eq $wrong } @{ $c->json("$api/transactions?limit=1000")->{data} }], [10], 'and what was deleted stays deleted';
press_delete("assets/$wrong");

# An exercise names its option by the code, right or wrong, and the tax adds the premium: 100 x 30.00 + 100 x 1.50 = 3,150.00.
for my $there (0, 1) {
	my $at = '/v1/portfolios/' . (my $of = $c->write(POST => '/v1/portfolios', { name => "Opções $there" })->{id});
	my %option = (asset_type => 'option', kind => 'buy', trade_date => '2026-02-02', quantity => 100, price => '1.50');
	my $code = $c->write(POST => "$at/transactions", { %option, symbol => 'PETRC30' })->{asset_id};
	$c->write(POST => "$at/transactions", { %option, symbol => 'PETRC300', price => '1.60', trade_date => '2026-02-03' }) if $there;
	$c->write(POST => "$at/transactions", { %buy, trade_date => '2026-03-20', quantity => 100, price => '30', event_kind => 'exercise', option => 'PETRC30' });
	my $exercise = sub { my ($row) = grep { $_->{event_kind} } @{ $c->json("$at/transactions")->{data} }; my ($paper) = grep { $_->{symbol} eq 'PETR4' } @{ $c->json("$at/tax/declaration?year=2026")->{bens} };
		return [$row->{option}, $paper->{current}] };
	my $before = $exercise->();
	is_deeply $before, ['PETRC30', '3150.00'], 'an option that was exercised';
	does('wallet.portfolio_asset.change', { asset_id => $code, symbol => 'PETRC300', asset_type => 'option' }, in => $of);
	# Of both: 100 of 200 that cost 310.00, 155.00.
	is_deeply $exercise->(), ['PETRC300', $there ? '3155.00' : '3150.00'], 'still is by its right code';
	is presses(newest())->status, 303, 'taken back';
	is_deeply $exercise->(), $before, 'as it was';
	$b->request('DELETE', $at, headers => { 'X-CSRF-Token' => $b->open('/v1/session')->json->{csrf_token} });
}

# An asset with very many rows goes all the same, and without an undo.
{
	my $at = '/v1/portfolios/' . (my $of = $c->write(POST => '/v1/portfolios', { name => 'Muitos' })->{id});
	my $many = $c->write(POST => "$at/transactions", [map { { %buy, symbol => 'ERRO3', quantity => $_ } } 1 .. 1001])->{data}[0]{asset_id};
	$c->write(POST => "$at/transactions", { %buy });
	is does('wallet.portfolio_asset.change', { asset_id => $many, symbol => 'PETR4', asset_type => 'stock' }, in => $of)->{tx_count}, 1002, 'all rows went';
	is_deeply [@{ writes()->[0] }{qw(said can_undo)}], ['Corrigido: ERRO3 é PETR4, com os lançamentos e os proventos. São muitos para desfazer por aqui.', JSON::PP::false], 'and it says that it stays so';
	$b->request('DELETE', $at, headers => { 'X-CSRF-Token' => $b->open('/v1/session')->json->{csrf_token} });
}

# ---- writes of the same targets, one after another ----

$c->write(PUT => "$api/targets", { slices => [{ name => 'Minhas', pct => 100, types => ['stock'] }] });
my ($older, $younger) = map { does('wallet.portfolio_targets.set', { targets => { slices => [{ name => $_, pct => 100, types => ['stock'] }] } }); newest() } 'Uma', 'Outra';
kept($older, 'others were set since');
is presses($_)->status, 303, 'from the newest to the oldest they are taken back' for $younger, $older;
is $c->json("$api/targets")->{slices}[0]{name}, 'Minhas', 'to what was there before';

# What is gone: its portfolio's import was undone by the person.
does('wallet.portfolio.import', { content => "ticker,operacao,data,quantidade,preco\nITSA4,compra,2026-03-05,7,10\n" });
$of_import = newest();
is $b->request('DELETE', "$api/imports/$_", headers => { 'X-CSRF-Token' => $b->open('/v1/session')->json->{csrf_token} })->status, 200, 'an import is undone by hand' for $c->json("$api/imports")->{data}[0]{id};
my $gone = presses($of_import);
is $gone->status, 404, 'and not by its button';
like text($gone), qr{O que os aplicativos fizeram Nada foi desfeito: o que foi gravado não existe mais\..*Principal ?Não se desfaz mais\.}, 'which the list says';
is_deeply [map { @$_{qw(can_undo undone_at)} } grep { $_->{id} eq $of_import } @{ writes() }], [JSON::PP::true, undef], 'and it is not said to be undone';

# A row of an import that an application deletes.
does('wallet.portfolio.import', { content => "ticker,operacao,data,quantidade,preco\nITSA4,compra,2026-04-05,9,10\n" });
my ($brought) = grep { $_->{trade_date} eq '2026-04-05' } @{ $c->json("$api/transactions")->{data} };
does('wallet.portfolio_transaction.delete', { transaction_id => $brought->{id} });
is presses(newest())->status, 303, 'its deletion is taken back';
is_deeply [grep { $_->{trade_date} eq '2026-04-05' } @{ $c->json("$api/transactions")->{data} }], [$brought], 'with its id, source and import';

# A refused Action names the address that was asked, as any refusal does.
my $refused = tool('wallet.portfolio_asset.change', { asset_id => '01930000-0000-7000-8000-000000000001', name => 'x' });
is $json->decode(Encode::encode('UTF-8', $refused->{content}[0]{text}))->{instance}, '/v1/mcp/wallet', 'the instance of a refusal is the request';

# ---- what nothing takes back, what was refused, a program's key ----

does('wallet.portfolio_price.state', { asset_id => $imported->{asset_id}, date => '2026-11-19', price => '12' });
my ($price) = @{ writes() };
is_deeply [@$price{qw(said can_undo)}], ['Preço informado', JSON::PP::false], 'a stated price is listed';
like text(page()), qr{Não se desfaz por aqui}, 'and the page says that it is not taken back there';
# told() - an undo that is refused is told on the list, in words.
sub told {
	my ($r, $status, $why, $name) = @_;

	is $r->status, $status, "$name takes nothing back";
	like text($r), qr{O que os aplicativos fizeram Nada foi desfeito: $why\..*O mais novo primeiro}, 'which is said above the list';
	unlike text($r), qr{[a-z]+_[a-z]+|versão|não existe nesta}, 'in words';
}
sub forges { my ($by, $one) = @_; return $by->post_form("/account/applications/$one/undo", { csrf => $by->open('/v1/session')->json->{csrf_token} }) }
told(forges($b, $price->{id}), 404, 'isto não se desfaz por aqui', 'a forged form');
told(forges($b, 'x'), 404, 'isto não se desfaz por aqui', 'no id');
told(forges($b, '01930000-0000-7000-8000-000000000001'), 404, 'isto não se desfaz por aqui', 'the id of nothing');
is writes()->[0]{undone_at}, undef, 'that marks nothing';
my $count = @{ writes() };
ok tool('wallet.portfolio_transaction.add', { %buy, quantity => -1 })->{isError}, 'a refused Action';
ok tool('wallet.portfolio_transaction.change', { transaction_id => $new, price => 1 })->{isError}, 'and one on a row that is gone';
ok tool('wallet.portfolio_transaction.add', \%buy, in => '01930000-0000-7000-8000-000000000001')->{isError}, 'or on no portfolio';
is scalar @{ writes() }, $count, 'are not listed';
my $key = $t->lastro_json('key', 'create', '--account', 'ana@example.com', '--name', 'Planilha <b>')->{key};
does('wallet.portfolio_transaction.add', \%buy, key => $key);
is_deeply [map { @$_{qw(application credential)} } writes()->[0]], ['Planilha <b>', 'key'], 'what a key does is listed by its name';
like page()->body, qr{Chave Planilha &lt;b&gt;}, 'which is text on the page';

# ---- pages of the list ----

my $list = $c->json('/v1/portfolio/application-writes?limit=1000');
my ($seen, $cursor) = ([], '');
do {
	my $part = $c->json("/v1/portfolio/application-writes?limit=9$cursor");
	push @$seen, @{ $part->{data} };
	$cursor = $part->{meta}{next_cursor} && "&cursor=$part->{meta}{next_cursor}";
} while $cursor;
is_deeply $seen, $list->{data}, 'page by page the whole list';

# ---- other accounts neither see nor undo it ----

is_deeply writes($of_bia), [], 'another person sees nothing of it';
like text($of_bia->open('/account/applications')), qr{Nenhum aplicativo e nenhuma chave}, 'on the page neither';
my $of_row = newest();
my $before = state_of();
my $r = forges($of_bia, $of_row);
is $r->status, 404, 'and takes nothing back';
like text($r), qr{Nada foi desfeito: isto não se desfaz por aqui\. Nenhum aplicativo}, 'which is told';
is_deeply state_of(), $before, 'it is all there';
is writes()->[0]{undone_at}, undef, 'and not said to be undone';
is $b->post_form("/account/applications/$of_row/undo", { csrf => 'x' })->status, 403, 'a form from elsewhere is refused';
is $t->get('/v1/portfolio/application-writes', key => $token)->status, 401, 'the token is good at its own resource alone';

# Who may no longer write to a shared portfolio.
my ($of_dora) = $c->person('dora@example.com');
my ($ana, $dora) = map { { id => $t->sql("select id from account where email = '$_\@example.com'") } } qw(ana dora);
my $club = organization($t, $ana, $dora);
$ana->{user_key} = $key;
$dora->{user_key} = $t->lastro_json('key', 'create', '--account', 'dora@example.com', '--name', 'de Dora')->{key};
my ($as_ana, $as_dora) = map { [key => $_->{user_key}, workspace => $club->{id}] } $ana, $dora;
$_->{headers}{'x-service-workspace'} = $club->{id} for $b, $of_dora;
my $shared = $t->post('/v1/portfolios', { name => 'Do clube' }, @$as_ana)->json->{id};
sub lets { my ($access) = @_; return $t->put("/v1/portfolios/$shared/audience", $access ? { audience => 'members', members => [{ account_id => $dora->{id}, access => $access }] } : { audience => 'private' }, @$as_ana)->status }
sub listed { my ($who) = @_; return $t->get('/v1/portfolio/application-writes', @$who)->json->{data} }
is lets('edit'), 200, 'Dora may write';
does('wallet.portfolio_transaction.add', \%buy, in => $shared, @$as_dora);
is_deeply [map { scalar @{ listed($_) } } $as_ana, $as_dora], [0, 1], 'each sees the own applications';
my $page = $of_dora->open('/account/applications');
is forges($b, listed($as_dora)->[0]{id})->status, 404, 'even who owns the portfolio';
is $t->sql("select count(*) from ledger where portfolio_id = '$shared'"), 1, 'takes back nothing of another\'s';
lets('read');
told($of_dora->submit($page, { which => qr{/undo$} }), 403, 'a sua conta não pode mais mudar esta carteira', 'who may only read');
is_deeply [map { @$_{qw(can_undo undone_at)} } @{ listed($as_dora) }], [JSON::PP::true, undef], 'it stays as it was';
is $t->sql("select count(*) from ledger where portfolio_id = '$shared'"), 1, 'with its row';
lets();
is_deeply listed($as_dora), [], 'who may not read it sees no more of it';
lets('edit');
is $of_dora->submit($page, { which => qr{/undo$} })->status, 303, 'who may write again';
is $t->sql("select count(*) from ledger where portfolio_id = '$shared'"), 0, 'does';

is $t->delete_("/v1/portfolios/$shared", @$as_ana)->status, 200, 'with its portfolio';
is $t->sql("select count(*) from application_write where portfolio_id = '$shared'"), 0, 'goes what was written to it';
is $t->lastro('audit', 'verify')->{status}, 0, 'the chains are whole';
is $t->sql("select count(*) from application_write w where not exists (select 1 from audit a where a.workspace_id = w.workspace_id and a.id = w.id and a.action = w.action and a.outcome = 'done' and a.seq is not null)"), 0, 'and each write is in its chain';

done_testing;

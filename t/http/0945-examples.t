#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The examples of the OpenAPI document equal the demonstration's answers: calls each operation, validates its answer,
# shortens it (see Lastro::Examples) and compares it with components/examples.  The same for the forms of
# doc/openapi-pages.yaml.
# LASTRO_RECORD=1 rewrites that part of both, which is right only when an answer is meant to change.
# Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;

use Digest::SHA qw(sha256);
use Encode ();
use JSON::PP ();
use Lastro::Browser;
use Lastro::Examples;
use Lastro::OpenApi;
use Lastro::Demo qw(demonstration);
use Lastro::Test qw(slurp spew top_srcdir);
use Lastro::Totp qw(totp);
use MIME::Base64 qw(encode_base64url);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $now = '2026-11-20T15:00:00Z';
my $seconds = 1795186800;	# since 1970
my $base = 'https://lastro.example';
my $callback = 'https://app.example/volta';
my ($t, %env) = demonstration();
my %pool = (LASTRO_NOW => $now, LASTRO_BASE_URL => $base);
my ($invited) = $t->lastro_ok({ env => \%pool }, 'account', 'invite', 'demo@lastro.example', '--json') =~ m{"link":"\Q$base\E([^"]*)"};
$t->start_pool(workers => 1, env => \%pool);

my $doc = Lastro::OpenApi->new($t->get('/v1/openapi.json')->body);
my $pages = $doc->pages;
my ($made, $shown) = map { Lastro::Examples->new(known => { $env{PORTFOLIO_ID} => '01930000-0000-7000-8000-000000000001', $env{ADVISOR_ORG} => '01930000-0000-7000-8000-000000000002',
	$env{DESK_ORG} => '01930000-0000-7000-8000-000000000003' }) } 1, 2;
my $json = JSON::PP->new->utf8->canonical;
my (%done, @wrong);

# ask() - calls an operation: its request and its answer become examples, and both must match their schemas.
sub ask {
	my ($id, $target, %o) = @_;
	my $operation = $doc->operation($id) // die "no operation $id";
	my $name = delete $o{as} // $id;
	my $shown_json = delete $o{shown} // $o{json};	# in place of a value that differs at each run
	my $r = $t->request($operation->{method}, $target, key => $env{USER_KEY}, %o);
	my $told = $doc->resolved($operation->{responses}{ $r->status } // {})->{headers} // {};

	$done{$id} = 1;
	push @wrong, map { "$id: $_" } $r->status =~ /^2/ ? $doc->wrong($id, $r) : $r->status . ' ' . $r->body;
	push @wrong, map { "$id: the header $_ is sent and not described" } grep { defined $r->header($_) && !$told->{$_} } qw(ETag Location Link Content-Disposition Set-Cookie);
	request_of($id, $operation, $json->encode($shown_json)) if $o{json};
	my $type = ($r->header('content-type') // '') =~ s/;.*//r;
	$made->add($name, $r->body, summary => "'$operation->{method} " . masked_target($target) . "'", $type =~ /json$/ ? () : (text => 3)) if $type ne 'text/html' && $r->body ne '';
	return $r;
}

sub masked_target { my ($target) = @_; return $target =~ s/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/{id}/gr =~ s/lst_\w+/lst_…/gr =~ s/'/''/gr }

sub request_of {
	my ($id, $operation, $bytes) = @_;
	my ($content) = values %{ $operation->{requestBody}{content} };

	push @wrong, map { "$id: the request: $_" } ($pages->operation($id) ? $pages : $doc)->check($content->{schema}, Lastro::OpenApi::decode($bytes), '');
	($pages->operation($id) ? $shown : $made)->add("${id}Request", $bytes, summary => 'O corpo do pedido');
	return;
}

# form() - the body that a browser sends to an operation, from the fields of a form.
sub form {
	my ($id, %fields) = @_;

	$done{$id} = 1;
	request_of($id, $doc->operation($id) // $pages->operation($id), $json->encode({ map { utf8::is_utf8($_) ? $_ : Encode::decode('UTF-8', $_) } %fields }));
	return;
}

# ---- a person's portfolios ----

my $at = "/v1/portfolios/$env{PORTFOLIO_ID}";
ask('listPortfolios', '/v1/portfolios?limit=1');
ask('getPortfolio', '/v1/portfolio');
ask('getPortfolioHistory', '/v1/portfolio/history');
ask('getPortfolioDetail', "$at?include=transactions");
ask('getPortfolioHistoryById', "$at/history");
ask('getPortfolioAttention', '/v1/portfolio/attention');
ask('getPortfolioFixedIncome', '/v1/portfolio/fixed-income');
ask('getPortfolioMoved', '/v1/portfolio/moved');
ask('getPortfolioMovedById', "$at/moved?from=2026-01&month=2026-10");
ask('listIncome', '/v1/income?order=desc&limit=1&total=true');
ask('getIncomeSummary', '/v1/income/summary');
ask('listPortfolioIncomeReceived', "$at/income/received?order=desc&limit=1");
ask('getPortfolioIncomeSummary', "$at/income/summary");
my @slices = (slices => [{ name => 'Ações', pct => 60, types => ['stock'], inside => [{ symbol => 'CAJU4', asset_type => 'stock', pct => 100 }] },
	{ name => 'Renda fixa', pct => 40, types => ['renda_fixa', 'tesouro'] }]);
ask('whatIfPortfolio', "$at/what-if", json => [{ symbol => 'CAJU4', asset_type => 'stock', kind => 'buy', trade_date => '2026-11-19', quantity => 10, price => '12.34' }]);
for (['Portfolio', $at], ['', '/v1/portfolio']) {
	my ($one, $of) = @$_;

	ask("put${one}Targets", "$of/targets", json => { @slices });
	ask("get${one}Targets", "$of/targets");
	ask("get${one}Plan", "$of/plan?contribution=2000.00");
	ask('explainPlanFigure', "$of/plan/explain?field=plan.slices.share_pct&slice=A%C3%A7%C3%B5es") unless $one;
	ask("delete${one}Targets", "$of/targets");
}
ask('getPortfolioXray', "$at/xray");
ask('getPortfolioCosts', "$at/costs");
ask('getPortfolioLookThrough', "$at/look-through");
ask('explainPortfolioFigure', "$at/explain?field=avg_price&symbol=CAJU4");
ask('listPortfolioIssues', "$at/issues");
{
	my @rui = (key => $env{TAX_KEY});
	my ($rui) = map { $_->{id} } @{ $t->get('/v1/portfolios', @rui)->json->{data} };

	ask('getTaxYear', '/v1/portfolio/tax?year=2025', @rui);
	ask('getTaxDeclaration', '/v1/portfolio/tax/declaration?year=2025', @rui);
	ask('getTaxMissing', '/v1/portfolio/tax/missing?year=2025', @rui);
	ask('explainTaxFigure', '/v1/portfolio/tax/explain?year=2025&field=months.common.tax&month=2025-03', @rui);
	ask('putTaxInputs', '/v1/portfolio/tax/inputs', @rui, json => { withheld => [{ month => '2025-03', basket => 'common', amount => '1.50' }] });
	ask('getTaxInputs', '/v1/portfolio/tax/inputs', @rui);
	ask('getPortfolioTaxYear', "/v1/portfolios/$rui/tax?year=2025", @rui);
	ask('getPortfolioTaxDeclaration', "/v1/portfolios/$rui/tax/declaration?year=2025", @rui);
	ask('explainPortfolioTaxFigure', "/v1/portfolios/$rui/tax/explain?year=2025&field=darf.amount&month=2025-04", @rui);
}
ask('getPortfolioAudience', "$at/audience");
ask('exportPortfolio', "$at/export?format=csv");
ask('exportPortfolio', "$at/export?format=beancount", as => 'exportPortfolioBeancount');
ask('exportPortfolio', "$at/export?format=json", as => 'exportPortfolioJson');
ask('getPortfolioImportTemplate', '/v1/portfolios/import-template');
ask('listPortfolioTransactions', "$at/transactions?limit=1&total=true");
ask('listPortfolioAssets', "$at/assets?limit=1");
ask('listPortfolioIncome', "$at/income?limit=1");
my $import = ask('listPortfolioImports', "$at/imports?limit=1")->json->{data}[0]{id};
ask('getPortfolioImport', "$at/imports/$import");
ask('listPortfolioImportRows', "$at/imports/$import/rows?limit=1");

my $new = ask('createPortfolio', '/v1/portfolios', json => { name => 'Longo prazo' })->json->{id};
$at = "/v1/portfolios/$new";
ask('updatePortfolio', $at, json => { name => 'Aposentadoria', exclude_from_consolidated => JSON::PP::true });
ask('setPortfolioAudience', "$at/audience", json => { audience => 'workspace' });
my $row = ask('createPortfolioTransaction', "$at/transactions", json => { symbol => 'CAJU4', asset_type => 'stock', kind => 'buy', trade_date => '2026-11-16', quantity => 100,
	price => 12.34, fees => 1, external_id => 'corretora-1' })->json->{id};
ask('getPortfolioTransaction', "$at/transactions/$row");
ask('updatePortfolioTransaction', "$at/transactions/$row", json => { fees => 2, note => 'Corretagem conferida' });
my $asset = ask('createPortfolioAsset', "$at/assets", json => { symbol => 'CDB DO BANCO X', asset_type => 'renda_fixa',
	meta => { fixed_income => { indexer => 'cdi', pct => 110, maturity => '2030-01-02' } } })->json->{id};
ask('getPortfolioAsset', "$at/assets/$asset");
ask('updatePortfolioAsset', "$at/assets/$asset", json => { name => 'CDB a 110% do CDI' });
ask('putPortfolioAssetPrice', "$at/assets/$asset/price", json => { price => '1080.50', date => '2026-11-16' });
ask('getPortfolioAssetPrices', "$at/assets/$asset/price");
ask('deletePortfolioAssetPrice', "$at/assets/$asset/price?date=2026-11-16");
ask('putPortfolioAssetSuccession', "$at/assets/$asset/succession", json => { kind => 'spin_off', to => { symbol => 'CDB DO BANCO Y', asset_type => 'renda_fixa' },
	date => '2026-11-16', cost_share_pct => '12.3456' });
ask('getPortfolioAssetSuccession', "$at/assets/$asset/succession");
ask('deletePortfolioAssetSuccession', "$at/assets/$asset/succession");
my $income = ask('createPortfolioIncome', "$at/income", json => { symbol => 'CAJU4', asset_type => 'stock', kind => 'dividend', pay_date => '2026-11-18', amount => 35 })->json->{id};
ask('getPortfolioIncome', "$at/income/$income");
ask('updatePortfolioIncome', "$at/income/$income", json => { amount => 30, gross_amount => 35 });
my $sheet = "ticker;operacao;data;quantidade;preco\r\nMARE11;compra;16/11/2026;10;98,70\r\n";
my $mapping = ask('createImportMapping', '/v1/import-mappings', json => { name => 'Banco', first_row => ['Quando', 'Papel', 'Lado', 'Qtd', 'Cada'],
	columns => { date => 1, ticker => 2, operation => 3, quantity => 4, price => 5 }, operations => [{ word => 'in', means => 'buy' }] })->json->{id};
ask('listImportMappings', '/v1/import-mappings');
ask('deleteImportMapping', "/v1/import-mappings/$mapping");
$import = ask('importPortfolioSpreadsheet', "$at/imports?filename=novembro.csv", body => $sheet, type => 'text/csv')->json->{import_id};
ask('reconcilePortfolio', "$at/reconcile?filename=posicao-2026-11-20.csv", body => "Produto;Quantidade\r\nMARE11;12\r\n", type => 'text/csv');
ask('undoPortfolioImport', "$at/imports/$import");
ask('deletePortfolioIncome', "$at/income/$income");
ask('deletePortfolioTransaction', "$at/transactions/$row");
ask('deletePortfolioTransactions', "$at/transactions?ids=" . $t->post("$at/transactions", { symbol => 'CAJU4', asset_type => 'stock', kind => 'buy', trade_date => '2026-11-16',
	quantity => 100, price => 12.34 }, key => $env{USER_KEY})->json->{id});
ask('deletePortfolioAsset', "$at/assets/$asset");
ask('deletePortfolio', $at);
my $questions = ask('getSuitabilityQuestionnaire', '/v1/suitability/questionnaire')->json->{questions};
ask('putSuitability', '/v1/suitability', json => { answers => [map { { q => $_->{q}, a => $_->{options}[1]{a} } } @$questions] });
ask('getSuitability', '/v1/suitability');

# ---- the account ----

ask('getMe', '/v1/me');
my $key = ask('createKey', '/v1/keys', json => { name => 'painel', kind => 'platform', scopes => ['account:read'], expires_at => '2027-11-20T00:00:00.000Z' })->json->{id};
ask('getKey', "/v1/keys/$key");
ask('listKeys', '/v1/keys?limit=1');
ask('deleteKey', "/v1/keys/$key");

# ---- the office and the desk ----

my %member = (key => $env{ADVISOR_KEY});
my %of_office = (input => { org => $env{ADVISOR_ORG} });
ask('listAdvisorFunctions', '/v1/advisor/functions', %member);
ask('getAdvisorFunction', '/v1/advisor/functions/advisor.license.get', %member);
ask('executeAdvisorFunction', '/v1/advisor/functions/advisor.license.get/execute', %member, json => { %of_office });
ask('listAdvisorActions', '/v1/advisor/actions', %member);
ask('getAdvisorAction', '/v1/advisor/actions/advisor.family.create', %member);
ask("${_}AdvisorAction", "/v1/advisor/actions/advisor.family.create/$_", %member, json => { input => { org => $env{ADVISOR_ORG}, name => 'Souza' } }) for qw(preview execute);
my %seat = (key => $env{DESK_KEY});
my %of_desk = (subject => { entity_id => $env{DESK_ORG} });
ask('listDeskFunctions', '/v1/desk/functions', %seat);
ask('getDeskFunction', '/v1/desk/functions/credit.license.get', %seat);
ask('executeDeskFunction', '/v1/desk/functions/credit.license.get/execute', %seat, json => { %of_desk, input => {} });
ask('listDeskActions', '/v1/desk/actions', %seat);
ask('getDeskAction', '/v1/desk/actions/credit.watchlist.create', %seat);
ask("${_}DeskAction", "/v1/desk/actions/credit.watchlist.create/$_", %seat, json => { %of_desk, input => { name => 'Varejo' } }) for qw(preview execute);
for my $profile (['Advisor', 'advisor', 'advisor.me.get', \%member, { input => { org => $env{ADVISOR_ORG} } }], ['Desk', 'desk', 'credit.me.get', \%seat, { %of_desk, input => {} }],
	['Wallet', 'wallet', 'wallet.portfolios.list', {}, { input => {} }]) {
	my ($name, $path, $function, $who, $arguments) = @$profile;

	ask("call${name}Tools", "/v1/mcp/$path", %$who, json => { jsonrpc => '2.0', id => 1, method => 'tools/call',
		params => { name => 'execute_function', arguments => { function => $function, %$arguments } } });
}

# ---- the market ----

ask('listCompanies', '/v1/companies?limit=1&total=true');
ask('listCompanyDocuments', '/v1/companies/CAJU4/documents?limit=1');
ask('listCompanyFinancials', '/v1/companies/CAJU4/financials?limit=1');
ask('listOfferings', '/v1/offerings?limit=1');
ask('resolveObjects', '/v1/objects/resolve?q=caju4');
ask('suggestObjects', '/v1/objects/suggest?q=caj');
ask('listObjectMeasures', '/v1/objects/measures');
ask('getObjectsCohort', '/v1/objects/cohort?kind=fund&measure=holders&where=net_worth:gt:1000000&limit=1');
ask('traverseObjects', '/v1/objects/traverse?from=IBOV&path=component_of:in&limit=1');
ask('getObject', '/v1/objects/equity_security:CAJU4');
ask('listAnomalies', '/v1/events/anomalies?limit=1');
my $event = ask('listEvents', '/v1/events?limit=1')->json->{data}[0]{event_id};
ask('getEvent', "/v1/events/$event");
ask('getEventThread', '/v1/events/threads/' . $t->sql('select slug from event_thread order by 1 limit 1'));
ask('getNewsEdition', '/v1/news/edition');
ask('getAgenda', '/v1/news/agenda?days=30');
ask('getAgendaCalendar', '/v1/news/agenda.ics?days=30');
my $feed = ask('createAgendaFeed', '/v1/news/agenda/feeds', json => { name => 'telefone', days => 60 })->json;
ask('listAgendaFeeds', '/v1/news/agenda/feeds');
ask('getAgendaFeed', $feed->{url} =~ s{^.*?(?=/v1)}{}r);
my $notice = ask('createNotificationSubscription', '/v1/notifications/subscriptions', json => { kind => 'price_reached', channel => 'email', symbol => 'CAJU4', direction => 'above', price => 42 })->json;
ask('listNotificationSubscriptions', '/v1/notifications/subscriptions');
ask('listNotifications', '/v1/notifications');
ask('armNotificationSubscription', "/v1/notifications/subscriptions/$notice->{id}/arm");
ask('deleteNotificationSubscription', "/v1/notifications/subscriptions/$notice->{id}");
ask('deleteAgendaFeed', "/v1/news/agenda/feeds/$feed->{id}");
ask('listSeries', '/v1/series');
ask('getSeries', '/v1/series/IBOV?limit=1');

# ---- the service ----

ask('getStatus', '/v1/status', key => undef);
ask('getProblem', '/problems/invalid_parameter', headers => { Accept => 'application/json' });
ask($_->[0], $_->[1], key => undef) for ['getAuthorizationServer', '/.well-known/oauth-authorization-server'], ['getProtectedResource', '/.well-known/oauth-protected-resource'],
	map { ['getProtectedResource' . ucfirst, "/.well-known/oauth-protected-resource/v1/mcp/$_"] } qw(wallet advisor desk);

# ---- a refusal ----

my $problem = $t->get('/v1/portfolios?ordem=nome', key => $env{USER_KEY});
push @wrong, map { "Problem: $_" } $doc->check($doc->schema('Problem'), Lastro::OpenApi::decode($problem->body), '');
$made->add('Problem', $problem->body, summary => "'GET /v1/portfolios?ordem=nome'");

# ---- a person with a browser ----

my $ana = Lastro::Browser->new($t);
my $password = 'uma frase comprida';
my %sent;

# submitted() - submits a form by the browser; its fields become the example.
sub submitted {
	my ($id, $page, @fields) = @_;
	my %o = ref $fields[0] ? %{ shift @fields } : ();
	my (undef, $own) = Lastro::Browser::form($page, $o{which});
	my %all = (%$own, @fields);

	form($id, map { $_ => $_ =~ /^(?:password|again)$/ ? 'uma frase comprida' : $all{$_} =~ s/lst_\w+/lst_…/r } keys %all);
	my $r = $ana->submit($page, %o ? \%o : (), @fields);
	push @wrong, "$id: " . $r->status . ' ' . substr $r->body, 0, 500 unless $r->status =~ /^[23]/;
	return $r;
}

submitted('submitPasswordPage', $ana->open($invited), password => $password, again => $password);
# These need a letter that the test does not receive, so their forms are given here.
form('submitSignUpPage', csrf => 'x', email => 'bia@example.com');
form($_, csrf => 'x', once => '01930000-0000-7000-8000-000000000102') for qw(submitShareAcceptance submitShareEnd);
# The members of the office and of the desk are other people.
form('submitOfficeAction', csrf => 'x', name => 'Prado', step => 'preview');
form('submitDeskAction', csrf => 'x', body => 'Reunião com o emissor na quinta.', step => 'preview');
form('submitInvitationPage', csrf => 'x', token => 'lst_invitation_…');
form('submitPortfolio', csrf => 'x', name => 'Ações');
form('submitPortfolioSettings', csrf => 'x', name => 'Renda');
form('submitPortfolioDeletion', csrf => 'x', sure => 'on');
form($_, csrf => 'x', symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-03-30', quantity => '100', price => '14,25') for qw(submitTransaction previewTransaction);
form('submitTransactionChange', csrf => 'x', kind => 'buy', trade_date => '2026-03-30', quantity => '100', price => '14,25');
form('previewTransactionChange', csrf => 'x', do => 'change', kind => 'buy', trade_date => '2026-03-30', quantity => '100', price => '14,25');
form($_, csrf => 'x', asset_type => 'renda_fixa', name => 'CDB do banco', indexer => 'cdi', pct => '110', maturity => '2030-01-02', price => '1.080,50', date => '2026-11-19')
	for qw(submitHoldingEdit previewHoldingEdit);
form('submitTransactionDeletion', csrf => 'x');
form('submitIncomeDeletion', csrf => 'x');
form('submitIncomeChange', csrf => 'x', kind => 'dividend', pay_date => '2026-11-18', amount => '30,00', gross_amount => '35,00');
form('previewIncomeChange', csrf => 'x', kind => 'dividend', pay_date => '2026-11-18', amount => '30,00', gross_amount => '35,00');
form("submit${_}Targets", csrf => 'x', rows => '2', name0 => 'Ações', pct0 => '60', classe0_stock => 'on', papers0 => 'PETR4 = 100', name1 => 'Imóveis', pct1 => '40', classe1_fii => 'on') for '', 'Portfolio';
form("submit${_}TargetsWithdrawal", csrf => 'x') for '', 'Portfolio';
form($_, csrf => 'x', trade_date => '2026-11-20', row0 => 'buy stock PETR4', quantity0 => '12', price0 => '38,50') for qw(submitPlanTrades previewPlanTrades);
form('submitNotice', csrf => 'x', kind => 'price_reached', symbol => 'CAJU4', direction => 'above', price => '42,00', channel => 'email');
form('submitNoticeArming', csrf => 'x');
form('submitNoticeDeletion', csrf => 'x');
form('submitProfile', csrf => 'x', finalidade => 'crescer', prazo => 'ate_5_anos', risco => 'moderado', perda => 'esperar', receitas => 'ate_20_mil', patrimonio => 'menor_parte',
	liquidez => 'em_3_anos', conhecimento => 'renda_variavel', experiencia => 'regulares', formacao => 'nao');
form('submitPasswordChange', csrf => 'x', current => $password, password => 'outra frase comprida', again => 'outra frase comprida');
form('submitSessionsEnd', csrf => 'x');
form('submitSecondFactor', csrf => 'x', password => $password);
form('submitSecondFactorConfirmation', csrf => 'x', code => '287082', secret => 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
form('submitSecondFactorEnd', csrf => 'x', password => $password, code => '287082');
form('submitAccountDeletion', act => 'delete', csrf => 'x', password => $password);
form('submitAccountDeletionUndo', csrf => 'x');
form('submitImport', csrf => 'x', held => '0198f0c0-0000-7000-8000-000000000001');
form('submitImportColumns', csrf => 'x', held => '0198f0c0-0000-7000-8000-000000000001', header => '1', operation => '3', date => '1', ticker => '2',
	quantity => '4', price => '5', 'word-1' => 'buy', name => 'Banco');
form('submitImportMappingDeletion', csrf => 'x');
form('submitImportRow', csrf => 'x', held => '0198f0c0-0000-7000-8000-000000000001', line => '5', 'cell-3' => '28/02/2026');
form('submitImportFile', csrf => 'x', file => 'ticker;operacao;data;quantidade;preco');
form('submitImportUndo', csrf => 'x');
form('submitReconcile', csrf => 'x', file => 'Produto;Quantidade', date => '2026-11-19');
form('submitTaxInput', csrf => 'x', about => 'paid', code => '6015', period => '10/2026', amount => '82,50', paid_on => '2026-11-20', back => '/tax?year=2026');
form('submitTaxFact', csrf => 'x', about => 'custody', asset => '0198f0c0-0000-7000-8000-000000000001', custody => 'br', back => '/tax/inputs?year=2026');
form("submit${_}TaxAnswers", csrf => 'x', once => '0198f0c0-0000-7000-8000-000000000001', year => '2026', 'q00f3a1c47d2be968-custody' => 'br') for '', 'Portfolio';
$t->post('/v1/mcp/wallet', { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => 'execute_action', arguments => { action => 'wallet.portfolio_income.add', subject => { entity_id => $env{PORTFOLIO_ID} },
	input => { symbol => 'CAJU4', asset_type => 'stock', kind => 'dividend', pay_date => '2026-11-10', amount => '12.50' } } } }, key => $env{USER_KEY});
ask('listApplicationWrites', '/v1/portfolio/application-writes?limit=1');
form('submitApplicationUndo', csrf => 'x');
form('submitMendUndo', csrf => 'x', undo => '0198f0c0-0000-7000-8000-000000000001');
form('submitWalletMendUndo', csrf => 'x', undo => '0198f0c0-0000-7000-8000-000000000001');
form('submitMend', csrf => 'x', back => 'issues', method => 'POST', what => 'transactions', body => '[]');
submitted('submitLoginPage', $ana->open('/login'), email => 'demo@lastro.example', password => $password);
submitted('submitKeysPage', $ana->open('/keys'), { which => qr{^/keys$} }, name => 'planilha');
my $verifier = 'v' x 43;
my $client = ask('registerClient', '/oauth/register', key => undef, json => { client_name => 'Aplicativo', redirect_uris => [$callback] })->json->{client_id};
my $consent = $ana->open('/oauth/authorize?' . join '&', map { "$_->[0]=" . Lastro::Browser::escape($_->[1]) } ['client_id', $client], ['redirect_uri', $callback], ['response_type', 'code'],
	['code_challenge', encode_base64url(sha256($verifier))], ['code_challenge_method', 'S256'], ['scope', 'account:read'], ['state', 'x']);
my $answer = submitted('submitAuthorizationPage', $consent, decision => 'allow');
my ($code) = $answer->header('location') =~ /[?&]code=([^&]*)/;
my %exchange = (grant_type => 'authorization_code', client_id => $client, code => $code, redirect_uri => $callback, code_verifier => $verifier);
sub by_form {
	my ($id, $target, %fields) = @_;

	form($id, %fields);
	return ask($id, $target, key => undef, type => 'application/x-www-form-urlencoded', body => join '&', map { "$_=" . Lastro::Browser::escape($fields{$_}) } sort keys %fields);
}
my $tokens = by_form('createToken', '/oauth/token', %exchange)->json;
submitted('revokeGrant', $ana->open('/grants'), { which => qr{^/grants/} });
by_form('revokeToken', '/oauth/revoke', token => $tokens->{refresh_token}, client_id => $client);
submitted('submitKeyRevocation', $ana->open('/keys'), { which => qr{^/keys/.*/revoke$} });
my $agenda = "/portfolios/$env{PORTFOLIO_ID}/agenda";
submitted('submitAgendaFeed', $ana->open($agenda), { which => qr{/feeds$} }, name => 'telefone');
submitted('submitAgendaFeedRevocation', $ana->open($agenda), { which => qr{/revoke$} });
my $links = "/portfolios/$env{PORTFOLIO_ID}/links";
submitted('submitPortfolioLink', $ana->open($links), { which => qr{/links$} }, ends_on => '2026-12-20');
submitted('submitPortfolioLinkEnd', $ana->open($links), { which => qr{/end$} });
my $readers = "/portfolios/$env{PORTFOLIO_ID}/readers";
submitted('submitPortfolioReader', $ana->open($readers), { which => qr{/readers$} }, email => 'bia@example.com');
submitted('submitPortfolioReaderEnd', $ana->open($readers), { which => qr{/end$} });
submitted('submitLogoutPage', $ana->open('/logout'));
my $session = ask('createSession', '/v1/session', key => undef, json => { email => 'demo@lastro.example', password => $password });
my ($cookie) = $session->header('set-cookie') =~ /^([^;]*)/;
ask('getSession', '/v1/session', key => undef, headers => { Cookie => $cookie });
my @own = (key => undef, headers => { Cookie => $cookie, 'X-CSRF-Token' => $session->json->{csrf_token} });
my $secret = ask('beginSecondFactor', '/v1/me/second-factor', @own, json => { password => $password })->json->{secret};
ask('confirmSecondFactor', '/v1/me/second-factor/confirm', @own, json => { code => totp($secret, $seconds, -1) }, shown => { code => '287082' });
ask('getSecondFactor', '/v1/me/second-factor', key => undef, headers => { Cookie => $cookie });
ask('disableSecondFactor', '/v1/me/second-factor/disable', @own, json => { password => $password, code => totp($secret, $seconds) }, shown => { password => $password, code => '081804' });
ask('deleteSession', '/v1/session', key => undef, headers => { Cookie => $cookie, 'X-CSRF-Token' => $session->json->{csrf_token} });

ok !@wrong, 'every example is as its operation is described' or diag join "\n", @wrong;

# ---- what the document has ----

my $mark = qr/^  # Examples, as t\/http\/0945-examples\.t writes them\.\n  examples:\n/m;
for (['openapi.yaml', $made], ['openapi-pages.yaml', $shown]) {
	my ($name, $examples) = @$_;
	my $file = top_srcdir() . "/doc/$name";
	my ($before, $there) = slurp($file) =~ /\A(.*$mark)(.*)\z/s or die 'no place for examples';
	my $text = Encode::encode('UTF-8', $examples->text);

	# Makers of clients in TypeScript refuse what was made of the other form (make check-clients).
	unlike $before, qr{enum: \[[^\]]*\bnull\b}, "$name: null is a type beside an enum, and none of its values";
	spew($file, $before . $text) if $ENV{LASTRO_RECORD};
	my @was = split /^(?=    \w+:\n)/m, $there;
	my @is = split /^(?=    \w+:\n)/m, $text;
	my %was = map { /^    (\w+):/ ? ($1 => $_) : () } @was;
	my @differ = $ENV{LASTRO_RECORD} ? () : grep { /^    (\w+):/ && ($was{$1} // '') ne $_ } @is;
	ok !@differ, "the examples of $name are what the demonstration answers now"
		or diag map { Encode::decode('UTF-8', $_) } map { /^    (\w+):/; "- " . ($was{$1} // "\n") . "+ $_" } grep { defined } @differ[0 .. 5];
	is scalar(@was), scalar(@is), 'and there are no others' unless $ENV{LASTRO_RECORD};
}

# Every sent or answered body of JSON, form or text has an example; HTML pages have none.
my @without;
my %none = (getMetrics => 1, getOpenapi => 1);
for my $id (grep { !$none{$_} } $doc->operations) {
	my $o = $doc->operation($id);
	my %places = (($o->{requestBody} ? ("${id}Request" => [map { $o->{requestBody}{content}{$_} } grep { /json|urlencoded/ } sort keys %{ $o->{requestBody}{content} }]) : ()),
		$id eq 'exportPortfolio' ? (map { ("$id$_->[0]" => [$o->{responses}{200}{content}{ $_->[1] }]) } ['', 'text/csv'], ['Json', 'application/json'], ['Beancount', 'text/plain']) :
		map { my $r = $doc->resolved($o->{responses}{$_}); ($_ eq 'default' ? 'Problem' : $id) => [map { $r->{content}{$_} } grep { $_ ne 'text/html' && $_ ne 'text/calendar' && !($_ eq 'text/csv' && $r->{content}{'application/json'}) } sort keys %{ $r->{content} // {} }] }
			grep { /^(?:20\d|default)$/ && !($_ eq 'default' && $o->{tags}[0] =~ /^(?:oauth|mcp)$/) } sort keys %{ $o->{responses} });
	for my $name (sort keys %places) {
		push @without, map { "$id: $name" } grep { !grep { ($_->{'$ref'} // '') eq "#/components/examples/$name" } values %{ $_->{examples} // {} } } @{ $places{$name} };
	}
}
for my $id (grep { $pages->operation($_)->{requestBody} } $pages->operations) {
	push @without, map { "$id: its form" } grep { !grep { ($_->{'$ref'} // '') eq "#/components/examples/${id}Request" } values %{ $_->{examples} // {} } }
		map { $pages->operation($id)->{requestBody}{content}{$_} } grep { /urlencoded/ } keys %{ $pages->operation($id)->{requestBody}{content} };
}
is_deeply \@without, [], 'and every operation shows its own';

done_testing;

#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Real answers match the served document, and have every field of the
# contract.

use strict;
use warnings;
use utf8;
use Lastro::Companies qw(register register_row documents document_row statements offerings previous_row request_row);
use Lastro::TaxId qw(cnpj);
use Lastro::Market qw(closes event rates succession);
use Lastro::Objects qw(object relation observation load_lines);
use Lastro::OpenApi;
use Lastro::Tenants qw(account);
use Lastro::Test;
use Test::More;

my $t = Lastro::Test->new;
my $ana = account($t);
my $key = $ana->{user_key};

closes($t, b3 => 'PETR4', '2026-11-18' => '36.10', '2026-11-19' => '36.40');
closes($t, b3 => 'VALE3', '2026-11-18' => '61.00', '2026-11-19' => '60.50');
closes($t, us => 'AAPL', '2026-11-18' => '210.00', '2026-11-19' => '212.34');
rates($t, '2026-01-05' => '5.4321', '2026-11-18' => '5.25', '2026-11-19' => '5.3');
event($t, 'VALE3', '2026-05-04', split => [2, 1]);
event($t, 'PETR4', '2026-06-04', bonus => [11, 10], unit_cost => '5.5');
succession($t, 'VELH3', 'PETR4', '2026-04-01', [1, 1]);
my $tax_id = cnpj('013334440001');
my %filing = (code => 1001, tax_id => $tax_id, name => 'ALFA S.A.', date => '2025-12-31', lines => [['3.01', undef, '2025-01-01', '2025-12-31', 10], ['1', undef, undef, '2025-12-31', 20]]);
$t->lastro_ok('load', 'company-register', register($t->dir, register_row(1001, $tax_id, 'ALFA S.A.')));
$t->lastro_ok('load', 'company-documents', documents($t->dir, 2026, map { document_row(1001, $tax_id, 'ALFA', 'Fato Relevante', '2026-02-10', "2026-02-1$_", "P$_", Versao => $_) } 1, 2));
$t->lastro_ok('load', 'dfp', statements($t->dir, 'DFP', 2025, { %filing, filed => '2026-03-01' }, { %filing, version => 2, filed => '2026-04-01', lines => [['3.01', undef, '2025-01-01', '2025-12-31', 11]] }));
$t->lastro_ok('load', 'offerings', offerings($t->dir, [previous_row(Tipo_Ativo => 'AÇÕES', CNPJ_Emissor => $tax_id, Nome_Emissor => 'ALFA', Data_Registro_Oferta => '2005-06-07', Preco_Unitario => '12.5')],
	[request_row(10, Data_requerimento => '2026-01-10', Status_Requerimento => 'Aguardando Bookbuilding', Valor_Mobiliario => 'Debêntures', Nome_Emissor => 'BETA')]));
load_lines($t, object('company:vale', name => 'VALE S.A.', keys => [[cnpj => '33592510000154']]),
	object('equity_security:VALE3', name => 'VALE ON', keys => [[ticker => 'VALE3', '2000-01-01']]), relation('company:vale', issued => 'equity_security:VALE3'),
	map { observation('equity_security:VALE3', close => $_->[0], $_->[1], filed_at => $_->[0]) } ['2026-11-18', '61'], ['2026-11-19', '60.5']);
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

my $doc = Lastro::OpenApi->new($t->get('/v1/openapi.json')->body);
my %called;

# call() - calls an operation by its id; its answer must be a success that matches the document.
sub call {
	my ($id, $target, %o) = @_;
	my $operation = $doc->operation($id) // die "no operation $id";
	my $r = $t->request($operation->{method}, $target, key => $key, %o);
	my @wrong = $doc->wrong($id, $r);

	$called{$id}++;
	ok $r->status =~ /^[23]/ && !@wrong, "$id $target" or diag join "\n", $r->status, @wrong, substr $r->body, 0, 800;
	return $r;
}

# ---- the validator finds faults ----

{
	package Sample;
	sub new { my ($c, $body) = @_; return bless { body => $body }, $c }
	sub status { 200 }
	sub header { $_[1] eq 'content-type' ? 'application/json' : 'x' }
	sub body { $_[0]{body} }
}
my %seen = (
	'{"id":"x"}' => '/deleted is missing', '{"deleted":1,"id":"x"}' => '/deleted is integer, not boolean',
	'{"deleted":true,"id":"x","more":null}' => '/more is not described', '{"deleted":true,"id":null}' => '/id is null, not string',
	'{"deleted":true,"id":"1"}' => undef,
);
is_deeply [$doc->wrong('deletePortfolio', Sample->new($_))], [$seen{$_} // ()], "the validator of $_" for sort keys %seen;
is_deeply [$doc->check($doc->schema('PortfolioFx'), Lastro::OpenApi::decode('{"usd_brl":1.5,"as_of":"x","source":"ecb","change_pct":null}'), '')],
	['/source is none of the enum: ecb'], 'and of an enum';

# ---- every operation ----

my $r = call('createPortfolio', '/v1/portfolios', json => { name => 'Principal' });
my $id = $r->json->{id};
my $path = "/v1/portfolios/$id";

sub row { return { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => '100', price => '30', @_ } }
my $tx = call('createPortfolioTransaction', "$path/transactions", json => row(fees => '1.5', note => 'x'))->json;
call('createPortfolioTransaction', "$path/transactions", json => [row(symbol => 'VALE3'), row(symbol => 'AAPL', asset_type => 'us'),
	row(symbol => 'VELH3'), row(symbol => 'BBAS3', price => undef), row(symbol => 'ITSA4'),
	row(symbol => 'ITSA4', kind => 'sell', trade_date => '2026-02-05'), row(kind => 'sell', quantity => '5000', trade_date => '2025-12-01'),
	{ symbol => 'ABEV3', asset_type => 'stock', kind => 'split', trade_date => '2026-02-05', ratio => '2', event_kind => 'split' }]);
call('getPortfolioTransaction', "$path/transactions/$tx->{id}");
call('updatePortfolioTransaction', "$path/transactions/$tx->{id}", json => { quantity => '90' });
call('listPortfolioTransactions', "$path/transactions?total=true&limit=2");
my $asset = call('createPortfolioAsset', "$path/assets", json => { symbol => 'WEGE3', asset_type => 'stock', name => 'Motores' })->json;
call('createPortfolioAsset', "$path/assets", json => { symbol => 'CDB1', asset_type => 'renda_fixa', meta => { fixed_income =>
	{ indexer => 'cdi', pct => 110, maturity => '2030-01-02' } } });
call('getPortfolioAsset', "$path/assets/$asset->{id}");
call('updatePortfolioAsset', "$path/assets/$asset->{id}", json => { meta => { corporate_events => 'ledger' } });
call('listPortfolioAssets', "$path/assets");
my $income = call('createPortfolioIncome', "$path/income", json => { symbol => 'PETR4', asset_type => 'stock', kind => 'jcp',
	pay_date => '2026-03-10', amount => '12.34' })->json;
call('getPortfolioIncome', "$path/income/$income->{id}");
call('listPortfolioIncome', "$path/income");
call('updatePortfolioIncome', "$path/income/$income->{id}", json => { gross_amount => '14.52', note => 'conferido' });
my $csv = "ticker,operacao,data,quantidade,preco\nBBDC4,compra,05/01/2026,10,12\nBBDC4,compra,31/02/2026,1,1\n";
my $mapping = call('createImportMapping', '/v1/import-mappings', json => { name => 'Banco', first_row => ['Quando', 'Papel', 'Lado', 'N', undef], columns => { date => 1, ticker => 2,
	operation => 3, quantity => 4, price => 5 }, operations => [{ word => 'in', means => 'buy' }], dates => 'month_first' })->json->{id};
call('listImportMappings', '/v1/import-mappings');
call('importPortfolioSpreadsheet', "$path/imports?dry_run=true&mapping_id=$mapping", body => "Quando;Papel;Lado;N\n11/10/2026;PETR4;in;10;30\n01/02/2026;PETR4;in;10\n", type => 'text/csv');
call('deleteImportMapping', "/v1/import-mappings/$mapping");
my $import = call('importPortfolioSpreadsheet', "$path/imports?dry_run=true", body => $csv, type => 'text/csv')->json;
$import = call('importPortfolioSpreadsheet', "$path/imports?filename=meu.csv", body => $csv, type => 'text/csv')->json;
call('getPortfolioImport', "$path/imports/$import->{import_id}");
call('listPortfolioImports', "$path/imports");
call('listPortfolioImportRows', "$path/imports/$import->{import_id}/rows");
call('listPortfolioImportRows', "$path/imports/$import->{import_id}/rows?status=error");
call('getPortfolioDetail', $path);
call('getPortfolioDetail', "$path?at=2026-02-01");
my $detail = call('getPortfolioDetail', "$path?include=closed,monthly,transactions");
call('getPortfolioDetail', $path, headers => { 'If-None-Match' => $t->get($path, key => $key)->header('etag') });
my $h = $detail->json->{holdings}[0];
call('explainPortfolioFigure', "$path/explain?field=avg_price&symbol=$h->{symbol}&asset_type=$h->{asset_type}");
call('explainPortfolioFigure', "$path/explain?field=$_") for qw(patrimonio xirr returns.twr.cumulative history.meta.risk.max_drawdown.trough
	history.meta.periods.ytd.cumulative history.meta.benchmarks.ibov.final_value);
call('exportPortfolio', "$path/export?format=json");
call('listPortfolioIssues', "$path/issues");
call('getPortfolio', '/v1/portfolio');
call('getPortfolioHistory', '/v1/portfolio/history');
call('getPortfolioHistoryById', "$path/history");
call('getPortfolioAttention', '/v1/portfolio/attention');
call('getPortfolioFixedIncome', '/v1/portfolio/fixed-income');
call('listApplicationWrites', '/v1/portfolio/application-writes');
call('getPortfolioMoved', '/v1/portfolio/moved?month=2026-04');
call('getPortfolioMovedById', "$path/moved");
call('whatIfPortfolio', "$path/what-if", json => [{ symbol => 'BBDC4', asset_type => 'stock', kind => 'sell', trade_date => '2026-11-19', quantity => 3, price => '12.34' }]);
call('listIncome', '/v1/income?total=true&limit=1');
call('getIncomeSummary', '/v1/income/summary');
call('listPortfolioIncomeReceived', "$path/income/received?order=desc");
call('getPortfolioIncomeSummary', "$path/income/summary");
for (['Portfolio', $path], ['', '/v1/portfolio']) {
	my ($one, $of) = @$_;

	call("put${one}Targets", "$of/targets", json => { slices => [{ name => 'Bolsa', pct => '60.00', types => ['stock'], assets => [{ symbol => 'BOVA11', asset_type => 'etf' }],
		inside => [{ symbol => 'BBDC4', asset_type => 'stock', pct => 100 }] }, { name => 'Ouro', pct => 40, assets => [{ symbol => 'GOLD11', asset_type => 'etf' }] }] });
	call("get${one}Targets", "$of/targets");
	call("get${one}Plan", "$of/plan");
	call("get${one}Plan", "$of/plan?contribution=2000&sell=true");
	call('explainPlanFigure', "$of/plan/explain?field=plan.total") unless $one;
	call("delete${one}Targets", "$of/targets");
}
call('getPortfolioXray', "$path/xray");
call('getPortfolioCosts', "$path/costs");
call('getPortfolioLookThrough', "$path/look-through");
call('getPortfolioTaxYear', "$path/tax?year=2026");
call('getPortfolioTaxDeclaration', "$path/tax/declaration?year=2026");
call('getTaxInputs', '/v1/portfolio/tax/inputs');
call('putTaxInputs', '/v1/portfolio/tax/inputs', json => { carry => [{ month => '2025-12', common => '10.00' }], withheld => [{ month => '2026-02',
	basket => 'common', amount => '1.50' }], paid => [{ code => '6015', period => '2026-02', amount => 1, paid_on => '2026-03-31' }],
	exterior_loss => [{ year => 2025, amount => '3.00' }] });
call('getTaxYear', '/v1/portfolio/tax?year=2026');
call('explainTaxFigure', '/v1/portfolio/tax/explain?year=2026&field=months.due&month=2026-02');
call('explainPortfolioTaxFigure', "$path/tax/explain?year=2026&field=months.due&month=2026-02");
call('getTaxDeclaration', '/v1/portfolio/tax/declaration?year=2026');
call('getTaxMissing', '/v1/portfolio/tax/missing?year=2026');
call('listPortfolios', '/v1/portfolios');
call('updatePortfolio', $path, json => { exclude_from_consolidated => JSON::PP::true, visibility => 'unlisted', name => 'Outra' });
call('getPortfolioAudience', "$path/audience");
call('setPortfolioAudience', "$path/audience", json => { audience => 'workspace' });
call('getPortfolioImportTemplate', '/v1/portfolios/import-template');
call('deletePortfolioIncome', "$path/income/$income->{id}");
call('deletePortfolioTransaction', "$path/transactions/$tx->{id}");
call('deletePortfolioTransactions', "$path/transactions?ids=" . call('createPortfolioTransaction', "$path/transactions", json => row(note => 'y'))->json->{id});
call('reconcilePortfolio', "$path/reconcile?filename=posicao-2026-11-20.csv", body => "Produto;Quantidade\nPETR4;1\nVALE3;dez\nKLBN11;3\n", type => 'text/csv');
call('undoPortfolioImport', "$path/imports/$import->{import_id}");
call('putPortfolioAssetPrice', "$path/assets/$asset->{id}/price", json => { price => '31.50', date => '2026-11-16' });
call('getPortfolioAssetPrices', "$path/assets/$asset->{id}/price");
call('deletePortfolioAssetPrice', "$path/assets/$asset->{id}/price?date=2026-11-16");
call('putPortfolioAssetSuccession', "$path/assets/$asset->{id}/succession", json => { kind => 'spin_off', to => { symbol => 'NOVA3', asset_type => 'stock' },
	date => '2026-05-04', cost_share_pct => '12.3456' });
call('getPortfolioAssetSuccession', "$path/assets/$asset->{id}/succession");
call('putPortfolioAssetSuccession', "$path/assets/$asset->{id}/succession", json => { kind => 'succession', to => { symbol => 'NOVA3', asset_type => 'stock' },
	date => '2026-05-04', ratio => '0.5', cash_per_share => undef });
call('deletePortfolioAssetSuccession', "$path/assets/$asset->{id}/succession");
call('deletePortfolioAsset', "$path/assets/$asset->{id}");
call('deletePortfolio', $path);
call('getSuitability', '/v1/suitability');
my $questions = call('getSuitabilityQuestionnaire', '/v1/suitability/questionnaire')->json->{questions};
call('putSuitability', '/v1/suitability', json => { answers => [map { { q => $_->{q}, a => $_->{options}[0]{a} } } @$questions] });
call('getSuitability', '/v1/suitability');
my $made = call('createKey', '/v1/keys', json => { name => 'nova', kind => 'platform', scopes => ['account:read'], expires_at => '2030-01-01T00:00:00Z' })->json;
call('getMe', '/v1/me');
call('getKey', "/v1/keys/$made->{id}");
call('listKeys', '/v1/keys?limit=2');
call('deleteKey', "/v1/keys/$made->{id}");
my $office = $t->lastro_json('org', 'create', '--name', 'Escritorio');
my $adviser = $t->lastro_json('account', 'create', '--email', 'eva@example.com', '--name', 'Eva');
$t->lastro_ok('member', 'add', '--org', $office->{id}, '--account', 'eva@example.com');
$t->sql("insert into office values ('$office->{workspace}', '$office->{id}', 'Escritorio', null, null, '2026-01-01')");
$t->sql("insert into office_license values ('$office->{workspace}', 'office', 5, '2026-01-01', null, '2026-01-01')");
$t->sql("insert into office_member values ('$office->{workspace}', gen_random_uuid(), '$adviser->{id}', 'owner', true, '2026-01-01')");
my %member = (key => $t->lastro_json('key', 'create', '--account', 'eva@example.com', '--name', 'm', '--kind', 'member',
	'--org', $office->{id}, '--scopes', 'advisor:read,advisor:write')->{key});
my $functions = call('listAdvisorFunctions', '/v1/advisor/functions', %member)->json->{data};
my $actions = call('listAdvisorActions', '/v1/advisor/actions', %member)->json->{data};
call('getAdvisorFunction', "/v1/advisor/functions/$_->{id}", %member) for @$functions;
call('getAdvisorAction', "/v1/advisor/actions/$_->{id}", %member) for @$actions;
call('executeAdvisorFunction', '/v1/advisor/functions/advisor.organization.get/execute', %member,
	json => { input => { org => $office->{id} } });
call("${_}AdvisorAction", "/v1/advisor/actions/advisor.family.create/$_", %member,
	json => { input => { org => $office->{id}, name => 'Souza' } }) for qw(preview execute);
my $desk = $t->lastro_json('org', 'create', '--name', 'Mesa', '--desk');
$t->lastro_ok('license', 'set', $desk->{id}, '--seats', '5', '--from', '2026-01-01');
$t->lastro_ok('member', 'add', '--org', $desk->{id}, '--account', 'eva@example.com', '--role', 'owner');
my %desk = (key => $t->lastro_json('member', 'key', '--org', $desk->{id}, '--account', 'eva@example.com')->{key});
my %of_desk = (subject => { entity_id => $desk->{id} });
call('listDeskFunctions', '/v1/desk/functions', %desk);
call('listDeskActions', '/v1/desk/actions', %desk);
call('getDeskFunction', '/v1/desk/functions/credit.watchlist.board', %desk);
call('getDeskAction', '/v1/desk/actions/credit.watchlist.create', %desk);
call('executeDeskFunction', '/v1/desk/functions/credit.overview.get/execute', %desk, json => { %of_desk, input => {} });
call("${_}DeskAction", "/v1/desk/actions/credit.watchlist.create/$_", %desk, json => { %of_desk, input => { name => 'Varejo' } })
	for qw(preview execute);
call('listCompanies', '/v1/companies?total=true');
call('listCompanyDocuments', '/v1/companies/1001/documents');
call('listCompanyFinancials', "/v1/companies/1001/financials?provenance=true&versions=all&basis=$_") for qw(ttm quarter year);
call('listOfferings', '/v1/offerings?total=true');
call('resolveObjects', '/v1/objects/resolve?q=vale3%7Cvale%7Cvalle+on%7C33592510000155');
call('suggestObjects', '/v1/objects/suggest?q=val');
call('listObjectMeasures', '/v1/objects/measures');
call('getObjectsCohort', '/v1/objects/cohort?kind=equity_security&measure=close&total=true&where=close:gt:1&expand=issued:in');
call('getObjectsCohort', '/v1/objects/cohort?kind=equity_security&measure=close&reduce=pct_change&since_from=2026-11-18&exclude_out_of_prior=true');
call('traverseObjects', '/v1/objects/traverse?from=VALE3&path=issued:in,issued:out&total=true');
call('getObject', '/v1/objects/equity_security:VALE3');
call('listAnomalies', '/v1/events/anomalies');
call('listEvents', '/v1/events');
$t->sql("insert into event_thread values ('uma-historia', 'fiscal', 'T', 'open', '2026-01-01', null, '{Brasil}')");
$t->sql("insert into market_event (event_id, event_key, type, day, layer, category, title, summary, score)
	values (1, 'k', 'rumour', '2026-01-01', 'domestic', 'fiscal', 'T', 'S', 0.5)");
$t->sql("insert into news_edition values ('2026-11-20', 1, '2026-11-20', '{\"date\":\"2026-11-20\",\"published_at\":\"2026-11-20T00:00:00.000Z\",\"version\":1,\"summary\":\"S\",\"mood\":{\"label\":\"neutro\",\"score\":0},\"highlights\":[],\"items\":[]}')");
call('getNewsEdition', '/v1/news/edition');
call('getAgenda', '/v1/news/agenda?days=90');
call('getAgendaCalendar', '/v1/news/agenda.ics');
my $feed = call('createAgendaFeed', '/v1/news/agenda/feeds', json => { name => 'telefone', days => 60 })->json;
call('listAgendaFeeds', '/v1/news/agenda/feeds');
call('getAgendaFeed', $feed->{url} =~ s{^.*?(?=/v1)}{}r);
my $notice = call('createNotificationSubscription', '/v1/notifications/subscriptions', json => { kind => 'price_reached', channel => 'email', symbol => 'PETR4', direction => 'above', price => 40 })->json;
call('listNotificationSubscriptions', '/v1/notifications/subscriptions');
call('listNotifications', '/v1/notifications');
call('armNotificationSubscription', "/v1/notifications/subscriptions/$notice->{id}/arm");
call('deleteNotificationSubscription', "/v1/notifications/subscriptions/$notice->{id}");
call('deleteAgendaFeed', "/v1/news/agenda/feeds/$feed->{id}");
call('getEvent', '/v1/events/1');
call('getEventThread', '/v1/events/threads/uma-historia');
call('listSeries', '/v1/series');
call('getSeries', '/v1/series/IBOV');
call('getStatus', '/v1/status');
call('getMetrics', '/v1/metrics');
call('getOpenapi', '/v1/openapi.json');
call('getProblem', '/problems/invalid_cursor');
call('getProblem', '/problems/invalid_cursor', headers => { Accept => 'application/json' });
# Pages, sessions and OAuth have separate tests (0160 to 0199).
my $elsewhere = qr/^(?:páginas|oauth|sessão|mcp)$/;
is_deeply [sort keys %called], [grep { $doc->operation($_)->{tags}[0] !~ $elsewhere } $doc->operations],
	'every operation of the document was called';

# ---- Problems match too ----

$r = $t->post('/v1/portfolios', { name => '', x => 1 }, key => $key);
is_deeply [$doc->check($doc->schema('Problem'), Lastro::OpenApi::decode($r->body), '')], [], 'a Problem is as described'
	or diag $r->body;

# ---- every field of the contract, by its name ----

my %contract = (
	PortfolioDetail => [qw(id name visibility created_at exclude_from_consolidated holdings_count open_positions closed_positions
		watchlist_entries merged_assets patrimonio invested unrealized_pl unrealized_pct realized_pl income_received day_change_brl
		day_change_pct realized_by_month income_by_month total_pl xirr returns kind_mix is_watchlist any_unpriced any_cost_unknown fx holdings)],
	PortfolioHolding => [qw(symbol asset_type name qty avg_price invested_cost cost_basis_known price change_pct market_value unrealized_pl
		unrealized_pct unrealized_pct_reason valuation realized_pl realized_by_month income_received income_by_month weight_pct
		day_change_brl added_at tx_count closed is_watchlist priced renamed_to merged_from currency price_native fx_rate native asset_id
		meta transactions)],
	PortfolioHoldingNative => [qw(currency avg_price invested_cost price change_pct market_value unrealized_pl unrealized_pct realized_pl
		cost_basis_known income_received)],
	PortfolioFx => [qw(usd_brl as_of source change_pct)],
	PortfolioReturns => [qw(xirr twr explain)],
	PortfolioTransaction => [qw(id kind trade_date quantity price fees ratio currency note event_kind)],
	PortfolioListItem => [qw(id name ledger_assets created_at exclude_from_consolidated)],
	PortfolioImportSummary => [qw(import_id source parsed imported duplicates_skipped rows_ignored cross_source_skipped symbols period warnings)],
	PortfolioImportListItem => [qw(id filename source created_at summary warnings)],
	PortfolioImportRow => [qw(row_index status kind label reason external_id raw)],
);
for my $name (sort keys %contract) {
	my $known = $doc->schema($name)->{properties};

	is_deeply [grep { !$known->{$_} } @{ $contract{$name} }], [], "the document has every field of $name";
}

sub has_all { my ($name, $o, $what) = @_; is_deeply [grep { !exists $o->{$_} } @{ $contract{$name} }], [], "$what has every field of $name" }

my $d = $detail->json;
has_all(PortfolioDetail => $d, 'the detail');
has_all(PortfolioReturns => $d->{returns}, 'its returns');
has_all(PortfolioFx => $d->{fx}, 'its rate');
is_deeply [sort map { $_->{closed} ? 'closed' : $_->{is_watchlist} ? 'watchlist' : 'open' } @{ $d->{holdings} }],
	[('closed') x 2, ('open') x 5, ('watchlist') x 2], 'holdings of each state'
	or diag join ' ', map { "$_->{symbol} $_->{qty}" } @{ $d->{holdings} };
for my $h (@{ $d->{holdings} }) {
	has_all(PortfolioHolding => $h, $h->{symbol});
	has_all(PortfolioTransaction => $_, "a row of $h->{symbol}") for @{ $h->{transactions} };
}
my ($us) = grep { $_->{asset_type} eq 'us' } @{ $d->{holdings} };
has_all(PortfolioHoldingNative => $us->{native}, 'AAPL in dollars');
is_deeply [map { $_->{kind} } @{ $d->{applied_events} }], [qw(bonus split)], 'and applied events were among the validated answers'
	or diag explain $d->{applied_events};
ok !exists $t->request('GET', '/v1/status')->json->{database}, 'the status tells nothing of the inside';

done_testing;

#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A person's portfolios as tools of an assistant: all reads, equal to the HTTP API's; writes with a preview if the
# person granted them; no access for others.

use strict;
use warnings;

use JSON::PP ();
use Lastro::Holder;
use Lastro::Market qw(closes provent rates);
use Lastro::OpenApi;
use Lastro::Preview qw(odd_numbers);
use Lastro::Tenants qw(account key);
use Lastro::Test;
use Lastro::Verdict qw(unaddressed);
use Test::More;

my $t = Lastro::Test->new;
my ($ana, $bia) = map { account($t) } 1 .. 2;
my $platform = key($t, $ana, kind => 'platform');
my $market = key($t, $ana, scopes => ['market:read']);
my $reader = key($t, $ana, scopes => ['account:read']);

closes($t, b3 => $_, '2026-11-18' => '29.00', '2026-11-19' => '30.00') for qw(ITSA4 PETR4);
provent($t, 'PETR4', jcp => record => '2026-12-04', ex => '2026-12-07', pay => '2026-12-20', gross => '0.5');

$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

my %id;
for my $name ('Principal', 'Reserva') {
	$id{$name} = $t->post('/v1/portfolios', { name => $name }, key => $ana->{user_key})->json->{id};
}
$t->post("/v1/portfolios/$id{Principal}/transactions", [map { { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => $_, quantity => 10, price => 30 } }
	'2026-01-05', '2026-02-05', '2026-03-05'], key => $ana->{user_key});

sub tool {
	my ($name, $arguments, $key) = @_;
	my $r = $t->post('/v1/mcp/wallet', { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => $name, arguments => $arguments } },
		key => $key // $ana->{user_key});

	return JSON::PP->new->utf8->decode($r->body)->{result};
}

sub told { my $r = tool(@_); return $r->{isError} ? JSON::PP->new->decode($r->{content}[0]{text})->{details}{code} : 'done' }
sub run { my ($id, %more) = @_; return tool('execute_function', { function => $id, %more })->{structuredContent} }

is_deeply [map { $_->{id} } @{ tool('list_functions', {})->{structuredContent}{data} }],
	[map { "wallet.$_" } qw(portfolios.list attention.get application_writes.list consolidated.get consolidated.history consolidated.moved income.list fixed_income.list tax.get tax.declaration tax.missing tax.explain tax.inputs
		suitability.get targets.get plan.get plan.explain portfolio.get portfolio.history portfolio.moved portfolio.ledger portfolio.income portfolio.assets portfolio.imports portfolio.import_rows
		portfolio.xray portfolio.costs portfolio.look_through portfolio.explain portfolio.issues portfolio.targets portfolio.plan portfolio.what_if portfolio.agenda
		series.list series.get paper.get objects.resolve)], 'the readable Functions';
is_deeply [map { [@$_{qw(id scope preview)}] } @{ tool('list_actions', {})->{structuredContent}{data} }],
	[map { ["wallet.$_", 'account:write', JSON::PP::true] } qw(portfolio.import portfolio_import.undo portfolio_asset.add portfolio_asset.change portfolio_asset.delete portfolio_income.add
		portfolio_income.change portfolio_income.delete portfolio_price.state portfolio_succession.state portfolio_targets.set portfolio_transaction.add portfolio_transaction.change portfolio_transaction.delete
		targets.set tax_inputs.set)], 'and changed, with a preview';
sub parts { my $spec = tool('get_function', { function => 'wallet.tax.get', @_ })->{structuredContent}; return join ' ', grep { $spec->{$_} } qw(input_schema output_schema examples) }
# 40 kB: what a model reads of one operation.
is_deeply [grep { length(tool('get_function', { function => $_ })->{content}[0]{text}) > 40_000 } map { $_->{id} } @{ tool('list_functions', {})->{structuredContent}{data} }], [], 'no specification is longer than a model reads';
is_deeply [map { parts(@$_) } [], [parts => ['input']], [parts => [qw(output example)]], [parts => []]], ['input_schema output_schema examples', 'input_schema', 'output_schema examples', ''], 'a specification, or parts of it';
is_deeply [map { JSON::PP->new->decode(tool('get_function', { function => 'wallet.tax.get', %$_ })->{content}[0]{text})->{details}{errors}[0]{pointer} } { parts => ['x'] }, { parts => 'input' }, { part => 1 }], ['/parts', '/parts', ''], 'of which there are three';
my $list = run('wallet.portfolios.list')->{data};
is_deeply [map { [@$_{qw(name access)}] } @$list], [['Principal', 'control'], ['Reserva', 'control']], 'one\'s own portfolios';
my %of = (subject => { entity_id => $id{Principal} });
my $detail = run('wallet.portfolio.get', %of)->{data};
is_deeply [$detail->{id}, $detail->{holdings}[0]{symbol}], [$id{Principal}, 'PETR4'], 'the detail of one';
is run('wallet.portfolio.get', %of, at => '2026-01-31')->{data}{holdings}[0]{qty}, 10, 'as of a day';
my $history = run('wallet.portfolio.history', %of, input => { limit => 2 });
is $history->{meta}{count}, 2, 'its months, in pages';
my $page = run('wallet.portfolio.ledger', %of, input => { limit => 2 });
is_deeply [map { $_->{trade_date} } @{ $page->{data} }], ['2026-01-05', '2026-02-05'], 'its ledger';
is_deeply [map { $_->{trade_date} } @{ run('wallet.portfolio.ledger', %of, input => { limit => 2, cursor => $page->{meta}{next_cursor} })->{data} }],
	['2026-03-05'], 'page by page';

# A listed paper, held or not.
$t->sql(q{insert into debenture (code, issuer_name, issuer_tax_id, isin, series, indexer, index_text, rate, rate_kind, index_day, issued, maturity, incentivised, source)
	values ('ONDA11', 'ONDA ENERGIA S.A.', '11222333000181', 'BRONDADBS001', '1', 'ipca', 'IPCA + 6,25%', 6.25, 'real', 15, '2024-01-15', '2034-01-15', true, 'anbima')});
$t->sql(q{insert into instrument (venue, symbol, asset_type, name, isin, issuer_tax_id, expiry) values ('debenture', 'ONDA11', 'debenture', 'ONDA ENERGIA S.A.', 'BRONDADBS001', '11222333000181', '2034-01-15'),
	('b3', 'PETR4', 'stock', 'PETROBRAS PN', null, null, null)});
$t->sql(q{insert into distribution (venue, symbol, label, kind, ex_day, pay_day, gross, source) values ('debenture', 'ONDA11', 'Juros', 'interest', '2026-07-15', '2026-07-15', 31.25, 'typed'),
	('debenture', 'ONDA11', 'Juros', 'interest', '2027-01-15', '2027-01-15', 31.5, 'typed')});
closes($t, debenture => 'ONDA11', '2026-11-19' => '1012.345678');
{
	my ($paper, @more) = @{ run('wallet.paper.get', input => { symbol => 'onda11' })->{data} };
	is_deeply [@$paper{qw(symbol asset_type issuer issuer_tax_id maturity price_date price option)}, scalar @more], ['ONDA11', 'debenture', 'ONDA ENERGIA S.A.', '11222333000181', '2034-01-15', '2026-11-19', 1012.345678, undef, 0],
		'a debenture that no one holds: who issues it, when it matures, its price';
	is_deeply [@{ $paper->{terms} }{qw(indexer rate_kind rate_pct pct_of_index spread_pct anniversary_day issued incentivised)}], ['ipca', 'real', 6.25, undef, undef, 15, '2024-01-15', JSON::PP::true], 'its terms';
	is_deeply [map { [@$_{qw(kind pay_day gross)}] } @{ $paper->{payments} }], [['interest', '2027-01-15', 31.5], ['interest', '2026-07-15', 31.25]], 'and its payments, the newest first';
	is_deeply run('wallet.paper.get', input => { symbol => 'ONDA11', asset_type => 'stock' })->{data}, [], 'of another class there is none';
	is_deeply run('wallet.paper.get', input => { symbol => 'XXXX11' })->{data}, [], 'nor of another code';
	my ($share) = @{ run('wallet.paper.get', input => { symbol => 'PETR4' })->{data} };
	is_deeply [@$share{qw(price terms)}, $share->{payments}[0]{kind}], [30, undef, 'jcp'], 'a share has no terms';
}

# Every answer matches its spec.
my $series = run('wallet.series.list')->{data}[0]{code};
for my $f (['wallet.portfolios.list'], ['wallet.attention.get'], ['wallet.portfolio.get', %of, input => { include => [qw(closed monthly transactions)] }],
	(map { ["wallet.portfolio.$_", %of] } qw(history moved ledger income assets imports xray costs look_through issues agenda)),
	(map { ["wallet.$_"] } qw(application_writes.list consolidated.get consolidated.history consolidated.moved income.list fixed_income.list tax.inputs suitability.get series.list)),
	(map { ["wallet.tax.$_", input => { year => 2026 }] } qw(get declaration)), ['wallet.series.get', input => { code => $series }],
	['wallet.portfolio.explain', %of, input => { field => 'avg_price', symbol => 'PETR4' }], ['wallet.objects.resolve', input => { queries => ['PETR4', 'nada disto'] }], ['wallet.paper.get', input => { symbol => 'onda11' }]) {
	my ($name, @arguments) = @$f;
	my $spec = tool('get_function', { function => $name })->{structuredContent};
	my $answer = JSON::PP->new->utf8->canonical->encode(run($name, @arguments)->{data});

	is_deeply [Lastro::OpenApi->of_schema($spec->{output_schema})->check($spec->{output_schema}, Lastro::OpenApi::decode($answer), '')], [], "$name: as its schema says";
}

is told('execute_function', { function => 'wallet.portfolio.get', %of }, $bia->{user_key}), 'subject_not_found', 'another\'s cannot be read';
is told('execute_function', { function => 'wallet.portfolio.get', subject => { entity_id => 'x' } }), 'subject_not_found', 'an id of nothing';
is told('execute_function', { function => 'wallet.portfolio.get' }), 'subject_required', 'none';
is told('execute_function', { function => 'wallet.portfolios.list' }, $platform), 'scope_missing', 'a platform is no person';
is told('execute_function', { function => 'wallet.portfolios.list' }, $market), 'scope_missing', 'a scope that lacks';
is told('get_action', { action => 'wallet.nothing' }), 'action_not_found', 'an Action that is not there';
is_deeply [map { JSON::PP->new->decode(tool(@$_)->{content}[0]{text})->{details}{next} =~ /(list_\w+|wallet\.\w+\.\w+|get_\w+)/ } ['get_action', { action => 'wallet.nothing' }], ['execute_function', { function => 'wallet.nothing' }],
	['execute_function', { function => 'wallet.portfolio.get' }], ['execute_function', { function => 'wallet.portfolio.get', subject => { entity_id => 'x' } }], ['execute_function', { function => 'wallet.tax.get' }]],
	[qw(list_actions list_functions wallet.portfolios.list wallet.portfolios.list get_function)], 'a refusal says what to call next';

# A Function shows the same as the HTTP API.
my @http = (key => $ana->{user_key});
for my $same (['xray', "/v1/portfolios/$id{Principal}/xray"], ['costs', "/v1/portfolios/$id{Principal}/costs"],
	['look_through', "/v1/portfolios/$id{Principal}/look-through"],
	['moved', "/v1/portfolios/$id{Principal}/moved"], ['agenda', "/v1/news/agenda?portfolio=$id{Principal}"]) {
	is_deeply run("wallet.portfolio.$same->[0]", %of)->{data}, JSON::PP->new->utf8->decode($t->get($same->[1], @http)->body), "$same->[0]: as HTTP has it";
}
for my $same (['consolidated.get', '/v1/portfolio'], ['consolidated.moved', '/v1/portfolio/moved'], ['consolidated.moved', '/v1/portfolio/moved?from=2026-01&month=2026-10', from => '2026-01', month => '2026-10'],
	['tax.get', '/v1/portfolio/tax?year=2026', year => 2026], ['tax.declaration', '/v1/portfolio/tax/declaration?year=2026', year => 2026], ['tax.inputs', '/v1/portfolio/tax/inputs'], ['suitability.get', '/v1/suitability'],
	['tax.explain', '/v1/portfolio/tax/explain?year=2026&field=bens.current&symbol=PETR4', year => 2026, field => 'bens.current', symbol => 'PETR4']) {
	my ($name, $path, %input) = @$same;
	is_deeply run("wallet.$name", input => \%input)->{data}, unaddressed(JSON::PP->new->utf8->decode($t->get($path, @http)->body)), "$name: as HTTP has it";
}
{
	my $refused = JSON::PP->new->decode(tool('execute_function', { function => 'wallet.series.get', input => { code => 'NADA' } })->{content}[0]{text});

	is_deeply [$refused->{status}, $refused->{details}{errors}[0]{pointer}], [409, '/input/code'], 'a series that is none: its code is what is wrong, no portfolio';
	like $refused->{details}{errors}[0]{expected}, qr/wallet\.series\.list/, 'and where the codes are';
}
for my $same (['series.list', '/v1/series'], ['series.get', "/v1/series/$series?limit=1", code => $series, limit => 1]) {
	my ($name, $path, %input) = @$same;
	my ($mine, $http) = (run("wallet.$name", input => \%input), JSON::PP->new->utf8->decode($t->get($path, @http)->body));
	is_deeply [@$mine{qw(data meta)}], [@$http{qw(data meta)}], "$name: what it lists, and of which page";
}
{
	my ($mine, $http) = (run('wallet.consolidated.history'), JSON::PP->new->utf8->decode($t->get('/v1/portfolio/history', @http)->body));
	is_deeply $mine->{data}{months}, $http->{data}, 'the months of all portfolios';
	is_deeply [@{ $mine->{data} }{qw(periods benchmarks risk twr)}], [@{ $http->{meta} }{qw(periods benchmarks risk twr)}], 'and the measures';
	is_deeply [map { $_->{month} } map { @{ run('wallet.consolidated.history', input => { limit => 5, %$_ })->{data}{months} } } {}], [map { $_->{month} } @{ $http->{data} }[0 .. 4]], 'in pages';
	my $newest = run('wallet.consolidated.history', input => { limit => 2, order => 'desc' });
	is_deeply [$newest->{meta}{order}, map { $_->{month} } @{ $newest->{data}{months} }], ['desc', map { $_->{month} } @{ $http->{data} }[-1, -2]], 'the newest first';
	my $income = run('wallet.income.list')->{data};
	is_deeply [$income->{summary}, $income->{received}], [map { JSON::PP->new->utf8->decode($t->get($_->[0], @http)->body)->{ $_->[1] } // JSON::PP->new->utf8->decode($t->get($_->[0], @http)->body) }
		['/v1/income/summary', 'none'], ['/v1/income?order=desc', 'data']], 'and their income';
}
is_deeply run('wallet.attention.get')->{data}, unaddressed(JSON::PP->new->utf8->decode($t->get('/v1/portfolio/attention', @http)->body)), 'what asks something, too';
{
	my $income = run('wallet.portfolio.income', %of)->{data};

	is_deeply $income->{$_->[0]}, JSON::PP->new->utf8->decode($t->get("/v1/portfolios/$id{Principal}/income/$_->[1]", @http)->body)->{ $_->[2] } // die, "income: the $_->[0], as HTTP has it" for ['received', 'received?order=desc', 'data'];
	is_deeply $income->{summary}, JSON::PP->new->utf8->decode($t->get("/v1/portfolios/$id{Principal}/income/summary", @http)->body), 'and its sums';
}
my ($agenda) = grep { $_->{id} eq 'wallet.portfolio.agenda' } @{ tool('list_functions', {})->{structuredContent}{data} };
is $agenda->{scope}, 'account:read market:read', 'the agenda of a portfolio names both scopes that it takes';
is tool('get_function', { function => 'wallet.portfolio.agenda' })->{structuredContent}{scope}, 'account:read market:read', 'also in its specification';
is join(' ', map { $_->{id} } @{ tool('list_functions', {}, $market)->{structuredContent}{data} }), 'wallet.series.list wallet.series.get wallet.paper.get wallet.objects.resolve', 'and is not listed without the scope';
for my $half ($market, $reader) {
	my $r = tool('execute_function', { function => 'wallet.portfolio.agenda', %of }, $half);
	is_deeply [@{ JSON::PP->new->decode($r->{content}[0]{text})->{details} }{qw(code required)}], ['scope_missing', $half eq $market ? 'account:read' : 'market:read'], 'with one of them the other is missing';
}
is run('wallet.portfolio.agenda', %of)->{data}{mercado}[0]{expected}{amount_brl}, 15, 'thirty shares at half a real';

{
	# 1,000 at an unknown price are sold for 30,000.00 in October: over 20,000.00, and its tax is unknown.  L is a call and X a put of December, whose third Friday is the 18th.
	my $dora = account($t);
	my $id = $t->post('/v1/portfolios', { name => 'Opções' }, key => $dora->{user_key})->json->{id};
	my @row = (trade_date => '2026-11-10', asset_type => 'option', price => 1);
	$t->post("/v1/portfolios/$id/transactions", [{ symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => 1000, price => undef },
		{ symbol => 'PETR4', asset_type => 'stock', kind => 'sell', trade_date => '2026-10-05', quantity => 1000, price => 30 },
		{ @row, symbol => 'PETRL300', kind => 'buy', quantity => 100 }, { @row, symbol => 'PETRX250', kind => 'sell', quantity => 200 },
		{ @row, symbol => 'PETRL310', kind => 'buy', quantity => 100 }, { @row, symbol => 'PETRL310', kind => 'sell', quantity => 100 }], key => $dora->{user_key});
	my $mine = sub { return tool('execute_function', { function => 'wallet.portfolio.agenda', subject => { entity_id => $id }, input => { days => $_[0] } }, $dora->{user_key})->{structuredContent}{data} };
	my $agenda = $mine->(30);
	is_deeply [map { [@$_{qw(date code period amount status reasons)}] } @{ $agenda->{imposto} }], [['2026-11-30', '6015', '2026-10', undef, 'unknown', ['cost_unknown']]], 'a DARF whose amount waits for an answer, and for which';
	is_deeply [map { [@$_{qw(date symbol quantity written)}] } @{ $agenda->{opcoes} }], [['2026-12-18', 'PETRL300', 100, JSON::PP::false], ['2026-12-18', 'PETRX250', 200, JSON::PP::true]], 'the options that expire, bought and written; not what was closed';
	is_deeply $agenda, JSON::PP->new->utf8->decode($t->get("/v1/news/agenda?portfolio=$id", key => $dora->{user_key})->body), 'as HTTP has it';
	is_deeply [map { exists $mine->(5)->{$_} } qw(imposto opcoes)], ['', ''], 'neither before its days';
}

sub explained { return run('wallet.portfolio.explain', %of, @_) }
is explained(input => { field => 'avg_price', symbol => 'PETR4' })->{data}{figure}{value}, 30, 'how a figure came about';
is explained(input => { field => 'patrimonio' }, at => '2026-11-18')->{data}{figure}{value}, 870, 'as of a day';
my @cost = (field => 'avg_price', symbol => 'PETR4', limit => 1);
my $first = explained(input => { @cost });
my $second = explained(input => { @cost, cursor => $first->{meta}{next_cursor} });
is_deeply [map { $_->{data}{steps}[0]{id} } $first, $second], ['s1', 's2'], 'page by page';

sub fault {
	my $r = tool(@_);
	my $details = $r->{isError} ? JSON::PP->new->decode($r->{content}[0]{text})->{details} : {};

	return join ' ', $details->{code} // 'done', map { "$_->{pointer} $_->{rule}" } @{ $details->{errors} // [] };
}
sub explain_fault { return fault('execute_function', { function => 'wallet.portfolio.explain', %of, @_ }) }
is explain_fault(input => { field => 'avg_price' }), 'invalid_input /input/field value', 'a figure of an asset, without one';
is explain_fault(input => { field => 'realized_by_month' }), 'invalid_input /input/month value', 'a month that is missing';
is explain_fault(input => { field => 'avg_price', symbol => 'VALE3' }), 'invalid_input /input/symbol asset_not_found', 'an asset that is not there';
is explain_fault(input => { @cost, cursor => $first->{meta}{next_cursor} . 'x' }), 'invalid_input /input/cursor cursor', 'an edited cursor';
is explain_fault(input => { field => 'patrimonio', cursor => 'x' x 5000 }), 'invalid_input /input/cursor max_length', 'a long one';
is fault('execute_function', { function => 'wallet.objects.resolve', input => { queries => [] } }), 'invalid_input /input/queries min_items', 'no query';

# ---- writes ----

my %row = (symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-04-06', quantity => 5, price => '31.50');
sub action { my ($tool, $id, $input, $key, %more) = @_; return tool($tool, { action => $id, %of, input => $input, %more }, $key) }
sub raw_structured {
	my ($tool, $id, $input) = @_;
	my $r = $t->post('/v1/mcp/wallet', { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => $tool, arguments => { action => $id, subject => { entity_id => $id{Reserva} }, input => $input } } }, key => $ana->{user_key});

	return $r->body =~ /"structuredContent":(\{.*\}),"isError"/ ? $1 : die $r->body;
}
sub rows { return $t->sql("select count(*) from ledger where portfolio_id = '$id{Principal}'") }

my $before = rows();
my $audited = $t->sql('select count(*) from audit');
my $seen = action('preview_action', 'wallet.portfolio_transaction.add', \%row)->{structuredContent};
is $seen->{preview}, JSON::PP::true, 'a row can be previewed';
is_deeply $seen->{execute}, [qw(subject input)], 'what its execution asks for';
is_deeply [map { $_->{to} } grep { $_->{pointer} eq '/quantity' } @{ $seen->{changes} }], [5], 'its result';
is rows(), $before, 'and nothing is written';
is $t->sql('select count(*) from audit'), $audited, 'not even the preview';
my $done = action('execute_action', 'wallet.portfolio_transaction.add', \%row)->{structuredContent};
is_deeply [@{ $done->{result} }{qw(symbol quantity price)}], ['PETR4', 5, 31.5], 'then it is';
is rows(), $before + 1, 'once';
is $t->sql("select kind || ' ' || action || ' ' || outcome from audit where id = '$done->{audit_event}{id}'"),
	'transaction.created wallet.portfolio_transaction.add done', 'with its audit event';
is $t->sql('select count(*) from audit'), $audited + 1, 'and no second one of the wallet';
is action('execute_action', 'wallet.portfolio_transaction.add', { transactions => [\%row, { %row, trade_date => '2026-04-07' }] })
	->{structuredContent}{result}{meta}{count}, 2, 'two at once';


# A preview equals the answer, including trailing zeros.
for my $case ([quantity => '2.50', price => '7.1234567890120', fees => '1.5'], [quantity => '100.00', price => undef], [kind => 'split', quantity => undef, price => undef, ratio => '2.50']) {
	my %one = (%row, trade_date => '2026-05-04', @$case);
	delete @one{ grep { !defined $one{$_} && $_ ne 'price' } keys %one };
	delete $one{price} if $case->[0] eq 'kind';
	my @bodies = map { raw_structured($_, 'wallet.portfolio_transaction.add', \%one) } 'preview_action', 'execute_action';
	s/,\{"pointer":"\/\w+\/[^}]*\}//g for @bodies;	# figures of the portfolio, which have their own places
	is_deeply [odd_numbers(@bodies)], [], 'numbers as the answer writes them' or diag @bodies;
}
my $csv = "ticker,operacao,data,quantidade,preco\nVALE3,compra,2026-01-05,100,60.5\n";
my $looked = action('preview_action', 'wallet.portfolio.import', { content => $csv })->{structuredContent};
is_deeply [map { [@$_{qw(pointer from to)}] } grep { $_->{pointer} !~ m{^/rows} } @{ $looked->{changes} }], [['/assets', 1, 2], ['/imports', 0, 1], ['/transactions', 6, 7]], 'the effects of an import';
is_deeply [map { [$_->{pointer}, @{ $_->{to} }{qw(status kind symbol trade_date quantity price)}] } grep { $_->{pointer} =~ m{^/rows} } @{ $looked->{changes} }],
	[['/rows/2', 'imported', 'buy', 'VALE3', '2026-01-05', 100, 60.5]], 'and its rows as they were read';
is_deeply [map { [$_->{pointer}, $_->{to}{status}] } grep { $_->{pointer} =~ m{^/rows} } @{ action('preview_action', 'wallet.portfolio.import', { content => $csv . $csv =~ s/.*\n//r x 60 . "VALE3,compra,ontem,1,1\n" })->{structuredContent}{changes} }],
	[['/rows/63', 'error'], map { ["/rows/$_", 'imported'] } 2 .. 40], 'what does not come in first, forty in all';
is rows(), $before + 3, 'and has not';
my $import = action('execute_action', 'wallet.portfolio.import', { content => $csv })->{structuredContent};
is_deeply [@{ $import->{result} }{qw(source imported)}], ['manual', 1], 'an import';
is $import->{audit_event}{kind}, 'import.created', 'and its event';
is run('wallet.portfolio.xray', %of)->{data}{meta}{unpriced_ignored}, 0, 'the payments of VALE3';
is fault('execute_action', { action => 'wallet.portfolio.import', %of, input => { content => 'nada' } }), 'invalid_input /input/content import_unrecognized', 'a file of nothing';
is fault('execute_action', { action => 'wallet.portfolio_transaction.add', %of, input => { %row, quantity => -1 } }), 'invalid_input /input/quantity exclusive_minimum', 'a row that is wrong';
is fault('execute_action', { action => 'wallet.portfolio_transaction.add', input => \%row }), 'subject_required', 'no portfolio';

# A repeated Idempotency-Key answers as before.
my $again = sub { my ($n) = @_; return $t->post('/v1/mcp/wallet', { jsonrpc => '2.0', id => $n, method => 'tools/call', params => { name => 'execute_action',
	arguments => { action => 'wallet.portfolio_transaction.add', %of, input => { %row, trade_date => '2026-05-04' } } } }, @http, headers => { 'Idempotency-Key' => 'k1' }) };
my @answers = map { $again->($_) } 7, 7, 'oito';
is $answers[1]->body, $answers[0]->body, 'the same answer';
is $answers[2]->body, $answers[0]->body =~ s/"id":7,/"id":"oito",/r, 'to a message with another id, under that id';
is_deeply [map { $_->header('idempotency-replayed') } @answers], [undef, 'true', 'true'], 'as a replay';
is rows(), $before + 5, 'the same row';

# So does an argument, whatever the message has besides; it is one key with the header's, and two clients of a credential share it.
my $retry = sub { my ($n, $arguments, %o) = @_; return $t->post('/v1/mcp/wallet', { jsonrpc => '2.0', id => $n, method => 'tools/call', params => { name => $o{tool} // 'execute_action',
	arguments => { action => 'wallet.portfolio_transaction.add', %of, input => { %row, trade_date => '2026-05-05' }, %$arguments }, ($o{meta} ? (_meta => { progressToken => $o{meta} }) : ()) } },
	@http, headers => { %{ $o{headers} // {} } }) };
my $written = sub { return $_[0]->json->{result}{structuredContent}{result}{id} };
@answers = ($retry->(1, { idempotency_key => 'k2' }), $retry->(2, { idempotency_key => 'k2' }), $retry->(3, { idempotency_key => 'k2' }, meta => 'x'), $retry->(4, {}, headers => { 'Idempotency-Key' => 'k2' }),
	$retry->(5, { idempotency_key => 'k2' }, headers => { 'Idempotency-Key' => 'k2' }));
is_deeply [map { $written->($_) } @answers], [($written->($answers[0])) x 5], 'a key in the arguments, and in the header: the same row';
is_deeply [map { $_->header('idempotency-replayed') } @answers], [undef, ('true') x 4], 'as replays';
is rows(), $before + 6, 'one row of all five';
my $refused = sub { my $r = $_[0]->json->{result}; my $d = $r->{isError} ? JSON::PP->new->decode($r->{content}[0]{text})->{details} : {}; return join ' ', $d->{code} // 'done', map { "$_->{pointer} $_->{rule}" } @{ $d->{errors} // [] } };
is $refused->($retry->(6, { idempotency_key => 'k2', input => { %row, trade_date => '2026-05-06' } })), 'idempotency_key_reused', 'of another row it is refused';
is $refused->($retry->(7, { idempotency_key => $_ })), 'invalid_body /idempotency_key pattern', 'what is no key' for '', 'a b', 'x' x 256, 7, undef;
is $refused->($retry->(8, { idempotency_key => 'k3' }, headers => { 'Idempotency-Key' => 'k4' })), 'invalid_body /idempotency_key conflict', 'two keys';
like $refused->($retry->(9, { idempotency_key => 'k5' }, tool => 'preview_action')), qr{^invalid_\w+ /idempotency_key }, 'a preview has none';
is rows(), $before + 6, 'nothing came of these';

# Each output matches the spec.
for my $id (qw(wallet.portfolio.import wallet.portfolio_transaction.add)) {
	my $spec = tool('get_action', { action => $id })->{structuredContent};
	my $answer = JSON::PP->new->utf8->encode(($id =~ /import/ ? $import : $done)->{result});

	is_deeply [Lastro::OpenApi->of_schema($spec->{output_schema})->check($spec->{output_schema}, Lastro::OpenApi::decode($answer), '')], [], "$id: as its schema says";
}

# ---- rows, payments, assets and imports are corrected and taken back ----

sub done { return action('execute_action', @_)->{structuredContent} // fault('execute_action', { action => $_[0], %of, input => $_[1] }) }
sub changes { return { map { $_->{pointer} => [@$_{qw(from to)}] } @{ action('preview_action', @_)->{structuredContent}{changes} } } }
my $one = $done->{result}{id};
sub of_row { my $of = changes(@_); return { map { $_ => $of->{$_} } grep { m{^/\w+$} } keys %$of } }
is_deeply of_row('wallet.portfolio_transaction.change', { transaction_id => $one, price => '31.75' }), { '/price' => [31.5, 31.75] }, 'a correction says what it changes';
is done('wallet.portfolio_transaction.change', { transaction_id => $one, price => '31.75', note => 'certo' })->{result}{price}, 31.75, 'and makes it';
is_deeply [map { @$_{qw(kind outcome)} } @{ JSON::PP->new->decode($t->sql("select json_agg(json_build_object('kind', kind, 'outcome', outcome)) from audit where action = 'wallet.portfolio_transaction.change'")) }],
	['transaction.updated', 'done'], 'once in the trail';
is fault('execute_action', { action => 'wallet.portfolio_transaction.change', %of, input => { transaction_id => $one } }), 'invalid_input /input min_properties', 'nothing to change';
is fault('execute_action', { action => 'wallet.portfolio_transaction.change', %of, input => { transaction_id => $one, ratio => '2' } }), 'invalid_input /input/ratio forbidden', 'a member that its kind has not';
is fault('execute_action', { action => 'wallet.portfolio_transaction.change', %of, input => { transaction_id => '01930000-0000-7000-8000-000000000001', price => 1 } }), 'subject_not_found', 'a row that is not there';
is fault('execute_action', { action => 'wallet.portfolio_transaction.delete', subject => { entity_id => $id{Reserva} }, input => { transaction_id => $one } }), 'subject_not_found', 'nor in this portfolio';
my $had = rows();
is_deeply [@{ done('wallet.portfolio_transaction.delete', { transaction_id => $one })->{result} }{qw(deleted id)}], [JSON::PP::true, $one], 'a row is taken away';
is rows(), $had - 1, 'it alone';

my %paid = (symbol => 'PETR4', asset_type => 'stock', kind => 'jcp', pay_date => '2026-06-10', amount => '8.50');
is_deeply changes('wallet.portfolio_income.add', \%paid)->{'/amount'}, [undef, 8.5], 'a payment says what it adds';
is $t->sql('select count(*) from income'), 0, 'and has not';
is_deeply action('preview_action', 'wallet.portfolio_income.add', { %paid, symbol => 'RIOX3' })->{structuredContent}{warnings}, ["A carteira n\x{e3}o tinha RIOX3 em 10/06/2026."], 'of a paper that was not held, it warns';
my $payment = done('wallet.portfolio_income.add', \%paid)->{result}{id};
is_deeply action('preview_action', 'wallet.portfolio_income.add', \%paid)->{structuredContent}{warnings}, ["J\x{e1} h\x{e1} um provento igual de PETR4 em 10/06/2026."], 'and of a second one';
is_deeply changes('wallet.portfolio_income.change', { income_id => $payment, gross_amount => 10 }), { '/gross_amount' => [undef, 10] }, 'its gross amount';
is done('wallet.portfolio_income.change', { income_id => $payment, gross_amount => 10 })->{result}{gross_amount}, 10, 'is stated';
is fault('execute_action', { action => 'wallet.portfolio_income.change', %of, input => { income_id => $payment, gross_amount => 8 } }), 'invalid_input /input/gross_amount minimum', 'never under the net one';
is done('wallet.portfolio_income.delete', { income_id => $payment })->{result}{id}, $payment, 'and it is taken away';
is $t->sql('select count(*) from income'), 0, 'it alone';

my $terms = { fixed_income => { indexer => 'cdi', pct => 110, maturity => '2028-01-10' } };
my $cdb = done('wallet.portfolio_asset.add', { symbol => 'CDB Banco X', asset_type => 'renda_fixa', meta => $terms })->{result};
is_deeply $cdb->{meta}{fixed_income}, $terms->{fixed_income}, 'an asset with its terms';
is fault('execute_action', { action => 'wallet.portfolio_asset.add', %of, input => { symbol => 'CDB Banco X', asset_type => 'renda_fixa' } }), 'invalid_input /input/symbol already_exists', 'once';
$terms->{fixed_income}{pct} = 112;
is done('wallet.portfolio_asset.change', { asset_id => $cdb->{id}, meta => $terms })->{result}{meta}{fixed_income}{pct}, 112, 'its terms are corrected';
is_deeply [map { $_->{id} } grep { $_->{symbol} eq $cdb->{symbol} } @{ run('wallet.portfolio.assets', %of)->{data} }], [$cdb->{id}], 'and listed';
is fault('execute_action', { action => 'wallet.portfolio_asset.delete', %of, input => { asset_id => $cdb->{id} } }), 'invalid_input /confirmed confirmation_required', 'it goes only when that is confirmed';
is action('execute_action', 'wallet.portfolio_asset.delete', { asset_id => $cdb->{id} }, undef, confirmed => JSON::PP::true)->{structuredContent}{result}{id}, $cdb->{id}, 'then it does';

my ($sheet) = @{ run('wallet.portfolio.imports', %of)->{data} };
is_deeply [map { [@$_{qw(status)}] } @{ run('wallet.portfolio.import_rows', %of, input => { import_id => $sheet->{id} })->{data} }], [['imported']], 'the lines of an import';
is_deeply changes('wallet.portfolio_import.undo', { import_id => $sheet->{id} })->{'/transactions'}, [rows(), rows() - 1], 'what its undo would take';
my ($of_sheet) = map { $_->{id} } grep { $_->{symbol} eq 'VALE3' } @{ run('wallet.portfolio.ledger', %of)->{data} };
done('wallet.portfolio_transaction.change', { transaction_id => $of_sheet, price => 61 });
is fault('execute_action', { action => 'wallet.portfolio_import.undo', %of, input => { import_id => $sheet->{id} } }), 'invalid_input /confirmed confirmation_required', 'nothing takes it back, so it is confirmed';
my @sure = (confirmed => JSON::PP::true);
my $refusal = JSON::PP->new->decode(action('execute_action', 'wallet.portfolio_import.undo', { import_id => $sheet->{id} }, undef, @sure)->{content}[0]{text});
is_deeply [$refusal->{details}{errors}[0]{rule}, map { $_->{id} } @{ $refusal->{details}{rows} }], ['ledger_conflict', $of_sheet], 'a row that was changed since stands in its way, and is named';
is_deeply [@{ action('execute_action', 'wallet.portfolio_import.undo', { import_id => $sheet->{id}, force => JSON::PP::true }, undef, @sure)->{structuredContent}{result} }{qw(rows_removed rows_kept)}], [0, 1], 'with force it stays, and the import is gone';
is fault('execute_action', { action => 'wallet.portfolio_import.undo', %of, @sure, input => { import_id => $sheet->{id} } }), 'subject_not_found', 'once';

# ---- long lists in pages; what mends an issue is an Action that is run as it is ----

done('wallet.portfolio_transaction.add', { transactions => [map { { symbol => $_->[0], asset_type => 'stock', kind => $_->[1], trade_date => $_->[2], quantity => $_->[3], price => 10 } }
	['AAAA3', 'buy', '2026-06-01', 1], ['BBBB3', 'buy', '2026-06-01', 2], ['AAAA3', 'sell', '2026-06-02', 3], ['BBBB3', 'sell', '2026-06-03', 4]] });
my $whole = JSON::PP->new->utf8->decode($t->get("/v1/portfolios/$id{Principal}/issues", @http)->body);
my (@issues, $next);
do {
	my $r = run('wallet.portfolio.issues', %of, input => { limit => 1, defined $next ? (cursor => $next) : () });
	push @issues, @{ $r->{data}{data} };
	is_deeply [@{ $r->{meta} }{qw(count total)}, $r->{data}{meta}{count}], [1, (scalar @{ $whole->{data} }) x 2], 'one of all';
	$next = $r->{meta}{next_cursor};
} while defined $next;
is_deeply [map { [@$_{qw(code symbol rows weight)}] } @issues], [map { [@$_{qw(code symbol rows weight)}] } @{ $whole->{data} }], 'page by page the issues of the HTTP interface';
is_deeply [map { $_->{symbol} } @{ run('wallet.portfolio.issues', %of, input => { symbol => 'bbbb3', severity => 'error' })->{data}{data} }], [map { $_->{symbol} } grep { $_->{severity} eq 'error' && $_->{symbol} eq 'BBBB3' } @{ $whole->{data} }], 'those of one symbol';
is_deeply [map { $_->{mend}{changes} } @{ run('wallet.portfolio.issues', %of, input => { limit => 100, effects => JSON::PP::true })->{data}{data} }],
	[map { $_->{mend}{changes} } @{ JSON::PP->new->utf8->decode($t->get("/v1/portfolios/$id{Principal}/issues?effects=true", @http)->body)->{data} }], 'with what each mend changes, as over HTTP';
{	# The time is spent on the issues that are asked for.
	my $twice = $t->post('/v1/portfolios', { name => 'Iguais' }, @http)->json->{id};
	$t->post("/v1/portfolios/$twice/transactions", [map { +{ %row, symbol => 'PETR4', trade_date => '2026-01-05', quantity => 10, price => 30 } } 1, 2], @http);
	my ($one) = @{ run('wallet.portfolio.issues', subject => { entity_id => $twice }, input => { symbol => 'petr4', code => 'duplicate_rows', effects => JSON::PP::true })->{data}{data} };
	like join(' ', @{ $one->{mend}{changes} }), qr{PETR4: de 20 para 10\.}, 'what the deletion of one of two equal rows changes';
	$t->request('DELETE', "/v1/portfolios/$twice", @http);
}
my ($sold) = grep { $_->{code} eq 'sold_more_than_held' && $_->{symbol} eq 'AAAA3' } @issues;
my ($mend) = grep { $_->{action} eq 'wallet.portfolio_transaction.add' } @{ $sold->{mend}{actions} };
is_deeply [sort keys %$mend], [qw(action fill input subject)], 'a mend is an Action';
for my $place (@{ $mend->{fill} }) {	# what only the person knows
	my ($n, $member) = $place =~ m{^/transactions/(\d+)/(\w+)$} or die $place;
	$mend->{input}{transactions}[$n]{$member} = $member eq 'price' ? 9 : '2026-05-29';
}
ok done($mend->{action}, $mend->{input})->{audit_event}{id}, 'that runs once it is filled';
is_deeply [grep { $_->{code} eq 'sold_more_than_held' && $_->{symbol} eq 'AAAA3' } @{ run('wallet.portfolio.issues', %of)->{data}{data} }], [], 'and the issue is gone';
done('wallet.portfolio_transaction.add', { %row, trade_date => '2026-11-18', price => 2.9 });	# a tenth of that day's close
my ($dismissed) = grep { $_->{dismiss} } @{ run('wallet.portfolio.issues', %of)->{data}{data} };
done($dismissed->{dismiss}{action}, $dismissed->{dismiss}{input});
is $dismissed->{code}, 'price_off_quote', 'an issue that may be right';
is_deeply [grep { $_->{title} eq $dismissed->{title} } @{ run('wallet.portfolio.issues', %of)->{data}{data} }], [], 'one is dismissed so, too';
my $wide = JSON::PP->new->utf8->decode($t->get("/v1/portfolios/$id{Principal}", @http)->body);
my @pages = map { run('wallet.portfolio.get', %of, input => $_) } { limit => 1 }, {};
is_deeply [$pages[0]{meta}{total}, scalar @{ $pages[0]{data}{holdings} }, $pages[0]{data}{patrimonio}], [scalar @{ $wide->{holdings} }, 1, $wide->{patrimonio}], 'of the holdings one, and the sums of all';
is_deeply [map { $_->{symbol} } @{ run('wallet.portfolio.get', %of, input => { symbol => 'petr4' })->{data}{holdings} }], ['PETR4'], 'the one that is asked for';
is fault('execute_function', { function => 'wallet.portfolio.issues', %of, input => { limit => 2, cursor => 'x' } }), 'invalid_input /input/cursor cursor', 'no cursor of ours';

# ---- a preview says what it changes in the figures ----

{
	my %of = (subject => { entity_id => $t->post('/v1/portfolios', { name => 'Outra' }, key => $bia->{user_key})->json->{id} });
	my %trade = (symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => 2000, price => 20);
	my $run = sub { my ($tool, $id, $input) = @_; my $r = tool($tool, { action => $id, %of, input => $input }, $bia->{user_key}); return $r->{structuredContent} // die $r->{content}[0]{text} };
	$run->('execute_action', 'wallet.portfolio_transaction.add', \%trade);
	$run->('execute_action', 'wallet.portfolio_targets.set', { targets => { slices => [{ name => 'Bolsa', types => ['stock'], pct => '60.00' }, { name => 'FII', types => ['fii'], pct => '40.00' }] } });
	my $seen = $run->('preview_action', 'wallet.portfolio_transaction.add', { %trade, kind => 'sell', trade_date => '2026-11-19', quantity => 800, price => 31 });
	my %change = map { $_->{pointer} => [@$_{qw(from to)}] } @{ $seen->{changes} };
	# 800 of 2,000 at 20.00 are sold at 31.00, at a close of 30.00: 24,800.00 of sales, over 20,000.00; 800 x 11 = 8,800.00 of gain; 15 % of it.
	is_deeply [@change{map { "/holdings/PETR4/$_" } qw(qty market_value realized_pl)}], [[2000, 1200], [60000, 36000], [0, 8800]], 'the position';
	is $change{'/holdings/PETR4/avg_price'}, undef, 'whose mean price stays';
	is_deeply [@change{map { "/portfolio/$_" } qw(patrimonio realized_pl)}], [[60000, 36000], [0, 8800]], 'the sums';
	is_deeply [@change{'/by_class/stock/value_brl', '/targets/Bolsa/value'}], [([60000, 36000]) x 2], 'the class, and its target';
	is_deeply [@change{'/tax/2026-11/due', '/darf/6015 2026-11/due_on'}], [[undef, 1320], [undef, '2026-12-30']], 'the tax of the month, and when it is due';
	my $again = $run->('preview_action', 'wallet.portfolio_transaction.add', \%trade);
	like join(' ', @{ $again->{warnings} }), qr/igual/, 'an equal row is there already, it says';
	$run->('execute_action', 'wallet.portfolio_asset.add', { symbol => 'CDB Velho', asset_type => 'renda_fixa', meta => { fixed_income => { indexer => 'cdi', maturity => '2026-06-01' } } });
	like join(' ', @{ $run->('preview_action', 'wallet.portfolio_transaction.add', { %trade, symbol => 'CDB Velho', asset_type => 'renda_fixa', trade_date => '2026-06-02' })->{warnings} }), qr{CDB Velho venceu em 01/06/2026}, 'and of a paper that had matured';
	like eval { $run->('execute_action', 'wallet.portfolio_transaction.add', { %trade, trade_date => '2030-01-01' }) } // $@, qr{"instance":"/v1/mcp/wallet"}, 'a refusal is of the request that came';
	$run->('execute_action', 'wallet.portfolio_transaction.add', { %trade, symbol => 'ITSA4' });
	is_deeply [grep { m{^/holdings/(?!PETR4/)} } map { $_->{pointer} } @{ $run->('preview_action', 'wallet.portfolio_transaction.add', { %trade, quantity => 7 })->{changes} }], [], 'a holding whose share alone moves is left out';
}

# ---- so do the previews of a correction, of a payment, of a class and of terms ----

{
	my $cai = account($t);
	my %of = (subject => { entity_id => $t->post('/v1/portfolios', { name => 'Corrigida' }, key => $cai->{user_key})->json->{id} });
	my $run = sub { my ($tool, $id, $input) = @_; my $r = tool($tool, { action => "wallet.portfolio_$id", %of, input => $input }, $cai->{user_key}); return $r->{structuredContent} // die $r->{content}[0]{text} };
	my $shown = sub { my $r = $run->('preview_action', @_); return ({ map { $_->{pointer} => [@$_{qw(from to)}] } @{ $r->{changes} } }, $r->{warnings}) };
	my $write = sub { return $run->('execute_action', @_)->{result} };
	my %trade = (symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => 1000, price => 20);
	my $bought = $write->('transaction.add', \%trade);
	# 800 of 1,000 at 20.00 are sold at 31.00: 24,800.00 of sales, a gain of 8,800.00, and 15 % of it is 1,320.00.
	my $sold = $write->('transaction.add', { %trade, kind => 'sell', trade_date => '2026-11-19', quantity => 800, price => 31 });

	# At 33.00: 26,400.00 of sales, 800 x 13 = 10,400.00 of gain, 1,560.00 of tax.
	my ($change, $warnings) = $shown->('transaction.change', { transaction_id => $sold->{id}, price => 33 });
	is_deeply [@$change{qw(/price /holdings/PETR4/realized_pl /portfolio/realized_pl /tax/2026-11/share_sales /tax/2026-11/due), '/darf/6015 2026-11/amount'}, $warnings],
		[[31, 33], ([8800, 10400]) x 2, [24800, 26400], ([1320, 1560]) x 2, []], 'a corrected sale: its result and the tax of its month';
	is $change->{'/holdings/PETR4/qty'}, undef, 'and not what stays';
	my $far_file = { content => "ticker,operacao,data,quantidade,preco\nPETR4,compra,2026-11-19,10,45\nXPTO99,compra,2026-11-19,10,45\nXPTO99,compra,2026-11-18,10,45\n", filename => 'longe.csv' };
	$warnings = tool('preview_action', { action => 'wallet.portfolio.import', %of, input => $far_file }, $cai->{user_key})->{structuredContent}{warnings};
	is_deeply [map { s/(fechamento).*/$1/r } @$warnings], ["Linha 2: O pre\x{e7}o de PETR4, R\$ 45,00, est\x{e1} longe do fechamento", "Linha 3: XPTO99 n\x{e3}o est\x{e1} nos dados do mercado: fica sem cota\x{e7}\x{e3}o."], 'of a file, what each row would be warned of'
		or diag explain $warnings;
	(undef, $warnings) = $shown->('transaction.change', { transaction_id => $sold->{id}, price => 45 });
	like join(' ', @$warnings), qr{O pre\x{e7}o de PETR4, R\$ 45,00, est\x{e1} longe do fechamento}, 'with the warning that its addition would have';
	# Of another month: October's sales and tax are there, November's are gone.
	($change) = $shown->('transaction.change', { transaction_id => $sold->{id}, trade_date => '2026-10-15' });
	is_deeply [@$change{map { "/tax/2026-$_/due" } 10, 11}], [[undef, 1320], [1320, undef]], 'in another month: the tax of both';
	# 1,000 - 800 = 200 at 30.00; without the sale 1,000 at 30.00.
	($change, $warnings) = $shown->('transaction.delete', { transaction_id => $sold->{id} });
	is_deeply [@$change{qw(/holdings/PETR4/qty /holdings/PETR4/market_value /portfolio/realized_pl /tax/2026-11/due)}, $warnings],
		[[200, 1000], [6000, 30000], [8800, 0], [1320, undef], []], 'without the sale: the position, and no tax';
	($change, $warnings) = $shown->('transaction.delete', { transaction_id => $bought->{id} });
	is_deeply $warnings, ["Venda de PETR4 em 19/11/2026 acima da quantidade em carteira."], 'without the purchase it sells what is not there, and the preview says so';
	# Another what-if of the portfolio is running: previewed all the same, without the figures.
	my $other = Lastro::Holder->new($t, "select pg_advisory_xact_lock(hashtextextended('what_if $of{subject}{entity_id}', 0))");
	for (['transaction.change', { transaction_id => $sold->{id}, price => 33 }, '/price'], ['transaction.add', { %trade, trade_date => '2026-01-06' }, '/symbol']) {
		my ($action, $input, $member) = @$_;
		($change, $warnings) = $shown->($action, $input);
		is_deeply [!!$change->{$member}, [grep { m{^/(?:holdings|portfolio|tax|darf)/} } keys %$change]], [!!1, []], "$action beside another what-if: what it writes alone";
		is_deeply $warnings, ["Outra simula\x{e7}\x{e3}o desta carteira est\x{e1} sendo calculada: o que muda nos n\x{fa}meros n\x{e3}o foi calculado."], '  and says why';
	}
	$other->end;
	(undef, $warnings) = $shown->('transaction.change', { transaction_id => $sold->{id}, quantity => 1200 });
	is_deeply $warnings, ["Venda de PETR4 em 19/11/2026 acima da quantidade em carteira: havia 1.000."], 'of the corrected sale itself once';

	my %paid = (symbol => 'PETR4', asset_type => 'stock', kind => 'jcp', pay_date => '2026-06-10', amount => '50.00');
	($change) = $shown->('income.add', \%paid);
	is_deeply [@$change{qw(/amount /holdings/PETR4/income_received /portfolio/income_received)}], [[undef, 50], ([0, 50]) x 2], 'a payment: what has been received';
	my $payment = $write->('income.add', \%paid);
	($change) = $shown->('income.change', { income_id => $payment->{id}, amount => 80 });
	is_deeply [@$change{qw(/amount /portfolio/income_received)}], [([50, 80]) x 2], 'corrected';
	($change) = $shown->('income.delete', { income_id => $payment->{id} });
	is_deeply [@$change{qw(/amount /portfolio/income_received)}], [[50, undef], [50, 0]], 'and taken away';

	# 50 of 100 at 100.00 are sold at 120.00: 1,000.00 of gain, 20 % as a FII; 15 % as a unit, which has no exemption.
	my $fund = $write->('transaction.add', { symbol => 'XPTO11', asset_type => 'fii', kind => 'buy', trade_date => '2026-02-05', quantity => 100, price => 100 });
	$write->('transaction.add', { symbol => 'XPTO11', asset_type => 'fii', kind => 'sell', trade_date => '2026-10-15', quantity => 50, price => 120 });
	($change) = $shown->('asset.change', { asset_id => $fund->{asset_id}, asset_type => 'stock' });
	is_deeply [@$change{qw(/asset_type /holdings/XPTO11/asset_type /by_class/fii/value_brl /by_class/stock/value_brl /tax/2026-10/due), '/darf/6015 2026-10/amount'}],
		[(['fii', 'stock']) x 2, [5000, undef], [6000, 11000], ([200, 150]) x 2], 'another class: its share, and the tax of each month of its rows';
	($change) = $shown->('asset.delete', { asset_id => $fund->{asset_id} });
	is_deeply [@$change{qw(/holdings/XPTO11/qty /by_class/fii/value_brl), '/darf/6015 2026-10/amount'}], [[50, undef], [5000, undef], [200, undef]], 'and without it';

	# 10,000.00 at 10 % a year of 252 days, after the 18th and the 19th (the 20th is a holiday): 1.10^(2/252) = 1.000756716; at 12 %, 1.12^(2/252) = 1.000899839.
	my $paper = $write->('transaction.add', { symbol => 'CDB Pre', asset_type => 'renda_fixa', kind => 'buy', trade_date => '2026-11-18', quantity => 1, price => 10000 });
	$write->('asset.change', { asset_id => $paper->{asset_id}, meta => { fixed_income => { indexer => 'prefixado', rate => 10, maturity => '2028-01-10' } } });
	($change) = $shown->('asset.change', { asset_id => $paper->{asset_id}, meta => { fixed_income => { indexer => 'prefixado', rate => 12, maturity => '2028-01-10' } } });
	is_deeply $change->{'/holdings/CDB Pre/market_value'}, [10007.57, 10009], 'other terms: its value';
	is $t->sql("select count(*) from income i join portfolio p on p.workspace_id = i.workspace_id and p.id = i.portfolio_id where p.id = '$of{subject}{entity_id}'"), 1, 'and nothing was written';
}

# ---- no Action writes twice when its answer is lost: the same key, under another message id ----

{
	my %of = (subject => { entity_id => $t->post('/v1/portfolios', { name => 'Repetida' }, key => $bia->{user_key})->json->{id} });
	my ($n, %twice) = (0);
	my $twice = sub {
		my ($id, $input, %more) = @_;
		my @answers = map { $t->post('/v1/mcp/wallet', { jsonrpc => '2.0', id => $_, method => 'tools/call', params => { name => 'execute_action',
			arguments => { action => "wallet.$id", ($id =~ /^portfolio/ ? %of : ()), input => $input, idempotency_key => "twice-$n", %more } } }, key => $bia->{user_key})->json->{result}{structuredContent} // {} } ++$n, 'again';

		is_deeply $answers[1], $answers[0], "$id: the same answer";
		is $t->sql("select count(*) from audit where action = 'wallet.$id' and outcome = 'done' and id = '@{[ $answers[0]{audit_event}{id} // '00000000-0000-0000-0000-000000000000' ]}'"), 1, 'of one event';
		$twice{"wallet.$id"} = 1;
		return $answers[0]{result};
	};
	my $rows = sub { return $t->sql("select (select count(*) from ledger where portfolio_id = '$of{subject}{entity_id}') || ' ' || (select count(*) from income where portfolio_id = '$of{subject}{entity_id}')") };
	my $row = $twice->('portfolio_transaction.add', { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => 10, price => 30 });
	$twice->('portfolio_transaction.change', { transaction_id => $row->{id}, price => 31 });
	my $paid = $twice->('portfolio_income.add', { asset_id => $row->{asset_id}, kind => 'dividend', pay_date => '2026-06-10', amount => '5.00' });
	$twice->('portfolio_income.change', { income_id => $paid->{id}, note => 'certo' });
	my $sheet = $twice->('portfolio.import', { content => "ticker,operacao,data,quantidade,preco\nVALE3,compra,2026-01-05,100,60.5\n" });
	is $rows->(), '2 1', 'each once';
	$twice->('portfolio_import.undo', { import_id => $sheet->{import_id} }, confirmed => JSON::PP::true);
	$twice->('portfolio_income.delete', { income_id => $paid->{id} });
	my $asset = $twice->('portfolio_asset.add', { symbol => 'CDB', asset_type => 'renda_fixa' });
	$twice->('portfolio_asset.change', { asset_id => $asset->{id}, name => 'Reserva' });
	$twice->('portfolio_price.state', { asset_id => $asset->{id}, price => 10, date => '2026-11-18' });
	$twice->('portfolio_succession.state', { asset_id => $row->{asset_id}, kind => 'succession', to => { symbol => 'PETR3', asset_type => 'stock' }, date => '2026-10-05', ratio => 1 });
	$twice->('portfolio_targets.set', { targets => { slices => [{ name => 'Tudo', types => ['stock'], pct => '100.00' }] } });
	$twice->('targets.set', { targets => { slices => [{ name => 'Tudo', types => ['stock'], pct => '100.00' }] } });
	$twice->('tax_inputs.set', { version => 0, withheld_policy => 'estimated' });
	$twice->('portfolio_asset.delete', { asset_id => $asset->{id} }, confirmed => JSON::PP::true);
	$twice->('portfolio_transaction.delete', { transaction_id => $row->{id} });
	is $rows->(), '0 0', 'and taken away once';
	is_deeply [sort keys %twice], [sort map { $_->{id} } @{ tool('list_actions', {}, $bia->{user_key})->{structuredContent}{data} }], 'every Action';
}

# ---- no access for others ----

my $last = rows();

sub added { return fault('execute_action', { action => 'wallet.portfolio_transaction.add', %of, input => \%row }, @_) }
is added($reader), 'scope_missing', 'a credential that only reads writes nothing';
is fault('preview_action', { action => 'wallet.portfolio_transaction.add', %of, input => \%row }, $reader), 'scope_missing', 'and previews nothing';
is added($bia->{user_key}), 'subject_not_found', 'another\'s cannot be written';
is rows(), $last, 'nothing came of it';
$t->sql("update workspace set wallet = 'suspended' where account_id = '$ana->{id}'");
is added(), 'scope_missing', 'a wallet that is suspended takes nothing';
is fault('execute_function', { function => 'wallet.portfolio.get', %of }), 'done', 'and is read';
$t->sql("update workspace set wallet = 'not_installed' where account_id = '$ana->{id}'");
is_deeply [grep { fault('execute_function', { function => $_->{id}, %of }) ne 'wallet_not_installed' } grep { $_->{scope} eq 'account:read' } @{ tool('list_functions', {}, $bia->{user_key})->{structuredContent}{data} }], [], 'one that is not installed is read by no Function';
is added(), 'wallet_not_installed', 'and written by no Action';

done_testing;

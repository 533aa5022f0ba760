#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A holding as a page: its worth, its result in parts, the tax of fixed income, what is owed; and one form that edits
# what the person says of it, with a preview.  Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Encode ();
use Lastro::Browser;
use Lastro::Market qw(closes rates);
use Lastro::Test;
use Test::More;

my $t = Lastro::Test->new;
my $base = 'https://carteira.example';
my %env = (LASTRO_BASE_URL => $base, LASTRO_NOW => '2026-11-20T15:00:00Z');
closes($t, b3 => 'PETR4', '2026-11-18' => '16.00', '2026-11-19' => '16.50');
closes($t, us => 'VOO', '2026-11-19' => '120');
rates($t, '2026-01-08' => '5.0000', '2026-11-19' => '5.5000');
$t->start_pool(workers => 1, env => \%env);

my $b = Lastro::Browser->new($t, headers => { Origin => $base });
$t->lastro_ok('account', 'create', '--email', 'ana@example.com', '--name', 'Ana', '--plan', 'personal');
my ($link) = $t->lastro_ok({ env => \%env }, 'account', 'invite', 'ana@example.com', '--json') =~ /"link":"\Q$base\E([^"]*)"/;
$b->submit($b->open($link), password => 'uma frase comprida', again => 'uma frase comprida');
$b->log_in('ana@example.com', 'uma frase comprida');
my $key = $t->lastro_json('key', 'create', '--account', 'ana@example.com', '--name', 'k', '--scopes', 'account:read,account:write')->{key};

sub text { my ($r) = @_; return Encode::decode('UTF-8', $r->body) }
sub faults { my ($html) = @_; my %f; $f{$1} = Lastro::Browser::unescape($2) while $html =~ m{<p class="err" id="([^"]*)-erro">([^<]*)</p>}g; return \%f }
sub value { my ($html, $name) = @_; my ($v) = $html =~ m{<input id="\Q$name\E"[^>]* value="([^"]*)"}; return defined $v ? Lastro::Browser::unescape($v) : undef }
sub chosen { my ($html, $name) = @_; my ($s) = $html =~ m{<select id="\Q$name\E"[^>]*>(.*?)</select>}s; return $s =~ m{value="([^"]*)" selected} ? $1 : '' }
sub figure { my ($html, $name) = @_; my ($v) = $html =~ m{<data class="\Q$name\E" value="([^"]*)"}; return defined $v ? $v + 0 : undef }

my $id = $t->post('/v1/portfolios', { name => 'Principal' }, key => $key)->json->{id};
my %asset;
for my $row (['PETR4', 'stock', 'buy', '2026-01-05', 100, 10], ['VOO', 'us', 'buy', '2026-01-08', 2, 100], ['CDB X', 'renda_fixa', 'buy', '2026-01-05', 10, 1000],
	['PETRA300', 'option', 'sell', '2026-11-10', 100, 1]) {
	my $r = $t->post("/v1/portfolios/$id/transactions", { symbol => $row->[0], asset_type => $row->[1], kind => $row->[2], trade_date => $row->[3], quantity => $row->[4],
		price => $row->[5] }, key => $key);

	die $r->body if $r->status != 201;
	$asset{ $row->[0] } = $r->json->{asset_id};
}
$t->post("/v1/portfolios/$id/income", { symbol => 'PETR4', asset_type => 'stock', kind => 'dividend', pay_date => $_->[0], amount => $_->[1] }, key => $key)
	for ['2025-11-30', '5.00'], ['2025-12-01', '2.00'], ['2026-03-02', '10.34'];

sub page { my ($symbol, $rest) = @_; return $b->open("/portfolios/$id/holdings/$asset{$symbol}" . ($rest // '')) }

# ---- what it says ----

my $html = text(page('PETR4'));
# Cost 1,000.00, worth 1,650.00; 17.34 received, 12.34 of it in the twelve months that end with November 2026.
is_deeply { map { $_ => figure($html, $_) } qw(market_value unrealized_pl income_received result.total result.income_12m result.yield_on_cost_pct) },
	{ market_value => 1650, unrealized_pl => 650, income_received => 17.34, 'result.total' => 667.34, 'result.income_12m' => 12.34, 'result.yield_on_cost_pct' => 1.234 },
	'worth, result, yield on cost';
is figure($html, 'result.yield_on_value_pct'), 0.7479, '12.34 / 1,650.00';
like $html, qr{Cotação de 19/11/2026}, 'the day of the price';
like $html, qr{<a class="btn go" href="/portfolios/$id/transactions/new\?symbol=PETR4">Lançar}, 'a row is typed with its symbol';
is figure($html, 'result.dollar'), undef, 'no dollar in it';

$html = text(page('VOO'));
# 2 x 100 x 5.00 = 1,000; 2 x 120 x 5.50 = 1,320.  The price: 40 dollars x 5.50.
is_deeply [map { figure($html =~ s/.*<h2>Resultado//sr, $_) } qw(unrealized_pl result.price result.dollar)], [320, 220, 100], 'abroad the dollar has its part';
like $html, qr{Em dólares.*US\$\s*120,00}s, 'and its own currency stands beside';

$html = text(page('PETRA300'));
like $html, qr{note warn">Você lançou 100 opções PETRA300}, 'an option that was written is owed' or diag $html;

$html = text(page('CDB X'));
like $html, qr{Pelo que custou}, 'fixed income without terms stands at its cost';
unlike $html, qr{O que foi contratado}, 'and has none to show';

# ---- the form ----

my $form = page('CDB X', '/edit');
$html = text($form);
is $form->status, 200, 'the form';
is_deeply [chosen($html, 'asset_type'), value($html, 'name'), value($html, 'price')], ['renda_fixa', undef, undef], 'shows what was said';
my %said = (name => 'CDB do banco X', tax_id => '00.000.000/0001-91', custody => 'br', indexer => 'prefixado', rate => '10', maturity => '2028-01-05', paper => 'CDB',
	price => '1.080,00', date => '2026-11-19');
my $shown = $b->shown($form, { which => qr/preview/ }, %said);
is $shown->status, 200, 'a preview' or diag text($shown);
$html = text($shown);
is_deeply [map { figure($html, $_) } qw(before.market_value after.market_value after.unrealized_pl)], [10000, 10800, 800], 'of what changes';
is $t->get("/v1/portfolios/$id/assets/$asset{'CDB X'}", key => $key)->json->{name}, undef, 'nothing is written yet';
my ($to, $fields) = Lastro::Browser::form($shown, qr{/edit$});
my $done = $b->post_form($to, $fields);
is $done->status, 303, 'written' or diag text($done);
is $b->post_form($to, $fields)->status, 303, 'a second press writes nothing more';
my $r = $t->get("/v1/portfolios/$id/assets/$asset{'CDB X'}", key => $key);
my $stored = $r->json;
is $stored->{name}, 'CDB do banco X', 'the name';
is_deeply $stored->{meta}, { tax_id => '00.000.000/0001-91', custody => 'br', fixed_income => { indexer => 'prefixado', rate => '10', maturity => '2028-01-05', paper => 'CDB' },
	stated_prices => [{ date => '2026-11-19', price => '1080.00' }] }, 'and the rest, each in its place' or diag explain $stored->{meta};

$html = text($b->open($done->header('Location')));
like $html, qr{Pelo preço que você informou de 19/11/2026}, 'the page says whose price it is';
like $html, qr{10% ao ano, prefixado.*05/01/2028.*CDB}s, 'and what was contracted';
# 800.00 gained in 319 days: 20 %.
is_deeply [map { figure($html, $_) } qw(sale_tax net_value)], [160, 10640], 'tax and net value of a sale today';

$html = text($form = page('CDB X', '/edit'));
is_deeply [value($html, 'name'), value($html, 'tax_id'), chosen($html, 'custody'), chosen($html, 'indexer'), value($html, 'rate'), value($html, 'maturity'), value($html, 'paper')],
	['CDB do banco X', '00.000.000/0001-91', 'br', 'prefixado', '10', '2028-01-05', 'CDB'], 'what was entered is shown';
like $html, qr{<option value="2026-11-19">R\$.*1\.080, de 19/11/2026</option>}, 'the price among those that can be withdrawn';

# A second price, then the first is withdrawn.
sub edited {
	my ($symbol, %typed) = @_;
	my $seen = $b->shown(page($symbol, '/edit'), { which => qr/preview/ }, %typed);
	return $seen if $seen->status != 200;
	return $b->post_form(Lastro::Browser::form($seen, qr{/edit$}));
}
is edited('CDB X', price => '1090')->status, 303, 'another price, of today';
is edited('CDB X', withdraw => '2026-11-19')->status, 303, 'one is withdrawn';
is_deeply [map { "$_->{date} $_->{price}" } @{ $t->get("/v1/portfolios/$id/assets/$asset{'CDB X'}/price", key => $key)->json->{prices} }], ['2026-11-20 1090'], 'the other stays';

# A person's own members stay.
$t->patch("/v1/portfolios/$id/assets/$asset{PETR4}", { meta => { corretora => 'Azul', dismissed_issues => ['x'] } }, key => $key);
is edited('PETR4', name => 'Petrobras')->status, 303, 'another name';
is_deeply $t->get("/v1/portfolios/$id/assets/$asset{PETR4}", key => $key)->json->{meta}, { corretora => 'Azul', dismissed_issues => ['x'] }, 'leaves the other members';
is edited('PETR4', name => '')->status, 303, 'and none';
is $t->get("/v1/portfolios/$id/assets/$asset{PETR4}", key => $key)->json->{name}, undef, 'none it is';
is edited('PETR4', asset_type => 'bdr')->status, 303, 'another class';
is $t->get("/v1/portfolios/$id/assets/$asset{PETR4}", key => $key)->json->{asset_type}, 'bdr', 'is that';
edited('PETR4', asset_type => 'stock');

# ---- refusals ----

my $version = $t->sql('select ledger_version from portfolio');
for my $case ([date => '2026-11-21', 'a day to come', price => '1'], [price => 'dez', 'a word'], [price => '-1', 'a negative price'], [tax_id => '123', 'no tax id'],
	[rate => 'muito', 'no rate'], [maturity => '31/02/2027', 'no day'], [indexer => '', 'terms without an index', rate => '10'], [anniversary_day => '40', 'no day of a month'],
	[pct => '', 'an index without its percentage', indexer => 'cdi', rate => ''], [paper => 'banana', 'a kind that there is not'], [exempt => 'maybe', 'no choice']) {
	my ($name, $typed, $what, %more) = @$case;
	my $r = edited('CDB X', name => 'Outro nome', $name => $typed, %more);

	$html = text($r);
	is $r->status, 400, "$what is refused";
	is_deeply [sort keys %{ faults($html) }], [$name], '… beside its field' or diag $html;
	is value($html, 'name'), 'Outro nome', '… and what was typed stays';
}
is edited('PETR4', asset_type => 'us')->status, 400, 'a class of another currency';
is $t->sql('select ledger_version from portfolio'), $version, 'nothing was written';
is $b->open("/portfolios/$id/holdings/01930000-0000-7000-8000-000000000000/edit")->status, 404, 'no such asset';

# ---- a wrong code ----

{
	my ($to, $f) = Lastro::Browser::form(page('PETR4', '/edit'), qr/mend$/);
	my ($symbol) = grep { /f0$/ } keys %$f;
	my $r = $b->post_form($to, { %$f, $symbol => 'não é' });

	is $r->status, 400, 'no code is refused';
	is_deeply [keys %{ faults(text($r)) }], [$symbol], '… beside its field';
	$r = $b->arrive($b->post_form($to, { %$f, $symbol => 'PETR3' }));
	like text($r), qr{Corrigido: PETR4 é PETR3, com os lançamentos e os proventos\.}, 'the right one';
	is $t->get("/v1/portfolios/$id/assets/$asset{PETR4}", key => $key)->json->{symbol}, 'PETR3', '… is that';
	$b->post_form(Lastro::Browser::form($r, qr/undo/));
	is $t->get("/v1/portfolios/$id/assets/$asset{PETR4}", key => $key)->json->{symbol}, 'PETR4', '… until it is taken back';
}

done_testing;

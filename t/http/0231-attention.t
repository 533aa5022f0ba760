#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# What asks something of a person, in one list: over HTTP, as a Function, and as a card of the overview.
# Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Lastro::Console qw(card figures row same told_text);
use Lastro::Market qw(closes);
use Lastro::Tenants qw(account);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $t = Lastro::Test->new;
closes($t, b3 => 'PETR4', '2026-11-19' => '30');
closes($t, b3 => 'VALE3', '2026-11-19' => '60');
closes($t, b3 => 'ITSA4', '2026-11-19' => '10');

my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
$t->lastro_ok('plan', 'set', 'free', '--portfolios', 20);
my ($ana) = $c->person('ana@example.com');
my $path = '/v1/portfolio/attention';

# ---- nothing ----

is_deeply $c->json($path), { data => [], meta => { count => 0, urgent => 0, as_of => '2026-11-20' } }, 'without portfolios nothing';
my ($one, $two) = map { $c->write(POST => '/v1/portfolios', { name => $_ })->{id} } 'Uma', 'Outra';
is_deeply $c->json($path)->{data}, [], 'nor of empty ones';
unlike $c->page('/portfolios'), qr{Pede atenção}, 'nor has the page, which says what to do first';
$c->write(POST => "/v1/portfolios/$one/assets", { symbol => 'PETR4', asset_type => 'stock' });
is_deeply $c->json($path)->{data}, [], 'nor of what is watched';
like told_text(card($c->page('/portfolios'), 'Pede atenção')), qr{^\s*Nada: }, 'and the page says so';

# ---- a list ----

# June: 1,000 bought at 20 are sold at 30: 10,000 of gain on sales of 30,000, above the limit of 20,000: 15 %, 1,500.00, due on 31 July.
# October: 500 are sold at 60 that were never bought: sales of 30,000, whose gain nobody knows.
$c->write(POST => "/v1/portfolios/$one/transactions", [
	row('PETR4', 'stock', 'buy', '2026-01-08', '1000', '20'), row('PETR4', 'stock', 'sell', '2026-06-08', '1000', '30'),
	row('ITSA4', 'stock', 'buy', '2026-01-08', '100', '9'), row('VALE3', 'stock', 'sell', '2026-10-06', '500', '60'),
]);
# All of this one is one asset.
$c->write(POST => "/v1/portfolios/$two/transactions", row('ITSA4', 'stock', 'buy', '2026-01-08', '50', '9'));

my $j = $c->json($path);
my %of;
push @{ $of{ $_->{kind} } }, $_ for @{ $j->{data} };
is $j->{data}[0]{kind}, 'darf', 'what is late comes first';
is_deeply $of{darf}, [{ kind => 'darf', urgency => 'urgent', title => 'DARF de junho em atraso', detail => $of{darf}[0]{detail}, count => 1, portfolio_id => undef, portfolio_name => undef,
	darf => { code => '6015', period => '2026-06', due_on => '2026-07-31', amount => '1500.00' }, path => '/v1/portfolio/tax?year=2026', ask => { function => 'wallet.tax.get', input => { year => 2026 } } }], 'the DARF: 15 % of 10,000';
like $of{darf}[0]{detail}, qr{^Código 6015, venceu em 31/07/2026}, 'with its day';
is_deeply [@{ $of{tax_answers}[0] }{qw(title detail count urgency portfolio_id path)}],
	['O imposto de um mês espera respostas', 'De 2026: outubro; o DARF, se há, vence em 30/11/2026', 1, 'soon', undef, '/v1/portfolio/tax?year=2026'], 'a month whose tax is not known';
my $issues = $c->json("/v1/portfolios/$one/issues");
is_deeply [map { [@$_{qw(portfolio_id portfolio_name count path ask)}] } @{ $of{issues} }], [[$one, 'Uma', $issues->{meta}{count}, "/v1/portfolios/$one/issues",
	{ function => 'wallet.portfolio.issues', subject => { entity_id => $one }, input => {} }]], 'the issues of a portfolio, as its own list counts them';
is $of{issues}[0]{title}, $issues->{meta}{count} . ($issues->{meta}{count} == 1 ? ' pendência' : ' pendências'), 'in words';
like $of{issues}[0]{detail}, qr{^VALE3: \Q$issues->{data}[0]{title}\E}, 'the worst first';
is_deeply [map { [$_->{portfolio_name}, $_->{title}, $_->{count}] } @{ $of{concentration} }],
	[map { my $x = $c->json("/v1/portfolios/$_->[1]/xray"); [$_->[0], $x->{flags}[0], scalar @{ $x->{flags} }] } ['Outra', $two], ['Uma', $one]], 'what each x-ray flags';
my @order = map { my $u = $_->{urgency}; { urgent => 0, soon => 1, notice => 2 }->{$u} } @{ $j->{data} };
is_deeply \@order, [sort { $a <=> $b } @order], 'by urgency';
is_deeply $j->{meta}, { count => scalar @{ $j->{data} }, urgent => 1, as_of => '2026-11-20' }, 'counted';

# ---- the page ----

my $html = card($c->page('/portfolios'), 'Pede atenção');
my @rows = $html =~ m{(<li>.*?</li>)}gs;
is scalar @rows, $j->{meta}{count}, 'a row each';
is_deeply [map { told_text($_) =~ /^(Urgente|Atenção|Aviso): / ? $1 : '-' } @rows], [map { { urgent => 'Urgente', soon => 'Atenção', notice => 'Aviso' }->{ $_->{urgency} } } @{ $j->{data} }],
	'whose urgency is also a word';
like told_text($rows[0]), qr{DARF de junho em atraso.*R\$.1\.500,00}s, 'the DARF with its amount';
same(figures($html), 'darf.left', '1500.00');
my @links = map { m{<a class="over" href="([^"]*)"} } @rows;
for my $to (map { s/&amp;/&/gr =~ s/#.*//r } @links) { is $ana->open($to)->status, 200, "$to is there" }
is_deeply [map { s/&amp;/&/gr } @links[0, 1]], ['/tax?year=2026&darf=6015-2026-06', '/tax/missing?year=2026#2026-10'], 'the pages that mend them';

# ---- dismissed, paid, left out ----

$c->write(PUT => '/v1/portfolio/tax/inputs', { paid => [{ code => '6015', period => '2026-06', paid_on => '2026-07-31', amount => '1500.00' }] });
is_deeply [grep { $_->{kind} eq 'darf' } @{ $c->json($path)->{data} }], [], 'a paid DARF is not there';
$c->write(PATCH => "/v1/portfolios/$one", { exclude_from_consolidated => JSON::PP::true });
is_deeply [map { $_->{portfolio_name} } grep { $_->{portfolio_id} } @{ $c->json($path)->{data} }], ['Outra'], 'nor is a simulation';
$c->write(PATCH => "/v1/portfolios/$one", { exclude_from_consolidated => JSON::PP::false });

# ---- options that were written ----

# L: a call that expires on the third Friday of December, the 18th, 28 days from now; W, a put of November: on the day before, since today
# is a holiday, and rows still count.
my $three = $c->write(POST => '/v1/portfolios', { name => 'Lançada' })->{id};
$c->write(POST => "/v1/portfolios/$three/transactions", row('PETRL40', 'option', 'sell', '2026-11-05', '200', '1'));
sub owed { return grep { $_->{kind} eq 'owed' } @{ $c->json($path)->{data} } }
is_deeply [owed()], [{ kind => 'owed', urgency => 'soon', title => '200 opções PETRL40 lançadas, que vencem em 18/12/2026',
	detail => 'É uma obrigação, que o patrimônio não desconta, também quando a carteira tem o ativo delas', count => 1, portfolio_id => $three, portfolio_name => 'Lançada', darf => undef,
	path => "/v1/portfolios/$three?include=closed", ask => { function => 'wallet.portfolio.get', subject => { entity_id => $three }, input => { include => ['closed'] } } }], 'what is owed';
my ($owed) = grep { /PETRL40 lançadas/ } card($c->page('/portfolios'), 'Pede atenção') =~ m{(<li>.*?</li>)}gs;
like $owed, qr{<a class="over" href="/portfolios/$three">}, 'leads to the portfolio';
like told_text($c->page("/portfolios/$three")), qr{Você lançou 200 opções PETRL40, que vencem em 18/12/2026}, 'whose page says it first';
$c->write(POST => "/v1/portfolios/$three/transactions", row('PETRW30', 'option', 'sell', '2026-11-05', '100', '1'));
is_deeply [map { [@$_{qw(urgency title detail count)}] } owed()],
	[['urgent', '100 opções PETRW30 lançadas, que venceram em 19/11/2026', 'É uma obrigação, que o patrimônio não desconta, também quando a carteira tem o ativo delas; e mais 1', 2]], 'the first to expire is named';
$c->write(POST => "/v1/portfolios/$three/transactions", [row('PETRL40', 'option', 'buy', '2026-11-09', '200', '1'), row('PETRW30', 'option', 'buy', '2026-11-09', '100', '1')]);
is_deeply [owed()], [], 'bought back, nothing is owed';

# ---- "E mais N" ----

for my $n (1 .. 8) {
	my $id = $c->write(POST => '/v1/portfolios', { name => "Mais $n" })->{id};

	$c->write(POST => "/v1/portfolios/$id/transactions", row('ITSA4', 'stock', 'buy', '2026-01-08', '50', '9'));
}
$html = card($c->page('/portfolios'), 'Pede atenção');
my $all = $c->json($path)->{meta}{count};
my ($first, $rest) = split /<details class="more">/, $html;
is scalar(() = $first =~ /<li>/g), 8, 'eight rows';
like told_text($rest), qr{^E mais \Q@{[$all - 8]}\E\b}, 'and how many more';
is scalar(() = $rest =~ /<li>/g), $all - 8, 'which are there, closed';

# ---- in January: the DARF of the year before ----

{
	my $then = Lastro::Test->new;
	my $january = Lastro::Console->new($then, now => '2027-01-20T15:00:00Z');
	my ($bia) = $january->person('bia@example.com');
	my $id = $january->write(POST => '/v1/portfolios', { name => 'Uma' })->{id};
	my $darf = sub { return [map { [@$_{qw(title detail urgency count path)}, $_->{darf}{amount}] } grep { $_->{kind} eq 'darf' } @{ $january->json($path)->{data} }] };

	# 1,000 bought at 20 are sold at 30: 10,000 of gain on 30,000, 15 %: 1,500.00, due on Friday, 29 January.
	$january->write(POST => "/v1/portfolios/$id/transactions", [row('PETR4', 'stock', 'buy', '2026-01-08', '1000', '20'), row('PETR4', 'stock', 'sell', '2026-12-08', '1000', '30')]);
	is_deeply $darf->(), [['DARF de dezembro de 2026 vence em 9 dias', 'Código 6015, vence em 29/01/2027', 'soon', 1, '/v1/portfolio/tax?year=2026', '1500.00']], 'the one of December';
	my $first = card($january->page('/portfolios'), 'Pede atenção');
	my ($link) = $first =~ m{<a class="over" href="([^"]*)"};
	is $link, '/tax?year=2026&amp;darf=6015-2026-12', 'leads to its card';
	my $year = told_text($january->page('/tax'));
	like $year, qr{A pagar até 29/01/2027: R\$\x{a0}1\.500,00, de dezembro de 2026\.}, 'the year says it';
	like $year, qr{DARF de 2026 e 2027.*6015 · dezembro de 2026.*De 2027, nenhum DARF\.}s, 'and that it has none of its own';
	unlike $year, qr{Nenhum DARF no ano}, 'and not that there is none';
	# 3,000 bought at 9 are sold at 10: 3,000 of gain on 30,000: 450.00, due on 31 July.
	$january->write(POST => "/v1/portfolios/$id/transactions", [row('ITSA4', 'stock', 'buy', '2026-01-08', '3000', '9'), row('ITSA4', 'stock', 'sell', '2026-06-08', '3000', '10')]);
	is_deeply $darf->(), [['DARF de junho de 2026 em atraso', 'Código 6015, venceu em 31/07/2026; ao todo há 2 a pagar', 'urgent', 2, '/v1/portfolio/tax?year=2026', '450.00']], 'a late one comes first';
	$january->write(PUT => '/v1/portfolio/tax/inputs', { paid => [{ code => '6015', period => '2026-12', paid_on => '2027-01-19', amount => '1500.00' }, { code => '6015', period => '2026-06', paid_on => '2026-07-31', amount => '450.00' }] });
	# In December 500 are sold at 60 that were never bought.
	$january->write(POST => "/v1/portfolios/$id/transactions", row('VALE3', 'stock', 'sell', '2026-12-09', '500', '60'));
	is_deeply [map { [@$_{qw(title detail path)}] } grep { $_->{kind} eq 'tax_answers' } @{ $january->json($path)->{data} }], [['O imposto de um mês espera respostas', 'De 2026: dezembro; o DARF, se há, vence em 29/01/2027', '/v1/portfolio/tax?year=2026']], 'what December asks';
	like card($january->page('/portfolios'), 'Pede atenção'), qr{href="/tax/missing\?year=2026#2026-12"}, 'with the page that answers it';
	my ($sold) = grep { $_->{symbol} eq 'VALE3' } @{ $january->json("/v1/portfolios/$id/transactions")->{data} };
	$january->write(DELETE => "/v1/portfolios/$id/transactions/$sold->{id}");
	is_deeply $darf->(), [], 'paid, they are gone';
	like told_text($january->page('/tax')), qr{Nenhum DARF no ano\.}, 'and there is none';
	$then->finish;
}

# ---- what may be owed since long ago, and more issues than are named ----

{
	my $cai = account($t)->{user_key};
	my $id = $t->post('/v1/portfolios', { name => 'De 2024' }, key => $cai)->json->{id};
	my $items = sub { return $t->get($path, key => $cai)->json };

	# An ETF that may be of shares is sold with a gain in June 2024: a DARF of it fell due on 31 July 2024.  Of the papers sold in
	# November 2026 none was bought: what is due of it falls due on 30 December.
	is $t->post("/v1/portfolios/$id/transactions", [row('BOVA97', 'etf', 'buy', '2024-03-04', 100, 100), row('BOVA97', 'etf', 'sell', '2024-06-10', 100, 110),
		map { row($_, 'stock', 'sell', '2026-11-09', 1000, 10) } qw(AAAA3 BBBB3 CCCC3)], key => $cai)->status, 201, 'rows';
	my $j = $items->();
	is_deeply [map { [@$_{qw(title urgency)}] } grep { $_->{kind} eq 'tax_answers' } @{ $j->{data} }],
		[['O imposto de um ano anterior não está fechado', 'urgent'], ['O imposto de um mês espera respostas', 'soon']], 'what may be overdue is urgent, what is to come is not' or diag explain $j;
	is $j->{meta}{urgent}, 1, 'and is counted';
	my ($issues) = grep { $_->{kind} eq 'issues' } @{ $j->{data} };
	my %sorts = map { $_->{code} => 1 } @{ $t->get("/v1/portfolios/$id/issues", key => $cai)->json->{data} };
	my $more = $issues->{count} - (keys %sorts > 1 ? 2 : 1);
	cmp_ok $more, '>', 0, 'more issues than are named';
	like $issues->{detail}, qr{^\w+: .*; e mais $more$}, 'says how many more' or diag $issues->{detail};
}

# ---- a very large account ----

{
	my $big = account($t)->{user_key};
	my $id = $t->post('/v1/portfolios', { name => 'Enorme' }, key => $big)->json->{id};

	$t->sql("insert into asset (workspace_id, portfolio_id, id, symbol, asset_type, created_at)
		select workspace_id, id, md5('big' || g)::uuid, 'BIG' || g, 'stock', '2026-01-02' from portfolio, generate_series(1, 2001) g where id = '$id'");
	my $r = $t->get('/v1/portfolio/attention', key => $big);

	is $r->status, 200, 'a portfolio of 2,001 assets' or diag $r->body;
	is_deeply [map { "$_->{kind} $_->{count}" } @{ $r->json->{data} }], ['tax_answers 0', 'issues 0'], 'has where to look, and nothing that is counted';
}

done_testing;

#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The console: an office's pages equal its Functions, and every button is an Action with a preview.
# Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Encode ();
use Lastro::Browser;
use Lastro::Holder;
use Lastro::Console qw(between card figures same terms told_text);
use Lastro::Market qw(closes);
use Lastro::Office;
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $t = Lastro::Test->new;
closes($t, b3 => 'PETR4', '2026-11-18' => '16.00', '2026-11-19' => '16.50');
my $office = Lastro::Office->new($t, 'Escritório');
my %who = map { $_ => $office->member($_) } qw(owner advisor assistant);
my $away = Lastro::Office->new($t, 'Vizinho');
my $stranger = $away->member('owner');
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my ($b) = $c->enter($who{owner}{email});
my $at = "/offices/$office->{id}";

sub asked { my ($id, $input, %o) = @_; return $office->function($id, $input // {}, as => $who{owner}, %o)->json->{data} }

# previewed() - submits a form: the preview equals the protocol's, and nothing is written.
sub previewed {
	my ($from, $way, $id, %fields) = @_;
	my $page = $c->page($from);
	my ($href) = grep { m{/actions/\Q$id\E\?} } map { Lastro::Browser::unescape($_) } $page =~ m{<a class="act" href="([^"]*)">}g;

	ok $href, "$from links to $id";
	like $page, qr{<a class="act" href="[^"]*\Q$id\E[^"]*">\Q$way\E</a>}, "by its name: $way";
	my $form = $b->open($href);
	is $form->status, 200, 'its form';
	my $r = $b->shown($form, { which => qr{/(?:actions|files)/} }, step => 'preview', %fields);
	is $r->status, 200, "$id is previewed" or diag $r->body;
	like told_text(Encode::decode('UTF-8', $r->body)), qr{Nada foi gravado ainda}, 'and only that';
	return $r;
}
sub executed {
	my ($preview, $back) = @_;
	my $r = $b->submit($preview, { which => qr{/(?:actions|files)/} }, step => 'execute');

	is $r->status, 303, 'it is executed' or diag $r->body;
	is $r->header('location'), $back, 'and redirects back';
	return;
}

is_deeply [map { Lastro::Browser::unescape($_) } $c->page('/offices') =~ m{<a href="(/offices/[^"]*)">}g], [$at], 'the offices of the person';

# ---- a family, a client, a portfolio, a trade: each previewed, then executed ----
executed(previewed("$at/families", 'Nova família', 'advisor.family.create', name => 'Prado <i>'), "$at/families");
# What meets a lock is tried again, from the form that was sent.
{
	my $preview = previewed("$at/families", 'Nova família', 'advisor.family.create', name => 'Retida');
	my $lock = Lastro::Holder->new($t, 'lock table audit_head in exclusive mode');
	my $r = $b->submit($preview, { which => qr{/(?:actions|files)/} }, step => 'execute');

	isnt $r->status, 400, 'an Action that meets a lock is not a form that did not arrive' or diag $r->body;
	unlike Encode::decode('UTF-8', $r->body), qr{não chegou inteiro}, 'nor called one';
	$lock->end;
	is_deeply [map { $_->{name} } @{ asked('advisor.families.list') }], ['Prado <i>'], 'nothing was written';
}
my $family = asked('advisor.families.list')->[0];
is $family->{name}, 'Prado <i>', 'a family';
like $c->page("$at/families"), qr{Prado &lt;i&gt;}, 'its name is text';

my $preview = previewed("$at/clients", 'Novo cliente', 'advisor.client.create', name => '<script>alert(1)</script>', email => 'c@example.com',
	family_id => $family->{id}, notes => 'Nota.');
like $c->held($preview, 'the preview'), qr{Cria um cliente}, 'with its effects';
my %shown = map { /<td[^>]*>(.*?)<\/td>\s*<td[^>]*><bdi>(.*?)<\/bdi>\s*<\/td>\s*<td[^>]*><bdi>(.*?)<\/bdi>/s ? ($1 => $3) : () } split /<tr>/, between(Encode::decode('UTF-8', $preview->body), 'O que muda');
is $shown{Nome}, '&lt;script&gt;alert(1)&lt;/script&gt;', 'the changes, as text';
is_deeply asked('advisor.clients.list'), [], 'there is no client yet';
executed($preview, "$at/clients");
my $client = asked('advisor.clients.list')->[0];
is $client->{name}, '<script>alert(1)</script>', 'the client is';

# ---- its lists as sheets ----

my @sheets = $c->page($at) =~ m{<a href="(\?csv=\d+)"}g;
cmp_ok scalar @sheets, '>', 0, 'the first page has a list';
like $b->open("$at$_")->header('content-type'), qr{^text/csv}, "$_ is a sheet" for @sheets;
is $b->open("$at?csv=99")->status, 400, 'another number is none';

# ---- persons and families are chosen, by name ----
{
	my @members = @{ asked('advisor.members.list') };
	my ($one, $two) = map { $_->{id} } @members[0, 1];
	my $form = $b->open("$at/actions/advisor.client.create");
	like Encode::decode('UTF-8', $form->body), qr{<select id="family_id".*<option value="$family->{id}">Prado &lt;i&gt;</option>}s, 'a family is chosen';
	$form = $b->open("$at/actions/advisor.client_assignment.set?client_id=$client->{id}");
	unlike told_text($form->body), qr{$client->{id}|$one|\bids\b}, 'no id is shown or asked for';
	like Encode::decode('UTF-8', $form->body), qr{<label for="member_ids-$_->{id}-on">\Q$_->{name}, $_->{email}\E}, "$_->{name} is a box" for @members;
	my $preview = $b->shown($form, { which => qr{/actions/} }, step => 'preview', map { ("member_ids-$_" => 'on') } $one, $two);
	unlike told_text($preview->body), qr{$client->{id}|$one|$two}, 'nor in the preview';
	executed($preview, $at);
	is_deeply [sort @{ asked('advisor.client.get', {}, subject => $client->{id})->{member_ids} }], [sort $one, $two], 'both are assigned';
	$form = $b->open("$at/actions/advisor.client_assignment.set?client_id=$client->{id}");
	is_deeply [sort $form->body =~ m{id="member_ids-([^"]*)-on"[^>]* checked}g], [sort $one, $two], 'and ticked when it is opened again';
	my ($action, $fields) = Lastro::Browser::form($form, qr{/actions/});
	delete @$fields{grep { /^member_ids/ } keys %$fields};
	executed($b->arrive($b->post_form($action, { %$fields, step => 'preview' })), $at);
	is_deeply asked('advisor.client.get', {}, subject => $client->{id})->{member_ids}, [], 'none ticked is none';
}

executed(previewed("$at/clients/$client->{id}", 'Nova carteira', 'advisor.client_portfolio.create', name => 'Principal', exclude_from_consolidated => ''), "$at/clients/$client->{id}");
my $portfolio = asked('advisor.client_portfolios.list', {}, subject => $client->{id})->[0];
is $portfolio->{name}, 'Principal', 'a portfolio of the client';
executed(previewed("$at/portfolios/$portfolio->{id}", 'Novo lançamento', 'advisor.client_portfolio_transaction.add', symbol => 'PETR4', asset_type => 'stock', kind => 'buy',
	trade_date => '2026-11-03', quantity => '1000', price => '12,34'), "$at/portfolios/$portfolio->{id}");

# An ambiguous number is refused, as in one's own portfolio.
{
	my $page = $b->open("$at/actions/advisor.client_portfolio_transaction.add?portfolio_id=$portfolio->{id}");
	my @row = (symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-11-03', price => '12,34');
	my $r = $b->shown($page, { which => qr{/actions/} }, step => 'preview', @row, quantity => '1.234');

	is $r->status, 400, 'a thousand and some, or one and some';
	like Encode::decode('UTF-8', $r->body), qr{id="quantity-erro"[^>]*>[^<]*escreva 1234 ou 1\.234,00}, 'is reported beside the field';
	$r = $b->shown($page, { which => qr{/actions/} }, step => 'preview', @row, quantity => '1.234,5');
	is $r->status, 200, 'with its comma it is one';
	like Encode::decode('UTF-8', $r->body), qr{1234\.5|1\.234,5}, 'number';
}

{
	my $twice = previewed("$at/families", 'Nova família', 'advisor.family.create', name => 'Duas vezes');
	my ($action, $fields) = Lastro::Browser::form($twice, qr{/actions/});

	is $b->post_form($action, { %$fields, step => 'execute' })->status . '', '303', 'executed' for 1, 2;
	is scalar(grep { $_->{name} eq 'Duas vezes' } @{ asked('advisor.families.list') }), 1, 'a button pressed twice is done once';
	is $b->post_form($action, { %$fields, step => 'execute', name => 'Outra' })->status, 422, 'no second one is made from the same page';
}

# ---- a file ----
{
	my $csv = "ticker,operacao,data,quantidade,preco\nPETR4,compra,2026-11-04,30,15.50\n";
	my $page = $c->page("$at/portfolios/$portfolio->{id}");
	my ($href) = grep { /import/ } map { Lastro::Browser::unescape($_) } $page =~ m{<a class="act" href="([^"]*)">}g;
	my $r = $b->arrive($b->submit($b->open($href), { which => qr{/files/} }, step => 'preview', file => ['notas.csv', $csv]));
	is $r->status, 200, 'an import is previewed' or diag $r->body;
	is scalar @{ asked('advisor.client_portfolio.ledger', {}, subject => $portfolio->{id}) }, 1, 'and nothing is written';
	my $rows = between(Encode::decode('UTF-8', $r->body), 'Cada linha do arquivo');
	is scalar(() = $rows =~ /<tr>/g), 1, 'row by row';
	like $rows, qr{Entra.*PETR4.*Compra.*04/11/2026.*30.*15,50}s, 'with its reading';
	executed($r, "$at/portfolios/$portfolio->{id}");
	is scalar @{ asked('advisor.client_portfolio.ledger', {}, subject => $portfolio->{id}) }, 2, 'then it is';
	$r = $b->shown($b->open($href), { which => qr{/files/} }, step => 'preview');
	is $r->status, 400, 'without a file it is refused';
	like Encode::decode('UTF-8', $r->body), qr{<p class="err" id="file-erro">Falta preencher: um arquivo XLSX, ODS, CSV ou PDF\.</p>\s*<input id="file"[^>]* aria-invalid="true"}, 'beside its field';
	is $b->shown($b->open($href), { which => qr{/files/} }, step => 'preview', file => ['grande.csv', 'x' x (20 << 20)])->status, 413, 'one of more than 20 MiB with its form is refused';
}

# ---- the figures ----
{
	my $j = asked('advisor.overview.get');
	my $html = $c->page($at);
	my $found = figures(terms($html));

	same($found, $_, $j->{$_}) for qw(assets_under_advice_brl clients clients_with_assets portfolios);
	same($found, 'month_inflow.net_brl', $j->{month_inflow}{net_brl});
	for my $name (qw(portfolios patrimonio pct month_inflow_brl flags)) { same(figures(between($html, 'Maiores clientes')), $name, map { $_->{$name} } @{ $j->{top_clients} }) }
	same(figures(between($html, 'Por classe')), 'value_brl', map { $_->{value_brl} } @{ $j->{by_class} });
	# 1,030 at 16.50.
	like $html, qr{>R\$\x{a0}16\.995,00<}, 'as people write it';

	$j = asked('advisor.client.get', {}, subject => $client->{id});
	$html = $c->page("$at/clients/$client->{id}");
	$found = figures(terms($html));
	same($found, "totals.$_", $j->{totals}{$_}) for qw(patrimonio invested unrealized_pl realized_pl income_received day_change_brl);
	my $list = asked('advisor.client_portfolios.list', {}, subject => $client->{id});
	for my $name (qw(open_positions patrimonio unrealized_pl unrealized_pct day_change_brl)) { same(figures(between($html, 'Carteiras')), $name, map { $_->{$name} } @$list) }
	like $html, qr{&lt;script&gt;}, 'a name is text';

	$j = asked('advisor.client_portfolio.get', {}, subject => $portfolio->{id});
	$html = $c->page("$at/portfolios/$portfolio->{id}");
	$found = figures(terms($html));
	same($found, $_, $j->{$_}) for qw(patrimonio invested unrealized_pl realized_pl income_received day_change_brl);
	for my $name (qw(qty avg_price price market_value weight_pct unrealized_pl)) { same(figures(between($html, 'O que há na carteira')), $name, map { $_->{$name} } @{ $j->{holdings} }) }
	$j = asked('advisor.client_portfolio.ledger', {}, subject => $portfolio->{id});
	for my $name (qw(quantity price)) { same(figures(between($html, 'Lançamentos')), $name, map { $_->{$name} } @$j) }
}

# ---- the tax of a client: the same pages ----
$office->action('advisor.client_portfolio_transaction.add', { portfolio_id => $portfolio->{id}, symbol => 'PETR4', asset_type => 'stock', kind => 'sell',
	trade_date => '2026-11-10', quantity => 1000, price => 25 }, as => $who{owner});
{
	my $tax = "$at/clients/$client->{id}/tax";
	my $j = asked('advisor.client_tax.get', { year => 2026 }, subject => $client->{id});
	like $c->page("$at/clients/$client->{id}"), qr{<a href="\Q$tax\E">Imposto de renda</a>}, 'the way there';
	my $html = $c->page("$tax?year=2026");

	like $html, qr{não substitui os informes}, 'the caveat';
	like $html, qr{Todas as carteiras do cliente neste escritório}, 'the client\'s name';
	same(figures(card($html, 'DARF do ano')), 'darf.amount', map { $_->{amount} } @{ $j->{darf} });
	is scalar(() = $html =~ /<form /g), scalar(() = $c->page('/offices') =~ /<form /g), 'nothing is paid here';
	$html = $c->page("$tax/month?month=$j->{months}[0]{month}");
	same(figures(terms($html)), 'months.due', $j->{months}[0]{due});
	cmp_ok $j->{months}[0]{due}, '>', 0, 'something is due';
	my ($explain) = map { Lastro::Browser::unescape($_) } $html =~ m{<a href="([^"]*field=months\.due[^"]*)">};
	same(figures(terms($c->page($explain))), 'months.due', $j->{months}[0]{due});
	$html = $c->page("$tax/declaration?year=2026");
	$j = asked('advisor.client_tax.declaration', { year => 2026 }, subject => $client->{id});
	same(figures(card($html, 'Bens e Direitos')), 'current', map { $_->{current} } @{ $j->{bens} });
	for my $page ('', '/declaration') {
		my ($csv) = map { Lastro::Browser::unescape($_) } $c->page("$tax$page?year=2026") =~ m{<a href="([^"]*format=csv)">};
		my $r = $b->open($csv);
		is $r->status, 200, $csv;
		like $r->header('Content-Type'), qr{^text/csv}, 'is a sheet';
	}
	like $c->page("$tax/missing?year=2026"), qr{não substitui os informes}, 'the missing facts';
	like $c->page("$tax/month?month=2026-11"), qr{Por tipo de operação}, 'a month';
}

# ---- members, invitations, trail ----
{
	my $html = $c->page("$at/members");
	is scalar(() = between($html, 'Membros') =~ /<tr>/g), 3, 'the members';
	my ($invite) = $c->page("$at/invitations") =~ m{<a class="act" href="([^"]*invitation\.create[^"]*)">};
	my $r = $b->shown($b->open(Lastro::Browser::unescape($invite)), { which => qr{/actions/} }, step => 'preview', email => 'novo@example.com', role => 'advisor');
	$r = $b->submit($r, { which => qr{/actions/} }, step => 'execute');
	like $r->status, qr{^(?:200|303)$}, 'an invitation is made';
	like $c->page("$at/invitations"), qr{novo\@example\.com}, 'and listed';
	like told_text(between($c->page("$at/audit"), 'Auditoria')), qr{advisor\.client\.create.*feita.*Owner}s, 'actors and actions are in the trail';
	my $j = asked('advisor.audit.list', { limit => 25 });
	is scalar(() = between($c->page("$at/audit"), 'Auditoria') =~ /<tr>/g), scalar @$j, 'as the JSON says';
}

# ---- refusals: values kept, the error beside its field ----
{
	my ($href) = map { Lastro::Browser::unescape($_) } $c->page("$at/clients") =~ m{<a class="act" href="([^"]*client\.create[^"]*)">};
	my $r = $b->shown($b->open($href), { which => qr{/actions/} }, step => 'preview', name => 'Ana "<b>"', tax_id => '123');
	is $r->status, 400, 'a number that is none';
	my $html = Encode::decode('UTF-8', $r->body);
	like $html, qr{<input id="tax_id" name="tax_id"[^>]*value="123"}, 'is kept';
	like $html, qr{id="tax_id-erro"}, 'with its error beside it';
	like $html, qr{value="Ana &quot;&lt;b&gt;&quot;"}, 'and the others, as text';
	is $b->post_form("$at/actions/advisor.client.create", { name => 'x', step => 'execute' })->status, 403, 'not without the token of the page';
	is $b->open("$at/actions/advisor.nada")->status, 404, 'an Action that there is not';
	$r = $b->shown($b->open("$at/actions/advisor.client.delete?client_id=$client->{id}&back=https://evil.example/"), { which => qr{/actions/} }, step => 'preview');
	$html = Encode::decode('UTF-8', $r->body);
	like $html, qr{O cliente e as carteiras dele são apagados sem volta}, 'irreversible Actions are marked';
	like $html, qr{Confirmar e executar}, 'and is confirmed';
	unlike $html, qr{evil\.example}, 'and links to no other place';
}

# ---- access ----
{
	my ($assistant) = $c->enter($who{assistant}{email});
	is $assistant->open($at)->status, 200, 'an assistant reads';
	is $assistant->open("$at/audit")->status, 403, 'but not the trail';
	my $r = $assistant->shown($assistant->open("$at/actions/advisor.client.create"), { which => qr{/actions/} }, step => 'preview', name => 'x');
	is $r->status, 403, 'he cannot act either';
	my ($other) = $c->enter($stranger->{email});
	is $other->open("$at$_")->status, 404, "another's office is like none: $_" for '', '/clients', "/clients/$client->{id}";
	like Encode::decode("UTF-8", $other->open($_)->body), qr{<h1>Página não encontrada</h1>(?!.*chave).*Não há escritório nem mesa neste endereço}s, "which is said to people: $_"
		for $at, '/offices/x', '/desks/00000000-0000-4000-8000-000000000000';
	is $other->open("/offices/$away->{id}/clients/$client->{id}/tax")->status, 404, 'his tax is not shown';
	is $other->open("$at/clients/$client->{id}/tax")->status, 404, 'here or there';
	is $other->open("/offices/$away->{id}/clients/$client->{id}")->status, 404, 'his client is not found in another office';
	is +Lastro::Browser->new($t)->open($at)->status, 303, 'without a session there is the log-in';
	is $t->get($at, key => $who{owner}{key})->status, 403, 'a key is no person at a browser';
}

$t->finish;
done_testing;

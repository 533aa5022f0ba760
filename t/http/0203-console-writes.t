#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The console writes portfolios and rows by forms alone, and previews the effect of a change.  Every figure and row of a
# page equals the JSON's; a refused form is shown again with its values and errors.

use strict;
use warnings;
use utf8;
use Compress::Zlib ();
use Encode ();
use Lastro::Browser;
use Lastro::Holder;
use Lastro::Market qw(closes);
use IO::Handle;
use Lastro::OpenApi;
use Lastro::Test qw(wait_for);
use Test::More;

my $t = Lastro::Test->new;
my $base = 'https://carteira.example';
my %env = (LASTRO_BASE_URL => $base, LASTRO_NOW => '2026-11-20T15:00:00Z');
closes($t, b3 => 'PETR4', '2026-03-30' => '14.00', '2026-11-18' => '16.00', '2026-11-19' => '16.50');
closes($t, b3 => 'VALE3', '2026-11-18' => '60.00', '2026-11-19' => '61.00');
$t->start_pool(workers => 1, env => \%env);

sub person {
	my ($email) = @_;
	my $b = Lastro::Browser->new($t, headers => { Origin => $base });

	$t->lastro_ok('account', 'create', '--email', $email, '--name', 'Ana', '--plan', 'personal');
	my ($link) = $t->lastro_ok({ env => \%env }, 'account', 'invite', $email, '--json') =~ /"link":"\Q$base\E([^"]*)"/;
	$b->submit($b->open($link), password => 'uma frase comprida', again => 'uma frase comprida');
	$b->log_in($email, 'uma frase comprida');
	return $b;
}
my $b = person('ana@example.com');

sub text { my ($r) = @_; return Encode::decode('UTF-8', $r->body) }
sub json { my ($path) = @_; my $r = $b->open($path); is $r->status, 200, $path or diag $r->body; return $r->json }
sub rows { my ($id) = @_; return json("/v1/portfolios/$id/transactions")->{data} }
# went() - follows the redirect to this page; returns the page.
sub went {
	my ($r, $to, $name) = @_;

	is $r->status, 303, $name or diag text($r) =~ s/.*<main/<main/sr;
	like $r->header('Location') // '', $to, "$name: and links to it";
	return $b->open($r->header('Location'));
}
# faults() - the errors beside the fields.
sub faults { my ($html) = @_; my %f; $f{$1} = $2 while $html =~ m{<p class="err" id="([^"]*)-erro">([^<]*)</p>}g; return \%f }
# undone() - presses the button of the line that says what was written.
sub undone { my ($page, $name) = @_; my ($to, $f) = Lastro::Browser::form($page, qr{/mend/undo$}); my $after = went($b->post_form($to, $f), qr{undo=}, $name); like text($after), qr{<p>Desfeito\.</p>}, 'which the page says'; return $after }
sub value { my ($html, $name) = @_; my ($v) = $html =~ m{<input id="\Q$name\E"[^>]* value="([^"]*)"}; return defined $v ? Lastro::Browser::unescape($v) : undef }
sub figure { my ($html, $name) = @_; my @v = $html =~ m{<data class="\Q$name\E" value="([^"]*)"}g; return $v[0] }

# ---- a portfolio ----

my $page = $b->open('/portfolios/new');
is $page->status, 200, 'the form of a new portfolio';
my ($action, $fields) = Lastro::Browser::form($page, qr{^/portfolios$});
$fields->{name} = 'Ações';
my $made = $b->post_form($action, $fields);
$page = went($made, qr{^/portfolios/[0-9a-f-]{36}$}, 'a portfolio is made');
my ($id) = $made->header('Location') =~ m{([0-9a-f-]{36})$};
is $b->post_form($action, $fields)->header('Location'), $made->header('Location'), 'sent twice it is made once';
is scalar @{ json('/v1/portfolios')->{data} }, 1, 'there is one';
is json("/v1/portfolios/$id")->{name}, 'Ações', 'with its name';

{
	my $again = $b->post_form($action, { %$fields, name => 'Outra' });
	is $again->status, 422, 'sent once more with another name';
	like text($again), qr{Esta página já foi enviada com outros valores}, 'with a message';
	is value(text($again), 'name'), 'Outra', 'and kept';
}

my $r = $b->submit($b->open('/portfolios/new'), { which => qr{^/portfolios$} }, name => 'ACOES');
is $r->status, 409, 'a name that is taken';
my $html = text($r);
is value($html, 'name'), 'ACOES', 'the typed values are kept';
like faults($html)->{name}, qr/Já existe uma carteira chamada ACOES/, 'and the error is beside its field';
like $html, qr{<a href="#name">}, 'the list of errors links to it';
like $html, qr{<title>Erro: }, 'the title says so, too';
like $html, qr{aria-invalid="true"}, 'and a screen reader hears it';
$r = $b->submit($b->open('/portfolios/new'), { which => qr{^/portfolios$} }, name => '');
is_deeply faults(text($r)), { name => 'Falta preencher este campo.' }, 'no name' or diag text($r);

# Typed text stays text.
my @hostile = ('<script>alert(1)</script>', "\x{202e}abc\x{202c}", 'W' x 60, "\x{6f22}" x 60, '"\'><img src=x onerror=alert(1)>', ' ', "\x{200b}");
for my $name (@hostile) {
	$r = $b->submit($b->open('/portfolios/new'), { which => qr{^/portfolios$} }, name => $name);
	$html = text($r);
	ok $r->status == 303 || faults($html)->{name}, 'a hostile name is taken, or its field says why not';
	$html = text($b->open($r->header('Location'))) if $r->status == 303;
	unlike $html, qr{<script>|<img}, 'and runs nothing';
	is value($html, 'name'), $name =~ s/[\x00-\x1f]//gr, 'it is kept as typed' if $r->status != 303;
}
like text($b->open('/portfolios')), qr{&lt;script&gt;}, 'it is shown as text';

$page = $b->open("/portfolios/$id/settings");
is value(text($page), 'name'), 'Ações', 'the settings have the name';
$page = went($b->submit($page, { which => qr/settings/ }, name => 'Renda', exclude => 'on'), qr{/portfolios/$id$}, 'a portfolio is renamed');
is_deeply [@{ json("/v1/portfolios/$id") }{qw(name exclude_from_consolidated)}], ['Renda', JSON::PP::true], 'and left out of the total';
like text($b->open("/portfolios/$id/settings")), qr{name="exclude" value="on"[^>]* checked}, 'the settings say so';
$r = $b->submit($b->open("/portfolios/$id/settings"), { which => qr/settings/ }, name => '', exclude => undef);
is $r->status, 400, 'an emptied name is no name';
ok faults(text($r))->{name}, 'and its field says so';
went($b->submit($b->open("/portfolios/$id/settings"), { which => qr/settings/ }, name => 'Renda', exclude => undef), qr{/portfolios/$id$}, 'and back in');
is json("/v1/portfolios/$id")->{exclude_from_consolidated}, JSON::PP::false, 'it counts again';

# ---- a new row ----

sub new_row {
	my (%f) = @_;
	return $b->shown($b->open("/portfolios/$id/transactions/new"), { which => qr/preview/ }, %f);
}
my %buy = (symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-03-30', quantity => '1.000,5', price => '14,25', fees => '4,90', note => 'primeira');

$page = new_row(%buy);
is $page->status, 200, 'the changes by a purchase' or diag text($page);
$html = text($page);
is_deeply rows($id), [], 'nothing is written yet';
is_deeply [map { figure($html, $_) + 0 } qw(before.qty after.qty after.avg_price after.invested_cost after.unrealized_pl after.patrimonio before.patrimonio)],
	[0, 1000.5, 14.25489755, 14262.03, 2246.23, 16508.25, 0], 'before and after, to the last place';
# 1,000.5 at 14.25 and 4.90: 14,262.025; at 16.50: 16,508.25.
like $html, qr{>R\$\x{a0}14\.262,03<}, 'as people write it';
($action, $fields) = Lastro::Browser::form($page, qr{/transactions$});
$page = went($b->post_form($action, $fields), qr{/transactions\?undo=}, 'it is written');
went($b->post_form($action, $fields), qr{/transactions\?undo=}, 'sent twice');
my ($row) = @{ rows($id) };
is scalar @{ rows($id) }, 1, 'it is written once';
is_deeply [@{$row}{qw(symbol asset_type kind trade_date quantity price fees note)}], ['PETR4', 'stock', 'buy', '2026-03-30', 1000.5, 14.25, '4.90', 'primeira'], 'as it was typed';
is json("/v1/portfolios/$id")->{holdings}[0]{invested_cost}, 14262.03, 'and the portfolio equals the preview';
{
	my $list = text($page);
	is figure($list, 'quantity') + 0, 1000.5, 'the list has its quantity';
	is figure($list, 'price') + 0, 14.25, 'its price';
	is figure($list, 'fees') + 0, 4.9, 'and its fees';
	like $list, qr{>30/03/2026<.*PETR4.*Compra.*primeira}s, 'and its former values';
}

# A button pressed twice, while the first request is being processed.
{
	my ($session) = $t->sql("select k.id from api_key k join account a on a.id = k.account_id where a.email = 'ana\@example.com'") =~ /(\S+)/;
	my $holder = Lastro::Holder->new($t, "select pg_advisory_xact_lock(hashtextextended('$session' || 'dois', 0))");
	my $r = $b->post_form($action, { %$fields, once => 'dois' });
	is $r->status, 409, 'the same is being written';
	unlike text($r), qr{<form}, 'no form repeats it';
	$holder->end;
	is scalar @{ rows($id) }, 1, 'nothing was written twice';
}

# A change applies to the previewed version, or not at all.
$page = new_row(%buy, quantity => '10');
($action, $fields) = Lastro::Browser::form($page, qr{/transactions$});
my $csrf = json('/v1/session')->{csrf_token};
is $b->request('POST', "/v1/portfolios/$id/transactions", json => { symbol => 'VALE3', asset_type => 'stock', kind => 'buy', trade_date => '2026-03-30', quantity => '1', price => '50' },
	headers => { 'X-CSRF-Token' => $csrf })->status, 201, 'meanwhile another row';
$r = $b->post_form($action, $fields);
is $r->status, 409, 'the portfolio differs from the preview';
$html = text($r);
like $html, qr{a carteira mudou depois que a página foi aberta}, 'with a message';
is value($html, 'quantity'), '10', 'with the typed values';
is scalar @{ rows($id) }, 2, 'nothing was written';

# A sale above the quantity held is reported.
like text(new_row(%buy, kind => 'sell', trade_date => '2026-11-19', quantity => '2000')), qr{Venda de PETR4 em 19/11/2026 acima da quantidade}, 'a warning is in the preview';

# ---- Brazilian notation of numbers ----
for my $case (['1234,5', 1234.5], ['1.234,5', 1234.5], ['12.50', 12.5], ['1.234.567', 1234567], ['0.125', 0.125], ['7', 7], [' 7 ', 7]) {
	my ($typed, $wanted) = @$case;
	is figure(text(new_row(%buy, symbol => 'VALE3', quantity => $typed)), 'after.qty') - 1, $wanted, "the quantity $typed";
}
# … as the import of a sheet reads it: the price and the fees, 14,25 and 4,90, prove the comma.
for my $case (['1.000', 1000], ["1\x{2009}000", 1000], ['1.234 cotas', 1234], ['R$ 1.234,5', 1234.5]) {
	my ($typed, $wanted) = @$case;
	is figure(text(new_row(%buy, symbol => 'VALE3', quantity => $typed)), 'after.qty') - 1, $wanted, "the quantity $typed";
}
for my $typed ('1,2,3', '1.23,4', 'dez', '-', '0x10', 'US$ 10', '1e5', '2E3') {
	$r = new_row(%buy, price => '14', fees => '', quantity => $typed);
	is $r->status, 400, "no quantity: $typed";
	$html = text($r);
	like faults($html)->{quantity}, qr{Veio “\Q$typed\E”}, 'its field says so';
	is value($html, 'quantity'), $typed, 'the typed values are kept';
}
like faults(text(new_row(%buy, price => '1.234', fees => '', quantity => '14')))->{price}, qr/escreva 1234 ou 1\.234,00; com três casas, 1,234\./, 'an ambiguous number is refused';

# ---- all errors at once ----
$r = new_row(%buy, symbol => '', asset_type => '', kind => 'split', trade_date => '2027-01-01', quantity => '-1', ratio => '0', note => 'N' x 501);
is $r->status, 400, 'many faults';
$html = text($r);
is_deeply [sort keys %{ faults($html) }], [qw(asset_type fees note price quantity ratio symbol trade_date)], 'each beside its field';
is scalar(() = $html =~ m{<li>\s*<a href="#}g), 8, 'and in the list above';
is value($html, $_->[0]), $_->[1], "$_->[0] is kept as typed" for ['quantity', '-1'], ['ratio', '0'], ['trade_date', '2027-01-01'];
like $html, qr{N{501}</textarea>}, 'the long note too';
like $html, qr{<a href="[^"]*tipo=desdobramento[^"]*" aria-current="page">Desdobramento</a>}, 'and the chosen kind';

for my $hostile (@hostile) {
	for my $field (qw(symbol quantity price ratio option institution note fees trade_date)) {
		$r = new_row(%buy, $field => $hostile);
		$html = text($r);
		ok $r->status == 200 || faults($html)->{$field}, "a hostile $field is shown, or its field says why not" or diag $r->status, $html;
		unlike $html, qr{<script>|<img}, 'and runs nothing';
	}
}
is $b->post_form("/portfolios/$id/transactions", { %$fields, asset_type => '<b>', once => 'x1' })->status, 400, 'a choice that there is not';

# ---- changing a row ----
{
	my ($petr) = grep { $_->{symbol} eq 'PETR4' } @{ rows($id) };
	my $at = "/portfolios/$id/transactions/$petr->{id}";
	$page = $b->open($at);
	$html = text($page);
	is value($html, 'quantity'), '1000,5', 'its quantity as people write it';
	is value($html, 'price'), '14,25', 'its price';
	is value($html, 'trade_date'), '2026-03-30', 'its day';
	like $html, qr{<option value="buy" selected>}, 'its kind';
	is value($html, 'symbol'), 'PETR4', 'and its paper';

	my $shown = $b->shown($page, { which => qr/preview/ }, do => 'change', quantity => '500', price => '15');
	is $shown->status, 200, 'the changes by the edit' or diag text($shown);
	$html = text($shown);
	is_deeply [map { figure($html, $_) + 0 } qw(before.qty after.qty before.avg_price after.avg_price before.realized_pl after.realized_pl before.total_pl after.total_pl)],
		[1000.5, 500, 14.25489755, 15.0098, 0, 0, 2257.23, 756.1], 'before and after'; # 61 - 50 of VALE3 in both
	is +(grep { $_->{id} eq $petr->{id} } @{ rows($id) })[0]{quantity}, 1000.5, 'nothing is written yet';
	my ($to, $f) = Lastro::Browser::form($shown, qr{/transactions/[0-9a-f-]{36}$});
	went($b->post_form($to, $f), qr{/transactions\?undo=}, 'the change is written');
	went($b->post_form($to, $f), qr{/transactions\?undo=}, 'sent twice');
	is_deeply [@{ (grep { $_->{id} eq $petr->{id} } @{ rows($id) })[0] }{qw(quantity price fees note)}], [500, 15, '4.90', 'primeira'], 'it is as it was shown';

	$shown = $b->shown($b->open($at), { which => qr/preview/ }, do => 'change', institution => 'XP Investimentos');
	($to, $f) = Lastro::Browser::form($shown, qr{/transactions/[0-9a-f-]{36}$});
	went($b->post_form($to, $f), qr{/transactions\?undo=}, 'the institution is shown');
	is value(text($b->open($at)), 'institution'), 'XP Investimentos', '… and shown';
	$shown = $b->shown($b->open($at), { which => qr/preview/ }, do => 'change', institution => '');
	($to, $f) = Lastro::Browser::form($shown, qr{/transactions/[0-9a-f-]{36}$});
	went($b->post_form($to, $f), qr{/transactions\?undo=}, 'and removed');
	is $t->sql("select institution is null from ledger where id = '$petr->{id}'"), 't', '… with the field emptied';

	# A wrong ticker: the row passes to another paper, and back.
	for my $case (['VALE3', 'the ticker is corrected'], ['PETR4', 'and corrected again']) {
		my ($symbol, $name) = @$case;

		$shown = $b->shown($b->open($at), { which => qr/preview/ }, do => 'change', symbol => $symbol);
		is_deeply [sort +(text($shown) =~ m{<caption>(PETR4|VALE3)<}g)], [qw(PETR4 VALE3)], "$name: the preview shows both papers";
		($to, $f) = Lastro::Browser::form($shown, qr{/transactions/[0-9a-f-]{36}$});
		my $other = $symbol eq 'PETR4' ? 'VALE3' : 'PETR4';
		like text(went($b->post_form($to, $f), qr{/transactions\?undo=}, $name)), qr{<p>Corrigido: [^<]* O que mais houver de $other continua com esse código\.</p>}, '… which is said';
		is +(grep { $_->{id} eq $petr->{id} } @{ rows($id) })[0]{symbol}, $symbol, '… as written';
	}
	$shown = $b->shown($b->open($at), { which => qr/preview/ }, do => 'change', symbol => '', quantity => 7);
	is_deeply [sort keys %{ faults(text($shown)) }], ['symbol'], 'a row needs a paper';
	is value(text($shown), 'quantity'), '7', '… and what was typed stays';

	# An imported price may have more places than are shown; changing the note leaves it unchanged.
	$t->sql("update ledger set price = 15.123456789012, fees = 4.90123456 where id = '$petr->{id}'");
	$shown = $b->shown($b->open($at), { which => qr/preview/ }, do => 'change', note => 'outra');
	like text($shown), qr{Nenhuma posição, custo, resultado ou provento muda}, 'a note changes no figure';
	($to, $f) = Lastro::Browser::form($shown, qr{/transactions/[0-9a-f-]{36}$});
	my $done = went($b->post_form($to, $f), qr{/transactions\?undo=}, 'a note is changed');
	is $t->sql("select price, fees, note from ledger where id = '$petr->{id}'"), "15.123456789012\t4.90123456\toutra", 'and the price keeps its places';
	like text($done), qr{<p>Corrigido: Compra de 500 PETR4 \(ação\) em 30/03/2026, a R\$.15,12345679: R\$.7\.561,73, com taxas R\$.7\.566,63\.</p>}, 'one line says what';
	undone($done, 'and is taken back');
	is $t->sql("select price, fees, note from ledger where id = '$petr->{id}'"), "15.123456789012\t4.90123456\tprimeira", 'with all places';

	$r = $b->shown($b->open($at), { which => qr/preview/ }, do => 'change', quantity => '', kind => '');
	is_deeply [sort keys %{ faults(text($r)) }], [qw(kind quantity)], 'an emptied field is required' or diag text($r);
	$r = $b->shown($b->open($at), { which => qr/preview/ }, do => 'change', price => '');
	is figure(text($r), 'after.avg_price'), 'null', 'an emptied price is not known';

	$shown = $b->arrive($b->post_form("$at/preview", { csrf => $csrf, do => 'delete' }));
	$html = text($shown);
	is_deeply [map { figure($html, $_) } qw(after.qty after.patrimonio)], [0, '61.00'], 'the changes by the deletion';
	like $html, qr{<h2>Compra de 500 PETR4 \(ação\) em 30/03/2026}, 'of which row, above them';
	($to, $f) = Lastro::Browser::form($shown, qr{/delete$});
	$done = went($b->post_form($to, $f), qr{/transactions\?undo=}, 'it is deleted');
	is_deeply [map { $_->{symbol} } @{ rows($id) }], ['VALE3'], 'and gone';
	is $b->open($at)->status, 404, 'with its page';
	went($b->post_form($to, $f), qr{/transactions\?undo=}, 'sent twice');
	like text($done), qr{<p>Excluído: Compra de 500 PETR4}, 'the line says so';
	undone($done, 'it is taken back');
	my $again = $t->sql("select id from ledger l where note = 'primeira'");
	is $t->sql("select quantity, price, fees, kind, trade_date from ledger where id = '$again'"), "500.00000000\t15.123456789012\t4.90123456\tbuy\t2026-03-30", 'the row is what it was';
	# The page of before, whose button was pressed.
	undone($done, 'once, however often');
	is scalar @{ rows($id) }, 2, 'it is there once';
	$shown = $b->arrive($b->post_form("/portfolios/$id/transactions/$again/preview", { csrf => $csrf, do => 'delete' }));
	($to, $f) = Lastro::Browser::form($shown, qr{/delete$});
	went($b->post_form($to, $f), qr{/transactions\?undo=}, 'and deleted again');
}

# ---- page by page ----
{
	my @many = map { { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => sprintf('2026-02-%02d', 1 + $_ % 28), quantity => 1 + $_, price => '10' } } 0 .. 119;
	is $b->request('POST', "/v1/portfolios/$id/transactions", json => \@many, headers => { 'X-CSRF-Token' => $csrf })->status, 201, '120 rows more';
	my (@seen, $next);
	for ($next = "/portfolios/$id/transactions"; $next;) {
		my $r = $b->open($next);
		is $r->status, 200, 'a page of rows' or last;
		cmp_ok length Compress::Zlib::memGzip($r->body), '<', 12_000, 'below 12 kB, compressed';
		my $h = text($r);
		push @seen, $h =~ m{<data class="quantity" value="([^"]*)"}g;
		($next) = map { Lastro::Browser::unescape($_) } $h =~ m{<a href="([^"]*cursor[^"]*)">Próximos};
	}
	is_deeply [map { $_ + 0 } @seen], [map { $_->{quantity} } @{ json("/v1/portfolios/$id/transactions?order=desc&limit=200")->{data} }], 'all rows, the newest first';
	my $h = text($b->open("/portfolios/$id/transactions?symbol=VALE3"));
	is scalar(() = $h =~ m{<data class="quantity"}g), 1, 'of one paper';
	is $b->open("/portfolios/$id/transactions?x=1")->status, 400, 'a parameter that there is not';
}

# ---- access ----
{
	my $bia = person('bia@example.com');
	my $own = $bia->open('/v1/session')->json->{csrf_token};
	for my $path ("/portfolios/$id/settings", "/portfolios/$id/delete", "/portfolios/$id/transactions", "/portfolios/$id/transactions/new", "/portfolios/$id/imports", "/portfolios/$id/reconcile") {
		is $bia->open($path)->status, 404, "another's: $path";
	}
	for my $path (qw(settings delete transactions transactions/preview mend)) {
		is $b->post_form("/portfolios/$id/$path", { %buy, name => 'x', sure => 'on' })->status, 403, "without its token: $path";
		is $b->post_form("/portfolios/$id/$path", { csrf => $csrf, %buy, sure => 'on' }, headers => { Origin => 'https://elsewhere.example' })->status, 403, "from elsewhere: $path";
	}
	is $bia->post_form("/portfolios/$id/transactions", { csrf => $own, map { $_ => $buy{$_} } keys %buy })->status, 404, "another's rows";
	is $bia->post_form("/portfolios/$id/delete", { csrf => $own, sure => 'on' })->status, 404, "another's portfolio";
	is $bia->post_form("/portfolios/$id/mend", { csrf => $own, method => 'POST', what => 'transactions', body => '{}' })->status, 404, "another's issue";
	is $bia->post_form("/portfolios/$id/settings", { csrf => $own, name => 'Minha' })->status, 404, "another's name";
	my $paths = Lastro::OpenApi->new($t->get('/v1/openapi.json')->body)->pages->{doc}{paths};
	my @forms = grep { m{^/portfolios/\{} } grep { $paths->{$_}{post} } sort keys %$paths;
	cmp_ok scalar @forms, '>=', 14, 'every form of a portfolio';
	for my $form (@forms) {
		my $there_is_none = $form =~ s/\{[^}]*\}/00000000-0000-4000-8000-000000000001/gr;
		is $b->post_form($there_is_none, { csrf => $csrf }, parts => !!($form =~ m{/(reading|reconcile)$}))->status, 404, "a portfolio that there is not: $form";
	}
	my $nobody = Lastro::Browser->new($t, headers => { Origin => $base });
	is $nobody->post_form("/portfolios/$id/transactions", {%buy})->header('Location'), "/login?next=%2Fportfolios%2F$id%2Ftransactions", 'without a session there is the log-in';
}

# ---- deletion ----
$r = $b->submit($b->open("/portfolios/$id/delete"), { which => qr/delete/ });
is $r->status, 400, 'cancelling deletes nothing';
like text($r), qr{marque a caixa para excluir}, 'and is reported';
($action, $fields) = Lastro::Browser::form($b->open("/portfolios/$id/delete"), qr/delete/);
went($b->post_form($action, { %$fields, sure => 'on' }), qr{^/portfolios$}, 'a portfolio is deleted');
is $b->open("/portfolios/$id")->status, 404, 'and gone';
is $b->post_form($action, { %$fields, sure => 'on' })->header('Location'), '/portfolios', 'sent twice';

$t->finish;
done_testing;

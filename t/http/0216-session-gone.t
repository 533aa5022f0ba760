#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A session that expires while a form is filled in: after the log-in the form is shown again with its values, not
# executed.  And a preview is a separate page, which the browser's back button finds.

use strict;
use warnings;
use utf8;
use Encode ();
use Lastro::Browser;
use Lastro::Console;
use Lastro::Desk;
use Lastro::Market qw(closes);
use Lastro::Office;
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $t = Lastro::Test->new;
closes($t, b3 => 'PETR4', '2026-11-19' => '16.50');
my $office = Lastro::Office->new($t, 'Escritório');
my ($owner, $colleague) = map { $office->member('owner') } 1, 2;
Lastro::Desk::objects($t);
my $desk = Lastro::Desk->new($t, 'Mesa');
$t->lastro_ok('member', 'add', '--org', $desk->{id}, '--account', $_->{email}, '--role', 'owner') for $owner, $colleague;
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my ($keeper) = $c->enter($owner->{email});
$c->enter($colleague->{email});
my $id = $c->write(POST => '/v1/portfolios', { name => 'Principal' })->{id};
my %own = (Origin => $c->base, 'Sec-Fetch-Site' => 'same-origin');
my %buy = (symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-11-19', quantity => '1.000,5', price => '16,50', note => 'tudo "assim" & <b>');

sub text { my ($r) = @_; return Encode::decode('UTF-8', $r->body) }
sub rows { return $t->sql('select count(*) from ledger') }

# fresh() - the same person in another browser, whose cookies can be removed.
sub fresh {
	my $b = Lastro::Browser->new($t, headers => \%own);

	$b->{cookies} = { %{ $keeper->{cookies} } };
	return $b;
}

# filled() - submits a form after the session has ended, without the cookies.
sub filled {
	my ($path, $which, %fields) = @_;
	my $b = fresh();
	my $page = $b->open($path);

	is $page->status, 200, $path or diag $page->body;
	$b->{cookies} = {};
	return ($b, $b->submit($page, { which => $which }, %fields));
}

sub password { return 'uma frase comprida' }	# the password of Lastro::Console
sub again { my ($b, $login) = @_; return $b->submit($login, { which => qr{^/login$} }, email => $owner->{email}, password => password()) }

# ---- a row of the ledger ----
{
	my ($b, $login) = filled("/portfolios/$id/transactions/new", qr/preview/, %buy);

	is $login->status, 401, 'the log-in is asked for';
	like text($login), qr{nada foi gravado}, 'and says that nothing was written';
	my ($carried) = text($login) =~ /name="unsent" value="([^"]*)"/;
	like $carried // '', qr{1\.000,5}, 'the typed values are kept';
	unlike $carried // '', qr/csrf|once/, "and nothing of the old page's";
	my $wrong = $b->submit($login, { which => qr{^/login$} }, email => $owner->{email}, password => 'another one');
	is $wrong->status, 401, 'a wrong password';
	my $in = again($b, $wrong);
	is $in->status, 200, 'then the right one' or diag $in->body;
	like text($in), qr{<h1>Você entrou}, 'leads to';
	my $form = $b->submit($in, { which => qr/preview/ });
	is $form->status, 412, 'the form';
	like text($form), qr{A sessão tinha terminado}, 'which says why it is there';
	my (undef, $values) = Lastro::Browser::form($form, qr/preview/);
	is Encode::decode('UTF-8', $values->{$_}), $buy{$_}, "$_ is as it was typed" for sort keys %buy;
	is rows(), 0, 'nothing was written';
	my $shown = $b->shown($form, { which => qr/preview/ });
	like text($shown), qr{<button[^>]*>Lançar</button>}, 'it can be submitted unchanged';

	# The preview has an address, which only its person can open.
	my $r = $b->submit($form, { which => qr/preview/ });
	is $r->status, 303, 'a preview redirects to a page';
	my $at = $r->header('location');
	like $at, qr{^/portfolios/$id/transactions/preview\?typed=[0-9a-f-]{36}$}, 'a separate one';
	like text($b->open($at)), qr{<button[^>]*>Lançar</button>}, 'which is there' for 1, 2;
	is rows(), 0, 'and writes nothing';
	is fresh()->open($at)->status, 410, 'another session of the same person has none';
	is $b->arrive($b->submit($b->open($at), { which => qr{/transactions$} }))->status, 200, 'the previewed row is written';
	is rows(), 1, 'once';
	like text($b->open($at)), qr{<button[^>]*>Lançar</button>}, 'and the browser\'s back button still finds the preview';
	is $b->open($at =~ s/[0-9a-f]$/x/r)->status, 410, 'an address that names nothing';
}

# ---- forms that are not kept ----
{
	my ($b, $login) = filled("/portfolios/$id/transactions/new", qr/preview/, %buy);
	my ($carried) = text($login) =~ /name="unsent" value="([^"]*)"/;
	my $sent = Lastro::Browser::unescape($carried);
	my %log_in = (email => $owner->{email}, password => password());

	my $other = Lastro::Browser->new($t, headers => \%own);
	my $r = $other->submit($other->open('/login'), { which => qr{^/login$} }, %log_in, unsent => $sent);
	is $r->status, 303, 'another browser\'s text is not accepted';
	is $r->header('location'), '/portfolios', 'a log-in continues as usual';
	$r = $b->submit($login, { which => qr{^/login$} }, %log_in, unsent => $sent =~ s/PETR4/VALE3/r);
	is $r->status, 303, 'a changed one is refused';

	my $page = fresh()->open("/portfolios/$id/transactions/new");
	for ([{ 'Sec-Fetch-Site' => 'cross-site', Origin => $c->base }, 'another site'], [{ 'Sec-Fetch-Site' => 'same-origin', Origin => 'https://evil.example' }, 'another origin'], [{}, 'a browser that says nothing']) {
		my $from = Lastro::Browser->new($t, headers => $_->[0]);
		my $r = $from->submit($page, { which => qr/preview/ }, %buy);
		is $r->status, 303, "$_->[1]: only the log-in";
		like $r->header('location'), qr{^/login\?next=}, 'of a page';
	}
	my $large = filled("/portfolios/$id/transactions/new", qr/preview/, %buy, note => 'x' x (64 << 10));
	is $large->status, 413, 'more than 64 kB are no form';
	$r = Lastro::Browser->new($t, headers => \%own)->post_parts("/portfolios/$id/imports/reading", { note => '"' x 30_000 });
	is $r->status, 303, 'too many values are dropped: a log-in behind nginx is below 100 kB';

	# An invitation's code is a secret, so it is not kept: its page must be opened again.
	($b, $r) = filled('/invitation?token=abc', qr{^/invitation$});
	is $r->status . $r->header('location'), '303/login?next=%2Finvitation', 'an invitation';
}

# ---- a session that expires twice ----
{
	my ($b, $login) = filled("/portfolios/$id/transactions/new", qr/preview/, %buy);
	my $in = again($b, $login);

	$b->{cookies} = {};
	$in = again($b, $b->submit($in, { which => qr/preview/ }));
	is scalar(() = text($in) =~ /name="unsent"/g), 1, 'a form shown again a second time has one message';
	my $form = $b->submit($in, { which => qr/preview/ });
	is $form->status, 412, 'and is shown';
	like text($form), qr{value="1\.000,5"}, 'filled in';
}

# ---- a button without text fields, a file, an office's form ----
{
	my ($b, $login) = filled('/notices/new?kind=income_due', qr{^/notices$}, channel => 'email');
	is $login->status, 401, 'a form of another page';

	($b, $login) = filled("/portfolios/$id/imports", qr{/imports/reading$}, file => ['a.csv', "ticker\nX\n"]);
	is $login->status, 401, 'a file';
	my $in = again($b, $login);
	like text($in), qr{escolha-o de novo}, 'has to be chosen again';
	my $form = $b->submit($in, { which => qr{/imports/reading$} });
	like text($form), qr{o arquivo tem de ser escolhido outra vez}, 'and its form says so';

	my $action = "/offices/$office->{id}/actions/advisor.family.create";
	($b, $login) = filled($action, qr{/actions/}, step => 'execute', name => 'Família Prado');
	$form = $b->submit(again($b, $login), { which => qr{/actions/} });
	is $form->status, 412, "an office's form is shown again";
	like text($form), qr{name="name"[^>]*value="Família Prado"}, 'filled in';
	is $t->sql('select count(*) from family'), 0, 'and not executed, with any button';
	my $preview = $b->shown($form, { which => qr{/actions/} }, step => 'preview');
	is $preview->status, 200, 'it can be sent as it stands' or diag $preview->body;
	is $b->submit($preview, { which => qr{/actions/} }, step => 'execute')->status, 303, 'and executed' for 1, 2;
	is $t->sql('select count(*) from family'), 1, 'once';
}

# ---- a desk's, and another person at the same browser ----
{
	my $action = "/desks/$desk->{id}/actions/credit.watchlist.create";
	my ($b, $login) = filled($action, qr{/actions/}, step => 'preview', name => 'Lista dela');
	my $in = $b->submit($login, { which => qr{^/login$} }, email => $colleague->{email}, password => password());

	is $in->status . ' ' . $in->header('location'), '303 /portfolios', 'a colleague who logs in instead goes on as ever';
	unlike $in->body . $b->open($action)->body, qr{Lista dela}, 'and sees nothing of what was filled in';
	($b, $login) = filled($action, qr{/actions/}, step => 'preview', name => 'Lista dela');
	my $form = $b->submit(again($b, $login), { which => qr{/actions/} });
	like text($form), qr{name="name"[^>]*value="Lista dela"}, "a desk's form is back for who filled it in";
	my $preview = $b->shown($form, { which => qr{/actions/} }, step => 'preview');
	$b->submit($preview, { which => qr{/actions/} }, step => 'execute') for 1, 2;
	is $t->sql('select count(*) from watchlist'), 1, 'and is executed once';

	# Who has left the desk meanwhile is refused, and whoever comes next is answered.
	($b, $login) = filled($action, qr{/actions/}, step => 'preview', name => 'Outra lista');
	$in = again($b, $login);
	$t->lastro_ok('member', 'remove', '--org', $desk->{id}, '--account', $owner->{email});
	is $b->submit($in, { which => qr{/actions/} })->status, 404, 'who has left the desk meanwhile has no form of it';
	is $t->post('/v1/portfolios', { name => 'Seguinte' }, key => $t->lastro_json('key', 'create', '--account', $owner->{email}, '--name', 'k')->{key})->status, 201,
		'and the next request writes';
}

# ---- a new key ----
{
	my ($b, $login) = filled('/keys', qr{^/keys$}, name => 'Planilha "nova"', expires => '2027-01-31', 'scope.account:write' => 'on', 'scope.market:read' => undef);
	my $keys = sub { $t->sql("select count(*) from api_key where name like 'Planilha%'") };
	is $login->status, 401, 'a form of the keys';
	my $form = $b->submit(again($b, $login), { which => qr{^/keys$} });
	is $form->status, 412, 'is shown again' or diag $form->body;
	like text($form), qr{A chave não foi criada\. A sessão tinha terminado}, 'and says why';
	my (undef, $values) = Lastro::Browser::form($form, qr{^/keys$});
	is_deeply [map { Encode::decode('UTF-8', $values->{$_} // '') } qw(name expires scope.account:read scope.account:write scope.market:read)],
		['Planilha "nova"', '2027-01-31', 'on', 'on', ''], 'with the typed and checked values';
	is $keys->(), 0, 'no key was made';
	is $b->submit($form, { which => qr{^/keys$} })->status, 201, 'it can be submitted unchanged';
	is $keys->(), 1, 'and makes one';
}

# ---- kept for ten minutes ----
{
	my ($b, $login) = filled("/portfolios/$id/transactions/new", qr/preview/, %buy);

	$t->stop_pool;
	$t->start_pool(workers => 1, env => { %{ $c->{env} }, LASTRO_NOW => '2026-11-20T15:11:00Z' });
	is again($b, $login)->status, 303, 'after ten minutes it is expired';
}

$t->finish;
done_testing;

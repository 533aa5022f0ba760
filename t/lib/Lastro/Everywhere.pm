# SPDX-License-Identifier: Apache-2.0
package Lastro::Everywhere;

# A person with a portfolio, an office and a desk, none of them empty; and the pages and forms found by following the links,
# so that tests include new ones.
#
#	my $e = Lastro::Everywhere->new($t, now => '2026-11-20T15:00:00Z', nginx => 0);
#	my $pages = $e->pages;				# by path: the answer
#	my $forms = $e->forms($pages);			# by kind: { at, action, fields, inside }
#	my $r = $e->typed($form, $field, $text);	# the answer to the form with this text

use strict;
use warnings;
use utf8;
use Lastro::Browser;
use Lastro::Console qw(row);
use Lastro::Desk;
use Lastro::Market qw(closes);
use Lastro::Office;

# Valid input for fields that are empty.
my %honest = (
	name => 'Nome', symbol => 'PETR4', ticker => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-11-03', quantity => '10', price => '10', email => 'bia@example.com',
	body => 'Texto', password => 'uma frase comprida', object_id => 'company:33000167000101', threshold => '3,5', title => 'Título', day => '2026-11-03', date => '2026-11-03',
);
# Forms that end a session or remove a member or a portfolio; they are not submitted during the walk.
my $ends = qr{/(?:logout|delete|account/sessions)$|leave|archive|remove|deactivate};

sub new {
	my ($class, $t, %o) = @_;

	closes($t, b3 => 'PETR4', '2026-11-18' => '16.00', '2026-11-19' => '16.50');
	closes($t, b3 => 'MGLU3', '2026-11-19' => '5.00');
	my $office = Lastro::Office->new($t, 'Escritório');
	my $owner = $office->member('owner');
	Lastro::Desk::objects($t);
	my $desk = Lastro::Desk->new($t, 'Mesa');
	$t->lastro_ok('member', 'add', '--org', $desk->{id}, '--account', $owner->{email}, '--role', 'owner');
	my $c = Lastro::Console->new($t, %o);
	my ($b) = $c->enter($owner->{email});
	my $id = $c->write(POST => '/v1/portfolios', { name => 'Principal' })->{id};
	$c->write(POST => "/v1/portfolios/$id/transactions", $_)
		for row('PETR4', 'stock', 'buy', '2026-01-08', '50', '12.34'), row('MGLU3', 'stock', 'buy', '2026-05-29', '10', '9.60'), row('SEMP3', 'stock', 'sell', '2026-06-08', '5', '1');
	my $key = $t->lastro_json('key', 'create', '--account', $owner->{email}, '--name', 'W' x 60)->{key};
	$t->post('/v1/mcp/wallet', { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => 'execute_action', arguments => { action => 'wallet.portfolio.import', subject => { entity_id => $id },
		input => { filename => 'M' x 200 . "\x{202e}<b>.csv", content => "ticker,operacao,data,quantidade,preco\nMGLU3,compra,2026-06-01,1,9\n" } } } }, key => $key);
	my $client = $office->action('advisor.client.create', { name => 'Helena' }, as => $owner)->json->{result}{id};
	my $wallet = $office->action('advisor.client_portfolio.create', { client_id => $client, name => 'Principal' }, as => $owner)->json->{result}{id};
	$office->action('advisor.client_portfolio_transaction.add', { portfolio_id => $wallet, %{ row('PETR4', 'stock', 'buy', '2026-11-03', 10, 15) } }, as => $owner);
	$office->action('advisor.family.create', { name => 'Prado' }, as => $owner);
	my $list = $desk->done('credit.watchlist.create', { name => 'Varejo' })->{id};
	Lastro::Desk::paper($t);
	Lastro::Desk::report($t);
	$desk->done('credit.watchlist_item.add', { watchlist_id => $list, object_id => $_ }) for qw(company:33000167000101 instrument:PETR16 fund:11222333000181);
	$desk->done('credit.alert_rule.set', { kind => 'leverage_above', watchlist_id => $list, threshold => 3.5 });
	$desk->done('credit.note.create', { body => 'Nota' });
	$desk->alert;
	$desk->term;
	return bless { t => $t, browser => $b, console => $c, owner => $owner, office => $office, desk => $desk, portfolio => $id, wallet => $wallet, list => $list }, $class;
}

# planned() - gives the person of @c's first portfolio, and all together, targets; the pages of an amount.
sub planned {
	my ($c) = @_;
	my $id = $c->json('/v1/portfolios')->{data}[0]{id};
	my %targets = (slices => [{ name => 'Ações', pct => 60, types => ['stock'], inside => [{ symbol => 'PETR4', asset_type => 'stock', pct => 100 }] }, { name => 'O resto', pct => 40, types => [qw(fii renda_fixa)] }]);

	$c->write(PUT => "/v1/$_/targets", \%targets) for 'portfolio', "portfolios/$id";
	return [map { ("$_/plan?contribution=50000", "$_/plan?contribution=0&sell=true", "$_/plan?at=2026-11-20") } '', "/portfolios/$id"];
}

# alike() - an address without ids and parameter values, so that pages of one kind compare equal.
sub alike {
	my ($path) = @_;

	return $path =~ s/[0-9a-f]{8}-[0-9a-f-]{27}/ID/gr =~ s/=[^&]*/=/gr;
}

# walked() - follows all links from these; the answers by path, one page of each kind, where each Action is a kind.
# %o: without => a pattern of addresses that are not followed.
sub walked {
	my ($browser, $next, %o) = @_;
	my @next = @$next;
	my (%seen, %page);

	while (defined(my $path = shift @next)) {
		my $kind = alike($path =~ s/#.*//sr);

		next if $seen{$kind}++ || $o{without} && $path =~ $o{without};
		my $r = $browser->open($path);
		push @next, Lastro::Browser::unescape($r->header('location')) if $r->status == 303;
		next unless $r->status == 200 && $r->header('content-type') =~ m{^text/html};
		$page{$path} = $r;
		push @next, grep { m{^/(?!v1/|docs|problems/|style/|script/)} } map { Lastro::Browser::unescape($_) } $r->body =~ m{<a [^>]*?href="([^"]*)"}g;
	}
	return \%page;
}

# pages() - one page of each kind of all that the owner reaches.
sub pages {
	my ($self) = @_;

	return walked($self->{browser}, ['/', '/portfolios', '/portfolios/new', '/offices', '/keys', '/grants', '/password', '/tax?year=2026', "/portfolios/$self->{portfolio}",
		"/offices/$self->{office}{id}", "/desks/$self->{desk}{id}"]);
}

# fields() - names of the text fields and selects.
sub fields {
	my ($inside) = @_;
	my @names = map { /\bname="([^"]*)"/ && !/type="(?:hidden|file|checkbox|radio)"/ ? Lastro::Browser::unescape($1) : () } $inside =~ m{<input ([^>]*)>}g;

	return (@names, map { Lastro::Browser::unescape($_) } $inside =~ m{<(?:textarea|select) [^>]*?\bname="([^"]*)"}g);
}

sub forms {
	my ($self, $page) = @_;
	my %form;

	for (sort keys %$page) {
		my $body = $page->{$_}->body;

		while ($body =~ m{<form method="post" action="([^"]*)"[^>]*>(.*?)</form>}gs) {
			my ($action, $inside) = (Lastro::Browser::unescape($1), $2);

			$form{ alike($action) } //= { at => $_, action => $action, fields => [fields($inside)], inside => $inside, ends => scalar($action =~ $ends) };
		}
	}
	return \%form;
}

# typed() - submits the form with $text in this field and valid input in the others, up to its preview; undef if the form is gone.
sub typed {
	my ($self, $form, $field, $text) = @_;
	my $page = $self->{browser}->open($form->{at});
	my ($action, $values) = eval { Lastro::Browser::form($page, qr{^\Q$form->{action}\E$}) } or return undef;
	my %fill = map { $_ => length($values->{$_} // '') ? $values->{$_} : $honest{$_} // '' } keys %$values;
	my @step = $form->{inside} =~ /name="step" value="preview"/ ? (step => 'preview') : ();

	my $r = $self->{browser}->submit($page, { which => qr{^\Q$form->{action}\E$} }, %fill, @step, $field => $text);

	return ($r->header('location') // '') =~ /[?]typed=/ ? $self->{browser}->arrive($r) : $r;	# a preview
}

# done() - executes a preview; undef if the page has no form for it.
sub done {
	my ($self, $preview) = @_;

	return eval { $self->{browser}->submit($preview, { which => qr{/(?:actions|files)/|/transactions(?:/[0-9a-f-]{36})?$} }, step => 'execute') };
}

1;

#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The page of a portfolio's issues: deletions are previewed; an issue that is right as it is can be dismissed, stays
# dismissed while it is unchanged, and can be restored.

use strict;
use warnings;
use utf8;
use Encode qw(decode encode);
use Lastro::Browser;
use Lastro::Console;
use Lastro::Market qw(closes);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
closes($t, b3 => 'PETR4', '2026-03-02' => '15.00', '2026-11-19' => '16.50');
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my ($b) = $c->person('ana@example.com');
my $id = $c->write(POST => '/v1/portfolios', { name => 'Renda' })->{id};
my $at = "/portfolios/$id";

sub text { return decode('UTF-8', $_[0]->body) }
sub json { return $c->json("/v1$at/$_[0]") }
sub issues { my ($code, $query) = @_; return [grep { $_->{code} eq $code } @{ json('issues' . ($query // ''))->{data} }] }
sub buy { my ($symbol, $quantity, $price) = @_; return { symbol => $symbol, asset_type => 'stock', kind => 'buy', trade_date => '2026-03-02', quantity => $quantity, price => $price } }

sub Piece::body { return $_[0]{body} }

# form_of() - the form with this button: its target and its fields.
sub form_of {
	my ($page, $button) = @_;

	for my $piece (split /(?=<form method="post")/, text($page)) {
		next unless $piece =~ s{</form>.*}{</form>}s && $piece =~ m{<button[^>]*>\Q$button\E</button>};
		return Lastro::Browser::form(bless({ body => encode('UTF-8', $piece) }, 'Piece'), qr/./);
	}
	return;
}

$c->write(POST => "/v1$at/transactions", [buy(PETR4 => 10, 15), buy(PETR4 => 10, 15), buy(VALE3 => 7, 60)]);

# ---- deletions are previewed ----

my $page = $b->open("$at/issues");
my ($to, $fields) = form_of($page, 'Excluir o lançamento');
ok delete $fields->{version}, 'which the page shows with its effect; a program without that version';
ok $to, 'the second of two equal rows can be deleted' or diag text($page);
my $r = $b->post_form($to, $fields);
is $r->status, 303, 'with a link';
like $r->header('Location'), qr{^\Q$at\E/mend\?typed=[0-9a-f-]{36}$}, 'with its changes';
is scalar @{ json('transactions')->{data} }, 3, 'and deletes nothing';
my $shown = $b->open($r->header('Location'));
is $shown->status, 200, 'which is a separate page' or diag text($shown);
like text($shown), qr{Nada foi gravado ainda}, 'that says so';
# 20 shares become 10, 300.00 become 150.00.
like text($shown), qr{Quantidade.*?value="20[.0]*".*?value="10[.0]*"}s, 'with the quantity before and after';
like text($shown), qr{Custo.*?value="300\.00".*?value="150\.00"}s, 'and the cost';
is scalar @{ json('transactions')->{data} }, 3, 'still nothing is deleted';
is $b->open($r->header('Location'))->status, 200, 'the way back of a browser finds it';
my ($confirm, $last) = form_of($shown, 'Excluir o lançamento');
like $confirm, qr{/mend$}, 'its button';
{
	# A change since the preview makes it invalid.
	my ($vale) = grep { $_->{symbol} eq 'VALE3' } @{ json('transactions')->{data} };
	$c->write(PATCH => "/v1$at/transactions/$vale->{id}", { note => 'outra' });
	is $b->post_form($confirm, $last)->status, 409, 'is of the portfolio that was shown';
	($confirm, $last) = form_of($b->open($r->header('Location')), 'Excluir o lançamento');
}
$r = $b->post_form($confirm, $last);
is $r->status, 303, 'it is confirmed';
like $r->header('Location'), qr{^\Q$at\E/issues}, 'and links back to the issues';
is scalar @{ json('transactions')->{data} }, 2, 'the row is deleted';
is_deeply issues('duplicate_rows'), [], 'and the issue';
is $b->open("$at/mend?typed=00000000-0000-4000-8000-000000000000")->status, 410, 'deleted holdings are marked';
is $b->open("$at/mend")->status, 410, 'so is one without a name';

# Also a paper deleted with its rows.
{
	my ($asset) = grep { $_->{symbol} eq 'VALE3' } @{ json('assets')->{data} };
	my $csrf = $b->open('/v1/session')->json->{csrf_token};
	my $r = $b->post_form("$at/mend", { csrf => $csrf, method => 'DELETE', what => "assets/$asset->{id}", prefix => 'm', back => 'issues' });
	like $r->header('Location'), qr{/mend\?typed=}, 'the deletion of a paper with rows is previewed';
	my ($goes) = form_of($b->open($r->header('Location')), 'Excluir o ativo e os lançamentos dele');
	like $goes, qr{/mend$}, 'with its button';
	is scalar(grep { $_->{symbol} eq 'VALE3' } @{ json('transactions')->{data} }), 1, 'and is still there';
}

# ---- dismissing ----

$c->write(POST => "/v1$at/transactions", [buy(PETR4 => 10, 15)]);
my ($issue) = @{ issues('duplicate_rows') };
is $issue->{dismissed}, 0, 'two executions of one order are an issue';
is $issue->{dismiss}{method}, 'PATCH', 'that can be dismissed';
my ($asset) = grep { $_->{symbol} eq 'PETR4' } @{ json('assets')->{data} };
$c->write(PATCH => "/v1$at/assets/$asset->{id}", { meta => { corretora => 'X' } });
($to, $fields) = form_of($b->open("$at/issues"), 'Está certo assim');
ok $to, 'the page has the button';
is $b->post_form($to, $fields)->status, 303, 'which is pressed';
is_deeply issues('duplicate_rows'), [], 'it is in no list';
is json('issues')->{meta}{dismissed}, 1, 'but counted';
like text($b->open("$at/issues")), qr{<a href="\Q$at\E/issues\?dismissed=true">1 dispensada</a>}, 'and the page links to it';
($asset) = grep { $_->{symbol} eq 'PETR4' } @{ json('assets')->{data} };
is $asset->{meta}{corretora}, 'X', 'other notes on the paper stay';
$c->write(POST => "/v1$at/transactions", [buy(PETR4 => 11, 15)]);
is_deeply issues('duplicate_rows'), [], 'another row of the paper does not bring it back';
{
	my ($again) = @{ issues('duplicate_rows', '?dismissed=true') };
	is $again->{dismissed}, 1, 'asked for, it is there';
	my $page = $b->open("$at/issues?dismissed=true");
	unlike text($page), qr{Excluir o lançamento}, 'its page mends nothing';
	($to, $fields) = form_of($page, 'Mostrar de novo');
	is $b->post_form($to, $fields)->status, 303, 'and brings it back';
	is scalar @{ issues('duplicate_rows') }, 1, 'among the others';
	is json('issues')->{meta}{dismissed}, 0, 'none is dismissed';
	($asset) = grep { $_->{symbol} eq 'PETR4' } @{ json('assets')->{data} };
	is_deeply $asset->{meta}, { corretora => 'X' }, 'and the paper is as it was';
}
# By the JSON request as shown; a third equal row is a new issue.
($issue) = @{ issues('duplicate_rows') };
$c->write(PATCH => $issue->{dismiss}{path}, $issue->{dismiss}{body});
is_deeply issues('duplicate_rows'), [], 'so does a program';
$c->write(POST => "/v1$at/transactions", [buy(PETR4 => 10, 15)]);
is scalar @{ issues('duplicate_rows') }, 1, 'a third equal row is reported';

# An error cannot be dismissed.
$c->write(POST => "/v1$at/transactions", [{ symbol => 'ITSA4', asset_type => 'stock', kind => 'sell', trade_date => '2026-03-02', quantity => '5', price => '10' }]);
{
	my ($error) = @{ issues('sold_more_than_held') };
	is $error->{dismiss}, undef, 'an error cannot be dismissed';
	my ($petr) = grep { $_->{symbol} eq 'PETR4' } @{ json('assets')->{data} };
	my ($itsa) = grep { $_->{symbol} eq 'ITSA4' } @{ json('assets')->{data} };
	$c->write(PATCH => "/v1$at/assets/$itsa->{id}", { meta => { dismissed_issues => ['sold_more_than_held', @{ $petr->{meta}{dismissed_issues} }] } });
	is scalar @{ issues('sold_more_than_held') }, 1, 'by no means';
	is $b->request('PATCH', "/v1$at/assets/$itsa->{id}", body => encode('UTF-8', '{"meta":{"dismissed_issues":"x"}}'), type => 'application/json',
		headers => { 'X-CSRF-Token' => $b->open('/v1/session')->json->{csrf_token} })->status, 400, 'an invalid list of keys is refused';
}

# ---- a guessed type ----

$b->request('POST', "/v1$at/imports?filename=x.csv", body => encode('UTF-8', "ticker;operacao;data;quantidade;preco\nXPTO3;compra;02/03/2026;5;10\n"), type => 'text/csv',
	headers => { 'X-CSRF-Token' => $b->open('/v1/session')->json->{csrf_token} });
like issues('type_guessed')->[0]{detail}, qr{o tipo \(Ações\) foi deduzido}, 'a class has its Portuguese name';

done_testing;

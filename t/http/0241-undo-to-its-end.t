#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# An undo to its end: writes of one document are taken back one after another, in their order, and never over a later one; a deleted
# row that an import brought is put back with its id and its import; what no longer can be taken back has the reason instead of the
# button.  Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Encode ();
use Lastro::Browser;
use Lastro::Console qw(row told_text);
use Lastro::Market qw(closes);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
closes($t, b3 => 'PETR4', '2026-11-19' => '30.00');
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my ($b) = $c->person('ana@example.com');
my $id = $c->write(POST => '/v1/portfolios', { name => 'Principal' })->{id};
my ($at, $api) = ("/portfolios/$id", "/v1/portfolios/$id");
my $csrf = $b->open('/v1/session')->json->{csrf_token};

sub text { my ($r) = @_; return told_text(Encode::decode('UTF-8', $r->body)) =~ s/\s+/ /gr }
sub written { my ($r) = @_; is $r->status, 303, 'written' or diag text($r); return $r->header('Location') }
sub undo { my ($at) = @_; return $b->submit($b->open($at), { which => qr{/mend/undo$} }) }
sub taken_back { my ($at, $name) = @_; my $r = undo($at); is $r->status, 303, $name or diag text($r); return $r }
# no_more() - the page has the reason and no button; its form, sent all the same, writes nothing.
sub no_more {
	my ($at, $form, $name) = @_;
	my $page = $b->open($at);

	ok $page->body !~ qr{/mend/undo"}, "$name: no button";
	like text($page), qr{Não se desfaz mais: mudou depois em 20/11/2026\.}, 'but the reason';
	return unless $form;
	my $r = $b->post_form(@$form);
	is $r->status, 409, 'a button of an older page is refused';
	like text($r), qr{Nada foi desfeito: o que foi gravado já mudou de novo\..*Não se desfaz mais: mudou depois em 20/11/2026\.}, 'with the reason';
	unlike text($r), qr{targets_conflict|ledger_conflict|tax_inputs|versão}, 'in words';
}
sub button { my ($at) = @_; return [(Lastro::Browser::form($b->open($at), qr{/mend/undo$}))[0, 1]] }

# ---- targets ----

sub aims { my ($r) = ($b->open("$api/targets")); return $r->status == 200 ? join ', ', map { "$_->{name} " . ($_->{pct} + 0) } @{ $r->json->{slices} } : 'none' }
sub aim { my ($name) = @_; return written($b->submit($b->open("$at/plan/targets"), { which => qr{/plan/targets$} }, 'name0' => $name, pct0 => '100', types0 => 'stock')) }
sub stated_aims { my ($name) = @_; return $c->write(PUT => "$api/targets", { slices => [{ name => $name, pct => 100, types => ['stock'] }] }) }

stated_aims('Antes');
my @fields = Lastro::Browser::form($b->open("$at/plan/targets"), qr{/plan/targets$});
my ($of_name) = grep { ($fields[1]{$_} // '') eq 'Antes' } sort keys %{ $fields[1] };
sub aimed { my ($name) = @_; return written($b->submit($b->open("$at/plan/targets"), { which => qr{/plan/targets$} }, $of_name => $name)) }
my ($first, $second) = map { aimed($_) } 'Uma', 'Outra';
is aims(), 'Outra 100', 'two writes';
my $pressed = button($second);
taken_back($second, 'the newer one is taken back');
is aims(), 'Uma 100', 'to the older one';
taken_back($first, 'and so is the older one');
is aims(), 'Antes 100', 'to what there was';
# Its address, from the history of the browser, where the same targets were set by another press: that is not what it takes back.
stated_aims('Outra');
my $again = $b->open($second);
like text($again), qr{Desfeito\.}, 'the address of an undo that was used says so';
unlike $again->body, qr{/mend/undo"}, 'and has no button';
is $b->post_form(@$pressed)->status, 303, 'a button of an older page';
is aims(), 'Outra 100', 'takes nothing back';
stated_aims('Antes');

my $third = aimed('Terceira');
my $older = button($third);
stated_aims('Depois');
no_more($third, $older, 'targets set since');
is aims(), 'Depois 100', 'nothing is overwritten';
stated_aims('Terceira');
taken_back($third, 'where they are again what was written, it is taken back');
is aims(), 'Antes 100', 'to what there was before it';

# Withdrawn and back, twice.
my $gone = written($b->submit($b->open("$at/plan/targets/withdraw"), { which => qr{/withdraw$} }));
is aims(), 'none', 'withdrawn';
taken_back($gone, 'and back');
is aims(), 'Antes 100', 'as they were';

# ---- tax inputs ----

sub carry { return join ', ', map { "$_->{month} " . ($_->{common} + 0) } @{ $c->json('/v1/portfolio/tax/inputs')->{carry} } }
sub carried { my ($month, $loss) = @_; return written($b->submit($b->open('/tax/input?about=carry'), { which => qr{/tax/input$} }, month => $month, common => $loss)) }

$first = carried('11/2025', '100');
$older = button($first);
$second = carried('12/2025', '200');
is carry(), '2025-11 100, 2025-12 200', 'two losses';
no_more($first, $older, 'another loss was said since');
taken_back($second, 'the newer one is taken back');
taken_back($first, 'and then the older one');
is carry(), '', 'to nothing';

# Apagar has its Desfazer, too.
carried('12/2025', '200');
my ($entry) = $b->open('/tax/inputs')->body =~ m{<a href="(/tax/input\?about=carry[^"]*)">Mudar};
my $page = $b->open(Lastro::Browser::unescape($entry));
my $forgotten = written($b->submit($page, { which => qr{/tax/input$} }, forget => 'on'));
is carry(), '', 'an entry is deleted';
like text($b->open($forgotten)), qr{Apagado: .*Desfazer}, 'which the line says, with the button';
taken_back($forgotten, 'and taken back');
is carry(), '2025-12 200', 'to what it was';

# What no page wrote is refused: not JSON, or no entry.
for my $was ('não é JSON', '{', '[]', '7', '"x"') {
	my $r = $b->submit($page, { which => qr{/tax/input$} }, was => $was, month => '10/2025', common => '5');
	is $r->status, 404, "an entry before that is $was is refused";
	is carry(), '2025-12 200', 'with nothing written';
}

# ---- answers of the tax about an asset ----

my $asset = $c->write(POST => "$api/assets", { symbol => 'BOVA11', asset_type => 'etf' })->{id};
sub kind { return $c->json("$api/assets/$asset")->{meta}{etf_kind} // '' }
sub fact { return $b->open("$at/tax/fact?about=etf_kind&asset=$asset&back=$at/tax/inputs") }
my $said = written($b->submit(fact(), { which => qr{/tax/fact$} }, etf_kind => 'rv'));
like text($b->open($said)), qr{BOVA11: De ações \(renda variável\)\. Desfazer}, 'an answer has its button';
my $changed = written($b->submit(fact(), { which => qr{/tax/fact$} }, etf_kind => 'fii'));
my $dropped = written($b->submit(fact(), { which => qr{/tax/fact$} }, forget => 'on'));
like text($b->open($dropped)), qr{Apagado, de BOVA11: De fundos imobiliários\. Desfazer}, 'and so has a deleted one';
is kind(), '', 'it is gone';
taken_back($dropped, 'it is taken back');
is kind(), 'fii', 'to what it was';
taken_back($changed, 'then the change');
taken_back($said, 'then the first answer');
is kind(), '', 'to nothing';

# Answers of two portfolios, of one press and in turns.
my $other = $c->write(POST => '/v1/portfolios', { name => 'Segunda' })->{id};
my %of = (ETFA11 => [$id, '03'], ETFB11 => [$other, '04'], ETFC11 => [$id, '05']);
$c->write(POST => "/v1/portfolios/$of{$_}[0]/transactions", [row($_, 'etf', 'buy', '2026-01-08', '1', '10'), row($_, 'etf', 'sell', "2026-$of{$_}[1]-10", '1', '9')]) for sort keys %of;
sub kinds { return join ' ', map { map { "$_->{symbol} $_->{meta}{etf_kind}" } grep { $_->{meta}{etf_kind} } @{ $c->json("/v1/portfolios/$_/assets")->{data} } } $id, $other }
my ($action, $asked) = Lastro::Browser::form($b->open('/tax/missing?year=2026'), qr{/tax/missing$});
my $answered = written($b->post_form($action, { %$asked, map { ($_ => 'rv') } grep { /-etf_kind$/ } keys %$asked }));
is kinds(), 'ETFA11 rv ETFC11 rv ETFB11 rv', 'three answers of two portfolios';
taken_back($answered, 'are taken back together');
is kinds(), '', 'all of them';

# ---- a deleted row that an import brought ----

my $file = "ticker,operacao,data,quantidade,preco\nITSA4,compra,2026-01-05,100,10\nITSA4,compra,2026-01-05,50,11\nITSA4,venda,2026-02-05,30,12\n";
sub imported { my ($name) = @_; return $b->request('POST', "$api/imports?filename=$name.csv", body => $file, type => 'text/csv', headers => { 'X-CSRF-Token' => $csrf })->json->{import_id} }
sub stored { return $t->sql("select jsonb_agg(to_jsonb(l) - 'packed' order by id) from ledger l where portfolio_id = '$id'") }
sub undone { my ($import) = @_; return $b->request('DELETE', "$api/imports/$import", headers => { 'X-CSRF-Token' => $csrf }) }

my $import = imported('notas');
my $before = stored();
my ($row) = grep { $_->{symbol} eq 'ITSA4' } @{ $c->json("$api/transactions")->{data} };
is $row->{import_id}, $import, 'a row of an import';
my $drop = sub { return written($b->submit($b->arrive($b->post_form("$at/transactions/$row->{id}/preview", { csrf => $csrf, do => 'delete' })), { which => qr{/delete$} })) };
my $of_row = $drop->();
isnt stored(), $before, 'is deleted';
taken_back($of_row, 'and put back');
is stored(), $before, 'as it was: id, source, import and all';
my $undone = undone($import);
is $undone->status, 200, 'so the import can be undone' or diag $undone->body;
is $t->sql("select count(*) from ledger where import_id = '$import'"), 0, 'with all of its rows';

# One that the same file brought again meanwhile would be there twice.
{
	my $first = imported('uma');
	($row) = grep { $_->{symbol} eq 'ITSA4' } @{ $c->json("$api/transactions")->{data} };
	my $of = $drop->();
	my $second = imported('outra vez');
	my $there = stored();
	my $page = $b->open($of);
	unlike $page->body, qr{/mend/undo"}, 'a row that was imported again: no button';
	is stored(), $there, 'and nothing is written';
	is undone($second)->status, 200, 'the second import is undone';
	taken_back($of, 'then the row is put back');
	is undone($first)->status, 200, 'and the first import, too';
}

# A paper with all of its rows, payments too.
$import = imported('de-novo');
my ($paper) = grep { $_->{symbol} eq 'ITSA4' } @{ $c->json("$api/assets")->{data} };
$c->write(POST => "$api/income", { symbol => 'ITSA4', asset_type => 'stock', kind => 'dividend', pay_date => '2026-03-10', amount => '7.77' });
sub everything { return join "\n", stored(), map { $t->sql("select jsonb_agg(to_jsonb(x) order by id) from $_ x where portfolio_id = '$id'") } qw(asset income) }
$before = everything();
my $of_paper = written($b->post_form("$at/mend", { csrf => $csrf, once => '01ff0000-0000-7000-8000-0000000000aa', prefix => 'a', back => 'issues', method => 'DELETE', what => "assets/$paper->{id}",
	version => $t->sql("select ledger_version from portfolio where id = '$id'") }));
unlike everything(), qr{ITSA4}, 'a paper is deleted with its rows';
taken_back($of_paper, 'and put back');
is everything(), $before, 'as it was, with the same ids';
# 100 + 50 - 30.
is [grep { $_->{symbol} eq 'ITSA4' } @{ $c->json($api)->{holdings} }]->[0]{qty} + 0, 120, 'and in the figures';
is $t->lastro('compute', 'state', '--verify')->{status}, 0, 'which are those of the ledger';

# A payment.
my ($paid) = @{ $c->json("$api/income")->{data} };
my $of_paid = written($b->submit($b->open("$at/income/$paid->{id}"), { which => qr{/delete$} }));
is $t->sql("select count(*) from income where portfolio_id = '$id'"), 0, 'a payment is deleted';
taken_back($of_paid, 'and put back');
is everything(), $before, 'as it was';

# Not exactly as it was: nothing.
($row) = grep { $_->{symbol} eq 'ITSA4' } @{ $c->json("$api/transactions")->{data} };
$of_row = $drop->();
my $forced = $b->request('DELETE', "$api/imports/$import?force=true", headers => { 'X-CSRF-Token' => $csrf });
is $forced->status, 200, 'its import is undone meanwhile' or diag $forced->body;
$before = everything();
my $r = undo($of_row);
is $r->status, 409, 'its row is not put back';
like text($r), qr{Nada foi desfeito: o que foi gravado já mudou de novo\.}, 'and the page says why';
is everything(), $before, 'nothing is written';

# A column that a later migration adds is put back, too.
my %said = map { $_->{name} => $_->{sql} } @{ $t->lastro_json('db', 'check', '--list')->{data} };
for (['restore.assets', 'asset'], ['restore.ledger', 'ledger'], ['restore.income', 'income']) {
	my ($statement, $table) = @$_;
	my ($columns) = $said{$statement} =~ /\(([^)]*)\)/;
	is join(' ', sort split /[\s,]+/, $columns), $t->sql("select string_agg(column_name, ' ' order by column_name collate \"C\") from information_schema.columns where table_schema = 'lastro' and table_name = '$table' and is_generated = 'NEVER'"), "every column of $table";
}

# No request and no file of a person's puts a row back.
for my $method (qw(RESTORE POST)) {
	$r = $b->post_form("$at/mend", { csrf => $csrf, once => '01ff0000-0000-7000-8000-0000000000ab', prefix => 'a', back => 'issues', method => $method, what => $row->{id}, body => '{"ledger":[]}' });
	is $r->status, 404, "no form does by $method";
}
my $forged = qq({"said":"x","back":"$at","base":"$at","requests":[{"base":"$at","method":"RESTORE","what":"$row->{id}","body":"{}"}]});
my ($held) = $b->submit($b->open("$at/imports"), { which => qr/reading/ }, file => ['x.csv', $forged])->header('Location') =~ /held=([0-9a-f-]+)/;
ok $held, 'a file that looks like a kept undo';
is $b->post_form("$at/mend/undo", { csrf => $csrf, undo => $held })->status, 410, 'is none';
is everything(), $before, 'and nothing is written';

# ---- what takes away is never the first thing to do ----

for (["$at/delete", 'Excluir a carteira'], ["$at/transactions/" . $c->write(POST => "$api/transactions", row('PETR4', 'stock', 'buy', '2026-01-05', '1', '20'))->{id}, 'Excluir o lançamento…']) {
	my ($where, $button) = @$_;
	like Encode::decode('UTF-8', $b->open($where)->body), qr{<button class="btn" type="submit"[^>]*>\Q$button\E</button>}, $button;
}
$c->write(POST => "$api/transactions", row('PETR4', 'stock', 'buy', '2026-01-05', '1', '20'));
like Encode::decode('UTF-8', $b->open("$at/issues")->body), qr{<button class="btn" type="submit">Excluir o lançamento</button>}, 'a mend that deletes';

$t->finish;
done_testing;

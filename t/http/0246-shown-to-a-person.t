#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A person shows a portfolio to another, by e-mail: the invitation tells nothing, whoever accepts reads that portfolio as its
# administrator does and changes nothing, and either ends it.  Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Encode ();
use Lastro::Browser;
use Lastro::Console qw(figures row told_text);
use Lastro::Market qw(closes);
use Lastro::OpenApi;
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $t = Lastro::Test->new;

closes($t, b3 => 'PETR4', '2026-11-18' => '16.00', '2026-11-19' => '16.50');
closes($t, b3 => 'VALE3', '2026-11-19' => '70.10');
my @env = (LASTRO_BASE_URL => 'https://carteira.example');
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my ($ana) = $c->person('ana@example.com');
my ($bia) = $c->person('bia@example.com');
my ($caio) = $c->person('caio@example.com');
$t->sql(q(update account set name = initcap(split_part(email, '@', 1)) || ' Souza'));
my $id = $c->write(POST => '/v1/portfolios', { name => 'Aposentadoria' })->{id};
my $other = $c->write(POST => '/v1/portfolios', { name => 'Segredo' })->{id};
my $hers = $c->write(POST => '/v1/portfolios', { name => 'Da Bia' }, $bia)->{id};
my $at = "/portfolios/$id";
# 137 × 16.50 = 2,260.50 and 40 × 70.10 = 2,804.00: 5,064.50.  What was sold in March is 2,000.00 above its cost, of 20,000.00: free of tax.
$c->write(POST => "/v1$at/transactions", [
	{ %{ row('PETR4', 'stock', 'buy', '2026-01-08', '137', '10') }, note => 'anotado' }, row('VALE3', 'stock', 'buy', '2026-02-09', '41', '60'),
	row('VALE3', 'stock', 'sell', '2026-03-10', '1', '70'),
]);
$c->write(POST => "/v1/portfolios/$other/transactions", [row('MGLU3', 'stock', 'buy', '2026-01-08', '10', '5')]);
# Hers: shares bought for 30,000.00 and sold for 60,000.00 in October, whose tax is due in November.
$c->write(POST => "/v1/portfolios/$hers/transactions", [row('PETR4', 'stock', 'buy', '2026-01-08', '3000', '10'), row('PETR4', 'stock', 'sell', '2026-10-06', '3000', '20')], $bia);

sub text { return Encode::decode('UTF-8', $_[0]->body) }
sub at_time { my ($now) = @_; $t->stop_pool; $t->start_pool(workers => 1, env => { @env, LASTRO_NOW => $now }); return }
sub csrf { my ($b) = @_; return $b->open('/v1/session')->json->{csrf_token} }
sub invite { my ($email, %o) = @_; my $from = $o{at} // $at; return $ana->submit($ana->open("$from/readers"), { which => qr{/readers$} }, email => $email) }
sub share_of { my ($email) = @_; return $t->sql("select id from portfolio_share where email = '$email' and ended_at is null") }
sub press { my ($b, $path, %f) = @_; return $b->post_form($path, { csrf => csrf($b), %f })->status }

# ---- the invitation ----

like $c->page($at), qr{<a class="btn" href="\Q$at\E/readers">Mostrar a alguém</a>}, 'the page of the portfolio leads there';
like told_text($c->page("$at/readers")), qr{Quem lê esta carteira.*Só você}s, 'nobody reads it yet';
my %answer = map { ($_ => invite($_)) } 'bia@example.com', 'ninguem@example.com';
is $answer{$_}->status, 200, "$_ is invited" or diag text($answer{$_}) for sort keys %answer;
is text($answer{'bia@example.com'}) =~ s/bia\@example\.com/X/gr, text($answer{'ninguem@example.com'}) =~ s/ninguem\@example\.com/X/gr, 'with the same answer, whether there is an account or not';
my @mail = map { Encode::decode('UTF-8', $_) } split /\n--\n/, $t->sql(q(select string_agg(replace(subject || ' | ' || body, recipient, 'X'), E'\n--\n' order by recipient) from mail_outbox where recipient <> 'ana@example.com'));
is scalar @mail, 2, 'each gets a message';
is $mail[0], $mail[1], 'the same one';
like $mail[0], qr{A conta ana\@example\.com, de quem se chama “Ana Souza”, quer mostrar a você uma carteira.*até 20/12/2026.*https://carteira\.example/login\?next=%2Fshown}s, 'that says who, until when and where';
unlike $mail[0], qr{Aposentadoria|$id}, 'and not which portfolio';
like $t->sql(q(select string_agg(body, ' ' order by created_at, id) from mail_outbox where recipient = 'ana@example.com')), qr{bia\@example\.com.*ninguem\@example\.com}s, 'who invites is told, too';
for my $case (['Bia@Example.com', 400, qr{este já foi convidado}], ['ana@example.com', 400, qr{este é o seu}], ['bia', 400, qr{um e-mail, como}], ['', 400, qr{Falta preencher}]) {
	my ($email, $status, $said) = @$case;
	my $r = invite($email);

	is $r->status, $status, "refused: '$email'";
	like text($r), $said, 'and said';
}
is $t->sql('select count(*) from portfolio_share'), 2, 'nothing else was made';
is $bia->open($at)->status, 404, 'an invitation opens nothing';
my $share = share_of('bia@example.com');
my $shown = $c->page('/shown', $bia);
like told_text($shown), qr{Ana Souza \(ana\@example\.com\) quer mostrar.*20/12/2026}s, 'the invited person sees it';
unlike $shown, qr{Aposentadoria|\Q$id\E}, 'not which portfolio';
like $c->page('/portfolios', $bia), qr{<a href="/shown">Um convite para ler uma carteira espera a sua resposta</a>}, 'the overview says so';
unlike $c->page('/portfolios'), qr{/shown}, 'nothing of the kind to who is not invited';
unlike told_text($c->page('/shown', $caio)), qr{Ana|Aceitar}, 'another person sees nothing';
is press($caio, "/shown/$share/accept"), 404, 'nor accepts it';
is press($ana, "/shown/$share/accept"), 404, 'nor does who invited';
is press($caio, "/shown/$share/end"), 404, 'nor declines it';
is $bia->post_form("/shown/$share/accept", {})->status, 403, 'nor is it accepted by a page of elsewhere';
is $bia->open($at)->status, 404, 'still closed';

# ---- accepted ----

my %all = map { ($_ => $bia->open($_)->body) } qw(/v1/portfolio /v1/portfolio/history /v1/portfolio/attention /v1/portfolio/tax?year=2026);
is $bia->submit($bia->open('/shown'), { which => qr{/accept$} })->status, 303, 'accepted at a press';
is press($bia, "/shown/$share/accept"), 404, 'once';
my $html = $c->page($at, $bia);
is figures($html)->{patrimonio}[0], '5064.50', 'and the portfolio is there';
like told_text($html), qr{Esta carteira é de outra pessoa, que a mostra a você: só para ler}, 'as another\'s';
like $c->page('/portfolios', $bia), qr{Mostram a você: <a href="/portfolios/\Q$id\E">Aposentadoria, de Ana Souza</a>}, 'the overview leads there';
like told_text($c->page("$at/readers")), qr{bia\@example\.com.*Lê desde 20/11/2026.*ninguem\@example\.com.*Pode aceitar até 20/12/2026}s, 'its administrator sees who reads';
is $bia->open($_)->body, $all{$_}, "what she reads is in nothing of hers: $_" for sort keys %all;
is_deeply [map { $_->{id} } @{ $c->json('/v1/portfolios', $bia)->{data} }], [$hers], 'nor in her list';
$c->write(PATCH => "/v1$at", { name => 'Velhice' });
like told_text($c->page('/shown', $bia)), qr{Velhice.*Ana Souza}s, 'a new name is hers too';

{
	my $link = $ana->submit($ana->open("$at/links"), { which => qr{/links$} });
	my $given = told_text($c->page('/shown'));

	like $given, qr{O que você mostra a outros.*Velhice\s+bia\@example\.com\s+Lê a carteira inteira.*ninguem\@example\.com\s+Convidado até 20/12/2026.*Velhice\s+Quem tiver o link\s+Só as parcelas, até 20/12/2026}s, 'one page has all that a person shows';
	is $ana->submit($ana->open('/shown'), { which => qr{/links/[^/]*/end$} })->status, 303, 'and ends it';
	unlike told_text($c->page('/shown')), qr{Quem tiver o link}, 'at a press';
	unlike told_text($c->page('/shown', $caio)), qr{Velhice|ninguem}, 'nobody else sees it';
}

# ---- every reading operation says the same to both ----

my $document = Lastro::OpenApi->built;
my %in = (id => $id, asset => $c->json("/v1$at")->{holdings}[0]{asset_id}, assetId => $c->json("/v1$at")->{holdings}[0]{asset_id},
	transactionId => $c->json("/v1$at/transactions")->{data}[0]{id}, symbol => 'PETR4');
my %query = ('/explain' => '?field=patrimonio', '/tax/explain' => '?year=2026&field=total_due', '/tax' => '?year=2026', '/tax/declaration' => '?year=2026', '/tax/month' => '?year=2026&month=2026-10', '/tax/missing' => '?year=2026', '/tax/input' => '', '/plan' => '?contribution=1000');
my (@read, @differ, @wrote);
for my $doc ($document, $document->pages) {
	for my $name ($doc->operations) {
		my $o = $doc->operation($name);
		my ($rest) = $o->{path} =~ m{^(?:/v1)?/portfolios/\{id\}(.*)} or next;
		next if $name eq 'reconcilePortfolio';	# takes a file, and writes nothing
		my $path = $o->{path} =~ s/\{(\w+)\}/$in{$1} \/\/ '01930000-0000-7000-8000-000000000001'/ger;

		if ($o->{method} eq 'GET') {
			my ($his, $hers) = map { $_->open($path . ($query{$rest} // '')) } $ana, $bia;

			push @read, $name if $hers->status == 200;
			push @differ, "$name: " . join ' ', $his->status, $hers->status
				if $hers->status == 200 ? $his->status != 200 || $o->{path} =~ m{^/v1} && $his->body =~ s/"access":"control"//r ne $hers->body =~ s/"access":"read"//r
				: $his->status == 200 || $hers->status !~ /^(?:303|40[0-9]|410|422)$/;
			next if $o->{path} =~ m{^/v1};
			my ($f, $g) = map { figures(text($_)) } $his, $hers;
			push @differ, "$name: $_" for grep { "@{ $f->{$_} // [] }" ne "@{ $g->{$_} }" } keys %$g;
		} else {
			my $r = $bia->request($o->{method}, $path, $o->{path} =~ m{^/v1} ? (json => {}, headers => { 'X-CSRF-Token' => csrf($bia), 'Idempotency-Key' => $name })
				: (body => 'csrf=' . csrf($bia), headers => { 'Content-Type' => 'application/x-www-form-urlencoded' }));

			push @wrote, "$name: " . $r->status if $r->status !~ /^4/;
		}
	}
}
cmp_ok scalar @read, '>', 40, 'many are read: ' . @read;
is_deeply \@differ, [], 'each answers as to its administrator';
is_deeply \@wrote, [], 'and none of those that write does anything';
is $t->sql("select ledger_version from portfolio where id = '$id'"), $c->json("/v1$at")->{version} // $t->sql("select ledger_version from portfolio where id = '$id'"), 'the ledger is as it was';
is $t->sql("select count(*) from portfolio p join workspace w on w.id = p.workspace_id join account a on a.id = w.account_id where a.email = 'bia\@example.com'"), 1, 'and nothing went into hers';
unlike told_text($c->page("$at/agenda", $bia)), qr{DARF da pessoa}, 'her own DARF is not on the agenda of another\'s portfolio';
like told_text($c->page("/portfolios/$hers/agenda", $bia)), qr{DARF da pessoa}, 'it is on that of hers';
{
	my $row = $c->page("$at/transactions/$in{transactionId}", $bia);

	like told_text($row), qr{Compra de 137 PETR4.*Anotação: anotado}s, 'a row is a sentence';
	unlike $row, qr{action="[^"]*/transactions/}, 'without a form that would only refuse';
}
unlike $c->page($at, $bia), qr{"\Q$at\E/(?:settings|readers|links|reconcile|transactions/new)[?"]}, 'no way leads where she may not go';
is $bia->open("/portfolios/$other")->status, 404, 'nothing else of hers is open';
is $bia->open("/v1/portfolios/$other")->status, 404, 'by no road';
is $caio->open($at)->status, 404, 'and to nobody else';

is $bia->submit($bia->open("/portfolios/$hers/agenda"), { which => qr{/feeds$} }, name => 'telefone')->status, 200, 'a secret address of her own agenda';
unlike $c->page("$at/agenda", $bia), qr{/agenda/feeds}, 'none is offered of another\'s';
is press($bia, "$at/agenda/feeds", name => 'telefone'), 403, 'nor made';
is $t->sql('select count(*) from agenda_feed'), 1, 'by no means';
like told_text($c->page("$at/tax?year=2026", $bia)), qr{Esta carteira é de outra pessoa}, 'the tax of it is another\'s, too';

# Programs of hers read nothing of it: it is shown to the person who logs in.
my $key = $t->lastro_json('key', 'create', '--account', 'bia@example.com', '--name', 'meu')->{key};
is $t->get("/v1/portfolios/$hers", key => $key)->status, 200, 'a key of hers reads what is hers';
is $t->get("/v1$at", key => $key)->status, 404, 'and not what is shown to her';
is $t->get("/v1$at/export?format=csv", key => $key)->status, 404, 'nor its rows';

# ---- the trail ----

sub trail { my ($email) = @_; return $t->sql("select string_agg(kind, ' ' order by seq) from audit a join workspace w on w.id = a.workspace_id join account c on c.id = w.account_id where c.email = '$email' and kind like 'portfolio_share%'") }
is trail('ana@example.com'), 'portfolio_share.created portfolio_share.created', 'her trail has the invitations';
is trail('bia@example.com'), 'portfolio_share.accepted', 'and the reader\'s, that it was accepted';
is $t->sql(q(select count(*) from audit where changes::text || input::text like '%bia@%')), 0, 'without the e-mail';

# ---- when it ends ----

# Without a condition of the function, what is over is read: the tests below would see it.
my $function = $t->sql("select pg_get_functiondef('portfolio_share_stands'::regproc)");
sub closed {
	my ($name, $condition) = @_;
	my $planted = $condition && $function =~ s/\Q$condition\E//r;

	is $bia->open($at)->status, 404, "$name: closed";
	is $bia->open("/v1$at/transactions")->status, 404, "$name: also its rows";
	return if !$condition;
	$planted ne $function or die "no condition $condition";
	$t->sql($planted);
	is $bia->open($at)->status, 200, "planted: without '$condition' it is open";
	$t->sql($function);
	return;
}
sub open_again { my ($name) = @_; is $bia->open($at)->status, 200, "$name: open again"; return }
$t->sql("update account set disabled_at = '2026-11-20' where email = 'ana\@example.com'");
closed('of a closed account', ' and a.disabled_at is null');
$t->sql("update account set disabled_at = null; insert into account_deletion select id, '2026-11-20', '2026-11-27' from account where email = 'ana\@example.com'");
closed('of one that is to be deleted', 'and not exists (select from account_deletion x where x.account_id = s.account_id)');
is scalar(() = $c->page('/shown', $bia) =~ /Velhice/g), 0, 'and not listed';
$t->sql('delete from account_deletion');
open_again('called back');
$t->sql("update portfolio_directory set controller_id = (select id from account where email = 'caio\@example.com') where portfolio_id = '$id'");
closed('of one that another administers', ' and d.controller_id = s.account_id');
$t->sql("update portfolio_directory set controller_id = (select id from account where email = 'ana\@example.com') where portfolio_id = '$id'; update workspace set wallet = 'not_installed' where account_id = (select id from account where email = 'ana\@example.com')");
closed('without a wallet', q( and w.wallet <> 'not_installed'));
$t->sql("update workspace set wallet = 'installed'");
open_again('with one');
is $ana->submit($ana->open("$at/readers"), { which => qr{/readers/$share/end$} })->status, 303, 'ended by its administrator at a press';
closed('ended', ' and s.ended_at is null');
is press($ana, "$at/readers/$share/end"), 404, 'once';
like told_text($c->page('/shown', $bia)), qr{Ninguém mostra}, 'and not listed';
is $t->sql(qq(select count(*) from mail_outbox where id = '$share')), 0, 'its message is not sent any more';
is invite('bia@example.com')->status, 200, 'she is invited again';
$share = share_of('bia@example.com');
is $bia->submit($bia->open('/shown'), { which => qr{/accept$} })->status, 303, 'accepts';
open_again('accepted');
is $bia->submit($bia->open('/shown'), { which => qr{/end$} })->status, 303, 'and leaves';
closed('left');
invite('caio@example.com');
is $caio->submit($caio->open('/shown'), { which => qr{/end$} })->status, 303, 'another declines';
is $caio->open($at)->status, 404, 'and reads nothing';
is invite('caio@example.com')->status, 200, 'is invited again';
at_time('2026-12-21T03:00:00Z');
ok $ana->log_in('ana@example.com', 'uma frase comprida') && $caio->log_in('caio@example.com', 'uma frase comprida'), 'a month later';
delete $c->{csrf};
like told_text($c->page('/shown', $caio)), qr{Ninguém mostra}, 'an invitation is over after its day';
is press($caio, '/shown/' . share_of('caio@example.com') . '/accept'), 404, 'and not accepted';
is invite('caio@example.com')->status, 200, 'but made anew';
is $caio->submit($caio->open('/shown'), { which => qr{/accept$} })->status, 303, 'and accepted';
is $caio->open($at)->status, 200, 'read';
$c->write(DELETE => "/v1$at");
is $caio->open($at)->status, 404, 'until the portfolio is deleted';
is $t->sql("select count(*) from portfolio_share where portfolio_id = '$id'"), 0, 'which takes the invitations with it';

# ---- how many ----

$at = "/portfolios/$other";
my %status;
$status{ invite("p$_\@example.com")->status }++ for 1 .. 12;
is $status{200}, 9, 'ten a day of an account, with the one before';
is $status{429}, 3, 'and then she is told to wait';
at_time('2026-12-23T03:00:00Z');
$ana->log_in('ana@example.com', 'uma frase comprida');
%status = ();
$status{ invite("q$_\@example.com")->status }++ for 1 .. 10;
at_time('2026-12-25T03:00:00Z');
$ana->log_in('ana@example.com', 'uma frase comprida');
$status{ invite("r$_\@example.com")->status }++ for 1 .. 3;
is_deeply \%status, { 200 => 11, 402 => 2 }, 'twenty at a time, over all portfolios';
is $t->sql(q(select count(*) from portfolio_share where ended_at is null)), 20, 'as many as there are';

# Whoever is invited by many gets three messages a day.
$t->sql('delete from mail_outbox; delete from portfolio_share');
at_time('2026-11-20T15:00:00Z');
for my $n (1 .. 4) {
	my ($b) = $c->person("d$n\@example.com");
	my $p = $c->write(POST => '/v1/portfolios', { name => 'Dele' }, $b)->{id};

	is $b->submit($b->open("/portfolios/$p/readers"), { which => qr{/readers$} }, email => 'bia@example.com')->status, 200, "invitation $n of the same e-mail";
}
is $t->sql(q(select count(*) from mail_outbox where recipient = 'bia@example.com')), 3, 'three messages';
is $t->sql(q(select count(*) from portfolio_share)), 4, 'four invitations';

done_testing;

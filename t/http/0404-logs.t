#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# No personal data in any log: the worker's at any level, nginx's, and PostgreSQL's own, which would write the row of a
# violated constraint.  Each kind of data has a unique mark.

use strict;
use warnings;
use utf8;

use Encode qw(encode_utf8);
use JSON::PP ();
use Lastro::Office;
use Lastro::Test qw(slurp);
use Test::More;

my $t = Lastro::Test->new;
my $postgresql = $t->{cluster}{log};
my $before = -s $postgresql // 0;
my $mark = join '', map { chr(97 + int rand 26) } 1 .. 10;
my ($true, $none) = (JSON::PP::true(), '0192f0c1-2a3b-7c4d-8e5f-0a1b2c3d4e5f');

# A valid tax id used only here.
sub cpf {
	my @d = map { int rand 10 } 1 .. 9;

	for (1, 2) {
		my ($sum, $weight) = (0, @d + 1);
		$sum += $_ * $weight-- for @d;
		push @d, $sum * 10 % 11 % 10;
	}
	return join '', @d;
}
my @cpf = map { cpf() } 1 .. 40;
sub dotted { return $_[0] =~ s/(...)(...)(...)(..)/$1.$2.$3-$4/r }

my $office = Lastro::Office->new($t, 'Escritorio');
my %who = map { $_ => $office->member($_, name => "membro$mark") } qw(owner advisor assistant);
my $guest = $office->person("convidada$mark");
$t->lastro('account', 'create', '--email', $guest->{email}, '--name', "outra$mark");	# an e-mail that is taken
# Four requests of an account at once are less than half of the workers: on a busy machine, fewer would refuse some (429
# busy_account).
$t->start_pool(workers => 8, env => { LASTRO_NOW => '2026-11-20T15:00:00Z', LASTRO_LOG => 'debug' });
$t->start_nginx(rate => 1000, burst => 1000);

my %seen;
sub ask {
	my ($path, $input, %o) = @_;
	my %body = (input => { org => $office->{id}, %$input }, $o{confirmed} ? (confirmed => $true) : (),
		$o{subject} ? (subject => { entity_id => $o{subject} }) : (), $o{at} ? (at => $o{at}) : ());
	my $r = $t->curl(POST => "/v1/advisor/$path", json => \%body, key => $o{key} // $who{ $o{as} // 'owner' }{key});

	$seen{ $r->status . ' ' . ($r->code // 'done') }++;
	return $r;
}
sub action { my ($id, @a) = @_; return ask("actions/$id/execute", @a) }
sub preview { my ($id, @a) = @_; return ask("actions/$id/preview", @a) }
sub function { my ($id, @a) = @_; return ask("functions/$id/execute", @a) }

# ---- successful requests ----

my %person = (name => "Pessoa $mark", email => "correio$mark\@example.com", phone => "fone $mark", notes => "notas $mark");
my $family = action('advisor.family.create', { name => "Familia $mark" })->json->{result}{id};
my ($one, $two) = map { action('advisor.client.create', { %person, tax_id => dotted($cpf[$_]), family_id => $family })->json->{result}{id} } 0, 1;
ok $one && $two, 'two clients';
preview('advisor.client.update', { client_id => $one, name => "Outra $mark" });
is action('advisor.client.update', { client_id => $one, name => "Outra $mark" })->status, 200, 'one is changed';
is function('advisor.clients.list', { q => $_ })->status, 200, 'and looked for' for "outra $mark", dotted($cpf[0]), 'x';
is function("advisor.client.$_", {}, subject => $one)->status, 200, "$_" for qw(get history);
is function('advisor.members.list', {})->status, 200, 'the members';
my $invited = action('advisor.invitation.create', { email => "convite$mark\@example.com", role => 'advisor' });
is $invited->status, 200, 'an invitation';
my $portfolio = action('advisor.client_portfolio.create', { client_id => $one, name => "Carteira $mark" })->json->{result}{id};
is action('advisor.client_portfolio_transaction.add', { portfolio_id => $portfolio, symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-11-02',
	quantity => 1, price => 1, note => "anotado $mark" })->status, 200, 'a portfolio with a note';
is action('advisor.client_portfolio.import', { portfolio_id => $portfolio, filename => "planilha $mark.csv",
	content => "ticker,operacao,data,quantidade,preco\nBBAS3,compra,2026-02-02,30,25.50\n$mark,compra,2026-02-31,1,1\n" })->status, 200, 'and an import';
is action('advisor.client_portfolio_asset.add', { portfolio_id => $portfolio, symbol => 'CDB1', asset_type => 'renda_fixa', name => "CDB $mark" })->status, 200, 'and an asset with a name';
my $key = $who{owner}{user_key};
is $t->curl(POST => '/v1/portfolios', json => { name => "Minha $mark" }, key => $key)->status, 201, 'a portfolio of the wallet';

# ---- refused requests ----

is action('advisor.client.create', { %person, tax_id => dotted($cpf[1]) })->status, 409, 'a taken tax id';
is preview('advisor.client.create', { %person, tax_id => $cpf[1] })->status, 409, 'in a preview';
is action('advisor.client.update', { client_id => $one, tax_id => $cpf[1] })->status, 409, 'by a change';
is action('advisor.family.create', { name => "FAMILIA $mark" })->status, 409, 'a taken family name';
is $t->curl(POST => '/v1/portfolios', json => { name => "MINHA $mark" }, key => $key)->status, 409, 'a taken portfolio name';
is action('advisor.client_portfolio.create', { client_id => $one, name => "CARTEIRA $mark" })->status, 409, 'so does a client\'s';
is action('advisor.invitation.create', { email => "convite$mark\@example.com", role => 'advisor' })->status, 409, 'an address that was invited';
action('advisor.client_portfolio.import', { portfolio_id => $portfolio, filename => "planilha $mark.csv", content => "cabecalho $mark\nlinha $mark\n" });
action('advisor.invitation.create', { email => $guest->{email}, role => 'advisor' }) for 1, 2;
action('advisor.client.create', { %person, email => "sem arroba $mark" });
action('advisor.client.create', { %person, tax_id => '529.982.247-24' });
action('advisor.client.create', { %person, "nome$mark" => "Pessoa $mark" });
action('advisor.client.create', { %person, name => "Pessoa $mark\n" });
action('advisor.client.create', { %person, name => "Pessoa $mark" x 20 });
action('advisor.client.create', { %person, family_id => $none });
action('advisor.client.create', { %person }, as => 'assistant');
action('advisor.client.create', { %person }, key => $key);
action('advisor.client.update', { client_id => $one, name => "Outra $mark" }, as => 'advisor');
action('advisor.client.delete', { client_id => $one });
action("advisor.$mark", { %person });
function('advisor.clients.list', { q => "outra $mark", cursor => "cursor$mark" });
function('advisor.client.get', {}, subject => "Pessoa $mark");
function('advisor.client.get', {}, subject => $one, at => "dia $mark");
$t->curl(POST => '/v1/advisor/actions/advisor.client.create/execute', body => encode_utf8(qq({"input": {"name": "Pessoa $mark")), type => 'application/json', key => $who{owner}{key});
$t->curl(POST => '/v1/advisor/actions/advisor.client.create/execute', body => "nome=$mark", type => 'text/plain', key => $who{owner}{key});
$t->curl(POST => '/v1/advisor/actions/advisor.client.create/execute', json => { input => { notes => $mark x 200_000 } }, key => $who{owner}{key});
$t->curl(GET => "/v1/portfolios?q=Pessoa%20$mark", key => $key);
$t->curl(GET => '/v1/portfolios', key => "lst_user_$mark");
is_deeply [grep { !$seen{$_} } '200 done', '400 invalid_input', '403 scope_missing', '404 subject_not_found', '404 action_not_found', '409 invalid_input'], [], 'each way to refuse was seen';

# ---- concurrent requests ----

# The first of several concurrent writes gets the tax id; the others get a refusal, not a logged constraint violation.
for my $n (2 .. 11) {
	my @children = map {
		my $pid = fork // die "fork: $!";
		if (!$pid) {
			my $r = $_ % 2 ? action('advisor.client.create', { %person, tax_id => $cpf[$n] }) : action('advisor.client.update', { client_id => $two, tax_id => $cpf[$n] });
			require POSIX;
			POSIX::_exit($r->status == 200 ? 0 : $r->status == 409 ? 1 : 2);
		}
		$pid
	} 1 .. 4;
	my %ended = (0 => 0, 1 => 0, 2 => 0);
	for my $pid (@children) {
		waitpid $pid, 0;
		$ended{ $? >> 8 }++;
	}
	is $ended{2}, 0, "writers of one tax id at once, round $n: all are answered";
	is $t->sql("select count(*) from client where tax_id = '$cpf[$n]'"), '1', '… and one client has it';
}

# ---- internal errors ----

$t->sql("alter table client add constraint broken check (name <> 'Quebra $mark')");
is action('advisor.client.create', { %person, name => "Quebra $mark" })->status, 500, 'an unexpected constraint violation';
$t->sql('alter table client drop constraint broken');
action('advisor.client.delete', { client_id => $_ }, confirmed => 1) for $one, $two;
$t->stop_nginx;
$t->stop_pool;

# ---- the logs ----

my %log = ('the workers' => slurp($t->{log}), 'nginx, access' => slurp($t->dir . '/nginx/access.log'), 'nginx, error' => slurp($t->dir . '/nginx/error.log'));
open my $f, '<:raw', $postgresql or die "$postgresql: $!";
seek $f, $before, 0;
$log{PostgreSQL} = do { local $/; <$f> // '' };
like $log{'the workers'}, qr/executeAdvisorAction/, 'the workers wrote their log';
like $log{'nginx, access'}, qr{/v1/advisor/actions}, 'nginx its own';
for my $name (sort keys %log) {
	my @lines = split /\n/, $log{$name};
	my @told = grep { /\Q$mark\E/i && !m{"(?:path|uri|request)":"[^"]*advisor\.$mark} } @lines;

	is_deeply [@told], [], "$name: no name, no address, no telephone, no note" or diag join "\n", @told;
	is_deeply [grep { my $line = $_; grep { $line =~ /$_/ || index($line, dotted($_)) >= 0 } @cpf } @lines], [], "$name: no tax id";
	is_deeply [grep { /\@example\.com/ && /$mark|Key \(/ } @lines], [], "$name: no address that was taken";
	is_deeply [grep { my $line = $_; grep { index($line, $_) >= 0 } $key, map { $_->{key} } values %who } @lines], [], "$name: no credential";
}

done_testing;

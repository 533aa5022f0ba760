#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# What a person holds and takes back: an undo overwrites no later change; "E se?" is calculated as POST …/what-if is, one at a time a
# portfolio; who may only read a portfolio does not lock it, by whatever road.  Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Encode ();
use JSON::PP ();
use Lastro::Console qw(row told_text);
use Lastro::Holder;
use Lastro::Market qw(closes rates);
use Lastro::Tenants qw(account organization);
use Lastro::Test qw(wait_for);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
closes($t, b3 => 'PETR4', '2026-11-19' => '30.00');
closes($t, b3 => 'MXRF11', '2026-11-19' => '10.00');
rates($t, '2026-11-19' => '5.0000');
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my ($b) = $c->person('ana@example.com');

sub text { my ($r) = @_; return told_text(Encode::decode('UTF-8', $r->body)) =~ s/\s+/ /gr }
my $id = $c->write(POST => '/v1/portfolios', { name => 'Principal' })->{id};
my ($at, $api) = ("/portfolios/$id", "/v1/portfolios/$id");
sub rows { return $c->json("$api/transactions?limit=200")->{data} }
sub row_of { my ($one) = @_; return (grep { $_->{id} eq $one } @{ rows() })[0] }
sub posted { my (@rows) = @_; return $c->write(POST => "$api/transactions", \@rows)->{data} }

# ---- an undo and what came after it ----

# done() - the page after a form of a page was sent.
sub done { my ($page, @how) = @_; my $r = $b->submit($page, @how); is $r->status, 303, 'written' or diag text($r); return $b->arrive($r) }
sub undo { my ($page) = @_; return $b->submit($page, { which => qr{/mend/undo$} }) }
sub kept {
	my ($r, $name) = @_;

	is $r->status, 409, "$name: it is not taken back";
	like text($r), qr{Nada foi desfeito: o que foi gravado já mudou de novo\.}, 'and the page says why';
	unlike text($r), qr{ledger_conflict|versão}, 'in words';
}

my ($buy, $other) = map { $_->{id} } @{ posted(row('PETR4', 'stock', 'buy', '2026-01-05', '100', '20'), row('MXRF11', 'fii', 'buy', '2026-01-05', '50', '9')) };
sub change { my ($one, %to) = @_; my $shown = $b->shown($b->open("$at/transactions/$one"), { which => qr/preview/ }, %to); return done($shown, { which => qr{/transactions/[0-9a-f-]{36}$} }) }
my $page = change($buy, quantity => '80');
is row_of($buy)->{quantity} + 0, 80, 'a row is changed by its page';
$c->write(PATCH => "$api/transactions/$buy", { quantity => '70' });
kept(undo($page), 'the quantity was changed since');
is row_of($buy)->{quantity} + 0, 70, 'the later change stays';
$page = change($buy, quantity => '60');
$c->write(PATCH => "$api/transactions/$other", { quantity => '55' });
is undo($page)->status, 303, 'another row may have changed';
is_deeply [row_of($buy)->{quantity} + 0, row_of($other)->{quantity} + 0], [70, 55], 'and stays as it is';

my $new = $b->shown($b->open("$at/transactions/new"), { which => qr/preview/ }, kind => 'buy', trade_date => '2026-02-02', asset_type => 'stock', symbol => 'PETR4', quantity => '10', price => '21');
$page = done($new, { which => qr{/transactions$} });
my ($made) = grep { $_->{trade_date} eq '2026-02-02' } @{ rows() };
$c->write(PATCH => "$api/transactions/$made->{id}", { price => '22' });
kept(undo($page), 'a new row that was corrected since');
is row_of($made->{id})->{price} + 0, 22, 'it is still there';

# ---- "E se?" holds the portfolio as a what-if does ----

$t->stop_pool;
# A request waits for a locked table until its deadline.
$t->start_pool(workers => 2, env => { LASTRO_NOW => '2026-11-20T15:00:00Z', LASTRO_BASE_URL => $c->base, LASTRO_DATABASE => $t->conninfo_worker('-c lock_timeout=0') });

# beside() - runs it while another what-if of the portfolio is calculated.
sub beside {
	my ($portfolio, $what) = @_;

	my $holder = Lastro::Holder->new($t, "select pg_advisory_xact_lock(hashtextextended('what_if $portfolio', 0))");
	my @r = $what->();
	$holder->end;
	return @r;
}
my $form = $b->open("$at/transactions/new");
my ($r) = beside($id, sub { $b->shown($form, { which => qr/preview/ }, kind => 'sell', trade_date => '2026-11-20', asset_type => 'stock', symbol => 'PETR4', quantity => '10', price => '30') });
is_deeply [$r->status, $r->header('Retry-After')], [429, 1], '"E se?" beside another simulation waits its turn';
like text($r), qr{Outra simulação desta carteira está sendo calculada}, 'and says so';
$r = $b->shown($form, { which => qr/preview/ }, kind => 'sell', trade_date => '2026-11-20', asset_type => 'stock', symbol => 'PETR4', quantity => '10', price => '30');
is $r->status, 200, 'and has it afterwards' or diag text($r);

# The deadline of a request is 10 s; of a what-if, 500 ms after it has the portfolio's lock.
{
	my $holder = Lastro::Holder->new($t, 'lock table income in access exclusive mode');
	my $begun = time;
	is $b->shown($form, { which => qr/preview/ }, kind => 'sell', trade_date => '2026-11-20', asset_type => 'stock', symbol => 'PETR4', quantity => '10', price => '30')->status, 504, 'one that takes longer is ended';
	cmp_ok time - $begun, '<', 8, 'after half a second';
	$holder->end;
}

# ---- who may only read ----

my ($owner, $reader) = map { account($t) } 1, 2;
my $org = organization($t, $owner, $reader)->{id};
my %own = (key => $owner->{user_key}, workspace => $org);
my %reads = (key => $reader->{user_key}, workspace => $org);
my $shared = $t->post('/v1/portfolios', { name => 'Da casa' }, %own)->json->{id};
$t->post("/v1/portfolios/$shared/transactions", [row('PETR4', 'stock', 'buy', '2026-01-05', '1000', '20'), row('MXRF11', 'fii', 'buy', '2026-01-05', '10', '9')], %own);
my %half = (slices => [{ name => 'Bolsa', pct => 50, types => ['stock'], inside => [{ symbol => 'PETR4', asset_type => 'stock', pct => 100 }] },
	{ name => 'Imóveis', pct => 50, assets => [{ symbol => 'MXRF11', asset_type => 'fii' }] }]);
is $t->put("/v1/portfolios/$shared/targets", \%half, %own)->status, 200, 'targets';
is $t->put("/v1/portfolios/$shared/audience", { audience => 'members', members => [{ account_id => $reader->{id}, access => 'read' }] }, %own)->status, 200, 'another may read';
is $t->put('/v1/portfolio/targets', \%half, %reads)->status, 200, 'and has targets for all';
sub called {
	my ($function, $input) = @_;
	my $result = $t->post('/v1/mcp/wallet', { jsonrpc => '2.0', id => 1, method => 'tools/call',
		params => { name => 'execute_function', arguments => { function => "wallet.portfolio.$function", subject => { entity_id => $shared }, input => $input } } }, %reads)->json->{result};

	return $result->{isError} ? JSON::PP->new->decode($result->{content}[0]{text})->{details}{code} : 'done';
}
my @sale = (row('PETR4', 'stock', 'sell', '2026-11-20', '700', '30'));
my @told = beside($shared, sub { ($t->get("/v1/portfolios/$shared/plan?sell=true", %reads)->status, $t->post("/v1/portfolios/$shared/what-if", \@sale, %reads)->status,
	called(plan => { sell => JSON::PP::true }), called(what_if => { transactions => \@sale }), $t->get('/v1/portfolio/plan?sell=true', %reads)->status) });
is_deeply \@told, [403, 403, 'wallet_resource_forbidden', 'wallet_resource_forbidden', 200], 'no road of a reader takes the lock of another person\'s portfolio';
is called(plan => {}), 'done', 'the plan without sales is a read';

$t->finish;
done_testing;

#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The order of refusals of every operation of the wallet in the document: each request has one fault and all later
# ones, so that a missing or misplaced check is found.  0110, 0240 and 0260 test
# single refusals.

use strict;
use warnings;
use utf8;
use Lastro::OpenApi;
use Lastro::Tenants qw(account key organization);
use Lastro::Test;
use Test::More;

my $t = Lastro::Test->new;
my ($ana, $bia, $caio) = map { account($t) } 1 .. 3;
my $office = organization($t, $ana, $bia, $caio);
my $closed = organization($t, $ana);		# without a wallet
my $frozen = organization($t, $ana);		# suspended
my $none = '01900000-0000-7000-8000-00000000dead';

$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z', LASTRO_BASE_URL => 'https://lastro.example' });

my $doc = Lastro::OpenApi->new($t->get('/v1/openapi.json')->body);
my %of_ana = (key => $ana->{user_key}, workspace => $office->{id});
my $row = { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => '10', price => '30' };
my $id = $t->post('/v1/portfolios', { name => 'Da casa' }, %of_ana)->json->{id};
$t->post("/v1/portfolios/$id/transactions", $row, %of_ana);
$t->put("/v1/portfolios/$id/audience", { audience => 'members', members => [{ account_id => $caio->{id}, access => 'read' }] }, %of_ana);
$t->sql("update workspace set wallet = 'not_installed' where id = '$closed->{workspace}'");
$t->sql("update workspace set wallet = 'suspended' where id = '$frozen->{workspace}'");

# Keys with one fault each.
sub with_hash { my ($secret, $set) = @_; $t->sql("update api_key set $set where hash = sha256('$secret')"); return $secret }
my $expired = with_hash(key($t, $ana), "expires_at = '2026-11-20T14:59:59Z'");
my $revoked = with_hash(key($t, $ana), "revoked_at = '2026-11-01'");
my $unknown = key($t, $ana);
$t->sql("delete from api_key where hash = sha256('$unknown')");
my $market = key($t, $ana, scopes => ['market:read']);
my $market_platform = key($t, $ana, kind => 'platform', scopes => ['market:read']);

my $metadata = 'resource_metadata="https://lastro.example/.well-known/oauth-protected-resource"';
my $before = $t->sql(q(select (select count(*) from ledger), (select count(*) from asset), (select count(*) from portfolio),
	(select sum(ledger_version) from portfolio), (select count(*) from audit)));

sub code { my ($r) = @_; return $r ? $r->status . ($r->code ? ' ' . $r->code : '') : 'no answer' }

my %good = (createPortfolio => { name => 'x' }, createPortfolioTransaction => $row, updatePortfolioTransaction => { quantity => 1 },
	createPortfolioAsset => { symbol => 'ABEV3', asset_type => 'stock' }, updatePortfolioAsset => { name => 'x' }, putPortfolioAssetPrice => { date => '2026-03-02', price => 10 },
	putPortfolioAssetSuccession => { kind => 'spin_off', to => { symbol => 'NOVA3', asset_type => 'stock' }, date => '2026-03-02', cost_share_pct => 30 },
	whatIfPortfolio => [$row], putPortfolioTargets => { slices => [{ name => 'Bolsa', pct => 100, types => ['stock'] }] },
	createPortfolioIncome => { symbol => 'PETR4', asset_type => 'stock', kind => 'dividend', pay_date => '2026-03-02', amount => 1 }, updatePortfolioIncome => { amount => 1 },
	updatePortfolio => { name => 'x' }, setPortfolioAudience => { audience => 'workspace' });
my %user_only = map { $_ => 1 } qw(listPortfolios createPortfolio);
my %control_only = map { $_ => 1 } qw(deletePortfolio setPortfolioAudience);

# Each operation is requested from a separate address with an earlier valid credential, since refused credentials
# are counted by address (0167-refused-credentials.t), more strictly for unknown ones.
my ($from, $addresses) = ('127.0.0.1', 0);
sub move_on { $from = '198.51.100.' . ++$addresses; $t->get('/v1/me', key => $ana->{user_key}, address => $from) }

# ask() - an operation on a portfolio, with a valid body unless another is given.
sub ask {
	my ($name, $portfolio, %o) = @_;
	my $operation = $doc->operation($name);
	(my $target = $operation->{path}) =~ s/\{id\}/$portfolio/;
	my @body = $name eq 'reconcilePortfolio' ? (body => "ticker,quantidade\n", type => 'text/csv')
		: $name eq 'importPortfolioSpreadsheet' ? (body => "ticker,operacao,data,quantidade,preco\n", type => 'text/csv')
		: $good{$name} ? (json => $good{$name}) : ();

	$target =~ s/\{\w+\}/$none/;
	my @query = (($name eq 'explainPortfolioFigure' ? 'field=patrimonio' : $name eq 'explainPortfolioTaxFigure' ? 'year=2025&field=months.due&month=2025-03' : $name =~ /^getPortfolioTax/ ? 'year=2025' : $name eq 'deletePortfolioTransactions' ? "ids=$none" : ()), (delete $o{bad} ? 'nothing=1' : ()));
	$target .= '?' . join '&', @query if @query;
	return $t->request($operation->{method}, $target, @body, address => $from, %o);
}

sub chain {
	my ($name) = @_;
	my $method = $doc->operation($name)->{method};
	my $writes = $method ne 'GET' && $name !~ /^(?:reconcile|whatIf)Portfolio$/;	# which only compare
	my $needs = $writes ? 'account:write' : 'account:read';
	my $of_portfolio = $doc->operation($name)->{path} =~ /\{id\}/;
	my %gone = (workspace => $none, bad => 1);
	my %odd = (headers => { 'Idempotency-Key' => "a b", 'If-Match' => '"1"' });
	my $r;

	$r = ask($name, $none, %gone, %odd);
	is_deeply [code($r), $r->header('www-authenticate')], ['401 credential_missing', qq(Bearer realm="lastro", $metadata)], 'no credential';
	for my $case (['lst_user_abc', 'credential_invalid'], [$unknown, 'credential_invalid'], [$expired, 'credential_expired'],
		[$revoked, 'credential_revoked']) {
		$r = ask($name, $none, %gone, %odd, key => $case->[0]);
		is code($r), "401 $case->[1]", "then $case->[1]";
		is $r->header('www-authenticate'), qq(Bearer realm="lastro", $metadata, error="invalid_token"), 'named as in RFC 6750';
	}
	is code(ask($name, $none, %gone, %odd, key => $market_platform)), '400 invalid_header', 'then the form of a header' if $writes && $method eq 'POST';
	is code(ask($name, $none, %gone, key => $market_platform)), '404 workspace_not_found', 'then the workspace';
	is code(ask($name, $none, %gone, workspace => 'casa da Ana', key => $market_platform)), '404 workspace_not_found', 'in any form';
	is code(ask($name, $none, bad => 1, key => $market_platform, workspace => $closed->{id})), '404 wallet_not_installed', 'then its wallet';
	$r = ask($name, $none, bad => 1, key => $market_platform, workspace => $frozen->{id});
	is code($r), '403 scope_missing', 'then the scope';
	is_deeply [@{ $r->json->{details} }{qw(required granted)}], [$needs, ['market:read']], 'which is needed and which there is';
	is $r->header('www-authenticate'), qq(Bearer realm="lastro", $metadata, error="insufficient_scope", scope="$needs"), 'named as in RFC 6750';
	is code(ask($name, $none, bad => 1, key => $ana->{platform_key}, workspace => $frozen->{id})), '403 user_key_required', 'then the kind of key'
		if $user_only{$name};
	is code(ask($name, $none, bad => 1, key => $ana->{user_key}, workspace => $frozen->{id})), $writes ? '403 wallet_suspended' : '400 invalid_parameter',
		$writes ? 'then the suspension' : 'a suspended wallet is read, so the parameter is next';
	is code(ask($name, $none, bad => 1, %of_ana)), '400 invalid_parameter', 'then the parameters';
	return unless $of_portfolio;
	is code(ask($name, $none, %of_ana)), '404 portfolio_not_found', 'then the portfolio';
	is code(ask($name, $id, %of_ana, key => $bia->{user_key})), '404 portfolio_not_found', 'which a stranger cannot distinguish from an unknown one';
	is code(ask($name, $id, %of_ana, key => $caio->{user_key})), '403 wallet_resource_forbidden', 'then the rights of a reader' if $writes;
	is code(ask($name, $id, %of_ana, key => $caio->{user_key}, bad => 1)), '400 invalid_parameter', 'and a 400 comes first' if $writes;
}

my @wallet = grep { $doc->operation($_)->{path} =~ m{^/v1/portfolios} } $doc->operations;
cmp_ok scalar @wallet, '>=', 25, 'every operation of the wallet';
for my $name (@wallet) {
	move_on();
	subtest $name => sub { chain($name) };
}
is $t->sql(q(select (select count(*) from ledger), (select count(*) from asset), (select count(*) from portfolio),
	(select sum(ledger_version) from portfolio), (select count(*) from audit))), $before, 'nothing of it was written';

# ---- editors without control, and strangers ----

$t->put("/v1/portfolios/$id/audience", { audience => 'members', members => [{ account_id => $caio->{id}, access => 'edit' }] }, %of_ana);
is code(ask($_, $id, %of_ana, key => $caio->{user_key})), '403 wallet_resource_forbidden', "an editor: not $_" for sort keys %control_only;
is code(ask('createPortfolioAsset', $id, %of_ana, key => $caio->{user_key})), 201, 'but the ledger';

my $stranger = account($t);
for my $visibility (qw(unlisted public)) {
	is code($t->patch("/v1/portfolios/$id", { visibility => $visibility }, %of_ana)), 200, "made $visibility";
	for my $name (grep { $doc->operation($_)->{path} =~ /\{id\}/ } @wallet) {
		my $reads = $name eq 'listPortfolioAssets' || $name =~ /^getPortfolio(?:Detail|HistoryById|MovedById|Xray|Costs|LookThrough)$/;

		is code(ask($name, $id, key => $stranger->{user_key})), $reads ? 200 : '403 wallet_resource_forbidden',
			"a stranger to an $visibility one: $name";
	}
}
$t->patch("/v1/portfolios/$id", { visibility => 'private' }, %of_ana);
is code(ask('getPortfolioDetail', $id, key => $stranger->{user_key})), '404 portfolio_not_found', 'private again: there is none';

# ---- 402, then 409, last ----

my $poor = account($t, plan => 'free');
is code($t->post('/v1/portfolios', { name => "N$_" }, key => $poor->{user_key})), 201, "the free plan: $_" for 1 .. 3;
my $r = $t->post('/v1/portfolios', { name => 'N1' }, key => $poor->{user_key});
is_deeply [code($r), $r->json->{details}{limit}], ['402 plan_limit_reached', '3'], 'the cap, and which it is, before the name';
$t->delete_('/v1/portfolios/' . $t->get('/v1/portfolios', key => $poor->{user_key})->json->{data}[2]{id}, key => $poor->{user_key});
is code($t->post('/v1/portfolios', { name => 'n1' }, key => $poor->{user_key})), '409 portfolio_name_taken', 'below the cap, the name';

is $t->log_count('worker started'), 1, 'by one worker';

done_testing;

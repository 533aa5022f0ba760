#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# What a person tells the tax, and the targets of all portfolios, by an assistant: the rules of the interface, and a preview that
# says what the tax is before and after.  Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use JSON::PP ();
use Lastro::Market qw(rates);
use Lastro::Tenants qw(account key);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my ($ana, $bia) = map { account($t) } 1 .. 2;
my $reader = key($t, $ana, scopes => ['account:read']);
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub tool {
	my ($name, $action, $input, $key) = @_;
	return $t->post('/v1/mcp/wallet', { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => "${name}_action", arguments => { action => "wallet.$action", input => $input } } },
		key => $key // $ana->{user_key})->json->{result};
}
sub done { my ($action, $input) = @_; my $r = tool(execute => $action, $input); ok !$r->{isError}, "$action is done" or diag $r->{content}[0]{text}; return $r->{structuredContent}{result} }
sub seen { my ($action, $input) = @_; my $r = tool(preview => $action, $input); ok !$r->{isError}, "$action is previewed" or diag $r->{content}[0]{text}; return $r->{structuredContent} }
sub changes { my ($seen) = @_; return { map { $_->{pointer} => [@$_{qw(from to)}] } @{ $seen->{changes} } } }
sub fault {
	my ($r) = @_;
	my $details = $r->{isError} ? JSON::PP->new->decode($r->{content}[0]{text})->{details} : {};

	return join ' ', $details->{code} // 'done', map { "$_->{pointer} $_->{rule}" } @{ $details->{errors} // [] };
}
sub refused { my ($input, $key, $action) = @_; return fault(tool(execute => $action // 'tax_inputs.set', $input, $key)) }
sub get { my ($path, $who) = @_; return $t->get("/v1/portfolio/$path", key => ($who // $ana)->{user_key})->json }

# 1,000 bought at 20 are sold at 30: 10,000 of gain on sales of 30,000, above the limit of 20,000: 15 %, 1,500.00, due on 31 July.
my $id = $t->post('/v1/portfolios', { name => 'Principal' }, key => $ana->{user_key})->json->{id};
$t->post("/v1/portfolios/$id/transactions", [map { { symbol => 'PETR4', asset_type => 'stock', kind => $_->[0], trade_date => $_->[1], quantity => 1000, price => $_->[2] } } ['buy', '2026-01-08', 20], ['sell', '2026-06-08', 30]], key => $ana->{user_key});
is get('tax?year=2026')->{darf}[0]{amount}, '1500.00', 'a DARF';

# ---- what it is before and after ----

my %paid = (code => '6015', period => '2026-06', amount => '1500.00', paid_on => '2026-07-31');
my $seen = seen('tax_inputs.set', { version => 0, paid => [\%paid] });
my $change = changes($seen);
is_deeply [map { $change->{"/darf/6015 2026-06/$_"} } qw(amount paid status)], [undef, ['0.00', '1500.00'], ['overdue', 'paid']], 'a payment: the DARF is paid, and what it was of stays' or diag explain $seen;
is_deeply [map { scalar @$_ } @{ $change->{'/paid'} }], [0, 1], 'what is told';
is_deeply [sort grep { !m{^/darf/6015 2026-06/} } keys %$change], ['/paid'], 'and nothing else';
is_deeply $seen->{warnings}, [], 'without a warning';
is get('tax/inputs')->{version}, 0, 'nothing is written';

# 4,000 that were left of 2025 are used: 6,000 at 15 % are 900.00.
$change = changes(seen('tax_inputs.set', { version => 0, carry => [{ month => '2025-12', common => '4000.00' }] }));
is_deeply [@$change{'/tax/2026-06/due', '/darf/6015 2026-06/amount', '/tax/2025/carry_out/common'}], [['1500.00', '900.00'], ['1500.00', '900.00'], ['0.00', '4000.00']], 'a loss of before: the month, its DARF, and what 2025 left' or diag explain $change;
# 1.50 that the note says was withheld is deducted: 1,498.50.
$change = changes(seen('tax_inputs.set', { version => 0, withheld => [{ month => '2026-06', basket => 'common', amount => '1.50' }] }));
is_deeply $change->{'/darf/6015 2026-06/amount'}, ['1500.00', '1498.50'], 'what was withheld';
# Without the only portfolio nothing is due.
$change = changes(seen('tax_inputs.set', { version => 0, exclude => [$id] }));
is_deeply [@$change{'/tax/2026-06/due', '/darf/6015 2026-06/amount'}], [(['1500.00', undef]) x 2], 'a portfolio of somebody else';

is_deeply seen('tax_inputs.set', { version => 0, paid => [\%paid, \%paid, { %paid, period => '2026-05', paid_on => '2026-06-30' }] })->{warnings},
	['Há dois pagamentos iguais do DARF 6015 de 06/2026: são somados.', 'A apuração não tem DARF 6015 de 05/2026: o pagamento não muda nada.'], 'one paid twice, and one that is not owed';

# ---- written ----

my $result = done('tax_inputs.set', { version => 0, paid => [\%paid] });
is_deeply $result, get('tax/inputs'), 'as HTTP has it';
is_deeply [$result->{version}, $result->{paid}[0]{amount}], [1, '1500.00'], 'the first version';
is get('tax?year=2026')->{darf}[0]{status}, 'paid', 'and the DARF is paid';
$result = done('tax_inputs.set', { version => 1, withheld_policy => 'estimated' });
is_deeply [@$result{qw(version withheld_policy)}, scalar @{ $result->{paid} }], [2, 'estimated', 1], 'what was not sent stays';
is_deeply [@{ done('tax_inputs.set', { version => 2, paid => [] }) }{qw(withheld_policy paid)}], ['estimated', []], 'what was is all there is';
is $t->sql("select count(*) from audit where kind = 'tax_inputs.updated' and action = 'wallet.tax_inputs.set' and outcome = 'done'"), 3, 'each is in the trail, once';
is $t->sql("select count(*) from audit where kind = 'tax_inputs.updated'"), 3, 'by the Action alone';
is $t->sql("select count(*) from audit where kind = 'tax_inputs.updated' and (input::text || changes::text) ~ '1500|2026-06'"), 0, 'without what was told';

# ---- the rules of the interface ----

is refused({ version => 2, paid => [] }), 'invalid_input /input/version tax_inputs_conflict', 'another version is there';
is fault(tool(preview => 'tax_inputs.set', { version => 2, paid => [] })), 'invalid_input /input/version tax_inputs_conflict', 'which the preview says';
is refused({ paid => [] }), 'invalid_input /input/version required', 'none is named';
is refused({ version => 3, other => 1 }), 'invalid_input /input/other unknown_member', 'what no document has';
is refused({ version => 3, paid => [{ %paid, period => '2026-12', paid_on => '2026-12-01' }] }), 'invalid_input /input/paid/0/period maximum', 'a month to come';
is refused({ version => 3, paid => [{ %paid, paid_on => '2026-05-31' }] }), 'invalid_input /input/paid/0/paid_on minimum', 'paid before its month';
is refused({ version => 3, paid => [{ %paid, amount => '1.001' }] }), 'invalid_input /input/paid/0/amount places', 'a tenth of a centavo';
is refused({ version => 3, carry => [{ month => '2025-13', common => 1 }] }), 'invalid_input /input/carry/0/month month', 'no month';
is refused({ version => 3, exclude => ['x'] }), 'invalid_input /input/exclude/0 format', 'no id';
is refused({ version => 3, paid => [] }, $reader), 'scope_missing', 'who may only read';
is refused({ version => 0, paid => [\%paid] }, $bia->{user_key}), 'done', 'another person tells the own tax';
is_deeply [get('tax/inputs')->{version}, get('tax/inputs', $bia)->{version}], [3, 1], 'and of nobody else';

# ---- the tax abroad is paid with the declaration, of code 0211 ----

# 10 shares bought at 30 dollars are sold at 50; a dollar is 5.00, then 6.00: 3,000 - 1,500 = 1,500.00, of which 15 % are 225.00.
my $abroad = $t->post('/v1/portfolios', { name => 'Fora' }, key => $bia->{user_key})->json->{id};
rates($t, '2025-02-03' => '5.00', '2025-06-02' => '6.00');
$t->sql('update ptax set buy = sell');
$t->post("/v1/portfolios/$abroad/transactions", [map { { symbol => 'AAPL', asset_type => 'us', kind => $_->[0], trade_date => $_->[1], quantity => 10, price => $_->[2] } } ['buy', '2025-02-03', 30], ['sell', '2025-06-02', 50]], key => $bia->{user_key});
my %return = (code => '0211', period => '2025-12', amount => '225.00', paid_on => '2026-05-29');
is_deeply [@{ get('tax?year=2025', $bia)->{exterior} }{qw(due paid)}], ['225.00', '0.00'], 'owed';
my $with = tool(preview => 'tax_inputs.set', { version => 1, paid => [\%return] }, $bia->{user_key})->{structuredContent};
is_deeply [changes($with)->{'/tax/2025/exterior/paid'}, $with->{warnings}], [['0.00', '225.00'], []], 'what it changes' or diag explain $with;
is_deeply tool(preview => 'tax_inputs.set', { version => 1, paid => [{ %return, period => '2024-12' }] }, $bia->{user_key})->{structuredContent}{warnings}, ['A apuração não tem DARF 0211 de 12/2024: o pagamento não muda nada.'], 'of a year without';
like refused({ version => 1, paid => [{ %return, period => '2025-11' }] }, $bia->{user_key}), qr{/input/paid/0/period value}, 'of a month';
like refused({ version => 1, paid => [{ %return, period => '2023-12' }] }, $bia->{user_key}), qr{/input/paid/0/period value}, 'of a year before the law';
ok !tool(execute => 'tax_inputs.set', { version => 1, paid => [\%return] }, $bia->{user_key})->{isError}, 'stated';
is_deeply [@{ get('tax?year=2025', $bia)->{exterior} }{qw(due paid)}], ['225.00', '225.00'], 'paid';
is get('tax/explain?year=2025&field=exterior.paid', $bia)->{figure}{value}, '225.00', 'and explained';

# ---- a preview has every month that the write changes, up to today ----

{
	my $cai = account($t);
	my $open = sub { return $t->post('/v1/portfolios', { name => $_[0] }, key => $cai->{user_key})->json->{id} };
	my $write = sub { my ($where, @rows) = @_; my $r = $t->post("/v1/portfolios/$where/transactions", [map { { symbol => $_->[0], asset_type => $_->[1], kind => $_->[2], trade_date => $_->[3], quantity => $_->[4], price => $_->[5] } } @rows], key => $cai->{user_key}); is $r->status, 201, 'rows' or diag $r->body };
	my $show = sub {
		my ($action, $input, $subject) = @_;
		my $r = $t->post('/v1/mcp/wallet', { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => 'preview_action', arguments => { action => "wallet.$action", input => $input, $subject ? (subject => { entity_id => $subject }) : () } } },
			key => $cai->{user_key})->json->{result};
		my $all = changes($r->{structuredContent} // die $r->{content}[0]{text});
		return { map { $_ => $all->{$_} } grep { m{^/(?:tax|darf)/} } keys %$all };
	};
	my $in = sub { my ($where, $symbol) = @_; return (grep { $_->{symbol} eq $symbol } @{ $t->get("/v1/portfolios/$where/assets", key => $cai->{user_key})->json->{data} })[0]{id} };
	my ($first, $second) = map { $open->($_) } 'Primeira', 'Segunda';

	# 50 and 50 of 100 at 20 are sold at 15: 250 lost in March, 250 in April; nothing is due of either.
	$write->($first, ['AAPL34', 'bdr', 'buy', '2026-01-08', 100, 20], ['AAPL34', 'bdr', 'sell', '2026-03-09', 50, 15], ['AAPL34', 'bdr', 'sell', '2026-04-09', 50, 15]);
	my %common = ('/tax/2025/carry_out/common' => ['0.00', '1200.00'], '/tax/2026/carry_out/common' => ['500.00', '1700.00'],
		'/tax/2026-03/common/loss_brought' => ['0.00', '1200.00'], '/tax/2026-03/common/loss_carried' => ['250.00', '1450.00'],
		'/tax/2026-04/common/loss_brought' => ['250.00', '1450.00'], '/tax/2026-04/common/loss_carried' => ['500.00', '1700.00']);
	my $shown = $show->('tax_inputs.set', { version => 0, carry => [{ month => '2025-12', common => '1200.00' }] });
	is_deeply $shown, \%common, 'losses of 2025: what each month of 2026 brings and leaves, and no month that stays' or diag explain $shown;

	# In March at 14: 50 x 6 = 300 lost, and April brings 300.
	my ($march) = grep { $_->{trade_date} eq '2026-03-09' } @{ $t->get("/v1/portfolios/$first/transactions", key => $cai->{user_key})->json->{data} };
	$shown = $show->('portfolio_transaction.change', { transaction_id => $march->{id}, price => 14 }, $first);
	is_deeply $shown, { '/tax/2026-03/common/result' => ['-250.00', '-300.00'], '/tax/2026-03/common/loss_carried' => ['250.00', '300.00'],
		'/tax/2026-04/common/loss_brought' => ['250.00', '300.00'], '/tax/2026-04/common/loss_carried' => ['500.00', '550.00'] }, 'a row of March: April, too' or diag explain $shown;
	# A sale of 10 more in February, at 25: 50 of gain, of which 15 % are 7.50, below the 10.00 of a DARF; March and April are without 10 of theirs.
	$shown = $show->('portfolio_transaction.add', { symbol => 'AAPL34', asset_type => 'bdr', kind => 'sell', trade_date => '2026-02-09', quantity => 10, price => 25 }, $first);
	is_deeply [@$shown{'/tax/2026-02/due', '/tax/2026-02/common/result'}], [[undef, '7.50'], [undef, '50.00']], 'a new row: its month' or diag explain $shown;
	ok !(grep { m{/tax/2026-02/(?:fii|day_trade)} } keys %$shown), '  without the zeros of its other baskets';
	is_deeply $shown->{'/tax/2026-04/common/result'}, ['-250.00', undef], '  and April, whose sale is now of more than there is';

	# A fact: 100 at 100 are sold at 110 in June 2024: 1,000 of gain, of which 15 % are 150.00, as of shares; it is stated where
	# the first row is of 2026.
	$write->($first, ['BOVA97', 'etf', 'buy', '2024-03-04', 100, 100], ['BOVA97', 'etf', 'sell', '2024-06-10', 100, 110]);
	$write->($second, ['BOVA97', 'etf', 'buy', '2026-05-04', 10, 100]);
	$shown = $show->('portfolio_asset.change', { asset_id => $in->($second, 'BOVA97'), facts => { etf_kind => 'rv' } }, $second);
	is_deeply [@$shown{'/tax/2024-06/due', '/tax/2024-06/common/result', '/darf/6015 2024-06/amount', '/tax/2026-03/common/loss_brought', '/tax/2026-04/common/loss_carried'}],
		[[undef, '150.00'], [undef, '1000.00'], [undef, '150.00'], [undef, '0.00'], [undef, '500.00']], 'a fact: from the first row of any portfolio to the losses of today' or diag explain $shown;

	# 1 at 100,000 is sold at 120,000 in 2025: kept abroad, 20,000 are of the year's tax abroad, 15 %: 3,000.00.
	$write->($first, ['BTC', 'crypto', 'buy', '2025-02-03', 1, 100000], ['BTC', 'crypto', 'sell', '2025-03-11', 1, 120000]);
	$shown = $show->('portfolio_asset.change', { asset_id => $in->($first, 'BTC'), facts => { custody => 'foreign', origin => 'brl' } }, $first);
	is_deeply [@$shown{map { "/tax/2025/exterior/$_" } qw(total tax due)}], [[undef, '20000.00'], ([undef, '3000.00']) x 2], 'where it is kept: the tax abroad' or diag explain $shown;
}

# ---- the targets of all portfolios ----

my %targets = (slices => [{ name => 'Bolsa', types => ['stock'], pct => '60.00' }, { name => 'Imóveis', types => ['fii'], pct => 40 }]);
is_deeply [map { "$_->{pointer} " . scalar @{ $_->{to}{slices} } } @{ seen('targets.set', { targets => \%targets })->{changes} }], ['/targets 2'], 'they are previewed';
is $t->get('/v1/portfolio/targets', key => $ana->{user_key})->status, 404, 'and not written';
is refused({ targets => undef }, undef, 'targets.set'), 'invalid_input /input/targets targets_not_found', 'there are none to withdraw';
is_deeply done('targets.set', { targets => \%targets }), get('targets'), 'written, as HTTP has them';
is $t->get("/v1/portfolios/$id/targets", key => $ana->{user_key})->status, 404, 'those of each portfolio are others';
is refused({ targets => { slices => [{ name => 'Bolsa', types => ['stock'], pct => '99.99' }] } }, undef, 'targets.set'), 'invalid_input /input/targets/slices targets_not_100', 'a sum of 99.99';
is refused({ targets => { slices => [{ name => 'Bolsa', types => ['option'], pct => 100 }] } }, undef, 'targets.set'), 'invalid_input /input/targets/slices/0/types choice /input/targets/slices/0 required', 'options are no target';
is refused({ targets => \%targets }, $reader, 'targets.set'), 'scope_missing', 'who may only read';
is done('targets.set', { targets => undef }), undef, 'withdrawn';
is_deeply [map { $_ ? 'targets' : 'none' } map { $t->sql("select document is not null from wallet_targets where version = $_ and account_id = '$ana->{id}'") eq 't' } 1, 2], ['targets', 'none'], 'with their history';

done_testing;

#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The questions of a year of the tax, over HTTP and by an assistant: each kind has the request and the Action that answers it, filled
# and sent as they stand, until nothing is missing.  Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use JSON::PP ();
use Lastro::Market qw(closes rates);
use Lastro::Tenants qw(account);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my ($ana, $bia) = map { account($t) } 1 .. 2;
closes($t, 'b3', 'PETR4', '2026-11-19' => 30);
rates($t, '2026-01-05' => '5.00', '2026-11-18' => '5.00');
$t->sql('update ptax set buy = sell');
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub get { my ($path, $who) = @_; my $r = $t->get("/v1/portfolio/$path", key => ($who // $ana)->{user_key}); return $r->status == 200 ? $r->json : die $r->body }
sub tool {
	my ($name, %arguments) = @_;
	my $r = JSON::PP->new->utf8->decode($t->post('/v1/mcp/wallet', { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => $name, arguments => \%arguments } }, key => $ana->{user_key})->body)->{result};

	return $r->{isError} ? { refused => $r->{content}[0]{text} } : $r->{structuredContent};
}
sub asked { my (%input) = @_; return tool('execute_function', function => 'wallet.tax.missing', input => { year => 2026, %input })->{data} }
sub question { my ($reason, $all) = @_; return (grep { ($_->{reason} // ($_->{mend}{input}{withheld} ? 'withheld' : 'losses')) eq $reason } @{ ($all // asked(limit => 100))->{questions} })[0] }
# put() - @value at a JSON Pointer.
sub put {
	my ($node, $pointer, $value) = @_;
	my @way = split m{/}, substr $pointer, 1;
	my $last = pop @way;

	$node = ref $node eq 'ARRAY' ? $node->[$_] : $node->{$_} for @way;
	(ref $node eq 'ARRAY' ? $node->[$last] : $node->{$last}) = $value;
	return;
}
# answer() - fills what only the person knows, and executes the Action; returns its refusal, or ''.
sub answer {
	my ($question, @values) = @_;
	my ($mend) = JSON::PP->new->decode(JSON::PP->new->encode($question->{mend}));

	is scalar @{ $mend->{fill} }, @values, "$mend->{action}: as many places as answers";
	put($mend->{input}, $_, shift @values) for @{ $mend->{fill} };
	return tool('execute_action', map { $_ => $mend->{$_} } grep { defined $mend->{$_} } qw(action subject input))->{refused} // '';
}

my $id = $t->post('/v1/portfolios', { name => 'Principal' }, key => $ana->{user_key})->json->{id};
sub row { my ($symbol, $type, $kind, $day, $quantity, $price) = @_; return { symbol => $symbol, asset_type => $type, kind => $kind, trade_date => $day, quantity => $quantity, price => $price } }
is $t->post("/v1/portfolios/$id/transactions", [
	row('PETR4', 'stock', 'buy', '2026-01-08', 1000, undef), row('PETR4', 'stock', 'sell', '2026-03-09', 1000, 30),	# its price is missing
	row('BOVA97', 'etf', 'buy', '2026-01-08', 100, 100), row('BOVA97', 'etf', 'sell', '2026-04-09', 100, 110),	# of what kind?
	row('VALE3', 'stock', 'sell', '2026-05-08', 10, 60),	# never bought
	row('VOO', 'us', 'buy', '2026-02-03', 10, 500)], key => $ana->{user_key})->status, 201, 'a ledger with gaps';
is $t->post("/v1/portfolios/$id/income", { symbol => 'VOO', asset_type => 'us', kind => 'dividend', pay_date => '2026-06-10', amount => '85.00' }, key => $ana->{user_key})->status, 201, 'and a payment of which the net alone is known';

# An option bought in January, over in October: was it exercised?
$t->sql("insert into instrument (venue, symbol, asset_type, option_kind, strike, expiry) values ('b3', 'VALEJ500', 'option', 'call', 50, '2026-10-16')");
is $t->post("/v1/portfolios/$id/transactions", [row('VALEJ500', 'option', 'buy', '2026-01-08', 100, 2)], key => $ana->{user_key})->status, 201, 'an option';

# ---- as they are asked ----

my $over = get('tax/missing?year=2026');
my $mine = asked(limit => 100);
is_deeply [map { $_->{reason} } grep { $_->{mend} && !$_->{lowers} } @{ $over->{questions} }], [map { $_->{reason} } grep { $_->{mend} && !$_->{lowers} } @{ $mine->{questions} }], 'the same over both roads';
is $over->{missing}, scalar(grep { $_->{mend} && !$_->{lowers} } @{ $over->{questions} }), 'as many as are counted';
is_deeply [sort grep { /^(?:method|path|body)$/ } map { keys %{ $_->{mend} // {} } } @{ $mine->{questions} }], [], 'an assistant sees no address';
my $price = question('cost_unknown');
is_deeply [@$price{qw(symbol month)}, $price->{waiting}[0], $price->{question}], ['PETR4', '2026-03', '2026-03', 'Compra de PETR4 em 08/01/2026: informe o preço por unidade.'], 'a price' or diag explain $mine->{questions};
is_deeply [@{ $price->{mend} }{qw(action subject fill)}], ['wallet.portfolio_transaction.change', { entity_id => $id }, ['/price']], 'by the Action that changes the row';
my $kind = question('etf_kind_unknown');
is_deeply [map { $_->{value} } @{ $kind->{choices} }], [qw(rv rf fii)], 'a fact has its choices';
my @pages = (asked(), asked(limit => 2));
is_deeply [map { scalar @{ $_->{questions} } } @pages], [scalar(@{ $over->{questions} }) < 10 ? scalar @{ $over->{questions} } : 10, 2], 'a page';
is_deeply [map { $_->{missing} } @pages], [($over->{missing}) x 2], 'that counts all';
is scalar(@{ asked(symbol => 'PETR4', limit => 100)->{questions} }), scalar(grep { ($_->{symbol} // '') eq 'PETR4' } @{ $over->{questions} }), 'those of one paper';

# ---- answered ----

is answer($price, '20'), '', 'the price';
# 1,000 x (30 - 20) = 10,000 of gain on sales of 30,000: taxed.
is get('tax?year=2026')->{months}[0]{common}{result}, '10000.00', 'which the result had waited for';
# The other question of the same paper, as it stood before: an answer takes no other away.
my ($etf_id) = grep { ($_->{symbol} // '') eq 'BOVA97' && $_->{reason} eq 'missing_tax_id' } @{ $mine->{questions} };
is answer($kind, 'rv'), '', 'the kind of the ETF';
is answer($etf_id, '33.000.167/0001-01'), '', 'and its CNPJ';
is_deeply [map { @{ $_->{meta} }{qw(etf_kind tax_id)} } grep { $_->{symbol} eq 'BOVA97' } @{ $t->get("/v1/portfolios/$id/assets", key => $ana->{user_key})->json->{data} }], ['rv', '33.000.167/0001-01'], 'both are kept';
is question('etf_kind_unknown'), undef, 'neither is asked again';
{
	my ($bova) = grep { $_->{symbol} eq 'BOVA97' } @{ $t->get("/v1/portfolios/$id/assets", key => $ana->{user_key})->json->{data} };
	my $change = sub { return $t->patch("/v1/portfolios/$id/assets/$bova->{id}", $_[0], key => $ana->{user_key}) };

	is $change->({ facts => { etf_kind => 'rv', note => 'x' } })->json->{details}{errors}[0]{pointer}, '/facts/note', 'a fact that is none';
	is $change->({ facts => { etf_kind => 'xx' } })->json->{details}{errors}[0]{pointer}, '/facts/etf_kind', 'or not one of its words';
	is $change->({ facts => { etf_kind => 'rv' }, meta => {} })->json->{details}{errors}[0]{rule}, 'exclusive', 'or beside the whole';
	is_deeply $change->({ facts => { tax_id => undef } })->json->{meta}, { etf_kind => 'rv' }, 'null takes one away';
	is $change->({ facts => { tax_id => '33.000.167/0001-01' } })->status, 200, 'and it is stated again';
}
is answer(question('uncovered_sale'), '2026-01-09', '10', '50'), '', 'the purchase that was missing';
# "Exercised" leads to the row of the exercise: 100 at 50.
my $option = question('option_exercise_unknown');
is answer($option, 'exercised'), '', 'what became of the option';
my $exercise = question('option_exercise_unknown');
is_deeply [@{ $exercise->{mend}{input} }{qw(kind event_kind option)}], [undef, qw(exercise VALEJ500)], 'exercised: a trade is missing, whose side only the person knows' or diag explain $exercise;
is answer($exercise, 'VALE3', 'stock', 'buy', '2026-10-16', '100', '50'), '', 'which is written';
is question('option_exercise_unknown'), undef, 'and nothing is asked of it';
is answer(question('gross_unknown'), '100.00'), '', 'the gross amount';
is $t->get("/v1/portfolios/$id/income", key => $ana->{user_key})->status, 200, 'of the payment';
is question($_), undef, "no question on $_ is left" for qw(cost_unknown uncovered_sale gross_unknown);

# What may lower the tax: losses of before the ledger, and what a broker withheld.
my $losses = question('losses');
is_deeply [@$losses{qw(lowers reason)}, $losses->{mend}{action}], [JSON::PP::true, undef, 'wallet.tax_inputs.set'], 'losses of before';
is answer($losses, '0', '0', '0'), '', 'there were none';
is answer(question('withheld'), '1.50'), '', 'a withholding';
like answer(question('withheld', $mine), '1.50'), qr{tax_inputs_conflict}, 'asked before the losses were stated: another version is there now';
is scalar(@{ get('tax/inputs')->{withheld} }) > 0, 1, 'is stated';
is get('tax/inputs')->{carry}[0]{month}, '2025-12', 'beside the losses';
# Over HTTP the whole document is sent, with the version that it was made of.
{
	my ($document) = grep { ($_->{mend}{path} // '') =~ m{/tax/inputs$} } @{ $over->{questions} };
	is $document->{mend}{headers}{'If-Match'}, '"0"', 'the request has its version';
	put($document->{mend}{body}, $_, '1.00') for @{ $document->{mend}{fill} };
	is $t->request(PUT => $document->{mend}{path}, json => $document->{mend}{body}, headers => $document->{mend}{headers}, key => $ana->{user_key})->status, 409, 'so a later one is not overwritten';
}

# ---- as a program answers ----

my $tax_id = (grep { ($_->{reason} // '') eq 'missing_tax_id' && $_->{symbol} } @{ get('tax/missing?year=2026')->{questions} })[0];
if (ok $tax_id, 'a CNPJ is asked for') {
	my $mend = $tax_id->{mend};
	put($mend->{body}, $mend->{fill}[0], '33.000.167/0001-01');
	is $t->request($mend->{method}, $mend->{path}, json => $mend->{body}, key => $ana->{user_key})->status, 200, 'the request is sent as it stands';
	ok !(grep { ($_->{reason} // '') eq 'missing_tax_id' && ($_->{symbol} // '') eq $tax_id->{symbol} } @{ get('tax/missing?year=2026')->{questions} }), 'and answers it';
}
is get('tax/missing?year=2026', $bia)->{missing}, 0, 'another person has none of them';
is $t->get('/v1/portfolio/tax/missing?year=2019', key => $ana->{user_key})->status, 400, 'a year before the rules';
is $t->get('/v1/portfolio/tax/missing?year=2026&x=1', key => $ana->{user_key})->status, 400, 'an unknown parameter';

# ---- months that wait for an answer of an earlier year ----

# Of 2024 nobody knows whether the gain of an ETF is of shares; 2026 loses in March (50 x 5), and gains in June (50 x 10).
{
	my $cai = account($t);
	my $own = $t->post('/v1/portfolios', { name => 'De antes' }, key => $cai->{user_key})->json->{id};
	is $t->post("/v1/portfolios/$own/transactions", [
		row('BOVA97', 'etf', 'buy', '2024-03-04', 100, 100), row('BOVA97', 'etf', 'sell', '2024-06-10', 100, 90),
		row('AAPL34', 'bdr', 'buy', '2026-01-08', 100, 20), row('AAPL34', 'bdr', 'sell', '2026-03-09', 50, 15), row('AAPL34', 'bdr', 'sell', '2026-06-09', 50, 30)], key => $cai->{user_key})->status, 201, 'a ledger of two years';
	my $all = get('tax/missing?year=2026', $cai);
	my $kind = question('etf_kind_unknown', $all);

	is_deeply [@$kind{qw(symbol month waiting losses_waiting)}], ['BOVA97', '2024-06', ['2026-06'], ['2026-03', '2026-06']], 'June\'s tax waits for it, and the losses that March brings' or diag explain $kind;
	is $all->{losses_follow}, JSON::PP::true, 'and no losses are asked';
	is_deeply question('etf_kind_unknown', get('tax/missing?year=2024', $cai))->{losses_waiting}, [], 'its own month brings none';
	my $figure = get('tax/explain?year=2024&field=darf.amount&month=2024-06', $cai)->{figure};
	is_deeply [@$figure{qw(value reasons text)}], [undef, ['etf_kind_unknown'], 'Não se sabe se o ETF é de renda variável ou fixa.'], 'a DARF without amount says what is missing' or diag explain $figure;
	is get('tax/explain?year=2026&field=months.common.result&month=2026-03', $cai)->{figure}{text}, undef, 'a figure that there is says nothing';
}

# ---- a warning has its words ----

{
	my $own = $t->post('/v1/portfolios', { name => 'Units' }, key => $bia->{user_key})->json->{id};
	is $t->post("/v1/portfolios/$own/transactions", [row('XPTO11', 'stock', 'buy', '2026-01-08', 10, 10), row('XPTO11', 'stock', 'sell', '2026-02-09', 10, 12)], key => $bia->{user_key})->status, 201, 'a unit is sold';
	is_deeply get('tax?year=2026', $bia)->{warnings}, [{ code => 'unit_not_exempt', month => '2026-02', symbol => undef, text => 'Units não têm isenção.' }], 'which says so';
}

done_testing;

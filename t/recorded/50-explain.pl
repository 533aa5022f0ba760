# SPDX-License-Identifier: Apache-2.0
#
# Explanations: of every field of the totals, of fields of each class of asset, of the history, the x-ray and the costs.

use strict;
use warnings;
use utf8;

sub encoded { my ($s) = @_; utf8::encode($s) if utf8::is_utf8($s); return $s =~ s/([^A-Za-z0-9_.~-])/sprintf '%%%02X', ord $1/ger }

sub {
	my ($w) = @_;
	my ($t, %key) = ($w->{t}, %{ $w->{key} });
	my %as = (key => $key{ana});
	my $at = "/v1/portfolios/$w->{main}/explain";
	my $told = sub { my (%ask) = @_; return $t->get("$at?" . join('&', map { "$_=" . encoded($ask{$_}) } sort keys %ask), %as) };
	my $computed = sub { my ($call) = @_; return $t->unrecorded(sub { $t->get("/v1/portfolios/$w->{main}$call", %as)->json }) };

	$told->(field => $_) for qw(patrimonio invested unrealized_pl unrealized_pct realized_pl income_received day_change_brl day_change_pct total_pl xirr
		returns.xirr returns.twr.cumulative returns.twr.annualized returns.twr.months fx.usd_brl fx.change_pct);
	$told->(field => $_, month => '2026-02') for qw(realized_by_month income_by_month history.equity history.contributed history.income history.realized history.return_pct);

	# of each holding one value, of some all fields
	my $detail = $computed->('?include=closed');
	for my $h (@{ $detail->{holdings} }) {
		my @of = (symbol => $h->{symbol}, asset_type => $h->{asset_type});

		$told->(field => 'market_value', @of);
		next unless $h->{symbol} =~ /^(?:PETR4|VOO|VALE3|NOVA11|CDB 110)$/;
		$told->(field => $_, @of) for qw(qty avg_price invested_cost price change_pct unrealized_pl unrealized_pct realized_pl income_received weight_pct day_change_brl price_native fx_rate);
		$told->(field => "native.$_", @of) for $h->{native} ? qw(avg_price invested_cost price change_pct market_value unrealized_pl unrealized_pct realized_pl income_received) : 'price';
		$told->(field => $_, month => '2026-02', @of) for qw(realized_by_month income_by_month);
	}
	$told->(field => $_->[0], symbol => 'PETR4', at => $_->[1]) for ['avg_price', '2025-12-31'], ['market_value', '2026-06-30'], ['qty', '2024-01-01'];
	$told->(field => 'patrimonio', at => '2025-12-31');

	# of the history
	for my $span (qw(month ytd m6 m12 m24 m36 since_start)) {
		$told->(field => "history.meta.periods.$span.$_") for qw(cumulative annualized);
	}
	$told->(field => "history.meta.risk.$_") for qw(volatility months max_drawdown.value max_drawdown.start max_drawdown.trough max_drawdown.recovery);
	for my $index (qw(cdi ipca ibov)) {
		$told->(field => "history.meta.benchmarks.$index.$_") for qw(final_value xirr index_change);
	}
	$told->(field => "history.point.$_", day => '2026-05-11') for qw(equity buys sells income level);
	$told->(field => 'flow', day => '2026-05-11');
	$told->(field => 'history.value', symbol => 'PETR4', day => '2026-05-11');

	# of the x-ray and the costs
	my ($xray, $costs) = map { $computed->($_) } '/xray', '/costs';
	for my $by (qw(class sector indexer currency)) {
		my $item = $xray->{"by_$by"}[0] // next;
		$told->(field => "xray.by_$by.$_", item => $item->{$by}) for qw(value_brl pct);
	}
	my $top = $xray->{top_positions}[0];
	$told->(field => "xray.top_positions.$_", symbol => $top->{symbol}, asset_type => $top->{class}) for qw(value_brl pct);
	$told->(field => "xray.meta.$_") for qw(patrimonio_brl rf_total_brl);
	for my $item (@{ $costs->{items} }) {
		$told->(field => "costs.items.$_", symbol => $item->{symbol}, asset_type => $item->{class}) for qw(value_brl annual_cost_pct annual_cost_brl excess_cost_brl benchmark.value_pct);
	}
	$told->(field => 'costs.by_recipient.annual_cost_brl', item => $costs->{by_recipient}[0]{recipient});
	$told->(field => "costs.$_") for qw(totals.annual_cost_brl totals.above_reference_brl totals.pct_of_patrimonio meta.patrimonio_brl meta.cdi_12m_pct);

	# refused, and page by page
	$t->get("$at?$_", %as) for '', 'field=nada', 'field=qty', 'field=patrimonio&symbol=PETR4', 'field=qty&symbol=XXXX3', 'field=history.equity&month=2020-01', 'field=history.equity', 'field=history.equity&month=2026-13',
		'field=qty&symbol=PETR4&month=2026-11', 'field=xray.by_class.pct', 'field=xray.by_class.pct&item=nada', 'field=costs.items.annual_cost_brl&symbol=PETR4', 'field=flow&day=2026-11-04',
		'field=patrimonio&at=2026-11-21', 'field=costs.totals.annual_cost_brl&at=2026-11-01', 'field=patrimonio&more=1', 'field=patrimonio&limit=2001', 'field=patrimonio&cursor=xyz', 'field=qty&symbol=PETR4&asset_type=us';
	my $r = $t->get("$at?field=avg_price&symbol=PETR4&limit=2", %as);
	$t->get("$at?field=avg_price&symbol=PETR4&limit=2&cursor=" . $r->json->{meta}{next_cursor}, %as);
	$t->get("$at?field=avg_price&symbol=PETR4&limit=2", %as, headers => { 'If-None-Match' => $r->header('ETag') });
	$t->get("$at?field=patrimonio", key => $key{bia});
	$t->get("/v1/portfolios/$w->{public}/explain?field=patrimonio", key => $key{bia});
}

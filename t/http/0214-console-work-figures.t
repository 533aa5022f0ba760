#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The console: every figure of an office's or a desk's pages, or of a preview, links to its source.  Follows all links;
# figures without a link must be on the list of exceptions, with the reason.  Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Encode ();
use Lastro::Browser;
use Lastro::Console qw(figures row same terms);
use Lastro::Everywhere;
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $t = Lastro::Test->new;
my $e = Lastro::Everywhere->new($t, now => '2026-11-20T15:00:00Z');
my ($b, $office, $wallet, $owner) = @$e{qw(browser office wallet owner)};

# Figures that are their own source, or have it beside them, by page, with the reason.
my %source = (
	'/desks/ID' => { count => 'of alerts, listed on the page of their watchlist' },
	# Figures of filed statements, with form, version and day beside them; market data.
	'/desks/ID/issuers/' => { unit_price => 'published', spread_pct => 'published', base_date => 'a day', value => 'of the statements, whose parts are above', revenue_brl => 'filed',
		threshold => 'typed, or read', headroom_pct => 'of the two beside it', level => 'a word', name => 'a text', reference_date => 'a day',
		(map { ($_ => 'over the companies of the sector, in words beside it') } qw(companies companies_below lower_quartile median upper_quartile)),
		(map { ("fund_report.$_" => 'filed') } qw(senior mezzanine junior subordinate classes_sum classes_difference_pct)), map { ("statements.$_" => 'filed') } qw(cash ebit_ttm equity gross_debt interest_ttm net_income_ttm revenue_ttm short_term_debt version) },
	# Terms and prices as their sources publish them, listed on the page with the day of each.
	'/desks/ID/debentures/' => { map { ($_ => 'published') } qw(mark_par_pct traded_par_pct unit_price rate_pct duration_days pct quantity value_brl share_of_fund_pct total_brl value page),
		'outstanding.quantity_issued', 'outstanding.quantity_in_treasury', 'outstanding.quantity_redeemed', 'outstanding.quantity_cancelled', 'outstanding.nominal_at_issue', 'terms.index_day',
		'schedule.amortisation.pct', 'schedule.amortisation.every', 'schedule.interest.every', 'rate.previous_rate_pct', 'curve_spread.spread_pct' => 'the rate and the curve are beside it',
		'curve_spread.curve_rate_pct' => 'of published parameters', 'curve_spread.curve' => 'a word', 'curve_spread.reason' => 'a word' },
	# Of a monthly report, each list with the columns that it is of; what is computed is in words beside its parts.
	'/desks/ID/funds/' => { (map { ($_ => 'filed') } qw(value_brl share_pct classes quantity quota_brl return_pct expected_pct realised_pct holders value above_it page from_days to_days with_risk_brl without_risk_brl overdue_pct falling_due_brl
		repurchased_brl substituted_brl sold_to_cedents_brl with_risk_share_pct without_risk_share_pct share_of_receivables_pct place amount_brl net_worth_brl subordination_pct over_90_pct coverage_pct left_brl right_brl tolerance_pct funds_reported holds)),
		(map { ($_ => 'in the words of the parts') } qw(net_worth.mean_brl subordination.classes_sum_brl subordination.classes_difference_pct delinquency.receivables_brl delinquency.provision_brl delinquency.overdue_brl delinquency.over_90_brl
			repurchases.total_brl debtors.count debtors.amount_brl debtors.share_pct debtors.largest_pct debtors.largest_5_pct)) },
	'/desks/ID/watchlists/ID' => { pct => 'announced' },
	'/desks/ID/documents' => { pages => 'counted of the text' },
	'/desks/ID/notes' => { version => 'of the note itself' },
	'/desks/ID/rules' => { threshold => 'typed', band_pct => 'typed', sessions => 'typed' },
	# Values read from a document, with page and quotation beside them.
	'/desks/ID/terms' => { value => 'read', confidence => "the reader's own" },
	'/desks/ID/terms/ID' => { value => 'read', confidence => "the reader's own", page => 'where it was read', text_id => 'whether it was compared', approved_value => 'reviewed' },
	# Sums over all clients by class: each client's portfolios explain theirs.
	'/offices/ID' => { value_brl => 'a sum over the portfolios of the clients', pct => 'the same, of the whole', times_limit => 'a share over its limit, both in the words beside it' },
	'/offices/ID/clients/ID' => { open_positions => 'counted, listed on the page of the portfolio' },
	'/offices/ID/families' => { clients => 'counted' },
	'/offices/ID/portfolios/ID' => { quantity => 'typed', price => 'typed' },
	'/offices/ID/portfolios/ID/explain' => { exact => 'told', input => 'told', step => 'told' },
	# Figures of a previewed row; the present ones have links.
	'what a row changes' => { map { ("after.$_" => 'not written yet') } qw(qty avg_price market_value invested_cost unrealized_pl realized_pl income_received patrimonio invested total_pl) },
	'a sheet beside the ledger' => { sheet_quantity => "the sheet's", row_quantity => 'typed', ratio => 'what a row that mends it would say', quantity => 'the same', price => 'the same',
		map { ($_ => 'counted of the table below') } qw(ok quantity_differs only_in_sheet only_in_ledger) },
	'the rows read from a file' => { quantity => 'read', price => 'read', (map { ("after.$_" => 'not written yet') } qw(qty avg_price market_value invested_cost unrealized_pl realized_pl income_received patrimonio invested total_pl)), map { ($_ => 'counted of the table below') } qw(imported rows_ignored rows_with_error duplicates_skipped cross_source_skipped) },
);
# Members may also be words, which are not figures.
my %word = map { $_ => 1 } qw(register.condominium register.manager register.manager_tax_id return_reason issuer_name pays_on name measure email phone tax_id proposed_by note notes description label valuation_reason), map { ("family.name", "profile.level", "object.name", "actor.name", "actor.application", "assigned_to.name", (map { "nearest_threshold.$_" } qw(level trend alert.state reference_date)), 'price.date', 'fund_report.reference_date', 'rate.rate_kind', 'rate_kind', qw(date price_date price_source reason proceeds guarantees trustee rater placement leader audience registered_on), (map { "terms.$_" } qw(class cvm_registration isin issue lead left_on left_reason next_event next_repricing paying_bank placed_from registered registrar series situation yields_from)), (map { ("schedule.amortisation.$_", "schedule.interest.$_") } qw(rule unit from)), 'fund_report.subordination_reason', "register.$_", "statements.$_", "statements.reasons.$_") } qw(sector status tax_id form scope filed_at reference_date ebitda_ttm net_debt_to_ebitda interest_coverage);

# bare() - the figures of a page that have no link and are on no list.
sub bare {
	my ($page, $html) = @_;
	my $source = $source{$page} // {};
	my %found;

	$html =~ s{<a [^>]*>\s*<data .*?</data>}{}gs;
	$found{$1}++ while $html =~ m{<data class="([^"]*)"}g;
	return join ' ', grep { !$source->{$_} && !$word{$_} } sort keys %found;
}
sub text { return Encode::decode('UTF-8', $_[0]->body) }

my $pages = $e->pages;
my @work = grep { m{^/(?:offices|desks)/} } sort keys %$pages;
cmp_ok scalar @work, '>', 30, 'pages of an office and a desk';
for my $path (@work) {
	next if $path =~ m{/tax};	# the same for a client as for a person: t/http/0215
	my $told = $path =~ m{/explain\?field=([^&]*)} ? $1 : '';

	my $kind = Lastro::Everywhere::alike($path =~ s/\?.*//sr) =~ s{(/(?:issuers|debentures|funds)/).*}{$1}r;

	is join(' ', grep { $_ ne $told } split / /, bare($kind, text($pages->{$path}))), '', Lastro::Everywhere::alike($path);
}

# ---- the links ----
{
	my $at = "/offices/$office->{id}/portfolios/$wallet";
	my $html = text($b->open($at));
	my %to = reverse map { Lastro::Browser::unescape($_) } $html =~ m{<a href="([^"]*/explain\?[^"]*)">\s*<data class="([^"]*)"}g;

	is $to{avg_price}, "$at/explain?field=avg_price&symbol=PETR4&asset_type=stock", "a client's mean cost links to its explanation";
	my $told = text($b->open($to{avg_price}));
	like $told, qr{<h2><bdi>Preço médio de PETR4</bdi>}, 'with its source';
	same(figures(terms($told)), 'avg_price', 15);
	same(figures($told), 'input', 10, 15, 0);	# bought 10 at 15, without fees
	like text($b->open($to{patrimonio})), qr{href="\Q$at\E/explain\?field=market_value&amp;symbol=PETR4&amp;asset_type=stock"}, 'one explanation links to the next';
	is $b->open("$at/explain?field=nada")->status, 400, 'a figure that there is not';
	is $b->open("$at/explain?field=avg_price&symbol=NADA3")->status, 404, 'an asset that is not held';

	# The Function gives the same without links that its caller cannot open.
	my $r = $office->function('advisor.client_portfolio.explain', { field => 'patrimonio' }, as => $owner, subject => $wallet);
	is $r->status, 200, 'the Function, too' or diag $r->body;
	cmp_ok $r->json->{data}{figure}{value}, '==', 165, 'its value: 10 at 16.50';
	is_deeply [grep { exists $_->{href} } @{ $r->json->{data}{inputs} }], [], 'without addresses';
	is $office->function('advisor.client_portfolio.explain', { field => 'avg_price', symbol => 'NADA3' }, as => $owner, subject => $wallet)->status, 409, 'of papers that are not held';

	my ($stranger) = $e->{console}->person('ana@example.com');
	is $stranger->open("$at/explain?field=patrimonio")->status, 404, 'a stranger gets no information';
	my $assistant = $office->member('assistant');
	my ($other) = $e->{console}->enter($assistant->{email});
	is $other->open($at)->status, $other->open("$at/explain?field=patrimonio")->status, 'without access to the client there is no explanation';
}
{
	my $client = text($b->open((grep { m{/clients/[0-9a-f-]{36}$} } @work)[0]));

	like $client, qr{<a href="#carteiras">\s*<data class="totals.patrimonio" value="165.00"}, "a client's total links to the portfolios that it sums";
	like $client, qr{<section id="carteiras">.*?/portfolios/\Q$wallet\E/explain\?field=patrimonio"}s, 'whose figures have links';
}

# ---- previews ----
{
	my $page = $b->open("/portfolios/$e->{portfolio}/transactions/new");
	my $r = $b->shown($page, { which => qr{/transactions(?:/preview)?$} }, symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-11-03', quantity => '10', price => '15');

	is $r->status, 200, 'the changes by a row';
	is bare('what a row changes', text($r)), '', 'has a link: the former value';
	like text($r), qr{explain\?field=avg_price&amp;symbol=PETR4&amp;asset_type=stock">\s*<data class="before.avg_price" value="12.34"}, 'the mean cost';
	$page = $b->open("/portfolios/$e->{portfolio}/reconcile");
	$r = $b->submit($page, { which => qr{/reconcile} }, file => ['posicao-2026-11-20.csv', "Produto;Código de Negociação;Quantidade\nPETR4 - X;PETR4;60\n"]);
	$r = $b->arrive($r);
	is bare('a sheet beside the ledger', text($r)), '', 'the differences from a sheet';
	like text($r), qr{explain\?field=qty&amp;symbol=PETR4&amp;asset_type=stock&amp;at=2026-11-19">\s*<data class="ledger_quantity" value="50"}, 'links to its explanation';
	$page = $b->open("/portfolios/$e->{portfolio}/imports");
	$r = $b->arrive($b->submit($page, { which => qr{/imports} }, file => ['compras.csv', "ticker;operacao;data;quantidade;preco\nPETR4;compra;15/01/2026;100;10,50\n"]));
	is bare('the rows read from a file', text($r)), '', 'what was read of a file';
}

$t->finish;
done_testing;

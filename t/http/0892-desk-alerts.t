#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A session of an analyst: rules of every kind, facts loaded from files, exactly one alert per fact with its evidence;
# the early band before the breach; a restated figure; a reviewed term that the next report breaks.

use strict;
use warnings;
use utf8;

use Encode ();
use JSON::PP ();
use Lastro::Companies qw(archive documents document_row file form_row forms offerings register register_row request_row security_row statements);
use Lastro::Cotahist qw(cotahist quote);
use Lastro::Desk;
use Lastro::Test;
use Test::More;

$ENV{LASTRO_NOW} = '2026-04-10T15:00:00Z';
my $t = Lastro::Test->new;
my $dir = $t->dir;
my $json = JSON::PP->new->utf8;
Lastro::Desk::objects($t);
my $desk = Lastro::Desk->new($t, 'Mesa');
$t->start_pool(workers => 1, env => { LASTRO_NOW => $ENV{LASTRO_NOW} });

my ($tax_id, $company, $fund, $paper) = ('33000167000101', 'company:33000167000101', 'fund:11222333000181', 'instrument:PETR16');

sub alerts { return $t->lastro_json('compute', 'alerts')->{raised} }
sub lines { my ($name, @rows) = @_; return file("$dir/$name", join '', map { $json->encode($_) . "\n" } @rows) }
my $list = $desk->done('credit.watchlist.create', { name => 'Petróleo' })->{id};
sub last_of { my ($kind) = @_; return $desk->data('credit.alerts.list', { kind => $kind, limit => 1 }, subject => $list)->[0] }
sub is_alert { my ($a, %want) = @_; my $name = delete $want{name}; is_deeply { map { $_ => exists $a->{$_} ? $a->{$_} : $a->{evidence}{$_} } keys %want }, \%want, $name }
sub was { my ($value, $date, %other) = @_; return { value => $value, date => $date, rating => undef, reason => undef, %other } }

# ---- the issuer by its name, a year of its statements ----

my $found = $t->get('/v1/objects/resolve?q=petroleo%20brasileiro', key => $desk->{key}{analyst})->json;
is $found->{meta}{queries}[0]{best_id}, $company, 'an analyst finds the issuer by its name';
$company = $found->{data}[0]{id};

sub year {
	my ($year, $filed, $long, $interest, $version) = @_;
	my ($from, $to) = ("$year-01-01", "$year-12-31");

	return { code => 9512, tax_id => $tax_id, name => 'PETROLEO BRASILEIRO S.A.', date => $to, filed => $filed, version => $version // 1, lines => [
		['1', undef, undef, $to, 1000], ['1.01.01', undef, undef, $to, 50], ['1.01.02', undef, undef, $to, 0],
		['2', undef, undef, $to, 1000], ['2.01.04', undef, undef, $to, 100], ['2.02.01', undef, undef, $to, $long],
		['3.01', undef, $from, $to, 500], ['3.05', undef, $from, $to, 100], ['3.06.02', 'Despesas Financeiras', $from, $to, -$interest],
		['3.11', undef, $from, $to, 40], ['7.04.01', undef, $from, $to, -20]] };
}
$t->lastro_ok('load', 'company-register', register($dir, register_row(9512, $tax_id, 'PETROLEO BRASILEIRO S.A.')));
$t->lastro_ok('load', 'dfp', statements($dir, 'DFP', 2024, year(2024, '2025-03-05', 286, 40)));

$desk->done('credit.watchlist_item.add', { watchlist_id => $list, object_id => $_ }) for $company, $fund, $paper;
$desk->done('credit.alert_rule.set', { watchlist_id => $list, %$_ }) for { kind => 'leverage_above', threshold => 3 }, { kind => 'coverage_below', threshold => 2 },
	{ kind => 'material_fact' }, { kind => 'late_filing' }, { kind => 'rating_change' }, { kind => 'new_offering' },
	{ kind => 'regulation_term_changed' }, { kind => 'price_move', threshold => 2, sessions => 1 };


# The statements of the first quarter of 2025 were due 45 days after its end, so they are late too.
is alerts(), 2, 'the early band, and late filings';
is_alert(last_of('leverage_above'), level => 'early', value => '2.8000', threshold => '3', headroom_pct => '6.6667', reference_date => '2024-12-31', form => 'DFP',
	net_debt => '336000.00', ebitda_ttm => '120000.00', previous => was(undef, undef, reason => 'no_earlier'), corrects => undef, name => 'the early band: net debt 336 of EBITDA 120');
is_alert(last_of('late_filing'), level => 'event', form => 'ITR', reference_date => '2025-03-31', due => '2025-05-15', previous => was(undef, undef, reason => 'not_a_figure'), name => 'quarterly statements, 45 days after the quarter');
is alerts(), 0, 'looking again raises nothing';

# ---- the next year breaks both; a restated version corrects the alert ----

$t->lastro_ok('load', 'dfp', statements($dir, 'DFP', 2025, year(2025, '2026-03-05', 370, 60)));
is alerts(), 2, 'two limits passed; nothing is late any more';
my $breach = last_of('leverage_above');
is_alert($breach, level => 'breach', value => '3.5000', headroom_pct => '-16.6667', previous => was('2.8000', '2024-12-31'), corrects => undef, name => 'net debt 420 of EBITDA 120, which were 336 of 120 a year before');
is_alert(last_of('coverage_below'), level => 'breach', value => '1.6667', threshold => '2', interest_ttm => '60000.00', previous => was('2.5000', '2024-12-31'), name => 'EBIT 100 over interest of 60, then 40');
like last_of('coverage_below')->{title}, qr{em 1,6667, abaixo do m\x{ed}nimo de 2\z}, 'a floor is a minimum';
is alerts(), 0, 'once';
$t->lastro_ok('load', 'dfp', statements($dir, 'DFP', 2025, year(2025, '2026-03-05', 370, 60), year(2025, '2026-04-02', 334, 60, 2)));
is alerts(), 1, 'a restated figure is one more alert';
is_alert(last_of('leverage_above'), level => 'breach', value => '3.2000', version => '2', corrects => $breach->{id}, name => 'which names the corrected value');
my $second = last_of('leverage_above');
$t->lastro_ok('load', 'dfp', statements($dir, 'DFP', 2025, year(2025, '2026-03-05', 370, 60), year(2025, '2026-04-02', 334, 60, 2), year(2025, '2026-04-09', 190, 60, 3)));
is alerts(), 1, 'a correction within the limit is reported too';
is_alert(last_of('leverage_above'), level => 'cleared', value => '2.0000', corrects => $second->{id}, name => 'as cleared');

# ---- events ----

$t->lastro_ok('load', 'company-documents', documents($dir, 2026, document_row(9512, $tax_id, 'PETROLEO BRASILEIRO S.A.', 'Fato Relevante', '2026-04-10', '2026-04-10', '001X01', Assunto => 'Oferta'),
	document_row(9512, $tax_id, 'PETROLEO BRASILEIRO S.A.', 'Fato Relevante', '2026-04-01', '2026-04-01', '001X02'),
	document_row(9512, $tax_id, 'PETROLEO BRASILEIRO S.A.', 'Comunicado ao Mercado', '2026-04-10', '2026-04-10', '001X03')));
is alerts(), 1, 'a material fact of today; neither an older one nor a communication';
is_alert(last_of('material_fact'), level => 'event', subject => 'Oferta', filed_at => '2026-04-10', name => 'with its document');

my %rated = (object_id => $company, agency => 'Fitch', scale => 'national', outlook => 'stable');
my $loaded = $t->lastro_json('load', 'ratings', lines('ratings.jsonl', { %rated, rated_on => '2025-04-10', rating => 'AA+(bra)' }, { %rated, rated_on => '2026-04-10', rating => 'AA(bra)' },
	{ %rated, rated_on => '2026-04-31', rating => 'A(bra)' }, { %rated, object_id => 'company:1', rated_on => '2026-04-10', rating => 'A(bra)' }));
is_deeply [@$loaded{qw(read written refused)}, map { $_->{line} } @{ $loaded->{refusals} }], [4, 2, 2, 3, 4], 'ratings, refused line by line';
is alerts(), 1, 'a rating that changed';
is_alert(last_of('rating_change'), agency => 'Fitch', rating => 'AA(bra)', previous_rating => 'AA+(bra)', previous => was(undef, '2025-04-10', rating => 'AA+(bra)'), name => 'from one value to the other');

# Prices of a debenture and of the company's shares: a split is not a move, a restated close says what it corrects.
sub traded {
	my ($name, @rows) = @_;
	my @lines = ('Mercado secundário', '', "Data\tEmissor\tCódigo do Ativo\tISIN\tQuantidade\tNúmero de Negócios\tPU Mínimo\tPU Médio\tPU Máximo\t% PU da Curva",
		(map { "$_->[0]\tPETROBRAS\tPETR16\tBRPETRDBS001\t10\t1\t1\t$_->[1]\t1\tND" } @rows), 'Fonte: o serviço');

	return file("$dir/$name", Encode::encode('cp1252', join '', map { "$_\r\n" } @lines));
}
sub debenture {
	my @head = ('Codigo do Ativo', 'Empresa', 'Serie', 'ISIN', 'Data de Emissao', 'Data de Vencimento', 'Motivo de Saida', 'Data de Saida / Novo Vencimento',
		'Unidade Monetária', 'Unidade Monetária', 'indice', 'Criterio de Calculo', 'Dia de Referencia para indice de Precos', 'Percentual Multiplicador/Rentabilidade',
		'Juros Criterio Antigo do SND', 'Juros Criterio Novo - Taxa', 'Juros Criterio Novo - Prazo', 'CNPJ', 'Deb. Incent. (Lei 12.431)');
	my @row = ('PETR16', 'VALE S.A.', 'UNI', 'BRPETRDBS001', '02/10/2024', '02/10/2030', '', '02/10/2031', 'R$', 'R$', 'DI', 'Padrão - SND', '', '100', '-', '1,85', '252', '33592510000154', 'N');

	return file("$dir/caracteristicas.txt", Encode::encode('cp1252', join '', map { "$_\r\n" } 'debentures.com.br', '', '', join("\t", @head), join "\t", @row));
}
my %petr = (name => 'PETROBRAS', paper => 'PN      N2', isin => 'BRPETRACNPR6');
sub traded_shares { my ($year, @rows) = @_; return cotahist("$dir/COTAHIST_A$year.TXT", map { quote(@$_, %petr) } @rows) }

$t->lastro_ok('load', 'debentures', debenture());
$t->lastro_ok('load', 'debenture-prices', traded('precos.txt', ['8/4/2026', '1.000,00'], ['10/4/2026', '975,00']));
is alerts(), 1, 'a price that moved';
my $moved = last_of('price_move');
is_alert($moved, symbol => 'PETR16', change_pct => '-2.5000', unit_price => '975', previous_unit_price => '1000', date => '2026-04-10', previous_date => '2026-04-08', sessions => '1',
	previous => was('1000', '2026-04-08'), corrects => undef, name => 'by two and a half percent in a session');
is alerts(), 0, 'once';
$t->lastro_ok('load', 'debenture-prices', traded('precos.txt', ['8/4/2026', '1.000,00'], ['10/4/2026', '970,00']));
is alerts(), 1, 'a price that was restated';
is_alert(last_of('price_move'), level => 'event', change_pct => '-3.0000', corrects => $moved->{id}, name => 'corrects it');
$moved = last_of('price_move');
$t->lastro_ok('load', 'debenture-prices', traded('precos.txt', ['8/4/2026', '1.000,00'], ['10/4/2026', '999,00']));
is alerts(), 1, 'and a former move';
is_alert(last_of('price_move'), level => 'cleared', change_pct => '-0.1000', corrects => $moved->{id}, name => 'says so');

# Interest of 25.00 on the 9th, typed; and sessions are business days: a price from six business days before is out of the window.
$t->lastro_ok('load', 'events', file("$dir/juros.csv", "ativo;tipo;evento;data_ex;valor\nPETR16;debenture;juros;2026-04-09;25.00\n"));
$t->lastro_ok('load', 'debenture-prices', traded('precos.txt', ['8/4/2026', '1.000,00'], ['10/4/2026', '974,00']));
is alerts(), 1, 'a price that was restated';
is_alert(last_of('price_move'), level => 'cleared', change_pct => '-0.1000', unit_price => '974', paid_between => '25', name => 'a coupon is not a fall: 974 and 25 paid are 999 of 1,000');
$t->lastro_ok('load', 'debenture-prices', traded('precos.txt', ['8/4/2026', '1.000,00'], ['10/4/2026', '950,00']));
is alerts(), 1, '950 and 25 are 975';
is_alert(last_of('price_move'), level => 'event', basis => 'unit_price', change_pct => '-2.5000', unit_price => '950', paid_between => '25', source => 'debentures.com.br',
	name => 'two and a half percent, with the interest added back');
# The % of par takes precedence: 99.90 to 99.80 is not a move, whatever the unit price did.
$t->sql("insert into debenture_mark (code, day, pct_par) values ('PETR16', '2026-04-09', 99.90), ('PETR16', '2026-04-10', 99.80)");
is alerts(), 1, 'of par it moved by a tenth of a point';
is_alert(last_of('price_move'), level => 'cleared', basis => 'par', par_pct => '99.8000', previous_par_pct => '99.9000', change_points => '-0.1000', threshold_points => '2',
	previous_date => '2026-04-09', previous => was('99.9000', '2026-04-09'), name => 'and the alert is cleared');
$t->sql("update debenture_mark set pct_par = 96.80 where day = '2026-04-10'; update debenture_mark set day = '2026-03-31' where day = '2026-04-09'");
$t->lastro_ok('load', 'debenture-prices', traded('precos.txt', ['8/4/2026', '1.000,00'], ['10/4/2026', '940,00']));
is alerts(), 1, 'over seven business days (1, 2, 6, 7, 8, 9, 10 April; the 3rd is Good Friday) a fall of par is not that of one: the unit price says it';
is_alert(last_of('price_move'), basis => 'unit_price', change_pct => '-3.5000', name => '940 and 25 are 965');

$t->lastro_ok('load', 'company-forms', forms($dir, 2026, [form_row(9512, $tax_id, 'PETROLEO BRASILEIRO S.A.', '2026-01-01')],
	[security_row($tax_id, '2026-01-01', 'PETR4'), security_row($tax_id, '2026-01-01', 'PETR3', Data_Fim_Negociacao => '2020-01-01')]));
$t->lastro_ok('load', 'cotahist', traded_shares(2026, ['20260408', 'PETR4', '40.00'], ['20260409', 'PETR4', '40.40'], ['20260408', 'PETR3', '40.00'], ['20260409', 'PETR3', '20.00']));
is alerts(), 0, 'one percent is not two, and closed papers are ignored';
$t->lastro_ok('load', 'events', file("$dir/events.csv", "evento;ativo;data_ex;ratio\nsplit;PETR4;2026-04-10;2\n"));
$t->lastro_ok('load', 'cotahist', traded_shares(2026, ['20260408', 'PETR4', '40.00'], ['20260409', 'PETR4', '40.40'], ['20260410', 'PETR4', '19.19']));
is alerts(), 1, 'listed shares that moved, on the day of a split';
is_alert(last_of('price_move'), source => 'B3', symbol => 'PETR4', level => 'event', change_pct => '-5.0000', unit_price => '19.19', previous_unit_price => '20.2', previous_as_traded => '40.4',
	sessions => '1', threshold_pct => '2', name => 'by five percent, in shares of the later day');
is alerts(), 0, 'once';

$t->lastro_ok('load', 'offerings', offerings($dir, undef, [request_row(77, CNPJ_Emissor => '33.000.167/0001-01', Nome_Emissor => 'PETROLEO', Data_requerimento => '2026-04-09', Data_Registro => '2026-04-10',
	Valor_Mobiliario => 'Debêntures', Valor_Total_Registrado => '1000000.00', Status_Requerimento => 'Registro Concedido')]));
is alerts(), 1, 'a new offering';
is_alert(last_of('new_offering'), offering_id => 'rcvm160-77', total_brl => '1000000', name => 'by its number');

# ---- a term that was extracted, reviewed, and broken by the fund's next report ----

my %term = (object_id => $fund, term => 'subordination_floor', document => 'Regulamento de 2026-01-15', page => 12, quote => 'A subordinação mínima será de 30%.', value => 30, unit => 'percent');
my @terms = ({ %term, confidence => 0.95 }, { %term, name => 'série 2', confidence => 0.40 });
my @to = ('--org', $desk->{id});
$loaded = $t->lastro_json('load', 'regulation-terms', @to, lines('terms.jsonl', @terms, { %term, confidence => 2 }, { %term, object_id => 'fund:1', confidence => 1 }));
is_deeply [@$loaded{qw(read written refused)}], [4, 2, 2], 'terms, refused line by line';
is $t->lastro_json('load', 'regulation-terms', @to, lines('terms.jsonl', @terms))->{unchanged}, 2, 'and once';
my $queue = $desk->data('credit.regulation_terms.queue', {});
is_deeply [map { $_->{confidence} } @$queue], ['0.4', '0.95'], 'the queue begins with the least confident ones';
$desk->done('credit.regulation_term.review', { term_id => $queue->[1]{id}, decision => 'approve', create_rule => JSON::PP::true(), comment => 'confere' });
is alerts(), 0, 'there is no report yet';

sub report {
	my ($month, $day, $worth, $senior, $junior) = @_;
	my @key = ("Classe;11.222.333/0001-81;FIDC RECEBIVEIS;$day");
	my $head = 'TP_FUNDO_CLASSE;CNPJ_FUNDO_CLASSE;DENOM_SOCIAL;DT_COMPTC';

	return archive("$dir/inf_mensal_fidc_$month.zip", "inf_mensal_fidc_tab_I_$month.csv" => "$head;TAB_I_VL_ATIVO\n$key[0];1\n",
		"inf_mensal_fidc_tab_IV_$month.csv" => "$head;TAB_IV_A_VL_PL;TAB_IV_B_VL_PL_MEDIO\n$key[0];$worth;$worth\n",
		"inf_mensal_fidc_tab_X_1_$month.csv" => "$head;TAB_X_CLASSE_SERIE;TAB_X_NR_COTST\n$key[0];Classe Senior Serie 1;40\n$key[0];Classe Subordinada;2\n",
		"inf_mensal_fidc_tab_X_2_$month.csv" => "$head;TAB_X_CLASSE_SERIE;TAB_X_QT_COTA;TAB_X_VL_COTA\n$key[0];Classe Senior Serie 1;$senior;1\n$key[0];Classe Subordinada;$junior;2\n");
}
$t->lastro_ok('load', 'fund-reports', report('202601', '2026-01-31', 1000, 600, 200));
is $t->sql("select senior, subordinate, holders from receivables_report"), "600.00000000\t400.00000000\t42", 'the report, by its classes';
is alerts(), 1, 'forty percent are well above the floor';
is_alert(last_of('late_filing'), form => 'informe mensal', reference_date => '2026-02-28', due => '2026-03-15', last_reference_date => '2026-01-31', name => "but the next month's did not come");
$t->lastro_ok('load', 'fund-reports', report('202602', '2026-02-28', 1000, 680, 160));
is alerts(), 1, 'the next report comes near it';
my %quoted = (threshold => '30', band_pct => '10', page => '12', quote => 'A subordinação mínima será de 30%.', term => 'subordination_floor',
	document => 'Regulamento de 2026-01-15', term_id => $queue->[1]{id});
is_alert(last_of('term_breach'), %quoted, classes_difference_pct => '0.0000', classes_differ => JSON::PP::false(), level => 'early', value => '32.0000', headroom_pct => '6.6667', reference_date => '2026-02-28', previous => was('40.0000', '2026-01-31'), corrects => undef,
	name => 'two points are within the band of three');
is alerts(), 0, 'once';
$t->lastro_ok('load', 'fund-reports', report('202603', '2026-03-31', 1000, 750, 125));
is alerts(), 1, 'the one after it breaks it';
is_alert(last_of('term_breach'), %quoted, level => 'breach', value => '25.0000', headroom_pct => '-16.6667', reference_date => '2026-03-31', corrects => undef,
	name => 'with term, page, quote, figure and headroom');
is $t->lastro_json('load', 'fund-reports', report('202603', '2026-03-31', 1000, 750, 125))->{written}, 0, 'the same report again is nothing new';
is alerts(), 0, 'no alert either';

$t->lastro_ok('load', 'regulation-terms', @to, lines('terms.jsonl', { %term, value => 35, page => 13, document => 'Aditamento', confidence => 0.9 }));
is alerts(), 1, 'a term that changed';
is_alert(last_of('regulation_term_changed'), version => '2', page => '13', value => '35', previous_value => '30', previous => was('30', '2026-04-10'), name => 'by its versions');
my $whole = $desk->data('credit.regulation_term.get', { term_id => $queue->[1]{id} });
is_deeply [$whole->{status}, $whole->{approved_value}, scalar @{ $whole->{earlier} }, $whole->{reviews}[0]{comment}], ['pending', '30', 1, 'confere'], 'which waits again, beside its former value';

# A proposal raises nothing until it is reviewed; the clause that is in force is the one that alerts quote.
my $proposed = $desk->done('credit.regulation_term.propose', { object_id => $fund, term => 'subordination_floor', value => 20, unit => 'percent', quote => 'mínimo de 20%', page => 3, document => 'Minuta' }, as => 'analyst');
is_deeply [@$proposed{qw(id version approved_value)}], [$queue->[1]{id}, 3, '30'], 'a reading that somebody proposes';
is alerts(), 0, 'raises nothing';
$t->lastro_ok('load', 'fund-reports', report('202604', '2026-04-30', 1000, 760, 120));
is alerts(), 1, 'the next report';
is_alert(last_of('term_breach'), %quoted, level => 'breach', value => '24.0000', headroom_pct => '-20.0000', reference_date => '2026-04-30', corrects => undef, name => 'is held against the clause that was approved');
$desk->done('credit.regulation_term.review', { term_id => $proposed->{id}, decision => 'approve', version => 3 });
is alerts(), 1, 'once approved it is a change';
is_alert(last_of('regulation_term_changed'), version => '3', page => '3', value => '20', previous_value => '35', name => 'from the one before it');

# Withdrawn, it never was a change; the file that has the same reading brings it back.
my %minute = (object_id => $fund, term => 'subordination_floor', value => 25, unit => 'percent', quote => 'mínimo de 25%', page => 4, document => 'Minuta', confidence => 0.5);
$desk->done('credit.regulation_term.withdraw', { term_id => $desk->done('credit.regulation_term.propose', \%minute, as => 'analyst')->{id} }, as => 'analyst');
is alerts(), 0, 'a proposal that was withdrawn raises nothing';
$t->lastro_ok('load', 'regulation-terms', @to, lines('terms.jsonl', \%minute));
$whole = $desk->data('credit.regulation_term.get', { term_id => $proposed->{id} });
is_deeply [@$whole{qw(status version value proposed_by approved_value)}], ['pending', 5, '25', undef, '20'], 'the same reading out of a file waits';
is alerts(), 1, 'and is a change';
is_alert(last_of('regulation_term_changed'), version => '5', page => '4', value => '25', previous_value => '20', name => 'from the one that was approved');

# ---- the rest of the day ----

my ($row) = @{ $desk->data('credit.watchlist.board', {}, subject => $list) };
is_deeply [$row->{object}{id}, @{ $row->{statements} }{qw(net_debt_to_ebitda interest_coverage cash_to_short_term_debt form version)}, @{ $row->{nearest_threshold} }{qw(kind headroom_pct level)}],
	[$company, '2.0000', '1.6667', '0.5000', 'DFP', '3', 'coverage_below', '-16.6667', 'breach'], 'the board';
my $alert = last_of('term_breach');
is $desk->done('credit.alert.acknowledge', { alert_id => $alert->{id}, comment => 'falar com o gestor' })->{status}, 'acknowledged', 'an alert is acknowledged';
is_deeply [map { $_->{level} } @{ $desk->data('credit.alerts.list', { status => 'open', kind => 'term_breach' }, subject => $list) }], ['breach', 'early'], 'and no longer open, beside those before it';
$desk->done('credit.note.create', { object_id => $fund, body => 'Subordinação caiu a 25%.' });
is $desk->data('credit.issuer.get', { object_id => $company })->{ratings}[0]{rating}, 'AA(bra)', 'the issuer, with its rating';
is_deeply [map { $_->{kind} } @{ $desk->data('credit.audit.list', { limit => 2 }) }], ['note.created', 'alert.acknowledged'], 'and the trail has it';

done_testing;

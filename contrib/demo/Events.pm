# SPDX-License-Identifier: Apache-2.0
#
# Events.pm: the demonstration's market series with anomalous days, the events that explain some of them,
# threads, editions of the news, and the agenda.
#
# All of it is made up: institutions, sources and figures.  The past depends on the day on which the story
# ends, the agenda on today's month, so that a later run agrees with an earlier one.

package Events;

use strict;
use warnings;
use utf8;
use Encode qw(encode);
use Exporter 'import';
use JSON::PP ();
use Market qw(ymd day_of is_business level ago);

our @EXPORT_OK = qw(event_files index_level);

my $json = JSON::PP->new->canonical->utf8;

# code, start, yearly drift, daily swing
my %series = (
    IBOV => [ 112000, 0.07, 0.010 ], IFIX => [ 2900, 0.05, 0.004 ], BRENT => [ 78, 0.02, 0.016 ],
    VIX => [ 17, 0.00, 0.035 ], SP500 => [ 4600, 0.10, 0.008 ], NASDAQ => [ 14500, 0.13, 0.011 ],
);

# Shocks: days before the story's end, and the moves of that day.
my @shocks = (
    [ 505, BRENT => 0.11 ], [ 470, SP500 => -0.055 ], [ 470, NASDAQ => -0.075 ], [ 470, VIX => 0.34 ],
    [ 455, IBOV => -0.068 ], [ 430, IFIX => -0.03 ], [ 410, BRENT => -0.12 ], [ 385, NASDAQ => 0.08 ],
    [ 360, IBOV => 0.07 ], [ 345, VIX => 0.30 ], [ 330, IFIX => 0.028 ], [ 300, BRENT => 0.115 ],
    [ 280, SP500 => 0.058 ], [ 265, IBOV => -0.072 ], [ 240, VIX => -0.28 ], [ 225, IFIX => -0.029 ],
    [ 200, NASDAQ => -0.082 ], [ 185, BRENT => -0.12 ], [ 160, IBOV => 0.066 ], [ 145, VIX => 0.33 ],
    [ 120, SP500 => -0.06 ], [ 100, IFIX => 0.029 ], [ 80, BRENT => 0.118 ], [ 60, IBOV => -0.07 ],
    [ 45, NASDAQ => 0.085 ], [ 30, VIX => 0.33 ], [ 17, BRENT => -0.115 ], [ 9, IBOV => 0.068 ],
);

# index_level(code, day) - the level, including the shocks up to that day.
sub index_level {
    my ($code, $n) = @_;
    my $value = level($code, @{ $series{$code} }, $n);
    for my $s (@shocks) {
        $value *= 1 + $s->[2] if $s->[1] eq $code && $n >= ago($s->[0]);
    }
    return $value;
}

sub evidence {
    my ($key, $n, $title) = @_;
    return { kind => 'press', id => "$key-$n", url => "https://agencia-demonstracao.example/$key/$n", title => $title };
}

sub event {
    my ($key, $ago, $type, $title, %o) = @_;
    return { record => 'event', event_key => $key, type => $type, day => ymd(ago($ago)), layer => 'domestic', category => 'fiscal', title => $title,
        summary => "$title. Notícia inventada para a demonstração.", score => 0.6, source_refs => [ evidence($key, 1, 'Agência Demonstração') ], %o };
}

# Five threads, each beginning with a rumour: [slug, kind, title, status, [key, days ago, type, title, more] …].
sub threads {
    my %oil = (layer => 'global', category => 'commodities', transmission_channels => ['BRENT'], entities => ['Cartel de Produtores']);
    my %fiscal = (category => 'fiscal', entities => [ 'Tesouro', 'Congresso' ], transmission_channels => ['IBOV']);
    my %rates = (category => 'monetary_policy', entities => ['Comitê de Juros'], transmission_channels => ['IFIX']);
    my %world = (layer => 'global', category => 'activity', entities => ['Economia externa'], transmission_channels => [ 'SP500', 'NASDAQ', 'VIX' ]);
    return (
        [ 'corte-dos-produtores', 'commodities', 'O corte dos produtores de petróleo', 'resolved',
            [ 'oleo-boato', 302, 'rumour', 'Produtores estudariam cortar a oferta', %oil, score => 0.3 ],
            [ 'oleo-ato', 300, 'official_act', 'Cartel anuncia corte da produção', %oil, score => 0.9, details => { from => '42 milhões de barris', to => '40 milhões de barris' } ],
            [ 'oleo-confirma', 295, 'confirmation', 'Embarques confirmam o corte', %oil ],
            [ 'oleo-analise', 290, 'analysis', 'O que o corte muda para os preços', %oil, score => 0.4 ] ],
        [ 'fim-do-corte', 'commodities', 'A volta da oferta de petróleo', 'resolved',
            [ 'oferta-boato', 187, 'rumour', 'Cartel pode devolver barris ao mercado', %oil, score => 0.3 ],
            [ 'oferta-ato', 185, 'official_act', 'Cartel aumenta a produção', %oil, score => 0.9, details => { from => '40 milhões de barris', to => '43 milhões de barris' } ],
            [ 'oferta-confirma', 180, 'confirmation', 'Estoques sobem e confirmam a oferta', %oil ] ],
        [ 'regra-fiscal', 'fiscal', 'A mudança da regra fiscal', 'resolved',
            [ 'regra-boato', 266, 'rumour', 'Governo discutiria nova meta', %fiscal, score => 0.4 ],
            [ 'regra-ato', 265, 'official_act', 'Projeto muda a meta fiscal', %fiscal, score => 0.9, details => { from => 'superávit de 0,5%', to => 'déficit de 0,3%' } ],
            [ 'regra-confirma', 250, 'confirmation', 'Congresso aprova a nova meta', %fiscal ] ],
        [ 'juros-e-imoveis', 'monetary_policy', 'A pausa dos juros', 'open',
            [ 'juros-boato', 101, 'rumour', 'Comitê pode encerrar o ciclo de alta', %rates, score => 0.4 ],
            [ 'juros-ato', 100, 'official_act', 'Comitê mantém a taxa', %rates, score => 0.8 ],
            [ 'juros-analise', 96, 'analysis', 'Fundos imobiliários diante da pausa', %rates, score => 0.4 ] ],
        [ 'susto-no-exterior', 'activity', 'O susto com a economia externa', 'stale',
            [ 'externo-boato', 121, 'rumour', 'Dados antecipados indicariam contração', %world, score => 0.3 ],
            [ 'externo-ato', 120, 'data_release', 'Emprego cai no exterior', %world, score => 0.9 ],
            [ 'externo-confirma', 112, 'confirmation', 'Revisão confirma a queda', %world ] ],
    );
}

sub lines_of_events {
    my @lines;
    for my $t (threads()) {
        my ($slug, $kind, $title, $status, @events) = @$t;
        my @days = map { ymd(ago($_->[1])) } @events;
        push @lines, { record => 'thread', slug => $slug, kind => $kind, title => $title, status => $status, started_at => $days[0],
            $status eq 'resolved' ? (resolved_at => $days[-1]) : (), entities => { @{ $events[0] }[4 .. $#{ $events[0] }] }->{entities} };
        push @lines, map { event(@$_, thread_slug => $slug) } @events;
    }
    push @lines, event('petroleo-salto', 505, 'official_act', 'Duto parado reduz a oferta de petróleo', layer => 'global', category => 'commodities', score => 0.8),
        event('bolsas-caem', 470, 'data_release', 'Inflação externa surpreende', layer => 'global', category => 'inflation', score => 0.8, transmission_channels => [ 'SP500', 'NASDAQ', 'VIX' ]),
        event('leilao', 160, 'official_act', 'Leilão de concessões supera o esperado', category => 'activity', score => 0.7, transmission_channels => ['IBOV']),
        { record => 'evidence', event_key => 'leilao', %{ evidence('leilao', 2, 'Diário da Demonstração') } };
    return join '', map { $json->encode($_) . "\n" } @lines;
}

# Editions of the ten last days of the story that have events.
sub edition {
    my ($ago, $mood, $label) = @_;
    my $day = ymd(ago($ago));
    my @moves = map {
        my ($n, $p) = (ago($ago), ago($ago));
        do { $p-- } until is_business($p);
        my $change = sprintf '%+.2f%%', (index_level($_, $n) / index_level($_, $p) - 1) * 100;
        [ $_, $change =~ tr/./,/r ];
    } qw(IBOV SP500 BRENT);
    my $said = join '; ', map { "$_->[0] $_->[1]" } @moves;
    return $json->encode({ date => $day, summary => "Fechamento: $said.", mood => { label => $label, score => $mood }, highlights => [ map { "$_->[0]: $_->[1]" } @moves ],
        items => [ map { { id => "\L$_->[0]", title => "$_->[0]: $_->[1]", summary => "Fechamento de $day.", why => 'Dados da demonstração.', impact => 'Nenhum: tudo aqui é inventado.',
            category => $_->[0] eq 'BRENT' ? 'commodities' : 'market_structure', tickers => [], source => { name => 'Agência Demonstração', url => "https://agencia-demonstracao.example/fechamento/$day" } } } @moves ] });
}

# The days of a month: [key, when, what, why, tag].
sub macro_of {
    my ($y, $m) = @_;
    my $first = day_of(sprintf '%04d-%02d-01', $y, $m);
    my $wednesday = $first + (3 - ($first + 4) % 7) % 7 + 14;
    my $tag = sprintf '%04d-%02d', $y, $m;
    return ([ "juros-$tag", ymd($wednesday) . 'T21:30:00Z', 'Decisão do Comitê de Juros', 'Define a meta da taxa básica', 'juros' ],
        [ "inflacao-$tag", ymd($first + 9), 'Inflação ao consumidor', 'Mede a alta dos preços no mês anterior', 'inflação' ],
        [ "atividade-$tag", ymd($first + 14), 'Índice de atividade', 'Antecipa o produto interno', 'atividade' ]);
}

sub macro_calendar {
    my ($now) = @_;
    my ($y, $m) = ymd($now) =~ /^(\d+)-(\d+)/;
    my @rows;
    for (0 .. 4) {
        push @rows, macro_of($y, $m);
        ($y, $m) = $m == 12 ? ($y + 1, 1) : ($y, $m + 1);
    }
    return join '', "key,when,what,why,tag\n", map { join(',', @$_) . "\n" } @rows;
}

# The last ended quarter of each company and the two next ones.  Fiscal years and delays of publication differ, so that on
# any day a release is due within the next thirty.
sub earnings_calendar {
    my ($now) = @_;
    # month of the year's end, days from a quarter's end to its release, name
    my %company = (PADA3 => [ 12, 25, 'PADARIA NOVA' ], CAJU4 => [ 12, 41, 'CAJU ENERGIA' ], ONDA3 => [ 12, 43, 'ONDA CURTA' ],
        AGTA3 => [ 1, 37, 'ÁGATA' ], SELA3 => [ 2, 32, 'SELARIA SUL' ]);
    my ($y, $m) = ymd($now) =~ /^(\d+)-(\d+)/;
    my $month = $y * 12 + $m - 1;
    my @rows;
    for my $ticker (sort keys %company) {
        my ($year_end, $after, $name) = @{ $company{$ticker} };
        my $quarter = $month - ($month - $year_end) % 3;    # the first month of the current quarter
        for my $first (map { $quarter + 3 * $_ } 0 .. 2) {
            my $end = day_of(sprintf '%04d-%02d-01', int($first / 12), $first % 12 + 1) - 1;
            my $day = $end + $after;
            $day++ until is_business($day);
            push @rows, join ',', $ticker, ymd($end), ymd($day), $name;
        }
    }
    return join '', "ticker,reference_date,date,name\n", map { "$_\n" } @rows;
}

# event_files(now, @sessions) - name => bytes.
sub event_files {
    my ($now, @days) = @_;
    my %file = (
        'market-events.jsonl' => lines_of_events(),
        'macro-calendar.csv' => encode('UTF-8', macro_calendar($now)),
        'earnings-calendar.csv' => encode('UTF-8', earnings_calendar($now)),
    );
    for my $code (sort keys %series) {
        $file{"$code.csv"} = join '', "Date,Open,High,Low,Close,Adj Close,Volume\n", map {
            my $p = sprintf '%.2f', index_level($code, $_);
            ymd($_) . ",$p,$p,$p,$p,$p,0\n"
        } @days;
    }
    my $n = 0;
    for my $e ([ 300, 0.3, 'otimista' ], [ 265, -0.6, 'pessimista' ], [ 185, -0.2, 'neutro' ], [ 160, 0.5, 'otimista' ], [ 120, -0.7, 'pessimista' ],
        [ 100, 0.4, 'otimista' ], [ 80, 0.1, 'neutro' ], [ 60, -0.5, 'pessimista' ], [ 17, -0.1, 'neutro' ], [ 9, 0.5, 'otimista' ]) {
        $file{ sprintf 'edition-%02d.json', ++$n } = edition(@$e);
    }
    return %file;
}

1;

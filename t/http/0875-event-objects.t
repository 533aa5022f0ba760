#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Market series and events are objects of the graph: found by code and name, with permanent ids.

use strict;
use warnings;
use utf8;
use Encode ();
use JSON::PP ();
use Test::More;
use Lastro::Series qw(simulate load_series);
use Lastro::Tenants qw(account);
use Lastro::Test qw(spew);

my $t = Lastro::Test->new;
my %now = (env => { LASTRO_NOW => '2025-01-03T15:00:00Z' });
my $json = JSON::PP->new->utf8;
my %s = simulate(days => 3);
load_series($t, \%now, \%s);
spew($t->dir . '/e.jsonl', join '', map { $json->encode($_) . "\n" } map { { record => 'event', event_key => "k/$_ x", type => 'official_act', day => '2024-01-02', layer => 'global',
	category => 'commodities', title => "Cartel corta a produção $_", summary => 'Resumo', score => 0.5 } } 1, 2);
$t->lastro_json(\%now, 'load', 'market-events', $t->dir . '/e.jsonl');
$t->sql("insert into market_event (event_id, event_key, type, day, layer, category, title, summary, score, rule)
	values (9, 'material_fact:x', 'official_act', '2024-01-02', 'company', 'corporate_action', 'EMPRESA: fato', 'S', 0.5, 'material_fact')");
sub objects { return $t->sql("select o.id, o.kind, o.name, string_agg(k.value, ' ' order by k.value) from object o left join object_key k on k.object_no = o.no
	where o.kind in ('index', 'commodity', 'indicator', 'data_series', 'market_event') group by o.id, o.kind, o.name order by 1") }

$t->lastro_json(\%now, 'compute', 'objects');
my $first = objects();
is_deeply [map { join ' | ', split /\t/ } split /\n/, Encode::decode('UTF-8', $first)], [
	'commodity:BRENT | commodity | Petróleo Brent, contrato futuro | BRENT', 'data_series:USDBRL | data_series | Dólar comercial, PTAX de venda | USDBRL',
	'index:IBOV | index | Ibovespa | IBOV', 'index:IFIX | index | Índice de fundos imobiliários | IFIX', 'index:NASDAQ | index | Nasdaq Composite | NASDAQ',
	'index:SP500 | index | S&P 500 | SP500', 'index:VIX | index | Volatilidade implícita do S&P 500 | VIX', 'indicator:CDI | indicator | CDI, ao dia | CDI',
	'indicator:IGPM | indicator | IGP-M, no mês | IGPM', 'indicator:IPCA | indicator | IPCA, no mês | IPCA', 'indicator:SELIC | indicator | Taxa Selic, ao dia | SELIC',
	'indicator:SELIC_META | indicator | Meta da taxa Selic | SELIC_META', 'market_event:1 | market_event | Cartel corta a produção 1 | EVENT.1',
	'market_event:2 | market_event | Cartel corta a produção 2 | EVENT.2'], 'series and events; a material fact is a document, no object' or diag $first;
$t->lastro_json(\%now, 'compute', 'objects', '--rebuild');
is objects(), $first, 'and the same after a rebuild';

my $account = account($t);
$t->start_pool(%now);
sub best { my $r = $t->get("/v1/objects/resolve?q=$_[0]" . ($_[1] // ''), key => $account->{user_key})->json; return $r->{data}[0] ? "$r->{data}[0]{id} $r->{data}[0]{match_kind}" : 'none' }
is best('BRENT'), 'commodity:BRENT exact_key', 'oil by its code';
is best('ibovespa'), 'index:IBOV exact_name', 'an index by its name';
is best('selic'), 'indicator:SELIC exact_key', 'a rate by its code';
is best('usdbrl'), 'data_series:USDBRL exact_key', 'the dollar';
is best('event.2'), 'market_event:2 exact_key', 'an event by its number';
is best('cartel%20corta%20a%20producao%201', '&kind=market_event'), 'market_event:1 exact_name', 'and by its name';

done_testing();

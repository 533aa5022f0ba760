#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Events, evidence and threads: loaded from JSON Lines, linked to anomalous days by rule or by an editor, shown.

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
my $json = JSON::PP->new->canonical->utf8;
my %s = simulate(days => 330, shocks => { 'BRENT/300' => 0.15, 'SP500/310' => -0.09, 'USDBRL/320' => 0.06 });
load_series($t, \%now, \%s);
$t->lastro_json(\%now, 'compute', 'anomalies');
my ($oil, $world, $dollar) = map { $s{IBOV}[$_][0] } 300, 310, 320;
my ($before, $friday) = map { $s{IBOV}[$_][0] } 299, 318;

sub event { return { record => 'event', type => 'official_act', layer => 'domestic', category => 'fiscal', title => 'Título', summary => 'Resumo', score => 0.5, @_ } }
sub counts { my ($r) = @_; return join ' ', map { $r->{$_} } qw(read written unchanged ignored refused) }
sub load {
	my ($name, @lines) = @_;

	spew($t->dir . "/$name", join '', map { (ref $_ ? $json->encode($_) : Encode::encode('UTF-8', $_)) . "\n" } @lines);
	return $t->lastro_json(\%now, 'load', 'market-events', $t->dir . "/$name");
}

my @lines = (
	event(event_key => 'opep', day => $before, layer => 'global', category => 'commodities', type => 'rumour', title => 'Corte em estudo',
		thread_slug => 'corte-da-opep', score => 0.4, entities => ['OPEP'], detectors => ['editor'],
		source_refs => [{ kind => 'press', id => 'a1', url => 'https://example.com/a1', title => 'Agência' }]),
	event(event_key => 'opep-oficial', day => $oil, layer => 'global', category => 'commodities', title => 'Corte "oficial"', thread_slug => 'corte-da-opep',
		score => 0.9, transmission_channels => ['BRENT'], details => { from => '42 milhões', to => '40 milhões' }),
	event(event_key => 'opep-confirma', day => $world, layer => 'global', category => 'commodities', type => 'confirmation', thread_slug => 'corte-da-opep'),
	event(event_key => 'fiscal', day => $dollar, tickers => ['PETR4']),
	event(event_key => 'empresa', day => $dollar, layer => 'company', tickers => ['VALE3']),
	{ record => 'thread', slug => 'corte-da-opep', kind => 'commodities', title => 'O corte', status => 'resolved', started_at => $before, resolved_at => $world },
	{ record => 'evidence', event_key => 'opep', kind => 'press', id => 'b2', url => 'https://example.com/b2', title => 'Jornal' },
);
my $r = load('a.jsonl', @lines);
is counts($r), '7 7 0 0 0', 'events, a thread and evidence, in any order' or diag explain $r;
is counts(load('a.jsonl', @lines)), '7 0 7 0 0', 'and again nothing';
my $ids = $t->sql('select event_key, event_id from market_event order by 1');

$r = load('b.jsonl', 'x', '[]', { record => 'fato' }, event(event_key => 'y', day => '2024-02-30'), event(event_key => 'y', day => $oil, more => 1),
	event(event_key => 'y', day => $oil, thread_slug => 'nada'), { %{ $lines[6] }, event_key => 'nada' }, event(event_key => 'y', day => $oil, score => 1.5),
	event(event_key => 'y', day => $oil, layer => 'galaxy'), { %{ $lines[5] }, status => 'open' }, { %{ $lines[6] }, url => 'javascript:alert(1)' });
is counts($r), '11 0 0 0 11', 'a line that is not a record, has another form or refers to nothing is refused';
is scalar(grep { $_->{reason} } @{ $r->{refusals} }), 11, 'each with its reason';

my $account = account($t);
$t->start_pool(%now);
sub get { return $t->get($_[0], key => $account->{user_key}) }
sub anomaly { my ($series, $day) = @_; return get("/v1/events/anomalies?series=$series&from=$day&to=$day&min_z=3")->json->{data}[0] }

# ---- explanations of an anomaly ----

my $x = anomaly('BRENT', $oil);
is $x->{explained_by}{event_key}, 'opep-oficial', 'of two events the stronger link explains';
is "$x->{link}{rule} $x->{link}{strength}", 'series 1.0000', 'its rule and strength are shown';
is_deeply $x->{explained_by}{details}, { from => '42 milhões', to => '40 milhões' }, 'the event is shown whole';
is $x->{explained_by}{title}, 'Corte "oficial"', 'with its words';
ok !$x->{gap}, 'and there is no gap';
is $t->sql("select l.rule, l.strength from anomaly_link l join market_event e using (event_id) where event_key = 'opep' and l.day = '$oil'"), "category\t0.4800",
	'the rumour of the session before is linked, weaker';
$x = anomaly('USDBRL', $dollar);
is "$x->{explained_by}{event_key} $x->{link}{rule} $x->{link}{strength}", 'fiscal layer 0.5000', 'a domestic event and the dollar';
is $t->sql("select count(*) from anomaly_link l join market_event e using (event_id) where event_key = 'empresa'"), 0, 'an event of a company explains no index';
$x = anomaly('SP500', $world);
is "$x->{explained_by}{event_key} $x->{link}{rule}", 'opep-confirma layer', 'a global event and an index of the world';

# ---- one event, a thread, the list ----

my $id = anomaly('BRENT', $oil)->{explained_by}{event_id};
my $one = get("/v1/events/$id")->json;
is_deeply [sort keys %$one], [sort qw(event_id day layer category title summary entities tickers transmission_channels score detectors thread_slug source_refs)],
	'a single event has no event_key, type and details';
my $rumour = get('/v1/events?type=rumour')->json->{data}[0];
is_deeply [map { $_->{id} } @{ get("/v1/events/$rumour->{event_id}")->json->{source_refs} }], ['a1', 'b2'], 'all evidence, also that on separate lines';
is get('/v1/events/999999')->status, 404, 'no such event';
is get("/v1/events/$_")->status, 400, "event $_ is no integer above zero" for '0', '000', 'abc', '-1', '1.5', '%201';
is get('/v1/events/99999999999999999999999')->status, 404, 'a number that no event can have';

my $thread = get('/v1/events/threads/corte-da-opep')->json;
is join(' ', map { $_->{type} } @{ $thread->{events} }), 'rumour official_act confirmation', 'a thread from rumour to confirmation, by day';
is join(' ', @$thread{qw(slug kind status started_at resolved_at last_event_day)}), "corte-da-opep commodities resolved $before $world $world", 'and its kind';
is get('/v1/events/threads/nada')->json->{details}{code}, 'thread_not_found', 'no such thread';
is get('/v1/events/threads/Nada_')->json->{details}{code}, 'thread_not_found', 'an impossible one neither';

sub keys_of { return join ' ', map { $_->{event_key} } @{ get("/v1/events$_[0]")->json->{data} } }
is keys_of(''), 'empresa fiscal opep-confirma opep-oficial opep', 'newest first';
is keys_of('?ticker=PETR4'), 'fiscal', 'of a ticker';
is keys_of('?thread=corte-da-opep&type=rumour'), 'opep', 'of a thread and type';
is keys_of("?layer=global&from=$oil&to=$oil"), 'opep-oficial', 'of a layer and days';
is keys_of('?category=monetary_policy'), '', 'of a category, none';
my ($query, @paged) = ('?limit=2');
for (1 .. 9) {
	my $page = get("/v1/events$query")->json;

	push @paged, map { $_->{event_key} } @{ $page->{data} };
	$query = '?limit=2&cursor=' . ($page->{meta}{next_cursor} // last);
}
is "@paged", keys_of(''), 'pages give each event once';
is get("/v1/events?$_")->status, 400, "$_ is refused" for 'layer=galaxy', 'type=x', 'ticker=A&thread=b', 'limit=0', 'x=1';

# ---- a changed event ----

my $etag = get("/v1/events/anomalies?series=BRENT")->header('etag');
is counts(load('c.jsonl', { %{ $lines[1] }, title => 'Corte maior' })), '1 1 0 0 0', 'a line with a known key changes its event';
is anomaly('BRENT', $oil)->{explained_by}{title}, 'Corte maior', 'and its parts on pages';
is $t->sql('select event_key, event_id from market_event order by 1'), $ids, 'ids stay';
isnt get("/v1/events/anomalies?series=BRENT")->header('etag'), $etag, 'the page has another ETag';
is counts(load('d.jsonl', { %{ $lines[1] }, day => $friday })), '1 1 0 0 0', 'its day moves';
is anomaly('BRENT', $oil)->{explained_by}{event_key}, 'opep', 'then the next one explains';

# ---- an editor ----

my $gaps = $t->lastro_json(\%now, 'events', 'gaps', '--min-z', '3');
ok !(grep { $_->{series_code} eq 'BRENT' && $_->{day} eq $oil } @{ $gaps->{data} }), 'an explained anomaly is no gap';
load('e.jsonl', { %{ $lines[0] }, day => $friday });
$gaps = $t->lastro_json(\%now, 'events', 'gaps', '--min-z', '3');
ok((grep { $_->{series_code} eq 'BRENT' && $_->{day} eq $oil } @{ $gaps->{data} }), 'and without its events it is');
ok anomaly('BRENT', $oil)->{gap}, 'on the page too';
ok $t->lastro_json(\%now, 'events', 'attach', 'BRENT', $oil, 'empresa')->{changed}, 'an editor links an event';
ok !$t->lastro_json(\%now, 'events', 'attach', 'BRENT', $oil, 'empresa')->{changed}, 'once';
is join(' ', map { $_->{explained_by}{event_key}, $_->{link}{rule} } anomaly('BRENT', $oil)), 'empresa editor', 'which is shown';
$t->lastro_json(\%now, 'compute', 'anomalies', '--all');
load('e.jsonl', $lines[0]);
is anomaly('BRENT', $oil)->{link}{rule}, 'editor', 'and stays over rules and computations';
ok $t->lastro_json(\%now, 'events', 'attach', '--undo', 'BRENT', $oil, 'empresa')->{changed}, 'taken away';
is anomaly('BRENT', $oil)->{explained_by}{event_key}, 'opep', 'the rules have it again';
is $t->lastro(\%now, 'events', 'attach', 'BRENT', $oil, 'nada')->{status}, 1, 'no such event';
is $t->lastro(\%now, 'events', 'attach', 'BRENT', '2020-01-01', 'opep')->{status}, 1, 'no such anomaly';

# ---- candidates by rule ----

$t->sql("insert into series values (432, '2023-01-02', 13.75), (432, '$friday', 13.75), (432, '$dollar', 13.25)");
$t->sql("insert into company (id, cvm_code, name, status, listed, words) values (9512, 9512, 'PETROBRAS', 'active', true, '')");
$t->sql("insert into company_ticker (ticker, company_id, filed_for) values ('PETR4', 9512, '2022-01-01'), ('PETR3', 9512, '2022-01-01')");
$t->sql("insert into company_document (id, company_id, source, file_year, doc_key, version, cvm_code, kind, category, subject, filed_at, version_filed_at, protocol, download_url)
	values (1, 9512, 'ipe', 2023, 'k1', 1, 9512, 'material_fact', 'Fato Relevante', 'Nova política de dividendos', '$oil', '$oil', 'P1', 'https://example.com/1'),
	(2, 9512, 'ipe', 2023, 'k2', 1, 9512, 'other', 'Outro', 'x', '$oil', '$oil', 'P2', null)");
is $t->lastro_json(\%now, 'compute', 'anomalies')->{events}, 2, 'a decision and a material fact become events';
is $t->lastro_json(\%now, 'compute', 'anomalies')->{events}, 0, 'once';
my ($copom) = grep { $_->{event_key} eq "selic_target:$dollar" } @{ get('/v1/events?category=monetary_policy')->json->{data} };
is $copom->{title}, 'Meta da Selic de 13,75% para 13,25%', 'the decision in words';
is_deeply $copom->{details}, { from => '13,75%', to => '13,25%' }, 'its changes';
is_deeply $copom->{detectors}, ['selic_target'], 'the rule is named';
is anomaly('USDBRL', $dollar)->{explained_by}{event_key}, "selic_target:$dollar", 'it explains by its own strength';
my ($fact) = @{ get('/v1/events?ticker=PETR4&type=official_act&category=corporate_action')->json->{data} };
is "$fact->{title} $fact->{layer} @{ $fact->{tickers} }", 'PETROBRAS: Nova política de dividendos company PETR3 PETR4', 'the material fact, with its papers';
is $fact->{source_refs}[0]{url}, 'https://example.com/1', 'and its document';

done_testing();

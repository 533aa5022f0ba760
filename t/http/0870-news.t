#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Editions of the news: validated by the published schema, published, republished, answered by date; and a draft from
# the day's data, which is valid.

use strict;
use warnings;
use utf8;
use JSON::PP ();
use Test::More;
use Lastro::Series qw(simulate load_series);
use Lastro::Tenants qw(account);
use Lastro::Test qw(spew);

my $t = Lastro::Test->new;
my %now = (env => { LASTRO_NOW => '2026-03-10T15:00:00Z' });
my $json = JSON::PP->new->canonical->utf8;

sub item { return { id => 'a', title => 'Título', summary => 'Resumo', why => 'Por quê', impact => 'Impacto', category => 'fiscal', tickers => ['PETR4'],
	source => { name => 'Agência', url => 'https://example.com/a' }, @_ } }
sub edition { return { date => '2026-03-09', summary => 'O dia', mood => { label => 'neutro', score => 0.25 }, highlights => ['Um'], items => [item()], @_ } }
sub counts { my ($r) = @_; return join ' ', map { $r->{$_} } qw(read written unchanged refused) }
sub publish {
	my ($edition, %o) = @_;

	spew($t->dir . '/e.json', ref $edition ? $json->encode($edition) : $edition);
	return $t->lastro({ env => { LASTRO_NOW => $o{at} // '2026-03-10T15:00:00Z' } }, 'load', 'edition', '--json', $t->dir . '/e.json');
}
sub published { my $r = publish(@_); die $r->{err} if $r->{status}; return $json->decode($r->{out}) }

my $account = account($t);
$t->start_pool(%now);
sub get { return $t->get("/v1/news/edition$_[0]", key => $account->{user_key}) }

is get('')->json->{details}{code}, 'edition_not_found', 'before the first edition there is none';
is counts(published(edition())), '1 1 0 0', 'an edition is published';
is counts(published(edition())), '1 0 1 0', 'the same again is not';
published(edition(date => '2026-03-05', summary => 'Antes'));
my $e = get('')->json;
is join(' ', @$e{qw(date version published_at summary)}), '2026-03-09 1 2026-03-10T15:00:00.000Z O dia', 'the latest by its day, not by when it was published';
is_deeply $e->{mood}, { label => 'neutro', score => '0.25' }, 'mood';
is_deeply $e->{items}, [item()], 'items as they were written';
is get('?date=2026-03-05')->json->{summary}, 'Antes', 'of a date';
is get('?date=2026-03-06')->status, 404, 'of a date without one';
is get("?$_")->status, 400, "$_ is refused" for 'date=2026-02-30', 'x=1';

my $etag = get('')->header('etag');
is counts(published(edition(summary => 'Corrigido'), at => '2026-03-10T16:00:00Z')), '1 1 0 0', 'republished';
$e = get('')->json;
is "$e->{version} $e->{summary} $e->{published_at}", '2 Corrigido 2026-03-10T16:00:00.000Z', 'as a new version';
isnt get('')->header('etag'), $etag, 'with another ETag';
is $t->sql(q(select body::json ->> 'summary' from news_edition where day = '2026-03-09' order by version)), "O dia\nCorrigido", 'the earlier version is stored';

for my $case (['{', qr/não é JSON/], ['[]', qr/type/], [edition(mood => { label => 'x', score => 2 }), qr{/mood/score}], [edition(items => [item(source => { name => 'x', url => 'javascript:1' })]), qr{/items/0/source/url}],
	[edition(date => '2026-02-30'), qr{/date}], [edition(more => 1), qr{/more}], [edition(items => [item(why => '')]), qr{/items/0/why}], [edition(items => [item(category => 'x')]), qr{/items/0/category}]) {
	my $r = publish($case->[0]);

	utf8::decode($r->{err});

	ok $r->{status} == 1 && $r->{err} =~ $case->[1], "refused: $case->[1]" or diag $r->{err};
}
is $t->sql('select count(*) from news_edition'), 3, 'and nothing was written';
is $json->decode($t->lastro(\%now, 'schema', 'news-edition')->{out})->{title}, 'Uma edição do noticiário', 'the schema is published';
is $t->lastro(\%now, 'schema', 'nada')->{status}, 2, 'no other';

# ---- a draft ----

my %s = simulate(days => 300, shocks => { 'BRENT/299' => 0.15 });
my $day = $s{BRENT}[299][0];
load_series($t, \%now, \%s);
$t->lastro_json(\%now, 'compute', 'anomalies');
$t->sql("insert into distribution (venue, symbol, label, kind, ex_day, gross, source) values ('b3', 'PETR4', 'DIVIDENDO', 'dividend', '$day'::date + 3, 0.5, 'b3')");
spew($t->dir . '/l.jsonl', $json->encode({ record => 'event', event_key => 'k', type => 'analysis', day => $day, layer => 'global', category => 'commodities', title => 'Corte',
	summary => 'Resumo', score => 0.5, source_refs => [{ kind => 'press', id => '1', url => 'https://example.com/1', title => 'Agência' }] }) . "\n");
$t->lastro_json(\%now, 'load', 'market-events', $t->dir . '/l.jsonl');
my $draft = $t->lastro(\%now, 'edition', 'draft', '--date', $day)->{out};
my $d = $json->decode($draft);
is counts(published($draft)), '1 1 0 0', 'a draft is valid';
my ($oil) = grep { $_->{id} eq 'serie-BRENT' } @{ $d->{items} };
like $oil->{title}, qr/^Petróleo Brent.*: \+1[45],\d\d%$/, 'the move of a series';
like $oil->{why}, qr/Movimento fora do comum \(escore \d+,\d\); evento ligado: Corte/, 'and why, where it is known';
ok scalar(grep { $_->{title} eq 'Corte' && $_->{source}{url} eq 'https://example.com/1' } @{ $d->{items} }), 'events, with their source';
ok scalar(grep { $_->{title} =~ /^PETR4: data ex em/ && $_->{summary} eq 'DIVIDENDO de R$ 0,5 por ação.' } @{ $d->{items} }), 'ex dates ahead';
is scalar(grep { !$_->{source}{name} || $_->{source}{url} !~ m{^https?://} } @{ $d->{items} }), 0, 'every item has a source';
ok scalar(@{ $d->{highlights} }), 'anomalies are highlights';
is counts(published($t->lastro(\%now, 'edition', 'draft', '--date', '2001-01-01')->{out})), '1 1 0 0', 'of a day without data there is a draft too';

done_testing();

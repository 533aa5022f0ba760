#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A board takes as many statements for five hundred objects as for one.

use strict;
use warnings;

use Lastro::Desk;
use Lastro::Proxy;
use Lastro::Test qw(wait_for);
use Test::More;

my $t = Lastro::Test->new;
Lastro::Desk::objects($t);
my $desk = Lastro::Desk->new($t, 'Mesa');
my $proxy = Lastro::Proxy->new($t);

$t->sql(q{
	insert into object select 100000 + g, 'company:' || lpad(g::text, 14, '0'), 'company', '', 'Companhia ' || g, 'cnpj', lpad(g::text, 14, '0'), 'typed' from generate_series(1, 400) g;
	insert into object select 200000 + g, 'instrument:DEB' || g, 'instrument', 'debenture', 'Debenture ' || g, 'code', 'DEB' || g, 'typed' from generate_series(1, 50) g;
	insert into object select 300000 + g, 'fund:' || lpad((9000 + g)::text, 14, '0'), 'fund', 'fidc', 'FIDC ' || g, 'cnpj', lpad((9000 + g)::text, 14, '0'), 'typed' from generate_series(1, 50) g;
	insert into company (id, cvm_code, tax_id, name, sector, sector_key, status, listed, words)
		select g, g, lpad(g::text, 14, '0'), 'C' || g, 'S', 's', 'active', true, array_to_tsvector(array['c']) from generate_series(1, 400) g;
	insert into debenture (code, indexer, source, issuer_tax_id) select 'DEB' || g, 'cdi', 'anbima', lpad(g::text, 14, '0') from generate_series(1, 50) g;
	insert into receivables_report (tax_id, day, net_worth, senior, subordinate, subordination) select lpad((9000 + g)::text, 14, '0'), '2026-10-31', 100, 70, 30, 30 from generate_series(1, 50) g});
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });
my %list = map { $_ => $desk->done('credit.watchlist.create', { name => $_ })->{id} } 'Uma', 'Muitas';
$desk->done('credit.watchlist_item.add', { watchlist_id => $list{Uma}, object_id => 'company:00000000000001' });
$t->sql("insert into watchlist_item (workspace_id, watchlist_id, object_id, id, added_by, added_at)
	select '$desk->{workspace}', '$list{Muitas}', o.id, gen_random_uuid(), gen_random_uuid(), '2026-11-01' from object o where o.no >= 100000");
$desk->done('credit.alert_rule.set', { watchlist_id => $_, kind => 'leverage_above', threshold => 3 }) for values %list;

sub settled {
	my ($all, $before) = ('', undef);

	$t->get('/problems/invalid_json');	# uses no database
	wait_for { my $more = $proxy->spoken; $all .= $more; my $quiet = defined $before && $more eq ''; $before = $more; $quiet };
	return $all;
}

# board() - the numbers of rows, binds and syncs of a board with prepared statements.
sub board {
	my ($id) = @_;
	my $rows;

	$rows = $desk->data('credit.watchlist.board', {}, subject => $id) for 1 .. 3;
	settled();
	$rows = $desk->data('credit.watchlist.board', {}, subject => $id);
	my $said = settled();
	return [scalar @$rows, scalar(() = $said =~ /E/g), scalar(() = $said =~ /S/g)];
}

my ($small, $large) = (board($list{Uma}), board($list{Muitas}));
is $small->[0], 1, 'a board of one';
is $large->[0], 500, 'a board of five hundred';
is_deeply [@$large[1, 2]], [@$small[1, 2]], 'asks as much: ' . join ' statements and ', @$large[1, 2];
cmp_ok $large->[1], '<=', 16, 'which is few';

done_testing;

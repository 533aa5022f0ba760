#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# lastro fetch is killed at each of its steps, and fetch --all repeatedly at random times: the next run gives the result
# of an undisturbed one, each row once; nothing is left in the cache, in the tables, in the sessions.

use strict;
use warnings;
use utf8;

use Lastro::Cluster;
use Lastro::Server qw(serve_http);
use Lastro::Test qw(program slurp spew top_srcdir wait_for);
use POSIX ();
use Test::More;

my $t = Lastro::Test->new;
my $calm = Lastro::Test->new;		# the undisturbed installation
my $now = '2025-03-10T12:00:00Z';
my ($lock, $does, $paths) = map { $t->dir . "/$_" } qw(lock does paths);

# ---- a server ----

my @header = ('Tipo Titulo', 'Data Vencimento', 'Data Base', 'Taxa Compra Manha', 'Taxa Venda Manha', 'PU Compra Manha', 'PU Venda Manha', 'PU Base Manha');
my $tesouro = join '', map { "$_\n" } join(';', @header), map { my $y = $_; map { my $d = $_; sprintf 'Tesouro Selic;01/03/20%02d;%02d/%02d/2024;0,1;0,1;15000,00;14%03d,10;1', $y, $d % 28 + 1, $d / 28 + 1, $d } 0 .. 300 } 27 .. 31;
my $sgs = slurp(top_srcdir() . '/t/fixtures/load/sgs_12.json');
spew($does, 'answer');
my ($port) = serve_http(sub {
	my ($c, $path, $head) = @_;
	my $from = $head =~ /^range: bytes=(\d+)-/im ? $1 : 0;

	open my $out, '>>', $paths or POSIX::_exit(1);
	syswrite $out, "$path\n";
	my $body = $path =~ /precotaxa/ ? $tesouro : $path =~ /bcdata\.sgs\.\d+/ ? $sgs : undef;
	my $status = !defined $body ? 404 : $from ? 206 : 200;
	my $part = substr $body // '', $from;
	my @range = $from ? "Content-Range: bytes $from-" . (length($body) - 1) . '/' . length $body : ();
	print {$c} join "\r\n", "HTTP/1.1 $status X", 'Connection: close', 'ETag: "v1"', @range, 'Content-Length: ' . length $part, '', '';
	if (slurp($does) eq 'half') {
		print {$c} substr $part, 0, length($part) / 2;
		$c->flush;
		1 while sysread $c, my $more, 4096;
	} else {
		print {$c} $part;
	}
});
my $base = "http://127.0.0.1:$port";

sub env { my ($of) = @_; return (LASTRO_DATABASE => $of->conninfo_of('loader'), LASTRO_NOW => $now, LASTRO_FETCH_CACHE => $of->dir . '/cache') }
sub begin { my (@o) = @_; return $t->start_daemon({ env => { env($t) }, log => $t->dir . '/out' }, program('lastro'), 'fetch', '--base-url', $base, '--wait', 1, '--attempts', 1, @o) }
sub fetch { my ($of, @o) = @_; return $of->lastro({ env => { env($of) } }, 'fetch', '--base-url', $base, '--wait', 1, '--attempts', 1, @o) }
sub cached { my ($of) = @_; return join ' ', map { s{.*/}{}r } sort glob $of->dir . '/cache/*' }
sub sessions { return $t->sql(q{select count(*) from pg_stat_activity where usename = 'lastro_loader' and datname = current_database()}) }
sub killed {
	my ($run) = @_;

	kill 'KILL', $run;
	is $t->ended($run, 20), 9, '  killed';
	ok wait_for { sessions() == 0 }, '  its session ends';
	return;
}
sub holding {
	my ($table, $run) = @_;

	open my $to, '|-', Lastro::Cluster::bin('psql'), '-XAtqo', '/dev/null', '-d', $t->conninfo_owner or die "psql: $!";
	$to->autoflush(1);
	print {$to} "begin; lock table lastro.$table in exclusive mode;\n\\! touch $lock\n";
	ok wait_for { -e $lock }, "  $table is held";
	$run->();
	close $to or die 'psql failed';
	unlink $lock;
	return;
}

# market() - a digest of all loaded data, without load times and files, and without versions, which count loads.
sub market {
	my ($of) = @_;
	return join ' ', map { "$_ " . $of->sql("select count(*) || ' ' || md5(coalesce(string_agg(x::text, '/' order by x::text), '')) from $_ x") } qw(quote last_close month_close close_series session series instrument close_change);
}
sub empty { $t->sql(join ';', map { "delete from $_" } qw(quote last_close month_close close_series session series instrument fetched load_log symbol_version close_change)) }

is fetch($calm, 'tesouro')->{status}, 0, 'an undisturbed run';
is $calm->sql('select count(*) from quote'), 1505, 'brings five papers of 301 days';
my $whole = market($calm);

# again() - runs the command after a killed one; returns its result.
sub again {
	my ($name, $loads) = @_;

	is fetch($t, 'tesouro')->{status}, 0, "$name: the next run continues";
	is market($t), $whole, '  and has the result of an undisturbed run, each row once';
	is $t->sql("select count(*) from fetched"), 1, '  the file is noted once';
	is $t->sql('select count(*) from load_log'), $loads, "  after $loads " . ($loads == 1 ? 'load' : 'loads');
	is cached($t), '', '  nothing is left in the cache';
	is $t->sql(q{select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname like 'pg\_temp\_%' and c.relkind = 'r'}), 0, '  nor a temporary table';
	empty();
	return;
}

# ---- during the download ----

spew($does, 'half');
my $run = begin('tesouro');
ok wait_for { (-s $t->dir . '/cache/precotaxatesourodireto.csv.part' // 0) >= length($tesouro) / 2 - 1 }, 'half of a file has come';
killed($run);
spew($does, 'answer');
unlink $paths;
again('while it comes', 1);

# ---- before it is loaded: another load holds the lock ----

holding('load_log', sub {
	$run = begin('tesouro');
	ok wait_for { $t->waits('loader') }, 'a load that is done but for its last row';
	killed($run);
});
is $t->sql('select count(*) from quote'), 0, '  left no row';
again('while it is loaded', 1);

# ---- loaded, not recorded ----

holding('fetched', sub {
	$run = begin('tesouro');
	ok wait_for { $t->waits('loader') }, 'a load that is committed, and not noted';
	killed($run);
});
is $t->sql('select count(*) from quote'), 1505, '  has its rows';
again('before it is noted', 2);

# ---- recorded ----

is fetch($t, 'tesouro')->{status}, 0, 'a run that ends';
again('once it is noted', 2);

# ---- all sources, at random times ----

sub all { return ('--all', '--since', '2024-06-01') }
fetch($calm, all());
$whole = market($calm);
cmp_ok $calm->sql('select count(*) from series'), '>', 0, 'undisturbed, all sources bring more';
my $kills = 0;
for my $n (1 .. 8) {
	unlink $paths;
	my $run = begin(all());
	wait_for { (-e $paths ? () = slurp($paths) =~ /\n/g : 0) >= 8 * $n } 20;
	kill 'KILL', $run;
	$kills += ($t->ended($run, 20) // 0) == 9;
}
# The file of a day in a past month is no longer requested, so its partial download stays.
my ($left, $fresh) = map { $t->dir . "/cache/COTAHIST_D${_}022024.ZIP.part" } '05', '06';
spew($_, 'PK') for $left, "$left.meta", $fresh;
utime 1709251200, 1709251200, $left, "$left.meta";
utime 1741608000 - 86400, 1741608000 - 86400, $fresh;
cmp_ok $kills, '>=', 6, "$kills runs of all sources were killed, each a little later";
fetch($t, all());
is market($t), $whole, 'the next one has the result of an undisturbed run';
is $t->sql('select count(*) from fetched'), $calm->sql('select count(*) from fetched'), 'each file is noted once';
is cached($t), 'COTAHIST_D06022024.ZIP.part', 'nothing is left in the cache but a part of yesterday';
ok wait_for { sessions() == 0 }, 'no session either';

done_testing;

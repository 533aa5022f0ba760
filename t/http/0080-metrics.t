#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# GET /v1/metrics: the text is valid for Prometheus, counters cover the whole pool and survive its workers, only this
# machine may read it; the dashboard and the alerts use existing metrics.

use strict;
use warnings;
use JSON::PP ();
use Lastro::Market qw(event);
use Lastro::Test qw(slurp wait_for);
use Test::More;

my $t = Lastro::Test->new;
$t->sql("insert into load_log (id, source, file, loaded_at, rows_read, written, unchanged, ignored, refused, last_day)
	values (gen_random_uuid(), 'a\"b\\c', 'f', '2026-01-10T12:00:00Z', 1, 1, 0, 0, 0, '2026-01-09')");

# parsed() - series => value, name => type; dies at a violation of the format.
sub parsed {
	my ($text) = @_;
	my (%value, %type, %help, $name);

	$text =~ /\n\z/ or die 'the last line does not end';
	for (split /\n/, $text) {
		if (/^# HELP ([a-z_]+) (\S.*)$/) {
			$help{$1}++ and die "two HELP of $1";
			$name = $1;
		} elsif (/^# TYPE ([a-z_]+) (counter|gauge|histogram)$/) {
			$1 eq $name && !$type{$1} or die "TYPE of $1 out of place";
			$type{$1} = $2;
		} else {
			my ($series, $labels, $n) = /^([a-z_]+)(?:\{((?:[a-z]+="(?:[^"\\\n]|\\[\\"n])*",?)+)\})? (-?\d+(?:\.\d+)?)$/ or die "no series: $_";
			my $of = $type{$name} eq 'histogram' ? $series =~ s/_(?:bucket|sum|count)$//r : $series;

			$of eq $name or die "$series below $name";
			die "a comma too many: $_" if ($labels // '') =~ /,$/;
			die "$series is no _total" if $type{$name} eq 'counter' && $series !~ /_total$/;
			exists $value{"$series\{" . ($labels // '') . '}'} and die "twice: $_";
			$value{"$series\{" . ($labels // '') . '}'} = $n;
		}
	}
	return (\%value, \%type);
}

sub scrape { my $r = $t->request('GET', '/v1/metrics', @_); return parsed($r->body) }

sub histograms_hold {
	my ($v, $what) = @_;
	my (%last, @wrong);

	for (sort grep { /_bucket\{/ } keys %$v) {
		my ($base, $le) = /^(.*),le="([^"]+)"\}$/ or die $_;
		push @{ $last{$base} }, [$le eq '+Inf' ? 9**9**9 : $le, $v->{$_}];
	}
	for my $base (keys %last) {
		my @b = sort { $a->[0] <=> $b->[0] } @{ $last{$base} };
		push @wrong, "$base goes down" if grep { $b[$_][1] < $b[$_ - 1][1] } 1 .. $#b;
		push @wrong, "$base: +Inf" if $b[-1][0] != 9**9**9 || $b[-1][1] != $v->{ $base =~ s/_bucket/_count/r . '}' };
		push @wrong, "$base: bounds" if @b != 13;
	}
	ok %last && !@wrong, $what or diag "@wrong";
}

my $status = 'lastro_requests_total{operation="getStatus",status="200"}';

$t->start_pool(workers => 2);
$t->get('/v1/status') for 1 .. 7;
$t->get('/v1/nowhere');
$t->get('/v1/portfolios');
my $r = $t->get('/v1/metrics');
is $r->status, 200, 'metrics are shown';
is $r->header('Content-Type'), 'text/plain; version=0.0.4; charset=utf-8', 'as the format wants it';
my ($v, $type) = parsed($r->body);
is $v->{$status}, 7, 'requests of both workers, whichever answers';
is $v->{'lastro_requests_total{operation="none",status="404"}'}, 1, 'paths that are no operation';
is $v->{'lastro_requests_total{operation="listPortfolios",status="401"}'}, 1, 'and a refusal, by its status';
is $v->{'lastro_request_duration_seconds_count{operation="getStatus"}'}, 7, 'as many in the histogram';
histograms_hold($v, 'buckets go up, the last is the count');
cmp_ok $v->{'lastro_database_round_trips_total{}'}, '>=', 7, 'round trips';
is $v->{'lastro_worker_restarts_total{}'}, 0, 'no restart yet';
# A worker stays busy for a moment after its answer.
ok wait_for { my ($w) = scrape(); $w->{'lastro_workers{state="busy"}'} == 1 && $w->{'lastro_workers{state="idle"}'} == 1 },
	'one worker is busy, with this; one is not';
is $v->{'lastro_source_last_day_timestamp_seconds{source="a\\"b\\\\c"}'}, 1767916800, 'the day of a source, its name escaped';
is $v->{'lastro_source_loaded_timestamp_seconds{source="a\\"b\\\\c"}'}, 1768046400, 'and its load';
is $v->{'lastro_database_up{}'}, 1, 'the database answers';

# ---- pending deliveries, as lastro deliver counts them ----

is_deeply [grep { /deliveries/ } keys %$v], [], 'no pending deliveries before a count';
$t->sql("insert into delivery_backlog (kind, waiting, oldest, at) values
	('alert', 3, '2026-01-10T11:00:00Z', '2026-01-10T12:00:00Z'), ('notice', 0, null, '2026-01-10T12:00:00Z')");
my ($waiting) = scrape();
is_deeply { map { $_ => $waiting->{$_} } grep { /deliveries/ } keys %$waiting }, {
	'lastro_deliveries_waiting{kind="alert"}' => 3, 'lastro_deliveries_waiting{kind="notice"}' => 0,
	'lastro_deliveries_oldest_timestamp_seconds{kind="alert"}' => 1768042800,
	'lastro_deliveries_counted_timestamp_seconds{kind="alert"}' => 1768046400,
	'lastro_deliveries_counted_timestamp_seconds{kind="notice"}' => 1768046400,
}, 'pending deliveries, the oldest one, and the time of the count';

# ---- the dashboard and the alerts use these names ----

my $top = $ENV{LASTRO_TOP_SRCDIR} // '.';
my %given = map { $_ => 1 } keys %$type, map { my $n = $_; map { "${n}_$_" } qw(bucket sum count) } grep { $type->{$_} eq 'histogram' } keys %$type;
my $dashboard = JSON::PP->new->utf8->decode(slurp("$top/contrib/grafana/lastro.json"));
my %shown = map { $_ => 1 } join(' ', map { map { $_->{expr} } @{ $_->{targets} } } @{ $dashboard->{panels} }) =~ /\blastro_[a-z_]+/g;
my %alerted = map { $_ => 1 } slurp("$top/contrib/prometheus/lastro.rules.yml") =~ /\blastro_[a-z_]+/g;
is_deeply [grep { !$given{$_} } sort keys %shown], [], 'the dashboard uses existing metrics only';
is_deeply [grep { !$given{$_} } sort keys %alerted], [], 'so do the alerts';
my %used = map { s/_(?:bucket|sum|count)$//r => 1 } keys %shown, keys %alerted;
is_deeply [grep { !$used{$_} } sort keys %$type], [], 'and every metric is used';

# ---- workers start and end ----

for my $signal ('KILL', 'HUP') {
	my @old = $t->workers;
	if ($signal eq 'KILL') { kill KILL => $old[0] } else { kill HUP => $t->{master} }
	wait_for { my @w = $t->workers; @w == 2 && !grep { $_ == $old[0] } @w };
	wait_for { $signal eq 'KILL' || $t->log_count('all workers are replaced') };
}
my ($later) = scrape();
is_deeply [grep { /_total|_count|_sum|_bucket/ && ($later->{$_} // -1) < $v->{$_} } sort keys %$v], [], 'no counter went down';
is $later->{'lastro_worker_restarts_total{}'}, 1, 'one unexpected end; replacements are not restarts';

# ---- access ----

is $t->get('/v1/metrics', address => '192.0.2.7')->status, 404, 'not shown to another machine';
is $t->get('/v1/metrics', headers => { 'X-Forwarded-For' => '192.0.2.7' })->status, 404, 'not through another machine\'s proxy';
my %away = (address => '192.0.2.7');
$t->lastro_ok('account', 'create', '--email', 'ops@example.com', '--name', 'Operação', '--plan', 'personal');
my @made = map { $t->lastro_json('key', 'create', '--account', 'ops@example.com', '--name', "k$_->[0]", '--scopes', $_->[1]) }
	['1', 'metrics:read'], ['2', 'account:read,account:write'];
my ($reader, $other) = map { $_->{key} } @made;
$r = $t->get('/v1/metrics', key => $reader, %away);
is $r->status, 200, 'shown to a key with the scope, from anywhere';
ok((parsed($r->body))[0]{$status} >= 7, 'and the same');
is $t->get('/v1/metrics', key => $reader, headers => { 'X-Forwarded-For' => '192.0.2.7' })->status, 200, 'through a proxy, too';
$r = $t->get('/v1/metrics', key => $other, %away);
is_deeply [$r->status, $r->code, $r->json->{details}{required}], [403, 'scope_missing', 'metrics:read'], 'another key is refused with the missing scope';
is $t->get('/v1/metrics', key => $reader =~ s/.\z//r, %away)->status, 401, 'a malformed key is no key';
is $t->get('/v1/portfolios', key => $reader)->code, 'scope_missing', 'and that key opens nothing else';
is $t->post('/v1/keys', { name => 'x', scopes => ['metrics:read'] }, key => $other)->code, 'scope_missing', 'the scope cannot be given by an account without it';
$t->lastro_ok('key', 'revoke', $made[0]{id});
is $t->get('/v1/metrics', key => $reader, %away)->code, 'credential_revoked', 'until it is revoked';
is $t->get('/v1/metrics?x=1')->code, 'invalid_parameter', 'it has no parameters';
$t->stop_pool;

# ---- cached figures, and computed ones ----

$t->start_pool(workers => 1);
my ($id, $last) = ($t->post('/v1/portfolios', { name => 'Ações' }, key => $other)->json->{id});
sub moved {
	my ($what, $do, @by) = @_;
	my @names = map { "lastro_${_}_total{}" } qw(cache_hits cache_misses rebuilds);
	my ($was) = scrape();
	$do->();
	my ($now) = scrape();
	is_deeply [map { $now->{$_} - $was->{$_} } @names], \@by, $what;
}
my $read = sub { $t->get("/v1/portfolios/$id", key => $other)->status == 200 or die };
$t->post("/v1/portfolios/$id/transactions", { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05',
	quantity => 1, price => 10 }, key => $other)->status == 201 or die;
$read->() for 1 .. 2;
moved('a portfolio that was read before is found', $read, 1, 0, 0);
moved('three times, three finds', sub { $read->() for 1 .. 3 }, 3, 0, 0);
$t->sql("update market_version set version = version_next(version) where family = 'reference'");
moved('after new reference data it is read again; none of it touched the paper', $read, 0, 1, 0);
$read->() for 1 .. 2;
moved('then it is found', $read, 1, 0, 0);
event($t, 'PETR4', '2026-01-08', 'split', [2, 1]);
moved('a split makes it computed anew', $read, 0, 1, 1);
$read->();
moved('and then it is found', $read, 1, 0, 0);
$t->sql('delete from portfolio_state');
moved('what is dropped in the database stands in memory', $read, 1, 0, 0);
kill HUP => $t->{master};
wait_for { $t->log_count('all workers are replaced') };
moved('of a new worker it is not, and is computed anew', $read, 0, 1, 1);
$t->stop_pool;

done_testing;

#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Recorded answers: requests to every operation, compared byte for byte with t/recorded (see Lastro::Recorder).
# LASTRO_RECORD=1 rewrites the records, which is right only when an answer is meant to change.
# Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Lastro::OpenApi;
use Lastro::Recorder;
use Lastro::Response;
use Lastro::Tenants qw(account key organization);
use Lastro::Test qw(top_srcdir);
use Test::More;

my $dir = top_srcdir() . '/t/recorded';

sub part { my ($name) = @_; my $run = do "$dir/$name.pl"; ref $run eq 'CODE' or die "$name: " . ($@ || $!); return $run }

$ENV{LASTRO_NOW} = '2026-11-20T15:00:00Z';
my $t = Lastro::Recorder->new;
part('market')->($t);
my %who = map { $_ => account($t, plan => $_ eq 'dora' ? 'free' : 'professional') } qw(ana bia caio dora);
my $org = organization($t, @who{qw(ana bia caio)})->{id};
my %key = ((map { $_ => $who{$_}{user_key}, "$_ platform" => $who{$_}{platform_key} } keys %who),
	reader => key($t, $who{ana}, scopes => ['account:read']), market => key($t, $who{ana}, scopes => ['market:read']));
$t->known(reverse %key);
my $world = { t => $t, who => \%who, org => $org, key => \%key, none => '01900000-0000-7000-8000-00000000dead' };
$t->start_pool(workers => 1, env => { LASTRO_BASE_URL => 'https://lastro.example' });

my @groups = map { m{([^/]+)\.pl$} } grep { !/market\.pl$/ } sort glob "$dir/*.pl";
for my $name (@groups) {
	my $run = part($name);
	$t->group($name, sub { $run->($world) });
}

# ---- recorded operations ----

my @seen = $t->seen;
my $doc = Lastro::OpenApi->new($t->get('/v1/openapi.json')->body);
my @never;

# The operations that existed when this was recorded; later ones have their own tests.
my $then = qr{^/(?!.*/(?:tax|succession|price|targets|plan|what-if|received|summary|fixed-income)(?:/|$))(?:v1/(?:portfolios?|suitability|advisor|keys|status|openapi\.json)|problems)(?:/|$)};
my @then = grep { $_ ne 'updatePortfolioIncome' && $doc->operation($_)->{path} =~ $then } $doc->operations;

for my $id (@then) {
	my $o = $doc->operation($id);
	my $path = join '[^/]+', map { quotemeta } split /\{\w+\}/, $o->{path}, -1;
	my @of = grep { $_->[0] eq $o->{method} && $_->[1] =~ /^$path$/ } @seen;

	push @never, "$id is not answered" unless grep { $_->[2] =~ /^2/ } @of;
	push @never, "$id is not refused" unless $id eq 'getOpenapi' || $id eq 'getStatus' || grep { $_->[2] =~ /^4/ } @of;
}
is_deeply \@never, [], 'every operation, answered and refused';

my %untold;
for my $id (@then) {
	my $o = $doc->operation($id);
	my $path = join '[^/]+', map { quotemeta } split /\{\w+\}/, $o->{path}, -1;
	my %told = map { $_ => 1 } $doc->codes($id);

	# A path that another route matches literally belongs to that route.
	$untold{"$id: $_->[4]"}++ for grep { $_->[0] eq $o->{method} && $_->[1] =~ /^$path$/ && $_->[4] && !$told{ $_->[4] } && $_->[4] ne 'route_not_found' } @seen;
}
is_deeply \%untold, {}, 'every code that an operation answered is one of its documented codes';
for my $kind (qw(functions actions)) {
	my @ids = map { $_->{id} } @{ $t->get("/v1/advisor/$kind", key => $world->{member})->json->{data} };
	is_deeply [grep { my $id = $_; grep { my $status = $_; !grep { $_->[1] eq "/v1/advisor/$kind/$id/execute" && $_->[2] =~ /^$status/ } @seen } 2, 4 } @ids],
		[], "each of the $kind, too";
}

# ---- the headers that the short form omits have their usual values ----

my $problem = sub { my ($instance, $more) = @_; return qq({"type":"/problems/not_there","title":"Não \\"há\\"","status":404,"detail":"D.","instance":"$instance","details":{"code":"not_there","request_id":"<request_id>"$more}}) };
my $short = sub { return Lastro::Recorder::refusal(404, '/v1/x', $problem->(@_)) };
is $short->('/v1/x', ''), '404 not_there "Não \"há\"" "D."', 'a refusal in short';
is $short->('/v1/x', ',"errors":[{"rule":"a"}]'), '404 not_there "Não \"há\"" "D." "errors":[{"rule":"a"}]', 'with its further members';
is $short->('/v1/y', ''), undef, 'of another path it is shown whole';
is Lastro::Recorder::refusal(400, '/v1/x', $problem->('/v1/x', '')), undef, 'of another status, too';
my $unusual = sub { my ($status, @headers) = @_; return [Lastro::Recorder::unusual(Lastro::Response->parse("Status: $status\r\n" . join('', map { "$_\r\n" } @headers) . "\r\n"))] };
my @constant = ('X-Content-Type-Options: nosniff', 'X-Request-Id: a');
is_deeply $unusual->(404, @constant, 'Cache-Control: no-store', 'Content-Type: application/problem+json'), [], 'the usual headers are left out';
is_deeply $unusual->(200, @constant, 'Cache-Control: no-store', 'Content-Type: application/json', 'Allow: GET'), ['allow: GET', 'cache-control: no-store'], 'others are shown';
is_deeply $unusual->(200, 'X-Request-Id: a', 'Cache-Control: private, no-cache', 'Cache-Control: no-store', 'Content-Type: application/json'),
	['cache-control: no-store', 'cache-control: private, no-cache', 'x-content-type-options: (none)'], 'and missing or duplicate headers';

cmp_ok scalar @seen, '>', 300, scalar(@seen) . ' requests';

done_testing;

#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The official MCP clients, of both lines and both eras, on the three profiles, with a key and with a token of their own
# OAuth flow (registration, consent in a real Chromium where there is one, PKCE, refresh), behind nginx.  Needs node and,
# in LASTRO_TEST_NPM or contrib/mcp, the npm packages of contrib/mcp; for Chromium playwright-core beside them, and
# a Chromium (LASTRO_TEST_CHROMIUM, or in the path).

use strict;
use warnings;

use JSON::PP ();
use Lastro::Browser;
use Lastro::Chromium;
use Lastro::Desk;
use Lastro::Office;
use Lastro::Test qw(run_command slurp spew top_srcdir);
use Test::More;

my ($npm) = grep { $_ && -d "$_/node_modules/\@modelcontextprotocol/client" } $ENV{LASTRO_TEST_NPM}, top_srcdir() . '/contrib/mcp';
my ($node) = grep { -x } map { "$_/node" } split /:/, $ENV{PATH};

my $chromium = $npm && -d "$npm/node_modules/playwright-core" ? Lastro::Chromium::found() : undef;

plan skip_all => 'node is not installed' unless $node;
plan skip_all => 'npm install in contrib/mcp, or LASTRO_TEST_NPM, brings the clients' unless $npm;
plan skip_all => 'nginx is not installed' unless -x '/usr/sbin/nginx';

my $t = Lastro::Test->new;
Lastro::Desk::objects($t);
my $office = Lastro::Office->new($t, 'Escritorio');
my $owner = $office->member('owner');
my $desk = Lastro::Desk->new($t, 'Mesa');

$t->start_pool;
my $base = $t->start_nginx(rate => 1000, burst => 1000, 'address-rate' => 1000, 'address-burst' => 1000, 'login-burst' => 1000);
$t->stop_pool;
$t->start_pool(env => { LASTRO_BASE_URL => $base });
my $chief = { email => $desk->{email}{owner}, key => $desk->{key}{owner} };
my %password = map {
	my ($link) = $t->lastro_ok({ env => { LASTRO_BASE_URL => $base } }, 'account', 'invite', $_->{email}, '--json') =~ m{"link":"\Q$base\E([^"]*)"};
	my $b = Lastro::Browser->new($t, headers => { Origin => $base });
	is $b->submit($b->open($link), password => 'uma frase comprida', again => 'uma frase comprida')->status, 200, 'a password';
	$_->{email} => 'uma frase comprida';
} $owner, $chief;
my $portfolio = $t->post('/v1/portfolios', { name => 'Principal' }, key => $owner->{user_key})->json->{id};

# The module resolver looks in the script's directory.
my $dir = "$npm/drive-of-test-$$";
my $script = "$dir/drive.mjs";
mkdir $dir or die "$dir: $!";
spew("$dir/$_", slurp(top_srcdir() . "/contrib/mcp/$_")) for qw(chromium.mjs drive.mjs person.mjs);
END { if ($dir) { unlink glob "$dir/*"; rmdir $dir } }

my @tools = qw(list_functions get_function execute_function list_actions get_action preview_action execute_action);
# listed() - the number of Functions and Actions that the HTTP API lists, which the tools must reach too.
sub listed {
	my ($of, $key) = @_;

	return map { my $kind = $_; $kind => scalar @{ $t->get("/v1/$of/$kind", key => $key)->json->{data} } } qw(functions actions);
}

# The same of the wallet, which the tools alone have.
sub offered {
	my ($key) = @_;

	return map { my $kind = $_; $kind => scalar @{ $t->post('/v1/mcp/wallet', { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => "list_$kind", arguments => {} } }, key => $key)->json->{result}{structuredContent}{data} } } qw(functions actions);
}

# For each profile: the credential, the subject of its Functions, their number, and examples without data here.
my %profile = (
	advisor => { who => $owner, key => $owner->{key}, env => { ORG => $office->{id} }, scopes => 'advisor:read advisor:write', listed('advisor', $owner->{key}) },
	desk => { who => $chief, key => $chief->{key}, env => { ORG => $desk->{id} }, scopes => 'desk:read desk:write', listed('desk', $chief->{key}) },
	wallet => { who => $owner, key => $owner->{user_key}, env => { SUBJECT => $portfolio }, scopes => 'account:read account:write market:read', offered($owner->{user_key}) },
);

# Their refusal says that there are no targets yet, or that no series is loaded.
my $unfounded = qr/^(?:advisor\.plans\.get|wallet\.series\.get|wallet\.(?:portfolio\.)?(?:targets|plan)(?:\.\w+)?)$/;

sub drive {
	my ($name, @options) = @_;
	my $r = run_command({ env => { NODE_EXTRA_CA_CERTS => ($t->certificate)[0], %{ $profile{$name}{env} } } },
		$node, $script, "$base/v1/mcp/$name", @options);

	diag $r->{err} if $r->{status};
	return $r->{status} ? {} : JSON::PP->new->utf8->decode($r->{out});
}

my %by = (
	'the newer client, newer era' => [], 'the newer client, older era' => [qw(--era legacy)], 'the older client' => [qw(--sdk 1)],
);
for my $name (sort keys %profile) {
	my $p = $profile{$name};
	my @person = ('--email', $p->{who}{email}, '--password', $password{ $p->{who}{email} });

	for my $by (sort keys %by) {
		for my $with (['a key', '--key', $p->{key}], ['OAuth', @person], ['OAuth, all permitted, renewed', @person, '--write', '--refresh'],
			($chromium ? ['OAuth in Chromium', @person, '--browser', $chromium] : ())) {
			my ($how, @options) = @$with;
			my $r = drive($name, @options, @{ $by{$by} });
			my $writes = "@options" =~ /--key|--write/;
			my $first = $name eq 'wallet' ? 'subject_required' : $name eq 'desk' ? 'subject_required' : 'invalid_input';

			is_deeply $r->{tools}, \@tools, "$name, $by, $how: seven tools";
			my $actions = $writes ? $p->{actions} : 0;	# only what the credential may do is listed
			is_deeply [@$r{qw(functions actions specs)}], [$p->{functions}, $actions, $p->{functions} + $actions], 'every spec is read';
			is_deeply { map { $_ => $r->{answers}{$_} } grep { $r->{answers}{$_} !~ /^(?:ok|subject_not_found)$/ && $_ !~ $unfounded } keys %{ $r->{answers} } }, {}, 'every Function takes its example';
			cmp_ok scalar(grep { $_ eq 'ok' } values %{ $r->{answers} }), '>=', $name eq 'wallet' ? 9 : 5, 'and those with data answer';
			is_deeply [@$r{qw(preview execute)}], [($writes ? $first : undef) x 2], $writes ? 'a refusal is a result' : 'and nothing can be written';
			is $r->{scope}, join(' ', grep { $writes || !/:write/ } split / /, $p->{scopes}), 'the granted scopes' unless "@options" =~ /--key/;
		}
	}
}
diag 'there is no Chromium, or playwright-core is not there: the pages were filled in without one' unless $chromium;

done_testing;

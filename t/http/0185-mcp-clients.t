#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The official MCP clients, of both lines and both eras, with a key and with a token of their own OAuth flow,
# behind nginx.  Needs node and, in LASTRO_TEST_NPM or contrib/mcp, the npm packages of contrib/mcp.

use strict;
use warnings;

use JSON::PP ();
use Lastro::Browser;
use Lastro::Office;
use Lastro::Test qw(run_command slurp spew top_srcdir);
use Test::More;

my ($npm) = grep { $_ && -d "$_/node_modules/\@modelcontextprotocol/client" } $ENV{LASTRO_TEST_NPM}, top_srcdir() . '/contrib/mcp';
my ($node) = grep { -x } map { "$_/node" } split /:/, $ENV{PATH};

plan skip_all => 'node is not installed' unless $node;
plan skip_all => 'npm install in contrib/mcp, or LASTRO_TEST_NPM, brings the clients' unless $npm;
plan skip_all => 'nginx is not installed' unless -x '/usr/sbin/nginx';

my $t = Lastro::Test->new;
my $office = Lastro::Office->new($t, 'Escritorio');
my $owner = $office->member('owner');

$t->start_pool;
my $base = $t->start_nginx(rate => 1000, burst => 1000, 'address-rate' => 1000, 'address-burst' => 1000);
$t->stop_pool;
$t->start_pool(env => { LASTRO_BASE_URL => $base });
my ($link) = $t->lastro_ok({ env => { LASTRO_BASE_URL => $base } }, 'account', 'invite', $owner->{email}, '--json') =~ m{"link":"\Q$base\E([^"]*)"};
my $b = Lastro::Browser->new($t, headers => { Origin => $base });
is $b->submit($b->open($link), password => 'uma frase comprida', again => 'uma frase comprida')->status, 200, 'a password';

# The module resolver looks beside the script.
my $dir = "$npm/drive-of-test-$$";
my $script = "$dir/drive.mjs";
mkdir $dir or die "$dir: $!";
spew("$dir/$_", slurp(top_srcdir() . "/contrib/mcp/$_")) for qw(drive.mjs person.mjs);
END { if ($dir) { unlink glob "$dir/*"; rmdir $dir } }

sub drive {
	my ($profile, @options) = @_;
	my $r = run_command({ env => { NODE_EXTRA_CA_CERTS => ($t->certificate)[0], ORG => $profile eq 'advisor' ? $office->{id} : '' } },
		$node, $script, "$base/v1/mcp/$profile", @options);

	diag $r->{err} if $r->{status};
	return $r->{status} ? {} : JSON::PP->new->utf8->decode($r->{out});
}

my @tools = qw(list_functions get_function execute_function list_actions get_action preview_action execute_action);
my @person = ('--email', $owner->{email}, '--password', 'uma frase comprida');
for my $case (['the newer client, newer era, a key', '--key', $owner->{key}], ['the newer client, older era, a key', '--key', $owner->{key}, '--era', 'legacy'],
	['the older client, a key', '--key', $owner->{key}, '--sdk', 1], ['the newer client, OAuth', @person],
	['the newer client, older era, OAuth with writing', @person, '--era', 'legacy', '--write'], ['the older client, OAuth', @person, '--sdk', 1],
	['the newer client, a token renewed', @person, '--refresh']) {
	my ($name, @options) = @$case;
	my $r = drive('advisor', @options);

	is_deeply $r->{tools}, \@tools, "$name: seven tools";
	is $r->{specs}, ($r->{functions} // 0) + ($r->{actions} // 0), 'every spec is read';
	is_deeply [grep { $r->{answers}{$_} ne 'ok' } sort keys %{ $r->{answers} }], [], 'every Function without a subject answers';
	my $writes = "@options" =~ /--key|--write/;
	is_deeply [@$r{qw(preview execute)}], [($writes ? 'invalid_input' : 'scope_asked') x 2], $writes ? 'a refusal is a result' : 'a scope that is missing is asked for';
	is $r->{scope}, $writes ? 'advisor:read advisor:write' : 'advisor:read', 'what was granted' unless "@options" =~ /--key/;
}

# A person's own portfolios.
for my $case (['with a key, newer era', '--key', $owner->{user_key}], ['with a key, older client', '--key', $owner->{user_key}, '--sdk', 1],
	['by OAuth', @person]) {
	my ($name, @options) = @$case;
	my $r = drive('wallet', @options);

	is_deeply [$r->{tools}, $r->{functions}, $r->{actions}, $r->{specs}], [\@tools, 11, 2, 13], "the wallet $name: all is read";
	is $r->{answers}{'wallet.portfolios.list'}, 'ok', 'and answers';
}

done_testing;

#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The jobs of contrib/mcp/jobs.json, as an assistant does them on the demonstration: each to its end, within so many calls
# and bytes, without a refusal.  Where npm has the official clients (LASTRO_TEST_NPM, or contrib/mcp), by both of them too.
# Ceilings: 8 calls and 40,000 bytes of text a job; of the middle one, 5 and 20,000.

use strict;
use warnings;
use utf8;

use JSON::PP ();
use Lastro::Demo qw(demonstration);
use Lastro::Test qw(run_command slurp spew top_srcdir);
use Test::More;

use constant { CALLS => 8, BYTES => 40_000, MIDDLE_CALLS => 5, MIDDLE_BYTES => 20_000 };

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my ($t, %env) = demonstration();
my $json = JSON::PP->new->utf8->canonical;
my $jobs = $json->decode(slurp(top_srcdir() . '/contrib/mcp/jobs.json'));
my %key = (wallet => $env{USER_KEY}, advisor => $env{ADVISOR_KEY}, desk => $env{DESK_KEY});
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

# at() - the value at a JSON Pointer.
sub at {
	my ($value, $pointer) = @_;

	for my $name (split m{/}, $pointer =~ s{^/}{}r) {
		$value = ref $value eq 'ARRAY' ? $value->[$name] : ref $value eq 'HASH' ? $value->{$name} : undef;
	}
	return $value;
}

# filled() - a value with each "${name}" in place.
sub filled {
	my ($value, $kept) = @_;

	return { map { $_ => filled($value->{$_}, $kept) } keys %$value } if ref $value eq 'HASH';
	return [map { filled($_, $kept) } @$value] if ref $value eq 'ARRAY';
	return $value if !defined $value || $value !~ /^\$\{(\w+)\}$/;
	return $kept->{$1} // die "nothing gave $1";
}

my (@calls, @bytes);
for my $job (@$jobs) {
	my ($bytes, @wrong);
	my %kept = (once => "$job->{job}-$$");

	for my $call (@{ $job->{calls} }) {
		my $r = $t->post("/v1/mcp/$job->{profile}", { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => $call->{tool}, arguments => filled($call->{arguments} // {}, \%kept) } },
			key => $key{ $job->{profile} });
		my $result = $json->decode($r->body)->{result};
		my $text = $result->{content}[0]{text};
		my $answer = $result->{structuredContent};

		utf8::encode(my $sent = $text);
		$bytes += length $sent;
		push @wrong, "$call->{tool}: $text" if $result->{isError};
		last if $result->{isError};
		push @wrong, "no $_ in " . substr $text, 0, 400 for grep { !defined at($answer, $_) } @{ $call->{has} // [] };
		push @wrong, "$_ is " . at($answer, $_) for grep { at($answer, $_) ne filled($call->{is}{$_}, \%kept) } keys %{ $call->{is} // {} };
		$kept{$_} = at($answer, $call->{keep}{$_}) for keys %{ $call->{keep} // {} };
	}
	is_deeply \@wrong, [], "$job->{job}: $job->{asks}";
	cmp_ok scalar @{ $job->{calls} }, '<=', CALLS, 'calls';
	cmp_ok $bytes, '<=', BYTES, "$job->{job}: $bytes bytes";
	push @calls, scalar @{ $job->{calls} };
	push @bytes, $bytes;
}

sub middle { return (sort { $a <=> $b } @_)[@_ / 2] }
cmp_ok middle(@calls), '<=', MIDDLE_CALLS, 'the middle one: ' . middle(@calls) . ' calls';
cmp_ok middle(@bytes), '<=', MIDDLE_BYTES, 'and ' . middle(@bytes) . ' bytes';

# ---- the files of the known programs ----

# Where each program looks for the address, by its own documentation (November 2026), beside what contrib/mcp/README.md gives it.
my $address = "https://SEU-SERVI\x{c7}O/v1/mcp/wallet";
my %looked = (
	'Claude Code' => { mcpServers => { lastro => { type => 'http', url => $address } } },
	'VS Code'     => { servers => { lastro => { type => 'http', url => $address } } },
	'Cursor'      => { mcpServers => { lastro => { url => $address } } },
	'Windsurf'    => { mcpServers => { lastro => { serverUrl => $address } } },
	'Gemini CLI'  => { mcpServers => { lastro => { httpUrl => $address } } },
);
my $text = slurp(top_srcdir() . '/contrib/mcp/README.md');
my %given = $text =~ /^([\w ]+):\n\n```json\n(.*?)```/gms;
is_deeply [sort keys %given], [sort keys %looked], 'each program that reads JSON has its file';
is_deeply $json->decode($given{$_}), $looked{$_}, "the file of $_" for sort keys %given;
like $text, qr{^\[mcp_servers\.lastro\]\nurl = "https://[^"/]+/v1/mcp/wallet"$}m, 'the file of Codex';
is $t->post('/v1/mcp/wallet', {})->status, 401, 'at an address that asks for a log-in';

# ---- by the official clients ----

SKIP: {
	my ($npm) = grep { $_ && -d "$_/node_modules/\@modelcontextprotocol/client" } $ENV{LASTRO_TEST_NPM}, top_srcdir() . '/contrib/mcp';
	my ($node) = grep { -x } map { "$_/node" } split /:/, $ENV{PATH};
	skip 'node, npm install in contrib/mcp (or LASTRO_TEST_NPM) and nginx bring the clients', 1 unless $npm && $node && -x '/usr/sbin/nginx';
	my $base = $t->start_nginx(rate => 1000, burst => 1000, 'address-rate' => 1000, 'address-burst' => 1000);
	my $dir = "$npm/jobs-of-test-$$";	# the module resolver looks in the script's directory
	mkdir $dir or die "$dir: $!";
	spew("$dir/$_", slurp(top_srcdir() . "/contrib/mcp/$_")) for qw(jobs.json jobs.mjs);
	for my $sdk (1, 2) {
		my $r = run_command({ env => { NODE_EXTRA_CA_CERTS => ($t->certificate)[0] } }, $node, "$dir/jobs.mjs", $base, '--sdk', $sdk, map { ("--$_", $key{$_}) } sort keys %key);
		my @done = map { $json->decode($_) } split /\n/, $r->{out};

		is_deeply [map { [@$_{qw(job refusals missing)}] } @done], [map { [$_->{job}, [], []] } @$jobs], "all jobs by the client of line $sdk" or diag $r->{err};
	}
	unlink glob "$dir/*";
	rmdir $dir;
}

done_testing;

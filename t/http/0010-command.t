#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The two programs on a command line: help, version, refusals.

use strict;
use warnings;
use Lastro::Test qw(program run_command);
use Test::More;

my $t = Lastro::Test->new(database => 0);

sub run { return run_command({ env => { LASTRO_DATABASE => undef } }, @_) }

# ---- lastro ----

my $r = run(program('lastro'), '--help');
is $r->{status}, 0, 'lastro --help succeeds';
like $r->{out}, qr/db migrate/, 'and lists the subcommands';

$r = run(program('lastro'), '--version');
is $r->{status}, 0, 'lastro --version succeeds';
like $r->{out}, qr/\d+\.\d+\.\d+/, 'and says the version';

$r = run(program('lastro'), 'nothing-of-the-kind');
is $r->{status}, 2, 'an unknown subcommand is wrong usage';
is $r->{out}, '', 'with nothing on standard output';
like $r->{err}, qr/--help/, 'and the way to help';

# ---- lastro.fcgi ----

my $fcgi = program('lastro.fcgi');

$r = run($fcgi, '--help');
is $r->{status}, 0, 'lastro.fcgi --help succeeds';
like $r->{out}, qr/--listen PATH/, 'and shows how to listen';

$r = run($fcgi, '--version');
is $r->{status}, 0, 'lastro.fcgi --version succeeds';
like $r->{out}, qr/^lastro\.fcgi \d+\.\d+\.\d+$/, 'and says the version';

$r = run($fcgi);
is $r->{status}, 2, 'without a socket, CGI variables or options it is wrong usage';
like $r->{err}, qr/^Usage:/, 'and says how to use it';

for my $case (
	[['--workers', '0'], 'no worker'], [['--workers', '65'], 'too many workers'],
	[['--workers', '2x'], 'workers that are no number'], [['--mode', '0888'], 'a mode that is not octal'],
	[['--nothing'], 'an unknown option'], [['file'], 'an argument'],
) {
	my ($arguments, $name) = @$case;
	$r = run($fcgi, '--listen', $t->dir . '/x.sock', @$arguments);
	is $r->{status}, 2, "$name: wrong usage";
}

$r = run_command({ env => { LASTRO_DATABASE => 'dbname=x' } }, $fcgi, '--listen', $t->dir . '/x.sock');
is $r->{status}, 2, 'without a secret nothing is bound';
like $r->{err}, qr/^lastro\.fcgi: LASTRO_SECRET: .*openssl rand/, 'and the valid values are named';
my $secret = 'a-secret-of-the-tests-32-characters';
$r = run_command({ env => { LASTRO_SECRET => 'short' } }, $fcgi, '--listen', $t->dir . '/x.sock');
is $r->{status}, 2, 'a short one is refused';
unlike $r->{err}, qr/short/, 'which is not shown';
$r = run_command({ env => { LASTRO_DATABASE => 'dbname=x', LASTRO_DEADLINE_MS => 'soon' } }, $fcgi, '--listen',
	$t->dir . '/x.sock');
is $r->{status}, 2, 'a wrong variable is refused before anything is bound';
like $r->{err}, qr/LASTRO_DEADLINE_MS/, 'and named';
ok !-e $t->dir . '/x.sock', 'no socket is left';

my $long = $t->dir . '/' . 'x' x (108 - 1 - length $t->dir);
$r = run_command({ env => { LASTRO_DATABASE => 'dbname=x', LASTRO_SECRET => $secret } }, $fcgi, '--listen', $long);
is length $long, 108, 'a path of 108 bytes';
is $r->{status}, 1, 'is too long for a socket';
like $r->{err}, qr/107/, 'and the bound is named';

# ---- a group without a subcommand ----

my $lastro = program('lastro');
$r = run_command({}, $lastro, 'account');
is_deeply [@$r{qw(status out)}], [2, ''], 'the name of a group alone is wrong usage';
like $r->{err}, qr/^uso: .*account create .*account plan /s, 'and its subcommands are listed';
unlike $r->{err}, qr/key create/, 'no others';
$r = run_command({}, $lastro, 'account', '--help');
is_deeply [$r->{status}, $r->{err}], [0, ''], 'asked for, it is an answer';
$r = run_command({}, $lastro, 'conta');
is $r->{status}, 2, 'an unknown group is refused as before';
like $r->{err}, qr/não há o subcomando conta/, 'by its name';

done_testing;

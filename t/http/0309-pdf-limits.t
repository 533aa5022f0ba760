#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# lastro-pdf: what it says about a file, and that each thing it gave up cannot be done any more.

use strict;
use warnings;
use utf8;
use File::Temp ();
use POSIX ();
use Test::More;
use Lastro::Pdf qw(pdf_file);
use Lastro::Test qw(program slurp spew top_builddir);

my $dir = File::Temp->newdir;

# The signal or the exit status, and what was written.
sub run_with {
	my ($in, $password, @command) = @_;
	my $pid = open(my $out, '-|') // die "fork: $!";

	if (!$pid) {
		spew("$dir/password", $password);
		open STDIN, '<', $in or POSIX::_exit(126);
		open STDERR, '>', '/dev/null' or POSIX::_exit(126);
		POSIX::close($_) for 3 .. 20;
		$^F = 3;
		open my $p, '<', "$dir/password" or POSIX::_exit(126);
		%ENV = ();
		exec { $command[0] } @command or POSIX::_exit(127);
	}
	local $/;
	my $said = <$out>;
	close $out;
	return ($? & 127 || $? >> 8, $said // '');
}

my $confined = top_builddir() . '/t/unit/pdf/confined';
sub tried { return (run_with('/dev/null', '', $confined, $_[0], "$dir/new"))[0] }

is tried('nothing'), 0, 'memory and the answer are there';
is tried('read'), 1, 'a file is not opened to read';
is tried($_), POSIX::SIGSYS(), "killed: $_" for qw(write append socket local-socket exec fork unlink descriptor code);
ok !-e "$dir/new", 'and nothing was written';
is tried('memory'), 1, 'there is no more than 512 MB';
is((run_with('/dev/null', '', '/bin/sh', '-c', 'ulimit -v 400000 && exec "$@"', 'sh', $confined, 'nothing', "$dir/new"))[0], 0, 'a lower limit of memory stays');

# The parent is killed: what it started ends at once, not with its own alarm.
sub ends_with_parent {
	pipe(my $in, my $never) or die "pipe: $!";
	pipe(my $said, my $out) or die "pipe: $!";
	my $parent = fork // die "fork: $!";

	if (!$parent) {
		my $pid = fork // POSIX::_exit(126);

		if (!$pid) {
			open STDIN, '<&', $in or POSIX::_exit(126);
			open STDOUT, '>&', $out or POSIX::_exit(126);
			exec { $confined } $confined, 'wait', "$dir/new" or POSIX::_exit(127);
		}
		waitpid $pid, 0;
		POSIX::_exit(0);
	}
	close $out;
	sysread $said, my $words, 6;
	kill KILL => $parent;
	waitpid $parent, 0;
	vec(my $ready = '', fileno $said, 1) = 1;
	return select($ready, undef, undef, 8) && sysread($said, $words, 6) == 0;
}
ok ends_with_parent(), 'it does not outlive who started it';
like tried('time'), qr/^(?:@{[POSIX::SIGXCPU()]}|@{[POSIX::SIGALRM()]})$/, 'nor more than five seconds of processor, or ten of the clock';

sub words {
	my ($bytes, $password) = @_;

	spew("$dir/file", $bytes);
	return run_with("$dir/file", $password // '', program('lastro-pdf'));
}

# Five points high at 100, 200 and 100, 210: lines of their own; a gap parts words without a blank.
my ($status, $said) = words(pdf_file([[100, 200, 'Olá (é)'], [100, 210, '10'], [130, 210, '36,10']], [[50, 60, 'fim']]));
is $status, 0, 'a file is read';
my @lines = split /\n/, $said;
is shift @lines, 2, 'its pages';
is pop @lines, 'end', 'to its end';
utf8::decode($_) for @lines;
is_deeply [map { (split / /, $_, 6)[0, 1, 5] } @lines], [1, 10000, 'Olá', 1, (split / /, $lines[1])[1], '(é)', 1, 10000, '10', 1, 13000, '36,10', 2, 5000, 'fim'], 'words and places';
cmp_ok((split / /, $lines[2])[2] - (split / /, $lines[0])[2], '==', 1000, 'ten points below');

is((words($_))[0], 1, 'what is no PDF is said to be unreadable') for '', 'x' x 1000, '%PDF-1.5';
is((words(pdf_file(map { [[10, 10, 'x']] } 1 .. 100)))[0], 0, 'a hundred pages');
is((words(pdf_file(map { [[10, 10, 'x']] } 1 .. 101)))[0], 3, 'one more is too large');

done_testing();

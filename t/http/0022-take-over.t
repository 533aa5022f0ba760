#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A database of 0.2.0, restored from its backup: this program takes it over by replacing the records of its migrations,
# answers as 0.2.0 did, and refuses a database with other records without any change.
# t/fixtures/backup.pl made the backup.

use strict;
use warnings;
use utf8;

use Archive::Tar ();
use Encode qw(decode);
use JSON::PP ();
use Lastro::Schema qw(schema_of seeds);
use Lastro::Test qw(slurp top_srcdir);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my ($new, $t) = (Lastro::Test->new, Lastro::Test->new(template => 0));
my $kept = $t->dir . '/kept';
mkdir $kept or die "$kept: $!";
my $tar = Archive::Tar->new(top_srcdir() . '/t/fixtures/backup-0.2.0.tar.gz') or die Archive::Tar->error;
$tar->extract_file($_, "$kept/$_") or die $tar->error for $tar->list_files;
my $before = JSON::PP->new->utf8->decode(slurp("$kept/told.json"));
my $newest = $new->sql('select max(number) from schema_migration');
my $later = $new->sql('select count(*) from schema_migration where number > 317');
my $last = 103;		# of 0.2.0

sub told { my ($t, @a) = @_; my $r = $t->lastro(@a); return decode('UTF-8', "$r->{status} $r->{out}$r->{err}") }
sub record { my ($t) = @_; return $t->sql('select number, name, checksum from schema_migration order by number') }
sub figures {
	my ($name) = @_;

	$t->start_pool(workers => 1, env => { LASTRO_NOW => $before->{now} });
	my $r = $t->get($before->{path}, key => $before->{key});
	is $r->body =~ s/"held_since":(?:null|"[^"]*"),//gr =~ s/"price_source":(?:null|"quote"),//gr, $before->{body}, $name;	# which 0.2.0 does not have
	# 6 PETR4 at 16.50 and 10 MGLU3 at 5.00; 4 PETR4 were sold for 5.00 more than they cost; 6 times 0.25 and 12.34.
	is_deeply [@{ $r->json }{qw(patrimonio realized_pl income_received)}], ['149.00', '20.00', '13.84'], '  which are those of the ledger';
	$t->stop_pool;
}

is_deeply seeds($new), $before->{seeds}, 'a new database has the rows that one of 0.2.0 had';

# ---- before ----

like told($t, 'restore', '--verify', $kept), qr/\A0 .*íntegras/s, 'a backup of 0.2.0 is restored, and proved';
like told($t, 'db', 'status'), qr/\A1 .*\b$last\b.*\b$newest\b/s, 'the command names both numbers';
like told($t, 'doctor'), qr/\A1 .*versão $last, o programa traz a $newest.*conserto: lastro db migrate$/ms, 'so does the doctor, with the remedy';
figures('a worker answers what 0.2.0 answered');
is_deeply [map { $_->{msg} } grep { $_->{level} eq 'error' } $t->log_lines], ["the schema is version $last, this program's $newest: lastro db migrate"], '  and says what is to be done';

# ---- other records ----

my $schema = schema_of($t);
$t->sql('create table public.kept as select * from schema_migration');
for my $case (
	['one of before' => 'delete from schema_migration where number > 95', 95, qr/migração 95, de antes da versão 0\.2\.0 .*instale a 0\.2\.0/],
	['the first alone' => 'delete from schema_migration where number > 1', 1, qr/migração 1, de antes/],
	['another text of one file' => q{update schema_migration set checksum = md5('x') where number = 67}, $last, qr/não são as da versão 0\.2\.0/],
	['a file less' => 'delete from schema_migration where number = 45', $last, qr/não são as da versão 0\.2\.0/],
	['a file more' => q{insert into schema_migration values (104, '0104_other', 'x', '2026-01-01')}, 104, qr/não são as da versão 0\.2\.0/],
	['a file of this program, too' => qq{insert into schema_migration values ($newest, 'x', 'x', '2026-01-01')}, $last, qr/não são as da versão 0\.2\.0/],
) {
	my ($name, $change, $number, $says) = @$case;

	$t->sql($change);
	my $record = record($t);
	like told($t, 'db', 'migrate'), qr/\A1 .*$says.*Nada foi mudado/s, "$name is refused";
	is record($t), $record, '  and still recorded as it was';
	like told($t, 'db', 'status'), qr/\A1 .*\b$number\b/s, '  under its number';
	like told($t, 'doctor'), qr/conserto: lastro db migrate da versão 0\.2\.0, depois o desta$/m, '  which the doctor sends to 0.2.0';
	$t->sql('delete from schema_migration; insert into schema_migration select * from public.kept');
}
$t->sql('drop table public.kept');
is schema_of($t), $schema, 'nothing of the schema was changed';

# ---- taken over ----

# Meanwhile any change other than of functions, and by files after 0317, is refused; a table of an earlier file is there
# already, so that making it would fail.
$t->sql(q{create function public.refuse() returns event_trigger language plpgsql as $$
	begin
		if tg_tag not in ('ALTER TABLE', 'CREATE TABLE', 'CREATE VIEW', 'CREATE POLICY', 'CREATE INDEX', 'CREATE FUNCTION', 'DROP FUNCTION', 'GRANT', 'REVOKE') then
			raise exception '% is run', tg_tag;
		end if;
	end $$;
	create event trigger refuse on ddl_command_start execute function public.refuse()});
my $done = $t->lastro_json('db', 'migrate');
$t->sql('drop event trigger refuse; drop function public.refuse()');
is_deeply [@$done{qw(taken_over applied schema)}], [JSON::PP::true(), $later, $newest], 'it is taken over, and only later files are run';
is record($t), record($new), 'and recorded as a new one is';
is schema_of($t), schema_of($new), 'whose schema it has';
like told($t, 'db', 'status'), qr/\A0 /, 'the command finds it current';
like told($t, 'doctor'), qr/ok\s+esquema: versão $newest, o programa traz a $newest$/m, 'so does the doctor';
like told($t, 'db', 'check'), qr/\A0 /, 'and every statement of the program prepares';
like told($t, 'db', 'migrate'), qr/\A0 nada a aplicar/, 'again there is nothing to do';
figures('a worker answers what 0.2.0 answered');
is_deeply [grep { $_->{level} eq 'error' } $t->log_lines], [], '  and has nothing to say';

# ---- backed up and restored again ----

my $other = Lastro::Test->new(template => 0);
like told($t, 'backup', "$kept.2"), qr/\A0 /, 'it is backed up';
like told($other, 'restore', '--verify', "$kept.2"), qr/\A0 .*íntegras/s, 'restored, and proved';
is schema_of($other), schema_of($new), '  with the schema of a new one';

done_testing;

# SPDX-License-Identifier: Apache-2.0
package Lastro::Schema;

# A database's schema and the rows that its migrations put in, to compare two databases.

use strict;
use warnings;
use Exporter 'import';
use Lastro::Test qw(run_command);

our @EXPORT_OK = qw(schema_of seeds);

# schema_of() - as pg_dump writes it, less what differs from one run to the next.
sub schema_of {
	my ($t) = @_;
	my $r = run_command({}, 'pg_dump', '--schema-only', '--dbname', $t->conninfo_owner);

	die $r->{err} if $r->{status};
	return $r->{out} =~ s/^\\(?:un)?restrict .*\n//gmr;
}

# seeds() - a digest of each table that has rows, by its name; without what tells of the migrations themselves.
sub seeds {
	my ($t) = @_;
	my @tables = split /\n/, $t->sql(q{select relname from pg_class where relnamespace = 'lastro'::regnamespace and relkind = 'r'
		and relname not in ('schema_migration', 'schema_function') order by 1});

	# Measures that came after 0.2.0 are rows of later migrations.
	my %those = (object_measure => 'where no <= 40');

	return { map { split /\t/ } grep { /\t./ } split /\n/, $t->sql(join ' union all ', map {
		qq(select '$_', md5(string_agg(r::text, E'\\n' order by r::text collate "C")) from "$_" r @{[$those{$_} // '']}) } @tables) };
}

1;

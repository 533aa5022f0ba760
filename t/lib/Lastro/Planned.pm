# SPDX-License-Identifier: Apache-2.0
package Lastro::Planned;

# Plans every statement of the program, in a database whose tenant tables are distributed: with values in all arguments, and with
# each of them null.

use strict;
use warnings;
use Exporter 'import';
use Lastro::Test;

our @EXPORT_OK = qw(unplanned);

my %values = (
	uuid => q('11111111-1111-4111-8111-111111111111'), text => q('{}'), bigint => '1', integer => '1', smallint => '1', boolean => 'true',
	numeric => '1', date => q('2026-01-02'), 'timestamp with time zone' => q('2026-01-02Z'), bytea => q('\x00'), jsonb => q('{}'), json => q('{}'),
	'double precision' => '1', '"char"' => q('x'), name => q('x'), interval => q('1 day'), oid => '1', tsquery => q('x'),
);

sub value {
	my ($type) = @_;

	return "'{}'::$type" if $type =~ /\[\]$/;
	return ($values{$type} // die "no value of the type $type\n") . "::$type";
}

# The roles of the program, the one with the fewest rights first: a statement is planned in the first that may run it, and one
# of the commands in the owner's too, which row security does not restrict.
my @roles = qw(lastro_worker lastro_loader lastro);

my $of_commands = qr/^(?:admin|audit|backup|deliver|desk\.all|doctor|mail|move|notices)\b/;

# Their first argument is never null, and a null one stops the engine: audit_append() is delegated by it.
my %delegated = map { $_ => 1 } qw(credential_trail.append protocol.audit);

# unplanned() - "name: message" of each statement that is refused.
sub unplanned {
	my ($t) = @_;
	my (%session, @found);
	my $run = sub {
		my ($role, $sql, $then) = @_;

		# A crash of the engine ends all sessions, and it recovers for a moment.
		delete $session{$role} unless $session{$role} && $session{$role}->usable;
		my $as = $session{$role} //= Lastro::Test::wait_for { eval { $t->{cluster}->session($t->{database}, $role) } };
		return $as->run("set search_path = lastro, pg_temp; set plan_cache_mode = auto; prepare s as $sql; $then");
	};

	for my $statement (@{ $t->lastro_json('db', 'check', '--list')->{data} }) {
		my ($name, $sql) = @$statement{qw(name sql)};
		next unless $sql =~ /^\s*(?:select|with|insert|update|delete)\b/;
		my $types = $run->('lastro', $sql, q(select coalesce(array_to_string(parameter_types::text[], ';'), '') from pg_prepared_statements where name = 's'));
		push @found, "$name: $types->{error}" and next if $types->{error};
		my @types = map { s/^"(.*)"$/$1/r } split /;/, $types->{rows}[-1] // '';
		my %said;
		for my $null (-1 .. $#types) {
			next if $null == 0 && $delegated{$name};
			my $list = join ', ', map { $_ == $null ? "null::$types[$_]" : value($types[$_]) } 0 .. $#types;
			my $error;
			for my $role ($name =~ $of_commands ? 'lastro' : @roles) {
				$error = $run->($role, $sql, 'explain execute s' . (@types ? "($list)" : ''))->{error};
				last unless ($error // '') =~ /permission denied/;
			}
			# No workspace at all: refused by PostgreSQL too, when it is executed.
			next if !defined $error || $null == 0 && $error =~ /NULL in the partition column/;
			push @found, "$name" . ($null < 0 ? '' : ' with $' . ($null + 1) . ' null') . ": $error" unless $said{$error}++;
		}
	}
	return @found;
}

1;

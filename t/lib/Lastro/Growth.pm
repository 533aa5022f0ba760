# SPDX-License-Identifier: Apache-2.0
package Lastro::Growth;

# Checks the rules for tables, functions and statements that allow tenant tables to be distributed by workspace over
# several machines.  Each checker returns one line per breach.

use strict;
use warnings;
use Exporter 'import';
our @EXPORT_OK = qw(catalog_breaches migration_breaches names_of statement_breaches);

# Small market tables that would be replicated to every machine.
my %reference = map { $_ => 1 } qw(debenture);

# Reads all machines: a digest of every portfolio.
my %over_all = ('backup.state' => 1);

# The operator's statements over the workspaces of a part of a job (src/admin/jobs.h), with what each is for.
my %of_part = (
	'notices.keys' => 'the keys that end soon, of everybody',
	'notices.imports' => 'the imports that failed, of everybody',
	'notices.holders' => 'who holds what may be told of',
	'notices.subscribers' => 'who is to be told of what, of everybody',
	'notices.armed' => 'the prices that everybody waits for',
	'notices.aged' => 'what is older than its keep, of everybody',
	'desk.all' => 'the desks whose rules are judged each night',
	'admin.audit_chains' => 'every chain is verified',
	'admin.count_portfolios' => 'which portfolios are computed each night',
	'admin.portfolios' => 'which portfolios are computed each night',
	'admin.joint_prefixes' => 'which consolidations are computed each night',
	'doctor.symbols' => 'what the ledgers hold',
	'doctor.held' => 'what series the ledgers need',
	'doctor.rates_used' => 'what rates the ledgers need',
);

# ---- the catalog ----

# The rules themselves are growth_breaches(), which `lastro db distribute` asks too.
sub catalog_breaches {
	my ($t) = @_;

	return split /\n/, $t->sql("select rule || ': ' || what from growth_breaches()");
}

# ---- the statements ----

# names_of() - the names in the schema that the checkers of statements and migrations need.
sub names_of {
	my ($t) = @_;
	my $tables = sub {
		return join '|', split /\n/, $t->sql("select c.relname from pg_class c where c.relnamespace = 'lastro'::regnamespace
			and c.relkind in ('r', 'p') and $_[0] order by length(c.relname) desc");
	};
	my $readable = "has_table_privilege('lastro_worker', c.oid, 'select')";

	return {
		tenant => $tables->('c.relrowsecurity'),
		market => $tables->("not c.relrowsecurity and $readable"),
		directory => $tables->("not c.relrowsecurity and not $readable"),
		function => join('|', split /\n/, $t->sql("select distinct proname from pg_proc where pronamespace = 'lastro'::regnamespace")),
	};
}

# used() - the tables of a set that a statement names: [table, alias] for each occurrence.
sub used {
	my ($sql, $set) = @_;
	my @used;

	while ($sql =~ /\b(?:from|join|update|into|using)\s+(?:lastro\.)?($set)\b(?!\()|,\s*(?:lastro\.)?($set)\b(?=\s+[a-z]\w*(?:,|\s+(?:where|join|left|cross)))/g) {
		my $table = $1 // $2;
		my ($alias) = substr($sql, pos $sql) =~ /\A\s+(?:as\s+)?([a-z]\w*)/;

		undef $alias if ($alias // '') =~ /^(?:on|where|set|join|left|right|full|inner|cross|order|group|for|using|values|limit|union|select|offset)$/;
		push @used, [$table, $alias // $table];
	}
	return @used;
}

# parted() - the number of conditions that restrict a table under this alias to the workspaces of a part.
sub parted {
	my ($sql, $table, $alias) = @_;
	my $column = $alias eq $table ? "(?:(?:lastro\\.)?\Q$table\E\\.)?workspace_id" : "\Q$alias\E\\.workspace_id";

	return scalar(() = $sql =~ /\(\$(\d+)::uuid\[\] is null or $column = any\(\$\1::uuid\[\]\)\)/g);
}

# bound() - the number of conditions that bind a table under this alias to the workspace in $1.
sub bound {
	my ($sql, $table, $alias) = @_;
	my @places = $alias eq $table ? $sql =~ /(?<![\w.])(?:(?:lastro\.)?\Q$table\E\.)?workspace_id = \$1(?!\d)/g
		: $sql =~ /\b\Q$alias\E\.workspace_id = \$1(?!\d)/g;

	return scalar @places;
}

# inserted() - the breach in the workspace of the rows that a statement inserts, if any.
sub inserted {
	my ($sql, $tenant) = @_;
	my ($into, $columns, $rest) = $sql =~ /\binsert into (?:lastro\.)?($tenant)\b[^(]*\(([^)]*)\)\s*(.*)/s or return;

	return 'inserts without workspace_id as the first column' unless $columns =~ /^\s*workspace_id\b/;
	return if $rest =~ /^values\s*\(\s*\$1\s*,/;
	return if $rest =~ /^select [a-z]\w*\.workspace_id\b/;
	return 'inserts a workspace that is neither $1 of one row nor a parent\'s';
}

sub statement_breaches {
	my ($name, $text, $names) = @_;
	my ($tenant, $market, $directory, $function) = @$names{qw(tenant market directory function)};
	my $sql = $text =~ s/'(?:[^']|'')*'/''/gr =~ s/\s+/ /gr;
	my @tables = used($sql, $tenant) or return $text =~ /set_config\(\s*'lastro\.workspace/ ? "$name: sets the workspace by set_config()" : ();
	my $writes = $sql =~ /^\s*(?:with .*)?\b(?:insert into|update|delete from)\b/;
	my $locks = $sql =~ /\bfor (?:no key |key )?(?:update|share)\b/;
	my (@found, %places);

	$places{"@$_"}++ for grep { my $t = $_; $sql !~ /\binsert into (?:lastro\.)?$t->[0]\b(?:\s+as)?(?:\s+$t->[1])?\s*\(/ } @tables;
	for my $place (sort keys %places) {
		my ($table, $alias) = split / /, $place;

		last if $over_all{$name} && !$writes && !$locks;
		if ($of_part{$name} && !$writes && !$locks) {
			push @found, "$table is not restricted to a part wherever it stands" if parted($sql, $table, $alias) < $places{$place};
			next;
		}
		push @found, "$table is not held to \$1 wherever it stands" if bound($sql, $table, $alias) < $places{$place};
	}
	push @found, inserted($sql, $tenant);
	push @found, 'a CTE writes' if $sql =~ /\bas (?:not )?(?:materialized )?\( ?(?:insert|update|delete)\b/;
	push @found, 'a recursive CTE' if $sql =~ /\bwith recursive\b/;
	push @found, "$1() is called beside a tenant table" if ($writes || $locks) && $sql =~ /\b(?<!into )(?:lastro\.)?($function)\(/;
	push @found, map { "joins the market's $_->[0]" } grep { !$reference{ $_->[0] } } used($sql, $market);
	push @found, map { "writes or locks beside $_->[0], which is no tenant's" } used($sql, $directory) if $writes || $locks;
	push @found, "$1 of a column in an update" if $sql =~ /\bupdate\b/ && $sql =~ /(\bto_char\b|\* interval\b)/;
	push @found, outer_joined($sql, $tenant) if $name =~ /^(?:admin|backup|credit_lines|deliver|desk|doctor|mail|notices)\./;
	return map { "$name: $_" } @found;
}

# outer_joined() - the tenant tables that an operator's statement outer-joins to a table of another kind.
sub outer_joined {
	my ($sql, $tenant) = @_;
	my ($first) = $sql =~ /\bfrom (?:lastro\.)?(\w+)/ or return;
	my %joined = map { $_ => 1 } $sql =~ /\b(?:left|right|full) (?:outer )?join (?:lastro\.)?(\w+)/g;

	return map { "outer-joins $_ and another kind" } grep { /^(?:$tenant)$/ && $first !~ /^(?:$tenant)$/ } sort keys %joined;
}

# migration_breaches() - the breaches of one migration: an unnamed constraint of a tenant table, or one together with another action.
sub migration_breaches {
	my ($name, $text, $names) = @_;
	my @found;

	$text =~ s/--[^\n]*|\$(\w*)\$.*?\$\1\$//gs;
	for my $command (split /;/, $text) {
		my ($table, $rest) = $command =~ /^\s*alter table (?:only |if exists )?(?:lastro\.)?($names->{tenant})\b(.*)/s or next;

		1 while $rest =~ s/\([^()]*\)//g;
		my @actions = split /,/, $rest;
		push @found, "$name: an unnamed constraint of $table"
			if grep { /\badd (?:check|unique|foreign key|primary key|exclude)\b/ || (!/\badd constraint\b/ && /\badd\b.*\b(?:check|references|unique|primary key)\b/s) } @actions;
		push @found, "$name: a constraint of $table beside another action" if @actions > 1 && grep { /\b(?:add|drop) constraint\b/ } @actions;
	}
	return @found;
}

1;

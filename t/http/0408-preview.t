#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A preview is the execution, rolled back: for every Action of the catalogue it shows the execution's effect, gives its
# refusals, and changes no row of any table.

use strict;
use warnings;
use utf8;

use JSON::PP ();
use Lastro::Staff;
use Lastro::Operations;
use Lastro::Preview qw(odd_numbers);
use Lastro::Test;
use Test::More;

my $t = Lastro::Test->new;
my $o = Lastro::Staff->new($t, 'Escritório');
$t->start_pool(env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

my $json = JSON::PP->new->canonical->utf8;
my @tables = split /\n/, $t->sql(q(select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
	where n.nspname = 'lastro' and c.relkind = 'r' order by 1));
my $dump = join ' union all ', map { qq(select '$_' as name, md5(x::text) as place, to_jsonb(x)::text as row from "$_" x) } @tables;

# rows() - all tables: table => {row as JSON => count}.
sub rows {
	my %rows;

	for my $line (split /\n/, $t->sql("select name, row from ($dump) d order by 1, 2")) {
		my ($table, $row) = split /\t/, $line, 2;
		$rows{$table}{$row}++;
	}
	return \%rows;
}

# differing() - the tables that differ: table => [removed rows, added rows].
sub differing {
	my ($before, $after) = @_;
	my %out;

	for my $table (@tables) {
		my ($was, $is) = ($before->{$table} // {}, $after->{$table} // {});
		my @gone = grep { ($is->{$_} // 0) < $was->{$_} } sort keys %$was;
		my @new = grep { ($was->{$_} // 0) < $is->{$_} } sort keys %$is;
		$out{$table} = [\@gone, \@new] if @gone || @new;
	}
	return \%out;
}

# moved() - one side of a change, without the list items that both sides have.
sub moved {
	my ($change, $side) = @_;
	my ($here, $there) = @$change{$side, $side eq 'from' ? 'to' : 'from'};
	my %both = map { $_ => 1 } ref $there eq 'ARRAY' ? seen($there) : ();

	return grep { !$both{$_} } seen($here);
}

# seen() - every scalar in a structure.
sub seen {
	my ($value) = @_;

	return map { seen($_) } values %$value if ref $value eq 'HASH';
	return map { seen($_) } @$value if ref $value eq 'ARRAY';
	return defined $value ? "$value" : ();
}

sub problem { my ($r) = @_; my $p = $json->decode($r->body); return [$r->status, $p->{details}{code}, $p->{details}{errors}] }

# The audit stores no personal data; those values are only compared within the preview.
sub same_changes {
	my ($said, $kept, $name) = @_;

	for my $i (0 .. $#$kept) {
		for (qw(from to)) {
			$said->[$i]{$_} = $kept->[$i]{$_} if defined $said->[$i]{$_} && ($kept->[$i]{$_} // '') eq '[omitido]';
		}
	}
	return is_deeply($kept, $said, $name);
}

ok @tables > 30, 'there are tables to look at';
is $t->sql(q(select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_depend d on d.objid = c.oid and d.deptype in ('a', 'i')
	join pg_attribute a on a.attrelid = d.refobjid and a.attname = 'workspace_id' where n.nspname = 'lastro' and c.relkind = 'S')), '0',
	'no table of tenants counts by a sequence, which a rollback would not bring back';

# Previews of these reveal data that the caller may not see, so they are recorded in the trail, refused or not.
my %probes = ('advisor.family.create' => 'name', 'advisor.client.create' => 'tax_id', 'advisor.client.update' => 'tax_id');

# Refusals of the input alone reveal no stored data.
my %by_itself = map { $_ => 1 } qw(min_length format tax_id);

# traced() - whether the only difference is the trail's row of a probing preview, or none.
sub traced {
	my ($id, $input, $outcome, $differing, $name) = @_;

	return is_deeply($differing, {}, $name) || diag(explain $differing) if !$probes{$id} || !exists $input->{ $probes{$id} };
	my %came = map { $_ => scalar @{ $differing->{$_}[1] } } keys %$differing;
	my $row = %came ? $json->decode($differing->{audit}[1][0]) : {};
	return is_deeply([\%came, @$row{qw(action outcome changes subject_id)}, $row->{kind} =~ /\.(\w+)$/],
		[{ audit => 1, audit_head => 1 }, $id, $outcome, undef, undef, 'preview'], "$name, but for the trail");
}

my %action = Lastro::Operations::actions();
for my $spec ($o->catalog('actions')) {
	my ($id, $sample) = ($spec->{id}, $action{ $spec->{id} });

	ok $sample, "$id: there is a sample of it" or next;
	my %sure = (confirmed => $spec->{confirmation}{required});
	my ($input, %how) = $sample->{input}->($o);
	my %key = (headers => { 'Idempotency-Key' => "0408-$id" });
	my $before = rows();
	my $preview = $o->preview($id, $input, %sure, %how, %key);
	my $untouched = differing($before, rows());

	traced($id, $input, 'done', $untouched, "$id: a preview leaves every table row for row");
	if (!$spec->{preview}) {
		is_deeply problem($preview)->[2], [{ pointer => '', rule => 'preview_unsupported', expected => 'execute', received => 'preview' }],
			"$id: has none, and says so" or diag $preview->body;
		next;
	}
	is $preview->status, 200, "$id: a preview" or diag $preview->body;
	is_deeply [sort keys %{ $preview->json }], [qw(action changes execute preview target warnings)], "$id: its envelope";
	is_deeply $preview->json->{execute}, ['input', $spec->{confirmation}{required} ? 'confirmed' : ()], "$id: what its execution asks for";
	# The rows of a file, as they were read, are told besides what changes.
	my $said = [grep { $_->{pointer} !~ m{^/rows/} } @{ $json->decode($preview->body)->{changes} }];
	ok @$said, "$id: it says that something changes";

	my $done = $o->action($id, $input, %sure, %how, %key);
	is $done->status, 200, "$id: which takes no Idempotency-Key from the execution" or diag $done->body;
	is_deeply [odd_numbers($preview->body, $done->body)], [], "$id: numbers as the answer writes them";
	my $differing = differing($before, rows());
	my $kept = $json->decode($t->sql("select changes from audit where id = '" . $done->json->{audit_event}{id} . "'"));
	is_deeply [map { $_->{pointer} } @$said], [map { $_->{pointer} } @$kept], "$id: with the previewed changes";

	# Values that the preview adds or removes are in the added or removed rows.
	my %side = (from => 0, to => 1);
	for my $side (sort keys %side) {
		my %there = map { $_ => 1 } @{ $sample->{words} // [] }, map { seen($json->decode($_)) } map { @{ $differing->{$_}[$side{$side}] } } grep { !/^(audit|idempotency)/ } keys %$differing;
		is join(', ', grep { !$there{$_} && !($sample->{counts} && /^\d+$/) } map { moved($_, $side) } @$said), '', "$id: what it says of $side is in the tables"
			or diag join ' ', sort keys %$differing;
	}
	same_changes($said, $kept, "$id: and no more");
	is_deeply [grep { !/^(audit|audit_head|application_write|idempotency)$/ } sort keys %$differing], [sort @{ $sample->{touches} }], "$id: and touches no other table"
		or diag join ' ', sort keys %$differing;

	for my $case (@{ $sample->{refuses} // [] }) {
		my ($name, undef, undef, $make, $after) = @$case;
		my ($bad, %as) = $make->($o);
		my $before = rows();
		my $would = $o->preview($id, $bad, %sure, %as);
		my $alone = !grep { !$by_itself{ $_->{rule} } } @{ problem($would)->[2] // [{ rule => '' }] };
		traced($id, $alone ? {} : $bad, problem($would)->[1], differing($before, rows()), "$id: $name: refused, and nothing is written");
		is_deeply problem($would), problem($o->action($id, $bad, %sure, %as)), "$id: $name: as the execution";
		$after->($o) if $after;
	}
}

# ---- constraints checked at the end of the transaction ----

$t->sql(q{alter table family drop constraint family_name_unique;
	create function late() returns trigger language plpgsql as $$ begin
		if exists (select from lastro.family f where f.workspace_id = new.workspace_id and f.name_key = new.name_key and f.id <> new.id) then
			raise unique_violation using message = 'late', constraint = 'family_name_unique';
		end if;
		return null; end $$;
	create constraint trigger late after insert on family deferrable initially deferred for each row execute function late()});
$o->done('advisor.family.create', { name => 'Tomada' });
my $before = rows();
my $would = problem($o->preview('advisor.family.create', { name => 'TOMADA' }));
traced('advisor.family.create', { name => 'TOMADA' }, 'invalid_input', differing($before, rows()), 'a constraint that waits for the end: nothing is written');
is_deeply [$would->[0], $would->[1], $would->[2][0]{rule}], [409, 'invalid_input', 'name_taken'], 'and the preview refuses violations';
is_deeply problem($o->action('advisor.family.create', { name => 'TOMADA' })), $would, 'as the execution';

done_testing;

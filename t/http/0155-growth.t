#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The schema and its statements stay distributable by workspace over several machines, as far as the catalog and the
# texts can show.  Each rule is also broken on purpose.

use strict;
use warnings;

use File::Find;
use FindBin;
use Lastro::Growth qw(catalog_breaches migration_breaches names_of statement_breaches);
use Lastro::Test qw(slurp);
use Test::More;

my $t = Lastro::Test->new;

# ---- the migrated catalog ----

is_deeply [catalog_breaches($t)], [], 'the catalog keeps the rules';

my $definer = 'language plpgsql security definer set search_path = lastro, pg_temp';
for my $case (
	['a table without a key' => 'create table planted (workspace_id uuid, id uuid)', qr/primary key .*planted/],
	['a key that begins with something else' => 'create table planted (workspace_id uuid, id uuid, primary key (id, workspace_id))',
		qr/primary key .*planted/],
	['a unique index that does not begin with it' => 'create unique index planted on asset (id)', qr/unique index .*planted/],
	['a foreign key to the directory' => 'alter table import add constraint planted foreign key (portfolio_id) references portfolio_directory',
		qr/foreign key .*import\.planted/],
	['a foreign key from the directory' => 'alter table portfolio_directory add constraint planted foreign key (workspace_id, portfolio_id) references portfolio',
		qr/foreign key .*portfolio_directory\.planted/],
	['a foreign key that does not begin with it' => 'alter table portfolio add constraint planted foreign key (id, workspace_id) references portfolio (id, workspace_id)',
		qr/foreign key .*portfolio\.planted/, 'create unique index on portfolio (id, workspace_id)'],
	['a trigger' => q{create function planted() returns trigger language plpgsql as 'begin return new; end';
		create trigger planted after insert on ledger for each row execute function planted()}, qr/trigger: ledger\.planted/],
	['a serial column' => 'alter table asset add column planted bigserial', qr/sequence .*asset\.planted/],
	['an identity column' => 'alter table asset add column planted int8 generated always as identity', qr/sequence .*asset\.planted/],
	['a row as an argument' => q{create function planted(a asset) returns int language sql as 'select 1'}, qr/takes no row .*planted/],
	['a definer that reads a tenant table' => "create function planted() returns int $definer as 'begin return (select count(*) from ledger); end'",
		qr/security definer .*planted/],
	['a definer that writes one' => "create function planted() returns void $definer as 'begin update portfolio set name = name; end'",
		qr/security definer .*planted/],
	['a function in SQL that reads one' => q{create function planted(w uuid) returns bigint language sql as
		'select count(*) from asset a where a.workspace_id = w'}, qr/in PL.*planted/],
	['set_config()' => q{create function planted(w text) returns text language sql as $$ select set_config('lastro.workspace', w, true) $$},
		qr/set local.*planted/],
	['set local in another place' => q{create function planted() returns void language plpgsql as $$ begin set local lastro.workspace = 'x'; end $$},
		qr/set local.*planted/],
	['generic plans, forced in this database' => "alter role lastro_worker in database $t->{database} set plan_cache_mode = force_generic_plan",
		qr/not forced .*force_generic_plan/],
) {
	my ($what, $plant, $says, $first) = @$case;
	my $broken = Lastro::Test->new;

	$broken->sql($first) if $first;
	$broken->sql($plant =~ s/\Q$t->{database}\E/$broken->{database}/r);
	$broken->sql("alter table planted enable row level security") if $plant =~ /^create table/;
	ok(scalar(grep { $_ =~ $says } catalog_breaches($broken)), "$what is found") or diag join "\n", catalog_breaches($broken);
}

# ---- the texts of all statements ----

my $names = names_of($t);
my %statements = map { $_->{name} => $_->{sql} } @{ $t->lastro_json('db', 'check', '--list')->{data} };
# A statement outside the register would be tested by no test: all are defined by DB_STMT(), arrays by DB_LISTED().
my $top = $ENV{LASTRO_TOP_SRCDIR} // "$FindBin::Bin/../..";
my (%declared, @unlisted);

sub unlisted {
	my ($text) = @_;

	$text =~ s/(struct db_stmt) (\w+)\[\w*\] = \{.*?\};\s*DB_LISTED\(\2, /DB_LISTED(/gs;
	return $text =~ /\bstruct db_stmt (\w+)(?:\[\w*\])?\s*(?:=|;)/g;
}

find({ no_chdir => 1, wanted => sub {
	return unless /\.c$/;
	my $text = slurp($_) =~ s/\bSTMT_COMMIT\b/"db.commit"/r;	# the one name that two files need

	$declared{$1} = 1 while $text =~ /\bDB_STMT(?:_TEXT)?\(\s*(?:\w+,\s*)?"([^"]+)"/g;
	push @unlisted, unlisted($text);
} }, "$top/src");
cmp_ok scalar(keys %declared), '>', 600, 'the sources declare their statements';
is_deeply [sort keys %statements], [sort keys %declared], 'which are those that are listed';
is_deeply \@unlisted, [], 'and there are no others';
is_deeply [unlisted(qq{static DB_STMT(a, "x.a", "select");\nstatic struct db_stmt b = { "x.b", "select" };\nstatic struct db_stmt c[] = { DB_STMT_TEXT("x.c", "") };\n}
	. qq{static struct db_stmt d[2] = { DB_STMT_TEXT("x.d", "") };\nDB_LISTED(d, d, 2);\n})], ['b', 'c'], 'two that are not listed are seen';
is_deeply [map { statement_breaches($_, $statements{$_}, $names) } sort keys %statements], [], 'they keep the rules';

for my $case (
	['select a.id from asset a join ledger l on l.workspace_id = a.workspace_id where a.workspace_id = $1', 'ledger is not held to $1 wherever it stands'],
	['select a.id from asset a where a.workspace_id = $1 and exists (select from ledger l where l.workspace_id = a.workspace_id)',
		'ledger is not held to $1 wherever it stands'],
	['select (select count(*) from asset a where a.workspace_id = $1), (select count(*) from asset a where a.workspace_id = p.workspace_id) from portfolio p where p.workspace_id = $1',
		'asset is not held to $1 wherever it stands'],
	['select id from portfolio', 'portfolio is not held to $1 wherever it stands'],
	['select count(*) from portfolio where ($1::uuid[] is null or workspace_id = any($2::uuid[]))', 'portfolio is not held to $1 wherever it stands'],
	['select id from portfolio where workspace_id = $12', 'portfolio is not held to $1 wherever it stands'],
	['delete from ledger where id = $2', 'ledger is not held to $1 wherever it stands'],
	['update portfolio_state s set patch = null from portfolio p where p.workspace_id = $1 and s.workspace_id = p.workspace_id',
		'portfolio_state is not held to $1 wherever it stands'],
	['insert into portfolio_member (workspace_id, portfolio_id) select $1, u.id from unnest($2::uuid[]) u (id)',
		'inserts a workspace that is neither $1 of one row nor a parent\'s'],
	['insert into asset (id, workspace_id) values ($2, $1)', 'inserts without workspace_id as the first column'],
	['with gone as (delete from ledger where workspace_id = $1 returning id) select count(*) from gone', 'a CTE writes'],
	['with recursive w (id) as (select $2::uuid union select id from w) select a.id from asset a, w where a.workspace_id = $1 and a.id = w.id',
		'a recursive CTE'],
	['delete from ledger where workspace_id = $1 and import_id = current_account()', 'current_account() is called beside a tenant table'],
	['select id from asset where workspace_id = $1 and id = current_account() for update', 'current_account() is called beside a tenant table'],
	['select a.id from asset a join quote q on q.symbol = a.symbol where a.workspace_id = $1', 'joins the market\'s quote'],
	['update ledger set trade_date = trade_date + n * interval \'1 day\' where workspace_id = $1', '* interval of a column in an update'],
	['delete from office_member m using workspace w where m.workspace_id = $1 and w.id = $1', 'writes or locks beside workspace, which is no tenant\'s'],
) {
	my ($sql, @says) = @$case;

	is_deeply [statement_breaches('planted', $sql, $names)], [map { "planted: $_" } @says], "seen: $sql";
}
is_deeply [statement_breaches('planted', q{select set_config('lastro.workspace', $1, true)}, $names)],
	['planted: sets the workspace by set_config()'], 'seen: the workspace set by set_config()';
for my $sql (
	'select a.id from asset a join ledger l on l.workspace_id = $1 and l.asset_id = a.id where a.workspace_id = $1',
	'select id, (select d.rate from debenture d where d.code = asset.symbol) from asset where workspace_id = $1',
	'insert into asset as a (workspace_id, id) values ($1, $2) on conflict do nothing',
	'insert into asset (workspace_id, id) select p.workspace_id, u.id from portfolio p, unnest($2::uuid[]) u (id) where p.workspace_id = $1',
	q{select current_account() from asset where workspace_id = $1 and name = 'from ledger'},
) {
	is_deeply [statement_breaches('kept', $sql, $names)], [], "kept: $sql";
}

is_deeply [statement_breaches('desk.all', 'select f.id from office f join portfolio p on p.workspace_id = f.workspace_id where ($1::uuid[] is null or f.workspace_id = any($1::uuid[]))', $names)],
	['desk.all: portfolio is not restricted to a part wherever it stands'], 'seen: a job that reads a table of all parts';
is_deeply [statement_breaches('doctor.planted', 'select a.id from account a left join asset s on s.workspace_id = $1', $names)],
	['doctor.planted: outer-joins asset and another kind'], 'seen: an outer join of the operator';

# ---- the texts of all migrations ----

is_deeply [map { migration_breaches(m{([^/]+)$}, slurp($_), $names) } glob "$top/sql/0*.sql"], [], 'the migrations keep the rules';
for my $case (
	['alter table asset add check (id is not null);', 'an unnamed constraint of asset'],
	['alter table lastro.asset add column x int check (x > 0);', 'an unnamed constraint of asset'],
	['alter table asset add column x int, add constraint x_positive check (x > 0);', 'a constraint of asset beside another action'],
) {
	is_deeply [migration_breaches('planted', $case->[0], $names)], ["planted: $case->[1]"], "seen: $case->[0]";
}
# They are sent one by one: the query that creates a table is that statement alone.
my $empty = Lastro::Test->new(template => 0);
$empty->sql(q{create table public.sent (number int8 generated always as identity, command text);
	create function public.keep() returns event_trigger language plpgsql as $$
	begin
		if tg_tag = 'CREATE TABLE' then insert into public.sent (command) values (current_query()); end if;
	end $$;
	create event trigger keep on ddl_command_start execute function public.keep()});
$empty->lastro_ok('db', 'migrate');
my @sent = split /\n/, $empty->sql(q{select replace(command, E'\n', ' ') from public.sent order by number});
cmp_ok scalar(@sent), '>', 100, 'tables are made';
is_deeply [grep { my @made = /\bcreate (?:table|index|policy|function)\b/g; @made != 1 } @sent], [], 'each by a statement that is sent alone';

is_deeply [migration_breaches('kept', 'alter table asset add constraint x check (id in (1, 2)); alter table quote add check (close > 0);', $names)], [],
	'kept: one with a name, and one that is no tenant\'s';

# ---- a conflict on a shard ----

$t->lastro_ok('account', 'create', '--email', 'ana@example.com', '--name', 'Ana', '--plan', 'personal');
my $key = $t->lastro_json('key', 'create', '--account', 'ana@example.com', '--name', 'k')->{key};

$t->start_pool(workers => 1);
$t->sql(q{create function refuse() returns trigger language plpgsql as $$
	begin
		raise exception using errcode = 'unique_violation', message = tg_argv[0], constraint = tg_argv[1];
	end $$});
for my $case (
	['portfolio_name_unique_102008', 'x', 409, 'its name with a shard\'s number'],
	['', 'duplicate key value violates unique constraint "portfolio_name_unique_102008"', 409, 'named in the message alone'],
	['', 'duplicate key value violates unique constraint "portfolio_name_unique"', 409, 'without a number'],
	['portfolio_name_unique_x', 'x', 500, 'another constraint'],
	['portfolio_name_unique_', 'x', 500, 'a name that only begins so'],
	['', 'duplicate key value violates unique constraint "portfolio_name_uniqu"', 500, 'a shorter name in the message'],
	['', 'portfolio_name_unique_102008', 500, 'a name that is not quoted'],
) {
	my ($constraint, $message, $status, $what) = @$case;

	$t->sql("create trigger refuse before insert on portfolio for each row execute function refuse('$message', '$constraint')");
	is $t->post('/v1/portfolios', { name => 'Ações' }, key => $key)->status, $status, "a violated constraint: $what";
	$t->sql('drop trigger refuse on portfolio');
}

# ---- the worker's options ----

# Those of LASTRO_DATABASE are added to its own, and take precedence.
$t->sql(q{create table public.told (settings text);
	create function tell() returns trigger language plpgsql security definer as $$
	begin
		insert into public.told select string_agg(current_setting(s), ' ') from unnest(array['plan_cache_mode', 'lock_timeout']) s;
		return new;
	end $$;
	create trigger tell before insert on portfolio for each row execute function tell()});
for my $case (
	['force_generic_plan 20ms'],
	['auto 20ms', '-c plan_cache_mode=auto'],
	['force_generic_plan 7s', '-c lock_timeout=7s'],
) {
	my ($settings, @options) = @$case;

	$t->stop_pool;
	$t->start_pool(workers => 1, env => { LASTRO_DATABASE => $t->conninfo_worker(@options) });
	$t->sql('delete from public.told');
	is $t->post('/v1/portfolios', { name => "Ações $settings" }, key => $key)->status, 201, 'a worker writes';
	is $t->sql('select settings from public.told'), $settings, "with the settings $settings";
}

done_testing;

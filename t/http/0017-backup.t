#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# lastro backup and lastro restore: the whole database is restored, and every difference is found: a missing row, a cut
# chain of the trail, changed derived state, an incomplete directory.

use strict;
use warnings;

use JSON::PP ();
use Lastro::Tenants qw(account);
use Lastro::Test qw(slurp spew);
use Test::More;

my $t = Lastro::Test->new;
my $me = account($t);
my $key = $me->{user_key};
my $to = $t->dir . '/kept';
my $json = JSON::PP->new->canonical;

$t->start_pool(env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });
my $id = $t->post('/v1/portfolios', { name => 'Minha' }, key => $key)->json->{id};
$t->post("/v1/portfolios/$id/transactions", { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => '10', price => '30' }, key => $key);
is $t->post('/v1/keys', { kind => 'platform', name => 'uma' }, key => $key)->status, 201, 'a key, which is in the trail';
my $detail = $t->get("/v1/portfolios/$id", key => $key)->body;
$t->stop_pool;

sub lastro { return scalar $t->lastro(@_) }
sub status_of { return $_[0]{status} }
sub text_of { return "$_[0]{out}$_[0]{err}" }

# ---- backup ----

my $r = lastro('backup', $to);
is status_of($r), 0, 'the database is unchanged' or diag text_of($r);
my $manifest = $json->decode(slurp("$to/manifest.json"));
is $manifest->{rows}{ledger}, 1, 'the manifest counts the rows';
ok scalar(keys %{ $manifest->{heads} }), 'and has the heads of the trail';
is sprintf('%04o', (stat "$to/lastro.dump")[2] & 07777 & ~0600), '0000', 'only its owner can read it';
is status_of(lastro('backup', $to)), 1, 'a directory that is there is not written into';
is status_of(lastro('restore', $to)), 1, 'a database with a schema is not restored into';
is $t->sql('select count(*) from portfolio'), 1, 'and is unchanged';

# ---- restore ----

sub lose { $t->sql('drop schema lastro cascade') }

lose();
$r = lastro('restore', '--verify', $to);
is status_of($r), 0, 'restored and verified' or diag text_of($r);
$t->start_pool(env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });
is $t->get("/v1/portfolios/$id", key => $key)->body, $detail, 'the service answers as before';
is $t->post("/v1/portfolios/$id/transactions", { symbol => 'PETR4', asset_type => 'stock', kind => 'sell', trade_date => '2026-01-06', quantity => '1', price => '31' }, key => $key)->status,
	201, 'and writes';
$t->stop_pool;

# ---- differences ----

sub tampered {
	my ($name, $change, $part) = @_;
	my %m = %{ $json->decode(slurp("$to/manifest.json")) };
	my $was = $json->encode(\%m);

	lose();
	$change->(\%m);
	spew("$to/manifest.json", $json->encode(\%m));
	my $r = lastro('restore', $to);
	is status_of($r), 1, "$name is found";
	like text_of($r), qr/^$part\b/m, '… and named';
	spew("$to/manifest.json", $was);
}
tampered('a row that is missing', sub { $_[0]{rows} = { %{ $_[0]{rows} }, ledger => 2 } }, 'rows');
tampered('another head of a chain', sub { my ($ws) = sort keys %{ $_[0]{heads} }; $_[0]{heads} = { %{ $_[0]{heads} }, $ws => '9 00' } }, 'heads');
tampered("another digest of a portfolio's ledger", sub { $_[0]{portfolios} = { %{ $_[0]{portfolios} }, $id => 'x' } }, "portfolios $id");
tampered('a portfolio more', sub { $_[0]{portfolios} = { %{ $_[0]{portfolios} }, '01900000-0000-7000-8000-0000000000ff' => 'x' } }, 'portfolios 01900000-0000-7000-8000-0000000000ff');
tampered('another version of a ledger', sub { $_[0]{ledgers} = 'x' }, 'ledgers');

# A server with other formats of dates, times and bytes gives the same digests.
lose();
$t->sql("alter database \"@{[$t->sql('select current_database()')]}\" set timezone = 'America/Sao_Paulo'");
$t->sql("alter database \"@{[$t->sql('select current_database()')]}\" set datestyle = 'SQL, DMY'");
$t->sql("alter database \"@{[$t->sql('select current_database()')]}\" set bytea_output = 'escape'");
$r = lastro('restore', $to);
is status_of($r), 0, 'a server with other settings restores the same' or diag text_of($r);

# Each portfolio is verified by its digest, whether its figures are cached or not.
{
	my %m = %{ $json->decode(slurp("$to/manifest.json")) };
	lose();
	is status_of(lastro('restore', $to)), 0, 'whole again';
	$t->sql('delete from portfolio_state');
	$t->sql("update ledger set note = 'outra' where id = (select min(id::text)::uuid from ledger)");
	is status_of(lastro('backup', "$to.4")), 0, 'backed up with a changed note, and without figures';
	my %other = %{ $json->decode(slurp("$to.4/manifest.json")) };
	isnt $other{portfolios}{$id}, $m{portfolios}{$id}, 'the digest of its portfolio is another';
	spew("$to.4/manifest.json", $json->encode({ %other, portfolios => $m{portfolios} }));
	lose();
	$r = lastro('restore', '--verify', "$to.4");
	is status_of($r), 1, 'a dump with another row than its manifest is found';
	like text_of($r), qr/portfolios $id/, '… with its workspace';
	delete $other{portfolios};
	spew("$to.4/manifest.json", $json->encode(\%other));
	lose();
	is status_of(lastro('restore', "$to.4")), 0, 'an older manifest without them is compared by its members';
}

# A change made before the backup matches its manifest, so only --verify finds it.
lose();
is status_of(lastro('restore', $to)), 0, 'whole again';
$t->sql("update portfolio_state set head = set_byte(head, 20, 255 - get_byte(head, 20))");
is status_of(lastro('backup', "$to.2")), 0, 'backed up with a changed state';
lose();
is status_of(lastro('restore', '--verify', "$to.2")), 1, 'a state that differs from the ledger\'s is found';
lose();
is status_of(lastro('restore', $to)), 0, 'whole again';
$t->sql('alter table audit disable trigger user; delete from audit where seq = 1; alter table audit enable trigger user');
is status_of(lastro('backup', "$to.3")), 0, 'backed up with a truncated trail';
lose();
$r = lastro('restore', '--verify', "$to.3");
is status_of($r), 1, 'which is found';
unlink "$to/manifest.json" or die "$to: $!";
is status_of(lastro('restore', $to)), 1, 'a directory that is not whole is refused';

done_testing;

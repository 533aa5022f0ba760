# SPDX-License-Identifier: Apache-2.0
package Lastro::Tenants;

# Creates accounts, organizations and keys directly in the database, for tests that do not test the commands for
# them.
#
#	my $ana = account($t, plan => 'free');		# {id, workspace, user_key, platform_key}
#	my $office = organization($t, $ana, $bia);	# {id, workspace}
#	my $key = key($t, $ana, kind => 'user', scopes => ['account:read']);

use strict;
use warnings;

use Compress::Zlib ();
use Digest::SHA qw(sha256_hex);
use Exporter qw(import);

our @EXPORT_OK = qw(account organization key);

my @base62 = (0 .. 9, 'A' .. 'Z', 'a' .. 'z');
my %scope = ('account:read' => 1, 'account:write' => 2, 'market:read' => 4);
my $ids = 0;

sub new_id { sprintf '01900000-0000-7000-8000-%012x', ++$ids }

sub secret {
	my ($kind) = @_;
	my $text = "lst_${kind}_0" . join '', map { $base62[rand 62] } 1 .. 42;	# below 2^256
	my $crc = Compress::Zlib::crc32($text);
	my $check = '';

	for (1 .. 6) {
		$check = $base62[$crc % 62] . $check;
		$crc = int($crc / 62);
	}
	return $text . $check;
}

# key() - creates a key; options: kind (user), scopes (all of the wallet and the market).
sub key {
	my ($t, $account, %o) = @_;
	my $kind = $o{kind} // 'user';
	my $secret = secret($kind);
	my ($id, $hash, $scopes) = (new_id(), sha256_hex($secret), 0);

	$scopes |= $scope{$_} for @{ $o{scopes} // [keys %scope] };
	$t->sql("insert into api_key (id, account_id, kind, name, hash, prefix, scopes, created_at)
		values ('$id', '$account->{id}', '$kind', 'teste', '\\x$hash', 'lst_$kind', $scopes, '2026-01-01')");
	return $secret;
}

# account() - creates an account with its personal workspace and two keys; option: plan (professional).
sub account {
	my ($t, %o) = @_;
	my $account = { id => new_id(), workspace => new_id() };
	my $plan = $o{plan} // 'professional';

	$t->sql("insert into account (id, email, name, plan_code, created_at)
			values ('$account->{id}', 'conta$ids\@example.com', 'Conta $ids', '$plan', '2026-01-01');
		insert into workspace (id, account_id) values ('$account->{workspace}', '$account->{id}')");
	$account->{user_key} = key($t, $account);
	$account->{platform_key} = key($t, $account, kind => 'platform');
	return $account;
}

# organization() - creates an organization with these accounts as members.
sub organization {
	my ($t, @members) = @_;
	my $office = { id => new_id(), workspace => new_id() };

	$t->sql("insert into organization (id, name, created_at) values ('$office->{id}', 'Escritório', '2026-01-01');
		insert into workspace (id, organization_id) values ('$office->{workspace}', '$office->{id}')");
	$t->sql("insert into organization_member (organization_id, account_id, created_at)
		values ('$office->{id}', '$_->{id}', '2026-01-01')") for @members;
	return $office;
}

1;

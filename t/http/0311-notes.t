#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Brokerage notes in PDF (doc/market-rules.md): each sample gives the rows that its expectation says, by the names in the
# quotes of its day. Skipped without the samples.

use strict;
use warnings;
use utf8;
use JSON::PP ();
use Test::More;
use Lastro::Tenants qw(account);
use Lastro::Test qw(shared_dir slurp);

my $t = Lastro::Test->new;
my $folder = (shared_dir() // '') . '/data/imports';
my $quotes = (shared_dir() // '') . '/data/b3_cotahist/COTAHIST_D08112024.ZIP';
plan skip_all => 'no samples of notes' if !-e "$folder/expected.json" || !-e $quotes;

my $key = account($t)->{user_key};
my $expected = JSON::PP->new->decode(slurp("$folder/expected.json"));
my @notes = sort grep { /\.pdf$/ } keys %$expected;
my $made = 0;

$t->lastro_ok('load', 'cotahist', $quotes);
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub portfolio { return $t->post('/v1/portfolios', { name => 'Carteira ' . ++$made }, key => $key)->json->{id} }

# A form with the file and, where one is given, its password.
sub upload {
	my ($id, $file, $password, $query) = @_;
	my $boundary = 'lastro-boundary';
	my @parts = map { "--$boundary\r\nContent-Disposition: form-data; name=\"$_->[0]\"$_->[1]\r\n\r\n$_->[2]\r\n" }
		(defined $password ? ['password', '', $password] : ()), ['file', "; filename=\"$file\"", slurp("$folder/$file")];

	return $t->request('POST', "/v1/portfolios/$id/imports" . ($query // ''), body => join('', @parts) . "--$boundary--\r\n",
		type => "multipart/form-data; boundary=$boundary", key => $key);
}

sub shown {
	my ($row) = @_;

	return join ' ', @$row{qw(trade_date symbol kind)}, map({ $_ + 0 } @$row{qw(quantity price fees)}), @$row{qw(currency asset_type)};
}

sub wanted { my ($row) = @_; return shown({ %$row, trade_date => $row->{date}, asset_type => $row->{type} }) }

cmp_ok scalar @notes, '>=', 7, 'the samples are there';
for my $file (@notes) {
	my ($password) = $file =~ /senha-(\d+)/;
	my $id = portfolio();
	my $r = upload($id, $file, $password, '?dry_run=true');

	is $r->status, 200, "$file: it is read" or diag($r->body), next;
	is_deeply [map { shown($_) } grep { $_->{status} eq 'imported' } @{ $r->json->{rows} }], [map { wanted($_) } @{ $expected->{$file} }], "$file: as it says" or diag explain $r->json;
	is scalar(grep { $_->{status} ne 'imported' } @{ $r->json->{rows} }), 0, "$file: nothing else";
	is $r->json->{difference}, undef, "$file: its sums close";
	is upload($id, $file, $password)->json->{imported}, scalar @{ $expected->{$file} }, "$file: it comes in";
	is_deeply [@{ upload($id, $file, $password)->json }{qw(imported duplicates_skipped)}], [0, scalar @{ $expected->{$file} }], "$file: again it adds nothing";
}

# ---- the password ----

my $locked = 'nota-sinacor-senha-12345.pdf';
for my $case ([undef, qr/^O PDF pede uma senha: /], ['54321', qr/^A senha não abre este PDF: /], ['5' x 200, qr/^A senha não abre/]) {
	my $r = upload(portfolio(), $locked, $case->[0]);

	is $r->status, 400, 'refused';
	is $r->code, 'import_unreadable', 'as unreadable';
	like $r->json->{detail}, $case->[1], 'and what it asks for';
}
is upload(portfolio(), 'nota-inter.pdf', '12345')->status, 201, 'a password that is not needed does no harm';

done_testing();

# SPDX-License-Identifier: Apache-2.0
package Lastro::Objects;

# Objects for tests, as the JSON Lines that "lastro load objects" reads.
#
#	load_lines($t, object('company:1', name => 'VALE S.A.', keys => [[cnpj => '33592510000154']]),
#		relation('company:1', issued => 'equity_security:VALE3', since => '2020-01-01'),
#		observation('company:1', equity => '2026-03-31', '100', filed_at => '2026-05-10'));

use strict;
use warnings;

use Exporter qw(import);
use JSON::PP ();
use Lastro::Test qw(spew);

our @EXPORT_OK = qw(object relation observation load_lines write_lines);

my %unit = (close => 'BRL', net_worth => 'BRL', equity => 'BRL', revenue_ttm => 'BRL', occupancy => '%', fund_quota => 'BRL',
	rating_score => 'pontos', turnover => 'BRL', total_assets => 'BRL', admin_fee => '% a.a.');
my $files = 0;

sub object {
	my ($id, %o) = @_;
	my ($kind) = $id =~ /^(\w+):/;
	my @keys = map { { type => $_->[0], value => $_->[1], $_->[2] ? (since => $_->[2]) : (), $_->[3] ? (until => $_->[3]) : () } }
		@{ delete $o{keys} // [] };

	return { object => { id => $id, kind => $kind, name => $id, %o, keys => \@keys } };
}

sub relation {
	my ($subject, $verb, $object, %o) = @_;

	return { relation => { subject => $subject, verb => $verb, object => $object, %o } };
}

# The value as text, so that the exact number is written.
sub observation {
	my ($object, $measure, $day, $value, %o) = @_;

	return { observation => { object => $object, measure => $measure, unit => $o{unit} // $unit{$measure}, base_date => $day, value => "$value", %o } };
}

sub write_lines {
	my ($t, @lines) = @_;
	my $json = JSON::PP->new->utf8->canonical;
	my $path = $t->dir . '/objects' . ++$files . '.jsonl';

	spew($path, join '', map { (ref $_ ? $json->encode($_) : $_) . "\n" } @lines);
	return $path;
}

sub load_lines { my ($t, @lines) = @_; return $t->lastro_json('load', 'objects', write_lines($t, @lines)) }

1;

# SPDX-License-Identifier: Apache-2.0
package Lastro::Verdict;

# Shared checks of the tests that run every Function and Action, of offices and of desks.
#
#	refused($r, 404, 'subject_not_found', undef, 'not found');	# or the rule that details.errors names
#	alike('which is one', $of_nothing, $of_others);
#	judge($name, $schema, $value); ... judged_ok($t);	# all at once, at the end; no answer names an address of HTTP

use strict;
use warnings;

use Exporter qw(import);
use JSON::PP ();
use Lastro::Test qw(program run_command spew);
use Test::More;

our @EXPORT_OK = qw(refused alike is_id judge judged_ok addresses unaddressed);

my $json = JSON::PP->new->canonical->utf8;
my @judged;

sub refused {
	my ($r, $status, $code, $rule, $name) = @_;
	my @rules = map { $_->{rule} } @{ $r->json->{details}{errors} // [] };
	my $told = join ' ', $r->status, $r->code // 'none', defined $rule ? grep { $_ eq $rule } @rules : ();

	return is($told, join(' ', $status, $code, $rule // ()), $name) || diag $r->body;
}

# alike() - tests that two refusals are equal except for the request's id, date and timing.
sub alike {
	my ($name, @answers) = @_;
	my @shown = map {
		my ($p, %headers) = ($json->decode($_->body), %{ $_->{headers} });
		delete $p->{details}{request_id};
		delete @headers{qw(x-request-id date server-timing)};
		[$_->status, \%headers, $json->encode($p)]
	} @answers;

	return is_deeply($shown[0], $shown[1], $name);
}

sub is_id { return !ref $_[0] && ($_[0] // '') =~ /^[0-9a-f]{8}-[0-9a-f-]{27}$/ }

# addresses() - the texts of an answer that name an address or a verb of HTTP.
sub addresses {
	my ($node) = @_;

	return map { addresses($_) } values %$node if ref $node eq 'HASH';
	return map { addresses($_) } @$node if ref $node eq 'ARRAY';
	return defined $node && !ref $node && $node =~ m{/v1/|\b(?:GET|POST|PUT|PATCH|DELETE)\b} ? $node : ();
}

# unaddressed() - an answer without its addresses, and what is sent there.
sub unaddressed {
	my ($node) = @_;

	return [map { unaddressed($_) } @$node] if ref $node eq 'ARRAY';
	return $node if ref $node ne 'HASH';
	my %left = map { $_ => unaddressed($node->{$_}) } keys %$node;
	delete @left{qw(method path body)} if ($left{path} // '') =~ m{^/v1/};
	delete $left{href} if ($left{href} // '') =~ m{^/v1/};
	return \%left;
}

sub judge { my ($name, $schema, $value) = @_; push @judged, { name => $name, schema => $schema, value => $value }; return }

# judged_ok() - validates every value passed to judge() against its schema.
sub judged_ok {
	my ($t) = @_;

	is_deeply [map { my $name = $_->{name}; map { "$name: $_" } addresses($_->{value}) } @judged], [], 'no answer names an address of HTTP';
	spew($t->dir . '/lines', join '', map { $json->encode($_) . "\n" } @judged);
	return is run_command({ in => $t->dir . '/lines' }, program('tools/judge'))->{out}, @judged . "\n", 'every answer is as its published schema says';
}

1;

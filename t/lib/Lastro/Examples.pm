# SPDX-License-Identifier: Apache-2.0
package Lastro::Examples;

# Prints answers as examples of the OpenAPI document: shortened, reproducible, numbers and members as sent.
#
#	my $e = Lastro::Examples->new(known => { $id => '01930000-0000-7000-8000-000000000001' });
#	$e->add('getMe', $r->body, summary => 'Da demonstração');
#	print $e->text;		# the lines below components/examples
#
# Masks values that differ at each run or are secret: ids (by their order in the example), keys, tokens, cursors.
# Keeps one object of a list of objects, three values of a list of values, and two months of a map by month.  Replaces each
# $ref by its definition, since a generator of clients would follow a $ref that is only part of an example.

use strict;
use warnings;
use utf8;

use Encode ();

my $WIDTH = 140;
my $LONG = 300;		# characters of a text
my %masked = (next_cursor => 'eyJwIjoyfQ', csrf_token => 'pR3x0Qm8', csrf => 'pR3x0Qm8', access_token => 'lst_access_…', refresh_token => 'lst_refresh_…',
	code_verifier => 'um texto ao acaso, de 43 a 128 caracteres', request_id => '9f86d081884c7d65', prefix => 'lst_user_4Xw9',
	secret => 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', otpauth_uri => 'otpauth://totp/lastro:ana%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=lastro&algorithm=SHA1&digits=6&period=30',
	recovery_codes => 'MZXW-6YTB-OIZD-GNBV');

sub new { my ($class, %o) = @_; return bless { known => $o{known} // {}, names => [], entries => {} }, $class }

# ---- JSON with its order: [pairs], {list} or the token ----

sub parse {
	my ($text) = @_;
	my @tokens = $text =~ /"(?:[^"\\]|\\.)*"|[\[\]{}:,]|[^"\[\]{}:,\s]+/g;
	my $value;

	$value = sub {
		my $token = shift @tokens;
		my @inside;

		return \$token unless $token =~ /^[\[{]$/;
		while ($tokens[0] !~ /^[\]}]$/) {
			if ($token eq '{') {
				my $name = shift @tokens;
				shift @tokens;
				push @inside, [substr($name, 1, -1), $value->()];
			} else {
				push @inside, $value->();
			}
			shift @tokens if $tokens[0] eq ',';
		}
		shift @tokens;
		return $token eq '{' ? { pairs => \@inside } : { list => \@inside };
	};
	my $read = $value->();
	undef $value;
	return $read;
}

sub is_scalar { return ref $_[0] eq 'SCALAR' }

# ---- shortening and masking ----

sub id_of {
	my ($self, $id) = @_;

	return $self->{known}{$id} // ($self->{ids}{$id} //= sprintf '01930000-0000-7000-8000-%012d', 101 + keys %{ $self->{ids} });
}

sub text_of {
	my ($self, $name, $text) = @_;

	return $masked{$name} if exists $masked{$name};
	$text =~ s/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/$self->id_of($1)/ge;
	$text =~ s/\b(lst_[a-z]+_)[0-9A-Za-z]{20,}/$1…/g;
	$text =~ s/([?&]cursor=)[\w.-]+/$1eyJwIjoyfQ/g;
	$text = substr($text, 0, $LONG) =~ s/\\?$/…/r if length $text > $LONG;
	return $text;
}

sub shorter {
	my ($self, $node, $name) = @_;

	if (is_scalar($node)) {
		return \(my $same = $name eq 'schema_version' ? 1 : $$node) unless $$node =~ /^"(.*)"$/s;
		return \(my $text = '"' . $self->text_of($name, $1) . '"');
	}
	if ($node->{list}) {
		my @list = @{ $node->{list} };
		my $most = grep({ !is_scalar($_) } @list) ? 1 : 3;

		splice @list, $most if @list > $most;
		return { list => [map { $self->shorter($_, $name) } @list] };
	}
	my @pairs = @{ $node->{pairs} };
	splice @pairs, 2 if @pairs > 2 && ($name =~ /^(?:properties|\$defs)$/ || !grep { $_->[0] !~ /^\d{4}-\d\d$/ } @pairs);
	return { pairs => [map { [$_->[0], $self->shorter($_->[1], $_->[0])] } @pairs] };
}

# defined_here() - replaces each "$ref" by its definition, and removes "$defs".
sub defined_here {
	my ($node, $defs) = @_;

	return $node if is_scalar($node);
	return { list => [map { defined_here($_, $defs) } @{ $node->{list} }] } if $node->{list};
	my %here = (%{ $defs // {} }, map { ($_->[0] => $_->[1]) } map { @{ $_->[1]{pairs} } } grep { $_->[0] eq '$defs' } @{ $node->{pairs} });
	my @pairs;

	for my $pair (grep { $_->[0] ne '$defs' } @{ $node->{pairs} }) {
		my ($name, $value) = @$pair;

		push @pairs, $name ne '$ref' ? [$name, defined_here($value, \%here)]
			: @{ defined_here($here{ $$value =~ m{^"#/\$defs/(\w+)"$} ? $1 : '' } // die("$$value names nothing\n"), \%here)->{pairs} };
	}
	return { pairs => \@pairs };
}

# ---- YAML ----

sub flow {
	my ($node) = @_;

	return $$node if is_scalar($node);
	return '[' . join(', ', map { flow($_) } @{ $node->{list} }) . ']' if $node->{list};
	return '{}' unless @{ $node->{pairs} };
	return '{ ' . join(', ', map { "$_->[0]: " . flow($_->[1]) } map { [$_->[0] =~ /^[A-Za-z_]\w*$/ && $_->[0] !~ /^(?:null|true|false)$/i ? $_->[0] : qq("$_->[0]"), $_->[1]] }
		@{ $node->{pairs} }) . ' }';
}

# wrapped() - a flow of at most $WIDTH columns a line, broken between members only.
sub wrapped {
	my ($text, $indent) = @_;
	my @pieces = $text =~ /\G((?:"(?:[^"\\]|\\.)*"|[^",]|,(?! ))+(?:, |$))/g;
	my ($line, @lines) = ('');

	for my $piece (@pieces) {
		if ($line ne '' && length("$indent$line$piece") > $WIDTH + 1) {
			push @lines, $line =~ s/ $//r;
			$line = '';
		}
		$line .= $piece;
	}
	return map { "$indent$_" } @lines, $line;
}

# ---- examples ----

# add() - adds a body: bytes of JSON, or, with text => 1, a text whose first lines are kept.
sub add {
	my ($self, $name, $bytes, %o) = @_;
	my $text = Encode::decode('UTF-8', $bytes);

	$self->{ids} = {};
	if ($o{text}) {
		my @lines = split /\r\n|\n/, $text =~ s/^\x{feff}//r;

		splice @lines, $o{text} if @lines > $o{text};
		$text = join '\n', map { s/([\\"])/\\$1/gr } @lines, '';
		$text = '"' . $text . '"';
	}
	my $node = $self->shorter(defined_here(parse($text)), '');
	push @{ $self->{names} }, $name unless $self->{entries}{$name};
	$self->{entries}{$name} = join "\n", "    $name:", '      summary: ' . ($o{summary} // die "$name: no summary"),
		is_scalar($node) ? "      value: $$node" : ('      value:', wrapped(flow($node), ' ' x 8)), '';
	return;
}

sub names { return @{ $_[0]{names} } }
sub text { my ($self) = @_; return join '', map { $self->{entries}{$_} } @{ $self->{names} } }

1;

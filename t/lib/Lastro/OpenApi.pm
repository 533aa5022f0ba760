# SPDX-License-Identifier: Apache-2.0
package Lastro::OpenApi;

# Checks answers against the served OpenAPI document: every member must be described, and have the described type.
# Implements the part of JSON Schema that the document uses.
#
#	my $doc = Lastro::OpenApi->new($t->get('/v1/openapi.json')->body);
#	my @wrong = $doc->wrong('getPortfolioDetail', $r);	# () when the answer matches
#	my $pages = $doc->pages;				# doc/openapi-pages.yaml, which is not served

use strict;
use warnings;

use JSON::PP ();
use Lastro::Response;
use Lastro::Test qw(program run_command slurp top_builddir top_srcdir);

# Keeps numbers as tokens, {"#": "1.10"}, since JSON::PP would turn a long one into a string.
sub decode {
	my ($bytes) = @_;

	$bytes =~ s{("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)}{$1 // qq({"#":"$2"})}ge;
	return Lastro::Response::numbers_kept($bytes);
}

sub new {
	my ($class, $bytes) = @_;
	my $self = bless { doc => Lastro::Response::numbers_kept($bytes), operations => {} }, $class;

	while (my ($path, $item) = each %{ $self->{doc}{paths} }) {
		for my $method (grep { /^(?:get|put|post|patch|delete)$/ } keys %$item) {
			$self->{operations}{ $item->{$method}{operationId} } =
				{ %{ $item->{$method} }, path => $path, method => uc $method };
		}
	}
	return $self;
}

# pages() - the document of the pages and their forms, with the components of the served document.
sub pages {
	my ($self) = @_;
	my $r = run_command({}, program('tools/yaml2json'), top_srcdir() . '/doc/openapi-pages.yaml');
	my $pages = (ref $self)->new($r->{out} =~ s{"openapi\.yaml#/}{"#/}gr);
	my $components = $pages->{doc}{components};

	$components->{$_} = { %{ $self->{doc}{components}{$_} }, %{ $components->{$_} // {} } } for keys %{ $self->{doc}{components} };
	return $pages;
}

# built() - the document of this build.
sub built { my ($class) = @_; return $class->new(slurp(top_builddir() . '/src/serve/openapi.json')) }

# of_schema() - a checker for a single schema with its own $defs.
sub of_schema { my ($class, $schema) = @_; return bless { doc => $schema }, $class }

sub operations { return sort keys %{ $_[0]{operations} } }
sub operation { return $_[0]{operations}{ $_[1] } }
sub schema { return $_[0]{doc}{components}{schemas}{ $_[1] } }

sub resolved {
	my ($self, $o) = @_;

	while (ref $o eq 'HASH' && $o->{'$ref'}) {
		my $at = $self->{doc};

		$at = $at->{$_} // die "$o->{'$ref'} names nothing\n" for grep { $_ ne '#' } split m{/}, $o->{'$ref'};
		$o = $at;
	}
	return $o;
}

sub type_of {
	my ($v) = @_;

	return 'null' unless defined $v;
	return 'boolean' if JSON::PP::is_bool($v);
	return 'array' if ref $v eq 'ARRAY';
	return 'string' unless ref $v;
	return 'object' unless keys %$v == 1 && exists $v->{'#'};
	return $v->{'#'} =~ /[.eE]/ ? 'number' : 'integer';
}

my %format = (
	binary => qr{},
	'date' => qr/^\d{4}-\d\d-\d\d$/,
	'date-time' => qr/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
	'email' => qr/^[^@\s]+@[^@\s]+$/,
	'uri' => qr/^[a-z][a-z0-9+.-]*:\S+$/,
	'uuid' => qr/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
);

sub check_object {
	my ($self, $schema, $v, $at) = @_;
	my ($known, $more) = ($schema->{properties} // {}, $schema->{additionalProperties});
	my @wrong = map { "$at/$_ is missing" } grep { !exists $v->{$_} } @{ $schema->{required} // [] };

	for my $name (sort keys %$v) {
		if ($known->{$name}) {
			push @wrong, $self->check($known->{$name}, $v->{$name}, "$at/$name");
		} elsif (ref $more eq 'HASH') {
			push @wrong, $self->check($more, $v->{$name}, "$at/$name");
		} elsif ($schema->{properties} && !$more) {
			push @wrong, "$at/$name is not described";
		}
	}
	return @wrong;
}

# merged() - merges the schemas of an allOf; later ones override members.
sub merged {
	my ($self, @parts) = @_;
	my %all;

	for my $part (map { $self->resolved($_) } @parts) {
		$part = $self->merged(@{ $part->{allOf} }, { map { $_ => $part->{$_} } grep { $_ ne 'allOf' } keys %$part }) if $part->{allOf};
		for my $name (grep { $_ ne 'allOf' } keys %$part) {
			my ($old, $new) = ($all{$name}, $part->{$name});

			$all{$name} = $name eq 'properties' && $old ? { %$old, map { $_ => $old->{$_} ? $self->merged($old->{$_}, $new->{$_}) : $new->{$_} } keys %$new }
				: $name eq 'required' && $old ? [@$old, @$new] : $new;
		}
	}
	return \%all;
}

# codes() - the codes of Problems that an operation may answer.
sub codes {
	my ($self, $id) = @_;
	my $content = $self->resolved($self->{operations}{$id}{responses}{default} // {})->{content} // {};
	my $schema = ($content->{'application/problem+json'} // return ())->{schema};
	my $code = $self->merged($schema)->{properties}{details}{properties}{code} // {};

	return map { @{ $self->resolved($_)->{enum} // [] } } $code, @{ $code->{anyOf} // [] };
}

# check() - the faults of a value; an object without properties may have any member.
sub check {
	my ($self, $schema, $v, $at) = @_;
	my $type = type_of($v);
	my @wrong;

	$schema = $self->resolved($schema);
	$schema = $self->merged($schema) if $schema->{allOf};
	if ($schema->{oneOf}) {
		my @tries = map { [$self->check($_, $v, $at)] } @{ $schema->{oneOf} };

		return () if 1 == grep { !@$_ } @tries;
		return ("$at fits not one of oneOf: " . join ' | ', map { join ', ', @$_ } @tries);
	}
	return () if $schema->{anyOf} && grep { !$self->check($_, $v, $at) } @{ $schema->{anyOf} };
	return "$at fits none of anyOf" if $schema->{anyOf};
	if (defined $schema->{type}) {
		my @types = ref $schema->{type} ? @{ $schema->{type} } : $schema->{type};

		return ("$at is $type, not " . join ' or ', @types)
			unless grep { $_ eq $type || ($_ eq 'number' && $type eq 'integer') } @types;
	}
	push @wrong, "$at is none of the enum: " . ($v // 'null')
		if $schema->{enum} && !grep { defined $_ ? defined $v && $_ eq $v : !defined $v } @{ $schema->{enum} };
	push @wrong, "$at is no $schema->{format}: $v"
		if $type eq 'string' && $schema->{format} && $v !~ ($format{ $schema->{format} } // die "format $schema->{format}\n");
	push @wrong, $self->check_object($schema, $v, $at) if $type eq 'object';
	push @wrong, map { $self->check($schema->{items}, $v->[$_], "$at/$_") } 0 .. $#$v if $type eq 'array' && $schema->{items};
	push @wrong, "$at has more than $schema->{maxItems}" if $type eq 'array' && @$v > ($schema->{maxItems} // @$v);
	return @wrong;
}

# wrong() - where an answer differs from the document's description of this operation.
sub wrong {
	my ($self, $id, $r) = @_;
	my $operation = $self->{operations}{$id} // return "no operation $id";
	my $described = $self->resolved($operation->{responses}{ $r->status } // ($r->status >= 400 ? $operation->{responses}{default} : undef)
		// return 'status ' . $r->status . ' is not described');
	my ($type) = ($r->header('content-type') // '') =~ /^([^;]+)/;
	my $maybe = defined $r->header('idempotency-replayed') ? qr/^(?:Link|Location|RateLimit.*|Retry-After|ETag)$/ : qr/^(?:Link|Location|RateLimit.*|Retry-After|Idempotency-Replayed)$/;
	my @wrong = map { 'header ' . $_ . ' is not sent' } grep { !defined $r->header($_) && $_ !~ $maybe && ($described->{headers}{$_}{required} // 1) } keys %{ $described->{headers} // {} };

	return @wrong unless $described->{content};
	my $content = $described->{content}{ $type // '' } // return (@wrong, 'content type ' . ($type // 'none') . ' is not described');

	return @wrong unless $content->{schema} && $type =~ /json$/;
	my $said = decode($r->body);

	return (@wrong, $self->check($content->{schema}, $said, ''), $r->status =~ /^2/ ? map { "$_ is empty, not null" } empty($said, '') : ());
}

# empty() - the places of empty strings, since an unknown value must be null.  The pointer to the whole value is ''.
sub empty {
	my ($value, $at) = @_;

	return map { empty($value->{$_}, "$at/$_") } sort keys %$value if ref $value eq 'HASH';
	return map { empty($value->[$_], "$at/$_") } 0 .. $#$value if ref $value eq 'ARRAY';
	return !ref $value && defined $value && $value eq '' && $at !~ m{/fill/\d+$} ? ($at) : ();
}

# ---- every answer of a test ----

# operation_at() - the id of the operation at a path, or undef (also for HEAD, which has no body); the more literal of two patterns wins.
sub operation_at {
	my ($self, $method, $path) = @_;
	my $at = $self->{at} //= do {
		my $segment = '(?:(?!%00)[^/])+';	# a NUL is in no path
		my %at;

		for my $id ($self->operations) {
			my $o = $self->{operations}{$id};
			my @parts = map { /^\{/ ? $segment : quotemeta } split m{/}, $o->{path}, -1;

			push @{ $at{ $o->{method} } }, [qr{^@{[join '/', @parts]}$}, scalar(grep { $_ eq $segment } @parts), $id];
		}
		$_ = [sort { $a->[1] <=> $b->[1] } @$_] for values %at;
		\%at;
	};

	for my $candidate (@{ $at->{$method} // [] }) {
		return $candidate->[2] if $path =~ $candidate->[0];
	}
	return undef;
}

# strayed() - the differences between an answer and the document, one line each.
sub strayed {
	my ($self, $id, $r) = @_;

	return map { "$id: $_" . (m{/details/code } ? ': ' . $r->code : '') } $self->wrong($id, $r);
}

1;

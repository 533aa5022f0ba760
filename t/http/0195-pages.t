#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The start page and the API reference for people: no credential, no external resource, every operation
# of the document, no dead link.

use strict;
use warnings;
use utf8;
use Encode ();
use Lastro::Test;
use Test::More;

my $t = Lastro::Test->new;
$t->start_pool(workers => 1);

my %pages;
sub page {
	my ($path) = @_;

	return $pages{$path} //= do {
		my $r = $t->get($path);
		is $r->status, 200, "$path is there";
		like $r->header('Content-Type'), qr{^text/html}, "$path: a page";
		(my $rest = $r->body) =~ s{<(?:link rel="[a-z]+"|script) (?:href|src)="/static/[0-9a-f]{16}/[a-z.]+"(?: defer></script)?>}{}g;
		unlike $rest, qr{<script|<link|src=|https?://}i, "$path: nothing from elsewhere";
		Encode::decode('UTF-8', $r->body);
	};
}
sub links { return $_[0] =~ /<a [^>]*href="([^"]+)"/g }

like page('/'), qr{<h1>Um serviço aberto de carteiras}, 'the start page describes the service';
is_deeply [grep { $_ !~ /^#/ } links(page('/'))], ['/', '/docs', '/v1/openapi.json', '/v1/status'], 'and links to the API and the status';
like page('/'), qr{<form method="post" action="/login">}, 'and has a log-in';

my @subjects = grep { m{^/docs/} } links(page('/docs'));
cmp_ok scalar @subjects, '>=', 12, 'the interface has its subjects';
my $all = join '', map { page($_) } @subjects;
my $document = $t->get('/v1/openapi.json')->json;
my @missing;
for my $path (keys %{ $document->{paths} }) {
	for my $method (grep { ref $document->{paths}{$path}{$_} eq 'HASH' } qw(get post put patch delete)) {
		my $id = $document->{paths}{$path}{$method}{operationId};
		push @missing, $id if $all !~ /<h2 id="\Q$id\E">/;
	}
}
is_deeply \@missing, [], 'every operation of the document is described';
is_deeply [grep { $all !~ /<h2 id="\Q$_\E">/ } keys %{ $document->{components}{schemas} }], [], 'and every schema';
my %ids = map { $_ => 1 } $all =~ /id="([^"]+)"/g;
my @dead = grep { my ($to) = /#(.*)/; defined $to && !$ids{$to} } links($all);
is_deeply \@dead, [], 'every internal link has a target';

is $t->get('/docs/nada')->status, 404, 'a subject that there is not';
is $t->get('/docs/..%2f')->status, 404, 'it is not a file either';
is $t->request('POST', '/')->status, 405, 'pages are read';

$t->finish;
done_testing;

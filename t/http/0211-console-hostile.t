#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Any text in any field of any form of a person's, an office's and a desk's pages stays text: nothing is executed,
# nothing changes the surrounding markup or writing direction, and a refused form keeps its values and shows the error
# beside the field.  Follows every link, so new forms are included.  Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Encode ();
use Lastro::Browser;
use Lastro::Everywhere;
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $t = Lastro::Test->new;
my $e = Lastro::Everywhere->new($t, now => '2026-11-20T15:00:00Z');
my ($b, $office, $wallet) = @$e{qw(browser office wallet)};

my @hostile = ('<script>alert(1)</script>', "\x{202e}abc", 'W' x 60, "\x{6f22}" x 60, q{"'><img src=x onerror=alert(1)>}, ' ', "\x{200b}", '=1+1|cmd', '%s%n{{7*7}}', '../../etc/passwd');

# ---- forbidden content of a page ----

sub text { my ($r) = @_; return Encode::decode('UTF-8', $r->body) }

# harm() - parts of a page that would be executed, or would affect the text beside them.
sub harm {
	my ($html) = @_;
	my @found;

	$html =~ s{<script src="/static/[0-9a-f]{16}/console\.js" defer></script>}{};
	push @found, $1 while $html =~ m{(<(?:script|img|iframe|svg[^>]* on\w+=)[^>]*>|<[^>]* on\w+="[^"]*">)}gi;
	# Inside an isolating element, which limits the writing direction, also of a link in it.
	$html =~ s{<bdi><a [^>]*>}{<bdi>}g;
	push @found, "turned: $1" while $html =~ m{(<(?!bdi\b|td\b|h1\b|h2\b|p\b|dd\b|option\b|title\b|textarea\b|caption\b|li\b|input\b|button\b)[a-z]+[^>]*>[^<]*\x{202e})}g;
	push @found, "turned: $1" while $html =~ m{<(?:td|h1|h2|p|dd|li|caption)[^>]*>[^<]*?([^\s<][^<]*\x{202e}[^<]*)}g;
	return \@found;
}

my $pages = $e->pages;
my $forms = $e->forms($pages);
cmp_ok scalar keys %$pages, '>', 60, 'pages are found by their links';
cmp_ok scalar keys %$forms, '>', 25, 'and forms on them';
note join "\n", sort map { "$_: @{ $forms->{$_}{fields} }" } keys %$forms;

my %kept = map { $_ => 1 } qw(password again current);	# no page shows a password again
for my $kind (sort keys %$forms) {
	my $form = $forms->{$kind};
	my @faults;

	next if $form->{ends} || !@{ $form->{fields} };
	for my $field (@{ $form->{fields} }) {
		for my $hostile (@hostile) {
			my $r = $e->typed($form, $field, $hostile) or next;

			push @faults, "$field: " . $r->status . ' ' . ($r->header('content-type') // '') and next if $r->status >= 500 || $r->status == 404 || ($r->header('content-type') // 'text/html') !~ m{^text/html};
			next if $r->status == 303;
			my $html = text($r);
			push @faults, map { "$field: $_" } @{ harm($html) };
			if ($r->status >= 400 && $r->status != 403 && $r->status != 429) {
				push @faults, "$field: no fault beside a field, " . $r->status . ' ' . substr($hostile, 0, 12) if $html !~ /id="[^"]*-erro"/ && $html !~ /class="note faults err"/;
				my (undef, $again) = eval { Lastro::Browser::form($r, qr{^\Q$form->{action}\E$}) };
				my $typed = $again ? Encode::decode('UTF-8', $again->{$field} // '') : undef;
				push @faults, "$field: not kept: " . ($typed // 'no form') . ", $hostile"
					if !$kept{$field} && $form->{inside} !~ m{<select [^>]*name="\Q$field\E"} && (!defined $typed || $typed =~ s/[\x00-\x1f]//gr ne $hostile =~ s/[\x00-\x1f]//gr);
			} elsif ($r->status == 200) {
				my $done = $e->done($r);
				push @faults, "$field: " . $done->status if $done && $done->status >= 500;
			}
		}
	}
	ok !@faults, "$kind (@{ $form->{fields} })" or diag join "\n", @faults;
}

# Also pages without a session.
{
	my $n = 0;
	for my $path ('/login', '/password', '/sign-up') {
		my $stranger = Lastro::Browser->new($t, headers => { Origin => 'https://carteira.example' });
		my $page = $stranger->open($path);
		my ($inside) = $page->body =~ m{<form method="post"[^>]*>(.*?)</form>}s or next;

		for my $field (Lastro::Everywhere::fields($inside)) {
			my @harm = map {
				my $r = $stranger->submit($page, { address => '192.0.2.' . ++$n }, email => 'ana@example.com', password => 'x', $field => $_);
				($r->status >= 500 ? $r->status : (), @{ harm(text($r)) });
			} @hostile;

			is_deeply \@harm, [], "$path ($field)";
		}
	}
	cmp_ok $n, '>=', 2 * @hostile, 'forms are there';
}

# Also the texts of a file that an office previews.
{
	my $form = $b->open("/offices/$office->{id}/actions/advisor.client_portfolio.import?portfolio_id=$wallet");
	my $csv = join "\n", 'ticker,operacao,data,quantidade,preco,observacao', map { sprintf '"%s",compra,2026-11-04,30,15.50,"%s"', $_, $_ } map { s/"/""/gr } @hostile;
	my $r = $b->arrive($b->submit($form, { which => qr{/files/} }, step => 'preview', file => ["<script>\x{202e}.csv", Encode::encode('UTF-8', $csv)]));

	cmp_ok $r->status, '<', 500, 'a hostile file is read, or refused';
	is_deeply harm(text($r)), [], 'and runs nothing';
	like text($r), qr{&lt;script&gt;}, 'though it is shown';
}

# ---- the written texts, wherever they are shown ----
my $after = $e->pages;
for my $path (sort keys %$after) { is_deeply harm(text($after->{$path})), [], Lastro::Everywhere::alike($path) }
cmp_ok scalar(grep { /\x{202e}|&lt;script&gt;/ } map { text($_) } values %$after), '>=', 10, 'pages show the typed text';

$t->finish;
done_testing;

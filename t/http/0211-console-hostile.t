#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Whatever is typed into whichever field of whichever form of a person's, an office's and a desk's pages stays text: nothing
# runs, nothing turns the text around it, and who is refused finds the values kept and the fault beside its field.  The forms
# are found by following every link, so a new one is tried too.  The clock stands on Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Encode ();
use Lastro::Browser;
use Lastro::Console qw(row);
use Lastro::Desk;
use Lastro::Market qw(closes rates);
use Lastro::Office;
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $t = Lastro::Test->new;
closes($t, b3 => 'PETR4', '2026-11-18' => '16.00', '2026-11-19' => '16.50');
closes($t, b3 => 'MGLU3', '2026-11-19' => '5.00');
my $office = Lastro::Office->new($t, 'Escritório');
my $owner = $office->member('owner');
Lastro::Desk::objects($t);
my $desk = Lastro::Desk->new($t, 'Mesa');
$t->lastro_ok('member', 'add', '--org', $desk->{id}, '--account', $owner->{email}, '--role', 'owner');
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my ($b) = $c->enter($owner->{email});
my $id = $c->write(POST => '/v1/portfolios', { name => 'Principal' })->{id};
$c->write(POST => "/v1/portfolios/$id/transactions", $_)
	for row('PETR4', 'stock', 'buy', '2026-01-08', '50', '12.34'), row('MGLU3', 'stock', 'buy', '2026-05-29', '10', '9.60'), row('SEMP3', 'stock', 'sell', '2026-06-08', '5', '1');
my $client = $office->action('advisor.client.create', { name => 'Helena' }, as => $owner)->json->{result}{id};
my $wallet = $office->action('advisor.client_portfolio.create', { client_id => $client, name => 'Principal' }, as => $owner)->json->{result}{id};
$office->action('advisor.client_portfolio_transaction.add', { portfolio_id => $wallet, %{ row('PETR4', 'stock', 'buy', '2026-11-03', 10, 15) } }, as => $owner);
$office->action('advisor.family.create', { name => 'Prado' }, as => $owner);
my $list = $desk->done('credit.watchlist.create', { name => 'Varejo' })->{id};
$desk->done('credit.watchlist_item.add', { watchlist_id => $list, object_id => 'company:33000167000101' });
$desk->done('credit.alert_rule.set', { kind => 'leverage_above', watchlist_id => $list, threshold => 3.5 });
$desk->done('credit.note.create', { body => 'Nota' });
$desk->alert;
$desk->term;

my @hostile = ('<script>alert(1)</script>', "\x{202e}abc", 'W' x 60, "\x{6f22}" x 60, q{"'><img src=x onerror=alert(1)>}, ' ', "\x{200b}", '=1+1|cmd', '%s%n{{7*7}}', '../../etc/passwd');
# What an honest person would type where nothing stands yet.
my %honest = (
	name => 'Nome', symbol => 'PETR4', ticker => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-11-03', quantity => '10', price => '10', email => 'bia@example.com',
	body => 'Texto', password => 'uma frase comprida', object_id => 'company:33000167000101', threshold => '3,5', title => 'Título', day => '2026-11-03', date => '2026-11-03',
);

# ---- where people go ----

# alike() - an address without what differs from one to the next of its kind.
sub alike {
	my ($path) = @_;

	return $path =~ s/[0-9a-f]{8}-[0-9a-f-]{27}/ID/gr =~ s/=[^&]*/=/gr;
}

# A session ends, a member or a portfolio goes: not on the way.
my $ends = qr{/(?:logout|delete)$|leave|archive|remove|deactivate};

# pages() - every page that links lead to, one of each kind; unlike others, an Action's is told apart by its name.
sub pages {
	my @next = ('/', '/portfolios', '/portfolios/new', '/offices', '/keys', '/grants', '/password', '/tax?year=2026', "/portfolios/$id", "/offices/$office->{id}", "/desks/$desk->{id}");
	my (%seen, %page);

	while (defined(my $path = shift @next)) {
		my $kind = alike($path =~ s/#.*//sr);

		next if $seen{$kind}++;
		my $r = $b->open($path);
		push @next, Lastro::Browser::unescape($r->header('location')) if $r->status == 303;
		next unless $r->status == 200 && $r->header('content-type') =~ m{^text/html};
		$page{$path} = $r;
		push @next, grep { m{^/(?!v1/|docs|problems/|style/|script/)} } map { Lastro::Browser::unescape($_) } $r->body =~ m{<a [^>]*?href="([^"]*)"}g;
	}
	return \%page;
}

# fields() - names of what can be typed or chosen.
sub fields {
	my ($inside) = @_;
	my @names = map { /\bname="([^"]*)"/ && !/type="(?:hidden|file|checkbox|radio)"/ ? Lastro::Browser::unescape($1) : () } $inside =~ m{<input ([^>]*)>}g;

	return (@names, map { Lastro::Browser::unescape($_) } $inside =~ m{<(?:textarea|select) [^>]*?\bname="([^"]*)"}g);
}

sub forms {
	my ($page) = @_;
	my %form;

	for (sort keys %$page) {
		my $body = $page->{$_}->body;

		while ($body =~ m{<form method="post" action="([^"]*)"[^>]*>(.*?)</form>}gs) {
			my ($action, $inside) = (Lastro::Browser::unescape($1), $2);

			$form{ alike($action) } //= { at => $_, action => $action, fields => [fields($inside)], inside => $inside };
		}
	}
	return \%form;
}

# ---- what may not be in a page ----

sub text { my ($r) = @_; return Encode::decode('UTF-8', $r->body) }

# harm() - what of a page would run, or turn what stands beside it.
sub harm {
	my ($html) = @_;
	my @found;

	$html =~ s{<script src="/script/[0-9a-f]{16}" defer></script>}{};
	push @found, $1 while $html =~ m{(<(?:script|img|iframe|svg[^>]* on\w+=)[^>]*>|<[^>]* on\w+="[^"]*">)}gi;
	# In an element of its own, all of it: there the direction ends.
	push @found, "turned: $1" while $html =~ m{(<(?!bdi\b|td\b|h1\b|h2\b|p\b|dd\b|option\b|title\b|textarea\b|caption\b|li\b|input\b|button\b)[a-z]+[^>]*>[^<]*\x{202e})}g;
	push @found, "turned: $1" while $html =~ m{<(?:td|h1|h2|p|dd|li|caption)[^>]*>[^<]*?([^\s<][^<]*\x{202e}[^<]*)}g;
	return \@found;
}

my $pages = pages();
my $forms = forms($pages);
cmp_ok scalar keys %$pages, '>', 60, 'pages are found by their links';
cmp_ok scalar keys %$forms, '>', 25, 'and forms on them';
note join "\n", sort map { "$_: @{ $forms->{$_}{fields} }" } keys %$forms;

my %kept = map { $_ => 1 } qw(password again current);	# no page shows a password again
for my $kind (sort keys %$forms) {
	my $form = $forms->{$kind};
	my @faults;

	next if $form->{action} =~ $ends || !@{ $form->{fields} };
	for my $field (@{ $form->{fields} }) {
		for my $hostile (@hostile) {
			my $page = $b->open($form->{at});
			my ($action, $values) = eval { Lastro::Browser::form($page, qr{^\Q$form->{action}\E$}) } or next;
			my %fill = map { $_ => length($values->{$_} // '') ? $values->{$_} : $honest{$_} // '' } keys %$values;
			my $parts = $form->{inside} =~ /type="file"/;
			my $preview = $form->{inside} =~ /name="step" value="preview"/ ? 'preview' : undef;
			my $r = $b->submit($page, { which => qr{^\Q$form->{action}\E$} }, %fill, ($preview ? (step => $preview) : ()), $field => $hostile);

			push @faults, "$field: " . $r->status . ' ' . ($r->header('content-type') // '') and next if $r->status >= 500 || $r->status == 404 || ($r->header('content-type') // 'text/html') !~ m{^text/html};
			next if $r->status == 303;
			my $html = text($r);
			push @faults, map { "$field: $_" } @{ harm($html) };
			if ($r->status >= 400 && $r->status != 403 && $r->status != 429) {
				push @faults, "$field: no fault beside a field, " . $r->status . ' ' . substr($hostile, 0, 12) if $html !~ /id="[^"]*-erro"/ && $html !~ /class="error"/;
				my (undef, $again) = eval { Lastro::Browser::form($r, qr{^\Q$form->{action}\E$}) };
				my $typed = $again ? Encode::decode('UTF-8', $again->{$field} // '') : undef;
				push @faults, "$field: not kept: " . ($typed // 'no form') . ", $hostile"
					if !$kept{$field} && $form->{inside} !~ m{<select [^>]*name="\Q$field\E"} && (!defined $typed || $typed =~ s/[\x00-\x1f]//gr ne $hostile =~ s/[\x00-\x1f]//gr);
			} elsif ($r->status == 200) {
				my $done = eval { $b->submit($r, { which => qr{/(?:actions|files)/|/transactions(?:/[0-9a-f-]{36})?$} }, step => 'execute') };
				push @faults, "$field: " . $done->status if $done && $done->status >= 500;
			}
		}
	}
	ok !@faults, "$kind (@{ $form->{fields} })" or diag join "\n", @faults;
}

# Before anybody is known, too.
{
	my $n = 0;
	for my $path ('/login', '/password', '/sign-up') {
		my $stranger = Lastro::Browser->new($t, headers => { Origin => 'https://carteira.example' });
		my $page = $stranger->open($path);
		my ($inside) = $page->body =~ m{<form method="post"[^>]*>(.*?)</form>}s or next;

		for my $field (fields($inside)) {
			my @harm = map {
				my $r = $stranger->submit($page, { address => '192.0.2.' . ++$n }, email => 'ana@example.com', password => 'x', $field => $_);
				($r->status >= 500 ? $r->status : (), @{ harm(text($r)) });
			} @hostile;

			is_deeply \@harm, [], "$path ($field)";
		}
	}
	cmp_ok $n, '>=', 2 * @hostile, 'forms are there';
}

# A file's texts, too, where an office reads it before anything is written.
{
	my $form = $b->open("/offices/$office->{id}/actions/advisor.client_portfolio.import?portfolio_id=$wallet");
	my $csv = join "\n", 'ticker,operacao,data,quantidade,preco,observacao', map { sprintf '"%s",compra,2026-11-04,30,15.50,"%s"', $_, $_ } map { s/"/""/gr } @hostile;
	my $r = $b->arrive($b->submit($form, { which => qr{/files/} }, step => 'preview', file => ["<script>\x{202e}.csv", Encode::encode('UTF-8', $csv)]));

	cmp_ok $r->status, '<', 500, 'a hostile file is read, or refused';
	is_deeply harm(text($r)), [], 'and runs nothing';
	like text($r), qr{&lt;script&gt;}, 'though it is shown';
}

# ---- and what was written, wherever it is read ----
my $after = pages();
for my $path (sort keys %$after) { is_deeply harm(text($after->{$path})), [], alike($path) }
cmp_ok scalar(grep { /\x{202e}|&lt;script&gt;/ } map { text($_) } values %$after), '>=', 10, 'pages show what was typed';

$t->finish;
done_testing;

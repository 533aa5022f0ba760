# SPDX-License-Identifier: Apache-2.0
package Lastro::Console;

# Reads the console as a person does: pages, their figures, and the JSON with the same figures.
#
#	my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z', env => {…});
#	my ($b, $entered) = $c->person('ana@example.com');
#	my $html = $c->page('/portfolios');
#	same(figures(between($html, 'Carteiras')), 'patrimonio', @wanted);

use strict;
use warnings;
use utf8;
use Compress::Zlib ();
use Encode ();
use Exporter 'import';
use Lastro::Browser;
use Test::More;

our @EXPORT_OK = qw(card figures same same_what_if between row terms told_text);

# nginx => 1: starts a real nginx in front, for a real browser; base() is its address.
sub new {
	my ($class, $t, %o) = @_;
	my $base = 'https://carteira.example';

	if ($o{nginx}) {	# nginx needs a running pool first, which is restarted with the address
		$t->start_pool;
		$base = $t->start_nginx(rate => 1000, burst => 1000, 'address-rate' => 1000, 'address-burst' => 1000, 'login-burst' => 1000);
		$t->stop_pool;
	}
	my %env = (LASTRO_BASE_URL => $base, LASTRO_NOW => $o{now}, %{ $o{env} // {} });
	$t->start_pool($o{nginx} ? () : (workers => 1), env => \%env);
	return bless { t => $t, env => \%env, base => $base }, $class;
}

sub base { my ($self) = @_; return $self->{base} }

sub browser { my ($self) = @_; return $self->{browser} }

# person() - creates an account and logs in; returns its browser and the answer.  The first one is used by page().
sub person {
	my ($self, $email) = @_;
	my $t = $self->{t};

	$t->lastro_ok('account', 'create', '--email', $email, '--name', 'Ana');
	return $self->enter($email);
}

# enter() - the same for an existing account.
sub enter {
	my ($self, $email) = @_;
	my $base = $self->{base};
	my $b = Lastro::Browser->new($self->{t}, headers => { Origin => $base });
	my ($link) = $self->{t}->lastro_ok({ env => $self->{env} }, 'account', 'invite', $email, '--json') =~ /"link":"\Q$base\E([^"]*)"/;

	$b->submit($b->open($link), password => 'uma frase comprida', again => 'uma frase comprida');
	my $entered = $b->log_in($email, 'uma frase comprida');
	$self->{browser} //= $b;
	return ($b, $entered);
}

# page() - returns a page as text, after the checks that apply to every page.
sub page {
	my ($self, $path, $by) = @_;
	my $r = ($by // $self->{browser})->open($path);

	is $r->status, 200, "$path is there" or diag $r->body;
	return $self->held($r, $path);
}

# held() - the same for an answer that was read already.
sub held {
	my ($self, $r, $path) = @_;
	my ($rest, $scripts) = ($r->body, 0);

	$scripts++ while $rest =~ s{<script src="/static/[0-9a-f]{16}/console\.js" defer></script>}{};
	is $scripts, 1, "$path: the one script";
	unlike $rest =~ s{https?://[^<"]*</code>}{}gr, qr{<script|<style|https?://| style=}i, "$path: nothing within, nothing from elsewhere";
	unlike $rest, qr{<(?=[^>]* data-copy)(?![^>]* data-name=)}, "$path: what is copied has a name";
	cmp_ok length Compress::Zlib::memGzip($r->body), '<', 12_000, "$path: below 12 kB, compressed";
	return Encode::decode('UTF-8', $r->body);
}

sub json {
	my ($self, $path, $by) = @_;
	my $r = ($by // $self->{browser})->open($path);

	is $r->status, 200, $path or diag $r->body;
	return $r->json;
}

# write() - sends a request with a body by the session; returns its answer.
sub write {
	my ($self, $method, $path, $body, $by) = @_;
	my $b = $by // $self->{browser};
	my $csrf = $self->{csrf}{$b} //= $b->open('/v1/session')->json->{csrf_token};
	my $r = $b->request($method, $path, json => $body, headers => { 'X-CSRF-Token' => $csrf });

	die $r->body unless $r->status =~ /^20[01]$/;
	return $r->json;
}

# row() - a transaction.
sub row { my %r; @r{qw(symbol asset_type kind trade_date quantity price)} = @_; return \%r }

# figures() - the values of each member in a piece of a page, in the order of the page.
sub figures {
	my ($html) = @_;
	my %found;

	push @{ $found{$1} }, $2 while $html =~ m{<data class="([^"]*)" value="([^"]*)"}g;
	return \%found;
}

# same() - tests that the figures of these members equal those of the JSON exactly.
sub same {
	my ($found, $name, @wanted) = @_;
	my @got = map { $_ eq 'null' ? undef : 0 + $_ } @{ $found->{$name} // [] };

	is_deeply \@got, [map { defined $_ ? 0 + $_ : undef } @wanted], $name;
}

# same_what_if() - tests that a page shows what POST …/what-if answers: totals, the holdings that differ, shares, targets and tax.
sub same_what_if {
	my ($html, $w) = @_;
	my $shown = figures($html);
	my @symbols = grep { !/^(?:A carteira toda|Por |Metas|Imposto|O que)/ } $html =~ m{<caption>([^<]*)<}g;
	my @slices = $w->{after}{targets} ? map { $_->{name} } @{ $w->{after}{targets}{slices} } : ();

	cmp_ok scalar @symbols, '>', 0, 'a holding differs';
	for my $side (qw(before after)) {
		my $s = $w->{$side};
		my %held = map { ($_->{symbol} => $_) } @{ $s->{holdings} };

		same($shown, "$side.$_", $s->{totals}{$_}) for qw(patrimonio invested total_pl);
		same($shown, "$side.qty", map { $held{$_} ? $held{$_}{qty} : 0 } @symbols);
		same($shown, "$side.invested_cost", map { $held{$_} ? $held{$_}{invested_cost} // 0 : undef } @symbols);
		for my $by (qw(class currency)) {
			my %pct = map { ($_->{$by} => $_->{pct}) } @{ $s->{"by_$by"} };
			my %names = map { map { ($_->{$by} => 1) } @{ $w->{$_}{"by_$by"} } } qw(before after);
			my @order = map { $_->{$by} } @{ $w->{after}{"by_$by"} };

			delete @names{@order};
			same($shown, "$side.xray.by_$by.pct", map { $pct{$_} // 0 } @order, sort keys %names) if $shown->{"after.xray.by_$by.pct"};
		}
		same($shown, "$side.share_pct", map { $_->{share_pct} } @{ $s->{targets}{slices} }) if @slices;
		my %month = map { ($_->{month} => $_) } map { @{ $_->{months} } } @{ $s->{tax} };
		my @months = sort keys %{ { map { map { map { ($_->{month} => 1) } @{ $_->{months} } } @{ $w->{$_}{tax} } } qw(before after) } };
		my %darf = map { ("$_->{code} $_->{period}" => $_) } map { @{ $_->{darf} } } @{ $s->{tax} };

		for my $name (qw(share_sales due)) { same($shown, "$side.$name", map { $month{$_} && $month{$_}{$name} } @months) }
		same($shown, "$side.darf", map { $darf{"$_->{code} $_->{period}"} && $darf{"$_->{code} $_->{period}"}{amount} } map { @{ $_->{darf} } } @{ $w->{after}{tax} });
	}
	return;
}

# between() - the body of the table of this caption; terms() - the first list of figures.
sub between { my ($html, $from) = @_; my ($piece) = $html =~ m{<caption>\Q$from\E</caption>.*?<tbody>(.*?)</table>}s; return $piece // die "no table $from" }
sub terms { my ($html) = @_; my ($piece) = $html =~ m{<dl class="facts">(.*?)</dl>}s; return $piece // die 'no list' }

# card() - the piece of a page under this heading.
sub card { my ($html, $title) = @_; my ($piece) = $html =~ m{<h2>\Q$title\E</h2>(.*?)</section>}s; return $piece // die "no card $title" }

# told_text() - the visible text of a piece.
sub told_text { my ($html) = @_; return Lastro::Browser::unescape($html =~ s/<[^>]*>//gr) }

1;

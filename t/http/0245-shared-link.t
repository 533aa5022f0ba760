#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A portfolio is shown by a link, without a log-in: what its page has, what it never has, and when it opens nothing.
# Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Digest::SHA qw(sha256_hex);
use Encode ();
use Lastro::Browser;
use Lastro::Console qw(between figures row told_text);
use Lastro::Holder;
use Lastro::Market qw(closes index_numbers series);
use Lastro::Tenants qw(account organization);
use Lastro::Test qw(slurp wait_for);
use POSIX ();
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $t = Lastro::Test->new;
my $postgresql = $t->{cluster}{log};
my $before = -s $postgresql // 0;

closes($t, b3 => 'PETR4', '2026-10-30' => '15.37', '2026-11-18' => '16.00', '2026-11-19' => '16.50');
closes($t, b3 => 'VALE3', '2026-10-30' => '68.93', '2026-11-19' => '70.10');
closes($t, b3 => 'HGLG11', '2026-10-30' => '158.11', '2026-11-19' => '160.33');
my @env = (LASTRO_BASE_URL => 'https://carteira.example', LASTRO_LOG => 'debug');
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z', env => { LASTRO_LOG => 'debug' });
my ($ana) = $c->person('ana@example.com');
my ($bia) = $c->person('bia@example.com');
my $id = $c->write(POST => '/v1/portfolios', { name => 'Aposentadoria da Ana' })->{id};
my $at = "/portfolios/$id";
# 137 × 16.50 = 2,260.50 (cost 1,370.00), 41 × 70.10 = 2,874.10 (2,460.00), 7 × 160.33 = 1,122.31 (1,050.00): together
# 6,256.91, of which 36.128, 45.935 and 17.937 per cent, and the shares 82.063 per cent.
$c->write(POST => "/v1$at/transactions", [
	{ %{ row('PETR4', 'stock', 'buy', '2026-01-08', '137', '10') }, note => 'anotado', institution => 'Corretora Vinte' },
	row('VALE3', 'stock', 'buy', '2026-02-09', '41', '60'), row('HGLG11', 'fii', 'buy', '2026-03-10', '7', '150'),
]);
my ($petr4) = grep { $_->{symbol} eq 'PETR4' } @{ $c->json("/v1$at")->{holdings} };
$c->write(PATCH => "/v1$at/assets/$petr4->{asset_id}", { name => 'Da vovó', meta => { tags => ['etiqueta'] } });

sub text { return Encode::decode('UTF-8', $_[0]->body) }

# make() - a link made by the page; its path.
sub make {
	my (%field) = @_;
	my $r = $ana->submit($ana->open("$at/links"), { which => qr{/links$} }, %field);

	return (text($r) =~ m{<code data-name="o link" data-copy>https://carteira\.example(/shared\?token=lst_shared_\w+)</code>})[0] // diag $r->body;
}

# shown() - what somebody without a session is shown.
sub shown { my ($path, %o) = @_; return $t->get($path, headers => { Accept => 'text/html' }, %o) }
sub at_time { my ($now) = @_; $t->stop_pool; $t->start_pool(workers => 1, env => { @env, LASTRO_NOW => $now }); return }

# ---- made, and shown once ----

my $page = $c->page("$at/links");
like $page, qr{name="ends_on"[^>]*value="2026-12-20"}, 'thirty days are proposed';
like $page, qr{value="shares"[^>]*checked}, 'and shares alone';
like $c->page($at), qr{<a class="btn" href="\Q$at\E/links">Mostrar por um link</a>}, 'the page of the portfolio leads there';
my $shares = make();
my $amounts = make(shows => 'amounts', ends_on => '2027-11-20');
ok $shares && $amounts && $shares ne $amounts, 'two links are made' or BAIL_OUT('no link');
my ($token) = $shares =~ /token=(.*)/;
unlike $c->page("$at/links"), qr{lst_shared}, 'never shown again';
for my $case ([{ ends_on => '2026-11-19' }, qr{um dia de 20/11/2026 a 20/11/2027}], [{ ends_on => '2027-11-21' }, qr{um dia de 20/11/2026 a 20/11/2027}],
	[{ ends_on => '' }, qr{Falta preencher}], [{ shows => undef }, qr{Falta preencher: só as parcelas, ou parcelas e valores}], [{ shows => 'tudo' }, qr{só as parcelas, ou}]) {
	my ($fields, $said) = @$case;
	my $r = $ana->submit($ana->open("$at/links"), { which => qr{/links$} }, %$fields);

	is $r->status, 400, 'refused: ' . join ' ', map { $_ => $fields->{$_} // 'absent' } keys %$fields;
	like text($r), $said, 'beside its field';
}

# ---- shares ----

# amounts_in() - what of a page could be an amount: figures that are no share and no return, and digits of its text beside percentages,
# days, names of papers and of periods.
sub amounts_in {
	my ($html) = @_;
	my ($body) = $html =~ m{<main.*?</main>}sg;
	my @found = map { "$_->[0]=$_->[1]" } grep { $_->[0] !~ /^(?:weight_pct|\w+\.cumulative|\w+\.annualized|\w+\.index_\w+)$/ } map { [/class="([^"]*)" value="([^"]*)"/] } $body =~ /(<data [^>]*>)/g;
	my $words = told_text($body) =~ s{\d\d/\d\d/\d{4}|[-−]?\d+(?:,\d)?%|\b(?:PETR4|VALE3|HGLG11)\b|\b(?:6|12|24|36) meses}{}gr;

	push @found, $words =~ /(\d[\d.,]*)/g, $words =~ /(R\$)/g;
	push @found, grep { /\d/ } $body =~ /\b(?:title|aria-label|data-\w+)="([^"]*)"/g;
	return @found;
}

# numbers() - all numbers of an answer, but shares, returns and counts.
sub numbers {
	my ($of, $name) = @_;

	return map { numbers($of->{$_}, $_) } sort keys %$of if ref $of eq 'HASH';
	return map { numbers($_, $name) } @$of if ref $of eq 'ARRAY';
	return ($of // '') =~ /^-?\d+(?:\.\d+)?$/ && $of != 0 && $name !~ /pct|twr|xirr|cumulative|annualized|months|version|positions|entries|closed|year/ ? $of : ();
}
my $r = shown($shares);
is $r->status, 200, 'whoever has it opens it';
my $html = $c->held($r, 'the page of shares');
my %share = between($html, 'Ativos') =~ m{<bdi>(\w+)</bdi>.*?>(\d+%)<}sg;
is_deeply [@share{qw(PETR4 VALE3 HGLG11)}], [qw(36% 46% 18%)], 'each paper has its share, a whole one';
is_deeply [between($html, 'Por classe') =~ m{>(\d+%)<}g], [qw(82% 18%)], 'each class too';
like told_text($html), qr{Carteira em 20/11/2026.*até 20/12/2026}s, 'of today, until its day';
is_deeply [amounts_in($html)], [], 'no amount is on the page';
{
	my @amounts = numbers($c->json("/v1$at"), '');
	my $plain = join ' ', map { s/[.]//gr =~ s/,/./gr } $html =~ /(\d[\d.,]*)/g;

	cmp_ok scalar(@amounts), '>', 20, 'the amounts of the portfolio';
	is_deeply [grep { my $n = 0 + $_; grep { $_ eq $n || $_ eq sprintf '%.2f', $n } split / /, told_text($html) =~ s{\d\d/\d\d/\d{4}|\d+(?:,\d)?%|\b(?:6|12|24|36) meses}{}gr =~ s/[.]//gr =~ s/,/./gr } @amounts], [],
		'none of them';
}
{
	# Of two papers with known prices exact returns tell the proportion of the quantities; the yearly one, or an index, the first day.
	my $exact = figures(text(shown($amounts)));
	my %rates = map { ($_ => figures($html)->{$_}) } grep { /\.(?:cumulative|annualized|index_\w+)$/ } keys %{ figures($html) };
	my $known = sub { my ($found, $which) = @_; return grep { $_ ne 'null' } map { @{ $found->{$_} } } grep { $_ =~ $which } keys %$found };

	cmp_ok scalar($known->(\%rates, qr/cumulative/)), '>', 1, 'returns are shown';
	is_deeply [grep { !/^-?\d+\.\d{3}0*$/ } $known->(\%rates, qr/./)], [], 'each of one place in a hundred';
	is_deeply [$known->(\%rates, qr/annualized|since_start|^ytd/)], [], 'and nothing counts from the first day, which is in this year';
	cmp_ok scalar(grep { !/^-?\d+\.\d{3}0*$/ } $known->($exact, qr/cumulative/)), '>', 0, 'where amounts are shown they are exact';
}
cmp_ok scalar(amounts_in(text(shown($amounts)))), '>', 10, 'where amounts are shown, the same look finds them';

# ---- amounts ----

$html = $c->held(shown($amounts), 'the page of amounts');
{
	my $found = figures(between($html, 'Ativos'));

	is_deeply $found->{market_value}, [qw(2874.10 2260.50 1122.31)], 'the value of each paper';
	is_deeply $found->{unrealized_pl}, [qw(414.10 890.50 72.31)], 'and its gain';
	is_deeply $found->{weight_pct}, [qw(45.9348 36.1281 17.9371)], 'its share exactly';
	is_deeply figures($html)->{patrimonio}, ['6256.91'], 'and the whole';
	is_deeply $found->{qty}, undef, 'no quantities';
}

# ---- what neither has ----

for my $case ([$shares, 'shares'], [$amounts, 'amounts']) {
	my ($path, $name) = @$case;
	my $r = shown($path);
	my $html = text($r);

	is $r->header('x-robots-tag'), 'noindex', "$name: no search engine keeps it";
	is $r->header('referrer-policy'), 'no-referrer', "$name: no other site learns its address";
	is $r->header('cache-control'), 'private, no-store', "$name: and no cache has it";
	is $r->header('etag'), undef, "$name: no validator of the ledger";
	is_deeply [$r->headers_named('set-cookie')], [], "$name: no cookie";
	unlike $html, qr/anotado|Corretora|Aposentadoria|Ana\b|ana\@|vovó|etiqueta/, "$name: no notes, no names";
	unlike $html, qr/[0-9a-f]{8}-[0-9a-f]{4}-/, "$name: no ids";
	unlike $html, qr/08\/01\/2026|2026-01-08/, "$name: no rows";
	unlike $html, qr/\Q$token\E|lst_shared/, "$name: not even its own token";
	unlike $html, qr/<form|<input/, "$name: nothing to send";
	is_deeply [do { my %s; grep { !$s{$_}++ } grep { !/^#/ } $html =~ /<a [^>]*href="([^"]*)"/g }], ['/'], "$name: no way but to the first page";
	is scalar(() = $html =~ /<section id="contas"/g), 1, "$name: the words behind its figures";
	is_deeply [do { my ($body) = $html =~ /<main(.*)/s; $body =~ s{<a href="#contas"><data .*?</data>\s*</a>}{}gs; grep { !/index_/ } $body =~ /(<data [^>]*>)/g }], [], "$name: to which every figure leads";
	like told_text(between($html, 'Rentabilidade ao lado dos índices')), qr/No ano.*Desde o início/s, "$name: the returns beside the indices";
}
is shown($shares, headers => { Cookie => $ana->cookies })->body, shown($shares)->body, 'a session changes nothing';
is shown("$shares&fbclid=x")->status, 200, 'whatever a messenger adds is no matter';
like $c->page("$at/links"), qr{<td[^>]*>20/11/2026</td>\s*<td[^>]*>20/12/2026</td>\s*<td[^>]*>Só as parcelas</td>\s*<td[^>]*>20/11/2026</td>}, 'its person sees when it was opened';

# ---- tokens that open nothing ----

my $gone = $c->held(shown('/shared?token=x'), 'the page of no link');
sub alike { my ($r) = @_; return join ' ', $r->status, $r->header('x-robots-tag'), $r->header('referrer-policy'), $r->header('cache-control'), text($r) eq $gone ? 'the same' : told_text(text($r) =~ s{.*<main}{<main}sr) }
my $nothing = '404 noindex no-referrer private, no-store the same';
my $other = Lastro::Tenants::secret('shared');
for my $case (['?token=' . $other, 'well-formed, and nobody\'s'], ['?token=' . ($token =~ s/.$/_/r), 'cut short'], ['?token=' . "$token$token", 'too long'], ['?token=', 'empty'], ['', 'none'],
	['?token=%ff', 'no text'], ["?token=$token&token=$token", 'two'], ["?token=$id", 'the id of the portfolio'], ['?token=' . ($token =~ s/shared/feed/r), 'of another kind'], ['?token=' . uc $token, 'in capitals']) {
	is alike(shown("/shared$case->[0]")), $nothing, "a token that is $case->[1]";
}
for my $path ('/v1/portfolios', "/v1$at", '/v1/session') {
	is $t->get($path, key => $token)->status, 401, "it is no key: $path";
}
is $t->get("/v1/news/agenda/feed.ics?address=$token")->status, 404, 'no address of the agenda';
is shown("/password?token=$token")->status, 404, 'no link for a password';

# ---- whose it is ----

is $bia->open("$at/links")->status, 404, 'another person does not see the links';
my ($link) = $c->page("$at/links") =~ m{action="\Q$at\E/links/([0-9a-f-]+)/end"};
is $bia->post_form("$at/links", { shows => 'shares', ends_on => '2026-12-20', csrf => $bia->open('/v1/session')->json->{csrf_token} })->status, 404, 'makes none';
my $hers = $c->write(POST => '/v1/portfolios', { name => 'Da Bia' }, $bia)->{id};
my $csrf = $bia->open('/v1/session')->json->{csrf_token};
is $bia->post_form("$_/links/$link/end", { csrf => $csrf })->status, 404, "and ends none, by $_" for $at, "/portfolios/$hers";
is $ana->post_form("$at/links/$link/end", {})->status, 403, 'nor is one ended by a page of elsewhere';
is shown($shares)->status, 200, 'it still opens';
$c->write(PATCH => "/v1$at", { visibility => 'unlisted' });
like text($bia->open("$at/links")), qr{Só quem administra a carteira}, 'who may read the portfolio is told so';
unlike text($bia->open("$at/links")), qr{/end|<form method="post" action="[^"]*/links}, 'and sees neither form nor links';
is $bia->post_form("$at/links", { shows => 'amounts', ends_on => '2026-12-20', csrf => $csrf })->status, 403, 'nor makes one';
is $bia->post_form("$at/links/$link/end", { csrf => $csrf })->status, 403, 'nor ends one';
$c->write(PATCH => "/v1$at", { visibility => 'private' });
{
	my ($owner, $member) = map { account($t) } 1, 2;
	my $office = organization($t, $owner, $member);
	my $p = $t->post('/v1/portfolios', { name => 'Da casa' }, key => $owner->{user_key}, workspace => $office->{id})->json->{id};
	my $key = "insert into portfolio_link (id, hash, account_id, portfolio_id, amounts, created_at, expires_at) values ";
	my $secret = Lastro::Tenants::secret('shared');

	$t->sql("$key (md5('l')::uuid, sha256('$secret'), '$owner->{id}', '$p', false, '2026-11-20', '2026-12-20')");
	is shown("/shared?token=$secret")->status, 200, 'a portfolio in an organization is shown';
	$t->put("/v1/portfolios/$p/audience", { audience => 'members', members => [{ account_id => $member->{id}, access => 'edit' }] }, key => $owner->{user_key}, workspace => $office->{id});
	is shown("/shared?token=$secret")->status, 200, 'also one with members';
	$t->sql("update organization_member set suspended_at = '2026-11-20' where account_id = '$owner->{id}'");
	is alike(shown("/shared?token=$secret")), $nothing, 'not once the organization suspended its person';
	$t->sql("update organization_member set suspended_at = null where account_id = '$owner->{id}'; update portfolio_link set account_id = '$member->{id}' where id = md5('l')::uuid");
	is alike(shown("/shared?token=$secret")), $nothing, 'nor of somebody who does not administer it';
	$t->sql("update portfolio_link set account_id = '$owner->{id}' where id = md5('l')::uuid; update workspace set wallet = 'not_installed' where organization_id = '$office->{id}'");
	is alike(shown("/shared?token=$secret")), $nothing, 'nor without a wallet';
	$t->sql("update workspace set wallet = 'installed' where organization_id = '$office->{id}'; delete from organization_member where account_id = '$owner->{id}'");
	is alike(shown("/shared?token=$secret")), $nothing, 'nor once its person left';
}

# ---- nowhere but at its person's ----

is $t->sql("select count(*) from portfolio_link where hash = '\\x" . sha256_hex($token) . "'"), 1, 'its hash is stored';
is_deeply [grep { $t->sql("select count(*) from $_ x where x::text like '%lst_shared_%' or position('lst_shared_'::bytea in convert_to(x::text, 'UTF8')) > 0") }
	split /\n/, $t->sql("select oid::regclass from pg_class where relnamespace = 'lastro'::regnamespace and relkind in ('r', 'p')")], [], 'in no table the token';
is $t->sql("select string_agg(distinct kind, ' ' order by kind) from audit where kind like 'portfolio_link%'"), 'portfolio_link.created', 'the trail has it made';
like $t->sql("select changes from audit where kind = 'portfolio_link.created' order by id limit 1"), qr/"shares".*account:read/s, 'with what it shows';
$t->start_nginx;
is $t->curl(GET => $shares)->status, 200, 'through nginx too';
is $t->curl(GET => '/shared?token=' . ($token =~ s/.$/_/r))->status, 404, 'and refused';
{
	my %limited;
	$limited{ $t->curl(GET => $shares)->status }++ for 1 .. 16;
	cmp_ok $limited{429} // 0, '>', 0, 'an address may not try at will, as for a log-in';
	$t->stop_nginx;
}
open my $log, '<', $postgresql or die;
seek $log, $before, 0;
my %log = ('of the workers' => slurp($t->{log}), "of PostgreSQL" => join('', <$log>), map { ("of nginx, $_" => slurp("$t->{dir}/nginx/$_.log")) } qw(access error output));
like $log{'of nginx, access'}, qr{"/shared"}, 'nginx has the path alone';
unlike $log{$_}, qr/lst_shared|\Q@{[substr $token, 15, 20]}\E/, "no token in the log $_" for sort keys %log;
like $log{'of the workers'}, qr/getSharedPortfolioPage/, 'which has the requests';

# ---- a stranger guesses ----
{
	my %status;
	$status{ shown('/shared?token=' . Lastro::Tenants::secret('shared'))->status }++ for 1 .. 90;
	cmp_ok $status{404}, '>=', 30, 'some guesses are answered';
	cmp_ok $status{429} // 0, '>', 10, 'and the others only told to wait';
	at_time('2026-11-20T15:00:00Z');
}

# ---- many visitors ----
{
	$t->stop_pool;
	$t->start_pool(workers => 4, env => { @env, LASTRO_NOW => '2026-11-20T15:00:00Z', LASTRO_DEADLINE_MS => 120_000, LASTRO_DATABASE => $t->conninfo_worker('-c lock_timeout=0') });
	my $lock = Lastro::Holder->new($t, 'lock table portfolio in access exclusive mode');
	my @visitors = map {
		my ($link, $pid) = ($_, fork // die "fork: $!");

		POSIX::_exit(shown($link)->status == 200 ? 1 : 98) if !$pid;
		$pid
	} $shares, $amounts;
	ok wait_for { $t->waits == 2 }, 'two visitors, by two links of a person, hold two of four workers';
	is shown($shares)->status, 429, 'more of them are told to wait';
	is shown($shares)->header('x-robots-tag'), 'noindex', 'on a page that is not kept either';
	is $ana->open('/keys')->status, 200, 'and the person who made the link is answered';
	is $bia->open('/keys')->status, 200, 'as are others';
	$lock->end;
	is_deeply [map { waitpid $_, 0; $? >> 8 } @visitors], [1, 1], 'the two are answered, too';
	at_time('2026-11-20T15:00:00Z');
}

# ---- ended, expired, its portfolio gone ----

# Without a condition of the query, a link that is over opens: the tests below would see it.
my $query = $t->sql("select pg_get_functiondef('portfolio_link_open'::regproc)");
sub without {
	my ($condition, $path) = @_;
	my $planted = $query =~ s/\Q$condition\E//r;

	$planted ne $query or die "no condition $condition";
	$t->sql($planted);
	is shown($path)->status, 200, "planted: without '$condition' it opens";
	$t->sql($query);
	is alike(shown($path)), $nothing, 'and with it, not';
	return;
}
my $ended = make(shows => 'amounts');
is shown($ended)->status, 200, 'another link';
my ($last) = reverse $c->page("$at/links") =~ m{action="\Q$at\E/links/([0-9a-f-]+)/end"}g;
is $ana->submit($ana->open("$at/links"), { which => qr{/links/$last/end$} })->status, 303, 'is ended by one press';
is alike(shown($ended)), $nothing, 'and opens nothing';
without(' and l.ended_at is null', $ended);
unlike $c->page("$at/links"), qr{\Q$last\E}, 'nor is it listed';
is $ana->post_form("$at/links/$last/end", { csrf => $ana->open('/v1/session')->json->{csrf_token} })->status, 404, 'nor ended twice';
is $t->sql("select count(*) from audit where kind = 'portfolio_link.ended' and subject_id = '$last'"), 1, 'the trail has its end';
at_time('2026-12-21T02:59:59Z');
is shown($shares)->status, 200, 'on its last day it opens, by the clock of São Paulo';
at_time('2026-12-21T03:00:00Z');
is alike(shown($shares)), $nothing, 'after it, not';
without(' and l.expires_at > p_now', $shares);
is shown($amounts)->status, 200, 'one of a year does';
at_time('2026-11-20T15:00:00Z');
$t->sql("update account set disabled_at = '2026-11-20' where email = 'ana\@example.com'");
is alike(shown($amounts)), $nothing, 'of a closed account none does';
without(' and a.disabled_at is null', $amounts);
$t->sql("update account set disabled_at = null where email = 'ana\@example.com'; update portfolio_directory set controller_id = (select id from account where email = 'bia\@example.com') where portfolio_id = '$id'");
is alike(shown($amounts)), $nothing, 'nor of a portfolio that another administers now';
$t->sql("update portfolio_directory set controller_id = (select id from account where email = 'ana\@example.com') where portfolio_id = '$id'");
is shown($amounts)->status, 200, 'which is hers again';
$t->sql("insert into account_deletion select id, '2026-11-20', '2026-11-27' from account where email = 'ana\@example.com'");
is alike(shown($amounts)), $nothing, 'nor of an account that is to be deleted';
without(' and not exists (select from account_deletion x where x.account_id = l.account_id)', $amounts);
$t->sql('delete from account_deletion');
is shown($amounts)->status, 200, 'unless it is called back';
$c->write(DELETE => "/v1$at");
is alike(shown($amounts)), $nothing, 'nor of a deleted one';
is $t->sql("select count(*) from portfolio_link where portfolio_id = '$id'"), 0, 'whose links are gone';

# ---- how many ----

$id = $c->write(POST => '/v1/portfolios', { name => 'Outra' })->{id};
$at = "/portfolios/$id";
make() for 1 .. 20;
$r = $ana->submit($ana->open("$at/links"), { which => qr{/links$} });
is $r->status, 402, 'twenty of an account are good at a time';
like text($r), qr{A conta já tem 20 links}, 'it is said';
is $t->sql("select count(*) from portfolio_link where portfolio_id = '$id'"), 20, 'and no other is made';

done_testing;

#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# How candidates of a name are ranked beside the name: living before cancelled, listed before not, the most traded first;
# the first words of the only listed company's name count.  And further names of what the tables have, typed as lines.

use strict;
use warnings;
use utf8;
use Encode ();
use Test::More;
use Lastro::Objects qw(load_lines object);
use Lastro::TaxId qw(cnpj);
use Lastro::Tenants qw(account);
use Lastro::Test;

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};
my %tax = map { $_ => cnpj(sprintf '%02d3334440001', ord(uc) - 64) } 'a' .. 'n';

sub told { my ($sql) = @_; utf8::encode($sql); return Encode::decode('UTF-8', $t->sql($sql)) }

# Four of one name, their tax ids in the opposite order of their rank; then three that begin alike.  Papers of GEME are
# quoted for 100 a day, of GEMF for 300; the last quote of GEMG is older than 60 days.
my $no = 0;
sub company {
	my ($of, $name, $status, $listed) = @_;
	++$no;
	told("insert into company (id, cvm_code, tax_id, name, status, listed, words) values ($no, $no, '$tax{$of}', '$name', '$status', " . ($listed ? 'true' : 'false') . ", '')");
	told("insert into company_code (cvm_code, company_id, name, folded, status, on_exchange, source) values ($no, $no, '$name', '', '$status', " . ($listed ? 'true' : 'false') . ", 'register')");
}
company('a', 'GÊMEA S.A.', 'cancelled', 0);
company('b', 'GÊMEA S/A', 'active', 0);
company('c', 'CIA GÊMEA', 'active', 1);
company('d', 'GÊMEA', 'active', 1);
company('e', 'MARIPOSA AZUL INDÚSTRIA E COMÉRCIO DE TECIDOS S.A.', 'active', 1);
company('f', 'MARIPOSA VERDE', 'active', 0);
company('g', 'MARIPOSA', 'cancelled', 0);
company('h', 'LAGARTA ANTIGA DISTRIBUIDORA', 'cancelled', 0);
company('i', 'LAGARTA NOVA DISTRIBUIDORAS', 'active', 1);
company('j', 'BANCO FORMIGA S.A.', 'active', 1);
company('k', 'COMPANHIA DE ESTRADAS DO PLANALTO', 'suspended', 0);
told(<<"SQL");
insert into issuer (code, tax_id, name) values ('GEME', '$tax{c}', null), ('GEMF', '$tax{d}', null), ('FORM', '$tax{j}', null);
insert into instrument (venue, symbol, asset_type, short_name, isin, issuer_code) values ('b3', 'GEME3', 'stock', 'IRMA', 'BRGEMEACNOR1', 'GEME'), ('b3', 'GEMF3', 'stock', 'IRMAO', 'BRGEMFACNOR1', 'GEMF'),
	('b3', 'FORM3', 'stock', 'FORMIGA', 'BRFORMACNOR1', 'FORM'), ('b3', 'FORM4', 'stock', 'FORMIGA', 'BRFORMACNPR1', 'FORM');
insert into instrument_isin values ('BRGEMEACNOR1', 'b3', 'GEME3', '2026-01-05', '2026-03-02'), ('BRGEMFACNOR1', 'b3', 'GEMF3', '2026-01-05', '2026-03-02'),
	('BRFORMACNOR1', 'b3', 'FORM3', '2026-01-05', '2026-03-02'), ('BRFORMACNPR1', 'b3', 'FORM4', '2026-01-05', '2026-03-02');
insert into session values ('b3', '2026-03-02'), ('b3', '2026-02-27'), ('b3', '2025-12-01');
insert into quote (venue, symbol, day, segment, close, turnover) values ('b3', 'GEME3', '2026-03-02', 'cash', 1, 100), ('b3', 'GEME3', '2025-12-01', 'cash', 1, 900000),
	('b3', 'GEMF3', '2026-03-02', 'cash', 1, 300), ('b3', 'FORM3', '2026-03-02', 'cash', 1, 40), ('b3', 'FORM4', '2026-02-27', 'cash', 1, 10), ('b3', 'FORM4', '2026-03-02', 'cash', 1, 50);
insert into fund (tax_id, name, active, is_fic) values ('$tax{l}', 'CIGARRA FIM', false, false), ('$tax{m}', 'CIGARRA FI MULTIMERCADO', true, false), ('$tax{n}', 'FIM CIGARRA', true, false);
SQL
sub compute { my $r = $t->lastro_json('compute', 'objects', @_); return join ' ', map { $r->{$_} } qw(objects keys names relations observations) }
like compute(), qr/^\d\d /, 'objects are made';
is compute(), '0 0 0 0 0', 'and again nothing is written';
is told("select string_agg(traded::text, ' ' order by id) from object where id in ('company:$tax{c}', 'company:$tax{d}', 'company:$tax{j}')"), '100 300 100',
	'what is traded in 60 days, of a company that of its papers';
$t->start_pool(env => { LASTRO_NOW => '2026-03-03T15:00:00Z' });

sub encoded { my ($s) = @_; utf8::encode($s); return $s =~ s/([^A-Za-z0-9._~-])/sprintf '%%%02X', ord $1/ger }
sub resolve { my ($q, $more) = @_; return $t->get('/v1/objects/resolve?q=' . encoded($q) . ($more // ''), key => $key)->json }
my %letter = map { ("company:$tax{$_}" => $_, "fund:$tax{$_}" => $_) } keys %tax;
sub order { return join ' ', map { $letter{ $_->{id} } // $_->{id} } @{ resolve(@_)->{data} } }

# ---- equal names ----

my $r = resolve('gemea');
is join(' ', map { $letter{ $_->{id} } . '=' . $_->{status} } @{ $r->{data} }), 'd=active c=active b=active a=cancelled', 'listed before not, living before cancelled, the most traded first; with the status';
is "$r->{meta}{queries}[0]{reason} " . ($r->{meta}{queries}[0]{best_id} // 'nobody'), 'ambiguous_name nobody', 'an order is no identity';
is order('formiga', '&kind=equity_security'), 'equity_security:FORM4 equity_security:FORM3', 'papers of one name: 60 were traded of one, 40 of the other';
is join(' ', map { "$letter{ $_->{id} }=$_->{status}" } @{ resolve('cigarra fim', '&kind=fund')->{data} }), 'n=active l=inactive m=active',
	'of two funds of one name the active one first; a similar name after both';
is join(' ', map { "$letter{ $_->{id} }=$_->{status}" } @{ resolve($tax{a})->{data} }, @{ resolve($tax{k})->{data} }), 'a=cancelled k=suspended', 'a key brings the status too';
is resolve('FORM4')->{data}[0]{status}, undef, 'no register says one of a paper';

my $portfolio = $t->request('POST', '/v1/portfolios', key => $key, json => { name => 'Principal' })->json->{id};
like $t->request('POST', "/v1/portfolios/$portfolio/transactions", key => $key, json => { symbol => 'cigara fim', asset_type => 'fund', kind => 'buy', trade_date => '2026-03-02', quantity => 1, price => 10 })->json->{details}{errors}[0]{expected},
	qr/\b$tax{n} \(FIM CIGARRA\), $tax{l} \(CIGARRA FIM, inativo\)/, 'a refusal names its candidates in this order, and the inactive one as such';

# ---- similar names ----

is order('formiga'), 'j equity_security:FORM4 equity_security:FORM3', 'a company on the exchange before its papers, though their names are more similar';
is order('lagarta distribuidora'), 'i h', 'a living one before a cancelled one that is somewhat more similar';
is order('mariposas azul'), 'e f g', 'first words, one of them a letter off';
$r = resolve('mariposa azul');
is "$letter{ $r->{data}[0]{id} } $r->{meta}{queries}[0]{reason}", 'e fuzzy_needs_confirmation', 'the first words of the only listed name: first, and to be confirmed';
is order('mariposa comercio'), 'e f g', 'words that are not the first are as similar as they are';
is order('mariposa'), 'g e f', 'an exact name is before first words';

# ---- completions ----

is join(' ', map { "$letter{ $_->{id} }=$_->{status}" } @{ $t->get('/v1/objects/suggest?q=gemea&kind=company', key => $key)->json->{data} }), 'd=active b=active a=cancelled c=active',
	'completions in the same order, with the status; names that begin otherwise after them';

# ---- a second listed company with these first words ----

company('l', 'MARIPOSA AZUL DO MAR', 'active', 1);
compute();
# MARIPOSA: (2/3 + 9/14) / 2 - 0.15 = 0.505; MARIPOSA VERDE: (1/2 + 9/20) / 2 = 0.475.
is order('mariposa azul'), 'l e g f', 'with two such names the first words count for neither: the more similar one is first';

# ---- names of what exists ----

sub line { my ($type, $value, $name, %o) = @_; return { name => { key => { type => $type, value => $value }, name => $name, source => 'common', date => '2026-03-02', %o } } }
my $x = load_lines($t, line(cnpj => $tax{j}, 'Formigão'), line(ticker => 'FORM4', 'Formiguinha'), line(cnpj => '33000167000101', 'Estrangeira'));
is "$x->{read} $x->{written} $x->{ignored} $x->{refused}", '3 2 1 0', 'names of what the tables have; of an unknown key it is ignored';
is resolve('Formigao')->{meta}{queries}[0]{best_id}, "company:$tax{j}", 'a typed name identifies';
is resolve('formiguinha')->{meta}{queries}[0]{best_id}, 'equity_security:FORM4', 'also by a ticker';
$x = load_lines($t, line(cnpj => $tax{j}, 'Formigão'));
is "$x->{written} $x->{unchanged}", '0 1', 'and again nothing is written';
compute();
compute('--rebuild');
is resolve('Formigão')->{meta}{queries}[0]{best_id}, "company:$tax{j}", 'a typed name outlives what is computed anew';
is told("select source from object where id = 'company:$tax{j}'"), 'computed', 'and its object is still computed';
$x = load_lines($t, line(cnpj => $tax{k}, 'Formigão'));
is resolve('Formigão')->{meta}{queries}[0]{reason}, 'ambiguous_name', 'a name of two identifies nobody';
is order('Formigão'), 'j k', 'the listed one is first';

my @bad = (
	[line(cnpj => $tax{j}, 'A', source => undef), 'falta source'], [line(cnpj => $tax{j}, 'A', date => undef), 'falta date'], [line(cnpj => $tax{j}, ''), 'name: de 1 a 300 letras em uma linha'],
	[line(cnpj => '33000167000102', 'A'), 'cnpj com dígito verificador errado: 33000167000102'], [line(cnpj => $tax{j}, 'A', key => 'x'), 'key: um objeto com type e value'],
	[line(cnpj => $tax{j}, 'A', key => undef), 'falta key'], [line(name => 'x', 'A'), 'type desconhecido: name'], [line(cnpj => $tax{j}, 'A', kind => 'company'), 'campo desconhecido: kind'],
	[line(cnpj => $tax{j}, 'A', date => '2026-02-30'), 'date: não é uma data AAAA-MM-DD']);
$x = load_lines($t, map { $_->[0] } @bad);
is "$x->{refused} $x->{written}", @bad . ' 0', 'a name from nowhere, undated or of no key is refused';
is $x->{refusals}[$_]{reason}, $bad[$_][1], "line $_: $bad[$_][1]" for 0 .. $#bad;

# A typed company has the standing of the register too.
load_lines($t, object("company:$tax{b}", name => 'GÊMEA S/A', keys => [[cnpj => $tax{b}]]));
told("update company set status = 'cancelled' where tax_id = '$tax{b}'");
compute();
is resolve($tax{b})->{data}[0]{status}, 'cancelled', 'a typed company has the status of the register, when that changes';

done_testing;

# SPDX-License-Identifier: Apache-2.0
package Lastro::ImportCases;

# Uploads worked cases of sheets (doc/calculations.md 16) as files with dry_run, whose answer shows what each row
# would become.  Like Lastro::Cases, returns ($got, $expected), or dies with a reason that begins with "skip: ".

use strict;
use warnings;
use utf8;

use Encode qw(encode_utf8);
use Exporter qw(import);

use Lastro::Tenants qw(account);
use Lastro::Test;

our @EXPORT_OK = qw(%import_functions);
our %import_functions = (import_map => \&import_map, import_dedupe => \&import_dedupe, sheet_mark => \&sheet_mark,
	sheet_row_numbers => \&sheet_row_numbers, sheet_dates => \&sheet_dates,
	sheet_types => \&sheet_types);

sub portfolio {
	my $t = Lastro::Test->new;
	my $self = bless { t => $t, key => account($t)->{user_key} }, __PACKAGE__;

	$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });
	$self->{path} = '/v1/portfolios/' . $t->post('/v1/portfolios', { name => 'Caso' }, key => $self->{key})->json->{id};
	return $self;
}

# A cell in CSV.
sub quoted { my ($cell) = @_; return defined $cell ? '"' . $cell =~ s/"/""/gr . '"' : '' }

# upload() - uploads a sheet of rows, the header first; returns the answer.
sub upload {
	my ($self, $rows, %o) = @_;
	my $csv = join '', map { join(';', map { quoted($_) } @$_) . "\r\n" } @$rows;

	return $self->{t}->upload("$self->{path}/imports" . ($o{real} ? '' : '?dry_run=true'), 'caso.csv', encode_utf8($csv), key => $self->{key});
}

# rehearse() - what each row would become, also when no row is usable.
sub rehearse {
	my ($self, $rows) = @_;
	my $r = $self->upload($rows);
	my $j = $r->json;

	return $j->{rows} if $r->status == 200;
	return $j->{details}{rows} if ($r->code // '') eq 'import_without_rows';
	die 'a rehearsal: ' . $r->body . "\n";
}

# ---- numbers ----

# An ambiguous quantity of a paper that has fractions, with other cells that prove the decimal mark, or do not.
sub sheet_mark {
	my ($in, $want) = @_;
	my $self = portfolio();
	my $rows = $self->rehearse([['ticker', 'operacao', 'data', 'quantidade', 'preco', 'tipo'],
		['BTC', 'compra', '2026-01-05', '1.500', undef, 'cripto'],
		map { ['ETH', 'compra', '2026-01-05', '2', $_, 'cripto'] } @{ $in->{cells} }]);
	my $probe = $rows->[0];
	my $mark = ($probe->{code} // '') eq 'number_ambiguous' ? undef : $probe->{quantity} == 1500 ? ',' : '.';

	return ({ mark => $mark }, $want);
}

my %field = (quantidade => 'quantity', 'preço' => 'price', valor => 'value');

sub sheet_row_numbers {
	my ($in, $want) = @_;
	my $self = portfolio();
	my $dollars = ($in->{currency} // '') eq 'USD' || ($in->{price} // '') =~ /US/;
	my @paper = $dollars ? ('AAPL', 'us') : $in->{whole} ? ('PETR4', 'stock') : ('BTC', 'cripto');
	my @proof = $in->{mark} ? (['ETH', 'compra', '2026-01-05', '2', "1$in->{mark}25", undef, 'cripto']) : ();
	my $rows = $self->rehearse([['ticker', 'operacao', 'data', 'quantidade', 'preco', 'valor', 'tipo'],
		[$paper[0], 'compra', '2026-01-05', @$in{qw(quantity price value)}, $paper[1]], @proof]);
	my %want = %$want;

	delete $want{value};	# not in the answer: the cell that proves the other two
	return ({ %{ $rows->[0] }{qw(quantity price)} }, \%want) if $rows->[0]{status} eq 'imported';
	my ($name) = $rows->[0]{reason} =~ /^(quantidade|preço|valor)/;
	return ({ error => $rows->[0]{code}, ($name ? (field => $field{$name}) : ()) }, $want);
}

# ---- dates ----

# A last, ambiguous date shows which order was chosen.
sub sheet_dates {
	my ($in, $want) = @_;
	my $self = portfolio();
	my $r = $self->upload([['ticker', 'operacao', 'data', 'quantidade', 'preco'],
		map { ['PETR4', 'compra', $_, '1', '1'] } @{ $in->{texts} }, '05/06/2024']);

	return ({ error => $r->json->{details}{reason} }, $want) if $r->status == 400;
	my @rows = @{ $r->json->{rows} };
	my $probe = pop @rows;
	return ({ dates => [map { $_->{status} eq 'imported' ? $_->{trade_date} : undef } @rows],
		month_first => $probe->{trade_date} eq '2024-05-06' ? JSON::PP::true : JSON::PP::false }, $want);
}

# ---- types ----

# Each word with a ticker and with a tax id, since a fund has no ticker: one of the two rows gets the type.
sub sheet_types {
	my ($in, $want) = @_;
	my $self = portfolio();
	my @papers = ('PETR4', '11222333000181');
	my $rows = $self->rehearse([['ticker', 'operacao', 'data', 'quantidade', 'preco', 'tipo'],
		map { my $text = $_; map { [$_, 'compra', '2026-01-05', '1', '1', $text] } @papers } @{ $in->{texts} }]);
	my @types;

	while (my @two = splice @$rows, 0, 2) {
		my ($read) = grep { $_->{status} eq 'imported' } @two;
		my $unknown = 2 == grep { ($_->{reason} // '') =~ /^tipo desconhecido/ } @two;

		push @types, $read ? $read->{asset_type} : $unknown ? undef : "neither: $two[0]{reason}";
	}
	return ({ types => \@types }, $want);
}

# ---- rows ----

my @trade_header = ('Data do Negócio', 'Tipo de Movimentação', 'Mercado', 'Prazo/Vencimento', 'Instituição',
	'Código de Negociação', 'Quantidade', 'Preço', 'Valor');

sub iso { my ($day) = @_; return join '-', reverse split m{/}, $day }
sub printed { my ($day) = @_; return join '/', reverse split /-/, $day }

# The holding before a row, as a purchase in the year before.
sub typed {
	my ($self, $rows, $in) = @_;
	my @before = map { my $k = $_; my $q = $in->{rows}[$k]{_qty_before};
		defined $q ? { symbol => $rows->[$k]{symbol}, asset_type => $rows->[$k]{asset_type}, kind => 'buy', trade_date => '2025-01-06', quantity => $q, price => 1 } : ()
	} 0 .. $#$rows;

	return unless @before;
	my $r = $self->{t}->post("$self->{path}/transactions", \@before, key => $self->{key});
	die 'what was held: ' . $r->body . "\n" unless $r->status == 201;
}

# The trade in the other statement, with the quantity of its settlement row.
sub traded {
	my ($self, $rows, $in) = @_;
	my @trades = map { my $f = $_; my ($row) = grep { $rows->[$_]{symbol} eq $f->{symbol} && defined $rows->[$_]{quantity} } 0 .. $#$rows;
		[printed($f->{trade_date}), $f->{kind} eq 'buy' ? 'Compra' : 'Venda', 'Mercado à Vista', '-', 'CORRETORA X', $f->{symbol},
			$rows->[$row]{quantity}, '1', $rows->[$row]{quantity}] } @{ $in->{negociacao} // [] };

	return unless @trades;
	my $r = $self->upload([[@trade_header], @trades], real => 1);
	die 'the trades: ' . $r->body . "\n" unless $r->status == 201;
}

sub import_map {
	my ($in, $want) = @_;
	my $self = portfolio();
	my @file = ([@{ $in->{header} }], map { my $row = $_; [map { $row->{$_} } @{ $in->{header} }] } @{ $in->{rows} });
	my $first = $self->rehearse(\@file);

	$self->typed($first, $in);
	$self->traded($first, $in);
	my $r = $self->upload(\@file);
	die 'the statement: ' . $r->body . "\n" unless $r->status == 200;
	my @rows = @{ $r->json->{rows} };
	$rows[$_]{trade_date} = iso($in->{rows}[$_]{Data}) for 0 .. $#rows;	# also for rows that do not enter the ledger
	return ({ %{ $r->json }, rows => \@rows }, $want);
}

# Existing rows come from a file too, since a typed row would have another source.
sub import_dedupe {
	my ($in, $want) = @_;
	my $self = portfolio();
	my $file = sub { return [['ticker', 'operacao', 'data', 'quantidade', 'preco'],
		map { [$_->{symbol}, $_->{kind} eq 'buy' ? 'compra' : 'venda', $_->{trade_date}, @$_{qw(quantity price)}] } @_] };
	my $before = $self->upload($file->(@{ $in->{existing} }), real => 1);
	die 'what is there: ' . $before->body . "\n" unless $before->status == 201;
	my $r = $self->upload($file->(@{ $in->{incoming} }));

	die 'what comes: ' . $r->body . "\n" unless $r->status == 200;
	return ({ %{ $r->json }, status => [map { $_->{status} } @{ $r->json->{rows} }] }, $want);
}

1;

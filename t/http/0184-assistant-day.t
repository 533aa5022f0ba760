#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A session of an assistant: a client that knows no Function and no Action, only tools/list, the catalogues and the
# specs, finds a client by name, reads the portfolio, previews and executes an import, and reads its audit event.
#
# The test only gives it a person's words ("clientes", "importar extrato"); ids, arguments and where to find them come
# from the service.

use strict;
use warnings;
use utf8;

use JSON::PP ();
use Lastro::Market qw(closes);
use Lastro::Office;
use Lastro::OpenApi;
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my $office = Lastro::Office->new($t, 'Escritorio');
my $owner = $office->member('owner');
closes($t, b3 => 'VALE3', '2026-11-18' => '60.00', '2026-11-19' => '61.00');
$t->start_pool(env => { LASTRO_NOW => '2026-11-20T15:00:00Z', LASTRO_BASE_URL => 'https://lastro.example' });

# ---- data before the session ----

sub made { return $office->action($_[0], $_[1], as => $owner)->json->{result}{id} }
made('advisor.client.create', { name => $_ }) for 'Augusto Lima', 'Heloísa Prado';
my $helena = made('advisor.client.create', { name => 'Helena Prado' });
my $portfolio = made('advisor.client_portfolio.create', { client_id => $helena, name => 'Principal' });
made('advisor.client_portfolio_transaction.add', { portfolio_id => $portfolio, symbol => 'VALE3', asset_type => 'stock', kind => 'buy',
	trade_date => '2026-01-05', quantity => 100, price => 60 });

# ---- a client of the protocol ----

my $json = JSON::PP->new->utf8->canonical;
my $id = 0;

sub rpc {
	my ($method, $params) = @_;
	my $r = $t->post('/v1/mcp/advisor', { jsonrpc => '2.0', id => ++$id, method => $method, params => { %{ $params // {} },
		_meta => { 'io.modelcontextprotocol/protocolVersion' => '2026-07-28', 'io.modelcontextprotocol/clientCapabilities' => {} } } },
		key => $owner->{key}, headers => { 'MCP-Protocol-Version' => '2026-07-28', 'Mcp-Method' => $method,
			($params && $params->{name} ? ('Mcp-Name' => $params->{name}) : ()) });

	return $json->decode($r->body)->{result} // die $r->body;
}

my @tools = @{ rpc('tools/list')->{tools} };

# tool() - the tool whose title has these words.
sub tool { my ($words) = @_; my @found = grep { $_->{title} =~ $words } @tools; is scalar @found, 1, "one tool is for $words"; return $found[0] }

# use_() - calls a tool with these arguments; returns its result, validated against the output schema.
sub use_ {
	my ($tool, %arguments) = @_;
	my @unknown = grep { !exists $tool->{inputSchema}{properties}{$_} } keys %arguments;
	my $r = rpc('tools/call', { name => $tool->{name}, arguments => \%arguments });

	is_deeply \@unknown, [], "$tool->{name} accepts the input";
	ok !$r->{isError}, 'and does it' or diag $r->{content}[0]{text};
	is_deeply [grep { !exists $r->{structuredContent}{$_} } @{ $tool->{outputSchema}{required} }], [], 'as previewed';
	return $r->{structuredContent};
}

my ($list_reads, $list_writes) = (tool(qr/^Listar Functions/), tool(qr/^Listar Actions/));
my ($spec_read, $spec_write) = (tool(qr/especificação de uma Function/), tool(qr/especificação de uma Action/));
my ($read, $look, $write) = (tool(qr/^Executar uma Function/), tool(qr/^Ver antes/), tool(qr/^Executar uma Action/));
is_deeply [map { $_->{annotations}{readOnlyHint} ? 1 : 0 } $read, $look, $write], [1, 1, 0], 'only executing an Action writes';
my $reads = use_($list_reads);
my $writes = use_($list_writes);
my %known = (org => $reads->{meta}{org});	# by argument name

# chosen() - the spec of the catalogue's entry whose title or summary has these words.
sub chosen {
	my ($catalogue, $words) = @_;
	my @found = grep { "$_->{title}. $_->{summary}" =~ $words } @{ $catalogue->{data} };

	is scalar @found, 1, "one is about $words" or diag join ' ', map { $_->{id} } @found;
	return $catalogue == $reads ? use_($spec_read, function => $found[0]{id}) : use_($spec_write, action => $found[0]{id});
}

# arguments() - the arguments for an operation: those that its spec requires, from known values, and the requested ones.
sub arguments {
	my ($spec, %input) = @_;
	my $schema = $spec->{input_schema};

	for my $name (@{ $schema->{required} // [] }) {
		$input{$name} //= $known{$name} // die "$spec->{id}: nobody told $name";
	}
	is_deeply [grep { !exists $schema->{properties}{$_} } keys %input], [], "$spec->{id} takes it";
	my $about = $spec->{subject} && ($known{ $spec->{subject}{type} } // die "$spec->{id} is about a $spec->{subject}{type}");
	return (input => \%input, ($about ? (subject => { entity_id => $about }) : ()));
}

# answered() - a Function's data, validated against its spec.
sub answered {
	my ($spec, %input) = @_;
	my $data = use_($read, function => $spec->{id}, arguments($spec, %input))->{data};

	is_deeply [Lastro::OpenApi->of_schema($spec->{output_schema})->check($spec->{output_schema}, Lastro::OpenApi::decode($json->encode($data)), '')], [],
		"$spec->{id} answers as its spec says";
	return $data;
}

# ---- the session ----

# "A carteira da Helena Prado, quanto vale?"
my $clients = chosen($reads, qr/^Clientes\b/);
ok exists $clients->{input_schema}{properties}{q}, 'clients are looked for by a text';
my @found = grep { $_->{name} eq 'Helena Prado' } @{ answered($clients, q => 'helena prado') };
is scalar @found, 1, 'the client is found by name';
my $portfolios = chosen($reads, qr/^As carteiras de um cliente/);
$known{ $portfolios->{subject}{type} } = $found[0]{id};
my ($main) = grep { $_->{name} eq 'Principal' } @{ answered($portfolios) };
ok $main, 'and the portfolio';
my $detail = chosen($reads, qr/^Uma carteira de cliente/);
$known{ $detail->{subject}{type} } = $main->{id};
is answered($detail)->{patrimonio}, 6100, 'which is worth a hundred shares at 61.00';

# "Importe este extrato nela."
my $import = chosen($writes, qr/^Importar extrato/);
is $import->{preview}, JSON::PP::true, 'an import can be previewed';
my ($where) = grep { /portfolio/ } @{ $import->{input_schema}{required} };
$known{$where} = $main->{id};
my $csv = $import->{examples}[0]{input}{content} =~ s/\n.*//sr . "\nVALE3,compra,2026-02-02,50,58.00\n";
my %call = (action => $import->{id}, arguments($import, content => $csv, filename => 'extrato.csv'));
my $seen = use_($look, %call);
is_deeply [map { "$_->{from} to $_->{to}" } grep { $_->{pointer} eq '/transactions' } @{ $seen->{changes} }], ['1 to 2'], 'one row would come in';
is answered($detail)->{patrimonio}, 6100, 'and has not';
my $done = use_($write, %call, ($import->{confirmation}{required} ? (confirmed => JSON::PP::true) : ()));
is $done->{result}{imported}, 1, 'then it is imported';
is answered($detail)->{patrimonio}, 9150, 'and the portfolio is worth more';

# "O que ficou registrado?"
my $audit = chosen($reads, qr/^Auditoria/);
my ($event) = grep { $_->{id} eq $done->{audit_event}{id} } @{ answered($audit, kind => $done->{audit_event}{kind}) };
ok $event, 'the audit has the event that the import named';
is_deeply [@$event{qw(kind outcome)}], [$done->{audit_event}{kind}, 'done'], 'as done';

done_testing;

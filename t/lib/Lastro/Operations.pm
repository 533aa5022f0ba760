# SPDX-License-Identifier: Apache-2.0
package Lastro::Operations;

# A sample of every Function and Action of the advisor, for the tests driven by the catalogue.  They fail for an
# operation without a row here, and name it.
#
#	role      the least role that may use it
#	input     creates what the operation needs in an office, and returns a valid input (org is added)
#	subject   likewise, returns the id of its subject; called before input
#	key       the credential, if it is not a member's
#	touches   tables that the Action writes, besides the audit
#	words     values in its changes that are not columns: states derived from dates, counts
#	counts    its changes also show the numbers before and after
#	refuses   the refusals its description names: [name, status, rule, input ..., options]; the input may be a sub
#	open      not restricted to members of the office: no scope of the advisor, no role, no org to compare

use strict;
use warnings;
use utf8;

use Exporter qw(import);

our @EXPORT_OK = qw(functions actions);

# ---- rows that operations need ----

my $template = "ticker,operacao,data,quantidade,preco\nBBAS3,compra,2026-02-02,30,25.50\nBBAS3,venda,2026-06-01,10,28\n";

sub family { my ($o, @as) = @_; return $o->done('advisor.family.create', { name => $o->unique('Família') }, @as)->{id} }

# A client that is visible to every member of the office.
sub client {
	my ($o, %more) = @_;
	my $id = $o->done('advisor.client.create', { name => $o->unique('Cliente'), %more })->{id};

	$o->done('advisor.client_assignment.set', { client_id => $id, member_ids => [@{ $o->{member} }{qw(advisor assistant)}] });
	set($o, "update client set created_at = '2026-01-05' where id = '$id'");	# so that a past day can be asked for
	return $id;
}

sub portfolio {
	my ($o, %more) = @_;
	my $id = $o->done('advisor.client_portfolio.create', { client_id => $more{client} // client($o), name => $o->unique('Carteira') })->{id};

	set($o, "update portfolio set created_at = '2026-01-06' where id = '$id'");
	return $id;
}

sub asset {
	my ($o, $portfolio) = @_;
	return $o->done('advisor.client_portfolio_asset.add', { portfolio_id => $portfolio, symbol => 'PETR4', asset_type => 'stock' })->{id};
}

sub trade { my (%more) = @_; return (symbol => 'VALE3', asset_type => 'stock', kind => 'buy', trade_date => '2026-03-02', quantity => 100, price => '61.50', %more) }

# A portfolio with a purchase and a watched paper; [its id, the transaction's, the watched asset's].
sub with_rows {
	my ($o) = @_;
	my $id = portfolio($o);

	return ($id, $o->done('advisor.client_portfolio_transaction.add', { portfolio_id => $id, trade() })->{id}, asset($o, $id));
}
sub marked { my ($o) = @_; my $id = portfolio($o); $o->done('advisor.client_portfolio_transaction.add', { portfolio_id => $id, trade(external_id => 'x-1') }); return $id }
sub keeper { my ($o) = @_; my $client = client($o); portfolio($o, client => $client); return $client }
sub sold {
	my ($o) = @_;
	my $client = client($o);
	my $id = portfolio($o, client => $client);

	$o->done('advisor.client_portfolio_transaction.add', { portfolio_id => $id, trade(trade_date => '2026-03-02') });
	$o->done('advisor.client_portfolio_transaction.add', { portfolio_id => $id, trade(kind => 'sell', trade_date => '2026-03-10') });
	return $client;
}
sub imported { my ($o) = @_; my $id = portfolio($o); return ($id, $o->done('advisor.client_portfolio.import', { portfolio_id => $id, filename => 'modelo.csv', content => $template })->{import_id}) }
sub held { return (with_rows($_[0]))[0] }

sub aims { return { slices => [{ name => 'Bolsa', pct => '60.00', types => ['stock'] }, { name => 'Imóveis', pct => 40, types => ['fii'] }] } }
sub aimed { my ($o) = @_; my $id = held($o); $o->done('advisor.client_targets.set', { portfolio_id => $id, targets => aims() }); return $id }

sub invitation { my ($o, %more) = @_; return $o->done('advisor.invitation.create', { email => lc($o->unique('convite') =~ s/ //r) . '@example.com', role => 'advisor', %more }) }
sub set { my ($o, $what) = @_; $o->{t}->sql($what); return }

sub answers {
	my ($o) = @_;
	my $all = $o->{t}->get('/v1/suitability/questionnaire', key => $o->{key}{user})->json;

	return [map { { q => $_->{q}, a => $_->{options}[0]{a} } } @{ $all->{questions} }];
}

sub accepted {
	my ($o, %more) = @_;
	my $user = $more{user} // $o->person('Pessoa');
	my $made = invitation($o, email => $user->{email});

	$o->done('advisor.invitation.accept', { token => $made->{token} }, org => undef, key => $user->{user_key});
	return ($made, $user);
}

# ---- Functions ----

sub functions {
	return (
		'advisor.me.get' => { role => 'assistant', input => sub { {} } },
		'advisor.organization.get' => { role => 'assistant', input => sub { {} } },
		'advisor.license.get' => { role => 'assistant', input => sub { {} } },
		'advisor.questionnaire.get' => { role => 'assistant', input => sub { {} } },
		'advisor.members.list' => { role => 'assistant', input => sub { { status => 'active', limit => 2 } } },
		'advisor.invitations.list' => { role => 'admin', input => sub { invitation($_[0]); { status => 'pending', limit => 5 } } },
		'advisor.audit.list' => { role => 'admin', input => sub { family($_[0]); { kind => 'family.created', limit => 5 } },
			refuses => [['a period that ends before it begins', 400, 'maximum', sub { { from => '2026-02-02', to => '2026-02-01' } }]] },
		'advisor.families.list' => { role => 'assistant', input => sub { client($_[0], family_id => family($_[0])); { q => 'familia', limit => 5 } } },
		'advisor.clients.list' => { role => 'assistant', input => sub {
			my ($o) = @_;
			my $family = family($o);
			client($o, family_id => $family, tax_id => $o->tax_id);
			{ family_id => $family, member_id => $o->{member}{advisor}, limit => 5 } } },
		'advisor.client_portfolio.get' => { role => 'assistant', subject => \&held, input => sub { { include => [qw(closed monthly transactions)] } } },
		'advisor.client_portfolio.history' => { role => 'assistant', subject => \&held, input => sub { { symbol => 'VALE3', limit => 12 } },
			refuses => [['a symbol of nothing', 400, 'min_length', sub { { symbol => '' } }]] },
		'advisor.client_portfolio.explain' => { role => 'assistant', subject => \&held, input => sub { { field => 'avg_price', symbol => 'VALE3', limit => 12 } },
			refuses => [['a figure of nothing', 400, 'value', sub { { field => 'x' } }]] },
		'advisor.client_portfolio.imports' => { role => 'assistant', subject => sub { my ($id) = imported($_[0]); return $id }, input => sub { { limit => 5 } } },
		'advisor.client_portfolio.ledger' => { role => 'assistant', subject => \&held, input => sub { { symbol => 'VALE3', limit => 12 } } },
		'advisor.client_plan.get' => { role => 'assistant', subject => \&aimed, input => sub { { contribution => '1000.00', sell => JSON::PP::true() } },
			refuses => [['an amount of three places', 400, 'value', sub { { contribution => '1.001' } }]] },
		'advisor.client_targets.get' => { role => 'assistant', subject => \&aimed, input => sub { {} } },
		'advisor.plans.get' => { role => 'assistant', input => sub { { plans => [{ id => aimed($_[0]), contribution => '1000.00' }] } },
			refuses => [['an amount of three places', 400, 'value', sub { { contribution => '1.001' } }],
				['neither one amount nor a list', 400, 'one_of', sub { {} }],
				['a portfolio without targets', 409, 'targets_not_found', sub { { plans => [{ id => held($_[0]), contribution => 1 }] } }]] },
		'advisor.targets.out' => { role => 'assistant', input => sub { aimed($_[0]); { limit => 5 } } },
		'advisor.client_portfolios.list' => { role => 'assistant', subject => sub { my ($o) = @_; my $client = client($o); portfolio($o, client => $client); $client },
			input => sub { {} } },
		'advisor.overview.get' => { role => 'assistant', input => sub { held($_[0]); { top => 5 } } },
		'advisor.client.get' => { role => 'assistant', subject => \&client, input => sub { {} } },
		'advisor.client.history' => { role => 'assistant', subject => \&client, input => sub { {} } },
		(map { ("advisor.client_tax.$_" => { role => 'assistant', subject => \&keeper, input => sub { { year => 2026 } },
			refuses => [['a year to come', 400, 'value', sub { { year => 2027 } }], ['a year before', 400, 'minimum', sub { { year => 2019 } }]] }) } qw(get declaration)),
		'advisor.client_tax.explain' => { role => 'assistant', subject => \&sold, input => sub { { year => 2026, field => 'months.due', month => '2026-03' } },
			refuses => [['a figure of nothing', 400, 'value', sub { { year => 2026, field => 'x' } }],
				['a month that is missing', 400, 'value', sub { { year => 2026, field => 'months.due' } }],
				['a figure that there is not', 409, 'figure_not_found', sub { { year => 2026, field => 'exterior.due' } }]] },
	);
}

# ---- Actions ----

sub actions {
	return (
		'advisor.invitation.accept' => {
			open => 1, touches => [qw(office_invitation office_member organization_member)],
			input => sub { my ($o) = @_; my $user = $o->person('Pessoa'); ({ token => invitation($o, email => $user->{email})->{token} }, key => $user->{user_key}) },
			refuses => [
				['an invitation that was spent', 409, 'invitation_spent', sub { my ($made, $user) = accepted($_[0]); ({ token => $made->{token} }, key => $user->{user_key}) }],
				['one that was revoked', 409, 'invitation_revoked', sub {
					my ($o) = @_;
					my $user = $o->person('Pessoa');
					my $made = invitation($o, email => $user->{email});
					$o->done('advisor.invitation.revoke', { invitation_id => $made->{id} });
					({ token => $made->{token} }, key => $user->{user_key}) }],
				['one that is past its days', 409, 'invitation_expired', sub {
					my ($o) = @_;
					my $user = $o->person('Pessoa');
					my $made = invitation($o, email => $user->{email});
					set($o, "update office_invitation set created_at = '2026-01-01', expires_at = '2026-01-08' where id = '$made->{id}'");
					({ token => $made->{token} }, key => $user->{user_key}) }],
				['another\'s', 409, 'invitation_email', sub { my ($o) = @_; ({ token => invitation($o)->{token} }, key => $o->person('Pessoa')->{user_key}) }],
				['a token of nothing', 404, undef, sub { ({ token => 'x' x 43 }, key => $_[0]->person('Pessoa')->{user_key}) }],
			],
		},
		'advisor.organization.update' => {
			role => 'admin', touches => [qw(office organization)],
			input => sub { { name => $_[0]->unique('Escritório'), phone => '11 5555-0000', website => 'https://escritorio.example' } },
			refuses => [['a name of blanks', 400, 'min_length', sub { { name => '   ' } }]],
		},
		'advisor.seat.assign' => {
			role => 'admin', touches => [qw(office_member)],
			input => sub { my ($o) = @_; my (undef, $user) = accepted($o); { member_id => member_of($o, $user), seated => JSON::PP::false() } },
			refuses => [
				['a seat for a member who is suspended', 409, 'member_suspended', sub {
					my ($o) = @_;
					my (undef, $user) = accepted($o);
					my $id = member_of($o, $user);
					$o->done('advisor.member.update', { member_id => $id, status => 'suspended' });
					{ member_id => $id } }],
				['a seat that the licence has not', 409, 'seat_limit', sub {
					my ($o) = @_;
					set($o, "update office_license l set seats = (select count(*) from office_member m
						where m.workspace_id = l.workspace_id and m.seated) where workspace_id = '$o->{workspace}'");
					{ member_id => $o->{member}{unseated} } }, sub { set($_[0], "update office_license set seats = 500 where workspace_id = '$_[0]{workspace}'") }],
				['one above oneself', 409, 'role_above', sub { ({ member_id => $_[0]{member}{owner}, seated => JSON::PP::false() }, as => 'admin') }],
			],
		},
		'advisor.member.update' => {
			role => 'admin', touches => [qw(office_member organization_member)], words => [qw(active suspended)],
			input => sub { my ($o) = @_; my (undef, $user) = accepted($o); { member_id => member_of($o, $user), role => 'assistant', status => 'suspended' } },
			refuses => [
				['one above oneself', 409, 'role_above', sub { ({ member_id => $_[0]{member}{owner}, role => 'assistant' }, as => 'admin') }],
				['a role above one\'s own', 409, 'role_above', sub { ({ member_id => $_[0]{member}{advisor}, role => 'owner' }, as => 'admin') }],
				['nothing to change', 400, 'min_properties', sub { { member_id => $_[0]{member}{advisor} } }],
			],
		},
		'advisor.invitation.create' => {
			role => 'admin', touches => [qw(office_invitation invitation_directory)], words => ['pending'],
			input => sub { { email => lc($_[0]->unique('novo') =~ s/ //r) . '@example.com', role => 'assistant' } },
			refuses => [
				['one who is a member', 409, 'already_member', sub { my (undef, $user) = accepted($_[0]); { email => $user->{email}, role => 'advisor' } }],
				['one who has an invitation', 409, 'invitation_pending', sub { { email => invitation($_[0])->{email}, role => 'advisor' } }],
				['a role above one\'s own', 409, 'role_above', sub { ({ email => 'acima@example.com', role => 'owner' }, as => 'admin') }],
				['no address', 400, 'format', sub { { email => 'nenhum', role => 'advisor' } }],
			],
		},
		'advisor.invitation.revoke' => {
			role => 'admin', touches => [qw(office_invitation)], words => [qw(pending revoked)],
			input => sub { { invitation_id => invitation($_[0])->{id} } },
			refuses => [
				['one that was spent', 409, 'invitation_spent', sub { my ($made) = accepted($_[0]); { invitation_id => $made->{id} } }],
				['one that was revoked', 409, 'invitation_revoked', sub {
					my ($o) = @_;
					my $id = invitation($o)->{id};
					$o->done('advisor.invitation.revoke', { invitation_id => $id });
					{ invitation_id => $id } }],
				['one that is past its days', 409, 'invitation_expired', sub {
					my ($o) = @_;
					my $id = invitation($o)->{id};
					set($o, "update office_invitation set created_at = '2026-01-01', expires_at = '2026-01-08' where id = '$id'");
					{ invitation_id => $id } }],
			],
		},
		'advisor.family.create' => {
			role => 'advisor', touches => [qw(family)], input => sub { { name => $_[0]->unique('Família') } },
			refuses => [
				['a name that is taken', 409, 'name_taken', sub { my ($o) = @_; my $name = $o->unique('Família'); $o->done('advisor.family.create', { name => $name }); { name => uc $name } }],
				['a name of blanks', 400, 'min_length', sub { { name => ' ' } }],
				['a name of two lines', 400, 'format', sub { { name => "a\nb" } }],
				['no name', 400, 'required', sub { {} }],
			],
		},
		'advisor.client_assignment.set' => {
			role => 'admin', touches => [qw(client_assignment)],
			input => sub { my ($o) = @_; { client_id => client($o), member_ids => [$o->{member}{advisor}, $o->{member}{admin}] } },
		},
		'advisor.client.create' => {
			role => 'advisor', touches => [qw(client)], words => ['0'],
			input => sub { my ($o) = @_; { name => $o->unique('Cliente'), tax_id => $o->tax_id, email => 'cliente@example.com', phone => '11 5555-0100', notes => 'Nota.',
				family_id => family($o, as => 'advisor') } },
			refuses => [
				['a tax id that another client has', 409, 'tax_id_taken', sub { my ($o) = @_; my $id = $o->tax_id; client($o, tax_id => $id); { name => 'Outro', tax_id => $id } }],
				['a tax id whose digits do not hold', 400, 'tax_id', sub { { name => 'Outro', tax_id => '52998224726' } }],
				['an address that is none', 400, 'format', sub { { name => 'Outro', email => 'nenhum' } }],
				['a name of blanks', 400, 'min_length', sub { { name => '  ' } }],
			],
		},
		'advisor.client.update' => {
			role => 'advisor', touches => [qw(client)],
			input => sub { my ($o) = @_; { client_id => client($o), phone => '11 5555-0199', family_id => family($o, as => 'advisor') } },
			refuses => [
				['another client\'s tax id', 409, 'tax_id_taken', sub { my ($o) = @_; my $id = $o->tax_id; client($o, tax_id => $id); { client_id => client($o), tax_id => $id } }],
				['nothing to change', 400, 'min_properties', sub { { client_id => client($_[0]) } }],
			],
		},
		'advisor.client.delete' => {
			role => 'advisor', touches => [qw(client client_assignment)], words => ['0'],
			input => sub { { client_id => client($_[0]) } },
			refuses => [['one that is deleted already', 404, undef, sub { my ($o) = @_; my $id = client($o); $o->done('advisor.client.delete', { client_id => $id }, confirmed => 1); { client_id => $id } }]],
		},
		'advisor.client_portfolio.create' => {
			role => 'advisor', touches => [qw(portfolio portfolio_directory)], words => ['0'],
			input => sub { my ($o) = @_; { client_id => client($o), name => $o->unique('Carteira'), exclude_from_consolidated => JSON::PP::true() } },
			refuses => [
				['a name that the client has', 409, 'name_taken', sub {
					my ($o) = @_;
					my $client = client($o);
					$o->done('advisor.client_portfolio.create', { client_id => $client, name => 'Única' });
					{ client_id => $client, name => 'ÚNICA' } }],
				['a name of blanks', 400, 'min_length', sub { { client_id => client($_[0]), name => '  ' } }],
			],
		},
		'advisor.client_portfolio.delete' => {
			role => 'advisor', touches => [qw(asset ledger portfolio portfolio_directory)], counts => 1,
			input => sub { { portfolio_id => held($_[0]) } },
		},
		'advisor.client_portfolio.import' => {
			role => 'advisor', touches => [qw(asset import import_row ledger portfolio)], counts => 1,
			input => sub { { portfolio_id => portfolio($_[0]), filename => 'modelo.csv', content => $template } },
			refuses => [
				['no file', 400, 'one_of', sub { { portfolio_id => portfolio($_[0]) } }],
				['two files', 400, 'one_of', sub { { portfolio_id => portfolio($_[0]), content => $template, content_base64 => 'YQ==' } }],
				['no base64', 400, 'base64', sub { { portfolio_id => portfolio($_[0]), content_base64 => '*' } }],
				['an external id that another row has', 409, 'external_id_taken', sub {
					{ portfolio_id => marked($_[0]), content => "ticker,operacao,data,quantidade,preco,id externo\nVALE3,compra,2026-03-04,1,60,x-1\n" } }],
				['a header of nothing', 400, 'import_unrecognized', sub { { portfolio_id => portfolio($_[0]), content => "a,b\n1,2\n" } }],
				['a file that is broken', 400, 'import_unreadable', sub { { portfolio_id => portfolio($_[0]), content_base64 => 'UEsDBCBicm9rZW4=' } }],
			],
		},
		'advisor.client_portfolio_import.undo' => {
			role => 'advisor', touches => [qw(asset import import_row ledger portfolio)], counts => 1,
			input => sub { my ($id, $import) = imported($_[0]); return { portfolio_id => $id, import_id => $import } },
			refuses => [['one that is not there', 404, undef, sub { { portfolio_id => portfolio($_[0]), import_id => '01930000-0000-7000-8000-00000000ffff' } }],
				['rows that somebody changed', 409, 'ledger_conflict', sub {
					my ($o) = @_;
					my ($id, $import) = imported($o);
					$o->{t}->sql("delete from ledger where portfolio_id = '$id'");
					return { portfolio_id => $id, import_id => $import };
				}]],
		},
		'advisor.client_portfolio_asset.add' => {
			role => 'advisor', touches => [qw(asset portfolio)], counts => 1,
			input => sub { { portfolio_id => portfolio($_[0]), symbol => 'ITUB4', asset_type => 'stock', name => 'Banco' } },
			refuses => [
				['one that is there', 409, 'already_exists', sub { my ($o) = @_; my $id = portfolio($o); asset($o, $id); { portfolio_id => $id, symbol => 'PETR4', asset_type => 'stock' } }],
				['a symbol that is none', 400, 'format', sub { { portfolio_id => portfolio($_[0]), symbol => 'X', asset_type => 'fund' } }],
			],
		},
		'advisor.client_portfolio_asset.remove' => {
			role => 'advisor', touches => [qw(asset ledger portfolio)], counts => 1,
			input => sub {
				my ($o) = @_;
				my ($id) = with_rows($o);
				{ portfolio_id => $id, asset_id => $o->{t}->sql("select id from asset where portfolio_id = '$id' and symbol = 'VALE3'") } },
			refuses => [['an asset of another portfolio', 404, undef, sub { my ($o) = @_; my (undef, undef, $asset) = with_rows($o); { portfolio_id => portfolio($o), asset_id => $asset } }]],
		},
		'advisor.client_portfolio_price.state' => {
			role => 'advisor', touches => [qw(asset portfolio)],
			input => sub { my ($o) = @_; my ($id, undef, $asset) = with_rows($o); { portfolio_id => $id, asset_id => $asset, price => '12.5', date => '2026-11-18' } },
			refuses => [
				['a day to come', 400, 'maximum', sub { my ($o) = @_; my ($id, undef, $asset) = with_rows($o); { portfolio_id => $id, asset_id => $asset, price => 1, date => '2027-11-21' } }],
				['a day of which none was stated', 409, 'stated_price_not_found', sub { my ($o) = @_; my ($id, undef, $asset) = with_rows($o); { portfolio_id => $id, asset_id => $asset, price => undef, date => '2026-11-18' } }],
				['an asset of another portfolio', 404, undef, sub { my ($o) = @_; my (undef, undef, $asset) = with_rows($o); { portfolio_id => portfolio($o), asset_id => $asset, price => 1, date => '2026-11-18' } }],
			],
		},
		'advisor.client_targets.set' => {
			role => 'advisor', touches => [qw(portfolio_targets)],
			input => sub { { portfolio_id => held($_[0]), targets => aims() } },
			refuses => [
				['a sum that is not 100', 400, 'targets_not_100', sub { my %aims = %{ aims() }; $aims{slices}[0]{pct} = '59.99'; { portfolio_id => held($_[0]), targets => \%aims } }],
				['none to withdraw', 409, 'targets_not_found', sub { { portfolio_id => held($_[0]), targets => undef } }],
			],
		},
		'advisor.client_portfolio_transaction.add' => {
			role => 'advisor', touches => [qw(asset ledger portfolio)], counts => 1,
			input => sub { { portfolio_id => portfolio($_[0]), transactions => [{ trade() }, { trade(kind => 'sell', trade_date => '2026-04-01', quantity => 40) }] } },
			refuses => [
				['a day to come', 400, 'maximum', sub { { portfolio_id => portfolio($_[0]), trade(trade_date => '2026-11-21') } }],
				['an external id that another row has', 409, 'external_id_taken', sub { { portfolio_id => marked($_[0]), trade(trade_date => '2026-03-03', external_id => 'x-1') } }],
				['one and many', 400, 'one_of', sub { { portfolio_id => portfolio($_[0]), trade(), transactions => [{ trade() }] } }],
				['another currency than the asset\'s', 409, 'asset_currency', sub {
					my ($o) = @_;
					my ($id, undef, $asset) = with_rows($o);
					{ portfolio_id => $id, asset_id => $asset, kind => 'buy', trade_date => '2026-03-02', quantity => 1, price => 1, currency => 'USD' } }],
				['a sum that leaves the scale', 409, 'ledger_out_of_range', sub {
					{ portfolio_id => held($_[0]), transactions => [map { { symbol => 'VALE3', asset_type => 'stock', kind => 'split', trade_date => $_, ratio => 1_000_000 } }
						'2026-05-04', '2026-07-06'] } }],
			],
		},
		'advisor.client_portfolio_transaction.delete' => {
			role => 'advisor', touches => [qw(ledger portfolio)], counts => 1, words => [qw(VALE3 stock)],
			input => sub { my ($id, $row) = with_rows($_[0]); { portfolio_id => $id, transaction_id => $row } },
			refuses => [['one of another portfolio', 404, undef, sub { my ($o) = @_; my (undef, $row) = with_rows($o); { portfolio_id => portfolio($o), transaction_id => $row } }]],
		},
		'advisor.client_profile.update' => {
			role => 'advisor', touches => [qw(client_profile)],
			input => sub { my ($o) = @_; { client_id => client($o), answers => answers($o) } },
			refuses => [
				['a question without an answer', 400, 'required', sub { my ($o) = @_; my $all = answers($o); { client_id => client($o), answers => [@$all[1 .. $#$all]] } }],
				['a question twice', 400, 'unique', sub { my ($o) = @_; my $all = answers($o); { client_id => client($o), answers => [@$all, $all->[0]] } }],
				['another version of the questions', 400, 'const', sub { my ($o) = @_; { client_id => client($o), answers => answers($o), version => 99 } }],
			],
		},
	);
}

sub member_of { my ($o, $user) = @_; return $o->{t}->sql("select id from office_member where workspace_id = '$o->{workspace}' and account_id = '$user->{account}'") }

1;

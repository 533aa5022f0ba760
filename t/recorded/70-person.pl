# SPDX-License-Identifier: Apache-2.0
#
# A person's own things: the investor's profile and the keys of the account.

use strict;
use warnings;
use utf8;

sub {
	my ($w) = @_;
	my ($t, %key) = ($w->{t}, %{ $w->{key} });
	my %as = (key => $key{ana});
	my %there = (workspace => $w->{org});

	# the profile
	$t->get('/v1/suitability', %as);
	my $asked = $t->get('/v1/suitability/questionnaire', %as)->json->{questions};
	$t->get('/v1/suitability/questionnaire', key => $key{market});
	$t->get('/v1/suitability/questionnaire');
	my @least = map { { q => $_->{q}, a => $_->{options}[0]{a} } } @$asked;
	my @most = map { { q => $_->{q}, a => $_->{options}[-1]{a} } } @$asked;
	my @short = @least[1 .. $#least];
	$t->put('/v1/suitability', $_, %as) for { answers => \@least }, { answers => \@most, version => 1 }, {}, { answers => [] }, { answers => \@short }, { answers => \@least, version => 99 },
		{ answers => [@least, { q => 'sorte', a => 'sim' }] }, { answers => [@short, { q => $least[0]{q}, a => 'talvez' }] }, { answers => [@least, $most[0]] }, { answers => [@short, 'x'] }, { answers => \@least, level => 'x' };
	$t->get('/v1/suitability', %as);
	$t->get('/v1/suitability', %as, %there);
	$t->get('/v1/suitability', key => $key{$_}) for 'ana platform', 'reader', 'market', 'bia';
	$t->put('/v1/suitability', { answers => \@least }, key => $key{$_}) for 'ana platform', 'reader';

	# keys
	my $user = $t->post('/v1/keys', { name => 'nova' }, %as)->json;
	my $platform = $t->post('/v1/keys', { name => 'da casa', kind => 'platform', scopes => ['account:read'] }, %as)->json;
	my $soon = $t->post('/v1/keys', { name => 'curta', scopes => ['market:read'], expires_at => '2026-12-01T00:00:00Z' }, %as)->json;
	$t->known($user->{key} => 'nova', $platform->{key} => 'da casa', $soon->{key} => 'curta');
	$t->post('/v1/keys', $_, %as) for { name => '' }, {}, { name => 'x', kind => 'nada' }, { name => 'x', scopes => [] }, { name => 'x', scopes => ['nada'] }, { name => 'x', scopes => ['advisor:read'] }, { name => 'x', kind => 'desk' },
		{ name => 'x', expires_at => '2026-01-01T00:00:00Z' }, { name => 'x', expires_at => 'amanhã' }, { name => 'x', kind => 'platform', org => $w->{none} }, { name => 'x', kind => 'platform', org => $w->{org} }, { name => 'x', kind => 'member' }, { name => 'x', kind => 'member', org => $w->{org} };
	$t->post('/v1/keys', { name => 'x' }, key => $key{$_}) for 'reader', 'ana platform';
	$t->get('/v1/portfolios', key => $_->{key}) for $user, $platform, $soon;
	$t->get('/v1/suitability/questionnaire', key => $soon->{key});
	my $page = $t->get('/v1/keys?limit=2', %as)->json;
	$t->get("/v1/keys?limit=2&cursor=$page->{meta}{next_cursor}", %as);
	$t->get("/v1/keys?$_", %as) for '', 'limit=101', 'x=1', "limit=2&cursor=$page->{meta}{next_cursor}x";
	$t->get('/v1/keys', key => $key{$_}) for 'ana platform', 'reader', 'market';
	$t->get("/v1/keys/$_", %as) for $user->{id}, $w->{none}, 'x';
	$t->get('/v1/me', key => $key{$_}) for 'ana', 'ana platform', 'reader', 'market';
	$t->delete_("/v1/keys/$_", %as) for $user->{id}, $user->{id}, $w->{none}, 'x';
	$t->delete_("/v1/keys/$platform->{id}", key => $key{$_}) for 'bia', 'reader';
	$t->get('/v1/portfolios', key => $user->{key});

	# what keys and applications wrote
	my $id = $t->unrecorded(sub { $t->post('/v1/portfolios', { name => 'Por aplicativos' }, %as)->json->{id} });
	$t->unrecorded(sub { $t->post('/v1/mcp/wallet', { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => 'execute_action', arguments => { action => $_->[0], subject => { entity_id => $id }, input => $_->[1] } } }, %as) })
		for ['wallet.portfolio_asset.add', { symbol => 'VALE3', asset_type => 'stock' }], ['wallet.portfolio_transaction.add', { symbol => 'VALE3', asset_type => 'stock', kind => 'buy', trade_date => '2026-02-03', quantity => 10, price => 60 }];
	$t->get('/v1/portfolio/application-writes', key => $key{$_}) for 'ana', 'bia', 'ana platform', 'reader', 'market';
	$t->get("/v1/portfolio/application-writes?$_", %as) for 'limit=1', 'limit=0', 'cursor=x', 'x=1';
}

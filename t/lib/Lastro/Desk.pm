# SPDX-License-Identifier: Apache-2.0
package Lastro::Desk;

# A credit desk with a licence and a member of each role, created by the commands, and its seven operations.
#
#	my $desk = Lastro::Desk->new($t, 'Mesa');
#	my $r = $desk->function('credit.watchlists.list', { limit => 5 }, as => 'viewer');
#	my $list = $desk->done('credit.watchlist.create', { name => 'Varejo' });	# its result; dies otherwise
#
# The subject is the desk unless another is named; subject => undef sends none.

use strict;
use warnings;
use utf8;

use Carp qw(croak);
use JSON::PP ();

my $accounts = 0;
my $names = 0;

# objects() - loads the objects that a test's desk watches.
sub objects {
	my ($t) = @_;
	my @lines = map { { object => $_ } } (
		{ id => 'company:33000167000101', kind => 'company', name => 'PETROLEO BRASILEIRO S.A.', keys => [{ type => 'cnpj', value => '33000167000101' }] },
		{ id => 'company:33592510000154', kind => 'company', name => 'VALE S.A.', keys => [{ type => 'cnpj', value => '33592510000154' }] },
		{ id => 'instrument:PETR16', kind => 'instrument', subkind => 'debenture', name => 'Debênture PETR16', keys => [{ type => 'code', value => 'PETR16' }] },
		{ id => 'fund:11222333000181', kind => 'fund', subkind => 'fidc', name => 'FIDC RECEBIVEIS', keys => [{ type => 'cnpj', value => '11222333000181' }] },
		{ id => 'fund:00000000000191', kind => 'fund', subkind => 'fii', name => 'FII IMOVEIS', keys => [{ type => 'cnpj', value => '00000000000191' }] },
	);
	my $file = $t->dir . '/objects.jsonl';

	open my $out, '>', $file or die "$file: $!";
	print $out map { JSON::PP->new->utf8->encode($_) . "\n" } @lines;
	close $out or die "$file: $!";
	$t->lastro_ok('load', 'objects', $file);
	return;
}

# report() - what is public of the receivables fund among them: a monthly report, with some of its tables.
sub report {
	my ($t) = @_;

	$t->sql(q{insert into receivables_report (tax_id, day, name, net_worth, net_worth_mean, senior, mezzanine, junior, subordinate, classes_sum, classes_difference, subordination, holders,
			receivables, provision, overdue, overdue_over_90, overdue_over_90_pct, coverage_pct)
			select '11222333000181', d, 'FIDC RECEBIVEIS <i>', 1000, 990, 700, 0, 300, 300, 1000, 0, 30, 9, 1050, 50, 350, 60, 5.71428571, 83.33333333 from unnest(array['2026-09-30', '2026-10-31']::date[]) d
			on conflict do nothing;
		insert into receivables_figures values ('11222333000181', '2026-10-31', 'I', '{"ADMIN": "ADMINISTRADORA <b>", "CNPJ_ADMIN": "33592510000154", "TAB_I_VL_ATIVO": 1010, "TAB_I1_VL_DISP": 10, "TAB_I2_VL_CARTEIRA": 1000,
			"TAB_I2A_VL_DIRCRED_RISCO": 1000, "TAB_I2B_VL_DIRCRED_SEM_RISCO": 0, "TAB_I2A1_VL_CRED_VENC_AD": 700, "TAB_I2B1_VL_CRED_VENC_AD": 0}'),
			('11222333000181', '2026-10-31', 'II', '{"TAB_II_VL_CARTEIRA": 1050, "TAB_II_C2_VL_VAREJO": 1050}'), ('11222333000181', '2026-10-31', 'III', '{"TAB_III_VL_PASSIVO": 10}'),
			('11222333000181', '2026-10-31', 'V', '{"TAB_V_B_VL_DIRCRED_INAD": 350, "TAB_V_B1_VL_INAD_30": 290, "TAB_V_B4_VL_INAD_120": 60}'), ('11222333000181', '2026-10-31', 'X_5', '{"TAB_X_VL_LIQUIDEZ_0": 10}'),
			('11222333000181', '2026-10-31', 'X', '{"TAB_X_SCR_RISCO_DEVEDOR_AA": 1050}');
		insert into receivables_cedent values ('11222333000181', '2026-10-31', 'A', 1, 'company', '33000167000101', 50, null), ('11222333000181', '2026-10-31', 'A', 2, 'person', null, null, 'out_of_range');
		insert into receivables_debtor values ('11222333000181', '2026-10-31', 1, 100);
		insert into receivables_flow values ('11222333000181', '2026-10-31', 'subscriptions', 'senior', 'Sênior', 'senior', 5, 5);
		insert into receivables_class (tax_id, day, class, label, layer, quantity, quota, return_pct) values ('11222333000181', '2026-10-31', 'Sênior <i>', 'senior', 'senior', 700, 1, 1.2),
			('11222333000181', '2026-10-31', 'Subordinada', 'subordinada', 'junior', 300, 1, null)});
	return;
}

# paper() - what is public of the debenture among them: contract, payments, prices, a fund that holds it.
sub paper {
	my ($t) = @_;

	$t->sql(q{insert into debenture (code, indexer, index_text, rate_kind, source, issuer_tax_id, issuer_name, pct, spread, issued, maturity, incentivised)
			values ('PETR16', 'cdi', 'DI', 'spread', 'snd', '33000167000101', 'PETROBRAS <b>', 100, 1.85, '2024-10-02', '2030-10-02', true);
		insert into debenture_term (code, guarantee, trustee, quantity_issued, quantity_market, nominal_current, current_currency, nominal_day, early_redemption, amortisation_unit)
			values ('PETR16', 'Real', 'FIDUCIÁRIA <script>', 1000, 990, 857.142857, 'R$', '2026-11-06', true, 'MES');
		insert into debenture_mark (code, day, rate, rate_kind, pct_par, duration) values ('PETR16', '2026-11-18', 1.9, 'spread', 101.2, 500.5), ('PETR16', '2026-11-19', 2.1, 'spread', 100.9, 499.5);
		insert into debenture_trade (code, day, pct_par) values ('PETR16', '2026-11-17', 99.25);
		insert into debenture_event (code, day, event, event_text, pays_on, pct, rows_differ, seen_on) values ('PETR16', '2027-04-02', 'interest', 'Juros', '2027-04-05', null, true, '2026-11-19'),
			('PETR16', '2027-10-02', 'amortisation', 'Amortização', '2027-10-04', 14.2857, false, '2026-11-19');
		insert into fund (tax_id, name, active, is_fic) values ('11222333000181', 'FUNDO <i>', true, false);
		insert into fund_portfolio (tax_id, day, pl, assets) values ('11222333000181', '2026-10-31', 1000, 1);
		insert into fund_holding (day, tax_id, block, tp_aplic, code, value, quantity) values ('2026-10-31', '11222333000181', 4, 'Debêntures', 'PETR16', 25, 3)});
	return;
}

sub new {
	my ($class, $t, $name, %o) = @_;
	my $org = $t->lastro_json('org', 'create', '--name', $name, '--desk');
	my $self = bless { t => $t, id => $org->{id}, workspace => $org->{workspace}, key => {}, member => {} }, $class;

	$t->lastro_ok('license', 'set', $self->{id}, '--seats', $o{seats} // 50, '--from', '2026-01-01');
	$self->person($_, $_) for qw(owner admin analyst viewer);
	$self->person('unseated', 'admin', '--no-seat');
	$self->{key}{user} = $t->lastro_json('key', 'create', '--account', $self->{email}{owner}, '--name', 'u',
		'--scopes', 'account:read,account:write,desk:read,desk:write')->{key};
	$self->{key}{reader} = $t->lastro_json('key', 'create', '--account', $self->{email}{owner}, '--name', 'r', '--kind', 'desk',
		'--org', $self->{id}, '--scopes', 'desk:read')->{key};
	return $self;
}

sub person {
	my ($self, $as, $role, @more) = @_;
	my $t = $self->{t};
	my $email = sprintf 'mesa%d@example.com', ++$accounts;
	my $account = $t->lastro_json('account', 'create', '--email', $email, '--name', ucfirst $as)->{id};

	$t->lastro_ok('member', 'add', '--org', $self->{id}, '--account', $email, '--role', $role, @more);
	$self->{email}{$as} = $email;
	$self->{key}{$as} = $t->lastro_json('member', 'key', '--org', $self->{id}, '--account', $email)->{key};
	$self->{member}{$as} = $t->sql("select id from office_member where account_id = '$account' and workspace_id = '$self->{workspace}'");
	return;
}

# unique() - a name that the test has not used yet.
sub unique { return sprintf '%s %04d', $_[1], ++$names }

# Options of the three: as (by role), key, subject, body (members beside input), confirmed, headers.
sub send_ {
	my ($self, $path, $input, %o) = @_;
	my %body = (input => $input, %{ $o{body} // {} });
	my $subject = exists $o{subject} ? $o{subject} : $self->{id};

	$body{subject} = { entity_id => $subject } if defined $subject && !exists $body{subject};
	$body{confirmed} = JSON::PP::true() if $o{confirmed};
	return $self->{t}->post("/v1/desk/$path", \%body, key => $o{key} // $self->{key}{ $o{as} // 'owner' }, headers => $o{headers} // {});
}

sub function { my ($self, $id, @a) = @_; return $self->send_("functions/$id/execute", @a) }
sub action { my ($self, $id, @a) = @_; return $self->send_("actions/$id/execute", @a) }
sub preview { my ($self, $id, @a) = @_; return $self->send_("actions/$id/preview", @a) }

sub data {
	my ($self, $id, $input, %o) = @_;
	my $r = $self->function($id, $input, %o);

	croak "$id: " . $r->body unless $r->status == 200;
	return $r->json->{data};
}

sub done {
	my ($self, $id, $input, %o) = @_;
	my $r = $self->action($id, $input, %o);

	croak "$id: " . $r->body unless $r->status == 200;
	return $r->json->{result};
}

# catalog() - the specs of all 'functions' or 'actions', in the catalogue's order.
sub catalog {
	my ($self, $kind) = @_;
	my $t = $self->{t};

	return map { JSON::PP->new->utf8->decode($t->get("/v1/desk/$kind/$_->{id}", key => $self->{key}{owner})->body) }
		@{ $t->get("/v1/desk/$kind", key => $self->{key}{owner})->json->{data} };
}

# term() - creates a fund's term that awaits review; returns its id.
sub term {
	my ($self, %o) = @_;
	my $id = $self->{t}->sql('select gen_random_uuid()');
	my %of = (object_id => 'fund:11222333000181', term => 'subordination_floor', name => $self->unique('p'), value => 30, unit => 'percent', confidence => '0.90', %o);

	$self->{t}->sql("insert into regulation_term (workspace_id, id, object_id, term, name, version, status, queue_key, loaded_at)
		values ('$self->{workspace}', '$id', '$of{object_id}', '$of{term}', '$of{name}', 1, 'pending', '$of{confidence} 2026-11-01', '2026-11-01')");
	$self->{t}->sql("insert into regulation_term_version values ('$self->{workspace}', '$id', 1, 'Regulamento', '2026-01-15', 12,
		'A subordinacao minima sera de 30%.', " . ($of{value} // 'null') . ", '$of{unit}', $of{confidence}, '2026-11-01')");
	return $id;
}

# alert() - raises an alert on an object; returns its id.
sub alert {
	my ($self, %o) = @_;
	my %of = (object_id => 'company:33000167000101', kind => 'material_fact', level => 'event', fact => $self->unique('doc'), %o);
	my $id = $self->{t}->sql('select gen_random_uuid()');

	$self->{t}->sql("insert into alert (workspace_id, id, rule_id, object_id, subject, fact, about, kind, level, fact_date, title, evidence, raised_at)
		values ('$self->{workspace}', '$id', gen_random_uuid(), '$of{object_id}', '$of{object_id}', '$of{fact}', '$of{fact}', '$of{kind}', '$of{level}', '2026-11-10', 'Fato', '{}', '2026-11-10');
		insert into alert_seen (workspace_id, alert_id, rule_id, object_id, level, raised_at) select workspace_id, id, rule_id, object_id, level, raised_at from alert where id = '$id'");
	return $id;
}

1;

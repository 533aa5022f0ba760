#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The input and output of the desk's Functions, member by member: each filter alone, pages that add up to the whole, the
# board with every kind of object, an issuer with all parts, the states of an alert and a term.

use strict;
use warnings;
use utf8;

use JSON::PP ();
use Lastro::Companies qw(documents document_row register register_row statements);
use Lastro::Desk;
use Lastro::Market qw(closes);
use Lastro::Objects qw(load_lines object relation);
use Lastro::Test;
use Test::More;

$ENV{LASTRO_NOW} = '2026-11-20T15:00:00Z';
my $t = Lastro::Test->new;
my $dir = $t->dir;
Lastro::Desk::objects($t);
my $desk = Lastro::Desk->new($t, 'Mesa');
my ($petro, $vale, $fund, $paper, $cri) = qw(company:33000167000101 company:33592510000154 fund:11222333000181 instrument:PETR16 securitization:CRI1);
load_lines($t, object($cri, name => 'CRI Galpões', keys => [[code => 'CRI1']]), relation($petro, manages => $fund, since => '2020-01-01'));

my %filed = (code => 9512, tax_id => '33000167000101', name => 'PETROLEO BRASILEIRO S.A.', date => '2025-12-31', filed => '2026-03-05', version => 1);
$t->lastro_ok('load', 'company-register', register($dir, register_row(9512, '33000167000101', 'PETROLEO BRASILEIRO S.A.')));
$t->lastro_ok('load', 'dfp', statements($dir, 'DFP', 2025, { %filed, lines => [['1', undef, undef, '2025-12-31', 1000], ['1.01.01', undef, undef, '2025-12-31', 50],
	['1.01.02', undef, undef, '2025-12-31', 0], ['2', undef, undef, '2025-12-31', 1000], ['2.01.04', undef, undef, '2025-12-31', 100], ['2.02.01', undef, undef, '2025-12-31', 310],
	['3.01', undef, '2025-01-01', '2025-12-31', 500], ['3.05', undef, '2025-01-01', '2025-12-31', 100], ['3.06.02', 'Despesas Financeiras', '2025-01-01', '2025-12-31', -40],
	['3.11', undef, '2025-01-01', '2025-12-31', 40], ['7.04.01', undef, '2025-01-01', '2025-12-31', -20]] }));
$t->lastro_ok('load', 'company-documents', documents($dir, 2026, document_row(9512, '33000167000101', 'PETROLEO', 'Fato Relevante', '2026-04-10', '2026-04-10', '001X01', Assunto => 'Oferta')));
closes($t, debenture => 'PETR16', '2026-11-18' => '1000.00', '2026-11-19' => '990.00');
$t->sql(q{
	insert into debenture (code, indexer, rate_kind, source, issuer_tax_id, spread, maturity) values ('PETR16', 'cdi', 'spread', 'anbima', '33000167000101', 1.85, '2030-10-02');
	insert into debenture_mark (code, day, rate, rate_kind, pct_par) values ('PETR16', '2026-11-18', 1.9, 'spread', 101.2), ('PETR16', '2026-11-19', 2.1, 'spread', 100.9);
	insert into distribution (venue, symbol, label, kind, ex_day, gross, source) values ('debenture', 'PETR16', 'JUROS', 'interest', '2026-11-19', 8, 'typed');
	insert into receivables_report (tax_id, day, net_worth, senior, mezzanine, junior, subordinate, subordination, classes_sum, classes_difference, holders)
		values ('11222333000181', '2026-09-30', 1000, 680, 0, 320, 320, 32, 1000, 0, 42);
	insert into rating (object_id, agency, scale, rated_on, rating, outlook) values ('company:33000167000101', 'Fitch', 'national', '2026-04-10', 'AA(bra)', 'stable')});
$t->start_pool(env => { LASTRO_NOW => $ENV{LASTRO_NOW} });

sub ids { my ($id, $input, %o) = @_; return [map { $_->{id} // $_->{alert_id} } @{ $desk->data($id, $input, %o) }] }

# paged_ok() - pages of two add up to the single page.
sub paged_ok {
	my ($name, $id, %o) = @_;
	my (@all, $cursor);

	for (1 .. 40) {
		my $r = $desk->function($id, { limit => 2, $cursor ? (cursor => $cursor) : () }, %o)->json;

		push @all, map { $_->{id} } @{ $r->{data} };
		$cursor = $r->{meta}{next_cursor} or last;
	}
	my $whole = ids($id, { limit => 100 }, %o);
	cmp_ok scalar @$whole, '>', 2, "$name: more than a page";
	return is_deeply \@all, $whole, "$name: pages of two are the whole, in its order";
}

# ---- watchlists and their items ----

my %list = map { $_ => $desk->done('credit.watchlist.create', { name => $_ })->{id} } 'Óleo', 'Minério', 'Crédito';
is_deeply [map { $_->{name} } @{ $desk->data('credit.watchlists.list', {}) }], ['Crédito', 'Minério', 'Óleo'], 'watchlists by name';
is_deeply ids('credit.watchlists.list', { q => 'oleo' }), [$list{'Óleo'}], 'q: with any accents';
paged_ok('watchlists', 'credit.watchlists.list');
is $desk->done('credit.watchlist.update', { watchlist_id => $list{'Óleo'}, description => 'x' })->{description}, 'x', 'a description';
is $desk->done('credit.watchlist.update', { watchlist_id => $list{'Óleo'}, description => undef })->{description}, undef, 'which null takes away';
$desk->done('credit.watchlist_item.add', { watchlist_id => $list{'Óleo'}, object_id => $_ }) for $petro, $paper, $fund, $cri;
$desk->done('credit.watchlist_item.add', { watchlist_id => $list{'Minério'}, object_id => $vale });
paged_ok('items', 'credit.watchlist.items', subject => $list{'Óleo'});
is_deeply [map { $_->{items} } @{ $desk->data('credit.watchlists.list', {}) }], [0, 1, 4], 'how many are in each';

# ---- rules ----

my $leverage = $desk->done('credit.alert_rule.set', { watchlist_id => $list{'Óleo'}, kind => 'leverage_above', threshold => 3.5, band_pct => 20 });
is_deeply [@$leverage{qw(threshold band_pct sessions since object)}, $leverage->{watchlist}{name}], ['3.5', 20, undef, '2026-11-20', undef, 'Óleo'], 'a rule of a list, as set' or diag explain $leverage;
my $move = $desk->done('credit.alert_rule.set', { object_id => $paper, kind => 'price_move', threshold => 2, sessions => 5, since => '2026-01-02' });
is_deeply [@$move{qw(threshold band_pct sessions since watchlist)}, $move->{object}{id}], [2, undef, 5, '2026-01-02', undef, $paper], 'one of an object';
my $coverage = $desk->done('credit.alert_rule.set', { object_id => $petro, kind => 'coverage_below', threshold => 2 });
is $coverage->{band_pct}, 10, 'a band of ten percent by default';
is_deeply ids('credit.alert_rules.list', { kind => 'price_move' }), [$move->{id}], 'rules by kind';
is_deeply ids('credit.alert_rules.list', { object_id => $petro }), [$coverage->{id}], 'by object';
paged_ok('rules', 'credit.alert_rules.list');

# ---- the board of every kind ----

my %row = map { $_->{object}{id} => $_ } @{ $desk->data('credit.watchlist.board', {}, subject => $list{'Óleo'}) };
is_deeply [sort keys %row], [sort $petro, $paper, $fund, $cri], 'a row of each object';
is_deeply [@{ $row{$petro}{statements} }{qw(source form version reference_date filed_at net_debt ebitda_ttm net_debt_to_ebitda interest_coverage cash_to_short_term_debt)}],
	['CVM', 'DFP', 1, '2025-12-31', '2026-03-05', '360000.00', '120000.00', '3.0000', '2.5000', '0.5000'], 'a company: its statements, with their filing';
is_deeply $row{$petro}{statements}{reasons}, { equity => 'no_account' }, 'and why one figure is not known: no line of it was filed';
is_deeply [@{ $row{$petro}{last_filing} }{qw(source category subject filed_at)}], ['CVM', 'Fato Relevante', 'Oferta', '2026-04-10'], 'its last document';
is_deeply $row{$petro}{next_statements}, { form => 'ITR', reference_date => '2026-03-31', due => '2026-05-15', days_late => 189 }, 'and how late the next ones are';
is_deeply [@{ $row{$petro}{nearest_threshold} }{qw(id kind value threshold headroom_pct level)}], [$leverage->{id}, 'leverage_above', '3.0000', '3.5', '14.2857', 'early'], 'the nearest threshold, with its headroom';
is_deeply $row{$paper}{price}, { source => 'ANBIMA', date => '2026-11-19', unit_price => '990', change_pct => '-0.2000', previous_date => '2026-11-18' },
	'a debenture: its price, and what it changed with the interest of 8 put back: 998 of 1,000';
is_deeply $row{$paper}{par}, { source => 'ANBIMA', date => '2026-11-19', par_pct => '100.9000', change_points => '-0.3000', previous_date => '2026-11-18' }, 'its price in percent of par';
is_deeply $row{$paper}{rate}, { source => 'ANBIMA', date => '2026-11-19', indexer => 'cdi', rate_kind => 'spread', rate_pct => '2.1000', previous_rate_pct => '1.9000' }, 'its spread';
is_deeply $row{$paper}{statements}, $row{$petro}{statements}, "its issuer's statements";
is_deeply $row{$fund}{fund_report}, { source => 'CVM', reference_date => '2026-09-30', net_worth => '1000.00', senior => '680.00', mezzanine => '0.00', junior => '320.00', subordinate => '320.00',
	subordination_pct => '32.0000', mezzanine_subordination_pct => undef, subordination_reason => undef, classes_sum => '1000.00', classes_difference_pct => '0.0000',
	classes_differ => JSON::PP::false(), holders => 42 }, 'a fund: its report';
is_deeply $row{$fund}{next_statements}, { form => 'informe mensal', reference_date => '2026-10-31', due => '2026-11-15', days_late => 5 }, 'and how late the next one is';
is_deeply [@{ $row{$cri} }{qw(price par rate statements last_filing next_statements fund_report open_alerts nearest_threshold)}], [undef, undef, undef, undef, undef, undef, undef, 0, undef], 'a securitization, of which nothing is known';

# ---- alerts ----

my @alert = (map { $desk->alert(%$_) } { kind => 'material_fact' }, { kind => 'leverage_above', level => 'early' }, { kind => 'term_breach', level => 'breach', object_id => $fund }, { object_id => $vale });
my %of = (subject => $list{'Óleo'});
paged_ok('alerts', 'credit.alerts.list', %of);
is_deeply [sort @{ ids('credit.alerts.list', {}, %of) }], [sort @alert[0 .. 2]], 'alerts of the objects of a list';
is_deeply ids('credit.alerts.list', { kind => 'term_breach' }, %of), [$alert[2]], 'by kind';
is_deeply ids('credit.alerts.list', { level => 'early' }, %of), [$alert[1]], 'by level';
$desk->done('credit.alert.acknowledge', { alert_id => $alert[0] });
my $snoozed = $desk->done('credit.alert.snooze', { alert_id => $alert[1], until => '2026-12-01' });
is_deeply [@$snoozed{qw(status snoozed_until)}], ['snoozed', '2026-12-01'], 'snoozed until a day';
is_deeply ids('credit.alerts.list', { status => $_->[0] }, %of), [$_->[1]], "by status $_->[0]" for ['acknowledged', $alert[0]], ['snoozed', $alert[1]], ['open', $alert[2]];
is scalar @{ ids('credit.alerts.list', { status => 'all' }, %of) }, 3, 'all of them';
$t->sql("update alert set snoozed_until = '2026-11-20' where id = '$alert[1]'");
is_deeply [sort @{ ids('credit.alerts.list', { status => 'open' }, %of) }], [sort @alert[1, 2]], 'on that day it is open again';
is $desk->done('credit.alert.snooze', { alert_id => $alert[1], until => undef })->{snoozed_until}, undef, 'null wakes it at once';
is $desk->done('credit.alert.assign', { alert_id => $alert[1], member_id => $desk->{member}{analyst} })->{assigned_to}{name}, 'Analyst', 'assigned to a member';
is $desk->done('credit.alert.assign', { alert_id => $alert[1], member_id => undef })->{assigned_to}, undef, 'and unassigned';
# All of the desk, whatever lists they are in.
is_deeply [sort @{ ids('credit.alerts.find', {}) }], [sort @alert], 'alerts over all lists';
paged_ok('all alerts', 'credit.alerts.find');
is_deeply ids('credit.alerts.find', { object_id => $fund }), [$alert[2]], 'by object';
is_deeply ids('credit.alerts.find', { kind => 'leverage_above', level => 'early', status => 'open' }), [$alert[1]], 'by kind, level and status';
$t->sql("update alert set fact_date = '2026-11-12' where id = '$alert[3]'");
is_deeply ids('credit.alerts.find', { from => '2026-11-12', to => '2026-11-12' }), [$alert[3]], 'by the day of the fact';
is_deeply ids('credit.alerts.find', { to => '2020-01-01' }), [], 'none before it';
my $overview = $desk->data('credit.overview.get', { top => 1 });
is_deeply [@$overview{qw(watchlists objects alert_rules)}, @{ $overview->{open_alerts} }{qw(total unassigned)}, map { $_->{object}{id} } @{ $overview->{top_objects} }], [3, 5, 3, 3, 3, $fund], 'the desk at a glance: breaches first';

# ---- terms ----

my @term = (map { $desk->term(%$_) } { confidence => '0.90' }, { confidence => '0.30', term => 'leverage_covenant', object_id => $petro, value => 3, unit => 'ratio' }, { confidence => '0.60', term => 'coverage_covenant', object_id => $petro, value => 2, unit => 'ratio' });
is_deeply ids('credit.regulation_terms.queue', {}), [@term[1, 2, 0]], 'the queue: least confident first';
is_deeply ids('credit.regulation_terms.queue', { object_id => $petro }), [@term[1, 2]], 'by object';
is_deeply ids('credit.regulation_terms.queue', { term => 'subordination_floor' }), [$term[0]], 'by term';
paged_ok('the queue', 'credit.regulation_terms.queue');
my $yes = JSON::PP::true();
my $covenant = $desk->done('credit.regulation_term.review', { term_id => $term[1], decision => 'correct', value => 3.25, comment => 'aditamento', create_rule => $yes });
is_deeply [@$covenant{qw(status value approved_value)}, @{ $covenant->{reviews}[0] }{qw(decision value comment version reviewer)}], ['corrected', 3, '3.25', 'correct', '3.25', 'aditamento', 1, 'Owner'], 'a term that is corrected';
my ($made) = grep { $_->{id} eq $covenant->{reviews}[0]{rule_id} } @{ $desk->data('credit.alert_rules.list', { object_id => $petro }) };
is_deeply [@$made{qw(kind threshold band_pct)}], ['leverage_above', '3.25', 10], 'and the rule that it became';
$covenant = $desk->done('credit.regulation_term.review', { term_id => $term[2], decision => 'approve', create_rule => $yes });
my ($second) = grep { $_->{id} eq $covenant->{reviews}[0]{rule_id} } @{ $desk->data('credit.alert_rules.list', { object_id => $petro }) };
is_deeply [$covenant->{status}, @$second{qw(kind threshold)}], ['approved', 'coverage_below', 2], 'and a second covenant';
isnt $second->{id}, $coverage->{id}, 'is a separate rule, beside one of the same threshold';
ok length $second->{label}, "under the name of its document: $second->{label}";
is_deeply [@{ $desk->done('credit.regulation_term.review', { term_id => $term[0], decision => 'reject' }) }{qw(status approved_value)}], ['rejected', undef], 'a term that is rejected';
is_deeply ids('credit.regulation_terms.queue', {}), [], 'and the queue is empty';

# ---- terms that are proposed ----

my ($document) = grep { $_->{kind} eq 'material_fact' } @{ $desk->data('credit.issuer.get', { object_id => $petro })->{documents} };
my %proposal = (object_id => $paper, term => 'leverage_covenant', value => 3.5, unit => 'ratio', quote => 'até 3,50 vezes', page => 41, document_id => $document->{id} + 0);
my $proposed = $desk->done('credit.regulation_term.propose', \%proposal, as => 'analyst');
is_deeply [@$proposed{qw(status version value unit quote page document_id document_date proposed_by confidence)}], ['pending', 1, '3.5', 'ratio', 'até 3,50 vezes', 41, $document->{id}, $document->{filed_at}, 'Analyst', '0'],
	'out of a document that the issuer of the debenture filed';
is_deeply ids('credit.regulation_terms.queue', {}), [$proposed->{id}], 'is in the queue';
sub refused { my ($id, $input, %o) = @_; my $r = $desk->action($id, $input, %o); return join ' ', $r->status, map { "$_->{pointer} $_->{rule}" } @{ $r->json->{details}{errors} // [] } }
my %review = (term_id => $proposed->{id}, decision => 'approve', version => 1);
is refused('credit.regulation_term.review', \%review, as => 'analyst'), '409 /input/term_id own_proposal', 'who proposed it does not review it';
my $second_key = $t->lastro_json('member', 'key', '--org', $desk->{id}, '--account', $desk->{email}{analyst})->{key};
is refused('credit.regulation_term.review', \%review, key => $second_key), '409 /input/term_id own_proposal', 'nor with another key';
is $desk->preview('credit.regulation_term.review', \%review, as => 'analyst')->status, 409, 'nor in a preview';
is_deeply [@{ $desk->done('credit.regulation_term.review', \%review) }{qw(status approved_value)}], ['approved', '3.5'], 'another person does';
is refused('credit.regulation_term.propose', \%proposal, as => 'analyst'), '409 /input/quote already_read', 'the same reading again is refused';
$proposed = $desk->done('credit.regulation_term.propose', { %proposal, value => 4 }, as => 'analyst');
is_deeply [@$proposed{qw(status version value approved_value)}], ['pending', 2, '4', '3.5'], 'another reading waits, and the approved value is in force';
# Which version was read is said, so that one which came between is not approved unseen.
is refused('credit.regulation_term.review', $_), '409 /input/version version', 'a review of another version, or of none' for { %review }, { term_id => $proposed->{id}, decision => 'approve' };
is refused('credit.regulation_term.propose', { %proposal, object_id => $vale }), '409 /input/document_id document_of_issuer', 'a document of another issuer is refused';
is $desk->action('credit.regulation_term.propose', { %proposal, value => 5 }, as => 'viewer')->status, 403, 'a viewer proposes nothing';
is_deeply [@{ $desk->done('credit.regulation_term.review', { term_id => $proposed->{id}, decision => 'reject', version => 2 }) }{qw(status approved_value)}], ['rejected', '3.5'], 'a rejected proposal leaves the approved value in force';
is refused('credit.regulation_term.propose', { %proposal, value => 9, quote => '  ' }), '400 /input/quote min_length', 'a blank quote is refused';
{
	my %named = (%proposal, value => 9, document => 'Minuta', document_date => '2026-11-21');
	delete $named{document_id};
	is refused('credit.regulation_term.propose', \%named), '400 /input/document_date maximum', 'and a document of tomorrow';
}
is_deeply [map { "$_->{pointer} $_->{rule}" } @{ $desk->function('credit.alerts.find', { from => '2026-11-02', to => '2026-11-01' })->json->{details}{errors} }], ['/input/from maximum'], 'a span that ends before it begins';

# ---- proposals that are withdrawn ----
{
	my %again = (%proposal, value => 9, quote => 'até 9 vezes');
	my $mine = $desk->done('credit.regulation_term.propose', \%again, as => 'admin');
	my %it = (term_id => $mine->{id});
	my $other_key = $t->lastro_json('member', 'key', '--org', $desk->{id}, '--account', $desk->{email}{admin})->{key};
	my $withdraw = 'credit.regulation_term.withdraw';

	is_deeply $mine->{withdraw}, { action => $withdraw, subject => { entity_id => $desk->{id} }, input => \%it }, 'a proposal says how to take it back';
	is_deeply $desk->data('credit.regulation_term.get', \%it, as => 'admin')->{withdraw}, $mine->{withdraw}, 'and so does the term, to who proposed it';
	is $desk->data('credit.regulation_term.get', \%it)->{withdraw}, undef, 'to nobody else';
	like $desk->action('credit.regulation_term.review', { %it, decision => 'reject', version => 3 }, as => 'admin')->json->{details}{errors}[0]{expected}, qr/\Q$withdraw\E enquanto ninguém o decidiu$/,
		'the refusal of an own review names the way';
	is_deeply [map { $_->status . ' ' . $_->code } $desk->action($withdraw, \%it), $desk->preview($withdraw, \%it)], [('403 not_proposer') x 2], 'another person does not withdraw it, nor preview that';
	my $loaded = $desk->term;
	is $desk->action($withdraw, { term_id => $loaded }, as => $_)->code, 'not_proposer', "a term that was loaded: not even $_" for qw(owner admin);
	$desk->done('credit.regulation_term.review', { term_id => $loaded, decision => 'reject' });

	is_deeply [map { [@$_{qw(pointer from to)}] } @{ $desk->preview($withdraw, \%it, as => 'admin')->json->{changes} }], [['/status', 'pending', 'withdrawn'], ['/reviews', 2, 3]], 'what a withdrawal changes';
	is_deeply ids('credit.regulation_terms.queue', {}), [$mine->{id}], 'a preview leaves it in the queue';
	my $gone = $desk->done($withdraw, { %it, comment => 'página errada' }, key => $other_key);
	is_deeply [@$gone{qw(status version value approved_value withdraw)}, scalar @{ $gone->{reviews} }, @{ $gone->{reviews}[0] }{qw(version decision value comment rule_id reviewer)}],
		['withdrawn', 3, '9', '3.5', undef, 3, 3, 'withdraw', undef, 'página errada', undef, 'Admin'], 'withdrawn with another key of the person; the approved value stays in force';
	is_deeply ids('credit.regulation_terms.queue', {}), [], 'out of the queue';
	is_deeply [@{ $desk->data('credit.regulation_term.get', \%it, as => 'viewer') }{qw(status quote)}], ['withdrawn', 'até 9 vezes'], 'and still to be read';
	is refused($withdraw, \%it, as => 'admin'), '409 /input/term_id term_withdrawn', 'once';
	is refused('credit.regulation_term.review', { %it, decision => 'approve', version => 3 }, as => $_), '409 /input/term_id term_withdrawn', "nobody approves it: $_" for qw(owner admin);
	is refused($withdraw, {}, as => 'admin'), '400 /input/term_id required', 'without a term';
	is $desk->action($withdraw, { term_id => $desk->{id} }, as => 'admin')->code, 'subject_not_found', 'a term that is none';

	my $new = $desk->done('credit.regulation_term.propose', \%again, as => 'owner');
	is_deeply [@$new{qw(id status version proposed_by)}, $new->{earlier}[0]{version}], [$mine->{id}, 'pending', 4, 'Owner', 3], 'the same reading is proposed again, by whoever finds it right';
	is $desk->action($withdraw, \%it, as => 'admin')->code, 'not_proposer', "that one is not the first person's";
	$desk->done('credit.regulation_term.review', { %it, decision => 'approve', version => 4 }, as => 'admin');
	is refused($withdraw, \%it), '409 /input/term_id term_decided', 'what was decided is not withdrawn';
	is_deeply [map { "$_->{action} $_->{outcome}" } @{ $desk->data('credit.audit.list', { kind => 'regulation_term.withdrawn' }) }],
		[map { "$withdraw $_" } qw(invalid_input not_proposer subject_not_found invalid_input invalid_input done not_proposer not_proposer not_proposer)], 'all of it in the trail, the newest first';
}

# ---- notes, the trail, members ----

my @note = map { $desk->done('credit.note.create', $_)->{id} } { body => 'mesa' }, { body => 'lista', watchlist_id => $list{'Óleo'} }, { body => 'objeto', object_id => $petro };
is_deeply ids('credit.notes.list', $_->[0]), $_->[1], $_->[2] for [{}, [reverse @note], 'notes, newest first'], [{ limit => 1 }, [$note[2]], 'limit'],
	[{ watchlist_id => $list{'Óleo'} }, [$note[1]], 'of a watchlist'], [{ object_id => $petro }, [$note[2]], 'of an object'];
paged_ok('notes', 'credit.notes.list');
paged_ok('the trail', 'credit.audit.list');
is_deeply [map { $_->{kind} } @{ $desk->data('credit.audit.list', { kind => 'note.created', limit => 2 }) }], [('note.created') x 2], 'the trail by kind';
$desk->done('credit.note.update', { note_id => $note[0], body => 'mesa de novo' }, as => 'analyst');
is_deeply [map { "$_->{kind} $_->{outcome}" } @{ $desk->data('credit.audit.list', { actor => $desk->{member}{analyst} }) }], ['note.updated done', 'regulation_term.proposed done', 'regulation_term.proposed invalid_input',
	('regulation_term.reviewed invalid_input') x 2, 'regulation_term.proposed done'], 'by the actor, with what was refused';
is scalar @{ $desk->data('credit.audit.list', { from => '2026-11-21' }) }, 0, 'from a day on';
is scalar @{ $desk->data('credit.audit.list', { to => '2026-11-19' }) }, 0, 'up to a day';
cmp_ok scalar @{ $desk->data('credit.audit.list', { from => '2026-11-20', to => '2026-11-20', limit => 100 }) }, '>', 10, 'of one day';
paged_ok('members', 'credit.members.list');
$t->sql("update office_member set suspended_at = '2026-11-20', seated = false where id = '$desk->{member}{viewer}'");
is_deeply [map { $_->{role} } @{ $desk->data('credit.members.list', { status => 'suspended' }) }], ['viewer'], 'members by status';
is $desk->action('credit.alert.assign', { alert_id => $alert[2], member_id => $desk->{member}{viewer} })->json->{details}{errors}[0]{rule}, 'member_suspended', 'and nothing can be assigned to a suspended member';

# ---- an issuer ----

my $issuer = $desk->data('credit.issuer.get', { object_id => $petro });
is_deeply [@{ $issuer->{register} }{qw(cvm_code tax_id name status)}], [9512, '33000167000101', 'PETROLEO BRASILEIRO S.A.', 'active'], 'an issuer: its register';
is_deeply $issuer->{statements}, $row{$petro}{statements}, 'its statements, as the board has them';
is_deeply [map { [@$_{qw(code indexer rate_kind spread_pct maturity price_date unit_price)}] } @{ $issuer->{debentures} }], [['PETR16', 'cdi', 'spread', '1.85', '2030-10-02', '2026-11-19', '990']], 'its debentures';
is_deeply $issuer->{receivables_funds}, [{ id => $fund, name => 'FIDC RECEBIVEIS', relation => 'manages' }], 'its receivables funds';
is_deeply [map { [@$_{qw(agency rating outlook rated_on)}] } @{ $issuer->{ratings} }], [['Fitch', 'AA(bra)', 'stable', '2026-04-10']], 'its ratings';
is_deeply [map { $_->{subject} } grep { $_->{kind} eq 'material_fact' } @{ $issuer->{documents} }], ['Oferta'], 'its documents';
is_deeply [map { $_->{id} } @{ $issuer->{open_alerts} }], [$alert[1]], 'and its open alerts';
is_deeply [@$issuer{qw(price par rate fund_report)}], [(undef) x 4], 'it is neither a debenture nor a fund';
my $of_paper = $desk->data('credit.issuer.get', { object_id => $paper });
is_deeply [$of_paper->{object}{id}, @$of_paper{qw(price par rate fund_report)}], [$paper, @{ $row{$paper} }{qw(price par rate)}, undef], 'a debenture: its price, par and rate, as the board has them';
is_deeply [@$of_paper{qw(register statements debentures receivables_funds documents)}], [@$issuer{qw(register statements debentures receivables_funds documents)}], 'and the other papers of the issuer';
my $of_fund = $desk->data('credit.issuer.get', { object_id => $fund });
is_deeply [$of_fund->{object}{id}, @$of_fund{qw(fund_report price register statements debentures documents)}], [$fund, $row{$fund}{fund_report}, undef, undef, undef, [], []], 'a receivables fund: its report';
is_deeply [map { $_->{kind} } @{ $of_fund->{open_alerts} }], ['term_breach'], 'and its open alerts';
is_deeply [grep { ref } @{ $desk->data('credit.issuer.get', { object_id => $cri }) }{qw(register price par rate statements fund_report)}], [], 'a securitization without any data is not refused';

done_testing;

#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The demonstration passes through the real loaders and the real import, and shows what it promises.

use strict;
use warnings;
use utf8;
use JSON::PP ();
use Lastro::Browser ();
use Lastro::Console;
use Test::More;
use Lastro::Demo qw(demonstration demo_env load_demonstration);
use Lastro::Test qw(slurp top_srcdir);
use lib top_srcdir() . '/contrib/demo';
use Events ();
use Market qw(day_of plus);

my ($t, %env) = demonstration();
my $now = '2026-11-20T15:00:00Z';
my $demo_env = demo_env($t);

sub load_demo { my ($base_url, $day) = @_; return load_demonstration($t->conninfo_owner, $demo_env, base_url => $base_url, day => $day) }

is_deeply [sort keys %env], [qw(ADVISOR_KEY ADVISOR_ORG BASE_URL CA_FILE DESK_KEY DESK_ORG PLATFORM_KEY PORTFOLIO_ID TAX_KEY USER_KEY)], 'demo.env has the address and the keys';
is((stat $demo_env)[2] & 077, 0, 'and is private, as it contains keys');

# ---- messages of the loaders and the import ----

is $t->sql('select coalesce(sum(refused), -1) from load_log'), 0, 'no row of any file was refused';
my %loaded = map { $_ => 1 } split / /, $t->sql(q(select string_agg(distinct source, ' ') from load_log));
# There is no public file of index numbers, so the demonstration loads none.
my @sources = grep { $_ ne 'index-numbers' } $t->lastro_ok('load', '--help') =~ /^  ([a-z][a-z-]*) +\S/mg;
cmp_ok scalar @sources, '>=', 20, 'the sources that there are';
sub none_missing { my ($name, $have, @want) = @_; return is join(' ', grep { !$have->{$_} } @want), '', $name }
none_missing('every source is used', \%loaded, @sources);
is $t->sql(q(select string_agg(distinct source, ' ' order by source) from import)), 'manual movimentacao negociacao',
	'the investor came in by the three kinds of spreadsheet';
is $t->sql(q(select count(*) from import_row where status = 'error')), 0, 'no row of them is in error';
cmp_ok $t->sql(q(select count(*) from import_row where status = 'ignored' and reason is not null)), '>', 0,
	'settlements that the trades already brought are told apart, with a reason';

# ---- the market: series, anomalous days, events, news, agenda ----

is $t->sql(q(select count(*) from data_series d where d.market and not exists (select from quote q where q.venue = d.venue and q.symbol = d.symbol
	group by q.symbol having min(q.day) < '2024-05-20' and max(q.day) >= '2026-11-19') and d.code <> 'USDBRL')), 0, 'thirty months of each series';
cmp_ok $t->sql('select count(*) from anomaly where market and strength >= 4'), '>=', 20, 'anomalous days';
cmp_ok $t->sql('select count(*) from anomaly where market and strength >= 4 and event_id is not null'), '>=', 8, 'some of them explained';
cmp_ok $t->sql('select count(*) from anomaly where market and strength >= 4 and event_id is null'), '>=', 5, 'and some are gaps';
is $t->sql(q(select count(*) from event_thread t where exists (select from market_event e where e.thread_slug = t.slug and e.type = 'rumour'))), 5, 'five threads from a rumour on';
is $t->sql('select count(*) from news_edition'), 10, 'ten editions';

# A release of results is due within thirty days, on whatever day the demonstration starts: checks each day of four years.
my @without = grep {
	my $today = $_;
	my @days = map { (split /,/)[2] } grep { /^[A-Z]{4}\d/ } split /\n/, Events::earnings_calendar(day_of($today));

	!grep { $_ ge $today && $_ le plus($today, 30) } @days
} map { plus('2026-01-01', $_) } 0 .. 1460;
is_deeply \@without, [], 'no day without a release of results in the thirty that follow';

# ---- each company once ----

is $t->sql(q(select coalesce(string_agg(name || ': ' || ids, '; '), '') from (select max(name) as name, string_agg(id, ', ' order by id) as ids from object
	where kind in ('company', 'fund', 'service_provider') group by regexp_replace(lower(name), '[^a-zà-ú0-9]|s\.?a\.?$', '', 'g') having count(*) > 1) d)), '', 'no name has two objects';
is $t->sql(q(select coalesce(string_agg(value || ': ' || ids, '; '), '') from (select k.value, string_agg(o.id, ', ' order by o.id) as ids from object_key k join object o on o.no = k.object_no
	where k.type in ('cnpj', 'isin', 'cvm_code') group by k.type, k.value having count(distinct o.no) > 1) d)), '', 'no tax id, ISIN or code of CVM has two';
is $t->sql(q(select coalesce(string_agg(d.code || ' ' || d.issuer_tax_id, ', '), '') from debenture d where not exists (select from company c where c.tax_id = d.issuer_tax_id and upper(c.name) = upper(d.issuer_name)))), '',
	'a debenture is issued by a company of the register';

# ---- series ----

$t->start_pool(workers => 1, env => { LASTRO_NOW => $now });
my @series = map { $_->{code} } @{ $t->get('/v1/series', key => $env{USER_KEY})->json->{data} };
cmp_ok scalar @series, '>=', 12, 'the series that are named';
is_deeply [grep { @{ $t->get("/v1/series/$_?from=2026-10-01&to=2026-11-20", key => $env{USER_KEY})->json->{data} } < 1 } @series], [], 'each has observations, also of late';

# ---- a year of income tax ----

my $tax = $t->get('/v1/portfolio/tax?year=2025', key => $env{TAX_KEY})->json;
my %month = map { $_->{month} => $_ } @{ $tax->{months} };
is_deeply [@{ $month{'2025-01'} }{qw(exempt)}, $month{'2025-01'}{common}{loss_carried}], [JSON::PP::true, '1000.00'], 'an exempt month with a loss, which is carried';
is_deeply [@{ $month{'2025-03'}{common} }{qw(result loss_used tax)}], ['6000.00', '1000.00', '750.00'], 'and used in a taxed one';
is $month{'2025-04'}{day_trade}{tax}, '120.00', 'a day trade';
is_deeply [map { [@$_{qw(code period amount includes_earlier)}] } @{ $tax->{darf} }], [['6015', '2025-03', '750.00', '0.00'], ['6015', '2025-04', '120.00', '0.00'],
	['6015', '2025-07', '12.00', '6.00'], ['4600', '2025-09', '1500.00', '0.00']], 'DARF, one of which waited below the minimum';
is_deeply [map { [@$_{qw(month exempt tax)}] } @{ $tax->{gcap} }], [['2025-02', JSON::PP::true, '0.00'], ['2025-09', JSON::PP::false, '1500.00']],
	'tokens below and above the limit';
cmp_ok $tax->{exterior}{items}[0]{result}, '>', 0, 'a sale abroad';
my ($exercised) = grep { $_->{symbol} eq 'RUIA3' } @{ $t->get('/v1/portfolio/tax/declaration?year=2025', key => $env{TAX_KEY})->json->{bens} };
is_deeply [@$exercised{qw(quantity current)}], [1400, '28600.00'], 'an option exercised: 1300 at 20.00, 100 at 25.00 with the premium of 1.00';

# ---- the detail ----

sub objects { return $t->get("/v1/objects/$_[0]", key => $env{USER_KEY})->json }
is join(' ', map { $_->{reason} } @{ objects('resolve?q=caju4%7CLA.STR.O01/0001-00%7Clog%C3%ADstica+mar%C3%A9+fii')->{meta}{queries} }), 'exact_key exact_key exact_name', "the README's queries resolve";
is scalar @{ objects('traverse?from=IBOV&path=component_of:in')->{data} }, 3, 'an index has its papers';
cmp_ok scalar @{ objects('traverse?from=LASTRO14000171&path=manages:out')->{data} }, '>=', 5, 'a manager its funds' or diag explain objects('resolve?q=horizonte+gestao');
cmp_ok scalar @{ objects('cohort?kind=fund&measure=holders&where=net_worth:gt:1000000')->{data} }, '>=', 5, 'funds by their holders';
my $path = "/v1/portfolios/$env{PORTFOLIO_ID}";
my $answer = $t->get("$path?include=closed,monthly,transactions", key => $env{USER_KEY});
is $answer->status, 200, 'the detail of the portfolio in demo.env';
my $d = $answer->json;
my %of = map { $_->{symbol} => $_ } @{ $d->{holdings} };

sub held { return grep { !$_->{closed} && !$_->{is_watchlist} } @{ $_[0]{holdings} } }
sub of { my ($id, $what) = @_; my $r = $t->get("/v1/portfolios/$id" . ($what // ''), key => $env{USER_KEY}); is $r->status, 200, 'GET ' . ($what // '') or diag $r->body; return $r->json }

my $list = $t->get('/v1/portfolios', key => $env{USER_KEY})->json->{data};
my ($simulation) = grep { $_->{exclude_from_consolidated} && $_->{name} ne 'Herança' } @$list;
my ($legacy) = grep { $_->{name} eq 'Herança' } @$list;
ok $simulation && $legacy && grep({ $_->{name} eq 'Reserva' } @$list), 'three more portfolios, two of them excluded from the consolidated view';
my $unknown = of($legacy->{id}, '?include=transactions');
is_deeply [@{ $t->get('/v1/portfolio', key => $env{USER_KEY})->json }{qw(carteiras)}], ['2'], 'which shows the others together';
my $xray = of($env{PORTFOLIO_ID}, '/xray');
my $agenda = $t->get("/v1/news/agenda?days=60&portfolio=$env{PORTFOLIO_ID}", key => $env{USER_KEY})->json;
none_missing('the agenda has all of its lists, and what the portfolio will be paid', { (map { $_ => 1 } grep { ref $agenda->{$_} eq "ARRAY" && @{ $agenda->{$_} } } keys %$agenda),
	(map { $_->{expected} ? ("expected $_->{ticker}" => 1) : () } @{ $agenda->{mercado} }) }, qw(mercado macro), 'expected MARE11', 'expected PADA3');
ok scalar @{ $t->get('/v1/news/agenda', key => $env{USER_KEY})->json->{resultados} }, 'a release of results is on it within the thirty days that it has when none are asked for';

# ---- every field of the contract occurs ----

none_missing('every type of asset is held; an index is watched', { map { $_->{asset_type} => 1 } held($d), grep { $_->{asset_type} eq 'index' } @{ $d->{holdings} } },
	qw(stock fii etf bdr index tesouro crypto option renda_fixa debenture fund us));
none_missing('every kind of valuation', { map { ($_->{valuation} // 'null') => 1 } held($d), held($unknown) }, qw(market accrual cost null));
none_missing('every indexer of private paper', { map { ($_->{meta} && $_->{meta}{fixed_income} ? $_->{meta}{fixed_income}{indexer} : '') => 1 } held($d) },
	qw(cdi selic prefixado ipca igpm));
none_missing('every indexer of the x-ray', { map { $_->{indexer} => 1 } @{ $xray->{by_indexer} } }, qw(selic ipca prefixado cdi outro));
none_missing('every class of the x-ray', { map { $_->{class} => 1 } @{ $xray->{by_class} } },
	qw(stock fii etf bdr tesouro renda_fixa debenture fund crypto us option));
is_deeply [map { m{^(.+?) representam? .*\(limite de atenção: (\d+%)\)\.$} ? "$1 $2" : $_ } @{ $xray->{flags} }],
	['ORBT 10%', 'MARE11 10%', 'ACMX 10%', 'O setor Fundos Imobiliários 25%', 'A classe Exterior (EUA) 60%', 'O indexador IPCA 70%', 'Ativos em moeda estrangeira 30%'],
	'every flag of the x-ray, in the one portfolio of demo.env' or diag explain $xray->{flags};
my %part = map { $_->{class} => $_->{pct} } @{ $xray->{by_class} };
cmp_ok $part{us}, '>', 61, '… with something to spare, as prices go on' or diag explain \%part;
cmp_ok $part{fii}, '>', 27, '… on both sides';
my $costs = of($env{PORTFOLIO_ID}, '/costs');
none_missing('every kind of cost', { map { $_->{cost_kind} => 1 } @{ $costs->{items} } }, qw(fund_admin_fee tesouro_custody rf_cdi_gap));
is scalar(@{ $costs->{flags} }), 2, 'a dear fund and a low percentage of CDI are flagged' or diag explain $costs->{flags};
ok scalar(grep { $_->{benchmark} && $_->{benchmark}{peers} } @{ $costs->{items} }), 'a fee is compared with those of its peers';
ok scalar(grep { $_->{class} eq 'fund' } @{ $costs->{not_estimated} }), 'a fund that tells no fee is named';
my $through = of($env{PORTFOLIO_ID}, '/look-through');
my ($feeder) = grep { ($_->{fund_name} // '') =~ /HORIZONTE FIC/ } @{ $through->{funds_opened} };
ok $feeder && !(grep { ($_->{fund_name} // '') =~ /MASTER/ } @{ $through->{funds_opened} }), 'a fund of funds is held, and not the fund that it holds';
is_deeply [sort map { $_->{symbol} } grep { grep { $_->{fund_cnpj} eq $feeder->{fund_cnpj} } @{ $_->{via} } } @{ $through->{exposures} }],
	['PADA11', 'PADA3', 'SELA3'], 'whose shares and debenture are in the look-through of both';
none_missing('portfolios over net worth and over what was disclosed', { map { $_->{method} => 1 } @{ $through->{funds_opened} } }, qw(pl disclosed_sum));
is_deeply [sort map { $_->{reason} } @{ $through->{not_opened} }], ['fundo sem carteira divulgada', 'fundo sem carteira divulgada'], 'and funds that disclose nothing';
my $history = of($env{PORTFOLIO_ID}, '/history');
cmp_ok scalar @{ $history->{data} }, '>=', 58, 'a history of years';
my $beside = $history->{meta}{benchmarks};
is_deeply [map { "$_ " . (defined $beside->{$_}{xirr} ? 'told' : $beside->{$_}{reason} // '') } sort keys %$beside],
	['cdi told', 'ibov told', 'ifix told', 'ipca told', 'sp500 told'], 'beside every index';

# ---- the story ----

is scalar(grep { $_->{asset_type} eq 'fii' } @{ $d->{holdings} }), 2, 'two FIIs';
my @options = grep { $_->{asset_type} eq 'option' } @{ $d->{holdings} };
is_deeply [sort map { ($_->{price} // 'none') eq '0' ? 'expired' : $_->{meta}{short_qty} ? "short $_->{meta}{short_qty}" : $_->{valuation} } @options],
	['expired', 'market', 'short 300'], 'a call that runs, one that expired, one written without stock' or diag explain \@options;
is $of{PADA3}{qty}, '240', 'a split that the ledger lacks doubles what was bought before it: (100 + 60) x 2 - 80';
is_deeply [map { "$_->{symbol} $_->{kind} $_->{ratio}" } @{ $d->{applied_events} }], ['PADA3 split 2'],
	'and the detail says that it was applied';
is $of{CAJU4}{qty}, '483', 'a bonus of 5 % on 460 shares, counted once though ledger and reference both have it';
is_deeply [grep { $_->{event_kind} } map { $_->{event_kind} ? { %$_{qw(event_kind quantity)} } : () } @{ $of{CAJU4}{transactions} }],
	[{ event_kind => 'bonus', quantity => '23' }], 'as a row of the ledger';
is_deeply [$of{RIOX3}{qty}, $of{RIOX3}{merged_from}], ['500', ['RIOB3']], 'a rename includes the old paper';
ok !$of{RIOB3}, 'which is no separate position';
my ($gato) = grep { $_->{symbol} eq 'GATO3' } @{ $unknown->{holdings} };
is_deeply [@$gato{qw(cost_basis_known invested_cost unrealized_pct_reason)}],
	[JSON::PP::false, undef, 'cost_unknown'], 'an unknown cost is marked';
is_deeply [$of{VENT3}{closed}, $of{VENT3}{qty}, $of{VENT3}{market_value}], [JSON::PP::true, '0', undef], 'a closed position';
ok $of{VENT3}{realized_pl} < 0, 'with its result';
ok $of{ONDA3}{is_watchlist} && $of{ONDA3}{priced}, 'a watchlist entry, with a quote';
is_deeply [@$d{qw(open_positions closed_positions watchlist_entries merged_assets ledger_assets)}],
	['34', '3', '2', '1', '40'], 'counted';
is join(' ', sort map { $_->{symbol} } grep { !$_->{priced} } held($d)), 'CDB824TALV8',
	'every open position has a value of the market or of its contract, but for one paper without one';
ok !$d->{any_cost_unknown}, 'every cost is known';
like $d->{xirr}, qr/^-?\d+\.\d{6}$/, '… and so the portfolio of demo.env has its money-weighted return';
ok $unknown->{any_cost_unknown} && !defined $unknown->{xirr}, 'no return where a cost is unknown';
like $unknown->{returns}{explain}, qr/Falta saber: GATO3 \(lançamento de .* sem preço.*RDB924NADA9/, '… which says of which assets';
ok $of{ACMX}{native} && $of{ACMX}{native}{realized_pl} > 0, 'a US share has its figures in dollars';
is $d->{fx}{source}, 'bcb', 'marked at the central bank\'s rate';
ok $of{MARE11}{income_received} > 0 && $of{PADA3}{income_received} > 0 && $of{CAJU4}{income_received} > 0,
	'yields, interest on equity and dividends were received';
ok scalar(keys %{ $d->{income_by_month} }) > 12, 'over more than a year';
ok scalar(grep { defined $_->{unrealized_pl} && $_->{unrealized_pl} < 0 } @{ $d->{holdings} }), 'something has lost';

# ---- the portfolio without the unknown cost ----

like $t->get("/v1/portfolios/$simulation->{id}", key => $env{USER_KEY})->json->{xirr}, qr/^-?\d+\.\d{6}$/,
	'the simulation has a money-weighted return';
is $t->get($path, key => $env{PLATFORM_KEY})->status, 200, 'the platform key reads the shared portfolio';

# ---- the office ----

sub function { my ($id, %more) = @_; return $t->post("/v1/advisor/functions/advisor.$id/execute",
	{ input => { org => $env{ADVISOR_ORG}, limit => 100 }, %more }, key => $env{ADVISOR_KEY})->json }
my $members = function('members.list')->{data};
is_deeply [sort map { $_->{role} } @$members], [qw(advisor assistant owner owner)], 'four members';
ok scalar(grep { $_->{email} eq 'demo@lastro.example' && $_->{status} eq 'active' } @$members), 'one of them is the demonstration\'s person' or diag explain $members;
my $families = function('families.list')->{data};
is_deeply [scalar @$families, scalar(grep { $_->{clients} < 3 } @$families)], [12, 0], 'twelve families, of three clients at least';
my $clients = function('clients.list')->{data};
is scalar @$clients, 40, 'forty clients';
none_missing('of every level, and some without a profile', { map { ($_->{profile} ? $_->{profile}{level} : 'none') => 1 } @$clients }, qw(Conservador Moderado Arrojado none));
none_missing('with portfolios of many kinds', { map { $_ => 1 } split /\n/, $t->sql('select distinct asset_type from asset a join portfolio p on p.id = a.portfolio_id where p.client_id is not null') },
	qw(stock fii etf bdr tesouro crypto renda_fixa fund us));
is $t->sql('select count(*) from portfolio where client_id is not null and exclude_from_consolidated') > 0, 1, 'some of them simulations';
is $t->sql(q(select count(*) from import_row r join import i on i.id = r.import_id join portfolio p on p.id = i.portfolio_id
	where p.client_id is not null and r.status <> 'imported')), 0, 'every row of theirs came in';
is $t->sql(q(select string_agg(distinct outcome, ' ') from audit where action is not null)), 'done', 'by Actions, none of them refused';
my $one = function('client.get', subject => { entity_id => $clients->[0]{id} }, input => { org => $env{ADVISOR_ORG} })->{data};
ok $one->{totals}{patrimonio} > 0, 'and a client is worth something' or diag explain $one;

# ---- a second run ----

my $before = $t->sql('select (select count(*) from ledger), (select count(*) from account), (select count(*) from api_key)');
my $r = load_demo('https://localhost:8444');
is $r->{status}, 0, 'again, it succeeds' or diag "$r->{out}$r->{err}";
is $t->sql('select (select count(*) from ledger), (select count(*) from account), (select count(*) from api_key)'), $before,
	'and makes nothing twice';
my %again = slurp($demo_env) =~ /^(\w+)=(.*)$/mg;
is_deeply \%again, { %env, BASE_URL => 'https://localhost:8444' }, 'demo.env follows the address';
is((stat $demo_env)[2] & 077, 0, 'still private');

my $accounts = $t->sql('select (select count(*) from account), (select count(*) from portfolio)');
unlink $demo_env;
$r = load_demo('https://localhost:8445');
is $r->{status}, 0, 'without demo.env, as after an interrupted run, it begins again' or diag "$r->{out}$r->{err}";
is $t->sql('select (select count(*) from account), (select count(*) from portfolio)'), $accounts, 'in the same accounts';
(my $id) = slurp($demo_env) =~ /^PORTFOLIO_ID=(.*)$/m;
is $t->get("/v1/portfolios/$id", key => slurp($demo_env) =~ /^USER_KEY=(.*)$/m)->json->{patrimonio}, $d->{patrimonio},
	'and comes to the same figures';

my $events = 'select count(*) from corporate_event';
my $known = $t->sql($events);
$r = load_demo('https://localhost:8446', '2026-12-01');
is $r->{status}, 0, 'days later, too,' or diag "$r->{out}$r->{err}";
is $t->sql($events), $known, 'the story is the same';
is $t->sql('select count(*) from news_edition'), 10, 'no edition is published twice';
is $t->sql(q(select max(day) from quote where venue = 'b3')), '2026-11-30', 'and prices go on';

# ---- the credit desk ----

sub desk {
	my ($id, $input, $subject) = @_;
	my $r = $t->post("/v1/desk/functions/credit.$id/execute", { subject => { entity_id => $subject // $env{DESK_ORG} }, input => $input }, key => $env{DESK_KEY});

	is $r->status, 200, "$id answers" or diag $r->body;
	return $r->json->{data};
}
ok scalar(grep { $_->{email} eq 'demo@lastro.example' && $_->{status} eq 'active' } @{ desk('members.list', {}) }), 'its person is one of them';
my @lists = @{ desk('watchlists.list', {}) };
is scalar @lists, 3, 'a desk with three watchlists';
my %rule_kind = map { $_->{kind} => 1 } @{ desk('alert_rules.list', { limit => 100 }) };
is_deeply [sort keys %rule_kind], [sort qw(material_fact late_filing price_move leverage_above coverage_below rating_change regulation_term_changed term_breach new_offering)], 'rules of every kind';
my %alert_status;
$alert_status{ $_->{status} }++ for map { @{ desk('alerts.list', { limit => 100 }, $_->{id}) } } @lists;
cmp_ok $alert_status{$_} // 0, '>', 0, "alerts that are $_" for qw(open acknowledged);
is scalar @{ desk('regulation_terms.queue', { limit => 100 }) }, 40, 'forty terms that wait for review';
is $t->sql(q(select count(*) from regulation_term where status = 'approved')), 1, 'beside one that became a rule';
cmp_ok scalar(grep { $_->{statements} } map { @{ desk('watchlist.board', {}, $_->{id}) } } @lists), '>', 3, 'boards with statements';

# ---- the person at a browser: everything watched has a page ----

$t->stop_pool;
my $c = Lastro::Console->new($t, now => $now);
$c->enter('demo@lastro.example');
$c->page("/offices/$env{ADVISOR_ORG}");
my %opened;
for my $list (@lists) {
	my $page = $c->page("/desks/$env{DESK_ORG}/watchlists/$list->{id}");

	for my $way (map { Lastro::Browser::unescape($_) } $page =~ m{<a href="(/desks/[^"/]*/(?:issuers|debentures|funds)/[^"]*)"}g) {
		my ($kind) = $way =~ m{/(?:issuers|debentures|funds)/([a-z]+)};
		my $read = $opened{$way} //= $c->page($way);

		like $read, $kind eq 'fund' ? qr{Patrimônio líquido.*Subordinação}s : $kind eq 'instrument' ? qr{Agente fiduciário.*Em circulação.*Preço em % do par.*Próximos pagamentos.*juros.*Preços por dia}s : qr{Registro}, "$way shows what it is";
	}
}
none_missing('companies, debentures and a receivables fund', { map { m{/(?:issuers|debentures|funds)/([a-z]+)} ? ($1 => 1) : () } keys %opened }, qw(company instrument fund));

done_testing;
